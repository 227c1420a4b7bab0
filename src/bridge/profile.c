#include "profile.h"

#include <math.h>
#include <stdint.h>

#define PI 3.14159265358979323846

static const double SHORT = 3, SPLIT = 40, LONG = 80, GRID = 0.1;  // [m]

// ERRI B176: S = A O_c^2/((O^2 + O_r^2)(O^2 + O_c^2)); FRA: S = k A O_c^2/(O^2 (O^2 + O_c^2)).
double cat_roughness_density(CatRoughness kind, double O) {
  static const double fra[6] = {1.2107e-4, 1.0181e-4, 0.6816e-4, 0.5376e-4, 0.2095e-4, 0.0339e-4};
  if (kind == CAT_ROUGHNESS_NONE) return 0;
  if (kind == CAT_ROUGHNESS_ERRI_LOW || kind == CAT_ROUGHNESS_ERRI_HIGH) {
    double A = kind == CAT_ROUGHNESS_ERRI_LOW ? 4.032e-7 : 1.08e-6, c = 0.8246, r = 0.0206;
    return A * c * c / ((O * O + r * r) * (O * O + c * c));
  }
  double A = fra[kind - CAT_ROUGHNESS_FRA_1], c = 0.8245;
  return 0.25 * A * c * c / (O * O * (O * O + c * c));
}

// The root mean square that the spectrum has in a band of wavelengths, by Simpson's rule over the
// logarithm of the wave number. Harmonics of a finite length are too few to be summed for it.
static double rms_of_spectrum(CatRoughness kind, const double band[2]) {
  enum { PARTS = 200 };
  double low = log(2 * PI / band[1]), step = log(band[1] / band[0]) / PARTS, sum = 0;
  for (int i = 0; i <= PARTS; i++) {
    double O = exp(low + i * step), weight = i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2;
    sum += weight * O * cat_roughness_density(kind, O);
  }
  return sqrt(sum * step / 3);
}

// Steele, Lea and Flood's splitmix64: the same numbers everywhere.
static double random_phase(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15U);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  z ^= z >> 31;
  return 2 * PI * ((double)(z >> 11) / 9007199254740992.0);
}

// Adds the waves of one band, harmonics of the whole length, so that each has whole periods. Along
// the stations a wave turns by equal angles.
static void add_band(const CatRailSpec *spec, const double band[2], uint64_t *state, CatShapes *s,
                     double *value, double *slope) {
  double length = s->x[s->stations - 1] - s->x[0], step = 2 * PI / length;
  for (long k = (long)ceil(length / band[1]); (double)k < length / band[0]; k++) {
    double O = (double)k * step, phase = random_phase(state), turn[2], at[2];
    double square = cat_roughness_density((CatRoughness)spec->irregularity, O) * step;
    double amplitude = sqrt(2 * square);
    turn[0] = cos(O * GRID), turn[1] = sin(O * GRID);
    at[0] = amplitude * cos(phase), at[1] = amplitude * sin(phase);
    for (int i = 0; i < s->stations; i++) {
      value[i] += at[0];
      slope[i] -= O * at[1];
      double next = at[0] * turn[0] - at[1] * turn[1];
      at[1] = at[1] * turn[0] + at[0] * turn[1];
      at[0] = next;
    }
  }
}

// The last station has the value of the first.
static double rms_of(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; i++) sum += x[i] * x[i];
  return sqrt(sum / (n - 1));
}

// What each band should have: as its spectrum, or as the case says.
static void find_targets(const CatRailSpec *spec, double rms[2]) {
  double all = hypot(rms[0], rms[1]);
  if (spec->ratio > 0) {
    rms[0] = all / hypot(1, spec->ratio);
    rms[1] = spec->ratio * rms[0];
  }
  for (int k = 0; k < 2 && spec->rms > 0; k++) rms[k] *= spec->rms / all;
}

CatStatus cat_profile_new(CatArena *a, const CatRailSpec *spec, double x0, double x1,
                          CatShapes *out) {
  int n = (int)ceil(fmax(x1 - x0, 10 * LONG) / GRID) + 1;
  double *x = CAT_ARENA(a, n, double), *part[4], rms[2];
  for (int k = 0; k < 4; k++) {
    part[k] = CAT_ARENA(a, n, double);
    if (!part[k]) return CAT_ERR_MEMORY;
  }
  if (!x) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) x[i] = x0 + i * GRID;
  uint64_t state = (uint64_t)spec->seed;
  *out = (CatShapes){1, n, x, part[0], part[1]};
  const double band[2][2] = {{SHORT, SPLIT}, {SPLIT, LONG}};
  for (int k = 0; k < 2; k++) {
    add_band(spec, band[k], &state, out, part[2 * k], part[2 * k + 1]);
    rms[k] = rms_of_spectrum((CatRoughness)spec->irregularity, band[k]);
  }
  find_targets(spec, rms);
  double scale[2] = {rms[0] / rms_of(part[0], n), rms[1] / rms_of(part[2], n)};
  for (int i = 0; i < n; i++) {
    part[0][i] = scale[0] * part[0][i] + scale[1] * part[2][i];
    part[1][i] = scale[0] * part[1][i] + scale[1] * part[3][i];
  }
  return CAT_OK;
}
