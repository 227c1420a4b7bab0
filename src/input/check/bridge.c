// The kind bridge: do deck, piers, modes, trains and run fit together?
#include <math.h>

#include "bridge/axle_table.h"
#include "bridge/imported.h"
#include "bridge/profile.h"
#include "checker.h"
#include "spec/bridge.h"

typedef struct Checker {
  CatContext *ctx;
  CatSpec *spec;
  const CatBridgeSpec *b;
} Checker;

//------------------------------------------------------------------------------- the deck

static void check_piers(const Checker *c) {
  const CatDeckSpec *d = &c->b->bridge;
  for (int i = 0; i < d->npier; i++) {
    const double *x = &d->piers[i];
    if (*x <= 0 || *x >= d->length) {
      FAIL(c, x,
           "found a pier at %s, expected between the ends of the deck, 0 m and length = %s (%s)",
           metres(*x).s, metres(d->length).s, location(c->spec, x, &d->length).s);
    } else if (i > 0 && *x <= x[-1]) {
      FAIL(c, x, "found a pier at %s behind one at %s, expected positions that increase",
           metres(*x).s, metres(x[-1]).s);
    }
  }
}

static void check_sections(const Checker *c) {
  const CatDeckSpec *d = &c->b->bridge;
  for (int i = 0; i < d->nsection; i++) {
    const double *x = &d->sections[i].from;
    if (*x >= d->length) {
      FAIL(c, x, "found %s, expected below length = %s (%s)", metres(*x).s, metres(d->length).s,
           location(c->spec, x, &d->length).s);
    } else if (i > 0 && *x <= d->sections[i - 1].from) {
      FAIL(c, x, "found %s behind %s (%s), expected positions that increase", metres(*x).s,
           metres(d->sections[i - 1].from).s, location(c->spec, x, &d->sections[i - 1].from).s);
    }
  }
}

// A beam has mass and stiffness; files hold them otherwise.
static void check_beam(const Checker *c) {
  const CatDeckSpec *d = &c->b->bridge;
  const double *missing = d->mass_per_length > 0 ? &d->bending_stiffness : &d->mass_per_length;
  if (*missing > 0) return;
  FAIL(c, missing, "found %s, expected a value above 0, or a bridge from files (imported)",
       cat_spec_where(c->spec, missing).given ? "0" : "nothing");
}

static void check_imported(const Checker *c) {
  const CatDeckSpec *d = &c->b->bridge;
  const CatImportedSpec *f = &d->imported;
  bool tables = *f->modes || *f->shapes, matrices = *f->stiffness || *f->mass || *f->points;
  bool whole = tables ? *f->modes && *f->shapes : *f->stiffness && *f->mass && *f->points;
  const void *beam = d->npier > 0       ? (const void *)d->piers
                     : d->nsection > 0  ? (const void *)&d->sections[0].from
                     : d->torsion.given ? (const void *)&d->torsion.stiffness
                                        : NULL;
  if (tables == matrices || !whole) {
    FAIL(c, f, "found %s, expected modes and shapes, or stiffness, mass and points",
         tables && matrices   ? "both"
         : tables || matrices ? "only a part of the files"
                              : "no file");
    return;
  }
  if (beam) {
    FAIL(c, beam, "found a part of a beam, expected none beside a bridge from files, imported (%s)",
         location(c->spec, beam, f).s);
    return;
  }
  cat_bridge_import_check(c->ctx, c->spec);
}

static void check_deck(const Checker *c) {
  if (c->b->bridge.imported.given) {
    check_imported(c);
  } else {
    check_beam(c);
  }
}

