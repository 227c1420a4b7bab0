// Natural modes of a line about its rest: K x = omega^2 M x with all droppers taut.
#ifndef CAT_REST_MODES_H
#define CAT_REST_MODES_H

#include "assemble/linear_system.h"
#include "linalg/eigen.h"
#include "record/record.h"
#include "spec/spec.h"

enum { CAT_MODES = 20 };  // how many are found

// Fractions of a mode's kinetic energy along, across and up [-]; their sum is 1.
void cat_mode_fractions(const CatLineModel *m, const CatLinearSystem *t, const double *mode,
                        double *scratch, double fraction[3]);
double cat_mode_frequency(const CatEigen *modes, int i);  // [Hz]

// `catenaria modes` for a case that holds a line.
CatStatus cat_rest_modes(CatContext *ctx, const CatSpec *spec, CatRecord *rec);
// The same for the line of a case of another kind.
CatStatus cat_line_modes(CatContext *ctx, const CatSpec *spec, const CatLineSpec *line,
                         CatRecord *rec);

#endif
