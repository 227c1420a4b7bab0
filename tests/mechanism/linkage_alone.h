// A linkage as a system of its own.
#ifndef CAT_TESTS_LINKAGE_ALONE_H
#define CAT_TESTS_LINKAGE_ALONE_H

#include "linkage_spec.h"

typedef struct Alone {
  CatDae dae;
  CatLinkage linkage;
  CatLinkagePart part;
  bool moves[CAT_LINKAGE_ROWS], bends[CAT_LINKAGE_ROWS], holds[CAT_LINKAGE_ROWS];
  double z[CAT_LINKAGE_ROWS], f[CAT_LINKAGE_UNKNOWNS];
} Alone;

static inline void alone_row(const void *self, int i, double t, double *G, double *Gt,
                             double *Gtt) {
  (void)t;
  cat_linkage_part_row(&((const Alone *)self)->part, i, &(CatRows){G, Gt, Gtt});
}

static inline void alone(Bare *b, const CatLinkageSpec *spec, Alone *a) {
  *a = (Alone){0};
  assert_int_equal(cat_linkage_new(b->ctx, spec, &a->linkage), CAT_OK);
  int n = a->linkage.nq;
  a->dae = (CatDae){.nq = n, .ng = a->linkage.ng, .f = a->f, .self = a, .row = alone_row};
  a->part = (CatLinkagePart){.linkage = &a->linkage};
  assert_int_equal(cat_band_new(b->arena, n, 0, &a->dae.M), CAT_OK);
  assert_int_equal(cat_band_new(b->arena, n, 0, &a->dae.D), CAT_OK);
  assert_int_equal(cat_band_new(b->arena, n, 0, &a->dae.K), CAT_OK);
  cat_linkage_part_fill(&a->part, &(CatLinkageFlags){a->moves, a->bends, a->holds}, a->z, &a->dae);
}

#endif
