#include "arrow.h"

#include <string.h>

#include "linalg/dense.h"
#include "linalg/inertia.h"

//------------------------------------------------------------------------------- layout

static CatStatus lay_out(CatArena *a, CatArrow *w) {
  const CatComponents *c = &w->s->cut;
  w->offset = CAT_ARENA(a, c->n + 1, int);
  if (!w->offset) return CAT_ERR_MEMORY;
  for (int g = 0; g < c->nkind; g++) {
    for (int k = 0; k < c->n; k++) {
      if (c->component[k].kind != g) continue;
      w->offset[k] = w->n;
      w->n += c->component[k].n;
    }
  }
  w->offset[c->n] = w->n;
  w->n += c->nborder;
  return CAT_OK;
}

CatStatus cat_arrow_new(CatArena *a, const CatSynthesis *s, CatArrow *out) {
  *out = (CatArrow){.s = s, .arena = a};
  CAT_TRY(lay_out(a, out));
  int scaled = 1, small = 1;
  for (int g = 0; g < s->cut.nkind; g++) {
    const CatHeldModes *k = &s->kind[g];
    if (k->n * k->nborder > scaled) scaled = k->n * k->nborder;
    int most = k->nborder * (k->nborder > s->cut.n ? k->nborder : s->cut.n);
    if (most > small) small = most;
  }
  CAT_TRY(cat_band_new(a, s->K.n, s->K.kd, &out->S));
  out->d = CAT_ARENA(a, s->K.n + 1, double);
  out->scaled = CAT_ARENA(a, scaled, double);
  out->small = CAT_ARENA(a, small, double);
  out->work = CAT_ARENA(a, out->n, double);
  return out->d && out->scaled && out->small && out->work ? CAT_OK : CAT_ERR_MEMORY;
}

// The components of one kind: how many, and where the first begins.
static int kind_count(const CatArrow *w, int g, int *first) {
  const CatComponents *c = &w->s->cut;
  int n = 0;
  for (int k = 0; k < c->n; k++) n += c->component[k].kind == g;
  *first = w->offset[c->first[g]];
  return n;
}

// Border coordinates as each component of a kind sees them (nborder x components), and back.
static void gather(const CatArrow *w, int g, const double *border, double *out) {
  const CatComponents *c = &w->s->cut;
  for (int k = 0; k < c->n; k++) {
    const CatComponent *part = &c->component[k];
    if (part->kind != g) continue;
    for (int b = 0; b < part->nborder; b++) *out++ = part->flip[b] * border[part->border[b]];
  }
}

static void scatter(const CatArrow *w, int g, const double *in, double *border) {
  const CatComponents *c = &w->s->cut;
  for (int k = 0; k < c->n; k++) {
    const CatComponent *part = &c->component[k];
    if (part->kind != g) continue;
    for (int b = 0; b < part->nborder; b++) border[part->border[b]] += part->flip[b] * *in++;
  }
}

// y_q += M_qb x_b for the components of a kind, and border += M_bq x_q.
static void from_border(CatArrow *w, int g, const double *border, double *y) {
  const CatHeldModes *k = &w->s->kind[g];
  int first, count = kind_count(w, g, &first);
  gather(w, g, border, w->small);
  cat_dense_product((int[]){k->n, count, k->nborder}, (CatDense){k->mass, k->n, 'N'},
                    (CatDense){w->small, k->nborder > 0 ? k->nborder : 1, 'N'}, 1, y + first);
}

static void to_border(CatArrow *w, int g, const double *x, double *border) {
  const CatHeldModes *k = &w->s->kind[g];
  int first, count = kind_count(w, g, &first);
  cat_dense_product((int[]){k->nborder, count, k->n}, (CatDense){k->mass, k->n, 'T'},
                    (CatDense){x + first, k->n, 'N'}, 0, w->small);
  scatter(w, g, w->small, border);
}

//------------------------------------------------------------------------------- factor

