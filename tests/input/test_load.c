// Files become values: units, defaults, shipped cases, use, places, warnings.
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "good.h"

static void assert_error(const CatContext *ctx, int i, const char *expected) {
  char text[1200];
  const CatError *e = cat_context_error(ctx, i);
  assert_non_null(e);
  assert_string_equal(cat_error_text(e, text, sizeof text), expected);
}

static void units_become_si(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = read_text(ctx, good_case, strlen(good_case), NULL);
  assert_non_null(spec);
  const CatPdaeSpec *p = cat_spec_values(spec);
  assert_close(p->carrier.tension, 15000, 0, 0);
  assert_close(p->contact_wire.tension, 15000, 0, 0);
  assert_close(p->contact_wire.mass_per_length, 1.068, 1e-15, 0);
  assert_close(p->contact_wire.bending_stiffness, 150, 0, 0);
  assert_close(p->run.speed, 32, 1e-15, 0);
  assert_close(p->droppers[0].position, 5.5, 1e-15, 0);
  assert_close(p->pantograph.masses[0].stiffness, 7000, 0, 0);
  assert_int_equal(p->ndropper, 2);
  assert_string_equal(p->droppers[1].name, "d2");
  assert_string_equal(cat_spec_common(spec)->kind, "pdae");
  assert_string_equal(cat_spec_common(spec)->title, "");
  assert_int_equal(cat_spec_warnings(spec), 0);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void defaults_fill_the_rest(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = read_text(ctx, good_case, strlen(good_case), NULL);
  const CatPdaeSpec *p = cat_spec_values(spec);
  assert_close(p->gravity, 9.81, 0, 0);
  assert_close(p->run.half_length, 0.2, 0, 0);
  assert_int_equal(p->space.method, CAT_PDAE_FEM);
  assert_int_equal(p->space.intervals, 400);
  assert_true(p->time.smoothing);
  assert_int_equal(p->time.events, CAT_PDAE_LOCALISED);
  assert_int_equal(p->record.every, 1);
  CatWhere where = cat_spec_where(spec, &p->run.half_length);
  assert_false(where.given);
  assert_string_equal(where.path, "run.half_length");
  assert_int_equal(where.place.line, 20);  // the section around it
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void values_keep_their_places(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = read_text(ctx, good_case, strlen(good_case), NULL);
  const CatPdaeSpec *p = cat_spec_values(spec);
  CatWhere where = cat_spec_where(spec, &p->droppers[1].length);
  assert_true(where.given);
  assert_string_equal(where.path, "droppers[1].length");
  assert_string_equal(where.place.file, "case.yaml");
  assert_int_equal(where.place.line, 15);
  assert_int_equal(where.place.column, 13);
  where = cat_spec_where(spec, &p->droppers);
  assert_string_equal(where.path, "droppers");
  assert_int_equal(where.place.line, 10);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void shipped_cases_load(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    CatContext *ctx = cat_context_new(NULL);
    char path[512];
    CatSpec *spec = read_shipped(ctx, shipped_speeds[i], path);
    assert_non_null(spec);
    const CatPdaeSpec *p = cat_spec_values(spec);
    assert_close(p->run.speed, atof(shipped_speeds[i]), 0, 0);
    assert_string_equal(p->pantograph.name, "fischer");
    assert_close(p->pantograph.masses[1].mass, 17, 0, 0);
    assert_int_equal(cat_spec_warnings(spec), 0);
    CatWhere where = cat_spec_where(spec, &p->pantograph.masses[1].mass);
    assert_non_null(strstr(where.place.file, "pantographs/fischer.yaml"));
    assert_string_equal(where.path, "pantograph.masses[1].mass");
    assert_string_equal(cat_spec_file(spec), path);
    cat_spec_free(spec);
    cat_context_free(ctx);
  }
}

static void write_file(const char *dir, const char *name, const char *text) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

// base <- middle (own pantograph) <- case: the nearest file wins, key by key
static void uses_override_key_by_key(void **state) {
  (void)state;
  char *dir = temp_dir_new(), path[512];
  write_file(dir, "base.yaml", good_case);
  write_file(dir, "panto.yaml", "name: other\nmasses:\n  - {name: only, mass: 8 kg}\n");
  write_file(dir, "middle.yaml",
             "use: base\npantograph:\n  use: panto\n  static_force: 60 N\nrun: {from: 3 m}\n");
  write_file(dir, "case.yaml", "use: middle.yaml\nrun:\n  to: 17 m\ndroppers: []\n");
  snprintf(path, sizeof path, "%s/case.yaml", dir);
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = NULL;
  assert_int_equal(cat_input_load(ctx, cat_kind_list(), path, NULL, &spec), CAT_OK);
  const CatPdaeSpec *p = cat_spec_values(spec);
  assert_close(p->run.from, 3, 0, 0);
  assert_close(p->run.to, 17, 0, 0);
  assert_close(p->run.speed, 32, 1e-15, 0);
  assert_int_equal(p->ndropper, 0);
  assert_int_equal(p->pantograph.nmass, 1);
  assert_string_equal(p->pantograph.name, "other");
  assert_close(p->pantograph.static_force, 60, 0, 0);
  cat_spec_free(spec);
  cat_context_free(ctx);
  temp_dir_remove(dir);
}

static void new_use_replaces_the_old_part(void **state) {
  (void)state;
  char *dir = temp_dir_new(), path[512];
  write_file(dir, "one.yaml", "name: one\nstatic_force: 70 N\nmasses: [{mass: 9 kg}]\n");
  write_file(dir, "two.yaml", "name: two\nmasses: [{mass: 8 kg}]\n");
  write_file(dir, "base.yaml", good_case);
  write_file(dir, "first.yaml", "use: base\npantograph: {use: one}\n");
  write_file(dir, "second.yaml", "use: first\npantograph: {use: two}\n");
  snprintf(path, sizeof path, "%s/second.yaml", dir);
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = NULL;
  assert_int_equal(cat_input_load(ctx, cat_kind_list(), path, NULL, &spec), CAT_OK);
  const CatPdaeSpec *p = cat_spec_values(spec);
  assert_string_equal(p->pantograph.name, "two");
  assert_close(p->pantograph.static_force, 0, 0, 0);  // nothing of the first one is left
  cat_spec_free(spec);
  cat_context_free(ctx);
  temp_dir_remove(dir);
}

// Three files of 3 MiB: each is small enough, together they are not.
static void files_together_are_limited(void **state) {
  (void)state;
  char *dir = temp_dir_new(), path[512];
  size_t n = 3 * 1024 * 1024;
  char *text = malloc(n + 64);
  const char *const heads[] = {"use: b\n#", "use: c\n#", "kind: pdae\n#"};
  const char *const names[] = {"a.yaml", "b.yaml", "c.yaml"};
  for (int i = 0; i < 3; i++) {
    size_t head = (size_t)sprintf(text, "%s", heads[i]);
    memset(text + head, 'x', n - head);
    text[n] = '\0';
    write_file(dir, names[i], text);
  }
  free(text);
  snprintf(path, sizeof path, "%s/a.yaml", dir);
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = NULL;
  assert_int_equal(cat_input_load(ctx, cat_kind_list(), path, NULL, &spec), CAT_ERR_INPUT);
  assert_non_null(strstr(cat_context_error(ctx, 0)->message, "found 9437184 bytes with all files"));
  cat_context_free(ctx);
  temp_dir_remove(dir);
}

static void aliases_share_values(void **state) {
  (void)state;
  static const char text[] =
      "kind: pdae\nlength: 20\nencumbrance: 1\n"
      "carrier: &wire {mass_per_length: 0.6, tension: &T 15 kN}\n"
      "contact_wire: {mass_per_length: 1, tension: *T, bending_stiffness: 150}\n"
      "pantograph: {masses: [{mass: 9}]}\nrun: {speed: 32, from: 2, to: 18}\n"
      "start: {contact_force: 9}\n";
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = read_text(ctx, text, strlen(text), NULL);
  assert_non_null(spec);
  const CatPdaeSpec *p = cat_spec_values(spec);
  assert_close(p->contact_wire.tension, 15000, 0, 0);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

// A byte order mark and carriage returns change neither values nor places.
static void other_line_ends_are_fine(void **state) {
  (void)state;
  char text[2 * sizeof good_case + 8] = "\xef\xbb\xbf";
  size_t n = 3;
  for (const char *c = good_case; *c; c++) {
    if (*c == '\n') text[n++] = '\r';
    text[n++] = *c;
  }
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = read_text(ctx, text, n, NULL);
  assert_non_null(spec);
  const CatPdaeSpec *p = cat_spec_values(spec);
  assert_int_equal(cat_spec_where(spec, &p->run.to).place.line, 23);
  assert_int_equal(cat_spec_where(spec, &p->run.to).place.column, 7);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void columns_count_characters(void **state) {
  (void)state;
  static const char text[] = "{title: \"äöü€\", length: 0x1}\n";
  CatContext *ctx = cat_context_new(NULL);
  const char *const sets[4] = {"kind=pdae"};
  assert_null(read_text(ctx, text, strlen(text), sets));
  char shown[1200];
  bool found = false;
  for (int i = 0; cat_context_error(ctx, i); i++) {
    cat_error_text(cat_context_error(ctx, i), shown, sizeof shown);
    found = found || strncmp(shown, "case.yaml:1:25: length: found \"0x1\"", 34) == 0;
  }
  assert_true(found);
  cat_context_free(ctx);
}

static void odd_values_draw_warnings(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  const char *const sets[4] = {"carrier.tension=5e5", "run.speed=85 m/s"};
  CatSpec *spec = read_text(ctx, good_case, strlen(good_case), sets);
  assert_non_null(spec);
  assert_int_equal(cat_spec_warnings(spec), 2);
  assert_string_equal(cat_spec_warning_at(spec, 0),
                      "--set: carrier.tension: found \"5e5\" (500 kN), usual are 0.5 to 100 kN; is "
                      "the unit right?");
  assert_string_equal(
      cat_spec_warning_at(spec, 1),
      "--set: run.speed: found 85 m/s, usual are speeds below 0.7 of the wave speed "
      "of the contact wire = 118.511 m/s");
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void all_faults_are_reported_at_once(void **state) {
  (void)state;
  static const char text[] = "kind: pdae\nlength: 5 kg\nrun: {sped: 3}\ncarrier: 7\n";
  CatContext *ctx = cat_context_new(NULL);
  assert_null(read_text(ctx, text, strlen(text), NULL));
  assert_int_equal(cat_context_errors(ctx), 5);
  assert_error(
      ctx, 0,
      "case.yaml:1:1: found no \"encumbrance\", \"contact_wire\", expected these required keys");
  assert_error(ctx, 1, "case.yaml:2:9: length: found \"5 kg\", expected a length (m, mm, km)");
  assert_error(ctx, 4,
               "case.yaml:3:1: run: found no \"speed\", \"from\", \"to\", expected these required "
               "keys");
  cat_context_free(ctx);
}

static void more_than_twenty_are_counted(void **state) {
  (void)state;
  char text[2000] = "kind: pdae\n";
  for (int i = 0; i < 30; i++) {
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, "wrong%d: 1\n", i);
  }
  CatContext *ctx = cat_context_new(NULL);
  assert_null(read_text(ctx, text, strlen(text), NULL));
  assert_int_equal(cat_context_errors(ctx), 31);
  assert_non_null(cat_context_error(ctx, CAT_MAX_ERRORS - 1));
  assert_null(cat_context_error(ctx, CAT_MAX_ERRORS));
  cat_context_free(ctx);
}

static void memory_cannot_use_files(void **state) {
  (void)state;
  static const char text[] = "use: /etc/passwd\n";
  CatContext *ctx = cat_context_new(NULL);
  assert_null(read_text(ctx, text, strlen(text), NULL));
  assert_error(ctx, 0,
               "case.yaml:1:6: use: found \"/etc/passwd\", expected no use: there are no files "
               "beside this text");
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(units_become_si),
      cmocka_unit_test(defaults_fill_the_rest),
      cmocka_unit_test(values_keep_their_places),
      cmocka_unit_test(shipped_cases_load),
      cmocka_unit_test(uses_override_key_by_key),
      cmocka_unit_test(new_use_replaces_the_old_part),
      cmocka_unit_test(files_together_are_limited),
      cmocka_unit_test(aliases_share_values),
      cmocka_unit_test(other_line_ends_are_fine),
      cmocka_unit_test(columns_count_characters),
      cmocka_unit_test(odd_values_draw_warnings),
      cmocka_unit_test(all_faults_are_reported_at_once),
      cmocka_unit_test(more_than_twenty_are_counted),
      cmocka_unit_test(memory_cannot_use_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
