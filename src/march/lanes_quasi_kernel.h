// What is done in all lanes at once: the loops in which the time goes. lanes_quasi_body.h is the
// one source, compiled for vectors of 2, 4 and 8 numbers, and of twice as many in single precision.
//
// Coordinates: in a bay, first y and y' node by node, then z and z'; of knots and ghosts x, y, y',
// z, z'. Behind them stands one number per bay: the right side of its axial force.
//
// Coefficients of a cell, with D the pivot block of a node when its turn comes (bays are eliminated
// from right to left; D is 2 x 2, for y and z each):
//   bays:   for y and for z, for each node -A_pi D^-1 (p: the node before it), -A_ri D^-1 (r: right
//           end of the bay), -w'D^-1 (w: what joins the axial force to it), D^-1 (11, 12, 22);
//           mm M, the same for all nodes since elements of a bay are alike: own (pp, ss), joining
//           (pp, sp, ss; ps = -sp); 1/pivot of the axial force and -d/pivot for both ends
//   knots:  for each D^-1 and -A_ji D^-1 for each of its rows; then mm M: own (pp, ps, ss) for
//           y and z alike and that of x, then that of links (pp, ps, sp, ss)
#ifndef CAT_MARCH_LANES_QUASI_KERNEL_H
#define CAT_MARCH_LANES_QUASI_KERNEL_H

#include "lanes_acts.h"
#include "lanes_border.h"
#include "lanes_group.h"
#include "lanes_readings.h"

enum {
  CAT_QB = 4,        // coordinates of a node in a bay
  CAT_QK = 5,        // of a knot or ghost
  CAT_QKK = 25,      // entries of a block
  CAT_Q_CHAIN = 13,  // coefficients of a node in y or z
  CAT_Q_MASS = 5,    // of the mass of a bay
  CAT_Q_ENDS = 11,   // of its axial force
  CAT_Q_NODE = 2 * CAT_Q_CHAIN,
  CAT_Q_BAY = CAT_Q_MASS + CAT_Q_ENDS
};

// Room of a sweep, and what acts in it, in the kernel's precision. For ghosts the caller fills ends
// and end_m. Between steps x of a group is as in lanes_kernel.h: bays eliminated, knots solved.
typedef struct CatQuasiWork {
  void *u[3];   // of this group; the sweep writes the new displacement to the last
  void *ends;   // solution of the last step at knots and ghosts
  void *end_m;  // there, what M is multiplied with
  void *m;      // in a bay
  bool fresh;   // bays hold solutions: there was no step before
  int npush;
  const CatLanePush *push;  // as cat_acts_in_group lists them
  const void *force;        // on all coordinates, or NULL
  double share;             // of it
} CatQuasiWork;

// Some right-hand sides for one cell: its coefficients stand at every stride-th number.
typedef struct CatQuasiColumn {
  const CatPlan *plan;
  const void *coef;
  int stride;
  void *x;
} CatQuasiColumn;

typedef struct CatQuasiKernel {
  const char *name;
  bool single;  // numbers are float
  int lanes;    // in a vector; groups are one or two vectors wide
  int columns;  // lanes with which responses are found, at least four
  void (*sweep)(const CatLaneGroup *g, const CatLaneStep *s, const CatQuasiWork *w);
  void (*knots)(const CatLaneGroup *g);  // their solution, from that of the ghosts
  // What knots get from ghosts alone is added to theirs; x: knots and ghosts.
  void (*follow)(const CatLaneGroup *g, void *x);
  void (*multiply)(const CatLaneRows *a, const double *r, double *x);  // x = A r
  // Values of separators to the ghosts of a group, and back as a sum.
  void (*ghosts_set)(const CatLaneGroup *g, const double *border, void *out);
  void (*ghosts_add)(const CatLaneGroup *g, const void *x, double *border);
  // b'(x + k u) of all rows; x: the line's solution and its last three displacements
  void (*read)(const CatReadings *s, const double *k, void *const x[4], double *e);
  void (*column_bay)(const CatQuasiColumn *c, int bay);  // eliminates it
  void (*column_knots_forward)(const CatQuasiColumn *c);
  void (*column_knots_backward)(const CatQuasiColumn *c);
} CatQuasiKernel;

const CatQuasiKernel *cat_quasi_kernel_portable(void);
const CatQuasiKernel *cat_quasi_kernel_avx2(void);    // NULL: not compiled for this processor
const CatQuasiKernel *cat_quasi_kernel_avx512(void);  // likewise
const CatQuasiKernel *cat_quasi_kernel_f32_portable(void);
const CatQuasiKernel *cat_quasi_kernel_f32_avx2(void);    // likewise
const CatQuasiKernel *cat_quasi_kernel_f32_avx512(void);  // likewise

// Place of a node's first coordinate.
static inline int cat_quasi_place(const CatPlan *p, int node) {
  int bays = cat_plan_bays(p);
  return node < bays ? CAT_QB * node : CAT_QB * bays + CAT_QK * (node - bays);
}

// Place of the number of a bay's axial force.
static inline int cat_quasi_axial(const CatPlan *p, int bay) {
  return cat_quasi_place(p, p->nnode + p->nghost) + bay;
}

static inline int cat_quasi_size(const CatPlan *p) {
  return cat_quasi_axial(p, p->nbay);
}

// Where coefficients of bays and knots, and of the mass of knots begin; of all.
static inline int cat_quasi_bay_at(const CatPlan *p, int bay) {
  int first = bay < p->nbay ? p->bay[bay].first : cat_plan_bays(p);
  return CAT_Q_BAY * bay + CAT_Q_NODE * first;
}

static inline int cat_quasi_knot_at(const CatPlan *p, int knot) {
  return cat_quasi_bay_at(p, p->nbay) + CAT_QKK * (knot + p->row_start[knot]);
}

static inline int cat_quasi_coefs(const CatPlan *p) {
  return cat_quasi_knot_at(p, p->nknot) + 4 * (p->nknot + p->nlink);
}

#endif
