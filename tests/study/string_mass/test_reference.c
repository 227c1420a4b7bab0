// The exact force between string and mass, and how six discretisations approach it.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "study/string_mass/run.h"
#include "study/string_mass/windows.h"

static CatStringMassSpec thesis(CatStringSpace method, int unknowns) {
  return (CatStringMassSpec){.gravity = 9.81,
                             .length = 100,
                             .string = {1, 1000},
                             .body = {1, 10000, 0},
                             .run = {20, 95},
                             .space = {(int)method, unknowns},
                             .time = {2e-4, 1e-4},
                             .record = {.every = 1}};
}

// Chapter 2's numbers, and the fourth order of the method behind them.
static void reference_is_exact(void **state) {
  (void)state;
  Bare scene = bare_new();
  CatStringMassSpec s = thesis(CAT_STRING_CUBIC, 100);
  CatStringReference r, fine;
  assert_int_equal(cat_string_reference(scene.ctx, scene.arena, &s, &r), CAT_OK);
  s.time.reference_step = 2e-5;
  assert_int_equal(cat_string_reference(scene.ctx, scene.arena, &s, &fine), CAT_OK);
  CatStringPeak least = cat_string_least(fine.F, fine.t, fine.n, 20);
  CatStringPeak most = cat_string_greatest(&fine, fine.F, fine.t, fine.n);
  assert_close(least.force, 4.396, 1e-4, 0);
  assert_close(least.x, 0.2278, 1e-3, 0);
  assert_close(most.force, 34.27, 1e-4, 0);
  assert_close(most.x, 77.81, 1e-4, 0);
  for (double t = 0.01; t < 4.7; t += 0.0317) {
    double exact = cat_string_reference_force(&fine, t);
    assert_close(cat_string_reference_force(&r, t), exact, 0, 3e-3);
  }
  bare_free(&scene);
}

// On a string whose far end is out of reach the force settles at the weight.
static void steady_sinking_is_known(void **state) {
  (void)state;
  Bare scene = bare_new();
  CatStringMassSpec s = thesis(CAT_STRING_CUBIC, 100);
  s.length = 1e5;
  s.run = (CatStringMassRun){20, 4};
  CatStringReference r;
  assert_int_equal(cat_string_reference(scene.ctx, scene.arena, &s, &r), CAT_OK);
  assert_close(r.F[r.n], 9.81, 2e-2, 0);
  bare_free(&scene);
}

static double error(Bare *scene, CatStringMassSpec s, const double window[2]) {
  CatStringReference r;
  CatStringModel m;
  CatStringMarch x;
  assert_int_equal(cat_string_reference(scene->ctx, scene->arena, &s, &r), CAT_OK);
  assert_int_equal(cat_string_model(scene->arena, &s, &m), CAT_OK);
  assert_int_equal(cat_string_march(scene->ctx, scene->arena, &m, &x), CAT_OK);
  return cat_string_error(&x, &r, window);
}

//------------------------------------------------------------------------------------- stiffness

// I(t) by straight lines between steps of h.
static double impulse_at(const double *I, double h, double t) {
  int i = (int)(t / h);
  return t <= 0 ? 0 : I[i] + (t / h - i) * (I[i + 1] - I[i]);
}

// What images at 2 j L + side c tau send to the mass by t, tau from |x - image| = c_w (t - tau).
static double images(const CatStringMassSpec *s, const double *I, double h, double t) {
  double wave = sqrt(s->string.tension / s->string.mass_per_length), c = s->run.speed, sum = 0;
  for (int j = -3; j <= 3; j++) {
    for (int side = -1; side <= 1; side += 2) {
      double tau = t, before = 0;
      if (j == 0 && side > 0) continue;
      for (int i = 0; i < 200 && fabs(tau - before) > 1e-13; i++) {
        before = tau;
        tau = t - fabs(c * t - 2 * j * s->length - side * c * tau) / wave;
      }
      sum += side * impulse_at(I, h, tau);
    }
  }
  return sum;
}

