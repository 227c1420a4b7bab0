#include "linkage_part.h"

static CatLinkageMotion motion(const CatLinkagePart *p, const CatDaeState *x) {
  return (CatLinkageMotion){x->q + p->unknown, x->v + p->unknown, x->a + p->unknown};
}

static void row_at(const CatLinkagePart *p, int i, const CatLinkageMotion *at, const CatRows *out) {
  double *const rows[3] = {out->G + p->unknown, out->Gt + p->unknown, out->Gtt + p->unknown};
  cat_linkage_row(p->linkage, i - p->constraint, at, rows);
}

static void row(const void *self, int i, const CatDaeState *x, const CatRows *out) {
  CatLinkageMotion at = motion(self, x);
  row_at(self, i, &at, out);
}

static void gap(const void *self, int i, const CatDaeState *x, double g[3]) {
  const CatLinkagePart *p = self;
  CatLinkageMotion at = motion(p, x);
  cat_linkage_gap(p->linkage, i - p->constraint, &at, g);
}

static void forces(const void *self, const CatDaeState *x, const CatDaeForces *out) {
  const CatLinkagePart *p = self;
  CatLinkageMotion at = motion(p, x);
  cat_linkage_forces(p->linkage, &at, out->elastic + p->unknown, out->damping + p->unknown);
}

static double potential(const void *self, const double *q) {
  const CatLinkagePart *p = self;
  return cat_linkage_potential(p->linkage, q + p->unknown);
}

static const double still[CAT_LINKAGE_UNKNOWNS];

void cat_linkage_part_row(const CatLinkagePart *part, int i, const CatRows *out) {
  row_at(part, i, &(CatLinkageMotion){.q = still}, out);
}

void cat_linkage_part_fill(CatLinkagePart *part, const CatLinkageFlags *flags, double *z,
                           CatDae *dae) {
  const CatLinkage *l = part->linkage;
  int first = part->unknown;
  for (int j = 0; j < l->nq; j++) cat_band_add(&dae->M, first + j, first + j, l->M[j]);
  for (int k = 0; k < l->ng; k++) {
    double g[3];
    int i = part->constraint + k;
    cat_linkage_gap(l, k, &(CatLinkageMotion){.q = still}, g);
    flags->holds[i] = true;
    flags->bends[i] = flags->moves[i] = cat_linkage_bends(l, k);
    z[i] = g[0];
  }
  part->curved = (CatDaeCurved){.first = first,
                                .bends = flags->bends,
                                .self = part,
                                .row = row,
                                .gap = gap,
                                .forces = forces,
                                .potential = potential};
  dae->moves = flags->moves;
  dae->holds = flags->holds;
  dae->z = z;
  dae->curved = &part->curved;
}
