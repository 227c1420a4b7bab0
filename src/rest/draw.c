// Drawings of the line: side view and plan view, to scale along the track.
#include "run.h"

enum { SIDE, PLAN };

// Strokes under construction; points live in the record's arena until they are copied.
typedef struct Sheet {
  const CatLineModel *m;
  const CatConfiguration *rest;
  CatRecord *rec;
  CatStroke *stroke;
  int n, view;
} Sheet;

static double shown(const Sheet *s, int node) {
  int twin = s->m->node[node].twin;
  return s->rest->q[twin >= 0 ? twin : node][s->view == SIDE ? CAT_UP : CAT_ACROSS];
}

static CatStatus stroke_add(Sheet *s, CatStrokeStyle style, int n, double **x, double **y) {
  CatArena *a = cat_record_arena(s->rec);
  *x = CAT_ARENA(a, n, double);
  *y = CAT_ARENA(a, n, double);
  if (!*x || !*y) return CAT_ERR_MEMORY;
  s->stroke[s->n++] = (CatStroke){.style = style, .n = n, .x = *x, .y = *y};
  return CAT_OK;
}

static CatStatus draw_wire(Sheet *s, const CatWire *w) {
  double *x, *y;
  CatStrokeStyle style = w->role == CAT_CONTACT_WIRE ? CAT_STROKE_WIRE : CAT_STROKE_CARRIER;
  CAT_TRY(stroke_add(s, style, w->nnode, &x, &y));
  for (int i = 0; i < w->nnode; i++) {
    x[i] = s->m->node[w->node + i].s;
    y[i] = shown(s, w->node + i);
  }
  return CAT_OK;
}

static CatStatus draw_line(Sheet *s, double x0, double y0, double y1) {
  double *x, *y;
  CAT_TRY(stroke_add(s, CAT_STROKE_THIN, 2, &x, &y));
  x[0] = x[1] = x0;
  y[0] = y0, y[1] = y1;
  return CAT_OK;
}

static CatStatus draw_masts(Sheet *s) {
  const CatLineModel *m = s->m;
  double top = 0, bottom = 0;
  for (int i = 0; i < m->nnode; i++) {
    double y = shown(s, i);
    if (y > top) top = y;
    if (y < bottom) bottom = y;
  }
  double beyond = 0.1 * (top - bottom);
  for (int k = 0; k < m->nmast; k++) {
    CAT_TRY(draw_line(s, m->mast[k], top + beyond, bottom - beyond));
    s->stroke[s->n - 1].label = cat_record_textf(s->rec, "%d", k);
  }
  return CAT_OK;
}

static CatStatus draw(Sheet s, CatDrawing drawing) {
  const CatLineModel *m = s.m;
  int room = m->nwire + m->ndropper + m->narm + m->nmast;
  s.stroke = CAT_ARENA(cat_record_arena(s.rec), room, CatStroke);
  if (!s.stroke) return CAT_ERR_MEMORY;
  CAT_TRY(draw_masts(&s));
  for (int i = 0; i < m->ndropper; i++) {
    const CatDropperPart *d = &m->dropper[i];
    CAT_TRY(draw_line(&s, m->node[d->low].s, shown(&s, d->low), shown(&s, d->high)));
  }
  for (int i = 0; i < m->narm; i++) {
    int node = m->arm[i].node;
    double hinge = s.rest->hinge[i][s.view == SIDE ? 1 : 0];
    CAT_TRY(draw_line(&s, m->node[node].s, shown(&s, node), hinge));
  }
  for (int i = 0; i < m->nwire; i++) CAT_TRY(draw_wire(&s, &m->wire[i]));
  drawing.nstroke = s.n;
  drawing.stroke = s.stroke;
  return cat_record_drawing(s.rec, drawing);
}

CatStatus cat_rest_draw(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec) {
  Sheet sheet = {.m = m, .rest = rest, .rec = rec, .view = SIDE};
  CatDrawing side = {.title = "Side view",
                     .enlarge = 12,
                     .caption =
                         "To scale along the track, heights enlarged 12 times. Numbers count "
                         "the supports."};
  CAT_TRY(draw(sheet, side));
  if (m->spec->form == CAT_LINE_2D) return CAT_OK;
  CatDrawing plan = {.title = "Plan view",
                     .enlarge = 12,
                     .caption = "Across the track enlarged 12 times, left is up, relative to the "
                                "track's centre line; with steady arms."};
  sheet.view = PLAN;
  return draw(sheet, plan);
}
