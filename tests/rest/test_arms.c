// Steady arms as described: hinge found or given, pulling or pushing; droppers laid out by number.
#include <math.h>

#include "assemble/elements.h"
#include "found.h"

static Found line_at_rest(const char *const *sets) {
  Found f = find_case("ac-simple/rest", sets);
  assert_below(f.report.residual, 1e-6);
  return f;
}

static const char *const short_line[] = {"line.spans[0].repeat=4", NULL};

// A heel setting as found gives the heights back; a larger one lifts the wire at the arms.
static void heel_given(void **state) {
  (void)state;
  Found found = line_at_rest(short_line);
  const CatArmPart *arm = &found.m->arm[1];
  double z = found.rest->q[arm->node][CAT_UP], heel = found.rest->hinge[1][1] - z;
  char set[64];
  snprintf(set, sizeof set, "line.steady_arm.heel=%.17g", heel);
  const char *same[] = {short_line[0], set, NULL},
             *more[] = {short_line[0], "line.steady_arm.heel=0.3m", NULL};
  Found given = line_at_rest(same), higher = line_at_rest(more);
  // neighbours of the ends have hinges of their own, so the middle agrees closely, not exactly
  assert_close(given.rest->q[arm->node][CAT_UP], z, 0, 1e-6);
  double lifted = higher.rest->q[arm->node][CAT_UP];
  assert_true(lifted > z + 1e-4);
  assert_close(higher.rest->hinge[1][1] - lifted, 0.3, 0, 1e-9);
  found_free(&found);
  found_free(&given);
  found_free(&higher);
}

// All hinges on one side: every other arm pushes, and the droppers do not notice.
static void masts_on_one_side(void **state) {
  (void)state;
  const char *left[] = {short_line[0], "line.steady_arm.mast_side=left", NULL};
  Found automatic = line_at_rest(short_line), one = line_at_rest(left);
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
  found_free(&automatic);
  found_free(&one);
}

// Nine droppers from 4.5 m are the benchmark's own.
static void droppers_by_number(void **state) {
  (void)state;
  const char *sets[] = {short_line[0], "line.spans[0].droppers=[]", "line.spans[0].dropper_count=9",
                        "line.spans[0].dropper_edge=4.5 m", NULL};
  Found listed = line_at_rest(short_line), counted = line_at_rest(sets);
  assert_int_equal(counted.m->ndropper, listed.m->ndropper);
  for (int i = 0; i < listed.m->ndropper; i++) {
    assert_close(counted.rest->dropper[i], listed.rest->dropper[i], 1e-9, 0);
  }
  found_free(&listed);
  found_free(&counted);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(heel_given),
                                     cmocka_unit_test(masts_on_one_side),
                                     cmocka_unit_test(droppers_by_number)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
