// Standard uncertainties from the differences of four runs: docs/theory/uncertainty.md.
#ifndef CAT_STUDY_TRAIN_ESTIMATE_H
#define CAT_STUDY_TRAIN_ESTIMATE_H

#include <stdbool.h>

// The runs that a statistic is known of: as asked for, and the further ones.
enum { CAT_AS_ASKED, CAT_HALF_STEP, CAT_HALF_ELEMENTS, CAT_NUDGED, CAT_SAMPLES };

// Standard uncertainty of a statistic; least: what there is of it in any case.
double cat_estimate(const double sample[CAT_SAMPLES], bool chaotic, double least);
// The floor of a statistic of a force with this deviation. difference: rms of the filtered force,
// of each further run. Extremes are single samples.
double cat_estimate_least(const double difference[CAT_SAMPLES - 1], double std, bool extreme);
// The part of an rms difference, or of the largest uncertainty of several, that is a floor.
double cat_estimate_floor(double of);
// Whether a change of the force by so many times the nudge makes runs samples.
bool cat_estimate_chaotic(double gain);

#endif
