// The whole loop with its partner in another thread: the force of the closed loop is that of an
// explicit run of one process, over UDP and over shared memory; bad partners are survived, counted.
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catenaria/rt.h"
#include "record/record.h"

static const char *const library = CAT_SOURCE_DIR "/cases";
static const char *const small = CAT_SOURCE_DIR "/tests/rt/small.yaml";

typedef struct Bench {
  CatContext *ctx;
  CatCase *c;
  CatRecord *rec;
} Bench;

static Bench bench_new(const char *set) {
  Bench b = {.ctx = cat_context_new(NULL)};
  CatCaseSource source = {
      .size = sizeof source, .path = small, .library = library, .sets = &set, .nset = set != NULL};
  CatStatus status = cat_case_load(b.ctx, &source, &b.c);
  if (status) print_error("%s\n", cat_context_error(b.ctx, 0)->message);
  assert_int_equal(status, CAT_OK);
  return b;
}

static void bench_free(Bench *b) {
  cat_record_free(b->rec);
  cat_case_free(b->c);
  cat_context_free(b->ctx);
}

// Without any wish to the machine: other tests run beside this one.
static CatRtOptions plain_options(void) {
  CatRtOptions o = cat_rt_options_default();
  o.partner = CAT_RT_SIMULATED;
  o.priority = 0;
  o.lock = o.awake = false;
  return o;
}

static double fact(const Bench *b, const char *group, const char *name) {
  const cJSON *rt = cJSON_GetObjectItem(cat_record_summary(b->rec), "rt");
  const cJSON *at = group ? cJSON_GetObjectItem(rt, group) : rt;
  const cJSON *item = cJSON_GetObjectItem(at, name);
  assert_non_null(item);
  return item->valuedouble;
}

static const double *channel(const Bench *b, const char *name, size_t *n) {
  const CatTable *t = cat_record_find(b->rec, "time");
  assert_non_null(t);
  *n = t->n;
  return cat_table_channel(t, name)->data;
}

//------------------------------------------------------------------------------- closed loop

static void compare(const char *set, CatRtWay way, CatRtInput input, const unsigned char *key) {
  static const char name[] = "p1.force";
  Bench offline = bench_new(set), online = bench_new(set);
  CatRtOptions o = plain_options();
  o.way = way;
  o.input = input;
  o.key = key;
  o.unpaced = true;
  o.shift = CAT_RT_SHIFT_OFF;
  o.seconds = 2;
  assert_int_equal(cat_case_run(offline.ctx, offline.c, &offline.rec), CAT_OK);
  assert_int_equal(cat_case_rt(online.ctx, online.c, &o, &online.rec), CAT_OK);
  size_t n, m;
  const double *f = channel(&offline, name, &n), *g = channel(&online, name, &m);
  assert_int_equal(m, 2000);
  double most = 0;
  for (size_t i = 0; i < m && i < n; i++) most = fmax(most, fabs(f[i] - g[i]));
  print_message("%s: force differs by at most %.1e N\n", name, most);
  assert_below(most, 1e-6);
  assert_true(fact(&online, "packets", "lost") == 0 && fact(&online, NULL, "steps_held") == 0);
  assert_true(fact(&online, NULL, "allocations") == 0);
  bench_free(&offline);
  bench_free(&online);
}

static void force_is_that_of_the_explicit_run(void **state) {
  (void)state;
  compare(NULL, CAT_RT_UDP, CAT_RT_FORCE, NULL);
  compare(NULL, CAT_RT_SHM, CAT_RT_FORCE, NULL);
}

static void key_changes_nothing_else(void **state) {
  (void)state;
  static const unsigned char key[16] = {1, 2, 3};
  compare(NULL, CAT_RT_UDP, CAT_RT_FORCE, key);
  compare(NULL, CAT_RT_SHM, CAT_RT_FORCE, key);
}

static void position_of_the_strip_gives_the_same(void **state) {
  (void)state;
  compare("contact.damping=20", CAT_RT_UDP, CAT_RT_POSITION, NULL);
}

//------------------------------------------------------------------------------- partners

