#include "group.h"

#include <string.h>

typedef struct Alike {
  int first;    // cell of the plan with the same coefficients
  double sign;  // -1: the same when mirrored
} Alike;

typedef struct Build {
  const CatGrouping *how;
  CatGroups *out;
  Alike *alike;  // (ncell)
} Build;

//------------------------------------------------------------------------------- cells alike

static void find_first(const Build *b, int i, int before) {
  const CatCells *c = b->how->cells;
  b->alike[i] = (Alike){i, 1};
  for (int m = 0; m < before; m++) {
    int j = (m + c->ncell / 2) % c->ncell;
    if (c->cell[i].plan != c->cell[j].plan || b->alike[j].first != j) continue;
    for (int sign = 1; sign >= -1; sign -= 2) {
      if (!b->how->agree(b->how->data, j, i, sign)) continue;
      b->alike[i] = (Alike){j, sign};
      return;
    }
  }
}

static void find_alike(const Build *b) {
  int n = b->how->cells->ncell;
  for (int k = 0; k < n; k++) find_first(b, (k + n / 2) % n, k);  // cells near the ends differ
}

//------------------------------------------------------------------------------- groups

// Makes a group of n cells; lanes are full vectors.
static CatStatus group_add(const Build *b, int n, const int *cell, int width) {
  CatCells *c = b->how->cells;
  CatLaneGroup *g = &b->out->group[b->out->n];
  const Alike *first = &b->alike[cell[0]];
  *g = (CatLaneGroup){.plan = &c->plan[c->cell[cell[0]].plan],
                      .width = width,
                      .shared = true,
                      .as = first->first,
                      .cell = CAT_ARENA(b->how->a, width, int)};
  if (!g->cell) return CAT_ERR_MEMORY;
  for (int l = 0; l < width; l++) g->cell[l] = l < n ? cell[l] : -1;
  for (int l = 0; l < n; l++) g->shared = g->shared && b->alike[cell[l]].first == first->first;
  for (int l = 0; l < n; l++) {
    CatCell *to = &c->cell[cell[l]];
    to->group = b->out->n, to->lane = l;
    to->sign = g->shared ? b->alike[cell[l]].sign : 1;
  }
  b->out->n++;
  b->out->nlane += width;
  return CAT_OK;
}

// Groups for cells in a list, the widest that they fill; the rest stays in the list.
static CatStatus group_list(const Build *b, int *n, int *cell, bool all) {
  int lanes = b->how->lanes, at = 0;
  while (*n - at > 0) {
    int left = *n - at, width = left > lanes ? 2 * lanes : lanes;
    if (!all && left < 2 * lanes) {
      if (left < lanes) break;
      width = 2 * left > 3 * lanes ? 2 * lanes : lanes;
    }
    if (b->how->narrow || all) width = lanes;
    int take = left < width ? left : width;
    CAT_TRY(group_add(b, take, cell + at, width));
    at += take;
  }
  memmove(cell, cell + at, (size_t)(*n - at) * sizeof *cell);
  *n -= at;
  return CAT_OK;
}

static void swap(int *cell, int i, int j) {
  int old = cell[i];
  cell[i] = cell[j], cell[j] = old;
}

// The cell from `at` on that has most in common with `with`, or with all of them if that is -1.
static int most_common(const Build *b, int n, const int *cell, int at, int with) {
  int best = at, most = -1;
  for (int i = at; i < n; i++) {
    int common = 0;
    for (int j = with < 0 ? at : with; j < (with < 0 ? n : with + 1); j++) {
      if (i != j) common += b->how->common(b->how->data, cell[i], cell[j]);
    }
    if (common > most) best = i, most = common;
  }
  return best;
}

// Cells that have most in common come to stand side by side.
static void arrange(const Build *b, int n, int *cell) {
  int width = b->how->lanes;
  for (int at = 0; at < n; at++) {
    swap(cell, at, most_common(b, n, cell, at, at % width ? at - at % width : -1));
  }
}

