// The pulse of section 4.2.1, amplitude sech^4(s/l), and simple waves of (4.8).
#ifndef CAT_STUDY_CABLE_PULSE_H
#define CAT_STUDY_CABLE_PULSE_H

#include "spec/cable.h"

// Its derivative of order 0 to 2 by s [m].
double cat_pulse_shape(const CatCablePulse *p, double s, int order);
// v(0, t) of (4.22) and its derivatives by time; at rest when the drive has ended.
double cat_pulse_drive(const CatCableSpec *s, double t, int order);

// c(v_x) = sqrt((P0 + 3/2 EA v_x^2)/mu) of (4.11), of models without v_x^3 sqrt(P0/mu) [m/s]
double cat_simple_speed(const CatCableSpec *s, double slope);
double cat_simple_speed_rate(const CatCableSpec *s, double slope);  // dc/dv_x [m/s]
// int_0^v_x c: v_t = -this in a wave that runs to the right, (4.19) [m/s]
double cat_simple_integral(const CatCableSpec *s, double slope);
double cat_simple_slope(const CatCableSpec *s, double v_t);  // inverse of the above

#endif
