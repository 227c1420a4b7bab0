#include "halve.h"

#include <math.h>

#include "base/newest_error.h"
#include "run.h"

//------------------------------------------------------------------------------- set-up

static bool can_halve(const CatTrain *r) {
  const CatLineSim *c = r->line.c;
  bool counts = c->sim->explicit_coupling || c->sim->cosim.every > 0;
  for (int i = 0; i < r->spec->npantograph; i++) {
    const CatTrainPantograph *p = &r->spec->pantograph[i];
    counts |= p->parts.control.given || p->linkage.given;  // BDF2 keeps the step before
  }
  return c->nonlinear && c->sim->iteration.needed && !counts;
}

CatStatus cat_train_halving_new(CatTrain *r, const CatTrainModel *of) {
  CatArena *a = r->line.c->arena;
  if (!can_halve(r)) return CAT_OK;
  CatHalving *h = CAT_ARENA(a, 1, CatHalving);
  if (!h) return CAT_ERR_MEMORY;
  h->of = of;
  h->half[0].state = cat_arena_alloc(a, cat_sim_state_size(r->line.c->sim), 1);
  if (!h->half[0].state) return CAT_ERR_MEMORY;
  r->halving = h;
  return CAT_OK;
}

void cat_train_halving_free(CatTrain *r) {
  for (int k = 1; k <= CAT_HALVINGS && r->halving; k++)
    cat_line_case_free(&r->halving->half[k].line);
  r->halving = NULL;
}

static CatSim *sim_of(const CatTrain *r, int level) {
  return level ? r->halving->half[level].line.c->sim : r->line.c->sim;
}

static CatLedger *ledger_of(const CatTrain *r, int level) {
  return level ? r->halving->half[level].ledger : r->booked;
}

static CatStatus open_ledger(CatTrain *r, CatHalf *half) {
  CatArena *a = half->line.c->arena;
  if (!r->booked || half->ledger) return CAT_OK;
  CAT_TRY(cat_ledger_new(a, half->line.c->sim, NULL, &half->ledger));
  cat_ledger_start(half->ledger);
  CatSnapshot measure = {.mode = CAT_SNAPSHOT_MEASURE};
  cat_ledger_snapshot(half->ledger, &measure);
  half->account = cat_arena_alloc(a, measure.used, 1);
  return half->account ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus open_level(CatTrain *r, int level) {
  CatHalf *half = &r->halving->half[level];
  if (half->line.c) return open_ledger(r, half);
  half->spec = *r->spec;
  half->spec.time.step = ldexp(r->spec->time.step, -level);
  half->model = *r->halving->of;
  half->model.spec = &half->spec;
  CAT_TRY(cat_line_case_open(r->ctx, &half->model, &(CatLineSimOptions){0}, &half->line));
  CAT_TRY(cat_line_sim_start(half->line.c, r->static_force));
  half->state = cat_arena_alloc(half->line.c->arena, cat_sim_state_size(half->line.c->sim), 1);
  if (!half->state) return CAT_ERR_MEMORY;
  return open_ledger(r, half);
}

//------------------------------------------------------------------------------- passed on

static void pass_ledger(CatTrain *r, int from, int to) {
  CatLedger *source = ledger_of(r, from), *target = ledger_of(r, to);
  void *room = r->halving->half[from > to ? from : to].account;
  if (!source || !target) return;
  cat_ledger_snapshot(source, &(CatSnapshot){.mode = CAT_SNAPSHOT_SAVE, .bytes = room});
  cat_ledger_snapshot(target, &(CatSnapshot){.mode = CAT_SNAPSHOT_RESTORE, .bytes = room});
}

// The beginning of the step that failed, known to its ledger, becomes that of two shorter ones.
static void pass_down(CatTrain *r, int level) {
  CatSim *fine = sim_of(r, level + 1);
  CatDrive *drive = &r->halving->half[level + 1].line.c->drive;
  const CatDrive *set = &r->line.c->drive;
  drive->set = set->set, drive->since = set->since;
  drive->from = set->from, drive->speed = set->speed;
  cat_sim_restore(fine, r->halving->half[level].state);
  fine->counts.steps *= 2;
  if (ledger_of(r, level)) ledger_of(r, level)->begun = true;
  pass_ledger(r, level, level + 1);
}

static void pass_up(CatTrain *r, int level) {
  CatSim *coarse = sim_of(r, level);
  void *state = r->halving->half[level].state;
  cat_sim_save(sim_of(r, level + 1), state);
  cat_sim_restore(coarse, state);
  coarse->counts.steps /= 2;
  pass_ledger(r, level + 1, level);
}

//------------------------------------------------------------------------------- steps

// The error of the shortest step, with its length.
static CatStatus give_up(CatTrain *r) {
  const CatError *newest = cat_context_newest(r->ctx);
  CatError why = newest ? *newest : (CatError){0};
  cat_context_forget(r->ctx, r->halving->errors);
  return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED, "%.400s, with %g s, 1/%d of time.step", why.message,
                  ldexp(r->spec->time.step, -CAT_HALVINGS), 1 << CAT_HALVINGS);
}

static CatStatus solve(CatTrain *r, int level);

static CatStatus solve_in_two(CatTrain *r, int level) {
  cat_context_forget(r->ctx, r->halving->errors);
  CAT_TRY(open_level(r, level + 1));
  pass_down(r, level);
  if (level + 1 > r->finest) r->finest = level + 1;
  for (int i = 0; i < 2; i++) {
    CatLedger *ledger = ledger_of(r, level + 1);
    if (ledger) cat_ledger_before(ledger);
    CAT_TRY(solve(r, level + 1));
    if (ledger && !ledger->begun) cat_ledger_after(ledger);
  }
  pass_up(r, level);
  r->halved += level == 0;
  return CAT_OK;
}

static CatStatus solve(CatTrain *r, int level) {
  CatSim *sim = sim_of(r, level);
  cat_sim_save(sim, r->halving->half[level].state);
  CatStatus status = cat_sim_step(sim);
  if (status != CAT_ERR_DIVERGED) return status;
  return level < CAT_HALVINGS ? solve_in_two(r, level) : give_up(r);
}

// The state of a step that could not be done is the one before it.
CatStatus cat_train_solve(CatTrain *r) {
  CatSim *sim = r->line.c->sim;
  if (!r->halving) return cat_sim_step(sim);
  r->halving->errors = cat_context_errors(r->ctx);
  CatStatus status = solve(r, 0);
  if (status == CAT_ERR_DIVERGED) cat_sim_restore(sim, r->halving->half[0].state);
  return status;
}
