// Quasi-static wires whose first modes along the track keep their inertia: all modes are the whole
// mass, some of them come close to it under a train, and energy is accounted for.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/dense.h"
#include "monitor/ledger.h"

enum { STEPS = 500, ALL = 200 };

static CatTrainSpec run_spec(const CatSpanSpec *span, int modes) {
  CatTrainSpec s = scene_ac_simple(span, 320 / 3.6);
  s.line.axial = CAT_AXIAL_QUASI_STATIC, s.line.axial_modes = modes;
  return s;
}

//------------------------------------------------------------------------------- mass

static CatLinearSystem system_of(Scene *g, const CatTrainSpec *s) {
  CatLinearSystem t;
  *g = scene_line(s);
  g->arena = cat_arena_new(g->ctx, 1 << 16);
  assert_int_equal(cat_linear_system_new(g->arena, g->m, g->rest, &t), CAT_OK);
  return t;
}

static void multiply_mass(const CatLinearSystem *t, const double *x, double *y) {
  cat_band_multiply(&t->M, 1, x, 0, y);
  cat_low_rank_add(&t->along, NULL, 1, x, y);
}

// The largest difference from a column of `full`, over its entry on the diagonal.
static double difference(const CatLinearSystem *t, const CatLinearSystem *full, int dof, double *x,
                         double *y, double *z) {
  double worst = 0;
  memset(x, 0, (size_t)t->n * sizeof *x);
  x[dof] = 1;
  multiply_mass(t, x, y), multiply_mass(full, x, z);
  for (int i = 0; i < t->n; i++) worst = fmax(worst, fabs(y[i] - z[i]));
  return worst / z[dof];
}

// Messenger free at supports, or held there, where each span has modes of its own; ends that move;
// a stitch wire, which is held nowhere.
static void all_modes_are_the_mass(void **state) {
  (void)state;
  static const struct {
    int along, ends;
    bool stitched;
    int stretches;
  } line[] = {{CAT_ALONG_FREE, CAT_ENDS_ANCHORED, false, 2},
              {CAT_ALONG_HELD, CAT_ENDS_ANCHORED, false, 3},
              {CAT_ALONG_FREE, CAT_ENDS_WEIGHTS, false, 4},
              {CAT_ALONG_FREE, CAT_ENDS_ANCHORED, true, 3}};
  CatSpanSpec span = scene_spans(2);
  for (int k = 0; k < 4; k++) {
    CatTrainSpec s = run_spec(&span, ALL);
    s.line.support.along = line[k].along, s.line.ends = line[k].ends;
    s.line.stitch = (CatWireSpec){
        .given = line[k].stitched, .axial_stiffness = 3e6, .mass_per_length = 0.3, .tension = 2500};
    s.line.stitch_length = 13;
    Scene g[2];
    CatLinearSystem t = system_of(&g[0], &s), full;
    s.line.axial = CAT_AXIAL_FULL, s.line.axial_modes = 0;
    full = system_of(&g[1], &s);
    assert_int_equal(full.along.n, 0);
    assert_int_equal(t.along.npart, line[k].stretches);
    double *x = CAT_ARENA(g[0].arena, 3 * t.n, double), worst = 0;
    for (int i = 0; i < t.n; i++) {
      worst = fmax(worst, difference(&t, &full, i, x, x + t.n, x + 2 * t.n));
    }
    print_message("line %d: %d modes of %d coordinates, %.1e of the mass\n", k, t.along.n, t.n,
                  worst);
    assert_below(worst, 1e-10);
    for (int i = 0; i < 2; i++) scene_free(&g[i]);
  }
}

