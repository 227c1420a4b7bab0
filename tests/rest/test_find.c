// Shape finding: every shipped line at rest, and what must hold whatever the line.
#include <math.h>
#include <stdlib.h>

#include "assemble/residual.h"
#include "element/cable.h"
#include "found.h"
#include "rest/internal.h"

static const char *const cases[] = {
    "ac-simple/rest", "ac-simple/2d", "en50318-2002/rest", "danish/rest",       "stitched/rest",
    "compound/rest",  "curve/rest",   "tram/rest",         "section-1200/rest", "overlap/rest",
};

//------------------------------------------------------------------------------- accuracy

// The force that a wire hands on at one of its ends, by size [N].
static double end_force(const CatLineModel *m, const CatConfiguration *rest, int cable, int end) {
  double q[12], f[12];
  CatCable c = cat_cable_part_kernel(m, rest, cable);
  cat_cable_part_coordinates(m, rest, cable, q);
  cat_cable_force(&c, q, f);
  const double *p = f + (end ? 6 : 0);
  return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

// In equilibrium, and where it was asked to be.
static void assert_at_rest(const Found *f) {
  const CatLineModel *m = f->m;
  const CatConfiguration *rest = f->rest;
  assert_below(f->report.residual, 1e-6);
  assert_below(f->report.max_height_error, 1e-9);
  assert_close(f->report.weight, f->report.reaction, 1e-9, 0);
  for (int i = 0; i < m->ntarget; i++) {
    const CatTarget *t = &m->target[i];
    assert_close(rest->q[t->node][t->component], t->value, 0, 1e-9);
  }
  for (int i = 0; i < m->ndropper; i++) assert_below(10, cat_dropper_part_axial(m, rest, i));
  for (int i = 0; i < m->nwire; i++) {
    const CatWire *w = &m->wire[i];
    if (m->spec->ends == CAT_ENDS_WEIGHTS) continue;  // below
    assert_close(end_force(m, rest, w->cable, 0), w->tension, 0, 1e-4);
  }
}

static void all_cases(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Found f = find_case(cases[i], NULL);
    assert_at_rest(&f);
    assert_true(f.report.iterations <= 12);
    found_free(&f);
  }
}

// The benchmark's own numbers, and its symmetry.
static void benchmark(void **state) {
  (void)state;
  static const double sag[9] = {0, 0.0241, 0.0412, 0.0516, 0.055, 0.0516, 0.0412, 0.0241, 0};
  Found f = find_case("ac-simple/rest", NULL);
  const CatLineModel *m = f.m;
  const CatConfiguration *rest = f.rest;
  assert_int_equal(m->ndropper, 180);
  for (int span = 0; span < 20; span++) {
    for (int j = 0; j < 9; j++) {
      int i = dropper_of(m, span, j), mirror = dropper_of(m, 19 - span, 8 - j);
      const double *low = rest->q[m->dropper[i].low];
      assert_close(low[CAT_UP], -sag[j], 0, 1e-4);  // printed to 0.1 mm
      assert_close(low[CAT_ALONG], 0, 0, 1e-9);
      assert_close(cat_dropper_part_axial(m, rest, i), cat_dropper_part_axial(m, rest, mirror), 0,
                   1e-5);
      assert_close(rest->dropper[i], rest->dropper[mirror], 0, 1e-9);
    }
  }
  for (int i = 0; i < m->narm; i++) {
    const double *clamp = rest->q[m->arm[i].node];
    assert_close(clamp[CAT_UP], 0, 0, 1e-9);
    assert_close(clamp[CAT_ACROSS], i % 2 ? 0.2 : -0.2, 0, 1e-9);
  }
  found_free(&f);
}

// Lateral place, forces and lengths of two lines that mirror each other in plan.
static void assert_mirrored(const Found *f, const Found *g) {
  const CatLineModel *m = f->m, *n = g->m;
  const CatConfiguration *rest = f->rest, *other = g->rest;
  assert_int_equal(m->nnode, n->nnode);
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      double sign = k % 3 == CAT_ACROSS ? -1 : 1;
      assert_close(rest->q[i][k], sign * other->q[i][k], 0, 1e-9);
    }
  }
  for (int i = 0; i < m->ndropper; i++) {
    assert_close(rest->dropper[i], other->dropper[i], 0, 1e-9);
    assert_close(cat_dropper_part_axial(m, rest, i), cat_dropper_part_axial(n, other, i), 0, 1e-5);
  }
}

