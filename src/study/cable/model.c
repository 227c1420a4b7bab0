#include "model.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

static const double pi = 3.14159265358979323846;

//------------------------------------------------------------------------------------- setting up

static int per_node(const CatCableModel *m) {  // unknowns that share a node's place
  return m->ops->per_node + m->along + m->shear;
}

// Both halves of a periodic cable are laid side by side, so that its ends are neighbours.
static int place(const CatCableModel *m, int i) {
  if (!m->periodic) return i;
  return 2 * i < m->n ? 2 * i : 2 * (m->n - 1 - i) + 1;
}

static void number(CatCableModel *m) {
  int per = per_node(m), k = 0;
  for (int i = 0; i < m->nodes; i++) {
    int at = per * place(m, i);
    m->slot[m->v + i] = at;
    if (m->ops->per_node > 1) m->slot[m->v + m->nodes + i] = at + 1;
    if (m->along) m->slot[m->u + i] = at + m->ops->per_node;
    if (m->shear && i < m->n) m->slot[m->turn + i] = at + per - 1;
  }
  for (; k < m->nmode; k++) m->slot[m->mode + k] = per * m->nodes + k;
  if (m->periodic) return;
  const int ends[4] = {m->v, m->v + m->n, m->u, m->u + m->n};
  m->nheld = m->along ? 4 : 2;
  for (int i = 0; i < m->nheld; i++) {
    m->held_at[i] = ends[i];
    m->held[ends[i]] = true;
  }
}

static void sizes(CatCableModel *m) {
  const CatCableSpec *s = m->spec;
  m->n = s->space.intervals;
  m->nodes = m->periodic ? m->n : m->n + 1;
  m->h = m->L / m->n;
  m->npoint = m->n * m->ops->points;
  m->ncurve = m->ops == &cat_cable_elements ? m->npoint : m->nodes;
  m->u = m->v + m->ops->per_node * m->nodes;
  m->turn = m->u + (m->along ? m->nodes : 0);
  m->mode = m->turn + (m->shear ? m->n : 0);
  m->nq = m->mode + m->nmode;
  int reach = m->ops->reach > 1 && (m->EI == 0 || m->shear) ? 3 : m->ops->reach;
  m->kd = (m->periodic ? 2 : 1) * reach * per_node(m) + per_node(m) - 1;
}

static CatStatus arrays(CatCableModel *m) {
  CatArena *a = m->arena;
  int nslot = per_node(m) * m->nodes + m->nmode;
  double **double_arrays[] = {&m->x,           &m->w,           &m->e.slope,   &m->e.stretch,
                              &m->e.turn,      &m->s.slope,     &m->s.stretch, &m->s.turn,
                              &m->e.curvature, &m->s.curvature, &m->wc,        &m->tension,
                              &m->slots,       &m->held_slots,  &m->inverse};
  int most = nslot > m->npoint ? nslot : m->npoint;
  if (m->ncurve > most) most = m->ncurve;
  for (size_t i = 0; i < sizeof double_arrays / sizeof *double_arrays; i++) {
    *double_arrays[i] = CAT_ARENA(a, most, double);
    if (!*double_arrays[i]) return CAT_ERR_MEMORY;
  }
  m->pad = CAT_ARENA(a, 2 * (m->n + 16), double);
  m->cosine = CAT_ARENA(a, (size_t)m->nmode * (size_t)m->npoint + 1, double);
  m->held = CAT_ARENA(a, m->nq, bool);
  m->slot = CAT_ARENA(a, m->nq, int);
  if (!m->pad || !m->cosine || !m->held || !m->slot) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(a, nslot, m->diagonal ? 0 : m->kd, &m->mass));
  return cat_band_new(a, nslot, m->diagonal ? 0 : m->kd, &m->mass_factor);
}

