// Laws of the contact and of damping: the damper beside the contact spring, explicit coupling, a
// pantograph raised on the way, Rayleigh's damping by material.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//------------------------------------------------------------------------------- contact

// p = k s + c s' where that is positive, s: how far the head is in the wire
static void contact_damper(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainPantograph light = scene_benchmark;
  light.body.static_force = 30;
  CatTrainSpec s = scene_ac_simple(&span, 90);
  s.pantograph = &light;
  s.contact.damping = 200;
  Scene g = scene_new(&s);
  double before = g.c->sim->contact[0].gap, most = 0;
  long off = 0;
  for (int k = 0; k < 900; k++) {
    scene_steps(&g, 1);
    const CatContact *p = &g.c->sim->contact[0];
    double damper = -s.contact.damping * (p->gap - before) / s.time.step;
    assert_close(p->gap, p->height - scene_chain(g.c, 0)->z[0], 0, 0);
    assert_close(p->force, fmax(0, -s.contact.stiffness * p->gap + damper), 1e-7, 1e-6);
    most = fmax(most, fabs(damper));
    off += p->force <= 0;
    before = p->gap;
  }
  assert_true(most > 5 && off > 10);
  scene_free(&g);
}

// Root mean square of the difference of contact forces between both ways of coupling [N].
static double coupling_error(double step) {
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 60), other;
  s.line.elements_per_bay = 2;
  s.time.step = step;
  other = s;
  other.contact.coupling = CAT_COUPLING_EXPLICIT;
  Scene a = scene_new(&s), b = scene_new(&other);
  long n = lround(0.6 / step);
  double sum = 0;
  for (long k = 0; k < n; k++) {
    scene_steps(&a, 1);
    scene_steps(&b, 1);
    double d = a.c->sim->contact[0].force - b.c->sim->contact[0].force;
    sum += d * d;
    assert_close(b.c->sim->contact[0].force,
                 fmax(0, -s.contact.stiffness * b.c->sim->contact[0].gap), 1e-7, 1e-6);
  }
  scene_free(&a);
  scene_free(&b);
  return sqrt(sum / (double)n);
}

static void explicit_coupling(void **state) {
  (void)state;
  double h[5], error[5];
  for (int k = 0; k < 5; k++) error[k] = coupling_error(h[k] = 1e-3 / (1 << k));
  double order = convergence_order(h, error, 5);
  print_message("explicit coupling: %.2e to %.2e N from implicit, order %.2f\n", error[0], error[4],
                order);
  assert_close(order, 1, 0, 0.15);
}

//------------------------------------------------------------------------------- raising

// Of the benchmark's pantograph: masses, the ground spring and its damper.
static double momentum(const CatChain *b) {
  return b->M[0] * b->v[0] + b->M[1] * b->v[1] + b->M[2] * b->v[2];
}

// What the contact takes off: static force and ground spring, less what the masses gain.
typedef struct Impulse {
  long n;
  double contact, expected;  // sums over steps [N]
  double momentum, base;     // at the begin [N s] [m]
  double last, pressed;      // integrands at the step before [N]
} Impulse;

static void impulse_add(Impulse *s, const CatContact *p, const CatChain *b) {
  double now = b->f[2] - 160 * b->z[2];  // f holds the spring's other end, too
  if (s->n++ == 0) {
    s->momentum = momentum(b), s->base = b->z[2];
  } else {
    s->expected += (now + s->last) / 2;
    s->contact += (p->force + s->pressed) / 2;
  }
  s->last = now, s->pressed = p->force;
}

// Before the wire begins there is no contact; then force and base come up along the way. Later the
// mean force is what the balance of momentum says; it is not the 150 N of the wire at rest, since
// the ground spring follows the wire's height.
static void raised_on_the_way(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainPantograph pair[2] = {scene_benchmark, scene_benchmark};
  pair[1].behind = 60;
  pair[1].raise.over = 40, pair[1].raise.from = 20, pair[1].raise.below = 0.1;
  CatTrainSpec s = scene_ac_simple(&span, 70);
  s.npantograph = 2, s.pantograph = pair;
  s.run.from = 50;  // the second one is 10 m before the wire
  Scene g = scene_new(&s);
  const CatContact *p = &g.c->sim->contact[1];
  const CatChain *body = scene_chain(g.c, 1);
  double first = -1;
  Impulse sum = {0};
  assert_true(!p->on && p->force == 0 && p->seat->port.n == 0);
  assert_close(body->z[0], body->ground - 0.1, 0, 1e-12);  // it starts below its place
  while (p->x < 150) {
    scene_steps(&g, 1);
    double share = fmin(fmax((p->x - 20) / 40, 0), 1);
    assert_int_equal(p->on, p->x >= 0);
    assert_close(body->f[2], share * 150 - 160 * 0.1 * (1 - share), 1e-12, 1e-9);
    if (p->x < 20) assert_true(p->force == 0 && p->gap > 0.02);
    if (first < 0 && p->force > 0) first = p->x;
    if (p->x > 90) impulse_add(&sum, p, body);
  }
  double n = (double)sum.n - 1, T = n * s.time.step, mean = sum.contact / n;
  double expected =
      sum.expected / n - 100 * (body->z[2] - sum.base) / T - (momentum(body) - sum.momentum) / T;
  print_message("first contact at %.3f m, mean force later %.4f N, by momentum %.4f N\n", first,
                mean, expected);
  assert_true(first > 20 && first < 60);
  assert_close(mean, expected, 0, 1e-3);
  scene_free(&g);
}

