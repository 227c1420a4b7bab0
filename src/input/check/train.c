// Cross-field checks of the kind "train".
#include <math.h>
#include <stdint.h>

#include "base/c_locale.h"
#include "linkage_stand.h"
#include "spec/pantograph_models.h"

static const double min_apart = 0.1;  // between two pantographs [m]
static const double min_periods = 2;  // of the cutoff, in the window of the statistics

// A tension section: spans, from where on, and what is at its end.
typedef struct Section {
  int nspan;
  const CatSpanSpec *spans;
  double start;  // [m]
  const CatFarEndSpec *far_end;
} Section;

static Section first_section(const CatLineSpec *l) {
  return (Section){l->nspan, l->spans, 0, &l->far_end};
}

static Section last_section(const CatLineSpec *l) {
  const CatOverlapSpec *o = &l->overlap;
  return o->given ? (Section){o->nspan, o->spans, o->start, &o->far_end} : first_section(l);
}

static double section_end(const Section *s) {
  double x = s->start;
  for (int i = 0; i < s->nspan; i++) x += s->spans[i].repeat * s->spans[i].length;
  return x;
}

static double line_length(const CatLineSpec *line) {
  Section last = last_section(line);
  return section_end(&last);
}

// The last pantograph position: by default half a span before the end of the line.
static double run_end(const CatTrainSpec *s) {
  Section of = last_section(&s->line);
  double last = of.nspan > 0 ? of.spans[of.nspan - 1].length : 0;
  return s->run.to > 0 ? s->run.to : section_end(&of) - last / 2;
}

static CatStatus fail_place(CatContext *ctx, const CatSpec *spec, const double *field,
                            const char *expected, double limit) {
  CatWhere where = cat_spec_where(spec, field);
  return CAT_FAIL_AT(ctx, where.place, where.path, "found %g m, expected %s %g m", *field, expected,
                     limit);
}

//---------------------------------- where the pantographs are ------------------------------------

static void check_way(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  double length = line_length(&s->line), end = run_end(s);
  if (s->run.to > length)
    fail_place(ctx, spec, &s->run.to, "at most the length of the line,", length);
  if (s->run.from >= end) {
    fail_place(ctx, spec, &s->run.from,
               s->run.to > 0 ? "a start before the end at"
                             : "a start before the end of the run, half a span before that of the "
                               "line, at",
               end);
  }
}

static void check_behind(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s,
                         const CatTrainPantograph *p) {
  double end = run_end(s) - p->behind;
  if (p->behind > s->run.from && p->raise.over == 0) {
    fail_place(ctx, spec, &p->behind,
               "a pantograph that starts under the line or is raised on the way (raise.over): at "
               "most run.from,",
               s->run.from);
  } else if (p->raise.over > 0 && p->raise.from >= end) {
    fail_place(ctx, spec, &p->raise.from, "a place before the end of this pantograph's run at",
               end);
  }
}

// The front strip is ahead of where the pantograph is.
static void check_ahead(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s,
                        const CatTrainPantograph *p) {
  double room = line_length(&s->line) - (run_end(s) - p->behind);
  if (p->parts.strips.distance == 0 || p->parts.strips.distance <= room) return;
  fail_place(ctx, spec, &p->parts.strips.distance,
             "strips that stay under the line until the end of the run: at most", room);
}

static void check_apart(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s, int i) {
  const CatTrainPantograph *p = s->pantograph;
  for (int j = 0; j < i; j++) {
    if (fabs(p[j].behind - p[i].behind) >= min_apart) continue;
    if (p[j].behind != p[i].behind) {
      CAT_CHECK_FAIL(ctx, spec, &p[i].behind,
                     "found %g m, which is %.3g m from pantograph[%d] (%s), expected at least %g m",
                     p[i].behind, fabs(p[j].behind - p[i].behind), j,
                     cat_check_value_location(spec, &p[i].behind, &p[j].behind).s, min_apart);
      return;
    }
    CAT_CHECK_FAIL(ctx, spec, &p[i].behind,
                   "found %g m, where pantograph[%d] is already (%s), expected a place of its own",
                   p[i].behind, j, cat_check_value_location(spec, &p[i].behind, &p[j].behind).s);
    return;
  }
}

