// The account of energy of a group (kernel.h, CatLaneForms), part of kernel_body.h: all that is
// quadratic in the last step, in modes and at knots.

// One coordinate in one step.
typedef struct Moved {
  Dec du, dv, da;
} Moved;

INLINE Moved move(const CatLaneRates *r, Dec du, Dec *w, Dec *a) {
  Dec w0 = *w, a0 = *a, da = r->a_u * du - w0;
  *w = w0 + r->w_a * a0 + r->w_da * da;
  *a = a0 + da;
  return (Moved){du, a0 + r->v_da * da, da};
}

typedef struct Sums {
  Dec C_vb, M_da, stiff;
} Sums;

//------------------------------------------------------------------------------- modes

// A vector of modes as doubles.
INLINE Dec mode_at(const void *q, int i) {
  if (RATIO == 1) return ((const Dec *)q)[i];
  typedef Real Half __attribute__((vector_size(CAT_VECTOR / RATIO), may_alias));
  return __builtin_convertvector(((const Half *)q)[i], Dec);
}

INLINE Dec form_of_mode(const double *c, int i, int v, Kind k) {
  if (k.alike) return c[i] - (Dec){0};
  return ((const Dec *)c)[i * k.nd + v];
}

INLINE void account_modes(int n, int first, const double *restrict C, const CatLaneMotion *m,
                          Sums *to, Kind k) {
  Sums x = *to;
  const CatLaneRates r = *m->rates;
  const void *restrict end = m->q[0], *restrict begin = m->q[1];
  Dec *restrict qw = (Dec *)m->qw, *restrict qa = (Dec *)m->qa;
  for (int j = 0; j < n; j++) {
    UNROLL(4)
    for (int v = 0; v < k.nd; v++) {
      int at = (first + j) * k.nd + v;
      Moved d = move(&r, mode_at(end, at) - mode_at(begin, at), &qw[at], &qa[at]);
      Dec Mda = form_of_mode(C, 3 * j, v, k) * d.da, Cdu = form_of_mode(C, 3 * j + 1, v, k) * d.du;
      x.M_da += Mda * (r.m_da * d.da + r.m_du * d.du);
      x.C_vb += Cdu * (r.c_da * d.da + r.c_du * d.du);
      x.stiff += Cdu * d.dv + form_of_mode(C, 3 * j + 2, v, k) * d.du * d.du;
    }
  }
  *to = x;
}

//------------------------------------------------------------------------------- ends of bays

// What joins the modes of a bay to its ends: M by their projections, C and K by multiples of M.
INLINE void account_ends(const CatLaneGroup *g, const CatLaneForms *f, int number,
                         const CatLaneMotion *m, Sums *to, Kind k) {
  const CatBay *b = &g->plan->bay[number];
  const double *F = coefs(g->frame, b->frame_at, k), *join = coefs(f->join, 2 * number, k);
  const CatLaneRates r = *m->rates;
  const double *const of[3] = {m->du, m->dv, m->da};
  for (int v = 0; v < rolled(k.nd); v++) {
    Dec e[3][ENDS * DWIDEST], uu = {0}, ua = {0}, aa = {0}, uv = {0};
    for (int i = 0; i < 3; i++) {
      ends_in(F, node_of((double *)of[i], place_of(g->plan, b->left), k),
              node_of((double *)of[i], place_of(g->plan, b->right), k), e[i], v, k);
    }
    for (int i = 0; i < ENDS; i++) {
      int at = (ENDS * number + i) * k.nd + v, end = i * k.nd + v;
      Dec dp = ((const Dec *)m->project[0])[at] - ((const Dec *)m->project[1])[at];
      Moved p = move(&r, dp, (Dec *)m->pw + at, (Dec *)m->pa + at);
      uu += p.du * e[0][end];
      ua += p.du * e[2][end] + p.da * e[0][end];
      aa += p.da * e[2][end];
      uv += p.du * e[1][end] + p.dv * e[0][end];
    }
    const Dec C = coefficient(join, 0, v, k), K = coefficient(join, 1, v, k);
    to->M_da += 2 * r.m_da * aa + r.m_du * ua;
    to->C_vb += C * (2 * r.c_du * uu + r.c_da * ua);
    to->stiff += C * uv + 2 * K * uu;
  }
}

