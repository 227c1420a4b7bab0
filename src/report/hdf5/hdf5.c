// results.h5: every channel with its unit, the complete input and the summary. The file is built in
// memory and without times of creation, so that the same results are the same bytes. In front of it
// stands the block of checksum.h.
#include "hdf5.h"

#include <stdio.h>
#include <string.h>

#include "checksum.h"
#include "hdf5/hdf5_use.h"

enum { LONG_ROWS = 1024, CHUNK_ROWS = 16384, DEFLATE_LEVEL = 4, GROW_BYTES = 1 << 20 };

//---------------------------------- properties ----------------------------------------------------

static hid_t timeless(hid_t class) {
  hid_t props = H5Pcreate(class);
  if (props >= 0 && H5Pset_obj_track_times(props, false) < 0) {
    H5Pclose(props);
    return -1;
  }
  return props;
}

// Long channels are cut into chunks and compressed.
static hid_t channel_properties(size_t rows) {
  hid_t props = timeless(H5P_DATASET_CREATE);
  if (props < 0 || rows < LONG_ROWS) return props;
  hsize_t chunk = rows < CHUNK_ROWS ? rows : CHUNK_ROWS;
  bool set = H5Pset_chunk(props, 1, &chunk) >= 0 && H5Pset_shuffle(props) >= 0 &&
             H5Pset_deflate(props, DEFLATE_LEVEL) >= 0;
  if (set) return props;
  H5Pclose(props);
  return -1;
}

static hid_t text_type(const char *text) {
  hid_t type = H5Tcopy(H5T_C_S1);
  if (type < 0) return -1;
  if (H5Tset_size(type, strlen(text) + 1) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0)
    return type;
  H5Tclose(type);
  return -1;
}

//---------------------------------- pieces; false: the library refused ----------------------------

static bool write_attribute(hid_t object, const char *name, const char *text) {
  hid_t type = text_type(text), space = H5Screate(H5S_SCALAR), attribute = -1;
  if (type >= 0 && space >= 0) {
    attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  }
  bool done = attribute >= 0 && H5Awrite(attribute, type, text) >= 0;
  if (attribute >= 0) done = H5Aclose(attribute) >= 0 && done;
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return done;
}

static bool write_text(hid_t file, const char *name, const char *text) {
  hid_t type = text_type(text), space = H5Screate(H5S_SCALAR), set = -1;
  hid_t props = timeless(H5P_DATASET_CREATE);
  if (type >= 0 && space >= 0 && props >= 0) {
    set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, props, H5P_DEFAULT);
  }
  bool done = set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0;
  if (set >= 0) done = H5Dclose(set) >= 0 && done;
  if (props >= 0) H5Pclose(props);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return done;
}

static bool write_channel(hid_t group, const CatChannel *c, size_t rows) {
  hsize_t n = rows;
  hid_t space = H5Screate_simple(1, &n, NULL), props = channel_properties(rows), set = -1;
  if (space >= 0 && props >= 0) {
    set = H5Dcreate2(group, c->name, H5T_IEEE_F64LE, space, H5P_DEFAULT, props, H5P_DEFAULT);
  }
  bool done = set >= 0 &&
              H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, c->data) >= 0 &&
              write_attribute(set, "unit", c->unit) && write_attribute(set, "description", c->doc);
  if (set >= 0) done = H5Dclose(set) >= 0 && done;
  if (props >= 0) H5Pclose(props);
  if (space >= 0) H5Sclose(space);
  return done;
}

static bool write_table(hid_t file, const CatTable *table) {
  hid_t props = timeless(H5P_GROUP_CREATE), group = -1;
  if (props >= 0) group = H5Gcreate2(file, table->name, H5P_DEFAULT, props, H5P_DEFAULT);
  // HDF5 lists channels by name: a reader must be told which one is the first
  bool done = group >= 0 &&
              (table->nchannel == 0 || write_attribute(group, "abscissa", table->channel[0].name));
  for (int i = 0; i < table->nchannel && done; i++) {
    done = write_channel(group, &table->channel[i], table->n);
  }
  if (group >= 0) done = H5Gclose(group) >= 0 && done;
  if (props >= 0) H5Pclose(props);
  return done;
}