// Height of the contact wire of a section at a place, linear between the supports.
static double section_height(const Section *s, double place) {
  double x = s->start, end = 0;
  for (int i = 0; i < s->nspan; i++) {
    const CatSpanSpec *p = &s->spans[i];
    double next = i + 1 < s->nspan    ? p[1].height
                  : s->far_end->given ? s->far_end->height
                                      : p->height;
    double slope_from = x + (p->repeat - 1) * p->length;  // where the last of these spans begins
    x += p->repeat * p->length;
    end = next;
    if (place > x) continue;
    return p->height + fmax(place - slope_from, 0) / p->length * (next - p->height);
  }
  return end;
}

// Of the contact wire that is over a place: where two are, of the lower one.
static double wire_height(const CatLineSpec *l, double place) {
  Section first = first_section(l), last = last_section(l);
  if (place < last.start) return section_height(&first, place);
  double height = section_height(&last, place);
  return place > section_end(&first) ? height : fmin(height, section_height(&first, place));
}

// Where a pantograph begins to push.
static double first_place(const CatTrainSpec *s, const CatTrainPantograph *p) {
  return p->raise.over > 0 ? p->raise.from : s->run.from - p->behind;
}

// Something must push a pantograph up; several shipped ones have no static force of their own.
static void check_push(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s,
                       const CatTrainPantograph *p) {
  const CatMassChainSpec *b = &p->body;
  if (p->linkage.given) return;  // its own forces and torques do
  bool pushed = b->static_force != 0 || p->target > 0 || p->en50367 || b->aero != 0 || b->nlift > 0;
  pushed |= b->base_height > wire_height(&s->line, first_place(s, p));
  for (int i = 0; i < b->nmass; i++) pushed |= b->masses[i].force != 0 || b->masses[i].aero != 0;
  if (pushed) return;
  CAT_CHECK_FAIL(ctx, spec, &b->static_force,
                 "found 0 N, with which nothing pushes the pantograph up, expected static_force, "
                 "target_mean_force or en50367");
}