static bool is_safe_at_end(const Bench *b) {
  const cJSON *rt = cJSON_GetObjectItem(cat_record_summary(b->rec), "rt");
  return cJSON_IsTrue(cJSON_GetObjectItem(cJSON_GetObjectItem(rt, "safety"), "safe_at_end"));
}

static CatRtOptions faulty_options(const char *plant) {
  CatRtOptions o = plain_options();
  o.plant = plant;
  o.silence = 0.05;
  return o;
}

static Bench run_for(CatRtOptions o, const char *set, double seconds) {
  Bench b = bench_new(set);
  o.seconds = seconds;
  assert_int_equal(cat_case_rt(b.ctx, b.c, &o, &b.rec), CAT_OK);
  assert_true(fact(&b, NULL, "steps") == round(seconds * 1000));
  return b;
}

static Bench misbehave(const char *plant, CatRtWay way, double seconds) {
  CatRtOptions o = faulty_options(plant);
  o.way = way;
  return run_for(o, NULL, seconds);
}

static void packets_are_counted(void **state) {
  (void)state;
  for (int way = 0; way < 2; way++) {
    Bench b = misbehave("loss@40,duplicate@60,late@80,garbage@100", (CatRtWay)way, 0.4);
    assert_true(fact(&b, "packets", "lost") == 1);
    assert_true(fact(&b, "packets", "duplicated") == 1);
    assert_true(fact(&b, "packets", "late") >= 1);  // a slow machine makes more of them
    assert_true(fact(&b, "packets", "malformed") == 10);
    bench_free(&b);
  }
}

static void partner_that_stops(void **state) {
  (void)state;
  Bench b = misbehave("silence@50", CAT_RT_UDP, 0.6);
  assert_true(fact(&b, "safety", "silence") >= 1);
  assert_true(fact(&b, NULL, "steps_held") >= 50);
  bench_free(&b);
}

static void partner_that_sends_too_fast(void **state) {
  (void)state;
  for (int way = 0; way < 2; way++) {
    Bench b = misbehave("flood@50", (CatRtWay)way, 0.3);
    double seen = fact(&b, "packets", "received") + fact(&b, "packets", "lost");
    assert_true(seen >= 2000);  // none is forgotten: taken, or known to be missing
    assert_true(fact(&b, "packets", "surplus") > 30);
    bench_free(&b);
  }
}

static void partner_that_dies(void **state) {
  (void)state;
  Bench b = misbehave("death@50", CAT_RT_UDP, 0.3);
  assert_true(fact(&b, "safety", "silence") >= 1);
  assert_true(is_safe_at_end(&b));
  bench_free(&b);
}

static double moved_at_end(const Bench *b) {
  size_t n;
  const double *force = channel(b, "p1.force", &n);
  double moved = 0;
  for (size_t i = n - 50; i < n; i++) moved += fabs(force[i] - force[i - 1]);
  return moved;
}

// from another port: heard only where that is allowed; in shared memory there are no ports
static void partner_that_comes_back(void **state) {
  (void)state;
  for (int k = 0; k < 3; k++) {
    CatRtOptions o = faulty_options("return@50");
    o.way = k == 0 ? CAT_RT_SHM : CAT_RT_UDP;
    o.silence = 0.02;
    o.rebind = k == 1;
    Bench b = run_for(o, NULL, 0.5);
    assert_true(fact(&b, "safety", "silence") >= 1);
    assert_true(fact(&b, "packets", "sessions") == (k < 2 ? 2 : 1));
    assert_int_equal(moved_at_end(&b) > 0, k < 2);
    assert_int_equal(fact(&b, "packets", "foreign") > 0, k == 2);
    bench_free(&b);
  }
}

// silence gives nobody else the rig's place: its packets are counted, and the rig is heard again
static void stranger_in_a_silence(void **state) {
  (void)state;
  for (int rebind = 0; rebind < 2; rebind++) {
    CatRtOptions o = faulty_options("stranger@50");
    o.silence = 0.02;
    o.rebind = rebind;
    Bench b = run_for(o, NULL, 0.6);
    assert_true(fact(&b, "safety", "silence") >= 1);
    if (rebind) {
      assert_true(fact(&b, "packets", "sessions") >= 2);
    } else {
      const cJSON *rt = cJSON_GetObjectItem(cat_record_summary(b.rec), "rt");
      const cJSON *from = cJSON_GetObjectItem(cJSON_GetObjectItem(rt, "packets"), "foreign_from");
      assert_true(fact(&b, "packets", "sessions") == 1);
      assert_true(fact(&b, "packets", "foreign") == 3);
      assert_memory_equal(cJSON_GetStringValue(from), "127.0.0.1:", 10);
      assert_true(moved_at_end(&b) > 0);
    }
    bench_free(&b);
  }
}

