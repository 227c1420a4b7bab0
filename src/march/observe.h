// What is watched while a run marches: uplift at the supports, tension and slackness of the
// droppers, the window of the statistics. All memory is taken before the first step.
#ifndef CAT_MARCH_OBSERVE_H
#define CAT_MARCH_OBSERVE_H

#include "coupled.h"
#include "record/record.h"

typedef enum CatWindowUnit { CAT_WINDOW_PLACE, CAT_WINDOW_TIME } CatWindowUnit;

// Where or when the statistics are taken.
typedef struct CatWindow {
  CatWindowUnit unit;
  double from, to;  // [m] or [s]
} CatWindow;

// A dropper that was slack from one time to another.
typedef struct CatSlack {
  int dropper;
  double from, to;  // [s]
} CatSlack;

typedef struct CatObserved {
  CatWindow window;
  int nsupport;           // of the first section
  int *support_dof;       // of the contact wire at each support; -1 (nsupport)
  double *uplift;         // largest, in all the run (nsupport) [m]
  double *uplift_window;  // while a pantograph is in the window (nsupport) [m]
  int ndropper;
  double *slack;        // time that each dropper was slack (ndropper) [s]
  double *least;        // tension of each dropper (ndropper) [N]
  double *most;         // likewise
  int *cycles;          // how often each became slack (ndropper)
  int *open;            // its interval that has not ended, or -1 (ndropper)
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

CatWindow cat_window_find(const CatTrainSpec *spec, const CatModel *m);
bool cat_window_has(const CatWindow *w, double t, double x);  // a pantograph at x at the time t

CatStatus cat_observed_new(CatRecord *rec, const CatCoupled *c, long steps, CatObserved *o);
void cat_observed_forget(CatObserved *o, const CatCoupled *c);  // before a run
void cat_observed_step(CatObserved *o, const CatCoupled *c);    // after each step
// A row of the table "time"; row has room for it.
void cat_observed_record(const CatCoupled *c, double *row, CatTable *table);
double cat_observed_uplift(const CatObserved *o, int support, const CatCoupled *c);  // now [m]

#endif
