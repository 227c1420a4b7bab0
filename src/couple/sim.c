#include "sim.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

//------------------------------------------------------------------------------- where

CatJourney cat_sim_journey(const CatSim *s, int mechanism) {
  double way = s->heading[mechanism] * s->travel.distance(s->travel.self, s->t);
  return (CatJourney){s->t, s->start[mechanism] + way, s->speed};
}

double cat_sim_x(const CatSim *s, int mechanism) {
  return cat_sim_journey(s, mechanism).x;
}

double cat_sim_force(const CatSim *s, int mechanism) {
  double sum = 0;
  for (int k = 0; k < s->nlist[mechanism]; k++) sum += s->contact[s->list[mechanism][k]].force;
  return sum;
}

double cat_sim_force_on(const CatSim *s, int mechanism, const CatGuide *path) {
  double sum = 0;
  for (int k = 0; k < s->nlist[mechanism]; k++) {
    const CatContact *c = &s->contact[s->list[mechanism][k]];
    if (c->is.guide == path) sum += c->force;
  }
  return sum;
}

const CatContact *cat_sim_nearest(const CatSim *s, int mechanism) {
  const CatContact *best = &s->contact[s->list[mechanism][0]];
  for (int k = 1; k < s->nlist[mechanism]; k++) {
    const CatContact *c = &s->contact[s->list[mechanism][k]];
    if (c->is.port != best->is.port || !c->on) continue;
    if (!best->on || c->is.side * (c->height - best->height) < 0) best = c;
  }
  return best;
}

static CatStructure *structure_of(const CatSim *s, const CatContact *k) {
  return s->structure[k->is.structure];
}

static CatMechanism *mechanism_of(const CatSim *s, const CatContact *k) {
  return s->mechanism[k->is.mechanism];
}

void cat_sim_place(CatSim *s, CatContact *k) {
  double x = cat_sim_journey(s, k->is.mechanism).x + mechanism_of(s, k)->offset[k->is.port];
  cat_sim_place_at(s, k, x);
}

void cat_sim_place_at(CatSim *s, CatContact *k, double x) {
  CatStructure *on = structure_of(s, k);
  k->is.guide->ops->find(k->is.guide, x, k->seat);
  k->x = x;
  k->on = k->seat->on;
  k->rest_height = k->seat->height;
  on->ops->move_port(on, k->moving, &k->seat->port);
  CatMechanism *m = mechanism_of(s, k);
  if (m->ops->aim) m->ops->aim(m, k->is.port, k->seat->across);
}

static double height_at(const CatSim *s, const CatContact *k) {
  const CatStructure *on = structure_of(s, k);
  return k->rest_height + on->ops->read(on, k->moving);
}

// As the mechanism knows it.
static double met_height(const CatSim *s, const CatContact *k) {
  bool expects = s->cosim.every > 0 && s->cosim.order != CAT_COSIM_STRUCTURE_FIRST;
  return expects ? k->rest_height + cat_cosim_expect(s, &k->lift) : height_at(s, k);
}

bool cat_sim_meets_first(const CatSim *s, const CatContact *k) {
  for (int j = 0; j < s->ncontact && k->on; j++) {
    const CatContact *other = &s->contact[j];
    bool rival = other != k && other->on && other->is.mechanism == k->is.mechanism &&
                 other->is.port == k->is.port;
    double nearer = k->is.side * (k->rest_height - other->rest_height);
    if (rival && (nearer > 0 || (nearer == 0 && other < k))) return false;
  }
  return k->on;
}

//------------------------------------------------------------------------------- responses

static int port_of_tie(const CatSim *s, int structure, int tie) {
  return s->structure[structure]->nmoving + tie - s->first_tie[structure];
}

