// The linearised line: its tangent against differences of forces, its modes against closed forms
// of string and tensioned beam and against dense LAPACK.
#include "small_lines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assemble/residual.h"
#include "rest/elasticity.h"
#include "rest/modes.h"
#include "rest/run.h"

#define PI 3.14159265358979323846

void dsygv_(const int *itype, const char *jobz, const char *uplo, const int *n, double *a,
            const int *lda, double *b, const int *ldb, double *w, double *work, const int *lwork,
            int *info);

static CatEigen modes_of(const Found *f, int n, CatLinearSystem *t) {
  CatEigen e;
  assert_int_equal(cat_linear_system_new(f->arena, f->m, f->rest, t), CAT_OK);
  assert_int_equal(cat_eigen_lowest(f->arena, &t->K, &t->M, n, &e), CAT_OK);
  assert_int_equal(e.below, e.n);
  return e;
}

//------------------------------------------------------------------------------- closed forms

// n-th frequency of a wire stretched to lambda: in its undeformed length L/lambda it has a tension
// S = T/lambda, since mass and stiffness are per undeformed length
static double exact(const CatLineModel *m, const CatConfiguration *rest, int n) {
  const CatWire *w = &m->wire[0];
  double L0 = 60 / stretch(m, rest), S = w->tension / stretch(m, rest), k = n * PI / L0;
  return k / (2 * PI) * sqrt((S + w->EI * k * k) / (w->mu + w->ice));
}

static void check_wire(double EI, double ice, double first) {
  CatLineSpec spec = one_wire(EI, 60);
  spec.contact_wire.ice = ice;
  Found f = find_rest(&spec);
  CatLinearSystem t;
  CatEigen e = modes_of(&f, 20, &t);
  assert_int_equal(e.n, 20);
  for (int i = 0; i < 20; i++) {  // up and sideways: each frequency twice
    int n = i / 2 + 1;
    double kh = n * PI / 60;  // wave number times length of an element
    assert_close(cat_mode_frequency(&e, i), exact(f.m, f.rest, n), 1e-9 + pow(kh, 6) / 30000, 0);
  }
  assert_close(cat_mode_frequency(&e, 0) / sqrt(stretch(f.m, f.rest)), first, 1e-8, 0);
  found_free(&f);
}

static void string_frequencies(void **state) {
  (void)state;
  check_wire(0, 0, 1.13402303);
}

static void beam_frequencies(void **state) {
  (void)state;
  check_wire(195, 0, 1.13403819);
}

static void ice_is_mass(void **state) {
  (void)state;
  check_wire(0, 3 * 1.08, 1.13402303 / 2);
}

// Hermite elements under tension: order 4 at least, 6 while tension rules (TRUST rung 3)
static void converges(void **state) {
  (void)state;
  double h[3], error[3];
  for (int k = 0; k < 3; k++) {
    CatLineSpec spec = one_wire(195, 8 << k);
    Found f = find_rest(&spec);
    CatLinearSystem t;
    CatEigen e = modes_of(&f, 16, &t);
    h[k] = 60.0 / (8 << k);
    error[k] = cat_mode_frequency(&e, 15) / exact(f.m, f.rest, 8) - 1;
    found_free(&f);
  }
  double order = convergence_order(h, error, 3);
  assert_true(order > 3.8 && order < 6.5);
}

//------------------------------------------------------------------------------- tangent

// A line in a curve, so that the frames of neighbouring nodes are turned, with Y wires.
static CatLineSpec curved_line(void) {
  static const CatPathSpec path = {.length = 1000, .curvature0 = 1e-3, .curvature1 = 1e-3};
  CatLineSpec spec = small_line(2);
  spec.npath = 1;
  spec.path = &path;
  spec.stitch = (CatWireSpec){
      .given = true, .modulus = 110e9, .area = 35e-6, .mass_per_length = 0.31, .tension = 2500};
  spec.stitch_length = 12;
  return spec;
}

static void move(const Found *f, const CatLinearSystem *t, const double *u, double share) {
  for (int i = 0; i < f->m->nnode; i++) {
    for (int k = f->m->node[i].twin >= 0 ? 3 : 0; k < 6; k++) {
      if (t->dof[i][k] >= 0) f->rest->q[i][k] += share * u[t->dof[i][k]];
    }
  }
}

static void gather(const Found *f, const CatLinearSystem *t, double factor, double *out) {
  double(*force)[6] = cat_arena_alloc(f->arena, (size_t)f->m->nnode, sizeof *force);
  cat_residual(f->m, f->rest, force);
  for (int i = 0; i < f->m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      if (t->dof[i][k] >= 0) out[t->dof[i][k]] += factor * force[i][k];
    }
  }
}

