// The Danish line by the equations of its source to the letter, as an oracle: C. N. Jensen, thesis,
// (4.41) and (4.42) in the elements (4.44)-(4.52), cubic v and linear u; central differences with
// dt = h/6500; force spread by (4.53). It shares nothing with the program: no elements, no shape
// finding, no contact problem.
//
//   danish_equations [KEY=NUMBER ...]    prints mean and standard deviation of the contact force
//
// What hangs in balance at t = 0 is taken off all forces: F(q) - F(q0). The height of each wire at
// rest is that of a beam under the tension there. Ends with 2 if a key is unknown.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  SPANS = 20,
  DROPPERS = 5,
  POINTS = 5,
  FINEST = 4,
  MODES = 16,
  MOST = 60 * SPANS * FINEST + 1
};

// Values of the run: printed ones first, then those that are not printed.
typedef struct Options {
  double speed, presag, h, hd, seen;  // [km/h] [cm] [m] [elements]: of force, of height
  double axial, inertia, bending;     // EA and u, u alone, EI: 1 or 0
  double arm_mass, arm_stiffness;     // [kg] [N/m]
  double to, force;                   // end [m]; a constant force in place of the pantograph [N]
  double eta1, eta2;                  // (4.41) [N s/m2]
  double strips, contact, dropper;    // distance [m], stiffness [N/m], EA [N]
  double base, aero_head;             // zero of the frame's spring [m]; aero on the head: 1 or 0
  double at_rest;                     // 1: P0 is the tension at rest; 0: of the straight wire
  double steps;                       // of a second, times h: 6500
  double modes;                       // along: -1 (4.41), n: quasi-static and n modes, (4.33)
  double series;                      // prints the force, too: every so many steps; 0: not
  double settle;                      // time to come to rest on each other before it [s]
  double spans;                       // of the section: 20
} Options;

typedef struct Wire {
  double P0, EA, EI, mu, strain;  // strain: of the rest, taken off
  double *v, *s, *u;              // displacement, slope, along the track (n + 1)
  double *v1, *s1, *u1;           // a step before
  double *fv, *fs, *fu, *f0v, *f0s, *f0u, *rest;
  double *M, *Mu;  // factors of masses: (v, s), band of 4; u, band of 2
  double *cosine;  // of each mode at the points of the elements
  double a[MODES], a1[MODES], s0[MODES + 1], g[MODES + 1];  // of modes, and C in front: see below
} Wire;

typedef struct Line {
  Options o;
  int n;  // elements
  double dt;
  Wire w[2];  // contact wire, catenary wire
  int ndrop, nsup, drop[SPANS * DROPPERS], sup[SPANS];
  double F0[SPANS * DROPPERS], k[SPANS * DROPPERS], length[SPANS * DROPPERS];
  double z[7], z1[7];  // strips, halves of the head, middle, frame
} Line;

static const double gravity = 9.81, arm_lift = 14.6 - 7.6, support = 280000;
static const double gauss[POINTS] = {0.04691007703066802, 0.23076534494715845, 0.5,
                                     0.76923465505284155, 0.95308992296933198};
static const double weight[POINTS] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                                      0.23931433524968324, 0.11846344252809454};

static double *numbers(int n) {
  double *p = calloc((size_t)n, sizeof *p);
  if (!p) exit(5);
  return p;
}

//------------------------------------------------------------------------------- bands

// Cholesky's factor of a symmetric band, lower, a[i * (kd + 1) + d] for (i, i - d); its diagonal
// inverted.
static void factor(double *a, int n, int kd) {
  for (int i = 0; i < n; i++) {
    for (int d = kd < i ? kd : i; d >= 0; d--) {
      double sum = a[i * (kd + 1) + d];
      for (int m = d + 1; m <= kd && m <= i; m++) {
        sum -= a[i * (kd + 1) + m] * a[(i - d) * (kd + 1) + m - d];
      }
      a[i * (kd + 1) + d] = d ? sum * a[(i - d) * (kd + 1)] : 1 / sqrt(sum);
    }
  }
}

