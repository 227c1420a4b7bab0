// Inside of the quasi-axial lanes.
#ifndef CAT_MARCH_LANES_QUASI_PARTS_H
#define CAT_MARCH_LANES_QUASI_PARTS_H

#include "lanes_border.h"
#include "lanes_quasi.h"
#include "lanes_quasi_kernel.h"
#include "lanes_quasi_model.h"
#include "lanes_track.h"

// Component (along, across, up, then slopes) of each coordinate, as the kernel keeps them.
static const int cat_quasi_knot_part[CAT_QK] = {0, 1, 4, 2, 5};

static inline bool cat_quasi_is_across(int slot) {  // of a knot or ghost
  return slot == 1 || slot == 2;
}

// What a cell is made from: A = mm M + kk K + damp D. Springs of wires that run through bays are
// not in K.
typedef struct CatQuasiMatrices {
  const CatModel *m;
  const CatQuasiModel *q;
  CatBand K;
  const double *damper;  // at each coordinate (n) [N s/m]
  double mm, kk, damp;
} CatQuasiMatrices;

double cat_quasi_A(const CatQuasiMatrices *s, int i, int j);
double cat_quasi_mass(const CatQuasiMatrices *s, int i, int j);  // mm M
// Coefficients of a cell; schur (5 nghost x 5 nghost) is what its ghosts get.
CatStatus cat_quasi_factor(CatArena *scratch, const CatCells *c, const CatCell *cell,
                           const CatQuasiMatrices *s, double *coef, double *schur);
// Whether two cells of a plan have the same coefficients; sign -1: one of them mirrored.
bool cat_quasi_agree(const CatPlan *p, const double *a, const double *b, double sign, double share);

enum { CAT_Q_UNITS = 4, CAT_Q_NEAR = 12 };

// A force: what its elimination leaves in its bay (f; g = D^-1 f), at the ends of the bay and at
// separators, and its response at the knots of its cell while separators stand still, and at
// separators. Then b_1'A^-1 b_2 is the sum of g f in the bay, end knot in the cell, left x.
typedef struct CatQuasiForce {
  double *f, *g;  // (4 count + 1)
  double *end;    // (CAT_Q_NEAR)
  double *left;   // at separators (5 nghost + 6)
  double *knot;   // (5 nknot)
  double *x;      // by number in the border (n)
} CatQuasiForce;

typedef struct CatQuasiPort {
  CatLaneSpot on;
  int dof[CAT_LANE_SLOTS];  // the tangent's
  int cell, bay;            // -1: at separators alone, at knots alone
  int nend;
  int end_at[CAT_Q_NEAR], end_knot[CAT_Q_NEAR];  // in x; among those of the cell's knots, or -1
  int nleft;
  int *left_at;              // in the border (5 nghost + 6)
  int from, to;              // what of the border feels it
  CatQuasiForce sum, *unit;  // unit: of contacts (CAT_Q_UNITS)
} CatQuasiPort;

typedef struct CatQuasiDof {
  int at;       // in x; -1: follows from others, or is not in the model
  int cell;     // -1: of a separator
  int number;   // in the cell; in the border
  double sign;  // -1: mirrored
} CatQuasiDof;

// Vectors are void where their numbers are of the kernel's precision.
typedef struct CatQuasi {
  CatStructure base;
  const CatModel *m;
  const CatDamping *damping;
  CatQuasiModel model;
  CatCells cells;
  const CatQuasiKernel *kernel;
  CatLaneForm form;  // with m for mm M in place of M
  CatGroups groups;
  CatBorder border;
  double *border_u[3];  // its displacements, as u
  double *delta;        // what ports have added to it since: not yet felt at knots (border.n + 1)
  bool moved;           // delta is not zero
  CatQuasiWork work;
  void *follow;      // room for knots and ghosts of a group
  int nx;            // where the border begins in x and u
  void *x;           // of all groups, then a copy of the border's (nx + border.n + 1)
  void *u[3];        // displacements: the last, the one before it, and before that; likewise
  void *rest;        // forces that hold the line as it was at the beginning, likewise
  double *force;     // room for them in the tangent's numbers (n)
  int begun;         // steps since, no more than two counted
  CatQuasiDof *dof;  // (n)
  long steps;        // since the beginning
  CatLaneActs acts;
  CatQuasiPort *port;    // (CAT_CONTACTS + ndropper)
  CatReadings readings;  // of droppers
  void *scratch;         // a cell, for responses
  double *line;          // room for the border (border.n + 1)
  double *bay;           // a bay's solution (4 count)
  CatLaneTrack *track;
} CatQuasi;

