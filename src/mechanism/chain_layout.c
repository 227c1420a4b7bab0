// Coordinates, masses, springs and dampers of a chain and what it has beside it.
#include <string.h>

#include "chain.h"

void cat_chain_assemble(const CatMassChainSpec *spec, double *M, double *C, double *K) {
  int n = spec->nmass;
  for (int j = 0; j < n; j++) {
    const CatChainMass *b = &spec->masses[j];
    M[j] = b->mass;
    K[j * n + j] += b->stiffness;
    C[j * n + j] += b->damping;
    if (j + 1 == n) continue;
    K[(j + 1) * n + j + 1] += b->stiffness;
    C[(j + 1) * n + j + 1] += b->damping;
    K[j * n + j + 1] -= b->stiffness, K[(j + 1) * n + j] -= b->stiffness;
    C[j * n + j + 1] -= b->damping, C[(j + 1) * n + j] -= b->damping;
  }
}

//------------------------------------------------------------------------------- coordinates

static CatChainLayout lay_out(const CatMassChainSpec *spec, const CatPantographParts *parts) {
  CatChainLayout at = {.nport = parts->strips.distance > 0 ? 2 : 1, .roll = -1};
  int more = spec->nmass - 1;
  at.head = parts->strips.mass > 0 ? at.nport : 0;
  at.body = at.head + at.nport;
  at.last = more > 0 ? at.body + more - 1 : at.head;
  at.n = at.body + more;
  if (parts->roll.given) at.roll = at.n++;
  bool more_than_springs = parts->head.given || parts->njoint > 0;
  at.plain = at.n == spec->nmass && at.nport == 1 && !more_than_springs;
  return at;
}

void cat_chain_push(const CatChain *p, int body, double force, double *f) {
  const CatChainLayout *at = &p->at;
  if (body > 0) {
    f[at->body + body - 1] += force;
    return;
  }
  for (int i = 0; i < at->nport; i++) f[at->head + i] += force / at->nport;
}

//------------------------------------------------------------------------------- links

static void connect(CatChain *p, CatLink link) {
  p->link[p->nlink++] = link;
}

// Strips on the head, the head on the second body, and so on down to the ground.
static CatStatus make_links(CatContext *ctx, CatChain *p) {
  const CatChainLayout *at = &p->at;
  const CatChainMass *mass = p->spec->masses;
  double share = 1.0 / at->nport;
  int below = p->spec->nmass > 1 ? at->body : -1;
  for (int i = 0; i < at->nport && at->head > 0; i++) {
    connect(p, (CatLink){i, at->head + i, p->parts.strips.stiffness, p->parts.strips.damping, -1});
  }
  for (int i = 0; i < at->nport; i++) {
    CatLink link = {at->head + i, below, share * mass->stiffness, share * mass->damping, -1};
    if (p->parts.head.given) {
      CatRational *r = &p->suspension[i];
      CAT_TRY(cat_rational_new(ctx, &p->parts.head, share, p->step.h, r));
      link.k = r->stiffness, link.c = r->damping, link.extra = i;
    }
    connect(p, link);
  }
  for (int j = 1; j < p->spec->nmass; j++) {
    int a = at->body + j - 1, b = j + 1 < p->spec->nmass ? a + 1 : -1;
    connect(p, (CatLink){a, b, mass[j].stiffness, mass[j].damping, -1});
  }
  return CAT_OK;
}

static void add_link(int n, const CatLink *l, double k, double *K) {
  K[l->a * n + l->a] += k;
  if (l->b < 0) return;
  K[l->b * n + l->b] += k;
  K[l->a * n + l->b] -= k, K[l->b * n + l->a] -= k;
}

//------------------------------------------------------------------------------- matrices

static void find_masses(CatChain *p) {
  const CatChainLayout *at = &p->at;
  for (int i = 0; i < at->nport && at->head > 0; i++) p->M[i] = p->parts.strips.mass;
  for (int j = 0; j < p->spec->nmass; j++) cat_chain_push(p, j, p->spec->masses[j].mass, p->M);
  if (at->roll >= 0) p->M[at->roll] = p->parts.roll.inertia;
}

// Two springs side by side, each at half the distance: k_phi = 2 k12 (d/2)^2.
static double against_roll(const CatChain *p, double each) {
  return each * p->parts.roll.distance * p->parts.roll.distance / 2;
}

CatStatus cat_chain_lay_out(CatContext *ctx, CatChain *p) {
  p->at = lay_out(p->spec, &p->parts);
  p->n = p->at.n;
  CAT_TRY(make_links(ctx, p));
  find_masses(p);
  for (int i = 0; i < p->nlink; i++) {
    add_link(p->n, &p->link[i], p->link[i].k, p->K);
    add_link(p->n, &p->link[i], p->link[i].c, p->C);
  }
  int roll = p->at.roll;
  if (roll >= 0) {
    p->K[roll * p->n + roll] = against_roll(p, p->parts.roll.stiffness);
    p->C[roll * p->n + roll] = against_roll(p, p->parts.roll.damping);
  }
  const CatLink *ground = &p->link[p->nlink - 1];
  p->ground_k = ground->k, p->ground_c = ground->c;
  p->offset[1] = p->parts.strips.distance;  // the rear one, at the reference, comes first
  return CAT_OK;
}

static double at_rest(const CatChain *p, const CatLink *l) {
  return l->k + (l->extra >= 0 ? p->suspension[l->extra].at_rest : 0);
}

bool cat_chain_is_held(const CatChain *p) {
  for (int i = 0; i < p->nlink; i++) {
    if (!(at_rest(p, &p->link[i]) > 0)) return false;
  }
  return true;
}

void cat_chain_statics(const CatChain *p, double weak, double *K) {
  int n = p->n, roll = p->at.roll;
  memset(K, 0, sizeof p->K);
  if (roll >= 0) K[roll * n + roll] = p->K[roll * n + roll];
  for (int i = 0; i < p->nlink; i++) {
    double k = at_rest(p, &p->link[i]);
    add_link(n, &p->link[i], k > 0 ? k : weak, K);
  }
}
