// What the account of energy reads of a structure at its ports. Contacts read the same few
// coordinates again and again, and the value at the beginning of a step is the one at the end of
// the step before: it is found once.
#ifndef CAT_STRUCTURE_PORT_MEMORY_H
#define CAT_STRUCTURE_PORT_MEMORY_H

#include "base/arena.h"
#include "base/snapshot.h"
#include "structure.h"

// Displacements of some coordinates at the end of the last step, or at its beginning.
typedef void CatReadValues(const void *of, bool before, int n, const int *dof, double *out);

typedef struct CatPortMemory {
  CatReadValues *values;
  const void *of;
  int n;
  long *when;            // of each coordinate: the step in which it was read last; -1: never (n)
  double *end, *before;  // its values then (n)
} CatPortMemory;

CatStatus cat_port_memory_new(CatArena *a, int n, CatReadValues *values, const void *of,
                              CatPortMemory *out);
void cat_port_memory_start(CatPortMemory *r);
// What a port reads; `step` numbers the last step.
double cat_port_memory_read(CatPortMemory *r, long step, const CatPortVector *p, bool before);
void cat_port_memory_snapshot(CatPortMemory *r, CatSnapshot *to);

#endif
