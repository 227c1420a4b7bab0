// Reduced bases: what static shapes and the residual make exact, the choice of modes, the estimate.
#include "reduced.h"

#include "reduce/basis.h"
#include "rest/found.h"

typedef struct Based {
  Scene g;
  Reduced *r;
  CatBand K, border;  // factors of the line's and of the border's stiffness
} Based;

static Based based_new(int spans) {
  static CatSpanSpec span;
  static CatTrainSpec spec;
  span = scene_spans(spans);
  spec = coarse(&span, 2);
  Based b = {.g = scene_line(&spec)};
  b.r = reduced_new(b.g.ctx, b.g.m, b.g.rest);
  const CatBand *from[] = {&b.r->t.K, &b.r->s.K};
  CatBand *to[] = {&b.K, &b.border};
  for (int i = 0; i < 2; i++) {
    assert_int_equal(cat_band_new(b.r->arena, from[i]->n, from[i]->kd, to[i]), CAT_OK);
    cat_band_copy(to[i], from[i]);
    assert_int_equal(cat_band_factor(b.g.ctx, to[i]), CAT_OK);
  }
  return b;
}

static void based_free(Based *b) {
  reduced_free(b->r);
  scene_free(&b->g);
}

static CatBasisOptions usual(int vectors) {
  return (CatBasisOptions){.vectors = vectors, .attachments = true, .residual = true, .cutoff = 20};
}

static CatBasis basis_of(const Based *b, const CatBasisOptions *o) {
  CatBasis out;
  CatBasisOptions with = *o;
  with.nport = b->g.m->ndropper;
  with.port = b->r->dropper;
  assert_int_equal(cat_basis_components(b->r->arena, b->g.m, &b->r->s, &with, &out), CAT_OK);
  return out;
}

//------------------------------------------------------------------------------- statics

// b' K^-1 b of the line itself.
static double compliance(const Based *b, const CatPort *port) {
  double *x = CAT_ARENA(b->r->arena, b->r->t.n, double);
  cat_port_apply(port, 1, x);
  cat_band_solve(&b->K, x, 1);
  return cat_port_read(port, x);
}

// The same of a basis: sum of row^2/omega^2, and c' K_b^-1 c with c on the whole border.
static double reduced_compliance(const Based *b, const CatBasis *s, const CatPort *port) {
  CatArena *a = b->r->arena;
  CatBasisPort p = {.row = CAT_ARENA(a, s->n, double),
                    .border = CAT_ARENA(a, s->nborder + 1, double)};
  double *c = CAT_ARENA(a, s->nborder, double), *x = CAT_ARENA(a, s->nborder, double), sum = 0;
  cat_basis_port(s, port, &p);
  assert_true(p.part >= 0);
  const CatBasisPart *part = &s->part[p.part];
  const CatBasisKind *kind = &s->kind[part->kind];
  for (int i = 0; i < kind->m; i++) sum += p.row[i] * p.row[i] / kind->omega2[i];
  for (int i = 0; i < part->nborder; i++) c[part->border[i]] += part->flip[i] * p.border[i];
  memcpy(x, c, (size_t)s->nborder * sizeof *x);
  cat_band_solve(&b->border, x, 1);
  return sum + cat_dot(s->nborder, c, x);
}

static double worst_dropper(const Based *b, const CatBasis *s) {
  double worst = 0;
  for (int i = 0; i < b->g.m->ndropper; i++) {
    double exact = compliance(b, &b->r->dropper[i]);
    worst = fmax(worst, fabs(reduced_compliance(b, s, &b->r->dropper[i]) / exact - 1));
  }
  return worst;
}

// Contacts everywhere, over droppers and masts too.
static double worst_contact(const Based *b, const CatBasis *s, bool residual) {
  const CatWire *w = &b->g.m->wire[0];
  double worst = 0;
  for (int i = 0; i < w->ncable; i++) {
    CatPort port = cat_port_wire(b->g.m, b->g.rest, &b->r->t, w->cable + i, (i % 4) / 4.0, CAT_UP);
    if (port.n == 0) continue;
    double exact = compliance(b, &port), ours = reduced_compliance(b, s, &port);
    if (residual) ours += cat_basis_residual(s, &port);
    worst = fmax(worst, fabs(ours / exact - 1));
  }
  return worst;
}

// With shapes the droppers' statics are exact however few modes there are; with the residual those
// of the contact, too. Five spans: none is shared.
static void statics_are_exact(void **state) {
  (void)state;
  Based b = based_new(5);
  assert_int_equal(b.r->s.cut.nkind, 5);
  for (int vectors = 300; vectors <= 900; vectors += 300) {
    CatBasisOptions o = usual(vectors);
    CatBasis s = basis_of(&b, &o);
    assert_int_equal(s.n, vectors);
    assert_int_equal(s.attached, b.g.m->ndropper);
    assert_int_equal(s.modes + s.attached + s.nborder, s.n);
    assert_below(worst_dropper(&b, &s), 1e-9);
    assert_below(worst_contact(&b, &s, true), 1e-9);
    if (vectors == 300) assert_true(worst_contact(&b, &s, false) > 1e-3);
  }
  based_free(&b);
}

