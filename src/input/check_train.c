// Cross-field checks of the kind "train".
#include <math.h>

#include "check.h"
#include "spec/train.h"

static double line_length(const CatLineSpec *line) {
  double length = 0;
  for (int i = 0; i < line->nspan; i++) length += line->spans[i].repeat * line->spans[i].length;
  return length;
}

static CatStatus fail_place(CatContext *ctx, const CatSpec *spec, const double *field,
                            const char *expected, double limit) {
  CatWhere where = cat_spec_where(spec, field);
  return CAT_FAIL_AT(ctx, where.place, where.path, "found %g m, expected %s %g m", *field, expected,
                     limit);
}

static void check_run(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  double length = line_length(&s->line), to = s->run.to > 0 ? s->run.to : length;
  if (s->run.to > length)
    fail_place(ctx, spec, &s->run.to, "at most the length of the line,", length);
  if (s->run.from >= to) fail_place(ctx, spec, &s->run.from, "a start before the end at", to);
  for (int i = 0; i < s->npantograph; i++) {
    const double *behind = &s->pantograph[i].behind;
    if (*behind > s->run.from && s->pantograph[i].raise.over == 0) {
      fail_place(ctx, spec, behind,
                 "a pantograph that starts under the line or is raised on the way (raise.over): at "
                 "most run.from,",
                 s->run.from);
    }
  }
  double steps = (to - s->run.from) / s->run.speed / s->time.step;
  if (steps <= 2e7) return;
  CatWhere where = cat_spec_where(spec, &s->time.step);
  CAT_FAIL_AT(
      ctx, where.place, where.path,
      "found %g s, expected a step that needs at most 2e7 of them; this run would take %.3g",
      s->time.step, steps);
}

static void check_wind(CatContext *ctx, const CatSpec *spec, const CatLumpedSpec *b) {
  if (b->nspeed != b->nlift) {
    CAT_CHECK_FAIL(ctx, spec, &b->lift, "found %d values, expected %d, as many as aero_speeds has",
                   b->nlift, b->nspeed);
  }
  for (int i = 1; i < b->nspeed; i++) {
    if (b->speed[i] > b->speed[i - 1]) continue;
    CAT_CHECK_FAIL(ctx, spec, &b->speed, "found %g km/h behind %g km/h, expected ascending speeds",
                   3.6 * b->speed[i], 3.6 * b->speed[i - 1]);
    return;
  }
}

static void check_pantograph(CatContext *ctx, const CatSpec *spec, const CatTrainPantograph *p) {
  const CatLumpedSpec *b = &p->body;
  if (b->force_on > b->nmass) {
    CAT_CHECK_FAIL(ctx, spec, &b->force_on, "found %d, expected 0 to %d, the number of masses",
                   b->force_on, b->nmass);
  }
  check_wind(ctx, spec, b);
  if (p->en50367 && p->target > 0) {
    CAT_CHECK_FAIL(ctx, spec, &p->en50367,
                   "found a rule for the mean force, expected none beside target_mean_force = %g N",
                   p->target);
  }
}

// Waves travel at sqrt(T/mu); a contact that outruns them has no meaning in this model.
static void check_speed(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s) {
  const CatWireSpec *w = &s->line.contact_wire;
  double wave = sqrt(w->tension / w->mass_per_length);
  CatWhere where = cat_spec_where(spec, &s->run.speed);
  if (s->run.speed >= wave) {
    CAT_FAIL_AT(ctx, where.place, where.path,
                "found %g km/h, expected less than the wave speed of the contact wire, %.4g km/h",
                3.6 * s->run.speed, 3.6 * wave);
  } else if (s->run.speed > 0.7 * wave) {
    cat_spec_warn(spec, &s->run.speed, "%g km/h is more than 70 %% of the wave speed, %.4g km/h",
                  3.6 * s->run.speed, 3.6 * wave);
  }
}

//---------------------------------- the window of the statistics ---------------------------------

static int count_spans(const CatLineSpec *line) {
  int n = 0;
  for (int i = 0; i < line->nspan; i++) n += line->spans[i].repeat;
  return n;
}

// Right end of the n-th span, from 1; n = 0: the left end of the line.
static double span_end(const CatLineSpec *line, int n) {
  double x = 0;
  for (int i = 0; i < line->nspan && n > 0; i++) {
    int here = n < line->spans[i].repeat ? n : line->spans[i].repeat;
    x += here * line->spans[i].length;
    n -= here;
  }
  return x;
}

// Where the first pantograph stops: by default half a span before the end of the line.
static double run_end(const CatTrainSpec *s) {
  double last = s->line.nspan > 0 ? s->line.spans[s->line.nspan - 1].length : 0;
  return s->run.to > 0 ? s->run.to : line_length(&s->line) - last / 2;
}

