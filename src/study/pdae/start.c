#include "start.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "linalg/lcp.h"

// Static response of the wires: their stiffness (the pantograph left out), its factor, and the
// displacements under gravity and under unit forces of the constraints.
typedef struct Rest {
  CatBand K;
  double *gravity;       // (nq)
  double *rows, *unit;   // of droppers and contact (x nq): G and K^-1 G'
  double *slope, *bend;  // (nq): dG/dt and d2G/dt2 of the contact
} Rest;

static CatStatus rest_new(CatArena *a, const CatPdaeModel *m, Rest *r) {
  int nq = m->dae.nq, ng = m->spec->ndropper + 1;
  r->gravity = CAT_ARENA(a, nq, double);
  r->rows = CAT_ARENA(a, ng * nq, double);
  r->unit = CAT_ARENA(a, ng * nq, double);
  r->slope = CAT_ARENA(a, nq, double);
  r->bend = CAT_ARENA(a, nq, double);
  if (!r->gravity || !r->rows || !r->unit || !r->slope || !r->bend) return CAT_ERR_MEMORY;
  return cat_band_new(a, m->panto, m->ops->kd_stiffness, &r->K);
}

static CatStatus rest_solve(CatContext *ctx, const CatPdaeModel *m, Rest *r) {
  size_t nq = (size_t)m->dae.nq;
  for (int j = 0; j < m->panto; j++) {
    for (int i = j > r->K.kd ? j - r->K.kd : 0; i <= j; i++) {
      cat_band_add(&r->K, i, j, cat_band_get(&m->dae.K, i, j));
    }
  }
  CAT_TRY(cat_band_factor(ctx, &r->K));
  memcpy(r->gravity, m->f, (size_t)m->panto * sizeof(double));
  cat_band_solve(&r->K, r->gravity, 1);
  for (int i = 0; i <= m->spec->ndropper; i++) {
    double *row = r->rows + (size_t)i * nq, *unit = r->unit + (size_t)i * nq;
    m->dae.row(m, i, 0, row, r->slope, r->bend);
    memcpy(unit, row, (size_t)m->panto * sizeof(double));
    cat_band_solve(&r->K, unit, 1);
  }
  return CAT_OK;
}

// Height that the pantograph gives way per unit of contact force, on its springs.
static double pantograph_compliance(const CatMassChainSpec *p) {
  double sum = 0;
  for (int j = 0; j < p->nmass; j++) sum += 1 / p->masses[j].stiffness;
  return sum;
}

// The contact force is known at rest unless the pantograph stands on springs down to the ground.
static bool contact_force_known(const CatPdaeSpec *s, double *force) {
  const CatMassChainSpec *p = &s->pantograph;
  bool given = s->start.rule == CAT_PDAE_START_FORCE;
  *force = given ? s->start.contact_force : p->static_force;
  return given || p->masses[p->nmass - 1].stiffness == 0;
}

// The forces at rest: 0 <= lambda _|_ W lambda + q >= 0 over the droppers and, where its force is
// not known, the contact.
static CatStatus rest_forces(CatContext *ctx, CatArena *a, const CatPdaeModel *m, const Rest *r,
                             double *lambda, bool *active) {
  const CatMassChainSpec *p = &m->spec->pantograph;
  int nd = m->spec->ndropper, n = contact_force_known(m->spec, &lambda[nd]) ? nd : nd + 1;
  double *W = CAT_ARENA(a, n * n + 1, double), *q = CAT_ARENA(a, n + 1, double);
  double *work = CAT_ARENA(a, n * n + n + 1, double);
  int *pivot = CAT_ARENA(a, n + 1, int);
  if (!W || !q || !work || !pivot) return CAT_ERR_MEMORY;
  size_t nq = (size_t)m->dae.nq;
  for (int i = 0; i < n; i++) {
    const double *row = r->rows + (size_t)i * nq;
    for (int j = 0; j < n; j++) W[i * n + j] = cat_dot(m->panto, row, r->unit + (size_t)j * nq);
    q[i] = m->z[i] + cat_dot(m->panto, row, r->gravity);
    if (n == nd) q[i] += lambda[nd] * cat_dot(m->panto, row, r->unit + (size_t)nd * nq);
  }
  if (n > nd) {
    W[nd * n + nd] += pantograph_compliance(p);
    q[nd] -= p->static_force / p->masses[p->nmass - 1].stiffness;
  }
  CatLcp lcp = {.n = n, .W = W, .q = q, .p = lambda, .work = work, .pivot = pivot};
  lcp.active = active;
  return cat_lcp_solve(ctx, &lcp);
}

