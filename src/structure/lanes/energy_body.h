// The account of energy of a group (kernel.h, CatLaneForms), part of kernel_body.h: all that is
// quadratic in the last two steps, in modes and at knots. Two steps at a time: rates are read and
// written once for both, and coefficients are read once.

enum { STEPS = CAT_FORM_STEPS };

// Sums of du'A x for some matrix A: with du itself, with x and with y (CatLaneRates).
typedef struct Form {
  Dec u, x, y;
} Form;

// x and y of one coordinate.
typedef struct Past {
  Dec x, y;
} Past;

INLINE Past past_at(const CatLanePast *p, ptrdiff_t i) {
  return (Past){((const Dec *)p->x)[i], ((const Dec *)p->y)[i]};
}

INLINE void past_set(const CatLanePast *p, ptrdiff_t i, Past to) {
  ((Dec *)p->x)[i] = to.x, ((Dec *)p->y)[i] = to.y;
}

// At the end of a step.
INLINE Past after(Past p, Dec du, double mu) {
  return (Past){du + mu * p.x, p.x + mu * p.y};
}

INLINE void add(Form *to, Dec Au, Dec du, Past p) {
  to->u += Au * du, to->x += Au * p.x, to->y += Au * p.y;
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

// Of a bay (CatLaneForms): M, what of it stands between modes and ends, and A.
typedef struct BayForm {
  Form M, P, A;
} BayForm;

// One bay of a group in its last two steps.
typedef struct BayAccount {
  const CatLaneGroup *g;
  const CatLaneForms *f;
  const CatLaneMotion *m;
  int number;
} BayAccount;

// Its modes, in `count` vectors from `from` on: memory is read in order. A is 1.
INLINE void account_modes(const BayAccount *of, BayForm *to, int from, int count, Kind k) {
  const CatBay *b = &of->g->plan->bay[of->number];
  const CatLaneMotion *m = of->m;
  const double mu = m->rates->mu, *by = of->f->mode[of->number];
  const void *const q[3] = {m->q[0], m->q[1], m->q[2]};
  const ptrdiff_t n = cat_bay_modes(b), first = (ptrdiff_t)b->mode * k.nd + from;
  const CatLanePast past = m->modes;
  Form M[2] = {{{0}, {0}, {0}}, {{0}, {0}, {0}}}, A[2] = {{{0}, {0}, {0}}, {{0}, {0}, {0}}};
  for (ptrdiff_t j = 0; j < n; j++) {
    UNROLL(2)
    for (int v = 0; v < count; v++) {
      const ptrdiff_t at = first + j * k.nd + v;
      const Dec mass = weight_at(by, j, from + v, k), q1 = mode_at(q[1], at);
      const Dec one = q1 - mode_at(q[2], at), two = mode_at(q[0], at) - q1;
      const Past p = past_at(&past, at), next = after(p, one, mu);
      const Dec u = one * one + two * two, x = one * p.x + two * next.x,
                y = one * p.y + two * next.y;
      M[v].u += mass * u, M[v].x += mass * x, M[v].y += mass * y;
      A[v].u += u, A[v].x += x, A[v].y += y;
      past_set(&past, at, after(next, two, mu));
    }
  }
  UNROLL(2)
  for (int v = 0; v < count; v++) to[v].M = M[v], to[v].A = A[v];
}

//------------------------------------------------------------------------------- ends of bays

// What the ends of a bay do in one vector: differences in each step, x and y at the beginning.
typedef struct EndMotion {
  Dec u[STEPS][ENDS], x[ENDS], y[ENDS];
} EndMotion;

INLINE void find_end_motion(const CatLaneMotion *m, const Ends *ends, EndMotion *e, int v, Kind k) {
  double *const from[4] = {m->du[0], m->du[1], m->nodes.x, m->nodes.y};
  Dec *const to[4] = {e->u[0], e->u[1], e->x, e->y};
  Dec R[8];
  frames(ends->F, R, v, k);
  UNROLL(4)
  for (int i = 0; i < 4; i++) {
    turned_in(R, node_of(from[i], ends->left, k) + v, node_of(from[i], ends->right, k) + v, to[i],
              1, k);
  }
}

// A family of ends: the first one, how many, the place of its projections; M and A.
typedef struct EndFamily {
  int end, n, at;
  const double *M, *A;
} EndFamily;

// Two ends, so that what is loaded is used twice: what M and A make of the others, added.
INLINE void times_ends(const EndFamily *f, const EndMotion *e, int r, Dec by[2][STEPS][2], Kind k) {
  const int n = f->n;
  UNROLL(8)
  for (int c = 0; c < n; c++) {
    Dec u[STEPS];
    UNROLL(2)
    for (int s = 0; s < STEPS; s++) u[s] = e->u[s][f->end + c];
    UNROLL(2)
    for (int i = 0; i < 2; i++) {
      const int at = n * (r + i) + c;
      const Dec M = coefficient(f->M, at, 0, k), A = coefficient(f->A, at, 0, k);
      UNROLL(2)
      for (int s = 0; s < STEPS; s++) by[i][s][0] += M * u[s], by[i][s][1] += A * u[s];
    }
  }
}

// P of modes stands twice in M, once with du and once with what it is multiplied with.
INLINE void account_family(const EndFamily *f, const EndMotion *e, const CatLaneMotion *m,
                           BayForm *to, Kind k) {
  const double mu = m->rates->mu;
  const Dec *const P[3] = {(const Dec *)m->project[0], (const Dec *)m->project[1],
                           (const Dec *)m->project[2]};
  BayForm x = *to;
  for (int r = 0; r < rolled(f->n); r += 2) {
    Dec by[2][STEPS][2] = {{{{0}}}}, dP[2][STEPS];
    UNROLL(2)
    for (int i = 0; i < 2; i++) {
      const int here = f->at + (r + i) * k.nd;
      by[i][0][0] = dP[i][0] = P[1][here] - P[2][here];
      by[i][1][0] = dP[i][1] = P[0][here] - P[1][here];
    }
    times_ends(f, e, r, by, k);
    UNROLL(2)
    for (int i = 0; i < 2; i++) {
      const int here = f->at + (r + i) * k.nd;
      Past end = {e->x[f->end + r + i], e->y[f->end + r + i]},
           project = past_at(&m->projects, here);
      UNROLL(2)
      for (int s = 0; s < STEPS; s++) {
        const Dec u = e->u[s][f->end + r + i];
        add(&x.M, by[i][s][0], u, end);
        add(&x.P, u, dP[i][s], project);
        add(&x.A, by[i][s][1], u, end);
        end = after(end, u, mu), project = after(project, dP[i][s], mu);
      }
      past_set(&m->projects, here, project);
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
                              .A = coefs(M, cat_form_entries(form), k)};
    if (n > 0) account_family(&family, e, of->m, x, k);
    M = coefs(M, n * n, k);
  }
}

typedef struct Sums {
  Dec C_vb, M_da, stiff;
} Sums;

// What a form adds to the account with weights of its own in M, C and K.
INLINE Dec weighted(const double by[CAT_RATES], const Form *x) {
  return by[0] * x->u + by[1] * x->x + by[2] * x->y;
}

INLINE void add_form(const CatLaneRates *r, const Form *x, Dec C, Dec K, Sums *to) {
  to->C_vb += C * weighted(r->v_b, x);
  to->stiff += C * weighted(r->dv, x) + K * x->u;
}

INLINE void account_bay(const BayAccount *of, int form, Sums *to, Kind k) {
  const CatLaneRates *r = of->m->rates;
  const double *by = coefs(of->f->bay, CAT_FORM_BAY * of->number, k);
  const Form none = {{0}, {0}, {0}};
  BayForm of_modes[DWIDEST];
  for (int v = 0; v < rolled((k.nd + 1) / 2); v++) {
    account_modes(of, of_modes + 2 * v, 2 * v, k.nd < 2 ? 1 : 2, k);
  }
  for (int v = 0; v < rolled(k.nd); v++) {
    BayForm x = {of_modes[v].M, none, of_modes[v].A};
    account_ends(of, form, &x, v, k);
    x.M.u += x.P.u, x.M.x += x.P.x, x.M.y += x.P.y;
    to->M_da += weighted(r->m, &x.M);
    add_form(r, &x.M, coefficient(by, 0, v, k), coefficient(by, 2, v, k), to);
    add_form(r, &x.A, coefficient(by, 1, v, k), coefficient(by, 3, v, k), to);
  }
}

//------------------------------------------------------------------------------- knots

// One node, in one vector: its coordinates stand k.nd vectors apart.
typedef struct Node {
  const Dec *u[STEPS];
  CatLanePast past;
  double mu;
} Node;

INLINE Node node_at(const CatLaneMotion *m, int i, int v, Kind k) {
  const CatLanePast past = {(double *)(node_of(m->nodes.x, i, k) + v),
                            (double *)(node_of(m->nodes.y, i, k) + v)};
  return (Node){.u = {node_of(m->du[0], i, k) + v, node_of(m->du[1], i, k) + v},
                .past = past,
                .mu = m->rates->mu};
}

// At the beginning of a step.
INLINE Past node_past(const Node *n, int s, int at) {
  const Past p = past_at(&n->past, at);
  return s > 0 ? after(p, n->u[0][at], n->mu) : p;
}

// Differences at knots.
INLINE void move_knots(int knots, const CatLaneMotion *m, Kind k) {
  const Dec *u0 = (const Dec *)m->u[0], *u1 = (const Dec *)m->u[1], *u2 = (const Dec *)m->u[2];
  Dec *one = (Dec *)m->du[0], *two = (Dec *)m->du[1];
  for (int i = 0; i < B * knots * k.nd; i++) {
    const Dec middle = u1[i];
    one[i] = middle - u2[i], two[i] = u0[i] - middle;
  }
}

// A block of one node.
INLINE void own_form(const double *A, const Node *i, Form *x, Kind k) {
  Dec u[STEPS][B];  // in registers
  UNROLL(2)
  for (int s = 0; s < STEPS; s++) {
    UNROLL(6)
    for (int c = 0; c < B; c++) u[s][c] = i->u[s][c * k.nd];
  }
  for (int r = 0; r < rolled(B); r++) {
    Dec Au[STEPS] = {{0}};
    UNROLL(6)
    for (int c = 0; c < B; c++) {
      const Dec by = coefficient(A, B * r + c, 0, k);
      UNROLL(2)
      for (int s = 0; s < STEPS; s++) Au[s] += by * u[s][c];
    }
    UNROLL(2)
    for (int s = 0; s < STEPS; s++) add(x, Au[s], i->u[s][r * k.nd], node_past(i, s, r * k.nd));
  }
}

// A block between two, of their first n components, and its mirror image.
INLINE void pair_form(const double *A, int n, const Node *i, const Node *j, Form *x, Kind k) {
  Dec back[STEPS][B] = {{{0}}};  // A'u of the first
  for (int r = 0; r < n; r++) {
    Dec Au[STEPS] = {{0}};
    UNROLL(6)
    for (int c = 0; c < n; c++) {
      const Dec by = coefficient(A, B * r + c, 0, k);
      UNROLL(2)
      for (int s = 0; s < STEPS; s++) {
        Au[s] += by * j->u[s][c * k.nd], back[s][c] += by * i->u[s][r * k.nd];
      }
    }
    UNROLL(2)
    for (int s = 0; s < STEPS; s++) add(x, Au[s], i->u[s][r * k.nd], node_past(i, s, r * k.nd));
  }
  UNROLL(2)
  for (int s = 0; s < STEPS; s++) {
    UNROLL(6)
    for (int c = 0; c < n; c++) {
      add(x, back[s][c], j->u[s][c * k.nd], node_past(j, s, c * k.nd));
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
      const Dec up = i->u[s][at], us = i->u[s][other];
      add(x, p * up + both * us, up, node_past(i, s, at));
      add(x, both * up + slope * us, us, node_past(i, s, other));
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
      const Dec u = i->u[s][at], w = j->u[s][at];
      add(x, by * w, u, node_past(i, s, at));
      add(x, by * u, w, node_past(j, s, at));
    }
  }
}

// Mass, stiffness and extra damping at knots and of links.
typedef struct KnotForms {
  Form M, K, D;
} KnotForms;

// x and y of one node go on, to the end of both steps.
INLINE void age_node(const Node *n, Kind k) {
  UNROLL(6)
  for (int i = 0; i < B * k.nd; i += k.nd) {
    past_set(&n->past, i, after(node_past(n, 1, i), n->u[1][i], n->mu));
  }
}

INLINE void account_own(const BayAccount *of, KnotForms *x, int v, Kind k) {
  const CatLaneGroup *g = of->g;
  const double *near = vector_of(of->f->near, v, k), *mass = vector_of(g->mass, v, k);
  const double *extra = g->extra ? vector_of(g->extra, v, k) : NULL;
  for (int n = 0; n < g->plan->nknot; n++) {
    const Node room = node_at(of->m, n, v, k), *i = &room;
    own_form(coefs(near, BB * n, k), i, &x->K, k);
    if (g->plan->plain) {
      plain_own_form(coefs(mass, 3 * n, k), i, &x->M, k);
    } else {
      own_form(coefs(mass, BB * n, k), i, &x->M, k);
    }
    if (extra) own_form(coefs(extra, BB * n, k), i, &x->D, k);
    age_node(i, k);
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
    const Form none = {{0}, {0}, {0}};
    KnotForms x = {none, none, none};
    account_links(of, &x, v, k);
    account_own(of, &x, v, k);
    to->M_da += weighted(r->m, &x.M);
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

static void add_sums(const Sums *x, CatStepSums *to) {
  to->C_vb += total(x->C_vb), to->M_da += total(x->M_da), to->stiff += total(x->stiff);
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
    const int b = of.number;
    (g->alike[b] ? loops->alike : loops->bay)[p->bay[b].form](&of, &x);
  }
  loops->knots(&of, &x);
  add_sums(&x, to);
}

//------------------------------------------------------------------------------- border

static void border_differences(const CatBorderMotion *m) {
  const double *u0 = m->u[0], *u1 = m->u[1], *u2 = m->u[2];
  for (int i = 0; i < m->n; i++) m->du[0][i] = u1[i] - u2[i], m->du[1][i] = u0[i] - u1[i];
}

// x = A r in both steps
INLINE void multiply_both(const CatLaneTerms *a, double *const r[STEPS], double *const x[STEPS]) {
  for (int g = 0; g < a->n; g++) {
    Four sum[STEPS] = {{0}}, other[STEPS] = {{0}};
    for (int k = a->start[g]; k < a->start[g + 1]; k += 2) {
      UNROLL(2)
      for (int s = 0; s < STEPS; s++) {
        add_term(a, k, r[s], &sum[s]);
        add_term(a, k + 1, r[s], &other[s]);
      }
    }
    UNROLL(2)
    for (int s = 0; s < STEPS; s++) *(Four *)(x[s] + a->row[g]) = sum[s] + other[s];
  }
}

INLINE Past loose_past(const CatBorderMotion *m, int i) {
  return (Past){*(const Loose *)(m->past.x + i), *(const Loose *)(m->past.y + i)};
}

// Around vectors there is room, with zeros.
INLINE Form border_form(const CatBorderMotion *m, const CatLaneTerms *A) {
  Form x = {{0}, {0}, {0}};
  if (A->start[A->n] == 0) return x;
  multiply_both(A, m->du, m->room);
  for (int i = 0; i < m->n; i += DLANES) {
    const Dec one = *(const Loose *)(m->du[0] + i), two = *(const Loose *)(m->du[1] + i);
    const Past p = loose_past(m, i);
    add(&x, *(const Loose *)(m->room[0] + i), one, p);
    add(&x, *(const Loose *)(m->room[1] + i), two, after(p, one, m->rates->mu));
  }
  return x;
}

static void account_border(const CatBorderMotion *m, CatStepSums *to) {
  const Dec one = 1 - (Dec){0};
  const double mu = m->rates->mu;
  const Form M = border_form(m, m->M), K = border_form(m, m->K), D = border_form(m, m->D);
  Sums x = {{0}, weighted(m->rates->m, &M), {0}};
  add_form(m->rates, &M, m->alpha * one, (Dec){0}, &x);
  add_form(m->rates, &K, m->beta * one, one, &x);
  add_form(m->rates, &D, one, (Dec){0}, &x);
  add_sums(&x, to);
  for (int i = 0; i < m->n; i += DLANES) {
    const Dec first = *(const Loose *)(m->du[0] + i), last = *(const Loose *)(m->du[1] + i);
    const Past p = after(after(loose_past(m, i), first, mu), last, mu);
    *(Loose *)(m->past.x + i) = p.x, *(Loose *)(m->past.y + i) = p.y;
  }
}
