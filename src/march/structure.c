#include "structure.h"

#include <string.h>

static CatStatus find_dampers(CatArena *a, const CatModel *m, const CatTangent *t,
                              CatStructure *s) {
  s->damper = m->spec->support.damping;
  s->damper_dof = CAT_ARENA(a, m->nsupport + 1, int);
  if (!s->damper_dof) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->nsupport && s->damper > 0; i++) {
    int dof = t->dof[m->support[i].node][CAT_UP];
    if (dof >= 0) s->damper_dof[s->ndamper++] = dof;
  }
  return CAT_OK;
}

CatStatus cat_structure_new(CatArena *a, const CatModel *model, const CatTangent *t,
                            const CatStep *step, const double rayleigh[2], CatStructure *s) {
  *s = (CatStructure){.t = t, .step = *step, .alpha = rayleigh[0], .beta = rayleigh[1]};
  s->u = CAT_ARENA(a, t->n, double), s->v = CAT_ARENA(a, t->n, double);
  s->a = CAT_ARENA(a, t->n, double), s->next = CAT_ARENA(a, t->n, double);
  s->m = CAT_ARENA(a, t->n, double), s->k = CAT_ARENA(a, t->n, double);
  if (!s->u || !s->v || !s->a || !s->next || !s->m || !s->k) return CAT_ERR_MEMORY;
  CAT_TRY(find_dampers(a, model, t, s));
  CAT_TRY(cat_band_new(a, t->n, t->K.kd, &s->A));
  cat_band_axpy(&s->A, step->mass + step->damp * s->alpha, &t->M);
  cat_band_axpy(&s->A, step->theta + step->damp * s->beta, &t->K);
  for (int i = 0; i < s->ndamper; i++) {
    cat_band_add(&s->A, s->damper_dof[i], s->damper_dof[i], step->damp * s->damper);
  }
  return cat_band_factor(cat_arena_context(a), &s->A);
}

void cat_structure_load(CatStructure *s) {
  const CatStep *step = &s->step;
  int n = s->t->n;
  for (int i = 0; i < n; i++) {
    double c = cat_step_c(step, s->u[i], s->v[i], s->a[i]);
    s->m[i] = cat_step_m(step, s->u[i], s->v[i], s->a[i]) + s->alpha * c;
    s->k[i] = s->beta * c - (1 - step->theta) * s->u[i];
  }
  cat_band_multiply(&s->t->M, 1, s->m, 0, s->next);
  cat_band_multiply(&s->t->K, 1, s->k, 1, s->next);
  for (int k = 0; k < s->ndamper; k++) {
    int i = s->damper_dof[k];
    s->next[i] += s->damper * cat_step_c(step, s->u[i], s->v[i], s->a[i]);
  }
}

void cat_structure_solve(CatStructure *s) {
  cat_band_solve(&s->A, s->next, 1);
}

// The matrix is dominated by mass: a unit force is not felt far away within one step.
enum { WINDOW = 1200 };

void cat_structure_column(const CatStructure *s, const CatPort *b, CatResponse *out) {
  const CatBand *U = &s->A;
  int first = U->n, last = 0, kd = U->kd;
  for (int k = 0; k < b->n; k++) {
    if (b->dof[k] < 0) continue;
    if (b->dof[k] < first) first = b->dof[k];
    if (b->dof[k] > last) last = b->dof[k];
  }
  double *x = out->x;
  memset(x + out->from, 0, (size_t)(out->to - out->from) * sizeof *x);
  if (first > last) {
    out->from = out->to = 0;
    return;
  }
  out->from = first > WINDOW ? first - WINDOW : 0;
  out->to = last + WINDOW < U->n ? last + WINDOW + 1 : U->n;
  cat_port_apply(b, 1, x);
  // U' y = b from the first entry on, U x = y back to the window's beginning
  for (int j = first; j < out->to; j++) {
    const double *column = U->a + (size_t)j * (size_t)(kd + 1) + (kd - j);
    double sum = x[j];
    for (int i = j - kd > first ? j - kd : first; i < j; i++) sum -= column[i] * x[i];
    x[j] = sum / column[j];
  }
  for (int j = out->to - 1; j >= out->from; j--) {
    const double *column = U->a + (size_t)j * (size_t)(kd + 1) + (kd - j);
    x[j] /= column[j];
    for (int i = j - kd > out->from ? j - kd : out->from; i < j; i++) x[i] -= column[i] * x[j];
  }
}

void cat_structure_commit(CatStructure *s) {
  for (int i = 0; i < s->t->n; i++) {
    double du = s->next[i] - s->u[i], v = s->v[i], a = s->a[i];
    s->u[i] = s->next[i];
    s->v[i] = cat_step_v(&s->step, du, v, a);
    s->a[i] = cat_step_a(&s->step, du, v, a);
  }
}
