// What passengers feel of an acceleration: ISO 2631-1, EN 12299 and Sperling.
#ifndef CAT_POST_COMFORT_H
#define CAT_POST_COMFORT_H

#include "fourier.h"

// Frequency weightings: Wk (vertical, ISO 2631-1), Wd (horizontal, both), Wb (vertical, EN 12299).
typedef enum CatWeighting { CAT_WEIGHTING_K, CAT_WEIGHTING_D, CAT_WEIGHTING_B } CatWeighting;

CatComplex cat_weighting(CatWeighting which, double f);  // at f [Hz]; 0 at 0
double cat_sperling_weight(double f);                    // B of the vertical index

// Of an acceleration, seen by a passenger in the direction of travel.
typedef enum CatDirection { CAT_LONGITUDINAL, CAT_LATERAL, CAT_VERTICAL } CatDirection;

// y = x weighted, by Fourier transform of the whole signal; rate [1/s].
CatStatus cat_weighted(CatContext *ctx, CatWeighting which, double rate, const double *x, size_t n,
                       double *y);

typedef struct CatComfort {
  double peak;      // largest size of the signal [m/s2]
  double iso2631;   // rms weighted by Wk, horizontally by Wd [m/s2]
  double p95;       // 95 % of the rms over 5 s, weighted by Wb or Wd, are below [m/s2]
  double n_mv;      // 6 p95: the mean comfort index if nothing but this direction counts
  double sperling;  // W_z or W_y; 0: longitudinally there is none
  int windows;      // of 5 s; 1 and shorter if the signal is
} CatComfort;
// Of an acceleration [m/s2], rate [1/s].
CatStatus cat_comfort(CatContext *ctx, CatDirection direction, double rate, const double *x,
                      size_t n, CatComfort *out);
// Class of EN 12299 by the index of all directions together (recalled).
const char *cat_comfort_class(double n_mv);

#endif
