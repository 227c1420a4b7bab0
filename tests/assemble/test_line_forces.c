// Forces of a line in motion are those of its residual, far from rest; near rest they are those of
// the linear system; their energy is what they do work against.
#include <math.h>
#include <stdlib.h>

#include "assemble/line_forces.h"
#include "assemble/ports.h"
#include "assemble/residual.h"
#include "lines.h"

typedef struct Line {
  Found f;
  CatArena *arena;
  CatLinearSystem t;
  CatLineForces s;
  CatConfiguration *x;
  double *u, *v, *zero, *out, *other;
} Line;

static double *vector(const Line *l) {
  double *x = calloc((size_t)l->t.n + 1, sizeof *x);
  assert_non_null(x);
  return x;
}

static Line line_with(int number, const CatLineRayleigh *damping, const char *set) {
  const char *sets[8] = {set};
  int n = set ? 1 : 0;
  for (const char *const *s = short_lines[number].sets; *s; s++) sets[n++] = *s;
  Line l = {.f = find_case(short_lines[number].name, sets)};
  l.arena = cat_arena_new(l.f.ctx, 1 << 20);
  assert_int_equal(cat_linear_system_new(l.arena, l.f.m, l.f.rest, &l.t), CAT_OK);
  assert_int_equal(cat_line_forces_new(l.arena, l.f.m, l.f.rest, &l.t, damping, &l.s), CAT_OK);
  assert_int_equal(cat_configuration_new(l.f.ctx, l.f.m, l.f.rest, &l.x), CAT_OK);
  l.u = vector(&l), l.v = vector(&l), l.zero = vector(&l), l.out = vector(&l), l.other = vector(&l);
  uint64_t seed = 5 + (uint64_t)number;
  for (int i = 0; i < l.t.n; i++) l.u[i] = 0.01 * dice(&seed), l.v[i] = dice(&seed);
  return l;
}

static Line line_new(int number, const CatLineRayleigh *damping) {
  return line_with(number, damping, NULL);
}

static void line_free(Line *l) {
  free(l->u), free(l->v), free(l->zero), free(l->out), free(l->other);
  cat_configuration_free(l->x);
  cat_arena_free(l->arena);
  found_free(&l->f);
}

static void forces(const Line *l, const double *u, const double *v, const double *a, double *out) {
  memset(out, 0, ((size_t)l->t.n + 1) * sizeof *out);
  cat_line_forces_add(&l->s, (const double *[]){u, v, a}, out);
}

// Adds factor times the residual where the line is displaced by u.
static void residual(const Line *l, const double *u, double factor, double *out) {
  const CatLineModel *m = l->f.m;
  double(*force)[6] = calloc((size_t)m->nnode, sizeof *force);
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      int dof = l->t.dof[i][k];
      l->x->q[i][k] = l->f.rest->q[i][k] + (dof < 0 ? 0 : u[dof]);
    }
  }
  cat_residual(m, l->x, force);
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      if (l->t.dof[i][k] >= 0) out[l->t.dof[i][k]] += factor * force[i][k];
    }
  }
  free(force);
}

static bool has_lift(const Line *l) {
  return l->f.m->spec->steady_arm.kind == CAT_ARM_LIFT;
}