// Cells alike first, in groups of their own; what is left of a plan shares lanes, not numbers.
static CatStatus group_plan(const Build *b, int plan, int *list, int *rest) {
  const CatCells *c = b->how->cells;
  int nrest = 0;
  for (int i = 0; i < c->ncell; i++) {
    if (c->cell[i].plan != plan || b->alike[i].first != i) continue;
    int n = 0;
    for (int j = 0; j < c->ncell; j++) {
      if (c->cell[j].plan == plan && b->alike[j].first == i) list[n++] = j;
    }
    CAT_TRY(group_list(b, &n, list, false));
    memcpy(rest + nrest, list, (size_t)n * sizeof *list);
    nrest += n;
  }
  arrange(b, nrest, rest);
  return group_list(b, &nrest, rest, true);
}

CatStatus cat_groups_new(const CatGrouping *how, CatGroups *out) {
  int n = how->cells->ncell;
  int *list = CAT_ARENA(how->scratch, n + 1, int), *rest = CAT_ARENA(how->scratch, n + 1, int);
  Build b = {how, out, CAT_ARENA(how->scratch, n + 1, Alike)};
  out->group = CAT_ARENA(how->a, n + 1, CatLaneGroup);
  if (!list || !rest || !b.alike || !out->group) return CAT_ERR_MEMORY;
  find_alike(&b);
  for (int p = 0; p < how->cells->nplan; p++) CAT_TRY(group_plan(&b, p, list, rest));
  return CAT_OK;
}

int cat_groups_shared(const CatGroups *s) {
  int n = 0;
  for (int i = 0; i < s->n; i++) {
    const CatLaneGroup *g = &s->group[i];
    for (int l = 0; l < g->width; l++) n += g->shared && g->cell[l] >= 0;
  }
  return n;
}

//------------------------------------------------------------------------------- what they hold

int cat_ghost_number(const CatCells *c, const CatGhosts *ghosts, int cell, int k) {
  const CatCell *in = &c->cell[cell];
  int node = in->node[c->plan[in->plan].nnode + k / ghosts->per];
  int dof = c->dof[node][ghosts->part[k % ghosts->per]];
  return dof < 0 ? -1 : ghosts->of[dof];
}

CatStatus cat_group_ghosts(CatArena *a, const CatCells *c, const CatGhosts *ghosts,
                           CatLaneGroup *g) {
  g->nghost = ghosts->per * g->plan->nghost;
  int n = g->nghost * g->width;
  g->ghost = CAT_ARENA(a, n + 1, int);
  g->ghost_sign = CAT_ARENA(a, n + 1, double);
  if (!g->ghost || !g->ghost_sign) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    int cell = g->cell[i % g->width], k = i / g->width;
    int at = cell < 0 ? -1 : cat_ghost_number(c, ghosts, cell, k);
    g->ghost[i] = at < 0 ? ghosts->none : at;
    g->ghost_sign[i] = at < 0 ? 0 : cat_cell_sign(&c->cell[cell], ghosts->part[k % ghosts->per]);
  }
  return CAT_OK;
}

void *cat_group_spread(CatArena *a, const CatLaneGroup *g, int n, double *const *of, bool single) {
  int lanes = g->shared ? 1 : g->width;
  double *out = single ? NULL : CAT_ARENA(a, n * lanes + 1, double);
  float *small = single ? CAT_ARENA(a, n * lanes + 1, float) : NULL;
  for (int l = 0; l < lanes && (out || small); l++) {
    const double *from = of[g->shared ? g->as : g->cell[g->cell[l] >= 0 ? l : 0]];
    for (int i = 0; i < n; i++) {
      if (single) {
        small[i * lanes + l] = (float)from[i];
      } else {
        out[i * lanes + l] = from[i];
      }
    }
  }
  return single ? (void *)small : (void *)out;
}