//---------------------------------- frames --------------------------------------------------------

// Rows of one length, cut into chunks of some frames and compressed.
static hid_t frame_properties(const hsize_t size[2]) {
  enum { CHUNK_VALUES = 1 << 18 };
  hid_t props = timeless(H5P_DATASET_CREATE);
  if (props < 0 || size[0] < 2) return props;
  hsize_t rows = CHUNK_VALUES / size[1] + 1;
  hsize_t chunk[2] = {rows < size[0] ? rows : size[0], size[1]};
  bool set = H5Pset_chunk(props, 2, chunk) >= 0 && H5Pset_shuffle(props) >= 0 &&
             H5Pset_deflate(props, 1) >= 0;
  if (set) return props;
  H5Pclose(props);
  return -1;
}

typedef struct Rows {
  const char *name, *unit, *doc;
  const float *data;  // NULL: not kept
  int n;              // in a row
} Rows;

static bool write_rows(hid_t group, const Rows *r, size_t n) {
  const hsize_t size[2] = {n, (hsize_t)r->n};
  if (!r->data || n == 0) return true;
  hid_t space = H5Screate_simple(2, size, NULL), props = frame_properties(size), set = -1;
  if (space >= 0 && props >= 0) {
    set = H5Dcreate2(group, r->name, H5T_IEEE_F32LE, space, H5P_DEFAULT, props, H5P_DEFAULT);
  }
  bool done = set >= 0 &&
              H5Dwrite(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, r->data) >= 0 &&
              write_attribute(set, "unit", r->unit) && write_attribute(set, "description", r->doc);
  if (set >= 0) done = H5Dclose(set) >= 0 && done;
  if (props >= 0) H5Pclose(props);
  if (space >= 0) H5Sclose(space);
  return done;
}

static bool write_all_rows(hid_t group, const CatFrames *f) {
  bool modes = f->kind == CAT_FRAMES_MODES;
  const char *unit = modes ? "1" : "m";
  CatChannel at = {modes ? "frequency" : "t", modes ? "Hz" : "s",
                   modes ? "natural frequency" : "time", f->at};
  const Rows rows[] = {
      {"up", unit, "displacement upwards of scene_points", f->up, f->npoint},
      {"sideways", unit, "displacement to the left of scene_points", f->sideways, f->npoint},
      {"force", "N", "tension of scene_links", f->force, f->nlink}};
  bool done = write_channel(group, &at, f->n);
  for (int i = 0; i < 3 && done; i++) done = write_rows(group, &rows[i], f->n);
  return done;
}

static bool write_frames(hid_t file, const CatFrames *f) {
  if (!f || f->n == 0) return true;
  hid_t props = timeless(H5P_GROUP_CREATE), group = -1;
  if (props >= 0) group = H5Gcreate2(file, "frames", H5P_DEFAULT, props, H5P_DEFAULT);
  bool done = group >= 0 && write_all_rows(group, f);
  if (group >= 0) done = H5Gclose(group) >= 0 && done;
  if (props >= 0) H5Pclose(props);
  return done;
}

//---------------------------------- the file ------------------------------------------------------

static bool write_origin(hid_t file, const CatReportSource *m) {
  return write_attribute(file, "program", "catenaria") &&
         write_attribute(file, "version", cat_build_version()) &&
         write_attribute(file, "commit", cat_build_commit()) &&
         write_attribute(file, "compiler", cat_build_compiler()) &&
         write_attribute(file, "build", cat_build_type()) &&
         write_attribute(file, "case", cat_report_source_case(m)) &&
         write_attribute(file, "kind", cat_report_source_kind(m)) &&
         write_attribute(file, "status", cat_run_status_name(cat_record_status(m->rec))) &&
         write_attribute(file, "input_hash", m->input_hash);
}

