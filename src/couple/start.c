// The beginning of a run: structures and mechanisms at rest on each other. Nonlinear structures are
// at rest where K u = forces - what theirs are beyond K u, which is found again and again.
#include <math.h>
#include <string.h>

#include "sim.h"

enum { TRIALS = 100 };

// A contact, or a tie that would have to push.
typedef struct StartPort {
  int contact, tie;  // one of them is -1
  int structure;
  CatPortVector b;
  double *lift;  // of its structure, by a unit force (n)
} StartPort;

typedef struct Start {
  CatSim *s;
  CatArena *scratch;
  CatStatics *statics;  // of each structure
  double **u;           // each structure, displaced
  double **force;       // of each nonlinear structure beyond K u (n) [N]
  double **free;        // each nonlinear structure under these alone (n) [m]
  double **was;         // each nonlinear structure in the trial before (n) [m]
  bool tangent;         // K is that of the trial, else that at rest
  double *stretch;      // of all ties beyond what their ports read (ntie) [m]
  CatStand *stand;      // of each mechanism
  int nport;
  StartPort *port;  // (ncontact + ntie)
  double *p;        // forces found; y of ties [N] (likewise)
} Start;

static CatStatus add_port(Start *b, StartPort port) {
  CatStructure *on = b->s->structure[port.structure];
  port.lift = CAT_ARENA(b->scratch, on->n, double);
  if (!port.lift) return CAT_ERR_MEMORY;
  cat_port_vector_apply(&port.b, 1, port.lift);
  const CatStatics *K = &b->statics[port.structure];
  K->solve(K->self, port.lift);
  b->port[b->nport++] = port;
  return CAT_OK;
}

static CatStatus add_contact(Start *b, int i) {
  const CatContact *k = &b->s->contact[i];
  return add_port(b, (StartPort){i, -1, k->is.structure, k->seat->port, NULL});
}

static CatStatus add_tie(Start *b, int structure, int tie) {
  const CatStructure *on = b->s->structure[structure];
  CatPortVector port = on->ops->tie_port(on, tie - b->s->first_tie[structure]);
  return add_port(b, (StartPort){-1, tie, structure, port, NULL});
}

static double lifted(const StartPort *port, const StartPort *by) {
  return port->structure == by->structure ? cat_port_vector_read(&port->b, by->lift) : 0;
}

// A place on a structure under no forces but those that are beyond K u.
static double free_reading(const Start *b, const StartPort *port) {
  const double *free = b->free[port->structure];
  return free ? cat_port_vector_read(&port->b, free) : 0;
}

static CatStatus prepare_structure(Start *b, int i) {
  const CatStructure *on = b->s->structure[i];
  b->u[i] = CAT_ARENA(b->scratch, on->n, double);
  if (!b->u[i]) return CAT_ERR_MEMORY;
  if (b->s->beyond[i]) {
    b->force[i] = CAT_ARENA(b->scratch, on->n, double);
    b->free[i] = CAT_ARENA(b->scratch, on->n, double);
    b->was[i] = CAT_ARENA(b->scratch, on->n, double);
    if (!b->force[i] || !b->free[i] || !b->was[i]) return CAT_ERR_MEMORY;
  }
  return on->ops->statics(on, b->scratch, &b->statics[i]);
}

static CatStatus prepare(Start *b) {
  CatSim *s = b->s;
  size_t most = (size_t)s->ncontact + (size_t)s->ties->n + 1;
  b->statics = CAT_ARENA(b->scratch, s->nstructure, CatStatics);
  b->u = CAT_ARENA(b->scratch, s->nstructure, double *);
  b->port = CAT_ARENA(b->scratch, most, StartPort);
  b->p = CAT_ARENA(b->scratch, most, double);
  b->force = CAT_ARENA(b->scratch, s->nstructure, double *);
  b->free = CAT_ARENA(b->scratch, s->nstructure, double *);
  b->was = CAT_ARENA(b->scratch, s->nstructure, double *);
  b->stretch = CAT_ARENA(b->scratch, s->ties->n + 1, double);
  bool first = b->statics && b->u && b->port && b->p;
  if (!first || !b->force || !b->free || !b->was || !b->stretch) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->nstructure; i++) CAT_TRY(prepare_structure(b, i));
  for (int i = 0; i < s->ncontact; i++) CAT_TRY(add_contact(b, i));
  return CAT_OK;
}

