// Bridges from files: modes of the thesis's bridge as CSV, its matrices as Matrix Market, a deck of
// two tracks that twists; what is wrong in a file is said at its line.
#include "shipped.h"

#include <stdlib.h>
#include <unistd.h>

#include "bridge/beam.h"

typedef struct Folder {
  char name[64];
} Folder;

static FILE *file_in(const Folder *f, const char *name) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", f->name, name);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  return out;
}

static void write_text(const Folder *f, const char *name, const char *text) {
  FILE *out = file_in(f, name);
  fputs(text, out);
  fclose(out);
}

static int folder_new(void **state) {
  static Folder f;
  snprintf(f.name, sizeof f.name, "/tmp/catenaria-imported-XXXXXX");
  *state = &f;
  return mkdtemp(f.name) ? 0 : 1;
}

static int folder_free(void **state) {
  static const char *const names[] = {"case.yaml", "modes.csv", "shapes.csv",
                                      "K.mtx",     "M.mtx",     "points.csv"};
  char path[128];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(path, sizeof path, "%s/%s", ((Folder *)*state)->name, names[i]);
    unlink(path);
  }
  return rmdir(((Folder *)*state)->name);
}

//------------------------------------------------------------------------------- files

static const double thesis_piers[7] = {96, 216, 336, 456, 576, 696, 816};
static const double no_damping = 0;

static CatDeckSpec thesis(int elements) {
  return (CatDeckSpec){.length = 912,
                       .mass_per_length = 40000,
                       .bending_stiffness = 7.2e12,
                       .npier = 7,
                       .piers = thesis_piers,
                       .pier_stiffness = 1e10,
                       .method = CAT_DECK_HERMITE,
                       .elements = elements,
                       .modes = 12,
                       .ndamping = 1,
                       .damping = &no_damping};
}

// Modal masses that are not 1: 2, 4, 6, ... kg.
static void write_modes(const Folder *f, const CatBridge *b) {
  FILE *out = file_in(f, "modes.csv");
  fprintf(out, "mode,f [Hz],mass [kg],damping\n");
  for (int i = 0; i < b->n; i++) {
    fprintf(out, "%d,%.12g,%d,%.12g\n", i + 1, b->omega[i] / 6.283185307179586, 2 * i + 2,
            b->zeta[i]);
  }
  fclose(out);
}

static void write_shapes(const Folder *f, CatArena *a, const CatBridge *b, int nx, int ny) {
  FILE *out = file_in(f, "shapes.csv");
  double *v = CAT_ARENA(a, b->n, double);
  fprintf(out, ny > 1 ? "x [m];y [mm]" : "x [m]");
  for (int i = 0; i < b->n; i++) fprintf(out, ";phi%d", i + 1);
  for (int j = 0; j < ny; j++) {
    double y = ny > 1 ? 2.0 * j - (ny - 1) : 0;
    CatShapes track;
    assert_int_equal(cat_bridge_track(a, b, y, &track), CAT_OK);
    for (int k = 0; k < nx; k++) {
      double x = b->length * k / (nx - 1);
      cat_shapes_at(&track, x, v, NULL);
      fprintf(out, "\n%.12g", x);
      if (ny > 1) fprintf(out, ";%.12g", 1e3 * y);
      for (int i = 0; i < b->n; i++) fprintf(out, ";%.12g", v[i] * sqrt(2 * i + 2));
    }
  }
  fprintf(out, "\n");
  fclose(out);
}

static void write_matrix(const Folder *f, const char *name, const CatBand *A) {
  FILE *out = file_in(f, name);
  long entries = 0;
  for (int pass = 0; pass < 2; pass++) {
    if (pass) fprintf(out, "%%%%MatrixMarket matrix coordinate real symmetric\n%% a deck\n");
    if (pass) fprintf(out, "%d %d %ld\n", A->n, A->n, entries);
    for (int i = 0; i < A->n; i++) {
      for (int j = i < A->kd ? 0 : i - A->kd; j <= i; j++) {
        double value = cat_band_get(A, i, j);
        if (value == 0) continue;
        entries++;
        // numbered at random: the reader finds the band by itself
        long p = (i * 1117L) % A->n, q = (j * 1117L) % A->n;
        if (pass) fprintf(out, "%ld %ld %.17g\n", (p > q ? p : q) + 1, (p > q ? q : p) + 1, value);
      }
    }
  }
  fclose(out);
}

