// The library keeps state of its own and has no locks: one thread at a time. Its default handler
// prints to standard error; ours keeps quiet and looks at what functions return.
#include "hdf5_use.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

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

// HDF5 refuses the name of a file on the disk even for one that is in memory only, and takes two
// open ones of one name for the same: the name is one that no file can have, and of this file
// alone.
hid_t cat_hdf5_image(const void *of, void *bytes, size_t n) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
  char name[64];
  snprintf(name, sizeof name, "/dev/null/results-%p", of);
  if (access >= 0 && H5Pset_fapl_core(access, n, false) >= 0 &&
      H5Pset_file_image(access, bytes, n) >= 0) {
    file = H5Fopen(name, H5F_ACC_RDONLY, access);
  }
  if (access >= 0) H5Pclose(access);
  return file;
}

static bool is_single(hid_t attribute) {
  hid_t space = H5Aget_space(attribute);
  bool single = space >= 0 && H5Sget_simple_extent_npoints(space) == 1;
  if (space >= 0) H5Sclose(space);
  return single;
}

// A text whose length is not part of its type: HDF5 allocates it.
static void take_variable(hid_t attribute, hid_t type, char *text, size_t size) {
  char *found = NULL;
  if (H5Aread(attribute, type, &found) < 0 || !found) return;
  size_t n = strlen(found) + 1;
  if (n <= size) memcpy(text, found, n);
  H5free_memory(found);
}

static void take_fixed(hid_t attribute, hid_t type, char *text, size_t size) {
  size_t n = H5Tget_size(type);
  if (n >= size) return;
  if (H5Aread(attribute, type, text) < 0) n = 0;
  text[n] = '\0';
}

void cat_hdf5_text(hid_t set, const char *name, char *text, size_t size) {
  hid_t attribute = H5Aexists(set, name) > 0 ? H5Aopen(set, name, H5P_DEFAULT) : (hid_t)-1;
  hid_t type = attribute >= 0 ? H5Aget_type(attribute) : -1;
  text[0] = '\0';
  if (type >= 0 && H5Tget_class(type) == H5T_STRING && is_single(attribute)) {
    (H5Tis_variable_str(type) > 0 ? take_variable : take_fixed)(attribute, type, text, size);
  }
  if (type >= 0) H5Tclose(type);
  if (attribute >= 0) H5Aclose(attribute);
}

hsize_t cat_hdf5_most(hid_t file) {
  enum { DEFLATE = 1032 };  // the most that it makes of a byte
  hsize_t bytes = 0;
  if (H5Fget_filesize(file, &bytes) < 0) bytes = 0;
  return bytes * DEFLATE / sizeof(double);
}

//------------------------------------------------------------------------------- this file alone

static herr_t refuse(const char *file, const char *group, const char *other, const char *object,
                     unsigned *flags,  // NOLINT(readability-non-const-parameter): HDF5's type
                     hid_t access, void *user) {
  (void)file, (void)group, (void)other, (void)object, (void)flags, (void)access, (void)user;
  return -1;
}

static hid_t access_inside(hid_t kind) {
  hid_t list = H5Pcreate(kind);
  if (list >= 0) H5Pset_elink_cb(list, refuse, NULL);
  return list;
}

static bool is_stored_inside(hid_t set) {
  hid_t how = H5Dget_create_plist(set);
  bool inside = how >= 0 && H5Pget_external_count(how) == 0 && H5Pget_layout(how) != H5D_VIRTUAL;
  if (how >= 0) H5Pclose(how);
  return inside;
}

hid_t cat_hdf5_dataset(hid_t group, const char *name) {
  hid_t list = access_inside(H5P_DATASET_ACCESS);
  hid_t set = list >= 0 ? H5Dopen2(group, name, list) : -1;
  if (list >= 0) H5Pclose(list);
  if (set < 0 || is_stored_inside(set)) return set;
  H5Dclose(set);
  return -1;
}

hid_t cat_hdf5_group(hid_t file, const char *name) {
  hid_t list = access_inside(H5P_GROUP_ACCESS);
  hid_t group = list >= 0 ? H5Gopen2(file, name, list) : -1;
  if (list >= 0) H5Pclose(list);
  return group;
}
