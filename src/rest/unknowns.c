#include <stdlib.h>

#include "internal.h"

typedef struct Slot {
  double s;   // place along the track
  int order;  // among those at one place
  int *number;
} Slot;

static int by_place(const void *a, const void *b) {
  const Slot *x = a, *y = b;
  if (x->s != y->s) return x->s < y->s ? -1 : 1;
  return x->order - y->order;
}

typedef struct Slots {
  Slot *slot;
  int n;
} Slots;

static void slot_add(Slots *l, double s, int *number) {
  Slot *slot = &l->slot[l->n];
  slot->s = s;
  slot->order = l->n++;
  slot->number = number;
}

static void slots_number(Slots *l) {
  qsort(l->slot, (size_t)l->n, sizeof *l->slot, by_place);
  for (int i = 0; i < l->n; i++) *l->slot[i].number = i;
}

static bool is_free(const CatLineNode *node, int k) {
  return !node->fixed[k] && !(node->twin >= 0 && k < 3);
}

static void add_nodes(Slots *l, const CatLineModel *m, int (*number)[6]) {
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      number[i][k] = -1;
      if (is_free(&m->node[i], k)) slot_add(l, m->node[i].s, &number[i][k]);
    }
  }
}

// Ends of stitch wires have the numbers of the messenger's nodes for their position.
static void share_twins(const CatLineModel *m, int (*number)[6]) {
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 3 && m->node[i].twin >= 0; k++) number[i][k] = number[m->node[i].twin][k];
  }
}

static void add_columns(Slots *l, const CatLineModel *m, CatUnknowns *at) {
  add_nodes(l, m, at->column);
  for (int i = 0; i < m->ncable; i++) {
    slot_add(l, (m->node[m->cable[i].a].s + m->node[m->cable[i].b].s) / 2, &at->cable[i]);
  }
  for (int i = 0; i < m->ndropper; i++) {
    at->dropper[i] = -1;
    if (!m->dropper[i].cut) slot_add(l, m->node[m->dropper[i].low].s, &at->dropper[i]);
  }
  for (int i = 0; i < m->nsupport; i++) slot_add(l, m->node[m->support[i].node].s, &at->support[i]);
  for (int i = 0; i < m->narm; i++) {
    at->arm[i][0] = -1;
    if (m->spec->form == CAT_LINE_3D) slot_add(l, m->node[m->arm[i].node].s, &at->arm[i][0]);
    slot_add(l, m->node[m->arm[i].node].s, &at->arm[i][1]);
  }
}

// The tension of a wire is asked for at its first element, unless weights give it.
static bool asks_tension(const CatLineModel *m, const CatWire *w) {
  return w->role == CAT_STITCH || m->spec->ends != CAT_ENDS_WEIGHTS;
}

static void add_rows(Slots *l, const CatLineModel *m, CatUnknowns *at) {
  add_nodes(l, m, at->row);
  for (int i = 0; i < m->ncable; i++) {
    at->equal[i] = -1;
    if (!m->cable[i].opens) slot_add(l, m->node[m->cable[i].a].s, &at->equal[i]);
  }
  for (int i = 0; i < m->ntarget; i++) slot_add(l, m->node[m->target[i].node].s, &at->target[i]);
  for (int i = 0; i < m->narm; i++) {
    at->heel[i] = -1;
    if (m->arm[i].heel > 0) slot_add(l, m->node[m->arm[i].node].s, &at->heel[i]);
  }
  for (int i = 0; i < m->nwire; i++) {
    at->tension[i] = -1;
    if (asks_tension(m, &m->wire[i])) slot_add(l, m->node[m->wire[i].node].s, &at->tension[i]);
  }
}

static void widen(CatUnknowns *at, int row, int column) {
  if (row < 0 || column < 0) return;
  if (row - column > at->kl) at->kl = row - column;
  if (column - row > at->ku) at->ku = column - row;
}

