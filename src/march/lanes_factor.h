// Coefficients of a cell: its factor, its mass and what damps it beyond Rayleigh's rule.
//
// Blocks of knots are CAT_B x CAT_B, row by row. Those of bays are CAT_FLAT numbers, in the bay's
// own frame: what joins (along, up, their slopes), row by row, then (across, its slope). With D_i
// the pivot block of node i when its turn comes and A_ji what then joins j to it, the factor holds
// D_i^-1 and -A_ji D_i^-1:
//   bays:   from the last node to the first D^-1, -A_li D^-1 (l: left end of the bay), -A_ni D^-1
//           (n: the next one), in the order in which the solution needs them
//   knots:  for each D^-1, then -A_ji D^-1 for each of its rows j
// The mass of a bay is the same for all three components and at each of its nodes, which lie at
// equal distances: pp and ss of a node's own (p: place, s: slope), pp, ps and ss of what joins it
// to the next; sp = -ps there. Then come the knots' own blocks and those of links: (pp, ps, ss) and
// (pp, ps, sp, ss) if the plan is plain, in blocks otherwise. What damps has the order of bays,
// their first join before the first node, and knots and links, in blocks.
// Turns are cosine and sine at the left and at the right end of each bay.
#ifndef CAT_MARCH_LANES_FACTOR_H
#define CAT_MARCH_LANES_FACTOR_H

#include "lanes_cells.h"

typedef struct CatMatrices {
  const CatTangent *t;
  const CatBand *more;   // of the damping, or NULL
  const double *damper;  // at each coordinate (n) [N s/m]
  double mm, kk, damp;   // A = mm M + kk K + damp (more + dampers)
} CatMatrices;

double cat_matrices_A(const CatMatrices *s, int i, int j);
double cat_matrices_D(const CatMatrices *s, int i, int j);

// Whether mass joins equal components only at the knots of this cell.
bool cat_mass_is_plain(const CatCells *c, const CatPlan *p, const CatCell *cell,
                       const CatMatrices *s);
void cat_turn_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, double *turn);
void cat_mass_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, const CatMatrices *s,
                   double *mass);
void cat_mass_of_pads(const CatCells *c, const CatCell *cell, int bay, const double *mass,
                      double out[2]);
// Returns whether anything damps.
bool cat_more_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, const CatMatrices *s,
                   double *more);
// Adds to schur (6 nghost x 6 nghost, row by row) what the ghosts get from the elimination.
CatStatus cat_factor_fill(CatArena *scratch, const CatCells *c, const CatCell *cell,
                          const CatMatrices *s, double *factor, double *schur);

#endif
