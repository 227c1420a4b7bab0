#define _GNU_SOURCE
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "strict.h"

bool folder_add(Folder *f, const char *dir) {
  if (f->nroot == FOLDER_ROOTS) return false;
  int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  char *name = fd >= 0 ? strdup(dir) : NULL;
  if (!name) {
    if (fd >= 0) close(fd);
    return false;
  }
  f->root[f->nroot] = fd;
  f->name[f->nroot++] = name;
  return true;
}

bool folder_open(Folder *f, const char *const *dirs, int n, int *bad) {
  *f = (Folder){.entry = calloc(FOLDER_RESULTS, sizeof *f->entry)};
  *bad = 0;
  if (!f->entry) return false;
  for (int i = 0; i < n; i++) {
    *bad = i;
    if (!folder_add(f, dirs[i])) return false;
  }
  return true;
}

void folder_close(Folder *f) {
  for (int i = 0; i < f->nroot; i++) {
    close(f->root[i]);
    free(f->name[i]);
  }
  free(f->entry);
  *f = (Folder){0};
}

//---------------------------------- search --------------------------------------------------------

static FolderEntry *find(FolderEntry *list, int n, int root, const char *path) {
  for (int i = 0; i < n; i++) {
    if (list[i].root == root && strcmp(list[i].path, path) == 0) return &list[i];
  }
  return NULL;
}

static FolderEntry *find_gone(FolderEntry *list, int n) {
  for (int i = 0; i < n; i++) {
    if (!list[i].there) return &list[i];
  }
  return NULL;
}

static bool is_file(int dir, const char *name) {
  struct stat st;
  return fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode);
}

// False: there is no place for it.
static bool note(Folder *f, FolderEntry *list, int *n, int most, FolderEntry found) {
  FolderEntry *e = find(list, *n, found.root, found.path);
  if (!e && *n < most) e = &list[(*n)++];
  if (!e && f->reuse && (e = find_gone(list, *n))) f->reused = true;
  if (e) *e = found;
  return e != NULL;
}

static void add(Folder *f, int root, const char *path) {
  FolderEntry e = {.root = root, .there = true};
  int n = snprintf(e.path, sizeof e.path, "%s", path);
  bool fits = n >= 0 && n < FOLDER_PATH;
  if (!fits || !note(f, f->entry, &f->nentry, FOLDER_RESULTS, e)) f->more = true;
}

static void add_text(Folder *f, int root, const char *name) {
  FolderEntry e = {.root = root, .there = true};
  size_t n = strlen(name);
  bool yaml = n > 5 && n < FOLDER_PATH && name[0] != '.' && strcmp(name + n - 5, ".yaml") == 0;
  if (!yaml || !is_file(f->root[root], name)) return;
  snprintf(e.path, sizeof e.path, "%s", name);
  if (!note(f, f->text, &f->ntext, FOLDER_TEXTS, e)) f->more = true;
}

static void find_texts(Folder *f, int root) {
  struct dirent **list = NULL;
  int n = scandirat(f->root[root], ".", &list, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    add_text(f, root, list[i]->d_name);
    free(list[i]);
  }
  free(list);
}

static bool search(Folder *f, int root, int dir, const char *path, int depth);

static bool search_below(Folder *f, int root, int dir, const char *path, int depth) {
  struct dirent **list = NULL;
  int n = scandirat(dir, ".", &list, NULL, alphasort);
  bool ok = true;
  for (int i = 0; i < n; i++) {
    const char *name = list[i]->d_name;
    int fd = name[0] != '.' && ok
                 ? openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
                 : -1;
    char *below = NULL;
    if (fd >= 0 && strcmp(path, ".") == 0) below = strdup(name);
    if (fd >= 0 && !below && asprintf(&below, "%s/%s", path, name) < 0) below = NULL;
    if (fd >= 0) ok = below && search(f, root, fd, below, depth + 1);
    if (fd >= 0) close(fd);
    free(below);
    free(list[i]);
  }
  free(list);
  return ok;
}

static bool search(Folder *f, int root, int dir, const char *path, int depth) {
  if (is_file(dir, "summary.json")) {
    add(f, root, path);
    return true;
  }
  return depth >= FOLDER_DEPTH || search_below(f, root, dir, path, depth);
}

static bool search_all(Folder *f) {
  bool ok = true;
  f->more = false;
  for (int i = 0; i < f->nroot && ok; i++) {
    ok = search(f, i, f->root[i], ".", 0);
    find_texts(f, i);
  }
  return ok;
}

bool folder_scan(Folder *f) {
  for (int i = 0; i < f->nentry; i++) f->entry[i].there = false;
  for (int i = 0; i < f->ntext; i++) f->text[i].there = false;
  f->reuse = f->reused = false;
  bool ok = search_all(f);
  f->reuse = ok && f->more;  // what is gone is known now
  return f->reuse ? search_all(f) : ok;
}

//---------------------------------- files ---------------------------------------------------------

// Component by component, so that no link leads out of the folder.
static int open_entry(const Folder *f, const FolderEntry *e) {
  int dir = openat(f->root[e->root], ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  char *path = strdup(e->path), *rest = path;
  for (char *part; dir >= 0 && rest && (part = strsep(&rest, "/"));) {
    int next = openat(dir, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    close(dir);
    dir = next;
  }
  free(path);
  return dir;
}

static char *read_all(int fd, size_t n) {
  char *bytes = malloc(n + 1);
  size_t got = 0;
  while (bytes && got < n) {
    ssize_t more = read(fd, bytes + got, n - got);
    if (more <= 0) {
      free(bytes);
      return NULL;
    }
    got += (size_t)more;
  }
  if (bytes) bytes[n] = '\0';
  return bytes;
}

static char *read_in(int dir, const char *file, size_t most, size_t *n) {
  int fd = openat(dir, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  struct stat st = {0};
  bool good = fd >= 0 && fstat(fd, &st) == 0;
  if (good && !S_ISREG(st.st_mode)) good = false, errno = EISDIR;
  if (good && (size_t)st.st_size > most) good = false, errno = EFBIG;
  char *bytes = good ? read_all(fd, (size_t)st.st_size) : NULL;
  *n = bytes ? (size_t)st.st_size : 0;
  if (fd >= 0) close(fd);
  return bytes;
}

char *folder_read(const Folder *f, int entry, const char *file, size_t most, size_t *n) {
  *n = 0;
  if (entry < 0 || entry >= f->nentry) return NULL;
  int dir = open_entry(f, &f->entry[entry]);
  if (dir < 0) return NULL;
  char *bytes = read_in(dir, file, most, n);
  close(dir);
  return bytes;
}

char *folder_text(const Folder *f, int text, size_t most, size_t *n) {
  *n = 0;
  if (text < 0 || text >= f->ntext) return NULL;
  return read_in(f->root[f->text[text].root], f->text[text].path, most, n);
}

char *folder_label(const Folder *f, const FolderEntry *e) {
  char *text = NULL;
  bool whole = strcmp(e->path, ".") == 0;
  int n = asprintf(&text, "%s%s%s", f->name[e->root], whole ? "" : "/", whole ? "" : e->path);
  if (n < 0) return NULL;
  strict_mend(text);
  return text;
}