static void tangent_is_derivative_of_the_forces(void **state) {
  (void)state;
  CatLineSpec specs[] = {small_line(2), curved_line()};
  for (int s = 0; s < 2; s++) {
    Found f = find_rest(&specs[s]);
    CatLinearSystem t;
    assert_int_equal(cat_linear_system_new(f.arena, f.m, f.rest, &t), CAT_OK);
    double *u = CAT_ARENA(f.arena, t.n, double), *difference = CAT_ARENA(f.arena, t.n, double);
    double *product = CAT_ARENA(f.arena, t.n, double), h = 1e-6, size = 0;
    for (int i = 0; i < t.n; i++) u[i] = sin(1.7 * i + 0.3);
    move(&f, &t, u, h);
    gather(&f, &t, 1 / (2 * h), difference);
    move(&f, &t, u, -2 * h);
    gather(&f, &t, -1 / (2 * h), difference);
    move(&f, &t, u, h);
    cat_band_multiply(&t.K, 1, u, 0, product);
    for (int i = 0; i < t.n; i++) size = fmax(size, fabs(product[i]));
    for (int i = 0; i < t.n; i++) assert_close(product[i], difference[i], 0, 1e-8 * size);
    found_free(&f);
  }
}

// v' M v for a rigid motion of everything in any direction: the mass of all its parts.
static void mass_is_that_of_the_weight(void **state) {
  (void)state;
  CatLineSpec spec = small_line(3);
  spec.contact_wire.ice = 0.4;
  Found f = find_rest(&spec);
  CatLineNode *node = CAT_ARENA(f.arena, f.m->nnode, CatLineNode);
  for (int i = 0; i < f.m->nnode; i++) {
    node[i] = f.m->node[i];
    memset(node[i].fixed, 0, sizeof node[i].fixed);
  }
  CatLineModel loose = *f.m;
  loose.node = node;
  CatLinearSystem t;
  assert_int_equal(cat_linear_system_new(f.arena, &loose, f.rest, &t), CAT_OK);
  double *u = CAT_ARENA(f.arena, t.n, double), *r = CAT_ARENA(f.arena, t.n, double);
  double expected = 0;
  for (int i = 0; i < f.m->ncable; i++) {
    const CatWire *w = &f.m->wire[f.m->cable[i].wire];
    expected += (w->mu + w->ice) * f.rest->cable[i];
  }
  for (int i = 0; i < f.m->ndropper; i++) expected += 0.117 * f.rest->dropper[i];
  for (int i = 0; i < f.m->nmass; i++) expected += f.m->mass[i].mass;
  for (int i = 0; i < f.m->narm; i++) expected += 0.7727 * f.m->arm[i].l0 / 3;
  for (int k = 0; k < 3; k++) {
    double mass = 0;
    for (int i = 0; i < t.n; i++) u[i] = 0;
    for (int i = 0; i < f.m->nnode; i++) u[t.dof[i][k]] = 1;
    cat_band_multiply(&t.M, 1, u, 0, r);
    for (int i = 0; i < t.n; i++) mass += u[i] * r[i];
    assert_close(mass, expected, 1e-12, 0);
  }
  found_free(&f);
}

// Numbers rise along the track, so that the band is narrow: what hangs together lies together.
static void numbers_go_along_the_track(void **state) {
  (void)state;
  CatLineSpec spec = curved_line();
  Found f = find_rest(&spec);
  CatLinearSystem t;
  assert_int_equal(cat_linear_system_new(f.arena, f.m, f.rest, &t), CAT_OK);
  int before = 0;
  for (int i = 0; i < f.m->nnode; i++) {
    for (int j = 0; j < f.m->nnode; j++) {
      double s = f.m->node[i].s, other = f.m->node[j].s;
      if (s > other || (s == other && i >= j)) continue;
      if (f.m->node[i].twin >= 0 || f.m->node[j].twin >= 0) continue;
      if (t.dof[i][CAT_UP] < 0 || t.dof[j][CAT_UP] < 0) continue;
      assert_true(t.dof[i][CAT_UP] < t.dof[j][CAT_UP]);
      before++;
    }
  }
  assert_true(before > 500);
  found_free(&f);
}

//------------------------------------------------------------------------------- dense oracle

