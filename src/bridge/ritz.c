// The modes of a beam by Rayleigh-Ritz with sine functions (thesis, (3.2)):
//   (A - omega^2 B) a = 0,
//   A_ij = int EI s_i'' s_j'' dx + k sum_r s_i(x_r) s_j(x_r),   B_ij = int mu s_i s_j dx,
// s_i = sin(i pi x/L). Rigid piers are conditions sum_j a_j s_j(x_r) = 0: as many coefficients
// follow from the others.
#include <math.h>
#include <string.h>

#include "beam.h"
#include "linalg/blas.h"
#include "linalg/dense.h"

#define PI 3.14159265358979323846

typedef struct Ritz {
  const CatBeam *b;
  int N;          // functions
  int free;       // coefficients that nothing else determines
  double *A, *B;  // (N x N), symmetric
  double *T;      // all coefficients from the free ones, column major (N x free)
} Ritz;

// int_0^x sin(i c t) sin(j c t) dt
static double sine_product(int i, int j, double c, double x) {
  if (i == j) return x / 2 - sin(2 * i * c * x) / (4 * i * c);
  return (sin((i - j) * c * x) / (i - j) - sin((i + j) * c * x) / (i + j)) / (2 * c);
}

static void assemble(Ritz *r) {
  const CatDeckSpec *s = r->b->spec;
  double c = PI / s->length;
  for (int i = 1; i <= r->N; i++) {
    for (int j = 1; j <= i; j++) {
      double A = 0, B = 0, bend = pow(c, 4) * i * i * j * j;
      for (int p = 0; p < r->b->npiece; p++) {
        const CatPiece *piece = &r->b->piece[p];
        double part = sine_product(i, j, c, piece->to) - sine_product(i, j, c, piece->from);
        A += piece->EI * bend * part, B += piece->mu * part;
      }
      for (int k = 0; k < s->npier; k++) {
        A += s->pier_stiffness * sin(i * c * s->piers[k]) * sin(j * c * s->piers[k]);
      }
      r->A[(i - 1) * r->N + j - 1] = r->A[(j - 1) * r->N + i - 1] = A;
      r->B[(i - 1) * r->N + j - 1] = r->B[(j - 1) * r->N + i - 1] = B;
    }
  }
}

//------------------------------------------------------------------------------- rigid piers

// Row `row` of the conditions takes the coefficient with its largest entry out of all others.
static int eliminate(double *S, int rows, int N, int row) {
  int pivot = 0;
  for (int j = 0; j < N; j++) {
    if (fabs(S[row * N + j]) > fabs(S[row * N + pivot])) pivot = j;
  }
  double one = S[row * N + pivot];
  for (int j = 0; j < N; j++) S[row * N + j] /= one;
  for (int i = 0; i < rows; i++) {
    double share = S[i * N + pivot];
    for (int j = 0; j < N && i != row; j++) S[i * N + j] -= share * S[row * N + j];
  }
  return pivot;
}

static CatStatus constrain(CatArena *a, Ritz *r) {
  const CatDeckSpec *s = r->b->spec;
  int N = r->N, rows = s->pier_stiffness == 0 ? s->npier : 0;
  double *S = CAT_ARENA(a, rows * N + 1, double);
  int *owner = CAT_ARENA(a, N, int);  // condition that determines a coefficient, from 1
  r->free = N - rows;
  r->T = CAT_ARENA(a, (size_t)N * (size_t)r->free, double);
  if (!S || !owner || !r->T) return CAT_ERR_MEMORY;
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < N; j++) S[i * N + j] = sin((j + 1) * PI * s->piers[i] / s->length);
  }
  for (int i = 0; i < rows; i++) owner[eliminate(S, rows, N, i)] = i + 1;
  for (int j = 0, k = 0; j < N; j++) {
    if (owner[j]) continue;
    double *column = r->T + (size_t)k++ * (size_t)N;
    column[j] = 1;
    for (int i = 0; i < N; i++) {
      if (owner[i]) column[i] = -S[(owner[i] - 1) * N + j];
    }
  }
  return CAT_OK;
}

