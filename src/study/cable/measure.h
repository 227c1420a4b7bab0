// What is read off a cable: the crest of a pulse, and the terms of its equation of motion.
#ifndef CAT_STUDY_CABLE_MEASURE_H
#define CAT_STUDY_CABLE_MEASURE_H

#include "model.h"

typedef struct CatCableCrest {
  double t, x, v;  // [s] [m] [m]: the largest displacement, between the nodes
  double linear;   // where it would be on a string (4.1) [m]
  double shift;    // ahead of that, the way it runs [m]
  double away;     // largest displacement farther than six pulse lengths from it [m]
  double end;      // how far it is, or would be on a string, from an end, at least [m]
  // of a comparison with the string on the same grid (twin.h): where its crest is, and how far
  // that is ahead of the exact one [m]
  double on_grid, numerical;
} CatCableCrest;
// Nearer to an end than that by its length a pulse overlaps with its own reflection: sech^4(3).
#define CAT_CABLE_CLEAR 1.5
CatCableCrest cat_cable_crest(const CatCableModel *m, const double *q, double t);
bool cat_cable_crest_clear(const CatCableModel *m, const CatCableCrest *c);  // of the ends

// Terms of the equation for v in (4.7) at the nodes [N/m], and energies per length [J/m].
typedef struct CatCableTerms {
  double x, v, u;
  double lt, bt, nlt1, nlt2, nlt3, sum;  // sum of the last three
  double bias;                           // K v_xx of (4.34)
  double Ep, Eb, Enl;
} CatCableTerms;
// At all nodes; room for m->nodes. u of reduced forms is that of (4.31) and (4.33).
CatStatus cat_cable_terms(const CatCableModel *m, const double *q, CatCableTerms *out);
// Largest absolute values, ends left out.
CatCableTerms cat_cable_terms_most(const CatCableTerms *terms, int nodes);

// u at the nodes (nodes); zero for models without
void cat_cable_along(const CatCableModel *m, const double *q, double *u);

#endif