static double *dense_eigenvalues(const Found *f, const CatLinearSystem *t) {
  int n = t->n, one = 1, info = 0, lwork = 40 * n;
  double *K = CAT_ARENA(f->arena, n * n, double), *M = CAT_ARENA(f->arena, n * n, double);
  double *w = CAT_ARENA(f->arena, n, double), *work = CAT_ARENA(f->arena, lwork, double);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      K[i * n + j] = cat_band_get(&t->K, i, j);
      M[i * n + j] = cat_band_get(&t->M, i, j);
    }
  }
  dsygv_(&one, "N", "U", &n, K, &n, M, &n, w, work, &lwork, &info);
  assert_int_equal(info, 0);
  return w;
}

static void agrees_with_dense(void **state) {
  (void)state;
  CatLineSpec flat = small_line(2), specs[] = {small_line(2), curved_line(), flat};
  specs[2].form = CAT_LINE_2D;
  for (int s = 0; s < 3; s++) {
    Found f = find_rest(&specs[s]);
    CatLinearSystem t;
    CatEigen e = modes_of(&f, 25, &t);
    double *w = dense_eigenvalues(&f, &t), share[3];
    double *work = CAT_ARENA(f.arena, t.n, double);
    assert_true(e.n >= 25);
    for (int i = 0; i < e.n; i++) {
      assert_close(e.value[i], w[i], 1e-7, 0);
      cat_mode_fractions(f.m, &t, e.vector + i * e.size, work, share);
      assert_close(share[0] + share[1] + share[2], 1, 0, 1e-12);
    }
    found_free(&f);
  }
}

// A messenger that is held along the track has one unknown less at each support between the ends,
// and no frequency is lower for it.
static void holds_the_messenger(void **state) {
  (void)state;
  CatLineSpec spec = small_line(2);
  for (int rigid = 0; rigid < 2; rigid++) {
    if (rigid) spec.support.stiffness = 0;
    CatLinearSystem loose, held;
    spec.support.along = CAT_ALONG_FREE;
    Found a = find_rest(&spec);
    CatEigen ea = modes_of(&a, 12, &loose);
    double free_value[12];
    memcpy(free_value, ea.value, sizeof free_value);
    found_free(&a);
    spec.support.along = CAT_ALONG_HELD;
    Found b = find_rest(&spec);
    CatEigen eb = modes_of(&b, 12, &held);
    assert_int_equal(held.n, loose.n - 2);
    for (int i = 0; i < 12; i++) assert_true(eb.value[i] > free_value[i] * (1 - 1e-9));
    found_free(&b);
  }
}

//------------------------------------------------------------------------------- what is shown

static const double *column(const CatTable *table, const char *name) {
  const CatChannel *c = cat_table_channel(table, name);
  assert_non_null(c);
  return c->data;
}

// The tables of one wire: its modes come in pairs, and shape k has k half waves.
static void shows_numbers_and_shapes(void **state) {
  (void)state;
  CatLineSpec spec = one_wire(195, 60);
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  assert_int_equal(cat_line_modes(ctx, NULL, &spec, rec), CAT_OK);
  const CatTable *modes = cat_record_find(rec, "modes"), *shapes;
  shapes = cat_record_find(rec, "mode_shapes");
  assert_true(modes->n >= 20 && shapes->n == 61);
  for (size_t i = 0; i < modes->n; i++) {
    double up = column(modes, "vertical")[i], across = column(modes, "lateral")[i];
    assert_close(column(modes, "n")[i], (double)i + 1, 0, 0);
    if (i >= 12) continue;
    assert_close(column(modes, "frequency")[i], 1.134 * (double)(i / 2 + 1), 2e-3, 0);
    assert_close(up + across, 1, 0, 1e-6);
    assert_close(column(modes, "along")[i], 0, 0, 1e-6);
  }
  for (int k = 0; k < 6; k++) {
    char z[16], y[16], label[24];
    snprintf(z, sizeof z, "z_%d", k + 1);
    snprintf(y, sizeof y, "y_%d", k + 1);
    const double *up = column(shapes, z), *across = column(shapes, y), *x = column(shapes, "x");
    double most = 0;
    for (int i = 0; i <= 60; i++) {
      assert_close(x[i], i, 0, 1e-9);
      // half waves in a plane at any angle
      double shape = sin((k / 2 + 1) * PI * i / 60), middle = sin((k / 2 + 1) * PI * 7 / 60);
      assert_close(up[i], up[7] * shape / middle, 0, 1e-9);
      assert_close(across[i], across[7] * shape / middle, 0, 1e-9);
      most = fmax(most, fmax(fabs(up[i]), fabs(across[i])));
    }
    assert_close(most, 1, 1e-12, 0);
    snprintf(label, sizeof label, "mode %d", k + 1);
    assert_string_equal(cat_record_result_at(rec, k)->label, label);
    assert_close(cat_record_result_at(rec, k)->value, column(modes, "frequency")[k], 0, 0);
  }
  cat_record_free(rec);
  cat_context_free(ctx);
}

