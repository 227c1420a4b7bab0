// Components: a partition of all coordinates that no matrix entry crosses; kinds by energy.
#include "reduced.h"

#include "reduce/components.h"
#include "rest/found.h"

//------------------------------------------------------------------------------- what must hold

// Every coordinate in one place, and the lists say the same.
static void check_partition(const CatComponents *c) {
  int seen = c->nborder;
  for (int i = 0; i < c->nborder; i++) {
    assert_int_equal(c->home[c->border[i]], -1);
    assert_int_equal(c->place[c->border[i]], i);
    if (i > 0) assert_true(c->border[i] > c->border[i - 1]);
  }
  for (int k = 0; k < c->n; k++) {
    const CatComponent *part = &c->component[k];
    assert_true(part->n > 0);
    seen += part->n;
    for (int i = 0; i < part->n; i++) {
      assert_int_equal(c->home[part->dof[i]], k);
      assert_int_equal(c->place[part->dof[i]], i);
      if (i > 0) assert_true(part->dof[i] > part->dof[i - 1]);
    }
  }
  assert_int_equal(seen, c->t->n);
}

static bool lists(const CatComponent *part, int border) {
  for (int i = 0; i < part->nborder; i++) {
    if (part->border[i] == border) return true;
  }
  return false;
}

// Entries stay within a component, or lead to a border coordinate that it lists.
static void check_entries(const CatComponents *c) {
  const CatLinearSystem *t = c->t;
  for (int j = 0; j < t->n; j++) {
    for (int i = j > t->K.kd ? j - t->K.kd : 0; i < j; i++) {
      if (cat_band_get(&t->K, i, j) == 0 && cat_band_get(&t->M, i, j) == 0) continue;
      int a = c->home[i], b = c->home[j];
      if (a >= 0 && b >= 0) assert_int_equal(a, b);
      if (a >= 0 && b < 0) assert_true(lists(&c->component[a], c->place[j]));
      if (a < 0 && b >= 0) assert_true(lists(&c->component[b], c->place[i]));
    }
  }
}

// Twice the energy of a component that moves with its border, without what is the border's own.
static double energy(const CatComponents *c, int k, const CatBand *A, const double *x, double *u) {
  const CatComponent *part = &c->component[k];
  memset(u, 0, (size_t)c->t->n * sizeof *u);
  for (int b = 0; b < part->nborder; b++) {
    u[c->border[part->border[b]]] = part->flip[b] * x[part->n + b];
  }
  double own = band_form(A, u, u);
  for (int i = 0; i < part->n; i++) {
    u[part->dof[i]] = cat_component_flip(c, k, part->dof[i]) * x[i];
  }
  return band_form(A, u, u) - own;
}

// The same motion, seen from the first of a kind, has the same energies in all of its components.
static void check_kinds(Reduced *r, const CatComponents *c) {
  double *x = CAT_ARENA(r->arena, r->t.n, double), *u = CAT_ARENA(r->arena, r->t.n, double);
  for (int g = 0; g < c->nkind; g++) {
    int first = c->first[g];
    assert_int_equal(c->component[first].kind, g);
    assert_false(c->component[first].mirrored);
  }
  for (int k = 0; k < c->n; k++) {
    const CatComponent *part = &c->component[k], *model = &c->component[c->first[part->kind]];
    assert_true(c->first[part->kind] <= k);
    assert_int_equal(part->n, model->n);
    assert_int_equal(part->nborder, model->nborder);
    for (int way = 0; way < 2; way++) {
      const CatBand *A = way ? &r->t.M : &r->t.K;
      memset(x, 0, (size_t)r->t.n * sizeof *x);
      for (int i = 0; i < part->n; i++) x[i] = roll(r);
      double scale = energy(c, k, A, x, u);  // border held: positive
      assert_true(scale > 0);
      for (int i = 0; i < part->n + part->nborder; i++) x[i] = roll(r);
      double here = energy(c, k, A, x, u), there = energy(c, c->first[part->kind], A, x, u);
      assert_close(here, there, 0, 10 * CAT_ALIKE * scale);
    }
  }
}

// Dampers of supports act on the border, wherever their masts stand.
static void check_supports(const Reduced *r, const CatComponents *c) {
  for (int i = 0; i < r->m->nsupport; i++) {
    int up = r->t.dof[r->m->support[i].node][CAT_UP];
    if (up >= 0) assert_int_equal(c->home[up], -1);
  }
}

static CatComponents cut(Reduced *r) {
  CatComponents c;
  assert_int_equal(cat_components_new(r->arena, r->m, &r->t, &c), CAT_OK);
  check_partition(&c);
  check_entries(&c);
  check_kinds(r, &c);
  check_supports(r, &c);
  return c;
}

static int mirrored(const CatComponents *c) {
  int n = 0;
  for (int k = 0; k < c->n; k++) n += c->component[k].mirrored;
  return n;
}

//------------------------------------------------------------------------------- lines

static int kind_is_alone(const CatComponents *c, int k) {
  int n = 0;
  for (int i = 0; i < c->n; i++) n += c->component[i].kind == c->component[k].kind;
  return n == 1;
}