// How ties respond to a contact, within the reach of forces. That of ties is known to the next tie,
// and a contact may stand between two.
static void find_response(CatSim *s, const CatContact *c, CatPress *k) {
  const CatTies *d = s->ties;
  const CatStructure *on = structure_of(s, c);
  int structure = c->is.structure, from = s->first_tie[structure], to = s->first_tie[structure + 1];
  double theta = c->is.side * s->step.theta, between = fmin(d->widest, 30);  // [m]
  for (int j = k->near[0]; j < k->near[1]; j++) k->response[d->order[j]] = 0;
  cat_ties_near(d, c->x, d->reach + between, k->near);
  k->first = d->n, k->last = 0;
  for (int j = k->near[0]; j < k->near[1]; j++) {
    int at = d->order[j];
    if (at < from || at >= to) continue;
    int port = port_of_tie(s, structure, at);
    k->response[at] = theta * on->ops->port_compliance(on, port, c->moving);
    if (at < k->first) k->first = at;
    if (at >= k->last) k->last = at + 1;
  }
  if (k->last == 0) k->first = 0;
}

// What a force at contact j does to the gap of contact i: of the structure, of the mechanism.
static double structure_compliance(const CatSim *s, const CatContact *a, const CatContact *b) {
  const CatStructure *on = structure_of(s, a);
  if (a->is.structure != b->is.structure) return 0;
  return a->is.side * b->is.side * s->step.theta *
         on->ops->port_compliance(on, a->moving, b->moving);
}

static double mechanism_compliance(const CatSim *s, const CatContact *a, const CatContact *b) {
  const CatMechanism *m = mechanism_of(s, a);
  if (a->is.mechanism != b->is.mechanism) return 0;
  return a->is.side * b->is.side * m->ops->compliance(m, a->is.port, b->is.port);
}

//------------------------------------------------------------------------------- laws

static double kappa_of(const CatContactSetup *law, double h) {
  return law->stiffness + law->damping / h;
}

// What the law of a contact adds to the gap: its damper looks back.
static double law_gap(const CatContactSetup *law, double h, double gap, double before) {
  double rate = law->damping / h;
  return gap - rate / (law->stiffness + rate) * before;
}

double cat_contact_answer(CatMechanism *m, const CatContactSetup *law, double h, double height,
                          double *gap) {
  double z;
  m->ops->free_step(m, &z);
  double free = law_gap(law, h, law->side * (height - z), *gap);
  double force = fmax(0, -free / (m->ops->compliance(m, 0, 0) + 1 / kappa_of(law, h)));
  m->ops->commit(m, (double[]){-law->side * force});
  *gap = law->side * (height - m->z[0]);
  return force;
}

//------------------------------------------------------------------------------- one step

static void load_begin(CatSim *s) {
  if (s->step.theta == 1) return;
  for (int i = 0; i < s->ncontact; i++) {
    const CatContact *k = &s->contact[i];
    CatStructure *on = structure_of(s, k);
    on->ops->load_begin(on, k->moving, k->is.side * k->applied);
  }
  for (int j = 0, owner = 0; j < s->ports.nslack; j++) {
    int tie = s->ports.slack[j];
    while (tie >= s->first_tie[owner + 1]) owner++;
    CatStructure *on = s->structure[owner];
    on->ops->load_begin(on, port_of_tie(s, owner, tie), -s->ties->y[tie]);
  }
}

static void set_speed(CatSim *s) {
  double speed = s->travel.speed(s->travel.self, s->t);
  if (speed == s->speed) return;
  s->speed = speed;
  for (int i = 0; i < s->nstructure; i++) {
    CatStructure *on = s->structure[i];
    if (on->ops->set_speed) on->ops->set_speed(on, speed);
  }
}

void cat_sim_drive(CatSim *s) {
  set_speed(s);
  for (int i = 0; i < s->nmechanism; i++) {
    CatJourney to = cat_sim_journey(s, i);
    s->mechanism[i]->ops->drive(s->mechanism[i], &to);
  }
}

