// Plots of a line at rest, over the distance along the track.
#include "internal.h"
#include "run.h"

// With a line at each support; a second column only where there is a messenger.
typedef struct Marks {
  CatMark at[64];
  int n;
  bool two;
} Marks;

static CatStatus plot(CatRecord *rec, const Marks *marks, CatFigure f) {
  f.x = "x";
  f.ny = f.y[1] && marks->two ? 2 : 1;
  f.nmark = marks->n;
  f.mark = marks->at;
  if (!f.caption) f.caption = "";
  return cat_record_figure(rec, f);
}

CatStatus cat_rest_plots(const CatLineModel *m, CatRecord *rec) {
  static const CatFigure side = {.title = "Side view",
                                 .caption = "Heights; lines mark the supports.",
                                 .table = "shape",
                                 .y = {"z_contact", "z_messenger"}};
  static const CatFigure sag = {
      .title = "Contact wire, heights enlarged", .table = "shape", .y = {"z_contact"}};
  static const CatFigure plan = {.title = "Plan view",
                                 .caption =
                                     "Across the track, to the left; relative to its centre line.",
                                 .table = "shape",
                                 .y = {"y_contact", "y_messenger"}};
  static const CatFigure second = {.title = "Side view of the second section",
                                   .caption = "It overlaps the first one.",
                                   .table = "second_section",
                                   .y = {"z_contact", "z_messenger"}};
  static const CatFigure tension = {.title = "Tension",
                                    .caption = "Axial force in the middle of each element.",
                                    .table = "shape",
                                    .y = {"T_contact", "T_messenger"}};
  static const CatFigure force = {.title = "Dropper forces", .table = "droppers", .y = {"force"}};
  static const CatFigure length = {
      .title = "Dropper lengths", .caption = "Undeformed.", .table = "droppers", .y = {"length"}};
  Marks marks = {.n = m->nspan + 1 < 64 ? m->nspan + 1 : 64, .two = m->spec->messenger.given};
  for (int k = 0; k < marks.n; k++) {
    marks.at[k] = (CatMark){CAT_MARK_LINE, m->mast[k], 0, cat_record_textf(rec, "%d", k)};
  }
  CAT_TRY(plot(rec, &marks, side));
  CAT_TRY(plot(rec, &marks, sag));
  if (m->spec->form == CAT_LINE_3D) CAT_TRY(plot(rec, &marks, plan));
  if (m->second) CAT_TRY(plot(rec, &marks, second));
  CAT_TRY(plot(rec, &marks, tension));
  if (m->ndropper == 0) return CAT_OK;
  CAT_TRY(plot(rec, &marks, force));
  return plot(rec, &marks, length);
}
