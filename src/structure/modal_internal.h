// Inside of the reduced backend: what modal_setup.c makes and modal.c steps with.
#ifndef CAT_STRUCTURE_MODAL_INTERNAL_H
#define CAT_STRUCTURE_MODAL_INTERNAL_H

#include "modal.h"
#include "modal_kernel.h"

// A port in the basis, and its answer.
typedef struct CatModalPort {
  CatBasisPort b;
  double *w;  // contacts only: D^-1 row (m)
  double *z;  // c - mm M_bq D^-1 row (nborder of its part)
  double *x;  // S^-1 z (nborder of the line), zero outside from <= i < to
  int from, to;
  double residual;  // compliance of what the basis leaves out [m/N]
  double moved;     // by it in this step [m]
} CatModalPort;

// What the parts of a kind share; matrices by rows.
typedef struct CatModalKind {
  double *d;   // 1/D (m)
  double *dm;  // D^-1 M_qb, transposed (nborder x m)
} CatModalKind;

// Droppers of a part are neighbours in `order`.
typedef struct CatModalDroppers {
  int first, n;
  double *row;     // (n x m), shared by parts that are alike
  double *border;  // (n x nborder)
} CatModalDroppers;

typedef struct CatModal {
  CatStructure base;
  const CatBasis *s;
  const CatDamping *damping;
  const CatPort *tie;  // (ntie)
  const CatModalKernel *kernel;
  CatModalLoad load;
  double swell;                     // of the residual, since the contact moves
  int nq;                           // vectors of the parts; the border's follow
  double *u, *v, *a;                // (n)
  double *next, *m, *k, *push, *w;  // (n)
  CatBand C;                        // M_b - mm M_bq D^-1 M_qb
  double *inverse;                  // S^-1, by rows (nborder x nborder)
  int (*range)[2];                  // of a row that matters
  double *force, *lift;             // of ports on the border, and what they do there (nborder)
  double *view;                     // the border as a part sees it, and back
  double *elongation;               // in the order of parts (ntie)
  bool acted;                       // ports acted on the border since the free step
  CatModalKind *kind;
  CatModalDroppers *droppers;  // (npart)
  int *order;                  // (ntie)
  CatModalPort *port;          // (nmoving + ntie)
} CatModal;

extern const CatStructureOps cat_modal_ops;
// z and S^-1 z of a port whose row is known.
void cat_modal_answer(CatModal *s, CatModalPort *p);

#endif
