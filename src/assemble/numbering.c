#include "numbering.h"

#include <stdlib.h>
#include <string.h>

typedef struct Place {
  double s;  // [m]
  int node;
} Place;

static int by_place(const void *a, const void *b) {
  const Place *x = a, *y = b;
  if (x->s != y->s) return x->s < y->s ? -1 : 1;
  return x->node - y->node;
}

enum { HELD = -1, FREE = 0 };

// The messenger's nodes at supports, where they may not slide.
static void hold_supports(const CatLineModel *m, int (*dof)[6]) {
  for (int i = 0; i < m->nsupport; i++) dof[m->support[i].node][CAT_ALONG] = HELD;
  for (int w = 0; w < m->nwire; w++) {
    if (m->wire[w].role != CAT_MESSENGER) continue;
    for (int i = 1; i + 1 < m->wire[w].nnode; i++) {  // rigid ones
      int node = m->wire[w].node + i;
      if (m->node[node].fixed[CAT_UP]) dof[node][CAT_ALONG] = HELD;
    }
  }
}

static void mark_held(const CatLineModel *m, int (*dof)[6]) {
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) dof[i][k] = m->node[i].fixed[k] ? HELD : FREE;
  }
  if (m->spec->support.along == CAT_ALONG_HELD) hold_supports(m, dof);
  for (int i = 0; i < m->nnode && m->spec->axial == CAT_AXIAL_NONE; i++) {
    dof[i][CAT_ALONG] = dof[i][3 + CAT_ALONG] = HELD;
  }
}

static CatStatus number_nodes(CatArena *scratch, const CatLineModel *m, CatNumbering *t) {
  Place *place = CAT_ARENA(scratch, m->nnode, Place);
  if (!place) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->nnode; i++) place[i] = (Place){m->node[i].s, i};
  qsort(place, (size_t)m->nnode, sizeof *place, by_place);
  mark_held(m, t->dof);
  for (int p = 0; p < m->nnode; p++) {
    int i = place[p].node;
    for (int k = m->node[i].twin >= 0 ? 3 : 0; k < 6; k++) {
      if (t->dof[i][k] == FREE) t->dof[i][k] = t->n++;
    }
  }
  for (int i = 0; i < m->nnode; i++) {
    if (m->node[i].twin >= 0) memcpy(t->dof[i], t->dof[m->node[i].twin], 3 * sizeof(int));
  }
  return CAT_OK;
}

// The largest distance between numbers that one element couples.
static int reach(const CatNumbering *t, int a, int b) {
  int least = t->n, most = -1;
  for (int k = 0; k < 12; k++) {
    int dof = k < 6 ? t->dof[a][k] : t->dof[b][k - 6];
    if (dof < 0) continue;
    if (dof < least) least = dof;
    if (dof > most) most = dof;
  }
  return most > least ? most - least : 0;
}

static int half_band(const CatLineModel *m, const CatNumbering *t) {
  int kd = 0;
  for (int i = 0; i < m->ncable; i++) {
    int r = reach(t, m->cable[i].a, m->cable[i].b);
    if (r > kd) kd = r;
  }
  for (int i = 0; i < m->ndropper; i++) {
    int r = reach(t, m->dropper[i].low, m->dropper[i].high);
    if (r > kd) kd = r;
  }
  return kd;
}

CatStatus cat_numbering_new(CatArena *a, const CatLineModel *m, CatNumbering *out) {
  *out = (CatNumbering){.dof = cat_arena_alloc(a, (size_t)m->nnode, sizeof(int[6]))};
  CatArena *scratch = cat_arena_new(cat_arena_context(a), 1 << 16);
  CatStatus status = out->dof && scratch ? number_nodes(scratch, m, out) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  if (!status) out->half_band = half_band(m, out);
  return status;
}