// Where what a port touches is now; of several, the one that it meets first.
static void see_wires(const Start *b, int i) {
  const CatSim *s = b->s;
  for (int p = 0; p < s->mechanism[i]->nport; p++) b->stand[i].z[p] = NAN;
  for (int k = 0; k < s->nlist[i]; k++) {
    int at = s->list[i][k];
    const CatContact *c = &s->contact[at];
    if (!c->on || !cat_sim_meets_first(s, c)) continue;
    double moved = cat_port_vector_read(&b->port[at].b, b->u[c->is.structure]);
    double pressed = c->is.side * (b->p[at] / c->is.stiffness);
    b->stand[i].z[c->is.port] = c->rest_height + moved + pressed;
  }
}

static CatStatus find_stands(Start *b) {
  CatSim *s = b->s;
  b->stand = CAT_ARENA(b->scratch, s->nmechanism + 1, CatStand);
  if (!b->stand) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->nmechanism; i++) {
    size_t n = (size_t)s->mechanism[i]->nport;
    CatStand *stand = &b->stand[i];
    *stand = (CatStand){.z0 = CAT_ARENA(b->scratch, n, double),
                        .D = CAT_ARENA(b->scratch, n * n, double),
                        .f0 = CAT_ARENA(b->scratch, n, double),
                        .f = CAT_ARENA(b->scratch, n, double),
                        .z = CAT_ARENA(b->scratch, n, double)};
    bool ready = stand->z0 && stand->D && stand->f0 && stand->f && stand->z;
    if (!ready) return CAT_ERR_MEMORY;
    see_wires(b, i);
    CAT_TRY(s->mechanism[i]->ops->stand(s->ctx, s->mechanism[i], stand));
  }
  return CAT_OK;
}

static void grow(double *most, double size) {
  if (!(size <= *most)) *most = size;  // what is no number is most
}

