// Input of the kind "train": pantographs that run under a line.
#ifndef CAT_SPEC_TRAIN_H
#define CAT_SPEC_TRAIN_H

#include "line.h"
#include "lumped.h"

typedef enum CatScheme { CAT_SCHEME_HHT, CAT_SCHEME_NEWMARK, CAT_SCHEME_ALPHA } CatScheme;

typedef struct CatTrainPantograph {
  CatLumpedSpec body;  // first: its keys are those of a pantograph file
  double behind;       // distance behind the first pantograph [m]
  double target;       // mean contact force to be met by tuning the static force [N]; 0: none
} CatTrainPantograph;

typedef struct CatTrainSpec {
  CatCommon common;
  CatLineSpec line;
  int npantograph;
  const CatTrainPantograph *pantograph;
  struct {
    double speed;     // [m/s]
    double from, to;  // of the first pantograph [m]; to 0: the end of the line
  } run;
  struct {
    double stiffness;  // of the penalty spring [N/m]
  } contact;
  struct {
    double alpha, beta;  // Rayleigh's damping, C = alpha M + beta K [1/s] [s]
  } damping;
  struct {
    int method;    // CatScheme
    double step;   // [s]
    double alpha;  // HHT: -1/3 to 0
    double rho;    // generalised alpha: spectral radius at infinity
  } time;
  struct {
    double cutoff;    // of the low-pass [Hz]
    double from, to;  // window of the statistics [m]; both 0: the middle half of the line
  } measure;
} CatTrainSpec;

extern const CatSection cat_train_section;

#endif
