// A run by characteristics: where shocks form, where they stand at the end, and what v and v_x look
// like on the way; figures 4.5 to 4.9 of the thesis.
#include <math.h>

#include "characteristics.h"
#include "pulse.h"
#include "run.h"

enum { CAT_PARTS = 2 * CAT_SHOCKS + 1 };  // of a line that is folded, on either side of a place

typedef struct Shocks {
  const CatCableSpec *spec;
  CatRecord *rec;
  CatCharacteristics c;
  int stride;  // one of so many lines is drawn
  CatShockBegin begin[CAT_SHOCKS];
  CatShock end[CAT_SHOCKS];
  int nbegin, nend;
} Shocks;

//------------------------------------------------------------------------------------- profiles

// A row of a profile; x, and which line is there.
typedef struct Place {
  double x, tau;
} Place;

// A profile that is being drawn, from the driven end outwards.
typedef struct Pen {
  const Shocks *r;
  CatTable *table;
  double t, gap;  // most that x may go from row to row [s] [m]
  Place last;
} Pen;

static void append(Pen *pen, Place at) {
  const CatCharacteristics *c = &pen->r->c;
  const CatCableSpec *s = c->spec;
  double x = at.x + s->pulse.distance - cat_cable_wave_speed(s) * pen->t;
  bool rests = at.tau > c->n * c->step;  // behind the last line
  double row[4] = {at.x, cat_characteristic_slope(s, at.tau),
                   rests ? c->v[c->n] : cat_characteristic_v(c, at.tau, pen->t),
                   cat_pulse_shape(&s->pulse, x, 0)};
  if (at.x <= s->length) cat_table_append(pen->table, row);
  pen->last = at;
}

// Lines between, where there are few: shocks swallow most of them.
static void draw_to(Pen *pen, Place to) {
  Place from = pen->last;
  double n = fmin(ceil((to.x - from.x) / pen->gap), 1e6);
  for (int i = 1; i < n && pen->last.x <= pen->r->spec->length; i++) {
    double tau = from.tau + i / n * (to.tau - from.tau);
    append(pen, (Place){cat_characteristic_x(&pen->r->c, tau, pen->t), tau});
  }
  append(pen, to);
}

// Where the drive ends, or now, if it has not; where that has left the cable, all of it is at rest.
static void begin(Pen *pen) {
  const CatCharacteristics *c = &pen->r->c;
  double end = c->n * c->step, tau = fmin(end, pen->t), L = c->spec->length;
  Place first = {cat_characteristic_x(c, tau, pen->t), tau};
  if (first.x > L) append(pen, (Place){0, 2 * end}), append(pen, (Place){L, 2 * end});
  append(pen, first);
}

// From the driven end outwards; lines that a shock has swallowed are left out, and both sides of it
// are there.
static CatStatus profile(Shocks *r, int index, double t, const CatShock *shock, int n) {
  static const CatColumn columns[] = {{"x", "m", "position along the cable"},
                                      {"v_x", "", "slope, shocks at equal areas"},
                                      {"v", "m", "displacement"},
                                      {"v_string", "m", "displacement of the linear string"}};
  const CatCharacteristics *c = &r->c;
  const char *name = cat_record_textf(r->rec, "profile_%d", index + 1);
  if (!name) return CAT_ERR_MEMORY;
  double L = r->spec->length;
  Pen pen = {r, NULL, t, fmax(r->spec->pulse.length / 8, L / 4000), {0, 0}};
  size_t room = (size_t)c->n + 2 * (size_t)n + (size_t)(L / pen.gap) + 8;
  pen.table = cat_record_table(r->rec, name, columns, 4, room);
  if (!pen.table) return CAT_ERR_MEMORY;
  begin(&pen);
  int next = n - 1;  // shocks lie by falling x, lines leave by rising tau
  for (int i = c->n; i >= 0; i -= r->stride) {
    if (i * c->step >= t) continue;
    for (; next >= 0 && i * c->step < shock[next].late; next--) {
      draw_to(&pen, (Place){shock[next].x, shock[next].late});
      append(&pen, (Place){shock[next].x, shock[next].early});
      while (i > 0 && i * c->step > shock[next].early) i -= r->stride;
    }
    draw_to(&pen, (Place){cat_characteristic_x(c, i * c->step, t), i * c->step});
  }
  return CAT_OK;
}

// The parts of a line that are on the cable.
static int parts_on_cable(const Shocks *r, const double *x, const double *y, int n,
                          CatStroke out[CAT_PARTS]) {
  int parts = 0;
  for (int i = 0, begin = 0; i <= n; i++) {
    if (i < n && x[i] <= r->spec->length) continue;
    if (i - begin > 1 && parts < CAT_PARTS)
      out[parts++] = (CatStroke){CAT_STROKE_WIRE, i - begin, x + begin, y + begin, ""};
    begin = i + 1;
  }
  return parts;
}

