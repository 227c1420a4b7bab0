// Every call of HDF5 is made between cat_hdf5_begin and cat_hdf5_end.
#ifndef CAT_HDF5_HDF5_USE_H
#define CAT_HDF5_HDF5_USE_H

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

// A file that is in memory, for reading; the bytes are copied. `of` is an address that no other
// open file has. Negative: it is none. Between begin and end.
hid_t cat_hdf5_image(const void *of, void *bytes, size_t n);
// A dataset or a group of this file; negative where there is none, or where it leads to another
// one: through links, external storage or virtual datasets any file could be read, or waited for.
hid_t cat_hdf5_dataset(hid_t group, const char *name);
hid_t cat_hdf5_group(hid_t file, const char *name);
// The text of an attribute; "": there is none, or none that short.
void cat_hdf5_text(hid_t set, const char *name, char *text, size_t size);
// How many numbers a file of this size can hold, compressed: a small one does not ask for much.
hsize_t cat_hdf5_most(hid_t file);

#endif
