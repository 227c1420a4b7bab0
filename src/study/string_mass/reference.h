// The force between string and mass, exactly: by d'Alembert's solution with images at both ends,
//
//   v(x, t) = -1/(2 mu c_w) sum of +- I(tau_j(x, t)),   I(t) = int_0^t F,
//
// where tau_j is when the last wave left the mass (or an image of it) that has arrived at x by t.
// At
// the mass itself x = c t this is a delay equation for I with m y'' = -m g + F, F of (2.3) or
// (2.4).
#ifndef CAT_STUDY_STRING_MASS_REFERENCE_H
#define CAT_STUDY_STRING_MASS_REFERENCE_H

#include "base/arena.h"
#include "spec/string_mass.h"

enum { CAT_STRING_REFERENCE_STEPS = 8000000 };
#define CAT_STRING_REFERENCE_ERROR 1e-4  // of its largest value

typedef struct CatStringReference {
  const CatStringMassSpec *spec;
  int n;              // steps
  double *t, *I, *F;  // [s] [N s] [N] (n + 1)
  double rise;        // rate of the force at t = 0 [N/s]
  double arrival;     // when the first wave is back from the far end [s]
} CatStringReference;

// With time.reference_step.
CatStatus cat_string_reference(CatContext *ctx, CatArena *arena, const CatStringMassSpec *spec,
                               CatStringReference *out);
// With steps of at most that, as short as the force needs to be right.
CatStatus cat_string_reference_settle(CatContext *ctx, CatArena *arena,
                                      const CatStringMassSpec *spec, CatStringReference *out);
double cat_string_reference_force(const CatStringReference *r, double t);

// Force of the spring that is shortened by d; d under a force; d with d + compliance F(d) = free.
double cat_string_spring(const CatStringMassBody *b, double d);
double cat_string_spring_under(const CatStringMassBody *b, double force);
double cat_string_spring_solve(const CatStringMassBody *b, double free, double compliance);

typedef struct CatStringPeak {
  double force, x;  // [N] [m]
} CatStringPeak;
// Least and greatest force of a run, and the greatest one within a twentieth of the string after
// the first wave is back; between samples by a parabola.
CatStringPeak cat_string_least(const double *F, const double *t, int n, double speed);
CatStringPeak cat_string_most(const double *F, const double *t, int n, double speed);
CatStringPeak cat_string_greatest(const CatStringReference *r, const double *F, const double *t,
                                  int n);

#endif
