#include <math.h>
#include <string.h>

#include "parts.h"

CatStatus cat_system_new(CatArena *a, CatModel *m, CatSystem *s) {
  *s = (CatSystem){.m = m};
  CAT_TRY(cat_numbers_new(a, m, &s->at));
  s->r = CAT_ARENA(a, s->at.n, double);
  s->force = cat_arena_alloc(a, (size_t)m->nnode, sizeof(double[6]));
  if (!s->r || !s->force) return CAT_ERR_MEMORY;
  return cat_lu_new(a, s->at.n, s->at.kl, s->at.ku, &s->J);
}

static void move(double *value, const double *step, int column, double share) {
  if (column >= 0) *value -= share * step[column];
}

void cat_system_step(CatSystem *s, const double *step, double share) {
  CatModel *m = s->m;
  const CatNumbers *at = &s->at;
  for (int i = 0; i < m->nnode; i++) {
    for (int k = m->node[i].twin >= 0 ? 3 : 0; k < 6; k++) {
      move(&m->node[i].q[k], step, at->column[i][k], share);
    }
  }
  for (int i = 0; i < m->ncable; i++) move(&m->cable[i].l0, step, at->cable[i], share);
  for (int i = 0; i < m->ndropper; i++) move(&m->dropper[i].l0, step, at->dropper[i], share);
  for (int i = 0; i < m->nsupport; i++) move(&m->support[i].reference, step, at->support[i], share);
  for (int i = 0; i < m->narm; i++) {
    for (int k = 0; k < 2; k++) move(&m->arm[i].heel[k], step, at->arm[i][k], share);
  }
}

static double largest(const CatSystem *s) {
  double most = 0;
  for (int i = 0; i < s->at.n; i++) {
    double size = fabs(s->r[i]);
    if (!(size <= most)) most = size;  // keeps a NaN
  }
  return most;
}

static void measure(CatSystem *s, CatRestReport *r) {
  const CatModel *m = s->m;
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
  for (int i = 0; i < m->nwire; i++) {
    if (s->at.tension[i] < 0) continue;
    r->max_tension_error = fmax(r->max_tension_error, fabs(s->r[s->at.tension[i]]));
  }
}

// Weight of everything, and the upward forces of whatever does not move.
static void balance(CatSystem *s, CatRestReport *r) {
  const CatModel *m = s->m;
  double g = m->spec->gravity;
  r->weight = r->reaction = 0;
  for (int i = 0; i < m->ncable; i++) {
    const CatWire *w = &m->wire[m->cable[i].wire];
    r->weight += (w->mu + w->ice) * m->cable[i].l0 * g;
  }
  for (int i = 0; i < m->ndropper; i++) {
    r->weight += m->spec->dropper.mass_per_length * m->dropper[i].l0 * g;
  }
  for (int i = 0; i < m->nmass; i++) r->weight += m->mass[i].mass * g;
  for (int i = 0; i < m->narm; i++) {
    CatBar b = cat_arm_kernel(m, i);
    double q[6], f[6];
    r->weight += b.mu * b.l0 * g;
    cat_rest_arm(m, i, q);
    cat_bar_force(&b, q, f);
    r->reaction += f[5] + b.mu * b.l0 * g / 2;
  }
  for (int i = 0; i < m->nsupport; i++) {
    const CatSupportPart *p = &m->support[i];
    r->reaction += m->spec->support.stiffness * (p->reference - m->node[p->node].q[CAT_UP]);
  }
  for (int i = 0; i < m->nnode; i++) {
    if (m->node[i].fixed[CAT_UP]) r->reaction += s->force[i][CAT_UP];
  }
}

// Takes the step in r, or a part of it that lessens the largest residual; r is the new residual.
static void search(CatSystem *s, double *step, double *size) {
  double share = 1;
  memcpy(step, s->r, (size_t)s->at.n * sizeof *step);
  for (int k = 0;; k++) {
    cat_system_step(s, step, share);
    cat_system_residual(s);
    double now = largest(s);
    if (now < *size || k == 6) {
      *size = now;
      return;
    }
    cat_system_step(s, step, -share);
    share /= 2;
  }
}

// Newton's method; a step that makes things worse is halved.
static CatStatus iterate(CatContext *ctx, CatSystem *s, double *step, CatRestReport *r) {
  enum { ROUNDS = 60 };
  cat_system_residual(s);
  double size = largest(s), before = size;
  for (r->iterations = 0; r->iterations < ROUNDS; r->iterations++) {
    measure(s, r);
    bool met = r->residual < 1e-6 && r->max_height_error < 1e-9 && r->max_tension_error < 1e-6;
    if (met && size > 0.3 * before) return CAT_OK;  // met, and rounding is reached
    before = size;
    cat_system_jacobian(s);
    CAT_TRY(cat_lu_factor(ctx, &s->J));
    cat_lu_solve(&s->J, s->r);
    search(s, step, &size);
    if (!isfinite(size)) break;
  }
  return CAT_FAIL(ctx, CAT_ERR_DIVERGED, "no shape found in %d iterations: %.3g N out of balance",
                  r->iterations, r->residual);
}

// A dropper hangs in tension or not at all.
static CatStatus check_droppers(CatContext *ctx, const CatSpec *input, const CatModel *m) {
  CatStatus status = CAT_OK;
  for (int i = 0; i < m->ndropper; i++) {
    double force = cat_rest_dropper_axial(m, i);
    if (force >= 0) continue;
    const CatDropperPart *d = &m->dropper[i];
    double x = m->node[d->low].s - m->mast[d->span];
    CatWhere where = {0};
    if (input) where = cat_spec_where(input, &m->spec->spans);
    status = CAT_FAIL_AT(ctx, where.place, where.path,
                         "the dropper at %g m in span %d would have to push with %.4g N; expected "
                         "heights that hang the contact wire: less sag there or more beside it",
                         x, d->span + 1, -force);
  }
  return status;
}

static CatStatus find(CatContext *ctx, CatArena *a, CatModel *m, CatRestReport *r) {
  CatSystem s;
  CAT_TRY(cat_system_new(a, m, &s));
  double *step = CAT_ARENA(a, s.at.n, double);
  if (!step) return CAT_ERR_MEMORY;
  r->unknowns = s.at.n, r->lower = s.at.kl, r->upper = s.at.ku;
  CAT_TRY(iterate(ctx, &s, step, r));
  balance(&s, r);
  return CAT_OK;
}

CatStatus cat_rest_find(CatContext *ctx, const CatSpec *input, CatModel *m, CatRestReport *report) {
  *report = (CatRestReport){0};
  CatArena *scratch = cat_arena_new(ctx, 1 << 20);
  CatStatus status = scratch ? find(ctx, scratch, m, report) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status ? status : check_droppers(ctx, input, m);
}
