// Every call of HDF5 stands between a begin and an end.
#ifndef CAT_REPORT_HDF5_USE_H
#define CAT_REPORT_HDF5_USE_H

#include <hdf5.h>

#include "base/context.h"

typedef struct CatHdf5Use {
  H5E_auto2_t handler;
  void *data;
} CatHdf5Use;

// The library crashes where memory ends. So it is tried before whether there is room for this many
// bytes of data and for what it needs itself; CAT_ERR_MEMORY if not.
CatStatus cat_hdf5_room(CatContext *ctx, size_t bytes);
CatHdf5Use cat_hdf5_begin(void);
void cat_hdf5_end(CatHdf5Use use);

enum { CAT_HDF5_VERSION = 32 };
void cat_hdf5_version(char text[CAT_HDF5_VERSION]);  // "1.10.8"

#endif