// one value of 1e308, as a position and as a force: the safe state, and nothing of it in the record
static void absurd_value(void **state) {
  (void)state;
  for (int k = 0; k < 3; k++) {
    CatRtOptions o = faulty_options("absurd@50");
    o.input = k < 2 ? CAT_RT_POSITION : CAT_RT_FORCE;
    Bench b = run_for(o, k == 1 ? "contact.damping=20" : NULL, 0.3);
    assert_true(fact(&b, "safety", k < 2 ? "value" : "force") == 1);
    assert_true(fact(&b, "packets", "refused") == 1);
    assert_true(is_safe_at_end(&b));
    size_t n;
    const double *force = channel(&b, "p1.force", &n), *height = channel(&b, "p1.height", &n);
    for (size_t i = 0; i < n; i++) {
      assert_true(force[i] >= 0 && force[i] < 1000);
      assert_true(fabs(height[i]) < 0.3);
    }
    bench_free(&b);
  }
}

// a contact cannot pull: noise below 0 is no force, more of it the safe state; a value beyond the
// count makes no packet
static void force_that_pulls(void **state) {
  (void)state;
  Bench b = misbehave("pull@50", CAT_RT_UDP, 0.3);
  assert_true(fact(&b, "safety", "value") == 1);
  assert_true(fact(&b, "packets", "refused") == 1);
  assert_true(fact(&b, "packets", "malformed") == 1);
  assert_true(is_safe_at_end(&b));
  size_t n;
  const double *force = channel(&b, "p1.force", &n);
  for (size_t i = 0; i < n; i++) assert_true(force[i] >= 0 && force[i] < 1000);
  assert_true(force[10] > 0 && force[n - 1] == 0);  // where -20 N was sent
  bench_free(&b);
}

static void key_keeps_others_out(void **state) {
  (void)state;
  static const unsigned char key[16] = "secret of tests";
  for (int way = 0; way < 2; way++) {
    CatRtOptions o = faulty_options("forge@50");
    o.way = (CatRtWay)way;
    o.key = key;
    Bench b = run_for(o, NULL, 0.3);
    assert_true(fact(&b, "packets", "unauthenticated") == 3);
    assert_true(fact(&b, "packets", "replayed") == 2);
    assert_true(fact(&b, "packets", "duplicated") == 1);
    assert_true(fact(&b, "packets", "hellos") >= 1);
    assert_true(fact(&b, "packets", "sessions") == 1);
    assert_true(fact(&b, "packets", "refused") == 0);
    assert_true(fact(&b, "safety", "force") == 0);
    bench_free(&b);
  }
}

// a rig that starts again asks for the challenge anew
static void partner_with_a_key_comes_back(void **state) {
  (void)state;
  static const unsigned char key[16] = "secret of tests";
  CatRtOptions o = faulty_options("return@50");
  o.rebind = true;
  o.key = key;
  Bench b = run_for(o, NULL, 0.8);
  assert_true(fact(&b, "packets", "sessions") == 2);
  assert_true(fact(&b, "packets", "hellos") >= 2);
  assert_true(moved_at_end(&b) > 0);
  bench_free(&b);
}

static void force_beyond_the_limit(void **state) {
  (void)state;
  Bench b = misbehave("push@50", CAT_RT_UDP, 0.2);
  assert_true(fact(&b, "safety", "force") == 1);
  assert_true(fact(&b, "packets", "refused") > 10);
  size_t n;
  const double *height = channel(&b, "p1.height", &n);
  for (size_t i = 1; i < n; i++) assert_true(fabs(height[i] - height[0]) < 0.3);  // not shot away
  bench_free(&b);
}

