// All files of a run, through one stage.
#include "report.h"

#include "stage.h"
#include "writers.h"

CatStatus cat_report_summary(CatContext *ctx, const CatSpec *spec, CatRecord *rec, CatText *out) {
  CatMaterial m;
  cat_material_seal(rec);
  CAT_TRY(cat_material_init(&m, ctx, spec, rec));
  CatStatus status = cat_summary_write(&m, CAT_SUMMARY_ALL, out);
  cat_material_end(&m);
  return status;
}

static CatStatus add_text(CatStage *stage, const char *name, CatStatus status, CatText *text) {
  if (status == CAT_OK) status = cat_stage_add(stage, name, text->data, text->n);
  cat_text_free(text);
  return status;
}

static CatStatus add_results(const CatMaterial *m, CatStage *stage) {
  CatText summary = cat_text_new(m->ctx);
  void *bytes = NULL;
  size_t n = 0;
  CatStatus status = cat_summary_write(m, CAT_SUMMARY_TIMELESS, &summary);
  if (status == CAT_OK) status = cat_hdf5_write(m, summary.data, &bytes, &n);
  if (status == CAT_OK) status = cat_stage_add(stage, "results.h5", bytes, n);
  cat_free(m->ctx, bytes);
  cat_text_free(&summary);
  return status;
}

static CatStatus add_page(const CatMaterial *m, CatStage *stage) {
  CatText text = cat_text_new(m->ctx);
  return add_text(stage, "report.html", cat_html_write(m, &text), &text);
}

// What --csv writes: the channels over time or, where nothing marched, the first table.
static const CatTable *csv_table(const CatRecord *rec) {
  const CatTable *table = cat_record_find(rec, "time");
  return table || cat_record_tables(rec) == 0 ? table : cat_record_table_at(rec, 0);
}

static CatStatus add_channels(const CatMaterial *m, CatStage *stage, bool csv) {
  const CatTable *table = csv ? csv_table(m->rec) : NULL;
  if (!table) return cat_stage_drop(stage, "channels.csv");
  CatText text = cat_text_new(m->ctx);
  return add_text(stage, "channels.csv", cat_csv_write(table, &text), &text);
}

static CatStatus add_summary(const CatMaterial *m, CatStage *stage) {
  CatText text = cat_text_new(m->ctx);
  return add_text(stage, "summary.json", cat_summary_write(m, CAT_SUMMARY_ALL, &text), &text);
}

static CatStatus add_all(const CatMaterial *m, CatStage *stage, bool csv) {
  CAT_TRY(add_results(m, stage));
  CAT_TRY(add_page(m, stage));
  CAT_TRY(add_channels(m, stage, csv));
  for (int i = 0; i < cat_record_attachments(m->rec); i++) {
    const CatAttachment *file = cat_record_attachment_at(m->rec, i);
    CAT_TRY(cat_stage_add(stage, file->name, file->text, file->n));
  }
  return add_summary(m, stage);  // last: who finds it finds the others
}

CatStatus cat_report_write(CatContext *ctx, const CatSpec *spec, CatRecord *rec, const char *dir,
                           bool csv) {
  CatMaterial m;
  CatStage *stage = NULL;
  bool spoiled = cat_material_seal(rec);
  CAT_TRY(cat_material_init(&m, ctx, spec, rec));
  CatStatus status = cat_stage_open(ctx, dir, &stage);
  if (status == CAT_OK) status = add_all(&m, stage, csv);
  if (status == CAT_OK) status = cat_stage_commit(stage);
  cat_stage_free(stage);
  cat_material_end(&m);
  if (status != CAT_OK || !spoiled) return status;
  return CAT_FAIL(ctx, CAT_ERR_DIVERGED, "%s", cat_record_message(rec));
}