// Rigid piers take one function each; modes need functions or elements to be made of.
static void check_modes(const Checker *c) {
  const CatDeckSpec *d = &c->b->bridge;
  int rigid = d->pier_stiffness == 0 ? d->npier : 0, most = 2 * d->elements - rigid;
  if (d->method == CAT_DECK_RITZ && d->functions > 0 && d->functions < d->modes + rigid) {
    FAIL(c, &d->functions, "found %d, expected at least %d: modes (%s)%s", d->functions,
         d->modes + rigid, location(c->spec, &d->functions, &d->modes).s,
         rigid ? " and one for each rigid pier" : "");
  }
  if (d->method == CAT_DECK_HERMITE && d->elements > 0 && most < 2 * d->modes) {
    FAIL(c, &d->elements, "found %d, expected at least %d for %d modes (%s)", d->elements,
         d->modes + rigid, d->modes, location(c->spec, &d->elements, &d->modes).s);
  }
  bool zeta = false;  // 0, as the default is, leaves it to the type
  for (int i = 0; i < d->ndamping; i++) zeta |= d->damping[i] != 0;
  if (zeta && d->type != CAT_DECK_PLAIN) {
    FAIL(c, &d->type, "found a type beside damping (%s), expected one of them",
         location(c->spec, &d->type, &d->damping).s);
  }
}

// Keys that do nothing where others say what the bridge is: values that a part may bring along, so
// that they are doubts, not errors.
static void check_unused(const Checker *c) {
  const CatDeckSpec *d = &c->b->bridge;
  bool file = d->imported.given, ritz = d->method == CAT_DECK_RITZ;
  const struct {
    const void *key;
    bool unused;
    const char *why;
  } rows[] = {
      {&d->mass_per_length, file, "the bridge is from files"},
      {&d->bending_stiffness, file, "the bridge is from files"},
      {&d->method, file, "the bridge is from files"},
      {&d->functions, file || !ritz, "it counts with method: ritz"},
      {&d->elements, file || ritz, "it counts with method: hermite"},
      {&d->pier_stiffness, d->npier == 0, "there are no piers"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!rows[i].unused || !cat_spec_where(c->spec, rows[i].key).given) continue;
    cat_spec_warn(c->spec, rows[i].key, "found a value that does nothing: %s", rows[i].why);
  }
  if (d->nsection > 0 && ritz && !file && !cat_spec_where(c->spec, &d->method).given) {
    cat_spec_warn(c->spec, &d->method,
                  "found nothing, which is ritz: with sections its frequencies are slow to "
                  "converge; method: hermite is not");
  }
}

//------------------------------------------------------------------------------- trains

static void check_axles(const Checker *c, const CatLoadSpec *t) {
  if (t->naxle > 0 && t->axles[0] != 0) {
    FAIL(c, &t->axles[0], "found the first axle at %s, expected 0 m: the others are behind it",
         metres(t->axles[0]).s);
  }
  for (int i = 1; i < t->naxle; i++) {
    if (t->axles[i] > t->axles[i - 1]) continue;
    FAIL(c, &t->axles[i], "found an axle at %s behind one at %s, expected distances that increase",
         metres(t->axles[i]).s, metres(t->axles[i - 1]).s);
    return;
  }
}

static void check_car(const Checker *c, const CatCarSpec *car) {
  if (car->frame_mass == 0) {
    const double *used = car->frame_inertia > 0 ? &car->frame_inertia : NULL;
    if (car->primary_stiffness > 0) used = &car->primary_stiffness;
    if (car->wheelbase > 0) used = &car->wheelbase;
    if (used) FAIL(c, used, "found a value, expected none without frame_mass: there is no bogie");
  } else {
    const double *needed = car->frame_inertia == 0 ? &car->frame_inertia : NULL;
    if (car->primary_stiffness == 0) needed = &car->primary_stiffness;
    if (car->wheelbase == 0) needed = &car->wheelbase;
    if (needed) FAIL(c, needed, "found 0, expected a value above 0 for a bogie with frame_mass");
  }
  if (car->frame_mass > 0 && car->wheelbase >= car->pivots) {
    FAIL(c, &car->wheelbase,
         "found %s, expected below pivots = %s (%s), the distance of the bogies",
         metres(car->wheelbase).s, metres(car->pivots).s,
         location(c->spec, &car->wheelbase, &car->pivots).s);
  }
  if (car->pivots + car->wheelbase <= car->length) return;
  FAIL(c, &car->length, "found %s, expected at least pivots + wheelbase = %s (%s)",
       metres(car->length).s, metres(car->pivots + car->wheelbase).s,
       location(c->spec, &car->length, &car->pivots).s);
}

