// Levenberg's and Marquardt's method. Masses, springs between bodies and dampers are positive: the
// logarithms of them are sought; the last spring, to the ground, may have any sign.
#include "chain_fit.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { MOST = 3 * CAT_FIT_MASSES };

static double complex receptance(const CatFittedChain *x, double frequency) {
  double w = 2 * PI * frequency;
  double complex Z = 0;
  for (int j = x->n - 1; j >= 0; j--) {
    double complex s = x->k[j] + I * (w * x->c[j]);
    double complex below = j == x->n - 1 ? s : s * Z / (s + Z);
    Z = below - w * w * x->m[j];
  }
  return 1 / Z;
}

void cat_chain_receptance(const CatFittedChain *x, double frequency, double out[2]) {
  double complex H = receptance(x, frequency);
  out[0] = cabs(H);
  out[1] = carg(H);
}

//------------------------------------------------------------------------------- what is sought

// The unknowns p: log m, log k (the last one k/ground), log c.
typedef struct Fit {
  const CatResponse *r;
  int n, np;
  double ground;  // scale of the last spring [N/m]
} Fit;

static void chain_of(const Fit *f, const double *p, CatFittedChain *out) {
  out->n = f->n;
  for (int j = 0; j < f->n; j++) {
    out->m[j] = exp(p[3 * j]);
    out->k[j] = j + 1 < f->n ? exp(p[3 * j + 1]) : f->ground * p[3 * j + 1];
    out->c[j] = exp(p[3 * j + 2]);
  }
}

static double complex error_at(const Fit *f, const CatFittedChain *x, int i) {
  const CatResponse *r = f->r;
  double complex H = r->amplitude[i] * cexp(I * r->phase[i]);
  return receptance(x, r->frequency[i]) / H - 1;
}

static double sum_at(const Fit *f, const double *p) {
  CatFittedChain x = {0};
  double sum = 0;
  chain_of(f, p, &x);
  for (int i = 0; i < f->r->n; i++) {
    double complex e = error_at(f, &x, i);
    sum += creal(e) * creal(e) + cimag(e) * cimag(e);
  }
  return isfinite(sum) ? sum : INFINITY;
}

// J'J and J'e by differences of the unknowns.
static void normal_equations(const Fit *f, const double *p, double A[MOST][MOST], double *b) {
  static const double STEP = 1e-6;
  CatFittedChain at = {0}, moved[MOST] = {{0}};
  chain_of(f, p, &at);
  for (int j = 0; j < f->np; j++) {
    double next[MOST];
    memcpy(next, p, sizeof next);
    next[j] += STEP;
    chain_of(f, next, &moved[j]);
    memset(A[j], 0, sizeof A[j]);
    b[j] = 0;
  }
  for (int i = 0; i < f->r->n; i++) {
    double complex e = error_at(f, &at, i), de[MOST];
    for (int j = 0; j < f->np; j++) de[j] = (error_at(f, &moved[j], i) - e) / STEP;
    for (int j = 0; j < f->np; j++) {
      b[j] += creal(conj(de[j]) * e);
      for (int k = 0; k < f->np; k++) A[j][k] += creal(conj(de[j]) * de[k]);
    }
  }
}

// (A + damp diag A) x = -b by Cholesky's method; false if it is not positive definite
static bool step_of(int n, double A[MOST][MOST], const double *b, double damp, double *x) {
  double L[MOST][MOST] = {{0}};
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      double sum = A[i][j] * (i == j ? 1 + damp : 1) + (i == j ? 1e-12 * damp : 0);
      for (int k = 0; k < j; k++) sum -= L[i][k] * L[j][k];
      if (i == j && !(sum > 0)) return false;
      L[i][j] = i == j ? sqrt(sum) : sum / L[j][j];
    }
  }
  for (int i = 0; i < n; i++) {
    x[i] = -b[i];
    for (int k = 0; k < i; k++) x[i] -= L[i][k] * x[k];
    x[i] /= L[i][i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) x[i] -= L[k][i] * x[k];
    x[i] /= L[i][i];
  }
  return true;
}