// By the trapezoidal rule, which is stable with any spring: the force at a step's end is unknown.
static double *trapezoidal(Bare *scene, const CatStringMassSpec *s, double h, int n) {
  double *I = CAT_ARENA(scene->arena, n + 2, double), *F = CAT_ARENA(scene->arena, n + 1, double);
  double m = s->body.mass, k = s->body.stiffness, g = s->gravity, y = -m * g / k, w = 0;
  double Z = 2 * sqrt(s->string.tension * s->string.mass_per_length);
  F[0] = m * g;
  for (int i = 0; i < n; i++) {
    double b = F[i] / m - g, free = y + h * w + h * h / 4 * (b - g);
    double v = -(I[i] + h / 2 * F[i] + images(s, I, h, (i + 1) * h)) / Z;
    F[i + 1] = k * (v - free) / (1 + k * (h / 2 / Z + h * h / 4 / m));
    I[i + 1] = I[i] + h / 2 * (F[i] + F[i + 1]);
    I[i + 2] = I[i + 1];
    y = free + h * h / 4 / m * F[i + 1];
    w += h / 2 * (b + F[i + 1] / m - g);
  }
  return F;
}

// The method of the reference is stable up to 2.8 steps of 2 mu c_w / k, and that is far below the
// default step with a stiff spring.
static void stiff_springs_have_a_reference(void **state) {
  enum { N = 158000 };
  static const double stiffness[] = {8e6, 3e7};
  (void)state;
  for (int i = 0; i < 2; i++) {
    Bare scene = bare_new();
    CatStringMassSpec s = thesis(CAT_STRING_CUBIC, 100);
    CatStringReference r;
    s.length = 10;
    s.run.to = 7.9;  // past the first reflection at 7.75 m
    s.time.reference_step = 2e-5;
    s.body.stiffness = stiffness[i];
    assert_int_equal(cat_string_reference_settle(scene.ctx, scene.arena, &s, &r), CAT_OK);
    double end = s.run.to / s.run.speed, h = end / N, *F = trapezoidal(&scene, &s, h, N);
    for (int k = 1; k <= 200; k++) {  // not within 200 steps of where the force jumps
      if (fabs(k * end / 200 - r.arrival) < 200 * h) continue;
      assert_close(cat_string_reference_force(&r, k * end / 200), F[k * (N / 200)], 0, 2e-3);
    }
    bare_free(&scene);
  }
}

static void a_reference_out_of_reach_is_refused(void **state) {
  (void)state;
  Bare scene = bare_new();
  CatStringMassSpec s = thesis(CAT_STRING_CUBIC, 100);
  CatStringReference r;
  s.body.stiffness = 1e9;
  assert_int_equal(cat_string_reference_settle(scene.ctx, scene.arena, &s, &r), CAT_ERR_DIVERGED);
  assert_non_null(strstr(cat_context_error(scene.ctx, 0)->message, "time.reference_step"));
  bare_free(&scene);
}

typedef struct Host {
  int asked, told;
  double last;
} Host;

static int stop_soon(void *user) {
  return ++((Host *)user)->asked >= 20;
}

static void hear(void *user, double fraction, double time) {
  Host *h = user;
  (void)time;
  assert_true(fraction > h->last && fraction <= 1);
  h->last = fraction, h->told++;
}

static void forget(void *user, const char *stage) {
  (void)stage;
  ((Host *)user)->last = 0;
}

// A slow run looks back at many waves in each of its many steps.
static void a_reference_can_be_stopped(void **state) {
  (void)state;
  Host h = {0};
  CatHost host = {
      .size = sizeof host, .user = &h, .stop = stop_soon, .progress = hear, .stage = forget};
  CatContext *ctx = cat_context_new(&host);
  CatArena *arena = cat_arena_new(ctx, 1 << 16);
  CatStringMassSpec s = thesis(CAT_STRING_CUBIC, 100);
  CatStringReference r;
  s.run.speed = 1;
  assert_int_equal(cat_string_reference_settle(ctx, arena, &s, &r), CAT_ERR_INTERRUPTED);
  assert_int_equal(h.asked, 20);
  assert_int_equal(h.told, 20);
  cat_arena_free(arena);
  cat_context_free(ctx);
}

