// A simulation from its parts.
#include <string.h>

#include "sim.h"

static CatStatus copy_parts(CatSim *s, const CatSimSetup *setup) {
  size_t ns = (size_t)setup->nstructure, nm = (size_t)setup->nmechanism;
  s->structure = CAT_ARENA(s->arena, ns + 1, CatStructure *);
  s->beyond = CAT_ARENA(s->arena, ns + 1, const CatBeyond *);
  s->mechanism = CAT_ARENA(s->arena, nm + 1, CatMechanism *);
  s->start = CAT_ARENA(s->arena, nm + 1, double);
  s->first_start = CAT_ARENA(s->arena, nm + 1, double);
  s->heading = CAT_ARENA(s->arena, nm + 1, double);
  s->contact = CAT_ARENA(s->arena, setup->ncontact + 1, CatContact);
  s->first_tie = CAT_ARENA(s->arena, ns + 1, int);
  if (!s->structure || !s->beyond || !s->mechanism || !s->start || !s->first_start || !s->heading ||
      !s->contact || !s->first_tie) {
    return CAT_ERR_MEMORY;
  }
  memcpy(s->structure, setup->structure, ns * sizeof *s->structure);
  if (setup->beyond) memcpy(s->beyond, setup->beyond, ns * sizeof *s->beyond);
  for (size_t i = 0; i < nm; i++) {
    s->mechanism[i] = setup->mechanism[i];
    s->start[i] = s->first_start[i] = setup->start[i];
    s->heading[i] = setup->heading ? setup->heading[i] : 1;
  }
  for (int i = 0; i < s->nstructure; i++) {
    s->first_tie[i + 1] = s->first_tie[i] + s->structure[i]->ntie;
  }
  return CAT_OK;
}

// Each contact takes the next moving port of its structure.
static CatStatus place_contacts(CatSim *s, const CatSimSetup *setup) {
  int *used = CAT_ARENA(s->arena, s->nstructure + 1, int);
  if (!used) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->ncontact; i++) {
    CatContact *k = &s->contact[i];
    k->is = setup->contact[i];
    k->moving = used[k->is.structure]++;
    if (k->moving >= s->structure[k->is.structure]->nmoving) {
      return CAT_FAIL(s->ctx, CAT_ERR_ARG, "structure %d has %d moving ports, too few for %s",
                      k->is.structure + 1, s->structure[k->is.structure]->nmoving, k->is.name);
    }
    CAT_TRY(k->is.guide->ops->seat_new(k->is.guide, s->arena, &k->seat));
    s->list[k->is.mechanism][s->nlist[k->is.mechanism]++] = i;
  }
  return CAT_OK;
}

static CatStatus reserve_ports(CatSim *s) {
  int most = s->ncontact + 1;
  s->list = CAT_ARENA(s->arena, s->nmechanism + 1, int *);
  s->nlist = CAT_ARENA(s->arena, s->nmechanism + 1, int);
  s->free_z = CAT_ARENA(s->arena, s->nmechanism + 1, double *);
  s->unknown = CAT_ARENA(s->arena, s->ncontact + 1, int);
  s->apart = CAT_ARENA(s->arena, s->nmechanism + 1, bool);
  if (!s->list || !s->nlist || !s->free_z || !s->unknown || !s->apart) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->nmechanism; i++) {
    int n = s->mechanism[i]->nport;
    s->list[i] = CAT_ARENA(s->arena, s->ncontact + 1, int);
    s->free_z[i] = CAT_ARENA(s->arena, n + 1, double);
    if (!s->list[i] || !s->free_z[i]) return CAT_ERR_MEMORY;
    if (n > most) most = n;
  }
  size_t n = (size_t)most;
  s->f = CAT_ARENA(s->arena, n, double);
  s->answer_W = CAT_ARENA(s->arena, n * n, double);
  s->answer_q = CAT_ARENA(s->arena, n, double);
  s->small = (CatLcp){.p = CAT_ARENA(s->arena, n, double),
                      .active = CAT_ARENA(s->arena, n, bool),
                      .work = CAT_ARENA(s->arena, n * n + n, double),
                      .pivot = CAT_ARENA(s->arena, n, int)};
  bool ok = s->f && s->answer_W && s->answer_q && s->small.p && s->small.active && s->small.work &&
            s->small.pivot;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

// Indices, sides and laws that make sense; one step for all.
static CatStatus check_setup(CatContext *ctx, const CatSimSetup *setup) {
  for (int i = 0; i < setup->ncontact; i++) {
    const CatContactSetup *k = &setup->contact[i];
    bool there = k->structure >= 0 && k->structure < setup->nstructure && k->mechanism >= 0 &&
                 k->mechanism < setup->nmechanism && k->port >= 0 &&
                 k->port < setup->mechanism[k->mechanism]->nport;
    bool law = (k->side == 1 || k->side == -1) && k->stiffness > 0 && k->damping >= 0;
    if (there && law) continue;
    return CAT_FAIL(ctx, CAT_ERR_ARG, "contact %d (%s) names no port, or has no side or stiffness",
                    i + 1, k->name);
  }
  for (int i = 1; i < setup->nstructure; i++) {
    const CatStep *a = &setup->structure[0]->step, *b = &setup->structure[i]->step;
    if (a->h == b->h && a->theta == b->theta && a->beta == b->beta && a->am == b->am) continue;
    return CAT_FAIL(ctx, CAT_ERR_ARG, "structures 1 and %d have different time steps", i + 1);
  }
  return CAT_OK;
}

static CatStatus fill(CatSim *s, const CatSimSetup *setup) {
  CAT_TRY(copy_parts(s, setup));
  s->iteration.needed = cat_sim_find_nonlinear(s);
  CAT_TRY(reserve_ports(s));
  CAT_TRY(place_contacts(s, setup));
  CAT_TRY(cat_sim_check_stages(s));
  if (!setup->ties) CAT_TRY(cat_ties_new(s->arena, 0, &s->no_ties));
  s->ties = setup->ties ? setup->ties : &s->no_ties;
  CAT_TRY(cat_ties_connect(s->arena, s->nstructure, s->structure, s->ties));
  return cat_unilateral_new(s->arena, s->ties->n, s->ncontact, &s->ports);
}

CatStatus cat_sim_new(CatContext *ctx, const CatSimSetup *setup, CatSim **out) {
  *out = NULL;
  CAT_TRY(check_setup(ctx, setup));
  CatArena *arena = cat_arena_new(ctx, 1 << 16);
  CatSim *s = arena ? CAT_ARENA(arena, 1, CatSim) : NULL;
  CatStatus status = s ? CAT_OK : CAT_ERR_MEMORY;
  if (s) {
    *s = (CatSim){.ctx = ctx,
                  .arena = arena,
                  .step = setup->structure[0]->step,
                  .nstructure = setup->nstructure,
                  .nmechanism = setup->nmechanism,
                  .ncontact = setup->ncontact,
                  .travel = setup->travel,
                  .iteration = {.tolerance = setup->tolerance > 0 ? setup->tolerance : 1e-3,
                                .most = setup->max_trials > 0 ? setup->max_trials : 25},
                  .cosim = setup->cosim,
                  .explicit_coupling = setup->explicit_coupling || setup->cosim.every > 0};
    status = fill(s, setup);
    if (!status) status = cat_cosim_new(s);
  }
  if (status) {
    cat_arena_free(arena);
    return status;
  }
  *out = s;
  return CAT_OK;
}

void cat_sim_free(CatSim *s) {
  if (s) cat_arena_free(s->arena);
}
