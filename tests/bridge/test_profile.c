// Profiles of rails: spectra, the two bands, seeds.
#include "support/support.h"

#include <math.h>

#include "bridge/profile.h"

#define PI 3.14159265358979323846

static double rms(const CatShapes *s) {
  double sum = 0;
  for (int i = 0; i + 1 < s->stations; i++) sum += s->value[i] * s->value[i];
  return sqrt(sum / (s->stations - 1));
}

// One-sided rms of 3 to 80 m: 2.072 and 3.391 mm.
static void test_densities(void **state) {
  double sum[2] = {0}, low = 2 * PI / 80, high = 2 * PI / 3, step = (high - low) / 100000;
  (void)state;
  for (int i = 0; i < 100000; i++) {
    double O = low + (i + 0.5) * step;
    sum[0] += step * cat_roughness_density(CAT_ROUGHNESS_ERRI_LOW, O);
    sum[1] += step * cat_roughness_density(CAT_ROUGHNESS_ERRI_HIGH, O);
  }
  assert_close(sqrt(sum[0]), 2.072e-3, 3e-4, 0);
  assert_close(sqrt(sum[1]), 3.391e-3, 3e-4, 0);
  assert_close(cat_roughness_density(CAT_ROUGHNESS_FRA_6, 0.8245),
               0.25 * 0.0339e-4 / (2 * 0.8245 * 0.8245), 1e-12, 0);
}

// The power of waves longer than 40 m, by projection on each wave of a long profile.
static double long_part(const CatShapes *s) {
  double L = s->x[s->stations - 1] - s->x[0], sum = 0;
  for (int k = 1; k < L / 3; k++) {
    double a = 0, b = 0, O = 2 * PI * k / L;
    if (L / k <= 40) break;
    for (int i = 0; i + 1 < s->stations; i++) {
      a += s->value[i] * cos(O * s->x[i]), b += s->value[i] * sin(O * s->x[i]);
    }
    sum += 2 * (a * a + b * b) / pow(s->stations - 1, 2);
  }
  return sqrt(sum);
}

static void test_bands_and_seeds(void **state) {
  CatRailSpec spec = {.irregularity = CAT_ROUGHNESS_ERRI_LOW, .rms = 1.6e-3, .ratio = 2, .seed = 7};
  CatShapes a, b, other;
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatArena *arena = cat_arena_new(ctx, 1 << 20);
  for (int seed = 1; seed <= 5; seed++) {
    spec.seed = seed;
    assert_int_equal(cat_profile_new(arena, &spec, -500, 1500, &a), CAT_OK);
    assert_close(rms(&a), 1.6e-3, 1e-9, 0);
    double far = long_part(&a), near = sqrt(rms(&a) * rms(&a) - far * far);
    assert_close(far / near, 2, 1e-3, 0);
  }
  assert_int_equal(cat_profile_new(arena, &spec, -500, 1500, &b), CAT_OK);
  spec.seed = 99;
  assert_int_equal(cat_profile_new(arena, &spec, -500, 1500, &other), CAT_OK);
  int same = 0;
  for (int i = 0; i < a.stations; i++) {
    assert_true(a.value[i] == b.value[i] && a.slope[i] == b.slope[i]);
    same += a.value[i] == other.value[i];
  }
  assert_true(same < a.stations / 100);
  for (int i = 100; i < a.stations - 1; i += 1000) {
    double slope = (a.value[i + 1] - a.value[i - 1]) / (a.x[i + 1] - a.x[i - 1]);
    assert_close(a.slope[i], slope, 2e-2, 1e-5);
  }
  cat_arena_free(arena);
  cat_context_free(ctx);
}

// Without any rescaling, however short: the integral of the spectrum, in each band and in all.
static void test_bands_of_the_spectrum(void **state) {
  CatShapes s;
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatArena *arena = cat_arena_new(ctx, 1 << 20);
  for (int seed = 1; seed <= 3; seed++) {
    CatRailSpec spec = {.irregularity = CAT_ROUGHNESS_ERRI_LOW, .seed = seed};
    double sum = 0, low = 2 * PI / 80, high = 2 * PI / 40, step = (high - low) / 10000;
    for (int i = 0; i < 10000; i++) {
      sum += step * cat_roughness_density(CAT_ROUGHNESS_ERRI_LOW, low + (i + 0.5) * step);
    }
    assert_int_equal(cat_profile_new(arena, &spec, -200, 300, &s), CAT_OK);
    assert_close(rms(&s), 2.072e-3, 3e-4, 0);
    assert_close(long_part(&s), sqrt(sum), 1e-3, 0);
  }
  cat_arena_free(arena);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_densities),
      cmocka_unit_test(test_bands_and_seeds),
      cmocka_unit_test(test_bands_of_the_spectrum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
