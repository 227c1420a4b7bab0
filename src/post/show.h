// How the statistics of a force stand in the record: the same for a run and for a measurement.
#ifndef CAT_POST_SHOW_H
#define CAT_POST_SHOW_H

#include "force.h"
#include "record/record.h"

CatStatus cat_force_results(CatRecord *rec, const char *group, const CatForce *f);
void cat_force_facts(CatRecord *rec, cJSON *parent, const CatForce *f);  // adds "force": { ... }
// The table of that name with the histogram of x, and its figure.
CatStatus cat_force_show_histogram(CatRecord *rec, const char *table, const char *title,
                                   const double *x, size_t n);

#endif