static void solve(const double *a, int n, int kd, double *x) {
  for (int i = 0; i < n; i++) {
    for (int d = 1; d <= kd && d <= i; d++) x[i] -= a[i * (kd + 1) + d] * x[i - d];
    x[i] *= a[i * (kd + 1)];
  }
  for (int i = n - 1; i >= 0; i--) {
    x[i] *= a[i * (kd + 1)];
    for (int d = 1; d <= kd && d <= i; d++) x[i - d] -= a[i * (kd + 1) + d] * x[i];
  }
}

static void hold(double *a, int n, int kd, int i) {  // x[i] = 0 if its load is 0
  for (int d = 1; d <= kd; d++) {
    if (d <= i) a[i * (kd + 1) + d] = 0;
    if (i + d < n) a[(i + d) * (kd + 1) + d] = 0;
  }
  a[i * (kd + 1)] = 1;
}

//------------------------------------------------------------------------------- elements

static void hermite(double t, double h, double p[3][4]) {  // values, first and second derivatives
  p[0][0] = 1 - 3 * t * t + 2 * t * t * t, p[0][1] = h * (t - 2 * t * t + t * t * t);
  p[0][2] = 3 * t * t - 2 * t * t * t, p[0][3] = h * (t * t * t - t * t);
  p[1][0] = (6 * t * t - 6 * t) / h, p[1][1] = 1 - 4 * t + 3 * t * t;
  p[1][2] = -p[1][0], p[1][3] = 3 * t * t - 2 * t;
  p[2][0] = (12 * t - 6) / h / h, p[2][1] = (6 * t - 4) / h;
  p[2][2] = -p[2][0], p[2][3] = (6 * t - 2) / h;
}

// a += sum over elements of c[k] times the integral of products of k-th derivatives.
static void add_matrices(const Line *l, const double c[3], double *a) {
  for (int e = 0; e < l->n; e++) {
    for (int g = 0; g < POINTS; g++) {
      double p[3][4];
      hermite(gauss[g], l->o.h, p);
      for (int i = 0; i < 4; i++) {
        for (int j = 0; j <= i; j++) {
          for (int k = 0; k < 3; k++) {
            a[(2 * e + i) * 4 + i - j] += c[k] * weight[g] * l->o.h * p[k][i] * p[k][j];
          }
        }
      }
    }
  }
}

// Strain of a wire with modes in place of u: g0 + sum of gk cos(k pi x/L), of which g0 is (4.30)
// and gk = k pi/L ak + sk with v_x^2/2 = C + sum of sk cos(k pi x/L), less their values at rest.
static void find_waves(const Line *l, Wire *w, double *s) {
  int modes = (int)l->o.modes;
  memset(s, 0, (size_t)(modes + 1) * sizeof *s);
  for (int g = 0; g < POINTS; g++) {
    double p[3][4];
    hermite(gauss[g], l->o.h, p);
    for (int e = 0; e < l->n; e++) {
      double vx =
          p[1][0] * w->v[e] + p[1][1] * w->s[e] + p[1][2] * w->v[e + 1] + p[1][3] * w->s[e + 1];
      double part = weight[g] * vx * vx / 2 / l->n;
      const double *cosine = w->cosine + (size_t)(e * POINTS + g) * MODES;
      s[0] += part;
      for (int k = 1; k <= modes; k++) s[k] += 2 * part * cosine[k - 1];
    }
  }
}

static double wave_number(const Line *l, int k) {
  return k * acos(-1) / (l->n * l->o.h);
}

static void find_strain(const Line *l, Wire *w) {
  double s[MODES + 1];
  if (l->o.modes < 0) return;
  find_waves(l, w, s);
  for (int k = 0; k <= (int)l->o.modes; k++) {
    w->g[k] = s[k] - w->s0[k] + (k ? wave_number(l, k) * w->a[k - 1] : 0);
  }
}

static double wave_strain(const Line *l, const Wire *w, int e, int g) {
  const double *cosine = w->cosine + (size_t)(e * POINTS + g) * MODES;
  double sum = w->g[0];
  for (int k = 1; k <= (int)l->o.modes; k++) sum += w->g[k] * cosine[k - 1];
  return sum;
}

static void waves_new(const Line *l, Wire *w) {
  w->cosine = numbers(l->n * POINTS * MODES);
  for (int i = 0; i < l->n * POINTS; i++) {
    int e = i / POINTS;
    double x = (e + gauss[i % POINTS]) * l->o.h;
    for (int k = 1; k <= MODES; k++) {
      w->cosine[i * MODES + k - 1] = cos(wave_number(l, k) * x);
    }
  }
  if (l->o.modes >= 0) find_waves(l, w, w->s0);
}

