#include "linkage.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

//------------------------------------------------------------------------------- from a case

static bool is_ground(const char *name) {
  return !*name || strcmp(name, "ground") == 0;
}

int cat_linkage_body(const CatLinkageSpec *spec, const char *name) {
  if (is_ground(name)) return -1;
  for (int i = 0; i < spec->nbody; i++) {
    if (strcmp(spec->bodies[i].name, name) == 0) return i;
  }
  return -2;
}

static CatStatus find_body(CatContext *ctx, const CatLinkageSpec *spec, const char *name,
                           int *out) {
  *out = cat_linkage_body(spec, name);
  if (*out != -2) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_INPUT, "the linkage has no body called %s", name);
}

static CatStatus find_ends(CatContext *ctx, const CatLinkageSpec *spec, const char *const name[2],
                           int ends[2]) {
  CAT_TRY(find_body(ctx, spec, name[0], &ends[0]));
  return find_body(ctx, spec, name[1], &ends[1]);
}

// Points of the ground rise with the drawing.
static void place(const CatLinkage *l, int body, double x, double z, double s[2]) {
  s[0] = x;
  s[1] = body < 0 ? z + l->base : z;
}

static CatLinkageRow row_of(const CatLinkage *l, int joint, const int ends[2]) {
  const CatLinkageEnds *e = &l->spec->joints[joint].ends;
  CatLinkageRow r = {.joint = joint, .body = ends[0], .to = ends[1]};
  place(l, r.body, e->x, e->z, r.s);
  place(l, r.to, e->to_x, e->to_z, r.to_s);
  return r;
}

// A joint as one or two equations.
static void add_joint(CatLinkage *l, int joint, const int ends[2]) {
  const CatLinkageJoint *j = &l->spec->joints[joint];
  CatLinkageRow r = row_of(l, joint, ends), *out = &l->row[l->ng];
  if (j->kind == CAT_JOINT_REVOLUTE) {
    r.fixed = true;
    out[0] = out[1] = r;
    out[0].n[0] = out[1].n[1] = 1;
    l->ng += 2;
    return;
  }
  if (j->kind != CAT_JOINT_ANGLE) {
    r.n[0] = -sin(j->direction), r.n[1] = cos(j->direction);
    r.fixed = r.to < 0;
    l->row[l->ng++] = r;
  }
  if (j->kind != CAT_JOINT_SLOT) {
    r.turns = true;
    r.turn = j->angle;
    l->row[l->ng++] = r;
  }
}

CatStatus cat_linkage_new(CatContext *ctx, const CatLinkageSpec *spec, CatLinkage *out) {
  CatLinkage *l = out;
  *l = (CatLinkage){.spec = spec,
                    .nbody = spec->nbody,
                    .nq = 3 * spec->nbody,
                    .lift = 1,
                    .base = spec->base_height};
  for (int i = 0; i < l->nbody; i++) {
    l->M[3 * i] = l->M[3 * i + 1] = spec->bodies[i].mass;
    l->M[3 * i + 2] = spec->bodies[i].inertia;
  }
  CAT_TRY(find_body(ctx, spec, spec->head, &l->head));
  if (l->head < 0) l->head = 0;
  for (int i = 0; i < spec->njoint; i++) {
    const CatLinkageEnds *e = &spec->joints[i].ends;
    int ends[2];
    CAT_TRY(find_ends(ctx, spec, (const char *const[]){e->body, e->to}, ends));
    add_joint(l, i, ends);
  }
  for (int i = 0; i < spec->nspring; i++) {
    const CatLinkageEnds *e = &spec->springs[i].ends;
    CAT_TRY(find_ends(ctx, spec, (const char *const[]){e->body, e->to}, l->spring[i]));
  }
  for (int i = 0; i < spec->ntorque; i++) {
    const CatLinkageTorque *t = &spec->torques[i];
    CAT_TRY(find_ends(ctx, spec, (const char *const[]){t->body, t->to}, l->torque[i]));
  }
  return CAT_OK;
}