// One window at most, and none that has a start but no end.
static bool check_one_window(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  const struct {
    const char *unit, *end;
    const void *from, *to;
    bool starts, ends;
  } window[] = {
      {"metres", "to", &s->measure.from, &s->measure.to, s->measure.from > 0, s->measure.to > 0},
      {"seconds", "to_time", &s->measure.from_time, &s->measure.to_time, s->measure.from_time > 0,
       s->measure.to_time > 0},
      {"spans", "to_span", &s->measure.from_span, &s->measure.to_span, s->measure.from_span > 0,
       s->measure.to_span > 0},
  };
  int first = -1;
  for (int i = 0; i < 3; i++) {
    CatWhere where = cat_spec_where(spec, window[i].ends ? window[i].to : window[i].from);
    bool taken_away = cat_spec_where(spec, window[i].to).given;  // by an end of zero
    if (window[i].starts && !window[i].ends && !taken_away) {
      CAT_FAIL_AT(ctx, where.place, where.path,
                  "found the start of a window in %s without an end, expected measure.%s too",
                  window[i].unit, window[i].end);
      return false;
    }
    if (!window[i].ends) continue;
    if (first >= 0) {
      CAT_FAIL_AT(ctx, where.place, where.path,
                  "found a window in %s beside one in %s, expected one of them; measure.%s: 0 "
                  "takes the other away",
                  window[i].unit, window[first].unit, window[first].end);
      return false;
    }
    first = i;
  }
  return true;
}

static void check_places(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  double length = line_length(&s->line);
  if (s->measure.to > length) {
    fail_place(ctx, spec, &s->measure.to, "at most the length of the line,", length);
  }
  if (s->measure.from >= s->measure.to) {
    fail_place(ctx, spec, &s->measure.from, "less than measure.to,", s->measure.to);
  }
}

static void check_times(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  double end = (run_end(s) - s->run.from) / s->run.speed;
  CatWhere where = cat_spec_where(spec, &s->measure.from_time);
  if (s->measure.from_time >= s->measure.to_time) {
    CAT_FAIL_AT(ctx, where.place, where.path,
                "found %g s, expected less than measure.to_time, %g s", s->measure.from_time,
                s->measure.to_time);
  } else if (s->measure.to_time > end) {
    where = cat_spec_where(spec, &s->measure.to_time);
    CAT_FAIL_AT(ctx, where.place, where.path,
                "found %g s, expected at most the duration of the run, %.4g s", s->measure.to_time,
                end);
  }
}

static void check_spans(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  int n = count_spans(&s->line), from = s->measure.from_span, to = s->measure.to_span;
  CatWhere where = cat_spec_where(spec, to > n ? &s->measure.to_span : &s->measure.from_span);
  if (to > n) {
    CAT_FAIL_AT(ctx, where.place, where.path, "found %d, expected at most the number of spans, %d",
                to, n);
  } else if (from < 1 || from > to) {
    CAT_FAIL_AT(ctx, where.place, where.path,
                "found %d, expected a span from 1 to measure.to_span, %d", from, to);
  }
}

static void check_window(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  if (!check_one_window(ctx, spec, s)) return;
  if (s->measure.to_time > 0) {
    check_times(ctx, spec, s);
    return;
  }
  double from = line_length(&s->line) / 4;
  if (s->measure.to > 0) from = s->measure.from;
  if (s->measure.to_span > 0) from = span_end(&s->line, s->measure.from_span - 1);
  if (s->run.to > 0 && s->run.to <= from) {
    fail_place(ctx, spec, &s->run.to, "a run that reaches the window of the statistics, from",
               from);
  }
  for (int i = 0; i < s->npantograph && run_end(s) > from; i++) {
    const double *behind = &s->pantograph[i].behind;
    if (run_end(s) - *behind > from) continue;
    fail_place(ctx, spec, behind,
               "a pantograph that reaches the window of the statistics: less than",
               run_end(s) - from);
  }
  if (s->measure.to > 0) check_places(ctx, spec, s);
  if (s->measure.to_span > 0) check_spans(ctx, spec, s);
}

CatStatus cat_check_train(CatContext *ctx, CatSpec *spec) {
  const CatTrainSpec *s = cat_spec_values(spec);
  int before = cat_context_errors(ctx);
  cat_check_line(ctx, spec, &s->line);
  check_run(ctx, spec, s);
  for (int i = 0; i < s->npantograph; i++) check_pantograph(ctx, spec, &s->pantograph[i]);
  check_speed(ctx, spec, s);
  check_window(ctx, spec, s);
  return cat_context_errors(ctx) > before ? CAT_ERR_INPUT : CAT_OK;
}
