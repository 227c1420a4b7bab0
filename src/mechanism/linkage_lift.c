// Where a linkage stands: led from its drawing to a height, and the lift with which its head pushes
// with a given force there.
#include <math.h>

#include "base/newest_error.h"
#include "linkage.h"

CatStatus cat_linkage_closed(CatContext *ctx, const CatLinkage *l, double *q,
                             CatLinkageClosing *out) {
  double drawn[CAT_LINKAGE_UNKNOWNS], open;
  int joint;
  *out = (CatLinkageClosing){.joint = -1, .moved_body = -1, .turned_body = -1};
  cat_linkage_drawn(l, drawn);
  cat_linkage_drawn(l, q);
  for (int i = 0; i < l->ng; i++) {
    double g[3];
    cat_linkage_gap(l, i, &(CatLinkageMotion){.q = drawn}, g);
    if (fabs(g[0]) <= out->open) continue;
    out->open = fabs(g[0]), out->joint = l->row[i].joint, out->turns = l->row[i].turns;
  }
  CAT_TRY(cat_linkage_close(ctx, l, NULL, q, &open, &joint));
  for (int i = 0; i < l->nbody; i++) {
    const double *to = &q[3 * i], *from = &drawn[3 * i];
    double moved = hypot(to[0] - from[0], to[1] - from[1]), turned = fabs(to[2] - from[2]);
    if (moved > out->moved) out->moved = moved, out->moved_body = i;
    if (turned > out->turned) out->turned = turned, out->turned_body = i;
  }
  return CAT_OK;
}

bool cat_linkage_sloppy(const CatLinkageClosing *c) {
  static const double LITTLE = 1e-3;  // [m] or [rad]
  return c->open > LITTLE;
}

//------------------------------------------------------------------------------- led to a height

// What kept it from there is told by the way: the errors of the attempt are forgotten.
static CatStatus told(CatContext *ctx, int errors, CatStatus status, bool *failed) {
  *failed = status != CAT_OK;
  if (status == CAT_ERR_DIVERGED || status == CAT_ERR_SINGULAR) status = CAT_OK;
  if (*failed && status == CAT_OK) cat_context_forget(ctx, errors);
  return status;
}

// What is missing where the head cannot come to a height.
static CatStatus find_miss(CatContext *ctx, const CatLinkage *l, const CatLinkageStand *from,
                           double height, double *missing) {
  CatLinkageStand to = *from;
  CatLinkageHold hold = {.n = 1, .unknown = {cat_linkage_height(l)}, .value = {height}};
  int joint, errors = cat_context_errors(ctx);
  bool failed;
  CAT_TRY(told(ctx, errors, cat_linkage_close(ctx, l, &hold, to.q, missing, &joint), &failed));
  if (failed) *missing = INFINITY;
  return CAT_OK;
}

CatStatus cat_linkage_lead(CatContext *ctx, const CatLinkage *l, CatLinkageStand *stand,
                           double height, CatLinkageWay *way) {
  enum { MOST = 500 };
  static const double STRIDE = 0.02, CLOSED = 1e-9;  // [m]
  double from = stand->q[cat_linkage_height(l)];
  int n = (int)fmin(fmax(1, ceil(fabs(height - from) / STRIDE)), MOST);
  int errors = cat_context_errors(ctx);
  *way = (CatLinkageWay){.end = CAT_LINKAGE_OUT_OF_REACH, .height = height};
  CAT_TRY(find_miss(ctx, l, stand, height, &way->missing));
  if (!(way->missing <= CLOSED)) return CAT_OK;
  for (int i = 1; i <= n; i++) {
    bool failed;
    way->height = from + (height - from) * i / n;
    way->end = CAT_LINKAGE_NO_REST;
    CAT_TRY(told(ctx, errors, cat_linkage_stand(ctx, l, way->height, stand), &failed));
    if (failed) return CAT_OK;
    way->end = CAT_LINKAGE_SINGULAR_ON_WAY;
    if (!(stand->condition < CAT_LINKAGE_SINGULAR)) return CAT_OK;
  }
  way->end = CAT_LINKAGE_THERE;
  return CAT_OK;
}

CatStatus cat_linkage_rest(CatContext *ctx, const CatLinkage *l, double height,
                           CatLinkageStand *out, CatLinkageWay *way) {
  CatLinkageClosing closing;
  *out = (CatLinkageStand){0};
  CAT_TRY(cat_linkage_closed(ctx, l, out->q, &closing));
  return cat_linkage_lead(ctx, l, out, height, way);
}

//------------------------------------------------------------------------------- the lift

// At the same height under another lift.
static CatStatus stand_with(CatContext *ctx, CatLinkage *l, double lift, double height,
                            CatLinkageStand *at) {
  l->lift = lift;
  return cat_linkage_stand(ctx, l, height, at);
}

CatStatus cat_linkage_set_lift(CatContext *ctx, CatLinkage *l, double force, CatLinkageStand *at,
                               double *slope) {
  enum { TRIALS = 20 };
  static const double PART = 1e-3, ENOUGH = 1e-9, LEAST = 1e-3;  // of the lift; [N]; [N]
  double height = at->q[cat_linkage_height(l)], before = at->force, given = l->lift;
  CAT_TRY(stand_with(ctx, l, given + PART, height, at));
  *slope = (at->force - before) / PART;
  CAT_TRY(stand_with(ctx, l, given, height, at));
  if (force != before && fabs(*slope) < LEAST) {
    return CAT_FAIL(ctx, CAT_ERR_SINGULAR, "the linkage %s has no torque or force that lifts it",
                    l->spec->name);
  }
  for (int k = 0; k < TRIALS && force != before && fabs(at->force - force) > ENOUGH; k++) {
    CAT_TRY(stand_with(ctx, l, l->lift + (force - at->force) / *slope, height, at));
  }
  return CAT_OK;
}
