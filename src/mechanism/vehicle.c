#include "vehicle.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

enum { MOST = CAT_VEHICLE_MOST };

static CatVehicle *own(CatMechanism *m) {
  return (CatVehicle *)m;
}

static const CatVehicle *seen(const CatMechanism *m) {
  return (const CatVehicle *)m;
}

//------------------------------------------------------------------------------- at rest

// Where all coordinates but the wheels come to rest if the wheels are at z: K_ii z_i = w_i -
// K_iw z_w. Written as the whole system, with the wheels' rows replaced.
static CatStatus settle(CatContext *ctx, const CatVehicle *p, const double *wheels, double *z) {
  int n = p->n, pivot[MOST];
  double A[MOST * MOST];
  memcpy(A, p->K, (size_t)(n * n) * sizeof *A);
  memcpy(z, p->weight, (size_t)n * sizeof *z);
  for (int w = 0; w < p->base.nport; w++) {
    int i = p->wheel[w];
    for (int j = 0; j < n; j++) A[i * n + j] = i == j;
    z[i] = wheels ? wheels[w] : 0;
  }
  return cat_dense_solve(ctx, n, A, z, pivot);
}

// Nothing holds it but the rails.
static CatStatus stand(CatContext *ctx, const CatMechanism *m, CatStand *out) {
  const CatVehicle *p = seen(m);
  double z[MOST];
  CAT_TRY(settle(ctx, p, NULL, z));
  out->held = false;
  for (int w = 0; w < m->nport; w++) {
    int i = p->wheel[w];
    out->f0[w] = cat_dot(p->n, p->K + i * p->n, z) - p->weight[i];
  }
  return CAT_OK;
}

static void show_ports(CatVehicle *p) {
  for (int w = 0; w < p->base.nport; w++) p->port_z[w] = p->z[p->wheel[w]];
}

static CatStatus start(CatContext *ctx, CatMechanism *m, const double *z, const double *f) {
  CatVehicle *p = own(m);
  CAT_TRY(settle(ctx, p, z, p->z));
  memset(p->v, 0, sizeof p->v);
  memset(p->a, 0, sizeof p->a);
  memcpy(p->f, f, (size_t)m->nport * sizeof *f);
  show_ports(p);
  return CAT_OK;
}

//------------------------------------------------------------------------------- one step

static void drive(CatMechanism *m, const CatJourney *to) {
  (void)m, (void)to;
}

// y += A x of a symmetric matrix, column by column: sums of a row would wait for each addition.
static void add_product(int n, const double *restrict A, const double *restrict x,
                        double *restrict y) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) y[i] += A[j * n + i] * x[j];
  }
}

static void free_step(CatMechanism *m, double *z) {
  CatVehicle *p = own(m);
  int n = p->n;
  double theta = p->step.theta, r[MOST], c[MOST], back[MOST];
  for (int i = 0; i < n; i++) {
    c[i] = cat_step_c(&p->step, p->z[i], p->v[i], p->a[i]);
    back[i] = (theta - 1) * p->z[i];
    r[i] = p->weight[i] + p->M[i] * cat_step_m(&p->step, p->z[i], p->v[i], p->a[i]);
    p->next[i] = 0;
  }
  add_product(n, p->C, c, r);
  add_product(n, p->K, back, r);
  for (int w = 0; w < m->nport; w++) r[p->wheel[w]] += (1 - theta) * p->f[w];
  add_product(n, p->inverse, r, p->next);
  for (int w = 0; w < m->nport; w++) z[w] = p->next[p->wheel[w]];
}

static double compliance(const CatMechanism *m, int port, int other) {
  const CatVehicle *p = seen(m);
  return p->step.theta * p->inverse[p->wheel[port] * p->n + p->wheel[other]];
}

static void commit(CatMechanism *m, const double *f) {
  CatVehicle *p = own(m);
  int n = p->n;
  memcpy(p->before.z, p->z, sizeof p->z);
  memcpy(p->before.v, p->v, sizeof p->v);
  memcpy(p->before.a, p->a, sizeof p->a);
  memcpy(p->before.f, p->f, sizeof p->f);
  for (int w = 0; w < m->nport; w++) {
    const double *column = p->inverse + p->wheel[w] * n;
    for (int i = 0; i < n; i++) p->next[i] += p->step.theta * f[w] * column[i];
  }
  for (int i = 0; i < n; i++) {
    double z = p->next[i], du = z - p->z[i], v = p->v[i], a = p->a[i];
    p->z[i] = z;
    p->v[i] = cat_step_v(&p->step, du, v, a);
    p->a[i] = cat_step_a(&p->step, du, v, a);
  }
  memcpy(p->f, f, (size_t)m->nport * sizeof *f);
  show_ports(p);
}

//------------------------------------------------------------------------------- energy

