// Tables and figures of a run: the paper's figures 5, 6 and 7.
#include <math.h>
#include <string.h>

#include "run.h"

CatStatus cat_pdae_record_tables(CatPdaeRun *r) {
  const CatPdaeSpec *s = r->spec;
  int nd = s->ndropper, np = r->m->np, n = 3 + nd + np, k = 0;
  CatArena *a = cat_record_arena(r->rec);
  CatColumn *c = CAT_ARENA(a, n, CatColumn);
  r->row = CAT_ARENA(a, n, double);
  if (!c || !r->row) return CAT_ERR_MEMORY;
  c[k++] = (CatColumn){"t", "s", "time"};
  c[k++] = (CatColumn){"x_p", "m", "position of the pantograph"};
  c[k++] = (CatColumn){"lambda_p", "N", "contact force"};
  for (int i = 0; i < nd; i++, k++) {
    c[k] = (CatColumn){
        cat_record_textf(r->rec, "lambda_d%d", i + 1), "N",
        cat_record_textf(r->rec, "force of the dropper at %g m", s->droppers[i].position)};
  }
  for (int i = 0; i < np; i++, k++) {
    c[k] =
        (CatColumn){cat_record_textf(r->rec, "w_p%d", i + 1), "m",
                    i == 0 ? "height of the pantograph head" : "height of a body below the head"};
  }
  for (int i = 0; i < n; i++) {
    if (!c[i].name || !c[i].doc) return CAT_ERR_MEMORY;
  }
  double rows = (s->run.to - s->run.from) / s->run.speed / s->time.step / s->record.every;
  r->table = cat_record_table(r->rec, "time", c, n, (size_t)rows + 3);
  return r->table ? CAT_OK : CAT_ERR_MEMORY;
}

void cat_pdae_record_row(CatPdaeRun *r, const CatDaeState *x) {
  int nd = r->spec->ndropper, k = 0;
  r->row[k++] = x->t;
  r->row[k++] = r->spec->run.from + r->spec->run.speed * x->t;
  r->row[k++] = x->lambda[nd];
  for (int i = 0; i < nd; i++) r->row[k++] = x->lambda[i];
  for (int i = 0; i < r->m->np; i++) r->row[k++] = x->q[r->m->panto + i];
  cat_table_append(r->table, r->row);
}

CatStatus cat_pdae_record_shape(CatPdaeRun *r, const char *name, const CatDaeState *x) {
  enum { POINTS = 801 };
  static const CatColumn columns[] = {{"x", "m", "position along the span"},
                                      {"w_c", "m", "height of the carrier"},
                                      {"w_w", "m", "height of the contact wire"}};
  CatTable *table = cat_record_table(r->rec, name, columns, 3, POINTS);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < POINTS; i++) {
    double at = r->spec->length * i / (POINTS - 1);
    double row[3] = {at, cat_pdae_carrier_at(r->m, x->q, at), cat_pdae_wire_at(r->m, x->q, at, 0)};
    cat_table_append(table, row);
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- figures

// Passing times of the droppers as lines, slack and lost contact as bands.
static int marks(CatPdaeRun *r, CatMark *mark, int room, bool over_time) {
  const CatPdaeSpec *s = r->spec;
  int n = 0, nd = s->ndropper;
  for (int i = 0; i < nd && n < room; i++) {
    double x = s->droppers[i].position, t = (x - s->run.from) / s->run.speed;
    const char *name = s->droppers[i].name;
    const char *text = name && name[0] ? name : cat_record_textf(r->rec, "dropper %d", i + 1);
    if (over_time && (t < 0 || x > s->run.to)) continue;
    mark[n++] = (CatMark){CAT_MARK_LINE, over_time ? t : x, 0, text};
  }
  for (int i = 0; over_time && i <= nd; i++) {
    const CatPdaeOpenings *o = &r->measure.openings[i];
    for (int k = 0; k < o->n && n < room; k++) {
      const char *text =
          i < nd ? cat_record_textf(r->rec, "dropper %d slack", i + 1) : "contact lost";
      mark[n++] = (CatMark){CAT_MARK_BAND, o->interval[k].from, o->interval[k].to, text};
    }
  }
  return n;
}

static CatStatus figure(CatPdaeRun *r, CatFigure f, const char *first, int from, int count) {
  CatMark mark[64];
  f.nmark = marks(r, mark, 64, strcmp(f.table, "time") == 0);
  f.mark = mark;
  for (int i = 0; i < count && f.ny < CAT_MAX_SERIES; i++) {
    f.y[f.ny++] = count == 1 ? first : cat_record_textf(r->rec, "%s%d", first, from + i);
  }
  return cat_record_figure(r->rec, f);
}

CatStatus cat_pdae_show(CatPdaeRun *r) {
  const CatPdaeSpec *s = r->spec;
  CAT_TRY(figure(r,
                 (CatFigure){.title = "Contact force",
                             .table = "time",
                             .x = "t",
                             .caption = "Force between head and contact wire."},
                 "lambda_p", 1, 1));
  if (s->ndropper > 0) {
    CatFigure f = {.title = "Dropper forces",
                   .table = "time",
                   .x = "t",
                   .caption =
                       "Lines: the pantograph passes a dropper. Bands: the dropper is slack."};
    CAT_TRY(s->ndropper == 1 ? figure(r, f, "lambda_d1", 1, 1)
                             : figure(r, f, "lambda_d", 1, s->ndropper));
  }
  CatFigure heights = {.title = "Heights of the pantograph",
                       .table = "time",
                       .x = "t",
                       .caption = "Head (1) and the bodies below it."};
  CAT_TRY(r->m->np == 1 ? figure(r, heights, "w_p1", 1, 1)
                        : figure(r, heights, "w_p", 1, r->m->np));
  CatFigure wire = {.title = "Contact wire at the start",
                    .table = "start",
                    .x = "x",
                    .caption = "At rest under its weight and the contact force."};
  CAT_TRY(figure(r, wire, "w_w", 1, 1));
  CatFigure carrier = {.title = "Carrier at the start",
                       .table = "start",
                       .x = "x",
                       .caption = "Kinks where the droppers hang."};
  CAT_TRY(figure(r, carrier, "w_c", 1, 1));
  CatFigure end = {.title = "Contact wire at the end",
                   .table = "end",
                   .x = "x",
                   .caption = "When the run ended."};
  return figure(r, end, "w_w", 1, 1);
}
