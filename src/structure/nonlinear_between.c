// The energy-momentum scheme of the nonlinear line (nonlinear.h):
//
//   M (v1 - v0)/h + F(u0, u1) + C (v0 + v1)/2 = (b0 p0 + b1 p1)/2,   u1 - u0 = h (v0 + v1)/2.
#include <math.h>
#include <string.h>

#include "nonlinear_internal.h"

// Means and halves of the trial, where it changed.
static void find_means(CatNonlinear *s) {
  const CatBanded *b = &s->band;
  const CatStep *step = &b->base.step;
  for (int i = s->changed.from; i < s->changed.to; i++) {
    double du = b->next[i] - b->u[i], v = b->v[i], a = b->a[i];
    s->mean[i] = b->u[i] + du / 2, s->half[i] = du / 2;
    s->rate[i] = (v + cat_step_v(step, du, v, a)) / 2;
    s->accel[i] = (a + cat_step_a(step, du, v, a)) / 2;
  }
}

// beta k times the rate at which the part of the elongation grows that pulls: of the whole step
// for a taut dropper, none of it for a slack one. It takes off no more than what the dropper pulls
// with.
double cat_nonlinear_damper_between(const CatNonlinear *s, int i, double from, double to) {
  const CatBarMotion *b = &s->forces.dropper[i];
  double rest = b->N0 / b->k, c = b->beta * b->k / s->band.base.step.h;
  if (!b->ties) return c * (to - from);
  double damper = c * (fmax(rest + to, 0) - fmax(rest + from, 0));
  return fmax(damper, -b->k * cat_pulled(rest + from, rest + to));
}

static void add_dampers(CatNonlinear *s, CatExtent on) {
  double n[3];
  for (int i = 0; i < s->band.base.ntie; i++) {
    const CatBarMotion *b = &s->forces.dropper[i];
    if (!cat_extents_meet(s->forces.dropper_on[i], on)) continue;
    s->now[i] = cat_dropper_stretch(&s->forces, i, s->band.next, n);
    cat_dropper_between(&s->forces, i, s->mean, n);
    double T = cat_nonlinear_damper_between(s, i, s->e[i], s->now[i]);
    cat_bar_pull(b, T, n, s->patch);
  }
}

void cat_nonlinear_patch_between(CatNonlinear *s, CatExtent on) {
  const CatBetween step = {s->band.u, s->band.next, s->half};
  find_means(s);
  cat_line_forces_within(&s->forces, on, &step, (const double *[]){s->mean, s->rate, s->accel},
                         s->patch);
  add_dampers(s, on);
}

void cat_nonlinear_keep_between(CatNonlinear *s) {
  const CatBanded *b = &s->band;
  memset(s->before, 0, (size_t)b->base.n * sizeof *s->before);
  for (int i = 0; i < b->base.nmoving; i++) {
    cat_port_vector_apply(&b->port[i], -s->load[i] / b->base.step.theta, s->before);
  }
}

void cat_nonlinear_hold_between(CatNonlinear *s) {
  const CatBanded *b = &s->band;
  size_t bytes = (size_t)(b->base.n + 1) * sizeof *s->r;
  const CatBetween still = {b->u, b->u, s->half};
  memset(s->r, 0, bytes), memset(s->half, 0, bytes), memset(s->rate, 0, bytes);
  cat_line_forces_between(&s->forces, &still, (const double *[]){b->u, s->rate, s->rate}, s->r);
  for (int i = 0; i < b->base.n; i++) s->before[i] = -s->r[i];
}
