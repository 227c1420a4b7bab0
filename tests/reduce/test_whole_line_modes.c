// Modes of whole lines: against Lanczos, dense LAPACK and closed forms; multiples, counts, stops.
#include "reduced.h"

#include "linalg/eigen.h"
#include "linalg/inertia.h"
#include "reduce/whole_line_modes.h"

#define PI 3.14159265358979323846

//------------------------------------------------------------------------------- collecting

typedef struct Taken {
  int n, room, size;
  double *omega2, *vector;
  int fail_at;  // 0: never
} Taken;

static CatStatus take(void *user, const CatModes *modes) {
  Taken *t = user;
  assert_int_equal(modes->first, t->n);
  assert_true(modes->n > 0);
  for (int i = 0; i < modes->n && t->n < t->room; i++, t->n++) {
    t->omega2[t->n] = modes->omega2[i];
    memcpy(t->vector + (size_t)t->n * (size_t)t->size, modes->vector + (size_t)i * (size_t)t->size,
           (size_t)t->size * sizeof *t->vector);
  }
  return t->fail_at > 0 && t->n >= t->fail_at ? CAT_ERR_IO : CAT_OK;
}

static Taken room_for(Reduced *r, int n) {
  size_t size = (size_t)r->t.n;
  if (n > r->t.n) n = r->t.n;
  int more = n + 64 < r->t.n ? n + 64 : r->t.n;  // a cluster at the end is kept whole
  return (Taken){.room = more,
                 .size = r->t.n,
                 .omega2 = CAT_ARENA(r->arena, more, double),
                 .vector = CAT_ARENA(r->arena, (size_t)more * size, double)};
}

// The n lowest: ascending, as many as counted, M-orthonormal, K-orthogonal.
static Taken find_modes(Reduced *r, int n, CatModeSearch *out) {
  Taken t = room_for(r, n);
  assert_int_equal(cat_whole_line_modes(&r->arrow, n, take, &t, out), CAT_OK);
  assert_int_equal(out->n, t.n);
  assert_int_equal(out->below, t.n);
  assert_true(t.n >= n || t.n == r->t.n);
  assert_true(out->bound >= t.omega2[t.n - 1]);
  for (int i = 1; i < t.n; i++) assert_true(t.omega2[i] >= t.omega2[i - 1] * (1 - 1e-12));
  return t;
}

// V' M V = 1 by products of whole blocks; in nodal coordinates, K x = omega^2 M x for some. Two
// modes that stand in pieces of their own but are close (relative gap g) are orthogonal to 1e-13/g.
static void check_vectors(Reduced *r, const Taken *t) {
  int n = t->size, m = t->n;
  double *mv = CAT_ARENA(r->arena, (size_t)n * (size_t)m, double);
  double *gram = CAT_ARENA(r->arena, (size_t)m * (size_t)m, double);
  for (int i = 0; i < m; i++) {
    cat_arrow_mass(&r->arrow, t->vector + (size_t)i * (size_t)n, mv + (size_t)i * (size_t)n);
  }
  cat_dense_product((int[]){m, m, n}, (CatDense){t->vector, n, 'T'}, (CatDense){mv, n, 'N'}, 0,
                    gram);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++) {
      double gap = fabs(t->omega2[i] - t->omega2[j]) / t->omega2[i];
      assert_close(gram[i * m + j], i == j, 0, gap > 0 ? fmax(1e-8, 1e-13 / gap) : 1e-8);
    }
  }
  double *u = CAT_ARENA(r->arena, n, double), *f = CAT_ARENA(r->arena, n, double);
  for (int i = 0; i < m; i += 1 + m / 20) {
    const double *x = t->vector + (size_t)i * (size_t)n;
    assert_close(cat_arrow_stiffness(&r->arrow, x), t->omega2[i], 1e-9, 0);
    expand(r, x, u);
    cat_band_multiply(&r->t.M, t->omega2[i], u, 0, f);
    double size = sqrt(cat_dot(n, f, f));
    cat_band_multiply(&r->t.K, 1, u, -1, f);
    assert_below(sqrt(cat_dot(n, f, f)), 1e-6 * size + 1e-4);
  }
}

// Models look back at their specs, which must stay.
static Scene small_line(int spans, int elements) {
  static CatSpanSpec span;
  static CatTrainSpec spec;
  span = scene_spans(spans);
  spec = coarse(&span, elements);
  return scene_line(&spec);
}

//------------------------------------------------------------------------------- tests

