// Figures, rows of the table of results and verdicts of a run.
#include <math.h>
#include <string.h>

#include "internal.h"

static const char *text_or_empty(CatRecord *rec, const char *text) {
  return cat_record_copy(rec, text ? text : "");
}

// Adds a copy of an item whose texts are the record's; one that lost a text is not added.
static CatStatus keep(CatRecord *rec, CatList *list, const void *item, size_t size) {
  void *copy = rec->failed ? NULL : cat_list_push(rec, list, size);
  if (!copy) return CAT_ERR_MEMORY;
  memcpy(copy, item, size);
  return CAT_OK;
}

static const CatMark *copy_marks(CatRecord *rec, const CatMark *mark, int n) {
  CatMark *copy = CAT_ARENA(rec->arena, n, CatMark);
  if (!copy) {
    rec->failed = true;
    return NULL;
  }
  for (int i = 0; i < n; i++) {
    copy[i] = mark[i];
    copy[i].text = text_or_empty(rec, mark[i].text);
  }
  return copy;
}

static const CatLevel *copy_levels(CatRecord *rec, const CatLevel *level, int n) {
  CatLevel *copy = CAT_ARENA(rec->arena, n, CatLevel);
  if (!copy) {
    rec->failed = true;
    return NULL;
  }
  for (int i = 0; i < n; i++) {
    copy[i] = level[i];
    copy[i].text = text_or_empty(rec, level[i].text);
  }
  return copy;
}

static CatStatus check_segments(CatRecord *rec, const CatFigure *f) {
  const CatTable *table = cat_record_find(rec, f->segments);
  if (!f->segments || (table && table->nchannel >= 3)) return CAT_OK;
  return CAT_FAIL(rec->ctx, CAT_ERR_ARG, "figure '%s': no table '%s' of three channels",
                  f->title ? f->title : "", f->segments);
}

static CatStatus check_figure(CatRecord *rec, const CatFigure *f) {
  const CatTable *table = cat_record_find(rec, f->table);
  const char *title = f->title ? f->title : "";
  if (!table) {
    return CAT_FAIL(rec->ctx, CAT_ERR_ARG, "figure '%s': no table '%s'", title,
                    f->table ? f->table : "");
  }
  if (f->ny < 1 || f->ny > CAT_MAX_SERIES) {
    return CAT_FAIL(rec->ctx, CAT_ERR_ARG, "figure '%s': %d curves, 1 to %d are possible", title,
                    f->ny, CAT_MAX_SERIES);
  }
  for (int i = -1; i < f->ny; i++) {
    const char *name = i < 0 ? f->x : f->y[i];
    if (!cat_table_channel(table, name)) {
      return CAT_FAIL(rec->ctx, CAT_ERR_ARG, "figure '%s': no channel '%s' in table '%s'", title,
                      name ? name : "", f->table);
    }
  }
  return check_segments(rec, f);
}

CatStatus cat_record_figure(CatRecord *rec, CatFigure figure) {
  if (rec->failed) return CAT_ERR_MEMORY;
  CAT_TRY(check_figure(rec, &figure));
  figure.title = text_or_empty(rec, figure.title);
  figure.caption = text_or_empty(rec, figure.caption);
  figure.table = cat_record_copy(rec, figure.table);
  figure.x = cat_record_copy(rec, figure.x);
  for (int i = 0; i < figure.ny; i++) figure.y[i] = cat_record_copy(rec, figure.y[i]);
  figure.mark = copy_marks(rec, figure.mark, figure.nmark);
  figure.level = copy_levels(rec, figure.level, figure.nlevel);
  figure.group = cat_record_copy(rec, figure.group);
  figure.segments = cat_record_copy(rec, figure.segments);
  return keep(rec, &rec->figures, &figure, sizeof figure);
}

CatStatus cat_record_result(CatRecord *rec, CatResult result) {
  result.group = text_or_empty(rec, result.group);
  result.label = text_or_empty(rec, result.label);
  result.unit = text_or_empty(rec, result.unit);
  result.note = text_or_empty(rec, result.note);
  return keep(rec, &rec->results, &result, sizeof result);
}

