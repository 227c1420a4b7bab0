// Coefficients of the knots of a cell: their factor, their mass and their damping beyond
// Rayleigh's.
//
// Blocks are CAT_B x CAT_B, row by row. With D_i the pivot block of knot i when its turn comes and
// A_ji what then joins j to it, the factor holds for each knot D_i^-1, then -A_ji D_i^-1 for each
// of its rows j. Mass: the knots' own blocks and those of links, (pp, ps, ss) and (pp)
// (p: place, s: slope) if the plan is plain, in blocks otherwise; what damps has blocks always.
// What bays add to the mass of their ends is not in it.
#ifndef CAT_STRUCTURE_LANES_FACTOR_H
#define CAT_STRUCTURE_LANES_FACTOR_H

#include "bay.h"

typedef struct CatMatrices {
  const CatLinearSystem *t;
  const CatBand *extra;  // extra damping, or NULL
  const double *damper;  // at each coordinate (n) [N s/m]
  double alpha, beta;    // Rayleigh's damping
  double mm, kk, damp;   // A = mm M + kk K + damp (extra + dampers)
} CatMatrices;

// The bays of a cell: their kinds, their frames at both ends, what they add there.
typedef struct CatCellBays {
  const CatBayKind **kind;   // (nbay)
  double (*R)[2][9];         // (nbay)
  double (*A)[144];          // what goes with the ends of each (nbay)
  double (*M)[144];          // likewise
  double (*end)[2][CAT_BB];  // of their end nodes (cat_bay_end_nodes)
} CatCellBays;

typedef double CatMatricesEntry(const CatMatrices *s, int i, int j);
CatMatricesEntry cat_matrices_M, cat_matrices_K;
double cat_matrices_A(const CatMatrices *s, int i, int j);
double cat_matrices_D(const CatMatrices *s, int i, int j);

// Whether mass joins equal components only at the knots of this cell.
bool cat_mass_is_plain(const CatCells *c, const CatPlan *p, const CatCell *cell,
                       const CatMatrices *s);
void cat_mass_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, const CatMatrices *s,
                   double *mass);
// K of knots and links, in blocks.
void cat_near_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, const CatMatrices *s,
                   double *near);
// Returns whether anything damps.
bool cat_extra_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, const CatMatrices *s,
                    double *extra);
// Adds to schur (6 nghost x 6 nghost, row by row) what the ghosts get from the elimination.
typedef struct CatFactor {
  double *factor, *schur;
} CatFactor;
CatStatus cat_factor_fill(CatArena *scratch, const CatCells *c, const CatCell *cell,
                          const CatMatrices *s, const CatCellBays *bays, CatFactor out);

// Leaves out what is zero in the factors of all cells of a plan: rows that are not tall get blocks
// of three rows.
void cat_factor_pack(CatPlan *p, int ncell, double *const *factor);

#endif