// Points of the ground are those of joints, too.
void cat_linkage_set_base(CatLinkage *l, double height) {
  for (int i = 0; i < l->ng; i++) {
    if (l->row[i].to < 0) l->row[i].to_s[1] += height - l->base;
    if (l->row[i].body < 0) l->row[i].s[1] += height - l->base;
  }
  l->base = height;
}

int cat_linkage_height(const CatLinkage *l) {
  return 3 * l->head + 1;
}

void cat_linkage_drawn(const CatLinkage *l, double *q) {
  for (int i = 0; i < l->nbody; i++) {
    const CatLinkageBody *b = &l->spec->bodies[i];
    q[3 * i] = b->x;
    q[3 * i + 1] = b->z + l->base;
    q[3 * i + 2] = b->angle;
  }
}

//------------------------------------------------------------------------------- along a motion

// A vector of the plane and its first two derivatives in time.
typedef struct Vector {
  double x[3], z[3];
} Vector;

static const Vector ZERO;

static Vector minus(Vector a, Vector b) {
  for (int k = 0; k < 3; k++) a.x[k] -= b.x[k], a.z[k] -= b.z[k];
  return a;
}

static Vector plus(Vector a, Vector b) {
  for (int k = 0; k < 3; k++) a.x[k] += b.x[k], a.z[k] += b.z[k];
  return a;
}

// A quarter turn on: dw/d(angle) of what turns with a body.
static Vector turned(Vector w) {
  Vector out;
  for (int k = 0; k < 3; k++) out.x[k] = -w.z[k], out.z[k] = w.x[k];
  return out;
}

// a . b and its derivatives
static void dot(Vector a, Vector b, double out[3]) {
  out[0] = a.x[0] * b.x[0] + a.z[0] * b.z[0];
  out[1] = a.x[1] * b.x[0] + a.z[1] * b.z[0] + a.x[0] * b.x[1] + a.z[0] * b.z[1];
  out[2] = a.x[2] * b.x[0] + a.z[2] * b.z[0] + 2 * (a.x[1] * b.x[1] + a.z[1] * b.z[1]) +
           a.x[0] * b.x[2] + a.z[0] * b.z[2];
}

// Unknown j and its derivatives.
static void motion_of(const CatLinkageMotion *m, int j, double out[3]) {
  out[0] = m->q[j];
  out[1] = m->v ? m->v[j] : 0;
  out[2] = m->a ? m->a[j] : 0;
}

// w = R(phi) s: w' = phi' t, w'' = phi'' t - phi'^2 w, t = w turned
static Vector rotate(const CatLinkageMotion *m, int body, const double s[2]) {
  double phi[3] = {0};
  if (body >= 0) motion_of(m, 3 * body + 2, phi);
  double c = cos(phi[0]), d = sin(phi[0]);
  double x = c * s[0] - d * s[1], z = d * s[0] + c * s[1];
  return (Vector){{x, -phi[1] * z, -phi[2] * z - phi[1] * phi[1] * x},
                  {z, phi[1] * x, phi[2] * x - phi[1] * phi[1] * z}};
}

static Vector centre(const CatLinkageMotion *m, int body) {
  Vector r = ZERO;
  if (body < 0) return r;
  motion_of(m, 3 * body, r.x);
  motion_of(m, 3 * body + 1, r.z);
  return r;
}

// Two points of two bodies, their arms from the centres, and what is between them.
typedef struct Pair {
  int body, to;
  Vector arm, to_arm, between;
} Pair;

static Pair pair_of(const CatLinkageMotion *m, const int ends[2], const double s[2],
                    const double to_s[2]) {
  Pair p = {.body = ends[0], .to = ends[1]};
  p.arm = rotate(m, p.body, s);
  p.to_arm = rotate(m, p.to, to_s);
  p.between = minus(plus(centre(m, p.body), p.arm), plus(centre(m, p.to), p.to_arm));
  return p;
}

