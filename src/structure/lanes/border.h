// The separators, all together: a small banded system. Its inverse is kept where that is less work
// than the factor: within a step, separators of different masts hardly influence each other.
#ifndef CAT_STRUCTURE_LANES_BORDER_H
#define CAT_STRUCTURE_LANES_BORDER_H

#include "form.h"
#include "group.h"

// Rows of a symmetric matrix from their first entry to their last.
typedef struct CatLaneRows {
  int n;
  int *from, *start;  // first column; where the row begins (n + 1)
  double *entry;
} CatLaneRows;

// A matrix by its diagonals, so that vectors need not be taken apart: of four rows p to p + 3 at a
// time the terms q, entries (p + i, q + i). What it is multiplied with has room around it for them.
typedef struct CatLaneTerms {
  int n;          // fours of rows, those with many terms first: loops of equal length in a row
  int *row;       // p of each (n)
  int *start;     // first term of each, an even number of them (n + 1)
  int *at;        // q
  double *entry;  // four of each term
} CatLaneTerms;

// Coordinates are ordered such that those of the lanes of a group are contiguous where possible:
// place by number.
typedef struct CatBorder {
  int n;
  const int *of;  // number of a coordinate among these, or -1 (ndof)
  int ndof;       // of the linear system
  CatBand S;      // Schur complement of all cells, factor
  CatBand M, D;   // mass and dampers between separators
  bool damped;    // D is not empty
  CatLaneRows inverse;
  bool narrow;                           // it is kept
  int *place;                            // (n + 1)
  CatLaneTerms mass, dampers, solution;  // M, D and the inverse, by place
  double *x;      // solution; it and the following by place, with room around them
  double *m, *d;  // what M and D are multiplied with
  double *r;      // right side
  double *line;   // room (n)
} CatBorder;

// A matrix of the line: its entries, and how far they are from the diagonal.
typedef struct CatEntries {
  double (*at)(const void *data, int i, int j);
  const void *data;
  int band;
} CatEntries;

// The part of a matrix between separators; never narrower than kd.
CatStatus cat_border_matrix(CatArena *a, const CatBorder *b, const CatEntries *e, int kd,
                            CatBand *out);
CatStatus cat_border_new(CatArena *a, CatBorder *b, const CatEntries *M, const CatEntries *D);
CatStatus cat_border_invert(CatArena *a, CatBorder *b);  // S is a factor already
// Finds places, which ghosts of groups get instead of numbers, and what goes by them.
CatStatus cat_border_arrange(CatArena *a, CatBorder *b, const CatGroups *groups);
// After that: a matrix between separators by its terms, and a vector that it is multiplied with.
CatStatus cat_border_terms(CatArena *a, const CatBorder *b, const CatBand *of, CatLaneTerms *out);
double *cat_border_vector(CatArena *a, const CatBorder *b);  // NULL: no memory
void cat_border_solve(const CatBorder *b);                   // x = S^-1 r by the factor
// S^-1 of several right-hand sides side by side that are zero outside of a range; the range becomes
// that of the solution. line: room for n.
void cat_border_solve_some(const CatBorder *b, int lanes, int range[2], double *r, double *line);

#endif