static void mirrored(void **state) {
  (void)state;
  static const char *const left[] = {"line.spans[0].repeat=4", NULL};
  static const char *const right[] = {"line.spans[0].repeat=4", "line.stagger=[-0.2,0.2]", NULL};
  Found f = find_case("ac-simple/rest", left), g = find_case("ac-simple/rest", right);
  assert_mirrored(&f, &g);
  found_free(&f);
  found_free(&g);
  static const char *const left_curve[] = {
      "line.spans[0].repeat=4", "line.stagger=[-0.2]",
      "line.path=[{length: 300, curvature: 0.0005, curvature_end: 0.0004}]", NULL};
  static const char *const right_curve[] = {
      "line.spans[0].repeat=4", "line.stagger=[0.2]",
      "line.path=[{length: 300, curvature: -0.0005, curvature_end: -0.0004}]", NULL};
  f = find_case("curve/rest", left_curve), g = find_case("curve/rest", right_curve);
  assert_mirrored(&f, &g);
  found_free(&f);
  found_free(&g);
}

// The same section further along the track has the same shape: sections of an overlap do not touch.
static void shifted(void **state) {
  (void)state;
  static const char *const sets[] = {
      "line.spans[0].repeat=3",
      "line.overlap={start: 70.3, stagger: [0.2,-0.2], spans: [{repeat: 3, length: 55, droppers: "
      "[4.5,10.25,16,21.75,27.5,33.25,39,44.75,50.5], sag: [0.055]}]}",
      NULL};
  Found f = find_case("ac-simple/rest", sets);
  const CatLineModel *m = f.m;
  const CatConfiguration *rest = f.rest;
  const CatWire *first = &m->wire[0], *second = &m->wire[m->second];
  assert_true(m->second > 0);
  assert_int_equal(first->nnode, second->nnode);
  for (int i = 0; i < first->nnode; i++) {
    int a = first->node + i, b = second->node + i;
    assert_close(m->node[b].s - m->node[a].s, 70.3, 0, 1e-10);
    for (int k = 0; k < 6; k++) assert_close(rest->q[a][k], rest->q[b][k], 0, 1e-9);
  }
  for (int j = 0; j < 9; j++) {
    int a = dropper_of(m, 1, j), b = dropper_of(m, m->nspan + 2, j);
    assert_close(rest->dropper[a], rest->dropper[b], 0, 1e-9);
  }
  found_free(&f);
}

//------------------------------------------------------------------------------- statics

// The arm's horizontal force [N], as it acts on the wire, to the left.
static double radial(const CatLineModel *m, const CatConfiguration *rest, int i) {
  double q[6];
  cat_arm_part_coordinates(m, rest, i, q);
  double across = q[4] - q[1], up = q[5] - q[2];
  return cat_arm_part_axial(m, rest, i) * across / hypot(across, up);
}

// Every arm holds what the polygon of the contact wire asks for; in the full curve, where the
// stagger is the same at all supports, that is T L / R.
static void curve(void **state) {
  (void)state;
  Found f = find_case("curve/rest", NULL);
  const CatLineModel *m = f.m;
  const CatConfiguration *rest = f.rest;
  int full = 0;
  assert_int_equal(m->narm, 15);
  for (int i = 0; i < m->narm; i++) {
    int k = m->arm[i].support;
    assert_close(radial(m, rest, i), cat_line_radial(m->spec, k, &m->mast[k - 1]), 0.01, 0);
    if (m->mast[k - 1] < 275 || m->mast[k + 1] > 605) continue;
    full++;
    assert_close(radial(m, rest, i), -22000 * 55 / 2000.0, 0.01, 0);
  }
  assert_int_equal(full, 5);
  found_free(&f);
}

// With the messenger over the track's centre droppers are inclined and pull the wire back: arms
// bear that too, in the share by which a string between two arms hands it on.
static void inclined_droppers(void **state) {
  (void)state;
  Found f = find_case("ac-simple/rest", NULL);
  const CatLineModel *m = f.m;
  const CatConfiguration *rest = f.rest;
  int i = 9;  // at 550 m
  double held = radial(m, rest, i), asked = cat_line_radial(m->spec, 10, &m->mast[9]), pulled = 0;
  for (int d = 0; d < m->ndropper; d++) {
    double q[6], x = m->node[m->dropper[d].low].s - m->mast[10];
    if (fabs(x) > 27) continue;
    cat_dropper_part_coordinates(m, rest, d, q);
    double length = sqrt(pow(q[3] - q[0], 2) + pow(q[4] - q[1], 2) + pow(q[5] - q[2], 2));
    pulled += cat_dropper_part_axial(m, rest, d) * (q[4] - q[1]) / length * (1 - fabs(x) / 55);
  }
  assert_true(held > asked + 30);
  assert_close(held, asked - pulled, 0.03, 0);
  found_free(&f);
}