static Pair row_pair(const CatLinkageRow *r, const CatLinkageMotion *m) {
  return pair_of(m, (const int[]){r->body, r->to}, r->s, r->to_s);
}

static Vector normal(const CatLinkageRow *r, const CatLinkageMotion *m) {
  return rotate(m, r->fixed ? -1 : r->to, r->n);
}

//------------------------------------------------------------------------------- joints

void cat_linkage_gap(const CatLinkage *l, int i, const CatLinkageMotion *x, double g[3]) {
  const CatLinkageRow *r = &l->row[i];
  if (!r->turns) {
    dot(normal(r, x), row_pair(r, x).between, g);
    return;
  }
  double to[3] = {0};
  g[0] = g[1] = g[2] = 0;
  if (r->body >= 0) motion_of(x, 3 * r->body + 2, g);
  if (r->to >= 0) motion_of(x, 3 * r->to + 2, to);
  for (int k = 0; k < 3; k++) g[k] -= to[k];
  g[0] -= r->turn;
}

static void add(double *const row[3], int j, double sign, const double value[3]) {
  for (int k = 0; k < 3; k++) row[k][j] += sign * value[k];
}

// dg of one end: n . dr + n . t dphi, t: its arm, turned
static void add_end(double *const row[3], int body, double sign, Vector n, Vector arm) {
  double value[3];
  if (body < 0) return;
  add(row, 3 * body, sign, n.x);
  add(row, 3 * body + 1, sign, n.z);
  dot(n, turned(arm), value);
  add(row, 3 * body + 2, sign, value);
}

void cat_linkage_row(const CatLinkage *l, int i, const CatLinkageMotion *x, double *const row[3]) {
  static const double one[3] = {1, 0, 0};
  const CatLinkageRow *r = &l->row[i];
  if (r->turns) {
    if (r->body >= 0) add(row, 3 * r->body + 2, 1, one);
    if (r->to >= 0) add(row, 3 * r->to + 2, -1, one);
    return;
  }
  Pair p = row_pair(r, x);
  Vector n = normal(r, x);
  add_end(row, r->body, 1, n, p.arm);
  add_end(row, r->to, -1, n, p.to_arm);
  if (r->fixed || r->to < 0) return;
  double value[3];
  dot(turned(n), p.between, value);  // n turns with `to`
  add(row, 3 * r->to + 2, 1, value);
}

static bool at_centre(int body, const double s[2]) {
  return body < 0 || (s[0] == 0 && s[1] == 0);
}

bool cat_linkage_bends(const CatLinkage *l, int i) {
  const CatLinkageRow *r = &l->row[i];
  if (r->turns) return false;
  return !r->fixed || !at_centre(r->body, r->s) || !at_centre(r->to, r->to_s);
}

//------------------------------------------------------------------------------- forces

// The force F on the end of an arm.
static void push(double *f, int body, double sign, const double force[2], Vector arm) {
  if (body < 0) return;
  f[3 * body] += sign * force[0];
  f[3 * body + 1] += sign * force[1];
  f[3 * body + 2] += sign * (arm.x[0] * force[1] - arm.z[0] * force[0]);
}

static Pair spring_pair(const CatLinkage *l, int i, const CatLinkageMotion *x) {
  const CatLinkageEnds *e = &l->spec->springs[i].ends;
  double s[2], to_s[2];
  place(l, l->spring[i][0], e->x, e->z, s);
  place(l, l->spring[i][1], e->to_x, e->to_z, to_s);
  return pair_of(x, l->spring[i], s, to_s);
}

// Length and its rate: l = |D|, l' = D . D'/l
static double spring_length(const Pair *p, double *rate) {
  double length = hypot(p->between.x[0], p->between.z[0]);
  *rate = (p->between.x[0] * p->between.x[1] + p->between.z[0] * p->between.z[1]) / length;
  return length;
}

