// The tables of docs/bench.md, from what was measured in this run.
#include <math.h>
#include <string.h>

#include "table.h"

static void write_rows(FILE *f, const Table *t) {
  fprintf(f, "\nAC simple at 320 km/h, all droppers unilateral, step of 1 ms, 20 spans:\n\n"
             "| row | unknowns | median [us] | p99 [us] | times real time | / stream | CV [%%] |\n"
             "|---|---|---|---|---|---|---|\n");
  for (int i = 0; i < t->n; i++) {
    const Row *r = &t->row[i];
    if (r->spans != 20) continue;
    fprintf(f, "| `%s` | %d | %.1f | %.0f | %.2f | %.1f | ", r->name, r->dof, r->median, r->p99,
            r->realtime, r->ratio);
    if (!isnan(r->cv)) fprintf(f, strcmp(r->name, "band") == 0 ? "reference" : "%.2g", r->cv);
    fprintf(f, " |\n");
  }
}

// Numbers of spans in the table, in ascending order, each once.
static int sizes_of(const Table *t, int *size, int most) {
  int n = 0;
  for (int i = 0; i < t->n && n < most; i++) {
    if (n == 0 || t->row[i].spans != size[n - 1]) size[n++] = t->row[i].spans;
  }
  return n;
}

static bool is_first(const Table *t, int i) {
  for (int k = 0; k < i; k++) {
    if (strcmp(t->row[k].name, t->row[i].name) == 0) return false;
  }
  return true;
}

static void write_growth(FILE *f, const Table *t) {
  int size[8], n = sizes_of(t, size, 8);
  fprintf(f, "\nMedians in microseconds over the length of the line, in spans:\n\n| row |");
  for (int k = 0; k < n; k++) fprintf(f, " %d |", size[k]);
  fprintf(f, "\n|---|");
  for (int k = 0; k < n; k++) fprintf(f, "---|");
  fprintf(f, "\n");
  for (int i = 0; i < t->n; i++) {
    if (!is_first(t, i)) continue;
    fprintf(f, "| `%s` |", t->row[i].name);
    for (int k = 0; k < n; k++) {
      const Row *r = table_find(t, t->row[i].name, size[k]);
      r ? fprintf(f, " %.1f |", r->median) : fprintf(f, "  |");
    }
    fprintf(f, "\n");
  }
}

static bool is_worse(const Check *a, const Check *b) {
  return a->least ? a->value < b->value : a->value > b->value;
}

// The same of several runs is one line; false if an earlier one has shown it.
static bool find_worst(const Table *t, int i, Check *worst, int *runs) {
  *worst = t->check[i];
  *runs = 0;
  for (int k = 0; k < t->checks && k < TABLE_CHECKS; k++) {
    const Check *c = &t->check[k];
    bool same = k == i || (c->of[0] && worst->of[0] && strcmp(c->what, worst->what) == 0);
    if (!same) continue;
    if (k < i) return false;
    if (is_worse(c, worst)) *worst = *c;
    ++*runs;
  }
  return true;
}

static void write_checks(FILE *f, const Table *t) {
  fprintf(f, "\n| what | value | limit | |\n|---|---|---|---|\n");
  for (int i = 0; i < t->checks && i < TABLE_CHECKS; i++) {
    Check c;
    int runs;
    if (!find_worst(t, i, &c, &runs)) continue;
    fprintf(f, "| %s", c.what);
    if (runs > 1) fprintf(f, ", worst of %d runs (%s)", runs, c.of);
    fprintf(f, " | %.4g | at %s %g | %s |\n", c.value, c.least ? "least" : "most", c.limit,
            c.pass ? "met" : "**missed**");
  }
}

bool table_page(const Table *t, const char *path, const Facts *facts) {
  FILE *f = fopen(path, "w");
  if (!f) return false;
  fprintf(f, "%s; %s; %s; %s; vectors: %s; commit %s.\n", facts->processor, facts->cache,
          facts->system, facts->compiler, facts->code, facts->commit);
  write_rows(f, t);
  write_growth(f, t);
  write_checks(f, t);
  return fclose(f) == 0;
}
