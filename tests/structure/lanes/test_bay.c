// Bays in coordinates of their own against the same matrices assembled and projected here, densely:
// bays of shipped lines, and straight ones, of which closed forms are known.
#include "rest/found.h"
#include "structure/pair.h"

#include <string.h>

#include "assemble/elements.h"
#include "element/cable.h"
#include "structure/lanes/flat.h"
#include "structure/lanes/internal.h"

enum { ENDS = CAT_BAY_ENDS };

static const double UNTURNED[2][9] = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};

//------------------------------------------------------------------------------- dense

// A bay with both of its ends: 6 coordinates for each node, from left to right.
typedef struct Dense {
  const CatBayKind *k;
  int n, columns;     // coordinates; modes and ends
  double *A, *M;      // (n x n)
  double *T;          // motion of all coordinates by modes and ends (n x columns)
  double *TAT, *TMT;  // (columns x columns)
} Dense;

static double *zeros(int n) {
  double *x = calloc((size_t)n, sizeof *x);
  assert_non_null(x);
  return x;
}

static void assemble(const CatBayMatter *b, int n, double *A, double *M) {
  for (int e = 0; e <= b->count; e++) {
    for (int i = 0; i < 144; i++) {
      int at = (6 * e + i / 12) * n + 6 * e + i % 12;
      M[at] += b->M[144 * e + i];
      A[at] += b->mm * b->M[144 * e + i] + b->kk * b->K[144 * e + i];
    }
  }
}

// Where both nodes at the ends are if one of the ends is at one and the others are not.
static void motion_of(int end, double left[6], double right[6]) {
  double half[ENDS] = {0};
  half[end] = 0.5;
  cat_bay_ends_out(UNTURNED, half, left, right);
}

static void fill_T(Dense *d) {
  int inner = 6 * d->k->made_of.count;
  for (int i = 0; i < inner * d->columns; i++) d->T[6 * d->columns + i] = d->k->shape[i];
  for (int e = 0; e < ENDS; e++) {
    double left[6], right[6];
    motion_of(e, left, right);
    for (int i = 0; i < 6; i++) {
      d->T[i * d->columns + d->k->n + e] = left[i];
      d->T[(6 + inner + i) * d->columns + d->k->n + e] = right[i];
    }
  }
}

static double *projected(const Dense *d, const double *X) {
  double *XT = zeros(d->n * d->columns), *out = zeros(d->columns * d->columns);
  for (int i = 0; i < d->n * d->n; i++) {
    const double *row = d->T + i % d->n * d->columns;
    for (int c = 0; c < d->columns && X[i] != 0; c++)
      XT[i / d->n * d->columns + c] += X[i] * row[c];
  }
  for (int i = 0; i < d->n * d->columns; i++) {
    const double *row = XT + i / d->columns * d->columns, t = d->T[i];
    for (int c = 0; c < d->columns && t != 0; c++)
      out[i % d->columns * d->columns + c] += t * row[c];
  }
  free(XT);
  return out;
}

static Dense dense_new(const CatBayKind *k) {
  Dense d = {.k = k, .n = 6 * (k->made_of.count + 2), .columns = k->n + ENDS};
  d.A = zeros(d.n * d.n), d.M = zeros(d.n * d.n), d.T = zeros(d.n * d.columns);
  assemble(&k->made_of, d.n, d.A, d.M);
  fill_T(&d);
  d.TAT = projected(&d, d.A), d.TMT = projected(&d, d.M);
  return d;
}

static void dense_free(Dense *d) {
  free(d->A), free(d->M), free(d->T), free(d->TAT), free(d->TMT);
}

static double entry(const Dense *d, const double *X, int i, int j) {
  return X[i * d->columns + j];
}

// What the nodes at the ends have by themselves of a matrix, in ends' coordinates.
static void own_of(const CatBayMatter *b, bool mass, double own[144]) {
  int n = 6 * (b->count + 2);
  double *A = zeros(n * n), *M = zeros(n * n), *X = mass ? M : A, l[ENDS][6], r[ENDS][6];
  assemble(b, n, A, M);
  for (int e = 0; e < ENDS; e++) motion_of(e, l[e], r[e]);
  for (int i = 0; i < 144; i++) {
    own[i] = 0;
    for (int k = 0; k < 36; k++) {
      int row = k / 6, column = k % 6, last = (n - 6 + row) * n + n - 6 + column;
      own[i] += l[i / 12][row] * X[row * n + column] * l[i % 12][column];
      own[i] += r[i / 12][row] * X[last] * r[i % 12][column];
    }
  }
  free(A), free(M);
}

//------------------------------------------------------------------------------- straight bays

typedef struct Straight {
  CatCable cable;
  double stretch;
  double *K, *M;
  bool held[6];
  CatBayMatter b;
} Straight;

// A wire under tension along the first axis; matrices of any element of it are the same.
static Straight *straight_new(int count, double l0, double mm, double kk) {
  Straight *s = calloc(1, sizeof *s);
  assert_non_null(s);
  s->cable = (CatCable){.EA = 1.5e7, .EI = 130, .mu = 1.35, .l0 = l0};
  s->stretch = 1.0015;
  double l = s->stretch * s->cable.l0,
         q[12] = {0, 0, 0, s->stretch, 0, 0, l, 0, 0, s->stretch, 0, 0};
  s->K = zeros(144 * (count + 1)), s->M = zeros(144 * (count + 1));
  for (int e = 0; e <= count; e++) {
    cat_cable_tangent(&s->cable, q, s->K + 144 * e);
    cat_cable_mass(&s->cable, s->M + 144 * e);
  }
  s->b = (CatBayMatter){.count = count,
                        .form = CAT_BAY_EVEN,
                        .held = s->held,
                        .mm = mm,
                        .kk = kk,
                        .K = s->K,
                        .M = s->M};
  return s;
}