// Where components share their modes, to what CAT_ALIKE allows; else to 1e-9.
static void agrees_with_lanczos(void **state) {
  (void)state;
  for (int spans = 5; spans <= 8; spans += 3) {
    Scene g = small_line(spans, 2);
    Reduced *r = reduced_new(g.ctx, g.m, g.rest);
    CatModeSearch out;
    CatEigen e;
    Taken t = find_modes(r, 150, &out);
    assert_int_equal(r->s.cut.nkind, 5);
    assert_int_equal(cat_eigen_lowest(r->arena, &r->t.K, &r->t.M, 150, &e), CAT_OK);
    for (int i = 0; i < 150; i++) {
      assert_close(t.omega2[i], e.value[i], spans == 5 ? 1e-9 : CAT_ALIKE, 0);
    }
    if (spans == 5) check_vectors(r, &t);
    reduced_free(r);
    scene_free(&g);
  }
}

// All modes. A dense solver's values carry an error of eps times the largest, which is 1e8 times
// the lowest and more: the lowest agree to 1e-6 only.
static void agrees_with_lapack(void **state) {
  (void)state;
  Scene g = small_line(2, 2);
  Reduced *r = reduced_new(g.ctx, g.m, g.rest);
  CatModeSearch out;
  int n = r->t.n;
  Taken t = find_modes(r, n, &out);
  assert_int_equal(t.n, n);
  double *K = CAT_ARENA(r->arena, n * n, double), *M = CAT_ARENA(r->arena, n * n, double);
  double *w = CAT_ARENA(r->arena, n, double);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      K[i * n + j] = cat_band_get(&r->t.K, i, j);
      M[i * n + j] = cat_band_get(&r->t.M, i, j);
    }
  }
  assert_int_equal(cat_dense_modes(r->arena, n, K, M, w), CAT_OK);
  for (int i = 0; i < n; i++) assert_close(t.omega2[i], w[i], 1e-6, 0);
  check_vectors(r, &t);
  reduced_free(r);
  scene_free(&g);
}

// The number of modes found below any place is the count of signs of the band there.
static void agrees_with_counts(void **state) {
  (void)state;
  Scene g = small_line(5, 2);
  Reduced *r = reduced_new(g.ctx, g.m, g.rest);
  CatModeSearch out;
  Taken t = find_modes(r, 400, &out);
  for (int i = 7; i + 1 < t.n; i += 23) {
    const double range[2] = {t.omega2[i], t.omega2[i + 1]};
    if (range[1] < range[0] * (1 + 1e-5)) continue;
    CatInertia count;
    assert_int_equal(cat_inertia_between(g.ctx, &r->t.K, &r->t.M, range, &count), CAT_OK);
    assert_int_equal(count.below, i + 1);
  }
  reduced_free(r);
  scene_free(&g);
}

static Scene string_of(CatSpanSpec *span, int spans, int elements) {
  static CatTrainSpec spec;
  *span = (CatSpanSpec){.repeat = spans, .length = 20};
  spec = scene_string(span, elements, 1e-3);
  spec.line.contact_wire.axial_stiffness = 1e8;
  Scene g = scene_line(&spec);
  scene_hold_along(&g);
  return g;
}

// Six strings that have nothing to do with each other: no border, every mode six times.
static void uncoupled_parts(void **state) {
  (void)state;
  enum { SPANS = 6, ELEMENTS = 8 };
  CatSpanSpec span;
  Scene g = string_of(&span, SPANS, ELEMENTS);
  CatLineNode *node = scene_edit(&g).node;
  for (int i = 0; i < g.m->nnode; i++) {
    bool mast = fabs(remainder(node[i].s, 20)) < 1e-9;
    for (int k = 0; k < 6 && mast; k++) node[i].fixed[k] = true;
  }
  Reduced *r = reduced_new(g.ctx, g.m, g.rest);
  assert_int_equal(r->s.cut.n, SPANS);
  assert_int_equal(r->s.cut.nkind, 1);
  assert_int_equal(r->s.cut.nborder, 0);
  CatModeSearch out;
  Taken t = find_modes(r, r->t.n, &out);
  assert_int_equal(t.n, r->t.n);
  assert_int_equal(t.n % SPANS, 0);
  for (int i = 0; i < t.n; i++) {
    assert_close(t.omega2[i], r->s.kind[0].omega2[i / SPANS], 1e-9, 0);
  }
  check_vectors(r, &t);
  reduced_free(r);
  scene_free(&g);
}

