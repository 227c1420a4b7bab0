// The droppers of a line, side by side: what they are, how they move, what they carry.
//
// A taut dropper is a spring with a damper, T = T_rest + k (e + beta e'), and part of the
// structure's matrix. Within a step e' follows from e, so T is linear in e with the slope
// kappa = k (1 + beta de'/de). Tensions are handled as the law T/kappa [m]: where a force moves the
// ends of a dropper apart, its law grows by just as much.
#ifndef CAT_MARCH_DROPPERS_H
#define CAT_MARCH_DROPPERS_H

#include "structure.h"

// Vectors have zeros behind their end, so that loops may run in whole blocks.
enum { CAT_DROPPERS_BLOCK = 16, CAT_DROPPERS_WIDE = 4 };

typedef struct CatDroppersKernel CatDroppersKernel;

typedef struct CatDroppers {
  const CatDroppersKernel *kernel;
  int n;
  bool push;          // they bear compression and are never slack
  double beta;        // damper per stiffness [s]
  double *x;          // place along the track [m] (n, like all others)
  double *k, *kappa;  // stiffness, and with its damper in a step [N/m]
  double *give;       // 1/kappa [m/N]
  double *rest;       // tension at rest [N]
  double *e, *v, *a;  // elongation since rest [m] and its rates
  double *tension;    // [N]
  double *y;          // force that undoes it when slack [N]
  // within a step: elongation and law if no port acted; law with all forces [m]
  double *read, *free, *law;
  // response to a unit force at dropper j: at those from first[j] to last[j] - 1 [m/N]
  int *first, *last;
  double **felt;  // first[j] comes first
  double reach;   // beyond it nothing is felt within a step [m]
  int *order;     // droppers along the track: two sections overlap
  double widest;  // distance of two that follow each other [m]
} CatDroppers;

CatStatus cat_droppers_new(CatArena *a, int n, CatDroppers *out);
// Room for what is felt of dropper j from first to last - 1, with zeros before and behind it.
CatStatus cat_droppers_row(CatArena *a, CatDroppers *d, int j, int first, int last);
// Who feels whom in this structure; again if it is exchanged for another.
CatStatus cat_droppers_listen(CatArena *a, const CatStructure *s, CatDroppers *d);

static inline double cat_droppers_felt(const CatDroppers *d, int by, int at) {
  return at < d->first[by] || at >= d->last[by] ? 0 : d->felt[by][at - d->first[by]];
}

// Those within a distance of x, as a range [0] to [1] - 1 of order. The range found last is where
// the search begins: it may be any, but one that is near is found at once.
void cat_droppers_near(const CatDroppers *d, double x, double distance, int range[2]);

void cat_droppers_free(CatDroppers *d, const CatStructure *s);  // after the free step
void cat_droppers_move(CatDroppers *d, const CatStep *step);    // to what the law says

#endif
