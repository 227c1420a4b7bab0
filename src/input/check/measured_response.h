// A measured frequency response: f [Hz], amplitude [m/N], phase [deg] out of a CSV file.
#ifndef CAT_INPUT_CHECK_MEASURED_RESPONSE_H
#define CAT_INPUT_CHECK_MEASURED_RESPONSE_H

#include "base/arena.h"
#include "spec/pantograph_case.h"

typedef struct CatMeasuredResponse {
  int n;
  double *frequency;          // [Hz] (n)
  double *amplitude, *phase;  // [m/N] [rad] (n)
} CatMeasuredResponse;

// The file of fit.measured, numbers in the arena.
CatStatus cat_measured_response_read(CatContext *ctx, CatArena *a, const CatSpec *input,
                                     CatMeasuredResponse *out);
// Reads it and says what is wrong with it or odd; the input learns what is in it.
CatStatus cat_measured_response_check(CatContext *ctx, CatSpec *input);

#endif
