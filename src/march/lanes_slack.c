// Forces of droppers at the end of a step, all of them together: many may be slack. Responses that
// are short are applied in all lanes at once, those that reach most of a cell cell by cell.
#include <string.h>

#include "lanes_parts.h"

//------------------------------------------------------------------------------- set-up

// The cell in which a dropper acts; those at separators alone count as one more.
static int set_of(const CatLanes *s, int dropper) {
  const CatLanePort *p = &s->port[dropper];
  int cell = s->cells.ncell;
  for (int k = 0; k < p->on.n; k++) {
    if (p->home[k] >= s->nhome) continue;
    cell = s->cells.ncell - 1;
    while (s->cells.cell[cell].home > p->home[k]) cell--;
  }
  return cell;
}

// Responses that are short, as rows.
static CatStatus find_answers(CatArena *a, CatLanes *s) {
  enum { SHORT = 24 };
  CatLaneWeights *of = CAT_ARENA(a, s->base.ndropper + 1, CatLaneWeights);
  if (!of) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->base.ndropper; i++) {
    const CatLaneResponse *r = &s->response[i];
    if (r->nfelt <= SHORT) of[i] = (CatLaneWeights){r->nfelt, r->felt_at, r->felt};
  }
  return cat_readings_new(a, &s->groups, s->base.ndropper, of, &s->slack.answer);
}

// Where any dropper of a set is felt. index: by home, -1 everywhere before and after.
static CatStatus set_felt(CatArena *a, const CatLanes *s, int set, int *index, CatLaneSet *out) {
  for (int pass = 0; pass < 2; pass++) {
    if (pass == 1) {
      out->felt_at = CAT_ARENA(a, out->nfelt + 1, int);
      if (!out->felt_at) return CAT_ERR_MEMORY;
    }
    for (int i = 0; i < s->base.ndropper; i++) {
      const CatLaneResponse *r = &s->response[i];
      for (int k = 0; k < r->nfelt && s->slack.set_of[i] == set; k++) {
        int *place = &index[r->felt_home[k]];
        if (pass == 0 && *place < 0) *place = out->nfelt++;
        if (pass == 1) out->felt_at[*place] = r->felt_at[k];
      }
    }
  }
  return CAT_OK;
}

