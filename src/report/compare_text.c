// A comparison as a table and as JSON.
#include <math.h>
#include <stdio.h>

#include "compare.h"
#include "report/common/escape.h"
#include "report/common/number.h"

enum { PATH_MOST = 42 };

// Of numbers of single droppers only those are shown that stand out.
static bool is_shown(const CatCompared *r) {
  return !cat_compare_is_single(r) || r->large || r->beyond;
}

static int path_width(const CatCompare *c) {
  int width = 5;
  for (int i = 0; i < cat_compare_count(c); i++) {
    if (!is_shown(cat_compare_at(c, i))) continue;
    int w = cat_escape_width(cat_compare_at(c, i)->path);
    if (w > width) width = w;
  }
  return width < PATH_MOST ? width : PATH_MOST;
}

static void add_path(CatText *out, const char *path, int width) {
  int wide = cat_escape_width(path);
  cat_escape_plain(out, path);
  cat_text_addf(out, "%*s", wide < width ? width - wide : 0, "");
}

static const char *value_text(double value, const char *word, char text[CAT_NUMBER_TEXT]) {
  if (word) {
    snprintf(text, CAT_NUMBER_TEXT, "%.12s", word);
    for (char *p = text; *p; p++) {
      if ((unsigned char)*p < 0x20 || (unsigned char)*p > 0x7e) *p = '?';
    }
    return text;
  }
  return isnan(value) ? "null" : cat_number_rounded(value, 6, text);
}

static void add_row(CatText *out, const CatCompared *r, int width) {
  char a[CAT_NUMBER_TEXT], b[CAT_NUMBER_TEXT], d[CAT_NUMBER_TEXT], rel[CAT_NUMBER_TEXT];
  double relative = cat_compare_relative(r);
  cat_text_add(out, "  ");
  add_path(out, r->path, width);
  cat_text_addf(out, " %12s %12s", value_text(r->a, r->word_a, a), value_text(r->b, r->word_b, b));
  if (isinf(relative)) {
    cat_text_addf(out, " %11s %9s", "", "differ");
  } else if (relative > 0) {
    cat_text_addf(out, " %11s %9s", cat_number_rounded(r->b - r->a, 4, d),
                  cat_number_rounded(relative, 3, rel));
  } else {
    cat_text_addf(out, " %11s %9s", "", relative == 0 ? "same" : "");
  }
  cat_text_addf(out, "%s%s%s\n", r->large ? " *" : "", r->beyond ? " BEYOND" : "",
                r->judged ? "" : " not judged");
}

static void add_only(CatText *out, const CatCompare *c, int which) {
  bool headed = false;
  for (int i = 0; i < cat_compare_count(c); i++) {
    const CatCompared *r = cat_compare_at(c, i);
    if ((which == 0 ? r->in_b : r->in_a) || !is_shown(r)) continue;
    char text[CAT_NUMBER_TEXT];
    if (!headed) cat_text_addf(out, "\nOnly in %s\n", which == 0 ? "A" : "B");
    headed = true;
    cat_text_add(out, "  ");
    add_path(out, r->path, path_width(c));
    cat_text_addf(out, " %12s\n",
                  value_text(which == 0 ? r->a : r->b, which == 0 ? r->word_a : r->word_b, text));
  }
}

static void add_hidden(CatText *out, const CatCompare *c) {
  int n = 0;
  for (int i = 0; i < cat_compare_count(c); i++) n += !is_shown(cat_compare_at(c, i));
  if (n) cat_text_addf(out, "\n%d numbers of single droppers are not shown; --json has them\n", n);
}

static void add_verdict(CatText *out, const CatCompare *c) {
  char text[CAT_NUMBER_TEXT];
  cat_text_add(out, "\n* marks the largest relative differences, |a - b| / max(|a|, |b|)\n");
  if (cat_compare_tolerance(c) < 0) return;
  cat_number_rounded(cat_compare_tolerance(c), 6, text);
  if (cat_compare_beyond(c) == 0) {
    cat_text_addf(out, "All within the tolerance of %s\n", text);
  } else {
    cat_text_addf(out, "%d beyond the tolerance of %s\n", cat_compare_beyond(c), text);
  }
}

