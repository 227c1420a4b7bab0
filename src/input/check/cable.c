// The kind cable: do model, ends, wave and discretisation fit together?
#include "spec/cable.h"

#include <math.h>

#include "checker.h"

typedef struct Checker {
  CatContext *ctx;
  CatSpec *spec;
  const CatCableSpec *p;
} Checker;

static const double extent = 6;  // sech^4(3) = 1e-4: beyond three lengths there is nothing
static const double onset = 2;   // sech^4(2) = 5e-3: what a driven end may begin with

static CatShort seconds(double value) {
  return cat_quantity_brief(value, "s");
}

static void check_above_zero(const Checker *c, const double *value, const char *unit) {
  if (*value > 0) return;
  FAIL(c, value, "found %s, expected above 0 %s with this model (%s)",
       cat_quantity_brief(*value, unit).s, unit, location(c->spec, value, &c->p->model).s);
}

static void check_model(const Checker *c) {
  const CatCableSpec *p = c->p;
  if (cat_cable_stretches(p)) check_above_zero(c, &p->wire.axial_stiffness, "N");
  if (cat_cable_bends(p) && p->model != CAT_CABLE_FULL)
    check_above_zero(c, &p->wire.bending_stiffness, "N m2");
  if (p->model == CAT_CABLE_TIMOSHENKO) {
    check_above_zero(c, &p->wire.shear_stiffness, "N");
    check_above_zero(c, &p->wire.rotary_inertia, "kg m");
    if (p->space.method == CAT_CABLE_ELEMENTS) {
      FAIL(c, &p->space.method,
           "found elements, expected differences with the model timoshenko (%s)",
           location(c->spec, &p->space.method, &p->model).s);
    }
  }
}

static void check_axial(const Checker *c) {
  const CatCableSpec *p = c->p;
  if (p->axial == CAT_CABLE_AXIAL_STATIC && p->model != CAT_CABLE_FULL) {
    FAIL(c, &p->axial,
         "found quasi-static, expected the model full (%s), which alone has a "
         "longitudinal motion",
         location(c->spec, &p->axial, &p->model).s);
  }
  if (p->axial_modes == 0) return;
  if (p->axial != CAT_CABLE_AXIAL_STATIC) {
    FAIL(c, &p->axial_modes, "found %d, expected 0 unless axial is quasi-static (%s)",
         p->axial_modes, location(c->spec, &p->axial_modes, &p->axial).s);
  } else if (p->ends == CAT_CABLE_PERIODIC) {
    FAIL(c, &p->axial_modes,
         "found %d, expected 0 with periodic ends (%s): the modes are those of "
         "fixed ends",
         p->axial_modes, location(c->spec, &p->axial_modes, &p->ends).s);
  } else if (p->axial_modes >= p->space.intervals) {
    FAIL(c, &p->axial_modes, "found %d, expected below space.intervals = %d (%s)", p->axial_modes,
         p->space.intervals, location(c->spec, &p->axial_modes, &p->space.intervals).s);
  }
}

static void check_pulse_place(const Checker *c) {
  const CatCableSpec *p = c->p;
  const CatCablePulse *pulse = &p->pulse;
  double half = extent / 2 * pulse->length, last = p->length - half;
  if (p->ends == CAT_CABLE_PERIODIC) {
    if (pulse->distance > p->length) {
      FAIL(c, &pulse->distance, "found %s, expected at most length = %s (%s)",
           metres(pulse->distance).s, metres(p->length).s,
           location(c->spec, &pulse->distance, &p->length).s);
    }
  } else if (p->ends == CAT_CABLE_FIXED && (pulse->distance < half || pulse->distance > last)) {
    FAIL(c, &pulse->distance,
         "found %s, expected %s to %s: three lengths of the pulse (%s) from both fixed ends",
         metres(pulse->distance).s, metres(half).s, metres(last).s,
         location(c->spec, &pulse->distance, &pulse->length).s);
  }
}

