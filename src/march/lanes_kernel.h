// What is done in all lanes at once: the loops in which the time goes.
//
// lanes_kernel_body.h is the one source; lanes_portable.c, lanes_avx2.c and lanes_avx512.c compile
// it for vectors of 2, 4 and 8 numbers. Fused multiply-add is allowed there and nowhere else: it
// halves the work and rounds less; results differ between processors in the last digits only.
#ifndef CAT_MARCH_LANES_KERNEL_H
#define CAT_MARCH_LANES_KERNEL_H

#include "lanes_cells.h"

// Cells side by side. Arrays hold, for each coordinate of each node, the values of all lanes.
//
// Between steps x holds, for bays, the right side of the last step after elimination, and for knots
// the solution; a displacement is the solution plus k. What happens in bays between two steps is
// found in one go in the next sweep: solution, new rates, right side and elimination, while the bay
// is in the first cache.
typedef struct CatLaneGroup {
  const CatPlan *plan;
  int width;                           // lanes
  bool shared;                         // one set of coefficients for all lanes
  const double *factor, *mass, *more;  // lanes_factor.h; more: NULL if nothing damps
  double *x;                           // see above, ghosts included
  double *k;                           // what the state adds to the solution, likewise
  double *p, *w;                       // predicted displacement and velocity
  int *ghost;          // number in the border of each ghost's coordinates; nborder: none
  double *ghost_sign;  // likewise
  int *cell;           // of each lane; -1: none (width)
} CatLaneGroup;

// A step as one coordinate sees it (scheme.h). With the displacement u at its end, the predictions
// p and w = v before it, and e = u - p, the next predictions are
//   p = u + h w + e_to_p e,   w = w + e_to_w e,
// and m, k, d times (u, w, e) are what M, A and further dampers are multiplied with.
typedef struct CatLaneStep {
  double h, e_to_p, e_to_w;
  double m[3], k[3], d[3];
} CatLaneStep;

typedef struct CatLanePush {
  int at;  // in x of a group
  double force;
} CatLanePush;

// Room of a sweep. For ghosts the caller fills ends, end_m and end_d.
typedef struct CatLaneWork {
  double *ends;           // solution of the last step at knots and ghosts
  double *end_m, *end_d;  // there, what M and dampers are multiplied with
  double *m, *d;          // in a bay; d: NULL if nothing damps
  bool fresh;             // x holds displacements: there was no step before
  int npush;
  const CatLanePush *push;
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
  void (*sweep)(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w);
  void (*knots)(const CatLaneGroup *g);  // their solution, from that of the ghosts
  void (*column_bay_forward)(const CatLaneColumn *c, int bay);
  void (*column_knots_forward)(const CatLaneColumn *c);
  void (*column_knots_backward)(const CatLaneColumn *c);
  void (*column_bay_backward)(const CatLaneColumn *c, int bay);
} CatLaneKernel;

const CatLaneKernel *cat_lane_kernel_portable(void);
const CatLaneKernel *cat_lane_kernel_avx2(void);    // NULL: not compiled for this processor
const CatLaneKernel *cat_lane_kernel_avx512(void);  // likewise

#endif
