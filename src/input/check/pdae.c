// The kind pdae: do geometry, run, start and discretisation fit together?
#include <math.h>
#include <stdio.h>

#include "checker.h"
#include "spec/format.h"
#include "spec/pdae.h"

static const double doubtful_speed = 0.7;  // of the wave speed: reflections pile up ahead

typedef struct Checker {
  CatContext *ctx;
  CatSpec *spec;
  const CatPdaeSpec *p;
} Checker;

// "dropper d2", or "droppers[1]" if it has no name
static CatLine dropper_name(const Checker *c, int i) {
  CatLine out;
  const char *name = c->p->droppers[i].name;
  if (*name) {
    snprintf(out.s, sizeof out.s, "dropper %s", name);
  } else {
    snprintf(out.s, sizeof out.s, "droppers[%d]", i);
  }
  return out;
}

static void check_dropper(const Checker *c, int i) {
  const CatPdaeSpec *p = c->p;
  const CatPdaeDropper *d = &p->droppers[i];
  if (d->position >= p->length) {
    FAIL(c, &d->position, "found %s at %s, expected below length = %s (%s)", dropper_name(c, i).s,
         metres(d->position).s, metres(p->length).s, location(c->spec, &d->position, &p->length).s);
  }
  if (d->length >= 2 * p->encumbrance) {
    FAIL(c, &d->length, "found %s of %s, expected below 2 encumbrance = %s (%s)",
         dropper_name(c, i).s, metres(d->length).s, metres(2 * p->encumbrance).s,
         location(c->spec, &d->length, &p->encumbrance).s);
  }
}

// Two droppers one after the other in the list.
static void check_pair(const Checker *c, int i) {
  const CatPdaeSpec *p = c->p;
  const double *x = &p->droppers[i].position, *last = &p->droppers[i - 1].position;
  double interval = p->length / p->space.intervals;
  CatLine name = dropper_name(c, i), other = dropper_name(c, i - 1);
  CatShort place = location(c->spec, x, last);
  if (*x < *last) {
    FAIL(c, x, "found %s at %s behind %s at %s (%s), expected positions that increase", name.s,
         metres(*x).s, other.s, metres(*last).s, place.s);
  } else if (*x == *last) {
    FAIL(c, x, "found %s at %s as %s (%s), expected different positions", name.s, metres(*x).s,
         other.s, place.s);
  } else if (*x - *last < interval) {
    FAIL(c, x, "found %s at %s from %s (%s), expected at least one interval of %s", name.s,
         metres(*x - *last).s, other.s, place.s, metres(interval).s);
  }
}

static void check_droppers(const Checker *c) {
  for (int i = 0; i < c->p->ndropper; i++) {
    check_dropper(c, i);
    if (i) check_pair(c, i);
  }
  const CatPdaeDropper *d = c->p->droppers;
  cat_check_names(c->ctx, c->spec, &(CatNames){d ? &d->name : NULL, sizeof *d, c->p->ndropper});
}

static void check_way(const Checker *c) {
  const CatPdaeSpec *p = c->p;
  const double *from = &p->run.from, *to = &p->run.to;
  if (*from >= *to) {
    FAIL(c, from, "found %s, expected below run.to = %s (%s)", metres(*from).s, metres(*to).s,
         location(c->spec, from, to).s);
    return;
  }
  if (*from < p->run.half_length) {
    FAIL(c, from, "found %s, expected at least run.half_length = %s (%s)", metres(*from).s,
         metres(p->run.half_length).s, location(c->spec, from, &p->run.half_length).s);
  }
  double last = p->length - p->run.half_length;
  if (*to > last) {
    FAIL(c, to, "found %s, expected at most length - run.half_length = %s (%s, %s)", metres(*to).s,
         metres(last).s, location(c->spec, to, &p->length).s,
         location(c->spec, to, &p->run.half_length).s);
  }
}

// A load that moves as fast as the waves it sends out piles them up: the model has no answer.
static CatStatus check_speed(const Checker *c, const CatPdaeWire *wire, const char *name) {
  const double *speed = &c->p->run.speed;
  double wave = sqrt(wire->tension / wire->mass_per_length);  // c = sqrt(T / rho A)
  CatShort v = cat_quantity_brief(*speed, "m/s"), limit = cat_quantity_brief(wave, "m/s");
  if (*speed >= wave) {
    FAIL(c, speed, "found %s, expected below the wave speed of the %s = %s (tension: %s)", v.s,
         name, limit.s, location(c->spec, speed, &wire->tension).s);
  } else if (*speed >= doubtful_speed * wave) {
    return cat_spec_warn(c->spec, speed,
                         "found %s, usual are speeds below 0.7 of the wave speed of the %s = %s",
                         v.s, name, limit.s);
  }
  return CAT_OK;
}

// At rest each body stands on the spring below it.
static void check_springs(const Checker *c) {
  const CatMassChainSpec *b = &c->p->pantograph;
  for (int i = 0; i + 1 < b->nmass; i++) {
    const double *stiffness = &b->masses[i].stiffness;
    if (*stiffness > 0) continue;
    FAIL(c, stiffness, "found %s, expected above 0 N/m with start.rule equilibrium (%s)",
         cat_quantity_brief(*stiffness, "N/m").s,
         location(c->spec, stiffness, &c->p->start.rule).s);
  }
}

