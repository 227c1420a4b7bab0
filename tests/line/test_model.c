// The model does not change once it is built: shape finding, linearising and elasticity read it.
#include "line/model.h"

#include "assemble/linear_system.h"
#include "record/hash.h"
#include "rest/elasticity.h"
#include "rest/found.h"

typedef struct Digest {
  char text[CAT_HASH_TEXT];
} Digest;

static void add(CatHash *h, const void *data, int n, size_t size) {
  cat_hash_add(h, data, (size_t)n * size);
}

// Everything that the model holds, bit by bit, its first guess too.
static Digest digest_of(const CatLineModel *m) {
  Digest out;
  CatHash h = cat_hash_new();
  const CatConfiguration *x = m->guess;
  add(&h, m, 1, sizeof *m);
  add(&h, m->mast, m->nmast, sizeof *m->mast);
  add(&h, m->node, m->nnode, sizeof *m->node);
  add(&h, m->wire, m->nwire, sizeof *m->wire);
  add(&h, m->cable, m->ncable, sizeof *m->cable);
  add(&h, m->dropper, m->ndropper, sizeof *m->dropper);
  add(&h, m->arm, m->narm, sizeof *m->arm);
  add(&h, m->support, m->nsupport, sizeof *m->support);
  add(&h, m->weight, m->nweight, sizeof *m->weight);
  add(&h, m->mass, m->nmass, sizeof *m->mass);
  add(&h, m->target, m->ntarget, sizeof *m->target);
  add(&h, x->cable, m->ncable, sizeof *x->cable);
  add(&h, x->dropper, m->ndropper, sizeof *x->dropper);
  add(&h, x->hinge, m->narm, sizeof *x->hinge);
  add(&h, x->support, m->nsupport, sizeof *x->support);
  add(&h, x->weight, m->nweight, sizeof *x->weight);
  add(&h, x->q, m->nnode, sizeof *x->q);
  cat_hash_end_text(&h, out.text);
  return out;
}

static void stays_as_it_is(void **state) {
  (void)state;
  static const char *const cases[] = {"ac-simple/rest", "stitched/rest",     "compound/rest",
                                      "curve/rest",     "section-1200/rest", "overlap/rest"};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Found f = read_case(cases[i], NULL);
    CatArena *a = cat_arena_new(f.ctx, 1 << 16);
    CatLinearSystem t;
    CatElasticity e;
    Digest before = digest_of(f.m);
    assert_int_equal(cat_rest_find(f.ctx, f.spec, f.m, &f.rest, &f.report), CAT_OK);
    assert_int_equal(cat_linear_system_new(a, f.m, f.rest, &t), CAT_OK);
    assert_int_equal(cat_rest_elasticity(a, f.m, f.rest, &e), CAT_OK);
    Digest after = digest_of(f.m);
    assert_string_equal(after.text, before.text);
    assert_true(f.rest->cable[0] != f.m->guess->cable[0]);  // something was found
    cat_arena_free(a);
    found_free(&f);
  }
}

// One model serves any number of shapes: a second search from it gives the same bits.
static void found_twice(void **state) {
  (void)state;
  Found f = find_case("stitched/rest", NULL);
  CatConfiguration *again = NULL;
  CatRestReport report;
  assert_int_equal(cat_rest_find(f.ctx, f.spec, f.m, &again, &report), CAT_OK);
  assert_memory_equal(again->q, f.rest->q, (size_t)f.m->nnode * sizeof *again->q);
  assert_memory_equal(again->cable, f.rest->cable, (size_t)f.m->ncable * sizeof(double));
  assert_memory_equal(again->dropper, f.rest->dropper, (size_t)f.m->ndropper * sizeof(double));
  assert_int_equal(report.iterations, f.report.iterations);
  cat_configuration_free(again);
  found_free(&f);
}

// A configuration is copied whole.
static void copied(void **state) {
  (void)state;
  Found f = find_case("section-1200/rest", NULL);
  CatConfiguration *copy = NULL;
  assert_int_equal(cat_configuration_new(f.ctx, f.m, f.rest, &copy), CAT_OK);
  assert_true(f.m->nweight == 4);
  assert_memory_equal(copy->weight, f.rest->weight, (size_t)f.m->nweight * sizeof(double));
  assert_memory_equal(copy->support, f.rest->support, (size_t)f.m->nsupport * sizeof(double));
  assert_memory_equal(copy->hinge, f.rest->hinge, (size_t)f.m->narm * sizeof *copy->hinge);
  assert_memory_equal(copy->q, f.rest->q, (size_t)f.m->nnode * sizeof *copy->q);
  copy->q[0][0] += 1;
  assert_true(copy->q[0][0] != f.rest->q[0][0]);
  cat_configuration_free(copy);
  found_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stays_as_it_is),
                                     cmocka_unit_test(found_twice), cmocka_unit_test(copied)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
