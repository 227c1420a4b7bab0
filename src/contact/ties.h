// Ties: ports of structures that stay, with a law that lets go; the droppers of a line. Side by
// side: what they are, how they move, what they carry.
//
// A taut tie is a spring with a damper, T = T_rest + k (e + beta e'), and part of its structure's
// matrix. Within a step e' follows from e, so T is linear in e with the slope
// kappa = k (1 + beta de'/de). Tensions are handled as the stretch T/kappa [m]: where a force moves
// the ends of a tie apart, its stretch grows by just as much.
#ifndef CAT_CONTACT_TIES_H
#define CAT_CONTACT_TIES_H

#include "structure/structure.h"

// Vectors have zeros behind their end, so that loops may run in whole blocks.
enum { CAT_TIES_BLOCK = 16, CAT_TIES_WIDE = 4 };

typedef struct CatTiesKernel CatTiesKernel;

typedef struct CatTies {
  const CatTiesKernel *kernel;
  int n;
  // what they are, filled by the caller (n, like all others)
  double *x;     // place along the track [m]
  double *k;     // stiffness [N/m]
  double *beta;  // damper per stiffness [s]
  double *rest;  // tension at rest [N]
  bool *bears;   // compression: it is never slack
  // what follows from it and the step
  double *kappa;       // stiffness with the damper in a step [N/m]
  double *compliance;  // 1/kappa [m/N]
  double *lag;         // beta / (1 + beta de'/de): what the damper keeps of the past [s]
  // state
  double *e, *v, *a;  // elongation since rest [m] and its rates
  double *tension;    // [N]
  double *y;          // correction force that cancels it when slack [N]
  // within a step: elongation and stretch if no port acted; stretch with all forces [m]
  double *read, *free, *stretch;
  // structures that they belong to, one after the other, ties in their order
  int nstructure;
  CatStructure *const *structure;
  // response to a unit force at tie j: at those from first[j] to last[j] - 1 [m/N]
  int *first, *last;
  double **response;  // first[j] comes first
  double reach;       // beyond it no response within a step [m]
  int *order;         // ties along the track: two sections overlap
  double widest;      // distance of two that follow each other [m]
} CatTies;

CatStatus cat_ties_new(CatArena *a, int n, CatTies *out);
// Once they are filled: the ties of these structures, in their order, and who responds to whom.
CatStatus cat_ties_connect(CatArena *a, int nstructure, CatStructure *const *structure, CatTies *d);
// Room for the response to tie j from first to last - 1, with zeros before and behind it.
CatStatus cat_ties_row(CatArena *a, CatTies *d, int j, int first, int last);

static inline double cat_ties_response(const CatTies *d, int by, int at) {
  return at < d->first[by] || at >= d->last[by] ? 0 : d->response[by][at - d->first[by]];
}

// Those within a distance of x, as a range [0] to [1] - 1 of order. The range found last is where
// the search begins: it may be any, but one that is near is found at once.
void cat_ties_near(const CatTies *d, double x, double distance, int range[2]);

void cat_ties_free(CatTies *d);                       // after the free step
void cat_ties_move(CatTies *d, const CatStep *step);  // to what their stretch says
void cat_ties_snapshot(CatTies *d, CatSnapshot *to);

#endif