static void begin(CatSim *s) {
  load_begin(s);
  for (int i = 0; i < s->nstructure; i++) s->structure[i]->ops->advance(s->structure[i]);
  s->counts.steps++;
  s->t = (double)s->counts.steps * s->step.h;
  cat_sim_drive(s);
  for (int i = 0; i < s->ncontact; i++) cat_sim_place(s, &s->contact[i]);
  cat_ties_free(s->ties);
}

// Slack ties are cancelled, of structures that are nonlinear or that are not.
static void cancel_slack(CatSim *s, bool nonlinear) {
  for (int j = 0, owner = 0; j < s->ports.nslack; j++) {
    int tie = s->ports.slack[j];
    while (tie >= s->first_tie[owner + 1]) owner++;
    CatStructure *on = s->structure[owner];
    if (s->ties->y[tie] <= 0 || cat_structure_is_nonlinear(on) != nonlinear) continue;
    on->ops->load_end(on, port_of_tie(s, owner, tie), -s->step.theta * s->ties->y[tie]);
  }
}

static void load_contacts(CatSim *s, bool nonlinear) {
  for (int i = 0; i < s->ncontact; i++) {
    const CatContact *k = &s->contact[i];
    CatStructure *on = structure_of(s, k);
    if (cat_structure_is_nonlinear(on) != nonlinear) continue;
    on->ops->load_end(on, k->moving, k->is.side * (s->step.theta * k->applied));
  }
}

// All forces at the end of the step are known: structures are where they will be.
static void finish(CatSim *s, bool nonlinear) {
  for (int i = 0; i < s->nstructure; i++) {
    CatStructure *on = s->structure[i];
    if (on->ops->finish && cat_structure_is_nonlinear(on) == nonlinear) on->ops->finish(on);
  }
}

// By how much forces that come from elsewhere change the gap of a contact.
static double opened_from_outside(const CatSim *s, const CatContact *k) {
  double sum = 0;
  for (int i = 0; i < s->ncontact && s->outside; i++) {
    const CatContact *by = &s->contact[i];
    if (mechanism_of(s, by)->known) sum += structure_compliance(s, k, by) * by->applied;
  }
  return sum;
}

// Row i of the small problem: a contact's gap without its forces, and what each of them changes
// there.
static void find_gap(CatSim *s, int i) {
  const CatContact *k = &s->contact[s->unknown[i]];
  CatPress *press = &s->ports.contact[i];
  double gap = k->is.side * (height_at(s, k) - s->free_z[k->is.mechanism][k->is.port]);
  gap += opened_from_outside(s, k);
  press->gap = k->on ? law_gap(&k->is, s->step.h, gap, k->gap) : 1;
  for (int j = 0; j < s->nunknown; j++) {
    const CatContact *by = &s->contact[s->unknown[j]];
    double law = j == i ? 1 / kappa_of(&k->is, s->step.h) : 0;
    press->compliance[j] = structure_compliance(s, k, by) + (mechanism_compliance(s, k, by) + law);
  }
}

const double *cat_sim_port_forces(CatSim *s, int mechanism) {
  memset(s->f, 0, (size_t)s->mechanism[mechanism]->nport * sizeof *s->f);
  for (int k = 0; k < s->nlist[mechanism]; k++) {
    const CatContact *c = &s->contact[s->list[mechanism][k]];
    s->f[c->is.port] -= c->is.side * c->force;
  }
  return s->f;
}

static void commit_mechanism(CatSim *s, int i) {
  CatMechanism *m = s->mechanism[i];
  m->ops->commit(m, cat_sim_port_forces(s, i));
}

static void free_mechanisms(CatSim *s) {
  for (int i = 0; i < s->nmechanism; i++) {
    CatMechanism *m = s->mechanism[i];
    if (!m->known && !s->apart[i]) m->ops->free_step(m, s->free_z[i]);
  }
}

// A contact force that is known before the step: ties feel it.
static void press_known(CatSim *s, CatContact *k, CatPress *press, double force) {
  CatTies *d = s->ties;
  k->applied = force;
  find_response(s, k, press);
  int first = press->first, n = press->last - first;
  cat_axpy(n, k->applied, press->response + first, d->free + first);
  cat_axpy(n, k->applied, press->response + first, d->read + first);
}

