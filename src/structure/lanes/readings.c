#include "readings.h"

typedef struct Build {
  CatArena *a;
  const CatGroups *groups;
  CatReadings *out;
  int nport;
} Build;

// The group in which a coordinate is kept; NULL: a separator's.
static const CatLaneGroup *group_of(const CatGroups *s, int at) {
  for (int i = s->n - 1; i >= 0; i--) {
    const CatLaneGroup *g = &s->group[i];
    if (at >= g->at) return at < g->end ? g : NULL;
  }
  return NULL;
}

// The group of a port that acts in one lane alone.
static const CatLaneGroup *home_of(const CatGroups *s, const CatLaneWeights *p, int *lane) {
  const CatLaneGroup *g = p->n ? group_of(s, p->at[0]) : NULL;
  for (int k = 0; k < p->n && g; k++) {
    int here = (p->at[k] - g->at) % g->width;
    if (group_of(s, p->at[k]) != g || (k > 0 && here != *lane)) return NULL;
    *lane = here;
  }
  return g;
}

static CatLaneRow *row_new(const Build *b, const CatLaneWeights *p, int width, int lane) {
  CatLaneRow *row = &b->out->row[b->out->nrow++];
  row->n = p->n, row->width = width, row->none = b->nport, row->slot = b->out->nslot;
  b->out->nslot += width;
  row->at = CAT_ARENA(b->a, p->n, int);
  row->port = CAT_ARENA(b->a, width, int);
  row->b = CAT_ARENA(b->a, p->n * width, double);
  if (!row->at || !row->port || !row->b) return NULL;
  for (int k = 0; k < p->n; k++) row->at[k] = p->at[k] - lane;
  for (int l = 0; l < width; l++) row->port[l] = row->none;
  return row;
}

// The row of a group for a port in a lane; a new one if there is none.
static CatLaneRow *row_for(const Build *b, int first, const CatLaneWeights *p, int width,
                           int lane) {
  CatReadings *s = b->out;
  for (int i = first; i < s->nrow; i++) {
    CatLaneRow *row = &s->row[i];
    bool same = row->n == p->n && row->port[lane] == row->none;
    for (int k = 0; k < p->n && same; k++) same = row->at[k] == p->at[k] - lane;
    if (same) return row;
  }
  return row_new(b, p, width, lane);
}

static CatStatus add_group(const Build *b, int group, int n, const CatLaneWeights *of) {
  for (int i = 0; i < n; i++) {
    int lane = 0;
    const CatLaneGroup *home = home_of(b->groups, &of[i], &lane);
    if (!home || home != &b->groups->group[group]) continue;
    CatLaneRow *row = row_for(b, b->out->start[group], &of[i], home->width, lane);
    if (!row) return CAT_ERR_MEMORY;
    row->port[lane] = i;
    b->out->slot[i] = row->slot + lane;
    for (int k = 0; k < of[i].n; k++) row->b[k * row->width + lane] = of[i].b[k];
  }
  b->out->start[group + 1] = b->out->nrow;
  return CAT_OK;
}

CatStatus cat_readings_new(CatArena *a, const CatGroups *groups, int n, const CatLaneWeights *of,
                           CatReadings *out) {
  Build b = {a, groups, out, n};
  *out = (CatReadings){.row = CAT_ARENA(a, n + 1, CatLaneRow),
                       .start = CAT_ARENA(a, groups->n + 1, int),
                       .loose = CAT_ARENA(a, n + 1, int),
                       .slot = CAT_ARENA(a, n + 1, int)};
  if (!out->row || !out->start || !out->loose || !out->slot) return CAT_ERR_MEMORY;
  for (int i = 0; i < groups->n; i++) CAT_TRY(add_group(&b, i, n, of));
  for (int i = 0, lane; i < n; i++) {
    if (!home_of(groups, &of[i], &lane)) out->loose[out->nloose++] = i, out->slot[i] = out->nslot++;
  }
  return CAT_OK;
}
