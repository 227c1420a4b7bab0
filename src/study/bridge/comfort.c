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

// EN 1990 A2, as quoted: the greatest of 30 Hz, 1.5 times the frequency of the first mode and that
// of the third, of those that bend.
static double needed_cutoff(const CatBridge *b) {
  double f[3] = {0};
  int n = 0;
  for (int i = 0; i < b->n && n < 3; i++) {
    if (!b->twists || !b->twists[i]) f[n++] = b->omega[i] / (2 * 3.14159265358979323846);
  }
  return fmax(30, fmax(1.5 * f[0], n > 0 ? f[n - 1] : 0));
}

CatStatus cat_bridge_cutoff(CatBridgeRun *r) {
  const CatBridgeSpec *read = cat_spec_values(r->input);
  if (read->measure.track == CAT_TRACK_NONE) return CAT_OK;
  if (cat_spec_where(r->input, &read->measure.cutoff).given) return CAT_OK;
  double cutoff = needed_cutoff(&r->bridge), highest = 0.4 / r->spec->time.step;
  CatBridgeSpec *own = CAT_ARENA(r->arena, 1, CatBridgeSpec);
  if (!own) return CAT_ERR_MEMORY;
  *own = *r->spec;
  own->measure.cutoff = cutoff < highest ? cutoff : 0;  // a filter beyond it would do nothing
  r->spec = own;
  return CAT_OK;
}

CatStatus cat_bridge_deck_verdict(CatBridgeRun *r, double value, double u_num, const char *where) {
  const CatBridgeMeasureSpec *m = &r->spec->measure;
  double needed = needed_cutoff(&r->bridge);
  if (m->track == CAT_TRACK_NONE) return CAT_OK;
  if (!r->spec->bridge.imported.given && cat_deck_bears_at(&r->spec->bridge, r->watch.x)) {
    return CAT_OK;  // nothing moves there; the input has warned of it
  }
  if (m->cutoff > 0 && m->cutoff < needed * (1 - 1e-6)) {
    CAT_TRY(cat_record_warn(r->rec,
                            "measure.cutoff of %g Hz: the deck's acceleration is judged by EN 1990 "
                            "A2 (quoted) up to the greatest of 30 Hz, 1.5 f1 and f3, %.4g Hz",
                            m->cutoff, needed));
  }
  const char *below =
      m->cutoff > 0 ? cat_record_textf(r->rec, "below %.4g Hz", m->cutoff) : "without a filter";
  const char *note =
      below ? cat_record_textf(r->rec, "%s%s%s. Beyond it ballast loosens, or wheels lose contact.",
                               where, *where ? ", " : "", below)
            : NULL;
  if (!note) return CAT_ERR_MEMORY;
  return judge(r, (CatVerdict){.standard = "EN 1990 A2 (quoted)",
                               .quantity = "acceleration of the deck",
                               .unit = "m/s2",
                               .value = value,
                               .u_num = u_num,
                               .high = m->track == CAT_TRACK_BALLASTED ? 3.5 : 5,
                               .note = note});
}

CatStatus cat_bridge_comfort(CatBridgeRun *r) {
  const CatCrossing *x = &r->crossing;
  cJSON *list = cat_summary_array(r->rec, cat_record_summary(r->rec), "comfort");
  for (int i = 0; i < r->c->ncar; i++) {
    CAT_TRY(seat(r, list, i, "front"));
    CAT_TRY(seat(r, list, i, "middle"));
    CAT_TRY(seat(r, list, i, "rear"));
  }
  CAT_TRY(cat_bridge_deck_verdict(r, x->acceleration, r->uncertain.acceleration, ""));
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
