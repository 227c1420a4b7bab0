// A signal out of a text file: which columns, in which units, in equal steps of time.
#include <math.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/unit.h"
#include "input/csv.h"
#include "input/quote.h"
#include "measurement.h"
#include "record/hash.h"
#include "spec/limits.h"

enum { FEWEST = 4 };                            // samples
static const double even = 0.01, nearly = 0.2;  // of the step: as it is; after interpolation
// A position may leap where it was corrected [m], but no train is as fast [m/s].
static const double leap = 10, fastest = 300;

// Columns by their numbers; -1: there is none.
typedef struct Chosen {
  int time, force, place;
} Chosen;

//---------------------------------- which columns -------------------------------------------------

static bool has_word(const char *text, const char *word) {
  for (; *text; text++) {
    if (cat_begins_caseless(text, word)) return true;
  }
  return false;
}

static int find_named(const CatCsv *csv, const char *const *names, int n) {
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < csv->ncolumn; i++) {
      if (cat_same_caseless(csv->column[i].name, names[k])) return i;
    }
  }
  return -1;
}

static int find_given(const CatCsv *csv, const char *name) {
  for (int i = 0; i < csv->ncolumn; i++) {
    if (strcmp(csv->column[i].name, name) == 0 || strcmp(csv->column[i].head, name) == 0) return i;
  }
  return -1;
}

// The names that there are, as far as a message holds them.
static const char *all_names(CatMeasured *m, const CatCsv *csv) {
  CatText text = cat_text_new(m->ctx);
  for (int i = 0; i < csv->ncolumn && text.n < 300; i++) {
    cat_text_addf(&text, "%s%s", i ? ", " : "", csv->column[i].head);
  }
  const char *kept = text.data ? cat_record_textf(m->rec, "%.320s", text.data) : NULL;
  cat_text_free(&text);
  return kept ? kept : "";
}

static CatStatus find_force(CatMeasured *m, const CatCsv *csv, int *out) {
  const char *given = m->column;
  CatPlace place = {csv->file, 1, 1};
  *out = -1;
  if (given && given[0]) {
    *out = find_given(csv, given);
    if (*out >= 0) return CAT_OK;
    return CAT_FAIL_AT(m->ctx, place, "", "found no column %s, expected one of %s",
                       cat_quote(given).s, all_names(m, csv));
  }
  for (int i = 0; i < csv->ncolumn && *out < 0; i++) {
    if (has_word(csv->column[i].name, m->of.word)) *out = i;
  }
  if (*out >= 0) return CAT_OK;
  return CAT_FAIL_AT(m->ctx, place, "",
                     "found no column with \"%s\" in its name among %s; --column names it",
                     m->of.word, all_names(m, csv));
}

// "force_20Hz" beside "force": the same, low-passed, as in a channels.csv of ours.
static bool is_filtered(const char *other, const char *name) {
  size_t n = strlen(name);
  if (strncmp(other, name, n) != 0 || other[n] != '_') return false;
  const char *digits = other + n + 1;
  size_t k = strspn(digits, "0123456789.");
  return k > 0 && strcmp(digits + k, "Hz") == 0;
}

// Other forces than the chosen one and its filtered form are not looked at: said, not hidden. One
// that was named is the one that is wanted, unless two have that name.
static CatStatus warn_others(CatMeasured *m, const CatCsv *csv, int force) {
  const char *name = csv->column[force].name;
  bool named = m->column && m->column[0];
  for (int i = force + 1; i < csv->ncolumn; i++) {
    const char *other = csv->column[i].name;
    if (strcmp(other, name) == 0) {
      return cat_spec_warn(m->input, &m->spec->column,
                           "there are two columns %s: the first one is measured",
                           cat_quote(name).s);
    }
    if (named || !has_word(other, m->of.word) || is_filtered(other, name)) continue;
    return cat_spec_warn(m->input, &m->spec->column, "%s is measured, %s is not; --column names it",
                         cat_quote(name).s, cat_quote(other).s);
  }
  return CAT_OK;
}