// One that no spring holds starts as far below its place as it is to be raised.
static void starts_lowered(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainPantograph floating = scene_floating;
  floating.raise.over = 40, floating.raise.from = 20, floating.raise.below = 0.1;
  floating.body.base_height = -0.3;
  CatTrainSpec s = scene_ac_simple(&span, 70);
  s.pantograph = &floating;
  Scene g = scene_new(&s);
  assert_close(scene_chain(g.c, 0)->z[0], -0.4, 1e-12, 0);
  assert_true(g.c->sim->contact[0].force == 0);
  scene_free(&g);
}

//------------------------------------------------------------------------------- damping

// the same pair for every material is the pair for all
static void same_for_all(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 80), other;
  s.line.support.stiffness = 0;  // a spring is no material: rigid ones do not tell
  s.line.dropper.contact_wire_clamp = s.line.dropper.messenger_clamp = 0;  // nor is a clamp
  s.damping.alpha = 0.05, s.damping.beta = 3e-4;
  other = s;
  other.damping.alpha = 0.3, other.damping.beta = 1e-3;
  CatRayleigh pair = {true, 0.05, 3e-4};
  other.damping.contact_wire = other.damping.messenger = pair;
  other.damping.dropper = other.damping.steady_arm = pair;
  Scene a = scene_new(&s), b = scene_new(&other);
  assert_non_null(b.c->damping.extra);
  double worst = 0;
  long slack = 0;
  for (int k = 0; k < 700; k++) {
    scene_steps(&a, 1);
    scene_steps(&b, 1);
    worst = fmax(worst, fabs(a.c->sim->contact[0].force - b.c->sim->contact[0].force));
    for (int i = 0; i < a.c->ties.n; i++) slack += a.c->ties.y[i] > 0;
  }
  assert_true(slack > 50);
  assert_below(worst, 1e-7);
  scene_free(&a);
  scene_free(&b);
}

typedef struct Part {
  const char *name;
  CatLineModel m;  // the line without it
  CatConfiguration rest;
  CatMaterialDamping d;
} Part;

enum { ALPHA = 3, BETA = 7 };  // any two numbers

// C of one material is what the matrices lose without it.
static void assert_part(CatArena *a, const CatLineModel *m, const CatConfiguration *rest,
                        const Part *part) {
  CatLinearSystem all, less;
  CatBand C;
  assert_int_equal(cat_linear_system_new(a, m, rest, &all), CAT_OK);
  assert_int_equal(cat_linear_system_new(a, &part->m, &part->rest, &less), CAT_OK);
  assert_int_equal(cat_linear_system_damping(a, m, rest, &all, &part->d, &C), CAT_OK);
  double most = 0, worst = 0;
  for (int j = 0; j < all.n; j++) {
    for (int i = j - all.K.kd > 0 ? j - all.K.kd : 0; i <= j; i++) {
      double K = cat_band_get(&all.K, i, j) - cat_band_get(&less.K, i, j);
      double M = cat_band_get(&all.M, i, j) - cat_band_get(&less.M, i, j);
      most = fmax(most, fabs(cat_band_get(&all.K, i, j)));
      worst = fmax(worst, fabs(ALPHA * M + BETA * K - cat_band_get(&C, i, j)));
      if (i == j && BETA * K > 1) assert_true(cat_band_get(&C, i, j) > 0.5);
    }
  }
  print_message("%s: worst %.1e of %.1e\n", part->name, worst, most);
  assert_below(worst, 1e-12 * most);
}

static void one_material(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  Scene g = scene_line(&s);
  CatArena *a = cat_arena_new(g.ctx, 1 << 20);
  const double pair[2] = {ALPHA, BETA};
  const CatWire *contact = &g.m->wire[0], *messenger = &g.m->wire[1];
  assert_int_equal(contact->role, CAT_CONTACT_WIRE);
  assert_int_equal(messenger->role, CAT_MESSENGER);
  assert_int_equal(contact->cable, 0);
  assert_int_equal(g.m->ncable, contact->ncable + messenger->ncable);
  Part part[] = {{.name = "contact wire", .m = *g.m},
                 {.name = "messenger", .m = *g.m},
                 {.name = "droppers", .m = *g.m},
                 {.name = "arms", .m = *g.m}};
  for (int i = 0; i < 4; i++) part[i].rest = *g.rest;
  part[0].m.cable = g.m->cable + contact->ncable, part[0].m.ncable = messenger->ncable;
  part[0].rest.cable += contact->ncable;
  part[1].m.ncable = contact->ncable;
  part[2].m.ndropper = 0;
  part[3].m.narm = 0;
  memcpy(part[0].d.wire[CAT_CONTACT_WIRE], pair, sizeof pair);
  memcpy(part[1].d.wire[CAT_MESSENGER], pair, sizeof pair);
  memcpy(part[2].d.dropper, pair, sizeof pair);
  memcpy(part[3].d.arm, pair, sizeof pair);
  for (int i = 0; i < 4; i++) assert_part(a, g.m, g.rest, &part[i]);
  cat_arena_free(a);
  scene_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contact_damper),    cmocka_unit_test(explicit_coupling),
      cmocka_unit_test(raised_on_the_way), cmocka_unit_test(starts_lowered),
      cmocka_unit_test(same_for_all),      cmocka_unit_test(one_material)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
