#include "cells.h"

#include <math.h>
#include <string.h>

#include "flat.h"

// Nodes and what joins them.
typedef struct Graph {
  const CatLineModel *m;
  const CatConfiguration *rest;
  const CatLinearSystem *t;
  CatArena *scratch;
  int *start, *next;  // neighbours of node i: next[start[i]] to next[start[i + 1] - 1]
  bool *separator;    // (nnode)
  bool *loaded;       // has a mass of its own (nnode)
  int *cell;          // component of each node; -1: separator (nnode)
  int *number;        // in the plan of its cell (nnode)
} Graph;

//------------------------------------------------------------------------------- separators

// Node of a wire nearest to a place; -1 if the wire does not pass there.
static int node_at(const CatLineModel *m, const CatWire *w, double s) {
  int best = w->node, last = w->node + w->nnode - 1;
  if (s < m->node[best].s - 1e-6 || s > m->node[last].s + 1e-6) return -1;
  for (int i = best; i <= last; i++) {
    if (fabs(m->node[i].s - s) < fabs(m->node[best].s - s)) best = i;
  }
  return best;
}

static void mark_separators(Graph *g) {
  const CatLineModel *m = g->m;
  int first = m->second ? m->nspan + 1 : m->nmast;  // masts of the first section
  for (int w = 0; w < m->nwire; w++) {
    bool second = m->second && w >= m->second;
    for (int k = second ? first : 0; k < (second ? m->nmast : first); k++) {
      int i = node_at(m, &m->wire[w], m->mast[k]);
      if (i >= 0 && m->node[i].twin < 0) g->separator[i] = true;
    }
  }
}

//------------------------------------------------------------------------------- graph

// An element between two nodes joins the nodes that own their coordinates, too.
typedef struct Joined {
  int n, node[4];
} Joined;

static void joined_add(const CatLineModel *m, Joined *j, int node) {
  j->node[j->n++] = node;
  if (m->node[node].twin >= 0) j->node[j->n++] = m->node[node].twin;
}

static Joined joined(const CatLineModel *m, int element) {
  Joined j = {0};
  if (element < m->ncable) {
    joined_add(m, &j, m->cable[element].a);
    joined_add(m, &j, m->cable[element].b);
  } else {
    joined_add(m, &j, m->dropper[element - m->ncable].low);
    joined_add(m, &j, m->dropper[element - m->ncable].high);
  }
  return j;
}

static bool is_neighbour(const Graph *g, int i, int j, int count) {
  for (int k = 0; k < count; k++) {
    if (g->next[g->start[i] + k] == j) return true;
  }
  return false;
}

static CatStatus join_nodes(Graph *g) {
  const CatLineModel *m = g->m;
  int elements = m->ncable + m->ndropper;
  int *count = CAT_ARENA(g->scratch, m->nnode, int);
  g->start = CAT_ARENA(g->scratch, m->nnode + 1, int);
  g->next = CAT_ARENA(g->scratch, 12 * elements + 1, int);
  if (!count || !g->start || !g->next) return CAT_ERR_MEMORY;
  for (int e = 0; e < elements; e++) {
    Joined j = joined(m, e);
    for (int a = 0; a < j.n; a++) g->start[j.node[a] + 1] += j.n - 1;
  }
  for (int i = 0; i < m->nnode; i++) g->start[i + 1] += g->start[i];
  for (int e = 0; e < elements; e++) {
    Joined j = joined(m, e);
    for (int a = 0; a < j.n; a++) {
      for (int b = 0; b < j.n; b++) {
        int i = j.node[a];
        if (a == b || is_neighbour(g, i, j.node[b], count[i])) continue;
        g->next[g->start[i] + count[i]++] = j.node[b];
      }
    }
  }
  for (int i = 0, at = 0; i < m->nnode; i++) {  // close the gaps that doubles left
    memmove(g->next + at, g->next + g->start[i], (size_t)count[i] * sizeof *g->next);
    g->start[i] = at;
    at += count[i];
    if (i + 1 == m->nnode) g->start[m->nnode] = at;
  }
  return CAT_OK;
}

