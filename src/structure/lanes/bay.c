#include "bay.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

//------------------------------------------------------------------------------- ends

// Sums of both ends, or the right one less the left one: coordinate and sign of the left end.
typedef struct End {
  int part;
  double left;
} End;

static const End END[CAT_BAY_ENDS] = {
    {0, -1}, {2, 1},  {3, 1},  {5, -1},  // in the plane, even: along, up, their slopes
    {0, 1},  {2, -1}, {3, -1}, {5, 1},   // odd
    {1, 1},  {4, -1},                    // across, even: place and slope
    {1, -1}, {4, 1},                     // odd
};

static const double HALF = 0.70710678118654752440;

static void turn(const double R[9], const double *from, bool back, double *to) {
  for (int i = 0; i < 6; i++) {
    double sum = 0;
    for (int k = 0; k < 3; k++)
      sum += (back ? R[3 * k + i % 3] : R[3 * (i % 3) + k]) * from[i / 3 * 3 + k];
    to[i] = sum;
  }
}

void cat_bay_ends_in(const double R[2][9], const double *left, const double *right, double *e) {
  double l[6], r[6];
  turn(R[0], left, false, l);
  turn(R[1], right, false, r);
  for (int i = 0; i < CAT_BAY_ENDS; i++) e[i] = END[i].left * l[END[i].part] + r[END[i].part];
}

void cat_bay_ends_out(const double R[2][9], const double *e, double *left, double *right) {
  double l[6] = {0}, r[6] = {0};
  for (int i = 0; i < CAT_BAY_ENDS; i++) {
    l[END[i].part] += END[i].left * e[i];
    r[END[i].part] += e[i];
  }
  turn(R[0], l, true, left);
  turn(R[1], r, true, right);
}

//------------------------------------------------------------------------------- alike

static int elements(const CatBayMatter *b) {
  return b->count + 1;
}

static double entry_A(const CatBayMatter *b, int e, int i) {
  return b->mm * b->M[144 * e + i] + b->kk * b->K[144 * e + i];
}

bool cat_bay_alike(const CatBayMatter *a, const CatBayMatter *b, double tolerance) {
  if (a->count != b->count || a->form != b->form || a->quasi != b->quasi) return false;
  if (memcmp(a->held, b->held, 6 * sizeof *a->held) != 0) return false;
  if (a->mm != b->mm || a->kk != b->kk || a->rho != b->rho || a->tau != b->tau) return false;
  for (int e = 0; e < elements(a); e++) {
    double size[12];
    for (int i = 0; i < 12; i++) size[i] = sqrt(fabs(entry_A(a, e, 13 * i)));
    for (int i = 0; i < 144; i++) {
      double most = tolerance * size[i / 12] * size[i % 12];
      if (fabs(entry_A(a, e, i) - entry_A(b, e, i)) > most) return false;
    }
  }
  return true;
}

bool cat_bay_as_stiff(const CatBayMatter *a, const CatBayMatter *b, double tolerance) {
  if (!cat_bay_alike(a, b, tolerance)) return false;
  for (int i = 0; i < 144 * elements(a); i++) {
    const double *K = a->K + i / 144 * 144;
    double size = sqrt(fabs(K[13 * (i % 144 / 12)] * K[13 * (i % 12)]));
    if (fabs(a->K[i] - b->K[i]) > tolerance * size) return false;
  }
  return true;
}

// An entry between coordinates of one end: that of the element there.
static double end_entry_of(const CatBayMatter *b, bool mass, bool right, const int part[2]) {
  int e = right ? b->count : 0, first = right ? 6 : 0;
  int at = 12 * (first + part[0]) + first + part[1];
  return mass ? b->M[144 * e + at] : entry_A(b, e, at);
}

void cat_bay_instead(const CatBayKind *kind, const CatBayMatter *own, double *A, double *M) {
  for (int i = 0; i < CAT_BAY_ENDS * CAT_BAY_ENDS; i++) {
    const End *x = &END[i / CAT_BAY_ENDS], *y = &END[i % CAT_BAY_ENDS];
    const int part[2] = {x->part, y->part};
    for (int right = 0; right < 2; right++) {
      double weight = 0.25 * (right ? 1 : x->left * y->left);
      A[i] += weight * (end_entry_of(&kind->made_of, false, right, part) -
                        end_entry_of(own, false, right, part));
      M[i] += weight * (end_entry_of(&kind->made_of, true, right, part) -
                        end_entry_of(own, true, right, part));
    }
  }
}

