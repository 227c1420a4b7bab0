// What the loops over lanes are made of, for vectors of CAT_VECTOR bytes with numbers of the type
// CAT_REAL: included by lanes_kernel_body.h and lanes_quasi_body.h, once in each file that sets
// these. Fused multiply-add is allowed in these files and nowhere else: it halves the work and
// rounds less; results differ between processors in the last digits only.
#include <string.h>

#include "lanes_border.h"
#include "lanes_group.h"
#include "lanes_readings.h"

typedef CAT_REAL Real;
typedef Real Vec __attribute__((vector_size(CAT_VECTOR), may_alias));
enum { LANES = CAT_VECTOR / sizeof(Real), WIDEST = 2 };
enum { COLUMNS = LANES < 4 ? 4 : LANES };  // a contact acts on four coordinates
#define INLINE static inline __attribute__((always_inline))
#define ALONE static __attribute__((noinline))

typedef struct Kind {
  int nv;       // vectors side by side
  bool shared;  // coefficients are the same in all lanes
  int stride;   // from one of them to the next, if so
} Kind;

INLINE int step_of(Kind k) {
  return k.shared ? k.stride : k.nv * LANES;
}

INLINE Vec coefficient(const Real *c, int i, int v, Kind k) {
  if (k.shared) return c[i * k.stride] - (Vec){0};
  return ((const Vec *)c)[i * k.nv + v];
}

INLINE const Real *coefs(const Real *c, int i, Kind k) {
  return c + (size_t)i * (size_t)step_of(k);
}

INLINE Vec *place(Real *x, int i, Kind k) {
  return (Vec *)x + (size_t)i * (size_t)k.nv;
}

// y += A x, n x n: rows one after the other, x stays in registers
INLINE void push_block(int n, const Real *A, const Vec *x, Vec *y, Kind k) {
  Vec t[6 * WIDEST];
  for (int i = 0; i < n * k.nv; i++) t[i] = x[i];
  for (int r = 0; r < n; r++) {
    Vec sum[WIDEST];
    for (int v = 0; v < k.nv; v++) sum[v] = y[r * k.nv + v];
    for (int c = 0; c < n; c++) {
      // cppcheck-suppress uninitvar ; the n nv vectors that are read are written
      for (int v = 0; v < k.nv; v++) sum[v] += coefficient(A, n * r + c, v, k) * t[c * k.nv + v];
    }
    for (int v = 0; v < k.nv; v++) y[r * k.nv + v] = sum[v];
  }
}

// y += A'x: columns one after the other, y stays in registers
INLINE void pull_block(int n, const Real *A, const Vec *x, Vec *y, Kind k) {
  for (int c = 0; c < n; c++) {
    for (int r = 0; r < n; r++) {
      for (int v = 0; v < k.nv; v++) {
        y[r * k.nv + v] += coefficient(A, n * c + r, v, k) * x[c * k.nv + v];
      }
    }
  }
}

INLINE void copy(const Vec *from, Vec *to, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}

//------------------------------------------------------------------------------- border

// Values of separators to the ghosts of a group, and back as a sum.
static void ghosts_set(const CatLaneGroup *g, const double *border, void *out) {
  Real *to = out;
  for (int i = 0; i < g->nghost * g->width; i++) {
    to[i] = (Real)(g->ghost_sign[i] * border[g->ghost[i]]);
  }
}

static void ghosts_add(const CatLaneGroup *g, const void *x, double *border) {
  const Real *from = x;
  for (int i = 0; i < g->nghost * g->width; i++) {
    border[g->ghost[i]] += g->ghost_sign[i] * (double)from[i];
  }
}

// The border's own vectors: they need not lie on their own boundary, and are double always.
typedef double Loose __attribute__((vector_size(CAT_VECTOR), aligned(8), may_alias));
enum { LOOSE = CAT_VECTOR / sizeof(double) };

// x = A r
static void multiply(const CatLaneRows *a, const double *r, double *x) {
  memset(x, 0, (size_t)a->n * sizeof *x);
  for (int i = 0; i < a->n; i++) {  // the matrix is symmetric: a row is a column
    const double *column = a->entry + a->start[i], f = r[i];
    double *part = x + a->from[i];
    int n = a->start[i + 1] - a->start[i], k = 0;
    for (; k + LOOSE <= n; k += LOOSE) *(Loose *)(part + k) += *(const Loose *)(column + k) * f;
    for (; k < n; k++) part[k] += column[k] * f;
  }
}

//------------------------------------------------------------------------------- readings

// b'(x + k u) of all rows; x: the line's solution and its last three displacements
static void read_rows(const CatReadings *s, const double *k, void *const x[4], double *e) {
  const Real k0 = (Real)k[0], k1 = (Real)k[1], k2 = (Real)k[2];
  const Real *now = x[0], *last = x[1], *before = x[2], *first = x[3];
  for (int i = 0; i < s->nrow; i++) {
    const CatLaneRow *row = &s->row[i];
    for (int l = 0; l < row->width; l += LANES) {
      Vec sum = {0};
      for (int j = 0; j < row->n; j++) {
        int at = row->at[j] + l;
        const Vec *u0 = (const Vec *)(last + at), *u1 = (const Vec *)(before + at);
        const Vec *u2 = (const Vec *)(first + at), *u = (const Vec *)(now + at);
        const Vec *b = (const Vec *)((const Real *)row->b + j * row->width + l);
        sum += *b * (*u + k0 * *u0 + k1 * *u1 + k2 * *u2);
      }
      for (int q = 0; q < LANES; q++) {
        if (row->port[l + q] >= 0) e[row->port[l + q]] = (double)sum[q];
      }
    }
  }
}

//------------------------------------------------------------------------------- kinds of groups

// Functions for each kind of group, with the kind as a constant, and the table that holds them.
#define EACH_KIND(define)                                                                          \
  define(single_own, 1, false) define(single_shared, 1, true) define(double_own, 2, false)         \
      define(double_shared, 2, true)

INLINE int kind_of(const CatLaneGroup *g) {
  return (g->width > LANES ? 2 : 0) + (g->shared ? 1 : 0);
}
