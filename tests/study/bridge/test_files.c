// Numbers of a case that are in files beside it: axles, a measured profile, modes as HDF5. What is
// wrong in a file is said at its line, or by dataset and index.
#include "folder.h"

#include <hdf5.h>

#define BEAM                                                                                       \
  "kind: bridge\nbridge: {use: bridges/yang-yau.yaml, modes: 5}\nrun: {speed: 30 m/s}\n"           \
  "time: {step: 1 ms}\n"

static double deepest(const Shipped *s) {
  return shipped_number(s, "bridge.deflection.max_mm");
}

static double deepest_of(const Folder *f, const char *text) {
  write_text(f, "case.yaml", text);
  Shipped s = run_whole(f);
  double found = deepest(&s);
  shipped_free(&s);
  return found;
}

//------------------------------------------------------------------------------- axles

// The same train in the case and in a table, in other units; the resolved input holds its numbers.
static void test_axles(void **state) {
  const Folder *f = *state;
  double listed = deepest_of(
      f, BEAM "trains: [{name: t, axles: [0 m, 3 m, 9.5 m], forces: [100 kN, 90 kN, 80 kN]}]\n");
  write_text(f, "axles.csv", "name;x [cm];force [kN]\nfirst;0;100\nsecond;300;90\nthird;950;80\n");
  double table = deepest_of(f, BEAM "trains: [{name: t, axle_table: axles.csv}]\n");
  assert_close(table, listed, 1e-12, 0);
  write_text(f, "axles.csv", "x [m]\n0\n3\n9.5\n");
  double equal =
      deepest_of(f, BEAM "trains: [{name: t, axle_table: axles.csv, forces: [90 kN]}]\n");
  assert_close(
      equal, deepest_of(f, BEAM "trains: [{name: t, axles: [0 m, 3 m, 9.5 m], forces: [90 kN]}]\n"),
      1e-12, 0);
}

// At equal distances, as HSLM-B has them; the shipped train has the forces.
static void test_uniform(void **state) {
  const Folder *f = *state;
  double listed =
      deepest_of(f, BEAM "trains: [{name: t, axles: [0 m, 3 m, 6 m], forces: [170 kN]}]\n");
  double uniform = deepest_of(
      f, BEAM "trains: [{use: trains/hslm-b.yaml, uniform: {count: 3, distance: 3 m}}]\n");
  assert_close(uniform, listed, 1e-12, 0);
  write_text(f, "case.yaml", BEAM "trains: [{uniform: {count: 3, distance: 3 m}}]\n");
  expect_error(f, "found a train without load");
  write_text(f, "case.yaml",
             BEAM "trains: [{forces: [1 kN, 2 kN], uniform: {count: 3, distance: 3 m}}]\n");
  expect_error(f, "found 2 values, expected 1 or 3, as many as axles");
}

static void test_resolved(void **state) {
  const Folder *f = *state;
  write_text(f, "axles.csv", "x,force\n0,1000\n2.5,2000\n");
  write_text(f, "case.yaml", BEAM "trains: [{name: t, axle_table: axles.csv}]\n");
  Shipped s = run_whole(f);
  char *text = NULL;
  assert_int_equal(cat_case_print(s.ctx, s.c, &text), CAT_OK);
  assert_non_null(strstr(text, "2.5 m"));
  assert_non_null(strstr(text, "2000 N"));
  assert_null(strstr(text, "axles.csv"));
  cat_string_free(s.ctx, text);
  shipped_free(&s);
}

