// Figures of a run; with the thesis' data they are its figures 4.10-4.18, 4.20 and 4.21.
#include "run.h"

static double task_time(const CatCableRun *r, CatCableTaskKind kind, int index) {
  for (int i = 0, k = 0; i < r->ntask; i++) {
    if (r->task[i].kind == kind && k++ == index)
      return (double)r->task[i].step * r->spec->time.step;
  }
  return 0;
}

static CatStatus shape_plots(CatCableRun *r, int index) {
  double t = task_time(r, CAT_CABLE_SHAPE, index);
  const char *table = cat_record_textf(r->rec, "shape_%d", index + 1);
  const char *title = cat_record_textf(r->rec, "Cable at t = %g s", t);
  if (!table || !title) return CAT_ERR_MEMORY;
  CatFigure f = {.title = title, .caption = "Vertical displacement.", .table = table, .x = "x"};
  f.y[f.ny++] = "v";
  CAT_TRY(cat_record_figure(r->rec, f));
  if (r->spec->model != CAT_CABLE_FULL) return CAT_OK;
  f.caption = "Longitudinal displacement.";
  f.y[0] = "u";
  return cat_record_figure(r->rec, f);
}

typedef struct TermFigure {
  const char *title, *caption, *y[3];
} TermFigure;

static CatStatus term_plots(CatCableRun *r, int index) {
  static const TermFigure figures[] = {
      {"Linear term", "lt = P0 v_xx.", {"lt"}},
      {"Bending term", "bt = -EI v_xxxx.", {"bt"}},
      {"Nonlinear terms",
       "nlt1 = EA v_x u_xx, nlt2 = EA v_xx u_x, nlt3 = 3/2 EA v_x^2 v_xx.",
       {"nlt1", "nlt2", "nlt3"}},
      {"Sum of the nonlinear terms", "Beside the bending term and K v_xx.", {"sum", "bias", "bt"}},
      {"Sum less the bias",
       "sum - K v_xx, the part that oscillates, beside K v_xx.",
       {"rest", "bias"}},
      {"Linear stress energy", "Ep = P0 (u_x + v_x^2/2).", {"Ep"}},
      {"Bending energy", "Eb = EI/2 v_xx^2.", {"Eb"}},
      {"Nonlinear stress energy", "Enl = EA/2 (u_x + v_x^2/2)^2.", {"Enl"}}};
  const char *table = cat_record_textf(r->rec, "terms_%d", index + 1);
  for (size_t k = 0; k < sizeof figures / sizeof *figures; k++) {
    const char *title =
        cat_record_textf(r->rec, "%s at t = %g s", figures[k].title, r->term_time[index]);
    if (!table || !title) return CAT_ERR_MEMORY;
    CatFigure f = {.title = title, .caption = figures[k].caption, .table = table, .x = "x"};
    for (int i = 0; i < 3 && figures[k].y[i]; i++) f.y[f.ny++] = figures[k].y[i];
    CAT_TRY(cat_record_figure(r->rec, f));
  }
  return CAT_OK;
}

CatStatus cat_cable_plots(CatCableRun *r) {
  CatFigure energy = {.title = "Energies",
                      .caption = "Kinetic, of the tension at rest, of bending, nonlinear; and the "
                                 "work of the driven end.",
                      .table = "time",
                      .x = "t",
                      .y = {"kinetic", "Ep", "Eb", "Enl", "work"},
                      .ny = 5};
  for (int i = 0; i < r->nshape; i++) CAT_TRY(shape_plots(r, i));
  for (int i = 0; i < r->nmost; i++) CAT_TRY(term_plots(r, i));
  CAT_TRY(cat_record_figure(r->rec, energy));
  CatFigure rise = {.title = "Mean rise of the tension",
                    .caption = "K = EA/(2L) int v_x^2 dx of (4.34).",
                    .table = "time",
                    .x = "t",
                    .y = {"K"},
                    .ny = 1};
  return cat_cable_stretches(r->spec) ? cat_record_figure(r->rec, rise) : CAT_OK;
}
