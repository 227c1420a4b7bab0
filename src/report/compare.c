#define _DEFAULT_SOURCE  // S_IFMT and its kin
#include "compare.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/c_locale.h"

enum { PATH_MAX_TEXT = 512, LARGEST = 5, CHUNK = 16384, MOST_BYTES = 64 * 1024 * 1024 };

// A number of one summary, or a word that says what kind of result it is.
typedef struct Field {
  const char *path;
  double value;
  const char *word;  // NULL: a number
  int order;         // in the file
} Field;

typedef struct Fields {
  Field *field;
  int n, room;
} Fields;

struct CatCompare {
  CatContext *ctx;
  CatArena *arena;
  const char *file[2];
  CatResultsFile *results[2];  // NULL: none
  double tolerance;
  Fields side[2];
  CatCompared *row;
  int nrow, nbeyond;
};

//---------------------------------- reading a summary ---------------------------------------------

static CatStatus refuse(CatCompare *c, const char *file, const char *found) {
  return CAT_FAIL_AT(c->ctx, (CatPlace){.file = file}, "",
                     "found %s, expected a folder of results or a summary.json", found);
}

static CatStatus refuse_error(CatCompare *c, const char *file, int error) {
  char text[160];
  snprintf(text, sizeof text, "a file that cannot be read (%s)", cat_errno_text(error));
  return refuse(c, file, error == ENOENT ? "no such file" : text);
}

// The file that the user means: itself, or summary.json in the folder.
static CatStatus find_file(CatCompare *c, const char *given, const char **out) {
  struct stat st;
  if (stat(given, &st) != 0) return refuse_error(c, given, errno);
  bool folder = S_ISDIR(st.st_mode);
  CatText text = cat_text_new(c->ctx);
  cat_text_addf(&text, "%s%s", given, folder ? "/summary.json" : "");
  CatStatus status = cat_text_ok(&text);
  if (status == CAT_OK) *out = cat_arena_text(c->arena, text.data, text.n);
  cat_text_free(&text);
  if (status != CAT_OK || !*out) return CAT_ERR_MEMORY;
  if (stat(*out, &st) != 0) return refuse_error(c, *out, errno);
  if (!S_ISREG(st.st_mode)) return refuse(c, *out, "something that is no regular file");
  return st.st_size <= MOST_BYTES ? CAT_OK : refuse(c, *out, "more than 64 MiB");
}

static CatStatus read_text(CatCompare *c, const char *file, CatText *out) {
  FILE *stream = fopen(file, "rb");
  if (!stream) return refuse_error(c, file, errno);
  char block[8192];
  size_t n;
  cat_text_add(out, "");
  while ((n = fread(block, 1, sizeof block, stream)) > 0 && out->n <= MOST_BYTES) {
    cat_text_add_bytes(out, block, n);
  }
  int error = ferror(stream) ? errno : 0;
  fclose(stream);
  return error ? refuse_error(c, file, error) : cat_text_ok(out);
}

static CatPlace place_of(const char *file, const char *text, const char *at) {
  CatPlace place = {file, 1, 1};
  for (; text < at; text++) {
    place.column += ((unsigned char)*text & 0xc0) != 0x80;
    if (*text == '\n') place.line++, place.column = 1;
  }
  return place;
}

static CatStatus parse(CatCompare *c, const char *file, const CatText *text, cJSON **out) {
  const char *end = text->data;
  locale_t before = cat_locale_begin();
  *out = cJSON_ParseWithLengthOpts(text->data, text->n + 1, &end, true);
  cat_locale_end(before);
  if (!*out) {
    return CAT_FAIL_AT(c->ctx, place_of(file, text->data, end), "", "found no JSON here%s",
                       text->n ? "" : ": the file is empty");
  }
  const cJSON *format = cJSON_GetObjectItemCaseSensitive(*out, "format");
  if (cJSON_IsNumber(format) && format->valuedouble == 1) return CAT_OK;
  return CAT_FAIL_AT(c->ctx, ((CatPlace){file, 1, 1}), "format",
                     "found %s, expected the summary of a run, \"format\": 1",
                     format ? "another format" : "none");
}

//---------------------------------- its numbers ---------------------------------------------------