static void test_axle_faults(void **state) {
  const Folder *f = *state;
  write_text(f, "case.yaml", BEAM "trains: [{name: t, axle_table: axles.csv}]\n");
  write_text(f, "axles.csv", "x [m],force [kN]\n0,1\n3,1\n2,1\n");
  expect_error(f, "axles.csv:4:1: x: found an axle at 2 m behind one at 3 m");
  write_text(f, "axles.csv", "x [m],force [kN]\n1,1\n3,1\n");
  expect_error(f, "axles.csv:2:1: x: found the first axle at 1 m, expected 0 m");
  write_text(f, "axles.csv", "x [m],force [kN]\n0,1\n3,-1\n");
  expect_error(f, "axles.csv:3:3: force: found -1000 N");
  write_text(f, "axles.csv", "x [kg],force [kN]\n0,1\n3,1\n");
  expect_error(f, "axles.csv:1:1: x: found the unit \"kg\"");
  write_text(f, "axles.csv", "force [kN]\n1\n");
  expect_error(f, "axles.csv:1:1: x: found no column \"x\", expected one, such as \"x [m]\"");
  write_text(f, "axles.csv", "x [m]\n0\n");
  expect_error(f, "found a train without load");
  write_text(f, "case.yaml", BEAM "trains: [{name: t, axles: [0 m], axle_table: axles.csv}]\n");
  expect_error(f, "axle_table: found a table beside axles");
}

//------------------------------------------------------------------------------- profile

#define SPRUNG                                                                                     \
  "trains: [{name: t, start: 40 m, sprung: {mass: 5 t, stiffness: 1500 kN/m, damping: 30 kN "      \
  "s/m}}]\n"

// A wave of 10 m under a sprung mass far from resonance: the force follows the law of the spring.
static void test_profile(void **state) {
  const Folder *f = *state;
  FILE *out = file_in(f, "profile.csv");
  fprintf(out, "x [m],height [mm]\n");
  for (int i = -600; i <= 900; i++) {
    double x = i * 0.1;
    fprintf(out, "%.17g,%.17g\n", x, 2 * sin(0.6283185307179586 * x));
  }
  fclose(out);
  write_text(f, "case.yaml", BEAM SPRUNG "rail: {profile: profile.csv}\n");
  Shipped s = run_whole(f);
  // on rigid track before the bridge: |m omega^2 T| z, T = (k + i c w)/(k - m w^2 + i c w)
  double w = 0.6283185307179586 * 30, k = 1500e3, c = 30e3, m = 5000, re = k - m * w * w;
  double force = m * w * w * 2e-3 * hypot(k, c * w) / hypot(re, c * w), most = 0;
  const CatTable *t = cat_record_find(s.rec, "time");
  const CatChannel *time = cat_table_channel(t, "t"), *p = cat_table_channel(t, "w1.force");
  for (size_t i = 0; i < t->n && time->data[i] < 40 / 30.0; i++) {
    if (time->data[i] > 1.0) most = fmax(most, p->data[i] - 5000 * 9.81);
  }
  assert_close(most, force, 0.03, 0);
  const CatTable *rail = cat_record_find(s.rec, "rail");
  assert_non_null(rail);
  shipped_free(&s);
  double flat = deepest_of(f, BEAM SPRUNG);
  write_text(f, "profile.csv", "x,height [mm]\n-1000,3\n0,3\n20,3\n900,3\n");
  assert_close(deepest_of(f, BEAM SPRUNG "rail: {profile: profile.csv}\n"), flat, 1e-9, 0);
}

static void test_profile_faults(void **state) {
  const Folder *f = *state;
  write_text(f, "case.yaml", BEAM SPRUNG "rail: {profile: profile.csv}\n");
  write_text(f, "profile.csv", "x [m],height [mm]\n0,1\n1,2\n1,3\n2,1\n");
  expect_error(f, "profile.csv:4:1: x: found 1 m behind 1 m");
  write_text(f, "profile.csv", "x [m],height [m]\n0,1\n1,2\n2,3\n3,1\n");
  expect_error(f, "profile.csv:2:3: height: found 1 m, expected at most 0.5 m");
  write_text(f, "profile.csv", "x [m],height [mm]\n0,1\n1,2\n");
  expect_error(f, "profile.csv:1:1: x: found 2 points");
  write_text(f, "profile.csv", "x [m]\n0\n1\n2\n3\n");
  expect_error(f, "found no column \"height\"");
  write_text(f, "case.yaml", BEAM SPRUNG "rail: {profile: profile.csv, irregularity: fra-6}\n");
  expect_error(f, "rail.profile: found a profile beside rail.irregularity");
}

