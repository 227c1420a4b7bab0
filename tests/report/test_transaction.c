// The staged directory: everything or nothing, whatever goes wrong.
#include "report/transaction.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/support.h"

typedef struct Fixture {
  CatContext *ctx;
  char *root;     // temporary
  char dir[512];  // results, inside
} Fixture;

static Fixture set_up(void) {
  Fixture f = {.ctx = cat_context_new(NULL), .root = temp_dir_new()};
  snprintf(f.dir, sizeof f.dir, "%s/results", f.root);
  return f;
}

static void tear_down(Fixture *f) {
  temp_dir_remove(f->root);
  cat_context_free(f->ctx);
}

static int entries(const char *path) {
  DIR *dir = opendir(path);
  if (!dir) return -1;
  int n = 0;
  for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
    n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
  }
  closedir(dir);
  return n;
}

static void assert_content(const char *dir, const char *name, const char *expected) {
  char path[1024], text[64] = "";
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  size_t n = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[n] = '\0';
  assert_string_equal(text, expected);
}

static void assert_message(const Fixture *f, const char *part) {
  const CatError *error = cat_context_error(f->ctx, 0);
  assert_non_null(error);
  assert_int_equal(error->status, CAT_ERR_IO);
  if (!strstr(error->message, part)) print_error("'%s' not in '%s'\n", part, error->message);
  assert_non_null(strstr(error->message, part));
}

// Two files of one letter each; the transaction is freed whatever happens.
static CatStatus write_two(const Fixture *f, const char *letter) {
  CatTransaction *transaction = NULL;
  CatStatus status = cat_transaction_open(f->ctx, f->dir, &transaction);
  if (status == CAT_OK) status = cat_transaction_add(transaction, "a.txt", letter, 1);
  if (status == CAT_OK) status = cat_transaction_add(transaction, "b.txt", letter, 1);
  if (status == CAT_OK) status = cat_transaction_commit(transaction);
  cat_transaction_free(transaction);
  return status;
}

static void test_write_and_replace(void **state) {
  (void)state;
  Fixture f = set_up();
  assert_int_equal(write_two(&f, "1"), CAT_OK);
  assert_int_equal(write_two(&f, "2"), CAT_OK);
  assert_int_equal(entries(f.dir), 2);
  assert_content(f.dir, "a.txt", "2");
  assert_content(f.dir, "b.txt", "2");
  tear_down(&f);
}

static void test_nothing_before_commit(void **state) {
  (void)state;
  Fixture f = set_up();
  CatTransaction *transaction = NULL;
  strcat(f.dir, "/deeply//nested/");
  assert_int_equal(cat_transaction_open(f.ctx, f.dir, &transaction), CAT_OK);
  assert_int_equal(cat_transaction_add(transaction, "a.txt", "1", 1), CAT_OK);
  char path[1024];
  snprintf(path, sizeof path, "%sa.txt", f.dir);
  assert_int_equal(access(path, F_OK), -1);
  cat_transaction_free(transaction);
  assert_int_equal(entries(f.root), 0);  // directories that were made are gone, too
  tear_down(&f);
}

static void test_made_directories_stay_if_used(void **state) {
  (void)state;
  Fixture f = set_up();
  CatTransaction *transaction = NULL;
  assert_int_equal(cat_transaction_open(f.ctx, f.dir, &transaction), CAT_OK);
  char path[1024];
  snprintf(path, sizeof path, "%s/other", f.dir);
  close(open(path, O_WRONLY | O_CREAT, 0666));
  cat_transaction_free(transaction);
  assert_int_equal(entries(f.dir), 1);
  tear_down(&f);
}

static void test_path_is_a_file(void **state) {
  (void)state;
  Fixture f = set_up();
  close(open(f.dir, O_WRONLY | O_CREAT, 0666));
  assert_int_equal(write_two(&f, "1"), CAT_ERR_IO);
  assert_message(&f, "is not a directory");
  cat_context_clear(f.ctx);
  strcat(f.dir, "/below");
  assert_int_equal(write_two(&f, "1"), CAT_ERR_IO);
  assert_message(&f, "Not a directory");
  tear_down(&f);
}

static void test_no_directory_name(void **state) {
  (void)state;
  Fixture f = set_up();
  CatTransaction *transaction = NULL;
  assert_int_equal(cat_transaction_open(f.ctx, "", &transaction), CAT_ERR_ARG);
  assert_null(transaction);
  assert_int_equal(cat_transaction_open(f.ctx, "/proc/no/such", &transaction), CAT_ERR_IO);
  assert_null(transaction);
  tear_down(&f);
}

