#include <math.h>
#include <string.h>

#include "assemble/elements.h"
#include "internal.h"

static double largest(const CatShapeSystem *s) {
  double most = 0;
  for (int i = 0; i < s->at.n; i++) {
    double size = fabs(s->r[i]);
    if (!(size <= most)) most = size;  // keeps a NaN
  }
  return most;
}

// Takes the step in r, or a fraction that reduces the largest residual; r is the new residual.
static void search(CatShapeSystem *s, double *step, double *size) {
  double factor = 1;
  memcpy(step, s->r, (size_t)s->at.n * sizeof *step);
  for (int k = 0;; k++) {
    cat_shape_system_step(s, step, factor);
    cat_shape_system_residual(s);
    double now = largest(s);
    if (now < *size || k == 6) {
      *size = now;
      return;
    }
    cat_shape_system_step(s, step, -factor);
    factor /= 2;
  }
}

// Reports where the largest unbalanced force is.
static CatStatus fail_shape(CatContext *ctx, const CatShapeSystem *s, const CatRestReport *r) {
  const CatLineModel *m = s->m;
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

// Newton's method; a step that increases the residual is halved.
static CatStatus iterate(CatContext *ctx, CatShapeSystem *s, double *step, CatRestReport *r) {
  enum { ROUNDS = 100 };
  cat_shape_system_residual(s);
  double size = largest(s), before = size;
  const int first = r->iterations;
  for (; r->iterations < first + ROUNDS; r->iterations++) {
    cat_rest_report_misses(s, r);
    if (is_met(r, 1) && size > 0.3 * before) return CAT_OK;  // met, and rounding is reached
    bool stalled = r->iterations > first && size > 0.9 * before;
    if (is_met(r, 50) && stalled) return CAT_OK;  // rounding of a very stiff line
    if (cat_stop_asked(ctx)) {
      return CAT_FAIL(ctx, CAT_ERR_INTERRUPTED, "stopped after %d iterations of the shape at rest",
                      r->iterations);
    }
    before = size;
    cat_progress(ctx, (r->iterations - first) / (r->iterations - first + 3.0), NAN);
    cat_shape_system_jacobian(s);
    CAT_TRY(cat_lu_factor(ctx, &s->J));
    cat_lu_solve(&s->J, s->r);
    search(s, step, &size);
    if (!isfinite(size)) break;
  }
  return fail_shape(ctx, s, r);
}

// The position of a dropper in the input, for errors.
static const void *dropper_field(const CatLineModel *m, const CatDropperPart *d, double x) {
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

static double rise(const CatLineModel *m, const CatConfiguration *x, int dropper) {  // [m]
  double q[6];
  cat_dropper_part_coordinates(m, x, dropper, q);
  return q[5] - q[2];
}

// A dropper hangs in tension or not at all, and under the wire that bears it.
static bool hangs(const CatLineModel *m, const CatConfiguration *rest, int dropper) {
  static const double zero = -1e-6;  // [N], of rounding where nothing hangs on a dropper
  return cat_dropper_part_axial(m, rest, dropper) >= zero && rise(m, rest, dropper) > 0;
}

// Whether one of the droppers before it fails at the same value: spans that repeat have one.
static bool reported(const CatLineModel *m, const CatConfiguration *rest, int dropper,
                     const void *field) {
  for (int j = 0; j < dropper; j++) {
    const CatDropperPart *d = &m->dropper[j];
    double x = m->node[d->low].s - m->mast[d->span];
    if (!hangs(m, rest, j) && dropper_field(m, d, x) == field) return true;
  }
  return false;
}

static CatStatus check_droppers(CatContext *ctx, const CatSpec *input, const CatLineModel *m,
                                const CatConfiguration *rest) {
  CatStatus status = CAT_OK;
  for (int i = 0; i < m->ndropper; i++) {
    const CatDropperPart *d = &m->dropper[i];
    double force = cat_dropper_part_axial(m, rest, i), x = m->node[d->low].s - m->mast[d->span];
    if (hangs(m, rest, i)) continue;
    CatWhere where = {.path = ""};
    const void *field = dropper_field(m, d, x);
    if (reported(m, rest, i, field)) continue;
    if (input) where = cat_spec_where(input, field);
    if (rise(m, rest, i) <= 0) {
      status =
          CAT_FAIL_AT(ctx, where.place, where.path,
                      "found a dropper at %g m in the span from %.6g m whose upper wire is %.3g "
                      "m below the lower one, expected more encumbrance or tension",
                      x, m->mast[d->span], -rise(m, rest, i));
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

// Weights pull along the wire, which is inclined at its end: the component along the track follows
// from the tension and the lateral and vertical components, which the pulley carries. Returns the
// maximum change [N].
static double aim_weights(CatShapeSystem *s) {
  const CatLineModel *m = s->m;
  double most = 0;
  for (int i = 0; i < m->nweight; i++) {
    int node = m->weight[i].node;
    double *pull = &s->x->weight[i], T = m->wire[m->node[node].wire].tension;
    if (*pull == 0) continue;
    double across = s->force[node][CAT_ACROSS], up = s->force[node][CAT_UP];
    double along = copysign(sqrt(fmax(T * T - across * across - up * up, 0)), *pull);
    most = fmax(most, fabs(along - *pull));
    *pull = along;
  }
  return most;
}

// Nodes that share the position of another are given its coordinates, for all who read them.
static void place_twins(const CatLineModel *m, CatConfiguration *x) {
  for (int i = 0; i < m->nnode; i++) {
    int twin = m->node[i].twin;
    if (twin >= 0) memcpy(x->q[i], x->q[twin], 3 * sizeof(double));
  }
}

static CatStatus find(CatArena *a, const CatLineModel *m, CatConfiguration *x, CatRestReport *r) {
  CatShapeSystem s;
  CatContext *ctx = cat_arena_context(a);
  CAT_TRY(cat_shape_system_new(a, m, x, &s));
  double *step = CAT_ARENA(a, s.at.n, double);
  if (!step) return CAT_ERR_MEMORY;
  r->unknowns = s.at.n, r->lower = s.at.kl, r->upper = s.at.ku;
  CAT_TRY(iterate(ctx, &s, step, r));
  for (int k = 0; k < 4 && aim_weights(&s) > 1e-6; k++) CAT_TRY(iterate(ctx, &s, step, r));
  place_twins(m, x);
  cat_rest_report_balance(&s, r);
  return CAT_OK;
}

CatStatus cat_rest_find(CatContext *ctx, const CatSpec *input, const CatLineModel *m,
                        CatConfiguration **rest, CatRestReport *report) {
  CatConfiguration *x;
  *report = (CatRestReport){0};
  *rest = NULL;
  CAT_TRY(cat_configuration_new(ctx, m, m->guess, &x));
  CatArena *scratch = cat_arena_new(ctx, 1 << 20);
  CatStatus status = scratch ? find(scratch, m, x, report) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  if (!status) status = check_droppers(ctx, input, m, x);
  if (status) {
    cat_configuration_free(x);
    return status;
  }
  *rest = x;
  return CAT_OK;
}
