// What is done in all lanes at once: the loops in which the time goes.
//
// lanes_kernel_body.h is the one source; lanes_portable.c, lanes_avx2.c and lanes_avx512.c compile
// it for vectors of 2, 4 and 8 numbers.
#ifndef CAT_MARCH_LANES_KERNEL_H
#define CAT_MARCH_LANES_KERNEL_H

#include "lanes_acts.h"
#include "lanes_border.h"
#include "lanes_group.h"
#include "lanes_readings.h"

// Between steps x of a group holds, for bays, the right side of the last step after elimination,
// and for knots its solution; the displacement is the solution plus what the three before give
// (CatLaneStep). What happens in bays between two steps is found in one go in the next sweep:
// solution, new displacement, right side and elimination, while the bay is in the first cache.
// Coefficients of a group: lanes_factor.h.

// Room of a sweep, and what acts in it. For ghosts the caller fills ends, end_m and end_d.
typedef struct CatLaneWork {
  double *u[3];           // of this group; the sweep writes the new displacement to the last
  double *ends;           // solution of the last step at knots and ghosts
  double *end_m, *end_d;  // there, what M and dampers are multiplied with
  double *m, *d;          // in a bay; d: NULL if nothing damps
  bool fresh;             // bays hold solutions: there was no step before
  int npush;
  const CatLanePush *push;  // as cat_acts_in_group lists them
  const double *force;      // on all coordinates, or NULL
} CatLaneWork;

// Some right-hand sides for one cell: its factor stands at every stride-th number.
typedef struct CatLaneColumn {
  const CatPlan *plan;
  const double *factor, *turn;
  int stride;
  double *x;  // (6 (nnode + nghost) x columns)
} CatLaneColumn;

typedef struct CatLaneKernel {
  const char *name;
  int lanes;    // in a vector; groups are one or two vectors wide
  int columns;  // lanes with which responses are found, at least four
  void (*sweep)(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w);
  void (*knots)(const CatLaneGroup *g);  // their solution, from that of the ghosts
  // That of bays, from both; ends: room for knots and ghosts. The next sweep must be fresh.
  void (*bays)(const CatLaneGroup *g, double *ends);
  // b'(x + k u) of all rows; x: the line's solution and its last three displacements
  void (*read)(const CatReadings *s, const double *k, void *const x[4], double *e);
  void (*multiply)(const CatLaneRows *a, const double *r, double *x);  // x = A r
  // Values of separators to the ghosts of a group, and back as a sum.
  void (*ghosts_set)(const CatLaneGroup *g, const double *border, void *out);
  void (*ghosts_add)(const CatLaneGroup *g, const void *x, double *border);
  void (*column_bay_forward)(const CatLaneColumn *c, int bay);
  void (*column_knots_forward)(const CatLaneColumn *c);
  void (*column_knots_backward)(const CatLaneColumn *c);
  void (*column_bay_backward)(const CatLaneColumn *c, int bay);
} CatLaneKernel;

const CatLaneKernel *cat_lane_kernel_portable(void);
const CatLaneKernel *cat_lane_kernel_avx2(void);    // NULL: not compiled for this processor
const CatLaneKernel *cat_lane_kernel_avx512(void);  // likewise

#endif
