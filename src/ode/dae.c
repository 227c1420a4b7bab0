#include "dae.h"

#include <math.h>
#include <string.h>

#include "dae_internal.h"

//------------------------------------------------------------------------------- memory

static CatStatus state_new(CatDaeStepper *s, CatDaeState *x) {
  int nq = s->dae->nq, ng = s->dae->ng;
  CatArena *a = s->arena;
  *x = (CatDaeState){.q = CAT_ARENA(a, nq, double),
                     .v = CAT_ARENA(a, nq, double),
                     .a = CAT_ARENA(a, nq, double),
                     .lambda = CAT_ARENA(a, ng, double),
                     .gap = CAT_ARENA(a, ng, double),
                     .impulse = CAT_ARENA(a, ng, double),
                     .active = CAT_ARENA(a, ng, bool)};
  bool ok = x->q && x->v && x->a && x->lambda && x->gap && x->impulse && x->active;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus stage_new(CatDaeStepper *s, CatStage *g) {
  const CatDae *d = s->dae;
  int kd = d->K.kd > d->M.kd ? d->K.kd : d->M.kd;
  if (d->D.kd > kd) kd = d->D.kd;
  *g = (CatStage){.t = NAN};
  g->Q = CAT_ARENA(s->arena, 3 * (size_t)d->ng * (size_t)d->nq, double);
  return g->Q ? cat_band_new(s->arena, d->nq, kd, &g->A) : CAT_ERR_MEMORY;
}

static CatStatus scratch_new(CatDaeStepper *s) {
  int nq = s->dae->nq, ng = s->dae->ng;
  CatArena *a = s->arena;
  s->q_old = CAT_ARENA(a, nq, double);
  s->v_old = CAT_ARENA(a, nq, double);
  s->work = CAT_ARENA(a, nq, double);
  s->work2 = CAT_ARENA(a, nq, double);
  s->small = CAT_ARENA(a, 9 * ng * ng, double);
  s->rhs = CAT_ARENA(a, 3 * ng, double);
  s->lcp_work = CAT_ARENA(a, ng * ng + ng, double);
  s->W = CAT_ARENA(a, ng * ng, double);
  s->w = CAT_ARENA(a, ng, double);
  s->p = CAT_ARENA(a, ng, double);
  s->pivot = CAT_ARENA(a, 3 * ng, int);
  s->index = CAT_ARENA(a, ng, int);
  s->closed = CAT_ARENA(a, ng, bool);
  s->saved = CAT_ARENA(a, ng, bool);
  s->changes = CAT_ARENA(a, ng, int);
  bool ok = s->q_old && s->v_old && s->work && s->work2 && s->small && s->rhs && s->lcp_work &&
            s->W && s->w && s->p && s->pivot && s->index && s->closed && s->saved && s->changes;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus bend_new(CatDaeStepper *s) {
  CatDaeBend *b = &s->bend;
  CAT_TRY(cat_forces_new(s, &b->force));
  b->offset = CAT_ARENA(s->arena, 3 * s->dae->ng, double);
  b->a = CAT_ARENA(s->arena, s->dae->nq, double);
  return b->offset && b->a ? CAT_OK : CAT_ERR_MEMORY;
}

// M + (h/2) D, for the smoothed velocities of (41)
static CatStatus heavy_factor(CatDaeStepper *s) {
  memset(s->heavy.a, 0, (size_t)(s->heavy.kd + 1) * (size_t)s->heavy.n * sizeof(double));
  cat_band_axpy(&s->heavy, 1, &s->dae->M);
  cat_band_axpy(&s->heavy, s->opt.h / 2, &s->dae->D);
  return cat_band_factor(s->ctx, &s->heavy);
}

static CatStatus stepper_fill(CatDaeStepper *s) {
  const CatDae *d = s->dae;
  CAT_TRY(state_new(s, &s->now));
  CAT_TRY(state_new(s, &s->trial));
  CAT_TRY(state_new(s, &s->half));
  CAT_TRY(scratch_new(s));
  CAT_TRY(cat_balance_new(s));
  if (d->curved) CAT_TRY(bend_new(s));
  CAT_TRY(cat_rowset_new(s, &s->set));
  for (int i = 0; i < NSTAGE; i++) CAT_TRY(stage_new(s, &s->stage[i]));
  CAT_TRY(cat_band_new(s->arena, d->nq, d->M.kd, &s->mass));
  cat_band_copy(&s->mass, &d->M);
  CAT_TRY(cat_band_factor(s->ctx, &s->mass));
  if (s->opt.method != CAT_DAE_HALF_EXPLICIT) return CAT_OK;
  int kd = d->M.kd > d->D.kd ? d->M.kd : d->D.kd;
  CAT_TRY(cat_rowset_new(s, &s->mid));
  CAT_TRY(cat_rowset_new(s, &s->next));
  CAT_TRY(cat_band_new(s->arena, d->nq, kd, &s->heavy));
  return heavy_factor(s);
}

CatStatus cat_dae_new_in(CatContext *ctx, CatArena *arena, const CatDae *dae,
                         const CatDaeOptions *options, CatDaeStepper **out) {
  *out = NULL;
  if (dae->curved && options->method != CAT_DAE_BDF2) {
    return CAT_FAIL(ctx, CAT_ERR_ARG, "a system that is not linear needs the method bdf2");
  }
  CatDaeStepper *s = CAT_ARENA(arena, 1, CatDaeStepper);
  if (!s) return CAT_ERR_MEMORY;
  s->ctx = ctx;
  s->arena = arena;
  s->dae = dae;
  s->opt = *options;
  CAT_TRY(stepper_fill(s));
  *out = s;
  return CAT_OK;
}

CatStatus cat_dae_new(CatContext *ctx, const CatDae *dae, const CatDaeOptions *options,
                      CatDaeStepper **out) {
  *out = NULL;
  CatArena *arena = cat_arena_new(ctx, 1 << 20);
  if (!arena) return CAT_ERR_MEMORY;
  CatStatus status = cat_dae_new_in(ctx, arena, dae, options, out);
  if (*out) {
    (*out)->owner = true;
  } else {
    cat_arena_free(arena);
  }
  return status;
}

void cat_dae_free(CatDaeStepper *s) {
  if (s && s->owner) cat_arena_free(s->arena);
}

//------------------------------------------------------------------------------- stepping

CatDaeState *cat_dae_state(CatDaeStepper *s) {
  return &s->now;
}

CatStatus cat_dae_begin(CatDaeStepper *s) {
  s->has_old = false;
  return cat_acceleration(s, &s->now, -1);
}

void cat_state_copy(const CatDaeStepper *s, CatDaeState *out, const CatDaeState *x) {
  size_t nq = (size_t)s->dae->nq * sizeof(double), ng = (size_t)s->dae->ng * sizeof(double);
  out->t = x->t;
  memcpy(out->q, x->q, nq);
  memcpy(out->v, x->v, nq);
  memcpy(out->a, x->a, nq);
  memcpy(out->lambda, x->lambda, ng);
  memcpy(out->gap, x->gap, ng);
  memcpy(out->impulse, x->impulse, ng);
  memcpy(out->active, x->active, (size_t)s->dae->ng * sizeof(bool));
}

void cat_event_note(CatDaeStepper *s, CatDaeEvent event) {
  if (s->nevent < CAT_DAE_EVENTS) s->event[s->nevent++] = event;
  s->counts.events++;
}

CatStatus cat_step_main(CatDaeStepper *s, CatDaeState *out) {
  bool explicit = s->opt.method == CAT_DAE_HALF_EXPLICIT;
  if (s->has_old) return explicit ? cat_half_explicit(s, out) : cat_stage_bdf2(s, out);
  CAT_TRY(cat_stage_start(s, s->opt.h, out));
  // the next step builds on a by (39), not on the starter's
  return explicit ? cat_half_explicit_acceleration(s, out, s->now.v) : CAT_OK;
}

// x becomes the state; what was the state becomes the history of the two-step methods.
void cat_step_accept(CatDaeStepper *s, CatDaeState *x) {
  size_t nq = (size_t)s->dae->nq * sizeof(double);
  cat_balance_part(s, x, s->nevent == 0);
  memcpy(s->q_old, s->now.q, nq);
  memcpy(s->v_old, s->now.v, nq);
  CatDaeState swap = s->now;
  s->now = *x;
  *x = swap;
  s->has_old = true;
  s->counts.steps++;
}

// Section 5.3: constraints that contradict their side change it and the step is repeated.
static bool set_corrected(CatDaeStepper *s, CatDaeState *x) {
  bool changed = false;
  for (int i = 0; i < s->dae->ng; i++) {
    bool wrong = x->active[i] ? x->lambda[i] < -CAT_FORCE_NOISE : x->gap[i] < -CAT_GAP_NOISE;
    if (!wrong || cat_row_holds(s->dae, i)) continue;
    x->active[i] = !x->active[i];
    s->changes[i]++;
    changed = true;
  }
  return changed;
}

static void note_changes(CatDaeStepper *s, const CatDaeState *x) {
  for (int i = 0; i < s->dae->ng; i++) {
    if (x->active[i] == s->saved[i]) continue;
    cat_event_note(s, (CatDaeEvent){.t = x->t, .i = i, .closes = x->active[i]});
  }
}

// Neither side fits for a constraint that grazes: a force that barely pulls, or a gap that closes
// by less than the error of the step. It is left open; the next step closes it if it has to.
static void leave_open(CatDaeStepper *s, CatDaeState *x) {
  for (int i = 0; i < s->dae->ng; i++) {
    if (s->changes[i] > 1) x->active[i] = false;
  }
  s->counts.forced++;
}

CatStatus cat_set_iterate(CatDaeStepper *s, double h) {
  int patience = 2 * s->dae->ng + 4;
  bool whole = h == s->opt.h;
  memcpy(s->saved, s->now.active, (size_t)s->dae->ng * sizeof(bool));
  memset(s->changes, 0, (size_t)s->dae->ng * sizeof(int));
  cat_state_copy(s, &s->trial, &s->now);
  do {
    if (patience-- == 0) leave_open(s, &s->trial);
    CAT_TRY(whole ? cat_step_main(s, &s->trial) : cat_stage_start(s, h, &s->trial));
  } while (patience >= 0 && set_corrected(s, &s->trial));
  note_changes(s, &s->trial);
  return CAT_OK;
}

static CatStatus step_at_ends(CatDaeStepper *s) {
  CAT_TRY(cat_set_iterate(s, s->opt.h));
  cat_step_accept(s, &s->trial);
  return CAT_OK;
}

static CatStatus check_finite(CatDaeStepper *s) {
  double sum = 0;
  for (int j = 0; j < s->dae->nq; j++) sum += s->now.q[j] + s->now.v[j];
  if (isfinite(sum)) return CAT_OK;
  return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED, "the solution is no longer finite");
}

CatStatus cat_dae_step(CatDaeStepper *s) {
  s->nevent = 0;
  CAT_TRY(s->opt.localised ? cat_step_localised(s) : step_at_ends(s));
  return check_finite(s);
}

CatStatus cat_dae_try(CatDaeStepper *s, const CatDaeState **trial) {
  s->nevent = 0;
  cat_state_copy(s, &s->trial, &s->now);
  *trial = &s->trial;
  return cat_step_main(s, &s->trial);
}

void cat_dae_take(CatDaeStepper *s) {
  cat_step_accept(s, &s->trial);
}

void cat_dae_snapshot(CatDaeStepper *s, CatSnapshot *to) {
  int nq = s->dae->nq, ng = s->dae->ng;
  CatDaeState *x = &s->now;
  double *const moved[] = {x->q, x->v, x->a, s->q_old, s->v_old};
  double *const forces[] = {x->lambda, x->gap, x->impulse};
  cat_snapshot_vectors(to, moved, 5, nq);
  cat_snapshot_vectors(to, forces, 3, ng);
  CAT_SNAPSHOT(to, x->t);
  CAT_SNAPSHOT_ARRAY(to, x->active, ng);
  CAT_SNAPSHOT(to, s->has_old);
  CAT_SNAPSHOT(to, s->balance.sum);
}

CatDaeCounts cat_dae_counts(const CatDaeStepper *s) {
  return s->counts;
}

int cat_dae_events(const CatDaeStepper *s, const CatDaeEvent **out) {
  *out = s->event;
  return s->nevent;
}

CatStatus cat_dae_reverse(CatDaeStepper *s) {
  CatDaeState *x = &s->now;
  if (s->opt.method != CAT_DAE_HALF_EXPLICIT || !s->has_old) {
    return CAT_FAIL(s->ctx, CAT_ERR_STATE,
                    "only the half-explicit method can turn around, after a step");
  }
  for (int j = 0; j < s->dae->nq; j++) {
    double q = x->q[j], v = x->v[j];
    x->q[j] = s->q_old[j];
    x->v[j] = s->v_old[j];
    s->q_old[j] = q;
    s->v_old[j] = v;
  }
  x->t -= s->opt.h;
  s->opt.h = -s->opt.h;
  CAT_TRY(heavy_factor(s));
  return cat_half_explicit_acceleration(s, x, s->v_old);
}
