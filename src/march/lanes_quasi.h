// The fastest backend: lanes as in lanes.h, for a line without inertia along its wires. Only motion
// across and up is marched; the axial force of a wire is constant between two knots and follows
// from where they are, in the same step: docs/theory/lanes-quasi.md.
#ifndef CAT_MARCH_LANES_QUASI_H
#define CAT_MARCH_LANES_QUASI_H

#include "structure.h"

typedef struct CatLanesQuasiOptions {
  int code;      // CatLanesCode
  double share;  // cells whose coefficients agree to this share them [-]
  bool inertia;  // the mass along the track stands at knots; otherwise there is none
  bool single;   // the state and the factor in single precision
} CatLanesQuasiOptions;

CatLanesQuasiOptions cat_lanes_quasi_options_default(void);

// Whether this backend can be made of a line; why: the reason if not, a literal.
bool cat_lanes_quasi_fits(const CatStructureParts *parts, const char **why);
CatStatus cat_lanes_quasi_new(CatArena *a, const CatStructureParts *parts,
                              const CatLanesQuasiOptions *o, CatStructure **out);

typedef struct CatLanesQuasiCounts {
  int cells, plans, groups, lanes, shared;  // lanes: those without a cell included
  int border;                               // coordinates of separators
  const char *code;
} CatLanesQuasiCounts;
CatLanesQuasiCounts cat_lanes_quasi_counts(const CatStructure *base);

#endif