// Elastic forces of a wire: minus the derivative of (4.5), exactly integrated.
static void elastic(const Line *l, Wire *w) {
  int n = l->n;
  double h = l->o.h, EA = l->o.axial != 0 ? w->EA : 0, EI = l->o.bending != 0 ? w->EI : 0;
  memset(w->fv, 0, (size_t)(n + 1) * sizeof *w->fv);
  memset(w->fs, 0, (size_t)(n + 1) * sizeof *w->fs);
  memset(w->fu, 0, (size_t)(n + 1) * sizeof *w->fu);
  find_strain(l, w);
  for (int g = 0; g < POINTS; g++) {
    double p[3][4];
    hermite(gauss[g], h, p);
    double c = weight[g] * h;
    for (int e = 0; e < n; e++) {
      double v0 = w->v[e], v1 = w->v[e + 1], s0 = w->s[e], s1 = w->s[e + 1];
      double vx = p[1][0] * v0 + p[1][1] * s0 + p[1][2] * v1 + p[1][3] * s1;
      double vxx = p[2][0] * v0 + p[2][1] * s0 + p[2][2] * v1 + p[2][3] * s1;
      double strain = l->o.modes >= 0 ? wave_strain(l, w, e, g)
                                      : (w->u[e + 1] - w->u[e]) / h + vx * vx / 2 - w->strain;
      double N = c * (w->P0 + EA * strain);
      double T = N * vx, B = c * EI * vxx;
      w->fv[e] -= p[1][0] * T + p[2][0] * B;
      w->fs[e] -= p[1][1] * T + p[2][1] * B;
      w->fv[e + 1] -= p[1][2] * T + p[2][2] * B;
      w->fs[e + 1] -= p[1][3] * T + p[2][3] * B;
      w->fu[e] += N / h;
      w->fu[e + 1] -= N / h;
    }
  }
}

//------------------------------------------------------------------------------- rest

// Heights of a wire under the tension N, held at some nodes; forces that hold it there.
static void hang(const Line *l, Wire *w, double N, double *load, int nheld, const int *held,
                 const double *height, double *reaction) {
  enum { STIFF = 100000000 };
  int n = 2 * (l->n + 1);
  double *a = numbers(4 * n), *x = numbers(n);
  add_matrices(l, (double[]){0, N, l->o.bending != 0 ? w->EI : 0}, a);
  for (int e = 0; e < l->n; e++) {
    for (int g = 0; g < POINTS; g++) {
      double p[3][4];
      hermite(gauss[g], l->o.h, p);
      for (int i = 0; i < 4; i++) {
        x[2 * e + i] -= weight[g] * l->o.h * p[0][i] * w->mu * gravity;
      }
    }
  }
  for (int i = 0; i <= l->n; i++) x[2 * i] += load[i];
  for (int i = 0; i < nheld; i++) {
    a[4 * 2 * held[i]] += STIFF, x[2 * held[i]] += STIFF * height[i];
  }
  factor(a, n, 3);
  solve(a, n, 3, x);
  for (int i = 0; i < nheld; i++) reaction[i] = STIFF * (height[i] - x[2 * held[i]]);
  for (int i = 0; i <= l->n; i++) w->v[i] = x[2 * i], w->s[i] = x[2 * i + 1];
  free(a), free(x);
}

// Mean of v_x^2/2 over an element, or over the wire.
static double stretch(const Line *l, const Wire *w, int from, int to) {
  double sum = 0;
  for (int e = from; e < to; e++) {
    for (int g = 0; g < POINTS; g++) {
      double p[3][4];
      hermite(gauss[g], l->o.h, p);
      double vx =
          p[1][0] * w->v[e] + p[1][1] * w->s[e] + p[1][2] * w->v[e + 1] + p[1][3] * w->s[e + 1];
      sum += weight[g] * vx * vx / 2;
    }
  }
  return sum / (to - from);
}