//------------------------------------------------------------------------------- rounded modes

// What a mode's projection is while the ends rest at one, over what it takes part in: with q at
// rest, q (1 - sum of step) = join e_m.
static void add_at_rest(const double step[3], const double *join, double by, double *M) {
  double weight = by / (1 - (step[0] + step[1] + step[2]));
  for (int i = 0; i < CAT_BAY_ENDS * CAT_BAY_ENDS; i++) {
    M[i] += weight * join[i / CAT_BAY_ENDS] * join[i % CAT_BAY_ENDS];
  }
}

void cat_bay_rounded(const CatBayKind *k, double *M) {
  double sum = k->m[0] + k->m[1] + k->m[2];
  for (int q = 0; q < k->n; q++) {
    const double *own = k->join + q * CAT_BAY_ENDS;
    double step[3], join[CAT_BAY_ENDS];
    for (int i = 0; i < 3; i++) step[i] = (float)k->step[3 * q + i];
    for (int i = 0; i < CAT_BAY_ENDS; i++) join[i] = (float)own[i];
    add_at_rest(k->step + 3 * q, own, sum, M);
    add_at_rest(step, join, -sum, M);
  }
}

//------------------------------------------------------------------------------- families

// A direction of motion: one coordinate, or two that are mirror images. Coordinates are counted
// from the left end, 6 for each node.
typedef struct Way {
  int at, other;
  double weight, other_weight;
  bool along;
} Way;

typedef struct Family {
  const CatBayMatter *b;
  int n, ne;        // ways between the ends, ends
  int end;          // first end
  int ntransverse;  // ways that are not along
  Way *way;         // (n + ne)
} Family;

static bool along(int part) {
  return part % 3 == CAT_ALONG;
}

// Whether coordinate `part` of a family's nodes belongs to it: in the plane or across it.
static bool belongs(const CatBayMatter *b, int family, int part) {
  return (part % 3 != CAT_ACROSS) == cat_family_in_plane(family) && !b->held[part];
}

static void add_way(Family *f, Way w) {
  f->ntransverse += !w.along;
  f->way[f->n++] = w;
}

// Sign of the mirror image of a coordinate.
static double image_sign(int part) {
  return along(part) != part / 3 ? -1 : 1;
}

static void add_even_ways(Family *f, int family) {
  int last = f->b->count + 1;
  bool odd = family % 2;
  for (int node = 1; 2 * node <= last; node++) {
    for (int part = 0; part < 6; part++) {
      double sign = image_sign(part) * (odd ? -1 : 1);
      int at = 6 * node + part, other = 6 * (last - node) + part;
      if (!belongs(f->b, family, part)) continue;
      if (at != other) {
        add_way(f, (Way){at, other, HALF, HALF * sign, along(part)});
      } else if (sign > 0) {
        add_way(f, (Way){at, other, 1, 0, along(part)});
      }
    }
  }
}

static void add_plain_ways(Family *f, int family) {
  for (int node = 1; node <= f->b->count; node++) {
    for (int part = 0; part < 6; part++) {
      int at = 6 * node + part;
      if (belongs(f->b, family, part)) add_way(f, (Way){at, at, 1, 0, along(part)});
    }
  }
}

