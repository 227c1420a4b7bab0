#include "lanes_readings.h"

typedef struct Build {
  CatArena *a;
  const CatGroups *groups;
  CatReadings *out;
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
static const CatLaneGroup *home_of(const CatGroups *s, const CatLaneSpot *p, int *lane) {
  const CatLaneGroup *g = p->n && p->n <= CAT_B ? group_of(s, p->at[0]) : NULL;
  for (int k = 0; k < p->n && g; k++) {
    int here = (p->at[k] - g->at) % g->width;
    if (group_of(s, p->at[k]) != g || (k > 0 && here != *lane)) return NULL;
    *lane = here;
  }
  return g;
}

// The row for a port in a lane; a new one if there is none.
static CatLaneRow *row_for(const Build *b, const CatLaneSpot *p, int width, int lane) {
  CatReadings *s = b->out;
  for (int i = 0; i < s->nrow; i++) {
    CatLaneRow *row = &s->row[i];
    bool same = row->n == p->n && row->width == width && row->port[lane] < 0;
    for (int k = 0; k < p->n && same; k++) same = row->at[k] == p->at[k] - lane;
    if (same) return row;
  }
  CatLaneRow *row = &s->row[s->nrow++];
  row->n = p->n, row->width = width;
  for (int k = 0; k < p->n; k++) row->at[k] = p->at[k] - lane;
  row->port = CAT_ARENA(b->a, width, int);
  row->b = CAT_ARENA(b->a, p->n * width, double);
  for (int l = 0; l < width && row->port; l++) row->port[l] = -1;
  return row->port && row->b ? row : NULL;
}

CatStatus cat_readings_new(CatArena *a, const CatGroups *groups, int n, const CatLaneSpot *spot,
                           CatReadings *out) {
  Build b = {a, groups, out};
  *out = (CatReadings){.row = CAT_ARENA(a, n + 1, CatLaneRow), .loose = CAT_ARENA(a, n + 1, int)};
  if (!out->row || !out->loose) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    int lane = 0;
    const CatLaneGroup *g = home_of(groups, &spot[i], &lane);
    if (!g) {
      out->loose[out->nloose++] = i;
      continue;
    }
    CatLaneRow *row = row_for(&b, &spot[i], g->width, lane);
    if (!row) return CAT_ERR_MEMORY;
    row->port[lane] = i;
    for (int k = 0; k < spot[i].n; k++) row->b[k * row->width + lane] = spot[i].b[k];
  }
  return CAT_OK;
}
