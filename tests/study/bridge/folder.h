// A folder with a case and the files that it names.
#ifndef CAT_TESTS_STUDY_BRIDGE_FOLDER_H
#define CAT_TESTS_STUDY_BRIDGE_FOLDER_H

#include "shipped.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct Folder {
  char name[64];
} Folder;

static inline FILE *file_in(const Folder *f, const char *name) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", f->name, name);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  return out;
}

static inline void write_text(const Folder *f, const char *name, const char *text) {
  FILE *out = file_in(f, name);
  fputs(text, out);
  fclose(out);
}

static inline int folder_new(void **state) {
  static Folder f;
  snprintf(f.name, sizeof f.name, "/tmp/catenaria-imported-XXXXXX");
  *state = &f;
  return mkdtemp(f.name) ? 0 : 1;
}

static inline int folder_free(void **state) {
  static const char *const names[] = {"case.yaml",   "modes.csv", "shapes.csv",
                                      "K.mtx",       "M.mtx",     "points.csv",
                                      "profile.csv", "axles.csv", "bridge.h5"};
  char path[128];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(path, sizeof path, "%s/%s", ((Folder *)*state)->name, names[i]);
    unlink(path);
  }
  return rmdir(((Folder *)*state)->name);
}

static inline Shipped run_case(const Folder *f) {
  char path[128];
  snprintf(path, sizeof path, "%s/case.yaml", f->name);
  Shipped s = {.ctx = cat_context_new(NULL)};
  CatCaseSource source = {.size = sizeof source, .path = path, .library = CAT_SOURCE_DIR "/cases"};
  CatStatus status = cat_case_load(s.ctx, &source, &s.c);
  if (!status) status = cat_case_run(s.ctx, s.c, &s.rec);
  return s;
}

static inline Shipped run_whole(const Folder *f) {
  Shipped s = run_case(f);
  char text[1024];
  if (!s.rec) print_error("%s\n", cat_error_text(cat_context_error(s.ctx, 0), text, sizeof text));
  assert_non_null(s.rec);
  return s;
}

static inline void expect_error(const Folder *f, const char *part) {
  Shipped s = run_case(f);
  char text[1024] = "";
  assert_null(s.rec);
  const CatError *e = cat_context_error(s.ctx, 0);
  assert_non_null(e);
  cat_error_text(e, text, sizeof text);
  if (!strstr(text, part)) print_error("found \"%s\", expected \"%s\"\n", text, part);
  assert_non_null(strstr(text, part));
  shipped_free(&s);
}

#endif
