#include "components.h"

#include <math.h>
#include <stdlib.h>

static const double NEAR = 5;   // masts closer than this make one cut [m]
static const double AT = 1e-6;  // of a mast [m]
enum { BORDER = -1 };

typedef struct Cutting {
  CatComponents *c;
  CatArena *arena;
  const CatLineModel *m;
  int ncut;
  double *cut;  // places, ascending (ncut) [m]
} Cutting;

//------------------------------------------------------------------------------- where to cut

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static CatStatus find_cuts(Cutting *w) {
  w->cut = CAT_ARENA(w->arena, w->m->nmast + 1, double);
  if (!w->cut) return CAT_ERR_MEMORY;
  for (int i = 0; i < w->m->nmast; i++) w->cut[i] = w->m->mast[i];
  qsort(w->cut, (size_t)w->m->nmast, sizeof *w->cut, by_value);
  for (int i = 0; i < w->m->nmast; i++) {
    if (w->ncut == 0 || w->cut[i] - w->cut[w->ncut - 1] > NEAR) w->cut[w->ncut++] = w->cut[i];
  }
  return CAT_OK;
}

// Number of cuts on its left, or BORDER.
static int side_of(const Cutting *w, double s) {
  int i = 0;
  while (i < w->ncut && w->cut[i] < s - AT) i++;
  return i < w->ncut && fabs(w->cut[i] - s) <= AT ? BORDER : i;
}

static void place_coordinates(Cutting *w) {
  const CatLinearSystem *t = w->c->t;
  for (int i = 0; i < w->m->nnode; i++) {
    int side = side_of(w, w->m->node[i].s);
    for (int k = 0; k < 6; k++) {
      int dof = t->dof[i][k];
      if (dof < 0) continue;
      w->c->home[dof] = side;
      w->c->across[dof] = k % 3 == CAT_ACROSS;
    }
  }
}

// Springs and dampers of supports act on the border, wherever their masts stand.
static void place_supports(Cutting *w) {
  for (int i = 0; i < w->m->nsupport; i++) {
    int up = w->c->t->dof[w->m->support[i].node][CAT_UP];
    if (up >= 0) w->c->home[up] = BORDER;
  }
}

static bool joined(const CatLinearSystem *t, int i, int j) {
  return cat_band_get(&t->K, i, j) != 0 || cat_band_get(&t->M, i, j) != 0;
}

// Elements that span a cut (a stitch wire) belong to the border on its right side.
static void widen_border(Cutting *w) {
  const CatLinearSystem *t = w->c->t;
  int *home = w->c->home;
  for (int j = 0; j < t->n; j++) {
    for (int i = j > t->K.kd ? j - t->K.kd : 0; i < j && home[j] != BORDER; i++) {
      bool apart = home[i] != BORDER && home[i] != home[j];
      if (apart && joined(t, i, j)) home[j] = BORDER;
    }
  }
}

//------------------------------------------------------------------------------- lists

// Components without coordinates (before the first mast) are left out.
static int renumber(Cutting *w, int *count) {
  CatComponents *c = w->c;
  for (int i = 0; i < c->t->n; i++) {
    if (c->home[i] != BORDER) count[c->home[i]]++;
  }
  int n = 0;
  for (int k = 0; k <= w->ncut; k++) {
    int had = count[k];
    count[k] = had > 0 ? n : BORDER;
    n += had > 0;
  }
  return n;
}

static CatStatus list_coordinates(Cutting *w) {
  CatComponents *c = w->c;
  int *number = CAT_ARENA(w->arena, w->ncut + 1, int);
  if (!number) return CAT_ERR_MEMORY;
  c->n = renumber(w, number);
  c->component = CAT_ARENA(w->arena, c->n + 1, CatComponent);
  c->border = CAT_ARENA(w->arena, c->t->n + 1, int);
  c->first = CAT_ARENA(w->arena, c->n + 1, int);
  if (!c->component || !c->border || !c->first) return CAT_ERR_MEMORY;
  for (int i = 0; i < c->t->n; i++) {
    if (c->home[i] != BORDER) c->home[i] = number[c->home[i]];
    c->place[i] = c->home[i] == BORDER ? c->nborder : c->component[c->home[i]].n;
    if (c->home[i] == BORDER) c->border[c->nborder++] = i;
    if (c->home[i] != BORDER) c->component[c->home[i]].n++;
  }
  for (int k = 0; k < c->n; k++) {
    c->component[k].dof = CAT_ARENA(w->arena, c->component[k].n, int);
    if (!c->component[k].dof) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < c->t->n; i++) {
    if (c->home[i] != BORDER) c->component[c->home[i]].dof[c->place[i]] = i;
  }
  return CAT_OK;
}