static CatStatus add_field(CatCompare *c, Fields *f, const char *path, double value,
                           const char *word) {
  if (f->n == f->room) {
    int room = f->room ? 2 * f->room : 64;
    Field *grown = cat_resize(c->ctx, f->field, (size_t)room, sizeof *grown);
    if (!grown) return CAT_ERR_MEMORY;
    f->field = grown;
    f->room = room;
  }
  const char *kept = cat_arena_text(c->arena, path, strlen(path));
  if (word) word = cat_arena_text(c->arena, word, strlen(word));
  if (!kept) return CAT_ERR_MEMORY;
  f->field[f->n] = (Field){kept, value, word, f->n};
  f->n++;
  return CAT_OK;
}

// Names of the user's, if ever there are some, never break a line.
static void add_name(char *path, size_t size, const char *name) {
  snprintf(path, size, "%s%s", path[-1] ? "." : "", name);
  for (char *p = path; *p; p++) {
    if ((unsigned char)*p < 0x20 || *p == 0x7f) *p = '?';
  }
}

// Words without which numbers that agree would say little.
static bool is_telling(const char *path) {
  bool verdict = strncmp(path, "verdicts[", 9) == 0 && strstr(path, "].result");
  return verdict || strcmp(path, "status") == 0 || strcmp(path, "kind") == 0;
}

// path points behind the text so far; the byte before it is 0 only at the top.
static CatStatus walk(CatCompare *c, Fields *f, const cJSON *item, char *whole, size_t used) {
  const char *path = whole + 1;
  if (cJSON_IsNumber(item)) return add_field(c, f, path, item->valuedouble, NULL);
  if (cJSON_IsNull(item)) return add_field(c, f, path, NAN, NULL);
  if (cJSON_IsString(item) && is_telling(path)) {
    return add_field(c, f, path, NAN, item->valuestring);
  }
  int index = 0;
  for (const cJSON *child = item->child; child; child = child->next, index++) {
    char *at = whole + used;
    size_t room = PATH_MAX_TEXT - used;
    if (cJSON_IsArray(item)) {
      snprintf(at, room, "[%d]", index);
    } else {
      add_name(at, room, child->string ? child->string : "");
    }
    CAT_TRY(walk(c, f, child, whole, used + strlen(at)));
    *at = '\0';
  }
  return CAT_OK;
}

// Digits count as numbers: supports[2] stands before supports[10].
static int compare_paths(const char *a, const char *b) {
  while (*a && *b) {
    if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
      char *end_a, *end_b;
      unsigned long x = strtoul(a, &end_a, 10), y = strtoul(b, &end_b, 10);
      if (x != y) return x < y ? -1 : 1;
      a = end_a, b = end_b;
    } else if (*a != *b) {
      return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
    } else {
      a++, b++;
    }
  }
  return *a ? 1 : *b ? -1 : 0;
}

static int compare_fields(const void *a, const void *b) {
  const Field *x = a, *y = b;
  int by_path = compare_paths(x->path, y->path);
  return by_path ? by_path : (x->order > y->order) - (x->order < y->order);
}

// results.h5 beside the summary. It is looked at even if nobody asks for curves: numbers from a
// folder with a damaged file are not to be trusted.
static CatStatus open_results(CatCompare *c, int which) {
  const char *summary = c->file[which], *slash = strrchr(summary, '/');
  int folder = slash ? (int)(slash - summary) + 1 : 0;
  CatText path = cat_text_new(c->ctx);
  cat_text_addf(&path, "%.*sresults.h5", folder, summary);
  CatStatus status = cat_text_ok(&path);
  if (status == CAT_OK) status = cat_results_file_open(c->ctx, path.data, &c->results[which]);
  cat_text_free(&path);
  return status;
}

static CatStatus read_side(CatCompare *c, const char *given, int which) {
  CatText text = cat_text_new(c->ctx);
  cJSON *json = NULL;
  CatStatus status = find_file(c, given, &c->file[which]);
  if (status == CAT_OK) status = read_text(c, c->file[which], &text);
  if (status == CAT_OK) status = parse(c, c->file[which], &text, &json);
  char path[PATH_MAX_TEXT] = "";
  Fields *f = &c->side[which];
  if (status == CAT_OK) status = walk(c, f, json, path, 1);
  if (status == CAT_OK && f->n) qsort(f->field, (size_t)f->n, sizeof *f->field, compare_fields);
  cJSON_Delete(json);
  cat_text_free(&text);
  return status == CAT_OK && c->file[which] ? open_results(c, which) : status;
}

//---------------------------------- side by side --------------------------------------------------

