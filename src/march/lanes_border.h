// The separators, all together: a small banded system. Its inverse is kept where that is less work
// than the factor: separators of different masts hardly feel each other within a step.
#ifndef CAT_MARCH_LANES_BORDER_H
#define CAT_MARCH_LANES_BORDER_H

#include "lanes_form.h"

// Rows of a symmetric matrix from their first entry to their last.
typedef struct CatLaneRows {
  int n;
  int *from, *start;  // first column; where the row begins (n + 1)
  double *entry;
} CatLaneRows;

typedef struct CatBorder {
  int n;
  const int *of;  // number of a coordinate among these, or -1 (ndof)
  int ndof;       // of the tangent
  CatBand S;      // Schur complement of all cells, factor
  CatBand M, D;   // mass and dampers between separators
  bool damped;    // D is not empty
  CatLaneRows inverse;
  bool narrow;    // it is kept
  double *x;      // solution, as in a group (n + 1)
  double *m, *d;  // what M and D are multiplied with; one more behind the last (n + 1)
  double *r;      // right side; likewise
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
// Room for m, d and r, and M and D themselves.
CatStatus cat_border_new(CatArena *a, CatBorder *b, const CatEntries *M, const CatEntries *D);
CatStatus cat_border_invert(CatArena *a, CatBorder *b);  // S is a factor already

// Ends the last step, as kernels do at nodes of cells, and begins the next right side. u: the last
// displacements; the new ones take the place of the oldest.
void cat_border_begin(CatBorder *b, const CatLaneStep *step, double *const u[3]);
// S^-1 of several right-hand sides side by side that are zero outside of a range; the range becomes
// that of the solution. line: room for n.
void cat_border_solve_some(const CatBorder *b, int lanes, int range[2], double *r, double *line);

#endif
