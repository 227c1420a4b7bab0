// The coupled step knows neither lines nor pantographs: beams in modes under bodies on springs, by
// the same simulation. References: published numbers, and the same equations put together by hand
// and integrated by Runge and Kutta's method.
#include "support/support.h"

#include "beam.h"
#include "bodies.h"
#include "mechanism/outside.h"
#include "support/scene.h"

static double distance(const void *speed, double t) {
  return *(const double *)speed * t;
}

static double speed_at(const void *speed, double t) {
  (void)t;
  return *(const double *)speed;
}

// Yang and Yau's beam, 25 m (DATA-vehicles, section 2), and a train at 100 km/h.
static const double LENGTH = 25, EI = 2.87e9 * 2.9, MU = 2303, SPEED = 100 / 3.6, G = 9.81;

typedef struct World {
  CatContext *ctx;
  int nbeam, nbody;
  Beam *beam[2];
  Bodies *body[2];
  CatStructure *structure[2];
  CatMechanism *mechanism[2];
  double start[2];
  int ncontact;
  CatContactSetup contact[16];
  CatSim *sim;
} World;

static World world_new(void) {
  return (World){.ctx = cat_context_new(NULL)};
}

static void world_beam(World *w, int modes, CatStep step) {
  Beam *b = w->beam[w->nbeam] = beam_new(LENGTH, EI, MU, modes, step);
  w->structure[w->nbeam++] = &b->base;
}

static void world_body(World *w, Bodies *b, double start) {
  bodies_ready(w->ctx, b);
  w->body[w->nbody] = b;
  w->start[w->nbody] = start;
  w->mechanism[w->nbody++] = &b->base;
}

// A wheel on a road: the body is above.
static void world_wheel(World *w, int beam, int body, int port, double stiffness) {
  w->contact[w->ncontact++] = (CatContactSetup){.name = "wheel",
                                                .structure = beam,
                                                .guide = &w->beam[beam]->guide,
                                                .mechanism = body,
                                                .port = port,
                                                .side = -1,
                                                .stiffness = stiffness};
}

static void world_start(World *w, bool explicit_coupling) {
  CatSimSetup setup = {.nstructure = w->nbeam,
                       .structure = w->structure,
                       .nmechanism = w->nbody,
                       .mechanism = w->mechanism,
                       .start = w->start,
                       .ncontact = w->ncontact,
                       .contact = w->contact,
                       .travel = {distance, speed_at, &SPEED},
                       .explicit_coupling = explicit_coupling};
  assert_int_equal(cat_sim_new(w->ctx, &setup, &w->sim), CAT_OK);
  assert_int_equal(cat_sim_start(w->sim), CAT_OK);
}

static void world_free(World *w) {
  cat_sim_free(w->sim);
  for (int i = 0; i < w->nbeam; i++) free(w->beam[i]);
  for (int i = 0; i < w->nbody; i++) free(w->body[i]);
  cat_context_free(w->ctx);
}

//------------------------------------------------------------------------------- bodies

static Bodies *sprung_mass(CatStep step) {
  Bodies *b = bodies_new(1, 1, step);
  b->M[0] = 5750;
  b->f[0] = -5750 * G;
  b->B[0] = 1;
  b->p[0] = 5750 * G;
  return b;
}

// Heave and pitch of a body, then wheels below it on springs, evenly from front to back.
static Bodies *car(int wheels, double base, CatStep step) {
  int n = 2 + wheels;
  Bodies *b = bodies_new(n, wheels, step);
  double mass = 4000 * wheels, wheel = 400, k = 1.2e6, c = 1.5e4;
  b->M[0] = mass, b->M[n + 1] = mass * base * base / 10;
  b->f[0] = -mass * G;
  for (int p = 0; p < wheels; p++) {
    int at = 2 + p;
    double x = base * (0.5 - (double)p / (wheels - 1)), g[BODIES_MAX] = {1, x};
    g[at] = -1;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++)
        b->K[i * n + j] += k * g[i] * g[j], b->C[i * n + j] += c * g[i] * g[j];
    }
    b->M[at * n + at] = wheel;
    b->f[at] = -wheel * G;
    b->B[p * n + at] = 1;
    b->offset[p] = x;
    b->p[p] = (mass / wheels + wheel) * G;
  }
  return b;
}

