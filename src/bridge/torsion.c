// Torsion of the deck about its middle: GJ theta'' = I theta_tt, no twist at the ends,
//   theta_i = sqrt(2/(I L)) sin(i pi x/L),   omega_i = (i pi/L) sqrt(GJ/I).
// A track at the distance y beside the middle moves by y theta.
#include <math.h>

#include "beam.h"

#define PI 3.14159265358979323846

typedef struct Choice {
  int bend, twist;  // number of the mode of its kind; -1: of the other kind
} Choice;

static double twist_omega(const CatDeckSpec *s, int i) {
  return (i + 1) * PI / s->length * sqrt(s->torsion.stiffness / s->torsion.inertia_per_length);
}

static void choose(const CatDeckSpec *s, const CatModes *bend, Choice *choice) {
  int b = 0, t = 0;
  for (int i = 0; i < bend->n; i++) {
    bool twist = twist_omega(s, t) < bend->omega[b];
    choice[i] = twist ? (Choice){-1, t++} : (Choice){b++, -1};
  }
}

// Stations close enough for the shortest wave of either kind.
static CatStatus stations(CatArena *a, const CatBeam *b, const CatModes *bend, int waves,
                          CatShapes *out) {
  int fine = 64 * waves + 1;
  if (fine > 20001) fine = 20001;
  *out = bend->shapes;
  if (bend->shapes.stations >= fine && b->spec->method == CAT_DECK_RITZ) return CAT_OK;
  double *x = CAT_ARENA(a, fine + bend->shapes.stations, double);
  if (!x) return CAT_ERR_MEMORY;
  int n = 0;
  for (int e = 0; e + 1 < bend->shapes.stations; e++) {
    double from = bend->shapes.x[e], way = bend->shapes.x[e + 1] - from;
    int parts = (int)ceil(fine * way / b->spec->length);
    for (int k = 0; k < parts && n < fine + bend->shapes.stations - 1; k++) {
      x[n++] = from + way * k / parts;
    }
  }
  x[n++] = b->spec->length;
  out->stations = n;
  out->x = x;
  return CAT_OK;
}

static CatStatus fill(CatArena *a, const CatBeam *b, const CatModes *bend, const Choice *choice,
                      CatModes *out) {
  const CatDeckSpec *s = b->spec;
  size_t n = (size_t)bend->n, room = n * (size_t)out->shapes.stations;
  double *value = CAT_ARENA(a, room, double), *slope = CAT_ARENA(a, room, double);
  double *f = CAT_ARENA(a, n, double), *df = CAT_ARENA(a, n, double);
  double size = sqrt(2 / (s->torsion.inertia_per_length * s->length));
  if (!value || !slope || !f || !df) return CAT_ERR_MEMORY;
  for (int k = 0; k < out->shapes.stations; k++) {
    double x = out->shapes.x[k];
    cat_shapes_at(&bend->shapes, x, f, df);
    for (size_t i = 0; i < n; i++) {
      double wave = (choice[i].twist + 1) * PI / s->length;
      bool bends = choice[i].bend >= 0;
      value[(size_t)k * n + i] = bends ? f[choice[i].bend] : size * sin(wave * x);
      slope[(size_t)k * n + i] = bends ? df[choice[i].bend] : size * wave * cos(wave * x);
    }
  }
  out->shapes.value = value, out->shapes.slope = slope;
  return CAT_OK;
}

CatStatus cat_beam_twist(CatArena *a, const CatBeam *b, CatModes *modes) {
  const CatModes bend = *modes;
  Choice *choice = CAT_ARENA(a, bend.n, Choice);
  int waves = 1;
  modes->omega = CAT_ARENA(a, bend.n, double);
  modes->twists = CAT_ARENA(a, bend.n, bool);
  if (!choice || !modes->omega || !modes->twists) return CAT_ERR_MEMORY;
  if (!b->spec->torsion.given) {
    modes->omega = bend.omega;
    return CAT_OK;
  }
  choose(b->spec, &bend, choice);
  for (int i = 0; i < bend.n; i++) {
    modes->twists[i] = choice[i].twist >= 0;
    modes->omega[i] =
        modes->twists[i] ? twist_omega(b->spec, choice[i].twist) : bend.omega[choice[i].bend];
    if (choice[i].twist >= waves) waves = choice[i].twist + 1;
  }
  CAT_TRY(stations(a, b, &bend, waves, &modes->shapes));
  return fill(a, b, &bend, choice, modes);
}

CatStatus cat_bridge_track(CatArena *a, const CatBridge *b, double beside, CatShapes *out) {
  size_t n = (size_t)b->n, room = n * (size_t)b->shapes.stations;
  bool any = false;
  if (b->across.n > 0) return cat_across_track(a, b, beside, out);
  *out = b->shapes;
  for (int i = 0; i < b->n; i++) any |= b->twists[i];
  if (!any) return CAT_OK;
  double *value = CAT_ARENA(a, room, double), *slope = CAT_ARENA(a, room, double);
  if (!value || !slope) return CAT_ERR_MEMORY;
  for (size_t k = 0; k < room; k++) {
    double lever = b->twists[k % n] ? beside : 1;
    value[k] = lever * b->shapes.value[k], slope[k] = lever * b->shapes.slope[k];
  }
  out->value = value, out->slope = slope;
  return CAT_OK;
}