static void dead_partner_without_a_clock(void **state) {
  (void)state;
  Bench b = bench_new(NULL);
  CatRtOptions o = plain_options();
  o.plant = "death@20";
  o.unpaced = true;
  o.seconds = 1;
  assert_int_equal(cat_case_rt(b.ctx, b.c, &o, &b.rec), CAT_ERR_DIVERGED);
  assert_int_equal(cat_record_status(b.rec), CAT_RUN_FAILED);
  assert_non_null(strstr(cat_record_message(b.rec), "says nothing"));
  bench_free(&b);
}

//------------------------------------------------------------------------------- the line itself

// Steps that computed for longer than `us` by the histogram, the bin around it included.
static double longer_than(const Bench *b, double us) {
  const CatTable *t = cat_record_find(b->rec, "histogram_compute");
  double steps = 0;
  for (size_t i = 0; i < t->n; i++) {
    if (t->channel[1].data[i] > us) steps += t->channel[2].data[i];
  }
  return steps;
}

// 5 ms of computing in one step: the histogram has such a step, and it is an overrun by computing.
// A host that takes the processor away in the midst of a step adds to both; policy stop ends at the
// first.
static void stall_is_counted(void **state) {
  (void)state;
  for (int policy = CAT_RT_SLIP; policy <= CAT_RT_DROP; policy++) {
    Bench b = bench_new(NULL);
    CatRtOptions o = plain_options();
    o.plant = "stall@50";
    o.seconds = 0.2;
    o.overrun = (CatRtOverrun)policy;
    assert_int_equal(cat_case_rt(b.ctx, b.c, &o, &b.rec), CAT_OK);
    assert_true(longer_than(&b, 5000) >= 1);
    double by_compute = fact(&b, NULL, "overruns_by_compute");
    assert_true(by_compute >= 1 && by_compute <= longer_than(&b, 1000));
    assert_true(fact(&b, NULL, "overruns") >= by_compute);
    double lag = policy == CAT_RT_SLIP ? fact(&b, NULL, "slipped_us") / 1000
                                       : fact(&b, NULL, "periods_dropped");
    assert_true(lag >= 4);
    assert_true(cat_record_warnings(b.rec) > 0);  // said in the files
    bench_free(&b);
  }
}

static void policy_stop_ends_the_loop(void **state) {
  (void)state;
  Bench b = bench_new(NULL);
  CatRtOptions o = plain_options();
  o.plant = "stall@50";
  o.overrun = CAT_RT_STOP;
  o.seconds = 1;
  assert_int_equal(cat_case_rt(b.ctx, b.c, &o, &b.rec), CAT_ERR_DIVERGED);
  assert_true(fact(&b, NULL, "overruns") == 1);
  assert_true(fact(&b, NULL, "steps") <= 50);
  assert_non_null(strstr(cat_record_message(b.rec), "missed its deadline"));
  bench_free(&b);
}

static void allocation_is_counted(void **state) {
  (void)state;
  Bench b = misbehave("allocation@50", CAT_RT_UDP, 0.1);
  assert_true(fact(&b, NULL, "allocations") == 1);
  bench_free(&b);
}

// answers are extrapolated by a delay; one that is measured in the simulated loop is none
static void delay_is_made_up_for(void **state) {
  (void)state;
  Bench b = bench_new(NULL);
  CatRtOptions o = plain_options();
  o.unpaced = true;
  o.delay = CAT_RT_MEASURED;
  o.seconds = 0.7;
  assert_int_equal(cat_case_rt(b.ctx, b.c, &o, &b.rec), CAT_OK);
  assert_true(fact(&b, NULL, "delay_steps") == 0);
  bench_free(&b);
  b = bench_new(NULL);
  o.plant = "absurd@400";
  assert_int_equal(cat_case_rt(b.ctx, b.c, &o, &b.rec), CAT_OK);
  assert_true(fact(&b, NULL, "delay_steps") == 0);  // one odd number is not measured
  bench_free(&b);
  b = bench_new(NULL);
  o.plant = NULL;
  o.delay = 2;
  assert_int_equal(cat_case_rt(b.ctx, b.c, &o, &b.rec), CAT_OK);
  assert_true(fact(&b, NULL, "delay_steps") == 2);
  bench_free(&b);
}

