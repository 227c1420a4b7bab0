// The account of energy of a group (kernel.h, CatLaneForms), part of kernel_body.h: all that is
// quadratic in the last two steps, in modes and at knots. Two steps at a time: rates are read and
// written once for both, and coefficients are read once.

enum { STEPS = CAT_FORM_STEPS };

// Sums of x'A y for some matrix A, with u: the difference of displacements in a step, a: that of
// accelerations, b: the acceleration at its beginning.
typedef struct Form {
  Dec uu, ua, ub, aa;
} Form;

// One coordinate in one step; its rates go on to the end of the step.
typedef struct Moved {
  Dec u, a, b;
} Moved;

INLINE Moved move(const CatLaneRates *r, Dec du, Dec *w, Dec *a) {
  const Dec b = *a, da = du - *w;
  *w = (*w + r->w_a * b) + r->w_da * da;  // in this order it takes two operations
  *a = b + da;
  return (Moved){du, da, b};
}

//------------------------------------------------------------------------------- modes

// A vector of modes as doubles.
INLINE Dec mode_at(const void *q, ptrdiff_t i) {
  if (RATIO == 1) return ((const Dec *)q)[i];
  typedef Real Half __attribute__((vector_size(CAT_VECTOR / RATIO), may_alias));
  return __builtin_convertvector(((const Half *)q)[i], Dec);
}

INLINE Dec weight_at(const double *by, ptrdiff_t i, int v, Kind k) {
  if (k.alike) return by[i] - (Dec){0};
  return ((const Dec *)by)[i * k.nd + v];
}

// Sums of x'M y, x'A y and x'G y of a bay (CatLaneForms).
typedef struct BayForm {
  Dec Muu, Mua, Auu, Aua, Gaa;
} BayForm;

// One bay of a group in its last two steps.
typedef struct BayAccount {
  const CatLaneGroup *g;
  const CatLaneForms *f;
  const CatLaneMotion *m;
  int number;
} BayAccount;

// Its modes, in one vector: A is 1.
INLINE void account_modes(const BayAccount *of, BayForm *to, int v, Kind k) {
  const CatBay *b = &of->g->plan->bay[of->number];
  const CatLaneMotion *m = of->m;
  const CatLaneRates r = *m->rates;
  const double *by = of->f->mode[of->number];
  const void *const q[3] = {m->q[0], m->q[1], m->q[2]};
  const ptrdiff_t n = cat_bay_modes(b), first = (ptrdiff_t)b->mode * k.nd + v;
  Dec *qw = (Dec *)m->qw, *qa = (Dec *)m->qa;
  BayForm x = *to;
  for (ptrdiff_t j = 0; j < n; j++) {
    const ptrdiff_t at = first + j * k.nd;
    const Dec mass = weight_at(by, 2 * j, v, k), G = weight_at(by, 2 * j + 1, v, k);
    Dec w = qw[at], a = qa[at];
    const Moved one = move(&r, mode_at(q[1], at) - mode_at(q[2], at), &w, &a);
    const Moved two = move(&r, mode_at(q[0], at) - mode_at(q[1], at), &w, &a);
    const Dec uu = one.u * one.u + two.u * two.u, ua = one.u * one.a + two.u * two.a;
    x.Muu += mass * uu, x.Mua += mass * ua;
    x.Gaa += G * (one.a * one.a + two.a * two.a);
    x.Auu += uu, x.Aua += ua;
    qw[at] = w, qa[at] = a;
  }
  *to = x;
}

//------------------------------------------------------------------------------- ends of bays

// What the ends of a bay do in one vector: differences of displacements and of accelerations in
// each step.
typedef struct EndMotion {
  Dec u[STEPS][ENDS], a[STEPS][ENDS];
} EndMotion;

INLINE void find_end_motion(const CatLaneMotion *m, const Ends *ends, EndMotion *e, int v, Kind k) {
  const int left = ends->left, right = ends->right;
  Dec R[8];
  frames(ends->F, R, v, k);
  UNROLL(2)
  for (int s = 0; s < STEPS; s++) {
    const Dec *du[2] = {node_of(m->du[s], left, k) + v, node_of(m->du[s], right, k) + v};
    const Dec *da[2] = {node_of(m->da[s], left, k) + v, node_of(m->da[s], right, k) + v};
    turned_in(R, du[0], du[1], e->u[s], 1, k);
    turned_in(R, da[0], da[1], e->a[s], 1, k);
  }
}

