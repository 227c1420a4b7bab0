// What is done in all lanes at once: the loops in which the time goes.
//
// lanes_kernel_body.h is the one source; lanes_portable.c, lanes_avx2.c and lanes_avx512.c compile
// it for vectors of 2, 4 and 8 numbers. Fused multiply-add is allowed there and nowhere else: it
// halves the work and rounds less; results differ between processors in the last digits only.
#ifndef CAT_MARCH_LANES_KERNEL_H
#define CAT_MARCH_LANES_KERNEL_H

#include "lanes_cells.h"

// Cells side by side. Arrays hold, for each coordinate of each node, the values of all lanes.
typedef struct CatLaneGroup {
  const CatPlan *plan;
  int width;                           // lanes
  bool shared;                         // one set of coefficients for all lanes
  const double *factor, *mass, *more;  // lanes_factor.h; more: NULL if nothing damps
  double *x;  // displacement; within advance the right side, then the solution (with ghosts)
  double *p, *w, *k;   // predicted displacement and velocity; share of the state in the solution
  int *ghost;          // number in the border of each ghost's coordinates; nborder: none
  double *ghost_sign;  // likewise
  int *cell;           // of each lane; -1: none (width)
} CatLaneGroup;

// A step as one coordinate sees it (scheme.h): from the new u with the predictions p and w
//   a = to_a (u - p),  v = w + a_to_v a,  p = u + h v + a_to_p a,  w = v + a_to_w a,
// and what M, the rest of A^-1 K and further dampers are multiplied with, from u, v, a.
typedef struct CatLaneStep {
  double to_a, a_to_v, h, a_to_p, a_to_w;
  double m[3], k[3], d[3];
} CatLaneStep;

// Room for what M and the dampers are multiplied with; ghosts' are given.
typedef struct CatLaneWork {
  double *m;  // knots and ghosts
  double *d;  // all, if anything damps
} CatLaneWork;

// Some right-hand sides for one cell: its factor stands at every stride-th number.
typedef struct CatLaneColumn {
  const CatPlan *plan;
  const double *factor;
  int stride;
  double *x;  // (6 (nnode + nghost) x columns)
} CatLaneColumn;

typedef struct CatLaneKernel {
  const char *name;
  int lanes;    // in a vector; groups are one or two vectors wide
  int columns;  // lanes with which responses are found, at least four
  void (*load)(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w);
  void (*forward)(const CatLaneGroup *g);
  void (*backward)(const CatLaneGroup *g);
  void (*column_bay_forward)(const CatLaneColumn *c, int bay);
  void (*column_knots_forward)(const CatLaneColumn *c);
  void (*column_knots_backward)(const CatLaneColumn *c);
  void (*column_bay_backward)(const CatLaneColumn *c, int bay);
} CatLaneKernel;

const CatLaneKernel *cat_lane_kernel_portable(void);
const CatLaneKernel *cat_lane_kernel_avx2(void);    // NULL: not compiled for this processor
const CatLaneKernel *cat_lane_kernel_avx512(void);  // likewise

#endif
