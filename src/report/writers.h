// Writers of summary.json and channels.csv. Like those of report/html and report/hdf5, each makes
// one whole file in memory; only the transaction touches the disk.
#ifndef CAT_REPORT_WRITERS_H
#define CAT_REPORT_WRITERS_H

#include "report/common/report_source.h"

typedef enum CatSummaryPart {
  CAT_SUMMARY_ALL,
  CAT_SUMMARY_TIMELESS,  // without timing: the same for equal runs
} CatSummaryPart;
CatStatus cat_summary_write(const CatReportSource *m, CatSummaryPart part, CatText *out);

CatStatus cat_csv_write(const CatTable *table, CatText *out);

#endif
