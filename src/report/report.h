// Output of a run: files in a directory, the table for the terminal, JSON for programs.
// docs/results.md describes all of it.
#ifndef CAT_REPORT_REPORT_H
#define CAT_REPORT_REPORT_H

#include "base/text.h"
#include "record/record.h"
#include "spec/spec.h"

// A run's checkpoint stands beside its results until they are those of a run that has ended.
#define CAT_CHECKPOINT_NAME "checkpoint.bin"

// Writes results.h5, report.html, with csv also channels.csv, and summary.json into dir, which is
// made if missing: all of them or none. A record that is called ok but holds a value that is not
// finite is marked as failed, written all the same, and the status is CAT_ERR_DIVERGED.
CatStatus cat_report_write(CatContext *ctx, const CatSpec *spec, CatRecord *rec, const char *dir,
                           bool csv);

// The text of summary.json. Marks a record that holds a value that is not finite as failed, too,
// but returns CAT_OK then: the text says it.
CatStatus cat_report_summary(CatContext *ctx, const CatSpec *spec, CatRecord *rec, CatText *out);

// One of the files alone, in memory; out holds its bytes.
typedef enum CatReportFile {
  CAT_REPORT_SUMMARY,
  CAT_REPORT_PAGE,
  CAT_REPORT_CHANNELS,
  CAT_REPORT_RESULTS
} CatReportFile;
CatStatus cat_report_file(CatContext *ctx, const CatSpec *spec, CatRecord *rec, CatReportFile file,
                          CatText *out);

// Results and verdicts for a terminal: grouped, aligned, at most 100 columns.
CatStatus cat_report_table(const CatRecord *rec, CatText *out);

#endif