static hid_t open_memory(void) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), create = timeless(H5P_FILE_CREATE), file = -1;
  bool ready = access >= 0 && create >= 0 && H5Pset_userblock(create, CAT_CHECKSUM_BLOCK) >= 0 &&
               H5Pset_fapl_core(access, GROW_BYTES, false) >= 0;
  if (ready) {
    // no backing store: the name is never seen on the disk, where HDF5 looks for it all the same
    file = H5Fcreate("/dev/null/results.h5", H5F_ACC_TRUNC, create, access);
  }
  if (create >= 0) H5Pclose(create);
  if (access >= 0) H5Pclose(access);
  return file;
}

static bool write_content(hid_t file, const CatReportSource *m, const char *summary) {
  bool done = write_origin(file, m);
  for (int i = 0; i < cat_record_tables(m->rec) && done; i++) {
    done = write_table(file, cat_record_table_at(m->rec, i));
  }
  done = done && write_frames(file, cat_record_frames(m->rec));
  return done && write_text(file, "input", m->input.data ? m->input.data : "") &&
         write_text(file, "summary", summary) && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0;
}

// The library hands over what stands behind the user block.
static CatStatus take_image(CatContext *ctx, hid_t file, void **bytes, size_t *n) {
  ssize_t size = H5Fget_file_image(file, NULL, 0);
  char *image = size > 0 ? cat_alloc(ctx, CAT_CHECKSUM_BLOCK + (size_t)size, 1) : NULL;
  if (size > 0 && !image) return CAT_ERR_MEMORY;
  if (size <= 0 || H5Fget_file_image(file, image + CAT_CHECKSUM_BLOCK, (size_t)size) != size) {
    cat_free(ctx, image);
    return CAT_FAIL(ctx, CAT_ERR_IO, "results.h5: HDF5 did not hand over the file");
  }
  cat_checksum_fill(image, image + CAT_CHECKSUM_BLOCK, (size_t)size);
  *bytes = image;
  *n = CAT_CHECKSUM_BLOCK + (size_t)size;
  return CAT_OK;
}

static size_t content_bytes(const CatReportSource *m, const char *summary) {
  size_t n = m->input.n + strlen(summary);
  for (int i = 0; i < cat_record_tables(m->rec); i++) {
    const CatTable *table = cat_record_table_at(m->rec, i);
    n += (size_t)table->nchannel * table->n * sizeof(double);
  }
  const CatFrames *f = cat_record_frames(m->rec);
  if (f) n += f->n * (size_t)(2 * f->npoint + f->nlink) * sizeof(float);
  return n;
}

CatStatus cat_hdf5_write(const CatReportSource *m, const char *summary, void **bytes, size_t *n) {
  *bytes = NULL;
  *n = 0;
  CAT_TRY(cat_hdf5_room(m->ctx, content_bytes(m, summary)));
  CatHdf5Use use = cat_hdf5_begin();
  hid_t file = open_memory();
  CatStatus status = CAT_OK;
  if (file < 0 || !write_content(file, m, summary)) {
    status = CAT_FAIL(m->ctx, CAT_ERR_IO, "results.h5: HDF5 could not build the file");
  }
  if (status == CAT_OK) status = take_image(m->ctx, file, bytes, n);
  if (file >= 0) H5Fclose(file);
  cat_hdf5_end(use);
  return status;
}

void cat_hdf5_version(char text[CAT_HDF5_VERSION]) {
  unsigned major = 0, minor = 0, release = 0;
  CatHdf5Use use = cat_hdf5_begin();
  H5get_libversion(&major, &minor, &release);
  cat_hdf5_end(use);
  snprintf(text, CAT_HDF5_VERSION, "%u.%u.%u", major, minor, release);
}