static CatStatus check_pantograph(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s,
                                  const CatTrainPantograph *p) {
  int before = cat_context_errors(ctx);
  CAT_TRY(cat_check_pantograph_model(ctx, spec, p));
  if (p->body.nmass > 0) {
    cat_check_mass_chain(ctx, spec, &p->body);
    cat_check_pantograph_parts(ctx, spec, s, p);
  }
  check_behind(ctx, spec, s, p);
  check_push(ctx, spec, s, p);
  check_ahead(ctx, spec, s, p);
  if (p->model != CAT_MODEL_linkage || !p->linkage.given || cat_context_errors(ctx) > before) {
    return CAT_OK;
  }
  return cat_check_linkage_wire(ctx, spec, p, wire_height(&s->line, first_place(s, p)));
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
  if (s->measure.from_time < s->measure.to_time) return;
  CAT_CHECK_FAIL(ctx, spec, &s->measure.from_time,
                 "found %g s, expected less than measure.to_time, %g s", s->measure.from_time,
                 s->measure.to_time);
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

// The window in metres: as given, or the middle half of the line.
static void window_places(const CatTrainSpec *s, double place[2]) {
  double length = line_length(&s->line);
  place[0] = length / 4, place[1] = 3 * length / 4;
  if (s->measure.to > 0) place[0] = s->measure.from, place[1] = s->measure.to;
  if (s->measure.to_span > 0) {
    place[0] = span_end(&s->line, s->measure.from_span - 1);
    place[1] = span_end(&s->line, s->measure.to_span);
  }
}

static void check_reached(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  double place[2];
  window_places(s, place);
  if (s->run.to > 0 && s->run.to <= place[0]) {
    fail_place(ctx, spec, &s->run.to, "a run that reaches the window of the statistics, from",
               place[0]);
  } else if (s->run.from >= place[1] && s->run.from < run_end(s)) {
    fail_place(ctx, spec, &s->run.from,
               "a start before the end of the window of the statistics (measure.to) at", place[1]);
  }
  for (int i = 0; i < s->npantograph && run_end(s) > place[0]; i++) {
    const double *behind = &s->pantograph[i].behind;
    if (run_end(s) - *behind > place[0]) continue;
    fail_place(ctx, spec, behind,
               "a pantograph that reaches the window of the statistics: less than",
               run_end(s) - place[0]);
  }
}

static void check_window(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  if (!check_one_window(ctx, spec, s)) return;
  if (s->measure.to_time > 0) {
    check_times(ctx, spec, s);
    return;
  }
  check_reached(ctx, spec, s);
  if (s->measure.to > 0) check_places(ctx, spec, s);
  if (s->measure.to_span > 0) check_spans(ctx, spec, s);
}

//---------------------------------- what depends on the speed -----------------------------------

static void check_wave(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s, const double *speed) {
  double wave = cat_train_wave_speed(s);
  CatLine complaint = cat_train_too_fast(s, *speed, cat_spec_where(spec, speed).bare);
  if (complaint.s[0]) {
    CAT_CHECK_FAIL(ctx, spec, speed, "%s", complaint.s);
  } else if (*speed >= wave) {
    cat_spec_warn(spec, speed,
                  "%g km/h is not below the wave speed, %.4g km/h: the wire is at rest before the "
                  "pantograph, and its lift behind it grows as long as the wire is linear",
                  3.6 * *speed, 3.6 * wave);
  } else if (*speed > 0.7 * wave) {
    cat_spec_warn(spec, speed, "%g km/h is more than 70 %% of the wave speed, %.4g km/h",
                  3.6 * *speed, 3.6 * wave);
  }
}

static double run_seconds(const CatTrainSpec *s) {
  CatMotion m = cat_train_motion(s);
  return cat_motion_time(&m, run_end(s) - s->run.from);
}

// Bytes that the line takes, as measured on lines of 4 to 20 spans with 3 to 60 elements per bay:
// about 1 kB for each unknown; lanes and modes of components keep dense blocks for each kind of
// span, modes of the whole line their values at all coordinates that are asked for.
static double line_bytes(const CatTrainSpec *s) {
  CatLineSize size = cat_line_size(&s->line);
  double bytes = 1500 * size.unknowns;
  bool modal = s->solver == CAT_SOLVER_MODAL;
  if (s->solver != CAT_SOLVER_BAND && !modal) {
    bytes += 80.0 * size.per_bay * size.distinct;
  }
  if (modal) bytes += 8 * (size.squares + 3 * size.largest * size.largest);
  if (modal && s->modal.basis == CAT_MODAL_WHOLE) bytes += 2 * size.unknowns * size.unknowns;
  return bytes;
}

static void check_line_memory(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  double bytes = line_bytes(s);
  if (bytes <= CAT_MOST_MEMORY * CAT_GIB) return;
  int n = s->line.elements_per_bay;
  if (n == 0) {
    CAT_CHECK_FAIL(ctx, spec, &s->line.element_size,
                   "found %g m, with which the line takes about %.3g GiB of memory, expected at "
                   "most %g GiB: longer elements, fewer spans, or solver: band",
                   s->line.element_size, bytes / CAT_GIB, CAT_MOST_MEMORY);
    return;
  }
  CAT_CHECK_FAIL(ctx, spec, &s->line.elements_per_bay,
                 "found %d, with which the line takes about %.3g GiB of memory, expected at most "
                 "%g GiB: fewer elements_per_bay or spans, or solver: band",
                 n, bytes / CAT_GIB, CAT_MOST_MEMORY);
}

// Bytes that a run keeps for each of its steps: the table and its copy in the file, the time of the
// step, and what the filter works with.
static double bytes_per_step(const CatTrainSpec *s) {
  bool brick = s->measure.filter == CAT_FILTER_BRICK_WALL;
  int each = s->line.overlap.given ? 6 : 4;
  int columns = 1 + each * s->npantograph + (s->run.nspeed > 0);
  return 2.0 * sizeof(double) * columns + sizeof(float) + (brick ? 208 : 56);
}

CatTrainSize cat_train_size(const CatTrainSpec *s) {
  double steps = run_seconds(s) / s->time.step;
  return (CatTrainSize){.unknowns = cat_line_size(&s->line).unknowns,
                        .steps = steps,
                        .bytes = steps * bytes_per_step(s) + line_bytes(s)};
}

static void check_steps(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s) {
  double steps = cat_train_size(s).steps, bytes = cat_train_size(s).bytes;
  if (steps > CAT_MOST_STEPS) {
    CAT_CHECK_FAIL(ctx, spec, &s->time.step,
                   "found %g s, expected a step that needs at most 2e7 of them; this run would "
                   "take %.3g",
                   s->time.step, steps);
  } else if (bytes > CAT_MOST_MEMORY * CAT_GIB) {
    CAT_CHECK_FAIL(ctx, spec, &s->time.step,
                   "found a run of %.3g steps, which takes about %.3g GiB of memory, expected at "
                   "most %g GiB: a longer time.step, a shorter run or fewer pantographs",
                   steps, bytes / CAT_GIB, CAT_MOST_MEMORY);
  }
}

static CatShort speed_text(double speed) {
  CatShort out = {""};
  cat_format(out.s, sizeof out.s, "%g km/h", 3.6 * speed);
  return out;
}

// How long a pantograph is in the window of the statistics.
static double window_seconds(const CatTrainSpec *s, double behind) {
  if (s->measure.to_time > 0) return s->measure.to_time - s->measure.from_time;
  double place[2], start = s->run.from - behind;
  window_places(s, place);
  double from = fmax(place[0], start), to = fmin(place[1], run_end(s) - behind);
  if (s->run.nspeed == 0) return (to - from) / s->run.speed;
  CatMotion m = cat_train_motion(s);
  return cat_motion_time(&m, to - start) - cat_motion_time(&m, from - start);
}

// A low-pass that is slower than the window leaves nothing but its mean.
static void check_periods(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  double seconds = INFINITY;
  for (int i = 0; i < s->npantograph; i++) {
    seconds = fmin(seconds, window_seconds(s, s->pantograph[i].behind));
  }
  if (seconds * s->measure.cutoff >= min_periods) return;
  CAT_CHECK_FAIL(ctx, spec, &s->measure.cutoff,
                 "found %g Hz with a window of the statistics of %.3g s, expected at least %g "
                 "periods of it in the window: a longer window, or a cutoff above %.3g Hz",
                 s->measure.cutoff, seconds, min_periods, min_periods / seconds);
}

// Statistics need samples: two of them at least while each pantograph is in the window.
static void check_samples(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s) {
  double end = run_seconds(s);
  if (s->measure.to_time > end) {
    CAT_CHECK_FAIL(ctx, spec, &s->measure.to_time,
                   "found %g s, expected at most the duration of the run, %.4g s",
                   s->measure.to_time, end);
    return;
  }
  for (int i = 0; i < s->npantograph; i++) {
    double seconds = window_seconds(s, s->pantograph[i].behind);
    if (seconds >= 2 * s->time.step) continue;
    CatShort speed = {"speeds"};
    if (s->run.nspeed == 0) speed = speed_text(s->run.speed);
    CAT_CHECK_FAIL(ctx, spec, &s->run.speed,
                   "found %s, at which pantograph[%d] is in the window of the statistics for "
                   "%.3g s, expected at least two steps (time.step = %g s)",
                   speed.s, i, fmax(seconds, 0), s->time.step);
    return;
  }
  check_periods(ctx, spec, s);
}

// All that depends on how fast the train runs; sound: where it runs and is measured makes sense.
static void check_speed(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s, bool sound) {
  int before = cat_context_errors(ctx);
  if (s->run.nspeed == 0) check_wave(ctx, spec, s, &s->run.speed);
  for (int i = 0; i < s->run.nspeed; i++) check_wave(ctx, spec, s, &s->run.speeds[i].speed);
  if (sound) check_steps(ctx, spec, s);
  if (sound && cat_context_errors(ctx) == before) check_samples(ctx, spec, s);
}

//---------------------------------- all of it ----------------------------------------------------

// A reduced basis is damped as a whole, and modes of the whole line know no single dampers.
static void check_modal(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  const CatRayleigh *all[] = {&s->damping.contact_wire, &s->damping.messenger, &s->damping.dropper,
                              &s->damping.steady_arm};
  if (s->solver != CAT_SOLVER_MODAL) return;
  for (int i = 0; i < 4; i++) {
    const CatRayleigh *r = all[i];
    bool same = r->alpha == s->damping.alpha && r->beta == s->damping.beta;
    if (!r->given || same) continue;
    CAT_CHECK_FAIL(ctx, spec, &r->given,
                   "found damping of its own, expected none with solver modal (%s), where all "
                   "materials are damped alike",
                   cat_check_value_location(spec, &r->given, &s->solver).s);
  }
  bool bears = s->line.support.stiffness > 0 && s->line.messenger.given;
  if (s->modal.basis != CAT_MODAL_WHOLE || !bears || s->line.support.damping == 0) return;
  CAT_CHECK_FAIL(ctx, spec, &s->line.support.damping,
                 "found %g N s/m, expected 0 N s/m with modal.basis whole-line (%s), whose modes "
                 "cannot show single dampers",
                 s->line.support.damping,
                 cat_check_value_location(spec, &s->line.support.damping, &s->modal.basis).s);
}

// What linear motion has no use for must be as by default; so resolved inputs read back.
static void check_no_nonlinear(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  const CatNonlinearSpec *n = &s->nonlinear;
  const struct {
    const void *value;
    bool idle;
    const char *preset;
  } keys[] = {{&n->wires, n->wires, "true"},
              {&n->droppers, n->droppers, "true"},
              {&n->arms, n->arms, "true"},
              {&n->contact, n->contact == 0, "deformed"},
              {&n->force, n->force == 0, "vertical"},
              {&n->tangent, n->tangent == 0, "frozen"},
              {&n->tolerance, n->tolerance == 0.01, "0.01 N"}};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (keys[i].idle) continue;
    CAT_CHECK_FAIL(ctx, spec, keys[i].value,
                   "found a setting of nonlinear motion, expected %s, the default, with "
                   "dynamics: linear (%s)",
                   keys[i].preset, cat_check_value_location(spec, keys[i].value, &s->dynamics).s);
  }
}

