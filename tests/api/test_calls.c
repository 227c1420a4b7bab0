// Random sequences of calls over the public interface, valid and invalid: they end in errors or in
// results, never in a crash, and nothing is left behind. Meant for the address sanitizer.
//
//   SEQUENCES=50000 SEED=1 test_api_calls    so many; 400 unless said
#include "tiny.h"

#include <math.h>

enum { CALLS = 24, SIMS = 3, RECORDS = 2, BUFFER = 1 << 21 };

// All that a sequence may have in its hands; any of it may be NULL.
typedef struct Hands {
  uint64_t random;
  CatContext *ctx;
  CatCase *c;
  CatModel *model;
  CatSimulation *sim[SIMS];
  CatRecord *rec[RECORDS];
  unsigned char *buffer;
  size_t saved;  // bytes of a state in it
  long calls, errors;
} Hands;

static uint32_t draw(Hands *h, uint32_t n) {  // 0 to n - 1
  h->random = h->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(h->random >> 33) % n;
}

static double odd_number(Hands *h) {
  static const double odd[] = {0, 1, -1, 80, 150, 0.02, 1e9, -1e300, 5.3, 1e-300};
  uint32_t i = draw(h, 13);
  return i < 10 ? odd[i] : i == 10 ? (double)NAN : i == 11 ? INFINITY : 1e-3 * draw(h, 100);
}

static const char *odd_name(Hands *h) {
  static const char *const names[] = {
      "t", "speed",     "p1.force",      "p1.head", "p1.static_force", "line.u",    "p9.force",
      "",  "p1.forcee", "dropper.force", "line.a",  "wire.uplift",     "support.x", NULL};
  return names[draw(h, sizeof names / sizeof *names)];
}

static void tell(Hands *h, CatStatus status) {
  h->errors += status != CAT_OK;
  if (status) (void)cat_context_error(h->ctx, 0);
  assert_in_range(status, CAT_OK, CAT_ERR_INTERRUPTED);
}

//------------------------------------------------------------------------------- calls

static int stop_now_and_then(void *user, CatSimulation *sim) {
  Hands *h = user;
  double x;
  if (!h) return 0;  // options so short that they end before it
  cat_simulation_get_named(sim, odd_name(h), &x);
  return draw(h, 40) == 0;
}

static void make(Hands *h, CatSimulation **sim) {
  CatPantographCallbacks none = {.size = sizeof none, .name = "none"};
  CatPantographOptions p = {.size = draw(h, 8) ? sizeof p : draw(h, 100),
                            .source = (CatPantographSource)draw(h, 5)};
  if (draw(h, 8) == 0) p.callbacks = &none;
  const CatPantographOptions *list[2] = {draw(h, 4) ? &p : NULL, NULL};
  CatSimulationOptions o = {.size = draw(h, 10) ? sizeof o : draw(h, 200),
                            .unlogged = draw(h, 2),
                            .on_step = draw(h, 2) ? stop_now_and_then : NULL,
                            .user = h,
                            .pantograph = draw(h, 2) ? list : NULL,
                            .npantograph = draw(h, 10) ? 1 : (int)draw(h, 3)};
  cat_simulation_free(*sim);
  tell(h, cat_simulation_new(h->ctx, draw(h, 20) ? h->model : NULL, draw(h, 3) ? &o : NULL, sim));
}

static void change(Hands *h, CatSimulation *sim) {
  int i = (int)draw(h, 30) - 2;
  double x;
  switch (draw(h, 4)) {
  case 0: tell(h, cat_simulation_set_named(sim, odd_name(h), odd_number(h))); break;
  case 1: tell(h, cat_simulation_set(sim, i, odd_number(h))); break;
  case 2: tell(h, cat_simulation_get(sim, i, draw(h, 9) ? &x : NULL)); break;
  default: tell(h, cat_simulation_get_named(sim, odd_name(h), &x)); break;
  }
}

static void look(Hands *h, CatSimulation *sim) {
  const double *data = NULL;
  double sum = 0;
  size_t n = 0;
  CatStatus status = cat_simulation_array(sim, (int)draw(h, 30) - 2, &data, &n);
  for (size_t i = 0; !status && i < n; i++) sum += data[i];
  assert_true(!isnan(sum) || status);
  tell(h, status);
  const CatVariable *v = cat_simulation_variable_at(sim, (int)draw(h, 30) - 2);
  if (v) assert_int_equal(cat_simulation_find(sim, v->name) >= 0, 1);
}

