// Compiled several times: WIDTH is that of a vector in bytes, KERNELS the name of the result.
#include "kernels.h"

#include <string.h>

typedef double Vec __attribute__((vector_size(WIDTH)));
enum { LANES = WIDTH / 8 };

static void stream(double *x, size_t n, const double ab[2]) {
  double a = ab[0], b = ab[1];
  for (size_t i = 0; i < n; i++) x[i] = a * x[i] + b;
}

static Vec at(const double *x) {
  Vec v;
  memcpy(&v, x, sizeof v);
  return v;
}

static double sum(const Vec *part, int n) {
  Vec all = part[0];
  double s = 0;
  for (int i = 1; i < n; i++) all += part[i];
  for (int i = 0; i < LANES; i++) s += all[i];
  return s;
}

// k'q + c'v. Several sums side by side: one would wait for each addition.
static double products(const Modal *m, const double *k, const double *c) {
  Vec part[4] = {0};
  for (size_t i = 0; i < m->n; i += 2 * LANES) {
    part[0] += at(k + i) * at(m->qi + i);
    part[1] += at(c + i) * at(m->vi + i);
    part[2] += at(k + i + LANES) * at(m->qi + i + LANES);
    part[3] += at(c + i + LANES) * at(m->vi + i + LANES);
  }
  return sum(part, 4);
}

static double product(const Modal *m, const double *row) {
  Vec part[4] = {0};
  for (size_t i = 0; i < m->n; i += 4 * LANES) {
    for (int k = 0; k < 4; k++) {
      size_t j = i + (size_t)(k * LANES);
      part[k] += at(row + j) * at(m->qi + j);
    }
  }
  return sum(part, 4);
}

// Newmark's trapezoidal rule at 1 ms: b0 to b5 of the paper.
static const double H = 1e-3, B0 = 4e6, B1 = 2e3, B2 = 4e3, B3 = 1, B4 = 1, B5 = 0;

// Eq. (42): every mode on its own, without contact and slack droppers.
static void predict(Modal *m) {
  const double *restrict q = m->q, *restrict v = m->v, *restrict a = m->a;
  double *restrict qi = m->qi, *restrict vi = m->vi;
  const double *restrict damp = m->damp, *restrict inv = m->inv;
  for (size_t i = 0; i < m->n; i++) {
    double load = B0 * q[i] + B2 * v[i] + B3 * a[i] + damp[i] * (B1 * q[i] + B4 * v[i] + B5 * a[i]);
    qi[i] = load * inv[i];
    vi[i] = B1 * (qi[i] - q[i]) - B4 * v[i] - B5 * a[i];
  }
}

// Eq. (29) with the contact force.
static void update(Modal *m, const double *restrict reach) {
  double *restrict q = m->q, *restrict v = m->v, *restrict a = m->a;
  const double *restrict qi = m->qi, *restrict vi = m->vi;
  double f = m->force, fv = f * B1;
  for (size_t i = 0; i < m->n; i++) {
    double q1 = qi[i] + f * reach[i], v1 = vi[i] + fv * reach[i];
    a[i] = (v1 - v[i]) * (2 / H) - a[i];
    q[i] = q1;
    v[i] = v1;
  }
}

// No dropper is taken as slack: the cheapest step that the method has, eqs. (43) and (44) with one
// unknown. Their tensions are needed all the same, to know that.
static void modal(Modal *m, long step) {
  size_t row = (size_t)(step % MODAL_ROWS) * m->n;
  predict(m);
  double height = product(m, m->contact + row);
  m->force = (150 - 5e4 * height) / 2;
  m->slack = 0;
  for (int j = 0; j < m->droppers; j++) {
    size_t at_j = (size_t)j * m->n;
    m->tension[j] = 50 + products(m, m->k + at_j, m->c + at_j);
    m->slack += m->tension[j] < 0;
  }
  update(m, m->reach + row);
}

static const Kernels kernels = {NAME, stream, modal};

const Kernels *KERNELS(void) {
  return &kernels;
}
