// The search for a value that is not finite. The place is named even if there is no memory for
// its full name: NULL always means that everything is finite.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "internal.h"

static const char *named(const char *text, const char *otherwise) {
  return text ? text : otherwise;
}

static const char *bad_channel(CatRecord *rec) {
  for (int i = 0; i < rec->tables.n; i++) {
    const CatTable *table = cat_record_table_at(rec, i);
    for (int k = 0; k < table->nchannel; k++) {
      const CatChannel *c = &table->channel[k];
      for (size_t row = 0; row < table->n; row++) {
        if (isfinite(c->data[row])) continue;
        return named(cat_record_textf(rec, "%s.%s, row %zu", table->name, c->name, row + 1),
                     c->name);
      }
    }
  }
  return NULL;
}

static bool all_finite(const float *x, size_t n) {
  for (size_t i = 0; x && i < n; i++) {
    if (!isfinite(x[i])) return false;
  }
  return true;
}

static const char *bad_frame(const CatRecord *rec) {
  const CatFrames *f = rec->frames;
  if (!f) return NULL;
  size_t points = f->n * (size_t)f->npoint;
  if (!all_finite(f->up, points)) return "frames.up";
  if (!all_finite(f->sideways, points)) return "frames.sideways";
  return all_finite(f->force, f->n * (size_t)f->nlink) ? NULL : "frames.force";
}

static const char *bad_shown(CatRecord *rec) {
  for (int i = 0; i < rec->results.n; i++) {
    const CatResult *r = cat_record_result_at(rec, i);
    if (!isfinite(r->value)) {
      return named(cat_record_textf(rec, "result %s: %s", r->group, r->label), r->label);
    }
  }
  for (int i = 0; i < rec->verdicts.n; i++) {
    const CatVerdict *v = cat_record_verdict_at(rec, i);
    if (!isfinite(v->value)) {
      return named(cat_record_textf(rec, "verdict %s: %s", v->standard, v->quantity), v->quantity);
    }
  }
  return NULL;
}

// Writes the path of the first number that is not finite into path, from the root downwards.
static bool bad_fact(const cJSON *item, char *path, size_t size) {
  if (cJSON_IsNumber(item)) return !isfinite(item->valuedouble);
  int index = 0;
  for (const cJSON *child = item->child; child; child = child->next, index++) {
    int n = child->string ? snprintf(path, size, ".%s", child->string)
                          : snprintf(path, size, "[%d]", index);
    size_t used = n > 0 && (size_t)n < size ? (size_t)n : size - 1;
    if (bad_fact(child, path + used, size - used)) return true;
  }
  path[0] = '\0';
  return false;
}

static const char *bad_summary(CatRecord *rec) {
  char path[256] = "";
  if (!rec->summary || !bad_fact(rec->summary, path, sizeof path)) return NULL;
  return named(cat_record_textf(rec, "summary%s", path), "a number of the summary");
}

const char *cat_record_bad_value(CatRecord *rec) {
  const char *bad = bad_channel(rec);
  if (!bad) bad = bad_frame(rec);
  if (!bad) bad = bad_summary(rec);
  if (!bad) bad = bad_shown(rec);
  return bad;
}
