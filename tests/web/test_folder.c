// Results are found below the folders that were opened, and nothing is read outside of them.
#define _GNU_SOURCE
#include "web/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/support.h"

static void put(const char *dir, const char *name, const char *text) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void make(char *path, size_t size, const char *dir, const char *name) {
  snprintf(path, size, "%s/%s", dir, name);
  assert_int_equal(mkdir(path, 0700), 0);
}

// top/opened: a (a result), b/c (one more), out (a link to top), .hidden
typedef struct Tree {
  char *top;
  char opened[256], a[300], b[300], c[400];
} Tree;

static Tree tree_new(void) {
  Tree t = {.top = temp_dir_new()};
  char path[512], hidden[300];
  make(t.opened, sizeof t.opened, t.top, "opened");
  make(t.a, sizeof t.a, t.opened, "a");
  make(t.b, sizeof t.b, t.opened, "b");
  make(t.c, sizeof t.c, t.b, "c");
  make(hidden, sizeof hidden, t.opened, ".hidden");
  put(t.a, "summary.json", "{}");
  put(t.c, "summary.json", "{\"kind\": \"rest\"}");
  put(hidden, "summary.json", "{}");
  put(t.top, "summary.json", "{}");
  put(t.top, "secret", "the secret");
  put(t.opened, "mine.yaml", "kind: rest");
  snprintf(path, sizeof path, "%s/out", t.opened);
  assert_int_equal(symlink(t.top, path), 0);
  snprintf(path, sizeof path, "%s/link.yaml", t.opened);
  assert_int_equal(symlink("../secret", path), 0);
  snprintf(path, sizeof path, "%s/results.h5", t.a);
  assert_int_equal(symlink("../../secret", path), 0);
  return t;
}

static void what_is_found(void **state) {
  Tree t = tree_new();
  const char *dirs[] = {t.opened};
  Folder f;
  int bad = 0;
  (void)state;
  assert_true(folder_open(&f, dirs, 1, &bad) && folder_scan(&f));
  assert_int_equal(f.nentry, 2);
  assert_string_equal(f.entry[0].path, "a");
  assert_string_equal(f.entry[1].path, "b/c");
  size_t n = 0;
  char *text = folder_read(&f, 1, "summary.json", 100, &n), *label = folder_label(&f, &f.entry[1]);
  assert_string_equal(text, "{\"kind\": \"rest\"}");
  assert_int_equal(n, strlen(text));
  assert_true(strlen(label) > 4 && strcmp(label + strlen(label) - 4, "/b/c") == 0);
  free(text);
  free(label);
  assert_int_equal(f.ntext, 1);
  text = folder_text(&f, 0, 100, &n);
  assert_string_equal(text, "kind: rest");
  free(text);
  assert_null(folder_text(&f, 1, 100, &n));
  folder_close(&f);
  temp_dir_remove(t.top);
}

// Found later, a result gets the next number: those that a browser knows stay.
static void numbers_stay(void **state) {
  Tree t = tree_new();
  const char *dirs[] = {t.opened};
  Folder f;
  int bad = 0;
  (void)state;
  assert_true(folder_open(&f, dirs, 1, &bad) && folder_scan(&f));
  char path[300];
  make(path, sizeof path, t.opened, "aa");
  put(path, "summary.json", "{}");
  assert_true(folder_scan(&f));
  assert_int_equal(f.nentry, 3);
  assert_string_equal(f.entry[1].path, "b/c");
  assert_string_equal(f.entry[2].path, "aa");
  folder_close(&f);
  temp_dir_remove(t.top);
}

static void numbered(char *path, size_t size, const Tree *t, int i) {
  snprintf(path, size, "%s/r%04d", t->opened, i);
}

static void remove_result(const char *path) {
  char file[400];
  snprintf(file, sizeof file, "%s/summary.json", path);
  assert_int_equal(unlink(file), 0);
  assert_int_equal(rmdir(path), 0);
}

