// The kind pantograph: is there something to look at, and do ranges ascend?
#include "spec/pantograph_case.h"

#include "checker.h"
#include "linkage_stand.h"
#include "measured_response.h"

typedef struct Checker {
  CatContext *ctx;
  CatSpec *spec;
  const CatPantographCaseSpec *p;
} Checker;

static void check_ascending(const Checker *c, const double *from, const double *to,
                            const char *unit) {
  if (*from < *to) return;
  FAIL(c, to, "found %s, expected above %s (%s), where the range begins",
       cat_quantity_brief(*to, unit).s, cat_quantity_brief(*from, unit).s,
       location(c->spec, to, from).s);
}

static void check_presence(const Checker *c) {
  const CatPantographCaseSpec *p = c->p;
  if (!p->linkage.given && !*p->fit.measured) {
    FAIL(c, &p->common.kind, "found neither, expected a linkage or a file fit.measured");
  }
  if (!p->linkage.given && p->heights.given) {
    FAIL(c, &p->heights.given, "found heights without a linkage, expected none");
  }
}

CatStatus cat_pantograph_check(CatContext *ctx, CatSpec *spec) {
  Checker c = {ctx, spec, cat_spec_values(spec)};
  const CatPantographCaseSpec *p = c.p;
  int before = cat_context_errors(ctx);
  check_presence(&c);
  if (p->heights.given) check_ascending(&c, &p->heights.from, &p->heights.to, "m");
  check_ascending(&c, &p->response.from, &p->response.to, "Hz");
  if (p->fit.most < p->fit.least) {
    FAIL(&c, &p->fit.most, "found %d, expected at least masses_from = %d (%s)", p->fit.most,
         p->fit.least, location(spec, &p->fit.most, &p->fit.least).s);
  }
  if (*p->fit.measured) {
    CatStatus status = cat_measured_response_check(ctx, spec);
    if (status == CAT_ERR_MEMORY) return status;
  }
  if (!p->linkage.given) return CAT_OK;
  CAT_TRY(cat_check_linkage(ctx, spec, &p->linkage));
  if (cat_context_errors(ctx) > before) return CAT_OK;
  return cat_check_linkage_heights(ctx, spec, p);
}
