// A structure: M u'' + C u' + K u = forces at ports, one implicit step at a time with a constant
// matrix. This one is banded; others offer the same three calls: free, column, commit.
#ifndef CAT_MARCH_STRUCTURE_H
#define CAT_MARCH_STRUCTURE_H

#include "linalg/band.h"
#include "ode/scheme.h"
#include "rest/tangent.h"

typedef struct CatStructure {
  const CatTangent *t;
  CatStep step;
  double alpha, beta;  // Rayleigh's damping [1/s] [s]
  int ndamper;         // single dampers, such as those of supports
  int *damper_dof;
  double damper;      // [N s/m]
  CatBand A;          // factor of mass M + damp C + theta K
  double *u, *v, *a;  // displacement [m] and its rates (n)
  double *next;       // displacement at the end of the step (n)
  double *m, *k;      // what M and K are multiplied with (n)
} CatStructure;

CatStatus cat_structure_new(CatArena *arena, const CatModel *model, const CatTangent *t,
                            const CatStep *step, const double rayleigh[2], CatStructure *s);

// Right-hand side of the step without forces at its end into `next`; forces at its beginning, times
// 1 - theta, are to be applied to `next` before cat_structure_solve.
void cat_structure_load(CatStructure *s);
void cat_structure_solve(CatStructure *s);
// A^-1 b within a window around the port, beyond which it is below rounding; x must be zero before.
typedef struct CatResponse {
  int from, to;  // x[from .. to) is not zero
  double *x;     // (n)
} CatResponse;
void cat_structure_column(const CatStructure *s, const CatPort *b, CatResponse *out);
void cat_structure_commit(CatStructure *s);  // `next` becomes the state

#endif
