// Modes on disk: what was written is read back, what does not fit is not used, and no folder at all
// is no failure.
#define _DEFAULT_SOURCE  // flock
#include "reduced.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reduce/basis.h"
#include "reduce/mode_cache.h"

typedef struct Kept {
  Scene g;
  Reduced *r;
  char *folder;
  int keep[5];
  CatModeCache cache;
  CatCachedModes modes;
} Kept;

static Kept kept_new(void) {
  static CatSpanSpec span;
  static CatTrainSpec spec;
  span = scene_spans(1);
  spec = coarse(&span, 1);
  Kept k = {.g = scene_line(&spec), .keep = {3, 4, 9, 20, 31}, .folder = temp_dir_new()};
  k.r = reduced_tangent(k.g.ctx, k.g.m, k.g.rest);
  setenv("CATENARIA_CACHE", k.folder, 1);
  k.cache = cat_mode_cache_of(&k.r->t, 5, k.keep);
  k.modes = (CatCachedModes){.n = 7,
                             .nrow = 5,
                             .omega2 = CAT_ARENA(k.r->arena, 7, double),
                             .vertical = CAT_ARENA(k.r->arena, 7, double),
                             .row = CAT_ARENA(k.r->arena, 35, double)};
  for (int i = 0; i < 7; i++) k.modes.omega2[i] = i + roll(k.r), k.modes.vertical[i] = roll(k.r);
  for (int i = 0; i < 35; i++) k.modes.row[i] = roll(k.r);
  return k;
}

static void kept_free(Kept *k) {
  unsetenv("CATENARIA_CACHE");
  temp_dir_remove(k->folder);
  reduced_free(k->r);
  scene_free(&k->g);
}

static bool can_read(const Kept *k, int n) {
  CatCachedModes found;
  return cat_mode_cache_read(k->r->arena, &k->cache, n, &found);
}

static long size_of(const Kept *k) {
  struct stat status;
  return stat(k->cache.path, &status) == 0 ? (long)status.st_size : -1;
}

//------------------------------------------------------------------------------- good files

static void reads_what_it_wrote(void **state) {
  (void)state;
  Kept k = kept_new();
  assert_false(can_read(&k, 1));  // not yet there
  cat_mode_cache_write(k.g.ctx, &k.cache, &k.modes);
  CatCachedModes found = {0};
  for (int n = 1; n <= 7; n++) {
    assert_true(cat_mode_cache_read(k.r->arena, &k.cache, n, &found));
    assert_int_equal(found.n, 7);
    assert_int_equal(found.nrow, 5);
    assert_memory_equal(found.omega2, k.modes.omega2, 7 * sizeof(double));
    assert_memory_equal(found.vertical, k.modes.vertical, 7 * sizeof(double));
    assert_memory_equal(found.row, k.modes.row, 35 * sizeof(double));
  }
  assert_false(can_read(&k, 8));  // too few
  kept_free(&k);
}

// A longer file takes the place of a shorter one; nothing else is left in the folder.
static void replaces_a_shorter_file(void **state) {
  (void)state;
  Kept k = kept_new();
  k.modes.n = 3;
  cat_mode_cache_write(k.g.ctx, &k.cache, &k.modes);
  assert_false(can_read(&k, 7));
  k.modes.n = 7;
  cat_mode_cache_write(k.g.ctx, &k.cache, &k.modes);
  assert_true(can_read(&k, 7));
  assert_int_equal(unlink(k.cache.path), 0);
  assert_int_equal(rmdir(k.folder), 0);  // empty: no temporary file was left
  assert_int_equal(mkdir(k.folder, 0777), 0);
  kept_free(&k);
}

static void folders_are_made(void **state) {
  (void)state;
  Kept k = kept_new();
  char deep[400];
  snprintf(deep, sizeof deep, "%s/a/b", k.folder);
  setenv("CATENARIA_CACHE", deep, 1);
  k.cache = cat_mode_cache_of(&k.r->t, 5, k.keep);
  cat_mode_cache_write(k.g.ctx, &k.cache, &k.modes);
  assert_true(can_read(&k, 7));
  kept_free(&k);
}

