// What bridge_study.py needs and the program does not print.
//
//   bridge_parts files DIR  modes.csv, shapes.csv, K.mtx, M.mtx and points.csv of the bridge of the
//                            thesis
//   bridge_parts rail        generated profiles: rms, and rms of 40 to 80 m by that of 3 to 40 m,
//                            seed by seed
#include <string.h>

#include "bridge/profile.h"
#include "study/bridge/export.h"

#define PI 3.14159265358979323846

static CatStatus write_files(CatArena *a, const char *folder) {
  CatDeckSpec spec = thesis(500);
  CatBridge bridge;
  CatBeam beam;
  CAT_TRY(cat_bridge_new(a, NULL, &spec, &bridge));
  CAT_TRY(cat_beam_new(a, &spec, &beam));
  write_modes(folder, &bridge);
  write_shapes(folder, a, &bridge, 401, 1);
  write_matrix(folder, "K.mtx", &beam.K);
  write_matrix(folder, "M.mtx", &beam.M);
  write_points(folder, &beam);
  return CAT_OK;
}

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

int main(int argc, char **argv) {
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 20);
  CatStatus status = CAT_ERR_ARG;
  if (argc == 3 && strcmp(argv[1], "files") == 0) status = write_files(a, argv[2]);
  if (argc == 2 && strcmp(argv[1], "rail") == 0) status = print_rail(a);
  cat_arena_free(a);
  cat_context_free(ctx);
  return status ? 1 : 0;
}
