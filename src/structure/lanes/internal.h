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

// A response A^-1 b at knots and separators: the significant ranges of it, in the order of homes
// (knots of all cells, then separators). Forces at knots do not load the modes of bays.
typedef struct CatLaneRange {
  int from, to;
} CatLaneRange;

typedef struct CatLaneResponse {
  int nrange;
  CatLaneRange *range;
  double *value;                    // one range after the other
  int nkept, *kept_at, *kept_home;  // entries that are applied: position in u, home (nkept)
  double *kept;                     // their values; of ties: those that slack.c does not apply
} CatLaneResponse;

typedef struct CatLanePort {
  CatLaneSpot on;
  int home[CAT_LANE_SLOTS];
} CatLanePort;

enum { CAT_LANE_UNITS = 6 };

// Where a moving port acts. The effect of a unit force at each coordinate of its element is
// computed when the port enters the element; within the element it is their weighted sum.
typedef struct CatLaneReach {
  CatPort at;                    // in the linear system's numbering
  int cell, bay;                 // -1: not in a bay
  CatLanePort port;              // at the ends of the bay
  CatLaneInside inside;          // between them
  double *unit[CAT_LANE_UNITS];  // modes, projections, ends (modes + 12 + CAT_LANE_SLOTS)
} CatLaneReach;

// Responses to unit forces at the ends of a bay, and the homes at which any of them is significant.
typedef struct CatLaneEndResponse {
  int nend, end[CAT_LANE_SLOTS];  // homes
  int n;
  int *at, *home;  // places in u, homes (n)
  double *column;  // of each end (nend x n)
} CatLaneEndResponse;

// A contact: its response is the weighted sum of those to unit forces at the ends of its bay.
typedef struct CatLaneContact {
  CatLaneReach is;
  const CatLaneEndResponse *on;    // that of its bay, or its own
  CatLaneEndResponse own;          // for an element that is in no bay
  double *column[CAT_LANE_SLOTS];  // of each end
  double *response;                // their sum
  int *index;                      // position in the list by home; -1: not in it
} CatLaneContact;

// Forces of a step before a shift, at their new positions.
typedef struct CatLaneShiftedForces {
  int n, ninside;
  CatPort *port;          // in the linear system's numbering, forces as weights (ntie + 2 nmoving)
  CatLaneSpot *spot;      // the same at knots and separators, likewise
  CatLaneInside *inside;  // and within bays (contacts)
} CatLaneShiftedForces;

typedef struct CatLaneMove CatLaneMove;  // shift.c

// Responses to slack ties, in rows that are one vector wide.
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

typedef struct CatLaneFrame {
  double R[9];
} CatLaneFrame;