// The resolved input names what is in the file, and says when that is something else.
static char *resolved(const Folder *f, const char *text, int *warnings) {
  write_text(f, "case.yaml", text);
  Shipped s = run_whole(f);
  char *printed = NULL;
  assert_int_equal(cat_case_print(s.ctx, s.c, &printed), CAT_OK);
  const char *at = strstr(printed, "content: \"");
  assert_non_null(at);
  char *kept = strndup(at + strlen("content: \""), 64);
  *warnings = 0;
  for (int i = 0; i < cat_case_warnings(s.c); i++) {
    *warnings += strstr(cat_case_warning(s.c, i), "the files are others") != NULL;
  }
  cat_string_free(s.ctx, printed);
  shipped_free(&s);
  return kept;
}

static void test_content(void **state) {
  const Folder *f = *state;
  char text[1024];
  int warnings;
  write_text(f, "profile.csv", "x [m],height [mm]\n0,0\n1,0\n2,0\n3,0\n");
  char *first = resolved(f, BEAM SPRUNG "rail: {profile: profile.csv}\n", &warnings);
  assert_int_equal(warnings, 0);
  assert_int_equal(strspn(first, "0123456789abcdef"), 64);
  snprintf(text, sizeof text, BEAM SPRUNG "rail: {profile: profile.csv, content: \"%s\"}\n", first);
  char *again = resolved(f, text, &warnings);
  assert_int_equal(warnings, 0);
  write_text(f, "profile.csv", "x [m],height [mm]\n0,0\n1,0\n2,0\n3,1\n");
  char *other = resolved(f, text, &warnings);
  assert_int_equal(warnings, 1);
  assert_string_equal(first, again);
  assert_string_not_equal(first, other);
  free(first), free(again), free(other);
}

//------------------------------------------------------------------------------- modes as HDF5

enum { MODES = 5, POINTS = 251 };

static void put(hid_t file, const char *name, const hsize_t size[2], const double *x,
                const char *unit) {
  hid_t space = H5Screate_simple(size[1] ? 2 : 1, size, NULL), type = H5Tcopy(H5T_C_S1);
  hid_t set =
      H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(set >= 0);
  assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
  if (unit) {
    H5Tset_size(type, H5T_VARIABLE);
    hid_t one = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(set, "unit", type, one, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, type, &unit) >= 0);
    H5Aclose(attribute), H5Sclose(one);
  }
  H5Dclose(set), H5Tclose(type), H5Sclose(space);
}

// The beam of Yang and Yau: modes sin(i pi x/L) with the mass mu L/2.
typedef struct Beam {
  double f[MODES], mass[MODES], x[POINTS], shapes[POINTS * MODES];
} Beam;

static void fill(Beam *b) {
  const double L = 25, mu = 2303, EI = 2.87e9 * 2.90, pi = 3.14159265358979323846;
  for (int i = 0; i < MODES; i++) {
    b->f[i] = pi / 2 * (i + 1) * (i + 1) / (L * L) * sqrt(EI / mu);
    b->mass[i] = mu * L / 2;
  }
  for (int k = 0; k < POINTS; k++) {
    b->x[k] = L * k / (POINTS - 1) * 1e3;  // [mm]
    for (int i = 0; i < MODES; i++) {
      b->shapes[k * MODES + i] = sin((i + 1) * pi * k / (POINTS - 1));
    }
  }
}

static void write_hdf5(const Folder *f, const Beam *b, const char *unit) {
  char path[128];
  snprintf(path, sizeof path, "%s/bridge.h5", f->name);
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  put(file, "f", (hsize_t[]){MODES, 0}, b->f, NULL);
  put(file, "mass", (hsize_t[]){MODES, 0}, b->mass, "t");
  put(file, "x", (hsize_t[]){POINTS, 0}, b->x, unit);
  put(file, "shapes", (hsize_t[]){POINTS, MODES}, b->shapes, NULL);
  H5Fclose(file);
}

