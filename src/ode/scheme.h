// The generalised-alpha family for M a + C v + K u = f: Newmark, HHT and Chung-Hulbert,
//
//   M ((1 - am) a1 + am a0) + C (th v1 + (1 - th) v0) + K (th u1 + (1 - th) u0)
//     = th f1 + (1 - th) f0,
//   u1 = u0 + h v0 + h^2 ((1/2 - b) a0 + b a1),   v1 = v0 + h ((1 - g) a0 + g a1),   th = 1 - af.
//
// With u1 as the unknown,
//   (mass M + damp C + th K) u1 = th f1 + (1 - th) f0 + M m + C c - (1 - th) K u0.
#ifndef CAT_ODE_SCHEME_H
#define CAT_ODE_SCHEME_H

typedef struct CatStep {
  double h;          // [s]
  double am, theta;  // alpha_m, 1 - alpha_f
  double beta, gamma;
  double mass, damp;              // (1 - am)/(beta h^2), theta gamma/(beta h)
  double u_to_v;                  // dv1/du1 = gamma/(beta h) [1/s]
  double v_to_v, a_to_v;          // v1 = u_to_v du + v_to_v v0 + a_to_v a0
  double u_to_a, v_to_a, a_to_a;  // a1 = u_to_a du - v_to_a v0 - a_to_a a0
} CatStep;

CatStep cat_step_newmark(double h);            // trapezoidal rule
CatStep cat_step_hht(double h, double alpha);  // -1/3 <= alpha <= 0
CatStep cat_step_alpha(double h, double rho);  // spectral radius at infinity, 0 to 1

// m and c of the right-hand side, for one coordinate; and the new rates from the new coordinate,
// with du = u1 - u0. Inline: they are called for every coordinate in every step.
static inline double cat_step_m(const CatStep *s, double u0, double v0, double a0) {
  return (1 - s->am) * (s->u_to_a * u0 + s->v_to_a * v0 + s->a_to_a * a0) - s->am * a0;
}

static inline double cat_step_v(const CatStep *s, double du, double v0, double a0) {
  return s->u_to_v * du + s->v_to_v * v0 + s->a_to_v * a0;
}

static inline double cat_step_c(const CatStep *s, double u0, double v0, double a0) {
  double rest = s->v_to_v * v0 + s->a_to_v * a0;
  return s->theta * (s->u_to_v * u0 - rest) - (1 - s->theta) * v0;
}

static inline double cat_step_a(const CatStep *s, double du, double v0, double a0) {
  return s->u_to_a * du - s->v_to_a * v0 - s->a_to_a * a0;
}

// What the integrator itself dissipates in one step of M a + C v + K u = f, with the step's
// differences (d) and means (_b) of both ends:
//   N = w'M da + (theta - 1/2) du'(C dv + K du - df),
//   w = h^2 (beta - gamma/2) a_b - h (gamma - 1/2) v_b + (1/2 - am) du.
static inline double cat_step_w(const CatStep *s, double du, double vb, double ab) {
  return s->h * s->h * (s->beta - s->gamma / 2) * ab - s->h * (s->gamma - 0.5) * vb +
         (0.5 - s->am) * du;
}

typedef struct CatStepSums {
  double C_vb;   // du'C v_b: what dampers dissipate
  double M_da;   // w'M da
  double stiff;  // du'(C dv + K du)
  double f_du;   // du'df
} CatStepSums;

double cat_step_numerical(const CatStep *s, const CatStepSums *x);

// The part by which the scheme lowers the frequency w of an oscillator, to leading order (below
// zero: raises it): with g = gamma - 1/2 = af - am and s = i w h (1 - E (w h)^2/2), its three-level
// form s^2 (1 + s^2/12) = -(w h)^2 (1 + (beta - g^2 - g am) s^2) gives
//   E = beta - g^2 - g am - 1/12.
// 1/6 for the trapezoidal rule, 11/12 for generalised-alpha with a spectral radius of 0.
double cat_step_slowness(const CatStep *s);

#endif
