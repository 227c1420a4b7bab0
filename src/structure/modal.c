#include <math.h>
#include <string.h>

#include "modal_internal.h"

static const CatModal *seen(const CatStructure *s) {
  return (const CatModal *)s;
}

static const CatBasisPart *part_of(const CatModal *s, const CatModalPort *p) {
  return &s->s->part[p->b.part];
}

static int size_of(const CatModal *s, const CatBasisPart *part) {
  return s->s->kind[part->kind].m;
}

//------------------------------------------------------------------------------- the border

static void look(const CatBasisPart *part, const double *border, double *view) {
  for (int b = 0; b < part->nborder; b++) view[b] = part->flip[b] * border[part->border[b]];
}

static void look_back(const CatBasisPart *part, const double *view, double *border) {
  for (int b = 0; b < part->nborder; b++) border[part->border[b]] += part->flip[b] * view[b];
}

// x = S^-1 y; where it is not zero if y is not zero in [range[0], range[1]).
static void solve_border(const CatModal *s, const double *y, const int range[2], double *x) {
  int nb = s->s->nborder;
  for (int i = 0; i < nb; i++) {
    int from = s->range[i][0] > range[0] ? s->range[i][0] : range[0];
    int to = s->range[i][1] < range[1] ? s->range[i][1] : range[1];
    const double *row = s->inverse + (size_t)i * (size_t)nb;
    x[i] = to > from ? s->kernel->dot(to - from, row + from, y + from) : 0;
  }
}

//------------------------------------------------------------------------------- ports

void cat_modal_response(CatModal *s, CatModalPort *p) {
  const CatBasisPart *part = part_of(s, p);
  const CatBasisKind *kind = &s->s->kind[part->kind];
  int nb = s->s->nborder, range[2] = {nb, 0};
  if (nb == 0) return;
  s->kernel->rows(part->nborder, kind->m, s->kind[part->kind].dm, p->b.row, s->view);
  for (int b = 0; b < part->nborder; b++) {
    p->z[b] = p->b.border[b] - s->load.mm * s->view[b];
    if (part->border[b] < range[0]) range[0] = part->border[b];
    if (part->border[b] >= range[1]) range[1] = part->border[b] + 1;
  }
  double *y = s->view + nb;
  memset(y, 0, (size_t)nb * sizeof *y);
  look_back(part, p->z, y);
  solve_border(s, y, range, p->x);
  p->from = nb, p->to = 0;
  for (int i = 0; i < nb; i++) {
    if (p->x[i] == 0) continue;
    if (i < p->from) p->from = i;
    p->to = i + 1;
  }
}

static double at_border(const CatModal *s, const CatModalPort *p, const double *x) {
  const CatBasisPart *part = part_of(s, p);
  double sum = 0;
  for (int b = 0; b < part->nborder; b++) sum += p->z[b] * part->flip[b] * x[part->border[b]];
  return sum;
}

// For a moving force the modes left out are softer: in a wire with wave speed c the response of
// each is 1/(omega^2 - (k v)^2) with omega = k c, 1/(1 - (v/c)^2) times the static one. Droppers
// and bending stiffen them; 0.8 (v/c)^2 fits (docs/theory/modal.md).
static void set_speed(CatStructure *base, double speed) {
  CatModal *s = (CatModal *)base;
  double share = 0.8 * pow(speed / s->s->wave, 2);
  s->softening = 1 / (1 - fmin(share, 0.75));
}

static void move_port(CatStructure *base, int port, const CatPortVector *vector) {
  CatModal *s = (CatModal *)base;
  CatModalPort *p = &s->port[port];
  const CatPort b = cat_port_copy(vector);
  p->moved = 0;
  cat_basis_port(s->s, &b, &p->b);
  if (p->b.part < 0) return;
  const CatBasisPart *part = part_of(s, p);
  p->residual = s->softening * cat_basis_residual(s->s, &b) / base->step.theta;
  memset(p->w, 0, (size_t)size_of(s, part) * sizeof *p->w);
  s->kernel->add2(size_of(s, part), 1, s->kind[part->kind].d, p->b.row, p->w);
  cat_modal_response(s, p);
}

// It gives way by it within a step, too: load_end has theta times the force.
static double massless_compliance(const CatStructure *base, int port) {
  const CatModalPort *p = &seen(base)->port[port];
  return p->b.part < 0 ? 0 : p->residual * base->step.theta;
}

static double read_port(const CatStructure *base, int port) {
  const CatModal *s = seen(base);
  const CatModalPort *p = &s->port[port];
  if (p->b.part < 0) return 0;
  const CatBasisPart *part = part_of(s, p);
  const double *border = s->next + s->nq;
  double sum = p->moved + s->kernel->dot(size_of(s, part), p->b.row, s->next + part->first);
  for (int b = 0; b < part->nborder; b++) {
    sum += p->b.border[b] * part->flip[b] * border[part->border[b]];
  }
  return s->acted ? sum + at_border(s, p, s->lift) : sum;
}