static double stored(const CatVehicle *p) {
  double sum = 0;
  for (int i = 0; i < p->n; i++) {
    sum += p->M[i] * p->v[i] * p->v[i] / 2 + p->z[i] * cat_dot(p->n, p->K + i * p->n, p->z) / 2;
  }
  return sum;
}

static void energy(const CatMechanism *m, CatMechanismEnergy *out) {
  const CatVehicle *p = seen(m);
  int n = p->n;
  CatStepSums x = {0};
  *out = (CatMechanismEnergy){.stored = stored(p)};
  for (int i = 0; i < n; i++) {
    double dz = p->z[i] - p->before.z[i], da = p->a[i] - p->before.a[i];
    double vb = (p->v[i] + p->before.v[i]) / 2, ab = (p->a[i] + p->before.a[i]) / 2;
    out->work += dz * p->weight[i];
    x.M_da += p->M[i] * da * cat_step_w(&p->step, dz, vb, ab);
    for (int j = 0; j < n; j++) {
      x.C_vb += dz * p->C[i * n + j] * (p->v[j] + p->before.v[j]) / 2;
      x.stiff += dz * p->C[i * n + j] * (p->v[j] - p->before.v[j]);
      x.stiff += dz * p->K[i * n + j] * (p->z[j] - p->before.z[j]);
    }
  }
  for (int w = 0; w < m->nport; w++) {
    int i = p->wheel[w];
    x.f_du += (p->z[i] - p->before.z[i]) * (p->f[w] - p->before.f[w]);
  }
  out->dissipated = x.C_vb;
  out->numerical = cat_step_numerical(&p->step, &x);
}

static void snapshot(CatMechanism *m, CatSnapshot *to) {
  CatVehicle *p = own(m);
  CAT_SNAPSHOT(to, p->z);
  CAT_SNAPSHOT(to, p->v);
  CAT_SNAPSHOT(to, p->a);
  CAT_SNAPSHOT(to, p->f);
  CAT_SNAPSHOT(to, p->port_z);
  CAT_SNAPSHOT(to, p->before);
}

static const CatMechanismOps ops = {
    .name = "vehicle",
    .stand = stand,
    .start = start,
    .drive = drive,
    .free_step = free_step,
    .commit = commit,
    .compliance = compliance,
    .energy = energy,
    .snapshot = snapshot,
};

//------------------------------------------------------------------------------- what it is

CatVehicle cat_vehicle_begin(CatStep step) {
  return (CatVehicle){.base = {.ops = &ops}, .step = step};
}

int cat_vehicle_coordinate(CatVehicle *v, double mass, double weight) {
  int i = v->n++;
  v->M[i] = mass;
  v->weight[i] = -weight;
  return i;
}

CatPoint cat_point(int coordinate) {
  return (CatPoint){{coordinate, -1}, {1, 0}};
}

CatPoint cat_point_of_body(int heave, int pitch, double lever) {
  return (CatPoint){{heave, pitch}, {1, lever}};
}

// C and K hold MOST columns until all coordinates are known.
void cat_vehicle_suspend(CatVehicle *v, const CatSuspension *s) {
  double b[MOST] = {0};
  for (int i = 0; i < 2; i++) {
    if (s->upper.coordinate[i] >= 0) b[s->upper.coordinate[i]] += s->upper.lever[i];
    if (s->lower.coordinate[i] >= 0) b[s->lower.coordinate[i]] -= s->lower.lever[i];
  }
  for (int i = 0; i < MOST * MOST; i++) {
    v->K[i] += s->k * b[i / MOST] * b[i % MOST];
    v->C[i] += s->c * b[i / MOST] * b[i % MOST];
  }
}

void cat_vehicle_wheel(CatVehicle *v, int coordinate, double offset) {
  v->wheel[v->base.nport] = coordinate;
  v->offset[v->base.nport++] = offset;
}

static void pack(int n, double *A) {
  for (int i = 0; i < n * n; i++) A[i] = A[i / n * MOST + i % n];
}

static CatStatus invert(CatContext *ctx, CatVehicle *v) {
  int n = v->n, pivot[MOST];
  for (int k = 0; k < n; k++) {
    double A[MOST * MOST] = {0}, column[MOST] = {0};
    for (int i = 0; i < n * n; i++) A[i] = v->step.damp * v->C[i] + v->step.theta * v->K[i];
    for (int i = 0; i < n; i++) A[i * n + i] += v->step.mass * v->M[i];
    column[k] = 1;
    CAT_TRY(cat_dense_solve(ctx, n, A, column, pivot));
    for (int i = 0; i < n; i++) v->inverse[i * n + k] = column[i];
  }
  return CAT_OK;
}

CatStatus cat_vehicle_finish(CatContext *ctx, CatVehicle *v) {
  pack(v->n, v->K), pack(v->n, v->C);
  v->base.offset = v->offset;
  v->base.z = v->port_z;
  return invert(ctx, v);
}