//------------------------------------------------------------------------------- by hand

// All coordinates in one vector, beams first: x'' = M^-1 (f - C x' - K x + contact springs).
typedef struct Hand {
  const World *w;
  int n, first_body[2];
  double x[2 * 64];  // displacements, then velocities
} Hand;

static Hand hand_new(const World *w) {
  Hand h = {.w = w};
  for (int i = 0; i < w->nbeam; i++) h.n += w->beam[i]->base.n;
  for (int i = 0; i < w->nbody; i++) {
    h.first_body[i] = h.n;
    memcpy(h.x + h.n, w->body[i]->q, (size_t)w->body[i]->n * sizeof *h.x);
    h.n += w->body[i]->n;
  }
  assert_true(h.n <= 64);
  return h;
}

static double shape(const Beam *b, int mode, double x) {
  return x >= 0 && x <= b->length ? sin((mode + 1) * BEAM_PI * x / b->length) : 0;
}

// The spring of contact i at the time t: its force, from displacements x.
static double hand_force(const Hand *h, int i, double t, const double *x) {
  const CatContactSetup *k = &h->w->contact[i];
  const Beam *beam = h->w->beam[k->structure];
  const Bodies *body = h->w->body[k->mechanism];
  int first = k->structure == 0 ? 0 : h->w->beam[0]->base.n;
  double at = h->w->start[k->mechanism] + body->offset[k->port] + SPEED * t;
  double gap = bodies_row(body, k->port, x + h->first_body[k->mechanism]);
  for (int m = 0; m < beam->base.n; m++) gap -= shape(beam, m, at) * x[first + m];
  return -k->stiffness * gap;
}

static void hand_rates(const Hand *h, double t, const double *x, double *out) {
  const World *w = h->w;
  double f[64] = {0};
  int n = h->n, first = 0;
  memcpy(out, x + n, (size_t)n * sizeof *out);
  for (int i = 0; i < w->ncontact; i++) {
    const CatContactSetup *k = &w->contact[i];
    const Bodies *body = w->body[k->mechanism];
    double at = w->start[k->mechanism] + body->offset[k->port] + SPEED * t;
    double p = hand_force(h, i, t, x);
    int beam0 = k->structure == 0 ? 0 : w->beam[0]->base.n;
    for (int m = 0; m < w->beam[k->structure]->base.n; m++) {
      f[beam0 + m] -= p * shape(w->beam[k->structure], m, at);
    }
    for (int j = 0; j < body->n; j++) {
      f[h->first_body[k->mechanism] + j] += p * body->B[k->port * body->n + j];
    }
  }
  for (int b = 0; b < w->nbeam; b++) {
    for (int m = 0; m < w->beam[b]->base.n; m++, first++) {
      out[n + first] = (f[first] - w->beam[b]->k[m] * x[first]) / w->beam[b]->mass;
    }
  }
  for (int b = 0; b < w->nbody; b++) {
    const Bodies *body = w->body[b];
    const double *q = x + h->first_body[b], *v = x + n + h->first_body[b];
    for (int i = 0; i < body->n; i++) {
      double sum = f[h->first_body[b] + i] + body->f[i];
      for (int j = 0; j < body->n; j++) {
        sum -= body->K[i * body->n + j] * q[j] + body->C[i * body->n + j] * v[j];
      }
      out[n + h->first_body[b] + i] = sum / body->M[i * body->n + i];
    }
  }
}

