// A head that rolls under a wire that changes sides from mast to mast: the spectrum of its angle.
// It obeys J phi'' + k phi = y p, so that each line of its spectrum is that of the moment y p,
// divided by k - J w^2; the stagger is a triangle with the period of two spans.
#include "support/scene.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

static const double PI = 3.14159265358979324;
static const double inertia = 1.5, spring = 10000, damper = 200, apart = 0.8, speed = 55;

enum { SPANS = 12, FROM = 2, PERIODS = 4, STEPS = 1000 };  // one span of 55 m a second

typedef struct Ride {
  double angle[PERIODS * 2 * STEPS], moment[PERIODS * 2 * STEPS];
} Ride;

static void ride(Ride *out) {
  CatSpanSpec span = scene_spans(SPANS);
  CatTrainSpec s = scene_ac_simple(&span, speed);
  CatTrainPantograph head = scene_benchmark;
  head.parts.roll = (CatRollSpec){
      .given = true, .inertia = inertia, .stiffness = spring, .damping = damper, .distance = apart};
  s.pantograph = &head;
  s.line.elements_per_bay = 2;
  s.time.method = CAT_SCHEME_NEWMARK;
  s.run.from = 0.5;
  Scene g = scene_new(&s);
  const CatChain *chain = scene_chain(g.c, 0);
  scene_steps(&g, FROM * STEPS);
  for (int i = 0; i < PERIODS * 2 * STEPS; i++) {
    scene_steps(&g, 1);
    out->angle[i] = chain->z[chain->at.roll];
    out->moment[i] = -g.c->sim->contact[0].force * chain->across[0];
  }
  scene_free(&g);
}

// Over whole periods, with Hann's window against what does not repeat; harmonic 1: two spans.
static double complex line_of(const double *x, double harmonic) {
  double complex sum = 0;
  int n = PERIODS * 2 * STEPS;
  for (int i = 0; i < n; i++) {
    double t = (double)i / n;
    sum += x[i] * (1 - cos(2 * PI * t)) * cexp(-2 * I * PI * harmonic * PERIODS * t);
  }
  return 2 * sum / n;
}

static void angle_follows_the_stagger(void **state) {
  (void)state;
  Ride *r = calloc(1, sizeof *r);
  ride(r);
  double k = 2 * spring * apart * apart / 4, c = 2 * damper * apart * apart / 4;
  double first = cabs(line_of(r->angle, 1));
  for (int harmonic = 1; harmonic <= 6; harmonic++) {
    double w = 2 * PI * harmonic * speed / (2 * 55);
    double complex angle = line_of(r->angle, harmonic), moment = line_of(r->moment, harmonic);
    double complex form = moment / (k - inertia * w * w + I * c * w);
    print_message("%d: %.2f Hz, %.4f mrad, %.4f mrad by the form\n", harmonic, w / (2 * PI),
                  1e3 * cabs(angle), 1e3 * cabs(form));
    if (harmonic == 1) assert_close(cabs(angle), cabs(form), 0.01, 0);
    if (harmonic > 1) assert_true(cabs(angle) < 0.5 * first);
  }
  // about 8/pi^2 of the stagger's amplitude times the mean force, over the stiffness
  assert_close(first, 150 * 0.2 * 8 / (PI * PI) / k, 0.25, 0);
  free(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(angle_follows_the_stagger)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
