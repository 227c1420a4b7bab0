#include "energy.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

CatStatus cat_energy_new(CatArena *a, CatCoupled *c, CatEnergy **out) {
  CatEnergy *e = *out = CAT_ARENA(a, 1, CatEnergy);
  if (!e) return CAT_ERR_MEMORY;
  *e = (CatEnergy){.c = c};
  double **vector[] = {&e->u,  &e->v,  &e->a,  &e->u1, &e->v1,      &e->a1,     &e->Mu,
                       &e->Ku, &e->Mv, &e->Ma, &e->Du, &e->next_Mu, &e->next_Ku};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, c->tangent.n, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  e->y = CAT_ARENA(a, c->ndropper + 1, double);
  e->e = CAT_ARENA(a, c->ndropper + 1, double);
  e->ev = CAT_ARENA(a, c->ndropper + 1, double);
  return e->y && e->e && e->ev ? CAT_OK : CAT_ERR_MEMORY;
}

//------------------------------------------------------------------------------- stored energy

static double stored_line(const CatEnergy *e, const double *Mv, const double *Ku) {
  int n = e->c->tangent.n;
  return (cat_dot(n, Mv, e->v1) + cat_dot(n, Ku, e->u1)) / 2;
}

static double stored_pantograph(const CatLumped *p) {
  double sum = 0;
  for (int i = 0; i < p->n; i++) {
    sum += p->M[i] * p->v[i] * p->v[i] / 2;
    sum += p->z[i] * cat_dot(p->n, &p->K[i * p->n], p->z) / 2;
  }
  return sum;
}

static double stored_contact(double k, double force, double gap) {
  return force > 0 ? k * gap * gap / 2 : 0;
}

// What a slack dropper does not hold although the linear line counts it.
static double stored_slack(const CatDroppers *d, int i, double e, double y) {
  double law = d->rest[i] + d->k[i] * e;
  return y > 0 ? -law * law / (2 * d->k[i]) : 0;
}

static double stored(const CatEnergy *e) {
  const CatCoupled *c = e->c;
  double sum = stored_line(e, e->Mv, e->Ku);
  for (int i = 0; i < c->ncontact; i++) {
    const CatContact *k = &c->contact[i];
    sum += stored_pantograph(&k->body);
    sum += stored_contact(c->spec->contact.stiffness, k->force, k->gap);
  }
  for (int i = 0; i < c->ndropper; i++) {
    sum += stored_slack(&c->dropper, i, c->dropper.e[i], c->dropper.y[i]);
  }
  return sum;
}

//------------------------------------------------------------------------------- one linear part

// Products of one step of M a + C v + K u = f: du'K du and so on.
typedef struct Sums {
  double K_du, K_vb, K_dv;  // of K du with du, v_bar, dv
  double M_vb, M_dv, M_da;  // of M du with v_bar, dv, da
  double Mda_vb, Mda_ab;    // of M da with v_bar, a_bar
  double C_vb, C_dv;        // of C du with v_bar, dv
  double f_du;              // of df with du
} Sums;

static double numerical(const CatStep *s, const Sums *x) {
  double h = s->h;
  return h * h * (s->beta - s->gamma / 2) * x->Mda_ab - h * (s->gamma - 0.5) * x->Mda_vb +
         (0.5 - s->am) * x->M_da + (s->theta - 0.5) * (x->C_dv + x->K_du - x->f_du);
}

//------------------------------------------------------------------------------- the line

static void line_sums(CatEnergy *e, Sums *x) {
  const CatStep *s = &e->c->structure->step;
  for (int i = 0; i < e->c->tangent.n; i++) {
    double du = e->u1[i] - e->u[i], dv = e->v1[i] - e->v[i], da = e->a1[i] - e->a[i];
    double vb = (e->v1[i] + e->v[i]) / 2, ab = (e->a1[i] + e->a[i]) / 2;
    double Kdu = e->next_Ku[i] - e->Ku[i], Mdu = e->next_Mu[i] - e->Mu[i];
    double Mv = cat_step_v(s, Mdu, e->Mv[i], e->Ma[i]);  // M times the scheme's own formulas
    double Ma = cat_step_a(s, Mdu, e->Mv[i], e->Ma[i]), Mda = Ma - e->Ma[i];
    x->K_du += Kdu * du, x->K_vb += Kdu * vb, x->K_dv += Kdu * dv;
    x->M_vb += Mdu * vb, x->M_dv += Mdu * dv, x->M_da += Mdu * da;
    x->Mda_vb += Mda * vb, x->Mda_ab += Mda * ab;
    e->Mv[i] = Mv, e->Ma[i] = Ma, e->Ku[i] = e->next_Ku[i], e->Mu[i] = e->next_Mu[i];
  }
}

