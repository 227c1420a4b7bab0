#include "probe.h"

#include <math.h>
#include <string.h>

#include "assemble/line_forces.h"
#include "assemble/ports.h"
#include "base/newest_error.h"

typedef struct Problem {
  const CatLineModel *m;
  const CatConfiguration *rest;
  CatLinearSystem t;
  CatLineForces s;
  CatConfiguration moved;
  CatBand K;
  bool *slack;  // (ndropper)
  int nslack;
  double *u, *before, *r, *zero;  // (n + 1)
  double worst;                   // force by which equilibrium is missed [N]
  int iterations;
} Problem;

static CatStatus prepare(CatArena *a, const CatProbeInput *in, Problem *p) {
  *p = (Problem){.m = in->m, .rest = in->rest};
  CAT_TRY(cat_linear_system_new(a, in->m, in->rest, &p->t));
  CAT_TRY(cat_line_forces_new(a, in->m, in->rest, &p->t, &(CatLineRayleigh){0}, &p->s));
  CAT_TRY(cat_band_new(a, p->t.n, p->t.K.kd, &p->K));
  CAT_TRY(cat_configuration_reserve(a, in->m, &p->moved));
  double(*q)[6] = p->moved.q;
  p->moved = *in->rest;  // lengths and settings stay
  p->moved.arena = NULL, p->moved.q = q;
  p->slack = CAT_ARENA(a, in->m->ndropper + 1, bool);
  p->u = CAT_ARENA(a, p->t.n + 1, double);
  p->before = CAT_ARENA(a, p->t.n + 1, double);
  p->r = CAT_ARENA(a, p->t.n + 1, double);
  p->zero = CAT_ARENA(a, p->t.n + 1, double);
  return p->slack && p->u && p->before && p->r && p->zero ? CAT_OK : CAT_ERR_MEMORY;
}

// The point of the contact wire that is over x at rest.
static CatPort point_over(const Problem *p, double x) {
  const CatWire *w = &p->m->wire[0];
  int i = w->cable, last = w->cable + w->ncable - 1;
  double from = 0, to = 0;
  for (;; i++) {
    const CatCablePart *c = &p->m->cable[i];
    from = p->m->node[c->a].s + p->rest->q[c->a][CAT_ALONG];
    to = p->m->node[c->b].s + p->rest->q[c->b][CAT_ALONG];
    if (to > x || i == last) break;
  }
  double xi = fmin(fmax((x - from) / (to - from), 0), 1);
  return cat_port_wire(p->m, p->rest, &p->t, i, xi, CAT_UP);
}

// F(u) - b F, droppers that would push cancelled; the largest of it.
static double residual(Problem *p, const CatPort *b, double force) {
  memset(p->r, 0, (size_t)(p->t.n + 1) * sizeof *p->r);
  cat_line_forces_add(&p->s, (const double *[]){p->u, p->zero, p->zero}, p->r);
  p->nslack = 0;
  for (int i = 0; i < p->s.ndropper; i++) {
    const CatBarMotion *d = &p->s.dropper[i];
    double n[3], N = d->N0 + d->k * cat_dropper_stretch(&p->s, i, p->u, n);
    p->slack[i] = d->ties && N < 0;
    p->nslack += p->slack[i];
    for (int k = 0; k < 3 && p->slack[i]; k++) {
      p->r[d->dof[k]] += N * n[k], p->r[d->dof[3 + k]] -= N * n[k];
    }
  }
  cat_port_apply(b, -force, p->r);
  double worst = 0;
  for (int i = 0; i < p->t.n; i++) {
    if (!(fabs(p->r[i]) <= worst)) worst = fabs(p->r[i]);
  }
  return worst;
}

static CatStatus newton_step(CatContext *ctx, Problem *p, bool nonlinear) {
  for (int i = 0; i < p->m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      int dof = nonlinear ? p->t.dof[i][k] : -1;
      p->moved.q[i][k] = p->rest->q[i][k] + (dof < 0 ? 0 : p->u[dof]);
    }
  }
  cat_linear_system_tangent(p->m, &p->moved, &p->t, p->slack, &p->K);
  CAT_TRY(cat_band_factor(ctx, &p->K));
  cat_band_solve(&p->K, p->r, 1);
  for (int i = 0; i < p->t.n; i++) p->u[i] -= p->r[i];
  return CAT_OK;
}

// Newton's method from what u is; false: it does not get there, or to a trial whose tangent holds
// nothing. What is missing is in worst.
static CatStatus solve(CatContext *ctx, Problem *p, const CatPort *b, double force, bool *there) {
  enum { MOST = 40 };
  p->worst = residual(p, b, force);
  for (int i = 0; i < MOST && isfinite(p->worst) && p->worst > CAT_PROBE_TOLERANCE; i++) {
    int before = cat_context_errors(ctx);
    CatStatus status = newton_step(ctx, p, p->s.parts.wires);
    if (status == CAT_ERR_SINGULAR) {
      cat_context_forget(ctx, before);
      break;
    }
    CAT_TRY(status);
    p->worst = residual(p, b, force);
    p->iterations++;
  }
  *there = p->worst <= CAT_PROBE_TOLERANCE;
  return CAT_OK;
}

