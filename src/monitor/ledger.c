#include "ledger.h"

#include <math.h>
#include <string.h>

struct CatLedgerPast {
  double place, height, met, gap, closing, force, applied;
  double massless;     // compliance [m/N]
  double jump;         // of the height, at the start (find_jump) [m]
  CatPortVector port;  // memory behind it is the ledger's
  int *dof;            // (n of the structure)
  double *b;
  int nalong;     // of the port
  CatSeat *seat;  // for slopes
};

//------------------------------------------------------------------------------- memory

// A port of a line acts within an element, one in modes on all of them.
static CatStatus past_new(CatArena *a, const CatSim *sim, int i, CatLedgerPast *past) {
  const CatContact *k = &sim->contact[i];
  int room = sim->structure[k->is.structure]->n;
  past->dof = CAT_ARENA(a, room, int);
  past->b = CAT_ARENA(a, room, double);
  if (!past->dof || !past->b) return CAT_ERR_MEMORY;
  return k->is.guide->ops->seat_new(k->is.guide, a, &past->seat);
}

static CatStatus find_energy(CatArena *a, CatStructure *s, CatEnergy **out) {
  if (s->ops->energy) return s->ops->energy(s, a, out);
  return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG, "the solver %s keeps no account of energy",
                  s->ops->name);
}

CatStatus cat_ledger_new(CatArena *a, CatSim *sim, CatEnergy *const *energy, CatLedger **out) {
  CatLedger *l = *out = CAT_ARENA(a, 1, CatLedger);
  if (!l) return CAT_ERR_MEMORY;
  *l = (CatLedger){.sim = sim,
                   .energy = CAT_ARENA(a, sim->nstructure, CatEnergy *),
                   .past = CAT_ARENA(a, sim->ncontact + 1, CatLedgerPast),
                   .f_du = CAT_ARENA(a, sim->nstructure, double),
                   .y = CAT_ARENA(a, sim->ties->n + 1, double),
                   .e = CAT_ARENA(a, sim->ties->n + 1, double),
                   .ev = CAT_ARENA(a, sim->ties->n + 1, double)};
  if (!l->energy || !l->past || !l->f_du || !l->y || !l->e || !l->ev) return CAT_ERR_MEMORY;
  for (int i = 0; i < sim->nstructure; i++) {
    if (energy) {
      l->energy[i] = energy[i];
    } else {
      CAT_TRY(find_energy(a, sim->structure[i], &l->energy[i]));
    }
  }
  for (int i = 0; i < sim->ncontact; i++) CAT_TRY(past_new(a, sim, i, &l->past[i]));
  return CAT_OK;
}

//------------------------------------------------------------------------------- stored energy

// A rigid contact gives way by nothing.
static double stored_contact(double k, double force, double gap) {
  return force > 0 && isfinite(k) ? k * gap * gap / 2 : 0;
}

// What a slack tie does not hold although the linear structure counts it.
static double stored_slack(const CatTies *d, int i, double e, double y) {
  double linear = d->rest[i] + d->k[i] * e;
  return y > 0 ? -linear * linear / (2 * d->k[i]) : 0;
}

static double stored_mechanism(const CatSim *sim, int i) {
  CatMechanismEnergy e;
  sim->mechanism[i]->ops->energy(sim->mechanism[i], &e);
  return e.stored;
}

static double massless(const CatSim *sim, const CatContact *k) {
  const CatStructure *s = sim->structure[k->is.structure];
  return s->ops->massless_compliance && k->on ? s->ops->massless_compliance(s, k->moving) : 0;
}

// What structures store, and have lost since the start.
typedef struct Structures {
  double stored, dissipated, numerical;
} Structures;

static Structures structures(const CatLedger *l) {
  Structures sum = {0};
  for (int i = 0; i < l->sim->nstructure; i++) {
    CatEnergyNow now = l->energy[i]->ops->now(l->energy[i]);
    now.sums.f_du = l->f_du[i];
    sum.stored += now.stored;
    sum.dissipated += now.sums.C_vb;
    sum.numerical += now.numerical + cat_step_numerical(&l->sim->structure[i]->step, &now.sums);
  }
  return sum;
}

// Beside the structures.
static double stored(const CatLedger *l) {
  const CatSim *sim = l->sim;
  double sum = 0;
  for (int i = 0; i < sim->nmechanism; i++) sum += stored_mechanism(sim, i);
  for (int i = 0; i < sim->ncontact; i++) {
    const CatContact *k = &sim->contact[i];
    sum += stored_contact(k->is.stiffness, k->force, k->gap);
    sum += massless(sim, k) * k->applied * k->applied / 2;
  }
  for (int i = 0; i < sim->ties->n; i++) {
    sum += stored_slack(sim->ties, i, sim->ties->e[i], sim->ties->y[i]);
  }
  return sum;
}