// Nothing holds the string at the masts between its ends.
static void release_masts(Scene *g, double length) {
  CatLineNode *node = scene_edit(g).node;
  for (int i = 0; i < g->m->nnode; i++) {
    CatLineNode *n = &node[i];
    bool inside = n->s > 1e-6 && n->s < length - 1e-6;
    for (int k = CAT_ACROSS; k <= CAT_UP && inside; k++)
      n->fixed[k] = n->fixed[3 + k] && n->fixed[k];
  }
}

// One string over four spans that hold it nowhere: omega = n pi c / L. Every fourth mode does not
// move the masts and is a mode of the held spans as well: where the factor has no pivot.
static void modes_that_leave_the_border_alone(void **state) {
  (void)state;
  enum { SPANS = 4, ELEMENTS = 10 };
  CatSpanSpec span;
  Scene g = string_of(&span, SPANS, ELEMENTS);
  release_masts(&g, SPANS * 20);
  Reduced *r = reduced_new(g.ctx, g.m, g.rest);
  assert_int_equal(r->s.cut.n, SPANS);
  CatModeSearch out;
  Taken t = find_modes(r, 24, &out);
  for (int i = 0; i < 24; i++) {
    double omega = (i + 1) * PI * scene_wave / (SPANS * 20), kh = (i + 1) * PI / (SPANS * ELEMENTS);
    assert_close(sqrt(t.omega2[i]), omega, 1e-3 + pow(kh, 6) / 30000, 0);
  }
  check_vectors(r, &t);
  reduced_free(r);
  scene_free(&g);
}

// The same in three dimensions: up and across have the same frequencies.
static void modes_in_two_directions(void **state) {
  (void)state;
  CatSpanSpec span = {.repeat = 3, .length = 20};
  CatTrainSpec spec = scene_string(&span, 6, 1e-3);
  spec.line.form = CAT_LINE_3D;
  spec.line.contact_wire.axial_stiffness = 1e8;
  Scene g = scene_line(&spec);
  scene_hold_along(&g);
  release_masts(&g, 60);
  Reduced *r = reduced_new(g.ctx, g.m, g.rest);
  CatModeSearch out;
  Taken t = find_modes(r, 20, &out);
  for (int i = 0; i < 20; i++) {
    double omega = (i / 2 + 1) * PI * scene_wave / 60, kh = (i / 2 + 1) * PI / 18;
    assert_close(sqrt(t.omega2[i]), omega, 1e-3 + pow(kh, 6) / 30000, 0);
    if (i % 2) assert_close(t.omega2[i], t.omega2[i - 1], 1e-7, 0);
  }
  check_vectors(r, &t);
  reduced_free(r);
  scene_free(&g);
}

//------------------------------------------------------------------------------- stops

static int stop_later(void *user) {
  int *left = user;
  return (*left)-- <= 0;
}

static void can_be_interrupted(void **state) {
  (void)state;
  Scene g = small_line(2, 1);
  int left = 1000000;
  CatHost host = {.size = sizeof host, .stop = stop_later, .user = &left};
  CatContext *ctx = cat_context_new(&host);
  Reduced *r = reduced_new(ctx, g.m, g.rest);
  CatModeSearch out;
  Taken t = room_for(r, 200);
  left = 150;
  assert_int_equal(cat_whole_line_modes(&r->arrow, 200, take, &t, &out), CAT_ERR_INTERRUPTED);
  assert_true(t.n > 0 && t.n < 200);
  reduced_free(r);
  cat_context_free(ctx);
  scene_free(&g);
}

// What the taker says is passed on.
static void taker_can_fail(void **state) {
  (void)state;
  Scene g = small_line(2, 1);
  Reduced *r = reduced_new(g.ctx, g.m, g.rest);
  CatModeSearch out;
  Taken t = room_for(r, 200);
  t.fail_at = 40;
  assert_int_equal(cat_whole_line_modes(&r->arrow, 200, take, &t, &out), CAT_ERR_IO);
  assert_true(t.n >= 40 && t.n < 200);
  reduced_free(r);
  scene_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_lanczos),
                                     cmocka_unit_test(agrees_with_lapack),
                                     cmocka_unit_test(agrees_with_counts),
                                     cmocka_unit_test(uncoupled_parts),
                                     cmocka_unit_test(modes_that_leave_the_border_alone),
                                     cmocka_unit_test(modes_in_two_directions),
                                     cmocka_unit_test(can_be_interrupted),
                                     cmocka_unit_test(taker_can_fail)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
