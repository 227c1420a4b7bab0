// catenaria cases: what ships with the program.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "failure.h"
#include "json.h"
#include "session.h"

static const Option options[] = {{0}};

enum { PATH_SIZE = 4096, MAX_DEPTH = 4 };

// Looking through the library: files that load as a case are listed, the others are parts.
typedef struct Listing {
  Session *s;
  const char *library;
  bool parts;  // this time, show the parts
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
  CatCaseSource source = {.path = path, .library = l->library};
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

static CatStatus visit_folder(Listing *l, const char *folder, int depth) {
  struct dirent **entries = NULL;
  int n = scandir(folder, &entries, NULL, alphasort);
  CatStatus status = CAT_OK;
  for (int i = 0; i < n; i++) {
    const char *name = entries[i]->d_name;
    char path[PATH_SIZE];
    struct stat st;
    bool fits = (size_t)snprintf(path, sizeof path, "%s/%s", folder, name) < sizeof path;
    if (fits && name[0] != '.' && status == CAT_OK && stat(path, &st) == 0) {
      if (S_ISDIR(st.st_mode) && depth < MAX_DEPTH) {
        status = visit_folder(l, path, depth + 1);
      } else if (S_ISREG(st.st_mode) && is_yaml(name)) {
        status = visit_file(l, path);
      }
    }
    free(entries[i]);
  }
  free(entries);
  return status;
}

static int list_all(Session *s, const char *library) {
  Listing l = {.s = s, .library = library};
  if (s->json) {
    json_member(stdout, "{\n  ", "library", library);
    printf(",\n  \"cases\": [");
  } else {
    terminal_colour(stdout, COLOUR_BOLD, "Cases");
    printf(", to run by name or to copy, from %s\n", library);
  }
  CatStatus status = visit_folder(&l, library, 0);
  if (s->json) {
    printf("\n  ],\n  \"parts\": [");
  } else {
    terminal_colour(stdout, COLOUR_BOLD, "\nParts");
    printf(", for 'use:' in a case file\n");
  }
  l.parts = true;
  l.shown = 0;
  if (status == CAT_OK) status = visit_folder(&l, library, 0);
  if (s->json) printf("\n  ]\n}\n");
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
    code = print_file(s->path);
    return code ? failure_plain(code, false, "the case file cannot be read") : 0;
  }
  json_member(stdout, "{\n  ", "name", args->operand[0]);
  json_member(stdout, ",\n  ", "path", s->path);
  json_member(stdout, ",\n  ", "kind", cat_case_kind(s->c));
  json_member(stdout, ",\n  ", "title", cat_case_title(s->c));
  printf("\n}\n");
  return 0;
}

static int list_library(Session *s) {
  char *library = NULL;
  CatStatus status = cat_library_find(s->ctx, &library);
  if (status != CAT_OK) return session_fail(s, status);
  if (!library) {
    return failure_plain(
        EXIT_USAGE, s->json,
        "the shipped cases are not installed; CATENARIA_CASES may name their folder");
  }
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