#define IMPORTED                                                                                   \
  "kind: bridge\nbridge: {length: 25 m, modes: 5, imported: {modes: bridge.h5, shapes: "           \
  "bridge.h5}}\n"                                                                                  \
  "run: {speed: 30 m/s}\ntime: {step: 1 ms}\ntrains: [{forces: [56 kN]}]\n"

static void test_hdf5(void **state) {
  const Folder *f = *state;
  Beam b;
  fill(&b);
  double beam = deepest_of(f, BEAM "trains: [{forces: [56 kN]}]\n");
  for (int i = 0; i < MODES; i++) b.mass[i] /= 1e3;  // [t]
  write_hdf5(f, &b, "mm");
  assert_close(deepest_of(f, IMPORTED), beam, 1e-4, 0);
}

static void cut_off(const Folder *f) {
  char path[128];
  snprintf(path, sizeof path, "%s/bridge.h5", f->name);
  assert_int_equal(truncate(path, 3000), 0);
}

static void test_hdf5_faults(void **state) {
  const Folder *f = *state;
  Beam b;
  fill(&b);
  write_text(f, "case.yaml", IMPORTED);
  write_hdf5(f, &b, "kg");
  expect_error(f, "bridge.h5: x: found the unit \"kg\", expected one such as m");
  write_hdf5(f, &b, NULL);
  expect_error(f, "bridge.h5: x[0]: found 251 places from 0 m to 25000 m");
  b.f[3] = 0;
  write_hdf5(f, &b, "mm");
  expect_error(f, "bridge.h5: f[3]: found 0 Hz");
  fill(&b);
  b.shapes[7 * MODES + 2] = NAN;
  write_hdf5(f, &b, "mm");
  expect_error(f, "bridge.h5: shapes[7]: found nan, expected a finite number");
  cut_off(f);
  expect_error(f, "bridge.h5: found an HDF5 file that is damaged or cut off");
}

// Datasets whose numbers are in another file: none of these is opened.
static void test_profile_elsewhere(void **state) {
  const Folder *f = *state;
  write_text(f, "case.yaml", BEAM SPRUNG "rail: {profile: bridge.h5}\n");
  char own[128], secret[128];
  snprintf(own, sizeof own, "%s/bridge.h5", f->name);
  snprintf(secret, sizeof secret, "%s/axles.csv", f->name);
  write_text(f, "axles.csv", "0123456701234567012345670123456701234567012345670123456701234567");
  hsize_t n = 8;
  for (int way = 0; way < 3; way++) {
    hid_t file = H5Fcreate(own, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, &n, NULL), how = H5Pcreate(H5P_DATASET_CREATE), set = -1;
    if (way == 0) H5Pset_external(how, secret, 0, 64);
    if (way == 1) H5Pset_virtual(how, space, "other.h5", "x", space);
    if (way < 2) set = H5Dcreate2(file, "x", H5T_IEEE_F64LE, space, H5P_DEFAULT, how, H5P_DEFAULT);
    if (way == 2) H5Lcreate_external("other.h5", "/x", file, "x", H5P_DEFAULT, H5P_DEFAULT);
    if (set >= 0) H5Dclose(set);
    H5Pclose(how), H5Sclose(space), H5Fclose(file);
    expect_error(f, "bridge.h5: x: found no dataset of this file");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_axles),       cmocka_unit_test(test_uniform),
      cmocka_unit_test(test_resolved),    cmocka_unit_test(test_axle_faults),
      cmocka_unit_test(test_profile),     cmocka_unit_test(test_profile_faults),
      cmocka_unit_test(test_content),     cmocka_unit_test(test_hdf5),
      cmocka_unit_test(test_hdf5_faults), cmocka_unit_test(test_profile_elsewhere),
  };
  return cmocka_run_group_tests(tests, folder_new, folder_free);
}