static void hand_step(Hand *h, double t, double dt) {
  double k[4][128], y[128];
  int n = 2 * h->n;
  static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < n; i++) y[i] = h->x[i] + (s ? at[s] * dt * k[s - 1][i] : 0);
    hand_rates(h, t + at[s] * dt, y, k[s]);
  }
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < n; i++) h->x[i] += dt / 6 * weight[s] * k[s][i];
  }
}

// Largest differences of all displacements over their largest size, and of contact forces.
typedef struct Apart {
  double motion, force;
} Apart;

static Apart apart_from_hand(World *w, double seconds) {
  Hand h = hand_new(w);
  double dt = w->sim->step.h, most = 0, worst = 0, pressed = 0;
  Apart d = {0};
  for (long k = 0; k < lround(seconds / dt); k++) {
    for (int s = 0; s < 4; s++) hand_step(&h, ((double)k + s / 4.0) * dt, dt / 4);
    assert_int_equal(cat_sim_step(w->sim), CAT_OK);
    for (int b = 0, i = 0; b < w->nbeam; b++) {
      for (int m = 0; m < w->beam[b]->base.n; m++, i++) {
        most = fmax(most, fabs(h.x[i]));
        worst = fmax(worst, fabs(h.x[i] - w->beam[b]->u[m]));
      }
    }
    for (int i = 0; i < w->ncontact; i++) {
      double p = hand_force(&h, i, w->sim->t, h.x);
      assert_true(p > 0);
      pressed = fmax(pressed, p);
      d.force = fmax(d.force, fabs(p - w->sim->contact[i].force));
    }
  }
  d.motion = worst / most, d.force /= pressed;
  return d;
}

static void ends_as_by_hand(World *w, double seconds, const char *what) {
  Apart d = apart_from_hand(w, seconds);
  print_message("%s: motion %.1e, force %.1e\n", what, d.motion, d.force);
  assert_below(d.motion, 2e-5);
  assert_below(d.force, 5e-4);
  world_free(w);
}

//------------------------------------------------------------------------------- tests

// 2.407560 mm: the largest deflection in the middle, ten modes (DATA-vehicles, section 2).
static void sprung_mass_on_a_beam(void **state) {
  (void)state;
  CatStep step = cat_step_newmark(1e-5);
  World w = world_new();
  world_beam(&w, 10, step);
  world_body(&w, sprung_mass(step), 0);
  world_wheel(&w, 0, 0, 0, 1595e3);
  world_start(&w, false);
  double most = 0;
  while (w.sim->contact[0].x < LENGTH) {
    assert_int_equal(cat_sim_step(w.sim), CAT_OK);
    most = fmax(most, -beam_at(w.beam[0], LENGTH / 2));
  }
  print_message("largest deflection %.6f mm\n", 1e3 * most);
  assert_close(1e3 * most, 2.407560, 2e-6, 0);
  world_free(&w);
}

static World two_wheels(double h) {
  CatStep step = cat_step_newmark(h);
  World w = world_new();
  world_beam(&w, 6, step);
  world_body(&w, car(2, 3, step), -4);
  for (int p = 0; p < 2; p++) world_wheel(&w, 0, 0, p, 5e7);
  world_start(&w, false);
  return w;
}

static void body_on_two_wheels(void **state) {
  (void)state;
  enum { STEPS = 4 };
  double h[STEPS], error[STEPS];
  for (int k = 0; k < STEPS; k++) {
    h[k] = 2e-4 / (1 << k);
    World w = two_wheels(h[k]);
    Apart d = apart_from_hand(&w, 1.2);
    print_message("step %.0e s: motion %.1e, force %.1e\n", h[k], d.motion, d.force);
    error[k] = d.motion;
    assert_below(d.motion, 1e-4);
    assert_below(d.force, 1e-3);
    world_free(&w);
  }
  double order = convergence_order(h, error, STEPS);
  print_message("order %.2f\n", order);
  assert_true(order > 1.8);
}