static void line_damping(CatEnergy *e, Sums *x) {
  const CatDamping *d = &e->c->damping;
  x->C_vb = d->alpha * x->M_vb + d->beta * x->K_vb;
  x->C_dv = d->alpha * x->M_dv + d->beta * x->K_dv;
  for (int j = 0; j < d->ndamper; j++) {
    int i = d->damper_dof[j];
    double du = e->u1[i] - e->u[i];
    x->C_vb += d->damper * du * (e->v1[i] + e->v[i]) / 2;
    x->C_dv += d->damper * du * (e->v1[i] - e->v[i]);
  }
  if (!d->more) return;
  for (int i = 0; i < e->c->tangent.n; i++) e->next_Mu[i] = e->u1[i] - e->u[i];
  cat_band_multiply(d->more, 1, e->next_Mu, 0, e->Du);
  for (int i = 0; i < e->c->tangent.n; i++) {
    x->C_vb += e->Du[i] * (e->v1[i] + e->v[i]) / 2;
    x->C_dv += e->Du[i] * (e->v1[i] - e->v[i]);
  }
}

static double moved(const CatEnergy *e, const CatPort *p) {
  return cat_port_read(p, e->u1) - cat_port_read(p, e->u);
}

static void line_step(CatEnergy *e) {
  const CatCoupled *c = e->c;
  Sums x = {0};
  cat_band_multiply(&c->tangent.M, 1, e->u1, 0, e->next_Mu);
  cat_band_multiply(&c->tangent.K, 1, e->u1, 0, e->next_Ku);
  line_sums(e, &x);
  line_damping(e, &x);
  for (int i = 0; i < c->ncontact; i++) {
    const CatContact *k = &c->contact[i];
    x.f_du += k->applied * moved(e, &k->port) - e->past[i].applied * moved(e, &e->past[i].port);
  }
  for (int i = 0; i < c->ndropper; i++) {
    x.f_du -= (c->dropper.y[i] - e->y[i]) * (c->dropper.e[i] - e->e[i]);
  }
  e->account.dissipated += x.C_vb;
  e->account.numerical += numerical(&e->c->structure->step, &x);
}

//------------------------------------------------------------------------------- ports

// A dropper that is slack dissipates nothing; one that changes within the step does as it likes.
static void dropper_step(CatEnergy *e, int i) {
  const CatDroppers *d = &e->c->dropper;
  bool slack0 = e->y[i] > 0, slack1 = d->y[i] > 0;
  if (!slack0 && !slack1) return;
  double de = d->e[i] - e->e[i], vb = (d->v[i] + e->ev[i]) / 2;
  double damper = -d->beta * d->k[i] * vb * de * (slack0 && slack1 ? 1 : 0.5);
  e->account.dissipated += damper;
  if (slack0 == slack1) return;
  double given = (d->y[i] + e->y[i]) / 2 * de;
  double change = stored_slack(d, i, d->e[i], d->y[i]) - stored_slack(d, i, e->e[i], e->y[i]);
  e->account.numerical += given - change - damper;
}

// The integral of the wire's slope from x0 to x1 within one element, u in the middle of the step.
static double climbed_within(const CatEnergy *e, double x0, double x1) {
  static const double gauss = 0.28867513459481287;  // 1 / (2 sqrt 3): exact for cubic shapes
  double sum = 0;
  for (int side = -1; side <= 1; side += 2) {
    CatPort slope;
    double x = (x0 + x1) / 2 + side * gauss * (x1 - x0);
    sum += cat_contact_slope(e->c, x, &slope);
    sum += (cat_port_read(&slope, e->u) + cat_port_read(&slope, e->u1)) / 2;
  }
  return sum / 2 * (x1 - x0);
}

static double climbed(const CatEnergy *e, double x0, double x1) {
  double sum = 0;
  while (x0 < x1) {
    double end = fmin(cat_contact_border(e->c, x0), x1);
    sum += climbed_within(e, x0, end);
    x0 = end;
  }
  return sum;
}

// Spring and damper between head and wire.
static void contact_law(CatEnergy *e, const CatContact *k, CatPantoPast *past) {
  const CatCoupled *c = e->c;
  double stiffness = c->spec->contact.stiffness,
         rate = c->spec->contact.damping / e->c->structure->step.h;
  double closing = past->gap - k->gap, force = (k->force + past->force) / 2;
  double damper = 0;
  bool both = k->force > 0 && past->force > 0;
  if (both) damper = rate * (closing + past->closing) / 2 * closing;
  e->account.dissipated += damper;
  past->closing = k->force > 0 ? closing : 0;
  if (both || (k->force <= 0 && past->force <= 0)) return;
  double change = stored_contact(stiffness, k->force, k->gap) -
                  stored_contact(stiffness, past->force, past->gap);
  e->account.numerical += force * closing - change;
}

