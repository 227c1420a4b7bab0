// What is watched while a run marches: windows in metres, seconds, spans; uplift; slack droppers.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "study/train/run.h"

enum { MASTS = 5, NODES = 9, DROPPERS = 2 };

// Four spans of 10 m, a node of the contact wire every 5 m, and a structure whose displacements are
// those of `lift`.
typedef struct Bench {
  CatContext *ctx;
  CatRecord *rec;
  CatTrainSpec spec;
  CatLineModel model;
  CatLineSim c;
  CatSim sim;
  CatObserved seen;
} Bench;

static double mast[MASTS], lift[NODES];
static CatLineNode node[NODES];
static CatWire wire = {.nnode = NODES};
static double rest[DROPPERS], tension[DROPPERS], y[DROPPERS], e[DROPPERS];
static int dof[NODES][CAT_NODE_DOF];

static void values(const CatStructure *s, int n, const int *at, double *out) {
  (void)s;
  cat_values_copy(lift, n, at, out);
}
static const CatStructureOps ops = {.name = "bench", .values = values};
static CatStructure structure = {.ops = &ops};
static CatStructure *structures[] = {&structure};
static CatContact contact[1];
static CatTies ties;

static void set_up(Bench *b) {
  memset(b, 0, sizeof *b);
  memset(lift, 0, sizeof lift);
  for (int k = 0; k < MASTS; k++) mast[k] = 10 * k;
  for (int i = 0; i < NODES; i++) node[i].s = 5 * i, dof[i][CAT_UP] = i;
  for (int i = 0; i < DROPPERS; i++) rest[i] = tension[i] = 100, y[i] = e[i] = 0;
  b->ctx = cat_context_new(NULL);
  b->rec = cat_record_new(b->ctx);
  b->spec.run.speed = 10;
  b->spec.time.step = 0.1;
  b->model = (CatLineModel){
      .nspan = MASTS - 1, .nmast = MASTS, .mast = mast, .node = node, .nwire = 1, .wire = &wire};
  b->c = (CatLineSim){
      .ctx = b->ctx, .m = &b->model, .nsection = 1, .spec = &b->spec, .structure = &structure};
  b->c.system.dof = dof;
  b->c.motion = cat_motion_constant(b->spec.run.speed);
  ties = (CatTies){.n = DROPPERS, .rest = rest, .tension = tension, .y = y, .e = e};
  contact[0] = (CatContact){0};
  b->sim = (CatSim){.step = {.h = b->spec.time.step},
                    .nstructure = 1,
                    .structure = structures,
                    .ncontact = 1,
                    .contact = contact,
                    .ties = &ties};
  b->c.sim = &b->sim;
}

static void tear_down(Bench *b) {
  cat_record_free(b->rec);
  cat_context_free(b->ctx);
}

static void windows(void **state) {
  (void)state;
  Bench b;
  set_up(&b);
  CatWindow w = cat_window_find(&b.spec, &b.model);
  assert_true(w.unit == CAT_WINDOW_PLACE && w.from == 10 && w.to == 30);  // the middle half
  b.spec.measure.to_span = 3;
  b.spec.measure.from_span = 2;
  w = cat_window_find(&b.spec, &b.model);
  assert_true(w.unit == CAT_WINDOW_PLACE && w.from == 10 && w.to == 30);
  b.spec.measure.from_span = b.spec.measure.to_span = 1;
  w = cat_window_find(&b.spec, &b.model);
  assert_true(w.from == 0 && w.to == 10);
  b.spec.measure.to_span = 0;
  b.spec.measure.from_time = 2;
  b.spec.measure.to_time = 3;
  w = cat_window_find(&b.spec, &b.model);
  assert_true(w.unit == CAT_WINDOW_TIME);
  assert_true(cat_window_has(&w, 2, 1e9) && cat_window_has(&w, 3, 0));
  assert_false(cat_window_has(&w, 1.99, 25) || cat_window_has(&w, 3.01, 25));
  b.spec.measure.to_time = 0;
  b.spec.measure.to = 12;
  w = cat_window_find(&b.spec, &b.model);
  assert_true(cat_window_has(&w, 99, 12) && !cat_window_has(&w, 2, 12.1));
  tear_down(&b);
}

// Steps the clock; droppers that are slack have y > 0.
static void step(Bench *b, bool first, bool second) {
  b->sim.t += b->spec.time.step;
  contact[0].x += b->spec.time.step * b->spec.run.speed;
  y[0] = first, y[1] = second;
  for (int i = 0; i < DROPPERS; i++) tension[i] = y[i] > 0 ? 0 : 120;
  cat_observed_step(&b->seen, &b->sim);
}

static void watch(Bench *b, long steps) {
  CatObservePlan plan;
  assert_int_equal(cat_train_observe(cat_record_arena(b->rec), &b->c, steps, &plan), CAT_OK);
  assert_int_equal(cat_observed_new(b->rec, &b->sim, &plan, &b->seen), CAT_OK);
}

static void slackness(void **state) {
  (void)state;
  Bench b;
  set_up(&b);
  watch(&b, 10);
  for (int again = 0; again < 2; again++) {  // a second run starts from nothing
    b.sim.t = contact[0].x = 0;
    cat_observed_forget(&b.seen, &b.sim);
    step(&b, true, false);
    step(&b, true, true);
    step(&b, false, true);
    step(&b, true, false);
    const CatObserved *o = &b.seen;
    assert_true(o->cycles[0] == 2 && o->cycles[1] == 1 && o->ninterval == 3 && o->missed == 0);
    assert_close(o->slack[0], 0.3, 1e-12, 0);
    assert_close(o->slack[1], 0.2, 1e-12, 0);
    assert_true(o->least[0] == 0 && o->most[0] == 120 && o->most[1] == 120);
    assert_close(o->interval[0].from, 0, 0, 1e-12);
    assert_close(o->interval[0].to, 0.2, 1e-12, 0);
    assert_close(o->interval[1].to, 0.3, 1e-12, 0);
    assert_close(o->interval[2].from, 0.3, 1e-12, 0);
  }
  // a list that is full counts what it cannot hold, and the times go on
  b.seen.room = b.seen.ninterval;
  step(&b, false, false);
  step(&b, true, false);
  step(&b, true, false);
  assert_true(b.seen.missed == 1 && b.seen.cycles[0] == 3);
  assert_close(b.seen.slack[0], 0.5, 1e-12, 0);
  tear_down(&b);
}

static void uplifts(void **state) {
  (void)state;
  Bench b;
  set_up(&b);
  b.spec.measure.from = 9;
  b.spec.measure.to = 21;
  watch(&b, 30);
  const CatTable *t = cat_record_find(b.rec, "uplift");
  assert_int_equal(t->nchannel, 3);  // t and the supports 1 and 2
  assert_string_equal(t->channel[1].name, "support_1");
  cat_observed_forget(&b.seen, &b.sim);
  for (int i = 0; i < 30; i++) {
    lift[2] = i == 4 ? 0.05 : 0.01;   // at 5 m, before the window
    lift[4] = i == 14 ? 0.04 : 0.01;  // inside
    step(&b, false, false);
  }
  assert_close(b.seen.uplift[1], 0.05, 1e-12, 0);
  assert_close(b.seen.uplift_window[1], 0.01, 1e-12, 0);
  assert_close(b.seen.uplift_window[2], 0.04, 1e-12, 0);
  assert_int_equal(t->n, 30);
  assert_close(t->channel[2].data[14], 0.04, 1e-12, 0);
  tear_down(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(windows), cmocka_unit_test(slackness),
                                     cmocka_unit_test(uplifts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
