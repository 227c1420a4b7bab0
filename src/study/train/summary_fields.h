// What every run of a line under pantographs says about its steps, wherever the forces come from.
#ifndef CAT_STUDY_TRAIN_SUMMARY_FIELDS_H
#define CAT_STUDY_TRAIN_SUMMARY_FIELDS_H

#include "line_sim.h"
#include "record/record.h"

// march in summary.json: scheme, solver and why, step; returned for what is to be added.
cJSON *cat_line_sim_summary(const CatLineSim *c, long steps, CatRecord *rec);
CatStatus cat_line_sim_results(const CatLineSim *c, CatRecord *rec);  // which solver, and why

#endif
