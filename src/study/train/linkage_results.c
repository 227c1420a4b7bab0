// What a pantograph that is a linkage stands with: its results, and the static force that is its
// own where none is given.
#include "linkage_results.h"

#include "monitor/linkage_standing.h"

static const CatLinkageStanding *standing(const CatTrain *r, int i) {
  return cat_linkage_standing(r->line.c->pantograph[i]);
}

double cat_train_pushed_with(const CatTrain *r, int i) {
  const CatLinkageStanding *at = standing(r, i);
  return at && r->static_force[i] == 0 ? at->force : r->static_force[i];
}

CatStatus cat_train_linkage_results(CatTrain *r, int i, cJSON *parent) {
  const CatLinkageStanding *at = standing(r, i);
  if (!at) return CAT_OK;
  const char *group = cat_record_textf(r->rec, "Linkage of %s", cat_train_label(r, i));
  return cat_linkage_record_standing(r->rec, &r->spec->pantograph[i].linkage, at, group, parent);
}
