// A measured frequency response: f [Hz], amplitude [m/N], phase [deg] out of a CSV file.
#include <math.h>

#include "bridge/imported.h"
#include "input/csv.h"
#include "input/quote.h"
#include "run.h"

enum { FEWEST = 6, MOST_ROWS = 20000 };

static CatStatus read_column(const CatCsv *csv, const char *name, const char *unit, double *out) {
  int column = cat_csv_find(csv, name);
  if (column >= 0) return cat_csv_column(csv, column, unit, out);
  return CAT_FAIL_AT(csv->ctx, ((CatPlace){csv->file, 1, 1}), "",
                     "found no column %s, expected f [Hz], amplitude [m/N] and phase [deg]",
                     cat_quote(name).s);
}

static CatStatus check_rows(CatContext *ctx, const CatCsv *csv, const CatSampled *s) {
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
  }
  return CAT_OK;
}

static CatStatus read(CatPantographRun *r, const CatCsv *csv) {
  CatArena *a = cat_record_arena(r->rec);
  if (csv->nrow < FEWEST || csv->nrow > MOST_ROWS) {
    return CAT_FAIL_AT(r->ctx, ((CatPlace){.file = csv->file}), "",
                       "found %zu rows of numbers, expected %d to %d", csv->nrow, (int)FEWEST,
                       (int)MOST_ROWS);
  }
  CatSampled s = {.n = (int)csv->nrow};
  s.frequency = CAT_ARENA(a, s.n, double);
  s.amplitude = CAT_ARENA(a, s.n, double);
  s.phase = CAT_ARENA(a, s.n, double);
  if (!s.frequency || !s.amplitude || !s.phase) return CAT_ERR_MEMORY;
  CAT_TRY(read_column(csv, "f", "Hz", s.frequency));
  CAT_TRY(read_column(csv, "amplitude", "m/N", s.amplitude));
  CAT_TRY(read_column(csv, "phase", "deg", s.phase));
  CAT_TRY(check_rows(r->ctx, csv, &s));
  r->response = s;
  return CAT_OK;
}

CatStatus cat_pantograph_measured(CatPantographRun *r) {
  CatFileName file;
  CatCsv *csv = NULL;
  CAT_TRY(cat_file_name(r->ctx, r->input, &r->spec->fit.measured, &file));
  CAT_TRY(cat_csv_open(r->ctx, file.path, &csv));
  CatStatus status = read(r, csv);
  cat_csv_free(csv);
  return status;
}