// Without them they are not: the test above can fail.
static void statics_need_shapes(void **state) {
  (void)state;
  Based b = based_new(5);
  CatBasisOptions o = usual(300);
  o.attachments = o.residual = false;
  CatBasis s = basis_of(&b, &o);
  assert_int_equal(s.attached, 0);
  assert_true(worst_dropper(&b, &s) > 1e-3);
  assert_true(worst_contact(&b, &s, true) > 1e-3);  // there is no residual
  o.residual = true;
  s = basis_of(&b, &o);
  assert_true(worst_dropper(&b, &s) > 1e-3);
  assert_below(worst_contact(&b, &s, true), 1e-9);
  based_free(&b);
}

// Components of one kind share theirs: mirrored ones are exact to what CAT_ALIKE allows.
static void statics_of_mirrored_spans(void **state) {
  (void)state;
  Based b = based_new(8);
  CatBasisOptions o = usual(600);
  CatBasis s = basis_of(&b, &o);
  assert_int_equal(s.nkind, 5);
  assert_true(s.part[3].mirrored);
  assert_below(worst_dropper(&b, &s), CAT_ALIKE);
  assert_below(worst_contact(&b, &s, true), CAT_ALIKE);
  based_free(&b);
}

// All vectors: nothing is left out.
static void all_vectors_are_the_line(void **state) {
  (void)state;
  Based b = based_new(3);
  CatBasisOptions o = usual(b.r->t.n);
  o.attachments = false;
  CatBasis s = basis_of(&b, &o);
  assert_int_equal(s.n, b.r->t.n);
  assert_true(s.error == 0);
  assert_below(worst_dropper(&b, &s), 1e-9);
  assert_below(worst_contact(&b, &s, false), 1e-9);
  // shapes on top of all modes have nothing to add
  o.attachments = true, o.vectors = 10 * b.r->t.n;
  s = basis_of(&b, &o);
  assert_int_equal(s.n, b.r->t.n);
  assert_int_equal(s.attached, 0);
  based_free(&b);
}

//------------------------------------------------------------------------------- vectors

// Modes and shapes together have M = 1 and K = diag(omega^2) in the matrices of their component.
static void vectors_are_orthonormal(void **state) {
  (void)state;
  Based b = based_new(3);
  CatBasisOptions o = usual(250);
  CatBasis s = basis_of(&b, &o);
  for (int p = 0; p < s.npart; p++) {
    const CatBasisKind *k = &s.kind[s.part[p].kind];
    const CatComponent *c = &b.r->s.cut.component[p];
    double *x = CAT_ARENA(b.r->arena, 2 * b.r->t.n, double), *f = x + b.r->t.n;
    for (int i = 0; i < k->m; i += 3) {
      for (int way = 0; way < 2; way++) {
        memset(x, 0, 2 * (size_t)b.r->t.n * sizeof *x);
        for (int r = 0; r < k->nrow; r++) x[c->dof[r]] = k->phi[r * k->m + i];
        cat_band_multiply(way ? &b.r->t.K : &b.r->t.M, 1, x, 0, f);
        for (int j = 0; j < k->m; j++) {
          double sum = 0, scale = way ? sqrt(k->omega2[i] * k->omega2[j]) : 1;
          for (int r = 0; r < k->nrow; r++) sum += f[c->dof[r]] * k->phi[r * k->m + j];
          assert_close(sum / scale, i == j, 0, 1e-8);
        }
      }
    }
  }
  based_free(&b);
}

// A port in a basis of all vectors reads what it reads of the line, wherever it is: all elements of
// all wires, in all directions, and all droppers.
static void check_port(Reduced *r, const CatBasis *s, const CatPort *port, const double *x,
                       const double *u) {
  CatBasisPort p = {.row = CAT_ARENA(r->arena, s->n + 1, double),
                    .border = CAT_ARENA(r->arena, s->nborder + 1, double)};
  double sum = 0, border = 0;
  if (port->n == 0) return;  // nothing there moves
  cat_basis_port(s, port, &p);
  assert_true(p.part >= 0);
  const CatBasisPart *part = &s->part[p.part];
  const CatBasisKind *kind = &s->kind[part->kind];
  assert_true(p.border[part->nborder] == 0);  // behind its end
  for (int i = 0; i < kind->m; i++) sum += p.row[i] * x[r->arrow.offset[p.part] + i];
  for (int i = 0; i < part->nborder; i++) {
    border += p.border[i] * part->flip[i] * x[r->arrow.offset[s->npart] + part->border[i]];
  }
  assert_close(sum + border, cat_port_read(port, u), 0, 1e-11);
}

