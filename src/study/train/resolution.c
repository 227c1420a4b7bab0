#include "resolution.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

// Of a further run: effective steps per period, elements per wave.
static const double steps_per_period = 40, elements_per_wave = 4;
enum { MOST_HALVINGS = 6 };
// Of the run itself, beyond which there is a warning: shift of the frequency; elements per
// wave, two being the least that show it at all.
static const double most_shift = 0.03, least_elements = 2;
// Waves ahead of a contact as fast as they are would have no length: their speed over it is at
// least this part of theirs.
static const double least_lead = 0.25;

// EN 50318 judges forces up to it, and most of the motion is below.
static const double highest = 20;  // [Hz]

static double frequency_of(const CatTrain *r) {
  return fmin(r->spec->measure.cutoff, highest);
}

//------------------------------------------------------------------------------- step

static double shift_of(const CatTrain *r) {
  if (r->line.c->staged) return 0;  // of fourth order, with steps that its limit makes short
  CatStep s = cat_train_step(r->spec);
  double angle = 2 * pi * frequency_of(r) * s.h;
  return fabs(cat_step_slowness(&s)) * angle * angle / 2;
}

// Of the step of a trapezoidal rule that is as far off.
static double steps_of(const CatTrain *r) {
  if (r->line.c->staged) return steps_per_period;
  CatStep s = cat_train_step(r->spec);
  return 1 / (frequency_of(r) * s.h * sqrt(6 * fabs(cat_step_slowness(&s))));
}

//------------------------------------------------------------------------------- elements

// Phase velocity of a stretched beam at a frequency [m/s]: w^2 mu = T k^2 + EI k^4.
static double phase_velocity(const CatWire *w, double frequency) {
  double mu = w->mu + w->ice, omega = 2 * pi * frequency;
  double root = sqrt(w->tension * w->tension + 4 * w->EI * mu * omega * omega);
  return sqrt((w->tension + root) / (2 * mu));
}

// A contact that runs behind its waves shortens them: k = w/(c - v).
static double shortest_wave(const CatTrain *r) {
  const CatLineModel *m = r->line.m;
  double least = INFINITY, speed = 0, frequency = frequency_of(r);
  for (int i = 0; i < r->spec->npantograph; i++) speed = fmax(speed, r->measure[i].speed[1]);
  for (int i = 0; i < m->nwire; i++) {
    if (m->wire[i].role != CAT_CONTACT_WIRE) continue;
    double c = phase_velocity(&m->wire[i], frequency);
    least = fmin(least, fmax(c - speed, least_lead * c) / frequency);
  }
  return least;
}

static double longest_element(const CatTrain *r) {
  const CatLineModel *m = r->line.m;
  double most = 0;
  for (int i = 0; i < m->ncable; i++) {
    bool contact = m->wire[m->cable[i].wire].role == CAT_CONTACT_WIRE;
    if (contact) most = fmax(most, r->line.at_rest->cable[i]);
  }
  return most;
}

//------------------------------------------------------------------------------- both

static int halvings(double there, double wanted, bool *enough) {
  int n = (int)ceil(log2(fmax(wanted / there, 2)) - 1e-9);
  *enough &= n <= MOST_HALVINGS;
  return n < MOST_HALVINGS ? n : MOST_HALVINGS;
}

CatResolution cat_train_resolution(const CatTrain *r) {
  CatResolution out = {.frequency = frequency_of(r),
                       .shift = shift_of(r),
                       .wave = shortest_wave(r),
                       .element = longest_element(r),
                       .enough = true};
  out.step_halvings = halvings(steps_of(r), steps_per_period, &out.enough);
  out.element_halvings = halvings(out.wave / out.element, elements_per_wave, &out.enough);
  return out;
}

CatStatus cat_train_resolution_results(CatTrain *r, cJSON *o) {
  CatResolution x = cat_train_resolution(r);
  cat_summary_number(r->rec, o, "resolved_Hz", x.frequency);
  cat_summary_number(r->rec, o, "frequency_shift_percent", 100 * x.shift);
  cat_summary_number(r->rec, o, "elements_per_wave", x.wave / x.element);
  if (x.shift > most_shift) {
    CAT_TRY(
        cat_record_warn(r->rec,
                        "a time.step of %g ms is too long: the integrator turns motion of %g Hz "
                        "into %.3g Hz",
                        1e3 * r->spec->time.step, x.frequency, x.frequency * fmax(1 - x.shift, 0)));
  }
  if (x.wave < least_elements * x.element) {
    CAT_TRY(
        cat_record_warn(r->rec,
                        "the contact wire has elements of up to %.3g m, longer than half a "
                        "wave of %g Hz, which is %.3g m long ahead of the pantograph: statistics "
                        "up to %g Hz are those of the mesh; a smaller line.element_size (or "
                        "more elements_per_bay) changes that",
                        x.element, x.frequency, x.wave, x.frequency));
  }
  return CAT_OK;
}
