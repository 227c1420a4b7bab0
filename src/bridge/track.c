#include "track.h"

#include <math.h>

typedef struct Builder {
  CatTrackDeck *t;
  const CatTrackSpec *spec;
  double scale;  // of what is given per sleeper, by the adjusted distance
  double alpha, beta;
} Builder;

static double place_of(const CatTrackDeck *t, int i) {
  return t->x0 + i * t->apart;
}

static bool over_deck(const CatTrackDeck *t, int i) {
  return i >= t->first && i <= t->last;
}

static CatStatus number(CatArena *a, CatTrackDeck *t) {
  t->dof = cat_arena_alloc(a, (size_t)t->stations, sizeof *t->dof);
  if (!t->dof) return CAT_ERR_MEMORY;
  for (int i = 0; i < t->stations; i++) {
    int *dof = t->dof[i];
    bool deck = over_deck(t, i), end = i == t->first || i == t->last;
    for (int k = 0; k < CAT_TRACK_DECK; k++) dof[k] = t->n++;
    dof[CAT_TRACK_DECK] = deck && !end ? t->n++ : -1;
    dof[CAT_TRACK_DECK + 1] = deck ? t->n++ : -1;
    dof[CAT_TRACK_DOF] = -1;
  }
  return CAT_OK;
}

// As many sleepers over the deck as fit best, and on over the ends on both sides.
static void lay(CatTrackDeck *t, double length, double spacing, const double ends[2]) {
  int over = (int)fmax(2, round(length / spacing));
  t->apart = length / over;
  t->first = (int)ceil(-ends[0] / t->apart) + 1;
  t->last = t->first + over;
  t->stations = t->last + (int)ceil((ends[1] - length) / t->apart) + 2;
  t->x0 = -t->first * t->apart;
}

//------------------------------------------------------------------------------- matrices

static void add_element(CatBand *A, const int dof[4], double factor, const double E[16]) {
  for (int i = 0; i < 4; i++) {
    for (int j = i; j < 4; j++) {
      if (dof[i] >= 0 && dof[j] >= 0) cat_band_add(A, dof[i], dof[j], factor * E[4 * i + j]);
    }
  }
}

// A spring or damper between two coordinates; -1: the ground.
static void add_spring(CatBand *A, int p, int q, double k) {
  if (p >= 0) cat_band_add(A, p, p, k);
  if (q >= 0) cat_band_add(A, q, q, k);
  if (p >= 0 && q >= 0) cat_band_add(A, p, q, -k);
}

static void add_rail(const Builder *b, int i) {
  CatTrackDeck *t = b->t;
  const int *p = t->dof[i], *q = t->dof[i + 1];
  CatPiece rail = {.mu = b->spec->rail_mass, .EI = b->spec->rail_bending_stiffness};
  double K[16], M[16];
  const int dof[4] = {p[0], p[1], q[0], q[1]};
  cat_beam_element(&rail, t->apart, K, M);
  add_element(&t->K, dof, 1, K), add_element(&t->M, dof, 1, M);
}

static void add_deck(const Builder *b, const CatBeam *beam, int i) {
  enum { W = CAT_TRACK_DECK };
  CatTrackDeck *t = b->t;
  const int *p = t->dof[i], *q = t->dof[i + 1], dof[4] = {p[W], p[W + 1], q[W], q[W + 1]};
  double K[16], M[16];
  cat_beam_element(cat_beam_piece(beam, place_of(t, i) + t->apart / 2), t->apart, K, M);
  add_element(&t->K, dof, 1, K), add_element(&t->M, dof, 1, M);
  add_element(&t->C, dof, b->alpha, M), add_element(&t->C, dof, b->beta, K);
}