// Two weights and a fixed point: both halves of the section are in balance by themselves.
static void weights(void **state) {
  (void)state;
  static const char *const sets[] = {"line.spans[0].repeat=6", NULL};
  Found f = find_case("section-1200/rest", sets);
  const CatLineModel *m = f.m;
  const CatConfiguration *rest = f.rest;
  double(*force)[6] = calloc((size_t)m->nnode, sizeof *force);
  cat_residual(m, rest, force);
  for (int i = 0; i < 2; i++) {
    const CatWire *w = &m->wire[i];
    int held = 0;
    for (int n = w->node; n < w->node + w->nnode; n++) {
      if (!m->node[n].fixed[CAT_ALONG]) continue;
      held++;
      assert_close(m->node[n].s, 150, 0, 1e-9);
      assert_below(fabs(force[n][CAT_ALONG]), 1e-6);  // symmetric: nothing to hold
    }
    assert_int_equal(held, 1);
    assert_false(m->node[w->node].fixed[CAT_ALONG]);
    for (int e = 0; e < 2; e++) {  // the pulley and the weight together pull with the tension
      int n = w->node + (e ? w->nnode - 1 : 0);
      assert_int_equal(m->weight[2 * i + e].node, n);
      double along = rest->weight[2 * i + e];
      const double *held_by = force[n];
      double pull = sqrt(along * along + held_by[1] * held_by[1] + held_by[2] * held_by[2]);
      assert_close(pull, w->tension, 0, 1e-5);
    }
  }
  free(force);
  found_free(&f);
}

// Between its clamps the messenger has what the stitch wire leaves it.
static void stitched(void **state) {
  (void)state;
  static const char *const sets[] = {"line.spans[0].repeat=3", NULL};
  Found f = find_case("stitched/rest", sets);
  const CatLineModel *m = f.m;
  const CatConfiguration *rest = f.rest;
  const CatWire *messenger = &m->wire[1];
  int seen = 0;
  for (int i = messenger->cable; i < messenger->cable + messenger->ncable; i++) {
    double s = m->node[m->cable[i].a].s;
    if (fabs(s - 65) > 1 || !m->cable[i].opens) continue;
    seen++;
    assert_close(end_force(m, rest, i, 0), 15000 - 2800, 0.005, 0);
  }
  assert_int_equal(seen, 1);
  for (int i = 0; i < m->ndropper; i++) {
    double x = m->node[m->dropper[i].low].s - m->mast[m->dropper[i].span];
    bool near = (x < 9 && m->dropper[i].span > 0) || (65 - x < 9 && m->dropper[i].span < 2);
    int wire = m->node[m->dropper[i].high].wire;
    assert_int_equal(m->wire[wire].role, near ? CAT_STITCH : CAT_MESSENGER);
  }
  found_free(&f);
}

// EN 50318:2002 gives droppers 1e5 N/m, whatever their length.
static void dropper_stiffness(void **state) {
  (void)state;
  Found f = find_case("en50318-2002/rest", NULL);
  for (int i = 0; i < f.m->ndropper; i++) {
    assert_close(f.m->dropper[i].EA / f.rest->dropper[i], 1e5, 0.01, 0);
  }
  found_free(&f);
}

// What hangs on a wire between two droppers hangs on both, by the lever.
static void point_mass(void **state) {
  (void)state;
  static const char *const plain[] = {"line.spans[0].repeat=2", NULL};
  static const char *const sets[] = {"line.spans[0].repeat=2",
                                     "line.masses=[{position: 24.05, mass: 5}]", NULL};
  Found f = find_case("ac-simple/2d", plain), g = find_case("ac-simple/2d", sets);
  double more[9];
  for (int j = 0; j < 9; j++) {
    int i = dropper_of(f.m, 0, j);
    more[j] = cat_dropper_part_axial(g.m, g.rest, i) - cat_dropper_part_axial(f.m, f.rest, i);
  }
  assert_close(g.report.weight - f.report.weight, 5 * 9.81, 0.01, 0);
  assert_close(more[3] + more[4], 5 * 9.81, 0.01, 0);  // at 21.75 m and 27.5 m
  assert_close(more[4], 5 * 9.81 * 0.4, 0.02, 0);
  found_free(&f);
  found_free(&g);
}