// Large displacements have a solver of their own.
static void check_nonlinear(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  bool other = s->solver != CAT_SOLVER_AUTO && s->solver != CAT_SOLVER_BAND;
  const CatNonlinearSpec *n = &s->nonlinear;
  if (s->dynamics == CAT_DYNAMICS_NONLINEAR && other) {
    CAT_CHECK_FAIL(ctx, spec, &s->solver,
                   "found a solver of linear motion, expected auto or band with dynamics: "
                   "nonlinear (%s)",
                   cat_check_value_location(spec, &s->solver, &s->dynamics).s);
  }
  if (s->dynamics == CAT_DYNAMICS_LINEAR && s->time.method == CAT_SCHEME_CONSERVING) {
    CAT_CHECK_FAIL(ctx, spec, &s->time.method,
                   "found energy-momentum, expected hht, newmark or generalised-alpha with "
                   "dynamics: linear (%s), whose energy newmark keeps",
                   cat_check_value_location(spec, &s->time.method, &s->dynamics).s);
  }
  if (s->dynamics == CAT_DYNAMICS_NONLINEAR && n->force == 1 && n->contact == 1) {
    CAT_CHECK_FAIL(ctx, spec, &n->force,
                   "found normal, expected vertical with contact: undeformed (%s), a wire whose "
                   "slope is that at rest",
                   cat_check_value_location(spec, &n->force, &n->contact).s);
  }
}

