// Energy of a line in a reduced basis: M = [1, M_qb; M_bq, M_b], K = diag(omega2, K_b), and
// C = alpha M + beta K with dampers at the border.
#include <string.h>

#include "energy.h"
#include "linalg/dense.h"
#include "modal_internal.h"
#include "port_memory.h"

// Two steps are counted at a time, since it is reading and writing that costs most.
typedef struct Reduced {
  CatEnergy base;
  const CatModal *s;
  double *omega2;     // of all vectors of the parts (nq)
  double *u, *v, *a;  // at the beginning of the two steps, then at their end (n)
  double *between;    // displacements between both (n)
  double *du[2];      // in each (n)
  double *Mq[4];      // M_bq times du of each, and times the rates (nborder)
  double *Mb[4];      // M_b likewise
  double *Kb[2];      // K_b times du
  double *damper;     // at each coordinate of the border (nborder)
  double *view[2], *room[2];
  long steps;
  bool waits;        // a step that is not in the sums
  CatStepSums sums;  // of the others since the start
  CatPortMemory memory;
} Reduced;

//------------------------------------------------------------------------------- border

// M_bq x, over all parts, of two x.
static void join(const Reduced *e, double *const x[2], double *const out[2]) {
  const CatBasis *b = e->s->s;
  for (int k = 0; k < 2; k++) memset(out[k], 0, (size_t)b->nborder * sizeof *out[k]);
  for (int p = 0; p < b->npart; p++) {
    const CatBasisPart *part = &b->part[p];
    const CatBasisKind *kind = &b->kind[part->kind];
    double *const own[2] = {x[0] + part->first, x[1] + part->first};
    e->s->kernel->rows2(part->nborder, kind->m, kind->mass, own, e->view);
    for (int i = 0; i < 2 * part->nborder; i++) {
      int k = i / part->nborder, at = i % part->nborder;
      out[k][part->border[at]] += part->flip[at] * e->view[k][at];
    }
  }
}

typedef struct Moved {  // differences and means of the rates
  double dv, vb, da, ab;
} Moved;

static Moved follow(const CatStep *s, double du, double *v, double *a) {
  double v0 = *v, a0 = *a;
  *v = cat_step_v(s, du, v0, a0), *a = cat_step_a(s, du, v0, a0);
  return (Moved){*v - v0, (*v + v0) / 2, *a - a0, (*a + a0) / 2};
}

// What one coordinate of the border adds in step k: with M_bq x both ways,
// x'M y = x_b'M_bq y_q + x_q'M_qb y_b + ... M times the rates follows M du as the rates do.
static void border_one(Reduced *e, int i, int k, CatStepSums *x) {
  const CatModal *s = e->s;
  const CatStep *step = &s->base.step;
  const CatDamping *d = s->damping;
  const int at = s->nq + i;
  const double du = e->du[k][at], Mqdu = e->Mq[k][i], Kdu = e->Kb[k][i];
  const Moved m = follow(step, du, &e->v[at], &e->a[at]);
  const Moved q = follow(step, Mqdu, &e->Mq[2][i], &e->Mq[3][i]);
  const Moved own = follow(step, e->Mb[k][i], &e->Mb[2][i], &e->Mb[3][i]);
  double w = cat_step_w(step, du, m.vb, m.ab), q_w = cat_step_w(step, Mqdu, q.vb, q.ab);
  double C = d->alpha * (Mqdu + e->Mb[k][i]) + d->beta * Kdu + e->damper[i] * du;
  x->M_da += (q.da + own.da) * w + q_w * m.da;
  x->C_vb += C * m.vb + d->alpha * q.vb * du;
  x->stiff += C * m.dv + d->alpha * q.dv * du + Kdu * du;
}