static void read_ties(const CatStructure *base, double *e) {
  const CatModal *s = seen(base);
  for (int i = 0; i < s->s->npart; i++) {
    const CatBasisPart *part = &s->s->part[i];
    const CatModalTies *d = &s->ties[i];
    s->kernel->rows(d->n, size_of(s, part), d->row, s->next + part->first, s->elongation);
    look(part, s->next + s->nq, s->view);
    for (int j = 0; j < d->n; j++) {
      const double *border = d->border + j * part->nborder;
      double sum = s->elongation[j];
      for (int b = 0; b < part->nborder; b++) sum += border[b] * s->view[b];
      e[s->order[d->first + j]] = sum;
    }
  }
}

static double port_compliance(const CatStructure *base, int port, int other) {
  const CatModal *s = seen(base);
  const CatModalPort *p = &s->port[port], *q = &s->port[other];
  if (p->b.part < 0 || q->b.part < 0) return 0;
  double sum = s->s->nborder > 0 ? at_border(s, p, q->x) : 0;
  if (port == other) sum += p->residual;
  if (p->b.part != q->b.part) return sum;
  const CatBasisPart *part = part_of(s, p);
  int m = size_of(s, part);
  if (q->w) return sum + s->kernel->dot(m, p->b.row, q->w);
  return sum + s->kernel->dot3(m, p->b.row, s->kind[part->kind].d, q->b.row);
}

static void load_end(CatStructure *base, int port, double force) {
  CatModal *s = (CatModal *)base;
  CatModalPort *p = &s->port[port];
  if (p->b.part < 0 || force == 0) return;
  const CatBasisPart *part = part_of(s, p);
  double *q = s->next + part->first;
  s->kernel->add2(size_of(s, part), force, s->kind[part->kind].d, p->b.row, q);
  for (int i = p->from; i < p->to; i++) s->lift[i] += force * p->x[i];
  p->moved += force * p->residual;
  s->acted |= p->to > p->from;
}

static void load_begin(CatStructure *base, int port, double force) {
  CatModal *s = (CatModal *)base;
  const CatModalPort *p = &s->port[port];
  if (p->b.part < 0) return;
  const CatBasisPart *part = part_of(s, p);
  double share = (1 - base->step.theta) * force;
  s->kernel->add(size_of(s, part), share, p->b.row, s->push + part->first);
  for (int b = 0; b < part->nborder; b++) {
    s->push[s->nq + part->border[b]] += share * part->flip[b] * p->b.border[b];
  }
}

//------------------------------------------------------------------------------- step

static void load_dampers(const CatModal *s, double *y) {
  const CatDamping *d = s->damping;
  const CatStep *step = &s->base.step;
  for (int j = 0; j < d->ndamper; j++) {
    int at = s->s->row[d->damper_dof[j]], i = s->nq + at;
    double c = cat_step_c(step, s->u[i], s->v[i], s->a[i]);
    y[at] += d->damper * (c - step->damp * s->k[i]);
  }
}

// S x_b = M_bq w + C m_b + push_b,   w = m_q - mm D^-1 (m_q + push_q)
static void advance_border(CatModal *s) {
  int nb = s->s->nborder, nq = s->nq;
  double *y = s->force;
  cat_band_multiply(&s->C, 1, s->m + nq, 0, y);
  for (int i = 0; i < nb; i++) y[i] += s->push[nq + i];
  load_dampers(s, y);
  for (int p = 0; p < s->s->npart; p++) {
    const CatBasisPart *part = &s->s->part[p];
    const CatBasisKind *kind = &s->s->kind[part->kind];
    s->kernel->rows(part->nborder, kind->m, kind->mass, s->w + part->first, s->view);
    look_back(part, s->view, y);
  }
  solve_border(s, y, (int[]){0, nb}, s->next + nq);
}

// x_q += D^-1 M_qb x_b for parts that see anything of it.
static void follow_border(CatModal *s, const double *border) {
  for (int p = 0; p < s->s->npart; p++) {
    const CatBasisPart *part = &s->s->part[p];
    double any = 0;
    look(part, border, s->view);
    for (int b = 0; b < part->nborder; b++) any += fabs(s->view[b]);
    if (any == 0) continue;
    s->kernel->columns(part->nborder, size_of(s, part), s->kind[part->kind].dm, s->view,
                       s->next + part->first);
  }
}

static void advance(CatStructure *base) {
  CatModal *s = (CatModal *)base;
  int n = s->s->n, nb = s->s->nborder, nq = s->nq;
  const double *const state[3] = {s->u, s->v, s->a};
  s->kernel->load(&s->load, n, state, s->m, s->k);
  for (int p = 0; p < s->s->npart; p++) {
    const CatBasisPart *part = &s->s->part[p];
    const double *const in[3] = {s->kind[part->kind].d, s->m + part->first, s->push + part->first};
    s->kernel->divide(s->load.mm, size_of(s, part), in, s->next + part->first, s->w + part->first);
  }
  if (nb > 0) {
    advance_border(s);
    for (int i = 0; i < nb; i++) s->force[i] = s->m[nq + i] - s->load.mm * s->next[nq + i];
    follow_border(s, s->force);
  }
  s->kernel->add(n, 1, s->k, s->next);
  if (base->step.theta != 1) memset(s->push, 0, (size_t)n * sizeof *s->push);
  memset(s->lift, 0, (size_t)nb * sizeof *s->lift);
  s->acted = false;
}

