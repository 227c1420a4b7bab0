// A deck of 9911 unknowns run directly: a grillage of eleven girders and cross beams, all of its
// unknowns in one band, under a train of given forces (Newmark's method, average acceleration).
//
//   bridge_direct DIR STEP SPEED  writes K.mtx, M.mtx and points.csv of the same deck into DIR, for
//                                  the run in modes, and direct.csv: t, deflection and acceleration
//                                  at midspan on the track
//
// Prints what it took as JSON. bridge_study.py runs both and compares.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "linalg/band.h"

enum { GIRDERS = 11, STATIONS = 301, NODES = GIRDERS * STATIONS, TRACK = 7, AXLES = 16 };
static const double LENGTH = 56, APART = 1;    // of the deck, of girders [m]
static const double MU = 20000.0, EI = 6e11;   // of the deck [kg/m] [N m2]
static const double GJ = 4e11, INERTIA = 2e5;  // [N m2] [kg m]
static const double FORCE = 170e3,
                    FIRST_START = 5.0;  // of an axle [N]; before the bridge at t = 0 [m]

typedef struct Deck {
  int n;
  int dof[NODES][3];  // w, dw/dx, dw/dy; -1: held
  CatBand K, M;
} Deck;

static void number(Deck *d) {
  for (int k = 0; k < NODES; k++) {
    bool end = k / GIRDERS == 0 || k / GIRDERS == STATIONS - 1;
    d->dof[k][0] = end ? -1 : d->n++;
    d->dof[k][1] = d->n++;
    d->dof[k][2] = d->n++;
  }
}

static void add(CatBand *A, const int *dof, int n, const double *E) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      if (dof[i] >= 0 && dof[j] >= 0) cat_band_add(A, dof[i], dof[j], E[i * n + j]);
    }
  }
}

// A cubic beam between nodes p and q, bending in w and its slope number `slope`, twisting in the
// other one.
typedef struct Bar {
  int p, q, slope;
  double l, mu, EI, GJ, inertia;
} Bar;

static void add_bar(Deck *d, const Bar *b) {
  double l = b->l, k = b->EI / (l * l * l), m = b->mu * l / 420;
  int bend[4] = {d->dof[b->p][0], d->dof[b->p][b->slope], d->dof[b->q][0], d->dof[b->q][b->slope]};
  int twist[2] = {d->dof[b->p][3 - b->slope], d->dof[b->q][3 - b->slope]};
  const double K[16] = {12 * k,    6 * l * k,     -12 * k,    6 * l * k,
                        6 * l * k, 4 * l * l * k, -6 * l * k, 2 * l * l * k,
                        -12 * k,   -6 * l * k,    12 * k,     -6 * l * k,
                        6 * l * k, 2 * l * l * k, -6 * l * k, 4 * l * l * k};
  const double M[16] = {156 * m,     22 * l * m,     54 * m,      -13 * l * m,
                        22 * l * m,  4 * l * l * m,  13 * l * m,  -3 * l * l * m,
                        54 * m,      13 * l * m,     156 * m,     -22 * l * m,
                        -13 * l * m, -3 * l * l * m, -22 * l * m, 4 * l * l * m};
  double t = b->GJ / l, i = b->inertia * l / 6;
  add(&d->K, bend, 4, K);
  add(&d->M, bend, 4, M);
  add(&d->K, twist, 2, (const double[]){t, -t, -t, t});
  add(&d->M, twist, 2, (const double[]){2 * i, i, i, 2 * i});
}

static void build(Deck *d) {
  double dx = LENGTH / (STATIONS - 1);
  for (int s = 0; s < STATIONS; s++) {
    for (int g = 0; g < GIRDERS; g++) {
      int k = s * GIRDERS + g;
      Bar along = {k,
                   k + GIRDERS,
                   1,
                   dx,
                   0.9 * MU / GIRDERS,
                   EI / GIRDERS,
                   GJ / GIRDERS,
                   INERTIA / GIRDERS / 20};
      Bar across = {k,        k + 1,    2,       APART, 0.1 * MU * dx / (APART * (GIRDERS - 1)),
                    2e9 * dx, 1e9 * dx, 100 * dx};
      if (s + 1 < STATIONS) add_bar(d, &along);
      if (g + 1 < GIRDERS) add_bar(d, &across);
    }
  }
}

//------------------------------------------------------------------------------- files

static FILE *file_in(const char *folder, const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "w");
  if (!f) exit((perror(path), 1));
  return f;
}

static void write_matrix(const char *folder, const char *name, const CatBand *A) {
  long entries = 0;
  FILE *f = file_in(folder, name);
  for (int pass = 0; pass < 2; pass++) {
    if (pass) fprintf(f, "%%%%MatrixMarket matrix coordinate real symmetric\n");
    if (pass) fprintf(f, "%d %d %ld\n", A->n, A->n, entries);
    for (int i = 0; i < A->n; i++) {
      for (int j = i < A->kd ? 0 : i - A->kd; j <= i; j++) {
        double x = cat_band_get(A, i, j);
        if (x == 0) continue;
        entries++;
        if (pass) fprintf(f, "%d %d %.17g\n", i + 1, j + 1, x);
      }
    }
  }
  fclose(f);
}

