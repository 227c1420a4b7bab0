// Ports: places and directions where a force acts on a line and its displacement is read. Both use
// the same few coordinates, b'u in the numbers of a linear system.
#ifndef CAT_ASSEMBLE_PORTS_H
#define CAT_ASSEMBLE_PORTS_H

#include "linear_system.h"

typedef struct CatPort {
  int n;
  int dof[8];
  double b[8];  // [-]
} CatPort;

// Elongation of a dropper [m]; its axial stiffness there, dN/d(length) [N/m].
CatPort cat_port_dropper(const CatLineModel *m, const CatConfiguration *x, const CatLinearSystem *t,
                         int i, double *stiffness);
// Displacement of a wire within cable i at fraction xi of it, along, across or up [m].
CatPort cat_port_wire(const CatLineModel *m, const CatConfiguration *x, const CatLinearSystem *t,
                      int i, double xi, int component);
// Its derivative along the undeformed wire [-].
CatPort cat_port_wire_slope(const CatLineModel *m, const CatConfiguration *x,
                            const CatLinearSystem *t, int i, double xi, int component);

double cat_port_read(const CatPort *p, const double *u);         // b'u
void cat_port_apply(const CatPort *p, double force, double *f);  // f += force b

#endif
