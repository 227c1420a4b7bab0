#include "order.h"

typedef struct Walk {
  const CatGraph *g;
  int *order;   // vertices as they are met (n)
  int *level;   // distance from the first one of this walk; -1: not met
  int *degree;  // (n)
} Walk;

static int degree_of(const CatGraph *g, int i) {
  return (int)(g->start[i + 1] - g->start[i]);
}

// Neighbours that were just appended, by ascending degree (Shell's method).
static void sort_by_degree(const Walk *w, int from, int to) {
  for (int gap = (to - from) / 2; gap > 0; gap /= 2) {
    for (int i = from + gap; i < to; i++) {
      int v = w->order[i], k = i;
      for (; k - gap >= from && w->degree[w->order[k - gap]] > w->degree[v]; k -= gap) {
        w->order[k] = w->order[k - gap];
      }
      w->order[k] = v;
    }
  }
}

// Breadth first from `root`, into order from `first` on; returns the end.
static int walk(Walk *w, int root, int first) {
  int end = first;
  w->order[end++] = root;
  w->level[root] = 0;
  for (int k = first; k < end; k++) {
    int v = w->order[k], begin = end;
    for (size_t e = w->g->start[v]; e < w->g->start[v + 1]; e++) {
      int to = w->g->at[e];
      if (w->level[to] >= 0) continue;
      w->level[to] = w->level[v] + 1;
      w->order[end++] = to;
    }
    sort_by_degree(w, begin, end);
  }
  return end;
}

// Of the farthest vertices the one with the fewest neighbours; the walk is forgotten.
static int farthest(Walk *w, int first, int end) {
  int best = w->order[end - 1], most = w->level[best];
  for (int k = first; k < end; k++) {
    int v = w->order[k];
    if (w->level[v] == most && w->degree[v] < w->degree[best]) best = v;
  }
  for (int k = first; k < end; k++) w->level[w->order[k]] = -1;
  return best;
}

// A walk from an end of the part of the graph that holds v.
static int walk_from_end(Walk *w, int v, int first) {
  int depth = -1;
  for (;;) {
    int end = walk(w, v, first), now = w->level[w->order[end - 1]];
    if (now <= depth) return end;
    depth = now;
    v = farthest(w, first, end);
  }
}

CatStatus cat_order_band(CatArena *a, const CatGraph *g, int *number) {
  Walk w = {g, CAT_ARENA(a, g->n + 1, int), CAT_ARENA(a, g->n + 1, int),
            CAT_ARENA(a, g->n + 1, int)};
  if (!w.order || !w.level || !w.degree) return CAT_ERR_MEMORY;
  for (int i = 0; i < g->n; i++) w.level[i] = -1, w.degree[i] = degree_of(g, i);
  for (int i = 0, end = 0; i < g->n; i++) {
    if (w.level[i] < 0) end = walk_from_end(&w, i, end);
  }
  for (int i = 0; i < g->n; i++) number[w.order[i]] = g->n - 1 - i;
  return CAT_OK;
}
