// The three discretisations: moving rows against their own time derivatives, static shapes against
// closed forms, frequencies against Table 1.
#include "benchmark.h"

#include <stdlib.h>
#include <string.h>

static const CatPdaeSpace spaces[3] = {CAT_PDAE_FEM, CAT_PDAE_FDM, CAT_PDAE_MODES};

static void row_at(const CatPdaeModel *m, double t, double *rows) {
  size_t n = (size_t)m->dae.nq;
  memset(rows, 0, 3 * n * sizeof(double));
  m->dae.row(m, 2, t, rows, rows + n, rows + 2 * n);
}

// Gt = dG/dt and Gtt = dGt/dt, tested on a smooth displacement so that grid kinks average out
static void rows_are_derivatives(void **state) {
  (void)state;
  for (int k = 0; k < 3; k++) {
    CatPdaeSpec s = benchmark(32, spaces[k], CAT_PDAE_BDF2, 200, 1e-4);
    CatContext *ctx = cat_context_new(NULL);
    CatPdaeModel *m;
    assert_int_equal(cat_pdae_model_new(ctx, &s, &m), CAT_OK);
    size_t n = (size_t)m->dae.nq;
    double *r = calloc(9 * n, sizeof(double)), h = 1e-6;
    for (double t = 0.0103; t < 0.4; t += 0.0517) {
      row_at(m, t - h, r);
      row_at(m, t, r + 3 * n);
      row_at(m, t + h, r + 6 * n);
      for (size_t j = 0; j < n; j++) {
        assert_close(r[4 * n + j], (r[6 * n + j] - r[j]) / (2 * h), 1e-5, 1e-5);
        assert_close(r[5 * n + j], (r[7 * n + j] - r[n + j]) / (2 * h), 1e-3, 0.5);
      }
    }
    free(r);
    cat_pdae_model_free(m);
    cat_context_free(ctx);
  }
}

// Derivatives along a wire: of elements and sine functions against differences of the order below,
// of finite differences against a sine on the grid.
static void wire_has_derivatives(void **state) {
  (void)state;
  const double w = 3 * 3.14159265358979323846 / 20, h = 1e-6;
  for (int k = 0; k < 3; k++) {
    CatPdaeSpec s = benchmark(32, spaces[k], CAT_PDAE_BDF2, 400, 1e-4);
    March g = march_new(&s);
    double *q = g.x->q;
    for (int i = 0; i < g.m->nw; i++)
      q[g.m->wire + i] = sin(w * (i + 1) * g.m->dx) / (1 + (k == 2) * i * i);
    // on the grid, or within an element
    for (double x = spaces[k] == CAT_PDAE_FDM ? 0.35 : 0.36; x < 19.7; x += 0.85) {
      const double sine[4] = {sin(w * x), w * cos(w * x), -w * w * sin(w * x),
                              -w * w * w * cos(w * x)};
      for (int order = 1; order < 4; order++) {
        double slope =
            cat_pdae_wire_at(g.m, q, x + h, order - 1) - cat_pdae_wire_at(g.m, q, x - h, order - 1);
        double found = cat_pdae_wire_at(g.m, q, x, order);
        if (spaces[k] == CAT_PDAE_FDM) {
          assert_close(found, sine[order], 0, 1e-3 * pow(w, order));
        } else {
          assert_close(found, slope / (2 * h), 1e-5, 1e-4);
        }
      }
    }
    march_free(&g);
  }
}

// A string without droppers sags by rho g x (L - x) / (2 T); nodes are exact for linear elements.
static void carrier_sags_as_a_parabola(void **state) {
  (void)state;
  const double tolerance[3] = {1e-11, 1e-11, 1e-4};
  for (int k = 0; k < 3; k++) {
    CatPdaeSpec s = benchmark(32, spaces[k], CAT_PDAE_BDF2, 400, 1e-4);
    s.ndropper = 0;
    s.start.contact_force = 0;
    March g = march_new(&s);
    for (double x = 2; x < 20; x += 2) {
      double sag = s.carrier.mass_per_length * s.gravity * x * (20 - x) / (2 * s.carrier.tension);
      assert_close(1 - cat_pdae_carrier_at(g.m, g.x->q, x), sag, tolerance[k], 0);
    }
    march_free(&g);
  }
}

// Table 1 of the paper: frequencies in Hz for N + 1 = 500
static void table_1(void **state) {
  (void)state;
  const struct {
    CatPdaeSpace space;
    double carrier_max, carrier_min, wire_max, wire_min, step;
  } printed[2] = {{CAT_PDAE_FEM, 2179.3, 3.9528, 59257, 2.9631, 5.3e-6},
                  {CAT_PDAE_FDM, 1258.2, 3.9528, 4808.8, 2.9631, 6.6e-5}};
  for (int k = 0; k < 2; k++) {
    CatPdaeSpec s = benchmark(32, printed[k].space, CAT_PDAE_BDF2, 500, 1e-4);
    CatContext *ctx = cat_context_new(NULL);
    CatPdaeModel *m;
    assert_int_equal(cat_pdae_model_new(ctx, &s, &m), CAT_OK);
    double f[2][2];
    assert_int_equal(cat_pdae_frequency_range(ctx, m, true, f[0]), CAT_OK);
    assert_int_equal(cat_pdae_frequency_range(ctx, m, false, f[1]), CAT_OK);
    // half a unit in the last printed digit, or a whole one
    assert_close(f[0][1], printed[k].carrier_max, 0, 0.1);
    assert_close(f[0][0], printed[k].carrier_min, 0, 1e-4);
    assert_close(f[1][1], printed[k].wire_max, 0, k == 0 ? 1 : 0.1);
    assert_close(f[1][0], printed[k].wire_min, 0, 1e-4);
    double omega;
    assert_int_equal(cat_pdae_omega_max(ctx, m, &omega), CAT_OK);
    assert_close(2 / omega, printed[k].step, 0.02, 0);
    assert_below(omega, 2 * 3.14159265358979 * f[1][1] * (1 + 1e-9));
    cat_pdae_model_free(m);
    cat_context_free(ctx);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_derivatives), cmocka_unit_test(wire_has_derivatives),
      cmocka_unit_test(carrier_sags_as_a_parabola), cmocka_unit_test(table_1)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
