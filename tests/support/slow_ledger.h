// The slow account of energy, to compare others with: products with the matrices of the whole line,
// on the state that the backend shows.
#ifndef CAT_TESTS_SLOW_LEDGER_H
#define CAT_TESTS_SLOW_LEDGER_H

#include "monitor/ledger.h"
#include "study/train/line_sim.h"

CatStatus slow_ledger_new(CatLineSim *c, CatLedger **out);

// The largest difference of any entry of two accounts, over the throughput of the second.
double account_difference(const CatAccount *x, const CatAccount *y);

#endif
