// Sine series: the exact modes of string and hinged beam, as a third, independent discretisation.
// Unknown n - 1 of either wire is the amplitude of sin(n pi x / L), n = 1..N.
#include <math.h>

#include "load.h"
#include "model.h"

#define PI 3.14159265358979323846

static void sizes(int intervals, int *nc, int *nw) {
  *nc = *nw = intervals - 1;
}

static void wire(const CatPdaeModel *m, const CatPdaeBlock *b) {
  double L = m->spec->length;
  for (int i = 0; i < m->spec->space.intervals - 1; i++) {
    double k = (i + 1) * PI / L, k2 = k * k;
    cat_band_add(b->mass, b->at + i, b->at + i, L / 2);
    cat_band_add(b->K, b->at + i, b->at + i, (b->T * k2 + b->EI * k2 * k2) * L / 2);
    b->weight[b->at + i] += i % 2 == 0 ? 2 / k : 0;  // (1 - cos n pi)/k
  }
}

static void wire_row(const CatPdaeModel *m, double x, int order, double *row) {
  double L = m->spec->length;
  for (int i = 0; i < m->spec->space.intervals - 1; i++) {
    double k = (i + 1) * PI / L;
    double sine = order % 2 ? cos(k * x) : sin(k * x);
    row[i] += pow(k, order) * (order >= 2 ? -sine : sine);
  }
}

static void carrier_row(const CatPdaeModel *m, double x, double *row) {
  wire_row(m, x, 0, row);
}

static void load_row(const CatPdaeModel *m, double xp, double v, double *G, double *Gt,
                     double *Gtt) {
  double L = m->spec->length, epsilon = m->spec->run.half_length;
  for (int i = 0; i < m->spec->space.intervals - 1; i++) {
    double k = (i + 1) * PI / L, share = cat_load_transform(k, epsilon);
    double sine = share * sin(k * xp), cosine = share * cos(k * xp);
    G[i] += sine;
    Gt[i] += v * k * cosine;
    Gtt[i] -= v * v * k * k * sine;
  }
}

const CatPdaeOps cat_pdae_modes_ops = {.name = "modes",
                                       .sizes = sizes,
                                       .kd_mass = 0,
                                       .kd_stiffness = 0,
                                       .carrier = wire,
                                       .wire = wire,
                                       .carrier_row = carrier_row,
                                       .wire_row = wire_row,
                                       .load_row = load_row};
