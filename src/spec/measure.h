// What `catenaria measure` was asked for, in the form of a case so that results can hold it. It is
// filled from the command line; no case file has this kind.
#ifndef CAT_SPEC_MEASURE_H
#define CAT_SPEC_MEASURE_H

#include "en50367.h"
#include "spec.h"

typedef enum CatFilterType { CAT_FILTER_BUTTERWORTH, CAT_FILTER_BRICK_WALL } CatFilterType;
extern const char *const cat_filter_names[];  // by CatFilterType; ends with NULL

// Published ranges that the results of a reference model must lie in.
typedef enum CatRangeName {
  CAT_RANGE_NONE,
  CAT_RANGE_2002_250,
  CAT_RANGE_2002_300,
  CAT_RANGE_2018_275,
  CAT_RANGE_2018_320,
} CatRangeName;
extern const char *const cat_range_names[];   // by CatRangeName; ends with NULL
extern const char *const cat_system_names[];  // by CatCurrent, the first "auto"; ends with NULL

typedef struct CatMeasureSpec {
  CatCommon common;
  const char *file;           // of the signal
  const char *content;        // SHA-256 of the file
  const char *column;         // of the force; "" until it is found
  double speed;               // [m/s]; 0: not given
  int system;                 // CatCurrent: whose limits; 0: AC
  int filter;                 // CatFilterType
  double cutoff;              // of the low-pass [Hz]
  double from, to;            // window [m]; equal: not in metres
  double from_time, to_time;  // window [s]; equal: not in seconds. Neither: all of the signal
  bool comfort;               // of accelerations, in place of a force
} CatMeasureSpec;

extern const CatKind cat_measure_kind;

#endif