// T'X T
static CatStatus project(CatArena *a, const Ritz *r, const double *X, double **out) {
  int N = r->N, m = r->free;
  double *half = CAT_ARENA(a, (size_t)N * (size_t)m, double);
  *out = CAT_ARENA(a, (size_t)m * (size_t)m, double);
  if (!half || !*out) return CAT_ERR_MEMORY;
  const CatDense T = {r->T, N, 'N'}, Tt = {r->T, N, 'T'}, full = {X, N, 'N'};
  cat_dense_product((int[3]){N, m, N}, full, T, 0, half);
  cat_dense_product((int[3]){m, m, N}, Tt, (CatDense){half, N, 'N'}, 0, *out);
  return CAT_OK;
}

//------------------------------------------------------------------------------- shapes

enum { PER_WAVE = 64, MOST_STATIONS = 20001 };  // stations per half wave of the last function

static CatStatus sample(CatArena *a, const Ritz *r, const double *mode, CatModes *out) {
  double L = r->b->spec->length;
  int n = out->n, stations = PER_WAVE * r->N + 1;
  if (stations > MOST_STATIONS) stations = MOST_STATIONS;
  size_t room = (size_t)n * (size_t)stations;
  double *x = CAT_ARENA(a, stations, double), *value = CAT_ARENA(a, room, double),
         *slope = CAT_ARENA(a, room, double);
  if (!x || !value || !slope) return CAT_ERR_MEMORY;
  for (int i = 0; i < stations; i++) {
    x[i] = i + 1 < stations ? L * i / (stations - 1) : L;
    for (int j = 0; j < r->N; j++) {
      double k = (j + 1) * PI / L, s = sin(k * x[i]), ds = k * cos(k * x[i]);
      for (int m = 0; m < n; m++) {
        value[i * n + m] += mode[(size_t)m * (size_t)r->N + (size_t)j] * s;
        slope[i * n + m] += mode[(size_t)m * (size_t)r->N + (size_t)j] * ds;
      }
    }
  }
  for (int m = 0; m < n; m++) {
    double sign = slope[m] < 0 ? -1 : 1;
    for (int i = 0; i < stations; i++) value[i * n + m] *= sign, slope[i * n + m] *= sign;
    value[m] = value[(stations - 1) * n + m] = 0;  // sin(i pi) is not quite
  }
  out->shapes = (CatShapes){n, stations, x, value, slope};
  return CAT_OK;
}

CatStatus cat_beam_ritz(CatArena *a, const CatBeam *b, CatModes *out) {
  Ritz r = {.b = b, .N = cat_deck_functions(b->spec)};
  size_t N = (size_t)r.N;
  double *K, *M;
  out->n = b->spec->modes;
  r.A = CAT_ARENA(a, N * N, double), r.B = CAT_ARENA(a, N * N, double);
  double *mode = CAT_ARENA(a, N * (size_t)out->n, double), *w = CAT_ARENA(a, N, double);
  out->omega = CAT_ARENA(a, out->n, double);
  if (!r.A || !r.B || !mode || !w || !out->omega) return CAT_ERR_MEMORY;
  CAT_TRY(cat_blas_ready(cat_arena_context(a)));
  assemble(&r);
  CAT_TRY(constrain(a, &r));
  CAT_TRY(project(a, &r, r.A, &K));
  CAT_TRY(project(a, &r, r.B, &M));
  CAT_TRY(cat_dense_modes(a, r.free, K, M, w));
  for (int m = 0; m < out->n; m++) out->omega[m] = sqrt(fmax(w[m], 0));
  cat_dense_product((int[3]){r.N, out->n, r.free}, (CatDense){r.T, r.N, 'N'},
                    (CatDense){K, r.free, 'N'}, 0, mode);
  return sample(a, &r, mode, out);
}