static void eight_ports(void **state) {
  (void)state;
  CatStep step = cat_step_newmark(1e-4);
  World w = world_new();
  world_beam(&w, 5, step);
  world_body(&w, car(8, 16, step), -9);
  for (int p = 0; p < 8; p++) world_wheel(&w, 0, 0, p, 5e7);
  world_start(&w, false);
  ends_as_by_hand(&w, 1.5, "eight wheels");
}

// Explicit coupling of a mechanism with several ports: the same in the limit of short steps.
static void eight_ports_explicit(void **state) {
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    CatStep step = cat_step_newmark(k ? 1e-5 : 4e-5);
    World w = world_new();
    world_beam(&w, 3, step);
    world_body(&w, car(8, 16, step), -9);
    for (int p = 0; p < 8; p++) world_wheel(&w, 0, 0, p, 5e6);
    world_start(&w, true);
    error[k] = apart_from_hand(&w, 0.6).motion;
    world_free(&w);
  }
  print_message("explicit: %.1e at 40 us, %.1e at 10 us\n", error[0], error[1]);
  assert_below(error[1], 0.4 * error[0]);
  assert_below(error[1], 1e-5);
}

// A body whose front wheel runs on one beam and whose back wheel runs on another.
static void two_structures(void **state) {
  (void)state;
  CatStep step = cat_step_newmark(1e-4);
  World w = world_new();
  world_beam(&w, 5, step);
  world_beam(&w, 4, step);
  for (int i = 0; i < 4; i++)
    w.beam[1]->k[i] *= 0.5,
        w.beam[1]->A[i] = step.mass * w.beam[1]->mass + step.theta * w.beam[1]->k[i];
  world_body(&w, car(2, 3, step), -4);
  world_body(&w, sprung_mass(step), -2);
  world_wheel(&w, 0, 0, 0, 5e7);
  world_wheel(&w, 1, 0, 1, 5e7);
  world_wheel(&w, 1, 1, 0, 1595e3);
  world_start(&w, false);
  ends_as_by_hand(&w, 1.2, "two beams");
}

// Side by side in one simulation each does what it does alone, to the last bit.
static void structures_apart(void **state) {
  (void)state;
  CatStep step = cat_step_newmark(1e-3);
  World both = world_new(), alone = world_new();
  world_beam(&both, 5, step), world_beam(&both, 4, step), world_beam(&alone, 4, step);
  world_body(&both, sprung_mass(step), 0), world_body(&both, sprung_mass(step), -3);
  world_body(&alone, sprung_mass(step), -3);
  world_wheel(&both, 0, 0, 0, 1595e3), world_wheel(&both, 1, 1, 0, 1595e3);
  world_wheel(&alone, 0, 0, 0, 1595e3);
  world_start(&both, false), world_start(&alone, false);
  for (int k = 0; k < 900; k++) {
    assert_int_equal(cat_sim_step(both.sim), CAT_OK);
    assert_int_equal(cat_sim_step(alone.sim), CAT_OK);
    assert_true(both.sim->contact[1].force == alone.sim->contact[0].force);
    assert_memory_equal(both.beam[1]->u, alone.beam[0]->u, sizeof both.beam[1]->u);
  }
  world_free(&both), world_free(&alone);
}

