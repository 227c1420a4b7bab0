// The block in front of results.h5, which HDF5 skips (its "user block"): what the file is, how long
// it is, and the SHA-256 of what follows. A file that was truncated, extended or changed in any bit
// is rejected before any library reads it.
#ifndef CAT_REPORT_HDF5_CHECKSUM_H
#define CAT_REPORT_HDF5_CHECKSUM_H

#include "base/context.h"

enum { CAT_CHECKSUM_BLOCK = 512 };  // [bytes] a size that HDF5 allows

void cat_checksum_fill(char block[CAT_CHECKSUM_BLOCK], const void *content, size_t n);
// Reads a whole file, block included, into memory of the context and checks it. Without such a file
// *bytes is NULL and the status CAT_OK.
CatStatus cat_checksum_read(CatContext *ctx, const char *path, void **bytes, size_t *n);
// The same of bytes in memory; the name is for messages.
CatStatus cat_checksum_check(CatContext *ctx, const char *name, const void *bytes, size_t n);

#endif
