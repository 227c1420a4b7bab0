// A bay in coordinates of its own: the motion of its ends, and modes between them
// (docs/theory/lanes.md, "A bay by itself").
//
// Between its ends a bay moves by u = F q + G e: modes q and the motion that follows the ends e,
// such that nothing joins the two in the step's matrix A. Modes are scaled to q'A q = 1. Then one
// step of a mode is q = sum_i step_i q_i + join'e_m, and the force on the ends is sum_i m_i P_i
// with P = sum_q join q.
//
// Ends e are sums and differences of what both ends of the bay do in its frame (END in
// bay.c); motion that looks the same from the other end is even. Modes belong to families,
// two in the plane of the bay and two across it, and couple only to the ends of their own family.
#ifndef CAT_STRUCTURE_LANES_BAY_H
#define CAT_STRUCTURE_LANES_BAY_H

#include "cells.h"
#include "form.h"

enum { CAT_BAY_ENDS = 12 };

// What of its motion is either even or odd. If it is not, the first family of two has all of it.
typedef enum CatBayForm { CAT_BAY_PLAIN, CAT_BAY_ASIDE, CAT_BAY_EVEN, CAT_BAY_FORMS } CatBayForm;
// none, that across the bay, or all of it

static inline bool cat_family_in_plane(int family) {
  return family < 2;
}
static inline bool cat_family_parted(int family, int form) {
  return form >= (cat_family_in_plane(family) ? CAT_BAY_EVEN : CAT_BAY_ASIDE);
}
// Of a family: its first end, and how many it has.
static inline int cat_family_end(int family, int form) {
  int first = cat_family_in_plane(family) ? 0 : 8, all = cat_family_in_plane(family) ? 8 : 4;
  return first + (cat_family_parted(family, form) ? all / 2 : all) * (family % 2);
}
static inline int cat_family_ends(int family, int form) {
  int all = cat_family_in_plane(family) ? 8 : 4;
  return cat_family_parted(family, form) ? all / 2 : family % 2 ? 0 : all;
}
// Entries of the matrices between the ends of each family, all together.
static inline int cat_form_entries(int form) {
  int n = 0;
  for (int f = 0; f < CAT_BAY_FAMILIES; f++)
    n += cat_family_ends(f, form) * cat_family_ends(f, form);
  return n;
}
// The family in which modes of one stand in a bay of another form, which parts less.
static inline int cat_family_among(int family, int form) {
  return cat_family_parted(family, form) ? family : family - family % 2;
}

// What a bay is made of, for a given step: matrices in its frame.
typedef struct CatBayMatter {
  int count;            // nodes between its ends
  int form;             // CatBayForm
  const bool *held;     // coordinates of these nodes that are (6)
  double mm, kk;        // A = mm M + kk K of this wire, its own damping included
  double rho, tau;      // its damping beyond that of the line: rho M + tau A
  bool quasi;           // modes along the wire are left out
  const double *K, *M;  // of each element in the frame of the bay ((count + 1) x 144)
} CatBayMatter;

typedef struct CatBayKind {
  CatBayMatter made_of;                   // its own copy
  int nmode[CAT_BAY_FAMILIES];            // one family after the other
  int n;                                  // all modes
  double *step;                           // (n x 3)
  double *a;                              // their stiffness in A over their mass (n)
  double *join;                           // (n x CAT_BAY_ENDS)
  double M[CAT_BAY_ENDS * CAT_BAY_ENDS];  // mass that goes with the ends, besides their nodes' own
  double S[CAT_BAY_ENDS * CAT_BAY_ENDS];  // A that goes with the ends, likewise
  bool loose;                             // nothing is passed on from end to end within a step
  double m[3];                            // weights of the last displacements, for P and for e_m
  double *shape;                          // F and G: coordinates (6 count) by (n + CAT_BAY_ENDS)
  double *back;                           // q = back (u - G e): (n x 6 count)
} CatBayKind;

CatStatus cat_bay_kind(CatArena *a, const CatBayMatter *of, const CatLaneStep *step,
                       CatBayKind *out);
// Whether two bays are alike: whether their A agree within a relative tolerance.
bool cat_bay_alike(const CatBayMatter *a, const CatBayMatter *b, double tolerance);
bool cat_bay_as_stiff(const CatBayMatter *a, const CatBayMatter *b,
                      double tolerance);  // and their K

// What a bay that uses the matrices of its kind adds to A and M of its ends: the kind's end nodes
// in place of its own, so that rigid-body motion remains free of forces.
void cat_bay_instead(const CatBayKind *kind, const CatBayMatter *own, double *A, double *M);

// Correction of the ends' mass where coefficients of modes are rounded to single precision: it
// keeps the static stiffness of the bay.
void cat_bay_rounded(const CatBayKind *k, double *M);

// The ends' values from those at the left and at the right (6 each, in their nodes' frames), and
// back: what the nodes get of what the ends get. R: frames, left and right.
void cat_bay_ends_in(const double R[2][9], const double *left, const double *right, double *e);
void cat_bay_ends_out(const double R[2][9], const double *e, double *left, double *right);

#endif