static void straight_free(Straight *s) {
  free(s->K), free(s->M), free(s);
}

//------------------------------------------------------------------------------- bays of lines

typedef struct Line {
  Found f;
  Pair p;
  CatLanes *lanes[2];  // with all modes, and quasi-axial
} Line;

static const char *const LINES[] = {"ac-simple/rest", "ac-simple/2d",     "stitched/rest",
                                    "compound/rest",  "curve/rest",       "overlap/rest",
                                    "tram/rest",      "en50318-2002/rest"};
enum { NLINE = sizeof LINES / sizeof *LINES, AC_SIMPLE = 0, COMPOUND = 3, CURVE = 4 };

static Line all_lines[NLINE];

static CatLanes *lanes_new(const Pair *p, bool quasi) {
  CatLineParts parts = pair_parts(p, cat_step_hht(1e-3, -0.05));
  CatLanesOptions o = cat_lanes_options_default();
  CatLanes *lanes = NULL;
  o.quasi = quasi;
  assert_int_equal(cat_lanes_new(p->arena, &parts, &o, &lanes), CAT_OK);
  assert_true(lanes->nkind > 0);
  return lanes;
}

static int make_lines(void **state) {
  (void)state;
  for (Line *l = all_lines; l < all_lines + NLINE; l++) {
    l->f = find_case(LINES[l - all_lines], NULL);
    l->p = pair_of(l->f.ctx, l->f.m, l->f.rest);
    pair_flatten(&l->p);
    for (int i = 0; i < 2; i++) l->lanes[i] = lanes_new(&l->p, i);
  }
  return 0;
}

static int free_lines(void **state) {
  (void)state;
  for (Line *l = all_lines; l < all_lines + NLINE; l++) {
    cat_arena_free(l->p.arena);
    found_free(&l->f);
  }
  return 0;
}

typedef void Check(const CatLanes *s, const CatBayKind *k);

static void each_kind(bool quasi, Check *check) {
  for (int i = 0; i < NLINE; i++) {
    const CatLanes *s = all_lines[i].lanes[quasi];
    for (int k = 0; k < s->nkind; k++) check(s, &s->kind[k]);
  }
}

//------------------------------------------------------------------------------- coordinates

static void check_modes(const Dense *d) {
  const CatBayKind *k = d->k;
  for (int i = 0; i < k->n; i++) {
    double m = entry(d, d->TMT, i, i);
    assert_close(k->a[i] * m, 1, 1e-10, 0);
    for (int j = 0; j < k->n; j++) {
      double other = entry(d, d->TMT, j, j);
      assert_close(entry(d, d->TAT, i, j), i == j, 0, 1e-10);
      if (i != j) assert_close(entry(d, d->TMT, i, j), 0, 0, 1e-10 * sqrt(m * other));
    }
    for (int e = 0; e < ENDS; e++) {
      double a = entry(d, d->TAT, k->n + e, k->n + e), me = entry(d, d->TMT, k->n + e, k->n + e);
      assert_close(entry(d, d->TAT, i, k->n + e), 0, 0, 1e-10 * sqrt(a));
      assert_close(entry(d, d->TMT, i, k->n + e), k->join[ENDS * i + e], 0, 1e-10 * sqrt(m * me));
    }
  }
}

// A loose bay has a mass of its own, and the same stiffness.
static void check_ends(const Dense *d) {
  const CatBayKind *k = d->k;
  double A[144], M[144], mm = k->made_of.mm;
  own_of(&k->made_of, false, A), own_of(&k->made_of, true, M);
  for (int i = 0; i < 144; i++) {
    int r = i / 12, c = i % 12, n = k->n;
    double sA = sqrt(A[13 * r] * A[13 * c]), sM = sqrt(M[13 * r] * M[13 * c]);
    double S = entry(d, d->TAT, n + r, n + c) - A[i], Me = entry(d, d->TMT, n + r, n + c) - M[i];
    assert_close(k->S[i] - mm * k->M[i], S - mm * Me, 0, 1e-10 * sA);
    if (k->loose) continue;
    assert_close(k->S[i], S, 0, 1e-10 * sA);
    assert_close(k->M[i], Me, 0, 1e-10 * sM);
  }
}

// back F = 1; with all modes F back = 1, too, but for what is held.
static void check_back(const Dense *d) {
  const CatBayKind *k = d->k;
  int inner = 6 * k->made_of.count;
  for (int i = 0; i < k->n * k->n; i++) {
    double sum = 0;
    for (int j = 0; j < inner; j++) {
      sum += k->back[i / k->n * inner + j] * k->shape[j * d->columns + i % k->n];
    }
    assert_close(sum, i / k->n == i % k->n, 0, 1e-10);
  }
  for (int i = 0; i < inner * inner && !k->made_of.quasi; i++) {
    double sum = 0;
    for (int q = 0; q < k->n; q++) {
      sum += k->shape[i / inner * d->columns + q] * k->back[q * inner + i % inner];
    }
    bool same = i / inner == i % inner && !k->made_of.held[i % 6];
    assert_close(sum, same, 0, 1e-9);
  }
}

static void check_kind(const CatLanes *s, const CatBayKind *k) {
  (void)s;
  Dense d = dense_new(k);
  check_modes(&d);
  check_ends(&d);
  check_back(&d);
  dense_free(&d);
}

static void nothing_joins_modes_and_ends(void **state) {
  (void)state;
  each_kind(false, check_kind);
  each_kind(true, check_kind);
}

//------------------------------------------------------------------------------- one step

