// Inside of the lane backend.
#ifndef CAT_STRUCTURE_LANES_INTERNAL_H
#define CAT_STRUCTURE_LANES_INTERNAL_H

#include "factor.h"
#include "kernel.h"
#include "lanes.h"
#include "track.h"

// Where a coordinate is: of a knot or separator, sign u[at]; or in a bay of a cell.
typedef struct CatLaneDof {
  int cell;    // -1: of a separator
  int number;  // in the plan, 6 node + coordinate; in the border
  int home;    // -1: in a bay
  int at;      // of a home
  double sign;
} CatLaneDof;

// A response A^-1 b at knots and separators: pieces of what is felt, in the order of homes (knots
// of all cells, then separators). Modes of bays do not feel what acts at knots.
typedef struct CatLaneRange {
  int from, to;
} CatLaneRange;

typedef struct CatLaneResponse {
  int nrange;
  CatLaneRange *range;
  double *value;                    // one range after the other
  int nfelt, *felt_at, *felt_home;  // where it is not negligible: place in u, home (nfelt)
  double *felt;                     // of droppers: what lanes_slack.c does not apply
} CatLaneResponse;

typedef struct CatLanePort {
  CatLaneSpot on;
  int home[CAT_LANE_SLOTS];
} CatLanePort;

enum { CAT_LANE_UNITS = 6 };

// Where a moving port acts. What a force at each coordinate of its element does to the bay is found
// when it gets to the next one; in between it is a sum with its weights.
typedef struct CatLaneReach {
  CatPort at;                    // in the tangent's numbers
  int cell, bay;                 // -1: not in a bay
  CatLanePort port;              // at the ends of the bay
  CatLaneInside inside;          // between them
  double *unit[CAT_LANE_UNITS];  // modes, projections, ends (modes + 12 + CAT_LANE_SLOTS)
} CatLaneReach;

// Where forces at some homes are felt, and the responses to each of them there, side by side.
typedef struct CatLaneFelt {
  int nend, end[CAT_LANE_SLOTS];  // homes
  int n;
  int *at, *home;  // places in u, homes (n)
  double *column;  // of each end (nend x n)
} CatLaneFelt;

// A contact: its response is a sum of those to forces at the ends of its bay.
typedef struct CatLaneContact {
  CatLaneReach is;
  const CatLaneFelt *on;           // that of its bay, or its own
  CatLaneFelt own;                 // for an element that is in no bay
  double *column[CAT_LANE_SLOTS];  // of each end
  double *felt;                    // their sum
  int *index;                      // places in the list by home; -1: not felt
} CatLaneContact;

// Forces of a step before a shift, in their new places.
typedef struct CatLanePast {
  int n, ninside;
  CatPort *port;          // in the tangent's numbers, forces as weights (ntie + 2 nmoving)
  CatLaneSpot *spot;      // the same at knots and separators, likewise
  CatLaneInside *inside;  // and within bays (contacts)
} CatLanePast;

typedef struct CatLaneMove CatLaneMove;  // lanes_shift.c

// What droppers do, as rows of one vector.
typedef struct CatLaneSlack {
  int nanswer;
  CatLaneRow *answer;
  double *force;  // what is not applied yet (nslot)
  bool waits;     // whether there is any
} CatLaneSlack;

typedef struct CatLaneScratch {  // for responses
  double *x, *other;             // knots of a cell with forces, of a cell without
  double *border;                // (nborder x columns)
  int used[2];                   // what of it is not empty
  double *line;                  // (nborder)
  double peak[8];                // of each column
} CatLaneScratch;

struct CatLanes {
  CatStructure base;
  const CatLinearSystem *t;
  const CatDamping *damping;
  const CatPort *tie;      // (ntie)
  const CatPort *dropper;  // the same, those of cells that share as the representative has them
  CatCells cells;
  const CatLaneKernel *kernel;
  CatLaneForm form;
  double little;  // what is left out of responses where they are applied [-]
  bool quasi;     // modes along wires are left out
  int nkind;
  CatBayKind *kind;
  CatCellBays *bays;  // (ncell)
  CatGroups groups;
  CatBorder border;
  CatLaneWork work;
  int nx;        // where the border begins in x and u
  double *x;     // knots of all groups, then the border (nx + nborder + 1)
  double *u[3];  // displacements: the last, the one before it, and before that
  int nmode;
  void *q[3];  // modes, likewise, in the kernel's precision (nmode)
  int nproject;
  double *project[3];       // their projections, likewise (nproject)
  double *held[2];          // forces of the last two steps that are in no list, in the tangent's
                            // numbers (n)
  double *hold[2];          // the same as lanes feel them: knots, border, modes
  double *hold_project[2];  // projections of what modes feel (nproject)
  double *rest;             // what the next right side feels of them, likewise
  double *force;            // room in the tangent's numbers (n)
  int begun;                // steps since these, no more than two counted
  int nhome;                // where the border begins among homes
  int *home_at;             // place in u of each home
  double *stiff;            // A of each home
  CatLaneDof *dof;          // (n)
  int (*reach)[2];          // first and last + 1 coordinate in the border that a cell touches
  long steps;               // since the beginning
  CatLaneTrack *track;
  CatLaneActs acts;
  CatLanePort *port;          // of droppers (ndropper)
  CatLaneResponse *response;  // likewise
  CatLaneResponse *of_home;   // to a force at a home that a contact may touch; empty: others
  CatReadings readings;       // of droppers
  CatLaneSlack slack;         // forces of droppers that are not applied yet
  double *slots;              // room for one number of each dropper (nslot)
  CatLaneContact *contact;    // of moving ports (nmoving)
  CatLaneFelt ***felt;        // of each bay of contact wires; NULL: others (ncell x nbay)
  CatLaneReach spare;         // for forces of the past
  CatLaneScratch scratch;
  double *room;         // for one bay: modes and ends, twice its coordinates
  bool dense;           // forces before the first step are those in held
  CatLanePast past[2];  // others, after a shift: of the last step and the one before it
  CatLaneMove *move;    // how the state is shifted
  long quick;           // shifts from lane to lane
};