struct CatLanes {
  CatStructure base;
  const CatLinearSystem *t;
  const CatDamping *damping;
  const CatPort *tie;        // (ntie)
  const CatPort *model_tie;  // the same; in a cell with a representative, scaled to its stiffness
  CatCells cells;
  const CatLaneKernel *kernel;
  CatLaneForm form;
  double response_tolerance;  // of responses where they are applied [-]
  bool quasi;                 // modes along wires are left out
  int nkind;
  CatBayKind *kind;
  CatCellBays *bays;    // (ncell)
  CatLaneFrame *frame;  // of the bay, at each node of the line that is in one (nnode)
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
  double *held[2];          // forces of the last two steps that are in no list, in the linear
                            // system's numbering (n)
  double *hold[2];          // the same in lanes: knots, border, modes
  double *hold_project[2];  // projections of the part on modes (nproject)
  double *rest;             // the part of them in the next right-hand side, likewise
  double *force;            // room in the linear system's numbering (n)
  int begun;                // steps since these, no more than two counted
  int nhome;                // where the border begins among homes
  int *home_at;             // place in u of each home
  double *stiff;            // A of each home
  CatLaneDof *dof;          // (n)
  int (*reach)[2];          // first and last + 1 coordinate in the border that a cell touches
  long steps;               // since the beginning
  CatLaneTrack *track;
  CatLanePortForces port_forces;
  CatLanePort *port;          // of droppers (ndropper)
  CatLaneResponse *response;  // likewise
  CatLaneResponse *of_home;   // to a force at a home that a contact may touch; empty: others
  CatReadings readings;       // of droppers
  CatLaneSlack slack;         // forces of droppers that are not applied yet
  double *slots;              // room for one number of each dropper (nslot)
  CatLaneContact *contact;    // of moving ports (nmoving)
  CatLaneEndResponse ***end_response;  // of each bay of contact wires; NULL: others (ncell x nbay)
  CatLaneReach spare;                  // for forces before a shift
  CatLaneScratch scratch;
  double *room;                     // for one bay: modes and ends, twice its coordinates
  bool dense;                       // forces before the first step are those in held
  CatLaneShiftedForces shifted[2];  // others, after a shift: of the last step and the one before it
  CatLaneMove *move;                // how the state is shifted
  long quick;                       // shifts from lane to lane
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

// Weights in the next right-hand side of the forces held in the last step and the one before it.
static inline void cat_lanes_held_weights(const CatLanes *s, double weight[2]) {
  weight[0] = s->form.force_weight[s->begun == 0 ? 0 : 1];
  weight[1] = s->begun == 0 ? s->form.force_weight[1] : 0;
}

void cat_lanes_hold(CatLanes *s);  // converts what is held to lanes: once, not in every step
// Whether forces that are in no list act in this step: all of s->rest.
static inline bool cat_lanes_has_rest(const CatLanes *s) {
  return s->begun < 2 && s->dense;
}

// slack.c: correction forces of slack ties.
CatStatus cat_lanes_slack_new(CatArena *a, CatLanes *s);
void cat_lanes_slack_forget(CatLanes *s);
void cat_lanes_slack_add(CatLanes *s, int tie, double force);
void cat_lanes_slack_apply(CatLanes *s);  // all that wait

// setup.c: groups and border, from the cells.
CatStatus cat_lanes_build(CatArena *a, CatLanes *s, const CatLineModel *m, double tolerance);
CatMatrices cat_lanes_matrices(const CatLanes *s, double *damper);  // room, all zero (n)

// inside.c: between the ends of bays.
int cat_lane_slot(const CatBay *b, const CatBayKind *k, int mode);  // place of a kind's mode
// One bay of one cell: places of its modes and projections.
typedef struct CatLaneBay {
  const CatBay *bay;
  const CatBayKind *kind;
  const double (*R)[9];
  int cell, at, stride, project_at;
} CatLaneBay;
CatLaneBay cat_lane_bay(const CatLanes *s, int cell, int bay);
CatStatus cat_lanes_frames_new(CatArena *a, CatLanes *s);  // once groups are known
// The frame of a bay at one of its nodes: rows of R, mirrored as the cell is.
void cat_lane_node_frame(const CatLanes *s, const CatLaneBay *b, int node, double R[9]);
// Values at its ends out of a vector that is kept like u.
void cat_lane_ends(const CatLanes *s, const CatLaneBay *b, const double *u, double e[12]);
// A motion in the linear system's numbering into u, modes and projections, and back; forces into
// those on knots and modes.
void cat_lanes_set(CatLanes *s, const double *motion, int which);
void cat_lanes_get(const CatLanes *s, int which, double *motion);
void cat_lanes_set_force(CatLanes *s, const double *force, double *out);
void cat_lanes_values(const CatLanes *s, int which, int n, const int *dof, double *out);
void cat_lanes_project(CatLanes *s, int which);  // projections of all modes
void cat_lanes_load_modes(CatLanes *s, const CatLaneInside *in,
                          double force);  // on the modes of a bay
void cat_lanes_load_inside(CatLanes *s);  // forces on modes, once their positions are known

// ports.c
CatStatus cat_lanes_ports_new(CatArena *a, CatLanes *s, const CatLineParts *parts);
void cat_lanes_move_port(CatLanes *s, int port, const CatPort *b);
double cat_lanes_read(const CatLanes *s, int port);
double cat_lanes_port_compliance(const CatLanes *s, int port, int other);
void cat_lanes_apply(CatLanes *s, int port, double force);

// Where a port acts, computed from scratch; out->b is room for modes. No
// modes: it does not act within a bay.
void cat_lanes_touch(CatLanes *s, const CatPort *b, CatLaneSpot *spot, CatLaneInside *out);

// shifted_forces.c: forces of the steps before a shift.
CatStatus cat_lanes_shifted_forces_new(CatArena *a, CatLanes *s, int modes);
// Takes those of the last two steps out of the lists; to: where each coordinate goes, or -1.
void cat_lanes_shifted_forces_move(CatLanes *s, const CatShift *shift, const int *to);
void cat_lanes_shifted_forces_spread(CatLanes *s);  // back to forces on all coordinates
void cat_lanes_shifted_forces_list(CatLanes *s);    // to the loads on the next right-hand side
void cat_lanes_shifted_forces_inside(CatLanes *s);  // to the modes, once they are known

void cat_lanes_shifted_forces_snapshot(CatLanes *s, CatSnapshot *to);
void cat_lanes_ports_snapshot(CatLanes *s, CatSnapshot *to);

// shift.c. Slow: by way of the linear system's numbering, on any line.
CatStatus cat_lanes_shift_new(CatArena *a, CatLanes *s, int modes);
void cat_lanes_shift(CatStructure *base, const CatShift *shift);
void cat_lanes_shift_slow(CatStructure *base, const CatShift *shift);

#endif
