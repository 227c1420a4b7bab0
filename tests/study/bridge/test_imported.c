// Bridges from files: modes of the thesis's bridge as CSV, its matrices as Matrix Market, a deck of
// two tracks that twists; what is wrong in a file is said at its line.
#include "export.h"
#include "folder.h"

//------------------------------------------------------------------------------- runs

#define FORCE "trains: [{name: force, forces: [1 MN]}]\nrun: {speed: 60 m/s}\ntime: {step: 5 ms}\n"
#define IN_A_SPAN "measure: {at: [396 m]}\n"

static const char *const beam_case =
    "kind: bridge\nbridge: {use: bridges/thesis-912.yaml, method: hermite, elements: 500, modes: "
    "12}\n" FORCE IN_A_SPAN;
static const char *const modes_case =
    "kind: bridge\nbridge:\n  length: 912 m\n  modes: 12\n  imported: {modes: modes.csv, shapes: "
    "shapes.csv}\n" FORCE IN_A_SPAN;

static double deepest(const Shipped *s) {
  return shipped_number(s, "bridge.deflection.max_mm");
}

static double frequency(const Shipped *s, int i) {
  return cJSON_GetArrayItem(shipped_field(s, "bridge.f_Hz"), i)->valuedouble;
}

static void compare(const Folder *f, double reference, const double *frequencies) {
  Shipped s = run_whole(f);
  for (int i = 0; i < 4; i++) assert_close(frequency(&s, i), frequencies[i], 1e-5, 0);
  assert_close(deepest(&s), reference, 1e-4, 0);
  assert_int_equal(cJSON_GetArraySize(shipped_field(&s, "bridge.reactions_N")), 0);
  shipped_free(&s);
}

static void test_modes(void **state) {
  const Folder *f = *state;
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 20);
  CatDeckSpec spec = thesis(500);
  CatBridge b;
  double frequencies[4];
  write_text(f, "case.yaml", beam_case);
  Shipped s = run_whole(f);
  double reference = deepest(&s);
  for (int i = 0; i < 4; i++) frequencies[i] = frequency(&s, i);
  shipped_free(&s);
  assert_int_equal(cat_bridge_new(a, NULL, &spec, &b), CAT_OK);
  write_modes(f->name, &b);
  write_shapes(f->name, a, &b, 401, 1);
  write_text(f, "case.yaml", modes_case);
  compare(f, reference, frequencies);
  cat_arena_free(a);
  cat_context_free(ctx);
}

static void test_matrices(void **state) {
  static const char *const text =
      "kind: bridge\nbridge:\n  length: 912 m\n  modes: 12\n  imported: {stiffness: K.mtx, mass: "
      "M.mtx, points: points.csv}\n" FORCE IN_A_SPAN;
  static const char *const exchanged =
      "kind: bridge\nbridge:\n  length: 912 m\n  modes: 4\n  imported: {stiffness: M.mtx, mass: "
      "K.mtx, points: points.csv}\n" FORCE IN_A_SPAN;
  const Folder *f = *state;
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 20);
  CatDeckSpec spec = thesis(500);
  CatBeam beam;
  double frequencies[4];
  assert_int_equal(cat_beam_new(a, &spec, &beam), CAT_OK);
  write_text(f, "case.yaml", beam_case);
  Shipped s = run_whole(f);
  double reference = deepest(&s);
  for (int i = 0; i < 4; i++) frequencies[i] = frequency(&s, i);
  shipped_free(&s);
  write_matrix(f->name, "K.mtx", &beam.K);
  write_matrix(f->name, "M.mtx", &beam.M);
  write_points(f->name, &beam);
  write_text(f, "case.yaml", text);
  compare(f, reference, frequencies);
  write_text(f, "case.yaml", exchanged);
  s = run_whole(f);
  assert_true(cat_record_warnings(s.rec) > 0);
  assert_non_null(strstr(cat_record_warning_at(s.rec, 0), "are K and M exchanged"));
  shipped_free(&s);
  cat_arena_free(a);
  cat_context_free(ctx);
}

// Two trains on two tracks of a deck that twists: its shapes at five places across.
static void test_across(void **state) {
  static const char *const rest =
      "trains:\n  - {name: one, track: 2.2 m, forces: [200 kN], axles: [0 m]}\n  - {name: two, "
      "track: -1.3 m, heading: backwards, start: 20 m, forces: [300 kN], axles: [0 m]}\nrun: "
      "{speed: 50 m/s}\ntime: {step: 1 ms}\nmeasure: {at: [28 m], across: 1.7 m}\n";
  static const double damping = 0.01;
  const Folder *f = *state;
  char text[1024];
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 20);
  CatDeckSpec spec = {.length = 56,
                      .mass_per_length = 20000,
                      .bending_stiffness = 6e11,
                      .torsion = {true, 4e11, 2e5},
                      .modes = 10,
                      .ndamping = 1,
                      .damping = &damping};
  CatBridge b;
  snprintf(text, sizeof text,
           "kind: bridge\nbridge: {use: bridges/double-track-56.yaml, modes: 10}\n%s", rest);
  write_text(f, "case.yaml", text);
  Shipped s = run_whole(f);
  double reference = deepest(&s);
  shipped_free(&s);
  assert_int_equal(cat_bridge_new(a, NULL, &spec, &b), CAT_OK);
  write_modes(f->name, &b);
  write_shapes(f->name, a, &b, 201, 5);
  snprintf(text, sizeof text,
           "kind: bridge\nbridge:\n  length: 56 m\n  modes: 10\n  imported: {modes: modes.csv, "
           "shapes: shapes.csv}\n%s",
           rest);
  write_text(f, "case.yaml", text);
  s = run_whole(f);
  assert_close(deepest(&s), reference, 1e-4, 0);
  shipped_free(&s);
  cat_arena_free(a);
  cat_context_free(ctx);
}