static void check_load(const Checker *c, const CatLoadSpec *t) {
  int given = (t->nforce > 0) + t->sprung.given + (t->ncar > 0);
  const void *at = t->ncar > 0 ? (const void *)&t->cars : (const void *)&t->forces;
  if (given == 0 && !*t->axle_table) {
    FAIL(c, &t->axles, "found a train without load, expected forces, sprung or cars");
  } else if (given > 1) {
    const void *other = t->sprung.given ? (const void *)&t->sprung.given : (const void *)&t->forces;
    FAIL(c, at, "found %s beside %s (%s), expected one of them", t->ncar > 0 ? "cars" : "forces",
         t->sprung.given ? "sprung" : "forces", location(c->spec, at, other).s);
  }
  if (t->ncar > 0 && t->naxle > 1) {  // one at 0 is the default
    FAIL(c, &t->axles, "found axles beside cars (%s), expected one of them",
         location(c->spec, &t->axles, &t->cars).s);
  }
}

static void check_train(const Checker *c, const CatLoadSpec *t) {
  check_axles(c, t);
  check_load(c, t);
  for (int i = 0; i < t->ncar; i++) check_car(c, &t->cars[i]);
  if (t->sprung.given && t->sprung.wheel_mass > 0 && t->sprung.contact_stiffness == 0) {
    // no step holds two masses together at every instant
    FAIL(c, &t->sprung.contact_stiffness,
         "found 0: a rigid contact, expected a stiffness, such as 2e9 N/m, for a wheel with mass "
         "(wheel_mass, %s)",
         location(c->spec, &t->sprung.contact_stiffness, &t->sprung.wheel_mass).s);
  }
  if (t->nforce > 1 && t->nforce != t->naxle) {
    FAIL(c, &t->forces, "found %d values, expected 1 or %d, as many as axles (%s)", t->nforce,
         t->naxle, location(c->spec, &t->forces, &t->axles).s);
  }
  if (t->track != 0 && !c->b->bridge.torsion.given && !c->b->bridge.imported.given) {
    FAIL(c, &t->track, "found %s, expected 0 m, the middle of the deck, or bridge.torsion",
         metres(t->track).s);
  }
}

// Trains do not see each other: two at one place go through one another.
static bool meet(const CatLoadSpec *a, const CatLoadSpec *b) {
  if (a->track != b->track) return false;
  if (a->heading != b->heading) return true;
  return a->start <= b->start + cat_load_length(b) && b->start <= a->start + cat_load_length(a);
}

static void check_places(const Checker *c) {
  const CatLoadSpec *t = c->b->trains;
  if (c->b->run.trains == CAT_TRAINS_ONE_BY_ONE) return;
  for (int i = 1; i < c->b->ntrain; i++) {
    for (int k = 0; k < i; k++) {
      if (!meet(&t[k], &t[i])) continue;
      cat_spec_warn(c->spec, &t[i].start,
                    "found two trains on one track that %s (%s): they do not see each other; "
                    "expected another start or track",
                    t[i].heading == t[k].heading ? "are at one place" : "meet",
                    location(c->spec, &t[i].start, &t[k].start).s);
      return;
    }
  }
}

//------------------------------------------------------------------------------- the run

