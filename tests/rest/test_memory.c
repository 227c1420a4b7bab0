// Every allocation of a small rest run may fail: the run then says so, and leaves nothing behind.
#include "api/kinds.h"
#include "input/input.h"
#include "rest/run.h"
#include "support/support.h"

static const char text[] =
    "kind: rest\n"
    "line:\n"
    "  contact_wire: {axial_stiffness: 15 MN, mass_per_length: 1.35 kg/m, tension: 22 kN}\n"
    "  messenger: {axial_stiffness: 12 MN, mass_per_length: 1.08 kg/m, tension: 16 kN}\n"
    "  stitch_wire: {axial_stiffness: 4 MN, mass_per_length: 0.3 kg/m, tension: 2.5 kN}\n"
    "  steady_arm: {length: 1.2 m, axial_stiffness: 80 kN}\n"
    "  support: {stiffness: 500 kN/m, mass: 10 kg}\n"
    "  dropper: {contact_wire_clamp: 0.1 kg, messenger_clamp: 0.1 kg}\n"
    "  stagger: [0.2 m, -0.2 m]\n"
    "  spans: [{repeat: 2, length: 50 m, droppers: [5 m, 25 m, 45 m]}]\n"
    "  overlap:\n"
    "    start: 50 m\n"
    "    stagger: [0.5 m, 0.1 m]\n"
    "    spans: [{repeat: 2, length: 50 m, droppers: [5 m, 25 m, 45 m]}]\n"
    "  elements_per_bay: 1\n";

static CatStatus job(CatContext *ctx) {
  CatSpec *spec = NULL;
  CAT_TRY(cat_input_parse(ctx, cat_kind_list(), &(CatInputText){"case.yaml", text, sizeof text - 1},
                          NULL, &spec));
  CatRecord *rec = cat_record_new(ctx);
  CatStatus status = rec ? cat_rest_run(ctx, spec, rec) : CAT_ERR_MEMORY;
  cat_record_free(rec);
  cat_spec_free(spec);
  return status;
}

static void failing_once(void **state) {
  (void)state;
  assert_true(fail_everywhere(job, 0) > 10);
}

static void failing_from_then_on(void **state) {
  (void)state;
  assert_true(fail_everywhere(job, 1) > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(failing_once),
      cmocka_unit_test(failing_from_then_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