// CATENARIA_CACHE, then XDG_CACHE_HOME, then HOME; without them there is no cache.
static void where_it_lies(void **state) {
  (void)state;
  Kept k = kept_new();
  static const char *const name[] = {"CATENARIA_CACHE", "XDG_CACHE_HOME", "HOME"};
  static const char *const begin[] = {"/c/modes-", "/x/catenaria/modes-",
                                      "/h/.cache/catenaria/modes-"};
  static const char *const value[] = {"/c", "/x", "/h"};
  char *old[3];
  for (int i = 0; i < 3; i++) {
    old[i] = getenv(name[i]) ? strdup(getenv(name[i])) : NULL;
    setenv(name[i], value[i], 1);
  }
  for (int i = 0; i < 3; i++) {
    CatModeCache s = cat_mode_cache_of(&k.r->t, 5, k.keep);
    assert_memory_equal(s.path, begin[i], strlen(begin[i]));
    setenv(name[i], "", 1);  // empty is not given
  }
  CatModeCache none = cat_mode_cache_of(&k.r->t, 5, k.keep);
  assert_string_equal(none.path, "");
  cat_mode_cache_write(k.g.ctx, &none, &k.modes);
  assert_false(cat_mode_cache_read(k.r->arena, &none, 1, &(CatCachedModes){0}));
  for (int i = 0; i < 3; i++) {
    if (old[i]) setenv(name[i], old[i], 1);
    if (!old[i]) unsetenv(name[i]);
    free(old[i]);
  }
  kept_free(&k);
}

// The name follows from matrices and rows: any bit of them.
static void name_follows_from_content(void **state) {
  (void)state;
  Kept k = kept_new();
  char path[512];
  memcpy(path, k.cache.path, sizeof path);
  CatModeCache again = cat_mode_cache_of(&k.r->t, 5, k.keep);
  assert_string_equal(again.path, path);
  k.keep[4]++;
  assert_string_not_equal(cat_mode_cache_of(&k.r->t, 5, k.keep).path, path);
  k.keep[4]--;
  assert_string_not_equal(cat_mode_cache_of(&k.r->t, 4, k.keep).path, path);
  CatBand *band[] = {&k.r->t.K, &k.r->t.M};
  for (int i = 0; i < 2; i++) {
    double *entry = &band[i]->a[band[i]->kd + 30 * (band[i]->kd + 1)], old = *entry;
    *entry = nextafter(old, 2 * old);
    assert_string_not_equal(cat_mode_cache_of(&k.r->t, 5, k.keep).path, path);
    *entry = old;
  }
  kept_free(&k);
}

//------------------------------------------------------------------------------- bad files

static void change_byte(const Kept *k, long at, int by) {
  FILE *file = fopen(k->cache.path, "r+b");
  assert_non_null(file);
  assert_int_equal(fseek(file, at, SEEK_SET), 0);
  int byte = fgetc(file);
  assert_int_equal(fseek(file, at, SEEK_SET), 0);
  fputc(byte ^ by, file);
  assert_int_equal(fclose(file), 0);
}

// Any other byte in what comes before the numbers: another format, version, order of bytes, hash,
// or sizes that the file does not have.
static void wrong_heads_are_not_used(void **state) {
  (void)state;
  Kept k = kept_new();
  cat_mode_cache_write(k.g.ctx, &k.cache, &k.modes);
  long head = size_of(&k) - 8 * (7 + 7 + 35);
  assert_int_equal(head, 96);
  for (long i = 0; i < head; i++) {
    for (int bit = 1; bit < 256; bit <<= 1) {
      change_byte(&k, i, bit);
      assert_false(can_read(&k, 1));
      change_byte(&k, i, bit);
    }
  }
  assert_true(can_read(&k, 7));
  // sizes whose product overflows to the right length
  change_byte(&k, 48 + 7, 0x20);
  assert_false(can_read(&k, 1));
  kept_free(&k);
}

