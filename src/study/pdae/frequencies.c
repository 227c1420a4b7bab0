// `catenaria modes` on a case of this kind: Table 1 of the paper, natural frequencies of the bare
// wires in each discretisation, and the step sizes that the half-explicit method may take.
#include <math.h>
#include <string.h>

#include "pdae.h"
#include "run.h"

#define PI 3.14159265358979323846

typedef struct Range {
  double min, max;  // [Hz]
} Range;

// f_n = n/(2L) sqrt(T/rho) sqrt(1 + n^2 pi^2 EI/(T L^2))
static double exact(const CatPdaeSpec *s, const CatPdaeWire *w, int n) {
  double k = n * PI / s->length;
  return k * sqrt((w->tension + w->bending_stiffness * k * k) / w->mass_per_length) / (2 * PI);
}

// A band matrix of unknowns [at, at + n) alone.
static CatStatus cut(CatArena *a, const CatBand *A, int at, int n, CatBand *out) {
  CAT_TRY(cat_band_new(a, n, A->kd, out));
  for (int j = 0; j < n; j++) {
    for (int i = j > A->kd ? j - A->kd : 0; i <= j; i++) {
      cat_band_add(out, i, j, cat_band_get(A, at + i, at + j));
    }
  }
  return CAT_OK;
}

static CatStatus wire_frequencies(CatContext *ctx, CatArena *a, const CatPdaeModel *m, bool carrier,
                                  double *f) {
  CatBand K, M;
  int at = carrier ? 0 : m->wire, n = carrier ? m->nc : m->nw;
  CAT_TRY(cut(a, &m->dae.K, at, n, &K));
  CAT_TRY(cut(a, &m->dae.M, at, n, &M));
  CAT_TRY(cat_band_eigenvalues(ctx, &K, &M, f));
  for (int i = 0; i < n; i++) f[i] = sqrt(fmax(f[i], 0)) / (2 * PI);
  return CAT_OK;
}

CatStatus cat_pdae_frequency_range(CatContext *ctx, const CatPdaeModel *m, bool carrier,
                                   double range[2]) {
  CatArena *scratch = cat_arena_new(ctx, 1 << 18);
  int n = carrier ? m->nc : m->nw;
  double *f = scratch ? CAT_ARENA(scratch, n, double) : NULL;
  CatStatus status = f ? wire_frequencies(ctx, scratch, m, carrier, f) : CAT_ERR_MEMORY;
  if (!status) range[0] = f[0], range[1] = f[n - 1];
  cat_arena_free(scratch);
  return status;
}

// Frequencies of both wires by one discretisation: extremes, and the lowest into columns.
static CatStatus discretisation(CatContext *ctx, CatArena *a, const CatPdaeSpec *spec, int space,
                                Range range[2], double *lowest[2]) {
  int n = spec->space.intervals - 1;
  CatPdaeSpec copy = *spec;
  CatPdaeModel *m = NULL;
  copy.space.method = space;
  CAT_TRY(cat_pdae_model_new(ctx, &copy, &m));
  CatStatus status = CAT_OK;
  for (int w = 0; w < 2 && !status; w++) {
    int count = w == 0 ? m->nc : m->nw;
    double *f = CAT_ARENA(a, count, double);
    status = f ? wire_frequencies(ctx, a, m, w == 0, f) : CAT_ERR_MEMORY;
    if (status) break;
    range[w] = (Range){f[0], f[count - 1]};
    memcpy(lowest[w], f, (size_t)n * sizeof(double));
  }
  cat_pdae_model_free(m);
  return status;
}

static CatStatus range_results(CatRecord *rec, const char *group, const Range range[2]) {
  static const char *const wires[2] = {"carrier", "contact wire"};
  for (int w = 0; w < 2; w++) {
    for (int k = 0; k < 2; k++) {
      const char *label = cat_record_textf(rec, "%s, %s", wires[w], k == 0 ? "maximum" : "minimum");
      if (!label) return CAT_ERR_MEMORY;
      CAT_TRY(cat_record_result(rec, (CatResult){.group = group,
                                                 .label = label,
                                                 .unit = "Hz",
                                                 .note = "",
                                                 .value = k == 0 ? range[w].max : range[w].min}));
    }
  }
  double top = fmax(range[0].max, range[1].max);
  return cat_record_result(rec, (CatResult){.group = group,
                                            .label = "longest explicit step",
                                            .unit = "s",
                                            .value = 1 / (PI * top),
                                            .note = "2/omega_max, for half-explicit"});
}

