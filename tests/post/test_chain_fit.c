// Chains of masses fitted to responses of chains: published ones are found again, to the digit;
// with noise, near them; with too few masses, not at all.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "post/chain_fit.h"

enum { POINTS = 120 };

typedef struct Sampled {
  double f[POINTS], amplitude[POINTS], phase[POINTS];
  CatResponse response;
} Sampled;

static void sample(const CatFittedChain *x, double noise, Sampled *s) {
  for (int i = 0; i < POINTS; i++) {
    double H[2];
    s->f[i] = 0.5 * pow(120, i / (POINTS - 1.0));
    cat_chain_receptance(x, s->f[i], H);
    s->amplitude[i] = H[0] * (1 + noise * sin(37.0 * i));
    s->phase[i] = H[1] + noise * cos(53.0 * i);
  }
  s->response = (CatResponse){POINTS, s->f, s->amplitude, s->phase};
}

// One mass on a spring and a damper, by hand; two masses against the 2 x 2 system.
static void receptance_by_hand(void **state) {
  (void)state;
  CatFittedChain one = {.n = 1, .m = {2}, .k = {800}, .c = {4}};
  double H[2], w = 2 * 3.14159265358979323846 * 3;
  cat_chain_receptance(&one, 3, H);
  double re = 800 - 2 * w * w, im = 4 * w;
  assert_close(H[0], 1 / hypot(re, im), 1e-12, 0);
  assert_close(H[1], -atan2(im, re), 1e-12, 0);
  CatFittedChain two = {.n = 2, .m = {2, 3}, .k = {800, 500}};
  cat_chain_receptance(&two, 3, H);
  double a = 800 - 2 * w * w, d = 1300 - 3 * w * w;
  assert_close(H[0] * cos(H[1]), d / (a * d - 800.0 * 800.0), 1e-12, 0);
}

// DSA350S (Milan) of the thesis; the two masses of the old reference model of EN 50318.
static const CatFittedChain published[] = {
    {.n = 3, .m = {6, 9, 5}, .k = {4500, 7000, 500}, .c = {20, 7, 70}},
    {.n = 2, .m = {7.2, 15}, .k = {4200, 50}, .c = {10, 90}},
};

static void finds_published_chains(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  for (int i = 0; i < 2; i++) {
    const CatFittedChain *p = &published[i];
    Sampled s;
    CatFittedChain x;
    sample(p, 0, &s);
    assert_int_equal(cat_chain_fit(ctx, &s.response, p->n, &x), CAT_OK);
    assert_below(x.rms, 1e-8);
    for (int j = 0; j < p->n; j++) {
      assert_close(x.m[j], p->m[j], 1e-6, 0);
      assert_close(x.k[j], p->k[j], 1e-6, 0);
      assert_close(x.c[j], p->c[j], 1e-6, 0);
    }
  }
  cat_context_free(ctx);
}

static void with_noise_and_with_too_few(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  const CatFittedChain *p = &published[0];
  Sampled s;
  CatFittedChain x;
  sample(p, 0.02, &s);
  assert_int_equal(cat_chain_fit(ctx, &s.response, 3, &x), CAT_OK);
  assert_close(x.rms, 0.02, 0.1, 0);
  for (int j = 0; j < 3; j++) {
    assert_close(x.m[j], p->m[j], 0.1, 0);
    assert_close(x.k[j], p->k[j], 0.1, 0);
  }
  sample(p, 0, &s);
  assert_int_equal(cat_chain_fit(ctx, &s.response, 2, &x), CAT_OK);
  assert_true(x.rms > 0.02);
  assert_close(x.m[0] + x.m[1], 20, 0.1, 0);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(receptance_by_hand),
                                     cmocka_unit_test(finds_published_chains),
                                     cmocka_unit_test(with_noise_and_with_too_few)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