// With more unknowns every method comes nearer, and modes are best by far away from the ends.
static void methods_converge(void **state) {
  (void)state;
  static const double window[2] = {2, 30};
  Bare scene = bare_new();
  double fine[6];
  for (int method = CAT_STRING_DIFFERENCES; method <= CAT_STRING_QUINTIC; method++) {
    CatStringMassSpec s = thesis((CatStringSpace)method, 100);
    s.run.to = 30;
    double coarse = error(&scene, s, window);
    s.space.unknowns = 400;
    fine[method] = error(&scene, s, window);
    assert_true(fine[method] < 0.55 * coarse);
    assert_true(fine[method] < 3);
  }
  assert_true(fine[CAT_STRING_MODES] < fine[CAT_STRING_CUBIC]);
  assert_true(fine[CAT_STRING_CUBIC] < fine[CAT_STRING_LINEAR]);
  assert_true(fine[CAT_STRING_LINEAR] < fine[CAT_STRING_DIFFERENCES]);
  bare_free(&scene);
}

// A cubic spring: statics by its own equation, and the same exact force from a fine grid.
static void cubic_spring(void **state) {
  (void)state;
  static const double window[2] = {2, 30};
  Bare scene = bare_new();
  CatStringMassSpec s = thesis(CAT_STRING_MODES, 400);
  CatStringModel m;
  CatStringStatics at;
  s.run.to = 30;
  s.body.cubic_stiffness = 1e10;
  assert_int_equal(cat_string_model(scene.arena, &s, &m), CAT_OK);
  assert_int_equal(cat_string_statics(scene.ctx, scene.arena, &m, &at), CAT_OK);
  assert_close(1e4 * at.d + 1e10 * at.d * at.d * at.d, 9.81, 1e-12, 0);
  assert_close(at.v, -9.81 * 100 / 4000, 2e-3, 0);
  assert_true(error(&scene, s, window) < 0.1);
  bare_free(&scene);
}

static CatStringAccount account(Bare *scene, CatStringMassSpec s) {
  CatStringModel m;
  CatStringMarch x;
  assert_int_equal(cat_string_model(scene->arena, &s, &m), CAT_OK);
  assert_int_equal(cat_string_march(scene->ctx, scene->arena, &m, &x), CAT_OK);
  return x.account;
}

// What the drive and gravity do is stored; in a cubic spring the rule loses energy by its order.
static void energy_is_accounted_for(void **state) {
  (void)state;
  Bare scene = bare_new();
  for (int method = CAT_STRING_DIFFERENCES; method <= CAT_STRING_QUINTIC; method++) {
    CatStringMassSpec s = thesis((CatStringSpace)method, 200);
    s.run.to = 30;
    CatStringAccount e = account(&scene, s);
    assert_true(e.throughput > 1 && e.stored > 0.1);
    assert_below(fabs(e.residual), 1e-9 * e.throughput);
    assert_below(fabs(e.numerical), 1e-12 * e.throughput);
    s.body.cubic_stiffness = 1e10;
    e = account(&scene, s);
    assert_below(fabs(e.residual), 1e-9 * e.throughput);
    s.time.step /= 2;
    assert_below(fabs(account(&scene, s).numerical), 0.3 * fabs(e.numerical));
  }
  bare_free(&scene);
}

static void check_window(const CatStringWindows *w, int i, double from, double to) {
  assert_true(i < w->n);
  assert_close(w->at[i][0], from, 1e-12, 1e-12);
  assert_close(w->at[i][1], to, 1e-12, 0);
}

