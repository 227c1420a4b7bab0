// P. J. Roache: Perspective: a method for uniform reporting of grid refinement studies, J. Fluids
// Eng. 116 (1994) 405-413; ASME V&V 20-2009, section 2.
#include "estimate.h"

#include <math.h>

// Factors of the estimate: from the order of the methods and from Student, not fitted to runs.
static const double refined = 4.0 / 3;      // error of h from s(h) - s(h/2), second order
static const double floor_of_signal = 0.1;  // of the rms difference of the filtered forces, least
static const double of_spread = 2.25;       // t(3, 95 %) sqrt(2) / 2: four samples, and one to come
static const double chaotic_gain = 100;     // growth of the nudge above which runs are samples

static double spread(const double *s) {
  double mean = 0, sum = 0;
  for (int i = 0; i < CAT_SAMPLES; i++) mean += s[i] / CAT_SAMPLES;
  for (int i = 0; i < CAT_SAMPLES; i++) sum += (s[i] - mean) * (s[i] - mean);
  return sqrt(sum / (CAT_SAMPLES - 1));
}

double cat_estimate(const double s[CAT_SAMPLES], bool chaotic, double least) {
  double time = refined * (s[CAT_HALF_STEP] - s[CAT_AS_ASKED]);
  double space = refined * (s[CAT_HALF_ELEMENTS] - s[CAT_AS_ASKED]);
  double chance = s[CAT_NUDGED] - s[CAT_AS_ASKED];
  double sum = sqrt(time * time + space * space + chance * chance + least * least);
  return chaotic ? fmax(sum, of_spread * spread(s)) : sum;
}

// Extremes are samples of what the force changes by: where that is a large part of itself, each
// sample may be as wrong as all are on average.
double cat_estimate_least(const double difference[CAT_SAMPLES - 1], double std, bool extreme) {
  double change = refined * hypot(difference[0], difference[1]), part = change / fmax(std, 1e-9);
  return fmax(floor_of_signal, extreme ? fmin(part, 1) : 0) * change;
}

double cat_estimate_floor(double of) {
  return floor_of_signal * of;
}

bool cat_estimate_chaotic(double gain) {
  return gain > chaotic_gain;
}
