// What a bridge is after its modes are known, and what of it is hard to believe: units that were
// forgotten, matrices exchanged, shapes with too few points.
#include <math.h>

#include "run.h"

#define PI 3.14159265358979323846

// First frequencies of bridges [Hz]; points that a half wave needs.
static const double lowest = 0.2, highest = 50, points_per_half_wave = 8;

static CatStatus doubt_frequency(CatBridgeRun *r) {
  double f = r->bridge.omega[0] / (2 * PI);
  const char *matrices = r->spec->bridge.imported.stiffness;
  if (f >= lowest && f <= highest) return CAT_OK;
  return cat_record_warn(r->rec,
                         "the first natural frequency of the bridge is %.3g Hz; bridges usually "
                         "have %g to %g Hz: %s",
                         f, lowest, highest,
                         matrices && *matrices ? "are K and M exchanged, or units missing?"
                                               : "are units missing?");
}

// Half waves of a mode along the middle: changes of its sign, of values that are not noise.
static int half_waves(const CatShapes *s, int mode) {
  double most = 0, last = 0;
  int n = 1;
  for (int i = 0; i < s->stations; i++) most = fmax(most, fabs(s->value[i * s->n + mode]));
  for (int i = 0; i < s->stations; i++) {
    double now = s->value[i * s->n + mode];
    if (fabs(now) <= 1e-6 * most) continue;
    n += last * now < 0;
    last = now;
  }
  return n;
}

static CatStatus doubt_points(CatBridgeRun *r) {
  const CatShapes *s = &r->bridge.shapes;
  int most = 1;
  if (!r->spec->bridge.imported.given) return CAT_OK;
  for (int k = 0; k < s->n; k++) {
    int n = half_waves(s, k);
    most = n > most ? n : most;
  }
  if (s->stations - 1 >= points_per_half_wave * most) return CAT_OK;
  return cat_record_warn(r->rec,
                         "the shapes have %d points along the deck for modes of %d half waves and "
                         "more: expected at least %g for each; fewer bridge.modes or more points "
                         "change that",
                         s->stations, most, points_per_half_wave);
}

static CatStatus doubt_damping(CatBridgeRun *r) {
  const CatDeckSpec *d = &((const CatBridgeSpec *)cat_spec_values(r->input))->bridge;
  bool given = d->type != CAT_DECK_PLAIN || cat_spec_where(r->input, &d->damping).given;
  if (!r->bridge.damped || !given) return CAT_OK;
  return cat_record_warn(r->rec, "bridge.%s does nothing: the file of modes has a column damping",
                         d->type != CAT_DECK_PLAIN ? "type" : "damping");
}

static CatStatus doubt_modes(CatBridgeRun *r) {
  const CatDeckSpec *d = &((const CatBridgeSpec *)cat_spec_values(r->input))->bridge;
  if (!cat_spec_where(r->input, &d->modes).given || d->modes <= r->bridge.n) return CAT_OK;
  return cat_record_warn(r->rec, "bridge.modes asks for %d modes, the bridge has %d", d->modes,
                         r->bridge.n);
}

CatStatus cat_bridge_doubts(CatBridgeRun *r) {
  CAT_TRY(doubt_frequency(r));
  CAT_TRY(doubt_points(r));
  CAT_TRY(doubt_damping(r));
  return doubt_modes(r);
}