// A number of a vector in the kernel's precision.
static inline double cat_quasi_get(const CatQuasi *s, const void *x, int at) {
  return s->kernel->single ? (double)((const float *)x)[at] : ((const double *)x)[at];
}

static inline void cat_quasi_set(const CatQuasi *s, void *x, int at, double value) {
  if (s->kernel->single) {
    ((float *)x)[at] = (float)value;
  } else {
    ((double *)x)[at] = value;
  }
}

static inline void cat_quasi_add(const CatQuasi *s, void *x, int at, double value) {
  cat_quasi_set(s, x, at, cat_quasi_get(s, x, at) + value);
}

static inline size_t cat_quasi_bytes(const CatQuasi *s, int n) {
  return (size_t)n * (s->kernel->single ? sizeof(float) : sizeof(double));
}

static inline void *cat_quasi_at(const CatQuasi *s, void *x, int at) {
  return (char *)x + cat_quasi_bytes(s, at);
}

// What the displacements before give to the new one.
static inline double cat_quasi_k(const CatQuasi *s, int at) {
  const double *k = s->form.rates.k;
  return k[0] * cat_quasi_get(s, s->u[0], at) + k[1] * cat_quasi_get(s, s->u[1], at) +
         k[2] * cat_quasi_get(s, s->u[2], at);
}

static inline const CatPlan *cat_quasi_plan(const CatQuasi *s, int cell) {
  return &s->cells.plan[s->cells.cell[cell].plan];
}

static inline const CatLaneGroup *cat_quasi_group(const CatQuasi *s, int cell) {
  return &s->groups.group[s->cells.cell[cell].group];
}

static inline double cat_quasi_sign(const CatCell *c, int slot) {
  return cat_cell_sign(c, cat_quasi_knot_part[slot]);
}

static inline CatGhosts cat_quasi_ghosts(const CatQuasi *s) {
  return (CatGhosts){CAT_QK, cat_quasi_knot_part, s->border.of, s->border.n};
}

// Coefficients of one cell: the i-th.
typedef struct CatQuasiCoefs {
  const void *first;
  int stride;
} CatQuasiCoefs;

static inline CatQuasiCoefs cat_quasi_coefs_of(const CatQuasi *s, int cell) {
  const CatLaneGroup *g = cat_quasi_group(s, cell);
  size_t lane = g->shared ? 0 : cat_quasi_bytes(s, s->cells.cell[cell].lane);
  return (CatQuasiCoefs){(const char *)g->factor + lane, g->shared ? 1 : g->width};
}

static inline double cat_quasi_coef(const CatQuasi *s, const CatQuasiCoefs *c, int i) {
  return cat_quasi_get(s, c->first, i * c->stride);
}

// lanes_quasi_setup.c
CatStatus cat_quasi_build(CatArena *a, CatQuasi *s, double share);
// lanes_quasi_ports.c
CatStatus cat_quasi_ports_new(CatArena *a, CatQuasi *s, const CatPort *dropper);
void cat_quasi_place_port(CatQuasi *s, int port, const CatPort *b);
double cat_quasi_read(const CatQuasi *s, int port);
double cat_quasi_between(const CatQuasi *s, int port, int other);
void cat_quasi_apply(CatQuasi *s, int port, double force);
// lanes_quasi_values.c: displacements in the tangent's numbers.
double cat_quasi_value(const CatQuasi *s, int dof);
void cat_quasi_values(const CatQuasi *s, double *u);

#endif
