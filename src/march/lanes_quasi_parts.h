// Inside of the quasi-axial lanes.
#ifndef CAT_MARCH_LANES_QUASI_PARTS_H
#define CAT_MARCH_LANES_QUASI_PARTS_H

#include "lanes_quasi.h"
#include "lanes_quasi_kernel.h"
#include "lanes_quasi_model.h"

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
// Coefficients of a cell; schur (5 nghost x 5 nghost) is what its ghosts get.
CatStatus cat_quasi_factor(CatArena *scratch, const CatCells *c, const CatCell *cell,
                           const CatQuasiMatrices *s, double *coef, double *schur);
// Whether two cells of a plan have the same coefficients; sign -1: one of them mirrored.
bool cat_quasi_agree(const CatPlan *p, const double *a, const double *b, double sign, double share);

// The separators, all together: a small banded system, and its inverse row by row where it is felt.
typedef struct CatQuasiBorder {
  int n;
  int *of;       // number of a coordinate among those of separators, or -1 (n of the tangent)
  CatBand S;     // Schur complement of all cells, factor
  CatBand M, D;  // mass and dampers between separators
  bool narrow;   // the inverse is less work than the factor
  CatQuasiRows inverse;
  double *x;          // solution; in the line's array (n + 1)
  double *m, *d, *r;  // what M and D are multiplied with, right side (n + 1)
  double *delta;      // what ports have added since: not yet felt at knots (n + 1)
  bool moved;         // delta is not zero
} CatQuasiBorder;

CatStatus cat_quasi_border_invert(CatArena *a, CatQuasiBorder *b);

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
  int n;
  int dof[6];     // the tangent's
  int at[6];      // in x
  double b[6];    // as it is kept, mirrored or not
  int cell, bay;  // -1: at separators alone, at knots alone
  int nend;
  int end_at[CAT_Q_NEAR], end_knot[CAT_Q_NEAR];  // in x; among those of the cell's knots, or -1
  int nleft;
  int *left_at;              // in the border (5 nghost + 6)
  int from, to;              // what of the border feels it
  CatQuasiForce sum, *unit;  // unit: of contacts (CAT_Q_UNITS)
} CatQuasiPort;

// What of a dropper's port is read in every step, close together.
typedef struct CatQuasiReading {
  int n, at[6];
  double b[6];
} CatQuasiReading;

typedef struct CatQuasiActing {  // within one step
  int n;                         // droppers
  int *dropper;                  // (ndropper)
  bool *acts;                    // whether a dropper is in the list (ndropper)
  double *force;                 // by dropper (ndropper)
  struct {
    int n, at[6];
    double b[6], force;
  } contact[CAT_CONTACTS][2];  // where it was, where it is
} CatQuasiActing;

typedef struct CatQuasiDof {
  int at;       // in x; -1: follows from others, or is not in the model
  int cell;     // -1: of a separator
  int number;   // in the cell; in the border
  double sign;  // -1: mirrored
} CatQuasiDof;

typedef struct CatQuasi {
  CatStructure base;
  const CatModel *m;
  const CatDamping *damping;
  CatQuasiModel model;
  CatCells cells;
  const CatQuasiKernel *kernel;
  CatQuasiStep rates;
  double past[2];  // shares of the forces of the last step and the one before it
  double mm, kk;
  int ngroup, nlane;
  CatQuasiGroup *group;
  CatQuasiBorder border;
  CatQuasiWork work;
  double *follow;    // room for knots and ghosts of a group
  int nx;            // where the border begins in x and u
  double *x;         // of all groups, then of the border (nx + nborder + 1)
  double *u[3];      // displacements: the last, the one before it, and before that; likewise
  double *rest;      // forces that hold the line as it was at the beginning, likewise
  double *force;     // room for them in the tangent's numbers (n)
  int begun;         // steps since, no more than two counted
  CatQuasiDof *dof;  // (n)
  long steps;        // since the beginning
  CatQuasiActing acting[3];  // in this step, the last, the one before it
  int npush;
  CatQuasiPush *push, *group_push;
  CatQuasiPort *port;          // (CAT_CONTACTS + ndropper)
  CatQuasiReading *reading;    // (ndropper)
  double *scratch;             // a cell, for responses
  double *bay;                 // a bay's solution (4 count)
  long tracked;                // steps at which what follows holds
  double *now, *next, *v, *a;  // displacements and rates in the tangent's numbers (n)
} CatQuasi;

static inline double cat_quasi_k(const CatQuasi *s, int at) {
  const double *k = s->rates.k;
  return k[0] * s->u[0][at] + k[1] * s->u[1][at] + k[2] * s->u[2][at];
}

static inline const CatPlan *cat_quasi_plan(const CatQuasi *s, int cell) {
  return &s->cells.plan[s->cells.cell[cell].plan];
}

static inline double cat_quasi_sign(const CatCell *c, int slot) {
  return cat_quasi_is_across(slot) ? c->sign : 1;
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