// In the middle of the overlap both contact wires are at one height; each rises to its anchor.
static void overlap(void **state) {
  (void)state;
  Found f = find_case("overlap/rest", NULL);
  const CatLineModel *m = f.m;
  const CatConfiguration *rest = f.rest;
  for (int j = 0; j < 9; j++) {
    int a = dropper_of(m, 5, j), b = dropper_of(m, m->nspan + 2, j);
    int one = m->dropper[a].low, two = m->dropper[b].low;
    assert_close(m->node[one].s, m->node[two].s, 0, 1e-9);
    assert_close(rest->q[one][CAT_UP], rest->q[two][CAT_UP], 0, 1e-9);
    assert_true(rest->q[two][CAT_ACROSS] - rest->q[one][CAT_ACROSS] > 0.3);
  }
  const CatWire *first = &m->wire[0], *second = &m->wire[m->second];
  assert_close(rest->q[first->node + first->nnode - 1][CAT_UP], 0.5, 0, 0);
  assert_close(rest->q[second->node][CAT_UP], 0.5, 0, 0);
  found_free(&f);
}

//------------------------------------------------------------------------------- trolley wire

// stretch under the force N by the element's law, N = EA (s^2 - 1) s/2
static double stretch_of(double N, double EA) {
  double s = 1 + N / EA;
  for (int i = 0; i < 50; i++) s -= (0.5 * EA * (s * s - 1) * s - N) / (0.5 * EA * (3 * s * s - 1));
  return s;
}

// Elastic catenary from its lowest point to the undeformed length chi: dx = s H/N dchi.
static void catenary(const double wHEA[3], double chi, double *x, double *z) {
  enum { N = 2000 };
  *x = *z = 0;
  for (int i = 0; i < N; i++) {  // midpoints; Simpson is not needed at 1e-9 with these sags
    double V = wHEA[0] * chi * (i + 0.5) / N, force = hypot(wHEA[1], V);
    double ds = chi / N * stretch_of(force, wHEA[2]);
    *x += ds * wHEA[1] / force;
    *z += ds * V / force;
  }
}

// TRUST.md rung 4: its reference wire as a trolley span of 60 m; the catenary is stretched, so the
// sag lies below that of the inextensible one, and the end's force is the tension asked for.
static void trolley_span(void **state) {
  (void)state;
  static const char *const sets[] = {
      "line.contact_wire={modulus: 0, area: 0, axial_stiffness: 11.64 MN, mass_per_length: 1.08, "
      "tension: 20 kN, bending_stiffness: 0}",
      "line.spans=[{length: 60}]", "line.stagger=[]", "line.elements_per_bay=40", NULL};
  Found f = find_case("tram/rest", sets);
  const CatLineModel *m = f.m;
  const CatConfiguration *rest = f.rest;
  double length = 0, w = 1.08 * 9.81, EA = 11.64e6, x, z;
  for (int i = 0; i < m->ncable; i++) length += rest->cable[i];
  // tension is asked of the elastic force at the end node, on which half an element's weight acts
  double V = w * (length - rest->cable[0]) / 2, H = sqrt(20e3 * 20e3 - V * V);
  catenary((double[]){w, H, EA}, length / 2, &x, &z);
  assert_close(2 * x, 60, 0, 1e-6);
  assert_close(-rest->q[20][CAT_UP], z, 1e-6, 0);
  assert_close(z, 0.238388 * 20e3 / H / stretch_of(20e3, EA), 1e-5, 0);
  found_free(&f);
}

//------------------------------------------------------------------------------- as built

// The line of a found model, every span by itself with its dropper lengths, no sag to guess from.
static void as_built(const CatLineModel *m, const CatConfiguration *rest, CatSpanSpec *spans,
                     double *lengths, CatLineSpec *out) {
  *out = *m->spec;
  out->spans = spans;
  out->nspan = m->nspan;
  const CatSpanSpec *like = m->spec->spans;  // the first of the cases used here repeats
  for (int k = 0; k < m->nspan; k++) {
    spans[k] = *like;
    spans[k].repeat = 1;
    spans[k].nsag = 0;
    spans[k].lengths = lengths;
    for (int i = 0; i < m->ndropper; i++) {
      const CatWire *below = &m->wire[m->node[m->dropper[i].low].wire];
      if (m->dropper[i].span != k || below->role != CAT_CONTACT_WIRE) continue;
      lengths[spans[k].nlength++] = rest->dropper[i];
    }
    lengths += spans[k].nlength;
    spans[k].auxiliary_lengths = lengths;
    for (int i = 0; i < m->ndropper; i++) {
      const CatWire *below = &m->wire[m->node[m->dropper[i].low].wire];
      if (m->dropper[i].span != k || below->role != CAT_AUXILIARY) continue;
      lengths[spans[k].nauxiliary_length++] = rest->dropper[i];
    }
    lengths += spans[k].nauxiliary_length;
  }
}

