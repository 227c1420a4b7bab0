// Steady arms as described: hinge found or given, pulling or pushing; droppers laid out by number.
#include "support/support.h"

#include <math.h>
#include <stdio.h>

#include "api/kinds.h"
#include "assemble/elements.h"
#include "input/input.h"
#include "rest/rest.h"

typedef struct Line {
  CatContext *ctx;
  CatSpec *spec;
  const CatLineModel *m;
  CatConfiguration *rest;
} Line;

static Line line_at_rest(const char *const *sets, int nset) {
  Line l = {.ctx = cat_context_new(NULL)};
  CatInputOptions options = {sets, nset, CAT_SOURCE_DIR "/cases"};
  const char *path = CAT_SOURCE_DIR "/cases/ac-simple/rest.yaml";
  CatRestReport report;
  assert_int_equal(cat_input_load(l.ctx, cat_kind_list(), path, &options, &l.spec), CAT_OK);
  const CatRestSpec *values = cat_spec_values(l.spec);
  assert_int_equal(cat_line_model_new(l.ctx, &values->line, &l.m), CAT_OK);
  assert_int_equal(cat_rest_find(l.ctx, l.spec, l.m, &l.rest, &report), CAT_OK);
  assert_below(report.residual, 1e-6);
  return l;
}

static void line_free(Line *l) {
  cat_configuration_free(l->rest);
  cat_line_model_free(l->m);
  cat_spec_free(l->spec);
  cat_context_free(l->ctx);
}

static const char *const short_line[] = {"line.spans[0].repeat=4"};

// A heel setting as found gives the heights back; a larger one lifts the wire at the arms.
static void heel_given(void **state) {
  (void)state;
  Line found = line_at_rest(short_line, 1);
  const CatArmPart *arm = &found.m->arm[1];
  double z = found.rest->q[arm->node][CAT_UP], heel = found.rest->hinge[1][1] - z;
  char set[64];
  snprintf(set, sizeof set, "line.steady_arm.heel=%.17g", heel);
  const char *same[] = {short_line[0], set}, *more[] = {short_line[0], "line.steady_arm.heel=0.3m"};
  Line given = line_at_rest(same, 2), higher = line_at_rest(more, 2);
  // neighbours of the ends have hinges of their own, so the middle agrees closely, not exactly
  assert_close(given.rest->q[arm->node][CAT_UP], z, 0, 1e-6);
  assert_true(higher.rest->q[arm->node][CAT_UP] > z + 1e-4);
  assert_close(higher.rest->hinge[1][1], 0.3, 1e-12, 0);
  line_free(&found);
  line_free(&given);
  line_free(&higher);
}

// All hinges on one side: every other arm pushes, and the droppers do not notice.
static void masts_on_one_side(void **state) {
  (void)state;
  const char *left[] = {short_line[0], "line.steady_arm.mast_side=left"};
  Line automatic = line_at_rest(short_line, 1), one = line_at_rest(left, 2);
  for (int i = 0; i < one.m->narm; i++) {
    const CatArmPart *a = &one.m->arm[i];
    double y = one.rest->q[a->node][CAT_ACROSS], axial = cat_arm_part_axial(one.m, one.rest, i);
    assert_true(one.rest->hinge[i][0] > y);
    assert_true((axial > 0) == (y > 0));  // staggered to the left: pulled to the left
    assert_true(cat_arm_part_axial(automatic.m, automatic.rest, i) > 0);
  }
  for (int i = 0; i < one.m->ndropper; i++) {
    assert_close(cat_dropper_part_axial(one.m, one.rest, i),
                 cat_dropper_part_axial(automatic.m, automatic.rest, i), 1e-9, 0);
  }
  line_free(&automatic);
  line_free(&one);
}

// Nine droppers from 4.5 m are the benchmark's own.
static void droppers_by_number(void **state) {
  (void)state;
  const char *sets[] = {short_line[0], "line.spans[0].droppers=[]", "line.spans[0].dropper_count=9",
                        "line.spans[0].dropper_edge=4.5 m"};
  Line listed = line_at_rest(short_line, 1), counted = line_at_rest(sets, 4);
  assert_int_equal(counted.m->ndropper, listed.m->ndropper);
  for (int i = 0; i < listed.m->ndropper; i++) {
    assert_close(counted.rest->dropper[i], listed.rest->dropper[i], 1e-9, 0);
  }
  line_free(&listed);
  line_free(&counted);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(heel_given),
                                     cmocka_unit_test(masts_on_one_side),
                                     cmocka_unit_test(droppers_by_number)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