// Forces that come from elsewhere, beside those that the small problem finds.
static void press_outside(CatSim *s) {
  for (int i = 0, j = s->nunknown; i < s->ncontact; i++) {
    CatContact *k = &s->contact[i];
    const double *known = mechanism_of(s, k)->known;
    if (!known) continue;
    k->force = cat_sim_meets_first(s, k) ? known[k->is.port] : 0;
    press_known(s, k, &s->ports.contact[j++], k->force);
  }
}

static CatStatus solve_implicit(CatSim *s) {
  s->ports.ncontact = s->nunknown;
  press_outside(s);
  for (int i = 0; i < s->nunknown; i++) {
    find_gap(s, i);
    find_response(s, &s->contact[s->unknown[i]], &s->ports.contact[i]);
  }
  CAT_TRY(cat_unilateral_solve(s->ctx, &s->ports, s->ties, &s->counts.pivots));
  for (int i = 0; i < s->nunknown; i++) {
    CatContact *k = &s->contact[s->unknown[i]];
    k->force = k->applied = s->ports.contact[i].p;
  }
  return CAT_OK;
}

static void load_implicit(CatSim *s, bool nonlinear) {
  cancel_slack(s, nonlinear);
  load_contacts(s, nonlinear);
  finish(s, nonlinear);
}

// What a structure feels of a contact whose force it does not find itself: that of the last step,
// or of this one if the mechanism went first; in a co-simulation the one it expects.
static double pressed(const CatSim *s, const CatContact *k) {
  bool expects = s->cosim.every > 0 && s->cosim.order != CAT_COSIM_MECHANISM_FIRST;
  return expects ? fmax(0, cat_cosim_expect(s, &k->press)) : k->force;
}

// Structures and ties under contact forces that are known before them: these, or those that come
// from elsewhere.
static CatStatus solve_known(CatSim *s) {
  s->ports.ncontact = 0;
  for (int i = 0; i < s->ncontact; i++) {
    CatContact *k = &s->contact[i];
    const double *known = mechanism_of(s, k)->known;
    double given = known && cat_sim_meets_first(s, k) ? known[k->is.port] : 0;
    press_known(s, k, &s->ports.contact[i], known ? given : k->on ? pressed(s, k) : 0);
  }
  return cat_unilateral_solve(s->ctx, &s->ports, s->ties, &s->counts.pivots);
}

static void load_known(CatSim *s, bool nonlinear) {
  load_contacts(s, nonlinear);
  cancel_slack(s, nonlinear);
  finish(s, nonlinear);
}

// Row a of the small problem of one mechanism, whose n contacts are listed.
static void answer_row(CatSim *s, const int *list, int n, int a) {
  const CatContact *k = &s->contact[list[a]];
  const CatMechanism *m = mechanism_of(s, k);
  double gap = k->is.side * (met_height(s, k) - s->free_z[k->is.mechanism][k->is.port]);
  s->answer_q[a] = k->on ? law_gap(&k->is, s->step.h, gap, k->gap) : 1;
  for (int b = 0; b < n; b++) {
    const CatContact *other = &s->contact[list[b]];
    double D = m->ops->compliance(m, k->is.port, other->is.port);
    s->answer_W[a * n + b] = k->is.side * other->is.side * D;
  }
  s->answer_W[a * n + a] += 1 / kappa_of(&k->is, s->step.h);
  s->small.active[a] = k->force > 0;
}

static CatStatus solve_mechanism(CatSim *s, int i) {
  const int *list = s->list[i];
  int n = s->nlist[i];
  for (int a = 0; a < n; a++) answer_row(s, list, n, a);
  s->small.n = n;
  s->small.W = s->answer_W, s->small.q = s->answer_q;
  if (n > 0) CAT_TRY(cat_lcp_solve(s->ctx, &s->small));
  for (int a = 0; a < n; a++) s->contact[list[a]].force = s->small.p[a];
  return CAT_OK;
}

