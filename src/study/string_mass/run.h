// A run in one piece.
#ifndef CAT_STUDY_STRING_MASS_RUN_H
#define CAT_STUDY_STRING_MASS_RUN_H

#include "reference.h"
#include "space.h"
#include "string_mass.h"

// Statics at mid-span (2.1.1), (2.1.2).
typedef struct CatStringStatics {
  double v, d;   // deflection of the string, shortening of the spring [m]
  double exact;  // of the string: -m g L/(4 P0) [m]
} CatStringStatics;

// Energies of a march [J]: propulsion is the work of what moves the mass along the sloping string.
typedef struct CatStringAccount {
  double propulsion, gravity;  // work
  double stored;               // in string, mass and spring, since the start
  double numerical;            // lost by the trapezoidal rule in the cubic spring
  double residual, throughput;
} CatStringAccount;

typedef struct CatStringMarch {
  int n, asked;   // steps, fewer than asked for of a run that was stopped
  double *t, *F;  // [s] [N] (n + 1)
  CatStringAccount account;
} CatStringMarch;

// Interrupted: the steps until then, with their account.
CatStatus cat_string_march(CatContext *ctx, CatArena *arena, const CatStringModel *m,
                           CatStringMarch *out);
CatStatus cat_string_statics(CatContext *ctx, CatArena *arena, const CatStringModel *m,
                             CatStringStatics *out);
// Root mean square of the force's error in a window [N]; -1: of fewer samples there is none.
enum { CAT_STRING_SAMPLES = 10 };
double cat_string_error(const CatStringMarch *x, const CatStringReference *r,
                        const double window[2]);
// How far along the string the force is one that pulls it down at the mass' place [m].
double cat_string_pull(const double *F, const double *t, int n, double speed);

#endif