static void border_steps(Reduced *e, CatStepSums *x) {
  const CatModal *s = e->s;
  int nb = s->s->nborder, nq = s->nq;
  for (int i = nq; i < nq + nb; i++) {
    e->du[0][i] = e->between[i] - e->u[i], e->du[1][i] = s->u[i] - e->between[i];
  }
  join(e, e->du, e->Mq);
  for (int k = 0; k < 2; k++) {
    cat_band_multiply(&s->s->M, 1, e->du[k] + nq, 0, e->Mb[k]);
    cat_band_multiply(&s->s->K, 1, e->du[k] + nq, 0, e->Kb[k]);
    for (int i = 0; i < nb; i++) border_one(e, i, k, x);
  }
  memcpy(e->u + nq, s->u + nq, (size_t)nb * sizeof *e->u);
}

//------------------------------------------------------------------------------- two steps

static void step(CatEnergy *base) {
  Reduced *e = (Reduced *)base;
  const CatModal *s = e->s;
  e->waits = !e->waits;
  e->steps++;
  if (e->waits) {
    memcpy(e->between, s->u, (size_t)s->s->n * sizeof *e->between);
    return;
  }
  const CatModalMotion of = {
      {e->u, e->v, e->a}, e->between, {s->u, s->v, s->a}, {e->du[0], e->du[1]}};
  s->kernel->account(&s->load, s->nq, e->omega2, &of, &e->sums);
  if (s->s->nborder > 0) border_steps(e, &e->sums);
}

static void start(CatEnergy *base) {
  Reduced *e = (Reduced *)base;
  size_t all = (size_t)e->s->s->n * sizeof(double);
  size_t border = (size_t)e->s->s->nborder * sizeof(double);
  e->waits = false;
  e->steps = 0;
  cat_port_memory_start(&e->memory);
  e->sums = (CatStepSums){0};
  memcpy(e->u, e->s->u, all), memcpy(e->between, e->s->u, all);
  memset(e->v, 0, all), memset(e->a, 0, all);
  for (int k = 2; k < 4; k++) memset(e->Mq[k], 0, border), memset(e->Mb[k], 0, border);
}

//------------------------------------------------------------------------------- at any time

// x'M y and x'K y of two motions.
typedef struct Forms {
  double M, K;
} Forms;

static Forms forms_of(const Reduced *e, double *x, double *y) {
  const CatModal *s = e->s;
  int nb = s->s->nborder, nq = s->nq;
  Forms f = {s->kernel->dot(nq, x, y), s->kernel->dot3(nq, x, e->omega2, y)};
  if (nb == 0) return f;
  join(e, (double *[]){x, y}, e->room);
  f.M += cat_dot(nb, e->room[0], y + nq) + cat_dot(nb, e->room[1], x + nq);
  cat_band_multiply(&s->s->M, 1, x + nq, 0, e->room[0]);
  f.M += cat_dot(nb, e->room[0], y + nq);
  cat_band_multiply(&s->s->K, 1, x + nq, 0, e->room[0]);
  f.K += cat_dot(nb, e->room[0], y + nq);
  return f;
}

static double damping_form(const Reduced *e, double *x, double *y) {
  const CatModal *s = e->s;
  const CatDamping *d = s->damping;
  const Forms f = forms_of(e, x, y);
  double sum = d->alpha * f.M + d->beta * f.K;
  for (int j = 0; j < d->ndamper; j++) {
    int i = s->nq + s->s->row[d->damper_dof[j]];
    sum += d->damper * x[i] * y[i];
  }
  return sum;
}

// The step that waits. Its differences need no room of their own: du is found anew in the next.
static void add_waiting(const Reduced *e, CatStepSums *sums) {
  const CatModal *s = e->s;
  double *x = e->du[0], *y = e->du[1];
  int n = s->s->n;
  for (int i = 0; i < n; i++) x[i] = s->u[i] - e->u[i], y[i] = (s->v[i] + e->v[i]) / 2;
  sums->C_vb += damping_form(e, x, y);
  sums->stiff += forms_of(e, x, x).K;
  for (int i = 0; i < n; i++) y[i] = s->v[i] - e->v[i];
  sums->stiff += damping_form(e, x, y);
  for (int i = 0; i < n; i++) {
    x[i] = cat_step_w(&s->base.step, x[i], (s->v[i] + e->v[i]) / 2, (s->a[i] + e->a[i]) / 2);
    y[i] = s->a[i] - e->a[i];
  }
  sums->M_da += forms_of(e, x, y).M;
}

