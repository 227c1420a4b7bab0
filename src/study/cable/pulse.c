#include "pulse.h"

#include <math.h>

double cat_pulse_shape(const CatCablePulse *p, double s, int order) {
  double z = s / p->length, S = 1 / cosh(z), S4 = p->amplitude * S * S * S * S;
  if (order == 0) return S4;
  if (order == 1) return -4 * S4 * tanh(z) / p->length;
  return S4 * (16 - 20 * S * S) / (p->length * p->length);
}

double cat_pulse_drive(const CatCableSpec *s, double t, int order) {
  double c = cat_cable_wave_speed(s);
  if (s->ends != CAT_CABLE_DRIVEN || t > cat_cable_drive_end(s)) return 0;
  return cat_pulse_shape(&s->pulse, s->pulse.distance - c * t, order) * pow(-c, order);
}

static double cubic(const CatCableSpec *s) {  // 3/2 gamma_2^2
  bool has = s->model == CAT_CABLE_CUBIC || s->model == CAT_CABLE_CUBIC_BEAM;
  return has ? 1.5 * s->wire.axial_stiffness / s->wire.mass_per_length : 0;
}

double cat_simple_speed(const CatCableSpec *s, double slope) {
  double c = cat_cable_wave_speed(s);
  return sqrt(c * c + cubic(s) * slope * slope);
}

double cat_simple_speed_rate(const CatCableSpec *s, double slope) {
  return cubic(s) * slope / cat_simple_speed(s, slope);
}

// (4.19) without its misplaced bracket; the logarithms of both terms together are an asinh
double cat_simple_integral(const CatCableSpec *s, double slope) {
  double c = cat_cable_wave_speed(s), k = sqrt(cubic(s));
  if (k == 0) return c * slope;
  return slope * cat_simple_speed(s, slope) / 2 + c * c / (2 * k) * asinh(k * slope / c);
}

double cat_simple_slope(const CatCableSpec *s, double v_t) {
  double slope = -v_t / cat_cable_wave_speed(s);
  for (int i = 0; i < 50; i++) {
    double step = (cat_simple_integral(s, slope) + v_t) / cat_simple_speed(s, slope);
    slope -= step;
    if (fabs(step) <= 1e-15 * (fabs(slope) + 1e-300)) break;
  }
  return slope;
}