// Twelve pantographs under one line: each obeys its law, band and lanes agree.
static void twelve_contacts(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(6);
  CatTrainPantograph p[12];
  for (int i = 0; i < 12; i++) p[i] = scene_benchmark, p[i].behind = 17.3 * i;
  CatTrainSpec s = scene_ac_simple(&span, 70), other;
  s.npantograph = 12, s.pantograph = p, s.run.from = 250;
  other = s, other.solver = CAT_SOLVER_LANES;
  Scene g = scene_new(&s);
  CatLineSim *lanes = NULL;
  double force[12], worst = 0;
  for (int i = 0; i < 12; i++) force[i] = p[i].body.static_force;
  assert_int_equal(cat_line_sim_new(g.ctx, &other, g.m, g.rest, &lanes), CAT_OK);
  assert_int_equal(cat_line_sim_start(lanes, force), CAT_OK);
  for (int k = 0; k < 400; k++) {
    scene_steps(&g, 1);
    assert_int_equal(cat_sim_step(lanes->sim), CAT_OK);
    for (int i = 0; i < 12; i++) {
      const CatContact *c = &g.c->sim->contact[i];
      assert_close(c->force, fmax(0, -s.contact.stiffness * c->gap), 1e-9, 1e-9);
      worst = fmax(worst, fabs(c->force - lanes->sim->contact[i].force));
    }
  }
  print_message("twelve contacts: band and lanes within %.3f N\n", worst);
  assert_below(worst, 0.05);
  cat_line_sim_free(lanes);
  scene_free(&g);
}

// More droppers hang slack at the start than any fixed list would hold, over strong pantographs.
static void many_slack_at_the_start(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(12);
  CatTrainPantograph p[11];
  for (int i = 0; i < 11; i++)
    p[i] = scene_floating, p[i].behind = 55.0 * i, p[i].body.static_force = 900;
  CatTrainSpec s = scene_ac_simple(&span, 70);
  s.npantograph = 11, s.pantograph = p, s.run.from = 630;
  Scene g = scene_new(&s);
  int slack = 0;
  for (int i = 0; i < g.c->ties.n; i++) {
    slack += g.c->ties.y[i] > 0;
    assert_true(g.c->ties.tension[i] >= -1e-9);
  }
  print_message("%d of %d droppers slack at the start\n", slack, g.c->ties.n);
  assert_true(slack > 64);
  double before = g.c->sim->contact[0].force;
  scene_steps(&g, 1);
  assert_close(g.c->sim->contact[0].force, before, 0.05, 0);  // it was an equilibrium
  scene_free(&g);
}

// Two lines in one simulation: ties of both, one after the other, and the pantographs of both.
static CatSim *side_by_side(CatArena *a, Scene *const g[2], CatTies *ties) {
  CatStructure *structure[2];
  CatMechanism *mechanism[2];
  CatContactSetup contact[2];
  double start[2];
  CatSim *sim = NULL;
  int n = g[0]->c->ties.n, k = 0;
  assert_int_equal(cat_ties_new(a, n + g[1]->c->ties.n, ties), CAT_OK);
  for (int i = 0; i < 2; i++) {
    const CatLineSim *c = g[i]->c;
    const CatTies *d = &c->ties;
    structure[i] = c->structure, mechanism[i] = c->pantograph[0], start[i] = c->spec->run.from;
    contact[i] = c->sim->contact[0].is;
    contact[i].structure = contact[i].mechanism = i;
    for (int j = 0; j < d->n; j++, k++) {
      ties->x[k] = d->x[j], ties->k[k] = d->k[j], ties->beta[k] = d->beta[j];
      ties->rest[k] = d->rest[j], ties->bears[k] = d->bears[j];
    }
  }
  CatSimSetup setup = {.nstructure = 2,
                       .structure = structure,
                       .ties = ties,
                       .nmechanism = 2,
                       .mechanism = mechanism,
                       .start = start,
                       .ncontact = 2,
                       .contact = contact,
                       .travel = g[0]->c->sim->travel};
  assert_int_equal(cat_sim_new(g[0]->ctx, &setup, &sim), CAT_OK);
  assert_int_equal(cat_sim_start(sim), CAT_OK);
  return sim;
}

