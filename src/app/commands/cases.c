// catenaria cases: what ships with the program.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/command.h"
#include "app/failure.h"
#include "app/json.h"
#include "app/session.h"
#include "app/signals.h"

static const Option options[] = {{0}};

enum { PATH_SIZE = 4096, MAX_DEPTH = 4, MAX_ENTRIES = 20000 };

// Files of the library, in the order in which they are shown. Those that load as a case are listed
// as cases, the others are parts.
typedef struct Listing {
  Session *s;
  const char *library;
  char **path;  // of the YAML files (n)
  int n;
  int entries;  // looked at, of whatever kind
  bool parts;   // this time, show the parts
  int shown;
} Listing;

static void print_entry(Listing *l, const char *name, const CatCase *c) {
  const char *kind = c ? cat_case_kind(c) : "";
  const char *title = c ? cat_case_title(c) : "";
  if (!l->s->json) {
    printf("  %-28s %-6s %s\n", name, kind, title);
  } else {
    json_member(stdout, l->shown ? ",\n    {" : "\n    {", "name", name);
    if (c) json_member(stdout, ", ", "kind", kind);
    if (c) json_member(stdout, ", ", "title", title);
    printf("}");
  }
  l->shown++;
}

static CatStatus visit_file(Listing *l, const char *path) {
  CatCase *c = NULL;
  CatCaseSource source = {.size = sizeof source, .path = path, .library = l->library};
  CatStatus status = cat_case_load(l->s->ctx, &source, &c);
  if (status != CAT_ERR_MEMORY) cat_context_clear(l->s->ctx);  // a part is no case, and no error
  char name[PATH_SIZE];
  snprintf(name, sizeof name, "%s", path + strlen(l->library) + 1);
  char *dot = strrchr(name, '.');
  if (dot && c) *dot = '\0';  // a case goes by its name, a part by its file
  if ((c == NULL) == l->parts) print_entry(l, name, c);
  cat_case_free(c);
  return status == CAT_ERR_MEMORY ? status : CAT_OK;
}

static bool is_yaml(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && strcmp(dot, ".yaml") == 0;
}

