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

// Says where the largest force is out of balance.
static CatStatus fail_shape(CatContext *ctx, const CatSystem *s, const CatRestReport *r) {
  const CatModel *m = s->m;
  const CatLineNode *worst = &m->node[0];
  double most = -1;
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 3; k++) {
      double size = s->at.row[i][k] >= 0 ? fabs(s->r[s->at.row[i][k]]) : 0;
      if (size <= most) continue;
      most = size;
      worst = &m->node[i];
    }
  }
  return CAT_FAIL(ctx, CAT_ERR_DIVERGED,
                  "found no shape in %d iterations: at %.6g m along the track %.3g N on the %s are "
                  "out of balance; expected tensions and heights that go together there",
                  r->iterations, worst->s, most, cat_role_name(m->wire[worst->wire].role));
}

static bool is_met(const CatRestReport *r, double slack) {
  return r->residual < slack * 1e-6 && r->max_height_error < slack * 1e-9 &&
         r->max_tension_error < slack * 1e-6;
}

// Newton's method; a step that makes things worse is halved.
static CatStatus iterate(CatContext *ctx, CatSystem *s, double *step, CatRestReport *r) {
  enum { ROUNDS = 100 };
  cat_system_residual(s);
  double size = largest(s), before = size;
  const int first = r->iterations;
  for (; r->iterations < first + ROUNDS; r->iterations++) {
    measure(s, r);
    if (is_met(r, 1) && size > 0.3 * before) return CAT_OK;  // met, and rounding is reached
    bool stalled = r->iterations > first && size > 0.9 * before;
    if (is_met(r, 50) && stalled) return CAT_OK;  // rounding of a very stiff line
    if (cat_stop_asked(ctx)) {
      return CAT_FAIL(ctx, CAT_ERR_INTERRUPTED, "stopped after %d iterations of the shape at rest",
                      r->iterations);
    }
    before = size;
    cat_system_jacobian(s);
    CAT_TRY(cat_lu_factor(ctx, &s->J));
    cat_lu_solve(&s->J, s->r);
    search(s, step, &size);
    if (!isfinite(size)) break;
  }
  return fail_shape(ctx, s, r);
}

// The position of a dropper in the input, for errors.
static const void *dropper_field(const CatModel *m, const CatDropperPart *d, double x) {
  const CatLineSpec *l = m->spec;
  bool second = d->span > m->nspan;
  const CatSpanSpec *p = second ? l->overlap.spans : l->spans;
  for (int k = second ? d->span - m->nspan - 1 : d->span; k >= p->repeat; p++) k -= p->repeat;
  for (int j = 0; j < p->nposition; j++) {
    if (fabs(p->positions[j] - x) < 1e-6) return &p->positions[j];
  }
  for (int j = 0; j < p->nauxiliary; j++) {
    if (fabs(p->auxiliary_positions[j] - x) < 1e-6) return &p->auxiliary_positions[j];
  }
  return &l->spans;
}

static double rise(const CatModel *m, int dropper) {  // [m]
  double q[6];
  cat_rest_dropper(m, dropper, q);
  return q[5] - q[2];
}

// A dropper hangs in tension or not at all, and under the wire that bears it.
static CatStatus check_droppers(CatContext *ctx, const CatSpec *input, const CatModel *m) {
  static const double zero = -1e-6;  // [N], of rounding where nothing hangs on a dropper
  CatStatus status = CAT_OK;
  for (int i = 0; i < m->ndropper; i++) {
    const CatDropperPart *d = &m->dropper[i];
    double force = cat_rest_dropper_axial(m, i), x = m->node[d->low].s - m->mast[d->span];
    if (force >= zero && rise(m, i) > 0) continue;
    CatWhere where = {.path = ""};
    if (input) where = cat_spec_where(input, dropper_field(m, d, x));
    if (rise(m, i) <= 0) {
      status =
          CAT_FAIL_AT(ctx, where.place, where.path,
                      "found a dropper at %g m in the span from %.6g m whose upper wire is %.3g "
                      "m below the lower one, expected more encumbrance or tension",
                      x, m->mast[d->span], -rise(m, i));
      continue;
    }
    status = CAT_FAIL_AT(ctx, where.place, where.path,
                         "found a dropper at %g m in the span from %.6g m that would have to push "
                         "with %.4g N, expected %s",
                         x, m->mast[d->span], -force,
                         d->cut ? "a shorter one, or longer ones beside it"
                                : "less sag there or more beside it");
  }
  return status;
}

// Weights pull along the wire, which is inclined where it ends: the part of their force along the
// track is what the parts across and up, borne by the pulley, leave of it. Returns by how much the
// largest one changed [N].
static double aim_weights(CatSystem *s) {
  CatModel *m = s->m;
  double most = 0;
  if (m->spec->ends != CAT_ENDS_WEIGHTS) return 0;
  for (int i = 0; i < m->nnode; i++) {
    CatLineNode *node = &m->node[i];
    double *load = &node->load[CAT_ALONG], T = m->wire[node->wire].tension;
    if (*load == 0) continue;
    double across = s->force[i][CAT_ACROSS], up = s->force[i][CAT_UP];
    double along = copysign(sqrt(fmax(T * T - across * across - up * up, 0)), *load);
    most = fmax(most, fabs(along - *load));
    *load = along;
  }
  return most;
}

// Nodes that share the position of another are given its coordinates, for all who read them.
static void place_twins(CatModel *m) {
  for (int i = 0; i < m->nnode; i++) {
    int twin = m->node[i].twin;
    if (twin >= 0) memcpy(m->node[i].q, m->node[twin].q, 3 * sizeof(double));
  }
}

static CatStatus find(CatContext *ctx, CatArena *a, CatModel *m, CatRestReport *r) {
  CatSystem s;
  CAT_TRY(cat_system_new(a, m, &s));
  double *step = CAT_ARENA(a, s.at.n, double);
  if (!step) return CAT_ERR_MEMORY;
  r->unknowns = s.at.n, r->lower = s.at.kl, r->upper = s.at.ku;
  CAT_TRY(iterate(ctx, &s, step, r));
  for (int k = 0; k < 4 && aim_weights(&s) > 1e-6; k++) CAT_TRY(iterate(ctx, &s, step, r));
  place_twins(m);
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