// Widens the band by the equations of nodes a and b against one column, or against each other.
static void widen_nodes(CatUnknowns *at, int a, int b, int column) {
  for (int i = 0; i < 6; i++) {
    widen(at, at->row[a][i], column);
    widen(at, at->row[b][i], column);
    for (int j = 0; j < 6; j++) {
      widen(at, at->row[a][i], at->column[b][j]);
      widen(at, at->row[b][i], at->column[a][j]);
      widen(at, at->row[a][i], at->column[a][j]);
      widen(at, at->row[b][i], at->column[b][j]);
    }
  }
}

static void find_band(const CatLineModel *m, CatUnknowns *at) {
  for (int i = 0; i < m->ncable; i++) {
    widen_nodes(at, m->cable[i].a, m->cable[i].b, at->cable[i]);
    if (at->equal[i] >= 0) widen(at, at->equal[i], at->cable[i]);
    if (at->equal[i] >= 0) widen(at, at->equal[i], at->cable[i - 1]);
  }
  for (int i = 0; i < m->ndropper; i++) {
    widen_nodes(at, m->dropper[i].low, m->dropper[i].high, at->dropper[i]);
  }
  for (int i = 0; i < m->nsupport; i++) {
    widen_nodes(at, m->support[i].node, m->support[i].node, at->support[i]);
  }
  for (int i = 0; i < m->narm; i++) {
    for (int k = 0; k < 2; k++) widen_nodes(at, m->arm[i].node, m->arm[i].node, at->arm[i][k]);
    widen(at, at->heel[i], at->arm[i][1]);
    widen(at, at->heel[i], at->column[m->arm[i].node][CAT_UP]);
  }
  for (int i = 0; i < m->ntarget; i++) {
    widen(at, at->target[i], at->column[m->target[i].node][m->target[i].component]);
  }
  for (int i = 0; i < m->nwire; i++) {
    const CatCablePart *c = &m->cable[m->wire[i].cable];
    widen(at, at->tension[i], at->cable[m->wire[i].cable]);
    for (int k = 0; k < 6; k++) {
      widen(at, at->tension[i], at->column[c->a][k]);
      widen(at, at->tension[i], at->column[c->b][k]);
    }
  }
}

static CatStatus reserve(CatArena *a, const CatLineModel *m, CatUnknowns *at, Slots *l) {
  int most =
      6 * m->nnode + m->ncable + m->ndropper + m->nsupport + 3 * m->narm + m->ntarget + m->nwire;
  *at = (CatUnknowns){.column = cat_arena_alloc(a, (size_t)m->nnode, sizeof(int[6])),
                      .row = cat_arena_alloc(a, (size_t)m->nnode, sizeof(int[6])),
                      .cable = CAT_ARENA(a, m->ncable, int),
                      .dropper = CAT_ARENA(a, m->ndropper + 1, int),
                      .support = CAT_ARENA(a, m->nsupport + 1, int),
                      .arm = cat_arena_alloc(a, (size_t)m->narm + 1, sizeof(int[2])),
                      .heel = CAT_ARENA(a, m->narm + 1, int),
                      .equal = CAT_ARENA(a, m->ncable, int),
                      .target = CAT_ARENA(a, m->ntarget + 1, int),
                      .tension = CAT_ARENA(a, m->nwire, int)};
  l->slot = CAT_ARENA(a, most, Slot);
  bool ok = at->column && at->row && at->cable && at->dropper && at->support && at->arm &&
            at->heel && at->equal && at->target && at->tension && l->slot;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_unknowns_new(CatArena *a, const CatLineModel *m, CatUnknowns *at) {
  Slots l = {0};
  CAT_TRY(reserve(a, m, at, &l));
  add_columns(&l, m, at);
  slots_number(&l);
  at->n = l.n;
  l.n = 0;
  add_rows(&l, m, at);
  slots_number(&l);
  if (l.n != at->n) {
    return CAT_FAIL(cat_arena_context(a), CAT_ERR_INTERNAL,
                    "shape finding has %d equations for %d unknowns", l.n, at->n);
  }
  share_twins(m, at->column);
  share_twins(m, at->row);
  find_band(m, at);
  return CAT_OK;
}
