// What every run of a line under pantographs says of its steps, wherever the forces come from.
#ifndef CAT_MARCH_FACTS_H
#define CAT_MARCH_FACTS_H

#include "coupled.h"
#include "record/record.h"

// march in summary.json: scheme, solver and why, step; returned for what is to be added.
cJSON *cat_coupled_facts(const CatCoupled *c, long steps, CatRecord *rec);
CatStatus cat_coupled_results(const CatCoupled *c, CatRecord *rec);  // which solver, and why

#endif
