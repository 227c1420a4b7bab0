// Statistics of a force in the record: the same for a run and for a measurement.
#ifndef CAT_POST_RESULTS_H
#define CAT_POST_RESULTS_H

#include "force.h"
#include "record/record.h"

// known: standard uncertainties of the statistics, or NULL.
CatStatus cat_force_results(CatRecord *rec, const char *group, const CatForce *f,
                            const CatForce *known);
// "+- 0.4 N", rounded as uncertainties are; "" if it is zero.
const char *cat_uncertainty_text(CatRecord *rec, double u, const char *unit);
// Results with the other filter, in a group of their own.
CatStatus cat_force_other_results(CatRecord *rec, const char *group, const CatForce *f);
// adds "force": { ... }, with u_num in it
void cat_force_summary(CatRecord *rec, cJSON *parent, const CatForce *f, const CatForce *u);

// The table of a figure, its title and marks. Texts may be NULL where a figure allows it.
typedef struct CatForceFigure {
  const char *table, *title, *group;
  int nmark;
  const CatMark *mark;
} CatForceFigure;

// Histogram of the filtered force in the window, and its figure.
CatStatus cat_force_plot_histogram(CatRecord *rec, const CatForceSignal *s,
                                   const CatForceFigure *figure);
// Spectrum of the raw force in the window up to one and a half times the cutoff, and its figure.
CatStatus cat_force_plot_spectrum(CatRecord *rec, const CatForceSignal *s,
                                  const CatForceFigure *figure);

// Mean, and mean +- 3 standard deviations, over a part of the abscissa.
enum { CAT_FORCE_LEVELS = 2 };
void cat_force_levels(const CatForce *f, const double x[2], CatLevel level[CAT_FORCE_LEVELS]);

#endif