static void points(CatCableModel *m) {
  for (int p = 0; p < m->npoint; p++) {
    int element = p / m->ops->points, g = p % m->ops->points;
    bool middle = m->ops->points == 1;
    m->x[p] = m->h * (element + (middle ? 0.5 : cat_gauss_point[g]));
    m->w[p] = m->h * (middle ? 1 : cat_gauss_weight[g]);
    for (int k = 0; k < m->nmode; k++)
      m->cosine[(size_t)k * (size_t)m->npoint + (size_t)p] = cos((k + 1) * pi * m->x[p] / m->L);
  }
  for (int p = 0; p < m->ncurve; p++) {
    bool end = m->ops->points == 1 && !m->periodic && (p == 0 || p == m->n);
    m->wc[p] = m->ops->points > 1 ? m->w[p] : end ? 0 : m->h;
  }
  for (int g = 0; g < CAT_GAUSS; g++) {
    cat_hermite_cubic(cat_gauss_point[g], m->h, 1, m->slope_row[g]);
    cat_hermite_cubic(cat_gauss_point[g], m->h, 2, m->curvature_row[g]);
  }
}

// Held unknowns and places that nobody has do not take part.
void cat_cable_separate(const CatCableModel *m, CatBand *A) {
  for (int i = 0; i < m->nq; i++) {
    if (!m->held[i]) continue;
    int at = m->slot[i];
    for (int j = at - A->kd; j <= at + A->kd; j++) {
      if (j < 0 || j >= A->n) continue;
      cat_band_add(A, at, j, (at == j ? 1 : 0) - cat_band_get(A, at, j));
    }
  }
  for (int i = 0; i < A->n; i++) {
    if (cat_band_get(A, i, i) == 0) cat_band_add(A, i, i, 1);
  }
}

static CatStatus masses(CatContext *ctx, CatCableModel *m) {
  m->ops->mass(m);
  for (int k = 0; k < m->nmode; k++)
    cat_band_add(&m->mass, m->slot[m->mode + k], m->slot[m->mode + k], m->mu * m->L / 2);
  cat_band_copy(&m->mass_factor, &m->mass);
  cat_cable_separate(m, &m->mass_factor);
  for (int i = 0; m->diagonal && i < m->nq; i++)
    m->inverse[i] = m->held[i] ? 0 : 1 / cat_band_get(&m->mass, m->slot[i], m->slot[i]);
  return cat_band_factor(ctx, &m->mass_factor);
}

static CatStatus build(CatContext *ctx, CatCableModel *m) {
  const CatCableSpec *s = m->spec;
  bool elements = s->space.method == CAT_CABLE_ELEMENTS;
  m->ops = elements ? &cat_cable_elements : &cat_cable_differences;
  m->mu = s->wire.mass_per_length;
  m->P0 = s->wire.tension;
  m->L = s->length;
  m->EI = cat_cable_bends(s) ? s->wire.bending_stiffness : 0;
  m->EA = cat_cable_stretches(s) ? s->wire.axial_stiffness : 0;
  m->shear = s->model == CAT_CABLE_TIMOSHENKO;
  m->GA = m->shear ? s->wire.shear_stiffness : 0;
  m->along = cat_cable_moves_along(s);
  m->nmode = s->model == CAT_CABLE_FULL && !m->along ? s->axial_modes : 0;
  m->periodic = s->ends == CAT_CABLE_PERIODIC;
  m->diagonal = !elements;
  sizes(m);
  CAT_TRY(arrays(m));
  points(m);
  number(m);
  return masses(ctx, m);
}

CatStatus cat_cable_model_new(CatContext *ctx, const CatCableSpec *spec, CatCableModel **out) {
  CatArena *arena = cat_arena_new(ctx, 1 << 18);
  if (!arena) return CAT_ERR_MEMORY;
  CatCableModel *m = CAT_ARENA(arena, 1, CatCableModel);
  if (!m) {
    cat_arena_free(arena);
    return CAT_ERR_MEMORY;
  }
  m->arena = arena;
  m->spec = spec;
  CatStatus status = build(ctx, m);
  if (status) {
    cat_arena_free(arena);
  } else {
    *out = m;
  }
  return status;
}

void cat_cable_model_free(CatCableModel *m) {
  if (m) cat_arena_free(m->arena);
}

//------------------------------------------------------------------------------------- forces

// Strain of mode k beside the mean: u_x of the mode plus its share of v_x^2/2.
static double mode_strain(const CatCableModel *m, const double *q, const double *slope, int k) {
  const double *c = m->cosine + (size_t)k * (size_t)m->npoint;
  double sum = 0;
  for (int p = 0; p < m->npoint; p++) sum += m->w[p] * c[p] * slope[p] * slope[p];
  return sum / m->L + q[m->mode + k] * (k + 1) * pi / m->L;
}