static void check_speeds(const Checker *c) {
  const CatBridgeRunSpec *r = &c->b->run;
  if (c->b->ntrain == 0) return;
  if (!r->speeds.given && r->speed <= 0) {
    FAIL(c, &r->speed, "found %s, expected above 0 m/s, or a range in run.speeds",
         cat_quantity_brief(r->speed, "m/s").s);
  }
  if (r->speeds.given && r->speed > 0) {
    FAIL(c, &r->speed, "found a speed beside run.speeds (%s), expected one of them",
         location(c->spec, &r->speed, &r->speeds.given).s);
  }
  if (r->speeds.given && r->speeds.to < r->speeds.from) {
    FAIL(c, &r->speeds.to, "found %s, expected at least run.speeds.from = %s (%s)",
         cat_quantity_brief(r->speeds.to, "m/s").s, cat_quantity_brief(r->speeds.from, "m/s").s,
         location(c->spec, &r->speeds.to, &r->speeds.from).s);
  }
  if (!r->speeds.given && r->trains == CAT_TRAINS_ONE_BY_ONE && c->b->ntrain > 1) {
    FAIL(c, &r->trains, "found one-by-one with one speed, expected run.speeds or one train");
  }
}

static void check_point(const Checker *c) {
  const CatBridgeMeasureSpec *m = &c->b->measure;
  double length = c->b->bridge.length;
  if (m->across != 0 && !c->b->bridge.torsion.given && !c->b->bridge.imported.given) {
    FAIL(c, &m->across, "found %s, expected 0 m, the middle of the deck, or bridge.torsion",
         metres(m->across).s);
  }
  if (m->nat == 0) return;
  if (m->at[0] <= length) {
    if (c->b->bridge.imported.given || !cat_deck_bears_at(&c->b->bridge, m->at[0])) return;
    cat_spec_warn(c->spec, &m->at[0],
                  "found %s, a bearing: the deck hardly moves there, and nothing is judged; "
                  "expected a place between two of them, such as the middle of a span",
                  metres(m->at[0]).s);
    return;
  }
  FAIL(c, &m->at[0], "found %s, expected at most the length of the bridge, %s (%s)",
       metres(m->at[0]).s, metres(length).s, location(c->spec, &m->at[0], &c->b->bridge.length).s);
}

static void check_rail(const Checker *c) {
  const CatRailSpec *r = &c->b->rail;
  const void *used = r->rms > 0 ? &r->rms : r->ratio > 0 ? &r->ratio : NULL;
  if (*r->profile && r->irregularity != CAT_ROUGHNESS_NONE) {
    FAIL(c, &r->profile, "found a profile beside rail.irregularity (%s), expected one of them",
         location(c->spec, &r->profile, &r->irregularity).s);
  } else if (*r->profile) {
    cat_profile_check(c->ctx, c->spec);
  }
  bool feels = c->b->ntrain == 0;
  for (int i = 0; i < c->b->ntrain; i++) feels |= c->b->trains[i].nforce == 0;
  if (!feels && (*r->profile || r->irregularity != CAT_ROUGHNESS_NONE)) {
    const void *key = *r->profile ? (const void *)&r->profile : (const void *)&r->irregularity;
    cat_spec_warn(c->spec, key,
                  "found a profile that does nothing: forces that are given do not feel it");
  }
  if (r->irregularity != CAT_ROUGHNESS_NONE || !used) return;
  FAIL(c, used, "found a value, expected a spectrum in rail.irregularity to be rescaled");
}

// Track, rail and deck are one band of elements in the middle of the deck.
static void check_track(const Checker *c) {
  const CatTrackSpec *t = &c->b->track;
  const CatDeckSpec *d = &c->b->bridge;
  const void *other = d->imported.given        ? (const void *)&d->imported.given
                      : d->torsion.given       ? (const void *)&d->torsion.given
                      : c->b->cosim.given      ? (const void *)&c->b->cosim.given
                      : c->b->run.speeds.given ? (const void *)&c->b->run.speeds.given
                                               : NULL;
  if (!t->given) return;
  if (other) {
    FAIL(c, &t->given,
         "found a track beside %s (%s), expected a beam that bends, one speed, no co-simulation",
         cat_spec_where(c->spec, other).path, location(c->spec, &t->given, other).s);
  }
  if (d->npier > 0 && d->pier_stiffness == 0) {
    FAIL(c, &d->pier_stiffness, "found 0: rigid piers, expected a stiffness with a track (%s)",
         location(c->spec, &d->pier_stiffness, &t->given).s);
  }
  if (t->spacing > d->length / 4) {
    FAIL(c, &t->spacing, "found %s, expected at most a fourth of bridge.length = %s (%s)",
         metres(t->spacing).s, metres(d->length).s, location(c->spec, &t->spacing, &d->length).s);
  }
}