// gcc's analyser loses sight of what an array holds when the array grows; free_paths frees it all
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif
static bool keep_path(Listing *l, const char *path) {
  char **grown = realloc(l->path, ((size_t)l->n + 1) * sizeof *grown);
  if (!grown) return false;
  l->path = grown;
  grown[l->n] = strdup(path);
  if (!grown[l->n]) return false;
  l->n++;
  return true;
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

static void free_paths(Listing *l) {
  for (int i = 0; i < l->n; i++) free(l->path[i]);
  free(l->path);
}

static CatStatus collect(Listing *l, const char *folder, int depth);

static CatStatus collect_entry(Listing *l, const char *folder, const char *name, int depth) {
  char path[PATH_SIZE];
  struct stat st;
  bool fits = (size_t)snprintf(path, sizeof path, "%s/%s", folder, name) < sizeof path;
  if (!fits || name[0] == '.' || lstat(path, &st) != 0) return CAT_OK;
  // links to folders are not followed: they can lead anywhere, also back
  if (S_ISDIR(st.st_mode)) return depth < MAX_DEPTH ? collect(l, path, depth + 1) : CAT_OK;
  if (!is_yaml(name) || stat(path, &st) != 0 || !S_ISREG(st.st_mode)) return CAT_OK;
  return keep_path(l, path) ? CAT_OK : CAT_ERR_MEMORY;
}

// CAT_ERR_INPUT: this is no library, but some large tree.
static CatStatus collect(Listing *l, const char *folder, int depth) {
  struct dirent **entries = NULL;
  int n = scandir(folder, &entries, NULL, alphasort);
  CatStatus status = CAT_OK;
  for (int i = 0; i < n; i++) {
    if (++l->entries > MAX_ENTRIES && status == CAT_OK) status = CAT_ERR_INPUT;
    if (signals_caught() && status == CAT_OK) status = CAT_ERR_INTERRUPTED;
    if (status == CAT_OK) status = collect_entry(l, folder, entries[i]->d_name, depth);
    free(entries[i]);
  }
  free(entries);
  return status;
}

static CatStatus visit_all(Listing *l, bool parts) {
  CatStatus status = CAT_OK;
  l->parts = parts;
  l->shown = 0;
  for (int i = 0; i < l->n && status == CAT_OK; i++) {
    status = signals_caught() ? CAT_ERR_INTERRUPTED : visit_file(l, l->path[i]);
  }
  return status;
}

static int refuse_library(Session *s, const char *why) {
  const char *chosen = getenv("CATENARIA_CASES");
  char text[400];
  if (chosen && *chosen) {
    snprintf(text, sizeof text,
             "CATENARIA_CASES: found \"%.200s\", %s, expected the folder of the "
             "shipped cases",
             chosen, why);
  } else {
    snprintf(text, sizeof text,
             "the shipped cases are not installed; CATENARIA_CASES may name "
             "their folder");
  }
  return failure_plain(EXIT_USAGE, s->json, text);
}

static CatStatus print_all(Listing *l) {
  bool json = l->s->json;
  if (json) {
    json_member(stdout, "{\n  ", "library", l->library);
    printf(",\n  \"cases\": [");
  } else {
    terminal_colour(stdout, COLOUR_BOLD, "Cases");
    printf(", to run by name or to copy, from %s\n", l->library);
  }
  CatStatus status = visit_all(l, false);
  if (json) {
    printf("\n  ],\n  \"parts\": [");
  } else {
    terminal_colour(stdout, COLOUR_BOLD, "\nParts");
    printf(", for 'use:' in a case file\n");
  }
  if (status == CAT_OK) status = visit_all(l, true);
  if (json) printf("\n  ]\n}\n");
  return status;
}

static int list_all(Session *s, const char *library) {
  Listing l = {.s = s, .library = library};
  CatStatus status = collect(&l, library, 0);
  if (status == CAT_ERR_INPUT) {
    free_paths(&l);
    return refuse_library(s, "a folder with more than 20000 files");
  }
  if (status == CAT_OK) status = print_all(&l);
  free_paths(&l);
  return status == CAT_OK ? 0 : failure_print(s->ctx, status);
}

static int print_file(const char *path) {
  FILE *file = fopen(path, "r");
  char piece[4096];
  size_t n = 0;
  if (!file) return EXIT_USAGE;
  while ((n = fread(piece, 1, sizeof piece, file)) > 0) fwrite(piece, 1, n, stdout);
  int failed = ferror(file);
  fclose(file);
  return failed ? EXIT_USAGE : 0;
}

static int show_one(Session *s, const Args *args) {
  int code = session_load(s, args);
  if (code) return code;
  if (!s->json) {
    code = print_file(cat_case_file(s->c));
    return code ? failure_plain(code, false, "the case file cannot be read") : 0;
  }
  json_member(stdout, "{\n  ", "name", args->operand[0]);
  json_member(stdout, ",\n  ", "path", cat_case_file(s->c));
  json_member(stdout, ",\n  ", "kind", cat_case_kind(s->c));
  json_member(stdout, ",\n  ", "title", cat_case_title(s->c));
  printf("\n}\n");
  return 0;
}

static int list_library(Session *s) {
  char *library = NULL;
  CatStatus status = cat_library_find(s->ctx, &library);
  if (status != CAT_OK) return session_fail(s, status);
  if (!library) return refuse_library(s, "which is no folder");
  int code = list_all(s, library);
  cat_string_free(s->ctx, library);
  return code;
}

static int run(const Args *args) {
  Session s;
  int code = session_new(&s, args);
  if (!code) code = args->noperand > 0 ? show_one(&s, args) : list_library(&s);
  session_free(&s);
  return code;
}

const Command command_cases = {
    .name = "cases",
    .operands = "[NAME]",
    .noperand_max = 1,
    .summary = "what ships with the program; with NAME, print that case file",
    .details = "Examples\n"
               "  catenaria cases\n"
               "  catenaria cases pdae/arnold-simeon-32 > my-line.yaml\n",
    .options = options,
    .run = run,
};
