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
// Of three equal spans the one in the middle.
#define EQUAL                                                                                      \
  "kind: bridge\nbridge: {length: 36, mass_per_length: 9000, bending_stiffness: 3e10, "            \
  "piers: [12, 24], modes: 4}\ntrains: [{forces: [1e5]}]\nrun: {speed: 60}\n"
static void test_point(void **state) {
  const Folder *f = *state;
  Shipped s = run_text(f, SPANS "run: {speed: 60}\nmeasure: {track: slab}\n");
  assert_close(shipped_number(&s, "bridge.deflection.x_m"), 27.5, 1e-12, 0);
  assert_non_null(verdict(&s));
  assert_false(warns(&s, "a bearing"));
  shipped_free(&s);
  s = run_text(f, EQUAL);
  assert_close(shipped_number(&s, "bridge.deflection.x_m"), 18, 1e-12, 0);
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

// Keys that do nothing and values that are hard to believe are warned of; the rest is not.
static void test_doubts(void **state) {
#define DECK "kind: bridge\nbridge: {length: 25, mass_per_length: 2303, modes: 4, "
#define STIFF "bending_stiffness: 8.323e9, "
#define RUN "run: {speed: 30}\nmeasure: {uncertainty: false}\n"
#define FORCE "trains: [{forces: [1e5]}]\n" RUN
#define TWO "trains: [{name: a, forces: [1e5], axles: [0, 9]}, {name: b, forces: [1e5], "
  static const struct {
    const char *text, *part;  // NULL: none
  } rows[] = {
      {DECK STIFF "}\n" FORCE, NULL},
      {DECK STIFF "elements: 40}\n" FORCE, "bridge.elements: found a value that does nothing"},
      {DECK STIFF "method: hermite, functions: 40}\n" FORCE, "bridge.functions: found a value"},
      {DECK STIFF "pier_stiffness: 1e9}\n" FORCE, "there are no piers"},
      {DECK STIFF "sections: [{from: 9, mass_per_length: 3000, bending_stiffness: 9e9}]}\n" FORCE,
       "method: hermite is not"},
      {DECK STIFF "}\nrail: {irregularity: erri-low}\n" FORCE,
       "rail.irregularity: found a profile"},
      {DECK "bending_stiffness: 8.3e6}\n" FORCE, "are units missing?"},
      {DECK STIFF "}\ntrains: [{forces: [100]}]\n" RUN, "usual are 10000"},
      {DECK STIFF "}\ntrains: [{sprung: {mass: 5.75, stiffness: 1.6e6}}]\n" RUN, "usual are 100"},
      {DECK STIFF "}\ntrains: [{sprung: {mass: 5750, stiffness: 1595}}]\n" RUN, "usual are 10000"},
      {DECK STIFF "}\n" TWO "start: 5}]\n" RUN, "at one place"},
      {DECK STIFF "}\n" TWO "start: 10}]\n" RUN, NULL},
      {DECK STIFF "}\n" TWO "heading: backwards}]\n" RUN, "that meet"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Shipped s = run_text(*state, rows[i].text);
    const char *part = rows[i].part ? rows[i].part : "";
    assert_non_null(s.rec);
    if (warns(&s, part) != (rows[i].part != NULL)) print_error("row %zu: %s\n", i, part);
    assert_int_equal(warns(&s, part), rows[i].part != NULL);
    shipped_free(&s);
  }
}

// A deck that gives way for good is called a deck.
static void test_words(void **state) {
  static const char *const text = DECK
      "bending_stiffness: 1e6}\ntrains: [{sprung: {mass: 3e5, stiffness: 1e7}}]\nrun: {speed: 5}\n";
  Shipped s = run_text(*state, text);
  assert_non_null(s.rec);
  assert_int_equal(cat_record_status(s.rec), CAT_RUN_FAILED);
  assert_non_null(strstr(cat_record_message(s.rec), "the deck moved away by"));
  shipped_free(&s);
}

// A file of three modes at so many points.
static void write_modes(const Folder *f, int points) {
  write_text(f, "modes.csv", "f [Hz],mass [kg],damping\n4,3e4,0.01\n16,3e4,0.01\n36,3e4,0.01\n");
  FILE *out = file_in(f, "shapes.csv");
  fputs("x [m],y [m],mode1,mode2,mode3\n", out);
  for (int i = 0; i < points; i++) {
    double s = (double)i / (points - 1), pi = 3.14159265358979323846;
    fprintf(out, "%.17g,0,%.17g,%.17g,%.17g\n", 25 * s, sin(pi * s), sin(2 * pi * s),
            sin(3 * pi * s));
  }
  fclose(out);
}

static void test_doubts_of_files(void **state) {
#define FILES                                                                                      \
  "kind: bridge\nbridge: {length: 25, imported: {modes: modes.csv, shapes: shapes.csv}, "
  const Folder *f = *state;
  write_modes(f, 31);
  Shipped s = run_text(f, FILES "modes: 3}\n" FORCE);
  assert_false(warns(&s, ""));
  shipped_free(&s);
  s = run_text(f, FILES "mass_per_length: 2303, modes: 9, damping: [0.02]}\n" FORCE);
  assert_true(warns(&s, "mass_per_length: found a value that does nothing"));
  assert_true(warns(&s, "bridge.damping does nothing"));
  assert_true(warns(&s, "asks for 9 modes, the bridge has 3"));
  shipped_free(&s);
  write_modes(f, 8);
  s = run_text(f, FILES "modes: 3}\n" FORCE);
  assert_true(warns(&s, "8 points along the deck"));
  shipped_free(&s);
}

// A number of elements that ritz does not take leaves the uncertainty of the modes known.
static void test_unused_elements(void **state) {
  static const char *const text =
      DECK STIFF "elements: 40}\ntrains: [{forces: [1e5]}]\nrun: {speed: 30}\n";
  Shipped s = run_text(*state, text);
  assert_int_equal((int)shipped_number(&s, "bridge.u_num.runs"), 2);
  shipped_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stiff_contact),
      cmocka_unit_test(test_point),
      cmocka_unit_test(test_verdict_of_a_range),
      cmocka_unit_test(test_cutoff),
      cmocka_unit_test(test_doubts),
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_doubts_of_files),
      cmocka_unit_test(test_unused_elements),
  };
  return cmocka_run_group_tests(tests, folder_new, folder_free);
}
