#include "scheme.h"

static CatStep finish(CatStep s) {
  s.mass = (1 - s.am) / (s.beta * s.h * s.h);
  s.u_to_v = s.gamma / (s.beta * s.h);
  s.damp = s.theta * s.u_to_v;
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

double cat_step_m(const CatStep *s, double u0, double v0, double a0) {
  double bh = s->beta * s->h;
  return (1 - s->am) * (u0 / (bh * s->h) + v0 / bh + (0.5 / s->beta - 1) * a0) - s->am * a0;
}

double cat_step_c(const CatStep *s, double u0, double v0, double a0) {
  double ratio = s->gamma / s->beta;
  double rest = (1 - ratio) * v0 + s->h * (1 - ratio / 2) * a0;
  return s->theta * (s->u_to_v * u0 - rest) - (1 - s->theta) * v0;
}

double cat_step_v(const CatStep *s, double du, double v0, double a0) {
  double ratio = s->gamma / s->beta;
  return s->u_to_v * du + (1 - ratio) * v0 + s->h * (1 - ratio / 2) * a0;
}

double cat_step_a(const CatStep *s, double du, double v0, double a0) {
  double bh = s->beta * s->h;
  return du / (bh * s->h) - v0 / bh - (0.5 / s->beta - 1) * a0;
}
