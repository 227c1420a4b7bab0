// The linkage as a drawing: bodies as lines between the points of their joints and springs, joints
// as dots, at the height of the response and, thin, at the ends of the heights.
#include <math.h>
#include <string.h>

#include "run.h"

enum { POINTS = 2 * (CAT_LINKAGE_JOINTS + CAT_LINKAGE_LINKS), STROKES = 400 };

typedef struct Sketch {
  CatPantographRun *r;
  CatStroke stroke[STROKES];
  int n;
  bool failed;
} Sketch;

// x and y one after the other (n each).
static void add(Sketch *s, CatStrokeStyle style, int n, const double *x, const double *y,
                const char *label) {
  CatArena *a = cat_record_arena(s->r->rec);
  double *points = CAT_ARENA(a, 2 * n + 1, double);
  if (!points || s->n == STROKES) {
    s->failed |= !points;
    return;
  }
  memcpy(points, x, (size_t)n * sizeof *x);
  memcpy(points + n, y, (size_t)n * sizeof *y);
  s->stroke[s->n++] = (CatStroke){style, n, points, points + n, label};
}

//------------------------------------------------------------------------------- points

// A point of a body, or of the ground, over the drawing's zero.
static void place(const CatLinkage *l, const double *q, int body, const double s[2],
                  double out[2]) {
  double c = 1, d = 0, x = 0, z = 0;
  if (body >= 0) {
    c = cos(q[3 * body + 2]), d = sin(q[3 * body + 2]);
    x = q[3 * body], z = q[3 * body + 1] - l->base;
  }
  out[0] = x + c * s[0] - d * s[1];
  out[1] = z + d * s[0] + c * s[1];
}

typedef struct Points {
  int n;
  double x[POINTS], z[POINTS];
} Points;

static void take(Points *p, const double at[2]) {
  static const double SAME = 1e-6;  // [m]
  for (int i = 0; i < p->n; i++) {
    if (hypot(p->x[i] - at[0], p->z[i] - at[1]) < SAME) return;
  }
  if (p->n == POINTS) return;
  p->x[p->n] = at[0], p->z[p->n++] = at[1];
}

static void take_end(const CatLinkage *l, const double *q, const CatLinkageEnds *e, bool to,
                     Points *p) {
  const double s[2][2] = {{e->x, e->z}, {e->to_x, e->to_z}};
  double at[2];
  place(l, q, cat_linkage_body(l->spec, to ? e->to : e->body), s[to], at);
  take(p, at);
}

static bool keeps_angle_only(const CatLinkageJoint *j) {
  return j->kind == CAT_JOINT_ANGLE;
}

// Points of a body at joints and springs; of the ground (-1): those of revolute joints.
static Points points_of(const CatLinkage *l, const double *q, int body) {
  const CatLinkageSpec *s = l->spec;
  Points p = {0};
  for (int to = 0; to < 2; to++) {
    for (int i = 0; i < s->njoint; i++) {
      const CatLinkageEnds *e = &s->joints[i].ends;
      bool seen =
          body < 0 ? s->joints[i].kind == CAT_JOINT_REVOLUTE : !keeps_angle_only(&s->joints[i]);
      if (seen && cat_linkage_body(s, to ? e->to : e->body) == body) take_end(l, q, e, to, &p);
    }
    for (int i = 0; i < s->nspring && body >= 0; i++) {
      const CatLinkageEnds *e = &s->springs[i].ends;
      if (cat_linkage_body(s, to ? e->to : e->body) == body) take_end(l, q, e, to, &p);
    }
  }
  return p;
}

//------------------------------------------------------------------------------- strokes

static void swap(Points *p, int i, int j) {
  double x = p->x[i], z = p->z[i];
  p->x[i] = p->x[j], p->z[i] = p->z[j];
  p->x[j] = x, p->z[j] = z;
}

// In the order in which they lie along the line from one end to the other.
static void put_in_order(Points *p) {
  int a = 0, b = 0;
  for (int i = 0; i < p->n; i++) {
    for (int j = 0; j < i; j++) {
      double d = hypot(p->x[i] - p->x[j], p->z[i] - p->z[j]);
      if (d > hypot(p->x[a] - p->x[b], p->z[a] - p->z[b])) a = i, b = j;
    }
  }
  double ex = p->x[b] - p->x[a], ez = p->z[b] - p->z[a];
  for (int i = 0; i < p->n; i++) {
    for (int j = i; j > 0; j--) {
      double before = ex * p->x[j - 1] + ez * p->z[j - 1], at = ex * p->x[j] + ez * p->z[j];
      if (at < before) swap(p, j, j - 1);
    }
  }
}

