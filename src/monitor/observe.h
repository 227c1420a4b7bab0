// What is watched while a run marches: uplift at some points of a structure, tension and slackness
// of its ties, the window of the statistics. It only reads the simulation. All memory is taken
// before the first step.
#ifndef CAT_MONITOR_OBSERVE_H
#define CAT_MONITOR_OBSERVE_H

#include "couple/sim.h"
#include "record/record.h"

typedef enum CatWindowUnit { CAT_WINDOW_PLACE, CAT_WINDOW_TIME } CatWindowUnit;

// Where or when the statistics are taken.
typedef struct CatWindow {
  CatWindowUnit unit;
  double from, to;  // [m] or [s]
} CatWindow;

// A tie that was slack from one time to another.
typedef struct CatSlack {
  int tie;
  double from, to;  // [s]
} CatSlack;

// What to watch.
typedef struct CatObservePlan {
  CatWindow window;
  double places[2];  // what the leading contact passes while the window is open [m]
  int structure;
  int nsupport;            // points, along the track
  const int *support_dof;  // upwards at each; -1: does not move (nsupport)
  const double *x;         // their places (nsupport) [m]
  long steps;              // of the run
} CatObservePlan;

typedef struct CatObserved {
  CatWindow window;
  const CatStructure *structure;
  int nsupport;
  int *support_dof;       // (nsupport)
  double *uplift;         // largest, in all the run (nsupport) [m]
  double *uplift_window;  // while a pantograph is in the window (nsupport) [m]
  int ntie;
  double *slack;        // time that each tie was slack (ntie) [s]
  double *least;        // tension of each (ntie) [N]
  double *most;         // likewise
  double *shortest;     // least elongation since rest (ntie) [m]
  int *cycles;          // how often each went slack (ntie)
  int *open;            // its interval that has not ended, or -1 (ntie)
  CatSlack *interval;   // (room)
  int ninterval, room;  // intervals in the list
  long missed;          // that had no room
  CatTable *lift;       // "uplift": t and the uplift at some supports
  int *lift_support;    // which (lift->nchannel - 1)
  double *row;          // of that table
  long stride;          // steps from one row to the next
  long seen;            // steps so far
} CatObserved;

// Columns of one pantograph in the table "time", behind t.
enum {
  CAT_COLUMN_X,
  CAT_COLUMN_FORCE,
  CAT_COLUMN_FILTERED,
  CAT_COLUMN_HEIGHT,
  CAT_TRAIN_COLUMNS,
};

bool cat_window_has(const CatWindow *w, double t, double x);  // a contact at x at the time t

CatStatus cat_observed_new(CatRecord *rec, const CatSim *sim, const CatObservePlan *plan,
                           CatObserved *o);
void cat_observed_forget(CatObserved *o, const CatSim *sim);  // before a run
void cat_observed_step(CatObserved *o, const CatSim *sim);    // after each step
// The beginning of a row of the table "time": t, and the columns of all pantographs.
void cat_observed_row(const CatSim *sim, double *row);
void cat_observed_snapshot(CatObserved *o, CatSnapshot *to);
double cat_observed_uplift(const CatObserved *o, int support);  // now [m]

#endif