// All branches: a line in the plane of x and v_x, folded where shocks are.
static CatStatus branches(Shocks *r, double t) {
  CatArena *a = cat_record_arena(r->rec);
  double *x = CAT_ARENA(a, r->c.n + 1, double), *y = CAT_ARENA(a, r->c.n + 1, double);
  CatStroke stroke[CAT_PARTS];
  int n = 0;
  if (!x || !y) return CAT_ERR_MEMORY;
  for (int i = r->c.n; i >= 0; i -= r->stride) {
    double tau = i * r->c.step;
    if (tau > t) continue;
    x[n] = cat_characteristic_x(&r->c, tau, t);
    y[n++] = r->c.s[i];
  }
  const char *title = cat_record_textf(r->rec, "Slope at t = %g s, all branches", t);
  if (!title) return CAT_ERR_MEMORY;
  n = parts_on_cable(r, x, y, n, stroke);
  if (n == 0) return CAT_OK;
  return cat_record_drawing(
      r->rec, (CatDrawing){.title = title,
                           .caption = "v_x over x as the characteristics carry it; where the line "
                                      "is folded, there are three values.",
                           .x = "x [m]",
                           .y = "v_x",
                           .nstroke = n,
                           .stroke = stroke});
}

static CatStatus profile_plots(Shocks *r, int index, double t, const CatShock *shock, int n) {
  const char *table = cat_record_textf(r->rec, "profile_%d", index + 1);
  const char *title = cat_record_textf(r->rec, "Slope at t = %g s", t);
  const char *other = cat_record_textf(r->rec, "Displacement at t = %g s", t);
  CatMark mark[CAT_SHOCKS];
  if (!table || !title || !other) return CAT_ERR_MEMORY;
  double L = r->spec->length;
  int bands = 0;
  for (int i = 0; i < n; i++) {
    if (shock[i].from < L)
      mark[bands++] = (CatMark){CAT_MARK_BAND, shock[i].from, fmin(shock[i].to, L), ""};
  }
  CatFigure f = {.title = title,
                 .caption = "Shocks at equal areas. Bands: here the characteristics give three "
                            "values.",
                 .table = table,
                 .x = "x",
                 .y = {"v_x"},
                 .ny = 1,
                 .nmark = bands,
                 .mark = mark};
  CAT_TRY(cat_record_figure(r->rec, f));
  f.title = other;
  f.caption = "Beside the linear string, which keeps the shape.";
  f.y[0] = "v";
  f.y[1] = "v_string";
  f.ny = 2;
  return cat_record_figure(r->rec, f);
}

static void profile_fields(Shocks *r, cJSON *list, double t, const CatShock *shock, int n) {
  cJSON *item = cat_summary_object(r->rec, list, NULL);
  cat_summary_number(r->rec, item, "t_s", t);
  cJSON *folds = cat_summary_array(r->rec, item, "multivalued_m");
  cJSON *at = cat_summary_array(r->rec, item, "shocks_m");
  for (int i = n - 1; i >= 0; i--) {
    if (shock[i].from >= r->spec->length) continue;
    cJSON *pair = cat_summary_array(r->rec, folds, NULL);
    cat_summary_number(r->rec, pair, NULL, shock[i].from);
    cat_summary_number(r->rec, pair, NULL, fmin(shock[i].to, r->spec->length));
    if (shock[i].x <= r->spec->length) cat_summary_number(r->rec, at, NULL, shock[i].x);
  }
}

static bool doubtful(const Shocks *r, const CatShock *s) {
  return s->x <= r->spec->length && (s->merged || !s->admissible);
}

static CatStatus warn(Shocks *r, double t, const CatShock *shock, int n) {
  for (int i = 0; i < n; i++) {
    if (doubtful(r, &shock[i])) {
      return cat_record_warn(r->rec,
                             "at t = %g s the shock at %.1f m %s: equal areas are not the weak "
                             "solution there",
                             t, shock[i].x,
                             shock[i].merged ? "has met another one" : "would let lines out");
    }
  }
  return CAT_OK;
}

// Whether lines cross twice, so that no profile by equal areas follows.
static bool merged(const CatShock *shock, int n) {
  for (int i = 0; i < n; i++) {
    if (shock[i].merged) return true;
  }
  return false;
}

static CatStatus profiles(Shocks *r, cJSON *cable) {
  const CatCableRecordSpec *rec = &r->spec->record;
  cJSON *list = cat_summary_array(r->rec, cable, "profiles");
  for (int i = 0; i < rec->nshape; i++) {
    CatShock shock[CAT_SHOCKS];
    double t = rec->shapes[i];
    if (t <= 0) continue;
    int n = cat_shocks_at(&r->c, t, shock);
    CAT_TRY(branches(r, t));
    if (!merged(shock, n)) {
      CAT_TRY(profile(r, i, t, shock, n));
      CAT_TRY(profile_plots(r, i, t, shock, n));
    }
    if (t != r->spec->time.end) CAT_TRY(warn(r, t, shock, n));  // of the end, that was said
    profile_fields(r, list, t, shock, n);
    cat_progress(cat_record_context(r->rec), (i + 1.0) / rec->nshape, t);
  }
  return CAT_OK;
}