// A mechanism with several contacts, or a nonlinear one, under structures that are known.
static CatStatus answer_many(CatSim *s, int i) {
  s->mechanism[i]->ops->free_step(s->mechanism[i], s->free_z[i]);
  CAT_TRY(cat_sim_iterate_mechanism(s, i, solve_mechanism));
  commit_mechanism(s, i);
  return CAT_OK;
}

static CatStatus answer(CatSim *s, int i) {
  CatMechanism *m = s->mechanism[i];
  if (m->nport != 1 || s->nlist[i] != 1 || m->ops->imbalance) return answer_many(s, i);
  CatContact *k = &s->contact[s->list[i][0]];
  double height = k->on ? met_height(s, k) : m->z[0] + k->is.side, gap = k->gap;
  k->force = cat_contact_answer(m, &k->is, s->step.h, height, &gap);
  return CAT_OK;
}

// Where the path is rigid ground, a mechanism meets nothing that others move: if all contacts of it
// are there, it is solved by itself.
static bool stands_apart(const CatSim *s, int i) {
  bool apart = s->nlist[i] > 0 && !s->mechanism[i]->known;
  for (int k = 0; k < s->nlist[i] && apart; k++) {
    const CatContact *c = &s->contact[s->list[i][k]];
    apart = c->on && c->seat->port.n == 0;
  }
  return apart;
}

static void sort_contacts(CatSim *s) {
  s->nunknown = 0;
  s->outside = false;
  for (int i = 0; i < s->nmechanism; i++) {
    s->apart[i] = stands_apart(s, i);
    s->outside |= s->mechanism[i]->known != NULL;
  }
  for (int i = 0; i < s->ncontact; i++) {
    int m = s->contact[i].is.mechanism;
    if (!s->mechanism[m]->known && !s->apart[m]) s->unknown[s->nunknown++] = i;
  }
}

static CatStatus answer_apart(CatSim *s, int i) {
  CAT_TRY(answer(s, i));
  for (int k = 0; k < s->nlist[i]; k++) {
    CatContact *c = &s->contact[s->list[i][k]];
    c->applied = c->force;
  }
  return CAT_OK;
}

static CatStatus step_implicit(CatSim *s) {
  sort_contacts(s);
  free_mechanisms(s);
  CAT_TRY(cat_sim_iterate(s, &(CatTrial){solve_implicit, load_implicit}));
  for (int i = 0; i < s->nmechanism; i++) {
    if (s->apart[i]) {
      CAT_TRY(answer_apart(s, i));
    } else if (!s->mechanism[i]->known) {
      commit_mechanism(s, i);
    }
  }
  return CAT_OK;
}

static CatStatus answer_all(CatSim *s) {
  for (int i = 0; i < s->nmechanism; i++) {
    if (!s->mechanism[i]->known) CAT_TRY(answer(s, i));
  }
  return CAT_OK;
}

static CatStatus step_explicit(CatSim *s) {
  bool last = s->cosim.every == 0 || s->cosim.order != CAT_COSIM_MECHANISM_FIRST;
  if (!last) CAT_TRY(answer_all(s));
  CAT_TRY(cat_sim_iterate(s, &(CatTrial){solve_known, load_known}));
  if (last) CAT_TRY(answer_all(s));
  for (int i = 0; i < s->ncontact; i++) {
    if (mechanism_of(s, &s->contact[i])->known) s->contact[i].force = s->contact[i].applied;
  }
  return CAT_OK;
}

static void commit(CatSim *s) {
  for (int i = 0; i < s->ncontact; i++) {
    CatContact *k = &s->contact[i];
    const CatMechanism *m = mechanism_of(s, k);
    double before = k->height;
    k->height = height_at(s, k);
    k->rate = (k->height - before) / s->step.h;
    k->met = met_height(s, k);
    if (!m->known) k->gap = k->is.side * (k->met - m->z[k->is.port]);
  }
  cat_ties_move(s->ties, &s->step);
  for (int i = 0; i < s->nstructure; i++) s->structure[i]->ops->commit(s->structure[i]);
}