static void range_fields(CatRecord *rec, cJSON *parent, const char *name, const Range range[2]) {
  cJSON *object = cat_summary_object(rec, parent, name);
  cJSON *carrier = cat_summary_object(rec, object, "carrier"),
        *wire = cat_summary_object(rec, object, "contact_wire");
  cat_summary_number(rec, carrier, "max_Hz", range[0].max);
  cat_summary_number(rec, carrier, "min_Hz", range[0].min);
  cat_summary_number(rec, wire, "max_Hz", range[1].max);
  cat_summary_number(rec, wire, "min_Hz", range[1].min);
  cat_summary_number(rec, object, "step_limit_s", 1 / (PI * fmax(range[0].max, range[1].max)));
}

enum { COLUMNS = 7 };
static const CatColumn columns[COLUMNS] = {
    {"n", "1", "number of the mode"},
    {"carrier_exact", "Hz", "carrier, closed form"},
    {"carrier_fem", "Hz", "carrier, finite elements"},
    {"carrier_fdm", "Hz", "carrier, finite differences"},
    {"wire_exact", "Hz", "contact wire, closed form"},
    {"wire_fem", "Hz", "contact wire, finite elements"},
    {"wire_fdm", "Hz", "contact wire, finite differences"},
};

static CatStatus modes(CatContext *ctx, CatArena *a, const CatPdaeSpec *s, CatRecord *rec) {
  int n = s->space.intervals - 1;
  double *f[4];  // carrier fem, fdm; wire fem, fdm
  for (int i = 0; i < 4; i++) {
    f[i] = CAT_ARENA(a, n, double);
    if (!f[i]) return CAT_ERR_MEMORY;
  }
  Range fem[2], fdm[2];
  CAT_TRY(discretisation(ctx, a, s, CAT_PDAE_FEM, fem, (double *[2]){f[0], f[2]}));
  CAT_TRY(discretisation(ctx, a, s, CAT_PDAE_FDM, fdm, (double *[2]){f[1], f[3]}));
  CatTable *table = cat_record_table(rec, "time", columns, COLUMNS, (size_t)n);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    cat_table_append(table, (double[COLUMNS]){i + 1, exact(s, &s->carrier, i + 1), f[0][i], f[1][i],
                                              exact(s, &s->contact_wire, i + 1), f[2][i], f[3][i]});
  }
  CAT_TRY(range_results(rec, "Finite elements", fem));
  CAT_TRY(range_results(rec, "Finite differences", fdm));
  cJSON *top = cat_summary_object(rec, cat_record_summary(rec), "modes");
  cat_summary_number(rec, top, "intervals", s->space.intervals);
  range_fields(rec, top, "fem", fem);
  range_fields(rec, top, "fdm", fdm);
  CAT_TRY(cat_record_figure(
      rec,
      (CatFigure){.title = "Natural frequencies of the carrier",
                  .table = "time",
                  .x = "n",
                  .y = {"carrier_exact", "carrier_fem", "carrier_fdm"},
                  .ny = 3,
                  .caption = "Elements are too stiff, differences too soft for short waves."}));
  CAT_TRY(cat_record_figure(
      rec, (CatFigure){.title = "Natural frequencies of the contact wire",
                       .table = "time",
                       .x = "n",
                       .y = {"wire_exact", "wire_fem", "wire_fdm"},
                       .ny = 3,
                       .caption = "Elements have as many modes again above these."}));
  return cat_record_ok(rec);
}

CatStatus cat_pdae_modes(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  CatArena *scratch = cat_arena_new(ctx, 1 << 18);
  CatStatus status = scratch ? modes(ctx, scratch, cat_spec_values(spec), rec) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}
