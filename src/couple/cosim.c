// Co-simulation: structures and mechanisms advance by themselves and exchange forces and heights
// only at the ends of macro steps, H = every h (M. Arnold: Numerical methods in the simulation of
// vehicle-guideway interaction, section 4). Between two exchanges one side knows of the other what
// it was at the last one and at which rate it changed:
//   q(T_n + t) = q(T_n) + q'(T_n) t     (constant: without the rate)
// The steps are those of sim.c, taken in turns: since whoever is expected does not feel this macro
// step's answer, taking turns within it gives the same as one side after the other.
//
// With a corrector a macro step is taken twice: first as above, then with
//   q(T_n + t) = q(T_n) + (q(T_n+1) - q(T_n)) t/H
// from the values that the first pass found. Nobody outside sees the first pass.
#include <math.h>

#include "sim.h"

CatStatus cat_cosim_new(CatSim *s) {
  if (s->cosim.every <= 0 || !s->cosim.corrector) return CAT_OK;
  s->macro_state = CAT_ARENA(s->arena, cat_sim_state_size(s), unsigned char);
  s->macro_end = CAT_ARENA(s->arena, 2 * s->ncontact + 1, double);
  return s->macro_state && s->macro_end ? CAT_OK : CAT_ERR_MEMORY;
}

static double lift_of(const CatContact *k) {
  return k->height - k->rest_height;
}

// The force of a contact where both sides are. In Jacobi's order the mechanism found it against the
// height that it expected; at the end of a macro step the true one is known. A rigid contact has no
// law that could tell.
static double force_between(const CatContact *k) {
  double off = k->is.side * (k->met - k->height), stiffness = k->is.stiffness;
  if (off == 0 || !isfinite(stiffness)) return k->force;
  double pressed = k->force > 0 ? k->force : -stiffness * k->gap;
  return fmax(0, pressed + stiffness * off);
}

static void settle(CatForecast *f, double value) {
  *f = (CatForecast){value, 0, {value, value, value}};
}

void cat_cosim_start(CatSim *s) {
  for (int i = 0; i < s->ncontact; i++) {
    CatContact *k = &s->contact[i];
    k->met = k->height;
    settle(&k->press, k->force);
    settle(&k->lift, lift_of(k));
  }
}

static void note(CatForecast *f, double value) {
  f->past[2] = f->past[1], f->past[1] = f->past[0], f->past[0] = value;
}

void cat_cosim_note(CatSim *s) {
  for (int i = 0; i < s->ncontact; i++) {
    CatContact *k = &s->contact[i];
    note(&k->press, force_between(k));
    note(&k->lift, lift_of(k));
  }
}

double cat_cosim_expect(const CatSim *s, const CatForecast *f) {
  long begun = (s->counts.steps - 1) / s->cosim.every * s->cosim.every;
  return f->value + f->rate * ((double)(s->counts.steps - begun) * s->step.h);
}

// The rate by a parabola through the ends of the last steps.
static void predict(const CatSim *s, CatForecast *f) {
  double rate = (3 * f->past[0] - 4 * f->past[1] + f->past[2]) / (2 * s->step.h);
  f->value = f->past[0];
  f->rate = s->cosim.constant ? 0 : rate;
}

static void correct(const CatSim *s, CatForecast *f, double end) {
  f->rate = (end - f->value) / (s->cosim.every * s->step.h);
}

static CatStatus correct_all(CatSim *s) {
  double *end = s->macro_end;
  cat_sim_save(s, s->macro_state);
  for (int i = 0; i < s->cosim.every; i++) CAT_TRY(cat_sim_advance(s));
  for (int i = 0; i < s->ncontact; i++) {
    end[2 * i] = force_between(&s->contact[i]), end[2 * i + 1] = lift_of(&s->contact[i]);
  }
  cat_sim_restore(s, s->macro_state);
  for (int i = 0; i < s->ncontact; i++) {
    correct(s, &s->contact[i].press, end[2 * i]);
    correct(s, &s->contact[i].lift, end[2 * i + 1]);
  }
  return CAT_OK;
}

CatStatus cat_cosim_exchange(CatSim *s) {
  if (s->counts.steps % s->cosim.every != 0) return CAT_OK;
  for (int i = 0; i < s->ncontact; i++) {
    predict(s, &s->contact[i].press);
    predict(s, &s->contact[i].lift);
  }
  return s->cosim.corrector ? correct_all(s) : CAT_OK;
}

void cat_cosim_snapshot(CatSim *s, CatSnapshot *to) {
  for (int i = 0; i < s->ncontact && s->cosim.every > 0; i++) {
    CatContact *k = &s->contact[i];
    CAT_SNAPSHOT(to, k->met);
    CAT_SNAPSHOT(to, k->press);
    CAT_SNAPSHOT(to, k->lift);
  }
}