static CatStatus give_up(const CatSim *s, const CatContact *k, const char *what, double much,
                         const char *unit) {
  return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED, "%s at x = %.2f m: %s %.3g %s", k->is.name, k->x, what,
                  much, unit);
}

static CatStatus not_finite(const CatSim *s, const CatContact *k) {
  const CatMechanism *m = mechanism_of(s, k);
  if (!m->fault || !*m->fault) {
    return give_up(s, k, "the contact force is no longer finite after", s->t, "s");
  }
  return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED, "%s at x = %.2f m: its %s", k->is.name, k->x,
                  *m->fault);
}

// A structure that flies off, a mechanism that leaves for good or goes through it is no result.
static CatStatus check(const CatSim *s) {
  static const double FAR = 5, THROUGH = 1;  // [m]
  for (int i = 0; i < s->ncontact; i++) {
    const CatContact *k = &s->contact[i];
    const CatMechanism *m = mechanism_of(s, k);
    double lift = k->height - k->rest_height;
    double rise = m->known ? 0 : m->z[k->is.port] - k->rest_height;
    if (!isfinite(k->force + k->height + rise)) return not_finite(s, k);
    if (m->known) continue;         // whoever knows the force has limits of his own
    bool on_deck = k->is.side < 0;  // a wheel, not a head under a wire
    const char *carrier = on_deck ? "the deck moved away by" : "the wire moved away by";
    const char *rider = on_deck ? "the wheel moved away by" : "the head moved away by";
    if (fabs(lift) > FAR) return give_up(s, k, carrier, lift, "m");
    if (fabs(rise) > FAR) return give_up(s, k, rider, rise, "m");
    if (-k->gap > THROUGH && k->force > 0) {
      return give_up(s, k, "the contact gives way by", -k->gap, "m");
    }
  }
  return CAT_OK;
}

CatStatus cat_sim_advance(CatSim *s) {
  if (s->staged) {
    cat_sim_stages(s);
    return check(s);
  }
  begin(s);
  CAT_TRY(s->explicit_coupling ? step_explicit(s) : step_implicit(s));
  commit(s);
  return check(s);
}

CatStatus cat_sim_step(CatSim *s) {
  if (s->cosim.every == 0) return cat_sim_advance(s);
  CAT_TRY(cat_cosim_exchange(s));
  CAT_TRY(cat_sim_advance(s));
  cat_cosim_note(s);
  return CAT_OK;
}

CatStatus cat_sim_start(CatSim *s) {
  memcpy(s->start, s->first_start, (size_t)s->nmechanism * sizeof *s->start);
  s->counts = (CatSimCounts){0};
  s->t = 0;
  s->speed = NAN;  // whatever it was: every structure is told
  set_speed(s);
  CAT_TRY(cat_sim_equilibrium(s));
  cat_cosim_start(s);
  return CAT_OK;
}

CatStatus cat_sim_exchange(CatSim *s, int i, CatMechanism *m) {
  if (m->nport != s->mechanism[i]->nport || (m->known && !s->explicit_coupling)) {
    return CAT_FAIL(s->ctx, CAT_ERR_ARG,
                    "mechanism %d cannot be exchanged: found %d ports%s, expected %d%s", i + 1,
                    m->nport, m->known ? " with forces from outside" : "", s->mechanism[i]->nport,
                    m->known ? " and explicit coupling" : "");
  }
  if (s->staged && !m->ops->stages) {
    return CAT_FAIL(s->ctx, CAT_ERR_ARG,
                    "mechanism %d cannot be exchanged: found %s, expected one with explicit stages",
                    i + 1, m->ops->name);
  }
  s->mechanism[i] = m;
  s->iteration.needed = cat_sim_find_nonlinear(s);
  return CAT_OK;
}