// S -= M_bq diag(sigma^2 / (omega^2 - sigma)) M_qb
static void eliminate(CatArrow *w, int g, double sigma) {
  const CatHeldModes *k = &w->s->kind[g];
  const CatComponents *c = &w->s->cut;
  int n = k->n, nb = k->nborder;
  for (int i = 0; i < n; i++) {
    double factor = sigma * sigma / (k->omega2[i] - sigma);
    for (int b = 0; b < nb; b++) w->scaled[b * n + i] = factor * k->mass[b * n + i];
  }
  cat_dense_product((int[]){nb, nb, n}, (CatDense){k->mass, n, 'T'}, (CatDense){w->scaled, n, 'N'},
                    0, w->small);
  for (int p = 0; p < c->n; p++) {
    const CatComponent *part = &c->component[p];
    for (int j = 0; j < nb && part->kind == g; j++) {
      for (int i = 0; i < nb; i++) {
        if (part->border[i] > part->border[j]) continue;
        double flip = part->flip[i] * part->flip[j];
        cat_band_add(&w->S, part->border[i], part->border[j], -flip * w->small[j * nb + i]);
      }
    }
  }
}

static int count_held(const CatArrow *w, double sigma) {
  const CatComponents *c = &w->s->cut;
  int below = 0;
  for (int g = 0; g < c->nkind; g++) {
    const CatHeldModes *k = &w->s->kind[g];
    int first, count = kind_count(w, g, &first), i = 0;
    while (i < k->n && k->omega2[i] < sigma) i++;
    below += count * i;
  }
  return below;
}

int cat_arrow_factor(CatArrow *w, double sigma) {
  w->sigma = sigma;
  cat_band_copy(&w->S, &w->s->K);
  cat_band_axpy(&w->S, -sigma, &w->s->M);
  for (int g = 0; g < w->s->cut.nkind; g++) eliminate(w, g, sigma);
  int negative = cat_band_factor_signed(&w->S, w->d);
  return negative < 0 ? -1 : negative + count_held(w, sigma);
}

//------------------------------------------------------------------------------- use

void cat_arrow_mass(CatArrow *w, const double *x, double *y) {
  int border = w->offset[w->s->cut.n];
  memcpy(y, x, (size_t)border * sizeof *y);
  if (w->s->cut.nborder == 0) return;
  cat_band_multiply(&w->s->M, 1, x + border, 0, y + border);
  for (int g = 0; g < w->s->cut.nkind; g++) {
    from_border(w, g, x + border, y);
    to_border(w, g, x, y + border);
  }
}

// x_q /= omega^2 - sigma
static void divide(const CatArrow *w, double *x) {
  for (int g = 0; g < w->s->cut.nkind; g++) {
    const CatHeldModes *k = &w->s->kind[g];
    int first, count = kind_count(w, g, &first);
    for (int c = 0; c < count; c++) {
      double *q = x + first + c * k->n;
      for (int i = 0; i < k->n; i++) q[i] /= k->omega2[i] - w->sigma;
    }
  }
}

void cat_arrow_solve(CatArrow *w, double *x) {
  int border = w->offset[w->s->cut.n], nb = w->s->cut.nborder;
  double *sum = w->work + border;
  divide(w, x);
  if (nb == 0) return;
  memset(w->work, 0, (size_t)w->n * sizeof *w->work);
  for (int g = 0; g < w->s->cut.nkind; g++) to_border(w, g, x, sum);
  cat_axpy(nb, w->sigma, sum, x + border);
  cat_band_solve_signed(&w->S, w->d, x + border);
  for (int g = 0; g < w->s->cut.nkind; g++) from_border(w, g, x + border, w->work);
  divide(w, w->work);
  cat_axpy(border, w->sigma, w->work, x);
}

double cat_arrow_stiffness(CatArrow *w, const double *x) {
  int border = w->offset[w->s->cut.n];
  double sum = 0;
  for (int g = 0; g < w->s->cut.nkind; g++) {
    const CatHeldModes *k = &w->s->kind[g];
    int first, count = kind_count(w, g, &first);
    for (int c = 0; c < count; c++) {
      const double *q = x + first + c * k->n;
      for (int i = 0; i < k->n; i++) sum += q[i] * q[i] * k->omega2[i];
    }
  }
  if (w->s->cut.nborder == 0) return sum;
  cat_band_multiply(&w->s->K, 1, x + border, 0, w->work + border);
  return sum + cat_dot(w->s->cut.nborder, x + border, w->work + border);
}