// A macro step is halved for its error estimate.
static void check_cosim(const Checker *c) {
  const CatCosimSpec *m = &c->b->cosim;
  double h = c->b->time.step, half = m->macro_step / (2 * h);
  if (!m->given) return;
  if (c->b->run.speeds.given) {
    FAIL(c, m, "found a co-simulation, expected one speed in place of run.speeds (%s)",
         location(c->spec, m, &c->b->run.speeds).s);
  }
  if (m->macro_step == 0 || (fabs(half - round(half)) < 1e-6 * half && round(half) >= 1)) return;
  FAIL(c, &m->macro_step, "found %s, expected an even number of time.step = %s (%s)",
       cat_quantity_brief(m->macro_step, "s").s, cat_quantity_brief(h, "s").s,
       location(c->spec, &m->macro_step, &c->b->time.step).s);
}

static void check_size(const Checker *c) {
  const CatBridgeSpec *b = c->b;
  double way = 0, steps, runs;
  for (int i = 0; i < b->ntrain; i++) {
    way = fmax(way, b->trains[i].start + cat_load_length(&b->trains[i]) + b->bridge.length);
  }
  if (b->ntrain == 0) return;
  steps = ceil((way / cat_bridge_speed(b, 0) + b->run.after) / b->time.step);
  if (steps > CAT_MOST_STEPS) {
    FAIL(c, &b->time.step, "found %s, which makes %s steps, expected at most %s",
         cat_quantity_brief(b->time.step, "s").s, cat_quantity_brief(steps, "").s,
         cat_quantity_brief(CAT_MOST_STEPS, "").s);
  }
  if (!b->run.speeds.given) return;
  runs = (b->run.speeds.to - b->run.speeds.from) / b->run.speeds.step * b->ntrain;
  if (runs > 1e5) {
    FAIL(c, &b->run.speeds.step, "found %s, which makes %s runs, expected at most 100000",
         cat_quantity_brief(b->run.speeds.step, "m/s").s, cat_quantity_brief(runs, "").s);
  }
}

// Axles that the case does not list, before anybody looks at them. The reader's lists are not
// constant.
static CatStatus list_axles(const Checker *c) {
  CatLoadSpec *t = (CatLoadSpec *)c->b->trains;
  for (int i = 0; i < c->b->ntrain; i++) {
    CatStatus status = cat_axles_uniform(c->ctx, c->spec, &t[i]);
    if (!status) status = cat_axle_table_read(c->ctx, c->spec, &t[i]);
    if (status && status != CAT_ERR_INPUT) return status;
  }
  return CAT_OK;
}

CatStatus cat_bridge_check(CatContext *ctx, CatSpec *spec) {
  Checker c = {ctx, spec, cat_spec_values(spec)};
  const CatLoadSpec *t = c.b->trains;
  int before = cat_context_errors(ctx);
  CAT_TRY(list_axles(&c));
  check_deck(&c);
  check_piers(&c);
  check_sections(&c);
  check_modes(&c);
  check_unused(&c);
  for (int i = 0; i < c.b->ntrain; i++) check_train(&c, &t[i]);
  check_places(&c);
  cat_check_names(ctx, spec, &(CatNames){t ? &t->name : NULL, sizeof *t, c.b->ntrain});
  check_speeds(&c);
  check_point(&c);
  check_rail(&c);
  check_cosim(&c);
  check_track(&c);
  if (cat_context_errors(ctx) == before) check_size(&c);
  return CAT_OK;
}
