// Modes of a deck by sine functions and by elements; influence lines of its bearings.
#include "support/support.h"

#include <math.h>

#include "bridge/bridge.h"

#define PI 3.14159265358979323846

typedef struct Built {
  CatContext *ctx;
  CatArena *arena;
  CatBridge b;
} Built;

static Built build(const CatDeckSpec *s) {
  Built x = {.ctx = cat_context_new(NULL)};
  x.arena = cat_arena_new(x.ctx, 1 << 20);
  assert_int_equal(cat_bridge_new(x.arena, NULL, s, &x.b), CAT_OK);
  return x;
}

static void drop(Built *x) {
  cat_arena_free(x->arena);
  cat_context_free(x->ctx);
}

static double hertz(const Built *x, int i) {
  return x->b.omega[i] / (2 * PI);
}

static const double none = 0;
static const double thesis_piers[7] = {96, 216, 336, 456, 576, 696, 816};

static CatDeckSpec thesis(void) {
  return (CatDeckSpec){.length = 912,
                       .mass_per_length = 40000,
                       .bending_stiffness = 7.2e12,
                       .npier = 7,
                       .piers = thesis_piers,
                       .pier_stiffness = 1e10,
                       .functions = 30,
                       .modes = 4,
                       .ndamping = 1,
                       .damping = &none};
}

static void test_figure_3_2(void **state) {
  static const double expected[4] = {1.5232, 1.6910, 1.9414, 2.2456};
  CatDeckSpec s = thesis();
  (void)state;
  Built x = build(&s);
  for (int i = 0; i < 4; i++) assert_close(hertz(&x, i), expected[i], 0, 5e-5);
  drop(&x);
}

static void test_ritz_and_hermite_agree(void **state) {
  CatDeckSpec s = thesis();
  (void)state;
  for (int rigid = 0; rigid < 2; rigid++) {
    s.pier_stiffness = rigid ? 0 : 1e10;
    s.method = CAT_DECK_RITZ, s.functions = 300;
    Built ritz = build(&s);
    s.method = CAT_DECK_HERMITE, s.elements = 120;
    Built fine = build(&s);
    double f[4], g[4];
    for (int i = 0; i < 4; i++) {
      assert_close(hertz(&ritz, i), hertz(&fine, i), 1e-4, 0);
    }
    for (double at = 31; at < 912; at += 47) {
      cat_shapes_at(&ritz.b.shapes, at, f, NULL), cat_shapes_at(&fine.b.shapes, at, g, NULL);
      for (int i = 0; i < 4; i++) assert_close(f[i], g[i], 0, 2e-3 * 2.5e-4);
    }
    drop(&ritz), drop(&fine);
  }
}

// More unknowns than are solved at once: ARPACK on the bands.
static void test_many_elements(void **state) {
  CatDeckSpec s = {.length = 25,
                   .mass_per_length = 2303,
                   .bending_stiffness = 8.323e9,
                   .modes = 6,
                   .method = CAT_DECK_HERMITE,
                   .elements = 400,
                   .ndamping = 1,
                   .damping = &none};
  (void)state;
  Built x = build(&s);
  for (int n = 1; n <= 6; n++) {
    double exact = pow(n * PI / 25, 2) * sqrt(8.323e9 / 2303);
    assert_close(x.b.omega[n - 1], exact, 1e-7, 0);
  }
  drop(&x);
}

// A section that changes in the middle to the same values is no change; a heavier half is.
static void test_sections(void **state) {
  CatDeckSectionSpec half = {12.5, 2303, 8.323e9};
  CatDeckSpec s = {.length = 25,
                   .mass_per_length = 2303,
                   .bending_stiffness = 8.323e9,
                   .modes = 3,
                   .functions = 300,
                   .nsection = 1,
                   .sections = &half,
                   .ndamping = 1,
                   .damping = &none};
  (void)state;
  Built same = build(&s);
  assert_close(same.b.omega[0], 30.02014, 1e-6, 0);
  half = (CatDeckSectionSpec){12.5, 4606, 4 * 8.323e9};
  Built ritz = build(&s);
  s.method = CAT_DECK_HERMITE, s.elements = 100;
  Built fine = build(&s);
  // sine functions have no jump of the curvature: their error falls as 1/N only
  for (int i = 0; i < 3; i++) assert_close(ritz.b.omega[i], fine.b.omega[i], 1e-3, 0);
  assert_close(fine.b.mass, 12.5 * (2303 + 4606), 1e-14, 0);
  drop(&same), drop(&ritz), drop(&fine);
}

// Modes have a modal mass of 1: int f mu f = 1. Bearings carry all of a load, and of a mode's
// momentum all that there is.
static void test_bearings(void **state) {
  CatDeckSpec s = thesis();
  (void)state;
  s.functions = 120;
  Built x = build(&s);
  for (double at = 0; at <= 912; at += 57) {
    double sum = 0;
    for (int r = 0; r < x.b.nbearing; r++) sum += cat_bearing_influence(&x.b, r, at);
    assert_close(sum, 1, 1e-9, 0);
  }
  double f[4], mass[4] = {0}, momentum[4] = {0};
  enum { N = 20000 };
  for (int k = 0; k < N; k++) {
    cat_shapes_at(&x.b.shapes, 912 * (k + 0.5) / N, f, NULL);
    for (int i = 0; i < 4; i++) mass[i] += 912.0 / N * 40000 * f[i] * f[i];
    for (int i = 0; i < 4; i++) momentum[i] += 912.0 / N * 40000 * f[i];
  }
  for (int i = 0; i < 4; i++) {
    double sum = 0;
    for (int r = 0; r < x.b.nbearing; r++) sum += x.b.bearing[r].momentum[i];
    assert_close(mass[i], 1, 1e-6, 0);
    assert_close(sum, momentum[i], 1e-5, 1e-3);
  }
  drop(&x);
}

static void test_damping_of_the_standard(void **state) {
  static const double ratios[2] = {0.03, 0.01};
  CatDeckSpec s = thesis();
  (void)state;
  assert_close(cat_deck_damping(CAT_DECK_STEEL, 12), 0.015, 1e-12, 0);
  assert_close(cat_deck_damping(CAT_DECK_STEEL, 42), 0.005, 1e-12, 0);
  assert_close(cat_deck_damping(CAT_DECK_PRESTRESSED, 10), 0.017, 1e-12, 0);
  assert_close(cat_deck_damping(CAT_DECK_REINFORCED, 20), 0.015, 1e-12, 0);
  s.type = CAT_DECK_PRESTRESSED;
  Built x = build(&s);
  assert_close(x.b.span, 120, 1e-12, 0);
  assert_close(x.b.zeta[3], 0.01, 1e-12, 0);
  drop(&x);
  s.type = CAT_DECK_PLAIN, s.ndamping = 2, s.damping = ratios;
  x = build(&s);
  assert_true(x.b.zeta[0] == 0.03 && x.b.zeta[1] == 0.01 && x.b.zeta[3] == 0.01);
  drop(&x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_figure_3_2),    cmocka_unit_test(test_ritz_and_hermite_agree),
      cmocka_unit_test(test_many_elements), cmocka_unit_test(test_sections),
      cmocka_unit_test(test_bearings),      cmocka_unit_test(test_damping_of_the_standard),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
