// What the writers share. Each makes one whole file in memory; only the stage touches the disk.
#ifndef CAT_REPORT_WRITERS_H
#define CAT_REPORT_WRITERS_H

#include "record/hash.h"
#include "report.h"

// The material of all files.
typedef struct CatMaterial {
  CatContext *ctx;
  const CatSpec *spec;
  CatRecord *rec;
  CatText input;                   // the resolved input, as YAML
  char input_hash[CAT_HASH_TEXT];  // of that text
} CatMaterial;

CatStatus cat_material_init(CatMaterial *m, CatContext *ctx, const CatSpec *spec, CatRecord *rec);
void cat_material_end(CatMaterial *m);
const char *cat_material_case(const CatMaterial *m);  // never NULL, as the two below
const char *cat_material_kind(const CatMaterial *m);
const char *cat_material_title(const CatMaterial *m);  // the case's name if it has no title
const char *cat_run_status_name(CatRunStatus status);  // "ok", "failed", "interrupted"

// Marks a record that is called ok but holds a value that is not finite; true if it was.
bool cat_material_seal(CatRecord *rec);

typedef enum CatSummaryPart {
  CAT_SUMMARY_ALL,
  CAT_SUMMARY_TIMELESS,  // without timing: the same for equal runs
} CatSummaryPart;
CatStatus cat_summary_write(const CatMaterial *m, CatSummaryPart part, CatText *out);

CatStatus cat_csv_write(const CatTable *table, CatText *out);
CatStatus cat_html_write(const CatMaterial *m, CatText *out);
// The file is handed over in memory of the context.
CatStatus cat_hdf5_write(const CatMaterial *m, const char *summary, void **bytes, size_t *n);

// What built the program.
const char *cat_build_version(void);   // "0.1.0"
const char *cat_build_commit(void);    // "0123456789ab", "0123456789ab-dirty" or "unknown"
const char *cat_build_compiler(void);  // "GNU 12.2.0"
const char *cat_build_type(void);      // "Release"

#endif
