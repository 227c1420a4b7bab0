// What step and elements resolve of waves up to the filter's cutoff, or up to 20 Hz if that is
// less: known before a run is compared with a finer one (docs/theory/uncertainty.md).
#ifndef CAT_STUDY_TRAIN_RESOLUTION_H
#define CAT_STUDY_TRAIN_RESOLUTION_H

#include "run.h"

typedef struct CatResolution {
  double frequency;  // to be resolved [Hz]
  double shift;      // by which part the integrator moves the frequency
  double wave;       // length of the shortest wave of it, ahead of the pantograph [m]
  double element;    // longest of the contact wire [m]
  // How often the further runs halve step and elements: at least once, and until they resolve it.
  int step_halvings, element_halvings;
  bool enough;  // they do
} CatResolution;

// Of a run that is measured.
CatResolution cat_train_resolution(const CatTrain *r);
// Warnings where the run itself does not, and fields of the summary.
CatStatus cat_train_resolution_results(CatTrain *r, cJSON *o);

#endif
