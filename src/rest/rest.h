// Shape finding: the coordinates of all nodes, the undeformed lengths, and the places of arms and
// supports for which the line is in equilibrium and meets its conditions.
//
// Tur, Baeza, Fuenmayor, Garcia: PACDIN Statement of Methods, section 2.4, eqs. (9)-(11).
#ifndef CAT_REST_REST_H
#define CAT_REST_REST_H

#include "line/model.h"

typedef struct CatRestReport {
  int iterations;
  double residual;             // maximum force out of balance [N]
  double max_height_error;     // maximum distance from a target [m]
  double max_tension_error;    // [N]
  double weight, reaction;     // total weight, and the reactions that carry it [N]
  int unknowns, lower, upper;  // of the system, and its bandwidths
} CatRestReport;

// The equilibrium of a line, from the model's first guess. A dropper that would have to push is an
// error at its position in the input. To be freed by cat_configuration_free.
CatStatus cat_rest_find(CatContext *ctx, const CatSpec *input, const CatLineModel *m,
                        CatConfiguration **rest, CatRestReport *report);

#endif
