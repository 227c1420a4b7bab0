// What is claimed of the fast backends besides their cost: the same answers, linear growth, no
// price for slack droppers or irregular lines, steps of even length.
#ifndef CAT_BENCH_PROOFS_H
#define CAT_BENCH_PROOFS_H

#include "table.h"

void proofs_growth(Table *t);     // over the spans in the table
void proofs_agreement(Table *t);  // four speeds, messenger free and held
void proofs_slack(Table *t);      // many slack droppers against none
void proofs_irregular(Table *t);  // stitched, compound, unequal, curve, overlap
void proofs_nonlinear(Table *t);  // cost of large displacements over that of the band
void proofs_jitter(Table *t);     // of 100,000 steps, beside plain arithmetic

#endif
