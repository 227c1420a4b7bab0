// A run in one piece, shared by the files that compute and record it.
#ifndef CAT_STUDY_PANTOGRAPH_RUN_H
#define CAT_STUDY_PANTOGRAPH_RUN_H

#include "mechanism/linkage.h"
#include "pantograph.h"
#include "post/chain_fit.h"
#include "spec/pantograph_case.h"

// A response over frequency: of the linkage, or measured.
typedef struct CatSampled {
  int n;
  double *frequency;          // [Hz] (n)
  double *amplitude, *phase;  // of the head [m/N] [rad] (n)
  double *bodies;             // phases of all bodies (n x nbody) [rad]; NULL: not known
} CatSampled;

typedef struct CatPantographRun {
  CatContext *ctx;
  const CatSpec *input;
  const CatPantographCaseSpec *spec;
  CatRecord *rec;
  cJSON *fields;  // "pantograph" of summary.json
  CatLinkage linkage;
  CatLinkageClosing closing;  // of its drawing
  double drawn;               // height of its head there, over the drawing's zero [m]
  CatLinkageStand stand;      // at the height of the response
  CatLinkageLinear linear;
  double resonance;  // first natural frequency above zero [Hz]; NaN: not known
  CatSampled response;
  int nfit;
  CatFittedChain fit[CAT_FIT_MASSES];
} CatPantographRun;

// statics.c: to rest at a height of the drawing, from where it stands; the key says who asks.
CatStatus cat_pantograph_move(CatPantographRun *r, CatLinkageStand *stand, double height,
                              const double *key);
CatStatus cat_pantograph_statics(CatPantographRun *r);
CatStatus cat_pantograph_drawing(CatPantographRun *r);  // drawing.c
// lumped.c: small motion as a chain of masses
CatStatus cat_pantograph_lumped(CatPantographRun *r);
// response.c
CatStatus cat_pantograph_response(CatPantographRun *r);
CatStatus cat_pantograph_fit(CatPantographRun *r);  // fit.c: chains fitted to the response
// curves.c: table and figures of the response and of the chains fitted so far
CatStatus cat_pantograph_curves(CatPantographRun *r, const char *name);

CatStatus cat_pantograph_result(CatPantographRun *r, const char *group, const char *label,
                                double value, const char *unit);
double cat_pantograph_height(const CatPantographRun *r);  // of the head over the drawing's zero [m]
double cat_pantograph_degrees(double phase);              // -360 to 0

#endif