// One end: what M, G and A make of the others of its family (of du, of da, of du), and P of modes,
// times what it does. twice: two times the weight of M in G, where P stands twice.
INLINE void account_end(const Dec d[2], const Dec by[3], const Moved *p, Dec twice, BayForm *x) {
  const Dec with = by[0] + p->u, u = d[0], a = d[1];
  x->Muu += (with + p->u) * u;
  x->Mua += with * a, x->Mua += p->a * u;
  x->Gaa += (by[1] + twice * p->a) * a;
  x->Auu += by[2] * u, x->Aua += by[2] * a;
}

// A family of ends: the first one, how many, the place of its projections; M, G and A.
typedef struct EndFamily {
  int end, n, at;
  const double *M, *G, *A;
  Dec twice;
} EndFamily;

// Two ends, so that what is loaded is used twice: what M, G and A make of the others.
INLINE void times_ends(const EndFamily *f, const EndMotion *e, int r, Dec by[2][STEPS][3], Kind k) {
  const int n = f->n;
  UNROLL(8)
  for (int c = 0; c < n; c++) {
    Dec u[STEPS], a[STEPS];
    UNROLL(2)
    for (int s = 0; s < STEPS; s++) u[s] = e->u[s][f->end + c], a[s] = e->a[s][f->end + c];
    UNROLL(2)
    for (int i = 0; i < 2; i++) {
      const int at = n * (r + i) + c;
      const Dec M = coefficient(f->M, at, 0, k), G = coefficient(f->G, at, 0, k),
                A = coefficient(f->A, at, 0, k);
      UNROLL(2)
      for (int s = 0; s < STEPS; s++) {
        by[i][s][0] += M * u[s], by[i][s][1] += G * a[s], by[i][s][2] += A * u[s];
      }
    }
  }
}

INLINE void account_family(const EndFamily *f, const EndMotion *e, const CatLaneMotion *m,
                           BayForm *to, Kind k) {
  const CatLaneRates rates = *m->rates;
  BayForm x = *to;
  for (int r = 0; r < rolled(f->n); r += 2) {
    Dec by[2][STEPS][3] = {{{{0}}}};
    times_ends(f, e, r, by, k);
    UNROLL(2)
    for (int i = 0; i < 2; i++) {
      const int here = f->at + (r + i) * k.nd, end = f->end + r + i;
      Dec w = ((Dec *)m->pw)[here], a = ((Dec *)m->pa)[here];
      UNROLL(2)
      for (int s = 0; s < STEPS; s++) {
        const Dec *P = (const Dec *)m->project[1 - s], *before = (const Dec *)m->project[2 - s];
        const Moved p = move(&rates, P[here] - before[here], &w, &a);
        const Dec d[2] = {e->u[s][end], e->a[s][end]};
        account_end(d, by[i][s], &p, f->twice, &x);
      }
      ((Dec *)m->pw)[here] = w, ((Dec *)m->pa)[here] = a;
    }
  }
  *to = x;
}

INLINE void account_ends(const BayAccount *of, int form, BayForm *x, int v, Kind k) {
  const CatPlan *p = of->g->plan;
  const CatBay *b = &p->bay[of->number];
  const Ends ends = {coefs(of->g->frame, b->frame_at, k), place_of(p, b->left),
                     place_of(p, b->right)};
  const double *M = vector_of(coefs(ends.F, CAT_FRAME_HEAD, k), v, k);
  const double *G = vector_of(of->f->ends[of->number], v, k);
  const Dec twice = 2 * coefficient(coefs(of->f->bay, CAT_FORM_BAY * of->number, k), 4, v, k);
  EndMotion room, *e = &room;
  HIDE(e);
  find_end_motion(of->m, &ends, e, v, k);
  UNROLL(4)
  for (int i = 0; i < CAT_BAY_FAMILIES; i++) {
    const int n = cat_family_ends(i, form), end = cat_family_end(i, form);
    const EndFamily family = {.end = end,
                              .n = n,
                              .at = (ENDS * of->number + end) * k.nd + v,
                              .M = M,
                              .G = G,
                              .A = coefs(M, cat_form_entries(form), k),
                              .twice = twice};
    if (n > 0) account_family(&family, e, of->m, x, k);
    M = coefs(M, n * n, k), G = coefs(G, n * n, k);
  }
}

typedef struct Sums {
  Dec C_vb, M_da, stiff;
} Sums;

INLINE void add_mass(const CatLaneRates *r, const Form *M, Sums *to) {
  to->M_da += r->m_da * M->aa + r->m_du * M->ua;
}

