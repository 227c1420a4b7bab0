// Drawings as inline SVG: to scale along x, so wide ones scroll.
#include <math.h>

#include "html.h"
#include "report/common/escape.h"

typedef struct Frame {
  double x0, x1, y0, y1;
  double scale, enlarge;  // pixels per metre; along y by `enlarge` more
} Frame;

static const char *const looks[] = {"wire", "carrier", "thin"};
enum { MARGIN = 24, NARROW = 1000 };

static Frame frame_of(const CatDrawing *d) {
  Frame f = {INFINITY, -INFINITY, INFINITY, -INFINITY, 0, d->enlarge};
  for (int i = 0; i < d->nstroke; i++) {
    const CatStroke *s = &d->stroke[i];
    for (int k = 0; k < s->n; k++) {
      f.x0 = fmin(f.x0, s->x[k]), f.x1 = fmax(f.x1, s->x[k]);
      f.y0 = fmin(f.y0, s->y[k]), f.y1 = fmax(f.y1, s->y[k]);
    }
  }
  double width = f.x1 > f.x0 ? f.x1 - f.x0 : 1;
  f.scale = fmax(6, NARROW / width);  // short things fill the page, long ones scroll
  return f;
}

static double px(const Frame *f, double x) {
  return MARGIN + f->scale * (x - f->x0);
}

static double py(const Frame *f, double y) {
  return MARGIN + f->scale * f->enlarge * (f->y1 - y);
}

static void add_stroke(CatText *out, const Frame *f, const CatStroke *s) {
  cat_text_addf(out, "<polyline class=\"%s\" points=\"", looks[s->style]);
  for (int k = 0; k < s->n; k++) {
    cat_text_addf(out, "%s%.1f,%.1f", k ? " " : "", px(f, s->x[k]), py(f, s->y[k]));
  }
  cat_text_add(out, "\"/>\n");
  if (!s->label || !s->label[0] || s->n == 0) return;
  cat_text_addf(out, "<text x=\"%.1f\" y=\"%.1f\">", px(f, s->x[0]), py(f, s->y[0]) - 6);
  cat_escape_html(out, s->label);
  cat_text_add(out, "</text>\n");
}

static void add_drawing(CatText *out, const CatDrawing *d) {
  Frame f = frame_of(d);
  double width = 2 * MARGIN + f.scale * (f.x1 - f.x0);
  double height = 2 * MARGIN + f.scale * f.enlarge * (f.y1 - f.y0);
  cat_text_add(out, "<figure class=\"drawing\">\n<h3>");
  cat_escape_html(out, d->title ? d->title : "");
  cat_text_addf(out,
                "</h3>\n<div class=\"sheet\"><svg width=\"%.0f\" height=\"%.0f\" role=\"img\">\n",
                width, height);
  for (int i = 0; i < d->nstroke; i++) add_stroke(out, &f, &d->stroke[i]);
  cat_text_add(out, "</svg></div>\n<figcaption>");
  cat_escape_html(out, d->caption ? d->caption : "");
  cat_text_add(out, "</figcaption>\n</figure>\n");
}

void cat_html_drawings(const CatRecord *rec, CatText *out) {
  int n = cat_record_drawings(rec);
  if (n == 0) return;
  cat_text_add(out, "<section>\n<h2>Drawings</h2>\n");
  for (int i = 0; i < n; i++) add_drawing(out, cat_record_drawing_at(rec, i));
  cat_text_add(out, "</section>\n");
}
