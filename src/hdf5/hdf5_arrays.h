// Arrays of numbers in an HDF5 file that another program wrote.
//
// The library reads through null pointers where its own metadata are damaged: a file must be whole.
// One that was cut off is refused.
#ifndef CAT_HDF5_HDF5_ARRAYS_H
#define CAT_HDF5_HDF5_ARRAYS_H

#include <stdbool.h>

#include "base/context.h"

typedef struct CatHdf5File CatHdf5File;

bool cat_hdf5_is(const void *bytes, size_t n);  // begins like an HDF5 file
// From memory, which is copied; path is for messages.
CatStatus cat_hdf5_open(CatContext *ctx, const char *path, void *bytes, size_t n,
                        CatHdf5File **out);
void cat_hdf5_close(CatHdf5File *file);

enum { CAT_HDF5_UNIT = 64 };
typedef struct CatHdf5Array {
  bool found;
  size_t rows, columns;      // columns 1: it has one dimension
  char unit[CAT_HDF5_UNIT];  // its attribute "unit"; ""
} CatHdf5Array;
// Of a dataset with numbers in one or two dimensions; another one is an error, none is not.
CatStatus cat_hdf5_look(const CatHdf5File *file, const char *name, CatHdf5Array *out);
// Its numbers as they are, row by row.
CatStatus cat_hdf5_read(const CatHdf5File *file, const char *name, double *out);

#endif
