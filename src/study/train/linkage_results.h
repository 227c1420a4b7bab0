// Pantographs of the model linkage in the results of a run.
#ifndef CAT_STUDY_TRAIN_LINKAGE_RESULTS_H
#define CAT_STUDY_TRAIN_LINKAGE_RESULTS_H

#include "run.h"

double cat_train_pushed_with(const CatTrain *r, int i);  // static force [N]
// How it stands, if it is one: results, and "linkage" of its object in summary.json.
CatStatus cat_train_linkage_results(CatTrain *r, int i, cJSON *parent);

#endif