// What a form adds to C with one weight, and to K with another.
INLINE void add_form(const CatLaneRates *r, const Form *x, Dec C, Dec K, Sums *to) {
  to->C_vb += C * (r->c_du * x->uu + r->c_da * x->ua);
  to->stiff += C * (r->v_b * x->ub + r->v_da * x->ua) + K * x->uu;
}

INLINE void account_bay(const BayAccount *of, int form, Sums *to, Kind k) {
  const CatLaneRates *r = of->m->rates;
  const double *by = coefs(of->f->bay, CAT_FORM_BAY * of->number, k);
  for (int v = 0; v < rolled(k.nd); v++) {
    BayForm x = {{0}, {0}, {0}, {0}, {0}};
    account_modes(of, &x, v, k);
    account_ends(of, form, &x, v, k);
    to->M_da += x.Gaa + r->m_du * x.Mua;
    to->C_vb += coefficient(by, 0, v, k) * (r->c_du * x.Muu + r->c_da * x.Mua) +
                coefficient(by, 1, v, k) * (r->c_du * x.Auu + r->c_da * x.Aua);
    to->stiff += coefficient(by, 2, v, k) * x.Muu + coefficient(by, 3, v, k) * x.Auu;
  }
}

//------------------------------------------------------------------------------- knots

// One node, in one vector: its coordinates stand k.nd vectors apart.
typedef struct Node {
  const Dec *u[STEPS], *a[STEPS], *begin;
} Node;

INLINE Node node_at(const CatLaneMotion *m, int i, int v, Kind k) {
  return (Node){.u = {node_of(m->du[0], i, k) + v, node_of(m->du[1], i, k) + v},
                .a = {node_of(m->da[0], i, k) + v, node_of(m->da[1], i, k) + v},
                .begin = node_of(m->begin, i, k) + v};
}

// The acceleration at the beginning of a step.
INLINE Dec begin_of(const Node *n, int s, int at) {
  Dec x = n->begin[at];
  if (s > 0) x += n->a[0][at];
  return x;
}

// Differences at knots; their rates go on.
INLINE void move_knots(int knots, const CatLaneMotion *m, Kind k) {
  const CatLaneRates r = *m->rates;
  const Dec *u0 = (const Dec *)m->u[0], *u1 = (const Dec *)m->u[1], *u2 = (const Dec *)m->u[2];
  for (int i = 0; i < B * knots * k.nd; i++) {
    Dec w = ((Dec *)m->w)[i], a = ((Dec *)m->a)[i];
    const Moved one = move(&r, u1[i] - u2[i], &w, &a), two = move(&r, u0[i] - u1[i], &w, &a);
    ((Dec *)m->du[0])[i] = one.u, ((Dec *)m->da[0])[i] = one.a, ((Dec *)m->begin)[i] = one.b;
    ((Dec *)m->du[1])[i] = two.u, ((Dec *)m->da[1])[i] = two.a;
    ((Dec *)m->w)[i] = w, ((Dec *)m->a)[i] = a;
  }
}

// A block of one node.
INLINE void own_form(const double *A, const Node *i, bool mass, Form *x, Kind k) {
  Dec u[STEPS][B], a[STEPS][B];  // in registers
  UNROLL(2)
  for (int s = 0; s < STEPS; s++) {
    UNROLL(6)
    for (int c = 0; c < B; c++) {
      u[s][c] = i->u[s][c * k.nd];
      if (mass) a[s][c] = i->a[s][c * k.nd];
    }
  }
  for (int r = 0; r < rolled(B); r++) {
    const int at = r * k.nd;
    Dec Au[STEPS] = {{0}}, Aa[STEPS] = {{0}};
    UNROLL(6)
    for (int c = 0; c < B; c++) {
      const Dec by = coefficient(A, B * r + c, 0, k);
      UNROLL(2)
      for (int s = 0; s < STEPS; s++) {
        Au[s] += by * u[s][c];
        if (mass) Aa[s] += by * a[s][c];
      }
    }
    UNROLL(2)
    for (int s = 0; s < STEPS; s++) {
      x->uu += Au[s] * i->u[s][at], x->ua += Au[s] * i->a[s][at];
      x->ub += Au[s] * begin_of(i, s, at);
      if (mass) x->aa += Aa[s] * i->a[s][at];
    }
  }
}

