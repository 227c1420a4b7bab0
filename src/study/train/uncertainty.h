// Numerical uncertainty of a run: the same run with half the step, with elements of half the size,
// and with a static force that differs by next to nothing (docs/theory/uncertainty.md).
#ifndef CAT_STUDY_TRAIN_UNCERTAINTY_H
#define CAT_STUDY_TRAIN_UNCERTAINTY_H

#include "run.h"

// Makes the further runs and fills r->uncertain and the u of each measure. What stops one of them,
// the user included, leaves the run without uncertainties and a warning that says why.
CatStatus cat_train_uncertainty(CatTrain *r);
// Whether the run with so many halvings of its step, or that of its elements, is larger than any
// run may be (spec/limits.h), and by what.
bool cat_train_beyond(const CatTrainSpec *spec, int step, int element, CatLine *why);
double cat_train_run_seconds(const CatTrain *r);  // that one march of the run takes
// Seconds that all of it takes, marches of the run itself included, on a processor of today; by
// counting, so that it does not depend on what else the machine does.
double cat_train_expected_seconds(const CatTrain *r);
// Largest of the uncertainties relative to what they are measured by: forces to the mean force.
double cat_train_worst(const CatTrain *r);
// Relative differences that halving the step and the elements make.
void cat_train_dominant(const CatTrain *r, double *time, double *space);
CatStatus cat_train_uncertainty_results(CatTrain *r);  // results, warnings and summary fields

#endif