// A driven end that begins or stops with a jump puts more into the cable than any step resolves; a
// crest is looked for where there is one.
static void check_driven(const Checker *c) {
  const CatCableSpec *p = c->p;
  const CatCablePulse *pulse = &p->pulse;
  double enters = pulse->distance / cat_cable_wave_speed(p);
  if (p->ends != CAT_CABLE_DRIVEN) return;
  if (pulse->distance < onset * pulse->length) {
    FAIL(
        c, &pulse->distance,
        "found %s, expected at least %s, two lengths of the pulse (%s): the driven end would begin "
        "with a jump",
        metres(pulse->distance).s, metres(onset * pulse->length).s,
        location(c->spec, &pulse->distance, &pulse->length).s);
    return;
  }
  double left = enters + onset * pulse->length / cat_cable_wave_speed(p);
  if (pulse->until > 0 && pulse->until < left) {
    FAIL(c, &pulse->until,
         "found %s, expected at least %s, when the crest is two lengths of the pulse (%s) past the "
         "end, or 0: the driven end would stop with a jump",
         seconds(pulse->until).s, seconds(left).s,
         location(c->spec, &pulse->until, &pulse->length).s);
  }
  for (int i = 0; i < p->record.npulse; i++) {
    if (p->record.pulse[i] >= enters) continue;
    FAIL(c, &p->record.pulse[i], "found %s, expected at least %s, when the crest enters (%s)",
         seconds(p->record.pulse[i]).s, seconds(enters).s,
         location(c->spec, &p->record.pulse[i], &pulse->distance).s);
  }
}

// The phase of c k step is missed by a twelfth of its square (implicit): one per cent of what makes
// a pulse, k = 4 / length, where the wave runs a tenth of the length in a step.
static CatStatus check_step_length(const Checker *c) {
  const CatCableSpec *p = c->p;
  double way = cat_cable_wave_speed(p) * p->time.step, usual = p->pulse.length / 10;
  if (p->space.method == CAT_CABLE_CHARACTERISTICS || way <= usual) return CAT_OK;
  if (p->time.step > p->time.end) return CAT_OK;  // an error, told by check_steps
  return cat_spec_warn(c->spec, &p->time.step,
                       "found %s, in which the wave runs %s, usual is at most a tenth of "
                       "pulse.length = %s: the step alone would slow the pulse down",
                       seconds(p->time.step).s, metres(way).s, metres(p->pulse.length).s);
}

// Linear elasticity and the strain of (4.5) hold for a few per cent.
static CatStatus check_strain(const Checker *c) {
  const CatCableSpec *p = c->p;
  double strain = p->wire.tension / p->wire.axial_stiffness;
  if (!cat_cable_stretches(p) || p->wire.axial_stiffness == 0 || strain <= 0.03) return CAT_OK;
  return cat_spec_warn(c->spec, &p->wire.axial_stiffness,
                       "found %s, with which wire.tension = %s stretches the cable by %s %% at "
                       "rest, usual are at most 3 %%; is the unit right?",
                       cat_quantity_brief(p->wire.axial_stiffness, "N").s,
                       cat_quantity_brief(p->wire.tension, "N").s,
                       cat_quantity_brief(100 * strain, "").s);
}

static CatStatus check_pulse(const Checker *c) {
  const CatCableSpec *p = c->p;
  const CatCablePulse *pulse = &p->pulse;
  double h = p->length / p->space.intervals;
  if (pulse->amplitude == 0) {
    FAIL(c, &pulse->amplitude, "found 0 m, expected another height: nothing would move");
  }
  if (extent * pulse->length > p->length) {
    FAIL(c, &pulse->length,
         "found %s, and a pulse of six lengths = %s is longer than the cable, expected at most "
         "length / 6 = %s (%s)",
         metres(pulse->length).s, metres(extent * pulse->length).s, metres(p->length / extent).s,
         location(c->spec, &pulse->length, &p->length).s);
    return CAT_OK;
  }
  check_pulse_place(c);
  check_driven(c);
  if (pulse->prescribed == CAT_CABLE_SLOPE && p->space.method != CAT_CABLE_CHARACTERISTICS) {
    FAIL(c, &pulse->prescribed,
         "found slope, expected displacement unless space.method is "
         "characteristics (%s)",
         location(c->spec, &pulse->prescribed, &p->space.method).s);
  }
  CAT_TRY(check_step_length(c));
  if (p->space.method != CAT_CABLE_CHARACTERISTICS && pulse->length < 4 * h) {
    return cat_spec_warn(c->spec, &p->space.intervals,
                         "found intervals of %s, usual are at most a fourth of pulse.length = %s",
                         metres(h).s, metres(pulse->length).s);
  }
  return CAT_OK;
}