// A block between two, of their first n components, and its mirror image.
INLINE void pair_form(const double *A, int n, const Node *i, const Node *j, Form *x, Kind k) {
  for (int r = 0; r < rolled(n); r++) {
    const int at = r * k.nd;
    Dec Au[STEPS] = {{0}}, Aa[STEPS] = {{0}}, Ab[STEPS] = {{0}};
    UNROLL(6)
    for (int c = 0; c < n; c++) {
      const Dec by = coefficient(A, B * r + c, 0, k);
      UNROLL(2)
      for (int s = 0; s < STEPS; s++) {
        Au[s] += by * j->u[s][c * k.nd], Aa[s] += by * j->a[s][c * k.nd];
      }
      Ab[0] += by * j->begin[c * k.nd];
    }
    Ab[1] = Ab[0] + Aa[0];
    UNROLL(2)
    for (int s = 0; s < STEPS; s++) {
      const Dec u = i->u[s][at], a = i->a[s][at];
      x->uu += 2 * Au[s] * u;
      x->ua += Au[s] * a + Aa[s] * u;
      x->ub += Au[s] * begin_of(i, s, at) + Ab[s] * u;
      x->aa += 2 * Aa[s] * a;
    }
  }
}

// Mass that joins equal components, of place and slope.
INLINE void plain_own_form(const double *M, const Node *i, Form *x, Kind k) {
  const Dec p = coefficient(M, 0, 0, k), both = coefficient(M, 1, 0, k),
            slope = coefficient(M, 2, 0, k);
  UNROLL(2)
  for (int s = 0; s < STEPS; s++) {
    UNROLL(3)
    for (int c = 0; c < 3; c++) {
      const int at = c * k.nd, other = at + 3 * k.nd;
      const Dec up = i->u[s][at], us = i->u[s][other], ap = i->a[s][at], as = i->a[s][other];
      const Dec Mp = p * up + both * us, Ms = both * up + slope * us;
      x->uu += Mp * up + Ms * us;
      x->ua += Mp * ap + Ms * as;
      x->ub += Mp * begin_of(i, s, at) + Ms * begin_of(i, s, other);
      x->aa += (p * ap + both * as) * ap + (both * ap + slope * as) * as;
    }
  }
}

// That of a link, of places only.
INLINE void plain_pair_form(Dec by, const Node *i, const Node *j, Form *x, Kind k) {
  UNROLL(2)
  for (int s = 0; s < STEPS; s++) {
    UNROLL(3)
    for (int c = 0; c < 3; c++) {
      const int at = c * k.nd;
      const Dec u = i->u[s][at], a = i->a[s][at], Mu = by * j->u[s][at], Ma = by * j->a[s][at];
      x->uu += 2 * Mu * u;
      x->ua += Mu * a + Ma * u;
      x->ub += Mu * begin_of(i, s, at) + by * begin_of(j, s, at) * u;
      x->aa += 2 * Ma * a;
    }
  }
}

// Mass, stiffness and extra damping at knots and of links.
typedef struct KnotForms {
  Form M, K, D;
} KnotForms;

INLINE void account_own(const BayAccount *of, KnotForms *x, int v, Kind k) {
  const CatLaneGroup *g = of->g;
  const double *near = vector_of(of->f->near, v, k), *mass = vector_of(g->mass, v, k);
  const double *extra = g->extra ? vector_of(g->extra, v, k) : NULL;
  for (int n = 0; n < g->plan->nknot; n++) {
    const Node room = node_at(of->m, n, v, k), *i = &room;
    own_form(coefs(near, BB * n, k), i, false, &x->K, k);
    if (g->plan->plain) {
      plain_own_form(coefs(mass, 3 * n, k), i, &x->M, k);
    } else {
      own_form(coefs(mass, BB * n, k), i, true, &x->M, k);
    }
    if (extra) own_form(coefs(extra, BB * n, k), i, false, &x->D, k);
  }
}

INLINE void account_links(const BayAccount *of, KnotForms *x, int v, Kind k) {
  const CatLaneGroup *g = of->g;
  const CatPlan *p = g->plan;
  const double *near = vector_of(of->f->near, v, k), *mass = vector_of(g->mass, v, k);
  const double *extra = g->extra ? vector_of(g->extra, v, k) : NULL;
  for (int l = 0; l < p->nlink; l++) {
    const int at = BB * (p->nknot + l);
    const Node ends[2] = {node_at(of->m, place_of(p, p->link[l][0]), v, k),
                          node_at(of->m, place_of(p, p->link[l][1]), v, k)};
    const Node *i = &ends[0], *j = &ends[1];
    if (of->f->slopes) {
      pair_form(coefs(near, at, k), B, i, j, &x->K, k);
    } else {
      pair_form(coefs(near, at, k), 3, i, j, &x->K, k);
    }
    if (p->plain) {
      plain_pair_form(coefficient(mass, 3 * p->nknot + l, 0, k), i, j, &x->M, k);
    } else {
      pair_form(coefs(mass, at, k), B, i, j, &x->M, k);
    }
    if (extra) pair_form(coefs(extra, at, k), B, i, j, &x->D, k);
  }
}