// The velocity of the second mass at the start is found through the damper of the first.
static void check_damper(const Checker *c) {
  const CatPdaeSpec *p = c->p;
  const double *damping = &p->pantograph.masses[0].damping;
  if (p->pantograph.nmass > 1 && *damping <= 0) {
    FAIL(c, damping,
         "found %s, expected above 0 N s/m, since start.rule contact-force (%s) finds "
         "the velocity of the second mass through this damper",
         cat_quantity_brief(*damping, "N s/m").s, location(c->spec, damping, &p->start.rule).s);
  }
}

static void check_start(const Checker *c) {
  const CatPdaeSpec *p = c->p;
  if (p->start.rule != CAT_PDAE_START_FORCE) {
    if (p->pantograph.given) check_springs(c);
    return;
  }
  if (p->pantograph.given) check_damper(c);
  if (p->start.contact_force <= 0) {
    FAIL(c, &p->start.contact_force,
         "found %s, expected above 0 N with start.rule contact-force (%s)",
         cat_quantity_brief(p->start.contact_force, "N").s,
         location(c->spec, &p->start.contact_force, &p->start.rule).s);
  }
}

static void check_grid(const Checker *c) {
  const CatPdaeSpec *p = c->p;
  double interval = p->length / p->space.intervals;
  if (p->run.half_length >= interval / 2) return;
  FAIL(c, &p->run.half_length,
       "found %s, expected at least half an interval, length / space.intervals / 2 = %s (%s), or "
       "the load falls between the nodes",
       metres(p->run.half_length).s, metres(interval / 2).s,
       location(c->spec, &p->run.half_length, &p->space.intervals).s);
}

// What a run records per row: t, x_p and lambda_p, the force of each dropper, the height of each
// body.
static double columns(const CatPdaeSpec *p) {
  return 3 + p->ndropper + p->pantograph.nmass + p->linkage.nbody;
}

static void check_size(const Checker *c) {
  const CatPdaeSpec *p = c->p;
  double steps = ceil((p->run.to - p->run.from) / p->run.speed / p->time.step);
  double rows = steps / p->record.every, bytes = rows * columns(p) * sizeof(double);
  double most = CAT_MOST_RECORD * CAT_GIB;
  if (steps > CAT_MOST_STEPS) {
    FAIL(c, &p->time.step, "found %s, which makes %s steps, expected at most %s",
         cat_quantity_brief(p->time.step, "s").s, cat_quantity_brief(steps, "").s,
         cat_quantity_brief(CAT_MOST_STEPS, "").s);
  } else if (bytes > most) {
    FAIL(c, &p->record.every,
         "found %d, which records %s MiB, expected at most 2048 MiB; record.every: %s would do",
         p->record.every, cat_quantity_brief(floor(bytes / 1048576), "").s,
         cat_quantity_brief(ceil(bytes / most * p->record.every), "").s);
  }
}

// The benchmark's pantograph has no aerodynamic force, no base and no forces on single bodies.
static void check_pantograph(const Checker *c) {
  const CatMassChainSpec *b = &c->p->pantograph;
  const void *used = NULL;
  if (b->force_on != 0 && b->force_on != b->nmass) used = &b->force_on;
  if (b->aero != 0) used = &b->aero;
  if (b->nspeed > 0) used = &b->speed;
  if (b->nlift > 0) used = &b->lift;
  if (b->base_height != 0) used = &b->base_height;
  for (int i = 0; i < b->nmass; i++) {
    if (b->masses[i].force != 0) used = &b->masses[i].force;
    if (b->masses[i].aero != 0) used = &b->masses[i].aero;
  }
  if (used) FAIL(c, used, "found a value, expected none: the kind pdae has no use for this key");
}

// What a linkage asks of the run: an implicit step, and a start that is not at rest.
static void check_linkage(const Checker *c) {
  const CatPdaeSpec *p = c->p;
  if (p->time.method != CAT_PDAE_BDF2) {
    FAIL(c, &p->time.method, "found half-explicit, expected bdf2 with a linkage (%s)",
         location(c->spec, &p->time.method, &p->linkage.given).s);
  }
  if (p->start.rule != CAT_PDAE_START_FORCE) {
    FAIL(c, &p->start.rule, "found equilibrium, expected contact-force with a linkage (%s)",
         location(c->spec, &p->start.rule, &p->linkage.given).s);
  }
}

// One pantograph, of one of the two kinds.
static CatStatus check_either(const Checker *c) {
  const CatPdaeSpec *p = c->p;
  if (p->pantograph.given && p->linkage.given) {
    FAIL(c, &p->linkage.given, "found a linkage beside a pantograph (%s), expected one of them",
         location(c->spec, &p->linkage.given, &p->pantograph.given).s);
  } else if (p->pantograph.given) {
    cat_check_mass_chain(c->ctx, c->spec, &p->pantograph);
    check_pantograph(c);
  } else if (p->linkage.given) {
    check_linkage(c);
    return cat_check_linkage(c->ctx, c->spec, &p->linkage);
  } else {
    FAIL(c, &p->common.kind,
         "found neither, expected a pantograph: a section pantograph (a chain "
         "of masses) or linkage");
  }
  return CAT_OK;
}

CatStatus cat_pdae_check(CatContext *ctx, CatSpec *spec) {
  Checker c = {ctx, spec, cat_spec_values(spec)};
  int before = cat_context_errors(ctx);
  check_droppers(&c);
  CAT_TRY(check_either(&c));
  check_way(&c);
  CAT_TRY(check_speed(&c, &c.p->contact_wire, "contact wire"));
  CAT_TRY(check_speed(&c, &c.p->carrier, "carrier"));
  if (c.p->pantograph.given || c.p->linkage.given) check_start(&c);
  check_grid(&c);
  if (cat_context_errors(ctx) == before) check_size(&c);
  return CAT_OK;
}
