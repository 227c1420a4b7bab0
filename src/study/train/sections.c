// A passage from one tension section to the next: what part of each contact force the wire of which
// section bears, where both do, and the force meanwhile.
#include <math.h>

#include "run.h"
#include "summary_fields.h"

int cat_train_section_columns(const CatTrain *r) {
  int sections = r->line.c->nsection;
  return sections > 1 ? sections * r->spec->npantograph : 0;
}

CatStatus cat_train_section_titles(CatTrain *r, CatColumn *at) {
  static const char *const doc[] = {"part of the contact force on the first section",
                                    "part of the contact force on the second section"};
  for (int k = 0; k < cat_train_section_columns(r); k++) {
    const char *name = cat_record_textf(r->rec, "p%d.force_section%d", k / 2 + 1, k % 2 + 1);
    if (!name) return CAT_ERR_MEMORY;
    at[k] = (CatColumn){name, "N", doc[k % 2]};
  }
  return CAT_OK;
}

void cat_train_section_row(const CatTrain *r, double *at) {
  for (int k = 0; k < cat_train_section_columns(r); k++) {
    at[k] = cat_line_sim_force(r->line.c, k / 2, k % 2);
  }
}

static const CatChannel *channel(const CatTrain *r, int pantograph, int section) {
  return &r->table->channel[r->section_column + 2 * pantograph + section];
}

//------------------------------------------------------------------------------- what it was like

// Where a pantograph passed from one wire to the other.
typedef struct Passage {
  double from, to;  // first touch of the second wire, last touch of the first one [m]
  double both;      // way on which it touched both [m]
  double most;      // maximum of the filtered force from the one to the other [N]
} Passage;

static bool find_passage(const CatTrain *r, int i, Passage *out) {
  const CatChannel *own = &r->table->channel[1 + CAT_TRAIN_COLUMNS * i];
  const double *x = own[CAT_COLUMN_X].data, *filtered = own[CAT_COLUMN_FILTERED].data;
  const double *first = channel(r, i, 0)->data, *second = channel(r, i, 1)->data;
  *out = (Passage){NAN, NAN, 0, 0};
  for (size_t k = 1; k < r->table->n; k++) {
    if (second[k] > 0 && isnan(out->from)) out->from = x[k];
    if (first[k] > 0) out->to = x[k];
    if (first[k] > 0 && second[k] > 0) out->both += x[k] - x[k - 1];
  }
  for (size_t k = 0; k < r->table->n; k++) {
    if (x[k] >= out->from && x[k] <= out->to) out->most = fmax(out->most, filtered[k]);
  }
  return !isnan(out->from) && out->to > out->from;
}

static CatStatus number(CatTrain *r, const char *group, const char *label, double value,
                        const char *unit) {
  return cat_record_result(
      r->rec,
      (CatResult){.group = group, .label = label, .value = value, .unit = unit, .note = ""});
}

CatStatus cat_train_section_results(CatTrain *r, int i) {
  Passage p;
  if (cat_train_section_columns(r) == 0 || !find_passage(r, i, &p)) return CAT_OK;
  const char *g = cat_record_textf(r->rec, "Change of section of %s", cat_train_label(r, i));
  if (!g) return CAT_ERR_MEMORY;
  CAT_TRY(number(r, g, "first touch of the second wire", p.from, "m"));
  CAT_TRY(number(r, g, "last touch of the first wire", p.to, "m"));
  CAT_TRY(number(r, g, "distance under both wires", p.both, "m"));
  return number(r, g, "maximum force in between", p.most, "N");
}

void cat_train_section_summary(CatTrain *r, cJSON *of, int i) {
  Passage p;
  if (cat_train_section_columns(r) == 0 || !find_passage(r, i, &p)) return;
  cJSON *at = cat_summary_object(r->rec, of, "section_change");
  cat_summary_number(r->rec, at, "second_from_m", p.from);
  cat_summary_number(r->rec, at, "first_to_m", p.to);
  cat_summary_number(r->rec, at, "both_m", p.both);
  cat_summary_number(r->rec, at, "max_N", p.most);
}

CatStatus cat_train_section_figure(CatTrain *r, int i, const char *title, const char *group) {
  if (cat_train_section_columns(r) == 0) return CAT_OK;
  const CatChannel *own = &r->table->channel[1 + CAT_TRAIN_COLUMNS * i];
  Passage p;
  bool passed = find_passage(r, i, &p);
  CatMark both = {CAT_MARK_BAND, p.from, p.to, "section change"};
  CatFigure force = {
      .title = title,
      .caption = "Contact force on the wires of both sections, and their sum.",
      .table = "time",
      .x = own[CAT_COLUMN_X].name,
      .y = {channel(r, i, 0)->name, channel(r, i, 1)->name, own[CAT_COLUMN_FORCE].name},
      .ny = 3,
      .nmark = passed,
      .mark = &both,
      .group = group};
  return cat_record_figure(r->rec, force);
}