// A constraint on displacements alone leaves velocities of the contact that ring for ever unless
// the integrator forgets them: its spectral radius at infinity must be zero (docs/theory/train.md).
static void check_rigid(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  const CatContactSpec *k = &s->contact;
  if (k->law != CAT_CONTACT_RIGID) return;
  if (s->time.method != CAT_SCHEME_ALPHA || s->time.rho != 0) {
    CAT_CHECK_FAIL(ctx, spec, &k->law,
                   "found rigid, expected penalty unless time has method: generalised-alpha and "
                   "rho_infinity: 0 (%s): with others the contact rings",
                   cat_check_value_location(spec, &k->law, &s->time.method).s);
  }
  if (k->coupling == CAT_COUPLING_EXPLICIT) {
    CAT_CHECK_FAIL(ctx, spec, &k->coupling,
                   "found explicit, expected implicit with law: rigid (%s)",
                   cat_check_value_location(spec, &k->coupling, &k->law).s);
  }
  if (k->stiffness != 50e3) {  // as in resolved inputs
    CAT_CHECK_FAIL(ctx, spec, &k->stiffness,
                   "found a spring, expected 50 kN/m, the default, with law: rigid (%s)",
                   cat_check_value_location(spec, &k->stiffness, &k->law).s);
  }
  if (k->damping > 0) {
    CAT_CHECK_FAIL(ctx, spec, &k->damping, "found %g N s/m, expected 0 N s/m with law: rigid (%s)",
                   k->damping, cat_check_value_location(spec, &k->damping, &k->law).s);
  }
}

