// Inside of the reduced backend: what modal_setup.c makes and modal.c steps with.
#ifndef CAT_STRUCTURE_MODAL_INTERNAL_H
#define CAT_STRUCTURE_MODAL_INTERNAL_H

#include "modal.h"
#include "modal_kernel.h"

// A port in the basis, and the response to a unit force on it.
typedef struct CatModalPort {
  CatBasisPort b;
  double *w;  // contacts only: D^-1 row (m)
  double *z;  // c - mm M_bq D^-1 row (nborder of its part)
  double *x;  // S^-1 z (nborder of the line), zero outside from <= i < to
  int from, to;
  double residual;  // compliance of the modes left out of the basis [m/N]
  double moved;     // by it in this step [m]
} CatModalPort;

// Data that the parts of a kind share; matrices by rows.
typedef struct CatModalKind {
  double *d;   // 1/D (m)
  double *dm;  // D^-1 M_qb, transposed (nborder x m)
} CatModalKind;

// Ties of a part are adjacent in `order`.
typedef struct CatModalTies {
  int first, n;
  double *row;     // (n x m), shared by parts that are alike
  double *border;  // (n x nborder)
} CatModalTies;

typedef struct CatModal {
  CatStructure base;
  const CatBasis *s;
  const CatDamping *damping;
  const CatPort *tie;  // (ntie)
  const CatModalKernel *kernel;
  CatModalLoad load;
  double softening;   // factor of the residual compliance due to the speed of the contact
  int nq;             // vectors of the parts; the border's follow
  double *u, *v, *a;  // (n)
  double *next, *m, *k, *push, *w;  // (n)
  CatBand C;                        // M_b - mm M_bq D^-1 M_qb
  double *inverse;                  // S^-1, by rows (nborder x nborder)
  int (*range)[2];                  // significant part of a row
  double *force, *lift;  // of ports on the border, and the displacement they cause there (nborder)
  double *view;          // the border as a part sees it, and back
  double *elongation;    // in the order of parts (ntie)
  bool acted;            // ports acted on the border since the free step
  CatModalKind *kind;
  CatModalTies *ties;  // (npart)
  int *order;          // (ntie)
  CatModalPort *port;  // (nmoving + ntie)
} CatModal;

extern const CatStructureOps cat_modal_ops;
CatStatus cat_modal_energy(CatStructure *structure, CatArena *a,
                           CatEnergy **out);  // modal_energy.c
// A coordinate of the line out of a vector in the basis.
double cat_modal_coordinate(const CatModal *s, const double *x, int dof);
// z and S^-1 z of a port whose row is known.
void cat_modal_response(CatModal *s, CatModalPort *p);

#endif
