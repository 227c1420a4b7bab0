// The coupled step: local responses, consistency of unilateral ports, sameness of two runs. Its
// physics is tested in tests/physics.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assemble/elements.h"
#include "element/cable.h"

// the response within its window is the response
static void columns_are_local(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  Scene g = scene_new(&s);
  CatLineSim *c = g.c;
  CatStructure *line = c->structure;
  int n = c->system.n, port = line->nmoving + 18;
  double *full = calloc((size_t)n, sizeof *full), most = 0, worst = 0;
  cat_port_apply(&c->tie_port[18], 1, full);
  cat_band_solve(&g.b->A, full, 1);
  memset(g.b->next, 0, (size_t)n * sizeof *full);
  line->ops->load_end(line, port, 1);
  for (int i = 0; i < n; i++) {
    most = fmax(most, fabs(full[i]));
    worst = fmax(worst, fabs(full[i] - g.b->next[i]));
  }
  assert_below(worst, 1e-9 * most);
  assert_close(line->ops->port_compliance(line, port, port), cat_port_read(&c->tie_port[18], full),
               1e-12, 0);
  // the same for a port that moves, placed twice
  CatPortVector here = c->sim->contact[0].seat->port, there = cat_port_view(&c->tie_port[18]);
  line->ops->move_port(line, 0, &there);
  line->ops->move_port(line, 0, &here);
  memset(full, 0, (size_t)n * sizeof *full);
  cat_port_vector_apply(&here, 1, full);
  cat_band_solve(&g.b->A, full, 1);
  memset(g.b->next, 0, (size_t)n * sizeof *full);
  line->ops->load_end(line, 0, 1);
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
  CatLineSim *c = g.c;
  long slack = 0;
  for (int k = 0; k < 1500; k++) {
    assert_int_equal(cat_sim_step(c->sim), CAT_OK);
    const CatContact *p = &c->sim->contact[0];
    double gap = p->height - scene_chain(c, 0)->z[0], law = fmax(0, -s.contact.stiffness * gap);
    assert_close(p->force, law, 1e-9, 1e-9);
    for (int i = 0; i < c->ties.n; i++) {
      const CatTies *d = &c->ties;
      double e = cat_port_read(&c->tie_port[i], g.b->u);
      double rate = cat_port_read(&c->tie_port[i], g.b->v);
      double T = d->rest[i] + d->k[i] * (e + d->beta[i] * rate);
      assert_close(e, d->e[i], 1e-9, 1e-12);
      assert_true(d->y[i] >= 0);
      assert_close(fmax(0, T), d->tension[i], 1e-8, 1e-7);  // the force law itself
      assert_close(d->y[i], fmax(0, -T), 1e-8, 1e-7);
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
  CatLineSim *c = g.c;
  long pushing = 0;
  for (int k = 0; k < 1000; k++) {
    assert_int_equal(cat_sim_step(c->sim), CAT_OK);
    for (int i = 0; i < c->ties.n; i++) {
      const CatTies *d = &c->ties;
      double e = cat_port_read(&c->tie_port[i], g.b->u);
      double rate = cat_port_read(&c->tie_port[i], g.b->v);
      assert_close(d->rest[i] + d->k[i] * (e + d->beta[i] * rate), d->tension[i], 1e-8, 1e-7);
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
    assert_int_equal(cat_sim_step(a.c->sim), CAT_OK);
    assert_int_equal(cat_sim_step(b.c->sim), CAT_OK);
  }
  size_t bytes = (size_t)a.c->system.n * sizeof(double);
  assert_memory_equal(a.b->u, b.b->u, bytes);
  assert_true(a.c->sim->contact[0].force == b.c->sim->contact[0].force);
  scene_free(&a);
  scene_free(&b);
}

// what the wire over x has, from the model
static void same_as_model(const CatLineSim *c, const CatSeat *k) {
  const CatLineModel *m = c->m;
  const CatConfiguration *rest = c->rest;
  const CatWire *w = &m->wire[0];
  double q[12], r[3];
  int i = w->cable;
  while (i + 1 < w->cable + w->ncable) {
    int b = m->cable[i].b;
    if (m->node[b].s + rest->q[b][CAT_ALONG] > k->x) break;
    i++;
  }
  int a = m->cable[i].a, b = m->cable[i].b;
  double from = m->node[a].s + rest->q[a][CAT_ALONG], to = m->node[b].s + rest->q[b][CAT_ALONG],
         xi = (k->x - from) / (to - from);
  bool under = xi >= -1e-9 && xi <= 1 + 1e-9;
  xi = fmin(fmax(xi, 0), 1);
  CatCable cable = cat_cable_part_kernel(m, rest, i);
  cat_cable_part_coordinates(m, rest, i, q);
  cat_cable_position(&cable, q, xi, r);
  CatPort port = cat_port_wire(m, rest, &c->system, i, xi, CAT_UP);
  assert_true(k->on == under);
  assert_true(k->height == r[CAT_UP]);
  assert_int_equal(k->port.n, under ? port.n : 0);
  for (int j = 0; j < k->port.n; j++) {
    assert_int_equal(k->port.dof[j], port.dof[j]);
    assert_true(k->port.b[j] == port.b[j]);
  }
}

// the element kept from the last place does not matter: on the way, back, far away, off the wire
static void contact_is_where_it_is(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(3);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  Scene g = scene_new(&s);
  CatWireSeat k = {.l0 = 0};
  const CatGuide *guide = &g.c->guide[0].base;
  unsigned dice = 5;
  for (int i = 0; i < 3000; i++) {
    dice = dice * 1664525u + 1013904223u;
    double jump = (double)(dice >> 8) / (1 << 24), x = k.base.x + 0.08;
    if (i % 10 == 0) x = -20 + 205 * jump;          // anywhere, also before and behind the line
    if (i % 10 == 5) x = k.base.x - 6 * jump;       // back
    if (i % 10 == 7) x = g.m->mast[dice >> 8 & 3];  // where elements end
    if (i % 10 == 8) x = k.from;                    // just there
    if (i % 10 == 9) x = nextafter(k.to, -1000);    // just not over the next
    guide->ops->find(guide, x, &k.base);
    same_as_model(g.c, &k.base);
  }
  scene_free(&g);
}

static void felt_is_what_is_near(const CatLineSim *c) {
  const CatTies *d = &c->ties;
  const CatStructure *line = c->structure;
  for (int i = 0; i < c->sim->ncontact; i++) {
    const CatPress *k = &c->sim->ports.contact[i];
    double most = line->ops->port_compliance(line, i, i);
    for (int j = 0; j < d->n; j++) {
      double felt = line->step.theta * line->ops->port_compliance(line, line->nmoving + j, i);
      bool near = fabs(d->x[j] - c->sim->contact[i].x) <= d->reach + 9;
      assert_true(!near || k->response[j] == felt);
      assert_close(k->response[j], felt, 0, 1e-12 * most);
      assert_true(k->response[j] == 0 || (j >= k->first && j < k->last));
    }
  }
}

// droppers out of reach are left out, whatever way the contacts take: two, one of them off the wire
// at first, implicit and explicit, on their way, back and far ahead
static void felt_follows_the_contacts(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(6);
  CatTrainPantograph pair[2] = {scene_benchmark, scene_benchmark};
  pair[1].behind = 30;
  for (int explicit = 0; explicit < 2; explicit ++) {
    CatTrainSpec s = scene_ac_simple(&span, 80);
    s.npantograph = 2, s.pantograph = pair;
    if (explicit) s.contact.coupling = CAT_COUPLING_EXPLICIT;
    Scene g = scene_new(&s);
    assert_false(g.c->sim->contact[1].on);
    for (int k = 0; k < 600; k++) {
      if (k == 300 || k == 400) {  // as a shift does, here without the line's state
        for (int i = 0; i < 2; i++) g.c->sim->start[i] -= k == 300 ? -150 : 160;
      }
      assert_int_equal(cat_sim_step(g.c->sim), CAT_OK);
      if (k % 10 == 0) felt_is_what_is_near(g.c);
    }
    assert_true(g.c->sim->contact[1].on);
    scene_free(&g);
  }
}

// nothing is kept of droppers as they were before: another tension at rest, and begun anew
static void begins_anew_with_other_droppers(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 320 / 3.6);
  Scene used = scene_new(&s), fresh = scene_new(&s);
  double force = s.pantograph[0].body.static_force;
  long slack = 0;
  scene_steps(&used, 700);
  for (int k = 0; k < 2; k++) {
    CatLineSim *c = k ? fresh.c : used.c;
    for (int i = 0; i < c->ties.n; i++) c->ties.rest[i] *= 0.1;
    assert_int_equal(cat_line_sim_start(c, &force), CAT_OK);
  }
  for (int k = 0; k < 700; k++) {
    assert_int_equal(cat_sim_step(used.c->sim), CAT_OK);
    assert_int_equal(cat_sim_step(fresh.c->sim), CAT_OK);
    assert_true(used.c->sim->contact[0].force == fresh.c->sim->contact[0].force);
    size_t bytes = (size_t)used.c->ties.n * sizeof(double);
    assert_memory_equal(used.c->ties.tension, fresh.c->ties.tension, bytes);
    assert_memory_equal(used.c->ties.y, fresh.c->ties.y, bytes);
    slack += used.c->sim->ports.nslack;
  }
  assert_true(slack > 1000);
  scene_free(&used);
  scene_free(&fresh);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(columns_are_local),
                                     cmocka_unit_test(ports_obey_their_laws),
                                     cmocka_unit_test(linear_droppers_push),
                                     cmocka_unit_test(runs_are_the_same),
                                     cmocka_unit_test(contact_is_where_it_is),
                                     cmocka_unit_test(felt_follows_the_contacts),
                                     cmocka_unit_test(begins_anew_with_other_droppers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
