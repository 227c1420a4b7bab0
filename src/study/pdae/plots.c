// Figures of a run; with the paper's data they are its figures 5, 6 and 7.
#include <string.h>

#include "run.h"

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

CatStatus cat_pdae_plots(CatPdaeRun *r) {
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
  CAT_TRY(r->m->nbody == 1 ? figure(r, heights, "w_p1", 1, 1)
                           : figure(r, heights, "w_p", 1, r->m->nbody));
  CatFigure wire = {.title = "Contact wire at the start",
                    .table = "start",
                    .x = "x",
                    .caption = "At rest under its weight and the contact force."};
  CAT_TRY(figure(r, wire, "w_w", 1, 1));
  CatFigure carrier = {.title = "Carrier at the start",
                       .table = "start",
                       .x = "x",
                       .caption = "It has a kink at each dropper."};
  CAT_TRY(figure(r, carrier, "w_c", 1, 1));
  CatFigure end = {.title = "Contact wire at the end",
                   .table = "end",
                   .x = "x",
                   .caption = "When the run ended."};
  return figure(r, end, "w_w", 1, 1);
}