// An oscillator marched with its rates; the last four displacements come out, the newest first.
static void oscillate(const CatStep *s, double stiffness, double damping, double u[4]) {
  double now[3] = {1, -0.3, 0.7}, c = damping, k = stiffness;
  now[1] *= sqrt(k), now[2] *= k;
  for (int i = 0; i < 7; i++) {
    double right = cat_step_m(s, now[0], now[1], now[2]) +
                   c * cat_step_c(s, now[0], now[1], now[2]) - (1 - s->theta) * k * now[0];
    double next = right / (s->mass + s->damp * c + s->theta * k), du = next - now[0];
    double v = cat_step_v(s, du, now[1], now[2]), a = cat_step_a(s, du, now[1], now[2]);
    now[0] = next, now[1] = v, now[2] = a;
    memmove(u + 1, u, 3 * sizeof *u);
    u[0] = next;
  }
}

static double largest(const double *u, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(u[i]));
  return most;
}

// Damping of the line and what this wire has more of it: alpha, beta.
static void check_steps(const CatStep *step, const CatDamping *line, const double more[2]) {
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 16);
  CatLaneForm f = cat_lane_form(step, line);
  Straight *s = straight_new(7, 0.6, f.mm + step->damp * more[0], f.kk + step->damp * more[1]);
  s->b.rho = more[0] - more[1] * s->b.mm / s->b.kk, s->b.tau = more[1] / s->b.kk;
  CatBayKind k;
  assert_int_equal(cat_bay_kind(a, &s->b, &f.rates, &k), CAT_OK);
  Dense d = dense_new(&k);
  assert_int_equal(k.n, 42);
  for (int q = 0; q < k.n; q++) {
    double m = entry(&d, d.TMT, q, q), w2 = (entry(&d, d.TAT, q, q) / m - s->b.mm) / s->b.kk;
    double u[4] = {0}, next = 0;
    oscillate(step, w2, line->alpha + more[0] + (line->beta + more[1]) * w2, u);
    for (int i = 0; i < 3; i++) next += k.step[3 * q + i] * u[1 + i];
    assert_close(next, u[0], 0, 1e-9 * largest(u, 4));
  }
  for (int i = 0; i < 3; i++)
    assert_close(k.m[i], f.rates.m[i] + s->b.rho * f.rates.d[i], 1e-14, 0);
  dense_free(&d);
  straight_free(s);
  cat_arena_free(a);
  cat_context_free(ctx);
}

static void modes_step_as_oscillators(void **state) {
  (void)state;
  const CatStep step[] = {cat_step_newmark(1e-3), cat_step_hht(1e-3, -0.05),
                          cat_step_alpha(5e-4, 0.8)};
  const CatDamping line[] = {{.alpha = 0}, {.alpha = 0.0125, .beta = 1e-4}};
  const double more[][2] = {{0, 0}, {0.03, 0}, {0, 2e-4}, {-0.01, 3e-4}};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      for (int k = 0; k < 4; k++) check_steps(&step[i], &line[j], more[k]);
    }
  }
}

// Of the bays of a line: its own coefficients, by the mass of each mode.
static void check_line_step(const CatLanes *s, const CatBayKind *k) {
  Dense d = dense_new(k);
  const CatLaneStep *r = &s->form.rates;
  for (int i = 0; i < 3 * k->n; i++) {
    double m = entry(&d, d.TMT, i / 3, i / 3);
    assert_close(k->step[i], r->m[i % 3] * m + r->k[i % 3], 0, 1e-10);
  }
  dense_free(&d);
}

static void modes_of_lines_step(void **state) {
  (void)state;
  each_kind(false, check_line_step);
}

//------------------------------------------------------------------------------- families

// Coordinate i of a bay of n seen from its other end, and its sign there.
static int seen_from_behind(int i, int n, double *sign) {
  static const double SIGN[6] = {-1, 1, 1, 1, -1, -1};
  *sign = SIGN[i % 6];
  return n - 6 - i / 6 * 6 + i % 6;
}

static int family_of(const CatBayKind *k, int mode) {
  int f = 0;
  while (mode >= k->nmode[f]) mode -= k->nmode[f++];
  return f;
}

static void check_image(const Dense *d, int column, double parity) {
  double most = 0;
  for (int i = 0; i < d->n; i++) most = fmax(most, fabs(d->T[i * d->columns + column]));
  for (int i = 0; i < d->n; i++) {
    double sign;
    int j = seen_from_behind(i, d->n, &sign);
    double x = d->T[i * d->columns + column], y = d->T[j * d->columns + column];
    assert_close(x, parity * sign * y, 0, 1e-9 * most);
  }
}

// Which motion a column is: nothing across in the plane, nothing else across it.
static void check_plane(const Dense *d, int column, bool plane) {
  for (int i = 0; i < d->n; i++) {
    if ((i % 3 == CAT_ACROSS) == plane) assert_true(d->T[i * d->columns + column] == 0);
  }
}

static void check_family(const Dense *d, int family, int mode) {
  const CatBayKind *k = d->k;
  int form = k->made_of.form;
  int first = cat_family_end(family, form), behind = first + cat_family_ends(family, form);
  double m = entry(d, d->TMT, mode, mode);
  check_plane(d, mode, family < 2);
  if (cat_family_parted(family, form)) check_image(d, mode, family % 2 ? -1 : 1);
  for (int e = 0; e < ENDS; e++) {
    double me = entry(d, d->TMT, k->n + e, k->n + e);
    if (e >= first && e < behind) continue;
    assert_true(k->join[ENDS * mode + e] == 0);
    assert_close(entry(d, d->TMT, mode, k->n + e), 0, 0, 1e-10 * sqrt(m * me));
  }
}

// The family of an end, by hand.
static int family_of_end(int e, int form) {
  static const int FAMILY[CAT_BAY_FORMS][ENDS] = {{0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2},
                                                  {0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 3, 3},
                                                  {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3}};
  return FAMILY[form][e];
}

