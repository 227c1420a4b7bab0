// Sums of the account of energy on nodes, compiled for each instruction set (base/processor.h) and
// with the same bits on every processor.
#ifndef CAT_STRUCTURE_NODAL_KERNEL_H
#define CAT_STRUCTURE_NODAL_KERNEL_H

#include "linalg/blocks.h"
#include "ode/scheme.h"

enum { CAT_NODAL_STEPS = 4 };

// Some steps of n coordinates: what they move by, and what M, K and damping beyond alpha M + beta K
// make of that. All arrays have room for three more coordinates, which are 0.
typedef struct CatNodalSteps {
  int n, count;  // steps: at most CAT_NODAL_STEPS
  CatStep step;
  double alpha, beta;
  const CatFour *du, *Mdu, *Kdu, *Edu;  // Edu NULL: there is none
  double *v, *a, *Mv, *Ma;  // rates, and M times them: at the beginning, then at the end
} CatNodalSteps;

typedef void CatNodalSum(const CatNodalSteps *s, CatStepSums *to);  // adds to the sums

CatNodalSum *cat_nodal_sum_choose(void);  // for this processor
CatNodalSum *cat_nodal_sum_portable(void);
CatNodalSum *cat_nodal_sum_avx2(void);  // NULL: not compiled

#endif