// Nonlinear mechanisms stand as the forces found last make them; returns how much these changed.
static CatStatus stand_again(Start *b, double *change) {
  CatSim *s = b->s;
  *change = 0;
  for (int i = 0; i < s->nmechanism; i++) {
    CatMechanism *m = s->mechanism[i];
    if (!m->ops->imbalance) continue;
    for (int p = 0; p < m->nport; p++) {
      double force = 0;
      for (int k = 0; k < s->nlist[i]; k++) {
        const CatContact *c = &s->contact[s->list[i][k]];
        if (c->is.port == p) force -= c->is.side * b->p[s->list[i][k]];
      }
      grow(change, fabs(force - b->stand[i].f[p]));
      b->stand[i].f[p] = force;
    }
    see_wires(b, i);
    CAT_TRY(m->ops->stand(s->ctx, m, &b->stand[i]));
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- the small problem

static bool same_port(const CatContact *a, const CatContact *b) {
  return a->is.mechanism == b->is.mechanism && a->is.port == b->is.port;
}

// What a force at port j moves a structure by, at port i: contacts press, slack ties let go.
static double moved(const Start *b, int i, int j) {
  const StartPort *by = &b->port[j];
  double sign = by->contact >= 0 ? b->s->contact[by->contact].is.side : -1;
  return sign * lifted(&b->port[i], by);
}

// A mechanism that nothing else holds presses with the forces that it must; of several contacts of
// a port, the one that it meets first bears what the others leave.
static void free_row(const CatSim *s, const CatContact *k, const CatStand *stand, double *W,
                     double *q) {
  const CatMechanism *m = s->mechanism[k->is.mechanism];
  double must = m->known ? m->known[k->is.port] : -k->is.side * stand->f0[k->is.port];
  double force = cat_sim_meets_first(s, k) ? must : 0;
  for (int i = 0; i < s->ncontact; i++) {
    const CatContact *other = &s->contact[i];
    bool shares = force > 0 && !m->known && other->on && same_port(k, other);
    W[i] = other == k || shares ? 1 : 0;
  }
  *q = force > 0 ? -force : 1;
}

// Another contact of a port that meets a nearer one first touches, too, once that one gave way as
// far: the difference of their gaps, s_i - s_j with s = side height + p/k, is not negative.
static void rival_row(const Start *b, int i, const CatContact *first, double *W, double *q) {
  const CatSim *s = b->s;
  const CatContact *k = &s->contact[b->port[i].contact];
  int nearer = (int)(first - s->contact);
  for (int j = 0; j < b->nport; j++) {
    W[j] = k->is.side * (moved(b, i, j) - moved(b, nearer, j));
  }
  W[i] += 1 / k->is.stiffness;
  W[nearer] -= 1 / first->is.stiffness;
  double free = free_reading(b, &b->port[i]) - free_reading(b, &b->port[nearer]);
  *q = k->is.side * (k->rest_height - first->rest_height + free);
}

// The contact that a port meets before this one, if it is to share its force with it; else NULL.
static const CatContact *find_first(const Start *b, const CatContact *k) {
  const CatSim *s = b->s;
  bool shares = k->on && !b->stand[k->is.mechanism].held && !s->mechanism[k->is.mechanism]->known;
  for (int i = 0; i < s->ncontact && shares; i++) {
    const CatContact *other = &s->contact[i];
    if (other != k && same_port(k, other) && cat_sim_meets_first(s, other)) return other;
  }
  return NULL;
}

static void contact_row(const Start *b, int i, double *W, double *q) {
  const CatSim *s = b->s;
  const CatContact *k = &s->contact[b->port[i].contact];
  const CatStand *stand = &b->stand[k->is.mechanism];
  int n = s->mechanism[k->is.mechanism]->nport;
  const CatContact *first = find_first(b, k);
  if (first) {
    rival_row(b, i, first, W, q);
    return;
  }
  if (!k->on || !stand->held) {
    free_row(s, k, stand, W, q);
    return;
  }
  for (int j = 0; j < b->nport; j++) {
    W[j] = k->is.side * moved(b, i, j);
    int other = b->port[j].contact;
    if (other < 0 || s->contact[other].is.mechanism != k->is.mechanism) continue;
    double D = stand->D[k->is.port * n + s->contact[other].is.port];
    double law = j == i ? 1 / k->is.stiffness : 0;
    W[j] += k->is.side * s->contact[other].is.side * D + law;
  }
  double height = k->rest_height + free_reading(b, &b->port[i]);
  *q = k->is.side * (height - stand->z0[k->is.port]);
}

static void tie_row(const Start *b, int i, double *W, double *q) {
  const CatTies *d = b->s->ties;
  int at = b->port[i].tie;
  for (int j = 0; j < b->nport; j++) W[j] = moved(b, i, j);
  W[i] += 1 / d->k[at];
  *q = d->rest[at] / d->k[at] + b->stretch[at] + free_reading(b, &b->port[i]);
}

static void displace(Start *b) {
  CatSim *s = b->s;
  for (int i = 0; i < s->nstructure; i++) {
    size_t bytes = (size_t)s->structure[i]->n * sizeof *b->u[i];
    memset(b->u[i], 0, bytes);
    if (b->free[i]) memcpy(b->u[i], b->free[i], bytes);
  }
  for (int i = 0; i < b->nport; i++) {
    const StartPort *port = &b->port[i];
    double sign = port->contact >= 0 ? s->contact[port->contact].is.side : -1;
    double force = sign * b->p[i], *u = b->u[port->structure];
    for (int j = 0; j < s->structure[port->structure]->n; j++) u[j] += force * port->lift[j];
  }
}

static CatStatus find_forces(Start *b) {
  size_t n = (size_t)b->nport;
  CatArena *a = b->scratch;
  double *W = CAT_ARENA(a, n * n + 1, double), *q = CAT_ARENA(a, n + 1, double);
  CatLcp lcp = {.n = b->nport,
                .W = W,
                .q = q,
                .p = b->p,
                .active = CAT_ARENA(a, n + 1, bool),
                .work = CAT_ARENA(a, n * (n + 1) + 1, double),
                .pivot = CAT_ARENA(a, n + 1, int)};
  if (!W || !q || !lcp.active || !lcp.work || !lcp.pivot) return CAT_ERR_MEMORY;
  for (int i = 0; i < b->nport; i++) {
    lcp.active[i] = true;
    if (b->port[i].contact >= 0) contact_row(b, i, W + (size_t)i * n, &q[i]);
    if (b->port[i].tie >= 0) tie_row(b, i, W + (size_t)i * n, &q[i]);
  }
  if (n > 0) CAT_TRY(cat_lcp_solve(b->s->ctx, &lcp));
  displace(b);
  return CAT_OK;
}

static double elongation(const Start *b, int structure, int tie) {
  const CatStructure *on = b->s->structure[structure];
  CatPortVector port = on->ops->tie_port(on, tie - b->s->first_tie[structure]);
  return b->stretch[tie] + cat_port_vector_read(&port, b->u[structure]);
}

static bool takes_part(const Start *b, int tie) {
  for (int i = 0; i < b->nport; i++) {
    if (b->port[i].tie == tie) return true;
  }
  return false;
}

// Ties that would have to push join until none is left out.
static CatStatus find_rest(Start *b) {
  const CatSim *s = b->s;
  const CatTies *d = s->ties;
  for (bool grown = true; grown;) {
    CAT_TRY(find_forces(b));
    grown = false;
    for (int on = 0; on < s->nstructure; on++) {
      for (int i = s->first_tie[on]; i < s->first_tie[on + 1]; i++) {
        double tension = d->rest[i] + d->k[i] * elongation(b, on, i);
        if (d->bears[i] || tension >= 0 || takes_part(b, i)) continue;
        CAT_TRY(add_tie(b, on, i));
        grown = true;
      }
    }
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- nonlinear parts

// Displacements grow by so much in a trial at most: a taut wire is far stiffer where it is bent.
static double limit_way(const Start *b, int i) {
  static const double FAR = 0.1;  // [m]
  double most = 0;
  for (int k = 0; k < b->s->structure[i]->n; k++) grow(&most, fabs(b->u[i][k] - b->was[i][k]));
  double part = most > FAR ? FAR / most : 1;
  for (int k = 0; k < b->s->structure[i]->n && part < 1; k++) {
    b->u[i][k] = b->was[i][k] + part * (b->u[i][k] - b->was[i][k]);
  }
  return part;
}

// A nonlinear structure where it would be: its forces beyond K u there, and how much they changed.
static CatStatus bend(Start *b, int i, double *change) {
  CatStructure *on = b->s->structure[i];
  int first = b->s->first_tie[i];
  double *y = CAT_ARENA(b->scratch, on->ntie + 1, double), *force = b->free[i];
  if (!y) return CAT_ERR_MEMORY;
  for (int k = 0; k < b->nport; k++) {
    const StartPort *port = &b->port[k];
    if (port->tie >= 0 && port->structure == i) y[port->tie - first] = b->p[k];
  }
  if (b->tangent && limit_way(b, i) < 1) *change = INFINITY;
  memcpy(b->was[i], b->u[i], (size_t)on->n * sizeof *b->u[i]);
  on->ops->set_static(on, b->u[i]);
  b->s->beyond[i]->forces(on, y, force, b->stretch + first);
  if (b->tangent) CAT_TRY(b->s->beyond[i]->tangent(b->s->ctx, on, force, &b->statics[i]));
  for (int k = 0; k < on->n; k++) {
    grow(change, fabs(force[k] - b->force[i][k]));
    b->force[i][k] = force[k], force[k] = -force[k];
  }
  b->statics[i].solve(b->statics[i].self, b->free[i]);
  return CAT_OK;
}

static CatStatus bend_all(Start *b, double *change) {
  *change = 0;
  for (int i = 0; i < b->s->nstructure; i++) {
    if (b->force[i]) CAT_TRY(bend(b, i, change));
  }
  return CAT_OK;
}

static bool any_nonlinear(const Start *b) {
  bool any = false;
  for (int i = 0; i < b->s->nstructure; i++) any |= b->force[i] != NULL;
  return any;
}

// Contacts are where nonlinear structures are now.
static CatStatus seat_again(Start *b) {
  CatSim *s = b->s;
  if (!any_nonlinear(b)) return CAT_OK;
  for (int i = 0; i < s->ncontact; i++) cat_sim_place(s, &s->contact[i]);
  b->nport = 0;
  for (int i = 0; i < s->ncontact; i++) CAT_TRY(add_contact(b, i));
  return CAT_OK;
}

// Until the forces that nonlinear parts are under are those that are found.
static CatStatus balance(Start *b, bool *there) {
  static const double ENOUGH = 1e-9, BALANCED = 1e-7;  // [N]
  *there = false;
  for (int k = 0; k < TRIALS; k++) {
    double change, imbalance, sum = 0;
    CAT_TRY(find_rest(b));
    CAT_TRY(stand_again(b, &change));
    CAT_TRY(bend_all(b, &imbalance));
    for (int i = 0; i < b->nport; i++) sum += b->p[i];
    *there = change <= ENOUGH && imbalance <= BALANCED && isfinite(sum);
    if (*there || isnan(change + imbalance + sum)) return CAT_OK;
    CAT_TRY(seat_again(b));
  }
  return CAT_OK;
}

// From where nothing is displaced, with the tangent of each trial.
static CatStatus begin_again(Start *b) {
  CatSim *s = b->s;
  b->tangent = true;
  for (int i = 0; i < s->nmechanism; i++) {
    memset(b->stand[i].f, 0, (size_t)s->mechanism[i]->nport * sizeof *b->stand[i].f);
    CAT_TRY(s->mechanism[i]->ops->stand(s->ctx, s->mechanism[i], &b->stand[i]));
  }
  for (int i = 0; i < s->nstructure; i++) {
    size_t bytes = (size_t)s->structure[i]->n * sizeof *b->u[i];
    memset(b->u[i], 0, bytes);
    if (!b->force[i]) continue;
    memset(b->free[i], 0, bytes), memset(b->force[i], 0, bytes), memset(b->was[i], 0, bytes);
    s->structure[i]->ops->set_static(s->structure[i], b->u[i]);
  }
  memset(b->stretch, 0, (size_t)(s->ties->n + 1) * sizeof *b->stretch);
  return seat_again(b);
}

static CatStatus fail(const Start *b) {
  const CatSim *s = b->s;
  int most = 0;
  for (int i = 1; i < s->ncontact; i++) {
    if (b->p[i] > b->p[most] || isnan(b->p[i])) most = i;
  }
  if (s->ncontact == 0) {
    return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED, "start: no equilibrium in %d trials", TRIALS);
  }
  return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED,
                  "start: no equilibrium of mechanisms and structures in %d trials; the last one "
                  "has a contact force of %.4g N at x = %.2f m",
                  TRIALS, b->p[most], cat_sim_journey(s, s->contact[most].is.mechanism).x);
}

// The matrices at rest do unless wires give way far.
static CatStatus find_equilibrium(Start *b) {
  bool there;
  CAT_TRY(balance(b, &there));
  if (!there && any_nonlinear(b)) {
    CAT_TRY(begin_again(b));
    CAT_TRY(balance(b, &there));
  }
  return there ? CAT_OK : fail(b);
}

//------------------------------------------------------------------------------- from there

static CatStatus start_mechanism(const Start *b, int i) {
  CatSim *s = b->s;
  CatMechanism *m = s->mechanism[i];
  double *z = CAT_ARENA(b->scratch, m->nport, double);
  bool touches = false;
  if (!z) return CAT_ERR_MEMORY;
  memset(s->f, 0, (size_t)m->nport * sizeof *s->f);
  for (int p = 0; p < m->nport; p++) z[p] = NAN;
  for (int j = 0; j < s->nlist[i]; j++) {
    const CatContact *k = &s->contact[s->list[i][j]];
    if (!(k->force > 0)) continue;
    s->f[k->is.port] -= k->is.side * k->force;
    z[k->is.port] = k->height + k->is.side * (k->force / k->is.stiffness);
    touches = true;
  }
  return m->ops->start(s->ctx, m, touches ? z : NULL, s->f);
}

static CatStatus start_contacts(const Start *b) {
  CatSim *s = b->s;
  for (int i = 0; i < s->ncontact; i++) {
    CatContact *k = &s->contact[i];
    k->force = k->applied = b->p[i];
    k->rate = 0;
    k->height = k->rest_height + cat_port_vector_read(&k->seat->port, b->u[k->is.structure]);
  }
  for (int i = 0; i < s->nmechanism; i++) CAT_TRY(start_mechanism(b, i));
  for (int i = 0; i < s->ncontact; i++) {
    CatContact *k = &s->contact[i];
    k->gap = k->is.side * (k->height - s->mechanism[k->is.mechanism]->z[k->is.port]);
  }
  return CAT_OK;
}

static void start_ties(const Start *b) {
  CatSim *s = b->s;
  CatTies *d = s->ties;
  for (int on = 0; on < s->nstructure; on++) {
    for (int i = s->first_tie[on]; i < s->first_tie[on + 1]; i++) {
      d->e[i] = elongation(b, on, i);
      d->v[i] = d->a[i] = d->y[i] = 0;
      d->tension[i] = d->rest[i] + d->k[i] * d->e[i];
    }
  }
  for (int i = 0; i < b->nport; i++) {
    int tie = b->port[i].tie;
    if (tie < 0 || b->p[i] <= 0) continue;
    d->y[tie] = b->p[i];
    d->tension[tie] = 0;
  }
  s->ports.theta = s->step.theta;
  cat_unilateral_begin(&s->ports, d);
}

static CatStatus fill(Start *b) {
  CatSim *s = b->s;
  for (int i = 0; i < s->nmechanism; i++) {
    CatJourney at = cat_sim_journey(s, i);
    s->mechanism[i]->ops->drive(s->mechanism[i], &at);
  }
  for (int i = 0; i < s->ncontact; i++) cat_sim_place(s, &s->contact[i]);
  CAT_TRY(prepare(b));
  CAT_TRY(find_stands(b));
  CAT_TRY(find_equilibrium(b));
  for (int i = 0; i < s->nstructure; i++) {
    s->structure[i]->ops->set_static(s->structure[i], b->u[i]);
  }
  CAT_TRY(start_contacts(b));
  start_ties(b);
  return CAT_OK;
}

CatStatus cat_sim_equilibrium(CatSim *s) {
  CatArena *scratch = cat_arena_new(s->ctx, 1 << 20);
  CatStatus status = scratch ? fill(&(Start){.s = s, .scratch = scratch}) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}
