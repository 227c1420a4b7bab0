// The reference backend: the whole line as one banded matrix, one mass product and one solve a
// step.
//
// With A = mm M + kk K + damp D (D: single dampers and extra damping of materials) the product with
// K in the right-hand side of scheme.h needs no K: A^-1 K x = (x - A^-1 (mm M + damp D) x) / kk.
// Explicit steps, theta = 0, have kk = 0 and are multiplied by K.
#ifndef CAT_STRUCTURE_BANDED_H
#define CAT_STRUCTURE_BANDED_H

#include "line_parts.h"

// The significant part of A^-1 b.
typedef struct CatResponse {
  int from, to;  // entries from <= i < to are not zero
  int shift;     // entry i is x[i - shift]
  double *x;
} CatResponse;

// A port that moves may reach over several elements (spread_guide.h).
enum { CAT_WIDE_PORT = 128 };
typedef struct CatWidePort {
  int dof[CAT_WIDE_PORT];
  double b[CAT_WIDE_PORT];
} CatWidePort;

// A port of memory of its own; of nothing where the guide has left the wire.
static inline CatPortVector cat_wide_port(CatWidePort *own, const CatPortVector *b) {
  for (int i = 0; i < b->n; i++) own->dof[i] = b->dof[i], own->b[i] = b->b[i];
  return (CatPortVector){b->n, own->dof, own->b};
}

typedef struct CatBanded {
  CatStructure base;
  const CatLinearSystem *t;
  const CatDamping *damping;
  double mm, kk;
  CatBand A;               // factor
  CatLowRankUpdate along;  // of A by the modes along the track
  double *u, *v, *a;       // displacement [m] and its rates (n)
  double *next;            // displacement at the end of the step (n, and a zero behind it)
  double *m, *k;           // what M and K are multiplied with (n)
  double *push;            // forces at the step's beginning, times 1 - theta (n)
  CatPortVector *port;     // (nmoving + ntie); ties are the caller's
  CatWidePort *moving;     // memory of those that move (nmoving)
  CatResponse *response;   // likewise
} CatBanded;

CatStatus cat_banded_new(CatArena *a, const CatLineParts *parts, CatBanded **out);
// The same in memory of the caller's, as a part of another backend.
CatStatus cat_banded_init(CatArena *a, const CatLineParts *parts, CatBanded *s);
// The highest frequency [rad/s] of K and M, of a line whose step is explicit: the limit of the step
// is 2 over it. Before its start: vectors of the step are used.
double cat_banded_highest(CatBanded *s);
double cat_banded_highest_of(CatBanded *s, const CatBand *K);  // of another matrix and M
// A += mm M + stiff K + damp D, without the modes along the track
void cat_banded_add_matrices(const CatBanded *s, double stiff, CatBand *A);

#endif
