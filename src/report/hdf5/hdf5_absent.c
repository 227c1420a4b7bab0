// A build without HDF5 (CAT_HDF5).
#include "hdf5.h"
#include "results_file.h"

static CatStatus absent(CatContext *ctx) {
  return CAT_FAIL(ctx, CAT_ERR_ARG,
                  "results.h5 is not part of this build: it was made without HDF5");
}

void cat_hdf5_version(char text[CAT_HDF5_VERSION]) {
  text[0] = 0;
}

CatStatus cat_hdf5_write(const CatReportSource *m, const char *summary, void **bytes, size_t *n) {
  (void)summary;
  *bytes = NULL, *n = 0;
  return absent(m->ctx);
}

// As if there were no such file: whoever compares has the numbers of summary.json.
CatStatus cat_results_file_open(CatContext *ctx, const char *path, CatResultsFile **out) {
  cat_log(ctx, CAT_LOG_WARNING, "%s is not read: this build was made without HDF5", path);
  *out = NULL;
  return CAT_OK;
}

CatStatus cat_results_file_image(CatContext *ctx, const char *path, void *bytes, size_t n,
                                 CatResultsFile **out) {
  (void)path, (void)bytes, (void)n;
  *out = NULL;
  return absent(ctx);
}

CatStatus cat_results_file_table(const CatResultsFile *file, CatRecord *rec, const char *table,
                                 const char *as, const CatTable **out) {
  (void)file, (void)table, (void)as;
  *out = NULL;
  return absent(cat_record_context(rec));
}

CatStatus cat_results_file_parse(CatContext *ctx, const char *name, const void *bytes, size_t n,
                                 CatResultsFile **out) {
  (void)name, (void)bytes, (void)n;
  *out = NULL;
  return absent(ctx);
}

CatStatus cat_results_file_all(const CatResultsFile *file, CatRecord *rec) {
  (void)file;
  return absent(cat_record_context(rec));
}

void cat_results_file_free(CatResultsFile *file) {
  (void)file;
}