// Any other bit in the numbers.
static void changed_numbers_are_not_used(void **state) {
  (void)state;
  Kept k = kept_new();
  cat_mode_cache_write(k.g.ctx, &k.cache, &k.modes);
  long size = size_of(&k);
  for (long i = 96; i < size; i++) {
    int bit = 1 << (i % 8);
    change_byte(&k, i, bit);
    assert_false(can_read(&k, 1));
    change_byte(&k, i, bit);
  }
  assert_true(can_read(&k, 7));
  kept_free(&k);
}

static void cut_files_are_not_used(void **state) {
  (void)state;
  Kept k = kept_new();
  cat_mode_cache_write(k.g.ctx, &k.cache, &k.modes);
  long size = size_of(&k);
  FILE *file = fopen(k.cache.path, "ab");
  fputc(0, file);
  fclose(file);
  assert_false(can_read(&k, 1));  // too long
  for (long n = size - 1; n >= 0; n -= 13) {
    assert_int_equal(truncate(k.cache.path, n), 0);
    assert_false(can_read(&k, 1));
  }
  kept_free(&k);
}

static void garbage_is_not_used(void **state) {
  (void)state;
  Kept k = kept_new();
  FILE *file = fopen(k.cache.path, "wb");
  for (int i = 0; i < 5000; i++) fputc((int)(roll(k.r) * 127) & 255, file);
  fclose(file);
  assert_false(can_read(&k, 1));
  assert_int_equal(unlink(k.cache.path), 0);
  assert_int_equal(mkdir(k.cache.path, 0777), 0);  // a folder of that name
  assert_false(can_read(&k, 1));
  assert_int_equal(rmdir(k.cache.path), 0);
  assert_int_equal(mkfifo(k.cache.path, 0777), 0);  // a pipe that nobody writes into: no waiting
  assert_false(can_read(&k, 1));
  assert_int_equal(unlink(k.cache.path), 0);
  kept_free(&k);
}

typedef struct Heard {
  int warnings;
  char last[400];
} Heard;

static void hear(void *user, CatLogLevel level, const char *text) {
  Heard *h = user;
  if (level != CAT_LOG_WARNING) return;
  h->warnings++;
  snprintf(h->last, sizeof h->last, "%s", text);
}

// A path through a file can be written by nobody, root included: a warning, nothing else.
static void unwritable_folders_are_no_failure(void **state) {
  (void)state;
  Kept k = kept_new();
  Heard heard = {0};
  CatHost host = {.size = sizeof host, .log = hear, .user = &heard};
  CatContext *ctx = cat_context_new(&host);
  char path[400];
  snprintf(path, sizeof path, "%s/file", k.folder);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fclose(file);
  setenv("CATENARIA_CACHE", path, 1);
  k.cache = cat_mode_cache_of(&k.r->t, 5, k.keep);
  cat_mode_cache_write(ctx, &k.cache, &k.modes);
  assert_int_equal(heard.warnings, 1);
  assert_non_null(strstr(heard.last, path));
  assert_non_null(strstr(heard.last, strerror(ENOTDIR)));
  assert_int_equal(cat_context_errors(ctx), 0);
  assert_false(can_read(&k, 1));
  cat_context_free(ctx);
  kept_free(&k);
}

// What a killed process left is used again; while another one writes, nothing is done.
static void one_writes_at_a_time(void **state) {
  (void)state;
  Kept k = kept_new();
  char part[600];
  snprintf(part, sizeof part, "%s.part", k.cache.path);
  FILE *file = fopen(part, "wb");
  assert_non_null(file);
  for (int i = 0; i < 5000; i++) fputc('x', file);
  fflush(file);
  assert_int_equal(flock(fileno(file), LOCK_EX), 0);
  cat_mode_cache_write(k.g.ctx, &k.cache, &k.modes);
  assert_int_equal(size_of(&k), -1);
  fclose(file);
  cat_mode_cache_write(k.g.ctx, &k.cache, &k.modes);
  assert_true(can_read(&k, 7));
  assert_int_equal(access(part, F_OK), -1);
  kept_free(&k);
}

