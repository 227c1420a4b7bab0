#include "space.h"

#include <math.h>
#include <string.h>

#include "element/hermite.h"
#include "linalg/dense.h"

static const double pi = 3.14159265358979323846;

// Unknown of node i, component c (value, slope, curvature); -1 for the values at the fixed ends.
static int unknown(const CatStringModel *m, int i, int c) {
  int raw = i * m->per_node + c, last = m->n * m->per_node;
  if (raw == 0 || raw == last) return -1;
  return raw - 1 - (raw > last);
}

// Shape functions of one element at s = 0 to 1, 2 per_node of them.
static void shapes(const CatStringModel *m, double s, int order, double *N) {
  if (m->per_node == 3) {
    cat_hermite_quintic(s, m->h, order, N);
  } else if (m->per_node == 2) {
    cat_hermite_cubic(s, m->h, order, N);
  } else {
    N[0] = order ? -1 / m->h : 1 - s;
    N[1] = order ? 1 / m->h : s;
  }
}

static void add(const CatStringModel *m, int element, const double *N, double w, CatBand *A) {
  int p = m->per_node;
  for (int a = 0; a < 2 * p; a++) {
    int i = unknown(m, element + a / p, a % p);
    for (int b = 0; b <= a; b++) {
      int j = unknown(m, element + b / p, b % p);
      if (i >= 0 && j >= 0) cat_band_add(A, i, j, w * N[a] * N[b]);
    }
  }
}

// Gauss's rule on both halves of an element: squares of quintics are of tenth degree.
static void assemble(CatStringModel *m) {
  const CatStringMassString *s = &m->spec->string;
  for (int e = 0; e < m->n; e++) {
    for (int g = 0; g < 2 * CAT_GAUSS; g++) {
      int half = g / CAT_GAUSS, point = g % CAT_GAUSS;
      double N[6], at = (half + cat_gauss_point[point]) / 2;
      double w = m->h * cat_gauss_weight[point] / 2;
      shapes(m, at, 0, N);
      add(m, e, N, w * s->mass_per_length, &m->M);
      shapes(m, at, 1, N);
      add(m, e, N, w * s->tension, &m->K);
    }
  }
}

static void lump(CatStringModel *m) {  // (w[i+1] - 2 w[i] + w[i-1])/h^2, times h
  const CatStringMassString *s = &m->spec->string;
  for (int i = 0; i < m->nq; i++) {
    cat_band_add(&m->M, i, i, s->mass_per_length * m->h);
    cat_band_add(&m->K, i, i, 2 * s->tension / m->h);
    if (i) cat_band_add(&m->K, i, i - 1, -s->tension / m->h);
  }
}

static void modes(CatStringModel *m) {
  const CatStringMassString *s = &m->spec->string;
  double L = m->spec->length;
  for (int i = 0; i < m->nq; i++) {
    double wave = (i + 1) * pi / L;
    cat_band_add(&m->M, i, i, s->mass_per_length * L / 2);
    cat_band_add(&m->K, i, i, s->tension * L / 2 * wave * wave);
  }
}

CatStatus cat_string_model(CatArena *arena, const CatStringMassSpec *spec, CatStringModel *out) {
  static const int per_node[] = {1, 1, 0, 1, 2, 3};
  int method = spec->space.method, p = per_node[method], unknowns = spec->space.unknowns;
  *out = (CatStringModel){.spec = spec, .per_node = p, .n = p ? unknowns / p : unknowns};
  out->h = spec->length / out->n;
  out->nq = p ? (out->n + 1) * p - 2 : unknowns;
  int kd = p ? 2 * p - 1 : 0;
  CAT_TRY(cat_band_new(arena, out->nq, kd, &out->M));
  CAT_TRY(cat_band_new(arena, out->nq, kd, &out->K));
  out->spline = CAT_ARENA(arena, 3 * (out->nq + 4), double);
  if (!out->spline) return CAT_ERR_MEMORY;
  if (method == CAT_STRING_MODES) {
    modes(out);
  } else if (method == CAT_STRING_DIFFERENCES || method == CAT_STRING_SPLINE) {
    lump(out);
  } else {
    assemble(out);
  }
  return CAT_OK;
}

// sin(j z) for all j by a rotation
static void sines(const CatStringModel *m, double x, double *row) {
  double z = pi * x / m->spec->length, c = cos(z), s = sin(z), re = 1, im = 0;
  for (int j = 0; j < m->nq; j++) {
    double next = re * c - im * s;
    im = re * s + im * c;
    re = next;
    row[j] = im;
  }
}

void cat_string_load(const CatStringModel *m, double x, double *row) {
  if (m->per_node == 0) {
    sines(m, x, row);
    return;
  }
  double N[6] = {0};
  int e = (int)fmin(floor(x / m->h), m->n - 1), p = m->per_node;
  memset(row, 0, (size_t)m->nq * sizeof(double));
  shapes(m, x / m->h - e, 0, N);
  for (int a = 0; a < 2 * p; a++) {
    int i = unknown(m, e + a / p, a % p);
    if (i >= 0) row[i] = N[a];
  }
}

// Natural cubic spline through the nodes: second derivatives k from k[i-1] + 4 k[i] + k[i+1] =
// 6/h^2 (...)
static double spline_at(const CatStringModel *m, double x, const double *q) {
  int n = m->nq;
  double *k = m->spline + 1, *c = k + n + 2;  // k[-1] = k[n] = 0: both ends
  k[-1] = k[n] = 0;
  for (int i = 0; i < n; i++) {
    double left = i ? q[i - 1] : 0, right = i + 1 < n ? q[i + 1] : 0;
    double r = 6 * (left - 2 * q[i] + right) / (m->h * m->h), pivot = i ? 4 - c[i - 1] : 4;
    c[i] = 1 / pivot;
    k[i] = (r - (i ? k[i - 1] : 0)) / pivot;
  }
  for (int i = n - 2; i >= 0; i--) k[i] -= c[i] * k[i + 1];
  int e = (int)fmin(floor(x / m->h), m->n - 1);
  double s = x / m->h - e, r = 1 - s, h2 = m->h * m->h / 6;
  double left = e > 0 ? q[e - 1] : 0, right = e < n ? q[e] : 0;
  return r * left + s * right + h2 * ((r * r * r - r) * k[e - 1] + (s * s * s - s) * k[e]);
}

double cat_string_at(const CatStringModel *m, double x, const double *q) {
  if (m->spec->space.method == CAT_STRING_SPLINE) return spline_at(m, x, q);
  if (m->per_node == 0) {
    sines(m, x, m->spline);
    return cat_dot(m->nq, m->spline, q);
  }
  double N[6] = {0}, v = 0;
  int e = (int)fmin(floor(x / m->h), m->n - 1), p = m->per_node;
  shapes(m, x / m->h - e, 0, N);
  for (int a = 0; a < 2 * p; a++) {
    int i = unknown(m, e + a / p, a % p);
    if (i >= 0) v += N[a] * q[i];
  }
  return v;
}
