#include "basis.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

//------------------------------------------------------------------------------- ports

int cat_basis_part(const CatBasis *s, const CatPort *b) {
  for (int k = 0; k < b->n; k++) {
    if (s->home[b->dof[k]] >= 0) return s->home[b->dof[k]];
  }
  // at a mast: any part that touches it
  for (int p = 0; p < s->npart && b->n > 0; p++) {
    for (int i = 0; i < s->part[p].nborder; i++) {
      if (s->part[p].border[i] == s->row[b->dof[0]]) return p;
    }
  }
  return -1;
}

static int border_place(const CatBasisPart *part, int border) {
  int i = 0;
  while (i < part->nborder && part->border[i] != border) i++;
  return i;
}

void cat_basis_port(const CatBasis *s, const CatPort *b, CatBasisPort *out) {
  out->part = cat_basis_part(s, b);
  if (out->part < 0) return;
  const CatBasisPart *part = &s->part[out->part];
  const CatBasisKind *kind = &s->kind[part->kind];
  memset(out->row, 0, (size_t)kind->m * sizeof *out->row);
  memset(out->border, 0, (size_t)kind->nborder * sizeof *out->border);
  for (int k = 0; k < b->n; k++) {
    int dof = b->dof[k], row = s->row[dof];
    if (row < 0) continue;
    if (s->home[dof] < 0) {
      int i = border_place(part, row);
      out->border[i] += b->b[k] * part->flip[i];
      continue;
    }
    double factor = part->mirrored && s->across[dof] ? -b->b[k] : b->b[k];
    cat_axpy(kind->m, factor, kind->phi + (size_t)row * (size_t)kind->m, out->row);
    cat_axpy(kind->nborder, factor, kind->hold + (size_t)row * (size_t)kind->nborder, out->border);
  }
}

double cat_basis_residual(const CatBasis *s, const CatPort *b) {
  double sum = 0;
  int part = cat_basis_part(s, b);
  const CatBasisKind *kind = part < 0 ? NULL : &s->kind[s->part[part].kind];
  if (!kind || kind->nresidual == 0) return 0;
  for (int i = 0; i < b->n; i++) {
    for (int j = 0; j < b->n; j++) {
      if (s->home[b->dof[i]] < 0 || s->home[b->dof[j]] < 0) continue;
      int ri = kind->residual_row[s->row[b->dof[i]]], rj = kind->residual_row[s->row[b->dof[j]]];
      if (ri >= 0 && rj >= 0) sum += b->b[i] * b->b[j] * kind->residual[ri * kind->nresidual + rj];
    }
  }
  return sum;
}

double cat_basis_wave(const CatLineModel *m) {
  return sqrt(m->wire[0].tension / (m->wire[0].mu + m->wire[0].ice));
}