// Which of them look the same from behind, or opposite.
static bool is_parted(int family, int form) {
  return form == CAT_BAY_EVEN || (form == CAT_BAY_ASIDE && family >= 2);
}

static void check_family_ends(const Dense *d, int e) {
  const CatBayKind *k = d->k;
  int form = k->made_of.form;
  int family = family_of_end(e, form), first = cat_family_end(family, form);
  assert_in_range(e, first, first + cat_family_ends(family, form) - 1);
  assert_int_equal(cat_family_parted(family, form), is_parted(family, form));
  check_plane(d, k->n + e, family < 2);
  if (is_parted(family, form)) check_image(d, k->n + e, family % 2 ? -1 : 1);
  for (int i = 0; i < ENDS; i++) {
    int here = e * ENDS + i;
    double a = entry(d, d->TAT, k->n + e, k->n + e) * entry(d, d->TAT, k->n + i, k->n + i);
    double m = entry(d, d->TMT, k->n + e, k->n + e) * entry(d, d->TMT, k->n + i, k->n + i);
    if (family_of_end(i, form) == family) continue;
    assert_close(k->S[here], 0, 0, 1e-12 * sqrt(a));
    assert_close(k->M[here], 0, 0, 1e-12 * sqrt(m));
  }
}

static int forms[CAT_BAY_FORMS];  // how many were seen

static void check_families(const CatLanes *s, const CatBayKind *k) {
  (void)s;
  Dense d = dense_new(k);
  forms[k->made_of.form]++;
  for (int q = 0; q < k->n; q++) check_family(&d, family_of(k, q), q);
  for (int e = 0; e < ENDS; e++) check_family_ends(&d, e);
  dense_free(&d);
}

static void families_feel_their_own_ends(void **state) {
  (void)state;
  for (int quasi = 0; quasi < 2; quasi++) {
    memset(forms, 0, sizeof forms);
    each_kind(quasi, check_families);
    assert_true(forms[CAT_BAY_EVEN] > 10);
    assert_true(forms[CAT_BAY_ASIDE] > 10);
  }
}

//------------------------------------------------------------------------------- forms

// Modes in each family, by hand. Of the coordinates of a node two are across; of the four in the
// plane two are along the wire.
static void check_counts(const CatBayMatter *b, const int n[CAT_BAY_FAMILIES]) {
  int half = b->count / 2, middle = b->count % 2, most = 4 * half + 2 * middle, c = b->count;
  const int all[CAT_BAY_FORMS][CAT_BAY_FAMILIES] = {
      {4 * c, 0, 2 * c, 0}, {4 * c, 0, c, c}, {most, most, c, c}};
  for (int f = 0; f < CAT_BAY_FAMILIES; f++) {
    int count = all[b->form][f];
    if (f < 2 && (b->quasi || b->held[CAT_ALONG])) count /= 2;
    if (f >= 2 && b->held[CAT_ACROSS]) count = 0;
    assert_int_equal(n[f], count);
  }
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// A bay that is described in less families is the same one: its ends, and what its modes are.
static void check_same(const CatBayKind *a, const CatBayKind *b) {
  double A[144], M[144], *modes[2] = {zeros(a->n + 1), zeros(a->n + 1)};
  own_of(&a->made_of, false, A), own_of(&a->made_of, true, M);
  assert_int_equal(a->n, b->n);
  assert_int_equal(a->loose, b->loose);
  for (int i = 0; i < 144; i++) {
    double sA = sqrt(A[13 * (i / 12)] * A[13 * (i % 12)]);
    double sM = sqrt(M[13 * (i / 12)] * M[13 * (i % 12)]);
    assert_close(a->S[i], b->S[i], 0, 1e-10 * sA);
    assert_close(a->M[i], b->M[i], 0, 1e-10 * sM);
  }
  memcpy(modes[0], a->a, (size_t)a->n * sizeof *a->a);
  memcpy(modes[1], b->a, (size_t)b->n * sizeof *b->a);
  for (int i = 0; i < 2; i++) qsort(modes[i], (size_t)a->n, sizeof **modes, by_size);
  for (int q = 0; q < a->n; q++) assert_close(modes[0][q], modes[1][q], 1e-10, 0);
  free(modes[0]), free(modes[1]);
}

static void check_forms(const CatLanes *s, const CatBayKind *k) {
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 16);
  CatBayMatter b = k->made_of;
  check_counts(&b, k->nmode);
  for (int form = CAT_BAY_PLAIN; form < (int)k->made_of.form; form++) {
    CatBayKind other;
    b.form = form;
    assert_false(cat_bay_alike(&b, &k->made_of, 1));
    assert_int_equal(cat_bay_kind(a, &b, &s->form.rates, &other), CAT_OK);
    int n[CAT_BAY_FAMILIES] = {0};
    for (int f = 0; f < CAT_BAY_FAMILIES; f++) n[cat_family_among(f, form)] += k->nmode[f];
    check_counts(&b, other.nmode);
    check_counts(&b, n);
    check_families(s, &other);
    check_kind(s, &other);
    check_same(k, &other);
  }
  cat_arena_free(a);
  cat_context_free(ctx);
}

static void forms_describe_the_same_bay(void **state) {
  (void)state;
  memset(forms, 0, sizeof forms);
  each_kind(false, check_forms);
  each_kind(true, check_forms);
  assert_true(forms[CAT_BAY_PLAIN] > 20 && forms[CAT_BAY_ASIDE] > 20);
}

//------------------------------------------------------------------------------- ends

