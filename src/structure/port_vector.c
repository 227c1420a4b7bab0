#include "structure.h"

double cat_port_vector_read(const CatPortVector *p, const double *u) {
  double sum = 0;
  for (int k = 0; k < p->n; k++) sum += p->b[k] * u[p->dof[k]];
  return sum;
}

void cat_port_vector_apply(const CatPortVector *p, double force, double *f) {
  for (int k = 0; k < p->n; k++) f[p->dof[k]] += force * p->b[k];
}
