// A transaction on the output directory: files get their final names only when all of them are
// complete on the disk. Until then, and after any failure, the previous files remain unchanged. The
// directory is locked meanwhile, so that its files come from one process.
#ifndef CAT_REPORT_TRANSACTION_H
#define CAT_REPORT_TRANSACTION_H

#include "base/context.h"

typedef struct CatTransaction CatTransaction;

// Creates the directory if it is missing, waits up to 5 s for another process that writes there,
// and removes temporary files of processes that were killed.
CatStatus cat_transaction_open(CatContext *ctx, const char *dir, CatTransaction **out);
// Writes the bytes under a temporary name. Names are ours: no '/', no leading '.'.
CatStatus cat_transaction_add(CatTransaction *s, const char *name, const void *bytes, size_t n);
// Removes on commit a file that an earlier run may have left and this one does not write.
CatStatus cat_transaction_drop(CatTransaction *s, const char *name);
// Renames all files in the order of adding, or none.
CatStatus cat_transaction_commit(CatTransaction *s);
// Removes whatever was not committed, and directories created for it that are still empty.
void cat_transaction_free(CatTransaction *s);

#endif
