// How a run ends: its record is checked and marked.
#ifndef CAT_API_RUN_H
#define CAT_API_RUN_H

#include "record/record.h"

// Marks the record by how the run ended; a value that is not finite makes it a failure. Returns the
// status, or that failure.
CatStatus cat_run_end(CatContext *ctx, CatRecord *rec, CatStatus status);
bool cat_run_leaves_record(CatStatus status);  // partial results are kept

#endif