static void contact_step(CatEnergy *e, int i) {
  const CatContact *k = &e->c->contact[i];
  CatPantoPast *past = &e->past[i];
  double force = (k->force + past->force) / 2, applied = (k->applied + past->applied) / 2;
  if (k->under) {
    double climb = climbed(e, past->x, k->x);
    e->account.propulsion -= force * climb;
    e->account.throughput += fabs(force * climb);
    e->account.numerical += (force - applied) * (k->height - past->height - climb);
    double turned = moved(e, &k->port) - moved(e, &past->port);  // of the load's shape, times du
    e->account.numerical -= (k->applied - past->applied) * turned / 4;
  }
  contact_law(e, k, past);
}

static void pantograph_step(CatEnergy *e, int contact) {
  const CatLumped *p = &e->c->contact[contact].body, *past = &e->past[contact].body;
  int n = p->n;
  double work = 0, dp = e->c->contact[contact].force - e->past[contact].force;
  Sums x = {0};
  for (int i = 0; i < n; i++) {
    double dz = p->z[i] - past->z[i], da = p->a[i] - past->a[i];
    double vb = (p->v[i] + past->v[i]) / 2, ab = (p->a[i] + past->a[i]) / 2;
    double df = p->f[i] - past->f0[i] - (i == 0 ? dp : 0);
    work += dz * (p->f[i] + past->f0[i]) / 2;
    x.f_du += dz * df;
    x.M_da += p->M[i] * dz * da;
    x.Mda_vb += p->M[i] * da * vb, x.Mda_ab += p->M[i] * da * ab;
    for (int j = 0; j < n; j++) {
      x.C_vb += dz * p->C[i * n + j] * (p->v[j] + past->v[j]) / 2;
      x.C_dv += dz * p->C[i * n + j] * (p->v[j] - past->v[j]);
      x.K_du += dz * p->K[i * n + j] * (p->z[j] - past->z[j]);
    }
  }
  e->account.work += work;
  e->account.throughput += fabs(work);
  e->account.dissipated += x.C_vb;
  e->account.numerical += numerical(&p->step, &x);
}

//------------------------------------------------------------------------------- the run

static void look(CatEnergy *e) {
  e->c->structure->ops->state(e->c->structure, e->u1, e->v1, e->a1);
}

static void exchange(double **a, double **b) {
  double *c = *a;
  *a = *b;
  *b = c;
}

// The end of this step is the beginning of the next.
static void step_over(CatEnergy *e) {
  exchange(&e->u, &e->u1);
  exchange(&e->v, &e->v1);
  exchange(&e->a, &e->a1);
}

void cat_energy_start(CatEnergy *e) {
  size_t bytes = (size_t)e->c->tangent.n * sizeof(double);
  e->account = (CatAccount){0};
  for (int i = 0; i < CAT_CONTACTS; i++) e->past[i].closing = 0;
  memset(e->Mv, 0, bytes), memset(e->Ma, 0, bytes);
  look(e);
  cat_band_multiply(&e->c->tangent.M, 1, e->u1, 0, e->Mu);
  cat_band_multiply(&e->c->tangent.K, 1, e->u1, 0, e->Ku);
  e->stored0 = stored(e);
  step_over(e);
}

void cat_energy_before(CatEnergy *e) {
  const CatCoupled *c = e->c;
  size_t droppers = (size_t)c->ndropper * sizeof *e->y;
  memcpy(e->y, c->dropper.y, droppers);
  memcpy(e->e, c->dropper.e, droppers), memcpy(e->ev, c->dropper.v, droppers);
  for (int i = 0; i < c->ncontact; i++) {
    const CatContact *k = &c->contact[i];
    e->past[i] = (CatPantoPast){.body = k->body,
                                .port = k->port,
                                .x = k->x,
                                .height = k->height,
                                .gap = k->gap,
                                .closing = e->past[i].closing,
                                .force = k->force,
                                .applied = k->applied};
  }
}

void cat_energy_after(CatEnergy *e) {
  CatAccount *a = &e->account;
  double propulsion = a->propulsion;
  look(e);
  line_step(e);
  for (int i = 0; i < e->c->ndropper; i++) dropper_step(e, i);
  for (int i = 0; i < e->c->ncontact; i++) {
    contact_step(e, i);
    pantograph_step(e, i);
  }
  a->work += a->propulsion - propulsion;
  a->stored = stored(e) - e->stored0;
  a->residual = a->work - a->stored - a->dissipated - a->numerical;
  step_over(e);
}
