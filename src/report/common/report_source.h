// What all files of one run are written from: the record, the resolved input, and the program's
// build.
#ifndef CAT_REPORT_COMMON_REPORT_SOURCE_H
#define CAT_REPORT_COMMON_REPORT_SOURCE_H

#include "base/text.h"
#include "record/hash.h"
#include "record/record.h"
#include "spec/spec.h"

typedef struct CatReportSource {
  CatContext *ctx;
  const CatSpec *spec;
  CatRecord *rec;
  CatText input;                   // the resolved input, as YAML
  char input_hash[CAT_HASH_TEXT];  // of that text
} CatReportSource;

CatStatus cat_report_source_init(CatReportSource *m, CatContext *ctx, const CatSpec *spec,
                                 CatRecord *rec);
void cat_report_source_end(CatReportSource *m);
const char *cat_report_source_case(const CatReportSource *m);  // never NULL, as the two below
const char *cat_report_source_kind(const CatReportSource *m);
const char *
cat_report_source_title(const CatReportSource *m);     // the case's name if it has no title
const char *cat_run_status_name(CatRunStatus status);  // "ok", "failed", "interrupted"

// Marks a record as failed if its status is ok but it holds a value that is not finite; whether it
// did.
bool cat_report_seal(CatRecord *rec);

// How the program was built.
const char *cat_build_version(void);   // "0.1.0"
const char *cat_build_commit(void);    // "0123456789ab", "0123456789ab-dirty" or "unknown"
const char *cat_build_compiler(void);  // "GNU 12.2.0"
const char *cat_build_type(void);      // "Release"

#endif
