// Loops that are timed beside the program's own: the streaming pass, the online step of the modal
// offline/online method (the real-time paper, sections 2.3 and 2.4), and plain arithmetic. One
// source, compiled for several widths of vectors as the lanes are; the widest that the processor
// has is chosen at run time.
#ifndef CAT_BENCH_KERNELS_H
#define CAT_BENCH_KERNELS_H

#include <stddef.h>

enum { MODAL_ROWS = 32 };  // steps whose own vectors are kept: more than the caches would hold

// Vectors of the true size with values of no meaning, since the cost does not depend on them.
typedef struct Modal {
  int modes, droppers;
  size_t n;            // modes, filled up with zeros to whole cache lines
  double *k, *c;       // rows of all droppers, eq. (38) (droppers x n)
  double *contact;     // tau_cw, eq. (41), a row per step (MODAL_ROWS x n)
  double *reach;       // response to the contact force, eq. (30), likewise
  double *damp, *inv;  // of each mode: damping, 1/K_IT (n)
  double *q, *v, *a;   // state (n)
  double *qi, *vi;     // free step, eq. (42) (n)
  double *tension;     // of all droppers (droppers)
  double force;        // contact force [N]
  int slack;           // droppers that would push
} Modal;

typedef struct Kernels {
  const char *name;
  void (*stream)(double *x, size_t n, const double ab[2]);  // x = a x + b
  void (*modal)(Modal *m, long step);
} Kernels;

const Kernels *kernels_portable(void);
const Kernels *kernels_avx2(void);
const Kernels *kernels_avx512(void);
const Kernels *kernels_widest(void);

double kernel_arithmetic(double x, long n);    // n multiplications and additions in a row
double kernel_side_by_side(double x, long n);  // twelve of them, none waits for another

#endif
