// The kind's own fields of summary.json. The tree is cJSON's and lives in its allocator, which
// knows no context; that memory ran out there is remembered here.
#include <math.h>

#include "internal.h"

cJSON *cat_record_summary(CatRecord *rec) {
  if (!rec->summary) rec->summary = cJSON_CreateObject();
  if (!rec->summary) cat_record_lost(rec);
  return rec->summary;
}

// Takes over the item in any case; a parent of NULL is an earlier failure.
static cJSON *attach(CatRecord *rec, cJSON *parent, const char *name, cJSON *item) {
  cJSON_bool done = false;
  if (parent && item) {
    done = name ? cJSON_AddItemToObject(parent, name, item) : cJSON_AddItemToArray(parent, item);
  }
  if (done) return item;
  cJSON_Delete(item);
  cat_record_lost(rec);
  return NULL;
}

cJSON *cat_summary_object(CatRecord *rec, cJSON *parent, const char *name) {
  return attach(rec, parent, name, cJSON_CreateObject());
}

cJSON *cat_summary_array(CatRecord *rec, cJSON *parent, const char *name) {
  return attach(rec, parent, name, cJSON_CreateArray());
}

void cat_summary_number(CatRecord *rec, cJSON *parent, const char *name, double value) {
  attach(rec, parent, name, cJSON_CreateNumber(value));
}

void cat_summary_text(CatRecord *rec, cJSON *parent, const char *name, const char *value) {
  attach(rec, parent, name, cJSON_CreateString(value ? value : ""));
}

void cat_summary_bool(CatRecord *rec, cJSON *parent, const char *name, bool value) {
  attach(rec, parent, name, cJSON_CreateBool(value));
}

void cat_summary_balance(CatRecord *rec, cJSON *energy, double residual, double throughput) {
  cat_summary_number(rec, energy, "residual_J", residual);
  cat_summary_number(rec, energy, "throughput_J", throughput);
  rec->residual = residual;
  rec->throughput = throughput;
}

void cat_record_set_remedy(CatRecord *rec, const char *text) {
  rec->remedy = cat_record_copy(rec, text);
}

const char *cat_record_remedy(const CatRecord *rec) {
  return rec->remedy ? rec->remedy : "try a smaller time.step";
}

double cat_record_imbalance(const CatRecord *rec) {
  double residual = fabs(rec->residual);
  return rec->throughput > 0 ? residual / rec->throughput : residual > 0 ? INFINITY : 0;
}

double cat_created_share(double numerical, double throughput) {
  if (!isfinite(numerical) || numerical >= 0) return 0;
  return throughput > 0 ? -numerical / throughput : INFINITY;
}

CatStatus cat_record_created(CatRecord *rec, double numerical, double throughput,
                             const char *remedy) {
  static const double MOST = 0.02;  // of the throughput
  double share = cat_created_share(numerical, throughput);
  if (share <= MOST) return CAT_OK;
  if (!isfinite(share)) {
    return cat_record_warn(rec,
                           "the time integration created %.3g J where no work was done: forces "
                           "are doubtful; expected none: take a smaller time.step%s",
                           -numerical, remedy);
  }
  return cat_record_warn(rec,
                         "the time integration created %.3g J, %.2g %% of the work that was done: "
                         "forces are doubtful; expected none: take a smaller time.step%s",
                         -numerical, 100 * share, remedy);
}
