// results.h5 read back: a file that is not as it was written is refused before HDF5 sees it.
#include "report/hdf5/results_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/hdf5/checksum.h"
#include "report/report.h"
#include "report/sample.h"
#include "support/support.h"

#ifdef __SANITIZE_ADDRESS__
enum { FLIPS = 200 };  // each takes ten times as long
#else
enum { FLIPS = 2000 };
#endif
enum { ROWS = 1100, STEP = 64 };

typedef struct Written {
  CatContext *ctx;
  CatRecord *rec;
  char *root;
  char path[600];
  unsigned char *bytes;
  size_t n;
} Written;

static Written written_new(void) {
  Written w = {.ctx = cat_context_new(NULL), .root = temp_dir_new()};
  CatSpec *spec = sample_spec_new(w.ctx, "Sample", "case.yaml");
  w.rec = sample_record_new(w.ctx, ROWS);
  assert_int_equal(cat_report_write(w.ctx, spec, w.rec, w.root, false), CAT_OK);
  cat_spec_free(spec);
  snprintf(w.path, sizeof w.path, "%s/results.h5", w.root);
  FILE *file = fopen(w.path, "rb");
  struct stat st;
  assert_non_null(file);
  assert_int_equal(fstat(fileno(file), &st), 0);
  w.n = (size_t)st.st_size;
  w.bytes = malloc(w.n + 1);
  assert_int_equal(fread(w.bytes, 1, w.n, file), w.n);
  fclose(file);
  return w;
}

static void written_free(Written *w) {
  free(w->bytes);
  cat_record_free(w->rec);
  temp_dir_remove(w->root);
  cat_context_free(w->ctx);
}

static void put_back(const Written *w, size_t n) {
  FILE *file = fopen(w->path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(w->bytes, 1, n, file), n);
  assert_int_equal(fclose(file), 0);
}

static CatStatus try_open(const Written *w) {
  CatResultsFile *file = NULL;
  cat_context_clear(w->ctx);
  CatStatus status = cat_results_file_open(w->ctx, w->path, &file);
  if (status != CAT_OK) assert_null(file);
  cat_results_file_free(file);
  return status;
}

static void assert_refused(const Written *w, const char *why) {
  assert_int_equal(try_open(w), CAT_ERR_INPUT);
  const CatError *error = cat_context_error(w->ctx, 0);
  assert_string_equal(error->input, w->path);
  if (!strstr(error->message, why)) print_error("'%s' not in '%s'\n", why, error->message);
  assert_non_null(strstr(error->message, why));
}

static void reads_what_was_written(void **state) {
  (void)state;
  Written w = written_new();
  CatResultsFile *file = NULL;
  CatRecord *rec = cat_record_new(w.ctx);
  const CatTable *table = NULL, *none = NULL;
  assert_int_equal(cat_results_file_open(w.ctx, w.path, &file), CAT_OK);
  assert_int_equal(cat_results_file_table(file, rec, "time", "read", &table), CAT_OK);
  assert_int_equal(cat_results_file_table(file, rec, "no such", "none", &none), CAT_OK);
  assert_null(none);
  const CatTable *before = cat_record_find(w.rec, "time");
  assert_int_equal(table->n, before->n);
  assert_int_equal(table->nchannel, before->nchannel);
  for (int i = 0; i < before->nchannel; i++) {
    const CatChannel *was = &before->channel[i], *is = cat_table_channel(table, was->name);
    assert_non_null(is);
    assert_string_equal(is->unit, was->unit);
    assert_memory_equal(is->data, was->data, before->n * sizeof *was->data);
  }
  cat_results_file_free(file);
  cat_record_free(rec);
  written_free(&w);
}

