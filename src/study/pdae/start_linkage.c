// A linkage at the start: the head on the wire, the other bodies as in the drawing (13), and
// velocities for which the contact force is the given one.
#include <math.h>
#include <string.h>

#include "start.h"

// Unknowns that give the shape: the head's height, then those of its other freedoms.
static int freedoms(const CatPdaeModel *m, const double *q, int *unknown) {
  return cat_linkage_coordinates(m->linkage, q, unknown);
}

static bool is_height(int unknown) {
  return unknown % 3 == 1;
}

// The head at w, the second height as far below it as it is drawn, and the offset of (13).
static CatLinkageHold shape(const CatPdaeModel *m, const double *drawn, double w) {
  int unknown[CAT_LINKAGE_UNKNOWNS], n = freedoms(m, drawn, unknown);
  CatLinkageHold hold = {.n = 1, .unknown = {unknown[0]}, .value = {w}};
  if (n > 1 && is_height(unknown[1])) {
    hold.n = 2;
    hold.unknown[1] = unknown[1];
    hold.value[1] = w + drawn[unknown[1]] - drawn[unknown[0]] - m->spec->start.head_offset;
  }
  return hold;
}

CatStatus cat_pdae_linkage_position(CatContext *ctx, const CatSpec *spec, const CatPdaeModel *m,
                                    CatDaeState *x) {
  static const double CLOSED = 1e-11;  // [m]
  double drawn[CAT_LINKAGE_UNKNOWNS], w = x->q[m->height[0]], open, condition;
  int joint;
  cat_linkage_drawn(m->linkage, drawn);
  CAT_TRY(cat_linkage_close(ctx, m->linkage, NULL, drawn, &open, &joint));
  CatLinkageHold hold = shape(m, drawn, w);
  memcpy(x->q + m->panto, drawn, (size_t)m->np * sizeof(double));
  CAT_TRY(cat_linkage_close(ctx, m->linkage, &hold, x->q + m->panto, &open, &joint));
  const double *base = &m->spec->linkage.base_height;
  if (open > CLOSED) {
    CatWhere where = cat_spec_where(spec, base);
    return CAT_FAIL_AT(ctx, where.place, where.path,
                       "found %g m, expected a base from which the head reaches the contact wire "
                       "at %.4g m; %.3g m are missing",
                       *base, w, open);
  }
  CAT_TRY(cat_linkage_condition(ctx, m->linkage, x->q + m->panto, &condition));
  if (condition < CAT_LINKAGE_SINGULAR) return CAT_OK;
  CatWhere where = cat_spec_where(spec, base);
  return CAT_FAIL_AT(ctx, where.place, where.path,
                     "found %g m, where the linkage stands in a singular position: the condition "
                     "of its joints is %.2g, expected below %.0g",
                     *base, condition, CAT_LINKAGE_SINGULAR);
}

// The bodies below the head move at the rate v2; what contact force that takes, were it to pull.
static CatStatus force_at(CatContext *ctx, const CatPdaeModel *m, CatDaeStepper *s, double v2,
                          double *force) {
  CatDaeState *x = cat_dae_state(s);
  int unknown[CAT_LINKAGE_UNKNOWNS], n = freedoms(m, x->q + m->panto, unknown);
  CatLinkageHold hold = {.n = n};
  double v1 = x->v[m->height[0]];
  for (int i = 0; i < n; i++) {
    hold.unknown[i] = unknown[i];
    hold.value[i] = i == 0 ? v1 : is_height(unknown[i]) ? v2 : 0;
  }
  memset(x->v + m->panto, 0, (size_t)m->np * sizeof(double));
  CAT_TRY(cat_linkage_project(ctx, m->linkage, &hold, x->q + m->panto, x->v + m->panto));
  x->v[m->height[0]] = v1;
  m->holds[m->spec->ndropper] = true;
  CatStatus status = cat_dae_begin(s);
  m->holds[m->spec->ndropper] = false;
  *force = x->lambda[m->spec->ndropper];
  return status;
}

CatStatus cat_pdae_linkage_velocity(CatContext *ctx, const CatSpec *spec, const CatPdaeModel *m,
                                    CatDaeStepper *s, double *v_p2) {
  enum { TRIALS = 60 };
  static const double ENOUGH = 1e-11, CLOSE = 1e-7;  // [N]
  const CatPdaeStartSpec *start = &m->spec->start;
  int unknown[CAT_LINKAGE_UNKNOWNS];
  CatDaeState *x = cat_dae_state(s);
  double wanted = start->contact_force, v[2] = {x->v[m->height[0]], 0}, f[2];
  if (freedoms(m, x->q + m->panto, unknown) < 2 || !is_height(unknown[1])) {
    return force_at(ctx, m, s, v[0], &f[0]);  // nothing is left to choose
  }
  v[1] = v[0] + 1e-3;
  CAT_TRY(force_at(ctx, m, s, v[0], &f[0]));
  for (int k = 0; k < TRIALS; k++) {
    CAT_TRY(force_at(ctx, m, s, v[1], &f[1]));
    *v_p2 = v[1];
    if (fabs(f[1] - wanted) <= ENOUGH) return CAT_OK;
    double next = v[1] + (wanted - f[1]) * (v[1] - v[0]) / (f[1] - f[0]);
    if (!isfinite(next) || next == v[1]) break;
    v[0] = v[1], f[0] = f[1], v[1] = next;
  }
  if (fabs(f[1] - wanted) <= CLOSE) return CAT_OK;  // rounding
  CatWhere where = cat_spec_where(spec, &start->contact_force);
  return CAT_FAIL_AT(ctx, where.place, where.path,
                     "found %g N, expected a force that the linkage can have where it starts: no "
                     "velocity of the bodies below its head gives it",
                     wanted);
}