static void ends_are_sums_and_differences(void **state) {
  (void)state;
  const CatLanes *s = all_lines[CURVE].lanes[0];
  const CatPlan *p = &s->cells.plan[s->cells.cell[1].plan];
  for (int b = 0; b < p->nbay; b++) {
    const double(*R)[9] = (const double(*)[9])s->bays[1].R[b];
    double in[ENDS][ENDS];
    for (int i = 0; i < ENDS; i++) {
      double unit[ENDS] = {0}, back[ENDS];
      unit[i] = 1;
      cat_bay_ends_in(R, unit, unit + 6, in[i]);  // a column
      cat_bay_ends_out(R, in[i], back, back + 6);
      for (int j = 0; j < ENDS; j++) assert_close(back[j], 2 * (i == j), 0, 2e-14);
    }
    for (int e = 0; e < ENDS; e++) {  // what comes out is the transpose
      double unit[ENDS] = {0}, out[ENDS];
      unit[e] = 1;
      cat_bay_ends_out(R, unit, out, out + 6);
      for (int i = 0; i < ENDS; i++) assert_close(out[i], in[i][e], 0, 1e-15);
    }
  }
}

//------------------------------------------------------------------------------- as a whole

// Both ends moved by one in a direction, slopes as they are.
static void moved(int direction, double e[ENDS]) {
  double node[6] = {0};
  node[direction] = 1;
  cat_bay_ends_in(UNTURNED, node, node, e);
}

// Modes and ends of a bay that is moved as a whole.
static void whole_motion(const CatBayKind *k, int direction, double *x) {
  int inner = 6 * k->made_of.count, columns = k->n + ENDS;
  double *rest = zeros(inner);
  moved(direction, x + k->n);
  for (int i = 0; i < inner; i++) {
    rest[i] = i % 6 == direction;
    for (int e = 0; e < ENDS; e++) rest[i] -= k->shape[i * columns + k->n + e] * x[k->n + e];
  }
  for (int q = 0; q < k->n; q++) {
    x[q] = 0;
    for (int i = 0; i < inner; i++) x[q] += k->back[q * inner + i] * rest[i];
  }
  free(rest);
}

// A bay as its cell has it: a kind, and the ends' A and M with what their nodes have by themselves.
typedef struct Standing {
  const CatBayKind *k;
  double A[144], M[144];
} Standing;

static Standing stand(const CatBayKind *k, const CatBayMatter *own) {
  Standing s = {.k = k};
  double A[144], M[144];
  memcpy(s.A, k->S, sizeof s.A), memcpy(s.M, k->M, sizeof s.M);
  cat_bay_instead(k, own, s.A, s.M);
  own_of(own, false, A), own_of(own, true, M);
  for (int i = 0; i < 144; i++) s.A[i] += A[i], s.M[i] += M[i];
  return s;
}

// A matrix of the ends as one of what both nodes do, left and right.
static void by_nodes(const double X[144], double out[144]) {
  double in[ENDS][ENDS];
  memset(out, 0, 144 * sizeof *out);
  for (int i = 0; i < ENDS; i++) {
    double unit[ENDS] = {0};
    unit[i] = 1;
    cat_bay_ends_in(UNTURNED, unit, unit + 6, in[i]);
  }
  for (int i = 0; i < 144; i++) {
    for (int k = 0; k < 144; k++) out[i] += in[i / 12][k / 12] * X[k] * in[i % 12][k % 12];
  }
}

// What the mass of a bay that moves as a whole gains by its being loose. Let X be what both nodes
// pass on to each other, of which x runs along the wire, at angles that differ where it sags: what
// lifts it stretches it while its middle stays behind. The rest of X is taken away.
static double gained(const Dense *d, int direction) {
  double A[144], all[144];
  int n = d->k->n;
  if (!d->k->loose) return 0;
  for (int i = 0; i < 144; i++) all[i] = entry(d, d->TAT, n + i / 12, n + i % 12);
  by_nodes(all, A);
  double x = A[6], to = A[12 * direction + 6], from = A[6 + direction];
  double rest = A[12 * direction + 6 + direction] - to * from / x;
  return ((to - from) * (to - from) / x - 2 * rest) / d->k->made_of.mm;
}

// What moves a bay as a whole does so freely, and moves all of its mass.
static void check_whole(const Standing *s, const Dense *d, int direction, double mass) {
  const CatBayKind *k = s->k;
  double *x = zeros(d->columns), *Mx = zeros(d->columns), *Ax = zeros(d->columns), sum = 0;
  const CatBayMatter *b = &k->made_of;
  whole_motion(k, direction, x);
  for (int q = 0; q < k->n; q++) {
    Ax[q] = x[q], Mx[q] += entry(d, d->TMT, q, q) * x[q];
    for (int e = 0; e < ENDS; e++) {
      Mx[q] += k->join[ENDS * q + e] * x[k->n + e];
      Mx[k->n + e] += k->join[ENDS * q + e] * x[q];
    }
  }
  for (int i = 0; i < 144; i++) {
    Ax[k->n + i / 12] += s->A[i] * x[k->n + i % 12];
    Mx[k->n + i / 12] += s->M[i] * x[k->n + i % 12];
  }
  for (int i = 0; i < d->columns; i++) {
    double scale = i < k->n ? sqrt(b->mm * mass) : b->mm * mass;
    assert_close(Ax[i] - b->mm * Mx[i], 0, 0, 1e-10 * scale);
    sum += x[i] * Mx[i];
  }
  assert_close(sum, mass + gained(d, direction), 1e-10, 0);
  for (int i = 0; i < d->n; i++) {
    double u = 0;
    for (int c = 0; c < d->columns; c++) u += d->T[i * d->columns + c] * x[c];
    assert_close(u, i % 6 == direction, 0, 1e-10);
  }
  free(x), free(Mx), free(Ax);
}

