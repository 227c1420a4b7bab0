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
    if (*behind > s->run.from) {
      fail_place(ctx, spec, behind, "a pantograph that starts under the line: at most run.from,",
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

static void check_window(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  double length = line_length(&s->line), from = s->measure.to > 0 ? s->measure.from : length / 4;
  if (s->run.to > 0 && s->run.to <= from) {
    fail_place(ctx, spec, &s->run.to, "a run that reaches the window of the statistics, from",
               from);
  }
  if (s->measure.to == 0) return;
  if (s->measure.to > length) {
    fail_place(ctx, spec, &s->measure.to, "at most the length of the line,", length);
  }
  if (s->measure.from >= s->measure.to) {
    fail_place(ctx, spec, &s->measure.from, "less than measure.to,", s->measure.to);
  }
}

CatStatus cat_check_train(CatContext *ctx, CatSpec *spec) {
  const CatTrainSpec *s = cat_spec_values(spec);
  int before = cat_context_errors(ctx);
  cat_check_line(ctx, spec, &s->line);
  check_run(ctx, spec, s);
  check_speed(ctx, spec, s);
  check_window(ctx, spec, s);
  return cat_context_errors(ctx) > before ? CAT_ERR_INPUT : CAT_OK;
}
