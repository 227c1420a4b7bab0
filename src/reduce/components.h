// Decomposition of a line into components for its modes: everything between two masts, and the
// border, the coordinates at the masts that join them. Identical components and mirror images are
// of one kind and share their modes.
#ifndef CAT_REDUCE_COMPONENTS_H
#define CAT_REDUCE_COMPONENTS_H

#include "assemble/ports.h"

typedef struct CatComponent {
  int kind;
  bool mirrored;  // left and right of the track exchanged against the first of its kind
  int n;
  int *dof;  // its coordinates, in the linear system's numbering (n)
  int nborder;
  int *border;   // numbers among those of the border (nborder)
  double *flip;  // +1 or -1: its border coordinate seen from the first of its kind (nborder)
} CatComponent;

typedef struct CatComponents {
  const CatLinearSystem *t;
  int n, nkind, nborder;
  CatComponent *component;  // (n)
  int *first;               // representative component of a kind (nkind)
  int *border;              // in the linear system's numbering (nborder)
  int *home;                // component of each coordinate, or -1: the border (t->n)
  int *place;               // its number there (t->n)
  bool *across;             // it points across the track (t->n)
} CatComponents;

// Components whose entries agree to this fraction of the diagonal are of one kind.
#define CAT_ALIKE 1e-6

CatStatus cat_components_new(CatArena *a, const CatLineModel *m, const CatLinearSystem *t,
                             CatComponents *out);

// A matrix of the line within one component.
CatStatus cat_component_band(CatArena *a, const CatComponent *part, const CatBand *A, CatBand *out);

// +1, or -1 where the coordinate of a mirrored component changes its sign.
static inline double cat_component_flip(const CatComponents *c, int component, int dof) {
  return c->component[component].mirrored && c->across[dof] ? -1 : 1;
}

#endif
