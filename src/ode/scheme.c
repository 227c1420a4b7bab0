#include "scheme.h"

#include "central.h"

static CatStep finish(CatStep s) {
  s.mass = (1 - s.am) / (s.beta * s.h * s.h);
  s.u_to_v = s.gamma / (s.beta * s.h);
  s.damp = s.theta * s.u_to_v;
  s.v_to_v = 1 - s.gamma / s.beta;
  s.a_to_v = s.h * (1 - s.gamma / (2 * s.beta));
  s.u_to_a = 1 / (s.beta * s.h * s.h);
  s.v_to_a = 1 / (s.beta * s.h);
  s.a_to_a = 0.5 / s.beta - 1;
  return s;
}

CatStep cat_step_newmark(double h) {
  return finish((CatStep){.h = h, .theta = 1, .beta = 0.25, .gamma = 0.5});
}

CatStep cat_step_hht(double h, double alpha) {
  double b = (1 - alpha) * (1 - alpha) / 4;
  return finish((CatStep){.h = h, .theta = 1 + alpha, .beta = b, .gamma = 0.5 - alpha});
}

CatStep cat_step_alpha(double h, double rho) {
  double am = (2 * rho - 1) / (rho + 1), af = rho / (rho + 1), g = 0.5 - am + af;
  double b = (1 - am + af) * (1 - am + af) / 4;
  return finish((CatStep){.h = h, .am = am, .theta = 1 - af, .beta = b, .gamma = g});
}

CatStep cat_step_central(double h) {
  return finish((CatStep){.h = h, .theta = 0, .beta = 1, .gamma = 1.5});
}

double cat_step_numerical(const CatStep *s, const CatStepSums *x) {
  return x->M_da + (s->theta - 0.5) * (x->stiff - x->f_du);
}

double cat_step_slowness(const CatStep *s) {
  double g = s->gamma - 0.5;
  return s->beta - g * g - g * s->am - 1.0 / 12;
}
