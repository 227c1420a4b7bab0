// Any bytes as the results.h5 of `catenaria compare`, on both sides, so that their curves meet.
//
// The kept inputs get a checksum in front of them, unless they begin with one of their own. Those
// that libFuzzer makes up do not: HDF5 1.10 reads through null pointers where its own metadata are
// damaged (H5F__accum_read under H5Gopen2), so it must see no file whose checksum is not right,
// which is what is fuzzed then.
#include "fuzz.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare.h"
#include "report/hdf5/checksum.h"

static const char summary[] = "{\"format\": 1, \"mean_N\": 150}";

// HDF5 itself loses some memory over damaged files; that we close what we open is seen below.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libhdf5";
}

static void write_results(const char *path, const uint8_t *data, size_t size) {
  static const char own[] = "Catenaria results";
  bool as_it_is = !getenv("FUZZ_SEAL");  // tests/fuzz/CMakeLists.txt
  if (as_it_is || (size >= sizeof own - 1 && memcmp(data, own, sizeof own - 1) == 0)) {
    fuzz_write(path, data, size);
    return;
  }
  char *file = malloc(CAT_CHECKSUM_BLOCK + size);
  FUZZ_CHECK(file);
  if (size) memcpy(file + CAT_CHECKSUM_BLOCK, data, size);
  cat_checksum_fill(file, file + CAT_CHECKSUM_BLOCK, size);
  fuzz_write(path, file, CAT_CHECKSUM_BLOCK + size);
  free(file);
}

static void show(CatContext *ctx, const CatCompare *c) {
  CatText page = cat_text_new(ctx);
  int curves = 0;
  CatStatus status = cat_compare_page(c, &page, &curves);
  FUZZ_CHECK((status == CAT_OK) == (cat_context_errors(ctx) == 0));
  cat_text_free(&page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *folder = fuzz_folder();
  char path[4200];
  snprintf(path, sizeof path, "%s/summary.json", folder);
  fuzz_write(path, summary, sizeof summary - 1);
  snprintf(path, sizeof path, "%s/results.h5", folder);
  write_results(path, data, size);
  CatContext *ctx = cat_context_new(NULL);
  CatCompare *c = NULL;
  CatStatus status = cat_compare_new(ctx, folder, folder, 1e-3, &c);
  FUZZ_CHECK((status == CAT_OK) == (c != NULL));
  FUZZ_CHECK((status == CAT_OK) == (cat_context_errors(ctx) == 0));
  if (c) show(ctx, c);
  cat_compare_free(c);
  cat_context_free(ctx);
  FUZZ_CHECK(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) == 0);
  return 0;
}
