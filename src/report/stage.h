// The staged output directory: files get their final names only when all of them are complete on
// the disk. Until then, and after any failure, whatever was there before stays as it was. A stage
// locks its directory, so that the files in it are those of one process.
#ifndef CAT_REPORT_STAGE_H
#define CAT_REPORT_STAGE_H

#include "base/context.h"

typedef struct CatStage CatStage;

// Makes the directory if it is missing, waits for another process that writes there, up to 5 s, and
// removes temporary files of processes that were killed.
CatStatus cat_stage_open(CatContext *ctx, const char *dir, CatStage **out);
// Writes the bytes under a temporary name. Names are ours: no '/', no leading '.'.
CatStatus cat_stage_add(CatStage *stage, const char *name, const void *bytes, size_t n);
// A file that an earlier run may have left and that does not belong to this one: gone on commit.
CatStatus cat_stage_drop(CatStage *stage, const char *name);
// Final names for all, in the order of adding, or for none.
CatStatus cat_stage_commit(CatStage *stage);
// Removes what was not committed, and directories that were made for it and are still empty.
void cat_stage_free(CatStage *stage);

#endif