static void round_trip(void **state) {
  (void)state;
  static const char *const names[] = {"ac-simple/rest", "ac-simple/2d", "stitched/rest",
                                      "compound/rest",  "danish/rest",  "section-1200/rest"};
  static const char *const sets[] = {"line.spans[0].repeat=4", NULL};
  for (size_t c = 0; c < sizeof names / sizeof *names; c++) {
    Found f = find_case(names[c], sets);
    CatSpanSpec spans[4];
    double lengths[100];
    CatLineSpec line;
    as_built(f.m, f.rest, spans, lengths, &line);
    const CatLineModel *m = NULL;
    CatConfiguration *rest = NULL;
    CatRestReport report;
    assert_int_equal(cat_line_model_new(f.ctx, &line, &m), CAT_OK);
    assert_int_equal(cat_rest_find(f.ctx, NULL, m, &rest, &report), CAT_OK);
    assert_int_equal(m->nnode, f.m->nnode);
    for (int i = 0; i < m->nnode; i++) {
      for (int k = 0; k < 3; k++) assert_close(rest->q[i][k], f.rest->q[i][k], 0, 1e-9);
    }
    cat_configuration_free(rest);
    cat_line_model_free(m);
    found_free(&f);
  }
}

//------------------------------------------------------------------------------- Jacobian

// Every column of J against central differences of the residual, at the first guess.
static void check_jacobian(const char *name, const char *const *sets) {
  Found f = read_case(name, sets);
  CatArena *a = cat_arena_new(f.ctx, 1 << 16);
  CatConfiguration *x = NULL;
  CatShapeSystem s;
  assert_int_equal(cat_configuration_new(f.ctx, f.m, f.m->guess, &x), CAT_OK);
  assert_int_equal(cat_shape_system_new(a, f.m, x, &s), CAT_OK);
  cat_shape_system_jacobian(&s);
  int n = s.at.n;
  double *unit = calloc((size_t)n, sizeof *unit), *plus = calloc((size_t)n, sizeof *plus);
  const double h = 1e-6;
  for (int j = 0; j < n; j++) {
    unit[j] = 1;
    cat_shape_system_step(&s, unit, -h);
    cat_shape_system_residual(&s);
    memcpy(plus, s.r, (size_t)n * sizeof *plus);
    cat_shape_system_step(&s, unit, 2 * h);
    cat_shape_system_residual(&s);
    cat_shape_system_step(&s, unit, -h);
    unit[j] = 0;
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(plus[i] - s.r[i]) / (2 * h));
    assert_true(most > 0);
    for (int i = 0; i < n; i++) {
      bool inside = i - j <= s.at.kl && j - i <= s.at.ku;
      double J = inside ? s.J.a[s.J.kl + s.J.ku + i - j + j * s.J.ld] : 0;
      assert_close((plus[i] - s.r[i]) / (2 * h), J, 0, 1e-5 * most);
    }
  }
  free(unit);
  free(plus);
  cat_configuration_free(x);
  cat_arena_free(a);
  found_free(&f);
}

static void jacobian(void **state) {
  (void)state;
  static const char *const small[] = {"line.spans[0].repeat=2", "line.elements_per_bay=2", NULL};
  static const char *const bent[] = {
      "line.spans[0].repeat=2", "line.elements_per_bay=2", "line.stagger=[-0.2]",
      "line.path=[{length: 110, curvature: 0.0005, curvature_end: 0.0008}]", NULL};
  static const char *const built[] = {
      "line.elements_per_bay=2",
      "line.spans=[{length: 55, droppers: [10,27,45], dropper_lengths: [0.9,0.8,0.9]},{length: 55, "
      "droppers: [10,27,45]}]",
      NULL};
  check_jacobian("ac-simple/rest", small);
  check_jacobian("ac-simple/2d", small);
  check_jacobian("en50318-2002/rest", small);
  check_jacobian("stitched/rest", small);
  check_jacobian("compound/rest", small);
  check_jacobian("section-1200/rest", small);
  check_jacobian("curve/rest", bent);
  check_jacobian("ac-simple/rest", built);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_cases),
      cmocka_unit_test(benchmark),
      cmocka_unit_test(mirrored),
      cmocka_unit_test(shifted),
      cmocka_unit_test(curve),
      cmocka_unit_test(inclined_droppers),
      cmocka_unit_test(weights),
      cmocka_unit_test(stitched),
      cmocka_unit_test(overlap),
      cmocka_unit_test(point_mass),
      cmocka_unit_test(dropper_stiffness),
      cmocka_unit_test(trolley_span),
      cmocka_unit_test(round_trip),
      cmocka_unit_test(jacobian),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
