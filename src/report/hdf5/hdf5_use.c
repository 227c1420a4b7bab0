// The library keeps state of its own and has no locks: one thread at a time. Its default handler
// prints to standard error; ours keeps quiet and looks at what functions return.
#include "hdf5_use.h"

#include <pthread.h>
#include <stdio.h>

#include "hdf5.h"

enum { OWN_BYTES = 16 << 20 };  // tables of types, caches

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

CatStatus cat_hdf5_room(CatContext *ctx, size_t bytes) {
  size_t room = OWN_BYTES + 2 * bytes;  // the file it builds, and a copy of it
  void *tried = cat_resize(ctx, NULL, room, 1);
  cat_free(ctx, tried);
  return tried ? CAT_OK : CAT_ERR_MEMORY;
}

CatHdf5Use cat_hdf5_begin(void) {
  CatHdf5Use use = {0};
  pthread_mutex_lock(&one_at_a_time);
  H5Eget_auto2(H5E_DEFAULT, &use.handler, &use.data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return use;
}

void cat_hdf5_end(CatHdf5Use use) {
  H5Eset_auto2(H5E_DEFAULT, use.handler, use.data);
  pthread_mutex_unlock(&one_at_a_time);
}

void cat_hdf5_version(char text[CAT_HDF5_VERSION]) {
  unsigned major = 0, minor = 0, release = 0;
  CatHdf5Use use = cat_hdf5_begin();
  H5get_libversion(&major, &minor, &release);
  cat_hdf5_end(use);
  snprintf(text, CAT_HDF5_VERSION, "%u.%u.%u", major, minor, release);
}