//------------------------------------------------------------------------------- structures

static double moved(const CatLedger *l, const CatContact *k, const CatPortVector *port) {
  CatEnergy *e = l->energy[k->is.structure];
  return e->ops->read(e, port, false) - e->ops->read(e, port, true);
}

// What the ends of a tie moved apart by in a step, in its direction at the step's two ends.
typedef struct Pull {
  double begin, end;  // [m]
} Pull;

static Pull pull_of(const CatLedger *l, int structure, int of_structure, int tie) {
  const CatTies *d = l->sim->ties;
  CatEnergy *e = l->energy[structure];
  double longer = d->e[tie] - l->e[tie];
  if (!e->ops->tie || (l->y[tie] <= 0 && d->y[tie] <= 0)) return (Pull){longer, longer};
  return (Pull){e->ops->tie(e, of_structure, true), e->ops->tie(e, of_structure, false)};
}

// The force y that cancels a slack tie turns with it; ties are counted by their elongation.
static double cancelled_aside(const CatLedger *l, Pull pull, int tie) {
  const CatTies *d = l->sim->ties;
  double longer = d->e[tie] - l->e[tie];
  return (d->y[tie] * (pull.end - longer) + l->y[tie] * (pull.begin - longer)) / 2;
}

static void structure_step(CatLedger *l, int number, int first_tie) {
  const CatSim *sim = l->sim;
  const CatTies *d = sim->ties;
  const CatStructure *s = sim->structure[number];
  double f_du = 0;
  l->energy[number]->ops->step(l->energy[number]);
  for (int i = 0; i < sim->ncontact; i++) {
    const CatContact *k = &sim->contact[i];
    const CatLedgerPast *past = &l->past[i];
    if (k->is.structure != number) continue;
    f_du += k->is.side *
            (k->applied * moved(l, k, &k->seat->port) - past->applied * moved(l, k, &past->port));
  }
  for (int i = 0; i < s->ntie; i++) {
    if (d->y[first_tie + i] == 0 && l->y[first_tie + i] == 0) continue;
    const Pull pull = pull_of(l, number, i, first_tie + i);
    f_du -= d->y[first_tie + i] * pull.end - l->y[first_tie + i] * pull.begin;
    l->account.numerical += cancelled_aside(l, pull, first_tie + i);
  }
  l->f_du[number] += f_du;
}

//------------------------------------------------------------------------------- ports

// A tie that is slack dissipates nothing; one that changes within the step does as it likes.
static void tie_step(CatLedger *l, int i) {
  const CatTies *d = l->sim->ties;
  bool slack0 = l->y[i] > 0, slack1 = d->y[i] > 0;
  if (!slack0 && !slack1) return;
  double de = d->e[i] - l->e[i], vb = (d->v[i] + l->ev[i]) / 2;
  double damper = -d->beta[i] * d->k[i] * vb * de * (slack0 && slack1 ? 1 : 0.5);
  l->account.dissipated += damper;
  if (slack0 == slack1) return;
  double given = (d->y[i] + l->y[i]) / 2 * de;
  double change = stored_slack(d, i, d->e[i], d->y[i]) - stored_slack(d, i, l->e[i], l->y[i]);
  l->account.numerical += given - change - damper;
}

// The integral of the path's slope from x0 to x1 within one element, u in the middle of the step.
static double climbed_within(const CatLedger *l, int contact, double x0, double x1) {
  static const double gauss = 0.28867513459481287;  // 1 / (2 sqrt 3): exact for cubic shapes
  const CatContact *k = &l->sim->contact[contact];
  CatEnergy *e = l->energy[k->is.structure];
  double sum = 0;
  for (int side = -1; side <= 1; side += 2) {
    CatPortVector slope;
    double x = (x0 + x1) / 2 + side * gauss * (x1 - x0);
    sum += k->is.guide->ops->slope(k->is.guide, x, l->past[contact].seat, &slope);
    sum += (e->ops->read(e, &slope, true) + e->ops->read(e, &slope, false)) / 2;
  }
  return sum / 2 * (x1 - x0);
}

