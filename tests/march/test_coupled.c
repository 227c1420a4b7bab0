// The coupled step: local responses, consistency of unilateral ports, sameness of two runs. Its
// physics is tested in tests/physics.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// the response within its window is the response
static void columns_are_local(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  Scene g = scene_new(&s);
  CatCoupled *c = g.c;
  CatStructure *line = c->structure;
  int n = c->tangent.n, port = CAT_CONTACTS + 18;
  double *full = calloc((size_t)n, sizeof *full), most = 0, worst = 0;
  cat_port_apply(&c->dropper_port[18], 1, full);
  cat_band_solve(&g.b->A, full, 1);
  memset(g.b->next, 0, (size_t)n * sizeof *full);
  line->ops->apply(line, port, 1);
  for (int i = 0; i < n; i++) {
    most = fmax(most, fabs(full[i]));
    worst = fmax(worst, fabs(full[i] - g.b->next[i]));
  }
  assert_below(worst, 1e-9 * most);
  assert_close(line->ops->between(line, port, port), cat_port_read(&c->dropper_port[18], full),
               1e-12, 0);
  // the same for a port that moves, placed twice
  CatPort here = c->contact[0].port;
  line->ops->place(line, 0, &c->dropper_port[18]);
  line->ops->place(line, 0, &here);
  memset(full, 0, (size_t)n * sizeof *full);
  cat_port_apply(&here, 1, full);
  cat_band_solve(&g.b->A, full, 1);
  memset(g.b->next, 0, (size_t)n * sizeof *full);
  line->ops->apply(line, 0, 1);
  worst = 0;
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(full[i] - g.b->next[i]));
  assert_below(worst, 1e-9 * most);
  free(full);
  scene_free(&g);
}

// contact and droppers obey their laws after every step, and some droppers do go slack
static void ports_obey_their_laws(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 320 / 3.6);
  Scene g = scene_new(&s);
  CatCoupled *c = g.c;
  long slack = 0;
  for (int k = 0; k < 1500; k++) {
    assert_int_equal(cat_coupled_step(c), CAT_OK);
    const CatContact *p = &c->contact[0];
    double gap = p->height - p->body.z[0], law = fmax(0, -s.contact.stiffness * gap);
    assert_close(p->force, law, 1e-6, 1e-6);
    for (int i = 0; i < c->ndropper; i++) {
      const CatDroppers *d = &c->dropper;
      double e = cat_port_read(&c->dropper_port[i], g.b->u);
      double rate = cat_port_read(&c->dropper_port[i], g.b->v);
      double T = d->rest[i] + d->k[i] * (e + d->beta * rate);
      assert_close(e, d->e[i], 1e-9, 1e-12);
      assert_true(d->y[i] >= 0);
      assert_close(fmax(0, T), d->tension[i], 1e-5, 1e-4);  // the force law itself
      assert_close(d->y[i], fmax(0, -T), 1e-5, 1e-4);
      slack += d->y[i] > 0;
    }
  }
  assert_true(slack > 100);
  scene_free(&g);
}

// droppers that bear compression follow the linear law, pushing too
static void linear_droppers_push(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 320 / 3.6);
  s.line.dropper.bears_compression = true;
  Scene g = scene_new(&s);
  CatCoupled *c = g.c;
  long pushing = 0;
  for (int k = 0; k < 1000; k++) {
    assert_int_equal(cat_coupled_step(c), CAT_OK);
    for (int i = 0; i < c->ndropper; i++) {
      const CatDroppers *d = &c->dropper;
      double e = cat_port_read(&c->dropper_port[i], g.b->u);
      double rate = cat_port_read(&c->dropper_port[i], g.b->v);
      assert_close(d->rest[i] + d->k[i] * (e + d->beta * rate), d->tension[i], 1e-5, 1e-4);
      assert_true(d->y[i] == 0);
      pushing += d->tension[i] < 0;
    }
  }
  assert_true(pushing > 100);
  scene_free(&g);
}

static void runs_are_the_same(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 75);
  Scene a = scene_new(&s), b = scene_new(&s);
  for (int k = 0; k < 300; k++) {
    assert_int_equal(cat_coupled_step(a.c), CAT_OK);
    assert_int_equal(cat_coupled_step(b.c), CAT_OK);
  }
  size_t bytes = (size_t)a.c->tangent.n * sizeof(double);
  assert_memory_equal(a.b->u, b.b->u, bytes);
  assert_true(a.c->contact[0].force == b.c->contact[0].force);
  scene_free(&a);
  scene_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_are_local), cmocka_unit_test(ports_obey_their_laws),
      cmocka_unit_test(linear_droppers_push), cmocka_unit_test(runs_are_the_same)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