// Only these take a port that reaches over several elements.
static void check_spread(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  const double *spread = &s->contact.spread;
  bool nonlinear = s->dynamics == CAT_DYNAMICS_NONLINEAR;
  if (*spread == 0) return;
  if (!nonlinear && s->solver != CAT_SOLVER_BAND) {
    CAT_CHECK_FAIL(ctx, spec, spread,
                   "found %g m, expected 0 m unless solver: band or dynamics: nonlinear (%s)",
                   *spread, cat_check_value_location(spec, spread, &s->solver).s);
  }
  if (nonlinear && s->nonlinear.contact == 0) {
    CAT_CHECK_FAIL(ctx, spec, spread,
                   "found %g m, expected 0 m unless nonlinear has contact: undeformed (%s)",
                   *spread, cat_check_value_location(spec, spread, &s->nonlinear.contact).s);
  }
}

// A strip lifts the wire it runs under, and would meet another wire's end that is as low.
static void warn_of_ends(CatSpec *spec, const CatTrainSpec *s, const Section *first,
                         const Section *last) {
  static const double clear = 0.1;  // [m]
  double begin = last->start, end = section_end(first);
  double over = section_height(last, begin) - section_height(first, begin);
  double behind = section_height(first, end) - section_height(last, end);
  if (over < clear) {
    cat_spec_warn(spec, &s->line.overlap.start,
                  "the second contact wire begins %.3g m above the first: less than %g m, where "
                  "strips run against its end",
                  over, clear);
  }
  if (behind < clear) {
    cat_spec_warn(spec, &s->line.overlap.start,
                  "the first contact wire ends %.3g m above the second (line.far_end): less than "
                  "%g m, where strips let go of it at once",
                  behind, clear);
  }
}

// A train passes from the first section to the second one, which must lead on.
static void check_sections(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s) {
  Section first = first_section(&s->line), last = last_section(&s->line);
  if (!s->line.overlap.given) return;
  if (section_end(&last) <= section_end(&first)) {
    CAT_CHECK_FAIL(ctx, spec, &s->line.overlap.start,
                   "found %g m, with which the second section ends at %g m, expected an end behind "
                   "that of the first one, %g m",
                   s->line.overlap.start, section_end(&last), section_end(&first));
  } else {
    warn_of_ends(spec, s, &first, &last);
  }
  for (int i = 0; i < s->npantograph; i++) {
    const CatRollSpec *roll = &s->pantograph[i].parts.roll;
    if (!roll->given) continue;
    CAT_CHECK_FAIL(ctx, spec, &roll->given,
                   "found a head that rolls, expected none under two sections (%s), whose wires "
                   "touch it at two places",
                   cat_check_value_location(spec, &roll->given, &s->line.overlap.given).s);
  }
}