// (4.30): the tension is the same all along.
static void settle(const Line *l, Wire *w, double *load, int nheld, const int *held,
                   const double *height, double *reaction) {
  double C = 0;
  for (int k = 0; k < 30; k++) {
    double N = w->P0 + (l->o.at_rest != 0 || l->o.axial == 0 ? 0 : w->EA * C);
    hang(l, w, N, load, nheld, held, height, reaction);
    C = stretch(l, w, 0, l->n);
  }
  w->strain = l->o.at_rest != 0 ? C : 0;
  if (l->o.inertia != 0) {
    for (int e = 0; e < l->n; e++) {
      w->u[e + 1] = w->u[e] + l->o.h * (C - stretch(l, w, e, e + 1));
    }
  }
}

static void find_rest(Line *l) {
  Wire *c = &l->w[0], *m = &l->w[1];
  double *load = numbers(l->n + 1), height[SPANS * DROPPERS + 2], reaction[SPANS * DROPPERS + 2];
  int held[SPANS * DROPPERS + 2];
  for (int i = 0; i < l->ndrop; i++) {
    double t = (fmod(l->drop[i] * l->o.h, 60) - 30) / 24;  // presag from first to last dropper
    held[i] = l->drop[i], height[i] = -l->o.presag / 100 * (1 - t * t);
  }
  for (int k = 0; k < 2; k++) held[l->ndrop + k] = k * l->n, height[l->ndrop + k] = 0;
  for (int i = 0; i < l->nsup; i++) load[l->sup[i]] = arm_lift;
  settle(l, c, load, l->ndrop + 2, held, height, reaction);
  memset(load, 0, (size_t)(l->n + 1) * sizeof *load);
  for (int i = 0; i < l->ndrop; i++) load[l->drop[i]] = -(l->F0[i] = reaction[i]);
  for (int i = 0; i < l->nsup; i++) held[i] = l->sup[i], height[i] = 1;
  for (int k = 0; k < 2; k++) held[l->nsup + k] = k * l->n, height[l->nsup + k] = 1;
  settle(l, m, load, l->nsup + 2, held, height, reaction);
  for (int i = 0; i < l->ndrop; i++) {
    l->length[i] = m->v[l->drop[i]] - c->v[l->drop[i]];
    l->k[i] = l->o.dropper / l->length[i];
  }
  free(load);
}

//------------------------------------------------------------------------------- set-up

static void wire_new(const Line *l, Wire *w) {
  double **all[] = {&w->v,  &w->s,  &w->u,   &w->v1,  &w->s1,  &w->u1,  &w->fv,
                    &w->fs, &w->fu, &w->f0v, &w->f0s, &w->f0u, &w->rest};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) *all[i] = numbers(l->n + 1);
  w->M = numbers(4 * 2 * (l->n + 1)), w->Mu = numbers(2 * (l->n + 1));
}

static void find_masses(const Line *l, Wire *w, double arm) {
  int n = 2 * (l->n + 1);
  add_matrices(l, (double[]){w->mu, 0, 0}, w->M);
  for (int i = 0; i < l->nsup; i++) w->M[4 * 2 * l->sup[i]] += arm;
  hold(w->M, n, 3, 0), hold(w->M, n, 3, n - 2);
  factor(w->M, n, 3);
  for (int e = 0; e < l->n; e++) {
    double m = w->mu * l->o.h / 6;
    w->Mu[2 * e] += 2 * m, w->Mu[2 * (e + 1)] += 2 * m, w->Mu[2 * (e + 1) + 1] += m;
  }
  hold(w->Mu, l->n + 1, 1, 0), hold(w->Mu, l->n + 1, 1, l->n);
  factor(w->Mu, l->n + 1, 1);
}

