#include "dispersion.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

// (A.21), (A.22): mu w^2 = P0 k^2 + EI k^4 + 3/8 EA k^4 a^2, and its derivative by k
static void formulas(const CatCableSpec *s, double EI, double EA, CatDispersion *d) {
  double k = d->k, a = s->wave.amplitude, mu = s->wire.mass_per_length, P0 = s->wire.tension;
  double linear = P0 * k * k + EI * pow(k, 4);
  d->linear = sqrt(linear / mu);
  d->nonlinear = sqrt((linear + 3.0 / 8 * EA * pow(k, 4) * a * a) / mu);
  d->group = (P0 * k + 2 * EI * pow(k, 3) + 0.75 * EA * pow(k, 3) * a * a) / (mu * d->nonlinear);
}

// Harmonic m of v_theta^2 v_theta theta.
static double harmonic(const CatDispersion *d, int m) {
  enum { POINTS = 96 };
  double sum = 0;
  for (int j = 0; j < POINTS; j++) {
    double theta = 2 * pi * j / POINTS, first = 0, second = 0;
    for (int i = 0; i < CAT_HARMONICS; i++) {
      int n = 2 * i + 1;
      first -= n * d->amplitude[i] * sin(n * theta);
      second -= n * n * d->amplitude[i] * cos(n * theta);
    }
    sum += first * first * second * cos(m * theta);
  }
  return 2 * sum / POINTS;
}

// Each harmonic of (mu w^2 - P0 k^2) v'' + EI k^4 v'''' - 3/2 EA k^4 v'^2 v'' = 0 in turn: the
// first gives w, the others their amplitudes.
CatStatus cat_dispersion(CatContext *ctx, const CatCableSpec *s, CatDispersion *out) {
  double EI = cat_cable_bends(s) ? s->wire.bending_stiffness : 0;
  double EA = cat_cable_stretches(s) ? s->wire.axial_stiffness : 0;
  double change = 1, mu = s->wire.mass_per_length, P0 = s->wire.tension;
  *out = (CatDispersion){.k = 2 * pi * s->wave.count / s->length};
  formulas(s, EI, EA, out);
  out->amplitude[0] = s->wave.amplitude;
  out->exact = out->linear;
  if (EA == 0) return CAT_OK;
  double k2 = out->k * out->k, k4 = k2 * k2, most = 0;
  for (int round = 0; round < 500 && change > 1e-15; round++) {
    double square = P0 * k2 + EI * k4 - 1.5 * EA * k4 * harmonic(out, 1) / out->amplitude[0];
    out->exact = sqrt(square / mu);
    change = 0;
    for (int i = 1; i < CAT_HARMONICS; i++) {
      int m = 2 * i + 1;
      double stiff = EI * k4 * pow(m, 4) - (square - P0 * k2) * m * m;
      double next = 1.5 * EA * k4 * harmonic(out, m) / stiff;
      change = fmax(change, fabs(next - out->amplitude[i]) / out->amplitude[0]);
      out->amplitude[i] = next;
    }
    most = fabs(out->amplitude[CAT_HARMONICS - 1]) / out->amplitude[0];
    if (!isfinite(change) || !isfinite(square)) break;
  }
  if (change <= 1e-15 && most < 1e-6) return CAT_OK;
  CatStatus status = CAT_FAIL(ctx, CAT_ERR_DIVERGED,
                              "no wave of permanent form was found for an amplitude of %g m: "
                              "EA a^2 is too large beside EI = %g N m2, and waves steepen",
                              s->wave.amplitude, EI);
  return status;
}

// sum of factor a_m m^order cos or sin of (m k x), as derivatives go
static double series(const CatDispersion *d, double x, int order) {
  double sum = 0;
  for (int i = 0; i < CAT_HARMONICS; i++) {
    int m = 2 * i + 1;
    sum += d->amplitude[i] * pow(m * d->k, order) * cos(m * d->k * x + order * pi / 2);
  }
  return sum;
}

double cat_dispersion_wave(const CatDispersion *d, double x, int order) {
  return series(d, x, order);
}

double cat_dispersion_rate(const CatDispersion *d, double x, int order) {  // v_t = -w/k v_x
  return -d->exact / d->k * series(d, x, order + 1);
}