// The more modes, the more mass, and never more than the wire has.
static void a_wire_moves_with_its_mass(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  double last = 0, whole = 0;
  for (int modes = 0; modes <= 8; modes += 2) {
    CatTrainSpec s = run_spec(&span, modes);
    Scene g;
    CatLinearSystem t = system_of(&g, &s);
    double *x = CAT_ARENA(g.arena, 2 * t.n, double), *y = x + t.n;
    const CatWire *w = &g.m->wire[0];
    for (int i = 0; i < w->nnode; i++) {  // u = 1 but at the ends, which are held
      int dof = t.dof[w->node + i][CAT_ALONG];
      if (dof >= 0) x[dof] = 1;
    }
    cat_low_rank_add(&t.along, NULL, 1, x, y);
    double mass = cat_dot(t.n, x, y);
    whole = w->mu * (g.m->mast[2] - g.m->mast[0]);
    print_message("%d modes: %.4f of the mass of %.1f kg\n", modes, mass / whole, whole);
    assert_true(modes == 0 ? mass == 0 : mass > last && mass < whole);
    // sum over odd k of 8/(k pi)^2
    if (modes == 2) assert_close(mass / whole, 0.8106, 0, 0.01);
    last = mass;
    scene_free(&g);
  }
}

//------------------------------------------------------------------------------- under a train

static double *force_of(const CatTrainSpec *s) {
  Scene g = scene_new(s);
  double *force = calloc(STEPS, sizeof *force);
  for (int i = 0; i < STEPS; i++) {
    scene_steps(&g, 1);
    force[i] = g.c->sim->contact[0].force;
  }
  scene_free(&g);
  return force;
}

static double apart(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < STEPS; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum / STEPS);
}

// Rayleigh's damping of the whole line and of single wires, or a coefficient of its own along the
// track: with all modes the line is the full one.
static void modes_lead_to_the_full_line(void **state) {
  (void)state;
  static const int modes[] = {0, 1, 4, 16, ALL};
  CatSpanSpec span = scene_spans(2);
  for (int way = 0; way < 3; way++) {
    CatTrainSpec s = run_spec(&span, 0);
    if (way == 1) s.damping.contact_wire = (CatRayleigh){true, 0.5, 2e-4};
    if (way == 2) s.damping.along = (CatAlongDamping){true, 5};
    s.line.axial = CAT_AXIAL_FULL;
    double *full = force_of(&s), miss[5];
    s.line.axial = CAT_AXIAL_QUASI_STATIC;
    for (int i = 0; i < 5; i++) {
      s.line.axial_modes = modes[i];
      double *force = force_of(&s);
      miss[i] = apart(force, full);
      print_message("damping %d, %d modes: %.2e N\n", way, modes[i], miss[i]);
      free(force);
    }
    assert_true(miss[0] > 1e-3);
    assert_below(miss[4], 1e-6);
    for (int i = 1; i < 5; i++) assert_below(miss[i], miss[i - 1]);
    free(full);
  }
}

static void energy_is_accounted_for(void **state) {
  (void)state;
  static const int methods[] = {CAT_SCHEME_NEWMARK, CAT_SCHEME_HHT, CAT_SCHEME_ALPHA};
  CatSpanSpec span = scene_spans(2);
  for (int i = 0; i < 3; i++) {
    CatTrainSpec s = run_spec(&span, 3);
    s.time.method = methods[i], s.time.alpha = -0.1, s.time.rho = 0.8;
    s.damping.contact_wire = (CatRayleigh){true, 0.5, 2e-4};
    if (i == 2) s.damping.along = (CatAlongDamping){true, 5};
    Scene g = scene_new(&s);
    CatArena *a = cat_arena_new(g.ctx, 1 << 16);
    CatLedger *l;
    assert_int_equal(cat_ledger_new(a, g.c->sim, NULL, &l), CAT_OK);
    cat_ledger_start(l);
    for (int k = 0; k < STEPS; k++) {
      cat_ledger_before(l);
      scene_steps(&g, 1);
      cat_ledger_after(l);
    }
    CatAccount account = cat_ledger_account(l);
    double left = fabs(account.residual) / account.throughput;
    print_message("scheme %d: residual %.1e of %.3g J\n", i, left, account.throughput);
    assert_below(left, 1e-8);
    cat_arena_free(a);
    scene_free(&g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_modes_are_the_mass), cmocka_unit_test(a_wire_moves_with_its_mass),
      cmocka_unit_test(modes_lead_to_the_full_line), cmocka_unit_test(energy_is_accounted_for)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