static void write_points(const Folder *f, const CatBeam *b) {
  FILE *out = file_in(f, "points.csv");
  fprintf(out, "unknown,x [m]\n");
  for (int i = 0; i < b->nnode; i++) {
    // the ends do not move: a rotation there stands for nothing, so the points keep off by a hair
    int dof = b->dof[2 * i];
    if (dof >= 0) fprintf(out, "%ld,%.12g\n", (dof * 1117L) % b->n + 1, b->x[i]);
  }
  fclose(out);
}

//------------------------------------------------------------------------------- runs

static Shipped run_case(const Folder *f) {
  char path[128];
  snprintf(path, sizeof path, "%s/case.yaml", f->name);
  Shipped s = {.ctx = cat_context_new(NULL)};
  CatCaseSource source = {.size = sizeof source, .path = path, .library = CAT_SOURCE_DIR "/cases"};
  CatStatus status = cat_case_load(s.ctx, &source, &s.c);
  if (!status) status = cat_case_run(s.ctx, s.c, &s.rec);
  return s;
}

static Shipped run_whole(const Folder *f) {
  Shipped s = run_case(f);
  char text[1024];
  if (!s.rec) print_error("%s\n", cat_error_text(cat_context_error(s.ctx, 0), text, sizeof text));
  assert_non_null(s.rec);
  return s;
}

#define FORCE "trains: [{name: force, forces: [1 MN]}]\nrun: {speed: 60 m/s}\ntime: {step: 5 ms}\n"

static const char *const beam_case =
    "kind: bridge\nbridge: {use: bridges/thesis-912.yaml, method: hermite, elements: 500, modes: "
    "12}\n" FORCE;
static const char *const modes_case =
    "kind: bridge\nbridge:\n  length: 912 m\n  modes: 12\n  imported: {modes: modes.csv, shapes: "
    "shapes.csv}\n" FORCE;

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
  write_modes(f, &b);
  write_shapes(f, a, &b, 401, 1);
  write_text(f, "case.yaml", modes_case);
  compare(f, reference, frequencies);
  cat_arena_free(a);
  cat_context_free(ctx);
}

// Ends that are held have no unknown: the elements next to them are short.
static const double ends[2] = {5e-4, 912 - 5e-4};

static void test_matrices(void **state) {
  static const char *const text =
      "kind: bridge\nbridge:\n  length: 912 m\n  modes: 12\n  imported: {stiffness: K.mtx, mass: "
      "M.mtx, points: points.csv}\n" FORCE;
  const Folder *f = *state;
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 20);
  CatDeckSpec spec = thesis(500);
  CatDeckSectionSpec near_ends[2] = {{ends[0], 40000, 7.2e12}, {ends[1], 40000, 7.2e12}};
  CatBeam beam;
  double frequencies[4];
  spec.nsection = 2, spec.sections = near_ends;
  assert_int_equal(cat_beam_new(a, &spec, &beam), CAT_OK);
  write_text(f, "case.yaml", beam_case);
  Shipped s = run_whole(f);
  double reference = deepest(&s);
  for (int i = 0; i < 4; i++) frequencies[i] = frequency(&s, i);
  shipped_free(&s);
  write_matrix(f, "K.mtx", &beam.K);
  write_matrix(f, "M.mtx", &beam.M);
  write_points(f, &beam);
  write_text(f, "case.yaml", text);
  compare(f, reference, frequencies);
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
  write_modes(f, &b);
  write_shapes(f, a, &b, 201, 5);
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

static void expect_error(const Folder *f, const char *part) {
  Shipped s = run_case(f);
  char text[1024] = "";
  assert_null(s.rec);
  const CatError *e = cat_context_error(s.ctx, 0);
  assert_non_null(e);
  cat_error_text(e, text, sizeof text);
  if (!strstr(text, part)) print_error("found \"%s\", expected \"%s\"\n", text, part);
  assert_non_null(strstr(text, part));
  shipped_free(&s);
}

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
  expect_error(f, "shapes.csv:1:7: found shapes of 1 modes beside x, expected 2");
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
  expect_error(f, "K.mtx:1:1: bridge.imported.stiffness: found a matrix that is not positive");
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
