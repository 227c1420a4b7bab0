// Input of the kind "pantograph": a linkage by itself, or a measured response: static force over
// height, small motion, frequency response, and chains of masses fitted to it.
#ifndef CAT_SPEC_PANTOGRAPH_CASE_H
#define CAT_SPEC_PANTOGRAPH_CASE_H

#include "linkage.h"
#include "spec.h"

typedef struct CatHeightsSpec {
  bool given;
  double from, to;  // of the head over the drawing's zero [m]
  int points;
} CatHeightsSpec;

typedef struct CatResponseSpec {
  double height;    // at which it is linearised, over the drawing's zero [m]; -1: as drawn
  double from, to;  // [Hz]
  int points;       // in equal ratios
} CatResponseSpec;

typedef struct CatChainFitSpec {
  const char *measured;  // CSV file of a response; empty: that of the linkage
  const char *content;   // SHA-256 of the file
  int least, most;       // numbers of masses
} CatChainFitSpec;

typedef struct CatPantographCaseSpec {
  CatCommon common;
  CatLinkageSpec linkage;
  double static_force;  // to which the lift is scaled at response.height [N]; 0: it is not
  CatHeightsSpec heights;
  CatResponseSpec response;
  CatChainFitSpec fit;
} CatPantographCaseSpec;

extern const CatSection cat_pantograph_section;

#endif