// Numbers the parts into which the line falls without its separators.
static CatStatus find_cells(Graph *g, int *ncell) {
  int n = g->m->nnode, *stack = CAT_ARENA(g->scratch, n, int);
  if (!stack) return CAT_ERR_MEMORY;
  *ncell = 0;
  for (int i = 0; i < n; i++) g->cell[i] = -1;
  for (int i = 0; i < n; i++) {
    if (g->separator[i] || g->cell[i] >= 0) continue;
    int depth = 0;
    stack[depth++] = i;
    g->cell[i] = *ncell;
    while (depth) {
      int j = stack[--depth];
      for (int k = g->start[j]; k < g->start[j + 1]; k++) {
        int to = g->next[k];
        if (g->separator[to] || g->cell[to] >= 0) continue;
        g->cell[to] = *ncell;
        stack[depth++] = to;
      }
    }
    ++*ncell;
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- plans

// Whether along or across is held, but not both, at a node whose bay does not lie along the track.
static bool is_stuck(const Graph *g, int i, int cable) {
  const int *dof = g->t->dof[i];
  bool one = (dof[0] < 0) != (dof[1] < 0) || (dof[3] < 0) != (dof[4] < 0);
  return one && cat_bay_turn(g->m, g->rest, cable, g->m->node[i].s) != 0;
}

// Held along the track where a neighbour is not: axial motion of a bay would end there.
static bool is_stop(const Graph *g, int i) {
  int(*dof)[CAT_B] = g->t->dof;
  return dof[i][CAT_ALONG] < 0 && (dof[i - 1][CAT_ALONG] >= 0 || dof[i + 1][CAT_ALONG] >= 0);
}

// In a bay: joined to the node before and the node after it on its wire, and to nothing else.
static bool in_bay(const Graph *g, int i) {
  const CatWire *w = &g->m->wire[g->m->node[i].wire];
  int cable = w->cable + i - w->node;
  if (i == w->node || i == w->node + w->nnode - 1) return false;
  if (g->m->cable[cable].opens || g->loaded[i]) return false;
  if (is_stuck(g, i, cable) || is_stop(g, i)) return false;
  if (g->start[i + 1] - g->start[i] != 2) return false;
  int a = g->next[g->start[i]], b = g->next[g->start[i] + 1];
  return (a == i - 1 && b == i + 1) || (b == i - 1 && a == i + 1);
}

// Sorts the few nodes of a cell by their place along the track.
static void sort_nodes(const CatLineModel *m, int n, int *node) {
  for (int i = 1; i < n; i++) {
    int here = node[i], k = i;
    double s = m->node[here].s;
    for (; k > 0; k--) {
      double before = m->node[node[k - 1]].s;
      if (before < s || (before == s && node[k - 1] < here)) break;
      node[k] = node[k - 1];
    }
    node[k] = here;
  }
}

// The nodes of a cell in the order of its plan: bays along each wire, knots and ghosts by place.
static void order_nodes(const Graph *g, int n, const int *member, CatPlan *p, int *node) {
  int at = 0;
  for (int k = 0; k < n; k++) {
    if (in_bay(g, member[k])) node[at++] = member[k];
  }
  for (int k = 0; k < n; k++) {
    if (!in_bay(g, member[k])) node[at++] = member[k];
  }
  p->nnode = n;
  for (int k = 0; k < n; k++) p->nknot += !in_bay(g, member[k]);
  sort_nodes(g->m, p->nknot, node + n - p->nknot);
  for (int k = 0; k < n; k++) g->number[member[k]] = -1;
  for (int k = 0; k < n; k++) {
    for (int e = g->start[member[k]]; e < g->start[member[k] + 1]; e++) {
      int to = g->next[e];
      if (!g->separator[to] || g->number[to] == -2) continue;
      g->number[to] = -2;  // noted
      node[n + p->nghost++] = to;
    }
  }
  sort_nodes(g->m, p->nghost, node + n);
  for (int k = 0; k < n + p->nghost; k++) g->number[node[k]] = k;
}

static CatStatus find_bays(CatArena *a, const Graph *g, const int *node, CatPlan *p) {
  int n = cat_plan_bays(p);
  p->bay = CAT_ARENA(a, n + 1, CatBay);
  if (!p->bay) return CAT_ERR_MEMORY;
  for (int k = 0; k < n; k++) {
    if (k == 0 || node[k] != node[k - 1] + 1) {
      p->bay[p->nbay++] = (CatBay){.first = k, .left = g->number[node[k] - 1]};
    }
    p->bay[p->nbay - 1].count++;
    p->bay[p->nbay - 1].right = g->number[node[k] + 1];
  }
  return CAT_OK;
}

static CatStatus find_links(CatArena *a, const Graph *g, const int *node, CatPlan *p) {
  int most = 0, bays = cat_plan_bays(p);
  for (int k = bays; k < p->nnode; k++) most += g->start[node[k] + 1] - g->start[node[k]];
  p->link = cat_arena_alloc(a, (size_t)most + 1, sizeof *p->link);
  if (!p->link) return CAT_ERR_MEMORY;
  for (int k = bays; k < p->nnode; k++) {
    for (int e = g->start[node[k]]; e < g->start[node[k] + 1]; e++) {
      int to = g->number[g->next[e]];
      if (to <= k) continue;
      p->link[p->nlink][0] = k;
      p->link[p->nlink++][1] = to;
    }
  }
  return CAT_OK;
}

// What joins knots and ghosts, counted from the first knot: (n x n).
typedef struct Joins {
  int n;
  bool *set;
} Joins;

static void set_join(const Joins *j, int a, int b) {
  j->set[a * j->n + b] = j->set[b * j->n + a] = true;
}

static CatStatus find_joins(CatArena *scratch, const CatPlan *p, Joins *out) {
  int bays = cat_plan_bays(p), n = p->nknot + p->nghost;
  *out = (Joins){n, CAT_ARENA(scratch, n * n + 1, bool)};
  if (!out->set) return CAT_ERR_MEMORY;
  for (int b = 0; b < p->nbay; b++) {
    if (!p->bay[b].loose) set_join(out, p->bay[b].left - bays, p->bay[b].right - bays);
  }
  for (int l = 0; l < p->nlink; l++) set_join(out, p->link[l][0] - bays, p->link[l][1] - bays);
  return CAT_OK;
}

static int joins_of(const Joins *j, const bool *gone, int i) {
  int count = 0;
  for (int k = 0; k < j->n; k++) count += k != i && j->set[i * j->n + k] && !gone[k];
  return count;
}

// Elimination of a knot joins all that it was joined to.
static void eliminate(const Joins *j, bool *gone, int i) {
  gone[i] = true;
  for (int a = 0; a < j->n; a++) {
    for (int b = 0; b < a && j->set[i * j->n + a] && !gone[a]; b++) {
      if (j->set[i * j->n + b] && !gone[b]) set_join(j, a, b);
    }
  }
}

// The knot that is joined to fewest of those that are left comes next: place of each in that order.
static CatStatus order_knots(const Graph *g, const CatPlan *p, int *place) {
  Joins j;
  CAT_TRY(find_joins(g->scratch, p, &j));
  bool *gone = CAT_ARENA(g->scratch, j.n + 1, bool);
  if (!gone) return CAT_ERR_MEMORY;
  for (int n = 0; n < p->nknot; n++) {
    int best = -1, least = j.n;
    for (int k = 0; k < p->nknot; k++) {
      int count = gone[k] ? j.n : joins_of(&j, gone, k);
      if (count < least) best = k, least = count;
    }
    place[best] = n;
    eliminate(&j, gone, best);
  }
  return CAT_OK;
}

static CatStatus reorder_knots(const Graph *g, CatPlan *p, int *node) {
  int bays = cat_plan_bays(p), n = p->nknot;
  int *place = CAT_ARENA(g->scratch, n + 1, int), *old = CAT_ARENA(g->scratch, n + 1, int);
  if (!place || !old) return CAT_ERR_MEMORY;
  CAT_TRY(order_knots(g, p, place));
  memcpy(old, node + bays, (size_t)n * sizeof *old);
  for (int k = 0; k < n; k++) node[bays + place[k]] = old[k];
#define MOVE(number)                                                                               \
  if ((number) >= bays && (number) < p->nnode) (number) = bays + place[(number)-bays]
  for (int b = 0; b < p->nbay; b++) {
    MOVE(p->bay[b].left);
    MOVE(p->bay[b].right);
  }
  for (int l = 0; l < 2 * p->nlink; l++) MOVE(p->link[l / 2][l % 2]);
#undef MOVE
  return CAT_OK;
}

static void list_rows(const Joins *j, bool *gone, CatPlan *p) {
  int count = 0;
  p->apart = true;
  for (int k = 0; k < p->nknot; k++) {
    for (int i = k + 1; i < j->n; i++) {
      if (!j->set[k * j->n + i]) continue;
      p->row[count++] = cat_plan_bays(p) + i;
      if (i >= p->nknot) p->apart = false;
    }
    p->row_start[k + 1] = count;
    eliminate(j, gone, k);
  }
}

CatStatus cat_plan_rows(CatArena *a, CatPlan *p) {
  Joins j;
  CAT_TRY(find_joins(a, p, &j));
  bool *gone = CAT_ARENA(a, j.n + 1, bool);
  p->row_start = CAT_ARENA(a, p->nknot + 1, int);
  p->row = CAT_ARENA(a, p->nknot * j.n + 1, int);
  p->tall = CAT_ARENA(a, p->nknot * j.n + 1, bool);
  p->knot_at = CAT_ARENA(a, p->nknot + 1, int);
  if (!gone || !p->row_start || !p->row || !p->tall || !p->knot_at) return CAT_ERR_MEMORY;
  list_rows(&j, gone, p);
  p->nfactor = CAT_BB * (p->nknot + p->row_start[p->nknot]);
  return CAT_OK;
}

static bool same_ints(int n, const int *a, const int *b) {
  return memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

static bool same_plan(const CatPlan *a, const CatPlan *b) {
  if (a->nnode != b->nnode || a->nknot != b->nknot || a->nghost != b->nghost ||
      a->nbay != b->nbay || a->nlink != b->nlink || a->nfactor != b->nfactor) {
    return false;
  }
  return memcmp(a->bay, b->bay, (size_t)a->nbay * sizeof *a->bay) == 0 &&
         same_ints(2 * a->nlink, (const int *)a->link, (const int *)b->link) &&
         same_ints(a->nknot + 1, a->row_start, b->row_start) &&
         same_ints(a->row_start[a->nknot], a->row, b->row);
}

// Plans one cell; a plan that is there already is used again.
static CatStatus plan_cell(CatArena *a, const Graph *g, int n, const int *member, CatCells *out) {
  CatCell *c = &out->cell[out->ncell++];
  CatPlan p = {0};
  int most = n;
  for (int k = 0; k < n; k++) most += g->start[member[k] + 1] - g->start[member[k]];
  *c = (CatCell){.sign = 1, .node = CAT_ARENA(a, most, int)};
  if (!c->node) return CAT_ERR_MEMORY;
  order_nodes(g, n, member, &p, c->node);
  CAT_TRY(find_bays(a, g, c->node, &p));
  CAT_TRY(find_links(a, g, c->node, &p));
  CAT_TRY(reorder_knots(g, &p, c->node));
  CAT_TRY(cat_plan_rows(a, &p));
  while (c->plan < out->nplan && !same_plan(&p, &out->plan[c->plan])) c->plan++;
  if (c->plan == out->nplan) out->plan[out->nplan++] = p;
  return CAT_OK;
}

static CatStatus plan_cells(CatArena *a, const Graph *g, int ncell, CatCells *out) {
  int n = g->m->nnode;
  int *start = CAT_ARENA(g->scratch, ncell + 2, int), *member = CAT_ARENA(g->scratch, n, int);
  out->cell = CAT_ARENA(a, ncell + 1, CatCell);
  out->plan = CAT_ARENA(a, ncell + 1, CatPlan);
  if (!start || !member || !out->cell || !out->plan) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    if (g->cell[i] >= 0) start[g->cell[i] + 2]++;
  }
  for (int c = 0; c < ncell; c++) start[c + 1] += start[c];
  for (int i = 0; i < n; i++) {
    if (g->cell[i] >= 0) member[start[g->cell[i] + 1]++] = i;
  }
  for (int c = 0; c < ncell; c++) {
    CAT_TRY(plan_cell(a, g, start[c + 1] - start[c], member + start[c], out));
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- pads

// Whether two plans differ in the lengths of bays alone.
static bool same_but_lengths(const CatPlan *a, const CatPlan *b) {
  int shift = cat_plan_bays(b) - cat_plan_bays(a);
  if (a->nknot != b->nknot || a->nghost != b->nghost || a->nbay != b->nbay ||
      a->nlink != b->nlink || !same_ints(a->nknot + 1, a->row_start, b->row_start)) {
    return false;
  }
  for (int i = 0; i < a->nbay; i++) {
    const CatBay *x = &a->bay[i], *y = &b->bay[i];
    if (x->left + shift != y->left || x->right + shift != y->right) return false;
  }
  for (int i = 0; i < 2 * a->nlink; i++) {
    if (a->link[i / 2][i % 2] + shift != b->link[i / 2][i % 2]) return false;
  }
  for (int i = 0; i < a->row_start[a->nknot]; i++) {
    if (a->row[i] + shift != b->row[i]) return false;
  }
  return true;
}

// Makes room in a plan for pads behind the nodes of each bay: so many in all.
static void lengthen(CatPlan *p, const int *count) {
  int added = 0;
  for (int i = 0; i < p->nbay; i++) {
    p->bay[i].first += added;
    added += count[i] - p->bay[i].count;
    p->bay[i].count = count[i];
  }
  for (int i = 0; i < p->nbay; i++) p->bay[i].left += added, p->bay[i].right += added;
  for (int i = 0; i < 2 * p->nlink; i++) p->link[i / 2][i % 2] += added;
  for (int i = 0; i < p->row_start[p->nknot]; i++) p->row[i] += added;
  p->nnode += added;
}

static CatStatus pad_cell(CatArena *a, const CatCells *out, const int *count, CatCell *c) {
  const CatPlan *p = &out->plan[c->plan];
  int added = 0, at = 0, from = 0;
  for (int i = 0; i < p->nbay; i++) added += count[i] - p->bay[i].count;
  int *node = CAT_ARENA(a, p->nnode + p->nghost + added, int);
  if (!node) return CAT_ERR_MEMORY;
  for (int i = 0; i < p->nbay; i++) {
    for (int k = 0; k < count[i]; k++) {
      node[at++] = k < p->bay[i].count ? c->node[from++] : out->m->nnode;
    }
  }
  while (from < p->nnode + p->nghost) node[at++] = c->node[from++];
  c->node = node;
  return CAT_OK;
}

enum { MOST_PADS = 20 };  // one node in so many

// One plan for all that are like plan i but for the lengths of bays.
static CatStatus merge_into(CatArena *a, CatCells *out, int i) {
  CatPlan *p = &out->plan[i];
  int *count = CAT_ARENA(a, p->nbay + 1, int), all = p->nknot, least = p->nnode;
  bool *like = CAT_ARENA(a, out->nplan, bool), any = false;
  if (!count || !like) return CAT_ERR_MEMORY;
  for (int j = i; j < out->nplan; j++) {
    const CatPlan *q = &out->plan[j];
    like[j] = j == i || same_but_lengths(p, q);
    for (int b = 0; b < p->nbay && like[j]; b++) {
      if (q->bay[b].count > count[b]) count[b] = q->bay[b].count;
    }
    any = any || (like[j] && j != i);
    if (like[j] && q->nnode < least) least = q->nnode;
  }
  for (int b = 0; b < p->nbay; b++) all += count[b];
  if (!any || (all - least) * MOST_PADS > all) return CAT_OK;
  for (int c = 0; c < out->ncell; c++) {
    CatCell *cell = &out->cell[c];
    if (cell->plan < i || !like[cell->plan]) continue;
    CAT_TRY(pad_cell(a, out, count, cell));
    cell->plan = i;
  }
  lengthen(p, count);
  return CAT_OK;
}

CatBay cat_cells_bay(const CatCells *c, const CatCell *cell, const CatBay *b) {
  CatBay out = *b;
  while (cell->node[out.first + out.count - 1] == c->m->nnode) out.count--;
  return out;
}

//------------------------------------------------------------------------------- all of it

static CatStatus list_separators(CatArena *a, const Graph *g, const CatLinearSystem *t,
                                 CatCells *out) {
  const CatLineModel *m = g->m;
  out->separator = CAT_ARENA(a, m->nnode, int);
  out->border = CAT_ARENA(a, t->n, int);
  out->dof = cat_arena_alloc(a, (size_t)m->nnode + 1, sizeof *out->dof);
  if (!out->separator || !out->border || !out->dof) return CAT_ERR_MEMORY;
  for (int k = 0; k < CAT_B; k++) out->dof[m->nnode][k] = -1;  // of pads
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < CAT_B; k++) {
      out->dof[i][k] = k < 3 && m->node[i].twin >= 0 ? -1 : t->dof[i][k];
      if (g->separator[i] && out->dof[i][k] >= 0) out->border[out->dof[i][k]] = 1;
    }
    if (g->separator[i]) out->separator[out->nseparator++] = i;
  }
  for (int i = 0; i < t->n; i++) out->border[i] = out->border[i] ? out->nborder++ : -1;
  return CAT_OK;
}

static CatStatus fill(CatArena *a, Graph *g, const CatLinearSystem *t, CatCells *out) {
  int n = g->m->nnode, ncell;
  g->separator = CAT_ARENA(g->scratch, n, bool);
  g->cell = CAT_ARENA(g->scratch, n, int);
  g->number = CAT_ARENA(g->scratch, n, int);
  g->loaded = CAT_ARENA(g->scratch, n, bool);
  if (!g->separator || !g->cell || !g->number || !g->loaded) return CAT_ERR_MEMORY;
  for (int i = 0; i < g->m->nmass; i++) g->loaded[g->m->mass[i].node] = true;
  mark_separators(g);
  CAT_TRY(join_nodes(g));
  CAT_TRY(find_cells(g, &ncell));
  CAT_TRY(plan_cells(a, g, ncell, out));
  return list_separators(a, g, t, out);
}

CatStatus cat_cells_new(CatArena *a, const CatLineModel *m, const CatConfiguration *rest,
                        const CatLinearSystem *t, bool pad, CatCells *out) {
  *out = (CatCells){.m = m, .rest = rest};
  Graph g = {.m = m, .rest = rest, .t = t, .scratch = cat_arena_new(cat_arena_context(a), 1 << 20)};
  CatStatus status = g.scratch ? fill(a, &g, t, out) : CAT_ERR_MEMORY;
  cat_arena_free(g.scratch);
  CAT_TRY(status);
  for (int i = 0; i < out->nplan && pad; i++) CAT_TRY(merge_into(a, out, i));
  return CAT_OK;
}

int cat_cells_cable(const CatCells *c, const CatCell *cell, const CatBay *b) {
  int first = cell->node[b->first];
  const CatWire *w = &c->m->wire[c->m->node[first].wire];
  return w->cable + first - w->node - 1;
}
