#include "arm.h"

#include <math.h>

double cat_arm_radial(double tension, double stagger, double span) {
  return 4 * stagger * tension / span;
}

static double cosine(double length, double heel) {
  return sqrt(1 - heel / length * (heel / length));
}

double cat_arm_axial(double radial, double length, double heel) {
  return radial / cosine(length, heel);
}

double cat_arm_lift(double radial, double length, double heel) {
  return cat_arm_axial(radial, length, heel) * heel / length;
}

double cat_arm_stiffness(double radial, double length, double heel) {
  return radial / (length * pow(cosine(length, heel), 3));
}

double cat_arm_static_mass(double mass) {
  return mass / 2;
}

double cat_arm_dynamic_mass(double mass) {
  return mass / 3;
}