static void line_new(Line *l) {
  double h = l->o.h;
  l->n = (int)lround(60 * l->o.spans / h), l->dt = h / l->o.steps;
  l->w[0] = (Wire){.P0 = 12000, .EA = 1.24e7, .EI = 98.6, .mu = 0.91};
  l->w[1] = (Wire){.P0 = 12000, .EA = 0.5e7, .EI = 50, .mu = 0.50};
  for (int i = 0; i < (int)l->o.spans; i++) {
    for (int k = 0; k < DROPPERS; k++) {
      l->drop[l->ndrop++] = (int)lround((60 * i + 6 + 12 * k) / h);
    }
    if (i) l->sup[l->nsup++] = (int)lround(60 * i / h);
  }
  for (int i = 0; i < 2; i++) wire_new(l, &l->w[i]);
  find_rest(l);
  for (int i = 0; i < 2; i++) {
    Wire *w = &l->w[i];
    size_t bytes = (size_t)(l->n + 1) * sizeof(double);
    find_masses(l, w, i ? 0 : l->o.arm_mass);
    waves_new(l, w);
    elastic(l, w);
    memcpy(w->f0v, w->fv, bytes), memcpy(w->f0s, w->fs, bytes), memcpy(w->f0u, w->fu, bytes);
    memcpy(w->rest, w->v, bytes);
    memcpy(w->v1, w->v, bytes), memcpy(w->s1, w->s, bytes), memcpy(w->u1, w->u, bytes);
  }
}

//------------------------------------------------------------------------------- contact

// Wire's height about x, weighted by (4.53), or a force on it there.
static double about(Line *l, double x, double hd, double force) {
  enum { PIECES = 8 };
  Wire *w = &l->w[0];
  double d = hd * l->o.h, height = 0, all = 0;
  int points = d > 0 ? PIECES * POINTS : 1;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < points; i++) {
      double y = d > 0 ? d * ((i / POINTS + gauss[i % POINTS]) / PIECES - 0.5) : 0;
      double t = d > 0 ? 2 * fabs(y) / d : 0, at = (x + y) / l->o.h;
      double part = d > 0 ? weight[i % POINTS] / PIECES * 2 * (1 - 3 * t * t + 2 * t * t * t) : 1;
      int e = (int)floor(at);
      if (e < 0 || e >= l->n) continue;
      if (!pass) {
        all += part;
        continue;
      }
      double p[3][4];
      hermite(at - e, l->o.h, p);
      part /= all;
      height += part * (p[0][0] * w->v[e] + p[0][1] * w->s[e] + p[0][2] * w->v[e + 1] +
                        p[0][3] * w->s[e + 1]);
      w->fv[e] += part * force * p[0][0], w->fs[e] += part * force * p[0][1];
      w->fv[e + 1] += part * force * p[0][2], w->fs[e + 1] += part * force * p[0][3];
    }
  }
  return height;
}

// DSA 350 S after Milan, its head in halves with strips on them: figure 4.34, table 4.1.
static const double mass[6] = {0.2, 0.2, 3, 3, 9, 5};
static const int below[6] = {2, 3, 4, 4, 5, 6};
static const double spring[6] = {50000, 50000, 2250, 2250, 7000, 500};
static const double damper[6] = {0, 0, 10, 10, 7, 70};

static void move_pantograph(Line *l, const double contact[2], double aero) {
  double f[6] = {-contact[0], -contact[1]};
  f[5] += 80 + (l->o.aero_head != 0 ? 0 : aero);
  for (int i = 2; i < 4; i++) f[i] += l->o.aero_head != 0 ? aero / 2 : 0;
  for (int i = 0; i < 6; i++) {
    double d = l->z[i] - l->z[below[i]], d1 = l->z1[i] - l->z1[below[i]];
    double F = spring[i] * d + damper[i] * (d - d1) / l->dt;
    f[i] -= F;
    if (below[i] < 6) f[below[i]] += F;
  }
  for (int i = 0; i < 6; i++) {
    double next = 2 * l->z[i] - l->z1[i] + l->dt * l->dt * f[i] / mass[i];
    l->z1[i] = l->z[i], l->z[i] = next;
  }
}

// Comes to rest on a wire that does not move.
static void stand(Line *l, double aero) {
  double place[2] = {about(l, 0, 0, 0), about(l, l->o.strips, 0, 0)};
  for (int i = 0; i < 7; i++) l->z[i] = l->z1[i] = l->o.base;
  for (int k = 0; k < 200000; k++) {
    double contact[2];
    for (int i = 0; i < 2; i++) contact[i] = fmax(0, l->o.contact * (l->z[i] - place[i]));
    move_pantograph(l, contact, aero);
    for (int i = 0; i < 6; i++) l->z1[i] = l->z[i] - 0.997 * (l->z[i] - l->z1[i]);
  }
  memcpy(l->z1, l->z, sizeof l->z1);
}

//------------------------------------------------------------------------------- steps

