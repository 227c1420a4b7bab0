// results.h5 for writing.
#ifndef CAT_REPORT_HDF5_HDF5_H
#define CAT_REPORT_HDF5_HDF5_H

#include "report/common/report_source.h"

// Makes the whole file in memory of the context, which the caller frees; summary: the text of
// summary.json without timing, which the file holds, too.
CatStatus cat_hdf5_write(const CatReportSource *m, const char *summary, void **bytes, size_t *n);

enum { CAT_HDF5_VERSION = 32 };
void cat_hdf5_version(char text[CAT_HDF5_VERSION]);  // "1.10.8"; "": not part of this build

#endif
