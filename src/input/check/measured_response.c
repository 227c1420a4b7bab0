#include "measured_response.h"

#include <math.h>
#include <string.h>

#include "bridge/file_table.h"
#include "check.h"
#include "input/quote.h"

enum { FEWEST = 6, MOST_ROWS = 20000, TURNS = 100 };
static const double PI = 3.14159265358979323846;

static CatStatus read_column(const CatCsv *csv, const char *name, const char *unit, double *out) {
  int column = cat_csv_find(csv, name);
  for (int i = column + 1; column >= 0 && i < csv->ncolumn; i++) {
    if (strcmp(csv->column[i].name, name) != 0) continue;
    return CAT_FAIL_AT(csv->ctx, cat_csv_place(csv, -1, i), name,
                       "found two columns of this name, %s and %s, expected one",
                       csv->column[column].head, csv->column[i].head);
  }
  if (column >= 0) return cat_csv_column(csv, column, unit, out);
  return CAT_FAIL_AT(csv->ctx, ((CatPlace){csv->file, 1, 1}), "",
                     "found no column %s, expected f [Hz], amplitude [m/N] and phase [deg]",
                     cat_quote(name).s);
}

static CatStatus check_rows(CatContext *ctx, const CatCsv *csv, const CatMeasuredResponse *s) {
  for (int i = 0; i < s->n; i++) {
    double before = i > 0 ? s->frequency[i - 1] : 0;
    if (!(s->frequency[i] > before)) {
      return CAT_FAIL_AT(ctx, cat_csv_place(csv, i, cat_csv_find(csv, "f")), "f",
                         "found %g Hz behind %g Hz, expected ascending frequencies above 0",
                         s->frequency[i], before);
    }
    if (!(s->amplitude[i] > 0)) {
      return CAT_FAIL_AT(ctx, cat_csv_place(csv, i, cat_csv_find(csv, "amplitude")), "amplitude",
                         "found %g m/N, expected above 0", s->amplitude[i]);
    }
    if (!(fabs(s->phase[i]) <= TURNS * 2 * PI)) {
      return CAT_FAIL_AT(ctx, cat_csv_place(csv, i, cat_csv_find(csv, "phase")), "phase",
                         "found %g degrees, expected -%d to %d, a hundred turns",
                         s->phase[i] * 180 / PI, 360 * TURNS, 360 * TURNS);
    }
  }
  return CAT_OK;
}

static CatStatus read(CatContext *ctx, CatArena *a, const CatCsv *csv, CatMeasuredResponse *out) {
  if (csv->nrow < FEWEST || csv->nrow > MOST_ROWS) {
    return CAT_FAIL_AT(ctx, ((CatPlace){.file = csv->file}), "",
                       "found %zu rows of numbers, expected %d to %d", csv->nrow, (int)FEWEST,
                       (int)MOST_ROWS);
  }
  CatMeasuredResponse s = {.n = (int)csv->nrow};
  s.frequency = CAT_ARENA(a, s.n, double);
  s.amplitude = CAT_ARENA(a, s.n, double);
  s.phase = CAT_ARENA(a, s.n, double);
  if (!s.frequency || !s.amplitude || !s.phase) return CAT_ERR_MEMORY;
  CAT_TRY(read_column(csv, "f", "Hz", s.frequency));
  CAT_TRY(read_column(csv, "amplitude", "m/N", s.amplitude));
  CAT_TRY(read_column(csv, "phase", "deg", s.phase));
  CAT_TRY(check_rows(ctx, csv, &s));
  *out = s;
  return CAT_OK;
}

static const CatPantographCaseSpec *values(const CatSpec *input) {
  return cat_spec_values(input);
}

CatStatus cat_measured_response_read(CatContext *ctx, CatArena *a, const CatSpec *input,
                                     CatMeasuredResponse *out) {
  CatFileName file;
  CatCsv *csv = NULL;
  CAT_TRY(cat_file_name(ctx, input, &values(input)->fit.measured, &file));
  CAT_TRY(cat_csv_open(ctx, file.path, &csv));
  CatStatus status = read(ctx, a, csv, out);
  cat_csv_free(csv);
  return status;
}

//------------------------------------------------------------------------------- doubts

// What dissipates has a displacement behind its force: -180 to 0 degrees.
static CatStatus doubt_phase(CatSpec *input, const CatMeasuredResponse *s) {
  static const double CLEAR = 0.1, MOST = 0.2;  // of the sine; of the frequencies
  int ahead = 0;
  for (int i = 0; i < s->n; i++) ahead += sin(s->phase[i]) > CLEAR;
  if (ahead <= MOST * s->n) return CAT_OK;
  return cat_spec_warn(input, &values(input)->fit.measured,
                       "found a displacement that is ahead of the force (phase between 0 and 180 "
                       "degrees) at %d of %d frequencies, where a pantograph would give energy: is "
                       "the sign of the phase right?",
                       ahead, s->n);
}

// At high frequencies the head moves by itself, |H| = 1/(w^2 m).
static CatStatus doubt_amplitude(CatSpec *input, const CatMeasuredResponse *s) {
  static const double LEAST = 0.1, MOST = 500;  // of a usual mass [kg]
  double w = 2 * 3.14159265358979323846 * s->frequency[s->n - 1];
  double mass = 1 / (w * w * s->amplitude[s->n - 1]);
  if (mass >= LEAST && mass <= MOST) return CAT_OK;
  return cat_spec_warn(input, &values(input)->fit.measured,
                       "found an amplitude of %.3g m/N at %g Hz, that of a head of %.3g kg, usual "
                       "are %g to %g kg; is the unit right?",
                       s->amplitude[s->n - 1], s->frequency[s->n - 1], mass, LEAST, MOST);
}

static CatStatus name_content(CatContext *ctx, CatSpec *input) {
  CatFileName file;
  const CatFileName *all[1] = {&file};
  CatPantographCaseSpec *spec = cat_spec_root(input);
  CAT_TRY(cat_file_name(ctx, input, &spec->fit.measured, &file));
  return cat_file_content(ctx, input, all, 1, &spec->fit.content);
}

static CatStatus look(CatContext *ctx, CatArena *a, CatSpec *input) {
  CatMeasuredResponse s = {0};
  CAT_TRY(cat_measured_response_read(ctx, a, input, &s));
  if (s.n > 0) CAT_TRY(doubt_phase(input, &s));
  if (s.n > 0) CAT_TRY(doubt_amplitude(input, &s));
  return name_content(ctx, input);
}

CatStatus cat_measured_response_check(CatContext *ctx, CatSpec *input) {
  CatArena *a = cat_arena_new(ctx, 1 << 14);
  CatStatus status = a ? look(ctx, a, input) : CAT_ERR_MEMORY;
  cat_arena_free(a);
  return status;
}