// A soft wire, held at both ends, whose first modes along the track are among its lowest: n c/2L,
// with L0 its undeformed length and c^2 = dN/ds / mu, N = EA (s^2 - 1) s/2, at the stretch s. Of a
// quasi-static wire there are as many as it keeps.
static void modes_along_the_track(void **state) {
  (void)state;
  for (int kept = 0; kept <= 2; kept++) {
    CatLineSpec spec = one_wire(0, 120);
    spec.form = CAT_LINE_2D;
    spec.contact_wire.axial_stiffness = 5e4, spec.contact_wire.tension = 600;
    spec.axial = kept > 0 ? CAT_AXIAL_QUASI_STATIC : CAT_AXIAL_FULL;
    spec.axial_modes = kept;
    Found f = find_rest(&spec);
    double s = stretch(f.m, f.rest), c = sqrt(5e4 * (3 * s * s - 1) / 2 / 1.08);
    CatRecord *rec = cat_record_new(f.ctx);
    assert_int_equal(cat_line_modes(f.ctx, NULL, &spec, rec), CAT_OK);
    const CatTable *modes = cat_record_find(rec, "modes");
    int n = 0;
    for (size_t i = 0; i < modes->n; i++) {
      if (column(modes, "along")[i] < 0.5) continue;
      assert_close(column(modes, "along")[i], 1, 0, 1e-9);
      assert_close(column(modes, "frequency")[i], ++n * c * s / 120, 1e-9, 0);
    }
    print_message("%d kept: %d along the track, the first at %.3f Hz\n", kept, n, c * s / 120);
    assert_int_equal(n, kept > 0 ? kept : 2);
    cat_record_free(rec);
    found_free(&f);
  }
}

//------------------------------------------------------------------------------- memory

static CatStatus everything(CatContext *ctx, const CatLineSpec *spec) {
  const CatLineModel *m = NULL;
  CatConfiguration *rest = NULL;
  CatRestReport report;
  CatLinearSystem t;
  CatEigen e;
  CatElasticity lift;
  CatArena *a = cat_arena_new(ctx, 1 << 12);
  CatStatus status = a ? cat_line_model_new(ctx, spec, &m) : CAT_ERR_MEMORY;
  if (!status) status = cat_rest_find(ctx, NULL, m, &rest, &report);
  if (!status) status = cat_linear_system_new(a, m, rest, &t);
  if (!status) status = cat_eigen_lowest_with(a, &t.K, &t.M, &t.along, 10, &e);
  if (!status) status = cat_rest_elasticity(a, m, rest, &lift);
  cat_configuration_free(rest);
  cat_line_model_free(m);
  cat_arena_free(a);
  return status;
}

// Fails at the n-th piece of memory, for all n, and leaves none behind.
static void gives_up_cleanly(void **state) {
  (void)state;
  CatLineSpec spec = small_line(2);
  spec.axial = CAT_AXIAL_QUASI_STATIC, spec.axial_modes = 2;
  CatStatus status = CAT_ERR_MEMORY;
  for (long n = 1; status == CAT_ERR_MEMORY; n++) {
    FailingHeap heap = {.fail_at = n};
    CatHost host = failing_host(&heap);
    CatContext *ctx = cat_context_new(&host);
    status = ctx ? everything(ctx, &spec) : CAT_ERR_MEMORY;
    cat_context_free(ctx);
    assert_int_equal(heap.held, 0);
    assert_true(n < 1000);
  }
  assert_int_equal(status, CAT_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(string_frequencies),
                                     cmocka_unit_test(beam_frequencies),
                                     cmocka_unit_test(ice_is_mass),
                                     cmocka_unit_test(converges),
                                     cmocka_unit_test(tangent_is_derivative_of_the_forces),
                                     cmocka_unit_test(mass_is_that_of_the_weight),
                                     cmocka_unit_test(numbers_go_along_the_track),
                                     cmocka_unit_test(agrees_with_dense),
                                     cmocka_unit_test(shows_numbers_and_shapes),
                                     cmocka_unit_test(modes_along_the_track),
                                     cmocka_unit_test(holds_the_messenger),
                                     cmocka_unit_test(gives_up_cleanly)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