// Lanes and reduced bases have the wires' inertia and damping along the track built in; elements of
// a nonlinear line have their inertia each, not by modes.
static void check_axial(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  bool nonlinear = s->dynamics == CAT_DYNAMICS_NONLINEAR;
  bool quasi = s->line.axial == CAT_AXIAL_QUASI_STATIC;
  const int *modes = &s->line.axial_modes;
  if (*modes > 0 && (nonlinear || s->solver != CAT_SOLVER_BAND)) {
    CAT_CHECK_FAIL(ctx, spec, modes,
                   "found %d, expected 0 unless solver: band (%s) and dynamics: linear (%s)",
                   *modes, cat_check_value_location(spec, modes, &s->solver).s,
                   cat_check_value_location(spec, modes, &s->dynamics).s);
  }
  if (!nonlinear && s->solver != CAT_SOLVER_BAND) {
    if (s->line.axial != CAT_AXIAL_FULL && *modes == 0) {
      CAT_CHECK_FAIL(ctx, spec, &s->line.axial,
                     "found %s, expected full unless solver: band or dynamics: nonlinear (%s)%s",
                     quasi ? "quasi-static" : "none",
                     cat_check_value_location(spec, &s->line.axial, &s->solver).s,
                     quasi ? "; solver: lanes-quasi-axial is its fast form" : "");
    }
    if (s->damping.along.given) {
      CAT_CHECK_FAIL(ctx, spec, &s->damping.along.given,
                     "found damping along the track, expected none of its own unless solver: band "
                     "or dynamics: nonlinear (%s)",
                     cat_check_value_location(spec, &s->damping.along.given, &s->solver).s);
    }
  }
  if (quasi && s->time.method == CAT_SCHEME_CONSERVING) {
    CAT_CHECK_FAIL(ctx, spec, &s->line.axial,
                   "found quasi-static, expected full or none with time.method: energy-momentum "
                   "(%s), which never calms what has no inertia",
                   cat_check_value_location(spec, &s->line.axial, &s->time.method).s);
  }
}

// A force that is sampled more rarely cannot show the cutoff.
static void check_step(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  double most = 0.25 / s->measure.cutoff;
  if (s->time.step <= most) return;
  CAT_CHECK_FAIL(ctx, spec, &s->time.step,
                 "found %g s, expected at most %.3g s, a quarter of the period of measure.cutoff = "
                 "%g Hz (%s)",
                 s->time.step, most, s->measure.cutoff,
                 cat_check_value_location(spec, &s->time.step, &s->measure.cutoff).s);
}

// The base follows the wire's height where the pantograph begins to push, unless it is given.
static void fill_base(CatSpec *spec, const CatTrainSpec *s) {
  for (int i = 0; i < s->npantograph; i++) {
    const CatTrainPantograph *p = &s->pantograph[i];
    if (cat_spec_where(spec, &p->body.base_height).given) continue;
    *(double *)(uintptr_t)&p->body.base_height = wire_height(&s->line, first_place(s, p));
  }
}

CatStatus cat_train_check(CatContext *ctx, CatSpec *spec) {
  const CatTrainSpec *s = cat_spec_values(spec);
  int before = cat_context_errors(ctx);
  fill_base(spec, s);
  CatStatus line = cat_check_line(ctx, spec, &s->line);
  if (line && line != CAT_ERR_INPUT) return line;
  check_way(ctx, spec, s);
  cat_check_speeds(ctx, spec, s, run_end(s));
  for (int i = 0; i < s->npantograph; i++) {
    CAT_TRY(check_pantograph(ctx, spec, s, &s->pantograph[i]));
    check_apart(ctx, spec, s, i);
  }
  cat_check_system(ctx, spec, s);
  check_step(ctx, spec, s);
  check_window(ctx, spec, s);
  check_modal(ctx, spec, s);
  check_nonlinear(ctx, spec, s);
  check_rigid(ctx, spec, s);
  check_spread(ctx, spec, s);
  check_sections(ctx, spec, s);
  check_axial(ctx, spec, s);
  cat_check_integrator(ctx, spec, s);
  if (s->dynamics == CAT_DYNAMICS_LINEAR) check_no_nonlinear(ctx, spec, s);
  if (cat_context_errors(ctx) == before) check_line_memory(ctx, spec, s);
  bool sound = cat_context_errors(ctx) == before;
  check_speed(ctx, spec, s, sound);
  return cat_context_errors(ctx) > before ? CAT_ERR_INPUT : CAT_OK;
}