static inline double cat_lane_mode(const CatLanes *s, const void *q, int i) {
  return s->kernel->single ? (double)((const float *)q)[i] : ((const double *)q)[i];
}

static inline void cat_lane_mode_set(const CatLanes *s, void *q, int i, double value) {
  if (s->kernel->single) {
    ((float *)q)[i] = (float)value;
  } else {
    ((double *)q)[i] = value;
  }
}

static inline void cat_lane_mode_add(const CatLanes *s, void *q, int i, double value) {
  if (s->kernel->single) {
    ((float *)q)[i] += (float)value;
  } else {
    ((double *)q)[i] += value;
  }
}

// Shares of the forces held in the last step and the one before it that the next one feels.
static inline void cat_lanes_held_shares(const CatLanes *s, double share[2]) {
  share[0] = s->form.past[s->begun == 0 ? 0 : 1];
  share[1] = s->begun == 0 ? s->form.past[1] : 0;
}

void cat_lanes_hold(CatLanes *s);  // what is held as lanes feel it: once, not in the step
// Whether forces that are in no list act in this step: all of s->rest.
static inline bool cat_lanes_has_rest(const CatLanes *s) {
  return s->begun < 2 && s->dense;
}

// lanes_slack.c: forces of droppers.
CatStatus cat_lanes_slack_new(CatArena *a, CatLanes *s);
void cat_lanes_slack_forget(CatLanes *s);
void cat_lanes_slack_add(CatLanes *s, int dropper, double force);
void cat_lanes_slack_apply(CatLanes *s);  // all that wait

// lanes_setup.c: groups and border, from the cells.
CatStatus cat_lanes_build(CatArena *a, CatLanes *s, const CatModel *m, double share);

// lanes_inside.c: between the ends of bays.
int cat_lane_slot(const CatBay *b, const CatBayKind *k, int mode);  // place of a kind's mode
// One bay of one cell: places of its modes and projections.
typedef struct CatLaneBay {
  const CatBay *bay;
  const CatBayKind *kind;
  const double (*R)[9];
  int cell, at, stride, project_at;
} CatLaneBay;
CatLaneBay cat_lane_bay(const CatLanes *s, int cell, int bay);
// The frame of a bay at one of its nodes: rows of R, mirrored as the cell is.
void cat_lane_node_frame(const CatLanes *s, const CatLaneBay *b, int node, double R[9]);
// Values at its ends out of a vector that is kept like u.
void cat_lane_ends(const CatLanes *s, const CatLaneBay *b, const double *u, double e[12]);
// A motion in the tangent's numbers into u, modes and projections, and back; forces into those on
// knots and modes.
void cat_lanes_set(CatLanes *s, const double *motion, int which);
void cat_lanes_get(const CatLanes *s, int which, double *motion);
void cat_lanes_set_force(CatLanes *s, const double *force, double *out);
double cat_lanes_value(const CatLanes *s, int dof);
void cat_lanes_project(CatLanes *s, int which);  // projections of all modes
void cat_lanes_push(CatLanes *s, const CatLaneInside *in, double force);  // on the modes of a bay
void cat_lanes_push_inside(CatLanes *s);  // what acts on modes, once they are known

// lanes_ports.c
CatStatus cat_lanes_ports_new(CatArena *a, CatLanes *s, const CatLineParts *parts);
void cat_lanes_place(CatLanes *s, int port, const CatPort *b);
double cat_lanes_read(const CatLanes *s, int port);
double cat_lanes_between(const CatLanes *s, int port, int other);
void cat_lanes_apply(CatLanes *s, int port, double force);

// Where a port acts, found without any help of what was found before; out->b is room for modes. No
// modes: it does not act within a bay.
void cat_lanes_touch(CatLanes *s, const CatPort *b, CatLaneSpot *spot, CatLaneInside *out);

// lanes_past.c: forces of the steps before a shift.
CatStatus cat_lanes_past_new(CatArena *a, CatLanes *s, int modes);
// Takes those of the last two steps out of the lists; to: where each coordinate goes, or -1.
void cat_lanes_past_move(CatLanes *s, const CatShift *shift, const int *to);
void cat_lanes_past_spread(CatLanes *s);  // back to forces on all coordinates
void cat_lanes_past_list(CatLanes *s);    // to those that the next right side feels
void cat_lanes_past_inside(CatLanes *s);  // to the modes, once they are known

void cat_lanes_past_snapshot(CatLanes *s, CatSnapshot *to);
void cat_lanes_ports_snapshot(CatLanes *s, CatSnapshot *to);

// lanes_shift.c. Slow: by way of the tangent's numbers, on any line.
CatStatus cat_lanes_shift_new(CatArena *a, CatLanes *s, int modes);
void cat_lanes_shift(CatStructure *base, const CatShift *shift);
void cat_lanes_shift_slow(CatStructure *base, const CatShift *shift);

#endif