double cat_compare_relative(const CatCompared *r) {
  if (!r->in_a || !r->in_b) return NAN;
  if (r->word_a || r->word_b) {
    return r->word_a && r->word_b && strcmp(r->word_a, r->word_b) == 0 ? 0 : INFINITY;
  }
  if (r->a == r->b || (isnan(r->a) && isnan(r->b))) return 0;
  return fabs(r->a - r->b) / fmax(fabs(r->a), fabs(r->b));
}

// A number against null is beyond any tolerance; what one side does not have is not judged, nor
// are margins, which are small differences of what is judged.
static void judge(CatCompare *c, CatCompared *r) {
  bool timing = strncmp(r->path, "timing", 6) == 0 || strstr(r->path, ".timing");
  bool margin = strncmp(r->path, "verdicts[", 9) == 0 && strstr(r->path, ".margin");
  r->judged = !timing && !margin && r->in_a && r->in_b;
  r->beyond = r->judged && c->tolerance >= 0 && !(cat_compare_relative(r) <= c->tolerance);
  c->nbeyond += r->beyond;
}

static CatStatus merge(CatCompare *c) {
  const Fields *a = &c->side[0], *b = &c->side[1];
  c->row = CAT_NEW(c->ctx, a->n + b->n + 1, CatCompared);
  if (!c->row) return CAT_ERR_MEMORY;
  for (int i = 0, k = 0; i < a->n || k < b->n; c->nrow++) {
    int order = i == a->n ? 1 : k == b->n ? -1 : compare_paths(a->field[i].path, b->field[k].path);
    CatCompared *r = &c->row[c->nrow];
    *r = (CatCompared){.a = NAN, .b = NAN, .in_a = order <= 0, .in_b = order >= 0};
    r->path = order <= 0 ? a->field[i].path : b->field[k].path;
    if (r->in_a) r->a = a->field[i].value, r->word_a = a->field[i++].word;
    if (r->in_b) r->b = b->field[k].value, r->word_b = b->field[k++].word;
    judge(c, r);
  }
  return CAT_OK;
}

static void mark_largest(CatCompare *c) {
  for (int k = 0; k < LARGEST; k++) {
    CatCompared *most = NULL;
    for (int i = 0; i < c->nrow; i++) {
      CatCompared *r = &c->row[i];
      if (!r->judged || r->large || !(cat_compare_relative(r) > 0)) continue;
      if (!most || cat_compare_relative(r) > cat_compare_relative(most)) most = r;
    }
    if (!most) return;
    most->large = true;
  }
}

static CatStatus fill(CatCompare *c, const char *a, const char *b) {
  CAT_TRY(read_side(c, a, 0));
  CAT_TRY(read_side(c, b, 1));
  CAT_TRY(merge(c));
  mark_largest(c);
  return CAT_OK;
}

CatStatus cat_compare_new(CatContext *ctx, const char *a, const char *b, double tolerance,
                          CatCompare **out) {
  *out = NULL;
  CatCompare *c = CAT_NEW(ctx, 1, CatCompare);
  if (!c) return CAT_ERR_MEMORY;
  *c = (CatCompare){.ctx = ctx, .tolerance = tolerance, .arena = cat_arena_new(ctx, CHUNK)};
  CatStatus status = c->arena ? fill(c, a, b) : CAT_ERR_MEMORY;
  if (status == CAT_OK) {
    *out = c;
  } else {
    cat_compare_free(c);
  }
  return status;
}

void cat_compare_free(CatCompare *c) {
  if (!c) return;
  for (int i = 0; i < 2; i++) {
    cat_results_file_free(c->results[i]);
    cat_free(c->ctx, c->side[i].field);
  }
  cat_free(c->ctx, c->row);
  cat_arena_free(c->arena);
  cat_free(c->ctx, c);
}

int cat_compare_count(const CatCompare *c) {
  return c->nrow;
}

const CatCompared *cat_compare_at(const CatCompare *c, int i) {
  return &c->row[i];
}

int cat_compare_beyond(const CatCompare *c) {
  return c->nbeyond;
}

const char *cat_compare_file(const CatCompare *c, int which) {
  return c->file[which];
}

const CatResultsFile *cat_compare_results(const CatCompare *c, int which) {
  return c->results[which];
}

double cat_compare_tolerance(const CatCompare *c) {
  return c->tolerance;
}

CatContext *cat_compare_context(const CatCompare *c) {
  return c->ctx;
}

bool cat_compare_is_single(const CatCompared *r) {
  return strncmp(r->path, "droppers[", 9) == 0 || strncmp(r->path, "rest.dropper_", 13) == 0;
}