// The force grows in parts, halved where one is too much at once.
static CatStatus grow(CatContext *ctx, Problem *p, const CatPort *b, double force) {
  size_t size = (size_t)(p->t.n + 1) * sizeof *p->u;
  double done = 0, part = 1;
  memset(p->u, 0, size);
  while (done < 1) {
    bool there = false;
    memcpy(p->before, p->u, size);
    CAT_TRY(solve(ctx, p, b, (done + part) * force, &there));
    if (there) {
      done += part;  // exact: parts are powers of two
      continue;
    }
    if (part < 1. / 256) {
      return CAT_FAIL(ctx, CAT_ERR_DIVERGED,
                      "no equilibrium found under a force of %g N: %.3g N are missing",
                      (done + part) * force, p->worst);
    }
    memcpy(p->u, p->before, size);
    part /= 2;
  }
  return CAT_OK;
}

static CatStatus lift(CatContext *ctx, Problem *p, bool nonlinear, CatProbe *out) {
  CatPort b = point_over(p, out->x);
  p->s.parts = (CatNonlinearParts){nonlinear, nonlinear, nonlinear};
  p->iterations = 0;
  CAT_TRY(grow(ctx, p, &b, out->force));
  *(nonlinear ? &out->lift : &out->lift_linear) = cat_port_read(&b, p->u);
  *(nonlinear ? &out->slack : &out->slack_linear) = p->nslack;
  if (!nonlinear) return CAT_OK;
  out->missing = p->worst;
  out->iterations = p->iterations;
  return CAT_OK;
}

CatStatus cat_rest_probe(CatArena *a, const CatProbeInput *in, CatProbe *out) {
  CatContext *ctx = cat_arena_context(a);
  Problem p;
  CAT_TRY(prepare(a, in, &p));
  for (int i = 0; i < in->n; i++) {
    out[i] = (CatProbe){.x = in->probe[i].position, .force = in->probe[i].force};
    CAT_TRY(lift(ctx, &p, false, &out[i]));
    CAT_TRY(lift(ctx, &p, true, &out[i]));
  }
  return CAT_OK;
}

static CatStatus add_results(const CatProbe *p, CatRecord *rec) {
  const char *group = cat_record_textf(rec, "Lift at x = %g m under %g N", p->x, p->force);
  if (!group) return CAT_ERR_MEMORY;
  const CatResult lines[] = {
      {.group = group, .label = "lift", .value = 1e3 * p->lift, .unit = "mm", .note = ""},
      {.group = group,
       .label = "linearised at rest",
       .value = 1e3 * p->lift_linear,
       .unit = "mm",
       .note = ""},
      {.group = group, .label = "slack droppers", .value = p->slack, .unit = "", .note = ""}};
  for (int i = 0; i < 3; i++) CAT_TRY(cat_record_result(rec, lines[i]));
  return CAT_OK;
}

CatStatus cat_rest_probe_results(const CatProbe *p, int n, CatRecord *rec) {
  static const CatColumn columns[] = {
      {"x", "m", "place along the track"},
      {"force", "N", "force upwards"},
      {"lift", "m", "lift of the contact wire there, large displacements"},
      {"lift_linear", "m", "the same, linearised at rest"},
      {"slack", "1", "droppers that go slack"}};
  CatTable *table = cat_record_table(rec, "probe", columns, 5, (size_t)n);
  if (!table) return CAT_ERR_MEMORY;
  cJSON *rest = cJSON_GetObjectItem(cat_record_summary(rec), "rest");
  cJSON *all = cat_summary_array(rec, rest, "probe");
  for (int i = 0; i < n; i++, p++) {
    cat_table_append(table, (double[]){p->x, p->force, p->lift, p->lift_linear, p->slack});
    CAT_TRY(add_results(p, rec));
    cJSON *one = cat_summary_object(rec, all, NULL);
    cat_summary_number(rec, one, "x_m", p->x);
    cat_summary_number(rec, one, "force_N", p->force);
    cat_summary_number(rec, one, "lift_mm", 1e3 * p->lift);
    cat_summary_number(rec, one, "lift_linear_mm", 1e3 * p->lift_linear);
    cat_summary_number(rec, one, "slack_droppers", p->slack);
    cat_summary_number(rec, one, "missing_N", p->missing);
  }
  return cat_record_listing(rec,
                            (CatListing){"Probe", "Static forces on the contact wire.", "probe"});
}
