// Operations on all lanes at once: the loops that take most of a step's time.
//
// kernel_body.h is the one source; portable.c, avx2.c and avx512.c compile
// it for vectors of 16, 32 and 64 bytes, f32_*.c with modes in single precision.
//
// Coefficients of a bay, one after the other (all of a group's lanes, or one for all):
//   frame:  how the left and the right end are turned (4 each: heading and rise, tan of half the
//           angle and sin), m (3), rho, tau, then of each family the mass that goes with its ends,
//           then S of these if something damps
//   mode:   of each mode of each family step (3) and join (the family's ends)
// Those of knots: factor.h.
#ifndef CAT_STRUCTURE_LANES_KERNEL_H
#define CAT_STRUCTURE_LANES_KERNEL_H

#include "bay.h"
#include "border.h"
#include "group.h"
#include "port_forces.h"
#include "readings.h"

enum { CAT_FRAME_HISTORY = 8, CAT_FRAME_RHO = 11, CAT_FRAME_HEAD = 13 };

// The state of a group in a step, and room. New values take the place of the oldest.
typedef struct CatLaneWork {
  double *u[3];        // displacements of knots: the last, the one before it, and before that
  void *q[3];          // modes, likewise
  double *project[3];  // their projections on the ends of bays (12 for each bay), likewise
  double *m, *d;       // at knots and ghosts, what M and dampers are multiplied with; of ghosts the
                       // caller fills it. d: NULL if nothing damps
  int nload;
  const CatLaneLoad *load;  // on knots, as cat_port_forces_in_group lists them
  const double *force;      // on all coordinates of knots, or NULL
  int nrow;
  const CatLaneRow *row;    // of ties that act on knots
  const double *tie_force;  // with these forces; or NULL
} CatLaneWork;

// Rates in the form that takes the least work. Where beta = (gamma + 1/2)^2/4, as in every scheme
// for lines, those that follow from displacements u have a double pole at mu = 1 - 2/(gamma + 1/2):
//   x1 = du + mu x0,   y1 = x0 + mu y0,
// and v and what else follows are sums of du, x and y. With l = h^2 (beta - gamma/2) and
//   l (gamma - 1/2) da'M da = du'M dv/h - d(v'M v + l a'M a)/2
// all that a step adds to the account is du' times a matrix times one of three such sums:
//   du'C v_b,   w'M da = du'M [dv/h + (1 - am - gamma) da] - d(v'M v)/2,   du'(C dv + K du).
// The term with v alone is counted once, not in every step.
enum { CAT_RATES = 3 };  // du, and x and y at the beginning of the step

typedef struct CatLaneRates {
  double mu;
  double v[2];            // weights of x and y in v
  double v_b[CAT_RATES];  // in the mean of v
  double dv[CAT_RATES];   // in dv
  double m[CAT_RATES];    // in the bracket
} CatLaneRates;

// What of mass, damping and stiffness of a group the step does not keep. In coordinates of a bay
// (modes q, ends e; bay.h) A = diag(1, A_e) and M = [diag(M_q), P'; P, M_e], so that C and K are
// sums of these two. Of all lanes, or of one.
typedef struct CatLaneForms {
  const double *near;  // K of knots, then of links, in blocks
  bool slopes;         // which join slopes, too
  double **mode;       // of each bay: mass of each mode (nbay)
  const double *bay;   // of each bay: weights of M and A in C, in K
  double alpha, beta;  // of M and K in C at knots
} CatLaneForms;

enum { CAT_FORM_BAY = 4, CAT_FORM_STEPS = 2 };

// x and y of some coordinates.
typedef struct CatLanePast {
  double *x, *y;
} CatLanePast;

// The last two steps of a group. Of x and y, those at their beginning, and at their end afterwards.
typedef struct CatLaneMotion {
  const CatLaneRates *rates;
  const double *u[3];        // displacements of knots at the end, a step before, at the beginning
  const void *q[3];          // modes, likewise
  const double *project[3];  // their projections, likewise
  CatLanePast nodes, modes, projects;  // nodes: knots and then ghosts; the caller fills in those
  double *du[CAT_FORM_STEPS];          // room for differences at nodes in each step, likewise
} CatLaneMotion;

// The same of the border, by place.
typedef struct CatBorderMotion {
  const CatLaneRates *rates;
  int n;
  const double *u[3];
  CatLanePast past;
  double *du[CAT_FORM_STEPS], *room[CAT_FORM_STEPS];
  const CatLaneTerms *M, *K, *D;
  double alpha, beta;  // C = alpha M + beta K + D
} CatBorderMotion;

// Some right-hand sides for the knots of one cell: its factor stands at every stride-th number.
typedef struct CatLaneColumn {
  const CatPlan *plan;
  const double *factor;
  int stride;
  double *x;  // (6 (nknot + nghost) x columns)
} CatLaneColumn;

typedef struct CatLaneKernel {
  const char *name;
  int lanes;    // in a vector of modes; groups are one or two of these wide
  int wide;     // numbers in a vector of doubles
  int columns;  // lanes with which responses are found, at least four
  bool single;  // modes are floats
  // Modes and their projections at the end of the step, right side of knots, forward elimination.
  void (*sweep)(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w);
  // Solution at knots, from that of the ghosts, and their displacements at the end of the step.
  void (*knots)(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w);
  // b'u of rows, and x += sum of b f; e, f: by slot. x: at any places
  void (*read)(int n, const CatLaneRow *row, const double *u, double *e);
  void (*write)(int n, const CatLaneRow *row, const double *f, double *x);
  // The border: its right side without what cells give to it, its solution by the narrow inverse,
  // and the displacements at the end of the step, which take the place of the oldest.
  void (*border_begin)(const CatBorder *b, const CatLaneStep *s, double *const u[3]);
  void (*border_solve)(const CatBorder *b);
  void (*border_end)(const CatBorder *b, const CatLaneStep *s, double *const u[3]);
  // x = sum of columns of n entries with weights b.
  void (*combine)(int n, int columns, double *const *a, const double *b, double *x);
  // Values of separators to the ghosts of a group, and back as a sum.
  void (*ghosts_set)(const CatLaneGroup *g, const double *border, double *out);
  void (*ghosts_add)(const CatLaneGroup *g, const double *x, double *border);
  // x = A r by places of the border
  void (*multiply)(const CatLaneTerms *A, const double *r, double *x);
  // Adds what the last two steps make of the sums, of a group without its border and of the border;
  // f_du is not touched. The border's differences come first, and it goes on at last.
  void (*account)(const CatLaneGroup *g, const CatLaneForms *f, const CatLaneMotion *m,
                  CatStepSums *to);
  void (*border_differences)(const CatBorderMotion *m);
  void (*account_border)(const CatBorderMotion *m, CatStepSums *to);
  void (*column_forward)(const CatLaneColumn *c);
  void (*column_backward)(const CatLaneColumn *c);
} CatLaneKernel;

// NULL: not compiled for this processor.
const CatLaneKernel *cat_lane_kernel_portable(void);
const CatLaneKernel *cat_lane_kernel_avx2(void);
const CatLaneKernel *cat_lane_kernel_avx512(void);
const CatLaneKernel *cat_lane_kernel_portable_f32(void);
const CatLaneKernel *cat_lane_kernel_avx2_f32(void);
const CatLaneKernel *cat_lane_kernel_avx512_f32(void);

#endif