// Droppers of the second line are slack at the start: it begins and goes on as it does alone.
static void slack_on_a_second_structure(void **state) {
  (void)state;
  CatSpanSpec three = scene_spans(3), four = scene_spans(4);
  CatTrainPantograph strong = scene_floating;
  strong.body.static_force = 900;
  CatTrainSpec s = scene_ac_simple(&three, 70), other = scene_ac_simple(&four, 70);
  other.pantograph = &strong, other.run.from = 80;
  Scene first = scene_new(&s), second = scene_new(&other), alone = scene_new(&other);
  CatArena *a = cat_arena_new(first.ctx, 1 << 16);
  CatTies ties;
  CatSim *sim = side_by_side(a, (Scene *[]){&first, &second}, &ties);
  const CatTies *d = &alone.c->ties;
  int n = first.c->ties.n, slack = 0;
  for (int k = 0; k <= 100; k++) {
    for (int i = 0; i < d->n; i++) {
      assert_close(ties.e[n + i], d->e[i], 1e-9, 1e-12);
      assert_close(ties.y[n + i], d->y[i], 1e-9, 1e-7);
      assert_close(ties.tension[n + i], d->tension[i], 1e-9, 1e-7);
      if (k == 0) slack += ties.y[n + i] > 0;
    }
    assert_close(sim->contact[1].force, alone.c->sim->contact[0].force, 1e-9, 0);
    assert_int_equal(cat_sim_step(sim), CAT_OK);
    scene_steps(&alone, 1);
  }
  print_message("%d droppers of the second line slack at the start\n", slack);
  assert_true(slack > 3);
  cat_sim_free(sim);
  cat_arena_free(a);
  scene_free(&first), scene_free(&second), scene_free(&alone);
}

// A pantograph that is raised already, in part or not at all when the run begins: no shock.
static void raised_before_the_start(void **state) {
  (void)state;
  static const double from[] = {-50, -5, 30};  // over 30 m; the run begins at 10 m
  CatSpanSpec span = scene_spans(3);
  for (int k = 0; k < 3; k++) {
    CatTrainPantograph p = scene_benchmark;
    p.raise.from = from[k], p.raise.over = 30, p.raise.below = 0.2;
    CatTrainSpec s = scene_ac_simple(&span, 50);
    s.pantograph = &p;
    Scene g = scene_new(&s);
    double before = g.c->sim->contact[0].force, most = before;
    for (int i = 0; i < 100; i++) {
      scene_steps(&g, 1);
      most = fmax(most, g.c->sim->contact[0].force);
    }
    print_message("raised from %g m: %.1f N at the start, then at most %.1f N\n", from[k], before,
                  most);
    if (k == 0) assert_true(before > 100);
    if (k == 2) assert_true(before == 0);
    assert_true(most < 400);
    scene_free(&g);
  }
}

// Forces from outside press from above and from below; of two contacts of a port, one gets them.
static void forces_from_outside(void **state) {
  (void)state;
  static const double at[] = {0};
  for (int k = 0; k < 3; k++) {
    CatStep step = cat_step_newmark(1e-3);
    World w = world_new();
    CatArena *arena = cat_arena_new(w.ctx, 1 << 12);
    CatOutside rig;
    world_beam(&w, 6, step), world_beam(&w, 6, step);
    assert_int_equal(cat_outside_new(arena, 1, at, true, &rig), CAT_OK);
    cat_outside_set_force(&rig, 0, 1e4);
    w.mechanism[0] = &rig.base, w.nbody = 1, w.start[0] = 12.5;
    world_wheel(&w, 0, 0, 0, 1e7);
    if (k == 1) w.contact[0].side = 1;
    if (k == 2) world_wheel(&w, 1, 0, 0, 1e7);
    w.body[0] = NULL;
    world_start(&w, true);
    assert_close(w.sim->contact[0].force, 1e4, 1e-12, 0);
    double rest = beam_at(w.beam[0], 12.5), known = 1e4 * pow(LENGTH, 3) / (48 * EI);
    assert_close(rest, k == 1 ? known : -known, 2e-3, 0);  // six modes
    assert_int_equal(cat_sim_step(w.sim), CAT_OK);
    assert_close(w.sim->contact[0].force, 1e4, 1e-12, 0);
    if (k == 2) assert_true(w.sim->contact[1].force == 0);
    cat_arena_free(arena);
    world_free(&w);
  }
}