static CatStatus set_columns(CatArena *a, CatLanes *s, int set, int *index) {
  CatLaneSet *out = &s->slack.set[set];
  CAT_TRY(set_felt(a, s, set, index, out));
  for (int i = 0; i < s->base.ndropper; i++) {
    const CatLaneResponse *r = &s->response[i];
    if (s->slack.set_of[i] != set) continue;
    out->n++;
    double *column = s->slack.column[i] = CAT_ARENA(a, out->nfelt + 1, double);
    if (!column) return CAT_ERR_MEMORY;
    for (int k = 0; k < r->nfelt; k++) column[index[r->felt_home[k]]] = r->felt[k];
  }
  for (int i = 0; i < s->base.ndropper; i++) {
    const CatLaneResponse *r = &s->response[i];
    for (int k = 0; k < r->nfelt && s->slack.set_of[i] == set; k++) index[r->felt_home[k]] = -1;
  }
  out->column = CAT_ARENA(a, out->n + 1, double *);
  out->force = CAT_ARENA(a, out->n + 1, double);
  out->dropper = CAT_ARENA(a, out->n + 1, int);
  return out->column && out->force && out->dropper ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_lanes_slack_new(CatArena *a, CatLanes *s) {
  CatLaneSlack *w = &s->slack;
  int n = s->base.ndropper + 1, sets = s->cells.ncell + 1, homes = s->nhome + s->border.n + 1;
  int *index = CAT_ARENA(a, homes, int);
  w->set = CAT_ARENA(a, sets, CatLaneSet);
  w->waiting = CAT_ARENA(a, sets, int);
  w->set_of = CAT_ARENA(a, n, int);
  w->column = CAT_ARENA(a, n, double *);
  w->force = CAT_ARENA(a, n, double);
  w->room = CAT_ARENA(a, homes, double);
  w->in_row = CAT_ARENA(a, n, int);
  w->row_force = CAT_ARENA(a, n, double);
  if (!w->in_row || !w->row_force) return CAT_ERR_MEMORY;
  if (!index || !w->set || !w->waiting || !w->set_of || !w->column || !w->force || !w->room) {
    return CAT_ERR_MEMORY;
  }
  CAT_TRY(find_answers(a, s));
  for (int i = 0; i < homes; i++) index[i] = -1;
  for (int i = 0; i < s->base.ndropper; i++) w->set_of[i] = -1;
  for (int i = 0; i < w->answer.nloose; i++) {
    w->set_of[w->answer.loose[i]] = set_of(s, w->answer.loose[i]);
  }
  for (int i = 0; i < sets; i++) CAT_TRY(set_columns(a, s, i, index));
  return CAT_OK;
}

//------------------------------------------------------------------------------- step

void cat_lanes_slack_forget(CatLanes *s) {
  for (int i = 0; i < s->slack.nwaiting; i++) s->slack.set[s->slack.waiting[i]].nwaiting = 0;
  s->slack.nwaiting = 0;
  for (int i = 0; i < s->slack.nrow; i++) s->slack.row_force[s->slack.in_row[i]] = 0;
  s->slack.nrow = 0;
}

void cat_lanes_slack_add(CatLanes *s, int dropper, double force) {
  int which = s->slack.set_of[dropper];
  if (which < 0) {
    s->slack.in_row[s->slack.nrow++] = dropper;
    s->slack.row_force[dropper] += force;
    if (s->slack.nrow == s->base.ndropper) cat_lanes_slack_apply(s);  // some of them twice
    return;
  }
  CatLaneSet *set = &s->slack.set[which];
  if (set->nwaiting == set->n) cat_lanes_slack_apply(s);  // one of them twice
  if (set->nwaiting == 0) s->slack.waiting[s->slack.nwaiting++] = which;
  set->dropper[set->nwaiting] = dropper;
  set->column[set->nwaiting] = s->slack.column[dropper];
  set->force[set->nwaiting++] = force;
}

static void apply_one(const CatLaneResponse *r, double force, double *restrict u) {
  for (int k = 0; k < r->nfelt; k++) u[r->felt_at[k]] += force * r->felt[k];
}

static void apply_set(const CatLanes *s, const CatLaneSet *set, double *restrict u) {
  const double *restrict sum = s->slack.room;
  const int *restrict at = set->felt_at;
  s->kernel->combine(set->nfelt, set->nwaiting, set->column, set->force, s->slack.room);
  for (int k = 0; k < set->nfelt; k++) u[at[k]] += sum[k];
}

// Few one by one: less is read.
static void apply_rows(CatLanes *s) {
  CatLaneSlack *w = &s->slack;
  enum { FEW = 8 };
  if (w->nrow > FEW) s->kernel->write(w->answer.nrow, w->answer.row, w->row_force, s->u[0]);
  for (int i = 0; i < w->nrow; i++) {
    int j = w->in_row[i];
    if (w->nrow <= FEW) apply_one(&s->response[j], w->row_force[j], s->u[0]);
    w->row_force[j] = 0;
  }
  w->nrow = 0;
}

void cat_lanes_slack_apply(CatLanes *s) {
  enum { FEW = 4 };  // so many are applied one by one: less of their columns is read
  if (s->slack.nrow > 0) apply_rows(s);
  for (int i = 0; i < s->slack.nwaiting; i++) {
    CatLaneSet *set = &s->slack.set[s->slack.waiting[i]];
    if (set->nwaiting < FEW) {
      for (int k = 0; k < set->nwaiting; k++) {
        apply_one(&s->response[set->dropper[k]], set->force[k], s->u[0]);
      }
    } else {
      apply_set(s, set, s->u[0]);
    }
    set->nwaiting = 0;
  }
  s->slack.nwaiting = 0;
}

// What droppers of rows do in three steps, as one force of each; others are listed.
bool cat_lanes_slack_push(CatLanes *s) {
  const CatReadings *r = &s->readings;
  double *force = s->slack.force;
  if (!cat_acts_droppers(&s->acts)) return false;
  cat_acts_sum(&s->acts, s->form.past, s->base.ndropper, force);
  for (int i = 0; i < r->nloose; i++) {
    int j = r->loose[i];
    if (force[j] != 0) cat_acts_add(&s->acts, &s->acts.dropper[j], force[j]);
  }
  return true;
}