static double climbed(const CatLedger *l, int contact, double from, double to) {
  const CatGuide *guide = l->sim->contact[contact].is.guide;
  double sum = 0, x0 = fmin(from, to), x1 = fmax(from, to);
  while (x0 < x1) {
    double end = fmin(guide->ops->border(guide, x0), x1);
    sum += climbed_within(l, contact, x0, end);
    x0 = end;
  }
  return to < from ? -sum : sum;
}

// At rest, of what the contact touches.
static double place_of(const CatContact *k) {
  return k->x + k->seat->drift;
}

// What the path itself moves along under a contact, times its slope there: only where forces act
// across the path they feel it.
static double moved_along(const CatLedger *l, const CatContact *k, const CatLedgerPast *past) {
  const CatPortVector *now = &k->seat->port, *then = &past->port;
  int n = k->seat->nalong, m = past->nalong;
  CatPortVector end = {n, now->dof + now->n - n, now->b + now->n - n};
  CatPortVector begin = {m, then->dof + then->n - m, then->b + then->n - m};
  return n + m > 0 ? (moved(l, k, &end) + moved(l, k, &begin)) / 2 : 0;
}

// Spring and damper between mechanism and structure.
static void contact_law(CatLedger *l, const CatContact *k, CatLedgerPast *past) {
  double stiffness = k->is.stiffness, rate = k->is.damping / l->sim->step.h;
  double closing = past->gap - k->gap, force = (k->force + past->force) / 2;
  double damper = 0;
  bool both = k->force > 0 && past->force > 0;
  if (both) damper = rate * (closing + past->closing) / 2 * closing;
  l->account.dissipated += damper;
  past->closing = k->force > 0 ? closing : 0;
  if (both || (k->force <= 0 && past->force <= 0)) return;
  double change = stored_contact(stiffness, k->force, k->gap) -
                  stored_contact(stiffness, past->force, past->gap);
  l->account.numerical += force * closing - change;
}

// Whoever presses from outside does work on the structure, and that is all that is known of it.
static void outside_step(CatLedger *l, const CatContact *k, const CatLedgerPast *past,
                         double force) {
  double work = force * (k->height - past->height);
  l->account.work += work;
  l->account.throughput += fabs(work);
}

// Co-simulation: the mechanism pushed against a height that was expected, the structure moved by
// another one.
static void expected_step(CatLedger *l, const CatContact *k, const CatLedgerPast *past,
                          double force) {
  if (l->sim->cosim.every == 0) return;
  l->account.numerical -= force * ((k->height - past->height) - (k->met - past->met));
}

static void contact_step(CatLedger *l, int i) {
  const CatContact *k = &l->sim->contact[i];
  CatLedgerPast *past = &l->past[i];
  double force = k->is.side * (k->force + past->force) / 2;
  double applied = k->is.side * (k->applied + past->applied) / 2;
  if (k->on) {
    double climb = climbed(l, i, past->place, place_of(k)) - moved_along(l, k, past);
    l->account.propulsion -= force * climb;
    l->account.throughput += fabs(force * climb);
    l->account.numerical += (force - applied) * (k->height - past->height - climb);
    l->account.numerical += applied * past->jump;
    double turned = moved(l, k, &k->seat->port) - moved(l, k, &past->port);  // of the load's shape
    double softer = massless(l->sim, k) - past->massless;
    l->account.numerical -= k->is.side * (k->applied - past->applied) * turned / 4;
    l->account.numerical += k->applied * past->applied * softer / 2;
  }
  if (l->sim->mechanism[k->is.mechanism]->known) {
    outside_step(l, k, past, force);
  } else {
    contact_law(l, k, past);
    expected_step(l, k, past, force);
  }
  past->jump = 0;
}

static void mechanism_step(CatLedger *l, int i) {
  const CatMechanism *m = l->sim->mechanism[i];
  CatMechanismEnergy e;
  m->ops->energy(m, &e);
  l->account.work += e.work;
  l->account.control += e.control;
  l->account.throughput += fabs(e.work);
  l->account.dissipated += e.dissipated;
  l->account.numerical += e.numerical;
}

//------------------------------------------------------------------------------- the run

// A reduced structure does not quite stand where the equilibrium of the whole one is.
static double find_jump(const CatLedger *l, const CatContact *k) {
  CatEnergy *e = l->energy[k->is.structure];
  double own = e->ops->read(e, &k->seat->port, false);
  double gives = massless(l->sim, k) * k->is.side * k->applied;
  return k->on ? k->rest_height + own + gives - k->height : 0;
}

