#include "callbacks.h"

#include <math.h>

enum { MOST_STATE = 1 << 30 };  // [bytes] of one pantograph: more is a mistake

typedef struct Hosted {
  CatMechanism base;
  CatPantographCallbacks is;
  double z;              // height of the head [m]
  const char **fault;    // what the host did wrong in this step; *fault NULL: nothing
  unsigned char *state;  // on its way between the host and a snapshot (state_bytes)
} Hosted;

static Hosted *own(CatMechanism *m) {
  return (Hosted *)m;
}

static const CatPantographCallbacks *table(const CatMechanism *m) {
  return &((const Hosted *)m)->is;
}

static CatStatus stand(CatContext *ctx, const CatMechanism *m, CatStand *out) {
  const CatPantographCallbacks *is = table(m);
  CatPantographRest rest = {0};
  bool failed = is->rest(is->user, &rest) != 0;
  if (failed || !isfinite(rest.height + rest.compliance + rest.force) || rest.compliance < 0) {
    return CAT_FAIL(ctx, CAT_ERR_DIVERGED, "the pantograph %.60s does not know how it stands",
                    is->name);
  }
  out->held = rest.held;
  out->z0[0] = rest.height;
  out->D[0] = rest.compliance;
  out->f0[0] = -rest.force;
  return CAT_OK;
}

static CatStatus start(CatContext *ctx, CatMechanism *m, const double *z, const double *f) {
  const CatPantographCallbacks *is = table(m);
  *own(m)->fault = NULL;
  own(m)->z = is->start(is->user, z ? z[0] : NAN, -f[0]);
  if (isfinite(own(m)->z)) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_DIVERGED, "the pantograph %.60s could not be started", is->name);
}

static void drive(CatMechanism *m, const CatJourney *to) {
  const CatPantographCallbacks *is = table(m);
  if (is->drive) is->drive(is->user, to->t, to->x, to->speed);
}

// The first fault of a step is what the simulation tells about.
static void blame(const CatMechanism *m, bool fine, const char *what) {
  const char **fault = ((const Hosted *)m)->fault;
  if (!fine && !*fault) *fault = what;
}

static void free_step(CatMechanism *m, double *z) {
  z[0] = table(m)->free_step(table(m)->user);
  blame(m, isfinite(z[0]), "free_step gave a height that is not a finite number");
}

// One that cannot be is made one that the simulation notices: its force is no longer finite.
static double compliance(const CatMechanism *m, int port, int other) {
  double c = table(m)->compliance(table(m)->user);
  bool fine = c > 0 && isfinite(c);
  (void)port, (void)other;
  blame(m, fine, "compliance gave what is not a finite number of more than 0 m/N");
  return fine ? c : NAN;
}

// Not after a fault, which it could hide.
static void commit(CatMechanism *m, const double *f) {
  own(m)->z = *own(m)->fault ? NAN : table(m)->commit(table(m)->user, -f[0]);
  blame(m, isfinite(own(m)->z), "commit gave a height that is not a finite number");
}

static void set_static_force(CatMechanism *m, double force) {
  table(m)->set_static_force(table(m)->user, force);
}

static void energy(const CatMechanism *m, CatMechanismEnergy *out) {
  CatPantographEnergy e = {0};
  if (table(m)->energy) table(m)->energy(table(m)->user, &e);
  *out = (CatMechanismEnergy){
      .work = e.work, .dissipated = e.dissipated, .numerical = e.numerical, .stored = e.stored};
}

static void snapshot(CatMechanism *m, CatSnapshot *to) {
  Hosted *p = own(m);
  const CatPantographCallbacks *is = &p->is;
  if (to->mode == CAT_SNAPSHOT_SAVE && is->save) is->save(is->user, p->state);
  CAT_SNAPSHOT(to, p->z);
  CAT_SNAPSHOT_ARRAY(to, p->state, is->state_bytes);
  if (to->mode != CAT_SNAPSHOT_RESTORE) return;
  *p->fault = NULL;
  if (is->restore) is->restore(is->user, p->state);
}

#define OPS                                                                                        \
  .name = "callbacks", .stand = stand, .start = start, .drive = drive, .free_step = free_step,     \
  .commit = commit, .compliance = compliance, .energy = energy, .snapshot = snapshot
static const CatMechanismOps plain = {OPS};
static const CatMechanismOps with_static_force = {OPS, .set_static_force = set_static_force};
#undef OPS

static CatStatus check(CatArena *a, const CatPantographCallbacks *is) {
  bool moves = is->rest && is->start && is->free_step && is->compliance && is->commit;
  if (is->state_bytes > MOST_STATE) {
    return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG,
                    "CatPantographCallbacks.state_bytes: found %zu, expected at most %d",
                    is->state_bytes, MOST_STATE);
  }
  bool saves = is->save ? is->restore != NULL : is->state_bytes == 0 && !is->restore;
  if (moves && saves && is->name) return CAT_OK;
  return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG, "a pantograph of the host lacks its %s",
                  !is->name ? "name"
                  : !saves  ? "save or restore"
                            : "rest, start, free_step, compliance or commit");
}

CatStatus cat_callbacks_new(CatArena *a, const CatPantographCallbacks *is, CatMechanism **out) {
  static const double at_reference = 0;
  CAT_TRY(check(a, is));
  Hosted *p = CAT_ARENA(a, 1, Hosted);
  if (!p) return CAT_ERR_MEMORY;
  *p = (Hosted){.is = *is,
                .state = CAT_ARENA(a, is->state_bytes + 1, unsigned char),
                .fault = CAT_ARENA(a, 1, const char *)};
  p->base = (CatMechanism){.ops = is->set_static_force ? &with_static_force : &plain,
                           .nport = 1,
                           .offset = &at_reference,
                           .z = &p->z,
                           .fault = p->fault};
  *out = &p->base;
  return p->state && p->fault ? CAT_OK : CAT_ERR_MEMORY;
}
