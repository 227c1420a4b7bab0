// The bridge of the thesis, and its modes and matrices as files that others would write.
#ifndef CAT_TESTS_STUDY_BRIDGE_EXPORT_H
#define CAT_TESTS_STUDY_BRIDGE_EXPORT_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bridge/beam.h"

static inline FILE *export_file(const char *folder, const char *name) {
  char path[1100];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *out = fopen(path, "w");
  if (!out) abort();
  return out;
}

static const double thesis_piers[7] = {96, 216, 336, 456, 576, 696, 816};
static const double no_damping = 0;

static inline CatDeckSpec thesis(int elements) {
  return (CatDeckSpec){.length = 912,
                       .mass_per_length = 40000,
                       .bending_stiffness = 7.2e12,
                       .npier = 7,
                       .piers = thesis_piers,
                       .pier_stiffness = 1e10,
                       .method = CAT_DECK_HERMITE,
                       .elements = elements,
                       .modes = 12,
                       .ndamping = 1,
                       .damping = &no_damping};
}

// Modal masses that are not 1: 2, 4, 6, ... kg.
static inline void write_modes(const char *folder, const CatBridge *b) {
  FILE *out = export_file(folder, "modes.csv");
  fprintf(out, "mode,f [Hz],mass [kg],damping\n");
  for (int i = 0; i < b->n; i++) {
    fprintf(out, "%d,%.12g,%d,%.12g\n", i + 1, b->omega[i] / 6.283185307179586, 2 * i + 2,
            b->zeta[i]);
  }
  fclose(out);
}

static inline void write_shapes(const char *folder, CatArena *a, const CatBridge *b, int nx,
                                int ny) {
  FILE *out = export_file(folder, "shapes.csv");
  double *v = CAT_ARENA(a, b->n, double);
  fprintf(out, ny > 1 ? "x [m];y [mm]" : "x [m]");
  for (int i = 0; i < b->n; i++) fprintf(out, ";phi%d", i + 1);
  for (int j = 0; j < ny; j++) {
    double y = ny > 1 ? 2.0 * j - (ny - 1) : 0;
    CatShapes track;
    if (cat_bridge_track(a, b, y, &track)) abort();
    for (int k = 0; k < nx; k++) {
      double x = b->length * k / (nx - 1);
      cat_shapes_at(&track, x, v, NULL);
      fprintf(out, "\n%.12g", x);
      if (ny > 1) fprintf(out, ";%.12g", 1e3 * y);
      for (int i = 0; i < b->n; i++) fprintf(out, ";%.12g", v[i] * sqrt(2 * i + 2));
    }
  }
  fprintf(out, "\n");
  fclose(out);
}

static inline void write_matrix(const char *folder, const char *name, const CatBand *A) {
  FILE *out = export_file(folder, name);
  long entries = 0;
  for (int pass = 0; pass < 2; pass++) {
    if (pass) fprintf(out, "%%%%MatrixMarket matrix coordinate real symmetric\n%% a deck\n");
    if (pass) fprintf(out, "%d %d %ld\n", A->n, A->n, entries);
    for (int i = 0; i < A->n; i++) {
      for (int j = i < A->kd ? 0 : i - A->kd; j <= i; j++) {
        double value = cat_band_get(A, i, j);
        if (value == 0) continue;
        entries++;
        // numbered at random: the reader finds the band by itself
        long p = (i * 1117L) % A->n, q = (j * 1117L) % A->n;
        if (pass) fprintf(out, "%ld %ld %.17g\n", (p > q ? p : q) + 1, (p > q ? q : p) + 1, value);
      }
    }
  }
  fclose(out);
}

static inline void write_points(const char *folder, const CatBeam *b) {
  FILE *out = export_file(folder, "points.csv");
  fprintf(out, "unknown,x [m]\n");
  for (int i = 0; i < b->nnode; i++) {
    int dof = b->dof[2 * i];
    fprintf(out, "%ld,%.12g\n", dof >= 0 ? (dof * 1117L) % b->n + 1 : 0, b->x[i]);
  }
  fclose(out);
}

#endif