static void add_sleeper(const Builder *b, int i) {
  CatTrackDeck *t = b->t;
  const CatTrackSpec *s = b->spec;
  const int *dof = t->dof[i];
  bool deck = over_deck(t, i), own = deck || s->ground_stiffness == 0;
  int under = deck ? dof[CAT_TRACK_DECK] : -1, sleeper = dof[CAT_TRACK_SLEEPER];
  double k = own ? s->ballast_stiffness : s->ground_stiffness;
  double c = own ? s->ballast_damping : s->ground_damping;
  add_spring(&t->K, dof[CAT_TRACK_RAIL], sleeper, b->scale * s->pad_stiffness);
  add_spring(&t->C, dof[CAT_TRACK_RAIL], sleeper, b->scale * s->pad_damping);
  add_spring(&t->K, sleeper, under, b->scale * k);
  add_spring(&t->C, sleeper, under, b->scale * c);
  cat_band_add(&t->M, sleeper, sleeper, b->scale * s->sleeper_mass);
}

// A pier is a spring at a place that need not be a node.
static void add_pier(CatTrackDeck *t, double x, double k) {
  CatTrackPlace at;
  double E[16];
  if (!cat_track_place(t, CAT_TRACK_DECK, x, &at)) return;
  for (int i = 0; i < 16; i++) E[i] = at.b[i / 4] * at.b[i % 4];
  add_element(&t->K, at.dof, k, E);
}

// Rayleigh's damping with the ratios of the first and the third mode.
static void find_damping(const CatBridge *bridge, Builder *b) {
  int other = bridge->n > 2 ? 2 : bridge->n - 1;
  double w0 = bridge->omega[0], w1 = bridge->omega[other];
  double z0 = bridge->zeta[0], z1 = bridge->zeta[other];
  if (!(w1 > 1.001 * w0)) {
    b->alpha = z0 * w0, b->beta = z0 / w0;
    return;
  }
  b->beta = fmax(0, 2 * (z1 * w1 - z0 * w0) / (w1 * w1 - w0 * w0));
  b->alpha = fmax(0, 2 * z0 * w0 - b->beta * w0 * w0);
}

static CatStatus fill(CatArena *a, const CatDeckSpec *deck, Builder *b) {
  CatTrackDeck *t = b->t;
  CatBeam beam;
  CAT_TRY(cat_beam_new(a, deck, &beam));
  CatBand *band[3] = {&t->K, &t->M, &t->C};
  for (int i = 0; i < 3; i++) CAT_TRY(cat_band_new(a, t->n, 2 * CAT_TRACK_DOF - 1, band[i]));
  for (int i = 0; i < t->stations; i++) {
    if (i + 1 < t->stations) add_rail(b, i);
    if (i >= t->first && i < t->last) add_deck(b, &beam, i);
    add_sleeper(b, i);
  }
  for (int i = 0; i < deck->npier; i++) add_pier(t, deck->piers[i], deck->pier_stiffness);
  return CAT_OK;
}

CatStatus cat_track_deck_new(CatArena *a, const CatBridgeSpec *spec, const CatBridge *bridge,
                             const double ends[2], CatTrackDeck *out) {
  *out = (CatTrackDeck){0};
  lay(out, spec->bridge.length, spec->track.spacing, ends);
  CAT_TRY(number(a, out));
  Builder b = {.t = out, .spec = &spec->track, .scale = out->apart / spec->track.spacing};
  find_damping(bridge, &b);
  return fill(a, &spec->bridge, &b);
}

bool cat_track_place(const CatTrackDeck *t, int what, double x, CatTrackPlace *out) {
  int from = what == CAT_TRACK_DECK ? t->first : 0;
  int to = what == CAT_TRACK_DECK ? t->last : t->stations - 1;
  if (!(x >= place_of(t, from) && x <= place_of(t, to))) return false;
  int i = (int)fmin(fmax(floor((x - t->x0) / t->apart), from), to - 1);
  double h = t->apart, s = (x - place_of(t, i)) / h, e = 1 - s;
  *out = (CatTrackPlace){
      .dof = {t->dof[i][what], t->dof[i][what + 1], t->dof[i + 1][what], t->dof[i + 1][what + 1]},
      .b = {e * e * (1 + 2 * s), h * s * e * e, s * s * (3 - 2 * s), -h * s * s * e},
      .slope = {-6 * s * e / h, e * (1 - 3 * s), 6 * s * e / h, s * (3 * s - 2)}};
  return true;
}
