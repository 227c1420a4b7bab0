#include "frames.h"

#include <math.h>

void cat_frame_turn_vector(double turn, double f[12]) {
  if (turn == 0) return;
  double c = cos(turn), s = sin(turn);
  for (int k = 6; k < 12; k += 3) {
    double along = f[k], across = f[k + 1];
    f[k] = c * along + s * across;
    f[k + 1] = -s * along + c * across;
  }
}

// By turning columns and then rows.
void cat_frame_turn_matrix(double turn, double K[144]) {
  if (turn == 0) return;
  double c = cos(turn), s = sin(turn);
  for (int i = 0; i < 12; i++) {
    for (int k = 6; k < 12; k += 3) {
      double along = K[12 * i + k], across = K[12 * i + k + 1];
      K[12 * i + k] = c * along + s * across;
      K[12 * i + k + 1] = -s * along + c * across;
    }
  }
  for (int k = 6; k < 12; k += 3) {
    for (int j = 0; j < 12; j++) {
      double along = K[12 * k + j], across = K[12 * (k + 1) + j];
      K[12 * k + j] = c * along + s * across;
      K[12 * (k + 1) + j] = -s * along + c * across;
    }
  }
}