static void spring_forces(const CatLinkage *l, int i, const CatLinkageMotion *x, double *elastic,
                          double *damping) {
  const CatLinkageSpring *s = &l->spec->springs[i];
  Pair p = spring_pair(l, i, x);
  double rate, length = spring_length(&p, &rate);
  double e[2] = {p.between.x[0] / length, p.between.z[0] / length};
  double pull = s->stiffness * (length - s->length), drag = s->damping * rate;
  push(elastic, p.body, -pull, e, p.arm);
  push(elastic, p.to, pull, e, p.to_arm);
  push(damping, p.body, -drag, e, p.arm);
  push(damping, p.to, drag, e, p.to_arm);
}

// Angle of `body` over `to`, and its rate.
static void torque_angle(const CatLinkage *l, int i, const CatLinkageMotion *x, double out[3]) {
  double to[3] = {0};
  out[0] = out[1] = out[2] = 0;
  if (l->torque[i][0] >= 0) motion_of(x, 3 * l->torque[i][0] + 2, out);
  if (l->torque[i][1] >= 0) motion_of(x, 3 * l->torque[i][1] + 2, to);
  for (int k = 0; k < 3; k++) out[k] -= to[k];
}

static void torque_forces(const CatLinkage *l, int i, const CatLinkageMotion *x, double *elastic,
                          double *damping) {
  const CatLinkageTorque *t = &l->spec->torques[i];
  double angle[3];
  torque_angle(l, i, x, angle);
  double turn = l->lift * t->torque - t->stiffness * (angle[0] - t->angle),
         drag = t->damping * angle[1];
  for (int end = 0; end < 2; end++) {
    int body = l->torque[i][end];
    double sign = end == 0 ? 1 : -1;
    if (body < 0) continue;
    elastic[3 * body + 2] += sign * turn;
    damping[3 * body + 2] -= sign * drag;
  }
}

void cat_linkage_forces(const CatLinkage *l, const CatLinkageMotion *x, double *elastic,
                        double *damping) {
  const CatLinkageSpec *s = l->spec;
  memset(elastic, 0, (size_t)l->nq * sizeof *elastic);
  memset(damping, 0, (size_t)l->nq * sizeof *damping);
  for (int i = 0; i < l->nbody; i++) {
    elastic[3 * i + 1] = l->lift * s->bodies[i].force - s->bodies[i].mass * s->gravity;
  }
  for (int i = 0; i < s->nspring; i++) spring_forces(l, i, x, elastic, damping);
  for (int i = 0; i < s->ntorque; i++) torque_forces(l, i, x, elastic, damping);
}

double cat_linkage_lift(const CatLinkage *l, const double *q) {
  CatLinkageMotion x = {.q = q};
  double sum = 0, angle[3];
  for (int i = 0; i < l->nbody; i++) sum += l->spec->bodies[i].force * q[3 * i + 1];
  for (int i = 0; i < l->spec->ntorque; i++) {
    torque_angle(l, i, &x, angle);
    sum += l->spec->torques[i].torque * angle[0];
  }
  return l->lift * sum;
}

double cat_linkage_potential(const CatLinkage *l, const double *q) {
  const CatLinkageSpec *s = l->spec;
  CatLinkageMotion x = {.q = q};
  double sum = -cat_linkage_lift(l, q), rate, angle[3];
  for (int i = 0; i < l->nbody; i++) sum += s->bodies[i].mass * s->gravity * q[3 * i + 1];
  for (int i = 0; i < s->nspring; i++) {
    Pair p = spring_pair(l, i, &x);
    double stretch = spring_length(&p, &rate) - s->springs[i].length;
    sum += s->springs[i].stiffness * stretch * stretch / 2;
  }
  for (int i = 0; i < s->ntorque; i++) {
    torque_angle(l, i, &x, angle);
    double turn = angle[0] - s->torques[i].angle;
    sum += s->torques[i].stiffness * turn * turn / 2;
  }
  return sum;
}
