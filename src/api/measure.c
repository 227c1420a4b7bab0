// A measured signal as a case of its own, measured at once.
#include "study/measurement/measurement.h"

#include <string.h>

#include "base/options.h"
#include "case.h"

static CatStatus locate(CatSpec *spec, const void *field, const char *path, bool given) {
  CatPlace place = {.file = cat_spec_file(spec)};
  return cat_spec_locate(spec, field, (CatWhere){.place = place, .path = path, .given = given});
}

static CatStatus locate_windows(CatSpec *spec, const CatMeasureSpec *v) {
  bool place = v->from != v->to, time = v->from_time != v->to_time;
  CAT_TRY(locate(spec, &v->from, "from", place));
  CAT_TRY(locate(spec, &v->to, "to", place));
  CAT_TRY(locate(spec, &v->from_time, "from_time", time));
  return locate(spec, &v->to_time, "to_time", time);
}

static CatStatus find_filter(CatContext *ctx, const char *name, int *out) {
  *out = CAT_FILTER_BUTTERWORTH;
  for (int i = 0; name && cat_filter_names[i]; i++) {
    *out = i;
    if (strcmp(cat_filter_names[i], name) == 0) return CAT_OK;
  }
  if (!name) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_INPUT, "filter \"%.40s\": expected %s or %s", name,
                  cat_filter_names[0], cat_filter_names[1]);
}

static CatStatus find_system(CatContext *ctx, const char *name, int *out) {
  *out = CAT_CURRENT_NONE;
  if (!name) return CAT_OK;
  for (int i = CAT_CURRENT_AC; cat_system_names[i]; i++) {
    *out = i;
    if (strcmp(cat_system_names[i], name) == 0) return CAT_OK;
  }
  return CAT_FAIL(ctx, CAT_ERR_INPUT, "system \"%.40s\": expected ac, dc-3kv, dc-1.5kv or none",
                  name);
}

static CatStatus fill(CatSpec *spec, const CatMeasureOptions *o) {
  CatMeasureSpec *v = cat_spec_root(spec);
  CatArena *a = cat_spec_arena(spec);
  CAT_TRY(cat_spec_set_file(spec, o->path));
  v->common.kind = cat_measure_kind.name;
  v->file = cat_spec_file(spec);
  v->column = o->column ? cat_arena_text(a, o->column, strlen(o->column)) : "";
  if (!v->column) return CAT_ERR_MEMORY;
  v->speed = o->speed;
  v->cutoff = o->cutoff > 0 ? o->cutoff : 20;
  v->comfort = o->comfort;
  v->from = o->window[0], v->to = o->window[1];
  v->from_time = o->window_time[0], v->to_time = o->window_time[1];
  CAT_TRY(locate(spec, &v->common.kind, "kind", true));
  CAT_TRY(locate(spec, &v->file, "file", true));
  CAT_TRY(locate(spec, &v->content, "content", true));
  CAT_TRY(locate(spec, &v->column, "column", o->column != NULL));
  CAT_TRY(locate(spec, &v->speed, "speed", o->speed > 0));
  CAT_TRY(locate(spec, &v->cutoff, "cutoff", o->cutoff > 0));
  CAT_TRY(locate(spec, &v->comfort, "comfort", o->comfort));
  CAT_TRY(locate(spec, &v->filter, "filter", o->filter != NULL));
  CAT_TRY(locate(spec, &v->system, "system", o->system != NULL));
  return locate_windows(spec, v);
}

static CatStatus fill_names(CatContext *ctx, CatSpec *spec, const CatMeasureOptions *o) {
  CatMeasureSpec *v = cat_spec_root(spec);
  CAT_TRY(find_filter(ctx, o->filter, &v->filter));
  return find_system(ctx, o->system, &v->system);
}

static CatStatus measure(CatContext *ctx, CatSpec *spec, CatRecord *rec) {
  CAT_TRY(cat_measure_run(ctx, spec, rec));
  const char *bad = cat_record_bad_value(rec);
  if (bad) return CAT_FAIL(ctx, CAT_ERR_DIVERGED, "the result is not a finite number: %s", bad);
  cat_record_set_status(rec, CAT_RUN_OK, "");
  return CAT_OK;
}

static CatStatus check(CatContext *ctx, const CatMeasureOptions *o) {
  bool good = o->speed >= 0 && o->speed <= 1000 / 3.6 && o->cutoff >= 0 && o->cutoff <= 1e4 &&
              o->window[0] <= o->window[1] && o->window_time[0] <= o->window_time[1];
  if (good) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_ARG, "speed %g m/s, cutoff %g Hz, window %g to %g m: not possible",
                  o->speed, o->cutoff, o->window[0], o->window[1]);
}

// In a context of its own.
static CatStatus make_case(CatContext *own, const CatMeasureOptions *o, CatCase **out) {
  CatSpec *spec = cat_spec_new(own, &cat_measure_kind);
  if (!spec) return CAT_ERR_MEMORY;
  CatStatus status = fill(spec, o);
  if (status == CAT_OK) status = fill_names(own, spec, o);
  if (status == CAT_OK) return cat_case_new(own, spec, out);
  cat_spec_free(spec);
  return status;
}

static CatStatus new_case(CatContext *ctx, const CatMeasureOptions *o, CatCase **out) {
  CatContext *own = cat_context_derive(ctx);
  if (!own) return CAT_ERR_MEMORY;
  CatStatus status = make_case(own, o, out);
  cat_context_hand_over(own, ctx);
  cat_context_mute(own);
  if (status) cat_context_free(own);
  return status;
}

static CatStatus measure_file(CatContext *ctx, const CatMeasureOptions *o, CatCase **c,
                              CatRecord **out) {
  CatCase *made = NULL;
  CAT_TRY(check(ctx, o));
  CAT_TRY(new_case(ctx, o, &made));
  CatRecord *rec = cat_record_new(ctx);
  CatStatus status = rec ? measure(ctx, made->spec, rec) : CAT_ERR_MEMORY;
  cat_context_hand_over(made->ctx, ctx);
  if (status == CAT_OK) {
    *c = made;
    *out = rec;
  } else {
    cat_record_free(rec);
    cat_case_free(made);
  }
  return status;
}

CatStatus cat_measure_file(CatContext *ctx, const CatMeasureOptions *options, CatCase **c,
                           CatRecord **out) {
  CatMeasureOptions o = {0};
  if (!ctx || !c || !out) return CAT_ERR_ARG;
  *c = NULL;
  *out = NULL;
  CAT_TRY(cat_options_take(ctx, "CatMeasureOptions", options, &o, sizeof o));
  if (!o.path) return CAT_FAIL(ctx, CAT_ERR_ARG, "no file to be measured");
  return measure_file(ctx, &o, c, out);
}
