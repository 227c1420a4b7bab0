#include "run.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/random.h>

#include "base/c_locale.h"
#include "base/clock.h"
#include "study/train/static_force.h"

enum { ROWS = 1000000 };  // of the record, at most: the steps behind them are counted only

//------------------------------------------------------------------------------- set-up

typedef struct Range {
  const char *name;
  double value, low, high;
} Range;

// As the program's own options are limited; what is more than 0 begins where it could matter.
static CatStatus check_options(CatContext *ctx, const CatRtOptions *o) {
  const Range rows[] = {
      {"seconds", o->seconds, 0, 1e7},
      {"partner", (int)o->partner, CAT_RT_EXTERNAL, CAT_RT_SIMULATED},
      {"way", (int)o->way, CAT_RT_UDP, CAT_RT_SHM},
      {"wait", o->wait, 0, 1e6},
      {"input", (int)o->input, CAT_RT_FORCE, CAT_RT_POSITION},
      {"overrun", (int)o->overrun, CAT_RT_SLIP, CAT_RT_STOP},
      {"shift", (int)o->shift, CAT_RT_SHIFT_AUTO, CAT_RT_SHIFT_OFF},
      {"shift_at", o->shift_at, 0, 1e6},
      {"delay", o->delay == CAT_RT_MEASURED ? 0 : o->delay, 0, 100},
      {"max_force", o->max_force, 1e-3, 1e9},
      {"max_uplift", o->max_uplift, 1e-6, 1e3},
      {"silence", o->silence, 1e-6, 1e6},
      {"priority", o->priority, 0, 99},
      {"cpu", o->cpu, -1, 1023},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const Range *r = &rows[i];
    if (r->value >= r->low && r->value <= r->high) continue;
    return CAT_FAIL(ctx, CAT_ERR_ARG, "CatRtOptions.%s: found %g, expected %g to %g", r->name,
                    r->value, r->low, r->high);
  }
  return CAT_OK;
}

// The line under a rig may repeat for ever: there is no position or time at which the speed could
// change.
static CatStatus check_speed(CatContext *ctx, const CatSpec *spec) {
  const CatTrainSpec *s = cat_spec_values(spec);
  if (s->run.nspeed == 0) return CAT_OK;
  CatMotion motion = cat_train_motion(s);
  double highest = cat_motion_max_speed(&motion);
  CatWhere where = cat_spec_where(spec, &s->run.speed);
  return CAT_FAIL_AT(ctx, where.place, where.path,
                     "found a list, expected one speed for a run in real time, as in --set "
                     "run.speed=%.4gkm/h",
                     3.6 * highest);
}

// A packet has room for so many.
static CatStatus check_contacts(CatContext *ctx, const CatSpec *spec) {
  const CatTrainSpec *s = cat_spec_values(spec);
  for (int i = 0; i < s->npantograph; i++) {
    const CatStripsSpec *strips = &s->pantograph[i].parts.strips;
    if (cat_train_strips(&s->pantograph[i]) == 1) continue;
    CatWhere at = cat_spec_where(spec, &strips->distance);
    return CAT_FAIL_AT(ctx, at.place, at.path,
                       "found two strips, expected one for a run in real time");
  }
  if (s->contact.law == CAT_CONTACT_RIGID) {
    CatWhere at = cat_spec_where(spec, &s->contact.law);
    return CAT_FAIL_AT(ctx, at.place, at.path,
                       "found rigid, expected penalty for a run in real time, where the force "
                       "follows from the gap");
  }
  if (s->line.overlap.given) {
    CatWhere at = cat_spec_where(spec, &s->line.overlap.given);
    return CAT_FAIL_AT(ctx, at.place, at.path,
                       "found a second section, expected one for a run in real time, where a "
                       "packet has one height for each pantograph");
  }
  if (s->npantograph <= CAT_RT_CONTACTS) return CAT_OK;
  CatWhere where = cat_spec_where(spec, &s->pantograph);
  return CAT_FAIL_AT(ctx, where.place, where.path,
                     "found %d pantographs, expected at most %d for a run in real time",
                     s->npantograph, CAT_RT_CONTACTS);
}

static CatStatus open_link(CatRt *r) {
  const CatRtOptions *o = r->options;
  bool simulated = o->partner == CAT_RT_SIMULATED;
  if (o->way == CAT_RT_SHM) {
    const char *name = o->name || simulated ? o->name : "/catenaria-rt";
    return cat_rt_rings_open(r->ctx, name, &r->loop.link);
  }
  const char *address = simulated ? "127.0.0.1:0" : "127.0.0.1:45318";
  return cat_rt_udp_open(r->ctx, o->address ? o->address : address, &r->loop.link);
}