void cat_ledger_start(CatLedger *l) {
  l->account = (CatAccount){0};
  l->begun = false;
  for (int i = 0; i < l->sim->nstructure; i++) {
    l->energy[i]->ops->start(l->energy[i]);
    l->f_du[i] = 0;
  }
  for (int i = 0; i < l->sim->ncontact; i++) {
    l->past[i].closing = 0;
    l->past[i].jump = find_jump(l, &l->sim->contact[i]);
  }
  const Structures begin = structures(l);
  l->begin = (CatEnergyNow){.stored = begin.stored + stored(l), .numerical = begin.numerical};
}

void cat_ledger_before(CatLedger *l) {
  const CatSim *sim = l->sim;
  size_t ties = (size_t)sim->ties->n * sizeof *l->y;
  bool known = l->begun;
  l->begun = false;
  if (known) return;
  memcpy(l->y, sim->ties->y, ties);
  memcpy(l->e, sim->ties->e, ties), memcpy(l->ev, sim->ties->v, ties);
  for (int i = 0; i < sim->ncontact; i++) {
    const CatContact *k = &sim->contact[i];
    CatLedgerPast *past = &l->past[i];
    size_t n = (size_t)k->seat->port.n;
    past->place = place_of(k), past->height = k->height, past->met = k->met, past->gap = k->gap;
    past->force = k->force, past->applied = k->applied;
    past->massless = massless(sim, k);
    if (n > 0) memcpy(past->dof, k->seat->port.dof, n * sizeof *past->dof);
    if (n > 0) memcpy(past->b, k->seat->port.b, n * sizeof *past->b);
    past->port = (CatPortVector){(int)n, past->dof, past->b};
    past->nalong = k->seat->nalong;
  }
}

void cat_ledger_after(CatLedger *l) {
  CatAccount *a = &l->account;
  const CatSim *sim = l->sim;
  double propulsion = a->propulsion;
  for (int i = 0, tie = 0; i < sim->nstructure; i++) {
    structure_step(l, i, tie);
    tie += sim->structure[i]->ntie;
  }
  for (int i = 0; i < sim->ties->n; i++) tie_step(l, i);
  for (int i = 0; i < sim->ncontact; i++) contact_step(l, i);
  for (int i = 0; i < sim->nmechanism; i++) mechanism_step(l, i);
  a->work += a->propulsion - propulsion;
}

CatAccount cat_ledger_account(const CatLedger *l) {
  CatAccount a = l->account;
  const Structures now = structures(l);
  a.stored = now.stored + stored(l) - l->begin.stored;
  a.dissipated += now.dissipated;
  a.numerical += now.numerical - l->begin.numerical;
  a.residual = a.work - a.stored - a.dissipated - a.numerical;
  return a;
}

//------------------------------------------------------------------------------- snapshot

// A contact on a deformed path is where its last trial found it: that does not follow from the
// state of the simulation, so that the beginning of the next step is saved as well.
static void past_snapshot(const CatLedger *l, int i, CatSnapshot *to) {
  CatLedgerPast *past = &l->past[i];
  int room = l->sim->structure[l->sim->contact[i].is.structure]->n;
  double *const number[] = {&past->place,   &past->height,   &past->met,
                            &past->gap,     &past->closing,  &past->force,
                            &past->applied, &past->massless, &past->jump};
  cat_snapshot_vectors(to, number, (int)(sizeof number / sizeof *number), 1);
  CAT_SNAPSHOT(to, past->port.n);
  CAT_SNAPSHOT(to, past->nalong);
  CAT_SNAPSHOT_ARRAY(to, past->dof, room);
  CAT_SNAPSHOT_ARRAY(to, past->b, room);
  past->port.dof = past->dof, past->port.b = past->b;
}

void cat_ledger_snapshot(CatLedger *l, CatSnapshot *to) {
  const CatSim *sim = l->sim;
  if (to->mode == CAT_SNAPSHOT_SAVE && !l->begun) cat_ledger_before(l);
  CAT_SNAPSHOT(to, l->account);
  CAT_SNAPSHOT(to, l->begin);
  CAT_SNAPSHOT_ARRAY(to, l->f_du, sim->nstructure);
  cat_snapshot_vectors(to, (double *[]){l->y, l->e, l->ev}, 3, sim->ties->n);
  for (int i = 0; i < sim->ncontact; i++) past_snapshot(l, i, to);
  for (int i = 0; i < sim->nstructure; i++) l->energy[i]->ops->snapshot(l->energy[i], to);
  if (to->mode == CAT_SNAPSHOT_RESTORE) l->begun = true;
}