static CatStatus family_new(CatArena *a, const CatBayMatter *b, int family, Family *f) {
  *f = (Family){.b = b,
                .end = cat_family_end(family, b->form),
                .ne = cat_family_ends(family, b->form),
                .way = CAT_ARENA(a, 6 * b->count + CAT_BAY_ENDS, Way)};
  if (!f->way) return CAT_ERR_MEMORY;
  if (f->ne == 0) return CAT_OK;
  if (cat_family_parted(family, b->form)) {
    add_even_ways(f, family);
  } else {
    add_plain_ways(f, family);
  }
  for (int i = 0; i < f->ne; i++) {
    const End *e = &END[f->end + i];
    int right = 6 * (b->count + 1) + e->part;
    f->way[f->n + i] = (Way){e->part, right, 0.5 * e->left, 0.5, along(e->part)};
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- matrices

// Entry of the sum of all elements' matrices, coordinates counted from the left end.
static double summed(const CatBayMatter *b, bool mass, int i, int j) {
  double sum = 0;
  int node = i / 6, other = j / 6;
  for (int e = node - 1; e <= node; e++) {
    if (e < 0 || e > b->count || other < e || other > e + 1) continue;
    int at = 12 * (6 * (node - e) + i % 6) + 6 * (other - e) + j % 6;
    sum += mass ? b->M[144 * e + at] : entry_A(b, e, at);
  }
  return sum;
}

static double coupling(const Family *f, bool mass, int i, int j) {
  const Way *x = &f->way[i], *y = &f->way[j];
  double sum = x->weight * y->weight * summed(f->b, mass, x->at, y->at);
  if (y->other_weight != 0)
    sum += x->weight * y->other_weight * summed(f->b, mass, x->at, y->other);
  if (x->other_weight == 0) return sum;
  sum += x->other_weight * y->weight * summed(f->b, mass, x->other, y->at);
  if (y->other_weight != 0) {
    sum += x->other_weight * y->other_weight * summed(f->b, mass, x->other, y->other);
  }
  return sum;
}

// Modes of a family while the ends stand still, column by column, and what joins them to the ends.
// With the rest following the ends as if it had no mass, by minus the sum of v follow, the mass
// that joins a mode to the ends is mu, and mm mu is all of A that does.
typedef struct Modes {
  double *a, *vector, *follow, *mu;  // follow, mu: (n x ne)
  double *direct;                    // mass that joins them with the rest at rest (n x ne)
  double *M;                         // of the ways (n x n)
  bool *keep;                        // (n)
} Modes;

static CatStatus modes_reserve(CatArena *scratch, const Family *f, Modes *out) {
  int n = f->n, join = n * f->ne + 1;
  *out = (Modes){.a = CAT_ARENA(scratch, n + 1, double),
                 .vector = CAT_ARENA(scratch, n * n + 1, double),
                 .follow = CAT_ARENA(scratch, join, double),
                 .mu = CAT_ARENA(scratch, join, double),
                 .direct = CAT_ARENA(scratch, join, double),
                 .M = CAT_ARENA(scratch, n * n + 1, double),
                 .keep = CAT_ARENA(scratch, n + 1, bool)};
  bool all = out->a && out->vector && out->follow && out->mu && out->direct && out->M && out->keep;
  return all ? CAT_OK : CAT_ERR_MEMORY;
}

static void join_ends(const Family *f, Modes *m) {
  int n = f->n, ne = f->ne;
  for (int k = 0; k < n * ne; k++) {
    int q = k / ne, end = n + k % ne;
    const double *v = m->vector + q * n, mm = f->b->mm;
    double A = 0, M = 0;
    for (int i = 0; i < n; i++) {
      A += v[i] * coupling(f, false, i, end);
      M += v[i] * coupling(f, true, i, end);
    }
    m->direct[k] = M;
    m->follow[k] = (A - mm * M) / (m->a[q] - mm);  // both are kk times what K gives
    m->mu[k] = M - m->follow[k];
  }
}

static CatStatus modes_find(CatArena *scratch, const Family *f, Modes *out) {
  int n = f->n;
  double *copy = CAT_ARENA(scratch, n * n + 1, double);
  CAT_TRY(modes_reserve(scratch, f, out));
  if (!copy) return CAT_ERR_MEMORY;
  for (int i = 0; i < n * n; i++) {
    out->vector[i] = coupling(f, false, i / n, i % n);
    out->M[i] = copy[i] = coupling(f, true, i / n, i % n);
  }
  CAT_TRY(cat_dense_modes(scratch, n, out->vector, copy, out->a));
  join_ends(f, out);
  return CAT_OK;
}

// Fraction of a mode's motion that is along the wire.
static double axial_fraction(const Family *f, const Modes *m, int q) {
  const double *v = m->vector + q * f->n;
  double sum = 0;
  for (int i = 0; i < f->n; i++) {
    for (int j = 0; j < f->n && f->way[i].along; j++) sum += v[i] * m->M[i * f->n + j] * v[j];
  }
  return sum;
}

// Which modes are kept: all, or those across the wire.
static CatStatus choose(CatArena *scratch, const Family *f, const Modes *m, int *count) {
  double *axial = CAT_ARENA(scratch, f->n + 1, double);
  bool *keep = m->keep;
  int drop = f->b->quasi ? f->n - f->ntransverse : 0;
  if (!axial) return CAT_ERR_MEMORY;
  for (int q = 0; q < f->n; q++) axial[q] = axial_fraction(f, m, q), keep[q] = true;
  *count = f->n;
  for (; drop > 0; drop--) {  // of those along the wire the fastest
    int worst = -1;
    for (int q = 0; q < f->n; q++) {
      if (keep[q] && (worst < 0 || axial[q] * m->a[q] > axial[worst] * m->a[worst])) worst = q;
    }
    keep[worst] = false;
    --*count;
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- kinds

// Contribution of one mode to M and A at the ends i and j.
static void end_entry(const Family *f, const Modes *m, int q, const int ij[2], double out[2]) {
  const double *follow = m->follow + q * f->ne, *mu = m->mu + q * f->ne;
  const double *direct = m->direct + q * f->ne;
  double mm = f->b->mm, a = m->a[q], fi = follow[ij[0]], fj = follow[ij[1]];
  double M = fi * fj - fi * direct[ij[1]] - direct[ij[0]] * fj;  // of what follows
  double both = mu[ij[0]] * mu[ij[1]], ratio = mm / a;
  out[0] = M;
  out[1] = mm * M - (a - mm) * fi * fj;
  if (!m->keep[q]) return;
  out[0] += (ratio - 2) * ratio * both;
  out[1] -= mm * ratio * both;
}

static void add_ends(const Family *f, const Modes *m, CatBayKind *out) {
  for (int k = 0; k < f->ne * f->ne; k++) {
    const int ij[2] = {k / f->ne, k % f->ne};
    int at = CAT_BAY_ENDS * (f->end + ij[0]) + f->end + ij[1];
    for (int q = 0; q < f->n; q++) {
      double of[2];
      end_entry(f, m, q, ij, of);
      out->M[at] += of[0];
      out->S[at] += of[1];
    }
  }
}

static void set_shape(CatBayKind *out, const Way *w, int column, double value) {
  int columns = out->n + CAT_BAY_ENDS;
  out->shape[(w->at - 6) * columns + column] += w->weight * value;
  if (w->other_weight != 0)
    out->shape[(w->other - 6) * columns + column] += w->other_weight * value;
}

// Ends' part of the shape: what follows as if it had no mass, and what modes that are kept take.
static void add_following(const Family *f, const Modes *m, CatBayKind *out) {
  for (int i = 0; i < f->n; i++) {
    for (int k = 0; k < f->ne; k++) {
      double sum = 0;
      for (int q = 0; q < f->n; q++) {
        double by = m->follow[q * f->ne + k];
        if (m->keep[q]) by += f->b->mm / m->a[q] * m->mu[q * f->ne + k];
        sum -= m->vector[q * f->n + i] * by;
      }
      set_shape(out, &f->way[i], out->n + f->end + k, sum);
    }
  }
}

static void set_back(CatBayKind *out, const Way *w, int mode, double value) {
  int columns = 6 * out->made_of.count;
  out->back[mode * columns + w->at - 6] += w->weight * value;
  if (w->other_weight != 0) out->back[mode * columns + w->other - 6] += w->other_weight * value;
}

static void add_mode(const Family *f, const Modes *m, int q, const CatLaneStep *step, int mode,
                     CatBayKind *out) {
  const CatBayMatter *b = f->b;
  const double *v = m->vector + q * f->n;
  double root = sqrt(m->a[q]), most = 0;
  double *join = out->join + mode * CAT_BAY_ENDS + f->end;
  out->a[mode] = m->a[q];
  for (int i = 0; i < 3; i++) {
    out->step[3 * mode + i] =
        (step->m[i] + b->rho * step->d[i]) / m->a[q] + b->tau * step->d[i] + step->k[i];
  }
  for (int k = 0; k < f->ne; k++) {
    join[k] = (1 - b->mm / m->a[q]) * m->mu[q * f->ne + k] / root;
    if (fabs(join[k]) > fabs(most)) most = join[k];
  }
  if (most < 0) root = -root;  // a sign of its own
  for (int k = 0; k < f->ne && most < 0; k++) join[k] = -join[k];
  for (int i = 0; i < f->n; i++) {
    double Mv = 0;
    for (int j = 0; j < f->n; j++) Mv += m->M[i * f->n + j] * v[j];
    set_shape(out, &f->way[i], mode, v[i] / root);
    set_back(out, &f->way[i], mode, root * Mv);
  }
}

//------------------------------------------------------------------------------- loose bays

// What the ends of a bay pass on to each other within a step: S of left and right (6 x 6).
static void find_passed(const CatBayKind *k, double X[36]) {
  for (int i = 0; i < CAT_BAY_ENDS * CAT_BAY_ENDS; i++) {
    const End *x = &END[i / CAT_BAY_ENDS], *y = &END[i % CAT_BAY_ENDS];
    X[6 * x->part + y->part] += x->left * k->S[i];
  }
}

// Mass at the ends while modes are free to move, that of the ends' nodes included:
// M_e - sum of a join join'.
static void find_mass(const CatBayKind *k, double N[CAT_BAY_ENDS * CAT_BAY_ENDS]) {
  memcpy(N, k->M, sizeof k->M);
  for (int i = 0; i < CAT_BAY_ENDS * CAT_BAY_ENDS; i++) {
    const End *x = &END[i / CAT_BAY_ENDS], *y = &END[i % CAT_BAY_ENDS];
    const int part[2] = {x->part, y->part};
    N[i] += 0.25 * (end_entry_of(&k->made_of, true, true, part) +
                    x->left * y->left * end_entry_of(&k->made_of, true, false, part));
    for (int q = 0; q < k->n; q++) {
      const double *join = k->join + q * CAT_BAY_ENDS;
      N[i] -= k->a[q] * join[i / CAT_BAY_ENDS] * join[i % CAT_BAY_ENDS];
    }
  }
}

// The entry of A at one coordinate of one end, that of its node included.
static double end_size(const CatBayKind *k, bool right, int part) {
  double sum = end_entry_of(&k->made_of, false, right, (const int[]){part, part});
  for (int i = 0; i < CAT_BAY_ENDS * CAT_BAY_ENDS; i++) {
    const End *x = &END[i / CAT_BAY_ENDS], *y = &END[i % CAT_BAY_ENDS];
    if (x->part == part && y->part == part) sum += (right ? 1 : x->left * y->left) * k->S[i];
  }
  return sum;
}

static double mass_of(const CatBayMatter *b) {
  double sum = 0;
  for (int e = 0; e < elements(b); e++) {
    const double *M = b->M + 144 * e;
    sum += M[0] + 2 * M[6] + M[13 * 6];
  }
  return sum;
}

// Whether hardly anything is passed on but what runs along the wire; few and long elements pass on
// more. And whether the wire is straight enough: its ends differ by how much they rise, and what
// couples to the lift.
static bool runs_along(const CatBayKind *k, const double X[36]) {
  static const double LITTLE = 3e-4, LIFTED = 1e-4;
  double bent = (X[6 * CAT_UP] - X[CAT_UP]) / X[0];
  for (int i = 0; i < 36; i++) {
    double size = sqrt(end_size(k, false, i / 6) * end_size(k, true, i % 6));
    double rest = X[i] - X[i / 6 * 6] * X[i % 6] / X[0];
    if (fabs(rest) > LITTLE * size) return false;
  }
  return fabs(X[0]) * bent * bent < LIFTED * k->made_of.mm * mass_of(&k->made_of);
}

// What has to be added to S such that nothing is passed on. Of X = sum of x a b', with a and b the
// column and the row of what runs along the wire and the rest far smaller, the first becomes
// x (a, -b)(a, -b)': moving the bay as a whole along the wire remains free of forces.
static void find_loosening(const double X[36], double added[CAT_BAY_ENDS * CAT_BAY_ENDS]) {
  double along = X[0];
  for (int i = 0; i < CAT_BAY_ENDS * CAT_BAY_ENDS; i++) {
    const End *x = &END[i / CAT_BAY_ENDS], *y = &END[i % CAT_BAY_ENDS];
    double ax = X[6 * x->part] / along, bx = X[x->part] / along;
    double ay = X[6 * y->part] / along, by = X[y->part] / along;
    double rest = X[6 * x->part + y->part] - along * ax * by;
    double rest_there = X[6 * y->part + x->part] - along * ay * bx;
    added[i] = 0.25 * (along * (x->left * ax - bx) * (y->left * ay - by) - x->left * rest -
                       y->left * rest_there);
  }
}

static bool is_definite(int n, double *N) {  // which is lost
  for (int k = 0; k < n; k++) {
    if (!(N[k * n + k] > 0)) return false;
    for (int i = k + 1; i < n; i++) {
      double by = N[i * n + k] / N[k * n + k];
      for (int j = k + 1; j < n; j++) N[i * n + j] -= by * N[k * n + j];
    }
  }
  return true;
}

// Mass stands in for what the ends of a bay pass on to each other: with M' = M + added/mm nothing
// is in A' = mm M' + kk K, and K is what it was. The bay must not be too short for that: no part of
// it may be left with less than a fifth of its mass.
static const double MOST = 0.8;

static void loosen(CatBayKind *k) {
  enum { N = CAT_BAY_ENDS * CAT_BAY_ENDS };
  double X[36] = {0}, mass[N], added[N];
  find_passed(k, X);
  if (X[0] == 0 || !runs_along(k, X)) return;  // 0: held along the wire
  find_mass(k, mass);
  find_loosening(X, added);
  for (int i = 0; i < N; i++) mass[i] = MOST * mass[i] + added[i] / k->made_of.mm;
  if (!is_definite(CAT_BAY_ENDS, mass)) return;
  for (int i = 0; i < N; i++) {
    k->S[i] += added[i];
    k->M[i] += added[i] / k->made_of.mm;
  }
  k->loose = true;
}

static CatStatus copy_matter(CatArena *a, const CatBayMatter *of, CatBayMatter *out) {
  size_t n = 144 * (size_t)elements(of);
  double *K = CAT_ARENA(a, n, double), *M = CAT_ARENA(a, n, double);
  bool *held = CAT_ARENA(a, 6, bool);
  if (!K || !M || !held) return CAT_ERR_MEMORY;
  memcpy(K, of->K, n * sizeof *K), memcpy(M, of->M, n * sizeof *M);
  memcpy(held, of->held, 6 * sizeof *held);
  *out = *of;
  out->K = K, out->M = M, out->held = held;
  return CAT_OK;
}

static CatStatus reserve(CatArena *a, const CatBayMatter *of, const CatLaneStep *step,
                         CatBayKind *out) {
  size_t n = 6 * (size_t)of->count;  // modes at most
  for (int i = 0; i < 3; i++) out->m[i] = step->m[i] + of->rho * step->d[i];
  out->step = CAT_ARENA(a, 3 * n + 1, double);
  out->a = CAT_ARENA(a, n + 1, double);
  out->join = CAT_ARENA(a, CAT_BAY_ENDS * n + 1, double);
  out->shape = CAT_ARENA(a, n * (n + CAT_BAY_ENDS) + 1, double);
  out->back = CAT_ARENA(a, n * n + 1, double);
  return out->step && out->a && out->join && out->shape && out->back ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus fill(CatArena *scratch, const CatLaneStep *step, CatBayKind *out) {
  Family f[CAT_BAY_FAMILIES];
  Modes m[CAT_BAY_FAMILIES];
  for (int i = 0; i < CAT_BAY_FAMILIES; i++) {
    CAT_TRY(family_new(scratch, &out->made_of, i, &f[i]));
    CAT_TRY(modes_find(scratch, &f[i], &m[i]));
    CAT_TRY(choose(scratch, &f[i], &m[i], &out->nmode[i]));
    out->n += out->nmode[i];
  }
  for (int i = 0, mode = 0; i < CAT_BAY_FAMILIES; i++) {
    add_ends(&f[i], &m[i], out);
    add_following(&f[i], &m[i], out);
    for (int q = 0; q < f[i].n; q++) {
      if (m[i].keep[q]) add_mode(&f[i], &m[i], q, step, mode++, out);
    }
  }
  return CAT_OK;
}

CatStatus cat_bay_kind(CatArena *a, const CatBayMatter *of, const CatLaneStep *step,
                       CatBayKind *out) {
  CatArena *scratch = cat_arena_new(cat_arena_context(a), 1 << 18);
  *out = (CatBayKind){0};
  CatStatus status = scratch ? copy_matter(a, of, &out->made_of) : CAT_ERR_MEMORY;
  if (!status) status = reserve(a, of, step, out);
  if (!status) status = fill(scratch, step, out);
  if (!status && of->quasi) loosen(out);
  cat_arena_free(scratch);
  return status;
}
