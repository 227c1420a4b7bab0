// The pantograph as a linkage: (10) and (11) beside the wires.
#include "model.h"

// Heights of its bodies: the head's, then the others as they are listed.
static void find_heights(CatPdaeModel *m) {
  int n = 0;
  m->height[n++] = m->panto + cat_linkage_height(m->linkage);
  for (int i = 0; i < m->linkage->nbody; i++) {
    if (i != m->linkage->head) m->height[n++] = m->panto + 3 * i + 1;
  }
  m->nbody = n;
}

CatStatus cat_pdae_linkage_new(CatContext *ctx, CatPdaeModel *m) {
  m->linkage = CAT_ARENA(m->arena, 1, CatLinkage);
  if (!m->linkage) return CAT_ERR_MEMORY;
  CAT_TRY(cat_linkage_new(ctx, &m->spec->linkage, m->linkage));
  m->np = m->linkage->nq;
  find_heights(m);
  return CAT_OK;
}

void cat_pdae_linkage_assemble(CatPdaeModel *m) {
  m->part = (CatLinkagePart){
      .linkage = m->linkage, .unknown = m->panto, .constraint = m->spec->ndropper + 1};
  CatLinkageFlags flags = {m->moves, m->bends, m->holds};
  cat_linkage_part_fill(&m->part, &flags, m->z, &m->dae);
}
