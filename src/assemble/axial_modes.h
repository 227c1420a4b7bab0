// Inertia of the wires' first modes along the track, beside a mass matrix that has none along it
// (line.axial: quasi-static, line.axial_modes: n).
//
// Each stretch of a wire between places where it is held along the track has modes of its own, with
// the ends that it has in the line: K_s phi = w M_s phi, phi' M_s phi = 1, of its coordinates along
// the track alone. Its displacement there is the sum of phi a, a = phi' M_s u, and a' a'/2 the
// kinetic energy of a mode: modes add W W' to M, W = M_s Phi, and all of them add M_s.
//
// C. N. Jensen: Nonlinear systems with discrete and continuous elements (1997), eq. (4.24), (4.27).
#ifndef CAT_ASSEMBLE_AXIAL_MODES_H
#define CAT_ASSEMBLE_AXIAL_MODES_H

#include "linear_system.h"

// along of a system whose other parts are there; nothing if the line has no axial modes.
CatStatus cat_axial_modes_new(CatArena *a, const CatLineModel *m, const CatConfiguration *x,
                              CatLinearSystem *out);

#endif
