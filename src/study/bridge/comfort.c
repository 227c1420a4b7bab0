// Comfort in the cars of a crossing, and verdicts (EN 1990 A2, EN 1991-2, EN 14363; quoted, the
// standards themselves were not read).
#include "post/comfort.h"

#include <math.h>

#include "run.h"

// b_v: largest acceleration in a car; classes of EN 1990, table A2.9.
static const char *level_of(double peak) {
  return peak <= 1 ? "very good" : peak <= 1.3 ? "good" : peak <= 2 ? "acceptable" : "none";
}

static CatStatus seat(CatBridgeRun *r, cJSON *list, int car, const char *where) {
  CatRecord *rec = r->rec;
  const CatBridgeCar *b = &r->c->car[car];
  const char *name = cat_record_textf(rec, "c%d.%s", car + 1, where);
  if (!name) return CAT_ERR_MEMORY;
  const CatChannel *a = cat_table_channel(r->table, name);
  CatComfort c;
  CAT_TRY(cat_comfort(r->ctx, CAT_VERTICAL, 1 / r->spec->time.step, a->data, r->table->n, &c));
  cJSON *item = cat_summary_object(rec, list, NULL);
  cat_summary_text(rec, item, "train", r->spec->trains[b->train].name);
  cat_summary_number(rec, item, "car", b->number + 1);
  cat_summary_text(rec, item, "at", where);
  cat_summary_number(rec, item, "peak_m_s2", c.peak);
  cat_summary_text(rec, item, "level", level_of(c.peak));
  cat_summary_number(rec, item, "iso2631_rms_m_s2", c.iso2631);
  cat_summary_number(rec, item, "en12299_p95_m_s2", c.p95);
  cat_summary_number(rec, item, "en12299_n_mv", c.n_mv);
  cat_summary_number(rec, item, "windows_5s", c.windows);
  cat_summary_number(rec, item, "sperling", c.sperling);
  return CAT_OK;
}

// At most `high`.
static CatStatus judge(CatBridgeRun *r, CatVerdict v) {
  v.low = NAN;
  v.pass = v.value <= v.high;
  return cat_record_verdict(r->rec, v);
}

CatStatus cat_bridge_comfort(CatBridgeRun *r) {
  const CatCrossing *x = &r->crossing;
  int track = r->spec->measure.track;
  cJSON *list = cat_summary_array(r->rec, cat_record_summary(r->rec), "comfort");
  for (int i = 0; i < r->c->ncar; i++) {
    CAT_TRY(seat(r, list, i, "front"));
    CAT_TRY(seat(r, list, i, "middle"));
    CAT_TRY(seat(r, list, i, "rear"));
  }
  if (track != CAT_TRACK_NONE) {
    CAT_TRY(judge(r, (CatVerdict){.standard = "EN 1990 A2 (quoted)",
                                  .quantity = "acceleration of the deck",
                                  .unit = "m/s2",
                                  .value = x->acceleration,
                                  .u_num = r->uncertain.acceleration,
                                  .high = track == CAT_TRACK_BALLASTED ? 3.5 : 5,
                                  .note = "Beyond it ballast loosens, or wheels lose contact."}));
  }
  if (r->c->ncar == 0) return CAT_OK;
  CAT_TRY(judge(r, (CatVerdict){.standard = "EN 1990 A2 (quoted)",
                                .quantity = "acceleration in the cars",
                                .unit = "m/s2",
                                .value = x->body,
                                .u_num = r->uncertain.body,
                                .high = 2,
                                .note = "The limit of acceptable comfort; 1.3 is good, 1.0 very "
                                        "good."}));
  return judge(r, (CatVerdict){.standard = "EN 14363 (quoted)",
                               .quantity = "unloading of a wheelset",
                               .unit = "",
                               .value = x->unloading,
                               .u_num = r->uncertain.unloading,
                               .high = 0.6,
                               .note = "The part of its weight that a wheelset lost."});
}