// What makes no sense is refused when a simulation is made, or a mechanism exchanged.
static void setups_refused(void **state) {
  (void)state;
  for (int k = 0; k < 6; k++) {
    CatStep step = cat_step_newmark(1e-3);
    World w = world_new();
    world_beam(&w, 3, step);
    world_beam(&w, 3, k == 5 ? cat_step_newmark(2e-3) : step);
    world_body(&w, sprung_mass(step), 0);
    world_wheel(&w, 0, 0, 0, 1e6);
    if (k == 1) w.contact[0].port = 1;
    if (k == 2) w.contact[0].side = 0;
    if (k == 3) w.contact[0].stiffness = 0;
    if (k == 4) w.contact[0].structure = 2;
    CatSimSetup setup = {.nstructure = 2,
                         .structure = w.structure,
                         .nmechanism = 1,
                         .mechanism = w.mechanism,
                         .start = w.start,
                         .ncontact = 1,
                         .contact = w.contact,
                         .travel = {distance, speed_at, &SPEED}};
    assert_int_equal(cat_sim_new(w.ctx, &setup, &w.sim), k ? CAT_ERR_ARG : CAT_OK);
    if (k == 0) {
      CatArena *arena = cat_arena_new(w.ctx, 1 << 12);
      CatOutside rig;
      assert_int_equal(cat_outside_new(arena, 1, (double[]){0}, true, &rig), CAT_OK);
      assert_int_equal(cat_sim_exchange(w.sim, 0, &rig.base), CAT_ERR_ARG);  // implicit
      cat_arena_free(arena);
    }
    world_free(&w);
  }
}

static void shift_nothing(CatStructure *s, const CatShift *shift) {
  (void)s, (void)shift;
}

// A shift moves one structure and what touches it; a start begins where the first one did.
static void shift_of_one(void **state) {
  (void)state;
  CatStep step = cat_step_newmark(1e-3);
  World w = world_new();
  world_beam(&w, 4, step), world_beam(&w, 4, step);
  world_body(&w, sprung_mass(step), 10), world_body(&w, sprung_mass(step), 12);
  world_wheel(&w, 0, 0, 0, 1e6), world_wheel(&w, 1, 1, 0, 1e6);
  world_start(&w, false);
  for (int k = 0; k < 50; k++) assert_int_equal(cat_sim_step(w.sim), CAT_OK);
  int from[4] = {1, 2, 3, -1};
  double scale[4] = {1, 1, 1, 0}, height = w.sim->contact[1].height, x = w.sim->contact[0].x;
  CatStructureOps ops = beam_ops;
  ops.shift = shift_nothing;
  w.sim->structure[0]->ops = &ops;
  CatSimShift shift = {.map = {4, from, scale}, .length = 3};
  cat_sim_shift(w.sim, &shift);
  assert_close(w.sim->contact[0].x, x - 3, 1e-12, 0);
  assert_true(w.sim->contact[1].height == height && w.sim->start[1] == 12);
  assert_int_equal(cat_sim_start(w.sim), CAT_OK);
  assert_close(w.sim->contact[0].x, 10, 1e-12, 0);
  world_free(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(raised_before_the_start),
                                     cmocka_unit_test(forces_from_outside),
                                     cmocka_unit_test(setups_refused),
                                     cmocka_unit_test(shift_of_one),
                                     cmocka_unit_test(sprung_mass_on_a_beam),
                                     cmocka_unit_test(body_on_two_wheels),
                                     cmocka_unit_test(eight_ports),
                                     cmocka_unit_test(eight_ports_explicit),
                                     cmocka_unit_test(two_structures),
                                     cmocka_unit_test(structures_apart),
                                     cmocka_unit_test(twelve_contacts),
                                     cmocka_unit_test(many_slack_at_the_start),
                                     cmocka_unit_test(slack_on_a_second_structure)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
