// The table as a picture: time of a step over the number of spans, both by logarithm.
#include <math.h>
#include <string.h>

#include "table.h"

enum { WIDE = 760, HIGH = 460, LEFT = 70, RIGHT = 200, TOP = 44, BOTTOM = 56 };
static const double LEAST_SPANS = 4, MOST_SPANS = 100, LEAST = 1, MOST = 20000;  // [us]

static double across(double spans) {
  double share = log(spans / LEAST_SPANS) / log(MOST_SPANS / LEAST_SPANS);
  return LEFT + share * (WIDE - LEFT - RIGHT);
}

static double down(double us) {
  double share = log(us / LEAST) / log(MOST / LEAST);
  return HIGH - BOTTOM - share * (HIGH - TOP - BOTTOM);
}

static void text(FILE *f, const double at[2], const char *style, const char *words) {
  fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>\n", at[0], at[1], style, words);
}

static void line(FILE *f, const double a[2], const double b[2], const char *style) {
  fprintf(f, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", a[0], a[1], b[0], b[1],
          style);
}

static void axes(FILE *f) {
  static const int spans[] = {5, 10, 20, 40, 80};
  char words[40];
  for (double us = LEAST; us <= MOST; us *= 10) {
    double y = down(us);
    line(f, (double[]){LEFT, y}, (double[]){WIDE - RIGHT, y}, "stroke=\"#d8d8d8\"");
    snprintf(words, sizeof words, "%g", us);
    text(f, (double[]){LEFT - 8, y + 4}, "text-anchor=\"end\"", words);
  }
  for (int i = 0; i < 5; i++) {
    double x = across(spans[i]);
    line(f, (double[]){x, TOP}, (double[]){x, HIGH - BOTTOM}, "stroke=\"#ececec\"");
    snprintf(words, sizeof words, "%d", spans[i]);
    text(f, (double[]){x, HIGH - BOTTOM + 18}, "text-anchor=\"middle\"", words);
  }
  double y = down(1000);
  line(f, (double[]){LEFT, y}, (double[]){WIDE - RIGHT, y},
       "stroke=\"#888\" stroke-dasharray=\"5 4\"");
  text(f, (double[]){LEFT + 6, y - 5}, "fill=\"#666\"", "real time at 1 ms");
  text(f, (double[]){(LEFT + WIDE - RIGHT) / 2.0, HIGH - 16}, "text-anchor=\"middle\"",
       "spans of the line");
  text(f, (double[]){LEFT - 8, TOP - 12}, "text-anchor=\"start\"",
       "computing time of one step, median, in microseconds");
}

// Places of the names beside the curves, so that none covers another.
typedef struct Labels {
  double y[8];
  int n;
} Labels;

static double label_place(Labels *l, double y) {
  static const double APART = 14;
  for (bool moved = true; moved;) {
    moved = false;
    for (int i = 0; i < l->n; i++) {
      if (fabs(y - l->y[i]) > 0.999 * APART) continue;  // what was moved stays, however rounded
      y = l->y[i] + APART;
      moved = true;
    }
  }
  return l->y[l->n++] = y;
}

// One name over all sizes: {name, colour}.
static void curve(FILE *f, const Table *t, const char *const of[2], Labels *labels) {
  const char *name = of[0], *colour = of[1];
  double last[2] = {0};
  char style[120];
  fprintf(f, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colour);
  for (int i = 0; i < t->n; i++) {
    if (strcmp(t->row[i].name, name) != 0) continue;
    last[0] = across(t->row[i].spans), last[1] = down(t->row[i].median);
    fprintf(f, "%.1f,%.1f ", last[0], last[1]);
  }
  fprintf(f, "\"/>\n");
  for (int i = 0; i < t->n; i++) {
    if (strcmp(t->row[i].name, name) != 0) continue;
    fprintf(f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", across(t->row[i].spans),
            down(t->row[i].median), colour);
  }
  snprintf(style, sizeof style, "fill=\"%s\"", colour);
  text(f, (double[]){WIDE - RIGHT + 8, label_place(labels, last[1] + 4)}, style, name);
}

// From top to bottom, so that labels are.
static void curves(FILE *f, const Table *t) {
  static const char *const names[][2] = {{"modal-10000", "#b3541e"},
                                         {"modal-2500", "#d08a4e"},
                                         {"band", "#33415c"},
                                         {"dpbtrs", "#8a94a6"},
                                         {"lanes", "#0b6e4f"},
                                         {"lanes-quasi-axial", "#3a9d5d"},
                                         {"lanes-quasi-axial-f32", "#7fb069"},
                                         {"stream", "#7b2d8b"}};
  Labels labels = {.n = 0};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    bool there = false;
    for (int k = 0; k < t->n; k++) there |= strcmp(t->row[k].name, names[i][0]) == 0;
    if (there) curve(f, t, names[i], &labels);
  }
}

bool table_plot(const Table *t, const char *path, const Facts *facts) {
  FILE *f = fopen(path, "w");
  if (!f) return false;
  fprintf(f,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
          "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
          "<title>Computing time of one step over the length of the line</title>\n"
          "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
          WIDE, HIGH, WIDE, HIGH);
  axes(f);
  curves(f, t);
  char words[300];
  snprintf(words, sizeof words, "%s, %s, %s", facts->processor, facts->compiler, facts->commit);
  text(f, (double[]){WIDE - 10, HIGH - 4}, "text-anchor=\"end\" font-size=\"9\" fill=\"#888\"",
       words);
  fprintf(f, "</svg>\n");
  return fclose(f) == 0;
}
