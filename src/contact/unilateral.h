// The small problem: which contacts press and which ties are slack at the end of a step, and with
// which forces.
//
//   contact:  0 <= p  _|_  gap  + C p - G'y >= 0,   C = theta b'A^-1 b + mechanism + 1/kappa
//   tie:      0 <= y  _|_  free + G p + D y >= 0,   D = 1/kappa - theta b'A^-1 b
//
// C and D are symmetric positive definite, so there is exactly one solution. Those that pressed
// and were slack in the step before are tried first. Then the stretch of every tie and every gap is
// looked at, and wrong ones change sides until none is left: an inconsistent set is never accepted.
//
// D is the same in every step; its factor over the slack ties is kept. It follows them along the
// line, and zeros before its first entries are left out. Each tie has a row of its own: when one
// changes sides, the rows coupled to it are computed anew, and so are those coupled to a row that
// changed. All others would come out the same to the last bit. The few contacts come in
// by a Schur complement.
#ifndef CAT_CONTACT_UNILATERAL_H
#define CAT_CONTACT_UNILATERAL_H

#include "ties.h"

// A contact in the problem. From outside: all but p and presses, which is the first guess, too.
typedef struct CatPress {
  double gap;          // if no port acted [m]
  double *compliance;  // its row of C (ncontact) [m/N]
  int first, last;     // ties that respond to it
  int near[2];         // of those in order along the track the ones in reach
  double *response;    // G: theta times their response (ntie) [m/N]
  bool presses;
  double p;      // [N]
  int slack[2];  // of slack ties those that respond to it: from [0] to [1] - 1
} CatPress;

typedef struct CatUnilateral {
  double theta;
  int ncontact;  // in this step, of those there is room for
  CatPress *contact;
  int nslack, *slack;    // in ascending order (ntie)
  double *side;          // of each tie: 1 taut, -1 slack, 0 either way (ntie)
  bool factored;         // rows hold, but for those that respond to a change
  int nchange, *change;  // ties that changed sides, in ascending order (ntie)
  int *block;            // scratch: where some may be wrong (ntie)
  int *from;             // first column of each row that is not zero (ntie)
  double *L;             // L L' = D over the slack ties, 1/L_ii (ntie x width)
  int width;             // of the longest row there can be
  double *part;          // L^-1 of their free stretch (ntie)
  double **column;       // of each contact: L^-1 of their rows of G (ntie)
  double *y;             // of the slack ones [N] (ntie)
  int room;              // for contacts
  double *S, *r;         // scratch: Schur complement of those that press (room x room), right side
  int *list;             // scratch: which press (room)
  bool *wrong;           // scratch (room)
} CatUnilateral;

CatStatus cat_unilateral_new(CatArena *a, int ntie, int ncontact, CatUnilateral *out);
void cat_unilateral_begin(CatUnilateral *u, const CatTies *d);  // those with y > 0 are slack
// Finds p, and stretch, tension and y of the ties; adds the number of systems solved.
CatStatus cat_unilateral_solve(CatContext *ctx, CatUnilateral *u, CatTies *d, long *solved);
// What the next step starts from, besides the state of the ties.
void cat_unilateral_snapshot(CatUnilateral *u, const CatTies *d, CatSnapshot *to);

#endif
