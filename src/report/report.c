// Writes all files of a run in one transaction.
#include "report.h"

#include "report/hdf5/hdf5.h"
#include "report/html/html.h"
#include "transaction.h"
#include "writers.h"

static CatStatus add_text(CatTransaction *transaction, const char *name, CatStatus status,
                          CatText *text) {
  if (status == CAT_OK) status = cat_transaction_add(transaction, name, text->data, text->n);
  cat_text_free(text);
  return status;
}

static CatStatus write_results(const CatReportSource *m, CatText *out) {
  CatText summary = cat_text_new(m->ctx);
  void *bytes = NULL;
  size_t n = 0;
  CatStatus status = cat_summary_write(m, CAT_SUMMARY_TIMELESS, &summary);
  if (status == CAT_OK) status = cat_hdf5_write(m, summary.data, &bytes, &n);
  if (status == CAT_OK) {
    cat_text_add_bytes(out, bytes, n);
    status = cat_text_ok(out);
  }
  cat_free(m->ctx, bytes);
  cat_text_free(&summary);
  return status;
}

static bool has_hdf5(void) {
  char version[CAT_HDF5_VERSION];
  cat_hdf5_version(version);
  return version[0] != 0;
}

static CatStatus add_results(const CatReportSource *m, CatTransaction *transaction) {
  if (!has_hdf5()) {
    cat_log(m->ctx, CAT_LOG_WARNING, "no results.h5 is written: this build was made without HDF5");
    return cat_transaction_drop(transaction, "results.h5");
  }
  CatText bytes = cat_text_new(m->ctx);
  return add_text(transaction, "results.h5", write_results(m, &bytes), &bytes);
}

static CatStatus add_page(const CatReportSource *m, CatTransaction *transaction) {
  CatText text = cat_text_new(m->ctx);
  return add_text(transaction, "report.html", cat_html_write(m, &text), &text);
}

// What --csv writes: the channels over time or, where nothing marched, the first table.
static const CatTable *csv_table(const CatRecord *rec) {
  const CatTable *table = cat_record_find(rec, "time");
  return table || cat_record_tables(rec) == 0 ? table : cat_record_table_at(rec, 0);
}

static CatStatus add_table(const CatReportSource *m, CatTransaction *transaction, const char *file,
                           const CatTable *table) {
  if (!table) return cat_transaction_drop(transaction, file);
  CatText text = cat_text_new(m->ctx);
  return add_text(transaction, file, cat_csv_write(table, &text), &text);
}

// A frequency response, from which chains can be fitted elsewhere, has a file if it is not the
// first table.
static CatStatus add_channels(const CatReportSource *m, CatTransaction *transaction, bool csv) {
  const CatTable *table = csv ? csv_table(m->rec) : NULL;
  const CatTable *response = csv ? cat_record_find(m->rec, "response") : NULL;
  CAT_TRY(add_table(m, transaction, "channels.csv", table));
  return add_table(m, transaction, "channels-response.csv", response == table ? NULL : response);
}

static CatStatus add_summary(const CatReportSource *m, CatTransaction *transaction) {
  CatText text = cat_text_new(m->ctx);
  return add_text(transaction, "summary.json", cat_summary_write(m, CAT_SUMMARY_ALL, &text), &text);
}

// A run that was stopped goes on from its checkpoint; any other has ended.
static CatStatus drop_checkpoint(const CatReportSource *m, CatTransaction *transaction) {
  if (cat_record_status(m->rec) == CAT_RUN_INTERRUPTED) return CAT_OK;
  return cat_transaction_drop(transaction, CAT_CHECKPOINT_NAME);
}

static CatStatus add_all(const CatReportSource *m, CatTransaction *transaction, bool csv) {
  CAT_TRY(add_results(m, transaction));
  CAT_TRY(add_page(m, transaction));
  CAT_TRY(add_channels(m, transaction, csv));
  for (int i = 0; i < cat_record_attachments(m->rec); i++) {
    const CatAttachment *file = cat_record_attachment_at(m->rec, i);
    CAT_TRY(cat_transaction_add(transaction, file->name, file->text, file->n));
  }
  CAT_TRY(drop_checkpoint(m, transaction));
  return add_summary(m, transaction);  // last: where it exists, the others do too
}

CatStatus cat_report_write(CatContext *ctx, const CatSpec *spec, CatRecord *rec, const char *dir,
                           bool csv) {
  CatReportSource m;
  CatTransaction *transaction = NULL;
  bool spoiled = cat_report_seal(rec);
  CAT_TRY(cat_report_source_init(&m, ctx, spec, rec));
  CatStatus status = cat_transaction_open(ctx, dir, &transaction);
  if (status == CAT_OK) status = add_all(&m, transaction, csv);
  if (status == CAT_OK) status = cat_transaction_commit(transaction);
  cat_transaction_free(transaction);
  cat_report_source_end(&m);
  if (status != CAT_OK || !spoiled) return status;
  return CAT_FAIL(ctx, CAT_ERR_DIVERGED, "%s", cat_record_message(rec));
}

//------------------------------------------------------------------------------- one file alone

static CatStatus write_channels(const CatReportSource *m, CatText *out) {
  const CatTable *table = csv_table(m->rec);
  if (table) return cat_csv_write(table, out);
  return CAT_FAIL(m->ctx, CAT_ERR_ARG, "the record has no channels");
}

static CatStatus write_file(const CatReportSource *m, CatReportFile file, CatText *out) {
  switch (file) {
  case CAT_REPORT_SUMMARY: return cat_summary_write(m, CAT_SUMMARY_ALL, out);
  case CAT_REPORT_PAGE: return cat_html_write(m, out);
  case CAT_REPORT_CHANNELS: return write_channels(m, out);
  case CAT_REPORT_RESULTS: return write_results(m, out);
  }
  return CAT_FAIL(m->ctx, CAT_ERR_ARG, "there is no file %d of results", (int)file);
}

CatStatus cat_report_file(CatContext *ctx, const CatSpec *spec, CatRecord *rec, CatReportFile file,
                          CatText *out) {
  CatReportSource m;
  cat_report_seal(rec);
  CAT_TRY(cat_report_source_init(&m, ctx, spec, rec));
  CatStatus status = write_file(&m, file, out);
  cat_report_source_end(&m);
  return status;
}

CatStatus cat_report_summary(CatContext *ctx, const CatSpec *spec, CatRecord *rec, CatText *out) {
  return cat_report_file(ctx, spec, rec, CAT_REPORT_SUMMARY, out);
}
