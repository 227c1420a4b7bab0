#include "report_source.h"

#include <string.h>

static void find_hash(CatReportSource *m) {
  CatHash hash = cat_hash_new();
  cat_hash_add(&hash, m->input.data ? m->input.data : "", m->input.n);
  cat_hash_end_text(&hash, m->input_hash);
}

static CatStatus check_origin(const CatReportSource *m) {
  const char *origin = cat_record_origin(m->rec);
  if (!*origin || strcmp(origin, m->input_hash) == 0) return CAT_OK;
  return CAT_FAIL(m->ctx, CAT_ERR_ARG,
                  "these results are of another case: their input has the hash %.12s..., that of "
                  "\"%.60s\" has %.12s...",
                  origin, cat_report_source_title(m), m->input_hash);
}

// The input that is kept says what the program set besides, and its hash is another one then.
static CatStatus find_input(CatReportSource *m) {
  const char *altered = cat_record_altered(m->rec);
  CAT_TRY(cat_record_ok(m->rec));
  CAT_TRY(cat_spec_print(m->spec, &m->input));
  CAT_TRY(cat_text_ok(&m->input));
  find_hash(m);
  CAT_TRY(check_origin(m));
  if (!*altered) return CAT_OK;
  cat_text_addf(&m->input, "# set by the program: %s\n", altered);
  find_hash(m);
  return cat_text_ok(&m->input);
}

CatStatus cat_report_source_init(CatReportSource *m, CatContext *ctx, const CatSpec *spec,
                                 CatRecord *rec) {
  *m = (CatReportSource){.ctx = ctx, .spec = spec, .rec = rec, .input = cat_text_new(ctx)};
  CatStatus status = find_input(m);
  if (status) cat_report_source_end(m);
  return status;
}

void cat_report_source_end(CatReportSource *m) {
  cat_text_free(&m->input);
}

const char *cat_report_source_case(const CatReportSource *m) {
  const char *file = cat_spec_file(m->spec);
  return file ? file : "";
}

const char *cat_report_source_kind(const CatReportSource *m) {
  return cat_spec_kind(m->spec)->name;
}

const char *cat_report_source_title(const CatReportSource *m) {
  const char *title = cat_spec_common(m->spec)->title;
  return title && title[0] ? title : cat_report_source_case(m);
}

const char *cat_run_status_name(CatRunStatus status) {
  switch (status) {
  case CAT_RUN_OK: return "ok";
  case CAT_RUN_FAILED: return "failed";
  case CAT_RUN_INTERRUPTED: return "interrupted";
  }
  return "failed";
}

bool cat_report_seal(CatRecord *rec) {
  if (cat_record_status(rec) != CAT_RUN_OK) return false;
  const char *bad = cat_record_bad_value(rec);
  if (!bad) return false;
  const char *message = cat_record_textf(rec, "the result is not a finite number: %s", bad);
  cat_record_set_status(rec, CAT_RUN_FAILED, message ? message : bad);
  return true;
}

const char *cat_build_version(void) {
  return CAT_VERSION;
}

const char *cat_build_compiler(void) {
  return CAT_COMPILER;
}

const char *cat_build_type(void) {
  return CAT_BUILD_TYPE;
}
