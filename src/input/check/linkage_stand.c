// Where a linkage is to stand: does its head reach the heights that are asked for, is it at rest
// there, does its lift push it up? Its statics cost milliseconds.
#include "linkage_stand.h"

#include <math.h>
#include <stdio.h>

#include "base/c_locale.h"
#include "base/newest_error.h"
#include "checker.h"
#include "mechanism/linkage.h"

typedef struct Checker {
  CatContext *ctx;
  CatSpec *spec;
} Checker;

//------------------------------------------------------------------------------- what is missing

// "Its joints leave 3 freedoms: height of head, height of tip, angle of arm"
static CatLine freedoms_text(const CatLinkage *l, const double *q) {
  static const char *const kinds[3] = {"place", "height", "angle"};
  int unknown[CAT_LINKAGE_UNKNOWNS], n = cat_linkage_coordinates(l, q, unknown);
  CatLine out;
  snprintf(out.s, sizeof out.s, "Its joints leave %d freedom%s", n, n == 1 ? "" : "s");
  for (int i = 0; i < n; i++) {
    char item[100];
    snprintf(item, sizeof item, "%s%s of %.60s", i ? ", " : ": ", kinds[unknown[i] % 3],
             l->spec->bodies[unknown[i] / 3].name);
    cat_line_add(&out, item);
  }
  return out;
}

// Why the head does not come to a height: behind "found 3 m, ".
static CatLine why_not(const CatLinkage *l, const CatLinkageStand *at, const CatLinkageWay *way) {
  CatLine out = {""};
  double height = way->height - l->base;
  if (way->end == CAT_LINKAGE_OUT_OF_REACH && isfinite(way->missing)) {
    cat_format(out.s, sizeof out.s, "expected a height that the head reaches; %.3g m are missing",
               way->missing);
  } else if (way->end == CAT_LINKAGE_SINGULAR_ON_WAY) {
    cat_format(out.s, sizeof out.s,
               "on the way to which is a singular position, at %.4g m: the condition of the joints "
               "is %.2g, expected below %.0g",
               height, at->condition, CAT_LINKAGE_SINGULAR);
  } else {
    cat_format(out.s, sizeof out.s,
               "on the way to which the linkage finds no rest, at %.4g m: it is out of reach, or a "
               "joint, spring or torque is missing. %.240s",
               height, freedoms_text(l, at->q).s);
  }
  return out;
}

//------------------------------------------------------------------------------- the lift

// The first value of what is constant in its lift.
static const double *lift_key(const CatLinkageSpec *s) {
  for (int i = 0; i < s->ntorque; i++) {
    if (s->torques[i].torque != 0) return &s->torques[i].torque;
  }
  for (int i = 0; i < s->nbody; i++) {
    if (s->bodies[i].force != 0) return &s->bodies[i].force;
  }
  return NULL;
}

static CatStatus judge_lift(const Checker *c, const CatLinkage *l, const CatLinkageStand *at,
                            const double *force, double was, const double *lift) {
  static const double FEW = 0.5, MANY = 2;
  double height = at->q[cat_linkage_height(l)] - l->base;
  if (l->lift < 0) {
    FAIL(c, lift,
         "found %g, with which the lift pushes the head down: for the static force of %g N at "
         "%.4g m over the drawing's zero, torques and forces would have to act %.3g times, "
         "expected the other sign",
         *lift, *force, height, l->lift);
    return CAT_ERR_INPUT;
  }
  if (l->lift >= FEW && l->lift <= MANY) return CAT_OK;
  return cat_spec_warn(c->spec, lift,
                       "found %g, with which the head pushes with %.4g N where it works, %.4g m "
                       "over the drawing's zero; for the static force of %g N (%s) all torques and "
                       "forces of the linkage act %.3g times: are they those of this pantograph?",
                       *lift, was, height, *force, location(c->spec, lift, force).s, l->lift);
}

// Whether its lift can make the force where it stands.
static CatStatus check_force(const Checker *c, CatLinkage *l, CatLinkageStand *at,
                             const double *force) {
  double slope, was = at->force;
  int errors = cat_context_errors(c->ctx);
  const double *lift = lift_key(l->spec);
  if (lift) {
    CatStatus status = cat_linkage_set_lift(c->ctx, l, *force, at, &slope);
    if (status == CAT_ERR_MEMORY) return status;
    if (status == CAT_OK) return judge_lift(c, l, at, force, was, lift);
  }
  cat_context_forget(c->ctx, errors);
  FAIL(c, force, "found %g N, expected a torque or force in the linkage that can lift it so",
       *force);
  return CAT_ERR_INPUT;
}

