#include "bridge.h"

#include <math.h>

#include "beam.h"
#include "imported.h"

double cat_deck_damping(CatDeckType type, double span) {
  double shorter = fmax(20 - span, 0);
  switch (type) {
  case CAT_DECK_STEEL: return (0.5 + 0.125 * shorter) / 100;
  case CAT_DECK_PRESTRESSED: return (1.0 + 0.07 * shorter) / 100;
  case CAT_DECK_REINFORCED: return (1.5 + 0.07 * shorter) / 100;
  default: return 0;
  }
}

static CatStatus find_damping(CatArena *a, const CatDeckSpec *s, CatBridge *b) {
  double *zeta = CAT_ARENA(a, b->n, double);
  if (!zeta) return CAT_ERR_MEMORY;
  for (int i = 0; i < b->n; i++) {
    zeta[i] = s->damping[i < s->ndamping ? i : s->ndamping - 1];
    if (s->type != CAT_DECK_PLAIN) zeta[i] = cat_deck_damping((CatDeckType)s->type, b->span);
  }
  b->zeta = zeta;
  return CAT_OK;
}

//------------------------------------------------------------------------------- bearings

// int f_i mu eta dx by Gauss's rule with five points in each element
static void find_momentum(const CatBeam *beam, const CatShapes *line, const CatShapes *shapes,
                          double *b, double *momentum) {
  static const double at[5] = {-0.90617984593866399, -0.53846931010568309, 0, 0.53846931010568309,
                               0.90617984593866399};
  static const double weight[5] = {0.23692688505618909, 0.47862867049936647, 0.56888888888888889,
                                   0.47862867049936647, 0.23692688505618909};
  for (int e = 0; e + 1 < line->stations; e++) {
    double half = (line->x[e + 1] - line->x[e]) / 2, middle = line->x[e] + half, eta = 0;
    double mu = cat_beam_piece(beam, middle)->mu;
    for (int g = 0; g < 5; g++) {
      cat_shapes_at(line, middle + half * at[g], &eta, NULL);
      cat_shapes_at(shapes, middle + half * at[g], b, NULL);
      for (int k = 0; k < shapes->n; k++) momentum[k] += half * weight[g] * mu * eta * b[k];
    }
  }
}

static CatStatus find_bearing(CatArena *a, const CatBeam *beam, const CatShapes *shapes, int i,
                              CatBearing *out) {
  double *value = CAT_ARENA(a, beam->nnode, double), *slope = CAT_ARENA(a, beam->nnode, double);
  double *momentum = CAT_ARENA(a, shapes->n, double), *b = CAT_ARENA(a, shapes->n, double);
  if (!value || !slope || !momentum || !b) return CAT_ERR_MEMORY;
  CAT_TRY(cat_beam_raised(a, beam, i, value, slope));
  CatShapes line = {1, beam->nnode, beam->x, value, slope};
  find_momentum(beam, &line, shapes, b, momentum);
  *out = (CatBearing){beam->x[beam->bearing[i]], value, slope, momentum};
  return CAT_OK;
}

static CatStatus find_bearings(CatArena *a, const CatBeam *beam, CatBridge *b) {
  CatShapes middle;
  CAT_TRY(cat_bridge_track(a, b, 0, &middle));
  b->nbearing = beam->spec->npier + 2;
  CatBearing *bearing = CAT_ARENA(a, b->nbearing, CatBearing);
  if (!bearing) return CAT_ERR_MEMORY;
  b->stations = beam->nnode, b->x = beam->x;
  for (int i = 0; i < b->nbearing; i++) {
    CAT_TRY(find_bearing(a, beam, &middle, i, &bearing[i]));
  }
  b->bearing = bearing;
  return CAT_OK;
}

static CatStatus from_beam(CatArena *a, const CatDeckSpec *spec, CatBridge *out) {
  CatBeam beam;
  CatModes modes = {0};
  CAT_TRY(cat_beam_new(a, spec, &beam));
  bool ritz = spec->method == CAT_DECK_RITZ;
  CAT_TRY(ritz ? cat_beam_ritz(a, &beam, &modes) : cat_beam_hermite(a, &beam, &modes));
  CAT_TRY(cat_beam_twist(a, &beam, &modes));
  CatDeckSpan span = cat_deck_longest_span(spec);
  *out = (CatBridge){.length = spec->length,
                     .span = span.to - span.from,
                     .n = modes.n,
                     .omega = modes.omega,
                     .twists = modes.twists,
                     .shapes = modes.shapes,
                     .unknowns = ritz ? cat_deck_functions(spec) : beam.n,
                     .method = ritz ? "Rayleigh-Ritz" : "Hermite elements"};
  for (int i = 0; i < beam.npiece; i++) {
    out->mass += beam.piece[i].mu * (beam.piece[i].to - beam.piece[i].from);
  }
  CAT_TRY(find_damping(a, spec, out));
  return find_bearings(a, &beam, out);
}

CatStatus cat_bridge_new(CatArena *a, const CatSpec *input, const CatDeckSpec *spec,
                         CatBridge *out) {
  if (!spec->imported.given) return from_beam(a, spec, out);
  CAT_TRY(cat_bridge_import(cat_arena_context(a), a, input, spec, out));
  out->damped = out->zeta != NULL;
  return out->damped ? CAT_OK : find_damping(a, spec, out);
}