static double mass_of(const CatBayMatter *b) {
  double sum = 0;
  for (int e = 0; e <= b->count; e++) {
    const double *M = b->M + 144 * e;
    sum += M[12 * CAT_UP + CAT_UP] + 2 * M[12 * CAT_UP + 6 + CAT_UP] + M[13 * (6 + CAT_UP)];
  }
  return sum;
}

static void check_free(const CatLanes *s, const CatBayKind *k) {
  (void)s;
  Standing own = stand(k, &k->made_of);
  Dense d = dense_new(k);
  for (int i = 0; i < 3; i++) {
    if (!k->made_of.held[i]) check_whole(&own, &d, i, mass_of(&k->made_of));
  }
  dense_free(&d);
}

static void bays_move_freely(void **state) {
  (void)state;
  each_kind(false, check_free);
  each_kind(true, check_free);
}

// A bay that is taken for another one: its own nodes at the ends are a little different.
static void check_instead(const CatLanes *s, const CatBayKind *k) {
  (void)s;
  int n = 144 * (k->made_of.count + 1);
  double *K = zeros(n), *M = zeros(n);
  CatBayMatter own = k->made_of;
  for (int i = 0; i < n; i++) {
    int e = i / 144;
    K[i] = own.K[i] * (1.001 + 1e-4 * e), M[i] = own.M[i] * (0.998 + 1e-4 * e);
  }
  own.K = K, own.M = M;
  assert_false(cat_bay_alike(&k->made_of, &own, 3e-6));
  assert_true(cat_bay_alike(&k->made_of, &own, 1e-2));
  assert_true(cat_bay_alike(&k->made_of, &k->made_of, 0));
  Standing st = stand(k, &own);
  Dense d = dense_new(k);
  for (int i = 0; i < 3; i++) {
    if (!own.held[i]) check_whole(&st, &d, i, mass_of(&k->made_of));
  }
  dense_free(&d);
  free(K), free(M);
}

static void bays_taken_for_others_move_freely(void **state) {
  (void)state;
  each_kind(false, check_instead);
  each_kind(true, check_instead);
}

//------------------------------------------------------------------------------- quasi-axial

static void check_static(const CatLanes *s, const CatBayKind *k) {
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 16);
  CatBayMatter b = k->made_of;
  CatBayKind kind[2];
  double own[144];
  b.mm = 1e-6, b.kk = 1;  // a step without end: what is left of A is K
  own_of(&b, false, own);
  for (int i = 0; i < 2; i++) {
    b.quasi = i == 1;
    assert_int_equal(cat_bay_kind(a, &b, &s->form.rates, &kind[i]), CAT_OK);
    check_counts(&b, kind[i].nmode);
    assert_false(kind[i].loose);
  }
  for (int i = 0; i < 144; i++) {
    double scale = sqrt(own[13 * (i / 12)] * own[13 * (i % 12)]);
    assert_close(kind[0].S[i], kind[1].S[i], 0, 1e-9 * scale);
  }
  cat_arena_free(a);
  cat_context_free(ctx);
}

static void ends_stretch_a_bay_as_before(void **state) {
  (void)state;
  each_kind(false, check_static);
}

// A straight wire stretched alike all along: EA (strain + stretch^2) / length.
static void check_straight(int count, bool quasi) {
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 16);
  Straight *s = straight_new(count, 0.6, 1e-6, 1);
  const CatLaneStep none = {{0}, {0}, {0}};
  CatBayKind k;
  s->b.quasi = quasi;
  assert_int_equal(cat_bay_kind(a, &s->b, &none, &k), CAT_OK);
  double length = s->cable.l0 * (count + 1), strain = (s->stretch * s->stretch - 1) / 2;
  double force = s->cable.EA * (strain + s->stretch * s->stretch) / length;  // per metre
  double left[6] = {-0.5, 0, 0, 1 / length, 0, 0}, right[6] = {0.5, 0, 0, 1 / length, 0, 0};
  double e[ENDS], f[ENDS] = {0}, own[144], fl[6], fr[6];
  own_of(&s->b, false, own);
  cat_bay_ends_in(UNTURNED, left, right, e);
  for (int i = 0; i < 144; i++) f[i / 12] += (k.S[i] + own[i]) * e[i % 12];
  cat_bay_ends_out(UNTURNED, f, fl, fr);
  for (int i = 0; i < 6; i++) {
    assert_close(fl[i], i == 0 ? -force : 0, 0, 1e-9 * force);
    assert_close(fr[i], i == 0 ? force : 0, 0, 1e-9 * force);
  }
  for (int i = 0; i < 6 * count * k.n && quasi; i++) {  // nothing along in what is kept
    double along = k.shape[i / k.n * (k.n + ENDS) + i % k.n];
    if (i / k.n % 3 == CAT_ALONG) assert_close(along, 0, 0, 1e-12);
  }
  straight_free(s);
  cat_arena_free(a);
  cat_context_free(ctx);
}

static void straight_wire_is_a_spring(void **state) {
  (void)state;
  for (int count = 1; count < 12; count++) {
    for (int quasi = 0; quasi < 2; quasi++) check_straight(count, quasi);
  }
}

//------------------------------------------------------------------------------- loose bays

// The most that one node passes on to the other within a step, against what both have themselves.
static double passed_on(const CatBayKind *k) {
  double A[144], most = 0;
  Standing s = stand(k, &k->made_of);
  by_nodes(s.A, A);
  for (int i = 0; i < 36; i++) {
    int l = i / 6, r = 6 + i % 6;
    most = fmax(most, fabs(A[12 * l + r]) / sqrt(A[13 * l] * A[13 * r]));
  }
  return most;
}

