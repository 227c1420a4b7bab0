// What is not to be trusted: motion that the steps made, points on bearings, filters that are too
// low for a verdict.
#include "folder.h"

#define BEAM                                                                                       \
  "kind: bridge\nbridge: {length: 25, mass_per_length: 2303, bending_stiffness: 8.323e9, "         \
  "modes: 10}\nmeasure: {uncertainty: false}\ntime: {step: 1 ms}\n"
#define WHEEL "trains: [{sprung: {mass: 5750, stiffness: 1595000, wheel_mass: 500, "
#define SPANS                                                                                      \
  "kind: bridge\nbridge: {length: 40, mass_per_length: 9000, bending_stiffness: 3e10, "            \
  "piers: [15], modes: 8, damping: [0.01]}\ntrains: [{use: trains/hslm-a4}]\ntime: {step: 2 ms}\n"
#define SHORT                                                                                      \
  "kind: bridge\nbridge: {length: 5 m, mass_per_length: 6000, bending_stiffness: 1.7e9, "          \
  "modes: 4, damping: [0.02]}\ntrains: [{forces: [170 kN]}]\nrun: {speed: 80, after: 0}\n"

// Of the run or of its input.
static bool warns(const Shipped *s, const char *part) {
  bool found = false;
  for (int i = 0; i < cat_record_warnings(s->rec); i++) {
    found |= strstr(cat_record_warning_at(s->rec, i), part) != NULL;
  }
  for (int i = 0; i < cat_case_warnings(s->c); i++) {
    found |= strstr(cat_case_warning(s->c, i), part) != NULL;
  }
  return found;
}

static const CatVerdict *verdict(const Shipped *s) {
  for (int i = 0; i < cat_record_verdicts(s->rec); i++) {
    const CatVerdict *v = cat_record_verdict_at(s->rec, i);
    if (strcmp(v->quantity, "acceleration of the deck") == 0) return v;
  }
  return NULL;
}

static Shipped run_text(const Folder *f, const char *text) {
  write_text(f, "case.yaml", text);
  return run_case(f);
}

// A wheel on a contact that is too stiff for the step gains energy; on 2e9 N/m it is as on 1e10.
static void test_stiff_contact(void **state) {
  const Folder *f = *state;
  Shipped s = run_text(f, BEAM WHEEL "contact_stiffness: 1e11}}]\nrun: {speed: 27.8}\n");
  assert_non_null(s.rec);
  assert_true(shipped_number(&s, "energy.numerical_J") < 0);
  assert_int_equal(cat_record_status(s.rec), CAT_RUN_FAILED);
  assert_non_null(strstr(cat_record_message(s.rec), "1e+11 N/m"));
  shipped_free(&s);
  s = run_text(f, BEAM WHEEL "contact_stiffness: 2e9}}]\nrun: {speed: 27.8}\n");
  assert_int_equal(cat_record_status(s.rec), CAT_RUN_OK);
  assert_close(shipped_number(&s, "bridge.deflection.max_mm"), 2.621, 2e-4, 0);
  shipped_free(&s);
  s = run_text(f, BEAM WHEEL "contact_stiffness: 1e11}}]\n"
                             "run: {speeds: {from: 25, to: 30, step: 5}}\n");
  assert_non_null(s.rec);
  assert_int_equal(cat_record_status(s.rec), CAT_RUN_FAILED);
  shipped_free(&s);
  write_text(f, "case.yaml", BEAM WHEEL "damping: 0}}]\nrun: {speed: 27.8}\n");
  expect_error(f, "expected a stiffness, such as 2e9 N/m");
}

// Without a place of its own it is the middle of the longest span, not that of the bridge.
static void test_point(void **state) {
  const Folder *f = *state;
  Shipped s = run_text(f, SPANS "run: {speed: 60}\nmeasure: {track: slab}\n");
  assert_close(shipped_number(&s, "bridge.deflection.x_m"), 27.5, 1e-12, 0);
  assert_non_null(verdict(&s));
  assert_false(warns(&s, "a bearing"));
  shipped_free(&s);
  s = run_text(f, SPANS "run: {speed: 60}\nmeasure: {track: slab, at: [15]}\n");
  assert_true(warns(&s, "a bearing"));
  assert_null(verdict(&s));
  shipped_free(&s);
}

// Of a range the largest acceleration is judged.
static void test_verdict_of_a_range(void **state) {
  const Folder *f = *state;
  double most = 0;
  const cJSON *item;
  Shipped s = run_text(
      f, SPANS "run: {speeds: {from: 40, to: 80, step: 10}}\nmeasure: {track: ballasted}\n");
  cJSON_ArrayForEach(item, shipped_field(&s, "sweep")) {
    most = fmax(most, cJSON_GetObjectItem(item, "acceleration_m_s2")->valuedouble);
  }
  assert_non_null(verdict(&s));
  assert_close(verdict(&s)->value, most, 1e-12, 0);
  shipped_free(&s);
}

// f1 = 33.4 Hz, f3 = 9 f1: 30 Hz would not even let the first mode through.
static void test_cutoff(void **state) {
  const Folder *f = *state;
  double pi = 3.14159265358979323846, f1 = pi / 50 * sqrt(1.7e9 / 6000);
  char text[32];
  Shipped s = run_text(f, SHORT "measure: {track: ballasted, uncertainty: false}\n");
  snprintf(text, sizeof text, "below %.4g Hz", 9 * f1);
  assert_non_null(strstr(verdict(&s)->note, text));
  double whole = shipped_number(&s, "bridge.acceleration_max_m_s2");
  shipped_free(&s);
  s = run_text(f, SHORT "measure: {track: ballasted, uncertainty: false, cutoff: 30 Hz}\n");
  assert_true(warns(&s, "measure.cutoff"));
  assert_true(shipped_number(&s, "bridge.acceleration_max_m_s2") < 0.7 * whole);
  shipped_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stiff_contact),
      cmocka_unit_test(test_point),
      cmocka_unit_test(test_verdict_of_a_range),
      cmocka_unit_test(test_cutoff),
  };
  return cmocka_run_group_tests(tests, folder_new, folder_free);
}
