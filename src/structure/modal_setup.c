#include <math.h>
#include <string.h>

#include "base/processor.h"
#include "modal_internal.h"

static const double SMALL = 1e-12;  // fraction of a row's largest entry below which S^-1 is dropped
static const double SAME = 1e-5;    // of rows of ties that parts share

bool cat_modal_fits(const CatLineParts *parts, bool whole, const char **why) {
  const CatDamping *d = parts->damping;
  bool dampers = whole && d->ndamper > 0;
  if (d->extra) *why = "its materials are damped differently";
  if (dampers) *why = "its supports have dampers, which modes of the whole line cannot show";
  return !d->extra && !dampers;
}

//------------------------------------------------------------------------------- factor

static CatStatus make_kinds(CatArena *a, CatModal *s) {
  s->kind = CAT_ARENA(a, s->s->nkind + 1, CatModalKind);
  if (!s->kind) return CAT_ERR_MEMORY;
  for (int g = 0; g < s->s->nkind; g++) {
    const CatBasisKind *b = &s->s->kind[g];
    CatModalKind *k = &s->kind[g];
    k->d = CAT_ARENA(a, b->m + 1, double);
    k->dm = CAT_ARENA(a, (size_t)b->nborder * (size_t)b->m + 1, double);
    if (!k->d || !k->dm) return CAT_ERR_MEMORY;
    for (int i = 0; i < b->m; i++) k->d[i] = 1 / (s->load.mm + s->load.kk * b->omega2[i]);
    for (int j = 0; j < b->nborder; j++) {
      for (int i = 0; i < b->m; i++) k->dm[j * b->m + i] = k->d[i] * b->mass[j * b->m + i];
    }
  }
  return CAT_OK;
}

// C -= mm G and S -= mm^2 G with G = M_bq D^-1 M_qb of a part.
static void eliminate(CatModal *s, const CatBasisPart *part, CatBand *S) {
  const CatBasisKind *b = &s->s->kind[part->kind];
  const double *dm = s->kind[part->kind].dm, mm = s->load.mm;
  for (int j = 0; j < part->nborder; j++) {
    for (int i = 0; i < part->nborder; i++) {
      if (part->border[i] > part->border[j]) continue;
      double g =
          part->flip[i] * part->flip[j] * s->kernel->dot(b->m, b->mass + i * b->m, dm + j * b->m);
      cat_band_add(&s->C, part->border[i], part->border[j], -mm * g);
      cat_band_add(S, part->border[i], part->border[j], -mm * mm * g);
    }
  }
}

// Where a row of the inverse is not below rounding.
static void find_range(CatModal *s, int i) {
  int nb = s->s->nborder, *range = s->range[i];
  const double *row = s->inverse + (size_t)i * (size_t)nb;
  double most = 0;
  for (int j = 0; j < nb; j++) most = fmax(most, fabs(row[j]));
  range[0] = 0, range[1] = nb;
  while (fabs(row[range[0]]) < SMALL * most) range[0]++;
  while (fabs(row[range[1] - 1]) < SMALL * most) range[1]--;
}

static CatStatus make_border(CatArena *a, CatArena *scratch, CatModal *s) {
  int nb = s->s->nborder;
  CatBand S;
  s->inverse = CAT_ARENA(a, (size_t)nb * (size_t)nb + 1, double);
  s->range = cat_arena_alloc(a, (size_t)nb + 1, sizeof *s->range);
  if (!s->inverse || !s->range) return CAT_ERR_MEMORY;
  if (nb == 0) return CAT_OK;
  CAT_TRY(cat_band_new(a, nb, s->s->M.kd, &s->C));
  CAT_TRY(cat_band_new(scratch, nb, s->s->M.kd, &S));
  cat_band_axpy(&s->C, 1, &s->s->M);
  cat_band_axpy(&S, s->load.mm, &s->s->M);
  cat_band_axpy(&S, s->load.kk, &s->s->K);
  for (int p = 0; p < s->s->npart; p++) eliminate(s, &s->s->part[p], &S);
  for (int i = 0; i < s->damping->ndamper; i++) {
    int at = s->s->row[s->damping->damper_dof[i]];
    cat_band_add(&S, at, at, s->base.step.damp * s->damping->damper);
  }
  CAT_TRY(cat_band_factor(cat_arena_context(a), &S));
  for (int i = 0; i < nb; i++) s->inverse[(size_t)i * (size_t)nb + (size_t)i] = 1;
  cat_band_solve(&S, s->inverse, nb);
  for (int i = 0; i < nb; i++) find_range(s, i);
  return CAT_OK;
}

//------------------------------------------------------------------------------- ports