// The thesis' own for its string, and the same of others; never beyond the end of the run.
static void windows_go_with_the_string(void **state) {
  (void)state;
  CatStringMassSpec s = thesis(CAT_STRING_CUBIC, 100);
  CatStringWindows w = cat_string_windows(&s, 77.48, 95);
  assert_int_equal(w.n, 3);
  check_window(&w, 0, 0, 2), check_window(&w, 1, 2, 70), check_window(&w, 2, 77, 82);
  w = cat_string_windows(&s, 77.48, 79);
  check_window(&w, 2, 77, 79);
  w = cat_string_windows(&s, 77.48, 40);
  assert_int_equal(w.n, 2);
  check_window(&w, 1, 2, 40);
  s.length = 60;
  w = cat_string_windows(&s, 35.5, 58);
  check_window(&w, 0, 0, 1.2), check_window(&w, 1, 1.2, 31.2), check_window(&w, 2, 35.4, 38.4);
  w = cat_string_windows(&s, 1, 58);  // back at once
  check_window(&w, 1, 1.2, 58);
  const double own[] = {1, 2, 50, 60, 58.5, 59};
  s.record.windows = own;
  s.record.nwindow = 6;
  w = cat_string_windows(&s, 35.5, 58);
  assert_int_equal(w.n, 2);
  check_window(&w, 0, 1, 2), check_window(&w, 1, 50, 58);
}

// Of straight lines between the samples; and no error of a handful of them.
static void few_samples_and_pulls(void **state) {
  (void)state;
  Bare scene = bare_new();
  const double t[] = {0, 1, 2, 3, 4}, F[] = {1, -1, -1, 3, 2}, push[] = {1, 0, 0, 3, 2};
  assert_close(cat_string_pull(F, t, 4, 2), 2 * (0.5 + 1 + 0.25), 1e-12, 0);
  assert_true(cat_string_pull(push, t, 4, 2) == 0);
  assert_close(cat_string_most(F, t, 4, 2).x, 2 * 3.3, 1e-12, 0);
  CatStringMassSpec s = thesis(CAT_STRING_CUBIC, 100);
  s.run.to = 2;
  double step = s.run.speed * s.time.step;
  assert_true(error(&scene, s, (const double[2]){1, 1 + 8.5 * step}) < 0);
  assert_true(error(&scene, s, (const double[2]){1, 1 + 10.5 * step}) > 0);
  bare_free(&scene);
}

// Of a run that is stopped there is what was had, with its account.
static int stop_at_once(void *user) {
  (void)user;
  return 1;
}

static void stopped_march_is_kept(void **state) {
  (void)state;
  Bare scene = bare_new();
  CatStringMassSpec s = thesis(CAT_STRING_CUBIC, 100);
  CatStringModel m;
  CatStringMarch x;
  CatHost host = {.size = sizeof host, .stop = stop_at_once};
  CatContext *ctx = cat_context_new(&host);
  assert_int_equal(cat_string_model(scene.arena, &s, &m), CAT_OK);
  assert_int_equal(cat_string_march(ctx, scene.arena, &m, &x), CAT_ERR_INTERRUPTED);
  assert_true(x.n == 256 && x.asked > 20000);
  assert_true(x.account.throughput > 0);
  assert_below(fabs(x.account.residual), 1e-9 * x.account.throughput);
  cat_context_free(ctx);
  bare_free(&scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(reference_is_exact),
                                     cmocka_unit_test(steady_sinking_is_known),
                                     cmocka_unit_test(stiff_springs_have_a_reference),
                                     cmocka_unit_test(a_reference_out_of_reach_is_refused),
                                     cmocka_unit_test(a_reference_can_be_stopped),
                                     cmocka_unit_test(methods_converge),
                                     cmocka_unit_test(cubic_spring),
                                     cmocka_unit_test(energy_is_accounted_for),
                                     cmocka_unit_test(windows_go_with_the_string),
                                     cmocka_unit_test(few_samples_and_pulls),
                                     cmocka_unit_test(stopped_march_is_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