static double mean_strain(const CatCableModel *m, const double *slope) {  // C of (4.30)
  double sum = 0;
  for (int p = 0; p < m->npoint; p++) sum += m->w[p] * slope[p] * slope[p];
  return sum / (2 * m->L);
}

static bool quasi_static(const CatCableModel *m) {
  return m->spec->model == CAT_CABLE_FULL && !m->along;
}

void cat_cable_tension(const CatCableModel *m, const double *q, const CatCableField *e, double *N) {
  const double *g = e->slope;
  if (quasi_static(m)) {
    double mean = m->P0 + m->EA * mean_strain(m, g);
    for (int p = 0; p < m->npoint; p++) N[p] = mean;
    for (int k = 0; k < m->nmode; k++) {
      const double *c = m->cosine + (size_t)k * (size_t)m->npoint;
      double strain = m->EA * mode_strain(m, q, g, k);
      for (int p = 0; p < m->npoint; p++) N[p] += strain * c[p];
    }
  } else if (m->along) {
    for (int p = 0; p < m->npoint; p++) N[p] = m->P0 + m->EA * (e->stretch[p] + 0.5 * g[p] * g[p]);
  } else {
    for (int p = 0; p < m->npoint; p++) N[p] = m->P0 + m->EA * 0.5 * g[p] * g[p];
  }
}

void cat_cable_internal(const CatCableModel *m, const CatCableField *e, const double *N,
                        double *f) {
  CatCableField s = m->s;
  memset(f, 0, (size_t)m->nq * sizeof(double));
  for (int p = 0; p < m->npoint; p++) s.slope[p] = N[p] * e->slope[p];
  for (int p = 0; m->along && p < m->npoint; p++) s.stretch[p] = N[p] - m->P0;
  for (int p = 0; m->shear && p < m->npoint; p++) {
    double shear = m->GA * (e->slope[p] - e->turn[p]);
    s.slope[p] += shear;
    s.turn[p] = -shear;
  }
  for (int p = 0; p < m->ncurve; p++) s.curvature[p] = m->EI * e->curvature[p];
  m->ops->forces(m, &s, f);
  // the tension along mode k is EA strain cos(k pi x/L): projected, and times d strain/d amplitude
  for (int k = 0; k < m->nmode; k++) {
    const double *c = m->cosine + (size_t)k * (size_t)m->npoint;
    double sum = 0;
    for (int p = 0; p < m->npoint; p++) sum += m->w[p] * c[p] * N[p];
    f[m->mode + k] = -sum * (k + 1) * pi / m->L;
  }
}

void cat_cable_forces(const CatCableModel *m, const double *q, double *f) {
  CatCableField e = m->e;
  m->ops->strains(m, q, &e);
  cat_cable_tension(m, q, &e, m->tension);
  cat_cable_internal(m, &e, m->tension, f);
}

void cat_cable_to_slots(const CatCableModel *m, const double *x, double *y) {
  memset(y, 0, (size_t)m->mass.n * sizeof(double));
  for (int i = 0; i < m->nq; i++) y[m->slot[i]] = x[i];
}

void cat_cable_from_slots(const CatCableModel *m, const double *y, double *x) {
  for (int i = 0; i < m->nq; i++) x[i] = y[m->slot[i]];
}

void cat_cable_momentum(const CatCableModel *m, const double *x, double *y) {
  cat_cable_to_slots(m, x, m->slots);
  cat_band_multiply(&m->mass, 1, m->slots, 0, m->held_slots);
  cat_cable_from_slots(m, m->held_slots, y);
}

void cat_cable_accelerate(const CatCableModel *m, const double *f, double *a) {
  if (m->diagonal) {
    double kept[4] = {0};
    for (int i = 0; i < m->nheld; i++) kept[i] = a[m->held_at[i]];
    for (int i = 0; i < m->nq; i++) a[i] = m->inverse[i] * f[i];
    for (int i = 0; i < m->nheld; i++) a[m->held_at[i]] = kept[i];
    return;
  }
  double *y = m->slots, *x = m->held_slots;
  cat_cable_to_slots(m, f, y);
  memset(x, 0, (size_t)m->mass.n * sizeof(double));
  for (int i = 0; i < m->nheld; i++) x[m->slot[m->held_at[i]]] = a[m->held_at[i]];
  cat_band_multiply(&m->mass, -1, x, 1, y);
  for (int i = 0; i < m->nheld; i++) y[m->slot[m->held_at[i]]] = a[m->held_at[i]];
  cat_band_solve(&m->mass_factor, y, 1);
  cat_cable_from_slots(m, y, a);
}

