// The line linearised about its rest: M u'' + K u = f for small motions u. All droppers are taut
// and act as bars; unknowns are numbered by place along the track, so that K and M are banded.
//
// Tur, Baeza, Fuenmayor, Garcia: PACDIN Statement of Methods, section 2.5, eq. (13), and 2.1.
#ifndef CAT_REST_TANGENT_H
#define CAT_REST_TANGENT_H

#include "linalg/band.h"
#include "line/model.h"

typedef struct CatTangent {
  int n;          // free coordinates
  int (*dof)[6];  // number of each coordinate of each node; -1: does not move (nnode)
  CatBand K;      // stiffness [N/m | N | N m]
  CatBand M;      // consistent mass, ice included [kg | kg m | kg m2]
} CatTangent;

// For a model at rest. If support.along_track is "held", the messenger cannot slide from here on.
CatStatus cat_tangent_new(CatArena *a, const CatModel *m, CatTangent *out);

// What single materials add to the damping alpha M + beta K of the whole: the sum over their
// elements of (alpha_i - alpha) M + (beta_i - beta) K, by role of the wire, droppers, arms.
typedef struct CatMaterialDamping {
  double wire[4][2];          // more alpha [1/s] and beta [s], by CatRole
  double dropper[2], arm[2];  // likewise
} CatMaterialDamping;
CatStatus cat_tangent_damping(CatArena *a, const CatModel *m, const CatTangent *t,
                              const CatMaterialDamping *d, CatBand *out);

// A place and direction where a force acts, and where its displacement is read: the same few
// coordinates for both, b'u.
typedef struct CatPort {
  int n;
  int dof[6];
  double b[6];  // [-]
} CatPort;

// Elongation of a dropper [m]; its axial stiffness there, dN/d(length) [N/m].
CatPort cat_tangent_dropper(const CatModel *m, const CatTangent *t, int i, double *stiffness);
// Displacement of a wire within cable i at share xi of it, along, across or up.
CatPort cat_tangent_wire(const CatModel *m, const CatTangent *t, int i, double xi, int component);

CatPort cat_tangent_wire_slope(const CatModel *m, const CatTangent *t, int i, double xi,
                               int component);  // its derivative along the undeformed wire

double cat_port_read(const CatPort *p, const double *u);         // b'u
void cat_port_apply(const CatPort *p, double force, double *f);  // f += force b

#endif