// When what a line carries is at the far end; the thousandth part of the largest slope is nothing.
static double arrival(const Shocks *r) {
  double most = 0, least = INFINITY;
  for (int i = 0; i <= r->c.n; i++) most = fmax(most, fabs(r->c.s[i]));
  for (int i = 0; i <= r->c.n; i++) {
    double way = r->spec->length / cat_simple_speed(r->spec, r->c.s[i]);
    if (fabs(r->c.s[i]) > 1e-3 * most) least = fmin(least, i * r->c.step + way);
  }
  return least;
}

static CatStatus warn_end(Shocks *r) {
  double there = arrival(r);
  if (r->spec->time.end <= there) return CAT_OK;
  return cat_record_warn(r->rec,
                         "the pulse is at the end of the cable (length = %g m) at t = %.4g s: "
                         "characteristics leave the cable there, and waves that come back are "
                         "missing from then on",
                         r->spec->length, there);
}

// Those beyond the end are none.
static int keep_shocks(Shocks *r, CatShockBegin *begin, int n) {
  int kept = 0;
  for (int i = 0; i < n; i++) {
    if (begin[i].x <= r->spec->length) begin[kept++] = begin[i];
  }
  return kept;
}

//------------------------------------------------------------------------------------- results

static CatStatus results(Shocks *r) {
  for (int i = 0; i < r->nbegin; i++) {
    const char *group = cat_record_textf(r->rec, "Shock %d", i + 1);
    if (!group) return CAT_ERR_MEMORY;
    bool later = r->begin[i].t > r->spec->time.end;
    CAT_TRY(
        cat_record_result(r->rec, (CatResult){.group = group,
                                              .label = "forms after",
                                              .value = r->begin[i].t,
                                              .unit = "s",
                                              .note = later ? "after the end of the run" : ""}));
    CAT_TRY(cat_record_result(
        r->rec,
        (CatResult){
            .group = group, .label = "at", .value = r->begin[i].x, .unit = "m", .note = ""}));
  }
  for (int i = r->nend - 1; i >= 0; i--) {
    if (r->end[i].x > r->spec->length) continue;
    const char *note =
        cat_record_textf(r->rec, "three values from %.1f to %.1f m", r->end[i].from, r->end[i].to);
    if (!note) return CAT_ERR_MEMORY;
    CAT_TRY(cat_record_result(r->rec, (CatResult){.group = "At the end",
                                                  .label = "shock at",
                                                  .value = r->end[i].x,
                                                  .unit = "m",
                                                  .note = note}));
  }
  return CAT_OK;
}

static CatStatus summary(Shocks *r) {
  CatRecord *rec = r->rec;
  cJSON *top = cat_record_summary(rec), *cable = cat_summary_object(rec, top, "cable");
  cat_summary_number(rec, cable, "wave_speed_m_s", cat_cable_wave_speed(r->spec));
  cJSON *begin = cat_summary_array(rec, cable, "shocks");
  for (int i = 0; i < r->nbegin; i++) {
    cJSON *item = cat_summary_object(rec, begin, NULL);
    cat_summary_number(rec, item, "t_s", r->begin[i].t);
    cat_summary_number(rec, item, "x_m", r->begin[i].x);
  }
  cJSON *end = cat_summary_array(rec, cable, "shocks_at_end_m");
  for (int i = r->nend - 1; i >= 0; i--) {
    if (r->end[i].x <= r->spec->length) cat_summary_number(rec, end, NULL, r->end[i].x);
  }
  CAT_TRY(profiles(r, cable));
  CAT_TRY(results(r));
  cJSON *march = cat_summary_object(rec, top, "march");
  cat_summary_text(rec, march, "method", "characteristics");
  cat_summary_number(rec, march, "simulated_s", r->spec->time.end);
  return cat_record_ok(rec);
}

// Enough of them for the displacement, whatever is drawn.
static CatStatus make_lines(Shocks *r) {
  enum { MOST = 1000000 };
  double lengths = cat_cable_drive_end(r->spec) * cat_cable_wave_speed(r->spec);
  double enough = fmin(CAT_LINES_PER_LENGTH * lengths / r->spec->pulse.length, MOST);
  int drawn = r->spec->space.intervals;
  r->stride = (int)fmax(1, ceil(enough / drawn));
  return cat_characteristics_new(cat_record_arena(r->rec), r->spec, drawn * r->stride, &r->c);
}

CatStatus cat_characteristics_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  Shocks r = {.spec = cat_spec_values(spec), .rec = rec};
  (void)ctx;
  CAT_TRY(make_lines(&r));
  r.nbegin = keep_shocks(&r, r.begin, cat_shocks_begin(&r.c, r.begin));
  r.nend = cat_shocks_at(&r.c, r.spec->time.end, r.end);
  CAT_TRY(warn_end(&r));
  CAT_TRY(warn(&r, r.spec->time.end, r.end, r.nend));
  return summary(&r);
}
