// The response and the chains fitted to it: a table, and figures over the logarithm of the
// frequency.
#include <math.h>

#include "run.h"

static double level(double amplitude) {
  return 20 * log10(amplitude);
}

enum { COLUMNS = 4 + 3 * CAT_FIT_MASSES + CAT_LINKAGE_BODIES };

// Columns: the response, each fitted chain, the phase of each body.
static int name_columns(CatPantographRun *r, CatColumn *c) {
  int n = 0;
  c[n++] = (CatColumn){"f", "Hz", "frequency"};
  c[n++] = (CatColumn){"amplitude", "m/N", "displacement of the head over the force on it"};
  c[n++] = (CatColumn){"level", "dB", "20 log10 of it, over 1 m/N"};
  c[n++] = (CatColumn){"phase", "deg", "of the head, over the force on it"};
  for (int k = 0; k < r->nfit; k++) {
    int masses = r->fit[k].n;
    c[n++] = (CatColumn){cat_record_textf(r->rec, "level_%d_masses", masses), "dB",
                         cat_record_textf(r->rec, "fitted chain, masses: %d", masses)};
    c[n++] = (CatColumn){cat_record_textf(r->rec, "phase_%d_masses", masses), "deg",
                         cat_record_textf(r->rec, "fitted chain, masses: %d", masses)};
  }
  for (int b = 0; r->response.bodies && b < r->linkage.nbody; b++) {
    const char *name = r->spec->linkage.bodies[b].name;
    c[n++] =
        (CatColumn){cat_record_textf(r->rec, "phase.%s", name), "deg",
                    cat_record_textf(r->rec, "height of %s, over the force on the head", name)};
  }
  return n;
}

// A phase without jumps: by whole turns the nearest to another one.
static double near(double degrees, double other) {
  return degrees - 360 * round((degrees - other) / 360);
}

// The row before it is there, from which phases go on; those of chains are beside the response's.
static void fill_row(CatPantographRun *r, int i, double *row) {
  const CatSampled *s = &r->response;
  int n = 0;
  double first = cat_pantograph_degrees(s->phase[i]), phase = i > 0 ? near(first, row[3]) : first;
  row[n++] = s->frequency[i];
  row[n++] = s->amplitude[i];
  row[n++] = level(s->amplitude[i]);
  row[n++] = phase;
  for (int k = 0; k < r->nfit; k++) {
    double H[2];
    cat_chain_receptance(&r->fit[k], s->frequency[i], H);
    row[n++] = level(H[0]);
    row[n++] = near(cat_pantograph_degrees(H[1]), phase);
  }
  for (int b = 0; s->bodies && b < r->linkage.nbody; b++, n++) {
    double degrees = cat_pantograph_degrees(s->bodies[i * r->linkage.nbody + b]);
    row[n] = i > 0 ? near(degrees, row[n]) : degrees;
  }
}

static CatStatus figure(CatPantographRun *r, const char *table, const char *title,
                        const char *first) {
  CatMark mark = {CAT_MARK_LINE, r->resonance, 0, "first resonance"};
  CatFigure f = {.title = title,
                 .caption = r->nfit > 0 ? "Displacement of the head over the force on it (0 dB: 1 "
                                          "m/N), and of the chains fitted to it."
                                        : "Displacement of the head over the force on it (0 dB: 1 "
                                          "m/N).",
                 .table = table,
                 .x = "f",
                 .y = {first},
                 .ny = 1,
                 .logarithmic = true};
  if (r->resonance > 0) f.nmark = 1, f.mark = &mark;
  for (int k = 0; k < r->nfit; k++) {
    f.y[f.ny++] = cat_record_textf(r->rec, "%s_%d_masses", first, r->fit[k].n);
  }
  return cat_record_figure(r->rec, f);
}

static CatStatus body_figure(CatPantographRun *r, const char *table) {
  CatFigure f = {.title = "Phases of the bodies",
                 .caption = "Of the height of each body, over the force on the head: 0, in phase.",
                 .table = table,
                 .x = "f",
                 .logarithmic = true};
  for (int b = 0; b < r->linkage.nbody && f.ny < CAT_MAX_SERIES; b++) {
    f.y[f.ny++] = cat_record_textf(r->rec, "phase.%s", r->spec->linkage.bodies[b].name);
  }
  return cat_record_figure(r->rec, f);
}

CatStatus cat_pantograph_curves(CatPantographRun *r, const char *name) {
  CatColumn columns[COLUMNS];
  double row[COLUMNS];
  int n = name_columns(r, columns);
  for (int i = 0; i < n; i++) {
    if (!columns[i].name || !columns[i].doc) return CAT_ERR_MEMORY;
  }
  CatTable *table = cat_record_table(r->rec, name, columns, n, (size_t)r->response.n);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < r->response.n; i++) {
    fill_row(r, i, row);
    cat_table_append(table, row);
  }
  CAT_TRY(figure(r, name, "Amplitude of the response", "level"));
  CAT_TRY(figure(r, name, "Phase of the response", "phase"));
  return r->response.bodies ? body_figure(r, name) : CAT_OK;
}