CatStatus cat_compare_text(const CatCompare *c, CatText *out) {
  int width = path_width(c);
  for (int i = 0; i < 2; i++) {
    cat_text_add(out, i == 0 ? "A  " : "B  ");
    cat_escape_plain(out, cat_compare_file(c, i));
    cat_text_add(out, "\n");
  }
  cat_text_addf(out, "\n  %-*s %12s %12s %11s %9s\n", width, "field", "A", "B", "B - A",
                "relative");
  for (int i = 0; i < cat_compare_count(c); i++) {
    const CatCompared *r = cat_compare_at(c, i);
    if (r->in_a && r->in_b && is_shown(r)) add_row(out, r, width);
  }
  add_only(out, c, 0);
  add_only(out, c, 1);
  add_hidden(out, c);
  add_verdict(out, c);
  return cat_text_ok(out);
}

//---------------------------------- JSON ----------------------------------------------------------

static void add_text(CatText *out, const char *key, const char *value) {
  cat_text_addf(out, "\"%s\": ", key);
  cat_escape_json(out, value);
}

static void add_number(CatText *out, const char *key, double value) {
  char text[CAT_NUMBER_TEXT];
  cat_text_addf(out, ", \"%s\": %s", key, isfinite(value) ? cat_number_exact(value, text) : "null");
}

static void add_bool(CatText *out, const char *key, bool value) {
  cat_text_addf(out, ", \"%s\": %s", key, value ? "true" : "false");
}

static void add_value(CatText *out, const char *key, double value, const char *word) {
  if (!word) {
    add_number(out, key, value);
    return;
  }
  cat_text_add(out, ", ");
  add_text(out, key, word);
}

static void add_item(CatText *out, const CatCompared *r) {
  cat_text_add(out, "{");
  add_text(out, "path", r->path);
  if (r->in_a) add_value(out, "a", r->a, r->word_a);
  if (r->in_b) add_value(out, "b", r->b, r->word_b);
  if (r->in_a && r->in_b) {
    add_number(out, "difference", r->b - r->a);
    add_number(out, "relative", cat_compare_relative(r));
    add_bool(out, "largest", r->large);
  }
  add_bool(out, "judged", r->judged);
  add_bool(out, "beyond", r->beyond);
  cat_text_add(out, "}");
}

// Rows that are in a, in b, in both, as asked.
static void add_list(CatText *out, const char *key, const CatCompare *c, bool in_a, bool in_b) {
  const char *between = "\n    ";
  cat_text_addf(out, ",\n  \"%s\": [", key);
  for (int i = 0; i < cat_compare_count(c); i++) {
    const CatCompared *r = cat_compare_at(c, i);
    if (r->in_a != in_a || r->in_b != in_b) continue;
    cat_text_add(out, between);
    add_item(out, r);
    between = ",\n    ";
  }
  cat_text_add(out, between[0] == ',' ? "\n  ]" : "]");
}

CatStatus cat_compare_json(const CatCompare *c, CatText *out) {
  double tolerance = cat_compare_tolerance(c);
  cat_text_add(out, "{\n  ");
  add_text(out, "status", "ok");
  cat_text_add(out, ",\n  ");
  add_text(out, "a", cat_compare_file(c, 0));
  cat_text_add(out, ",\n  ");
  add_text(out, "b", cat_compare_file(c, 1));
  add_number(out, "tolerance", tolerance < 0 ? NAN : tolerance);
  add_number(out, "beyond", cat_compare_beyond(c));
  add_list(out, "fields", c, true, true);
  add_list(out, "only_a", c, true, false);
  add_list(out, "only_b", c, false, true);
  cat_text_add(out, "\n}\n");
  return cat_text_ok(out);
}
