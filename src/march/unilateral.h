// Which contacts press and which droppers are slack at the end of a step, and with which forces.
//
//   contact:  0 <= p  _|_  gap  + C p - G'y >= 0,   C = theta b'A^-1 b + body + 1/kappa
//   dropper:  0 <= y  _|_  free + G p + D y >= 0,   D = 1/kappa - theta b'A^-1 b
//
// C and D are symmetric positive definite, so there is exactly one solution. Those that pressed
// and were slack in the step before are tried first. Then the law of every dropper and every gap is
// looked at, and wrong ones change sides until none is left: an inconsistent set is never accepted.
//
// D is the same in every step; its factor over the slack droppers is kept. It follows them along
// the line, and zeros before its first entries are left out. Each dropper has a row of its own:
// when one changes sides, the rows that feel it are computed anew, and those that feel a row that
// came out otherwise. All others would come out the same to the last bit. The few contacts come in
// by a Schur complement.
#ifndef CAT_MARCH_UNILATERAL_H
#define CAT_MARCH_UNILATERAL_H

#include "droppers.h"

// A contact in the problem. From outside: all but p and presses, which is the first guess, too.
typedef struct CatPress {
  double gap;                 // if no port acted [m]
  double give[CAT_CONTACTS];  // its row of C [m/N]
  int first, last;            // droppers that feel it
  int near[2];                // of those in order along the track the ones in reach
  double *felt;               // G: theta times their response (ndropper) [m/N]
  bool presses;
  double p;      // [N]
  int slack[2];  // of slack droppers those that feel it: from [0] to [1] - 1
} CatPress;

typedef struct CatUnilateral {
  double theta;
  int ncontact;
  CatPress contact[CAT_CONTACTS];
  int nslack, *slack;            // in ascending order (ndropper)
  double *side;                  // of each dropper: 1 taut, -1 slack, 0 either way (ndropper)
  bool factored;                 // rows hold, but for those that feel a change
  int nchange, *change;          // droppers that changed sides, in ascending order (ndropper)
  int *block;                    // scratch: where some may be wrong (ndropper)
  int *from;                     // first column of each row that is not zero (ndropper)
  double *L;                     // L L' = D over the slack droppers, 1/L_ii (ndropper x width)
  int width;                     // of the longest row there can be
  double *part;                  // L^-1 of their free law (ndropper)
  double *column[CAT_CONTACTS];  // L^-1 of their rows of G (ndropper)
  double *y;                     // of the slack ones [N] (ndropper)
} CatUnilateral;

CatStatus cat_unilateral_new(CatArena *a, int ndropper, CatUnilateral *out);
void cat_unilateral_begin(CatUnilateral *u, const CatDroppers *d);  // those with y > 0 are slack
// Finds p, and law, tension and y of the droppers; adds the number of systems solved.
CatStatus cat_unilateral_solve(CatContext *ctx, CatUnilateral *u, CatDroppers *d, long *solved);

#endif
