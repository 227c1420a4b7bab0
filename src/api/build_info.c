// Version, commit, compiler and libraries of this program.
#include "catenaria/catenaria.h"
#include "input/library.h"
#include "linalg/blas.h"
#include "report/common/report_source.h"
#include "report/hdf5/hdf5.h"
#include "report/html/licences.h"
#include "text_out.h"

const char *cat_version(void) {
  return CAT_VERSION;
}

const char *cat_commit(void) {
  return cat_build_commit();
}

static void add_library(cJSON *libraries, const char *name, const char *version,
                        const char *licence) {
  cJSON *item = cJSON_CreateObject();
  cJSON_AddItemToArray(libraries, item);
  cJSON_AddStringToObject(item, "name", name);
  cJSON_AddStringToObject(item, "version", version);
  cJSON_AddStringToObject(item, "licence", licence);
}

static void add_libraries(cJSON *libraries) {
  char hdf5[CAT_HDF5_VERSION];
  cat_hdf5_version(hdf5);
  add_library(libraries, "OpenBLAS", cat_blas_version(), "BSD-3-Clause");
  add_library(libraries, "libyaml", cat_yaml_version(), "MIT");
  if (hdf5[0]) add_library(libraries, "HDF5", hdf5, "BSD-3-Clause");
  add_library(libraries, "cJSON", cJSON_Version(), "MIT");
}

static void add_embedded(cJSON *embedded) {
  int n = 0;
  const CatLicence *licences = cat_report_licences(&n);
  for (int i = 0; i < n; i++) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(embedded, item);
    cJSON_AddStringToObject(item, "name", licences[i].name);
    cJSON_AddStringToObject(item, "licence", licences[i].licence);
    cJSON_AddStringToObject(item, "text", licences[i].text);
  }
}

CatStatus cat_about(CatContext *ctx, char **json) {
  if (!ctx || !json) return CAT_ERR_ARG;
  cJSON *root = cJSON_CreateObject();
  cJSON_AddStringToObject(root, "program", "catenaria");
  cJSON_AddStringToObject(root, "version", cat_version());
  cJSON_AddStringToObject(root, "commit", cat_commit());
  cJSON_AddStringToObject(root, "licence", "Apache-2.0");
  cJSON_AddStringToObject(root, "compiler", CAT_COMPILER);
  cJSON_AddStringToObject(root, "build", CAT_BUILD_TYPE);
  add_libraries(cJSON_AddArrayToObject(root, "libraries"));
  add_embedded(cJSON_AddArrayToObject(root, "embedded"));
  return cat_json_out(ctx, root, json);
}
