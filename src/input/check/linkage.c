// A linkage: does each name name a body, do its joints close, do they determine it?
#include "mechanism/linkage.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/c_locale.h"
#include "checker.h"
#include "input/quote.h"
#include "spec/nearest.h"

typedef struct Checker {
  CatContext *ctx;
  CatSpec *spec;
  const CatLinkageSpec *l;
} Checker;

static bool names_body(const Checker *c, const char *const *name, bool ground) {
  int body = cat_linkage_body(c->l, *name);
  if (body >= 0 || (body == -1 && ground)) return true;
  CatNearest nearest = cat_nearest(*name);
  for (int i = 0; i < c->l->nbody; i++) cat_nearest_try(&nearest, c->l->bodies[i].name);
  const char *word = nearest.word;
  FAIL(c, name, "found %s, expected the name of a body of the linkage%s%s%s%s", cat_quote(*name).s,
       ground ? ", or ground" : "", word ? "; did you mean \"" : "", word ? word : "",
       word ? "\"?" : "");
  return false;
}

static void check_ends(const Checker *c, const char *const *body, const char *const *to) {
  bool named = names_body(c, body, false);
  if (!names_body(c, to, true) || !named) return;
  if (cat_linkage_body(c->l, *body) == cat_linkage_body(c->l, *to)) {
    FAIL(c, to, "found %s at both ends, expected two bodies, or a body and the ground",
         cat_quote(*to).s);
  }
}

static void check_once(const Checker *c, const void *first, size_t size, int n) {
  if (n > 0) cat_check_names(c->ctx, c->spec, &(CatNames){first, size, n});
}

// Names stand first in all of these.
static void check_names(const Checker *c) {
  const CatLinkageSpec *l = c->l;
  check_once(c, l->bodies, sizeof *l->bodies, l->nbody);
  check_once(c, l->joints, sizeof *l->joints, l->njoint);
  check_once(c, l->springs, sizeof *l->springs, l->nspring);
  check_once(c, l->torques, sizeof *l->torques, l->ntorque);
  for (int i = 0; i < l->nbody; i++) {
    const char *const *name = &l->bodies[i].name;
    if (strcmp(*name, "ground") == 0) {
      FAIL(c, name, "found \"ground\", expected another name: it stands for what does not move");
    }
  }
  if (*l->head) names_body(c, &l->head, false);
  for (int i = 0; i < l->njoint; i++) {
    check_ends(c, &l->joints[i].ends.body, &l->joints[i].ends.to);
  }
  for (int i = 0; i < l->nspring; i++) {
    check_ends(c, &l->springs[i].ends.body, &l->springs[i].ends.to);
  }
  for (int i = 0; i < l->ntorque; i++) check_ends(c, &l->torques[i].body, &l->torques[i].to);
}

// "joint knee", or "joints[1]" if it has no name
static CatLine joint_name(const Checker *c, int i) {
  CatLine out;
  const char *name = c->l->joints[i].name;
  if (*name) {
    snprintf(out.s, sizeof out.s, "joint %s", name);
  } else {
    snprintf(out.s, sizeof out.s, "joints[%d]", i);
  }
  return out;
}

// That of a singular matrix is not known beyond rounding.
static CatShort condition_text(double condition) {
  CatShort out = {.s = ""};
  if (isinf(condition)) {
    snprintf(out.s, sizeof out.s, "above 1e7");
  } else {
    cat_format(out.s, sizeof out.s, "%.2g", condition);
  }
  return out;
}

static const char *body_name(const Checker *c, int body) {
  return body < 0 ? "none" : c->l->bodies[body].name;
}

// A drawing whose joints are open is not what is computed: bodies are moved to close them.
static CatStatus warn_of_drawing(const Checker *c, const CatLinkageClosing *x) {
  static const double MILLI = 1e-3, DEGREE = 0.017453292519943295;
  if (!cat_linkage_sloppy(x)) return CAT_OK;
  return cat_spec_warn(
      c->spec, &c->l->joints[x->joint].ends.body,
      "found a drawing that is open by %.3g %s at %s: to close its joints, bodies are moved by up "
      "to %.3g mm (%s) and turned by up to %.3g degrees (%s), and springs are as long as that "
      "leaves them; draw the bodies where the joints hold them",
      x->open / (x->turns ? DEGREE : MILLI), x->turns ? "degrees" : "mm", joint_name(c, x->joint).s,
      x->moved / MILLI, body_name(c, x->moved_body), x->turned / DEGREE,
      body_name(c, x->turned_body));
}

// Joints are closed from the drawing; then none may be open, and their rows must be independent.
static CatStatus check_position(const Checker *c, const CatLinkage *k) {
  static const double CLOSED = 1e-10;  // [m]
  double q[CAT_LINKAGE_UNKNOWNS], open, condition;
  int joint;
  cat_linkage_drawn(k, q);
  CAT_TRY(cat_linkage_close(c->ctx, k, NULL, q, &open, &joint));
  if (!(open <= CLOSED)) {
    FAIL(c, &c->l->joints[joint].ends.body,
         "found a linkage that cannot close: at %s %.3g m are missing at best, expected bodies "
         "that are long enough, and drawn near to where they close",
         joint_name(c, joint).s, open);
    return CAT_OK;
  }
  CAT_TRY(cat_linkage_condition(c->ctx, k, q, &condition));
  if (!(condition < CAT_LINKAGE_SINGULAR)) {
    FAIL(c, &c->l->joints,
         "found a singular position: the condition of the joints is %s, expected below %.0g; "
         "arms in line, or joints that say the same twice, leave their forces undetermined",
         condition_text(condition).s, CAT_LINKAGE_SINGULAR);
    return CAT_OK;
  }
  CatLinkageClosing closing;
  CAT_TRY(cat_linkage_closed(c->ctx, k, q, &closing));
  return warn_of_drawing(c, &closing);
}

// A spring of no length has no direction.
static void check_springs(const Checker *c, const CatLinkage *k) {
  double q[CAT_LINKAGE_UNKNOWNS], elastic[CAT_LINKAGE_UNKNOWNS], damping[CAT_LINKAGE_UNKNOWNS];
  bool finite = true;
  cat_linkage_drawn(k, q);
  cat_linkage_forces(k, &(CatLinkageMotion){.q = q}, elastic, damping);
  for (int j = 0; j < k->nq; j++) finite = finite && isfinite(elastic[j] + damping[j]);
  if (finite) return;
  FAIL(c, &c->l->springs,
       "found a spring whose points are drawn at the same place, expected a distance: it acts "
       "along the line between them");
}

CatStatus cat_check_linkage(CatContext *ctx, CatSpec *spec, const CatLinkageSpec *linkage) {
  Checker c = {ctx, spec, linkage};
  CatLinkage k;
  int before = cat_context_errors(ctx);
  check_names(&c);
  if (cat_context_errors(ctx) > before) return CAT_OK;
  CAT_TRY(cat_linkage_new(ctx, linkage, &k));
  if (k.ng >= k.nq) {
    FAIL(&c, &linkage->joints,
         "found joints with %d equations, expected fewer than %d, three for each body: they leave "
         "nothing that could move",
         k.ng, k.nq);
    return CAT_OK;
  }
  check_springs(&c, &k);
  return check_position(&c, &k);
}
