// Nonlinear statics: how far a force lifts the contact wire at the point that is over a place at
// rest, with large displacements of the whole line, and with the line linearised at rest. Droppers
// are unilateral in both.
//
//   F(u) + sum over slack droppers of n y = b F,   y = -N >= 0,
//
// by Newton's method with the tangent of the droppers that are taut (assemble/line_forces.h).
#ifndef CAT_REST_PROBE_H
#define CAT_REST_PROBE_H

#include "line/model.h"
#include "record/record.h"

#define CAT_PROBE_TOLERANCE 1e-7  // [N]

typedef struct CatProbeInput {
  const CatLineModel *m;
  const CatConfiguration *rest;
  int n;
  const CatProbeSpec *probe;  // (n)
} CatProbeInput;

typedef struct CatProbe {
  double x, force;           // [m] [N]
  double lift, lift_linear;  // of that point [m]
  int slack, slack_linear;   // droppers
  double missing;            // force by which equilibrium is missed, large displacements [N]
  int iterations;            // of Newton's method, large displacements
} CatProbe;

CatStatus cat_rest_probe(CatArena *a, const CatProbeInput *in, CatProbe *out);

// The same as table and fields of summary.json, under rest.probe.
CatStatus cat_rest_probe_results(const CatProbe *p, int n, CatRecord *rec);

#endif
