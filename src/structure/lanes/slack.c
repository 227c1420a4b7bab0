// Correction forces of slack ties at the end of a step. They are collected until all are known and
// then applied together: the responses to ties in adjacent lanes have entries at adjacent
// positions, in their own cells, at separators and in the next cells, so one vector operation
// applies them.
#include <string.h>

#include "internal.h"

//------------------------------------------------------------------------------- set-up

// Positions at which ties of some lanes have a response, as positions of the first lane.
typedef struct Places {
  int n, *list;
  int *index;  // in the list, by place; -1: not in it
  int most;    // with those of the other lanes beside it no place is beyond the last
} Places;

static bool is_there(const CatLaneRow *row, int lane) {
  return row->port[lane] < row->none;
}

// The place of the first lane; -1: not all lanes have one beside it.
static int first_place(const Places *p, int at, int lane) {
  return at >= lane && at - lane <= p->most ? at - lane : -1;
}

static void list_places(const CatLanes *s, const CatLaneRow *row, Places *p) {
  p->n = 0;
  for (int lane = 0; lane < row->width; lane++) {
    if (!is_there(row, lane)) continue;
    const CatLaneResponse *r = &s->response[row->port[lane]];
    for (int k = 0; k < r->nkept; k++) {
      int at = first_place(p, r->kept_at[k], lane);
      if (at >= 0 && p->index[at] < 0) p->index[at] = p->n, p->list[p->n++] = at;
    }
  }
}

// Moves the response to a tie from its list to the row.
static void move_kept(CatLaneResponse *r, int lane, const Places *p, CatLaneRow *row) {
  int left = 0;
  for (int k = 0; k < r->nkept; k++) {
    int at = first_place(p, r->kept_at[k], lane);
    if (at >= 0) {
      row->b[p->index[at] * row->width + lane] = r->kept[k];
    } else {
      r->kept_at[left] = r->kept_at[k], r->kept[left++] = r->kept[k];
    }
  }
  r->nkept = left;
}

// Of some lanes of a row of readings.
static CatStatus answer_new(CatArena *a, CatLanes *s, Places *p, CatLaneRow *row) {
  list_places(s, row, p);
  row->n = p->n;
  row->at = CAT_ARENA(a, p->n + 1, int);
  row->b = CAT_ARENA(a, p->n * row->width + 1, double);
  if (!row->at || !row->b) return CAT_ERR_MEMORY;
  memcpy(row->at, p->list, (size_t)p->n * sizeof *row->at);
  for (int lane = 0; lane < row->width; lane++) {
    if (is_there(row, lane)) move_kept(&s->response[row->port[lane]], lane, p, row);
  }
  for (int i = 0; i < p->n; i++) p->index[p->list[i]] = -1;
  return CAT_OK;
}

static CatStatus places_new(CatArena *a, const CatLanes *s, Places *p) {
  int all = s->nx + s->border.n;
  p->most = all - s->kernel->wide;
  p->list = CAT_ARENA(a, all + 1, int);
  p->index = CAT_ARENA(a, all + 1, int);
  if (!p->list || !p->index) return CAT_ERR_MEMORY;
  for (int i = 0; i < all; i++) p->index[i] = -1;
  return CAT_OK;
}

CatStatus cat_lanes_slack_new(CatArena *a, CatLanes *s) {
  CatLaneSlack *w = &s->slack;
  const CatReadings *r = &s->readings;
  int wide = s->kernel->wide;
  Places places;
  CAT_TRY(places_new(a, s, &places));
  w->answer = CAT_ARENA(a, r->nslot / wide + 1, CatLaneRow);
  w->force = CAT_ARENA(a, r->nslot + 1, double);
  if (!w->answer || !w->force) return CAT_ERR_MEMORY;
  for (int i = 0; i < r->nrow; i++) {
    for (int lane = 0; lane < r->row[i].width; lane += wide) {
      CatLaneRow *row = &w->answer[w->nanswer++];
      *row = r->row[i];
      row->width = wide, row->port += lane, row->slot += lane;
      CAT_TRY(answer_new(a, s, &places, row));
    }
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- step

void cat_lanes_slack_forget(CatLanes *s) {
  memset(s->slack.force, 0, (size_t)s->readings.nslot * sizeof *s->slack.force);
  s->slack.waits = false;
}

void cat_lanes_slack_add(CatLanes *s, int tie, double force) {
  s->slack.force[s->readings.slot[tie]] += force;
  s->slack.waits = true;
}

void cat_lanes_slack_apply(CatLanes *s) {
  if (!s->slack.waits) return;
  s->kernel->write(s->slack.nanswer, s->slack.answer, s->slack.force, s->u[0]);
  cat_lanes_slack_forget(s);
}
