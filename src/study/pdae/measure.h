// What is learnt while the pantograph runs: extremes, intervals, energy. Updated once per step,
// without allocation.
#ifndef CAT_STUDY_PDAE_MEASURE_H
#define CAT_STUDY_PDAE_MEASURE_H

#include "model.h"
#include "start.h"

enum { CAT_PDAE_INTERVALS = 512 };  // so many openings of one constraint are kept

typedef struct CatPdaeExtremes {
  double min, max, t_min, t_max;
  double integral, last;  // over time, for the mean; value at the last step
} CatPdaeExtremes;

typedef struct CatPdaeInterval {
  double from, to;        // [s]
  double impulse, speed;  // of the impact at its end [N s] [m/s]
} CatPdaeInterval;

typedef struct CatPdaeOpenings {
  int n;       // kept ones
  long count;  // all of them
  bool open;   // the last one has not ended
  CatPdaeInterval *interval;
} CatPdaeOpenings;

typedef struct CatPdaeMeasure {
  const CatPdaeModel *m;
  CatPdaeExtremes *force;     // (ng): of lambda
  CatPdaeOpenings *openings;  // (ng)
  double t;                   // end of what was seen [s]
  double energy0, energy;     // kinetic + potential at the start and now [J]
  CatDaeEnergy spent;         // work of the moving contact and where it went [J]
  double throughput;          // sizes of the work of contact and static force in each step [J]
  double lifted;              // what the static force, or those of a linkage, did by then [J]
  double open;                // the most that a joint of a linkage was open [m] or [rad]
  double *work_vector;        // (nq)
} CatPdaeMeasure;

CatStatus cat_pdae_measure_new(const CatPdaeModel *m, CatPdaeMeasure *e);
void cat_pdae_measure_first(CatPdaeMeasure *e, const CatDaeState *x);
void cat_pdae_measure_step(CatPdaeMeasure *e, const CatDaeStepper *s, const CatDaeState *x);
void cat_pdae_measure_last(CatPdaeMeasure *e, const CatDaeState *x);
// What the balance leaves, work - stored - dissipated - impact - numerical [J]; an integrator may
// lose energy, but what it adds is unexplained: cat_pdae_measure_numerical is never below 0.
double cat_pdae_measure_numerical(const CatPdaeMeasure *e);
double cat_pdae_measure_residual(const CatPdaeMeasure *e);
double cat_pdae_energy(const CatPdaeModel *m, const CatDaeState *x, double *scratch);  // [J]

#endif