// All but the ends eliminated; nothing gets to what is held.
static void condense(const CatBayMatter *b, int n, double *X) {
  for (int p = 6; p < n - 6; p++) {
    if (b->held[p % 6]) continue;
    for (int i = 0; i < n; i++) {
      bool gone = i >= 6 && (i <= p || (i < n - 6 && b->held[i % 6]));
      double share = gone ? 0 : X[i * n + p] / X[p * n + p];
      for (int j = 0; j < n && share != 0; j++) X[i * n + j] -= share * X[p * n + j];
    }
  }
}

// The stiffness of a bay for its ends, by nodes: that of its elements once all between is at rest.
static void find_stiffness(const CatBayMatter *of, double out[144]) {
  CatBayMatter b = *of;
  int n = 6 * (b.count + 2);
  double *K = zeros(n * n), *M = zeros(n * n);
  b.mm = 0;
  assemble(&b, n, K, M);
  condense(&b, n, K);
  for (int i = 0; i < 144; i++) {
    int r = i / 12, c = i % 12;
    out[i] = K[(r < 6 ? r : n - 12 + r) * n + (c < 6 ? c : n - 12 + c)];
  }
  free(K), free(M);
}

// The same from a kind: modes are eliminated, which K joins to the ends by -mm join / kk.
static void check_stiffness(const CatLanes *lanes, const CatBayKind *k) {
  (void)lanes;
  double found[144], K[144], exact[144], own[144], mm = k->made_of.mm;
  Standing s = stand(k, &k->made_of);
  for (int i = 0; i < 144; i++) {
    found[i] = s.A[i] - mm * s.M[i];
    for (int q = 0; q < k->n; q++) {
      const double *join = k->join + ENDS * q;
      found[i] -= mm * mm * join[i / 12] * join[i % 12] / (1 - mm / k->a[q]);
    }
  }
  by_nodes(found, K), by_nodes(s.A, own);
  find_stiffness(&k->made_of, exact);
  for (int i = 0; i < 144; i++) {
    double scale = sqrt(own[13 * (i / 12)] * own[13 * (i % 12)]);
    assert_close(K[i], exact[i], 0, 1e-9 * scale);
  }
}

static void ends_are_as_stiff_as_their_bay(void **state) {
  (void)state;
  each_kind(false, check_stiffness);
  each_kind(true, check_stiffness);
}

static bool is_definite(int n, const double *X) {
  double *L = zeros(n * n);
  bool is = true;
  for (int i = 0; i < n * n && is; i++) {
    int r = i / n, c = i % n;
    double sum = X[i];
    if (c > r) continue;
    for (int k = 0; k < c; k++) sum -= L[r * n + k] * L[c * n + k];
    if (r == c) is = sum > 0;
    L[i] = r == c ? sqrt(fmax(sum, 0)) : sum / L[c * n + c];
  }
  free(L);
  return is;
}

// The mass of modes and ends less a share of what it would be if the bay were not loose.
static double *mass_beyond(const Dense *d, const Standing *s, double share) {
  int n = d->columns, modes = s->k->n;
  double *out = zeros(n * n);
  for (int i = 0; i < n * n; i++) {
    int r = i / n - modes, c = i % n - modes;
    double now = r < 0 || c < 0 ? d->TMT[i] : s->M[ENDS * r + c];
    out[i] = now - share * d->TMT[i];
  }
  return out;
}

static int loose, tied;  // kinds that were seen

static void check_loose(const CatLanes *lanes, const CatBayKind *k) {
  (void)lanes;
  Dense d = dense_new(k);
  Standing s = stand(k, &k->made_of);
  double *all = mass_beyond(&d, &s, 0), *most = mass_beyond(&d, &s, 0.2);
  loose += k->loose, tied += !k->loose;
  assert_true(is_definite(d.columns, all));
  assert_true(is_definite(d.columns, most));
  if (k->loose) {
    assert_below(passed_on(k), 1e-14);
  } else {
    assert_true(k->made_of.held[CAT_ALONG] || passed_on(k) > 1e-3);
  }
  free(all), free(most);
  dense_free(&d);
}

static void loose_bays_pass_nothing_on(void **state) {
  (void)state;
  loose = tied = 0;
  each_kind(true, check_loose);
  assert_true(loose > 10 && tied > 0);
  for (int i = 0; i < NLINE; i++) {  // with all modes none is
    const CatLanes *s = all_lines[i].lanes[0];
    for (int k = 0; k < s->nkind; k++) assert_false(s->kind[k].loose);
  }
}

// A straight wire passes on its pull, EA kk/l, and the mass m/6 that joins both ends, m = mu l.
// Without them what stretches it has the mass m/12 + m/6 - EA kk/(l mm). At l = 3.46 m that is a
// fifth of m/12 for the wire here, with slopes at its ends at 3.51 m.
static bool is_loose(int elements, double length, double mm, int form) {
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 16);
  Straight *s = straight_new(elements - 1, length / elements, mm, 1);
  const CatLaneStep none = {{0}, {0}, {0}};
  CatBayKind k;
  s->b.form = form, s->b.quasi = true;
  assert_int_equal(cat_bay_kind(a, &s->b, &none, &k), CAT_OK);
  bool is = k.loose;
  check_kind(NULL, &k), check_free(NULL, &k), check_loose(NULL, &k), check_stiffness(NULL, &k);
  straight_free(s);
  cat_arena_free(a);
  cat_context_free(ctx);
  return is;
}

static void short_bays_are_not_loose(void **state) {
  (void)state;
  for (int form = 0; form < CAT_BAY_FORMS; form++) {
    assert_false(is_loose(10, 1, 4e6, form));
    assert_false(is_loose(10, 3.45, 4e6, form));
    assert_true(is_loose(10, 3.55, 4e6, form));
    assert_true(is_loose(10, 5.75, 4e6, form));
    assert_false(is_loose(10, 5.75, 1e6, form));  // twice the step
    assert_false(is_loose(2, 5.75, 4e6, form));   // a quarter is passed on across the wire
  }
}

