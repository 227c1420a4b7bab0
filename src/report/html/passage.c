// The small animation of report.html: three spans around the first pantograph, or the shapes of
// natural modes. The page gets whole numbers only: places in mm, heights in 0.1 mm, times in us,
// and the displacements as 16-bit numbers in base64.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base64.h"
#include "html.h"

enum { MOST_BYTES = 900000, UPS = 20000, MODE_UPS = 30000, FORCES = 10 };  // per m, 1, N
static const double SPANS = 3.2;                                           // that a frame shows

typedef struct Passage {
  const CatRecord *rec;
  const CatFrames *f;
  const CatTable *points, *links, *wires, *supports;
  const double *s;      // of points [m]
  const double *t, *x;  // of the first pantograph over time; NULL: modes
  const double *force;  // likewise [N]
  size_t rows;          // of them
  double half;          // of the width of a frame [m]
} Passage;

static const double *column(const CatTable *table, const char *name) {
  const CatChannel *c = cat_table_channel(table, name);
  return c ? c->data : NULL;
}

static bool find(const CatRecord *rec, Passage *p) {
  const CatTable *time = cat_record_find(rec, "time");
  *p = (Passage){.rec = rec,
                 .f = cat_record_frames(rec),
                 .points = cat_record_find(rec, "scene_points"),
                 .links = cat_record_find(rec, "scene_links"),
                 .wires = cat_record_find(rec, "scene_wires"),
                 .supports = cat_record_find(rec, "scene_supports"),
                 .t = column(time, "t"),
                 .x = column(time, "p1.x"),
                 .force = column(time, "p1.force"),
                 .rows = time ? time->n : 0};
  if (!p->f || p->f->n == 0 || !p->points || !p->wires || !p->supports) return false;
  p->s = column(p->points, "s");
  const double *at = column(p->supports, "s");
  size_t n = at ? p->supports->n : 0;
  double longest = n > 1 ? 0 : 60;
  for (size_t i = 1; i < n; i++) longest = fmax(longest, fabs(at[i] - at[i - 1]));
  p->half = SPANS / 2 * fmin(longest, 100);
  return p->f->kind == CAT_FRAMES_MODES || (p->t && p->x && p->force);
}