static void write_points(const char *folder, const Deck *d) {
  FILE *f = file_in(folder, "points.csv");
  fprintf(f, "x [m],y [m],unknown\n");
  for (int k = 0; k < NODES; k++) {
    double x = LENGTH * (k / GIRDERS) / (STATIONS - 1);
    fprintf(f, "%.12g,%.12g,%d\n", x, APART * (k % GIRDERS - GIRDERS / 2), d->dof[k][0] + 1);
  }
  fclose(f);
}

//------------------------------------------------------------------------------- the run

// Seconds of the processor: what else runs on the machine does not count.
static double processor(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

// Axles in pairs: 0, 3, 11, 14, 25, 28, ...
static double axle(int i) {
  return 12.5 * (i / 2) + 3 * (i % 2);
}

// A force downwards at x on the track, by the cubic functions of its element.
static void load(const Deck *d, double x, double *f) {
  double dx = LENGTH / (STATIONS - 1);
  if (!(x > 0 && x < LENGTH)) return;
  int s = (int)fmin(floor(x / dx), STATIONS - 2);
  double t = x / dx - s, e = 1 - t;
  double N[4] = {e * e * (1 + 2 * t), dx * t * e * e, t * t * (3 - 2 * t), -dx * t * t * e};
  for (int i = 0; i < 4; i++) {
    int at = d->dof[(s + i / 2) * GIRDERS + TRACK][i % 2];
    if (at >= 0) f[at] -= FORCE * N[i];
  }
}

typedef struct Run {
  double factor, steps;  // seconds
  double most, acceleration;
  long n;
} Run;

static CatStatus march(CatContext *ctx, CatArena *a, const Deck *d, double h, double speed,
                       const char *folder, Run *out) {
  size_t n = (size_t)d->n;
  CatBand A;
  double *u = CAT_ARENA(a, n, double), *v = CAT_ARENA(a, n, double), *acc = CAT_ARENA(a, n, double);
  double *r = CAT_ARENA(a, n, double), *w = CAT_ARENA(a, n, double);
  if (!u || !v || !acc || !r || !w) return CAT_ERR_MEMORY;
  double begin = processor();
  CAT_TRY(cat_band_new(a, d->n, d->K.kd, &A));
  cat_band_copy(&A, &d->K);
  cat_band_axpy(&A, 4 / (h * h), &d->M);
  CAT_TRY(cat_band_factor(ctx, &A));
  out->factor = processor() - begin;
  int at = d->dof[STATIONS / 2 * GIRDERS + TRACK][0];
  double end = (FIRST_START + axle(AXLES - 1) + LENGTH) / speed + 0.5;
  FILE *f = file_in(folder, "direct.csv");
  fprintf(f, "t [s],deflection [m],acceleration [m/s2]\n");
  for (long k = 1; (double)k * h <= end; k++) {
    double from = processor(), t = (double)k * h;
    memset(r, 0, n * sizeof *r);
    for (int i = 0; i < AXLES; i++) load(d, speed * t - FIRST_START - axle(i), r);
    for (size_t i = 0; i < n; i++) w[i] = 4 / (h * h) * u[i] + 4 / h * v[i] + acc[i];
    cat_band_multiply(&d->M, 1, w, 1, r);
    cat_band_solve(&A, r, 1);
    for (size_t i = 0; i < n; i++) {
      double du = r[i] - u[i], next = 4 / (h * h) * du - 4 / h * v[i] - acc[i];
      v[i] += h / 2 * (acc[i] + next);
      acc[i] = next, u[i] = r[i];
    }
    out->steps += processor() - from;
    out->n = k;
    out->most = fmax(out->most, -u[at]);
    fprintf(f, "%.9g,%.12g,%.12g\n", t, -u[at], -acc[at]);
  }
  fclose(f);
  return CAT_OK;
}

int main(int argc, char **argv) {
  static Deck d;
  if (argc != 4) return 2;
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 20);
  Run run = {0};
  number(&d);
  CatStatus status = cat_band_new(a, d.n, 3 * GIRDERS + 3, &d.K);
  if (!status) status = cat_band_new(a, d.n, 3 * GIRDERS + 3, &d.M);
  if (!status) {
    build(&d);
    write_matrix(argv[1], "K.mtx", &d.K);
    write_matrix(argv[1], "M.mtx", &d.M);
    write_points(argv[1], &d);
    status = march(ctx, a, &d, atof(argv[2]), atof(argv[3]), argv[1], &run);
  }
  printf("{\"unknowns\": %d, \"half_bandwidth\": %d, \"factor_s\": %.6g, \"march_s\": %.6g, "
         "\"steps\": %ld, \"max_mm\": "
         "%.9g}\n",
         d.n, d.K.kd, run.factor, run.steps, run.n, 1e3 * run.most);
  cat_arena_free(a);
  cat_context_free(ctx);
  return status ? 1 : 0;
}