// 95 % of the errors are within twice the standard uncertainty (docs/theory/uncertainty.md).
static CatVerdictResult decide(const CatVerdict *v) {
  double margin = fmin(v->value - v->low, v->high - v->value);  // fmin takes the one that there is
  if (v->u_num > 0 && fabs(margin) <= 2 * v->u_num) return CAT_VERDICT_UNDECIDED;
  return v->pass ? CAT_VERDICT_PASS : CAT_VERDICT_FAIL;
}

CatStatus cat_record_verdict(CatRecord *rec, CatVerdict verdict) {
  verdict.result = decide(&verdict);
  verdict.pass = verdict.result == CAT_VERDICT_PASS;
  verdict.standard = text_or_empty(rec, verdict.standard);
  verdict.quantity = text_or_empty(rec, verdict.quantity);
  verdict.unit = text_or_empty(rec, verdict.unit);
  verdict.note = text_or_empty(rec, verdict.note);
  return keep(rec, &rec->verdicts, &verdict, sizeof verdict);
}

CatStatus cat_record_doubt_verdicts(CatRecord *rec, const char *reason) {
  for (int i = 0; i < rec->verdicts.n; i++) {
    CatVerdict *v = (CatVerdict *)rec->verdicts.items + i;
    const char *note = cat_record_textf(rec, "Undecided: %s. %s", reason, v->note);
    if (!note) return CAT_ERR_MEMORY;
    v->note = note;
    v->result = CAT_VERDICT_UNDECIDED;
    v->pass = false;
  }
  return CAT_OK;
}

void cat_record_drop_verdicts(CatRecord *rec) {
  rec->verdicts.n = 0;
}

CatStatus cat_record_listing(CatRecord *rec, CatListing listing) {
  if (!cat_record_find(rec, listing.table)) {
    return CAT_FAIL(rec->ctx, CAT_ERR_ARG, "no table '%s' to be listed",
                    listing.table ? listing.table : "");
  }
  listing.title = text_or_empty(rec, listing.title);
  listing.caption = text_or_empty(rec, listing.caption);
  listing.table = text_or_empty(rec, listing.table);
  return keep(rec, &rec->listings, &listing, sizeof listing);
}

int cat_record_listings(const CatRecord *rec) {
  return rec->listings.n;
}

const CatListing *cat_record_listing_at(const CatRecord *rec, int i) {
  return i >= 0 && i < rec->listings.n ? (const CatListing *)rec->listings.items + i : NULL;
}

int cat_record_figures(const CatRecord *rec) {
  return rec->figures.n;
}

const CatFigure *cat_record_figure_at(const CatRecord *rec, int i) {
  return i >= 0 && i < rec->figures.n ? (const CatFigure *)rec->figures.items + i : NULL;
}

int cat_record_results(const CatRecord *rec) {
  return rec ? rec->results.n : 0;
}

const CatResult *cat_record_result_at(const CatRecord *rec, int i) {
  return i >= 0 && i < cat_record_results(rec) ? (const CatResult *)rec->results.items + i : NULL;
}

int cat_record_verdicts(const CatRecord *rec) {
  return rec ? rec->verdicts.n : 0;
}

const CatVerdict *cat_record_verdict_at(const CatRecord *rec, int i) {
  return i >= 0 && i < cat_record_verdicts(rec) ? (const CatVerdict *)rec->verdicts.items + i
                                                : NULL;
}

// Blanks before a label indent it in the table.
static bool is_label(const char *label, const char *wanted) {
  return strcmp(label + strspn(label, " "), wanted + strspn(wanted, " ")) == 0;
}

const CatResult *cat_record_result_find(const CatRecord *rec, const char *group,
                                        const char *label) {
  size_t n = group ? strlen(group) : 0;
  for (int i = 0; label && i < cat_record_results(rec); i++) {
    const CatResult *r = cat_record_result_at(rec, i);
    if (strncmp(r->group, group ? group : "", n) == 0 && is_label(r->label, label)) return r;
  }
  return NULL;
}
