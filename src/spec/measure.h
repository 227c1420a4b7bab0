// What `catenaria measure` was asked for, in the form of a case so that results can hold it. It is
// filled from the command line; no case file has this kind.
#ifndef CAT_SPEC_MEASURE_H
#define CAT_SPEC_MEASURE_H

#include "spec.h"

typedef struct CatMeasureSpec {
  CatCommon common;
  const char *file;     // of the signal
  const char *content;  // SHA-256 of the file
  const char *column;   // of the force; "" until it is found
  double speed;         // [m/s]; 0: not given
  double cutoff;        // of the low-pass [Hz]
  double from, to;      // window [m]; both 0: all of the signal
} CatMeasureSpec;

extern const CatKind cat_measure_kind;

#endif
