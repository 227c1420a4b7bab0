// Hermite polynomials on an element of length h, s = x/h from 0 to 1: values and derivatives along
// x of the shape functions that belong to value and slope (and curvature) at both ends.
#ifndef CAT_ELEMENT_HERMITE_H
#define CAT_ELEMENT_HERMITE_H

// The cubic phi and psi of (4.49)-(4.50): w0, w0', w1, w1'; derivatives of order 0 to 2.
void cat_hermite_cubic(double s, double h, int order, double N[4]);
// Of fifth degree: w0, w0', w0'', w1, w1', w1''; derivatives of order 0 and 1.
void cat_hermite_quintic(double s, double h, int order, double N[6]);

// Gauss's five points on 0 to 1: exact for polynomials of ninth degree.
enum { CAT_GAUSS = 5 };
extern const double cat_gauss_point[CAT_GAUSS], cat_gauss_weight[CAT_GAUSS];

#endif
