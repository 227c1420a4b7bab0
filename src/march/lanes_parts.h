// Inside of the lane backend.
#ifndef CAT_MARCH_LANES_PARTS_H
#define CAT_MARCH_LANES_PARTS_H

#include "lanes.h"
#include "lanes_cells.h"
#include "lanes_factor.h"
#include "lanes_kernel.h"
#include "lanes_track.h"

// Where a coordinate is kept: sign x[at] + other_sign x[other]. Bays have frames of their own, in
// which along and across are turned, and cells may be mirrored.
typedef struct CatLaneDof {
  int at;      // in the displacements
  int cell;    // -1: of a separator
  int number;  // in the plan, 6 node + coordinate; in the border
  double sign;
  int other, other_number;
  double other_sign;  // 0: there is none
} CatLaneDof;

typedef struct CatLaneSlot {
  int cell, number;  // as in CatLaneDof
  int home;          // -1: in a bay
} CatLaneSlot;

typedef struct CatLanePort {
  CatLaneSpot on;
  CatLaneSlot dof[CAT_LANE_SLOTS];
} CatLanePort;

// A response A^-1 b at knots and separators: pieces of what is felt, in the order of homes (knots
// of all cells, then separators). Within bays it follows from these and from forces there.
typedef struct CatLaneRange {
  int from, to;
} CatLaneRange;

typedef struct CatLaneResponse {
  int nrange;
  CatLaneRange *range;
  double *value;  // by home for contacts; one range after the other for droppers
  int nfelt, *felt_at;
  double *felt;  // where it is not negligible, by place in x (nfelt)
} CatLaneResponse;

enum { CAT_LANE_COLUMNS = 4, CAT_LANE_ENDS = 12 };

// A force between two knots, in a bay or not. Its elimination in the bay leaves f there and end_f
// at the knots; then b'A^-1 r is the sum of g y over the bay (g = D^-1 f, y: r after elimination)
// and of end_f x over the knots.
typedef struct CatLaneForce {
  double *f, *g;  // (6 nodes of the bay)
  double end_f[CAT_LANE_ENDS];
  double *value;  // response by home
} CatLaneForce;

// A contact: unit forces at the coordinates of an element, found anew when it gets to the next one,
// and their sum with its weights.
typedef struct CatLaneContact {
  int n;
  int dof[6];     // none: -1
  int cell, bay;  // -1: not in a bay
  int nend;
  int end[CAT_LANE_ENDS];  // homes of what end_f belongs to
  int nrange;
  CatLaneRange *range;
  CatLaneForce unit[CAT_LANE_COLUMNS], sum;
} CatLaneContact;

typedef struct CatLaneScratch {  // for responses
  double *x, *other;             // a cell with forces, a cell without
  double *border;                // (nborder x columns)
  int used[2];                   // what of it is not empty
  double *line;                  // (nborder)
  double peak[8];                // of each column
} CatLaneScratch;

// Displacements of the bay that was looked at last.
typedef struct CatLaneLook {
  long version;
  int cell, bay;
  double *x;
} CatLaneLook;

// A shift along the line as it acts on x: x[i] becomes share[i][0] x[from[i][0]] + share[i][1]
// x[from[i][1]]. Made when a shift is seen for the first time.
typedef struct CatLaneMove {
  const int *known;    // the shift's; NULL: none yet
  bool fits;           // two terms are enough everywhere
  int (*from)[2];      // (nx + nborder)
  double (*share)[2];  // likewise
  double *room[6];     // vectors that are moved (nx + nborder)
} CatLaneMove;

struct CatLanes {
  CatStructure base;
  const CatTangent *t;
  const CatDamping *damping;
  CatCells cells;
  const CatLaneKernel *kernel;
  CatLaneForm form;
  CatGroups groups;
  CatBorder border;
  CatLaneWork work;
  int nx;           // where the border begins in x and u
  double *x;        // of all groups, then of the border (nx + nborder + 1)
  double *u[3];     // displacements: the last, the one before it, and before that; likewise
  double *held[2];  // forces of the last step and the one before it that are in no list, likewise
  double *rest;     // room for what the next right side feels of them
  double *force;    // room for them in the tangent's numbers (n)
  int begun;        // steps since these, no more than two counted
  int nhome;        // where the border begins among homes
  int *home_at;     // place in x of each home
  CatLaneDof *dof;  // (n)
  int (*reach)[2];  // first and last + 1 coordinate in the border that a cell touches (ncell)
  long version;     // of the state
  long steps;       // since the beginning
  CatLaneTrack *track;
  CatLaneActs acts;
  CatLanePort *port;          // (CAT_CONTACTS + ndropper)
  CatLaneResponse *response;  // of droppers (ndropper)
  CatReadings readings;       // of droppers
  CatLaneContact contact[CAT_CONTACTS];
  CatLaneScratch scratch;
  CatLaneLook *look;
  CatLaneMove move;
};

// A coordinate into a vector that is kept like displacements.
static inline void cat_lane_add(const CatLaneDof *d, double value, double *x) {
  x[d->at] += d->sign * value;
  x[d->other] += d->other_sign * value;
}

void cat_lanes_fill_pads(const CatLanes *s, double *x);  // pads are where the end of their bay is
// lanes_shift.c
CatStatus cat_lanes_shift_new(CatArena *a, CatLanes *s);
void cat_lanes_shift(CatStructure *base, const CatShift *shift);

// What the displacements before give to the new one.
static inline double cat_lanes_k(const CatLanes *s, int at) {
  const double *k = s->form.rates.k;
  return k[0] * s->u[0][at] + k[1] * s->u[1][at] + k[2] * s->u[2][at];
}

// lanes_setup.c: groups and border, from the cells.
CatStatus cat_lanes_build(CatArena *a, CatLanes *s, double share);
// lanes_columns.c
CatStatus cat_lanes_reserve_columns(CatArena *a, CatLanes *s);
CatStatus cat_lanes_dropper_columns(CatArena *a, CatLanes *s);
CatLanePort cat_lanes_port(const CatLanes *s, const CatPort *b);
void cat_lanes_place(CatLanes *s, int port, const CatPort *b);
double cat_lanes_read(const CatLanes *s, int port);
double cat_lanes_between(const CatLanes *s, int port, int other);
void cat_lanes_apply(CatLanes *s, int port, double force);

double cat_lanes_value(const CatLanes *s, int dof);
void cat_lanes_values(const CatLanes *s, double *u);  // all, in the tangent's numbers
// Home of a coordinate; -1: in a bay.
static inline int cat_lane_home(const CatLanes *s, int cell, int number) {
  if (cell < 0) return s->nhome + number;
  const CatCell *c = &s->cells.cell[cell];
  const CatPlan *p = &s->cells.plan[c->plan];
  int knot = number - CAT_B * cat_plan_bays(p);
  return knot < 0 ? -1 : c->home + knot;
}

// A coordinate of a vector that is kept like displacements.
static inline double cat_lane_get(const CatLaneDof *d, const double *x) {
  return d->sign * x[d->at] + d->other_sign * x[d->other];
}

#endif