static int there(const Folder *f) {
  int n = 0;
  for (int i = 0; i < f->nentry; i++) n += f->entry[i].there;
  return n;
}

// More than there are numbers for: said; what is gone makes room for them, and what stays keeps its
// number.
static void numbers_end(void **state) {
  Tree t = tree_new();
  const char *dirs[] = {t.opened};
  Folder f;
  int bad = 0;
  char path[300];
  (void)state;
  for (int i = 0; i < FOLDER_RESULTS; i++) {
    numbered(path, sizeof path, &t, i);
    assert_int_equal(mkdir(path, 0700), 0);
    put(path, "summary.json", "{}");
  }
  assert_true(folder_open(&f, dirs, 1, &bad) && folder_scan(&f));
  assert_int_equal(f.nentry, FOLDER_RESULTS);
  assert_int_equal(there(&f), FOLDER_RESULTS);
  assert_true(f.more && !f.reused);
  for (int i = 3; i < 13; i++) {
    numbered(path, sizeof path, &t, i);
    remove_result(path);
  }
  assert_true(folder_scan(&f));  // a and b/c came first: two did not fit
  assert_true(f.reused && !f.more);
  assert_int_equal(f.nentry, FOLDER_RESULTS);
  assert_int_equal(there(&f), FOLDER_RESULTS - 8);
  assert_string_equal(f.entry[0].path, "a");
  assert_string_equal(f.entry[2].path, "r0000");
  assert_string_equal(f.entry[5].path, "r1998");
  assert_string_equal(f.entry[6].path, "r1999");
  assert_false(f.entry[7].there);
  assert_string_equal(f.entry[FOLDER_RESULTS - 1].path, "r1997");
  assert_true(folder_scan(&f));
  assert_false(f.reused || f.more);
  folder_close(&f);
  temp_dir_remove(t.top);
}

static void nothing_outside(void **state) {
  Tree t = tree_new();
  const char *dirs[] = {t.opened};
  Folder f;
  int bad = 0;
  size_t n = 1;
  char path[512];
  (void)state;
  assert_true(folder_open(&f, dirs, 1, &bad) && folder_scan(&f));
  assert_null(folder_read(&f, 0, "results.h5", 1000, &n));  // a link
  assert_int_equal(n, 0);
  assert_null(folder_read(&f, 0, "summary.json", 1, &n));  // too long
  assert_null(folder_read(&f, -1, "summary.json", 100, &n));
  assert_null(folder_read(&f, 2, "summary.json", 100, &n));
  assert_null(folder_read(&f, 0, "absent", 100, &n));
  snprintf(path, sizeof path, "%s/pipe", t.a);
  assert_int_equal(mkfifo(path, 0600), 0);
  assert_null(folder_read(&f, 0, "pipe", 100, &n));  // and it does not wait for a writer
  // a folder that became a link after it was found
  snprintf(path, sizeof path, "%s/moved", t.top);
  assert_int_equal(rename(t.b, path), 0);
  assert_int_equal(symlink(path, t.b), 0);
  assert_null(folder_read(&f, 1, "summary.json", 100, &n));
  folder_close(&f);
  temp_dir_remove(t.top);
}

static void what_cannot_be_opened(void **state) {
  Tree t = tree_new();
  char absent[300];
  snprintf(absent, sizeof absent, "%s/absent", t.top);
  const char *dirs[] = {t.opened, absent};
  Folder f;
  int bad = 0;
  (void)state;
  assert_false(folder_open(&f, dirs, 2, &bad));
  assert_int_equal(bad, 1);
  folder_close(&f);
  temp_dir_remove(t.top);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_found),         cmocka_unit_test(numbers_stay),
      cmocka_unit_test(numbers_end),           cmocka_unit_test(nothing_outside),
      cmocka_unit_test(what_cannot_be_opened),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
