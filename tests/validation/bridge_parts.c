// What bridge_study.py needs and the program does not print.
//
//   bridge_parts files DIR   modes.csv, shapes.csv, bridge.h5, K.mtx, M.mtx and points.csv of the
//                            bridge of the thesis
//   bridge_parts rail        generated profiles: rms, and rms of 40 to 80 m by that of 3 to 40 m,
//                            seed by seed
//   bridge_parts cars        natural frequencies of three cars, wheels held [Hz]
//   bridge_parts splines     overshoot at a step: ours, and the natural spline
//   bridge_parts weightings  f, |Wk|, |Wd|, |Wb| from 0.5 to 80 Hz
#include <complex.h>
#include <hdf5.h>
#include <string.h>

#include "bridge/profile.h"
#include "bridge/step.h"
#include "mechanism/cars.h"
#include "post/comfort.h"
#include "study/bridge/export.h"

#define PI 3.14159265358979323846

//------------------------------------------------------------------------------- files

static void put(hid_t file, const char *name, const hsize_t size[2], const double *x) {
  hid_t space = H5Screate_simple(size[1] ? 2 : 1, size, NULL);
  hid_t set =
      H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0) abort();
  H5Dclose(set), H5Sclose(space);
}

// Modes of mass 1 kg at n places, as one file.
static CatStatus write_hdf5(const char *folder, CatArena *a, const CatBridge *b, int n) {
  char path[1100];
  CatShapes track;
  double *x = CAT_ARENA(a, n, double), *shapes = CAT_ARENA(a, n * b->n, double);
  double *f = CAT_ARENA(a, b->n, double), *mass = CAT_ARENA(a, b->n, double);
  if (!x || !shapes || !f || !mass) return CAT_ERR_MEMORY;
  CAT_TRY(cat_bridge_track(a, b, 0, &track));
  for (int i = 0; i < b->n; i++) f[i] = b->omega[i] / (2 * PI), mass[i] = 1;
  for (int k = 0; k < n; k++) {
    x[k] = b->length * k / (n - 1);
    cat_shapes_at(&track, x[k], shapes + (size_t)k * (size_t)b->n, NULL);
  }
  snprintf(path, sizeof path, "%s/bridge.h5", folder);
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  put(file, "f", (hsize_t[]){(hsize_t)b->n, 0}, f);
  put(file, "mass", (hsize_t[]){(hsize_t)b->n, 0}, mass);
  put(file, "x", (hsize_t[]){(hsize_t)n, 0}, x);
  put(file, "shapes", (hsize_t[]){(hsize_t)n, (hsize_t)b->n}, shapes);
  return H5Fclose(file) < 0 ? CAT_ERR_IO : CAT_OK;
}

static CatStatus write_files(CatArena *a, const char *folder) {
  CatDeckSpec spec = thesis(500);
  CatBridge bridge;
  CatBeam beam;
  CAT_TRY(cat_bridge_new(a, NULL, &spec, &bridge));
  CAT_TRY(cat_beam_new(a, &spec, &beam));
  write_modes(folder, &bridge);
  write_shapes(folder, a, &bridge, 401, 1);
  CAT_TRY(write_hdf5(folder, a, &bridge, 401));
  write_matrix(folder, "K.mtx", &beam.K);
  write_matrix(folder, "M.mtx", &beam.M);
  write_points(folder, &beam);
  return CAT_OK;
}

//------------------------------------------------------------------------------- numbers

// The mean square of waves of a band, by projection on each of the length.
static double band_power(const CatShapes *s, double from, double to) {
  int n = s->stations - 1;
  double length = s->x[n] - s->x[0], power = 0;
  for (long k = (long)ceil(length / to); (double)k < length / from; k++) {
    double c = 0, d = 0, O = 2 * PI * (double)k / length;
    for (int i = 0; i < n; i++) {
      c += s->value[i] * cos(O * (s->x[i] - s->x[0]));
      d += s->value[i] * sin(O * (s->x[i] - s->x[0]));
    }
    power += 2 * (c * c + d * d) / ((double)n * n);
  }
  return power;
}

static CatStatus print_rail(CatArena *a) {
  for (int seed = 1; seed <= 5; seed++) {
    CatRailSpec spec = {
        .irregularity = CAT_ROUGHNESS_ERRI_LOW, .rms = 1.6e-3, .ratio = 2, .seed = seed};
    CatShapes s, again;
    double square = 0;
    CAT_TRY(cat_profile_new(a, &spec, 0, 1000, &s));
    CAT_TRY(cat_profile_new(a, &spec, 0, 1000, &again));
    for (int i = 0; i + 1 < s.stations; i++) square += s.value[i] * s.value[i];
    bool same = memcmp(s.value, again.value, (size_t)s.stations * sizeof *s.value) == 0;
    printf("%d %.9g %.9g %d\n", seed, sqrt(square / (s.stations - 1)),
           sqrt(band_power(&s, 40, 80) / band_power(&s, 3, 40)), same);
  }
  return CAT_OK;
}

static CatStatus print_cars(CatContext *ctx) {
  const CatCarSpec specs[3] = {manchester(), ice3(), s300()};
  const CatStep step = cat_step_newmark(1e-3);
  for (int k = 0; k < 3; k++) {
    CatCar car;
    double w[6];
    CAT_TRY(cat_car_init(ctx, &specs[k], &step, 9.81, 1, &car));
    cars_frequencies(ctx, &car.vehicle, w);
    for (int i = 0; i < 6; i++) printf("%.12g%c", w[i] / (2 * PI), i < 5 ? ' ' : '\n');
  }
  return CAT_OK;
}

static CatStatus print_splines(void) {
  double local, natural;
  overshoots(&local, &natural);
  printf("%.9g %.9g\n", local, natural);
  return CAT_OK;
}

static double size_of(CatWeighting which, double f) {
  return cabs(cat_weighting(which, f));
}

static CatStatus print_weightings(void) {
  for (int i = 0; i <= 1000; i++) {
    double f = 0.5 * pow(160, i / 1000.0);
    printf("%.12g %.12g %.12g %.12g\n", f, size_of(CAT_WEIGHTING_K, f), size_of(CAT_WEIGHTING_D, f),
           size_of(CAT_WEIGHTING_B, f));
  }
  return CAT_OK;
}

int main(int argc, char **argv) {
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 20);
  CatStatus status = CAT_ERR_ARG;
  if (argc == 3 && strcmp(argv[1], "files") == 0) status = write_files(a, argv[2]);
  if (argc == 2 && strcmp(argv[1], "rail") == 0) status = print_rail(a);
  if (argc == 2 && strcmp(argv[1], "cars") == 0) status = print_cars(ctx);
  if (argc == 2 && strcmp(argv[1], "splines") == 0) status = print_splines();
  if (argc == 2 && strcmp(argv[1], "weightings") == 0) status = print_weightings();
  cat_arena_free(a);
  cat_context_free(ctx);
  return status ? 1 : 0;
}