// "p1.x" for "p1.force"; otherwise x or position.
static int find_place(const CatCsv *csv, int force) {
  static const char *const names[] = {"x", "position"};
  char own[256];
  const char *name = csv->column[force].name, *dot = strrchr(name, '.');
  if (dot && (size_t)(dot - name) + 3 < sizeof own) {
    memcpy(own, name, (size_t)(dot - name));
    memcpy(own + (dot - name), ".x", 3);
    int found = find_named(csv, (const char *const[]){own}, 1);
    if (found >= 0) return found;
  }
  return find_named(csv, names, 2);
}

static CatStatus choose(CatMeasured *m, const CatCsv *csv, Chosen *c) {
  static const char *const times[] = {"t", "time"};
  c->time = find_named(csv, times, 2);
  if (c->time < 0) {
    return CAT_FAIL_AT(m->ctx, ((CatPlace){csv->file, 1, 1}), "",
                       "found no column of time, expected \"t [s]\" among %s", all_names(m, csv));
  }
  CAT_TRY(find_force(m, csv, &c->force));
  if (c->force == c->time) {
    return CAT_FAIL_AT(m->ctx, cat_csv_place(csv, -1, c->force), csv->column[c->force].head,
                       "found the column of time, expected that of %s %s among %s",
                       strchr("aeiou", m->of.word[0]) ? "an" : "a", m->of.word, all_names(m, csv));
  }
  c->place = find_place(csv, c->force);
  if (c->place == c->force) c->place = -1;
  CAT_TRY(warn_others(m, csv, c->force));
  const char *name = csv->column[c->force].name;
  m->found = cat_arena_text(cat_spec_arena(m->input), name, strlen(name));
  return m->found ? CAT_OK : CAT_ERR_MEMORY;
}

//---------------------------------- in SI units ---------------------------------------------------

// Numbers of the column as they are in the file become those of the unit.
static CatStatus convert(CatMeasured *m, const CatCsv *csv, int column, const char *unit,
                         double *data) {
  const CatCsvColumn *c = &csv->column[column];
  CatUnit found, expected;
  cat_unit_parse(unit, &expected, NULL, 0);
  if (!c->unit[0]) {
    return cat_spec_warn(m->input, &m->spec->file, "column %s has no unit, taken as %s",
                         cat_quote(c->name).s, unit);
  }
  bool known = cat_unit_parse(c->unit, &found, NULL, 0);
  if (!known || !cat_unit_same_dimension(found, expected)) {
    return CAT_FAIL_AT(m->ctx, cat_csv_place(csv, -1, column), c->name,
                       "found the unit %s, expected one such as %s", cat_quote(c->unit).s, unit);
  }
  for (size_t i = 0; i < m->n; i++) {
    double as_found = data[i];
    data[i] *= found.factor;
    if (isfinite(data[i])) continue;
    return CAT_FAIL_AT(m->ctx, cat_csv_place(csv, (long)i, column), c->head,
                       "found %g %s, expected a finite number of %s", as_found, c->unit, unit);
  }
  return CAT_OK;
}