static void rest_shape(const CatPdaeModel *m, const Rest *r, const double *lambda, double *q) {
  memcpy(q, r->gravity, (size_t)m->panto * sizeof(double));
  for (int i = 0; i <= m->spec->ndropper; i++) {
    cat_axpy(m->panto, lambda[i], r->unit + (size_t)i * (size_t)m->dae.nq, q);
  }
}

// All droppers must be taut at rest; says by how much the slack ones hang.
static CatStatus check_taut(CatContext *ctx, const CatSpec *spec, const CatPdaeModel *m,
                            const Rest *r, const double *q, const bool *active) {
  const CatPdaeSpec *s = m->spec;
  CatStatus status = CAT_OK;
  for (int i = 0; i < s->ndropper; i++) {
    if (active[i]) continue;
    double slack = m->z[i] + cat_dot(m->panto, r->rows + (size_t)i * (size_t)m->dae.nq, q);
    const CatPdaeDropper *d = &s->droppers[i];
    CatWhere where = cat_spec_where(spec, &d->length);
    status =
        CAT_FAIL_AT(ctx, where.place, where.path,
                    "found %g m, expected a dropper that is taut at rest; at %g m it hangs slack "
                    "by %.3g mm: shorten it to less than %.6g m",
                    d->length, d->position, 1e3 * slack, d->length - slack);
  }
  return status;
}

// The head on the wire: its height and velocity.
static void start_head(const CatPdaeModel *m, const Rest *r, CatDaeState *x) {
  const double *contact = r->rows + (size_t)m->spec->ndropper * (size_t)m->dae.nq;
  x->q[m->height[0]] = cat_dot(m->panto, contact, x->q);
  x->v[m->height[0]] = cat_dot(m->panto, r->slope, x->q);  // 0 = Gt q + G v, the wires at rest
}

// Positions and velocities of the bodies below the head, as the rule says.
static void start_chain(const CatPdaeModel *m, const Rest *r, double lambda_p, CatDaeState *x) {
  const CatPdaeSpec *s = m->spec;
  const CatChainMass *body = s->pantograph.masses;
  double *w = x->q + m->panto, *v = x->v + m->panto;
  double a = cat_dot(m->panto, r->bend, x->q);  // 0 = Gtt q + G a likewise
  for (int j = 1; j < m->np; j++) {
    w[j] = s->start.rule == CAT_PDAE_START_FORCE ? w[0] - s->start.head_offset
                                                 : w[j - 1] + lambda_p / body[j - 1].stiffness;
    v[j] = v[0];
  }
  if (s->start.rule != CAT_PDAE_START_FORCE || m->np < 2) return;
  // first line of (12), solved for the velocity of the second body; those below follow it
  double spring = body[0].stiffness * (w[0] - w[1]);
  double v2 = v[0] + (body[0].mass * a + spring + lambda_p) / body[0].damping;
  for (int j = 1; j < m->np; j++) v[j] = v2;
}

static CatStatus start(CatContext *ctx, CatArena *a, const CatSpec *spec, const CatPdaeModel *m,
                       CatDaeState *x, CatPdaeInitial *out) {
  Rest r;
  double *lambda = CAT_ARENA(m->arena, m->spec->ndropper + 1, double);
  if (!lambda) return CAT_ERR_MEMORY;
  CAT_TRY(rest_new(a, m, &r));
  CAT_TRY(rest_solve(ctx, m, &r));
  for (int i = 0; i < m->dae.ng; i++) x->active[i] = true;
  CAT_TRY(rest_forces(ctx, a, m, &r, lambda, x->active));
  rest_shape(m, &r, lambda, x->q);
  CAT_TRY(check_taut(ctx, spec, m, &r, x->q, x->active));
  start_head(m, &r, x);
  if (m->linkage) {
    CAT_TRY(cat_pdae_linkage_position(ctx, spec, m, x));
  } else {
    start_chain(m, &r, lambda[m->spec->ndropper], x);
  }
  *out = (CatPdaeInitial){.contact_force = lambda[m->spec->ndropper],
                          .dropper_force = lambda,
                          .w_p1 = x->q[m->height[0]],
                          .v_p1 = x->v[m->height[0]],
                          .v_p2 = m->nbody > 1 ? x->v[m->height[1]] : NAN};
  return CAT_OK;
}

CatStatus cat_pdae_start(CatContext *ctx, const CatSpec *spec, const CatPdaeModel *m,
                         CatDaeState *x, CatPdaeInitial *out) {
  CatArena *scratch = cat_arena_new(ctx, 1 << 18);
  CatStatus status = scratch ? start(ctx, scratch, spec, m, x, out) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}
