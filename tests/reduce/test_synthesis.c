// The line in the coordinates of its components: with all modes it is the same line. Energies,
// solutions and counts against the matrices it was made from.
#include "reduced.h"

#include "linalg/inertia.h"
#include "rest/found.h"

// What components of one kind share agrees to CAT_ALIKE only.
static double exactness(const Reduced *r) {
  return r->s.cut.nkind < r->s.cut.n ? CAT_ALIKE : 1e-9;
}

// u -> x -> u: x_b = u_b, q = Phi' M (u - H x_b).
static void check_map(Reduced *r) {
  int n = r->t.n;
  const CatComponents *cut = &r->s.cut;
  double *x = CAT_ARENA(r->arena, n, double), *u = CAT_ARENA(r->arena, n, double);
  double *back = CAT_ARENA(r->arena, n, double), *f = CAT_ARENA(r->arena, n, double);
  for (int i = 0; i < n; i++) u[i] = roll(r);
  for (int b = 0; b < cut->nborder; b++) x[r->arrow.offset[cut->n] + b] = u[cut->border[b]];
  expand(r, x, back);
  for (int i = 0; i < n; i++) back[i] = u[i] - back[i];  // zero at the border
  cat_band_multiply(&r->t.M, 1, back, 0, f);
  project(r, f, back);
  memcpy(x, back, (size_t)r->arrow.offset[cut->n] * sizeof *x);
  expand(r, x, back);
  for (int i = 0; i < n; i++) assert_close(back[i], u[i], 0, 10 * exactness(r));
}

static void check_energies(Reduced *r) {
  int n = r->t.n;
  double *x = CAT_ARENA(r->arena, n, double), *u = CAT_ARENA(r->arena, n, double);
  double *mx = CAT_ARENA(r->arena, n, double), *mu = CAT_ARENA(r->arena, n, double);
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < n; i++) x[i] = k == 3 && i < r->arrow.offset[r->s.cut.n] ? 0 : roll(r);
    expand(r, x, u);
    cat_arrow_mass(&r->arrow, x, mx);
    double tolerance = exactness(r);
    assert_close(cat_arrow_stiffness(&r->arrow, x), band_form(&r->t.K, u, u), tolerance, 0);
    assert_close(cat_dot(n, x, mx), band_form(&r->t.M, u, u), tolerance, 0);
    // all of M x, not only its share along x
    cat_band_multiply(&r->t.M, 1, u, 0, mu);
    project(r, mu, u);
    double size = sqrt(cat_dot(n, mx, mx));
    for (int i = 0; i < n; i++) assert_close(mx[i], u[i], 0, tolerance * size);
  }
}

// (K - sigma M)^-1 f in either form, and how many modes lie below sigma, at a place where the band
// has no small pivot.
static void check_shift(Reduced *r, double about) {
  int n = r->t.n;
  double *f = CAT_ARENA(r->arena, n, double), *x = CAT_ARENA(r->arena, n, double);
  double *u = CAT_ARENA(r->arena, n, double), *d = CAT_ARENA(r->arena, n, double), most = 0;
  CatBand A;
  CatInertia count;
  const double range[2] = {0.95 * about, 1.05 * about};
  assert_int_equal(
      cat_inertia_between(cat_arena_context(r->arena), &r->t.K, &r->t.M, range, &count), CAT_OK);
  double sigma = count.sigma;
  assert_int_equal(cat_arrow_factor(&r->arrow, sigma), count.below);
  assert_int_equal(cat_band_new(r->arena, n, r->t.K.kd, &A), CAT_OK);
  cat_band_axpy(&A, 1, &r->t.K);
  cat_band_axpy(&A, -sigma, &r->t.M);
  assert_int_equal(cat_band_factor_signed(&A, d), count.below);
  for (int i = 0; i < n; i++) f[i] = roll(r);
  project(r, f, x);
  cat_arrow_solve(&r->arrow, x);
  expand(r, x, u);
  cat_band_solve_signed(&A, d, f);
  for (int i = 0; i < n; i++) most = fmax(most, fabs(f[i]));
  for (int i = 0; i < n; i++) assert_close(u[i], f[i], 0, 1e3 * exactness(r) * most);
}

static void check_all(Reduced *r) {
  static const double sigma[] = {30, 1234.5, 5.4321e4, 1.23e6, 8.7e6};
  check_map(r);
  check_energies(r);
  for (size_t i = 0; i < sizeof sigma / sizeof *sigma; i++) check_shift(r, sigma[i]);
}

static void same_line(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(7);
  CatTrainSpec spec = coarse(&span, 2);
  Scene g = scene_line(&spec);
  Reduced *r = reduced_new(g.ctx, g.m, g.rest);
  assert_true(r->s.cut.nkind < r->s.cut.n);
  check_all(r);
  assert_int_equal(cat_arrow_factor(&r->arrow, 1e-3), 0);
  assert_int_equal(cat_arrow_factor(&r->arrow, 1e15), r->t.n);  // all of them
  reduced_free(r);
  scene_free(&g);
}

static void same_line_of_other_makes(void **state) {
  (void)state;
  static const char *const name[] = {"stitched/rest", "curve/rest", "tram/rest", "overlap/rest"};
  static const char *const coarser[] = {"line.elements_per_bay=1", NULL};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    Found f = find_case(name[i], coarser);
    Reduced *r = reduced_new(f.ctx, f.m, f.rest);
    check_all(r);
    reduced_free(r);
    found_free(&f);
  }
}

// Modes of a held component are those of its own matrices, and holds are static.
static void held_modes_and_holds(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(3);
  CatTrainSpec spec = coarse(&span, 1);
  Scene g = scene_line(&spec);
  Reduced *r = reduced_new(g.ctx, g.m, g.rest);
  int n = r->t.n;
  double *x = CAT_ARENA(r->arena, n, double), *u = CAT_ARENA(r->arena, n, double);
  double *f = CAT_ARENA(r->arena, n, double), most = 0;
  for (int b = 0; b < r->s.cut.nborder; b++) {
    memset(x, 0, (size_t)n * sizeof *x);
    x[r->arrow.offset[r->s.cut.n] + b] = 1;
    expand(r, x, u);
    cat_band_multiply(&r->t.K, 1, u, 0, f);
    for (int i = 0; i < n; i++) most = fmax(most, fabs(f[i]));
    for (int i = 0; i < n; i++) {
      if (r->s.cut.home[i] >= 0) assert_below(fabs(f[i]), 1e-10 * most);
    }
  }
  for (int g2 = 0; g2 < r->s.cut.nkind; g2++) {
    const CatHeldModes *k = &r->s.kind[g2];
    for (int i = 0; i < k->n; i++) {
      assert_true(k->omega2[i] > 0);
      if (i > 0) assert_true(k->omega2[i] >= k->omega2[i - 1]);
    }
  }
  reduced_free(r);
  scene_free(&g);
}

static int stop_at_once(void *user) {
  (void)user;
  return 1;
}

static void can_be_interrupted(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec spec = coarse(&span, 1);
  Scene g = scene_line(&spec);
  CatHost host = {.size = sizeof host, .stop = stop_at_once};
  CatContext *ctx = cat_context_new(&host);
  Reduced *r = reduced_tangent(ctx, g.m, g.rest);
  assert_int_equal(cat_synthesis_new(r->arena, g.m, &r->t, &r->s), CAT_ERR_INTERRUPTED);
  reduced_free(r);
  cat_context_free(ctx);
  scene_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_line), cmocka_unit_test(same_line_of_other_makes),
      cmocka_unit_test(held_modes_and_holds), cmocka_unit_test(can_be_interrupted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