// Nothing along the wire, little across it and upwards.
static void check_gained(const CatBayKind *k, const double most[3]) {
  Dense d = dense_new(k);
  double mass = mass_of(&k->made_of);
  for (int i = 0; i < 3; i++) assert_below(fabs(gained(&d, i)), most[i] * mass);
  dense_free(&d);
}

static void loose_bays_keep_their_mass(void **state) {
  (void)state;
  // twice those found
  static const double MOST[NLINE][3] = {{1e-12, 2e-9, 3e-5},     {1e-12, 2e-9, 3e-5},
                                        {1e-12, 4.1e-4, 4.1e-4}, {1e-12, 2e-7, 5e-6},
                                        {1e-12, 2.1e-9, 3e-5},   {1e-12, 3e-10, 2.6e-5},
                                        {1e-12, 1e-12, 3.1e-4},  {1e-12, 1e-12, 2.1e-3}};
  for (int i = 0; i < NLINE; i++) {
    const CatLanes *s = all_lines[i].lanes[1];
    for (int k = 0; k < s->nkind; k++) check_gained(&s->kind[k], MOST[i]);
  }
}

static int count_loose(const CatLanes *s) {
  int n = 0;
  for (int k = 0; k < s->nkind; k++) n += s->kind[k].loose;
  return n;
}

static void usual_lines_are_loose(void **state) {
  (void)state;
  const CatLanes *simple = all_lines[AC_SIMPLE].lanes[1], *compound = all_lines[COMPOUND].lanes[1];
  assert_int_equal(count_loose(simple), simple->nkind);
  assert_in_range(count_loose(compound), 1, compound->nkind - 1);
}

//------------------------------------------------------------------------------- stiffness

// An entry of the element that is the mirror image.
static double image_of(const double K[144], int i) {
  double row, column;
  int r = seen_from_behind(i / 12, 12, &row), c = seen_from_behind(i % 12, 12, &column);
  return row * column * K[12 * r + c];
}

// Stiffness of an element in the frame of its bay: a wire does not care how it is seen.
static void stiffness_there(const CatLineModel *m, const CatConfiguration *rest, int cable,
                            double K[144]) {
  CatCable c = cat_cable_part_kernel(m, rest, cable);
  double q[12], turned[12], R[9];
  cat_bay_frame(m, rest, cable, m->node[m->cable[cable].a].s, R);
  cat_cable_part_coordinates(m, rest, cable, q);
  for (int i = 0; i < 12; i++) {
    const double *row = R + 3 * (i % 3), *from = q + i / 3 * 3;
    turned[i] = row[0] * from[0] + row[1] * from[1] + row[2] * from[2];
  }
  cat_cable_tangent(&c, turned, K);
}

// In the plane and across it apart, the mean of both images across the bay and, if it is even, in
// its plane; free as a whole.
static void check_element(const CatLineModel *m, const CatConfiguration *rest, int cable) {
  int bay[2];
  double K[144], other[144], whole[144], image[144];
  bool even = cat_bay_is_even(m, rest, cable);
  cat_bay_cables(m, cable, bay);
  int mirror = bay[0] + bay[1] - 1 - cable;
  cat_bay_stiffness(m, rest, cable, K), cat_bay_stiffness(m, rest, mirror, other);
  stiffness_there(m, rest, cable, whole), stiffness_there(m, rest, mirror, image);
  double most = largest(K, 144);
  for (int i = 0; i < 144; i++) {
    int r = i / 12, c = i % 12;
    bool couples = (r % 3 == CAT_ACROSS) != (c % 3 == CAT_ACROSS);
    bool both = even || (r % 3 == CAT_ACROSS && c % 3 == CAT_ACROSS);
    double mean = both ? (whole[i] + image_of(image, i)) / 2 : whole[i];
    assert_close(K[i], K[12 * c + r], 0, 1e-13 * most);
    assert_close(K[i], couples ? 0 : mean, 0, couples ? 0 : 1e-12 * most);
    if (both) assert_close(K[i], image_of(other, i), 0, 1e-13 * most);
    if (c < 3) assert_close(K[i] + K[i + 6], 0, 0, 1e-12 * most);
  }
}

static void stiffness_is_flat_and_even(void **state) {
  (void)state;
  for (int i = 0; i < NLINE; i++) {
    const CatLineModel *m = all_lines[i].f.m;
    const CatConfiguration *rest = all_lines[i].f.rest;
    int even = 0;
    for (int c = 0; c < m->ncable; c++) {
      check_element(m, rest, c);
      even += cat_bay_is_even(m, rest, c);
    }
    assert_true(even > 0 && even < m->ncable);  // next to supports they are not
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_joins_modes_and_ends),
                                     cmocka_unit_test(modes_step_as_oscillators),
                                     cmocka_unit_test(modes_of_lines_step),
                                     cmocka_unit_test(families_feel_their_own_ends),
                                     cmocka_unit_test(forms_describe_the_same_bay),
                                     cmocka_unit_test(ends_are_sums_and_differences),
                                     cmocka_unit_test(bays_move_freely),
                                     cmocka_unit_test(bays_taken_for_others_move_freely),
                                     cmocka_unit_test(ends_stretch_a_bay_as_before),
                                     cmocka_unit_test(straight_wire_is_a_spring),
                                     cmocka_unit_test(ends_are_as_stiff_as_their_bay),
                                     cmocka_unit_test(loose_bays_pass_nothing_on),
                                     cmocka_unit_test(loose_bays_keep_their_mass),
                                     cmocka_unit_test(usual_lines_are_loose),
                                     cmocka_unit_test(short_bays_are_not_loose),
                                     cmocka_unit_test(stiffness_is_flat_and_even)};
  return cmocka_run_group_tests(tests, make_lines, free_lines);
}