// A final name that is taken by a directory: the old file beside it comes back.
static void test_name_is_a_directory(void **state) {
  (void)state;
  Fixture f = set_up();
  assert_int_equal(write_two(&f, "1"), CAT_OK);
  char path[1024];
  snprintf(path, sizeof path, "%s/b.txt", f.dir);
  unlink(path);
  mkdir(path, 0777);
  assert_int_equal(write_two(&f, "2"), CAT_ERR_IO);
  assert_message(&f, "b.txt: Is a directory");
  assert_content(f.dir, "a.txt", "1");
  assert_int_equal(entries(f.dir), 2);
  tear_down(&f);
}

// The same where nothing was before: nothing is left.
static void test_first_run_fails(void **state) {
  (void)state;
  Fixture f = set_up();
  char path[1024];
  mkdir(f.dir, 0777);
  snprintf(path, sizeof path, "%s/b.txt", f.dir);
  mkdir(path, 0777);
  assert_int_equal(write_two(&f, "2"), CAT_ERR_IO);
  assert_int_equal(entries(f.dir), 1);
  tear_down(&f);
}

static void test_unwritable(void **state) {
  (void)state;
  Fixture f = set_up();
  mkdir(f.dir, 0555);
  chmod(f.root, 0755);
  bool root = geteuid() == 0;  // may write anywhere, so be somebody else
  if (root && seteuid(65534) != 0) skip();
  CatStatus status = write_two(&f, "1");
  if (root) assert_int_equal(seteuid(0), 0);
  assert_int_equal(status, CAT_ERR_IO);
  assert_message(&f, "a.txt: Permission denied");
  assert_int_equal(entries(f.dir), 0);
  tear_down(&f);
}