//------------------------------------------------------------------------------- knots

// One node, in one vector.
typedef struct Node {
  Dec du[B], dv[B], da[B];
} Node;

INLINE Node node_at(const CatLaneMotion *m, int i, int v, Kind k) {
  const Dec *du = node_of(m->du, i, k), *dv = node_of(m->dv, i, k), *da = node_of(m->da, i, k);
  Node n;
  UNROLL(6)
  for (int c = 0; c < B; c++) {
    n.du[c] = du[c * k.nd + v], n.dv[c] = dv[c * k.nd + v], n.da[c] = da[c * k.nd + v];
  }
  return n;
}

// Differences at knots and ghosts.
INLINE void move_nodes(const CatLaneForms *f, const CatLaneMotion *m, Kind k) {
  const CatLaneRates r = *m->rates;
  const Dec *restrict du = (const Dec *)m->du;
  Dec *restrict w = (Dec *)m->w, *restrict a = (Dec *)m->a;
  Dec *restrict dv = (Dec *)m->dv, *restrict da = (Dec *)m->da;
  for (int i = 0; i < B * f->nnode * k.nd; i++) {
    Moved d = move(&r, du[i], &w[i], &a[i]);
    dv[i] = d.dv, da[i] = d.da;
  }
}

// The forms M, C and K of one node, their blocks one after the other.
INLINE void account_own(const double *A, const CatLaneMotion *m, int node, Sums *x, Kind k) {
  const double *C = coefs(A, BB, k), *K = coefs(C, BB, k);
  const CatLaneRates *r = m->rates;
  for (int v = 0; v < rolled(k.nd); v++) {
    const Node i = node_at(m, node, v, k);
    UNROLL(6)
    for (int row = 0; row < B; row++) {
      Dec Mda = {0}, Cdu = {0}, Kdu = {0};
      UNROLL(6)
      for (int c = 0; c < B; c++) {
        Mda += coefficient(A, B * row + c, v, k) * i.da[c];
        Cdu += coefficient(C, B * row + c, v, k) * i.du[c];
        Kdu += coefficient(K, B * row + c, v, k) * i.du[c];
      }
      x->M_da += Mda * (r->m_da * i.da[row] + r->m_du * i.du[row]);
      x->C_vb += Cdu * (r->c_da * i.da[row] + r->c_du * i.du[row]);
      x->stiff += Cdu * i.dv[row] + Kdu * i.du[row];
    }
  }
}

// And of two nodes.
INLINE void account_pair(const double *A, const CatLaneMotion *m, const int pair[2], Sums *x,
                         Kind k) {
  const double *C = coefs(A, BB, k), *K = coefs(C, BB, k);
  const CatLaneRates *rates = m->rates;
  const double m_da = 2 * rates->m_da, m_du = rates->m_du, c_du = 2 * rates->c_du,
               c_da = rates->c_da;
  for (int v = 0; v < rolled(k.nd); v++) {
    const Node j = node_at(m, pair[1], v, k);
    const Dec *du = node_of(m->du, pair[0], k) + v, *dv = node_of(m->dv, pair[0], k) + v,
              *da = node_of(m->da, pair[0], k) + v;
    for (int r = 0; r < B; r++) {
      Dec Mda = {0}, Mdu = {0}, Cdu = {0}, Cda = {0}, Cdv = {0}, Kdu = {0};
      UNROLL(6)
      for (int c = 0; c < B; c++) {
        const Dec mass = coefficient(A, B * r + c, v, k), damper = coefficient(C, B * r + c, v, k);
        Mda += mass * j.da[c], Mdu += mass * j.du[c];
        Cdu += damper * j.du[c], Cda += damper * j.da[c], Cdv += damper * j.dv[c];
        Kdu += coefficient(K, B * r + c, v, k) * j.du[c];
      }
      const Dec u = du[r * k.nd], a = da[r * k.nd];
      x->M_da += (m_da * Mda + m_du * Mdu) * a + m_du * Mda * u;
      x->C_vb += (c_du * Cdu + c_da * Cda) * u + c_da * Cdu * a;
      x->stiff += Cdu * dv[r * k.nd] + (Cdv + 2 * Kdu) * u;
    }
  }
}

