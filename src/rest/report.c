// Residuals of a shape's equations, and the balance of weight and reactions.
#include <math.h>

#include "assemble/elements.h"
#include "internal.h"

void cat_rest_report_misses(const CatShapeSystem *s, CatRestReport *r) {
  const CatLineModel *m = s->m;
  r->residual = r->max_height_error = r->max_tension_error = 0;
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      if (s->at.row[i][k] >= 0) r->residual = fmax(r->residual, fabs(s->r[s->at.row[i][k]]));
    }
  }
  for (int i = 0; i < m->ntarget; i++) {
    double miss = fabs(s->r[s->at.target[i]]) / CAT_EQUATION_SCALE;
    r->max_height_error = fmax(r->max_height_error, miss);
  }
  for (int i = 0; i < m->narm; i++) {
    if (s->at.heel[i] < 0) continue;
    r->max_height_error = fmax(r->max_height_error, fabs(s->r[s->at.heel[i]]) / CAT_EQUATION_SCALE);
  }
  for (int i = 0; i < m->nwire; i++) {
    if (s->at.tension[i] < 0) continue;
    r->max_tension_error = fmax(r->max_tension_error, fabs(s->r[s->at.tension[i]]));
  }
}

// Weight of everything, and the upward forces of whatever does not move.
void cat_rest_report_balance(const CatShapeSystem *s, CatRestReport *r) {
  const CatLineModel *m = s->m;
  const CatConfiguration *x = s->x;
  double g = m->spec->gravity;
  r->weight = r->reaction = 0;
  for (int i = 0; i < m->ncable; i++) {
    const CatWire *w = &m->wire[m->cable[i].wire];
    r->weight += (w->mu + w->ice) * x->cable[i] * g;
  }
  for (int i = 0; i < m->ndropper; i++) {
    r->weight += m->spec->dropper.mass_per_length * x->dropper[i] * g;
  }
  for (int i = 0; i < m->nmass; i++) r->weight += m->mass[i].mass * g;
  for (int i = 0; i < m->narm; i++) {
    CatBar b = cat_arm_part_kernel(m, i);
    double q[6], f[6];
    r->weight += b.mu * b.l0 * g;
    cat_arm_part_coordinates(m, x, i, q);
    cat_bar_force(&b, q, f);
    r->reaction += f[5] + b.mu * b.l0 * g / 2;
  }
  for (int i = 0; i < m->nsupport; i++) {
    double below = x->support[i] - x->q[m->support[i].node][CAT_UP];
    r->reaction += m->spec->support.stiffness * below;
  }
  for (int i = 0; i < m->nnode; i++) {
    if (m->node[i].fixed[CAT_UP]) r->reaction += s->force[i][CAT_UP];
  }
}
