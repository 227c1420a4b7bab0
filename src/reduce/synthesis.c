#include "synthesis.h"

#include <string.h>

#include "linalg/dense.h"

// Scratch for one component; matrices by columns.
typedef struct Work {
  const CatSynthesis *s;
  const CatComponent *part;
  CatArena *scratch;
  CatHeldModes *out;
  CatBand K, M;       // within the component
  double *Kib, *Mib;  // to its border (n x nborder)
  double *load;       // M_ii H + M_ib (n x nborder)
} Work;

static int border_dof(const Work *w, int b) {
  return w->s->cut.border[w->part->border[b]];
}

//------------------------------------------------------------------------------- one kind

static CatStatus take_matrices(Work *w) {
  const CatLinearSystem *t = w->s->cut.t;
  int n = w->part->n, nb = w->part->nborder;
  CAT_TRY(cat_component_band(w->scratch, w->part, &t->K, &w->K));
  CAT_TRY(cat_component_band(w->scratch, w->part, &t->M, &w->M));
  w->Kib = CAT_ARENA(w->scratch, n * nb + 1, double);
  w->Mib = CAT_ARENA(w->scratch, n * nb + 1, double);
  w->load = CAT_ARENA(w->scratch, n * nb + 1, double);
  if (!w->Kib || !w->Mib || !w->load) return CAT_ERR_MEMORY;
  for (int b = 0; b < nb; b++) {
    for (int i = 0; i < n; i++) {
      w->Kib[b * n + i] = cat_band_get(&t->K, w->part->dof[i], border_dof(w, b));
      w->Mib[b * n + i] = cat_band_get(&t->M, w->part->dof[i], border_dof(w, b));
    }
  }
  return CAT_OK;
}

static void spread(const CatBand *A, double *out) {
  for (int j = 0; j < A->n; j++) {
    for (int i = j > A->kd ? j - A->kd : 0; i <= j; i++) {
      out[(size_t)j * (size_t)A->n + (size_t)i] = cat_band_get(A, i, j);
    }
  }
}

static CatStatus find_modes(Work *w) {
  int n = w->part->n;
  size_t square = (size_t)n * (size_t)n;
  double *M = CAT_ARENA(w->scratch, square, double);
  if (!M) return CAT_ERR_MEMORY;
  spread(&w->K, w->out->phi);
  spread(&w->M, M);
  return cat_dense_modes(w->scratch, n, w->out->phi, M, w->out->omega2);
}

static CatStatus find_holds(Work *w) {
  int n = w->part->n, nb = w->part->nborder;
  size_t size = (size_t)n * (size_t)nb;
  double *H = w->out->hold;
  for (size_t i = 0; i < size; i++) H[i] = -w->Kib[i];
  CAT_TRY(cat_band_factor(cat_arena_context(w->scratch), &w->K));
  cat_band_solve(&w->K, H, nb);
  memcpy(w->load, w->Mib, size * sizeof *w->load);
  for (int b = 0; b < nb; b++) cat_band_multiply(&w->M, 1, H + b * n, 1, w->load + b * n);
  const int shape[3] = {n, nb, n};
  cat_dense_product(shape, (CatDense){w->out->phi, n, 'T'}, (CatDense){w->load, n, 'N'}, 0,
                    w->out->mass);
  return CAT_OK;
}

static CatStatus make_kind(CatArena *a, Work *w) {
  size_t n = (size_t)w->part->n, nb = (size_t)w->part->nborder;
  CatHeldModes *k = w->out;
  *k = (CatHeldModes){.n = w->part->n, .nborder = w->part->nborder};
  k->omega2 = CAT_ARENA(a, n, double);
  k->phi = CAT_ARENA(a, n * n, double);
  k->hold = CAT_ARENA(a, n * nb + 1, double);
  k->mass = CAT_ARENA(a, n * nb + 1, double);
  if (!k->omega2 || !k->phi || !k->hold || !k->mass) return CAT_ERR_MEMORY;
  CAT_TRY(take_matrices(w));
  CAT_TRY(find_modes(w));
  return find_holds(w);
}

//------------------------------------------------------------------------------- the border

// Contribution of a component: K_bi H, and H' (M_ii H + M_ib) + M_bi H.
static void add_component(CatSynthesis *s, const Work *w, const CatComponent *part) {
  int n = part->n;
  const double *H = w->out->hold;
  for (int j = 0; j < part->nborder; j++) {
    for (int i = 0; i < part->nborder; i++) {
      if (part->border[i] > part->border[j]) continue;
      double flip = part->flip[i] * part->flip[j];
      double k = cat_dot(n, w->Kib + i * n, H + j * n);
      double m = cat_dot(n, H + i * n, w->load + j * n) + cat_dot(n, w->Mib + i * n, H + j * n);
      cat_band_add(&s->K, part->border[i], part->border[j], flip * k);
      cat_band_add(&s->M, part->border[i], part->border[j], flip * m);
    }
  }
}

static CatStatus new_border(CatArena *a, CatSynthesis *s) {
  const CatComponents *c = &s->cut;
  int kd = 0;
  for (int k = 0; k < c->n; k++) {
    const CatComponent *part = &c->component[k];
    int reach = part->nborder ? part->border[part->nborder - 1] - part->border[0] : 0;
    if (reach > kd) kd = reach;
  }
  if (c->t->K.kd > kd) kd = c->t->K.kd;
  if (kd > c->nborder - 1) kd = c->nborder > 0 ? c->nborder - 1 : 0;
  CAT_TRY(cat_band_new(a, c->nborder, kd, &s->K));
  CAT_TRY(cat_band_new(a, c->nborder, kd, &s->M));
  for (int j = 0; j < c->nborder; j++) {
    for (int i = j > kd ? j - kd : 0; i <= j; i++) {
      cat_band_add(&s->K, i, j, cat_band_get(&c->t->K, c->border[i], c->border[j]));
      cat_band_add(&s->M, i, j, cat_band_get(&c->t->M, c->border[i], c->border[j]));
    }
  }
  return CAT_OK;
}

static CatStatus fill(CatArena *a, CatArena *scratch, CatSynthesis *s) {
  CAT_TRY(new_border(a, s));
  for (int g = 0; g < s->cut.nkind; g++) {
    CatArenaMark mark = cat_arena_mark(scratch);
    Work w = {
        .s = s, .part = &s->cut.component[s->cut.first[g]], .scratch = scratch, .out = &s->kind[g]};
    if (cat_stop_asked(cat_arena_context(a))) {
      return CAT_FAIL(cat_arena_context(a), CAT_ERR_INTERRUPTED, "interrupted");
    }
    CAT_TRY(make_kind(a, &w));
    for (int k = 0; k < s->cut.n; k++) {
      if (s->cut.component[k].kind == g) add_component(s, &w, &s->cut.component[k]);
    }
    cat_arena_release(scratch, mark);
  }
  return CAT_OK;
}

CatStatus cat_synthesis_new(CatArena *a, const CatLineModel *m, const CatLinearSystem *t,
                            CatSynthesis *out) {
  *out = (CatSynthesis){0};
  CAT_TRY(cat_components_new(a, m, t, &out->cut));
  out->kind = CAT_ARENA(a, out->cut.nkind + 1, CatHeldModes);
  CatArena *scratch = cat_arena_new(cat_arena_context(a), 1 << 20);
  CatStatus status = out->kind && scratch ? fill(a, scratch, out) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}
