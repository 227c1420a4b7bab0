// Every call of HDF5 is made between cat_hdf5_begin and cat_hdf5_end.
#ifndef CAT_REPORT_HDF5_HDF5_USE_H
#define CAT_REPORT_HDF5_HDF5_USE_H

#include <hdf5.h>

#include "base/context.h"

typedef struct CatHdf5Use {
  H5E_auto2_t handler;
  void *data;
} CatHdf5Use;

// HDF5 crashes when it runs out of memory. This tests beforehand whether there is room for so many
// bytes of data and for the library's own needs; CAT_ERR_MEMORY if not.
CatStatus cat_hdf5_room(CatContext *ctx, size_t bytes);
CatHdf5Use cat_hdf5_begin(void);
void cat_hdf5_end(CatHdf5Use use);

#endif