static void keep(Hands *h, CatSimulation *sim) {
  size_t size = cat_simulation_state_size(sim);
  if (size > BUFFER) return;
  if (draw(h, 8) == 0) size = draw(h, BUFFER);
  CatStatus status = cat_simulation_save(sim, draw(h, 20) ? h->buffer : NULL, size);
  if (!status) h->saved = size;
  tell(h, status);
}

static void go_back(Hands *h, CatSimulation *sim) {
  size_t size = draw(h, 8) ? h->saved : draw(h, BUFFER);
  if (draw(h, 6) == 0) h->buffer[draw(h, (uint32_t)h->saved + 1)] ^= (unsigned char)draw(h, 256);
  tell(h, cat_simulation_restore(sim, draw(h, 20) ? h->buffer : NULL, size));
}

static void march(Hands *h, CatSimulation *sim) {
  double t = cat_simulation_time(sim), to = t + 1e-3 * draw(h, 30);
  tell(h, cat_simulation_run_to(sim, draw(h, 8) ? to : draw(h, 2) ? (double)NAN : -1));
}

static void end(Hands *h, CatSimulation *sim, CatRecord **rec) {
  cat_record_free(*rec);
  *rec = NULL;
  tell(h, cat_simulation_finish(sim, draw(h, 20) ? rec : NULL));
}

static void read_record(Hands *h, CatRecord *rec) {
  int i = (int)draw(h, 12) - 1;
  char *text = NULL;
  const CatTable *table = cat_record_table_at(rec, i);
  (void)cat_table_channel(table, odd_name(h));
  (void)cat_record_find(rec, odd_name(h));
  (void)cat_record_result_find(rec, draw(h, 2) ? NULL : "Contact", draw(h, 2) ? "mean" : NULL);
  (void)cat_record_result_at(rec, i);
  (void)cat_record_verdict_at(rec, i);
  (void)cat_record_warning_at(rec, i);
  (void)cat_record_failed_verdicts(rec);
  assert_non_null(cat_record_message(rec));
  if (draw(h, 6) == 0) {
    tell(h, cat_results_summary(h->ctx, h->c, rec, &text));
    cat_string_free(h->ctx, text);
  }
}

static void call(Hands *h) {
  CatSimulation **sim = &h->sim[draw(h, SIMS)];
  CatRecord **rec = &h->rec[draw(h, RECORDS)];
  h->calls++;
  switch (draw(h, 16)) {
  case 0: make(h, sim); break;
  case 1:
  case 2: tell(h, cat_simulation_start(*sim)); break;
  case 3:
  case 4: tell(h, cat_simulation_step(*sim)); break;
  case 5: march(h, *sim); break;
  case 6:
  case 7:
  case 8: change(h, *sim); break;
  case 9: look(h, *sim); break;
  case 10: keep(h, *sim); break;
  case 11:
  case 12: go_back(h, *sim); break;
  case 13: end(h, *sim, rec); break;
  case 14: read_record(h, *rec); break;
  default:
    cat_simulation_free(*sim);
    *sim = NULL;
    break;
  }
}

static void run_sequence(Hands *h) {
  h->ctx = cat_context_new(NULL);
  for (int i = 0; i < 2; i++) make(h, &h->sim[i]);
  for (int i = 0; i < CALLS; i++) call(h);
  for (int i = 0; i < SIMS; i++) cat_simulation_free(h->sim[i]), h->sim[i] = NULL;
  for (int i = 0; i < RECORDS; i++) cat_record_free(h->rec[i]), h->rec[i] = NULL;
  cat_context_free(h->ctx);
}

static void no_sequence_crashes(void **state) {
  (void)state;
  const char *asked = getenv("SEQUENCES"), *seed = getenv("SEED");
  long sequences = asked ? atol(asked) : 400;
  static const char *const set[] = {"line.spans[0].repeat=2", "line.elements_per_bay=1",
                                    "measure.from=20m", "measure.to=60m"};
  Tiny t = tiny_with(set, 4);
  Hands h = {.c = t.c, .model = t.model, .buffer = calloc(1, BUFFER)};
  assert_non_null(h.buffer);
  for (long i = 0; i < sequences; i++) {
    h.random = (seed ? strtoull(seed, NULL, 10) : 1) * 1000003u + (uint64_t)i;
    run_sequence(&h);
  }
  printf("%ld sequences, %ld calls, %ld errors\n", sequences, h.calls, h.errors);
  assert_true(h.errors > h.calls / 20 && h.errors < h.calls);
  free(h.buffer);
  tiny_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_sequence_crashes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