//------------------------------------------------------------------------------------- energies

static double bending_energy(const CatCableModel *m, const CatCableField *e) {
  double sum = 0;
  for (int p = 0; m->EI > 0 && p < m->ncurve; p++)
    sum += m->wc[p] * m->EI / 2 * e->curvature[p] * e->curvature[p];
  for (int p = 0; m->shear && p < m->npoint; p++) {
    double shear = e->slope[p] - e->turn[p];
    sum += m->w[p] * m->GA / 2 * shear * shear;
  }
  return sum;
}

// int EA/2 e^2 dx; of the reduced forms, in terms of the mean and the modes of e
static double nonlinear_energy(const CatCableModel *m, const double *q, const CatCableField *e) {
  double sum = 0;
  if (quasi_static(m)) {
    double C = mean_strain(m, e->slope);
    sum = m->L * C * C;
    for (int k = 0; k < m->nmode; k++) {
      double strain = mode_strain(m, q, e->slope, k);
      sum += m->L / 2 * strain * strain;
    }
    return m->EA / 2 * sum;
  }
  for (int p = 0; p < m->npoint; p++) {
    double strain = e->slope[p] * e->slope[p] / 2 + (m->along ? e->stretch[p] : 0);
    sum += m->w[p] * strain * strain;
  }
  return m->EA / 2 * sum;
}

CatCableEnergy cat_cable_model_energy(const CatCableModel *m, const double *q, const double *v) {
  CatCableField e = m->e;
  CatCableEnergy out = {0};
  m->ops->strains(m, q, &e);
  out.Eb = bending_energy(m, &e);
  out.Enl = nonlinear_energy(m, q, &e);
  for (int p = 0; p < m->npoint; p++) {
    double strain = e.slope[p] * e.slope[p] / 2 + (m->along ? e.stretch[p] : 0);
    out.Ep += m->w[p] * m->P0 * strain;
  }
  cat_cable_to_slots(m, v, m->slots);
  cat_band_multiply(&m->mass, 0.5, m->slots, 0, m->held_slots);
  out.kinetic = cat_dot(m->mass.n, m->slots, m->held_slots);
  return out;
}

double cat_cable_energy_sum(const CatCableEnergy *e) {
  return e->kinetic + e->Ep + e->Eb + e->Enl;
}

double cat_cable_tension_rise(const CatCableModel *m, const double *q) {
  CatCableField e = m->e;
  m->ops->strains(m, q, &e);
  return m->EA * mean_strain(m, e.slope);
}

// d2U of e = u_x + v_x^2/2: N (dv_x)^2 + EA (du_x + v_x dv_x)^2; mean and modes alike.
double cat_cable_second(const CatCableModel *m, const double *q, const double *x) {
  CatCableField e = m->e;
  double sum = 0, mean = 0;
  m->ops->strains(m, q, &e);
  cat_cable_tension(m, q, &e, m->tension);
  double *g = m->s.slope, *N = m->tension;
  for (int p = 0; p < m->npoint; p++) g[p] = e.slope[p];
  m->ops->strains(m, x, &e);
  for (int p = 0; p < m->npoint; p++) {
    double change = g[p] * e.slope[p] + (m->along ? e.stretch[p] : 0);
    sum += m->w[p] * N[p] * e.slope[p] * e.slope[p];
    if (!quasi_static(m)) sum += m->w[p] * m->EA * change * change;
    mean += m->w[p] * change;
  }
  if (quasi_static(m)) sum += m->EA * mean * mean / m->L;
  for (int k = 0; k < m->nmode; k++) {
    const double *c = m->cosine + (size_t)k * (size_t)m->npoint;
    double strain = 0;
    for (int p = 0; p < m->npoint; p++) strain += m->w[p] * c[p] * g[p] * e.slope[p];
    strain = 2 * strain / m->L + x[m->mode + k] * (k + 1) * pi / m->L;
    sum += m->EA * m->L / 2 * strain * strain;
  }
  return sum + 2 * bending_energy(m, &e);
}
