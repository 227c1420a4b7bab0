#include "hermite.h"

const double cat_gauss_point[CAT_GAUSS] = {0.04691007703066802, 0.23076534494715845, 0.5,
                                           0.7692346550528415, 0.9530899229693319};
const double cat_gauss_weight[CAT_GAUSS] = {0.11846344252809454, 0.23931433524968324,
                                            0.28444444444444444, 0.23931433524968324,
                                            0.11846344252809454};

void cat_hermite_cubic(double s, double h, int order, double N[4]) {
  double s2 = s * s, s3 = s2 * s;
  switch (order) {
  case 0:
    N[0] = 1 - 3 * s2 + 2 * s3, N[1] = h * (s - 2 * s2 + s3);
    N[2] = 3 * s2 - 2 * s3, N[3] = h * (s3 - s2);
    break;
  case 1:
    N[0] = 6 * (s2 - s) / h, N[1] = 1 - 4 * s + 3 * s2;
    N[2] = -N[0], N[3] = 3 * s2 - 2 * s;
    break;
  default:
    N[0] = (12 * s - 6) / (h * h), N[1] = (6 * s - 4) / h;
    N[2] = -N[0], N[3] = (6 * s - 2) / h;
  }
}

void cat_hermite_quintic(double s, double h, int order, double N[6]) {
  double s2 = s * s, s3 = s2 * s, s4 = s2 * s2, s5 = s4 * s;
  if (order == 0) {
    N[0] = 1 - 10 * s3 + 15 * s4 - 6 * s5, N[3] = 1 - N[0];
    N[1] = h * (s - 6 * s3 + 8 * s4 - 3 * s5), N[4] = h * (-4 * s3 + 7 * s4 - 3 * s5);
    N[2] = h * h / 2 * (s2 - 3 * s3 + 3 * s4 - s5), N[5] = h * h / 2 * (s3 - 2 * s4 + s5);
  } else {
    N[0] = (-30 * s2 + 60 * s3 - 30 * s4) / h, N[3] = -N[0];
    N[1] = 1 - 18 * s2 + 32 * s3 - 15 * s4, N[4] = -12 * s2 + 28 * s3 - 15 * s4;
    N[2] = h / 2 * (2 * s - 9 * s2 + 12 * s3 - 5 * s4), N[5] = h / 2 * (3 * s2 - 8 * s3 + 5 * s4);
  }
}