// p + x, changes kept within what a logarithm bears.
static void add_step(int n, const double *p, const double *x, double *next) {
  memcpy(next, p, MOST * sizeof *next);
  for (int j = 0; j < n; j++) next[j] = fmin(fmax(p[j] + fmin(fmax(x[j], -2), 2), -40), 40);
}

static double descend(const Fit *f, double *p) {
  enum { ROUNDS = 150 };
  double damp = 1e-2, best = sum_at(f, p);
  for (int round = 0; round < ROUNDS && best > 1e-26; round++) {
    double A[MOST][MOST] = {{0}}, b[MOST] = {0}, x[MOST] = {0}, next[MOST] = {0}, before = best;
    normal_equations(f, p, A, b);
    while (damp < 1e12) {
      if (step_of(f->np, A, b, damp, x)) {
        add_step(f->np, p, x, next);
        double sum = sum_at(f, next);
        if (sum < best) {
          best = sum;
          memcpy(p, next, sizeof next);
          damp = fmax(damp / 8, 1e-12);
          break;
        }
      }
      damp *= 4;
    }
    if (damp >= 1e12 || best > (1 - 1e-10) * before) break;
  }
  return best;
}

//------------------------------------------------------------------------------- starts

// Masses from the ends of the response: |H| = 1/(w^2 m), of the head where w is high and of all of
// it where w is low, or a spring to the ground if that is less.
static void ends_of(const CatResponse *r, double *head, double *all) {
  int last = r->n - 1;
  double low = 2 * PI * r->frequency[0], high = 2 * PI * r->frequency[last];
  *head = 1 / (high * high * r->amplitude[last]);
  *all = fmax(1 / (low * low * r->amplitude[0]), 1.5 * *head);
}

// A start: the other masses share what is not the head's; springs put resonances at a frequency of
// the range, farther ones lower or higher; dampers are weak or strong.
static void start_at(const Fit *f, int number, double *p) {
  static const double place[] = {0.15, 0.35, 0.55, 0.75, 0.95};  // in the range, by logarithm
  static const double ratio[] = {0.5, 1.5, 4};                   // of the next frequency
  static const double share[] = {0.02, 0.15};                    // of critical damping
  const CatResponse *r = f->r;
  double head, all, range = r->frequency[r->n - 1] / r->frequency[0];
  ends_of(r, &head, &all);
  double hertz = r->frequency[0] * pow(range, place[number % 5]);
  double next = ratio[number / 5 % 3], part = share[number / 15 % 2];
  for (int j = 0; j < f->n; j++) {
    double m = j == 0 ? head : (all - head) / (f->n - 1), w = 2 * PI * hertz * pow(next, j);
    double mean = f->n > 1 ? head * (all - head) / all : head;
    p[3 * j] = log(m);
    p[3 * j + 1] = j + 1 < f->n ? log(mean * w * w) : 0;
    p[3 * j + 2] = log(2 * part * mean * w);
  }
}

CatStatus cat_chain_fit(CatContext *ctx, const CatResponse *response, int n, CatFittedChain *out) {
  enum { STARTS = 30 };
  Fit f = {.r = response, .n = n, .np = 3 * n};
  double head, all, low = 2 * PI * response->frequency[0], best = INFINITY;
  ends_of(response, &head, &all);
  f.ground = all * low * low;
  for (int k = 0; k < STARTS; k++) {
    double p[MOST] = {0};
    start_at(&f, k, p);
    double sum = descend(&f, p);
    if (sum < best) {
      best = sum;
      chain_of(&f, p, out);
    }
    if (cat_stop_asked(ctx)) return CAT_FAIL(ctx, CAT_ERR_INTERRUPTED, "stopped while fitting");
  }
  if (!isfinite(best)) {
    return CAT_FAIL(ctx, CAT_ERR_DIVERGED, "no chain of %d masses has a response like this", n);
  }
  out->rms = sqrt(best / response->n);
  return CAT_OK;
}
