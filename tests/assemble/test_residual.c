// The residual is the gradient of the line's potential energy, in any configuration.
#include "assemble/residual.h"

#include <math.h>
#include <stdlib.h>

#include "lines.h"

//------------------------------------------------------------------------------- energy

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

static double cable_energy(const CatLineModel *m, const CatConfiguration *x, int i) {
  double g[3], q[12], load[12];
  CatCable c = cat_cable_part_kernel(m, x, i);
  cat_gravity_vector(m, g);
  cat_cable_part_coordinates(m, x, i, q);
  cat_cable_gravity(&c, g, m->wire[m->cable[i].wire].ice, load);
  return cat_cable_energy(&c, q) - dot(load, q, 12);
}

static double bar_energy(const CatLineModel *m, const CatBar *b, const double q[6]) {
  double g[3], load[6];
  cat_gravity_vector(m, g);
  cat_bar_gravity(b, g, 0, load);
  return cat_bar_energy(b, q) - dot(load, q, 6);
}

// What depends on the coordinates of one node, and of those that have it for a twin: all else drops
// out of differences, and with it its rounding.
static bool touches(const CatLineModel *m, int part, int node) {
  return part == node || m->node[part].twin == node;
}

static double energy_at(const CatLineModel *m, const CatConfiguration *x, int node) {
  double sum = 0, q[6];
  for (int i = 0; i < m->ncable; i++) {
    if (touches(m, m->cable[i].a, node) || touches(m, m->cable[i].b, node)) {
      sum += cable_energy(m, x, i);
    }
  }
  for (int i = 0; i < m->ndropper; i++) {
    if (!touches(m, m->dropper[i].low, node) && !touches(m, m->dropper[i].high, node)) continue;
    CatBar b = cat_dropper_part_kernel(m, x, i);
    cat_dropper_part_coordinates(m, x, i, q);
    sum += bar_energy(m, &b, q);
  }
  for (int i = 0; i < m->narm; i++) {
    if (m->arm[i].node != node) continue;
    CatBar b = cat_arm_part_kernel(m, i);
    cat_arm_part_coordinates(m, x, i, q);
    sum += bar_energy(m, &b, q);
  }
  for (int i = 0; i < m->nsupport; i++) {
    if (m->support[i].node != node) continue;
    CatSpring s = cat_support_part_kernel(m, x, i);
    sum += cat_spring_energy(&s, x->q[node]);
  }
  for (int i = 0; i < m->nmass; i++) {
    if (m->mass[i].node == node) sum += m->mass[i].mass * m->spec->gravity * x->q[node][CAT_UP];
  }
  for (int i = 0; i < m->nweight; i++) {
    if (m->weight[i].node == node) sum -= x->weight[i] * x->q[node][CAT_ALONG];
  }
  return sum;
}

//------------------------------------------------------------------------------- gradient

// Forces on a node and, for its position, on those whose twin it is.
static double force_on(const CatLineModel *m, double (*force)[6], int node, int k) {
  double sum = force[node][k];
  for (int i = 0; i < m->nnode && k < 3; i++) {
    if (m->node[i].twin == node) sum += force[i][k];
  }
  return sum;
}

// Of fourth order: steps may be large, and rounding is small then.
static double slope_of_energy(const CatLineModel *m, CatConfiguration *x, int node, int k) {
  const double h = 1e-3, at = x->q[node][k];
  double sum = 0;
  static const double step[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
  for (int i = 0; i < 4; i++) {
    x->q[node][k] = at + step[i] * h;
    sum += weight[i] * energy_at(m, x, node);
  }
  x->q[node][k] = at;
  return sum / (12 * h);
}

static double check_gradient(const Found *f, CatConfiguration *x) {
  const CatLineModel *m = f->m;
  double(*force)[6] = calloc((size_t)m->nnode, sizeof *force), most = 0, worst = 0;
  cat_residual(m, x, force);
  for (int i = 0; i < m->nnode; i++) {
    for (int k = m->node[i].twin >= 0 ? 3 : 0; k < 6; k++) {  // fixed ones too: reactions
      double exact = force_on(m, force, i, k);
      most = fmax(most, fabs(exact));
      worst = fmax(worst, fabs(slope_of_energy(m, x, i, k) - exact));
    }
  }
  free(force);
  assert_true(most > 1e3);
  return worst / most;
}

static void is_gradient_of_energy(void **state) {
  (void)state;
  for (int i = 0; i < SHORT_LINES; i++) {
    Found f = read_case(short_lines[i].name, short_lines[i].sets);
    CatConfiguration *x = moved_guess(&f, (uint64_t)i);
    double worst = check_gradient(&f, x);
    print_message("%s: %.1e\n", short_lines[i].name, worst);
    assert_below(worst, 1e-8);
    cat_configuration_free(x);
    found_free(&f);
  }
}

// Nothing is left over from an earlier call, and the model and configuration stay as they are.
static void is_a_function(void **state) {
  (void)state;
  Found f = read_case("stitched/rest", short_sets);
  CatConfiguration *x = moved_guess(&f, 3), *before = NULL;
  assert_int_equal(cat_configuration_new(f.ctx, f.m, x, &before), CAT_OK);
  size_t n = (size_t)f.m->nnode;
  double(*one)[6] = calloc(n, sizeof *one), (*two)[6] = calloc(n, sizeof *two);
  for (size_t i = 0; i < n; i++) two[i][i % 6] = 1e9;
  cat_residual(f.m, x, one);
  cat_residual(f.m, x, two);
  assert_memory_equal(one, two, n * sizeof *one);
  assert_memory_equal(x->q, before->q, n * sizeof *x->q);
  free(one);
  free(two);
  cat_configuration_free(before);
  cat_configuration_free(x);
  found_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(is_gradient_of_energy),
                                     cmocka_unit_test(is_a_function)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