static CatStatus read_columns(CatMeasured *m, const CatCsv *csv, const Chosen *c) {
  bool placed = c->place >= 0;
  m->n = csv->nrow;
  if (m->n < FEWEST) {
    return CAT_FAIL_AT(m->ctx, ((CatPlace){.file = csv->file}), "",
                       "found %zu row%s of numbers, expected %d at least", m->n,
                       m->n == 1 ? "" : "s", (int)FEWEST);
  }
  if ((double)m->n > CAT_MOST_STEPS) {
    return CAT_FAIL_AT(m->ctx, ((CatPlace){.file = csv->file}), "",
                       "found %zu rows of numbers, expected at most %g", m->n, CAT_MOST_STEPS);
  }
  m->t = CAT_NEW(m->ctx, m->n, double);
  m->force = m->t ? CAT_NEW(m->ctx, m->n, double) : NULL;
  m->x = placed && m->force ? CAT_NEW(m->ctx, m->n, double) : NULL;
  if (!m->t || !m->force || (placed && !m->x)) return CAT_ERR_MEMORY;
  const int column[] = {c->time, c->force, c->place};
  double *const data[] = {m->t, m->force, m->x};
  CAT_TRY(cat_csv_read(csv, column, placed ? 3 : 2, data));
  CAT_TRY(convert(m, csv, c->time, "s", m->t));
  CAT_TRY(convert(m, csv, c->force, m->of.unit, m->force));
  return placed ? convert(m, csv, c->place, "m", m->x) : CAT_OK;
}

//---------------------------------- in equal steps ------------------------------------------------

// The signal y over m->t at equal steps, in place of y. work has room for n.
static void interpolate(const CatMeasured *m, double *y, double *work) {
  size_t k = 0;
  for (size_t i = 0; i < m->n; i++) {
    double t = m->t[0] + (double)i * m->step;
    while (k + 2 < m->n && m->t[k + 1] < t) k++;
    double part = (t - m->t[k]) / (m->t[k + 1] - m->t[k]);
    part = fmin(fmax(part, 0), 1);
    work[i] = y[k] + part * (y[k + 1] - y[k]);
  }
  memcpy(y, work, m->n * sizeof *y);
}

static CatStatus make_even(CatMeasured *m, double worst, double line) {
  double *work = CAT_NEW(m->ctx, m->n, double);
  if (!work) return CAT_ERR_MEMORY;
  interpolate(m, m->force, work);
  if (m->x) interpolate(m, m->x, work);
  cat_free(m->ctx, work);
  for (size_t i = 0; i < m->n; i++) m->t[i] = m->t[0] + (double)i * m->step;
  return cat_spec_warn(m->input, &m->spec->file,
                       "the steps of time differ by up to %.2g %% (line %.0f): interpolated to "
                       "equal steps of %.6g s",
                       100 * worst, line, m->step);
}

// The row whose step differs most from the mean of all, but a step that does not rise before any
// other; *off is by how much, in steps.
static size_t worst_step(const CatMeasured *m, double *off) {
  size_t at = 1;
  *off = 0;
  for (size_t i = 1; i < m->n; i++) {
    double step = m->t[i] - m->t[i - 1], now = fabs(step / m->step - 1);
    if (!(step > 0)) {
      *off = INFINITY;
      return i;
    }
    if (now > *off) *off = now, at = i;
  }
  return at;
}

static CatStatus check_times(CatMeasured *m, const CatCsv *csv, int time, size_t at, double off) {
  CatPlace place = cat_csv_place(csv, (long)at, time);
  const char *head = csv->column[time].head;
  if (!isfinite(m->step)) {
    return CAT_FAIL_AT(m->ctx, place, head, "found times from %g to %g s, expected a finite time",
                       m->t[0], m->t[m->n - 1]);
  }
  if (off <= nearly) return CAT_OK;
  return CAT_FAIL_AT(
      m->ctx, place, head,
      "found a step of %.6g s, expected about %.6g s, the mean of all (within %g %%)",
      m->t[at] - m->t[at - 1], m->step, 100 * nearly);
}

// A train may stand, and positions may be rounded; it runs forward, as fast as trains do.
static CatStatus check_places(CatMeasured *m, const CatCsv *csv, int place) {
  for (size_t i = 1; m->x && i < m->n; i++) {
    double step = m->x[i] - m->x[i - 1], most = leap + fastest * (m->t[i] - m->t[i - 1]);
    if (step >= 0 && step <= most) continue;
    return CAT_FAIL_AT(m->ctx, cat_csv_place(csv, (long)i, place), csv->column[place].head,
                       "found %.6g m behind %.6g m, expected ascending positions, at most %.3g m "
                       "apart",
                       m->x[i], m->x[i - 1], most);
  }
  return CAT_OK;
}

