// Local cubic splines: slopes at the points from five neighbours each (H. Akima, Journal of the ACM
// 17 (1970) 589-602). They are continuously differentiable and do not overshoot at a step of the
// data, where splines with continuous curvature do.
#ifndef CAT_BRIDGE_AKIMA_H
#define CAT_BRIDGE_AKIMA_H

#include <stddef.h>

// Slopes of the values y[i stride] at ascending x[i], i < n; n >= 2.
void cat_akima_slopes(int n, const double *x, const double *y, size_t stride, double *slope);
// The spline at a place; beyond the ends it goes on as a line.
double cat_akima_at(int n, const double *x, const double *y, const double *slope, double at);

#endif