// A disk that fills up, as the kernel shows it: a short write, then an error.
static void test_disk_full(void **state) {
  (void)state;
  Fixture f = set_up();
  assert_int_equal(write_two(&f, "1"), CAT_OK);
  struct rlimit old, tight;
  getrlimit(RLIMIT_FSIZE, &old);
  tight = (struct rlimit){.rlim_cur = 1000, .rlim_max = old.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  static char bytes[5000];
  CatTransaction *transaction = NULL;
  assert_int_equal(cat_transaction_open(f.ctx, f.dir, &transaction), CAT_OK);
  assert_int_equal(cat_transaction_add(transaction, "a.txt", "2", 1), CAT_OK);
  setrlimit(RLIMIT_FSIZE, &tight);
  CatStatus status = cat_transaction_add(transaction, "b.txt", bytes, sizeof bytes);
  setrlimit(RLIMIT_FSIZE, &old);
  signal(SIGXFSZ, SIG_DFL);
  assert_int_equal(status, CAT_ERR_IO);
  assert_message(&f, "b.txt: File too large");
  cat_transaction_free(transaction);
  assert_int_equal(entries(f.dir), 2);
  assert_content(f.dir, "a.txt", "1");
  tear_down(&f);
}

// A link in the place of a final name is replaced, not followed.
static void test_link(void **state) {
  (void)state;
  Fixture f = set_up();
  char link[1024], target[1024];
  mkdir(f.dir, 0777);
  snprintf(link, sizeof link, "%s/a.txt", f.dir);
  snprintf(target, sizeof target, "%s/precious", f.root);
  FILE *file = fopen(target, "w");
  fputs("old", file);
  fclose(file);
  assert_int_equal(symlink(target, link), 0);
  assert_int_equal(write_two(&f, "1"), CAT_OK);
  assert_content(f.root, "precious", "old");
  assert_content(f.dir, "a.txt", "1");
  tear_down(&f);
}

static void test_drop(void **state) {
  (void)state;
  Fixture f = set_up();
  assert_int_equal(write_two(&f, "1"), CAT_OK);
  CatTransaction *transaction = NULL;
  assert_int_equal(cat_transaction_open(f.ctx, f.dir, &transaction), CAT_OK);
  assert_int_equal(cat_transaction_drop(transaction, "a.txt"), CAT_OK);
  assert_int_equal(cat_transaction_drop(transaction, "never-there.txt"), CAT_OK);
  assert_int_equal(cat_transaction_add(transaction, "b.txt", "2", 1), CAT_OK);
  assert_int_equal(entries(f.dir), 3);
  assert_int_equal(cat_transaction_commit(transaction), CAT_OK);
  assert_int_equal(cat_transaction_commit(transaction), CAT_ERR_STATE);
  cat_transaction_free(transaction);
  assert_int_equal(entries(f.dir), 1);
  assert_content(f.dir, "b.txt", "2");
  tear_down(&f);
}

// Makes an empty file in the directory of results.
static void leave(const Fixture *f, const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", f->dir, name);
  int fd = open(path, O_WRONLY | O_CREAT, 0666);
  assert_true(fd >= 0);
  close(fd);
}

// What processes left that were killed goes; what only looks like it stays.
static void test_stale(void **state) {
  (void)state;
  Fixture f = set_up();
  mkdir(f.dir, 0777);
  const char *stale[] = {".catenaria-1-0-a.txt", ".catenaria-99999-old-results.h5",
                         ".catenaria-123-99-line.vtk"};
  const char *others[] = {".catenaria",         ".catenaria-",    ".catenaria-x-0-a",
                          ".catenaria-1-0-",    ".catenaria-1-0", "catenaria-1-0-a.txt",
                          ".catenaria-1-new-a", ".a.txt.1-0"};
  for (int i = 0; i < 3; i++) leave(&f, stale[i]);
  for (int i = 0; i < 8; i++) leave(&f, others[i]);
  assert_int_equal(write_two(&f, "1"), CAT_OK);
  assert_int_equal(entries(f.dir), 8 + 2);
  char path[1024];
  for (int i = 0; i < 8; i++) {
    snprintf(path, sizeof path, "%s/%s", f.dir, others[i]);
    assert_int_equal(access(path, F_OK), 0);
  }
  tear_down(&f);
}

// Another transaction, as of another process, is waited for; one that never ends is told.
static void test_lock(void **state) {
  (void)state;
  Fixture f = set_up();
  CatTransaction *first = NULL, *second = NULL;
  assert_int_equal(cat_transaction_open(f.ctx, f.dir, &first), CAT_OK);
  assert_int_equal(cat_transaction_add(first, "a.txt", "1", 1), CAT_OK);
  assert_int_equal(cat_transaction_open(f.ctx, f.dir, &second), CAT_ERR_IO);
  assert_null(second);
  assert_message(&f, "another process has been writing there for 5 s");
  assert_int_equal(entries(f.dir), 1);  // its temporary file was left alone
  assert_int_equal(cat_transaction_commit(first), CAT_OK);
  cat_transaction_free(first);
  assert_int_equal(write_two(&f, "2"), CAT_OK);
  assert_int_equal(entries(f.dir), 2);
  tear_down(&f);
}

// A process that dies holds nothing.
static void test_lock_of_the_dead(void **state) {
  (void)state;
  Fixture f = set_up();
  pid_t child = fork();
  if (child == 0) {
    CatTransaction *transaction = NULL;
    bool done = cat_transaction_open(f.ctx, f.dir, &transaction) == CAT_OK &&
                cat_transaction_add(transaction, "a.txt", "1", 1) == CAT_OK;
    if (done) raise(SIGKILL);
    _exit(1);
  }
  int how = 0;
  assert_int_equal(waitpid(child, &how, 0), child);
  assert_true(WIFSIGNALED(how));
  assert_int_equal(entries(f.dir), 1);
  assert_int_equal(write_two(&f, "2"), CAT_OK);
  assert_int_equal(entries(f.dir), 2);
  tear_down(&f);
}

static void test_names(void **state) {
  (void)state;
  Fixture f = set_up();
  CatTransaction *transaction = NULL;
  assert_int_equal(cat_transaction_open(f.ctx, f.dir, &transaction), CAT_OK);
  const char *bad[] = {"", "../x", "a/b", ".hidden",
                       "a-name-that-is-far-too-long-for-any-of-the-files-we-write"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(cat_transaction_add(transaction, bad[i], "1", 1), CAT_ERR_ARG);
  }
  cat_transaction_free(transaction);
  assert_int_equal(entries(f.root), 0);
  tear_down(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_write_and_replace),
      cmocka_unit_test(test_nothing_before_commit),
      cmocka_unit_test(test_made_directories_stay_if_used),
      cmocka_unit_test(test_path_is_a_file),
      cmocka_unit_test(test_no_directory_name),
      cmocka_unit_test(test_name_is_a_directory),
      cmocka_unit_test(test_first_run_fails),
      cmocka_unit_test(test_unwritable),
      cmocka_unit_test(test_disk_full),
      cmocka_unit_test(test_link),
      cmocka_unit_test(test_drop),
      cmocka_unit_test(test_stale),
      cmocka_unit_test(test_lock),
      cmocka_unit_test(test_lock_of_the_dead),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
