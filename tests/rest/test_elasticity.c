// Static lift against closed forms of string and tensioned beam, and with slack droppers against an
// exhaustive search of which ones are slack and against the nonlinear line.
#include "small_lines.h"

#include <math.h>

#include "assemble/ports.h"
#include "assemble/residual.h"
#include "rest/elasticity.h"

static CatElasticity elasticity_of(const Found *f) {
  CatElasticity e;
  assert_int_equal(cat_rest_elasticity(f->arena, f->m, f->rest, &e), CAT_OK);
  return e;
}

//------------------------------------------------------------------------------- one wire

// Hinged beam under tension, point load at a; EI = T / k^2
static double beam_lift(double P, double T, double EI, double a) {
  const double L = 60;
  double k = sqrt(T / EI), b = L - a;
  double bend = 0.5 / k * (1 - exp(-2 * k * a)) * (1 - exp(-2 * k * b)) / (1 - exp(-2 * k * L));
  return P / T * (a * b / L - bend);
}

static void beam_under_a_point_load(void **state) {
  (void)state;
  CatLineSpec spec = one_wire(20000, 240);
  Found f = find_rest(&spec);
  CatElasticity e = elasticity_of(&f);
  assert_int_equal(e.n, 5);
  for (int i = 0; i < e.n; i++) {
    assert_close(e.x[i], 15 * i, 0, 1e-12);
    for (int k = 0; k < CAT_LIFTS; k++) {
      // bending is per undeformed length
      double exact =
          beam_lift(cat_lift_force[k], 20000, 20000 * pow(stretch(f.m, f.rest), 3), e.x[i]);
      assert_close(e.at[k].lift[i], exact, 3e-7, 1e-12);  // elements of a quarter of 1/k
    }
  }
  assert_close(e.at[0].min, 0, 0, 1e-12);
  assert_close(e.at[0].uniformity, 1, 0, 1e-9);
  found_free(&f);
}

// P a (L - a)/(T L). Slopes are shared across nodes, so the kink under the load is rounded off over
// one element: a lift less by c P h/T everywhere, which extrapolation removes (TRUST rung 5).
static void string_under_a_point_load(void **state) {
  (void)state;
  double lift[2][5];
  for (int k = 0; k < 2; k++) {
    CatLineSpec spec = one_wire(0, 80 << k);
    Found f = find_rest(&spec);
    CatElasticity e = elasticity_of(&f);
    for (int i = 0; i < 5; i++) lift[k][i] = e.at[0].lift[i];
    found_free(&f);
  }
  for (int i = 1; i < 4; i++) {
    double a = 15 * i, exact = 100 * a * (60 - a) / (20000 * 60);
    assert_close(lift[1][i], exact, 0.003, 0);
    assert_close(2 * lift[1][i] - lift[0][i], exact, 1e-10, 0);
  }
}

// Extremes and mean of what is listed, and of nothing else: before the arrays is no number.
static void sums_up_the_span(void **state) {
  (void)state;
  CatLineSpec spec = small_line(4);
  Found f = find_rest(&spec);
  double *before = CAT_ARENA(f.arena, 64, double);
  for (int i = 0; i < 64; i++) before[i] = NAN;
  CatElasticity e = elasticity_of(&f);
  assert_int_equal(e.span, 1);
  assert_int_equal(e.n, 4 * 4 + 1);  // three droppers make four bays
  assert_close(e.x[0], 0, 0, 0);
  assert_close(e.x[e.n - 1], 27, 0, 1e-12);
  for (int k = 0; k < CAT_LIFTS; k++) {
    const CatLift *at = &e.at[k];
    double area = 0, least = INFINITY, most = 0, N = cat_lift_force[k];
    for (int i = 0; i < e.n; i++) {
      least = fmin(least, at->lift[i] / N);
      most = fmax(most, at->lift[i] / N);
      if (i + 1 < e.n) area += (e.x[i + 1] - e.x[i]) * (at->lift[i] + at->lift[i + 1]) / 2;
    }
    assert_close(at->mean, area / (27 * N), 1e-12, 0);
    assert_close(at->min, least, 1e-14, 0);
    assert_close(at->max, most, 1e-14, 0);
    assert_close(at->uniformity, (most - least) / (most + least), 1e-12, 0);
    assert_true(least > 0 && most > 1.05 * least);
  }
  found_free(&f);
}

//------------------------------------------------------------------------------- which are slack

// Two spans with three droppers each that bear little, nodes at all places.
static CatLineSpec two_spans(void) {
  static const double droppers[] = {10, 13.5, 17};
  static CatSpanSpec spans;
  CatLineSpec spec = small_line(4);
  spans = spec.spans[0];
  spec.gravity = 2;
  spans.repeat = 2;
  spans.positions = droppers;
  spans.nsag = 0;
  spec.spans = &spans;
  return spec;
}

static int node_at(const CatLineModel *m, double s) {
  const CatWire *w = &m->wire[0];
  for (int i = 0; i < w->nnode; i++) {
    if (fabs(m->node[w->node + i].s - s) < 1e-9) return w->node + i;
  }
  return -1;
}