// With a key, requests must repeat a number that is new in every run, so that older packets are
// void.
static CatStatus draw_challenge(CatRt *r) {
  uint64_t *challenge = &r->loop.packets.challenge;
  while (r->options->key && *challenge == 0) {
    if (getrandom(challenge, sizeof *challenge, 0) != (ssize_t)sizeof *challenge) {
      return CAT_FAIL(r->ctx, CAT_ERR_INTERNAL, "no random number: %s", cat_errno_text(errno));
    }
  }
  return CAT_OK;
}

static CatStatus start_partner(CatRt *r) {
  if (r->options->partner != CAT_RT_SIMULATED) return CAT_OK;
  CatRtPartnerPlan plan = {r->spec, r->loop.link, r->options, r->loop.faults};
  return cat_rt_partner_new(r->ctx, &plan, &r->partner);
}

static CatStatus build(CatRt *r) {
  CAT_TRY(cat_line_case_build(r->ctx, r->input, r->spec, &r->line));
  return cat_rt_loop_connect(&r->loop, r->line.c);
}

static CatStatus prepare_shift(CatRt *r) {
  CatRtShift *s = &r->loop.shift;
  if (r->options->shift == CAT_RT_SHIFT_OFF) return CAT_OK;
  CAT_TRY(cat_rt_shift_new(r->line.c, r->options->shift_at, s));
  if (s->on || r->options->shift == CAT_RT_SHIFT_AUTO) return CAT_OK;
  return CAT_FAIL(r->ctx, CAT_ERR_ARG, "the line cannot repeat under the pantograph: %s",
                  s->why_not);
}

// As in a run of the kind "train", where the anchored end is hard.
static double end_of_line(const CatRt *r) {
  int last = r->line.m->nspan;
  double end = r->line.m->mast[last];
  return r->spec->run.to > 0 ? r->spec->run.to : end - (end - r->line.m->mast[last - 1]) / 2;
}

static CatStatus plan(CatRt *r) {
  CatRtLoop *l = &r->loop;
  double h = r->spec->time.step;
  l->ctx = r->ctx;
  l->options = r->options;
  l->period = (int64_t)llround(1e9 * h);
  l->safety = cat_rt_safety_new(r->options, h);
  l->delay = fmax(0, r->options->delay);
  l->steps = r->options->seconds > 0 ? lround(fmax(r->options->seconds / h, 1)) : 0;
  l->end = end_of_line(r);
  for (int i = 0; i < r->spec->npantograph; i++) {
    r->static_force[i] = cat_train_static_force(r->spec, &r->spec->pantograph[i]);
  }
  long rows = l->steps > 0 && l->steps < ROWS ? l->steps : ROWS;
  CAT_TRY(cat_rt_tables(r, (size_t)rows));
  return CAT_OK;
}

static CatStatus prepare(CatRt *r) {
  double begin = cat_clock_now();
  CAT_TRY(cat_rt_fault_injection_read(r->ctx, r->options->plant, &r->loop.faults));
  CAT_TRY(draw_challenge(r));
  CAT_TRY(open_link(r));
  CAT_TRY(start_partner(r));
  CAT_TRY(build(r));
  CAT_TRY(prepare_shift(r));
  CAT_TRY(plan(r));
  CAT_TRY(cat_rt_loop_warm(&r->loop, r->static_force));
  if (r->options->frames) {
    CAT_TRY(cat_rt_picture_new(r->rec, &r->line, &r->loop.shift, &r->loop.picture));
  }
  r->start_seconds = cat_clock_now() - begin;
  return CAT_OK;
}

//------------------------------------------------------------------------------- run

static CatStatus run(CatRt *r) {
  CAT_TRY(prepare(r));
  CAT_TRY(cat_rt_partner_begin(&r->partner, r->line.c));
  CatStatus status = cat_rt_loop_run(&r->loop);
  cat_rt_picture_end(&r->loop.picture);
  if (status == CAT_OK || status == CAT_ERR_INTERRUPTED || status == CAT_ERR_DIVERGED) {
    CAT_TRY(cat_rt_results(r));
  }
  return status;
}

CatStatus cat_rt_run(CatContext *ctx, const CatSpec *spec, const CatRtOptions *o, CatRecord *rec) {
  CAT_TRY(check_options(ctx, o));
  CAT_TRY(check_speed(ctx, spec));
  CAT_TRY(check_contacts(ctx, spec));
  CatRt *r = CAT_ARENA(cat_record_arena(rec), 1, CatRt);
  if (!r) return CAT_ERR_MEMORY;
  *r = (CatRt){.ctx = ctx, .input = spec, .spec = cat_spec_values(spec), .options = o, .rec = rec};
  r->loop.link.fd = -1;
  CatStatus status = run(r);
  cat_rt_partner_end(&r->partner);
  if (r->loop.link.ops) r->loop.link.ops->close(&r->loop.link);
  cat_line_case_free(&r->line);
  return status;
}