// The lift as it is given.
static CatStatus check_lift(const Checker *c, const CatLinkage *l, const CatLinkageStand *at) {
  const double *lift = lift_key(l->spec);
  if (at->force > 0) return CAT_OK;
  FAIL(c, lift ? (const void *)lift : (const void *)&l->spec->bodies,
       "found a linkage that does not push its head up where it works: %.4g N at %.4g m over the "
       "drawing's zero, expected a lift that does, or static_force",
       at->force, at->q[cat_linkage_height(l)] - l->base);
  return CAT_ERR_INPUT;
}

//------------------------------------------------------------------------------- heights of a case

// To a height over the drawing's zero; false: not reached, which is said at the key.
static CatStatus check_height(const Checker *c, const CatLinkage *l, CatLinkageStand *stand,
                              double height, const double *key) {
  CatLinkageWay way;
  CAT_TRY(cat_linkage_lead(c->ctx, l, stand, height + l->base, &way));
  if (way.end == CAT_LINKAGE_THERE) return CAT_OK;
  FAIL(c, key, "found %s, %s", metres(height).s, why_not(l, stand, &way).s);
  return CAT_ERR_INPUT;
}

static CatStatus check_heights(const Checker *c, const CatPantographCaseSpec *p) {
  CatLinkage l;
  CatLinkageClosing closing;
  CatLinkageStand stand = {{0}, {0}, 0, 0};
  CAT_TRY(cat_linkage_new(c->ctx, &p->linkage, &l));
  CAT_TRY(cat_linkage_closed(c->ctx, &l, stand.q, &closing));
  double drawn = stand.q[cat_linkage_height(&l)] - l.base;
  const double *at = &p->response.height;
  CAT_TRY(check_height(c, &l, &stand, *at < 0 ? drawn : *at, at));
  if (p->static_force != 0) CAT_TRY(check_force(c, &l, &stand, &p->static_force));
  if (!p->heights.given) return CAT_OK;
  CAT_TRY(check_height(c, &l, &stand, p->heights.from, &p->heights.from));
  return check_height(c, &l, &stand, p->heights.to, &p->heights.to);
}

//------------------------------------------------------------------------------- under a line

// The lowest point of the ground that bears it, in the drawing.
static double foot_height(const CatLinkage *l) {
  double least = INFINITY;
  for (int i = 0; i < l->ng; i++) {
    const CatLinkageRow *r = &l->row[i];
    if (r->to < 0 && !r->turns) least = fmin(least, r->to_s[1] - l->base);
  }
  return isfinite(least) ? least : 0;
}

static CatStatus warn_of_height(const Checker *c, const CatLinkage *l, double drawn,
                                double height) {
  double foot = foot_height(l), over = fabs(drawn - foot);
  if (over == 0 || fabs(height - drawn) <= over / 2) return CAT_OK;
  return cat_spec_warn(c->spec, &l->spec->base_height,
                       "found %g m, with which the head works %.4g m above its foot, but is drawn "
                       "%.4g m above it: is this the height of the drawing's zero over the contact "
                       "wire's?",
                       l->spec->base_height, height - foot, drawn - foot);
}

static CatStatus check_wire(const Checker *c, const CatTrainPantograph *p, double wire) {
  CatLinkage l;
  CatLinkageClosing closing;
  CatLinkageStand stand = {{0}, {0}, 0, 0};
  CatLinkageWay way;
  CAT_TRY(cat_linkage_new(c->ctx, &p->linkage, &l));
  cat_linkage_set_base(&l, p->linkage.base_height + p->body.base_height);
  CAT_TRY(cat_linkage_closed(c->ctx, &l, stand.q, &closing));
  double drawn = stand.q[cat_linkage_height(&l)] - l.base;
  CAT_TRY(cat_linkage_lead(c->ctx, &l, &stand, wire, &way));
  if (way.end != CAT_LINKAGE_THERE) {
    FAIL(c, &p->linkage.base_height,
         "found %g m, with which the head is to work %.4g m over the drawing's zero, %s",
         p->linkage.base_height, wire - l.base, why_not(&l, &stand, &way).s);
    return CAT_ERR_INPUT;
  }
  CAT_TRY(warn_of_height(c, &l, drawn, wire - l.base));
  const double *force = p->body.static_force != 0 ? &p->body.static_force : &p->target;
  if (*force != 0) return check_force(c, &l, &stand, force);
  return p->en50367 ? CAT_OK : check_lift(c, &l, &stand);
}

//------------------------------------------------------------------------------- for the kinds

// An error was raised: that is all that callers want to know.
static CatStatus but_memory(CatStatus status) {
  return status == CAT_ERR_INPUT ? CAT_OK : status;
}

CatStatus cat_check_linkage_heights(CatContext *ctx, CatSpec *spec,
                                    const CatPantographCaseSpec *p) {
  return but_memory(check_heights(&(Checker){ctx, spec}, p));
}

CatStatus cat_check_linkage_wire(CatContext *ctx, CatSpec *spec, const CatTrainPantograph *p,
                                 double wire) {
  return but_memory(check_wire(&(Checker){ctx, spec}, p, wire));
}