// Solves with the droppers of a set taken out of K and their tension taken off; true if all others
// pull and these would push.
static bool try_set(const Found *f, unsigned set, int node, double force, double *lift) {
  CatLinearSystem t;
  double stiffness[6], u[2000] = {0};
  CatPort port[6];
  bool fits = true;
  CatArenaMark mark = cat_arena_mark(f->arena);
  assert_int_equal(cat_linear_system_new(f->arena, f->m, f->rest, &t), CAT_OK);
  assert_true(t.n < 2000 && f->m->ndropper == 6);
  for (int i = 0; i < 6; i++) {
    port[i] = cat_port_dropper(f->m, f->rest, &t, i, &stiffness[i]);
    if (!(set >> i & 1)) continue;
    cat_port_apply(&port[i], cat_dropper_part_axial(f->m, f->rest, i), u);
    for (int a = 0; a < port[i].n; a++) {
      for (int b = 0; b < port[i].n; b++) {
        if (port[i].dof[a] > port[i].dof[b]) continue;
        cat_band_add(&t.K, port[i].dof[a], port[i].dof[b],
                     -stiffness[i] * port[i].b[a] * port[i].b[b]);
      }
    }
  }
  u[t.dof[node][CAT_UP]] += force;
  assert_int_equal(cat_band_factor(f->ctx, &t.K), CAT_OK);
  cat_band_solve(&t.K, u, 1);
  for (int i = 0; i < 6; i++) {
    double N = cat_dropper_part_axial(f->m, f->rest, i) + stiffness[i] * cat_port_read(&port[i], u);
    fits = fits && (set >> i & 1 ? N < 0 : N >= 0);
  }
  *lift = u[t.dof[node][CAT_UP]];
  cat_arena_release(f->arena, mark);
  return fits;
}

static void finds_the_only_set_of_slack_droppers(void **state) {
  (void)state;
  CatLineSpec spec = two_spans();
  Found f = find_rest(&spec);
  CatElasticity e = elasticity_of(&f);
  double most = 0;
  for (int k = 0; k < CAT_LIFTS; k++) {
    for (int i = 0; i < e.n; i++) {
      int node = node_at(f.m, f.m->mast[e.span] + e.x[i]), fitting = 0;
      double lift = 0, one;
      assert_true(node >= 0);
      if (f.m->node[node].fixed[CAT_UP]) continue;
      for (unsigned set = 0; set < 64; set++) {
        if (!try_set(&f, set, node, cat_lift_force[k], &one)) continue;
        lift = one;
        fitting++;
        int slack = 0;
        for (int d = 0; d < 6; d++) slack += (set >> d & 1) != 0;
        assert_int_equal((int)e.at[k].slack[i], slack);
      }
      assert_int_equal(fitting, 1);
      assert_close(e.at[k].lift[i], lift, 1e-8, 0);
      most = fmax(most, e.at[k].slack[i]);
    }
  }
  assert_true(most >= 1);
  found_free(&f);
}

//------------------------------------------------------------------------------- nonlinear line

// Out of balance under the force, droppers that would push left out of it and of K.
static double residual(const Found *f, CatLinearSystem *t, int node, double force, double *r) {
  double(*all)[6] = cat_arena_alloc(f->arena, (size_t)f->m->nnode, sizeof *all), size = 0;
  cat_residual(f->m, f->rest, all);
  all[node][CAT_UP] -= force;
  for (int d = 0; d < f->m->ndropper; d++) {
    if (cat_dropper_part_axial(f->m, f->rest, d) >= 0) continue;
    double q[6], push[6], K[36];
    const int end[2] = {f->m->dropper[d].low, f->m->dropper[d].high};
    CatBar b = cat_dropper_part_kernel(f->m, f->rest, d);
    cat_dropper_part_coordinates(f->m, f->rest, d, q);
    cat_bar_force_tangent(&b, q, push, K);
    for (int i = 0; i < 6; i++) {
      all[end[i / 3]][i % 3] -= push[i];
      for (int j = 0; j < 6; j++) {
        int row = t->dof[end[i / 3]][i % 3], column = t->dof[end[j / 3]][j % 3];
        if (row >= 0 && column >= row) cat_band_add(&t->K, row, column, -K[6 * i + j]);
      }
    }
  }
  for (int i = 0; i < f->m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      if (t->dof[i][k] < 0) continue;
      r[t->dof[i][k]] = all[i][k];
      size = fmax(size, fabs(all[i][k]));
    }
  }
  return size;
}

static double nonlinear_lift(const CatLineSpec *spec, double s, double force) {
  Found f = find_rest(spec);
  int node = node_at(f.m, s);
  double before = f.rest->q[node][CAT_UP], size = 1;
  for (int round = 0; round < 50 && size > 1e-6; round++) {
    CatLinearSystem t;
    assert_int_equal(cat_linear_system_new(f.arena, f.m, f.rest, &t), CAT_OK);
    double *r = CAT_ARENA(f.arena, t.n, double);
    size = residual(&f, &t, node, force, r);
    assert_int_equal(cat_band_factor(f.ctx, &t.K), CAT_OK);
    cat_band_solve(&t.K, r, 1);
    for (int i = 0; i < f.m->nnode; i++) {
      for (int k = 0; k < 6; k++) {
        if (t.dof[i][k] >= 0) f.rest->q[i][k] -= r[t.dof[i][k]];
      }
    }
  }
  assert_below(size, 1e-6);
  double lift = f.rest->q[node][CAT_UP] - before;
  found_free(&f);
  return lift;
}

// Forces are finite: what is left is the curvature of the true line.
static void is_near_the_nonlinear_line(void **state) {
  (void)state;
  CatLineSpec spec = two_spans();
  Found f = find_rest(&spec);
  CatElasticity e = elasticity_of(&f);
  for (int k = 0; k < CAT_LIFTS; k++) {
    for (int i = 2; i + 1 < e.n; i += 3) {
      double lift = nonlinear_lift(&spec, f.m->mast[e.span] + e.x[i], cat_lift_force[k]);
      assert_close(e.at[k].lift[i], lift, 0.004, 0);
    }
  }
  found_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(beam_under_a_point_load), cmocka_unit_test(string_under_a_point_load),
      cmocka_unit_test(sums_up_the_span), cmocka_unit_test(finds_the_only_set_of_slack_droppers),
      cmocka_unit_test(is_near_the_nonlinear_line)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
