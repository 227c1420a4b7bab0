// The table: what a step costs, beside a streaming pass, LAPACK's solve and the modal method.
#ifndef CAT_BENCH_COST_H
#define CAT_BENCH_COST_H

#include "table.h"

// Rows of the table that are backends of the program, the reference first.
extern const char *const cost_solver[];
enum { COST_SOLVERS = 4 };

void cost_measure(Table *t, int spans);  // adds the rows and prints them
void cost_limits(Table *t, int spans);   // of one size

#endif