// HDF5 lists channels by name; the abscissa is the one that was first.
static void the_first_channel_stays_first(void **state) {
  (void)state;
  const CatColumn columns[] = {{"z", "m", "place"}, {"t", "s", ""}, {"a", "N", ""}};
  Written w = written_new();
  CatSpec *spec = sample_spec_new(w.ctx, "Sample", "case.yaml");
  CatTable *odd = cat_record_table(w.rec, "odd", columns, 3, 2);
  const CatTable *table = NULL;
  CatResultsFile *file = NULL;
  CatRecord *rec = cat_record_new(w.ctx);
  for (int i = 0; i < 2; i++) cat_table_append(odd, (double[]){10 + i, 20 + i, 30 + i});
  assert_int_equal(cat_report_write(w.ctx, spec, w.rec, w.root, false), CAT_OK);
  assert_int_equal(cat_results_file_open(w.ctx, w.path, &file), CAT_OK);
  assert_int_equal(cat_results_file_table(file, rec, "odd", "read", &table), CAT_OK);
  assert_int_equal(table->nchannel, 3);
  assert_string_equal(table->channel[0].name, "z");
  assert_string_equal(table->channel[0].unit, "m");
  assert_true(table->channel[0].data[1] == 11);
  assert_true(cat_table_channel(table, "t")->data[1] == 21);
  cat_results_file_free(file);
  cat_record_free(rec);
  cat_spec_free(spec);
  written_free(&w);
}

static void no_file_is_no_error(void **state) {
  (void)state;
  Written w = written_new();
  assert_int_equal(unlink(w.path), 0);
  assert_int_equal(try_open(&w), CAT_OK);
  assert_int_equal(mkdir(w.path, 0777), 0);
  assert_refused(&w, "no regular file");
  assert_int_equal(rmdir(w.path), 0);
  assert_int_equal(mkfifo(w.path, 0666), 0);
  assert_refused(&w, "no regular file");
  written_free(&w);
}

// Whatever lies where the program runs; and two at once are two.
static void files_of_the_same_name_do_not_matter(void **state) {
  (void)state;
  Written w = written_new();
  char before[1000];
  CatResultsFile *a = NULL, *b = NULL;
  assert_non_null(getcwd(before, sizeof before));
  assert_int_equal(chdir(w.root), 0);  // where there is a results.h5
  assert_int_equal(cat_results_file_open(w.ctx, w.path, &a), CAT_OK);
  assert_int_equal(cat_results_file_open(w.ctx, "results.h5", &b), CAT_OK);
  assert_true(a && b);
  cat_results_file_free(a);
  cat_results_file_free(b);
  assert_int_equal(chdir(before), 0);
  written_free(&w);
}

static void cut_files_are_refused(void **state) {
  (void)state;
  Written w = written_new();
  int tried = 0;
  for (size_t n = 0; n < w.n; n += STEP, tried++) {
    put_back(&w, n);
    assert_refused(&w, n < CAT_CHECKSUM_BLOCK ? "no checksum" : "a damaged file of ");
  }
  assert_true(tried > 200);
  put_back(&w, w.n - 1);
  assert_refused(&w, "a damaged file of ");
  w.bytes[w.n] = 0;
  put_back(&w, w.n + 1);  // longer by a byte
  assert_refused(&w, "a damaged file of ");
  put_back(&w, w.n);
  assert_int_equal(try_open(&w), CAT_OK);
  written_free(&w);
}

static void changed_bits_are_refused(void **state) {
  (void)state;
  Written w = written_new();
  srand(14);
  for (int i = 0; i < FLIPS + CAT_CHECKSUM_BLOCK; i++) {
    // anywhere, and one in each byte of the block in front
    size_t bit = (size_t)rand() % (8 * w.n);
    if (i >= FLIPS) bit = 8 * (size_t)(i - FLIPS) + (size_t)i % 8;
    w.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    put_back(&w, w.n);
    assert_refused(&w, "expected results.h5 as catenaria wrote it");
    w.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
  }
  written_free(&w);
}

// A right checksum over something that is no HDF5 file.
static void foreign_content_is_refused(void **state) {
  (void)state;
  Written w = written_new();
  memset(w.bytes + CAT_CHECKSUM_BLOCK, 'x', w.n - CAT_CHECKSUM_BLOCK);
  cat_checksum_fill((char *)w.bytes, w.bytes + CAT_CHECKSUM_BLOCK, w.n - CAT_CHECKSUM_BLOCK);
  put_back(&w, w.n);
  assert_refused(&w, "no HDF5 file");
  written_free(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_what_was_written),
      cmocka_unit_test(the_first_channel_stays_first),
      cmocka_unit_test(no_file_is_no_error),
      cmocka_unit_test(files_of_the_same_name_do_not_matter),
      cmocka_unit_test(cut_files_are_refused),
      cmocka_unit_test(changed_bits_are_refused),
      cmocka_unit_test(foreign_content_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