static CatEnergyNow now(CatEnergy *base) {
  const Reduced *e = (const Reduced *)base;
  const CatModal *s = e->s;
  CatEnergyNow out = {.sums = e->sums};
  out.stored = (forms_of(e, s->v, s->v).M + forms_of(e, s->u, s->u).K) / 2;
  if (e->waits) add_waiting(e, &out.sums);
  return out;
}

static void values(const void *of, bool before, int n, const int *dof, double *out) {
  const Reduced *e = of;
  const double *u = !before ? e->s->u : e->waits ? e->u : e->between;
  for (int k = 0; k < n; k++) out[k] = cat_modal_coordinate(e->s, u, dof[k]);
}

static double read_port(CatEnergy *base, const CatPortVector *p, bool before) {
  Reduced *e = (Reduced *)base;
  return cat_port_memory_read(&e->memory, e->steps, p, before);
}

static void snapshot(CatEnergy *base, CatSnapshot *to) {
  Reduced *e = (Reduced *)base;
  const CatBasis *b = e->s->s;
  CAT_SNAPSHOT(to, e->waits);
  CAT_SNAPSHOT(to, e->steps);
  CAT_SNAPSHOT(to, e->sums);
  cat_snapshot_vectors(to, (double *[]){e->u, e->v, e->a, e->between}, 4, b->n);
  cat_snapshot_vectors(to, (double *[]){e->Mq[2], e->Mq[3], e->Mb[2], e->Mb[3]}, 4, b->nborder);
  cat_port_memory_snapshot(&e->memory, to);
}

//------------------------------------------------------------------------------- set-up

static CatStatus reserve(CatArena *a, int size, double **const *vector, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!(*vector[i] = CAT_ARENA(a, size, double))) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

CatStatus cat_modal_energy(CatStructure *structure, CatArena *a, CatEnergy **out) {
  static const CatEnergyOps ops = {start, step, now, read_port, NULL, snapshot};
  const CatModal *s = (const CatModal *)structure;
  const CatBasis *b = s->s;
  Reduced *e = CAT_ARENA(a, 1, Reduced);
  if (!e) return CAT_ERR_MEMORY;
  *e = (Reduced){.base = {&ops}, .s = s};
  double **all[] = {&e->omega2, &e->u, &e->v, &e->a, &e->between, &e->du[0], &e->du[1]};
  double **border[] = {&e->Mq[0],   &e->Mq[1],   &e->Mq[2],   &e->Mq[3],   &e->Mb[0],
                       &e->Mb[1],   &e->Mb[2],   &e->Mb[3],   &e->Kb[0],   &e->Kb[1],
                       &e->view[0], &e->view[1], &e->room[0], &e->room[1], &e->damper};
  CAT_TRY(reserve(a, b->n + 1, all, sizeof all / sizeof *all));
  CAT_TRY(reserve(a, b->nborder + 1, border, sizeof border / sizeof *border));
  CAT_TRY(cat_port_memory_new(a, b->t->n, values, e, &e->memory));
  for (int p = 0; p < b->npart; p++) {
    const CatBasisKind *kind = &b->kind[b->part[p].kind];
    memcpy(e->omega2 + b->part[p].first, kind->omega2, (size_t)kind->m * sizeof *e->omega2);
  }
  for (int j = 0; j < s->damping->ndamper; j++) {
    e->damper[b->row[s->damping->damper_dof[j]]] += s->damping->damper;
  }
  *out = &e->base;
  return CAT_OK;
}