static void ports_read_the_line(void **state) {
  (void)state;
  static const char *const name[] = {"ac-simple/rest", "stitched/rest", "compound/rest",
                                     "curve/rest",     "overlap/rest",  "tram/rest"};
  for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
    bool bare = strstr(name[k], "tram") != NULL;
    const char *coarser[] = {bare ? "line.elements_per_bay=3" : "line.elements_per_bay=1", NULL};
    Found f = find_case(name[k], coarser);
    Reduced *r = reduced_new(f.ctx, f.m, f.rest);
    CatBasisOptions o = {.vectors = 1000000, .nport = f.m->ndropper, .port = r->dropper};
    CatBasis s;
    int n = r->t.n, nd = f.m->ndropper;
    double *x = CAT_ARENA(r->arena, n, double), *u = CAT_ARENA(r->arena, n, double);
    assert_int_equal(cat_basis_components(r->arena, f.m, &r->s, &o, &s), CAT_OK);
    for (int i = 0; i < n; i++) x[i] = roll(r);
    expand(r, x, u);
    for (int i = 0; i < nd; i++) check_port(r, &s, &r->dropper[i], x, u);
    for (int i = 0; i < f.m->ncable; i++) {
      for (int way = 0; way < 3; way++) {
        CatPort port = cat_port_wire(f.m, f.rest, &r->t, i, 0.5 + 0.5 * roll(r), way);
        check_port(r, &s, &port, x, u);
      }
    }
    reduced_free(r);
    found_free(&f);
  }
}

//------------------------------------------------------------------------------- choice

static void more_vectors_are_better(void **state) {
  (void)state;
  Based b = based_new(5);
  double before = 2;  // few vectors may be off by more than all
  for (int vectors = 200; vectors <= 1100; vectors += 100) {
    CatBasisOptions o = usual(vectors);
    CatBasis s = basis_of(&b, &o);
    assert_true(s.n <= vectors && s.n > vectors - 3);  // a kind has up to so many components
    assert_true(s.error > 0 && s.error < before);
    before = s.error;
  }
  assert_below(before, 1e-9);
  CatBasisOptions o = usual(0);  // as many as it takes
  CatBasis s = basis_of(&b, &o);
  assert_true(s.error > 0 && s.error <= CAT_BASIS_ERROR);
  o.vectors = s.n - 10 * s.npart;
  CatBasis fewer = basis_of(&b, &o);
  assert_true(fewer.error > CAT_BASIS_ERROR);
  // a wider band of the force asks for more
  o = usual(0), o.cutoff = 60;
  CatBasis wide = basis_of(&b, &o);
  assert_true(wide.n > s.n);
  based_free(&b);
}

// By frequency the highest mode is as low as it can be; the other choice is better for the contact.
static void order_of_modes(void **state) {
  (void)state;
  Based b = based_new(5);
  CatBasisOptions o = usual(400);
  CatBasis vertical = basis_of(&b, &o);
  o.select = CAT_SELECT_FREQUENCY;
  CatBasis low = basis_of(&b, &o);
  assert_int_equal(low.n, vertical.n);
  assert_true(low.highest < vertical.highest);
  assert_true(vertical.error < low.error);
  // no mode below the highest is left out
  for (int g = 0; g < low.nkind; g++) {
    const CatHeldModes *k = &b.r->s.kind[g];
    int below = 0, kept = 0;
    double limit = pow(2 * 3.14159265358979323846 * low.highest, 2) * (1 - 1e-6);
    for (int i = 0; i < k->n; i++) below += k->omega2[i] <= limit;
    for (int i = 0; i < low.kind[g].m; i++) kept += low.kind[g].omega2[i] <= limit;
    assert_true(kept >= below);
  }
  based_free(&b);
}

// The spans at both ends are alike in reverse: where a vector is left for one of them only, the
// first has it, whatever the last digits of LAPACK are.
static void ties_go_to_the_first(void **state) {
  (void)state;
  Based b = based_new(5);
  int uneven = 0;
  for (int vectors = 400; vectors < 440; vectors++) {
    CatBasisOptions o = usual(vectors);
    CatBasis s = basis_of(&b, &o);
    assert_true(s.kind[0].m == s.kind[4].m || s.kind[0].m == s.kind[4].m + 1);
    uneven += s.kind[0].m != s.kind[4].m;
  }
  assert_true(uneven > 0);
  based_free(&b);
}

static void waves_in_the_contact_wire(void **state) {
  (void)state;
  Based b = based_new(1);
  assert_close(cat_basis_wave(b.g.m), sqrt(22e3 / 1.35), 1e-12, 0);
  based_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(statics_are_exact),         cmocka_unit_test(statics_need_shapes),
      cmocka_unit_test(statics_of_mirrored_spans), cmocka_unit_test(all_vectors_are_the_line),
      cmocka_unit_test(vectors_are_orthonormal),   cmocka_unit_test(more_vectors_are_better),
      cmocka_unit_test(ports_read_the_line),       cmocka_unit_test(order_of_modes),
      cmocka_unit_test(ties_go_to_the_first),      cmocka_unit_test(waves_in_the_contact_wire)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