static bool touches(const CatLinearSystem *t, const CatComponent *k, int border) {
  for (int i = 0; i < k->n; i++) {
    if (abs(k->dof[i] - border) <= t->K.kd && joined(t, k->dof[i], border)) return true;
  }
  return false;
}

static CatStatus list_borders(Cutting *w) {
  CatComponents *c = w->c;
  for (int k = 0; k < c->n; k++) {
    CatComponent *part = &c->component[k];
    part->border = CAT_ARENA(w->arena, c->nborder + 1, int);
    part->flip = CAT_ARENA(w->arena, c->nborder + 1, double);
    if (!part->border || !part->flip) return CAT_ERR_MEMORY;
    for (int b = 0; b < c->nborder; b++) {
      if (!touches(c->t, part, c->border[b])) continue;
      part->flip[part->nborder] = 1;
      part->border[part->nborder++] = b;
    }
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- kinds

// Two components side by side, coordinate by coordinate; those of the border come last.
typedef struct Pair {
  const CatComponents *c;
  const CatComponent *a, *b;
  bool mirrored;
} Pair;

static int coordinate(const CatComponents *c, const CatComponent *k, int i) {
  return i < k->n ? k->dof[i] : c->border[k->border[i - k->n]];
}

static bool same_entry(const Pair *p, const CatBand *A, int i, int j) {
  const CatComponents *c = p->c;
  int ai = coordinate(c, p->a, i), aj = coordinate(c, p->a, j);
  int bi = coordinate(c, p->b, i), bj = coordinate(c, p->b, j);
  bool turned = p->mirrored && c->across[ai] != c->across[aj];
  double size = sqrt(cat_band_get(A, ai, ai) * cat_band_get(A, aj, aj));
  double other = cat_band_get(A, bi, bj);
  return fabs(cat_band_get(A, ai, aj) - (turned ? -other : other)) <= CAT_ALIKE * size;
}

static bool is_alike(const Pair *p) {
  const CatLinearSystem *t = p->c->t;
  int n = p->a->n;
  if (n != p->b->n || p->a->nborder != p->b->nborder) return false;
  for (int j = 0; j < n + p->a->nborder; j++) {
    if (p->c->across[coordinate(p->c, p->a, j)] != p->c->across[coordinate(p->c, p->b, j)]) {
      return false;
    }
    int from = j < n && j > t->K.kd ? j - t->K.kd : 0;
    for (int i = from; i <= j && i < n; i++) {  // entries of the border alone are not its own
      if (!same_entry(p, &t->K, i, j) || !same_entry(p, &t->M, i, j)) return false;
    }
  }
  return true;
}

static void find_kind(CatComponents *c, int k) {
  CatComponent *part = &c->component[k];
  for (int g = 0; g < c->nkind; g++) {
    for (int mirrored = 0; mirrored < 2; mirrored++) {
      Pair pair = {c, &c->component[c->first[g]], part, mirrored};
      if (!is_alike(&pair)) continue;
      part->kind = g;
      part->mirrored = mirrored;
      for (int b = 0; b < part->nborder; b++) {
        if (mirrored && c->across[c->border[part->border[b]]]) part->flip[b] = -1;
      }
      return;
    }
  }
  part->kind = c->nkind;
  c->first[c->nkind++] = k;
}

CatStatus cat_component_band(CatArena *a, const CatComponent *part, const CatBand *A,
                             CatBand *out) {
  int kd = A->kd < part->n ? A->kd : part->n - 1;
  CAT_TRY(cat_band_new(a, part->n, kd, out));
  for (int j = 0; j < part->n; j++) {
    for (int i = j > kd ? j - kd : 0; i <= j; i++) {
      cat_band_add(out, i, j, cat_band_get(A, part->dof[i], part->dof[j]));
    }
  }
  return CAT_OK;
}

CatStatus cat_components_new(CatArena *a, const CatLineModel *m, const CatLinearSystem *t,
                             CatComponents *out) {
  *out = (CatComponents){.t = t};
  Cutting w = {.c = out, .arena = a, .m = m};
  out->home = CAT_ARENA(a, t->n + 1, int);
  out->place = CAT_ARENA(a, t->n + 1, int);
  out->across = CAT_ARENA(a, t->n + 1, bool);
  if (!out->home || !out->place || !out->across) return CAT_ERR_MEMORY;
  CAT_TRY(find_cuts(&w));
  place_coordinates(&w);
  place_supports(&w);
  widen_border(&w);
  CAT_TRY(list_coordinates(&w));
  CAT_TRY(list_borders(&w));
  for (int k = 0; k < out->n; k++) find_kind(out, k);
  return CAT_OK;
}
