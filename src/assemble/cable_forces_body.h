// The source of the loop over cables, compiled once per instruction set (line_forces.h).
#include "line_forces.h"

// No vector crosses the border of a function that is not inlined.
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

enum { LANES = CAT_CABLE_LANES };
typedef double Vec __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

typedef struct Vec3 {
  Vec x, y, z;
} Vec3;

// Changes of d, g_i, g_j, and the parabola r' = u + x v + x^2 w that follows (element/cable.c).
typedef struct Shape {
  Vec3 d, i, j, u, v, w;
} Shape;

static inline Vec load(const double *p) {
  return *(const Vec *)p;
}

static inline Vec gather(const int *dof, const double *x) {
  Vec out = {0};
  for (int k = 0; k < LANES; k++) out[k] = x[dof[k]];
  return out;
}

static inline Vec3 sum(Vec a, Vec3 x, Vec b, Vec3 y) {
  return (Vec3){a * x.x + b * y.x, a * x.y + b * y.y, a * x.z + b * y.z};
}

static inline Vec3 plus(Vec3 a, Vec3 b) {
  return (Vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline Vec3 times(Vec a, Vec3 x) {
  return (Vec3){a * x.x, a * x.y, a * x.z};
}

static inline Vec dot(Vec3 a, Vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline Vec same(double value) {
  return value - (Vec){0};
}

// A vector of a node, from its own frame into that of the cable.
static inline Vec3 node_vector(const CatCableLanes *s, int first, const double *x, bool turned) {
  Vec a = gather(s->dof[first], x), b = gather(s->dof[first + 1], x);
  Vec3 out = {a, b, gather(s->dof[first + 2], x)};
  if (!turned) return out;
  Vec c = load(s->cosine), t = load(s->sine);
  out.x = c * a - t * b;
  out.y = t * a + c * b;
  return out;
}

static inline Shape parabola(Vec3 d, Vec3 i, Vec3 j) {
  Shape s = {.d = d, .i = i, .j = j};
  Vec3 both = plus(i, j);
  s.u = sum(same(1.5), d, same(-0.25), both);
  s.v = sum(same(0.5), j, same(-0.5), i);
  s.w = sum(same(0.75), both, same(-1.5), d);
  return s;
}

static inline Shape shape_of(const CatCableLanes *s, const double *x) {
  Vec per_l = load(s->per_l);
  Vec3 a = node_vector(s, 0, x, false), b = node_vector(s, 6, x, true);
  return parabola(sum(per_l, b, -per_l, a), node_vector(s, 3, x, false),
                  node_vector(s, 9, x, true));
}

static inline Shape shape_at_rest(const CatCableLanes *s) {
  Vec3 p[3];
  for (int k = 0; k < 3; k++) {
    p[k] = (Vec3){load(s->p0[3 * k]), load(s->p0[3 * k + 1]), load(s->p0[3 * k + 2])};
  }
  return parabola(p[0], p[1], p[2]);
}

// E(dp), the strain's change as a polynomial in x.
static inline void linear_strain(const Shape *r, const Shape *s, Vec e[5]) {
  e[0] = dot(r->u, s->u);
  e[1] = dot(r->u, s->v) + dot(r->v, s->u);
  e[2] = dot(r->u, s->w) + dot(r->w, s->u) + dot(r->v, s->v);
  e[3] = dot(r->v, s->w) + dot(r->w, s->v);
  e[4] = dot(r->w, s->w);
}

static inline void add_quadratic_strain(const Shape *s, Vec e[5]) {
  e[0] += 0.5 * dot(s->u, s->u);
  e[1] += dot(s->u, s->v);
  e[2] += dot(s->u, s->w) + 0.5 * dot(s->v, s->v);
  e[3] += dot(s->v, s->w);
  e[4] += 0.5 * dot(s->w, s->w);
}

// C(e): DD, DI, DJ, II, IJ, JJ of element/cable.c.
static inline void moments(const Vec e[5], Vec scale, Vec C[6]) {
  Vec h0 = e[0] + e[2] * (1. / 3) + e[4] * (1. / 5);
  Vec h1 = e[1] * (1. / 3) + e[3] * (1. / 5);
  Vec h2 = e[0] * (1. / 3) + e[2] * (1. / 5) + e[4] * (1. / 7);
  Vec h3 = e[1] * (1. / 5) + e[3] * (1. / 7);
  Vec h4 = e[0] * (1. / 5) + e[2] * (1. / 7) + e[4] * (1. / 9);
  Vec even = h0 - 4 * h2 + 3 * h4, odd = 2 * (h1 - h3);
  Vec own = h0 - 2 * h2 + 9 * h4, skew = 4 * h1 - 12 * h3;
  C[0] = scale * 2.25 * (h0 - 2 * h2 + h4);
  C[1] = scale * -0.375 * (even + odd);
  C[2] = scale * -0.375 * (even - odd);
  C[3] = scale * 0.0625 * (own + skew);
  C[4] = scale * 0.0625 * (h0 - 10 * h2 + 9 * h4);
  C[5] = scale * 0.0625 * (own - skew);
}

// P += C p
static inline void add_product(const Vec C[6], const Shape *p, Vec3 P[3]) {
  Vec3 d = p->d, i = p->i, j = p->j;
  P[0] = plus(P[0], plus(sum(C[0], d, C[1], i), times(C[2], j)));
  P[1] = plus(P[1], plus(sum(C[1], d, C[3], i), times(C[4], j)));
  P[2] = plus(P[2], plus(sum(C[2], d, C[4], i), times(C[5], j)));
}

static inline void scatter(const int *dof, Vec f, double *to) {
  for (int k = 0; k < LANES; k++) to[dof[k]] += f[k];
}

static inline void add_node_vector(const CatCableLanes *s, int first, Vec3 f, bool turned,
                                   double *to) {
  if (turned) {
    Vec c = load(s->cosine), t = load(s->sine), x = f.x, y = f.y;
    f.x = c * x + t * y;
    f.y = c * y - t * x;
  }
  scatter(s->dof[first], f.x, to);
  scatter(s->dof[first + 1], f.y, to);
  scatter(s->dof[first + 2], f.z, to);
}

// M x of the consistent mass: rows of the beam's cubic shape functions.
static inline void add_inertia(const CatCableLanes *s, const Vec3 x[4], Vec3 f[4]) {
  Vec m = load(s->mass), l = load(s->l), ml = m * l, mll = ml * l;
  f[0] = plus(f[0], plus(sum(156 * m, x[0], 22 * ml, x[1]), sum(54 * m, x[2], -13 * ml, x[3])));
  f[1] = plus(f[1], plus(sum(22 * ml, x[0], 4 * mll, x[1]), sum(13 * ml, x[2], -3 * mll, x[3])));
  f[2] = plus(f[2], plus(sum(54 * m, x[0], 13 * ml, x[1]), sum(156 * m, x[2], -22 * ml, x[3])));
  f[3] = plus(f[3], plus(sum(-13 * ml, x[0], -3 * mll, x[1]), sum(-22 * ml, x[2], 4 * mll, x[3])));
}

// Elastic and stiffness-damping part as P = dU/dp of the change, in the cable's frame. With half of
// a step's change the strain is the mean of its two ends: (Q(a) + Q(b))/2 = Q(mean) + Q(half).
static inline void elastic(const CatCableLanes *s, bool nonlinear, const double *u, const double *v,
                           const double *half, Vec3 P[3]) {
  Vec beta = load(s->beta), EAl = load(s->EAl);
  Shape rest = shape_at_rest(s), du = shape_of(s, u), dv = shape_of(s, v);
  Shape damped = {.d = plus(du.d, times(beta, dv.d)),
                  .i = plus(du.i, times(beta, dv.i)),
                  .j = plus(du.j, times(beta, dv.j))};
  Vec e[5], ev[5], both[5], C[6], C0[6];
  linear_strain(&rest, &du, e);
  linear_strain(&rest, &dv, ev);
  if (nonlinear) add_quadratic_strain(&du, e);
  if (nonlinear && half) {
    Shape dh = shape_of(s, half);
    add_quadratic_strain(&dh, e);
  }
  for (int k = 0; k < 5; k++) both[k] = e[k] + beta * ev[k];
  for (int k = 0; k < 6; k++) C0[k] = load(s->C0[k]);
  moments(both, EAl, C);
  add_product(C0, &damped, P);
  add_product(C, &rest, P);
  if (!nonlinear) return;
  moments(e, EAl, C);
  add_product(C, &du, P);
}

static inline Vec3 mass_vector(const CatCableLanes *s, int first, const double *v,
                               const double *a) {
  bool turned = first >= 6;
  Vec3 x = node_vector(s, first, a, turned), y = node_vector(s, first, v, turned);
  Vec3 out = plus(x, times(load(s->alpha), y));
  out.x = load(s->inertia_along) * x.x + load(s->alpha_along) * y.x;
  return out;
}

static void cable_forces(const CatCableLanes *lanes, int n, bool nonlinear,
                         const double *const motion[3], const double *half, double *f) {
  const double *u = motion[0], *v = motion[1], *a = motion[2];
  for (int b = 0; b < n; b++) {
    const CatCableLanes *s = &lanes[b];
    Vec3 P[3] = {0}, x[4];
    elastic(s, nonlinear, u, v, half, P);
    Vec per_l = load(s->per_l);
    Vec3 out[4] = {times(-per_l, P[0]), P[1], times(per_l, P[0]), P[2]};  // d carries both ends
    for (int k = 0; k < 4; k++) x[k] = mass_vector(s, 3 * k, v, a);
    add_inertia(s, x, out);
    for (int k = 0; k < 4; k++) add_node_vector(s, 3 * k, out[k], k >= 2, f);
  }
}
