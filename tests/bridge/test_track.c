// Rail, sleepers and deck in one band: static deflections by closed forms, masses.
#include "support/support.h"

#include <math.h>

#include "bridge/track.h"

static const double zero = 0;

typedef struct Laid {
  CatContext *ctx;
  CatArena *a;
  CatBridgeSpec spec;
  CatBridge bridge;
  CatTrackDeck t;
} Laid;

static void lay(Laid *l) {
  l->ctx = cat_context_new(NULL), l->a = cat_arena_new(l->ctx, 1 << 20);
  l->spec = (CatBridgeSpec){.bridge = {.length = 30,
                                       .mass_per_length = 5000,
                                       .bending_stiffness = 2e10,
                                       .modes = 5,
                                       .ndamping = 1,
                                       .damping = &zero},
                            .track = {.given = true,
                                      .rail_mass = 120,
                                      .rail_bending_stiffness = 1.3e7,
                                      .spacing = 0.31,
                                      .sleeper_mass = 100,
                                      .pad_stiffness = 60e6,
                                      .ballast_stiffness = 40e6}};
  assert_int_equal(cat_bridge_new(l->a, NULL, &l->spec.bridge, &l->bridge), CAT_OK);
  assert_int_equal(cat_track_deck_new(l->a, &l->spec, &l->bridge, (const double[]){-60, 90}, &l->t),
                   CAT_OK);
}

static void take_up(Laid *l) {
  cat_arena_free(l->a);
  cat_context_free(l->ctx);
}

// Deflection under a unit force on the rail at x: of the rail there, or of the deck.
static double deflection(Laid *l, double x, int of) {
  CatBand K;
  CatTrackPlace rail, seen;
  double *u = CAT_ARENA(l->a, l->t.n, double), sum = 0;
  assert_int_equal(cat_band_new(l->a, l->t.n, l->t.K.kd, &K), CAT_OK);
  cat_band_copy(&K, &l->t.K);
  assert_int_equal(cat_band_factor(l->ctx, &K), CAT_OK);
  assert_true(cat_track_place(&l->t, CAT_TRACK_RAIL, x, &rail));
  assert_true(cat_track_place(&l->t, of, x, &seen));
  for (int i = 0; i < 4; i++) u[rail.dof[i]] += rail.b[i];
  cat_band_solve(&K, u, 1);
  for (int i = 0; i < 4; i++) sum += seen.dof[i] >= 0 ? seen.b[i] * u[seen.dof[i]] : 0;
  return sum;
}

// P lambda/(2 k'), lambda = (k'/(4 EI))^(1/4), for a rail on an elastic foundation.
static double of_foundation(const CatTrackSpec *s) {
  double k = 1 / (1 / s->pad_stiffness + 1 / s->ballast_stiffness) / s->spacing;
  double lambda = pow(k / (4 * s->rail_bending_stiffness), 0.25);
  return lambda / (2 * k);
}

static void test_statics(void **state) {
  (void)state;
  Laid l;
  lay(&l);
  double ground = of_foundation(&l.spec.track), deck = 30.0 * 30 * 30 / (48 * 2e10);
  assert_close(deflection(&l, -31.234, CAT_TRACK_RAIL), ground, 5e-3, 0);
  assert_close(deflection(&l, 15, CAT_TRACK_DECK), deck, 5e-3, 0);
  assert_close(deflection(&l, 15, CAT_TRACK_RAIL), deck + ground, 1e-2, 0);
  take_up(&l);
}

// All moves up by 1, the ends of the deck held: the masses of rail, sleepers and deck.
static void test_mass(void **state) {
  (void)state;
  Laid l;
  lay(&l);
  double *one = CAT_ARENA(l.a, l.t.n, double), *m = CAT_ARENA(l.a, l.t.n, double), sum = 0;
  for (int i = 0; i < l.t.stations; i++) {
    one[l.t.dof[i][CAT_TRACK_RAIL]] = one[l.t.dof[i][CAT_TRACK_SLEEPER]] = 1;
    if (l.t.dof[i][CAT_TRACK_DECK] >= 0) one[l.t.dof[i][CAT_TRACK_DECK]] = 1;
  }
  cat_band_multiply(&l.t.M, 1, one, 0, m);
  for (int i = 0; i < l.t.n; i++) sum += m[i] * one[i];
  double length = (l.t.stations - 1) * l.t.apart, sleepers = l.t.stations * l.t.apart / 0.31 * 100;
  double held = 2 * 5000 * l.t.apart * (1 - 156.0 / 420);  // of the two elements at the ends
  assert_close(sum, 120 * length + sleepers + 5000 * 30 - held, 1e-9, 0);
  assert_close(l.t.last - l.t.first, 97, 1e-12, 0);
  assert_true(l.t.x0 <= -60 && l.t.x0 + length >= 90);
  take_up(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_statics), cmocka_unit_test(test_mass)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