static double largest(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

static void assert_equal(const Line *l, const double *a, const double *b, double relative) {
  double most = largest(a, l->t.n), worst = 0;
  for (int i = 0; i < l->t.n; i++) worst = fmax(worst, fabs(a[i] - b[i]));
  print_message("  %.1e of %.1e\n", worst, most);
  assert_below(worst, relative * most);
}

//------------------------------------------------------------------------------- tests

// Bars that would push have no law of their own in the residual: none is let go.
static void bears_all(Line *l) {
  for (int i = 0; i < l->s.ndropper; i++) l->s.dropper[i].ties = false;
}

static void far_from_rest_they_are_the_residual(void **state) {
  (void)state;
  for (int i = 0; i < SHORT_LINES; i++) {
    Line l = line_new(i, &(CatLineRayleigh){0});
    print_message("%s\n", short_lines[i].name);
    if (!has_lift(&l)) {
      bears_all(&l);
      forces(&l, l.u, l.zero, l.zero, l.out);
      residual(&l, l.u, 1, l.other);
      residual(&l, l.zero, -1, l.other);
      assert_equal(&l, l.out, l.other, 1e-11);
    }
    line_free(&l);
  }
}

// C v, axial damping of droppers added: that is the structure's part.
static void damping(const Line *l, double alpha, double beta) {
  forces(l, l->zero, l->v, l->zero, l->out);
  for (int i = 0; i < l->f.m->ndropper; i++) {
    double k;
    CatPort port = cat_port_dropper(l->f.m, l->f.rest, &l->t, i, &k);
    cat_port_apply(&port, beta * k * cat_port_read(&port, l->v), l->out);
  }
  cat_band_multiply(&l->t.M, alpha, l->v, 0, l->other);
  cat_band_multiply(&l->t.K, beta, l->v, 1, l->other);
  assert_equal(l, l->out, l->other, 1e-12);
}

static void near_rest_they_are_linear(void **state) {
  (void)state;
  enum { KERNELS = 2 };
  const double alpha = 0.1, beta = 2e-4;
  const CatLineRayleigh all = {.wire = {{alpha, beta}, {alpha, beta}, {alpha, beta}, {alpha, beta}},
                               .dropper = {alpha, beta},
                               .arm = {alpha, beta},
                               .other = {alpha, beta}};
  for (int i = 0; i < KERNELS * SHORT_LINES; i++) {
    Line l = line_new(i / KERNELS, &all);
    print_message("%s\n", short_lines[i / KERNELS].name);
    if (i % KERNELS) l.s.cables = cat_cable_forces_portable();
    l.s.parts = (CatNonlinearParts){0};
    forces(&l, l.u, l.zero, l.zero, l.out);
    cat_band_multiply(&l.t.K, 1, l.u, 0, l.other);
    assert_equal(&l, l.out, l.other, 1e-12);
    forces(&l, l.zero, l.zero, l.u, l.out);
    cat_band_multiply(&l.t.M, 1, l.u, 0, l.other);
    assert_equal(&l, l.out, l.other, 1e-13);
    damping(&l, alpha, beta);
    line_free(&l);
  }
}

// Without inertia along the track, and with damping of its own there: as the linear system has it.
static void along_the_track_they_are_linear(void **state) {
  (void)state;
  const double alpha = 0.1, along = 0.7;
  const CatLineRayleigh all = {.wire = {{alpha}, {alpha}, {alpha}, {alpha}},
                               .dropper = {alpha},
                               .arm = {alpha},
                               .other = {alpha},
                               .along = {along, along, along, along}};
  const CatMaterialDamping extra = {.along = {along, along, along, along}};
  for (int i = 0; i < 2 * SHORT_LINES; i++) {
    Line l = line_with(i / 2, &all, i % 2 ? "line.axial=quasi-static" : NULL);
    CatBand D;
    print_message("%s\n", short_lines[i / 2].name);
    assert_int_equal(l.f.m->spec->axial, i % 2 ? CAT_AXIAL_QUASI_STATIC : CAT_AXIAL_FULL);
    forces(&l, l.zero, l.zero, l.u, l.out);
    cat_band_multiply(&l.t.M, 1, l.u, 0, l.other);
    assert_equal(&l, l.out, l.other, 1e-13);
    assert_int_equal(cat_linear_system_damping(l.arena, l.f.m, l.f.rest, &l.t, &extra, &D), CAT_OK);
    forces(&l, l.zero, l.v, l.zero, l.out);
    cat_band_multiply(&l.t.M, alpha, l.v, 0, l.other);
    cat_band_multiply(&D, 1, l.v, 1, l.other);
    assert_equal(&l, l.out, l.other, 1e-12);
    line_free(&l);
  }
}

// The derivative of the energy is the force, wherever the line is, slack droppers among them.
static void energy_is_the_work(void **state) {
  (void)state;
  for (int i = 0; i < SHORT_LINES; i++) {
    Line l = line_new(i, &(CatLineRayleigh){0});
    const double h = 1e-6;
    double slope = 0;
    forces(&l, l.u, l.zero, l.zero, l.out);
    for (int j = 0; j < l.t.n; j++) slope += l.out[j] * l.v[j];
    for (int j = 0; j < l.t.n; j++) l.other[j] = l.u[j] + h * l.v[j];
    double more = cat_line_forces_energy(&l.s, l.other);
    for (int j = 0; j < l.t.n; j++) l.other[j] = l.u[j] - h * l.v[j];
    double less = cat_line_forces_energy(&l.s, l.other);
    print_message("%s: %.9g, %.9g\n", short_lines[i].name, (more - less) / (2 * h), slope);
    assert_close((more - less) / (2 * h), slope, 1e-6, 0);
    line_free(&l);
  }
}

// All terms are differences: forces of a motion a billion times smaller keep their digits.
static void small_motions_keep_their_digits(void **state) {
  (void)state;
  Line l = line_new(0, &(CatLineRayleigh){0});
  for (int i = 0; i < l.t.n; i++) l.u[i] *= 1e-9;
  forces(&l, l.u, l.zero, l.zero, l.out);
  cat_band_multiply(&l.t.K, 1, l.u, 0, l.other);
  assert_equal(&l, l.out, l.other, 1e-8);
  line_free(&l);
}

// In an extent they are complete, bit for bit, whatever is left out elsewhere.
static void parts_of_it_are_those_of_all(void **state) {
  (void)state;
  for (int i = 0; i < SHORT_LINES; i++) {
    Line l = line_new(i, &(CatLineRayleigh){.other = {0.1, 1e-3}, .arm = {0.1, 1e-3}});
    const double *motion[] = {l.u, l.v, l.v};
    const CatExtent on = {l.t.n / 3, l.t.n / 3 + 40};
    forces(&l, l.u, l.v, l.v, l.out);
    cat_line_forces_within(&l.s, on, NULL, motion, l.other);
    for (int k = on.from; k < on.to; k++) assert_true(l.other[k] == l.out[k]);
    int beyond = 0;
    for (int k = 0; k < l.t.n; k++) beyond += l.other[k] != 0;
    assert_true(beyond < l.t.n || l.t.n < 400);
    line_free(&l);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(far_from_rest_they_are_the_residual),
                                     cmocka_unit_test(near_rest_they_are_linear),
                                     cmocka_unit_test(along_the_track_they_are_linear),
                                     cmocka_unit_test(energy_is_the_work),
                                     cmocka_unit_test(parts_of_it_are_those_of_all),
                                     cmocka_unit_test(small_motions_keep_their_digits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