static void pull(Line *l) {  // droppers, supports, arms
  Wire *c = &l->w[0], *m = &l->w[1];
  for (int i = 0; i < l->ndrop; i++) {
    int at = l->drop[i];
    double F = l->F0[i] + l->k[i] * (m->v[at] - c->v[at] - l->length[i]);
    double change = fmax(F, 0) - l->F0[i];
    c->fv[at] += change, m->fv[at] -= change;
  }
  for (int i = 0; i < l->nsup; i++) {
    int at = l->sup[i];
    m->fv[at] -= support * (m->v[at] - m->rest[at]);
    c->fv[at] -= l->o.arm_stiffness * (c->v[at] - c->rest[at]);
  }
}

static void advance(double *now, double *before, double a, double eta, double dt) {
  double next = 2 * *now - *before + dt * (dt * a - eta * (*now - *before));
  *before = *now, *now = next;
}

static void move_wire(const Line *l, Wire *w, double *x) {
  int n = l->n + 1;
  for (int i = 0; i < n; i++) x[2 * i] = w->fv[i], x[2 * i + 1] = w->fs[i];
  x[0] = x[2 * n - 2] = 0;
  solve(w->M, 2 * n, 3, x);
  for (int i = 0; i < n; i++) {
    advance(&w->v[i], &w->v1[i], x[2 * i], l->o.eta1 / w->mu, l->dt);
    advance(&w->s[i], &w->s1[i], x[2 * i + 1], l->o.eta1 / w->mu, l->dt);
  }
  for (int k = 1; k <= (int)l->o.modes; k++) {
    double a = -w->EA / w->mu * wave_number(l, k) * w->g[k];
    advance(&w->a[k - 1], &w->a1[k - 1], a, l->o.eta2 / w->mu, l->dt);
  }
  if (l->o.axial == 0 || l->o.inertia == 0 || l->o.modes >= 0) return;
  memcpy(x, w->fu, (size_t)n * sizeof *x);
  x[0] = x[n - 1] = 0;
  solve(w->Mu, n, 1, x);
  for (int i = 0; i < n; i++) advance(&w->u[i], &w->u1[i], x[i], l->o.eta2 / w->mu, l->dt);
}

static double step(Line *l, double t, double *x) {
  double v = l->o.speed / 3.6, aero = 0.0066 * v * v, contact[2] = {0}, sum = l->o.force;
  for (int i = 0; i < 2; i++) {
    Wire *w = &l->w[i];
    elastic(l, w);
    for (int j = 0; j <= l->n; j++) {
      w->fv[j] -= w->f0v[j], w->fs[j] -= w->f0s[j], w->fu[j] -= w->f0u[j];
    }
  }
  pull(l);
  if (sum > 0) about(l, v * t, l->o.hd, sum);
  for (int i = 0; i < 2 && l->o.force == 0; i++) {
    double place = v * t + i * l->o.strips;
    contact[i] = fmax(0, l->o.contact * (l->z[i] - about(l, place, l->o.seen, 0)));
    about(l, place, l->o.hd, contact[i]);
    sum += contact[i];
  }
  for (int i = 0; i < 2; i++) move_wire(l, &l->w[i], x);
  if (l->o.force == 0) move_pantograph(l, contact, aero);
  return sum;
}

// What is left of a rate after a step in which it fades, as the displacement before it.
static void fade(int n, const double *now, double *before, double keep) {
  for (int i = 0; i < n; i++) before[i] = now[i] - keep * (now[i] - before[i]);
}

// Before the run wires and pantograph come to rest on each other: rates of the wires fade with
// 40 1/s, those of the pantograph with 8 1/s, which is as fast as their slow motions let them.
static void come_to_rest(Line *l, double *x) {
  double wires = 1 - 40 * l->dt, pantograph = 1 - 8 * l->dt;
  for (long i = 0; i < (long)(l->o.settle / l->dt); i++) {
    step(l, 0, x);
    for (int k = 0; k < 2; k++) {
      Wire *w = &l->w[k];
      fade(l->n + 1, w->v, w->v1, wires), fade(l->n + 1, w->s, w->s1, wires);
      fade(l->n + 1, w->u, w->u1, wires), fade(MODES, w->a, w->a1, wires);
    }
    fade(6, l->z, l->z1, pantograph);
  }
}