// Waves of permanent form exist where bending holds them together.
static void check_wave(const Checker *c) {
  const CatCableSpec *p = c->p;
  const double *a = &p->wave.amplitude;
  if (p->ends != CAT_CABLE_PERIODIC) {
    FAIL(c, &p->ends, "found %s, expected periodic with a wave (%s)", cat_cable_end_names[p->ends],
         location(c->spec, &p->ends, a).s);
  }
  if (p->pulse.given) {
    FAIL(c, a, "found a wave beside a pulse (%s), expected one of them",
         location(c->spec, a, &p->pulse.amplitude).s);
  }
  if (p->model != CAT_CABLE_STRING && p->model != CAT_CABLE_BEAM &&
      p->model != CAT_CABLE_CUBIC_BEAM) {
    FAIL(c, &p->model,
         "found %s, expected string, beam or cubic-beam with a wave (%s): waves of the "
         "others have no permanent form, or none that is known here",
         cat_cable_models[p->model], location(c->spec, &p->model, a).s);
  }
  if (p->wave.count * 8 > p->space.intervals) {
    FAIL(c, &p->wave.count, "found %d, expected at most an eighth of space.intervals = %d (%s)",
         p->wave.count, p->space.intervals,
         location(c->spec, &p->wave.count, &p->space.intervals).s);
  }
}

static void check_characteristics(const Checker *c) {
  const CatCableSpec *p = c->p;
  if (p->space.method != CAT_CABLE_CHARACTERISTICS) return;
  if (p->model != CAT_CABLE_CUBIC) {
    FAIL(c, &p->model,
         "found %s, expected cubic, equation (4.8), with space.method characteristics (%s)",
         cat_cable_models[p->model], location(c->spec, &p->model, &p->space.method).s);
  }
  if (p->ends != CAT_CABLE_DRIVEN) {
    FAIL(c, &p->ends, "found %s, expected driven with space.method characteristics (%s)",
         cat_cable_end_names[p->ends], location(c->spec, &p->ends, &p->space.method).s);
  }
  if (p->record.npulse + p->record.nterm > 0) {
    FAIL(c, p->record.npulse ? (const void *)&p->record.pulse : (const void *)&p->record.terms,
         "found times, expected none: characteristics record shapes only (space.method: %s)",
         location(c->spec, &p->record.pulse, &p->space.method).s);
  }
}

static const double ROUNDED = 1 + 1e-12;  // 20 us is 2e-5 s but for its last digit

static void check_times(const Checker *c, const double *list, int n) {
  for (int i = 0; i < n; i++) {
    if (list[i] <= c->p->time.end * ROUNDED) continue;
    FAIL(c, &list[i], "found %s, expected at most time.end = %s (%s)", seconds(list[i]).s,
         seconds(c->p->time.end).s, location(c->spec, &list[i], &c->p->time.end).s);
  }
}

static void check_steps(const Checker *c) {
  const CatCableSpec *p = c->p;
  enum { COLUMNS = 8 };
  double steps = ceil(p->time.end / p->time.step);
  double bytes = steps / p->record.every * COLUMNS * sizeof(double);
  if (p->space.method == CAT_CABLE_CHARACTERISTICS) return;
  if (p->time.step > p->time.end * ROUNDED) {
    FAIL(c, &p->time.step, "found %s, expected at most time.end = %s (%s)", seconds(p->time.step).s,
         seconds(p->time.end).s, location(c->spec, &p->time.step, &p->time.end).s);
  } else if (steps > CAT_MOST_STEPS) {
    FAIL(c, &p->time.step, "found %s, which makes %s steps, expected at most %s",
         seconds(p->time.step).s, cat_quantity_brief(steps, "").s,
         cat_quantity_brief(CAT_MOST_STEPS, "").s);
  } else if (bytes > CAT_MOST_RECORD * CAT_GIB) {
    FAIL(c, &p->record.every, "found %d, which records %s MiB, expected at most %s MiB",
         p->record.every, cat_quantity_brief(floor(bytes / 1048576), "").s,
         cat_quantity_brief(CAT_MOST_RECORD * 1024, "").s);
  }
}

CatStatus cat_cable_check(CatContext *ctx, CatSpec *spec) {
  Checker c = {ctx, spec, cat_spec_values(spec)};
  const CatCableSpec *p = c.p;
  check_model(&c);
  CAT_TRY(check_strain(&c));
  check_axial(&c);
  if (p->pulse.given) CAT_TRY(check_pulse(&c));
  if (p->wave.given) check_wave(&c);
  if (!p->pulse.given && !p->wave.given) {
    FAIL(&c, &p->model, "found neither a section pulse nor wave, expected one: nothing would move");
  } else if (p->ends == CAT_CABLE_DRIVEN && !p->pulse.given) {
    FAIL(&c, &p->ends, "found driven, expected a section pulse that says how");
  }
  check_characteristics(&c);
  check_times(&c, p->record.shapes, p->record.nshape);
  check_times(&c, p->record.pulse, p->record.npulse);
  check_times(&c, p->record.terms, p->record.nterm);
  if (!p->pulse.given && p->record.npulse > 0) {
    FAIL(&c, &p->record.pulse, "found times, expected none without a pulse");
  }
  check_steps(&c);
  return CAT_OK;
}
