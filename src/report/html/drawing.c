// Drawings as inline SVG: to scale along x, so wide ones scroll, and those that are narrow for
// their height shrink to fit a small screen; those with axes fill their box, whose curves are a
// picture within the picture that is stretched both ways.
#include <math.h>

#include "html.h"
#include "report/common/escape.h"
#include "report/common/number.h"

typedef struct Frame {
  double x0, x1, y0, y1;
  double scale, enlarge;  // pixels per metre; along y by `enlarge` more
  bool whole;             // its height bounds it
} Frame;

static const char *const looks[] = {"wire", "carrier", "thin", "joint"};
enum { MARGIN = 24, NARROW = 1000, TALL = 600 };

static Frame frame_of(const CatDrawing *d) {
  Frame f = {INFINITY, -INFINITY, INFINITY, -INFINITY, 0, d->enlarge, false};
  for (int i = 0; i < d->nstroke; i++) {
    const CatStroke *s = &d->stroke[i];
    for (int k = 0; k < s->n; k++) {
      f.x0 = fmin(f.x0, s->x[k]), f.x1 = fmax(f.x1, s->x[k]);
      f.y0 = fmin(f.y0, s->y[k]), f.y1 = fmax(f.y1, s->y[k]);
    }
  }
  double width = f.x1 > f.x0 ? f.x1 - f.x0 : 1;
  double most = TALL / fmax((f.y1 - f.y0) * f.enlarge, 1e-9);
  f.scale = fmax(6, NARROW / width);  // short things fill the page, long ones scroll
  f.whole = f.scale > most && most > 6;
  if (f.whole) f.scale = most;
  return f;
}

static double px(const Frame *f, double x) {
  return MARGIN + f->scale * (x - f->x0);
}

static double py(const Frame *f, double y) {
  return MARGIN + f->scale * f->enlarge * (f->y1 - y);
}

static void add_dots(CatText *out, const Frame *f, const CatStroke *s) {
  for (int k = 0; k < s->n; k++) {
    cat_text_addf(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", looks[s->style],
                  px(f, s->x[k]), py(f, s->y[k]));
  }
}

static void add_line(CatText *out, const Frame *f, const CatStroke *s) {
  cat_text_addf(out, "<polyline class=\"%s\" points=\"", looks[s->style]);
  for (int k = 0; k < s->n; k++) {
    cat_text_addf(out, "%s%.1f,%.1f", k ? " " : "", px(f, s->x[k]), py(f, s->y[k]));
  }
  cat_text_add(out, "\"/>\n");
}

static void add_stroke(CatText *out, const Frame *f, const CatStroke *s) {
  if (s->style == CAT_STROKE_JOINT) {
    add_dots(out, f, s);
  } else {
    add_line(out, f, s);
  }
  if (!s->label || !s->label[0] || s->n == 0) return;
  cat_text_addf(out, "<text x=\"%.1f\" y=\"%.1f\">", px(f, s->x[0]), py(f, s->y[0]) - 6);
  cat_escape_html(out, s->label);
  cat_text_add(out, "</text>\n");
}

static void add_to_scale(CatText *out, const CatDrawing *d) {
  Frame f = frame_of(d);
  double width = 2 * MARGIN + f.scale * (f.x1 - f.x0);
  double height = 2 * MARGIN + f.scale * f.enlarge * (f.y1 - f.y0);
  cat_text_addf(out,
                "<div class=\"sheet%s\"><svg width=\"%.0f\" height=\"%.0f\" "
                "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n",
                f.whole ? " whole" : "", width, height, width, height);
  for (int i = 0; i < d->nstroke; i++) add_stroke(out, &f, &d->stroke[i]);
}

//------------------------------------------------------------------------------------- with axes

enum { HIGH = 240 };  // of the box [pixels]; it is as wide as there is room

// 1, 2 or 5 times a power of ten, so that a range has four to nine of it.
static double tick_step(double range) {
  double power = pow(10, floor(log10(range / 4))), part = range / 4 / power;
  return power * (part >= 5 ? 5 : part >= 2 ? 2 : 1);
}

static void add_ticks(CatText *out, double low, double high, bool along) {
  double step = tick_step(high - low);
  char text[CAT_NUMBER_TEXT];
  double first = ceil(low / step);
  int last = (int)fmin(floor(high / step) - first, 20);
  for (int i = 0; i <= last; i++) {
    double k = first + i;
    double share = 100 * (k * step - low) / (high - low);
    cat_number_rounded(k == 0 ? 0 : k * step, 6, text);
    if (along) {
      cat_text_addf(out,
                    "<line class=\"grid\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"%d\"/><text "
                    "x=\"%.2f%%\" y=\"%d\">%s</text>\n",
                    share, share, HIGH, share, HIGH + 18, text);
    } else {
      double y = HIGH * (1 - share / 100);
      cat_text_addf(out,
                    "<line class=\"grid\" x1=\"0\" x2=\"100%%\" y1=\"%.1f\" y2=\"%.1f\"/><text "
                    "class=\"up\" x=\"-6\" y=\"%.1f\">%s</text>\n",
                    y, y, y + 4, text);
    }
  }
}

static void add_with_axes(CatText *out, const CatDrawing *d) {
  Frame f = frame_of(d);
  double pad = 0.05 * fmax(f.y1 - f.y0, 1e-12), width = fmax(f.x1 - f.x0, 1e-9);
  f.y0 -= pad, f.y1 += pad;
  cat_text_addf(out, "<div class=\"sheet axes\"><svg width=\"100%%\" height=\"%d\" role=\"img\">\n",
                HIGH + 42);
  add_ticks(out, f.x0, f.x0 + width, true);
  add_ticks(out, f.y0, f.y1, false);
  cat_text_addf(out,
                "<svg width=\"100%%\" height=\"%d\" viewBox=\"0 0 1000 1000\" "
                "preserveAspectRatio=\"none\">\n",
                HIGH);
  for (int i = 0; i < d->nstroke; i++) {
    const CatStroke *s = &d->stroke[i];
    cat_text_addf(out, "<polyline class=\"%s\" points=\"", looks[s->style]);
    for (int k = 0; k < s->n; k++) {
      cat_text_addf(out, "%s%.2f,%.2f", k ? " " : "", 1000 * (s->x[k] - f.x0) / width,
                    1000 * (f.y1 - s->y[k]) / (f.y1 - f.y0));
    }
    cat_text_add(out, "\"/>\n");
  }
  cat_text_addf(out, "</svg>\n<text x=\"50%%\" y=\"%d\">", HIGH + 36);
  cat_escape_html(out, d->x);
  cat_text_add(out, "</text><text class=\"up\" x=\"-6\" y=\"-8\">");
  cat_escape_html(out, d->y);
  cat_text_add(out, "</text>\n");
}

static void add_drawing(CatText *out, const CatDrawing *d) {
  cat_text_add(out, "<figure class=\"drawing\">\n<h3>");
  cat_escape_html(out, d->title ? d->title : "");
  cat_text_add(out, "</h3>\n");
  if (d->x && d->y)
    add_with_axes(out, d);
  else
    add_to_scale(out, d);
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