static CatStatus check_steps(CatMeasured *m, const CatCsv *csv, const Chosen *c) {
  m->step = (m->t[m->n - 1] - m->t[0]) / (double)(m->n - 1);
  double off;
  size_t at = worst_step(m, &off);
  CAT_TRY(check_times(m, csv, c->time, at, off));
  CAT_TRY(check_places(m, csv, c->place));
  return off <= even ? CAT_OK : make_even(m, off, (double)at + 2);
}

// So that the hash of the input covers the numbers, too.
static CatStatus name_content(CatMeasured *m, const CatCsv *csv) {
  char text[CAT_HASH_TEXT];
  CatHash hash = cat_hash_new();
  cat_hash_add(&hash, csv->text, csv->whole);
  cat_hash_end_text(&hash, text);
  m->spec->content = cat_arena_text(cat_spec_arena(m->input), text, strlen(text));
  return m->spec->content ? CAT_OK : CAT_ERR_MEMORY;
}

// The first column with a unit of acceleration.
static int find_acceleration(const CatCsv *csv) {
  CatUnit found, expected;
  cat_unit_parse("m/s2", &expected, NULL, 0);
  for (int i = 0; i < csv->ncolumn; i++) {
    const char *unit = csv->column[i].unit;
    if (*unit && cat_unit_parse(unit, &found, NULL, 0) &&
        cat_unit_same_dimension(found, expected)) {
      return i;
    }
  }
  return -1;
}

// Those that are named as such; if none is, the first acceleration is vertical.
static CatStatus find_axes(CatMeasured *m, const CatCsv *csv, const char *column[3]) {
  static const char *const names[3][4] = {{"ax", "acc_x", "acceleration_x", "longitudinal"},
                                          {"ay", "acc_y", "acceleration_y", "lateral"},
                                          {"az", "acc_z", "acceleration_z", "vertical"}};
  int found[3], n = 0;
  for (int i = 0; i < 3; i++) {
    found[i] = find_named(csv, names[i], 4);
    n += found[i] >= 0;
  }
  if (n == 0) found[2] = find_acceleration(csv), n = found[2] >= 0;
  for (int i = 0; i < 3; i++) {
    if (found[i] < 0) continue;
    column[i] = cat_record_textf(m->rec, "%s", csv->column[found[i]].name);
    if (!column[i]) return CAT_ERR_MEMORY;
  }
  if (n > 0) return CAT_OK;
  return CAT_FAIL_AT(m->ctx, ((CatPlace){csv->file, 1, 1}), "",
                     "found no acceleration, expected a column such as \"az [m/s2]\" among %s; "
                     "--column names it",
                     all_names(m, csv));
}

CatStatus cat_measured_axes(CatMeasured *m, const char *column[3]) {
  CatCsv *csv = NULL;
  column[0] = column[1] = column[2] = NULL;
  if (m->column[0]) {
    column[2] = m->column;
    return CAT_OK;
  }
  CAT_TRY(cat_csv_open(m->ctx, m->spec->file, &csv));
  CatStatus status = find_axes(m, csv, column);
  cat_csv_free(csv);
  return status;
}

CatStatus cat_measured_read(CatMeasured *m) {
  CatCsv *csv = NULL;
  Chosen c = {0};
  CAT_TRY(cat_csv_open(m->ctx, m->spec->file, &csv));
  CatStatus status = name_content(m, csv);
  if (status == CAT_OK) status = choose(m, csv, &c);
  if (status == CAT_OK) status = read_columns(m, csv, &c);
  if (status == CAT_OK) status = check_steps(m, csv, &c);
  cat_csv_free(csv);
  return status;
}