static CatStatus new_response(CatArena *a, const CatModal *s, CatModalPort *p) {
  p->z = CAT_ARENA(a, s->s->nborder + 1, double);
  p->x = CAT_ARENA(a, s->s->nborder + 1, double);
  return p->z && p->x ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus new_contacts(CatArena *a, CatModal *s) {
  int most = 0;
  for (int g = 0; g < s->s->nkind; g++) {
    if (s->s->kind[g].m > most) most = s->s->kind[g].m;
  }
  for (int i = 0; i < s->base.nmoving; i++) {
    CatModalPort *p = &s->port[i];
    p->b.part = -1;
    p->b.row = CAT_ARENA(a, most + 1, double);
    p->b.border = CAT_ARENA(a, s->s->nborder + 1, double);
    p->w = CAT_ARENA(a, most + 1, double);
    if (!p->b.row || !p->b.border || !p->w) return CAT_ERR_MEMORY;
    CAT_TRY(new_response(a, s, p));
  }
  return CAT_OK;
}

// Rows of a part's ties, one after the other.
static CatStatus part_rows(CatArena *a, const CatLineParts *parts, CatModal *s, int p) {
  const CatBasisPart *part = &s->s->part[p];
  CatModalTies *d = &s->ties[p];
  size_t m = (size_t)s->s->kind[part->kind].m, nb = (size_t)part->nborder;
  double *row = CAT_ARENA(a, (size_t)d->n * m + 1, double);
  double *border = CAT_ARENA(a, (size_t)d->n * nb + 1, double);
  if (!row || !border) return CAT_ERR_MEMORY;
  for (int j = 0; j < d->n; j++) {
    CatBasisPort port = {p, row + (size_t)j * m, border + (size_t)j * nb};
    cat_basis_port(s->s, &parts->tie[s->order[d->first + j]], &port);
  }
  d->row = row;
  d->border = border;
  return CAT_OK;
}

static bool same(size_t n, const double *a, const double *b) {
  double most = 0, off = 0;
  for (size_t i = 0; i < n; i++) {
    most = fmax(most, fabs(a[i]));
    off = fmax(off, fabs(a[i] - b[i]));
  }
  return off <= SAME * most;
}

// Identical parts read their ties with the same rows, which then stay in the cache.
static void share_rows(CatModal *s, int p) {
  const CatBasisPart *part = &s->s->part[p];
  CatModalTies *d = &s->ties[p];
  size_t m = (size_t)s->s->kind[part->kind].m, nb = (size_t)part->nborder, n = (size_t)d->n;
  for (int o = 0; o < p; o++) {
    const CatModalTies *other = &s->ties[o];
    if (s->s->part[o].kind != part->kind || other->n != d->n) continue;
    if (!same(n * m, other->row, d->row) || !same(n * nb, other->border, d->border)) continue;
    d->row = other->row;
    d->border = other->border;
    return;
  }
}

static CatStatus part_ports(CatArena *a, CatModal *s, int p) {
  const CatModalTies *d = &s->ties[p];
  size_t m = (size_t)s->s->kind[s->s->part[p].kind].m, nb = (size_t)s->s->part[p].nborder;
  for (int j = 0; j < d->n; j++) {
    CatModalPort *port = &s->port[s->base.nmoving + s->order[d->first + j]];
    port->b = (CatBasisPort){p, d->row + (size_t)j * m, d->border + (size_t)j * nb};
    CAT_TRY(new_response(a, s, port));
    cat_modal_response(s, port);
  }
  return CAT_OK;
}

static CatStatus new_ties(CatArena *a, const CatLineParts *parts, CatModal *s) {
  int n = 0;
  for (int p = 0; p < s->s->npart; p++) {
    CatModalTies *d = &s->ties[p];
    d->first = n;
    for (int i = 0; i < parts->ntie; i++) {
      if (cat_basis_part(s->s, &parts->tie[i]) == p) s->order[n++] = i;
    }
    d->n = n - d->first;
    CAT_TRY(part_rows(a, parts, s, p));
    share_rows(s, p);
    CAT_TRY(part_ports(a, s, p));
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- set-up

static CatStatus reserve(CatArena *a, CatModal *s) {
  int n = s->s->n, nb = s->s->nborder, nd = s->base.ntie;
  double **vector[] = {&s->u, &s->v, &s->a, &s->next, &s->m, &s->k, &s->push, &s->w};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, n + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  s->force = CAT_ARENA(a, nb + 1, double);
  s->lift = CAT_ARENA(a, nb + 1, double);
  s->view = CAT_ARENA(a, 2 * nb + 1, double);
  s->elongation = CAT_ARENA(a, nd + 1, double);
  s->order = CAT_ARENA(a, nd + 1, int);
  s->ties = CAT_ARENA(a, s->s->npart + 1, CatModalTies);
  s->port = CAT_ARENA(a, s->base.nmoving + nd + 1, CatModalPort);
  bool ok = s->force && s->lift && s->view && s->elongation && s->order && s->ties && s->port;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus build(CatArena *a, CatArena *scratch, const CatLineParts *parts, CatModal *s) {
  CAT_TRY(reserve(a, s));
  CAT_TRY(make_kinds(a, s));
  CAT_TRY(make_border(a, scratch, s));
  CAT_TRY(new_contacts(a, s));
  return new_ties(a, parts, s);
}

static const CatModalKernel *choose_kernel(void) {
  const CatModalKernel *all[CAT_PROCESSORS] = {NULL, cat_modal_kernel_portable(),
                                               cat_modal_kernel_avx2(), cat_modal_kernel_avx512()};
  return all[cat_processor_choose(CAT_PROCESSOR_AUTO, (bool[]){false, all[1], all[2], all[3]})];
}

CatStatus cat_modal_new(CatArena *a, const CatLineParts *parts, const CatBasis *basis,
                        CatStructure **out) {
  CatModal *s = CAT_ARENA(a, 1, CatModal);
  CatArena *scratch = cat_arena_new(cat_arena_context(a), 1 << 20);
  CatStatus status = CAT_ERR_MEMORY;
  if (s && scratch) {
    const CatStep *step = &parts->step;
    const CatDamping *d = parts->damping;
    *s = (CatModal){.base = cat_line_structure(&cat_modal_ops, parts),
                    .s = basis,
                    .damping = d,
                    .tie = parts->tie,
                    .kernel = choose_kernel(),
                    .load = {.step = *step,
                             .alpha = d->alpha,
                             .beta = d->beta,
                             .mm = step->mass + step->damp * d->alpha,
                             .kk = step->theta + step->damp * d->beta},
                    .nq = basis->n - basis->nborder};
    status = build(a, scratch, parts, s);
  }
  cat_arena_free(scratch);
  *out = status ? NULL : &s->base;
  return status;
}