INLINE void account_knots(const BayAccount *of, Sums *to, Kind k) {
  const Dec one = 1 - (Dec){0}, alpha = of->f->alpha * one, beta = of->f->beta * one;
  const CatLaneRates *r = of->m->rates;
  for (int v = 0; v < rolled(k.nd); v++) {
    const Form none = {{0}, {0}, {0}, {0}};
    KnotForms x = {none, none, none};
    account_own(of, &x, v, k);
    account_links(of, &x, v, k);
    add_mass(r, &x.M, to);
    add_form(r, &x.M, alpha, (Dec){0}, to);
    add_form(r, &x.K, beta, one, to);
    add_form(r, &x.D, one, (Dec){0}, to);
  }
}

//------------------------------------------------------------------------------- kinds

typedef void AccountLoop(const BayAccount *of, Sums *to);

typedef struct AccountLoops {
  AccountLoop *const *bay, *const *alike;  // by form, as in Loops
  AccountLoop *knots;
  void (*move)(int knots, const CatLaneMotion *m);
} AccountLoops;

#define DEFINE_ACCOUNT(name, form, kind)                                                           \
  ALONE void name(const BayAccount *of, Sums *to) {                                                \
    account_bay(of, form, to, kind);                                                               \
  }
#define DEFINE_ACCOUNTS(name, kind)                                                                \
  DEFINE_ACCOUNT(plain_##name, CAT_BAY_PLAIN, kind)                                                \
  DEFINE_ACCOUNT(aside_##name, CAT_BAY_ASIDE, kind)                                                \
  DEFINE_ACCOUNT(even_##name, CAT_BAY_EVEN, kind)                                                  \
  static AccountLoop *const name[CAT_BAY_FORMS] = {plain_##name, aside_##name, even_##name};

DEFINE_ACCOUNTS(account_single_own, kind_of(1, false, false))
DEFINE_ACCOUNTS(account_single_alike, kind_of(1, false, true))
DEFINE_ACCOUNTS(account_single_shared, kind_of(1, true, true))
DEFINE_ACCOUNTS(account_double_own, kind_of(2, false, false))
DEFINE_ACCOUNTS(account_double_alike, kind_of(2, false, true))
DEFINE_ACCOUNTS(account_double_shared, kind_of(2, true, true))

#define DEFINE_ACCOUNT_LOOPS(name, other, kind)                                                    \
  ALONE void account_knots_##name(const BayAccount *of, Sums *to) {                                \
    account_knots(of, to, kind);                                                                   \
  }                                                                                                \
  ALONE void move_knots_##name(int knots, const CatLaneMotion *m) {                                \
    move_knots(knots, m, kind);                                                                    \
  }                                                                                                \
  static const AccountLoops account_loops_##name = {account_##name, account_##other,               \
                                                    account_knots_##name, move_knots_##name};

DEFINE_ACCOUNT_LOOPS(single_own, single_alike, kind_of(1, false, false))
DEFINE_ACCOUNT_LOOPS(single_shared, single_shared, kind_of(1, true, true))
DEFINE_ACCOUNT_LOOPS(double_own, double_alike, kind_of(2, false, false))
DEFINE_ACCOUNT_LOOPS(double_shared, double_shared, kind_of(2, true, true))

INLINE double total(Dec x) {
  double sum = 0;
  UNROLL(8)
  for (int l = 0; l < DLANES; l++) sum += x[l];
  return sum;
}

static void account(const CatLaneGroup *g, const CatLaneForms *f, const CatLaneMotion *m,
                    CatStepSums *to) {
  static const AccountLoops *const all[] = {&account_loops_single_own, &account_loops_single_shared,
                                            &account_loops_double_own,
                                            &account_loops_double_shared};
  const AccountLoops *loops = all[(g->width > LANES ? 2 : 0) + (g->shared ? 1 : 0)];
  const CatPlan *p = g->plan;
  BayAccount of = {g, f, m, 0};
  Sums x = {{0}, {0}, {0}};
  loops->move(p->nknot, m);
  for (; of.number < p->nbay; of.number++) {
    int b = of.number;
    (g->alike[b] ? loops->alike : loops->bay)[p->bay[b].form](&of, &x);
  }
  loops->knots(&of, &x);
  to->C_vb += total(x.C_vb);
  to->M_da += total(x.M_da);
  to->stiff += total(x.stiff);
}