static void snapshot_is_whole(void **state) {
  (void)state;
  Bench b = bench_new(NULL);
  CatRtOptions o = plain_options();
  o.live = cat_rt_live_new();
  o.unpaced = true;
  o.seconds = 0.1;
  assert_int_equal(cat_case_rt(b.ctx, b.c, &o, &b.rec), CAT_OK);
  CatRtSnapshot s = cat_rt_live_read(o.live);
  assert_true(s.done && s.steps == 100 && s.contacts == 1 && s.force[0] > 0);
  cat_rt_live_free(o.live);
  bench_free(&b);
}

static void nobody_comes(void **state) {
  (void)state;
  Bench b = bench_new(NULL);
  CatRtOptions o = plain_options();
  o.partner = CAT_RT_EXTERNAL;
  o.address = "127.0.0.1:0";
  o.wait = 0.2;
  assert_int_equal(cat_case_rt(b.ctx, b.c, &o, &b.rec), CAT_ERR_ARG);
  o.address = "localhost";
  assert_int_equal(cat_case_rt(b.ctx, b.c, &o, &b.rec), CAT_ERR_ARG);
  o.address = NULL;
  o.plant = "nonsense@3";
  assert_int_equal(cat_case_rt(b.ctx, b.c, &o, &b.rec), CAT_ERR_ARG);
  bench_free(&b);
}

static void assert_refused(Bench *b, CatRtOptions o, const char *words) {
  assert_int_equal(cat_case_rt(b->ctx, b->c, &o, &b->rec), CAT_ERR_ARG);
  const char *message = cat_context_error(b->ctx, 0)->message;
  if (!strstr(message, words)) print_error("%s\n", message);
  assert_non_null(strstr(message, words));
  cat_context_clear(b->ctx);
}

static void options_have_ranges(void **state) {
  (void)state;
  Bench b = bench_new(NULL);
#define REFUSED(member, given, words)                                                              \
  do {                                                                                             \
    CatRtOptions o = plain_options();                                                              \
    o.member = (given);                                                                            \
    assert_refused(&b, o, "CatRtOptions." #member ": found " words);                               \
  } while (0)
  REFUSED(overrun, (CatRtOverrun)-3, "-3, expected 0 to 2");
  REFUSED(way, (CatRtWay)9, "9, expected 0 to 1");
  REFUSED(partner, (CatRtPartnerType)9, "9, expected 0 to 1");
  REFUSED(input, (CatRtInput)7, "7, expected 0 to 1");
  REFUSED(shift, (CatRtShiftMode)44, "44, expected 0 to 2");
  REFUSED(shift_at, 1e300, "1e+300");
  REFUSED(delay, 1e9, "1e+09, expected 0 to 100");
  REFUSED(delay, NAN, "nan");
  REFUSED(cpu, 1000000, "1e+06, expected -1 to 1023");
  REFUSED(seconds, 1e300, "1e+300");
  REFUSED(silence, -1, "-1");
#undef REFUSED
  bench_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(options_have_ranges),
      cmocka_unit_test(force_is_that_of_the_explicit_run),
      cmocka_unit_test(key_changes_nothing_else),
      cmocka_unit_test(position_of_the_strip_gives_the_same),
      cmocka_unit_test(packets_are_counted),
      cmocka_unit_test(partner_that_stops),
      cmocka_unit_test(partner_that_sends_too_fast),
      cmocka_unit_test(partner_that_dies),
      cmocka_unit_test(partner_that_comes_back),
      cmocka_unit_test(stranger_in_a_silence),
      cmocka_unit_test(absurd_value),
      cmocka_unit_test(force_that_pulls),
      cmocka_unit_test(key_keeps_others_out),
      cmocka_unit_test(partner_with_a_key_comes_back),
      cmocka_unit_test(force_beyond_the_limit),
      cmocka_unit_test(dead_partner_without_a_clock),
      cmocka_unit_test(stall_is_counted),
      cmocka_unit_test(policy_stop_ends_the_loop),
      cmocka_unit_test(allocation_is_counted),
      cmocka_unit_test(delay_is_made_up_for),
      cmocka_unit_test(snapshot_is_whole),
      cmocka_unit_test(nobody_comes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
