#define _GNU_SOURCE
#include "cases.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catenaria/catenaria.h"

static bool add(Cases *c, const char *folder, const char *file) {
  if (c->n == c->room) {
    int room = 2 * c->room + 32;
    char **more = realloc(c->path, (size_t)room * sizeof *more);
    if (!more) return false;
    c->path = more;
    c->room = room;
  }
  if (asprintf(&c->path[c->n], "%s/%s", folder, file) < 0) return false;
  c->n++;
  return true;
}

static bool is_yaml(const char *name) {
  size_t n = strlen(name);
  return name[0] != '.' && n > 5 && strcmp(name + n - 5, ".yaml") == 0;
}

// Folders of parts hold no whole cases.
static bool is_parts(const char *name) {
  static const char *const parts[] = {"lines", "pantographs", "vehicles", "bridges", "trains"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (strcmp(parts[i], name) == 0) return true;
  }
  return name[0] == '.';
}

static bool find_in(Cases *c, const char *folder) {
  struct dirent **list = NULL;
  int n = scandirat(c->root, folder, &list, NULL, alphasort);
  bool ok = true;
  for (int i = 0; i < n; i++) {
    if (ok && is_yaml(list[i]->d_name)) ok = add(c, folder, list[i]->d_name);
    free(list[i]);
  }
  free(list);
  return ok;
}

bool cases_find(Cases *c, const char *library) {
  struct dirent **list = NULL;
  *c = (Cases){.root = library ? open(library, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1};
  if (!library || c->root < 0) return true;
  c->library = strdup(library);
  if (!c->library) return false;
  int n = scandirat(c->root, ".", &list, NULL, alphasort);
  bool ok = true;
  for (int i = 0; i < n; i++) {
    if (ok && !is_parts(list[i]->d_name)) ok = find_in(c, list[i]->d_name);
    free(list[i]);
  }
  free(list);
  return ok;
}

void cases_free(Cases *c) {
  for (int i = 0; i < c->n; i++) free(c->path[i]);
  free(c->path);
  free(c->library);
  if (c->root >= 0) close(c->root);
  *c = (Cases){.root = -1};
}

void cases_list(const Cases *c, cJSON *list) {
  for (int i = 0; i < c->n; i++) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddNumberToObject(item, "id", i);
    cJSON_AddStringToObject(item, "name", c->path[i]);
    cJSON_AddItemToArray(list, item);
  }
}

// The whole input, parts and defaults included: it needs no file beside it.
static char *print(const char *path, const char *library) {
  CatContext *ctx = cat_context_new(NULL);
  CatCaseSource source = {.size = sizeof source, .path = path, .library = library};
  CatCase *c = NULL;
  char *text = NULL, *copy = NULL;
  bool ok =
      ctx && cat_case_load(ctx, &source, &c) == CAT_OK && cat_case_print(ctx, c, &text) == CAT_OK;
  if (ok) copy = strdup(text);
  if (ctx) cat_string_free(ctx, text);
  cat_case_free(c);
  cat_context_free(ctx);
  return copy;
}

char *cases_read(const Cases *c, long i) {
  char *path = NULL;
  if (i < 0 || i >= c->n || asprintf(&path, "%s/%s", c->library, c->path[i]) < 0) return NULL;
  char *text = print(path, c->library);
  free(path);
  return text;
}