INLINE void account_knots(const CatLaneForms *f, const CatLaneMotion *m, Sums *to, Kind k) {
  const double *A = f->block;
  Sums x = *to;
  for (int n = 0; n < f->nnode; n++, A = coefs(A, 3 * BB, k)) account_own(A, m, n, &x, k);
  for (int n = 0; n < f->npair; n++, A = coefs(A, 3 * BB, k)) account_pair(A, m, f->pair[n], &x, k);
  *to = x;
}

//------------------------------------------------------------------------------- kinds

#define DEFINE_ACCOUNT(name, nv, shared)                                                           \
  ALONE void modes_##name(const CatLaneGroup *g, const CatLaneForms *f, const CatLaneMotion *m,    \
                          Sums *x) {                                                               \
    for (int b = 0; b < g->plan->nbay; b++) {                                                      \
      const CatBay *bay = &g->plan->bay[b];                                                        \
      int n = cat_bay_modes(bay);                                                                  \
      if (g->alike[b]) {                                                                           \
        account_modes(n, bay->mode, f->mode[b], m, x, kind_of(nv, shared, true));                  \
      } else {                                                                                     \
        account_modes(n, bay->mode, f->mode[b], m, x, kind_of(nv, shared, false));                 \
      }                                                                                            \
    }                                                                                              \
  }                                                                                                \
  ALONE void nodes_##name(const CatLaneGroup *g, const CatLaneForms *f, const CatLaneMotion *m,    \
                          Sums *x) {                                                               \
    move_nodes(f, m, kind_of(nv, shared, true));                                                   \
    for (int b = 0; b < g->plan->nbay; b++) {                                                      \
      account_ends(g, f, b, m, x, kind_of(nv, shared, true));                                      \
    }                                                                                              \
    account_knots(f, m, x, kind_of(nv, shared, true));                                             \
  }

DEFINE_ACCOUNT(single_own, 1, false)
DEFINE_ACCOUNT(single_shared, 1, true)
DEFINE_ACCOUNT(double_own, 2, false)
DEFINE_ACCOUNT(double_shared, 2, true)

typedef void AccountLoop(const CatLaneGroup *g, const CatLaneForms *f, const CatLaneMotion *m,
                         Sums *x);

INLINE double total(Dec x) {
  double sum = 0;
  UNROLL(8)
  for (int l = 0; l < DLANES; l++) sum += x[l];
  return sum;
}

static void account(const CatLaneGroup *g, const CatLaneForms *f, const CatLaneMotion *m,
                    CatStepSums *to) {
  static AccountLoop *const modes[] = {modes_single_own, modes_single_shared, modes_double_own,
                                       modes_double_shared};
  static AccountLoop *const nodes[] = {nodes_single_own, nodes_single_shared, nodes_double_own,
                                       nodes_double_shared};
  int kind = (g->width > LANES ? 2 : 0) + (g->shared ? 1 : 0);
  Sums x = {{0}, {0}, {0}};
  modes[kind](g, f, m, &x);
  nodes[kind](g, f, m, &x);
  to->C_vb += total(x.C_vb);
  to->M_da += total(x.M_da);
  to->stiff += total(x.stiff);
}