static size_t row_at(const Passage *p, double t) {
  size_t low = 0, high = p->rows;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (p->t[middle] <= t + 1e-9) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

static long rounded(double x, double by) {
  return lround(fmin(fmax(x * by, -2e9), 2e9));
}

// Whether the page finds the point in the frame: the same sum of whole millimetres as there.
static bool is_shown(const Passage *p, size_t point, double x) {
  return labs(rounded(p->s[point], 1e3) - rounded(x, 1e3)) <= rounded(p->half, 1e3);
}

static void add_list(CatText *out, const CatTable *table, const char *name, double by) {
  const double *data = column(table, name);
  cat_text_addf(out, ",\"%s\":[", name);
  for (size_t i = 0; table && data && i < table->n; i++) {
    cat_text_addf(out, i > 0 ? ",%ld" : "%ld", rounded(data[i], by));
  }
  cat_text_add(out, "]");
}

//---------------------------------- values --------------------------------------------------------

static void add_value(CatBase64 *to, double value, double by) {
  int16_t v = (int16_t)lround(fmin(fmax(value * by, -32000), 32000));
  uint16_t u = (uint16_t)v;
  cat_base64_add(to, (uint8_t)(u & 255u));
  cat_base64_add(to, (uint8_t)(u >> 8));
}

static size_t count_values(const Passage *p, size_t frame) {
  size_t n = 0, row = row_at(p, p->f->at[frame]);
  const double *a = column(p->links, "a");
  for (size_t i = 0; i < p->points->n; i++) n += is_shown(p, i, p->x[row]);
  for (size_t i = 0; a && i < p->links->n; i++) n += is_shown(p, (size_t)a[i], p->x[row]);
  return n;
}

// So many frames on, to stay within the size.
static size_t choose_stride(const Passage *p) {
  enum { SAMPLES = 16 };
  double mean = 0;
  for (size_t i = 0; i < SAMPLES; i++) {
    mean += (double)count_values(p, i * (p->f->n - 1) / SAMPLES) / SAMPLES;
  }
  double bytes = mean * 2 * 4 / 3 * (double)p->f->n;
  double twice =
      p->f->n > 1 && p->f->at[1] - p->f->at[0] < 0.035 ? 2 : 1;  // 25 a second are enough
  return (size_t)fmax(twice, ceil(bytes / MOST_BYTES));
}

static void add_frame(CatBase64 *to, const Passage *p, size_t frame) {
  double x = p->x[row_at(p, p->f->at[frame])];
  const float *up = p->f->up + frame * (size_t)p->f->npoint;
  const float *force = p->f->force ? p->f->force + frame * (size_t)p->f->nlink : NULL;
  const double *a = column(p->links, "a");
  for (size_t i = 0; i < p->points->n; i++) {
    if (is_shown(p, i, x)) add_value(to, (double)up[i], UPS);
  }
  for (size_t i = 0; a && force && i < p->links->n; i++) {
    if (is_shown(p, (size_t)a[i], x)) add_value(to, (double)force[i], FORCES);
  }
}

static void add_passage(CatText *out, const Passage *p) {
  size_t stride = choose_stride(p);
  cat_text_add(out, ",\"t\":[");
  for (size_t i = 0; i < p->f->n; i += stride) {
    cat_text_addf(out, i > 0 ? ",%ld" : "%ld", rounded(p->f->at[i], 1e6));
  }
  cat_text_add(out, "],\"x\":[");
  for (size_t i = 0; i < p->f->n; i += stride) {
    cat_text_addf(out, i > 0 ? ",%ld" : "%ld", rounded(p->x[row_at(p, p->f->at[i])], 1e3));
  }
  cat_text_add(out, "],\"contact\":[");
  for (size_t i = 0; i < p->f->n; i += stride) {
    cat_text_addf(out, i > 0 ? ",%ld" : "%ld", rounded(p->force[row_at(p, p->f->at[i])], FORCES));
  }
  cat_text_add(out, "],\"values\":\"");
  CatBase64 to = cat_base64_new(out);
  for (size_t i = 0; i < p->f->n; i += stride) add_frame(&to, p, i);
  cat_base64_end(&to);
  cat_text_add(out, "\"");
}

static void add_modes(CatText *out, const Passage *p) {
  size_t n = p->f->n * (size_t)p->f->npoint;
  cat_text_add(out, ",\"mHz\":[");
  for (size_t i = 0; i < p->f->n; i++) {
    cat_text_addf(out, i > 0 ? ",%ld" : "%ld", rounded(p->f->at[i], 1e3));
  }
  cat_text_add(out, "],\"values\":\"");
  CatBase64 to = cat_base64_new(out);
  for (size_t i = 0; i < n; i++) add_value(&to, (double)p->f->up[i], MODE_UPS);
  for (size_t i = 0; i < n; i++) add_value(&to, (double)p->f->sideways[i], MODE_UPS);
  cat_base64_end(&to);
  cat_text_add(out, "\"");
}

//---------------------------------- section -------------------------------------------------------

static void add_heading(CatText *out, bool modes) {
  cat_text_addf(out, "<section id=\"passage\">\n<h2>%s</h2>\n<p class=\"hint\">%s</p>\n",
                modes ? "Mode shapes" : "The passage",
                modes ? "Side view with the displacement upwards, plan view with the one sideways. "
                        "The amplitude is arbitrary."
                      : "Three spans around the first pantograph, seen from the side; heights and "
                        "motion are enlarged. Droppers without tension are coloured.");
  cat_text_add(out, "<noscript><p>The animation needs JavaScript.</p></noscript>\n"
                    "<div id=\"passage-view\"></div>\n</section>\n");
}

void cat_html_passage(const CatRecord *rec, CatText *out) {
  Passage p;
  if (!find(rec, &p)) return;
  bool modes = p.f->kind == CAT_FRAMES_MODES;
  add_heading(out, modes);
  cat_text_addf(out, "<script type=\"application/json\" id=\"passage-data\">{\"modes\":%s",
                modes ? "true" : "false");
  cat_text_addf(out, ",\"half\":%ld,\"ups\":%d,\"forces\":%d", rounded(p.half, 1e3),
                modes ? MODE_UPS : UPS, FORCES);
  add_list(out, p.points, "s", 1e3);
  add_list(out, p.points, "z", 1e4);
  if (modes) add_list(out, p.points, "y", 1e4);
  add_list(out, p.wires, "role", 1);
  add_list(out, p.wires, "first", 1);
  add_list(out, p.wires, "count", 1);
  add_list(out, p.links, "kind", 1);
  add_list(out, p.links, "a", 1);
  add_list(out, p.links, "b", 1);
  cat_text_add(out, ",\"supports\":{\"of\":0");
  add_list(out, p.supports, "s", 1e3);
  cat_text_add(out, "}");
  if (modes) add_modes(out, &p);
  if (!modes) add_passage(out, &p);
  cat_text_add(out, "}</script>\n");
}

bool cat_html_has_passage(const CatRecord *rec) {
  Passage p;
  return find(rec, &p);
}