// Stagger to and fro: each inner span is the mirror image of its neighbours. The ends of the line
// are held and touch one mast only; what they change at the next mast is above CAT_ALIKE in the
// second span and below it in the third.
static void regular_line(void **state) {
  (void)state;
  static const int kind[] = {0, 1, 2, 2, 2, 2, 3, 4};
  CatSpanSpec span = scene_spans(8);
  CatTrainSpec spec = coarse(&span, 2);
  Scene g = scene_line(&spec);
  Reduced *r = reduced_tangent(g.ctx, g.m, g.rest);
  CatComponents c = cut(r);
  assert_int_equal(c.n, 8);
  assert_int_equal(c.nkind, 5);
  for (int k = 0; k < 8; k++) {
    assert_int_equal(c.component[k].kind, kind[k]);
    assert_true(c.component[k].mirrored == (k == 3 || k == 5));
    assert_true((c.component[k].nborder < c.component[4].nborder) == (k == 0 || k == 7));
  }
  reduced_free(r);
  scene_free(&g);
}

// Without stagger nothing is mirrored.
static void straight_line(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(6);
  CatTrainSpec spec = coarse(&span, 2);
  spec.line.nstagger = 0;
  Scene g = scene_line(&spec);
  Reduced *r = reduced_tangent(g.ctx, g.m, g.rest);
  CatComponents c = cut(r);
  assert_int_equal(c.n, 6);
  assert_int_equal(mirrored(&c), 0);
  assert_int_equal(c.component[2].kind, c.component[3].kind);
  reduced_free(r);
  scene_free(&g);
}

// A dropper 1 mm further, or a longer span, makes another kind.
static void kinds_are_told_apart(void **state) {
  (void)state;
  for (int way = 0; way < 2; way++) {
    CatSpanSpec span[3] = {scene_spans(4), scene_spans(1), scene_spans(4)};
    double places[9];
    memcpy(places, span[0].positions, sizeof places);
    places[4] += 1e-3;
    if (way == 0) span[1].positions = places;
    if (way == 1) span[1].length = 56;
    CatTrainSpec spec = coarse(span, 1);
    spec.line.nspan = 3;
    Scene g = scene_line(&spec);
    Reduced *r = reduced_tangent(g.ctx, g.m, g.rest);
    CatComponents c = cut(r);
    assert_int_equal(c.n, 9);
    assert_true(kind_is_alone(&c, 4));
    reduced_free(r);
    scene_free(&g);
  }
}

// Stitch wires, two sections over one another, curves, a second messenger, one wire alone, spans of
// several lengths.
static void shipped_lines(void **state) {
  (void)state;
  static const char *const name[] = {"stitched/rest", "compound/rest",    "curve/rest",
                                     "overlap/rest",  "tram/rest",        "ac-simple/2d",
                                     "danish/rest",   "en50318-2002/rest"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    bool bare =
        strstr(name[i], "tram") != NULL;  // no nodes between its masts but those of elements
    const char *coarser[] = {bare ? "line.elements_per_bay=3" : "line.elements_per_bay=1", NULL};
    Found f = find_case(name[i], coarser);
    Reduced *r = reduced_tangent(f.ctx, f.m, f.rest);
    CatComponents c = cut(r);
    assert_true(c.n > 1 && c.n <= f.m->nmast + 1);
    assert_true(c.nkind <= c.n);
    assert_true(c.nborder > 0);
    reduced_free(r);
    found_free(&f);
  }
}

// A stitch wire reaches over its mast: it belongs to the border, which is wider than without it.
static void stitches_widen_the_border(void **state) {
  (void)state;
  int nborder[2];
  for (int way = 0; way < 2; way++) {
    CatSpanSpec span = scene_spans(3);
    CatTrainSpec spec = coarse(&span, 1);  // one element over the mast
    if (way) {
      spec.line.stitch = (CatWireSpec){
          .given = true, .modulus = 110e9, .area = 35e-6, .mass_per_length = 0.31, .tension = 2500};
      spec.line.stitch_length = 6;
    }
    Scene g = scene_line(&spec);
    Reduced *r = reduced_tangent(g.ctx, g.m, g.rest);
    CatComponents c = cut(r);
    assert_int_equal(c.n, 3);
    nborder[way] = c.nborder;
    reduced_free(r);
    scene_free(&g);
  }
  assert_true(nborder[1] > nborder[0]);
}

// Masts of two sections that stand 4.5 m apart make one cut; supports of either are on the border.
static void masts_side_by_side(void **state) {
  (void)state;
  static const char *const sets[] = {"line.elements_per_bay=2", "line.overlap.start=204.5 m", NULL};
  Found f = find_case("overlap/rest", sets);
  Reduced *r = reduced_tangent(f.ctx, f.m, f.rest);
  CatComponents c = cut(r);
  int apart = 0;
  for (int i = 0; i < f.m->nsupport; i++) {
    apart += fabs(remainder(f.m->node[f.m->support[i].node].s, 50) - 4.5) < 1e-9;
  }
  assert_true(apart > 2);  // they are where this looks for them
  assert_true(c.n <= 12);
  reduced_free(r);
  found_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(regular_line),         cmocka_unit_test(straight_line),
      cmocka_unit_test(kinds_are_told_apart), cmocka_unit_test(stitches_widen_the_border),
      cmocka_unit_test(shipped_lines),        cmocka_unit_test(masts_side_by_side)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
