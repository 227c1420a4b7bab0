// Simulations made, stepped and freed many times leave nothing behind.
//
//   CYCLES=10000 SET=solver=band test_api_cycles    so many, 300 unless said; another solver, as is
//                                                   sooner done under valgrind
#include "tiny.h"

// Counts what is held, by the allocator that tests have for failures.
static void cycles_hold_nothing(void **state) {
  (void)state;
  const char *asked = getenv("CYCLES");
  int cycles = asked ? atoi(asked) : 300;
  FailingHeap heap = {0};
  CatHost host = failing_host(&heap);
  CatContext *ctx = cat_context_new(&host);
  const char *const set = getenv("SET");
  CatCaseSource source = {
      .size = sizeof source, .path = TINY_LINE, .sets = &set, .nset = set != NULL};
  CatCase *c = NULL;
  CatModel *model = NULL;
  tiny_ok(ctx, cat_case_load(ctx, &source, &c));
  tiny_ok(ctx, cat_model_new(ctx, c, &model));
  cat_case_free(c);
  long held = heap.held;
  for (int i = 0; i < cycles; i++) {
    CatSimulation *sim = NULL;
    CatRecord *rec = NULL;
    CatSimulationOptions o = {.size = sizeof o, .unlogged = i % 3 == 0};
    tiny_ok(ctx, cat_simulation_new(ctx, model, &o, &sim));
    tiny_ok(ctx, cat_simulation_start(sim));
    tiny_ok(ctx, cat_simulation_step(sim));
    if (i % 3 == 1) tiny_ok(ctx, cat_simulation_start(sim));
    if (i % 10 == 2 && i % 3 != 0) tiny_ok(ctx, cat_simulation_finish(sim, &rec));
    cat_record_free(rec);
    cat_simulation_free(sim);
    assert_int_equal(heap.held, held);
  }
  cat_model_free(model);
  cat_context_free(ctx);
  assert_int_equal(heap.held, 0);
  printf("%d cycles\n", cycles);
}

// Starting anew, again and again, keeps no more than one start does.
static void starts_hold_nothing(void **state) {
  (void)state;
  FailingHeap heap = {0};
  CatHost host = failing_host(&heap);
  CatContext *ctx = cat_context_new(&host);
  CatCaseSource source = {.size = sizeof source, .path = TINY_LINE};
  CatCase *c = NULL;
  CatModel *model = NULL;
  CatSimulation *sim = NULL;
  tiny_ok(ctx, cat_case_load(ctx, &source, &c));
  tiny_ok(ctx, cat_model_new(ctx, c, &model));
  tiny_ok(ctx, cat_simulation_new(ctx, model, NULL, &sim));
  tiny_ok(ctx, cat_simulation_start(sim));
  long held = heap.held;
  for (int i = 0; i < 50; i++) tiny_ok(ctx, cat_simulation_start(sim));
  assert_int_equal(heap.held, held);
  cat_simulation_free(sim);
  cat_model_free(model);
  cat_case_free(c);
  cat_context_free(ctx);
  assert_int_equal(heap.held, 0);
}

// The whole life of a simulation on a heap that fails once, at any of its calls.
static CatStatus live(CatContext *ctx) {
  CatCaseSource source = {.size = sizeof source, .path = TINY_LINE};
  CatCase *c = NULL;
  CatModel *model = NULL;
  CatSimulation *sim = NULL;
  CatRecord *rec = NULL;
  CatStatus status = cat_case_load(ctx, &source, &c);
  if (!status) status = cat_model_new(ctx, c, &model);
  if (!status) status = cat_simulation_new(ctx, model, NULL, &sim);
  if (!status) status = cat_simulation_start(sim);
  if (!status) status = cat_simulation_run_to(sim, 0.01);
  if (!status) status = cat_simulation_finish(sim, &rec);
  if (!status) status = cat_simulation_start(sim);
  cat_record_free(rec);
  cat_simulation_free(sim);
  cat_model_free(model);
  cat_case_free(c);
  return status;
}

static void memory_may_run_out(void **state) {
  (void)state;
  FailingHeap heap = {0};
  CatHost host = failing_host(&heap);
  CatContext *ctx = cat_context_new(&host);
  tiny_ok(ctx, live(ctx));
  long calls = heap.calls, step = 1 + calls / 60, refused = 0;
  cat_context_free(ctx);
  for (long at = 2; at < calls; at += step) {
    heap = (FailingHeap){.fail_at = at};
    ctx = cat_context_new(&host);
    assert_non_null(ctx);
    CatStatus status = live(ctx);
    assert_true(status == CAT_OK ||
                status == CAT_ERR_MEMORY);  // ok: one that could be done without
    refused += status == CAT_ERR_MEMORY;
    cat_context_free(ctx);
    assert_int_equal(heap.held, 0);
  }
  printf("%ld allocations, %ld failures tried, %ld refused\n", calls, (calls - 2) / step + 1,
         refused);
  assert_true(refused > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cycles_hold_nothing),
                                     cmocka_unit_test(starts_hold_nothing),
                                     cmocka_unit_test(memory_may_run_out)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