//------------------------------------------------------------------------------- main

typedef struct Key {
  const char *name;
  double *to;
} Key;

static int set(const Key *keys, size_t n, const char *text) {
  const char *equals = strchr(text, '=');
  for (size_t i = 0; equals && i < n; i++) {
    if (strlen(keys[i].name) != (size_t)(equals - text)) continue;
    if (strncmp(keys[i].name, text, strlen(keys[i].name)) != 0) continue;
    *keys[i].to = strtod(equals + 1, NULL);
    return 1;
  }
  fprintf(stderr, "danish_equations: %s is not understood\n", text);
  return 0;
}

static int read_options(Options *o, int n, char **text) {
  const Key keys[] = {{"speed", &o->speed},
                      {"presag", &o->presag},
                      {"h", &o->h},
                      {"hd", &o->hd},
                      {"seen", &o->seen},
                      {"axial", &o->axial},
                      {"inertia", &o->inertia},
                      {"bending", &o->bending},
                      {"arm_mass", &o->arm_mass},
                      {"arm_stiffness", &o->arm_stiffness},
                      {"to", &o->to},
                      {"force", &o->force},
                      {"eta1", &o->eta1},
                      {"eta2", &o->eta2},
                      {"strips", &o->strips},
                      {"contact", &o->contact},
                      {"dropper", &o->dropper},
                      {"base", &o->base},
                      {"aero_head", &o->aero_head},
                      {"at_rest", &o->at_rest},
                      {"steps", &o->steps},
                      {"modes", &o->modes},
                      {"series", &o->series},
                      {"settle", &o->settle},
                      {"spans", &o->spans}};
  for (int i = 0; i < n; i++) {
    if (!set(keys, sizeof keys / sizeof *keys, text[i])) return 0;
  }
  if (o->modes >= 0 && o->at_rest == 0) return 0;
  if (o->spans < 1 || o->spans > SPANS) return 0;
  return o->modes <= MODES && o->h * FINEST >= 1 && o->speed > 0 && o->to > 0 && o->steps > 0;
}

static void print_peak(const Line *l) {  // where the wire is lifted most
  const Wire *w = &l->w[0];
  int at = 0;
  for (int i = 0; i <= l->n; i++) {
    if (w->v[i] - w->rest[i] > w->v[at] - w->rest[at]) at = i;
  }
  printf("peak %.3f m at %.2f m\n", w->v[at] - w->rest[at], at * l->o.h);
}

int main(int argc, char **argv) {
  Line l = {.o = {.speed = 230,
                  .h = 1,
                  .hd = 2.5,
                  .axial = 1,
                  .inertia = 1,
                  .bending = 1,
                  .arm_mass = 0.51,
                  .arm_stiffness = 147,
                  .to = 600,
                  .eta1 = 0.0091,
                  .eta2 = 0.91,
                  .strips = 0.5,
                  .contact = 200000,
                  .dropper = 200000,
                  .base = 0.030,
                  .aero_head = 1,
                  .at_rest = 1,
                  .steps = 6500,
                  .modes = -1,
                  .spans = SPANS}};
  if (!read_options(&l.o, argc - 1, argv + 1)) return 2;
  line_new(&l);
  double v = l.o.speed / 3.6, sum = 0, squares = 0, most = 0;
  double *x = numbers(2 * (l.n + 1));
  long steps = (long)(l.o.to / v / l.dt);
  stand(&l, 0.0066 * v * v);
  come_to_rest(&l, x);
  clock_t begin = clock();
  for (long i = 0; i < steps; i++) {
    double F = step(&l, (double)i * l.dt, x);
    sum += F, squares += F * F, most = fmax(most, F);
    if (l.o.series > 0 && i % (long)l.o.series == 0) printf("%.6f %.4f\n", (double)i * l.dt, F);
  }
  double mean = sum / (double)steps;
  printf("mean %.3f N, standard deviation %.3f N, maximum %.1f N, %.1f s\n", mean,
         sqrt(fmax(0, squares / (double)steps - mean * mean)), most,
         (double)(clock() - begin) / CLOCKS_PER_SEC);
  if (l.o.force > 0) print_peak(&l);
  return isfinite(mean) ? 0 : 3;
}