static void add_bodies(Sketch *s, const double *q, bool main) {
  const CatLinkage *l = &s->r->linkage;
  for (int i = 0; i < l->nbody; i++) {
    Points p = points_of(l, q, i);
    if (i == l->head) continue;
    put_in_order(&p);
    add(s, main ? CAT_STROKE_WIRE : CAT_STROKE_THIN, p.n, p.x, p.z, NULL);
    double middle[2] = {q[3 * i], q[3 * i + 1] - l->base};
    if (main && p.n > 1) {
      add(s, CAT_STROKE_THIN, 1, &middle[0], &middle[1], l->spec->bodies[i].name);
    }
  }
}

static void add_springs(Sketch *s, const double *q) {
  const CatLinkage *l = &s->r->linkage;
  for (int i = 0; i < l->spec->nspring; i++) {
    Points p = {0};
    for (int to = 0; to < 2; to++) take_end(l, q, &l->spec->springs[i].ends, to, &p);
    add(s, CAT_STROKE_THIN, p.n, p.x, p.z, NULL);
  }
}

static void add_joints(Sketch *s, const double *q) {
  const CatLinkage *l = &s->r->linkage;
  Points p = {0};
  for (int i = 0; i < l->spec->njoint; i++) {
    const CatLinkageJoint *j = &l->spec->joints[i];
    if (!keeps_angle_only(j)) take_end(l, q, &j->ends, false, &p);
  }
  add(s, CAT_STROKE_JOINT, p.n, p.x, p.z, NULL);
}

// The head as a bar, with its height.
static void add_head(Sketch *s, const double *q, bool main) {
  static const double HALF = 0.12;  // [m]
  const CatLinkage *l = &s->r->linkage;
  double x = q[3 * l->head], z = q[cat_linkage_height(l)] - l->base;
  double xs[2] = {x + HALF, x - HALF}, zs[2] = {z, z};
  const char *label = cat_record_textf(s->r->rec, "%.4g m", z);
  s->failed |= !label;
  add(s, main ? CAT_STROKE_CARRIER : CAT_STROKE_THIN, 2, xs, zs, label);
}

static void add_ground(Sketch *s, const double *q) {
  static const double BESIDE = 0.15;  // [m]
  const CatLinkage *l = &s->r->linkage;
  Points p = points_of(l, q, -1);
  for (int i = 0; i < p.n; i++) {
    double x[2] = {p.x[i] - BESIDE, p.x[i] + BESIDE}, z[2] = {p.z[i], p.z[i]};
    add(s, CAT_STROKE_CARRIER, 2, x, z, NULL);
  }
  add(s, CAT_STROKE_JOINT, p.n, p.x, p.z, NULL);
}

static void add_position(Sketch *s, const double *q, bool main) {
  add_bodies(s, q, main);
  if (main) add_springs(s, q);
  if (main) add_joints(s, q);
  add_head(s, q, main);
}

CatStatus cat_pantograph_drawing(CatPantographRun *r) {
  const CatHeightsSpec *h = &r->spec->heights;
  Sketch s = {.r = r};
  const double *const ends[2] = {&h->from, &h->to};
  for (int i = 0; i < 2 && h->given; i++) {
    CatLinkageStand stand = r->stand;
    CAT_TRY(cat_pantograph_move(r, &stand, *ends[i], ends[i]));
    add_position(&s, stand.q, false);
  }
  add_ground(&s, r->stand.q);
  add_position(&s, r->stand.q, true);
  if (s.failed) return CAT_ERR_MEMORY;
  return cat_record_drawing(
      r->rec,
      (CatDrawing){.title = "The linkage",
                   .caption = h->given ? "At the height of the response; thin, at the ends of the "
                                         "heights. Heights are over the drawing's zero."
                                       : "At the height of the response, over the drawing's zero.",
                   .enlarge = 1,
                   .nstroke = s.n,
                   .stroke = s.stroke});
}
