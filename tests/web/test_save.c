// What the viewer writes: whole, below its folder, over nothing.
#define _GNU_SOURCE
#include "web/save.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/support.h"

typedef struct Place {
  char *path;
  int dir;
} Place;

static Place place_new(void) {
  Place p = {.path = temp_dir_new()};
  p.dir = open(p.path, O_RDONLY | O_DIRECTORY);
  assert_true(p.dir >= 0);
  return p;
}

static void place_free(Place *p) {
  close(p->dir);
  temp_dir_remove(p->path);
}

static int count(const Place *p) {
  char command[400];
  int n = -1;
  snprintf(command, sizeof command, "ls -A '%s' | wc -l", p->path);
  FILE *pipe = popen(command, "r");
  assert_non_null(pipe);
  assert_int_equal(fscanf(pipe, "%d", &n), 1);
  pclose(pipe);
  return n;
}

static void assert_holds(const Place *p, const char *name, const char *text) {
  char got[100] = "";
  int fd = openat(p->dir, name, O_RDONLY);
  assert_true(fd >= 0);
  ssize_t n = read(fd, got, sizeof got - 1);
  close(fd);
  assert_int_equal(n, strlen(text));
  assert_string_equal(got, text);
}

static SaveFile file(const char *name, const char *text) {
  return (SaveFile){.name = name, .bytes = text, .n = strlen(text)};
}

static void only_names(void **state) {
  static const char *const bad[] = {"",    "a/b.yaml", "..",   "../a.yaml", ".a.yaml", "a..yaml",
                                    "a b", "a\\b",     "a\nb", "/etc/a",    "a%2fb",   "\xc3\xa9"};
  char longer[SAVE_NAME + 2];
  Place p = place_new();
  (void)state;
  memset(longer, 'a', sizeof longer - 1);
  longer[sizeof longer - 1] = '\0';
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    SaveFile f = file(bad[i], "x");
    assert_int_equal(save_file(p.dir, &f, true), 400);
    assert_int_equal(save_folder(p.dir, bad[i], &f, 1), 400);
  }
  assert_false(save_name_good(longer));
  assert_true(save_name_good("my-line_2.yaml"));
  assert_int_equal(count(&p), 0);
  place_free(&p);
}

static void never_over_a_file(void **state) {
  Place p = place_new();
  SaveFile one = file("a.yaml", "one"), two = file("a.yaml", "two");
  (void)state;
  assert_int_equal(save_file(p.dir, &one, false), 0);
  assert_int_equal(save_file(p.dir, &two, false), 409);
  assert_holds(&p, "a.yaml", "one");
  assert_int_equal(save_file(p.dir, &two, true), 0);
  assert_holds(&p, "a.yaml", "two");
  assert_int_equal(count(&p), 1);
  place_free(&p);
}

// A link or a folder of that name is no file to be replaced.
static void never_through_a_link(void **state) {
  Place p = place_new();
  SaveFile f = file("link.yaml", "text");
  (void)state;
  assert_int_equal(symlinkat("/tmp/nowhere-at-all", p.dir, "link.yaml"), 0);
  assert_int_equal(save_file(p.dir, &f, true), 409);
  assert_int_equal(save_folder(p.dir, "link.yaml", &f, 1), 409);
  assert_int_equal(mkdirat(p.dir, "b.yaml", 0700), 0);
  f.name = "b.yaml";
  assert_int_equal(save_file(p.dir, &f, true), 409);
  place_free(&p);
}

static void folders(void **state) {
  Place p = place_new();
  SaveFile files[] = {file("summary.json", "{}"), file("report.html", "<html>")};
  (void)state;
  assert_int_equal(save_folder(p.dir, "run", files, 2), 0);
  assert_holds(&p, "run/report.html", "<html>");
  assert_int_equal(save_folder(p.dir, "run", files, 2), 409);
  files[1].name = "summary.json";  // the second cannot be written: nothing stays
  assert_int_equal(save_folder(p.dir, "other", files, 2), 500);
  assert_int_equal(count(&p), 1);
  place_free(&p);
}

// What a user named like our temporary files, or a killed viewer left, stays and disturbs nothing.
static void others_stay(void **state) {
  Place p = place_new();
  SaveFile mine = file("a.yaml", "one"), inside = file("summary.json", "{}");
  (void)state;
  int fd = openat(p.dir, ".a.yaml.part", O_WRONLY | O_CREAT, 0600);
  assert_int_equal(write(fd, "precious", 8), 8);
  close(fd);
  assert_int_equal(mkdirat(p.dir, ".run.part", 0700), 0);
  assert_int_equal(save_file(p.dir, &mine, false), 0);
  assert_int_equal(save_folder(p.dir, "run", &inside, 1), 0);
  assert_holds(&p, ".a.yaml.part", "precious");
  assert_holds(&p, "a.yaml", "one");
  assert_int_equal(count(&p), 4);
  place_free(&p);
}

static void a_private_file_stays_private(void **state) {
  static const mode_t modes[] = {0600, 0640, 0400, 0666};
  Place p = place_new();
  SaveFile f = file("a.yaml", "one");
  struct stat st;
  (void)state;
  assert_int_equal(save_file(p.dir, &f, false), 0);
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    assert_int_equal(fchmodat(p.dir, "a.yaml", modes[i], 0), 0);
    assert_int_equal(save_file(p.dir, &f, true), 0);
    assert_int_equal(fstatat(p.dir, "a.yaml", &st, 0), 0);
    assert_int_equal(st.st_mode & 07777, modes[i]);
  }
  place_free(&p);
}

typedef struct Saver {
  const Place *place;
  char text[32];
  bool replace;
  int code;
} Saver;

static void *save_often(void *user) {
  Saver *s = user;
  SaveFile f = file(s->replace ? "all.yaml" : "first.yaml", s->text);
  for (int i = 0; i < (s->replace ? 50 : 1); i++) {
    int code = save_file(s->place->dir, &f, s->replace);
    if (code || i == 0) s->code = code;
  }
  return NULL;
}

// Of several at the same time each replaces a whole file; without that, exactly one is the first.
static void at_the_same_time(void **state) {
  enum { SAVERS = 6, ROUNDS = 20 };
  pthread_t thread[SAVERS];
  Saver saver[SAVERS];
  Place p = place_new();
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    bool replace = round == 0;
    int first = -1, good = 0;
    for (int i = 0; i < SAVERS; i++) {
      saver[i] = (Saver){.place = &p, .replace = replace, .code = -1};
      snprintf(saver[i].text, sizeof saver[i].text, "text %d", i);
      assert_int_equal(pthread_create(&thread[i], NULL, save_often, &saver[i]), 0);
    }
    for (int i = 0; i < SAVERS; i++) {
      pthread_join(thread[i], NULL);
      assert_true(saver[i].code == 0 || (!replace && saver[i].code == 409));
      if (saver[i].code == 0) first = i, good++;
    }
    assert_int_equal(good, replace ? SAVERS : 1);
    if (!replace) assert_holds(&p, "first.yaml", saver[first].text);
    unlinkat(p.dir, "first.yaml", 0);
    assert_int_equal(count(&p), 1);
  }
  place_free(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_names),           cmocka_unit_test(never_over_a_file),
      cmocka_unit_test(never_through_a_link), cmocka_unit_test(folders),
      cmocka_unit_test(others_stay),          cmocka_unit_test(a_private_file_stays_private),
      cmocka_unit_test(at_the_same_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
