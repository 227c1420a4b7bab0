// The state of a simulation: saved, restored, moved along.
#include <string.h>

#include "sim.h"

static void contact_snapshot(CatContact *k, CatSnapshot *to) {
  CAT_SNAPSHOT(to, k->force);
  CAT_SNAPSHOT(to, k->applied);
  CAT_SNAPSHOT(to, k->height);
  CAT_SNAPSHOT(to, k->rate);
  CAT_SNAPSHOT(to, k->gap);
}

// Moving ports are placed last: structures must know where they were.
static void snapshot(CatSim *s, CatSnapshot *to) {
  CAT_SNAPSHOT(to, s->t);
  CAT_SNAPSHOT(to, s->speed);
  CAT_SNAPSHOT(to, s->counts);
  CAT_SNAPSHOT_ARRAY(to, s->start, s->nmechanism);
  for (int i = 0; i < s->nstructure; i++) s->structure[i]->ops->snapshot(s->structure[i], to);
  for (int i = 0; i < s->nmechanism; i++) s->mechanism[i]->ops->snapshot(s->mechanism[i], to);
  cat_ties_snapshot(s->ties, to);
  cat_unilateral_snapshot(&s->ports, s->ties, to);
  for (int i = 0; i < s->ncontact; i++) contact_snapshot(&s->contact[i], to);
  cat_cosim_snapshot(s, to);
  if (to->mode != CAT_SNAPSHOT_RESTORE) return;
  for (int i = 0; i < s->nstructure; i++) {
    CatStructure *on = s->structure[i];
    if (on->ops->set_speed) on->ops->set_speed(on, s->speed);
  }
  for (int i = 0; i < s->ncontact; i++) cat_sim_place(s, &s->contact[i]);
}

size_t cat_sim_state_size(CatSim *s) {
  CatSnapshot measure = {.mode = CAT_SNAPSHOT_MEASURE};
  snapshot(s, &measure);
  return measure.used;
}

void cat_sim_save(CatSim *s, void *state) {
  snapshot(s, &(CatSnapshot){.mode = CAT_SNAPSHOT_SAVE, .bytes = state});
}

void cat_sim_restore(CatSim *s, const void *state) {
  // restoring only reads the bytes
  union {
    const void *in;
    unsigned char *bytes;
  } from = {.in = state};
  snapshot(s, &(CatSnapshot){.mode = CAT_SNAPSHOT_RESTORE, .bytes = from.bytes});
}

//------------------------------------------------------------------------------- shift

static void shift_ties(CatSim *s, const CatSimShift *shift) {
  CatTies *d = s->ties;
  double *const moved[] = {d->v, d->a, d->y, d->tension};
  int begin = s->first_tie[shift->structure], n = s->first_tie[shift->structure + 1] - begin;
  const CatStructure *on = s->structure[shift->structure];
  if (n == 0) return;
  on->ops->read_ties(on, d->e + begin);
  for (size_t k = 0; k < sizeof moved / sizeof *moved; k++) {
    bool fades = moved[k] != d->tension;
    double *to = moved[k] + begin;
    memcpy(shift->room, to, (size_t)n * sizeof *to);
    for (int i = 0; i < n; i++) {
      int from = shift->tie[i];
      double rest = fades ? 0 : d->rest[begin + i], factor = fades ? shift->fade[i] : 1;
      to[i] = from >= 0 ? factor * shift->room[from] : rest;
    }
  }
  cat_unilateral_begin(&s->ports, d);
}

static bool touches(const CatSim *s, int mechanism, int structure) {
  for (int k = 0; k < s->nlist[mechanism]; k++) {
    if (s->contact[s->list[mechanism][k]].is.structure == structure) return true;
  }
  return false;
}

void cat_sim_shift(CatSim *s, const CatSimShift *shift) {
  CatStructure *on = s->structure[shift->structure];
  on->ops->shift(on, &shift->map);
  shift_ties(s, shift);
  for (int i = 0; i < s->nmechanism; i++) {
    if (touches(s, i, shift->structure)) s->start[i] -= shift->length;
  }
  for (int i = 0; i < s->ncontact; i++) {
    CatContact *k = &s->contact[i];
    if (k->is.structure != shift->structure) continue;
    cat_sim_place(s, k);
    k->height = k->rest_height + on->ops->read(on, k->moving);
  }
}
