// The deck as a beam: pieces of constant section, cubic Hermite elements, sine functions.
#ifndef CAT_BRIDGE_BEAM_H
#define CAT_BRIDGE_BEAM_H

#include "bridge.h"
#include "linalg/band.h"

// Mass per length and bending stiffness from `from` to `to`.
typedef struct CatPiece {
  double from, to;  // [m]
  double mu, EI;    // [kg/m] [N m2]
} CatPiece;

typedef struct CatBeam {
  const CatDeckSpec *spec;
  int npiece;
  const CatPiece *piece;
  // Hermite elements: nodes at ends, piers, changes of the section and in between
  int nnode;
  const double *x;     // (nnode) [m]
  const int *bearing;  // node of each bearing: ends and piers (npier + 2)
  const int *dof;      // number of displacement and slope of each node, -1: held (2 nnode)
  int n;               // unknowns
  CatBand K, M;        // with the springs of the piers
} CatBeam;

// What all ways of finding modes leave behind.
typedef struct CatModes {
  int n;          // modes
  double *omega;  // [rad/s] (n)
  bool *twists;   // (n)
  CatShapes shapes;
} CatModes;

CatStatus cat_beam_new(CatArena *a, const CatDeckSpec *spec, CatBeam *out);
// Stiffness and mass of an element of length h, row by row in v0, s0, v1, s1.
void cat_beam_element(const CatPiece *p, double h, double K[16], double M[16]);
const CatPiece *cat_beam_piece(const CatBeam *b, double x);
bool cat_beam_held(const CatBeam *b, int bearing);  // rigidly
CatStatus cat_beam_hermite(CatArena *a, const CatBeam *b, CatModes *out);
CatStatus cat_beam_ritz(CatArena *a, const CatBeam *b, CatModes *out);
// Adds modes of torsion, theta = sin(i pi x/L), to those of bending, and keeps the lowest of all.
CatStatus cat_beam_twist(CatArena *a, const CatBeam *b, CatModes *modes);
// The deck if one bearing is raised by 1: values and slopes at the nodes.
CatStatus cat_beam_raised(CatArena *a, const CatBeam *b, int bearing, double *value, double *slope);

int cat_deck_functions(const CatDeckSpec *s);  // N of Ritz
int cat_deck_elements(const CatDeckSpec *s);   // of Hermite, at least

#endif
