// A linkage as the curved part of a system of ode/dae.h: alone, or beside wires.
#ifndef CAT_MECHANISM_LINKAGE_PART_H
#define CAT_MECHANISM_LINKAGE_PART_H

#include "linkage.h"
#include "ode/dae.h"

typedef struct CatLinkagePart {
  const CatLinkage *linkage;
  int unknown, constraint;  // the first of its own in the system
  CatDaeCurved curved;
} CatLinkagePart;

// The flags of a system's constraints, to be filled for those of the linkage.
typedef struct CatLinkageFlags {
  bool *moves, *bends, *holds;  // (ng)
} CatLinkageFlags;

// Fills part->curved, and of the system masses, flags, z and what points to them; part, flags and z
// must outlive it.
void cat_linkage_part_fill(CatLinkagePart *part, const CatLinkageFlags *flags, double *z,
                           CatDae *dae);
// Row i of a joint that does not bend, for the system's own rows.
void cat_linkage_part_row(const CatLinkagePart *part, int i, const CatRows *out);

#endif
