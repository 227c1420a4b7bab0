// Where the shipped cases are. The program finds them beside itself, so that an installation and a
// build tree can be moved and the binary contains no path of the build machine.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "catenaria/catenaria.h"
#include "text_out.h"

static bool is_directory(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

// The folder of the running program, without the slash; "" if it cannot be known.
static void program_folder(char *path, size_t size) {
  ssize_t n = readlink("/proc/self/exe", path, size - 1);
  path[n > 0 ? n : 0] = '\0';
  char *slash = strrchr(path, '/');
  if (slash) *slash = '\0';
}

static CatStatus try_folder(CatContext *ctx, const char *folder, const char *inner, char **path) {
  CatText text = cat_text_new(ctx);
  cat_text_addf(&text, "%s%s", folder, inner);
  char *candidate = NULL;
  CAT_TRY(cat_text_out(&text, CAT_OK, &candidate));
  if (is_directory(candidate)) {
    *path = candidate;
  } else {
    cat_string_free(ctx, candidate);
  }
  return CAT_OK;
}

CatStatus cat_library_find(CatContext *ctx, char **path) {
  if (!ctx || !path) return CAT_ERR_ARG;
  *path = NULL;
  const char *chosen = getenv("CATENARIA_CASES");
  if (chosen && *chosen) return try_folder(ctx, chosen, "", path);
  char folder[4096];
  program_folder(folder, sizeof folder);
  const struct {
    const char *folder, *inner;
  } places[] = {
      {folder, "/../share/catenaria/cases"},  // installed, wherever the prefix was moved to
      {folder, "/cases"},                     // a build tree: a link to cases/ of the sources
      {CAT_INSTALL_CASES, ""},                // installed; the running program is someone else's
  };
  for (size_t i = 0; i < sizeof places / sizeof *places && !*path; i++) {
    CAT_TRY(try_folder(ctx, places[i].folder, places[i].inner, path));
  }
  return CAT_OK;
}
