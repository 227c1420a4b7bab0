// Inside of shape finding: numbering and assembly.
#ifndef CAT_REST_PARTS_H
#define CAT_REST_PARTS_H

#include "element/bar.h"
#include "element/cable.h"
#include "linalg/lu.h"
#include "rest.h"

// Where unknowns and equations stand in the system: both are numbered by their place along the
// track, so that the matrix is banded. Every element has its undeformed length as an unknown of its
// own, and equations that make them equal within a bay: a shared one would couple the whole bay.
typedef struct CatNumbers {
  int n;
  int (*column)[6], (*row)[6];     // of node coordinates; -1: fixed (nnode)
  int *cable, *dropper, *support;  // columns of lengths and reference heights; -1: given
  int (*arm)[2];                   // columns of the hinge; -1: not free
  int *equal;    // row: same length as the element before; -1: opens a bay (ncable)
  int *target;   // rows (ntarget)
  int *tension;  // rows (nwire); -1: not asked for
  int kl, ku;
} CatNumbers;

CatStatus cat_numbers_new(CatArena *a, const CatModel *m, CatNumbers *at);

typedef struct CatSystem {
  CatModel *m;
  CatNumbers at;
  CatLu J;
  double *r;           // residual, then the step (n)
  double (*force)[6];  // on nodes, fixed ones too (nnode)
} CatSystem;

CatStatus cat_system_new(CatArena *a, CatModel *m, CatSystem *s);
void cat_system_residual(CatSystem *s);                                // fills r
void cat_system_jacobian(CatSystem *s);                                // fills J
void cat_system_step(CatSystem *s, const double *step, double share);  // model -= share step

enum { CAT_EQUATION_SCALE = 10000000 };  // of equations in metres, to the size of stiffnesses [N/m]

CatCable cat_cable_kernel(const CatModel *m, int i);
CatBar cat_dropper_kernel(const CatModel *m, int i);
CatBar cat_arm_kernel(const CatModel *m, int i);

// Turns a matrix of a cable from the frame of its first node to each node's own: K' = T' K T.
void cat_turn_matrix(double turn, double K[144]);

#endif
