// The moving load, spread over the contact strip: eq. (25), a cubic C1 spline of unit area.
#ifndef CAT_STUDY_PDAE_LOAD_H
#define CAT_STUDY_PDAE_LOAD_H

double cat_load_density(double xi, double epsilon);   // delta_eps(xi) [1/m]
double cat_load_slope(double xi, double epsilon);     // its derivative [1/m2]
double cat_load_integral(double xi, double epsilon);  // from -infinity to xi [-]
double cat_load_transform(double k, double epsilon);  // integral of delta_eps(xi) cos(k xi) [-]

#endif