//------------------------------------------------------------------------------- faults

static void test_faults(void **state) {
  const Folder *f = *state;
  write_text(f, "case.yaml", modes_case);
  write_text(f, "modes.csv", "f [Hz],mass [kg]\n1,2\n2,3\n");
  write_text(f, "shapes.csv",
             "x [m],y [m],a,b\n0,0,1,1\n0,1,1,1\n300,0,1,1\n600,0,1,1\n600,1,1,1\n"
             "912,0,1,1\n912,1,1,1\n");
  expect_error(f,
               "shapes.csv:4:1: x: found no point x = 300 m, y = 1 m, expected all combinations");
  write_text(f, "shapes.csv", "x [m],a\n0,0\n300,1\n600,1\n912,0\n");
  expect_error(f, "shapes.csv:1:7: found shapes of 1 modes, expected 2");
  write_text(f, "shapes.csv", "x [m],a,b\n0,0,0\n300,1,1\n600,1,x\n912,0,0\n");
  expect_error(f, "shapes.csv:4:7: b: found \"x\", expected a number");
  write_text(f, "shapes.csv", "x [m],a,b\n0,0,0\n300,1,1\n600,1,1\n900,0,0\n");
  expect_error(f, "shapes.csv:2:1: x: found 4 places from 0 m to 900 m");
  write_text(f, "modes.csv", "f [Hz],mass [kg]\n2,2\n1,3\n");
  expect_error(f, "modes.csv:3:1: f: found 1 Hz, expected frequencies above 0 Hz");
  write_text(f, "modes.csv", "f [Hz],mass [kg]\n1,0\n2,3\n");
  expect_error(f, "modes.csv:2:3: mass: found 0 kg");
  write_text(f, "modes.csv", "f [N],mass [kg]\n1,1\n2,3\n");
  expect_error(f, "modes.csv:1:1: f: found the unit \"N\"");
}

static void test_matrix_faults(void **state) {
  static const char *const head = "%%MatrixMarket matrix coordinate real symmetric\n";
  const Folder *f = *state;
  char text[512];
  write_text(f, "case.yaml",
             "kind: bridge\nbridge:\n  length: 3 m\n  imported: {stiffness: K.mtx, "
             "mass: M.mtx, points: points.csv}\n" FORCE);
  write_text(f, "points.csv", "x [m],unknown\n0,1\n1,2\n2,3\n3,4\n");
  snprintf(text, sizeof text, "%s4 4 4\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n", head);
  write_text(f, "M.mtx", text);
  snprintf(text, sizeof text, "%s4 4 4\n1 1 1\n2 2 -1\n3 3 1\n4 4 1\n", head);
  write_text(f, "K.mtx", text);
  expect_error(f, "K.mtx:4:1: bridge.imported.stiffness: found -1 on the diagonal for unknown 2");
  snprintf(text, sizeof text, "%s4 4 5\n1 1 1\n2 2 1\n2 1 3\n3 3 1\n4 4 1\n", head);
  write_text(f, "K.mtx", text);
  expect_error(f, "K.mtx:1:1: bridge.imported.stiffness: found a matrix that is not positive");
  write_text(f, "points.csv", "x [m],unknown\n0,1\n1,2\n2,7\n3,4\n");
  expect_error(f, "points.csv:4:3: unknown: found 7, expected at most 4");
  write_text(f, "points.csv", "x [m],unknown\n0,1\n1,-2\n2,3\n3,4\n");
  expect_error(f, "points.csv:3:3: unknown: found -2, expected the number of an unknown");
  write_text(f, "points.csv", "x [m],unknown\n0,0\n1,2\n2,3\n3,4\n");
  snprintf(text, sizeof text, "%s4 4 4\n1 1 1\n2 5 1\n3 3 1\n4 4 1\n", head);
  write_text(f, "K.mtx", text);
  expect_error(f, "K.mtx:4:2: found 5, expected a column, 1 to 4");
  snprintf(text, sizeof text, "%s4 4 5\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n", head);
  write_text(f, "K.mtx", text);
  expect_error(f, "found 4 entries, expected 5");
  write_text(f, "K.mtx", "%%MatrixMarket matrix array real general\n");
  expect_error(f, "K.mtx:1:23: found \"array\", expected the first line");
  snprintf(text, sizeof text, "%s3 3 3\n1 1 1\n2 2 1\n3 3 1\n", head);
  write_text(f, "K.mtx", text);
  expect_error(f, "M.mtx:1:1: bridge.imported.mass: found 4 unknowns, expected 3");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_modes),         cmocka_unit_test(test_matrices),
      cmocka_unit_test(test_across),        cmocka_unit_test(test_faults),
      cmocka_unit_test(test_matrix_faults),
  };
  return cmocka_run_group_tests(tests, folder_new, folder_free);
}
