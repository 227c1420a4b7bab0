// Finite differences, section 4.3: unknown i - 1 of either wire is its displacement at x_i.
#include <math.h>

#include "load.h"
#include "model.h"

static void sizes(int intervals, int *nc, int *nw) {
  *nc = *nw = intervals - 1;
}

static void string(const CatPdaeModel *m, const CatPdaeBlock *b) {
  int n = m->spec->space.intervals - 1;
  double h = m->dx, k = b->T / h;
  for (int i = b->at; i < b->at + n; i++) {
    b->weight[i] += h;
    cat_band_add(b->mass, i, i, h);
    cat_band_add(b->K, i, i, 2 * k);
    if (i > b->at) cat_band_add(b->K, i - 1, i, -k);
  }
}

// (34) with q''_0 = q''_{N+1} = 0: the square of the second difference
static void wire(const CatPdaeModel *m, const CatPdaeBlock *b) {
  int n = m->spec->space.intervals - 1, at = b->at;
  double k = b->EI / (m->dx * m->dx * m->dx);
  string(m, b);
  for (int i = 0; i < n; i++) {
    cat_band_add(b->K, at + i, at + i, i == 0 || i == n - 1 ? 5 * k : 6 * k);
    if (i > 0) cat_band_add(b->K, at + i - 1, at + i, -4 * k);
    if (i > 1) cat_band_add(b->K, at + i - 2, at + i, k);
  }
}

// The cell [x_{i-1/2}, x_{i+1/2}) that holds x.
static int cell_at(const CatPdaeModel *m, double x) {
  int n = m->spec->space.intervals - 1;
  int i = (int)floor(x / m->dx + 0.5 + 1e-9) - 1;
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static void carrier_row(const CatPdaeModel *m, double x, double *row) {
  row[cell_at(m, x)] += 1;
}

static void add(const CatPdaeModel *m, double *row, int i, double value) {
  int n = m->spec->space.intervals - 1;
  if (i >= 0 && i < n) row[i] += value;
}

// Displacement of the cell; derivatives by central differences around it.
static void wire_row(const CatPdaeModel *m, double x, int order, double *row) {
  int i = cell_at(m, x);
  double h = m->dx;
  static const double stencil[4][5] = {
      {0, 0, 1, 0, 0}, {0, -0.5, 0, 0.5, 0}, {0, 1, -2, 1, 0}, {-0.5, 1, 0, -1, 0.5}};
  for (int k = -2; k <= 2; k++) add(m, row, i + k, stencil[order][k + 2] / pow(h, order));
}

static void load_row(const CatPdaeModel *m, double xp, double v, double *G, double *Gt,
                     double *Gtt) {
  double epsilon = m->spec->run.half_length, h = m->dx;
  int first = cell_at(m, xp - epsilon), last = cell_at(m, xp + epsilon);
  for (int i = first; i <= last; i++) {
    double a = (i + 0.5) * h - xp, b = (i + 1.5) * h - xp;
    G[i] += cat_load_integral(b, epsilon) - cat_load_integral(a, epsilon);
    Gt[i] -= v * (cat_load_density(b, epsilon) - cat_load_density(a, epsilon));
    Gtt[i] += v * v * (cat_load_slope(b, epsilon) - cat_load_slope(a, epsilon));
  }
}

const CatPdaeOps cat_pdae_fdm = {.name = "fdm",
                                 .sizes = sizes,
                                 .kd_mass = 0,
                                 .kd_stiffness = 2,
                                 .carrier = string,
                                 .wire = wire,
                                 .carrier_row = carrier_row,
                                 .wire_row = wire_row,
                                 .load_row = load_row};