static void commit(CatStructure *base) {
  CatModal *s = (CatModal *)base;
  if (s->acted) {
    int nb = s->s->nborder;
    for (int i = 0; i < nb; i++) s->next[s->nq + i] += s->lift[i];
    for (int i = 0; i < nb; i++) s->force[i] = -s->load.mm * s->lift[i];
    follow_border(s, s->force);
    memset(s->lift, 0, (size_t)nb * sizeof *s->lift);
    s->acted = false;
  }
  double *const state[3] = {s->u, s->v, s->a};
  s->kernel->commit(&base->step, s->s->n, s->next, state);
}

//------------------------------------------------------------------------------- state

// The static response of the basis to the forces that hold u: q = Phi' K u / omega^2.
static void set_static(CatStructure *base, const double *u) {
  CatModal *s = (CatModal *)base;
  const CatBasis *b = s->s;
  const CatLinearSystem *t = b->t;
  size_t bytes = (size_t)b->n * sizeof(double);
  double *const zero[] = {s->u, s->v, s->a, s->push};
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) memset(zero[i], 0, bytes);
  for (int i = 0; i < t->n; i++) {
    double force = 0;
    for (int j = i > t->K.kd ? i - t->K.kd : 0; j < t->n && j <= i + t->K.kd; j++) {
      force += cat_band_get(&t->K, i, j) * u[j];
    }
    if (b->row[i] < 0) continue;
    if (b->home[i] < 0) {
      s->u[s->nq + b->row[i]] = u[i];
      continue;
    }
    const CatBasisPart *part = &b->part[b->home[i]];
    const CatBasisKind *kind = &b->kind[part->kind];
    double sign = part->mirrored && b->across[i] ? -1 : 1;
    s->kernel->add(kind->m, sign * force, kind->phi + (size_t)b->row[i] * (size_t)kind->m,
                   s->u + part->first);
  }
  for (int p = 0; p < b->npart; p++) {
    const CatBasisKind *kind = &b->kind[b->part[p].kind];
    for (int i = 0; i < kind->m; i++) s->u[b->part[p].first + i] /= kind->omega2[i];
  }
  memcpy(s->next, s->u, bytes);
}

double cat_modal_coordinate(const CatModal *s, const double *x, int dof) {
  const CatBasis *b = s->s;
  if (b->row[dof] < 0) return 0;
  if (b->home[dof] < 0) return x[s->nq + b->row[dof]];
  const CatBasisPart *part = &b->part[b->home[dof]];
  const CatBasisKind *kind = &b->kind[part->kind];
  size_t row = (size_t)b->row[dof];
  double sum = s->kernel->dot(kind->m, kind->phi + row * (size_t)kind->m, x + part->first);
  for (int i = 0; i < part->nborder; i++) {
    sum += kind->hold[row * (size_t)kind->nborder + (size_t)i] * part->flip[i] *
           x[s->nq + part->border[i]];
  }
  return part->mirrored && b->across[dof] ? -sum : sum;
}

static void values(const CatStructure *s, int n, const int *dof, double *out) {
  for (int i = 0; i < n; i++) {
    const int at = dof ? dof[i] : i;
    out[i] = at >= 0 ? cat_modal_coordinate(seen(s), seen(s)->u, at) : 0;
  }
}

static void state(CatStructure *s, double *u, double *v, double *a) {
  for (int i = 0; i < seen(s)->s->t->n; i++) {
    u[i] = cat_modal_coordinate(seen(s), seen(s)->u, i);
    v[i] = cat_modal_coordinate(seen(s), seen(s)->v, i);
    a[i] = cat_modal_coordinate(seen(s), seen(s)->a, i);
  }
}

static CatPortVector tie_port(const CatStructure *s, int tie) {
  return cat_port_view(&seen(s)->tie[tie]);
}

static CatStatus statics(const CatStructure *s, CatArena *scratch, CatStatics *out) {
  return cat_line_statics(seen(s)->s->t, scratch, out);
}

static void snapshot(CatStructure *base, CatSnapshot *to) {
  CatModal *s = (CatModal *)base;
  cat_snapshot_vectors(to, (double *[]){s->u, s->v, s->a, s->next}, 4, s->s->n);
}

const CatStructureOps cat_modal_ops = {
    .name = "modal",
    .set_static = set_static,
    .load_begin = load_begin,
    .advance = advance,
    .move_port = move_port,
    .read = read_port,
    .read_ties = read_ties,
    .port_compliance = port_compliance,
    .load_end = load_end,
    .commit = commit,
    .set_speed = set_speed,
    .values = values,
    .state = state,
    .tie_port = tie_port,
    .statics = statics,
    .shift = NULL,
    .energy = cat_modal_energy,
    .massless_compliance = massless_compliance,
    .snapshot = snapshot,
};
