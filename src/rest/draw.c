// Drawings of the line: side view and plan view, to scale along the track.
#include "parts.h"
#include "run.h"

enum { SIDE, PLAN };

// Strokes under construction; points live in the record's arena until they are copied.
typedef struct Sheet {
  CatRecord *rec;
  CatStroke *stroke;
  int n, view;
} Sheet;

static const double *position(const CatModel *m, int node) {
  const CatLineNode *n = &m->node[node];
  return n->twin >= 0 ? m->node[n->twin].q : n->q;
}

static double shown(const CatModel *m, int node, int view) {
  return position(m, node)[view == SIDE ? CAT_UP : CAT_ACROSS];
}

static CatStatus stroke_add(Sheet *s, CatStrokeStyle style, int n, double **x, double **y) {
  CatArena *a = cat_record_arena(s->rec);
  *x = CAT_ARENA(a, n, double);
  *y = CAT_ARENA(a, n, double);
  if (!*x || !*y) return CAT_ERR_MEMORY;
  s->stroke[s->n++] = (CatStroke){.style = style, .n = n, .x = *x, .y = *y};
  return CAT_OK;
}

static CatStatus draw_wire(const CatModel *m, const CatWire *w, Sheet *s) {
  double *x, *y;
  CatStrokeStyle style = w->role == CAT_CONTACT_WIRE ? CAT_STROKE_WIRE : CAT_STROKE_CARRIER;
  CAT_TRY(stroke_add(s, style, w->nnode, &x, &y));
  for (int i = 0; i < w->nnode; i++) {
    x[i] = m->node[w->node + i].s;
    y[i] = shown(m, w->node + i, s->view);
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

static CatStatus draw_masts(const CatModel *m, Sheet *s) {
  double top = 0, bottom = 0;
  for (int i = 0; i < m->nnode; i++) {
    double y = shown(m, i, s->view);
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

static CatStatus draw(const CatModel *m, CatRecord *rec, int view, CatDrawing drawing) {
  int room = m->nwire + m->ndropper + m->narm + m->nmast;
  Sheet s = {rec, CAT_ARENA(cat_record_arena(rec), room, CatStroke), 0, view};
  if (!s.stroke) return CAT_ERR_MEMORY;
  CAT_TRY(draw_masts(m, &s));
  for (int i = 0; i < m->ndropper; i++) {
    const CatDropperPart *d = &m->dropper[i];
    CAT_TRY(draw_line(&s, m->node[d->low].s, shown(m, d->low, view), shown(m, d->high, view)));
  }
  for (int i = 0; i < m->narm; i++) {
    const CatArmPart *arm = &m->arm[i];
    double heel = arm->heel[view == SIDE ? 1 : 0];
    CAT_TRY(draw_line(&s, m->node[arm->node].s, shown(m, arm->node, view), heel));
  }
  for (int i = 0; i < m->nwire; i++) CAT_TRY(draw_wire(m, &m->wire[i], &s));
  drawing.nstroke = s.n;
  drawing.stroke = s.stroke;
  return cat_record_drawing(rec, drawing);
}

CatStatus cat_rest_draw(const CatModel *m, CatRecord *rec) {
  CatDrawing side = {.title = "Side view",
                     .enlarge = 12,
                     .caption =
                         "To scale along the track, heights enlarged 12 times. Numbers count "
                         "the supports."};
  CAT_TRY(draw(m, rec, SIDE, side));
  if (m->spec->form == CAT_LINE_2D) return CAT_OK;
  CatDrawing plan = {.title = "Plan view",
                     .enlarge = 12,
                     .caption = "Across the track enlarged 12 times, left is up, relative to the "
                                "track's centre line; with steady arms."};
  return draw(m, rec, PLAN, plan);
}