static void damage_is_told(void **state) {
  (void)state;
  Kept k = kept_new();
  Heard heard = {0};
  CatHost host = {.size = sizeof host, .log = hear, .user = &heard};
  CatContext *ctx = cat_context_new(&host);
  CatArena *arena = cat_arena_new(ctx, 1024);
  cat_mode_cache_write(k.g.ctx, &k.cache, &k.modes);
  assert_false(
      cat_mode_cache_read(arena, &k.cache, 8, &(CatCachedModes){0}));  // whole, but too few
  assert_int_equal(heard.warnings, 0);
  change_byte(&k, 200, 1);
  assert_false(cat_mode_cache_read(arena, &k.cache, 1, &(CatCachedModes){0}));
  assert_int_equal(heard.warnings, 1);
  assert_non_null(strstr(heard.last, "is damaged"));
  cat_arena_free(arena);
  cat_context_free(ctx);
  kept_free(&k);
}

//------------------------------------------------------------------------------- in use

// The second basis of a line comes from the file and is the same to the bit.
static void bases_come_from_the_file(void **state) {
  (void)state;
  Kept k = kept_new();
  CatBasisOptions o = {.vectors = 40,
                       .select = CAT_SELECT_FREQUENCY,
                       .nport = k.g.m->ndropper,
                       .port = k.r->dropper};
  CatBasis first, again, more;
  struct stat before, after;
  assert_int_equal(cat_basis_whole(k.r->arena, k.g.m, &k.r->t, &o, &first), CAT_OK);
  char command[500];
  snprintf(command, sizeof command, "test $(ls '%s' | wc -l) = 1", k.folder);
  assert_int_equal(system(command), 0);
  snprintf(command, sizeof command, "ln '%s'/modes-*.bin '%s/seen'", k.folder, k.folder);
  assert_int_equal(system(command), 0);
  snprintf(command, sizeof command, "%s/seen", k.folder);
  assert_int_equal(stat(command, &before), 0);
  assert_int_equal(cat_basis_whole(k.r->arena, k.g.m, &k.r->t, &o, &again), CAT_OK);
  assert_int_equal(stat(command, &after), 0);
  assert_int_equal(after.st_nlink, 2);  // not written anew
  assert_int_equal(again.n, first.n);
  size_t m = (size_t)first.n, nrow = (size_t)first.kind->nrow;
  assert_memory_equal(again.kind->omega2, first.kind->omega2, m * sizeof(double));
  assert_memory_equal(again.kind->phi, first.kind->phi, m * nrow * sizeof(double));
  o.vectors = 60;  // the file has too few
  assert_int_equal(cat_basis_whole(k.r->arena, k.g.m, &k.r->t, &o, &more), CAT_OK);
  assert_int_equal(stat(command, &after), 0);
  assert_int_equal(after.st_nlink, 1);  // another file stands in its place
  for (size_t i = 0; i < m; i++) {
    assert_close(more.kind->omega2[i], first.kind->omega2[i], 1e-9, 0);
  }
  kept_free(&k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(reads_what_it_wrote),
                                     cmocka_unit_test(replaces_a_shorter_file),
                                     cmocka_unit_test(folders_are_made),
                                     cmocka_unit_test(where_it_lies),
                                     cmocka_unit_test(name_follows_from_content),
                                     cmocka_unit_test(wrong_heads_are_not_used),
                                     cmocka_unit_test(changed_numbers_are_not_used),
                                     cmocka_unit_test(cut_files_are_not_used),
                                     cmocka_unit_test(one_writes_at_a_time),
                                     cmocka_unit_test(damage_is_told),
                                     cmocka_unit_test(garbage_is_not_used),
                                     cmocka_unit_test(unwritable_folders_are_no_failure),
                                     cmocka_unit_test(bases_come_from_the_file)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
