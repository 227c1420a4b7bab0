// Where along the string the error of the force is averaged.
#ifndef CAT_STUDY_STRING_MASS_WINDOWS_H
#define CAT_STUDY_STRING_MASS_WINDOWS_H

#include "spec/string_mass.h"

enum { CAT_STRING_WINDOWS = 20 };

typedef struct CatStringWindows {
  int n;
  double at[CAT_STRING_WINDOWS][2];  // from, to [m]
} CatStringWindows;

// Those of `record.windows`, or the start, the passage and the first reflection, which meets the
// mass at the place `back`: on the string of the thesis 0-2, 2-70 and 77-82 m. None goes beyond
// `end`, which the run has reached; one that begins there is not there.
CatStringWindows cat_string_windows(const CatStringMassSpec *s, double back, double end);

#endif
