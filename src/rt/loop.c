#define _GNU_SOURCE
#include "loop.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>

#include "live.h"

enum { MOST_PACKETS = 128 };  // taken at once; the rest of a flood waits

//------------------------------------------------------------------------------- requests

// Steps since values were last used.
static long steps_since(const CatRtLoop *l) {
  return l->counts.steps > l->taken ? l->counts.steps - l->taken : 1;
}

// A rig that sends the height of its strip leaves the force to the contact's own spring and damper.
static double spring_force(const CatRtLoop *l, int i, double gap) {
  const CatTrainSpec *s = l->line->spec;
  double rate = (gap - l->gap[i]) / (l->sim->step.h * (double)steps_since(l));
  double force = -(s->contact.stiffness * gap + s->contact.damping * rate);
  return l->sim->contact[i].on ? fmax(0, force) : 0;
}

// Between the wire height last sent to the rig and the strip.
static double gap_of(const CatRtLoop *l, int i, double strip) {
  return cat_rt_safety_height(&l->safety, i, l->sim->contact[i].height) - strip;
}

// Why the values of a request cannot be used; 0: they can, and force is what they amount to.
static unsigned weigh(const CatRtLoop *l, const CatRtRequest *q, double *force) {
  double seconds = l->sim->step.h * (double)steps_since(l);
  for (int i = 0; i < l->sim->ncontact; i++) {
    force[i] = fmax(0, q->value[i]);
    if (q->kind == CAT_RT_FORCE && !cat_rt_force_possible(q->value[i])) return CAT_RT_BY_VALUE;
    if (q->kind == CAT_RT_POSITION) {
      double rest = l->sim->contact[i].rest_height;
      if (!cat_rt_strip_possible(q->value[i] - rest, l->strip[i] - rest, seconds)) {
        return CAT_RT_BY_VALUE;
      }
      force[i] = spring_force(l, i, gap_of(l, i, q->value[i]));
    }
    if (!(force[i] <= l->safety.max_force)) return CAT_RT_BY_FORCE;
  }
  return 0;
}

// Applies the reset flag of a request, and trips the safe state on unusable values, even if a newer
// request replaces it before use. Whether its values can be used.
static bool judge(CatRtLoop *l, const CatRtRequest *q, double *force) {
  if (q->flags & CAT_RT_RESET) {
    cat_rt_safety_clear(&l->safety, CAT_RT_BY_FORCE | CAT_RT_BY_UPLIFT | CAT_RT_BY_VALUE);
  }
  unsigned why = weigh(l, q, force);
  if (!why) return true;
  cat_rt_safety_trip(&l->safety, why);
  l->packets.refused++;
  return false;
}

// Unusable values reach neither the line nor the record: the last forces are held.
static void take_values(CatRtLoop *l, const CatRtRequest *q) {
  double force[CAT_RT_CONTACTS];
  if (!judge(l, q, force)) return;
  bool position = q->kind == CAT_RT_POSITION;
  for (int i = 0; i < l->sim->ncontact; i++) {
    l->force[i] = force[i];
    l->strip[i] = position ? q->value[i] : NAN;
    if (position) l->gap[i] = gap_of(l, i, q->value[i]);
  }
  l->taken = l->counts.steps;
}

// The delay of the rig: steps between an answer and the first request that knows of it, beyond the
// one that the coupling has anyway. Impossible or very old numbers are ignored.
static void note_delay(CatRtLoop *l, const CatRtRequest *q) {
  enum { ENOUGH = 500, LONGEST = 100 };
  double behind = (double)l->counts.steps - (double)q->answer;
  bool measures = l->options->delay == CAT_RT_MEASURED && l->delay_count < ENOUGH;
  if (q->answer > 0 && behind > l->delay && !measures) l->packets.late++;
  if (!measures || q->answer == 0 || behind < 0 || behind > LONGEST) return;
  l->delay_sum += behind;
  l->delay_count++;
  if (l->delay_count == ENOUGH) l->delay = fmax(0, round(l->delay_sum / ENOUGH));
}

// Whether it is a request for this line, authenticated if there is a key.
static bool is_request(CatRtLoop *l, const unsigned char *packet, int n, CatRtRequest *q) {
  CatRtReading reading = cat_rt_request_open(l->options->key, packet, n, q);
  if (reading == CAT_RT_GOOD && (int)q->count != l->sim->ncontact) reading = CAT_RT_MALFORMED;
  l->packets.unauthenticated += reading == CAT_RT_UNAUTHENTICATED;
  l->packets.malformed += reading == CAT_RT_MALFORMED;
  return reading == CAT_RT_GOOD;
}

// Whether its sender may be the partner: the first sender is, to the end of the run or, with
// rebinding, until it falls silent.
static bool is_welcome(CatRtLoop *l) {
  bool silent = l->options->rebind && (l->safety.why & CAT_RT_BY_SILENCE);
  if (!l->link.foreign || !l->bound || silent) return true;
  l->packets.foreign++;
  memcpy(l->stranger, l->link.sender, sizeof l->stranger);
  return false;
}

// Whether the packet is a valid one from the partner.
static bool is_partners(CatRtLoop *l, const unsigned char *packet, int n, CatRtRequest *q) {
  if (!is_request(l, packet, n, q) || !is_welcome(l)) return false;
  CatRtFreshness freshness = cat_rt_packet_freshness(&l->packets, q);
  l->packets.replayed += freshness == CAT_RT_REPLAYED;
  l->packets.hellos += freshness == CAT_RT_HELLO;
  if (freshness == CAT_RT_REPLAYED) return false;
  if (l->link.foreign || !l->link.known) {
    l->link.ops->accept(&l->link);
    if (!l->packets.challenge)
      l->packets.any = false;  // another partner has other sequence numbers
  }
  l->session = q->session;
  l->bound = l->bound || freshness == CAT_RT_FRESH;
  return freshness == CAT_RT_FRESH;
}

// Takes the packets that have arrived, up to a limit, and uses the newest. Whether there was any.
static bool hear(CatRtLoop *l) {
  unsigned char packet[CAT_RT_PACKET_BYTES];
  bool news = false;
  for (int k = 0, n; k < MOST_PACKETS && (n = l->link.ops->receive(&l->link, packet)) >= 0; k++) {
    CatRtRequest q;
    l->work++;
    if (!is_partners(l, packet, n, &q) || !cat_rt_packet_stats_add(&l->packets, &q)) continue;
    if (news) {
      l->packets.surplus++;
      judge(l, &l->request, (double[CAT_RT_CONTACTS]){0});
    }
    l->request = q;
    news = true;
  }
  return news;
}

// Forces for the next step: those of the newest packet, or the last ones.
static void take_request(CatRtLoop *l, bool news) {
  l->counts.silent = news ? 0 : l->counts.silent + 1;
  l->counts.held += !news;
  if (!news) {
    double silent = (double)l->counts.silent * 1e-9 * (double)l->period;
    bool all = l->options->unpaced || silent > l->options->silence;
    if (all && !(l->safety.why & CAT_RT_BY_SILENCE)) {
      cat_rt_safety_trip(&l->safety, CAT_RT_BY_SILENCE);
    }
    return;
  }
  cat_rt_safety_clear(&l->safety, CAT_RT_BY_SILENCE);
  note_delay(l, &l->request);
  take_values(l, &l->request);
}

//------------------------------------------------------------------------------- record

static double place_of(const CatRtLoop *l, int i) {
  return l->sim->contact[i].x + (double)l->shift.done * l->shift.length;
}

// The state after a step with the force that the partner found for it.
static void record(CatRtLoop *l) {
  if (!l->table) return;
  double *at = l->row;
  *at++ = l->sim->t;
  for (int i = 0; i < l->sim->ncontact; i++) {
    const CatContact *k = &l->sim->contact[i];
    *at++ = place_of(l, i);
    *at++ = l->force[i];
    *at++ = l->force[i];  // low-passed afterwards
    *at++ = k->height;
    *at++ = k->rate;
  }
  *at++ = 1e-3 * (double)l->now.computed;
  *at++ = l->options->unpaced ? 0 : 1e-3 * (double)(l->now.begin - l->now.due);
  cat_table_append(l->table, l->row);
}

static void show(CatRtLoop *l, bool done) {
  if (!l->options->live) return;
  CatRtSnapshot s = {.steps = (unsigned)l->counts.steps,
                     .flags = l->safety.why | (l->safety.why ? CAT_RT_SAFE : 0),
                     .contacts = l->sim->ncontact,
                     .time = l->sim->t,
                     .place = place_of(l, 0),
                     .compute_us = 1e-3 * (double)l->now.computed,
                     .wake_us = 1e-3 * (double)(l->now.begin - l->now.due),
                     .most_compute_us = 1e-3 * (double)l->compute.most,
                     .most_wake_us = 1e-3 * (double)l->wake.most,
                     .overruns = (unsigned long)l->counts.overruns,
                     .lost = l->packets.lost,
                     .late = l->packets.late,
                     .done = done};
  for (int i = 0; i < l->sim->ncontact; i++) {
    s.force[i] = l->force[i];
    s.height[i] = l->sim->contact[i].height;
  }
  cat_rt_live_write(l->options->live, &s);
}

//------------------------------------------------------------------------------- step

static void spin(int64_t ns) {
  for (int64_t end = cat_rt_computed() + ns; cat_rt_computed() < end;) continue;
}

static void misbehave(CatRtLoop *l, long step) {
  static const int64_t LONG = 5000000;  // [ns]
  if (cat_rt_fault_is_due(&l->faults, CAT_RT_FAULT_ALLOCATION, step)) {
    cat_free(l->ctx, cat_alloc(l->ctx, 1, 64));
  }
  if (cat_rt_fault_is_due(&l->faults, CAT_RT_FAULT_PAGE, step) && l->fresh_page) {
    *(volatile unsigned char *)l->fresh_page = 1;
  }
  if (cat_rt_fault_is_due(&l->faults, CAT_RT_FAULT_STALL, step)) {
    spin(LONG);
    l->work += LONG;
  }
  if (cat_rt_fault_is_due(&l->faults, CAT_RT_FAULT_PAUSE, step)) {
    for (int64_t end = cat_rt_now() + LONG; cat_rt_now() < end;) cat_rt_sleep_until(end);
  }
}

static bool is_sound(const CatRtLoop *l) {
  for (int i = 0; i < l->sim->ncontact; i++) {
    if (!isfinite(l->sim->contact[i].height)) return false;
  }
  return true;
}

// One step of the line under the forces of the rig, or under none.
static CatStatus step_line(CatRtLoop *l, bool forces) {
  for (int i = 0; i < l->sim->ncontact; i++) {
    cat_outside_set_force(&l->rig[i], 0, forces ? l->force[i] : 0);
  }
  return cat_sim_step(l->sim);
}

static CatStatus step(CatRtLoop *l) {
  enum { SHIFT = 100 };  // more work than any step solves
  const CatSimCounts before = l->sim->counts;
  if (l->shift.on && cat_rt_shift_due(&l->shift, l->sim)) {
    cat_rt_shift_do(&l->shift, l->sim);
    l->shifted = true;
    l->work += SHIFT;
  }
  CatStatus status = step_line(l, !l->safety.why);
  l->work += l->sim->counts.pivots - before.pivots;
  l->counts.steps++;
  misbehave(l, l->counts.steps);
  if (status || !is_sound(l)) {
    cat_rt_safety_trip(&l->safety, CAT_RT_BY_MODEL);
    return status ? status
                  : CAT_FAIL(l->ctx, CAT_ERR_DIVERGED, "the height of the wire is not finite");
  }
  for (int i = 0; i < l->sim->ncontact; i++) {
    const CatContact *k = &l->sim->contact[i];
    bool far = k->on && fabs(k->height - k->rest_height) > l->safety.max_uplift;
    if (far) cat_rt_safety_trip(&l->safety, CAT_RT_BY_UPLIFT);
  }
  cat_rt_safety_step(&l->safety);
  return CAT_OK;
}

static void answer(CatRtLoop *l, bool last) {
  unsigned char bytes[CAT_RT_PACKET_BYTES];
  unsigned flags = l->safety.why;
  CatRtAnswer a = {.session = l->session,
                   .challenge = l->packets.challenge,
                   .sequence = (uint32_t)l->counts.steps,
                   .request = l->request.sequence,
                   .count = (uint32_t)l->sim->ncontact,
                   .time = l->sim->t};
  if (l->safety.why) flags |= CAT_RT_SAFE;
  if (last) flags |= CAT_RT_LAST;
  if (l->late) flags |= CAT_RT_LATE;
  if (l->shifted) flags |= CAT_RT_SHIFTED;
  for (int i = 0; i < l->sim->ncontact; i++) {
    const CatContact *k = &l->sim->contact[i];
    bool sound = isfinite(k->height);
    a.height[i] = sound ? k->height + l->delay * l->sim->step.h * k->rate : 0;
    a.velocity[i] = sound ? k->rate : 0;
    cat_rt_safety_answer(&l->safety, i, &a.height[i], &a.velocity[i]);
    if (k->on) flags |= (unsigned)CAT_RT_UNDER << i;
  }
  a.flags = (uint16_t)flags;
  int n = cat_rt_answer_seal(l->options->key, &a, bytes);
  l->link.failed = false;
  l->link.ops->send(&l->link, bytes, n);
  l->counts.unsent += l->link.failed;
  l->shifted = false;
}

//------------------------------------------------------------------------------- time

// Waits until the step is due; without a clock, until the partner's packet arrives.
static bool await(CatRtLoop *l) {
  static const double PATIENCE = 1;  // [s]
  if (l->options->unpaced) {
    if (!l->pending) l->link.ops->wait(&l->link, PATIENCE);
    l->now.due = cat_rt_now();
    return true;
  }
  cat_rt_sleep_until(l->now.due);
  return cat_rt_now() >= l->now.due;  // a signal may have interrupted the sleep
}

// Handles a missed deadline; false: the loop ends.
static bool settle_overrun(CatRtLoop *l, int64_t next) {
  int64_t behind = l->now.end - next;
  l->counts.overruns++;
  l->counts.by_compute += l->now.computed > l->period && l->work > l->proven;
  l->late = true;
  switch (l->options->overrun) {
  case CAT_RT_STOP: return false;
  case CAT_RT_DROP: {
    int64_t missed = behind / l->period + 1;
    l->counts.dropped += (long)missed;
    l->now.due = next + missed * l->period;
    return true;
  }
  default:
    l->counts.slipped += behind;
    l->now.due = l->now.end;
    return true;
  }
}

static bool account(CatRtLoop *l) {
  int64_t next = l->now.due + l->period;
  if (2 * l->now.computed < l->period && l->work > l->proven) l->proven = l->work;
  cat_rt_histogram_add(&l->compute, l->now.computed);
  cat_rt_histogram_add(&l->response, l->now.end - l->now.due);
  if (l->options->unpaced) return true;
  cat_rt_histogram_add(&l->wake, l->now.begin - l->now.due);
  l->late = false;
  if (l->now.end > next) return settle_overrun(l, next);
  l->now.due = next;
  return true;
}

//------------------------------------------------------------------------------- loop

static bool is_over(CatRtLoop *l) {
  l->at_end =
      !l->shift.on && l->sim->contact[0].x + l->sim->step.h * l->line->spec->run.speed > l->end;
  return l->at_end || (l->steps > 0 && l->counts.steps >= l->steps);
}

static CatStatus turn(CatRtLoop *l) {
  int64_t computed = cat_rt_computed();
  l->work = 0;
  l->now.begin = cat_rt_now();
  bool news = hear(l) || l->pending;
  l->pending = false;
  take_request(l, news);
  record(l);
  CatStatus status = step(l);
  answer(l, status != CAT_OK || is_over(l));
  l->now.end = cat_rt_now();
  l->now.computed = cat_rt_computed() - computed;
  return status;
}

static CatStatus check_link(CatRtLoop *l) {
  if (!l->link.broken) return CAT_OK;
  return CAT_FAIL(l->ctx, CAT_ERR_DIVERGED,
                  "shared memory \"%.60s\" was cut short by another program, after %ld steps",
                  l->link.name ? l->link.name : "", l->counts.steps);
}

static CatStatus run_turns(CatRtLoop *l) {
  enum { GIVE_UP = 3 };  // waits without a packet, where there is no clock
  l->now.due = cat_rt_now() + l->period;
  while (!is_over(l)) {
    if (cat_stop_asked(l->ctx)) {
      return CAT_FAIL(l->ctx, CAT_ERR_INTERRUPTED, "stopped after %ld steps", l->counts.steps);
    }
    CAT_TRY(check_link(l));
    if (!await(l)) continue;
    CAT_TRY(turn(l));
    bool goes_on = account(l);
    show(l, false);
    cat_rt_picture_step(&l->picture, l->sim, l->options->unpaced ? INT64_MAX : l->now.due);
    if (!goes_on) {
      return CAT_FAIL(l->ctx, CAT_ERR_DIVERGED, "step %ld missed its deadline by %.0f us",
                      l->counts.steps, 1e-3 * (double)(l->now.end - l->now.due - l->period));
    }
    if (l->options->unpaced && l->counts.silent >= GIVE_UP) {
      return CAT_FAIL(l->ctx, CAT_ERR_DIVERGED, "the partner says nothing any more");
    }
  }
  return CAT_OK;
}

// Whether the partner is among the senders so far. With a key, a hello is answered with the
// challenge.
static bool find_partner(CatRtLoop *l) {
  unsigned char packet[CAT_RT_PACKET_BYTES];
  for (int k = 0, n; k < MOST_PACKETS && (n = l->link.ops->receive(&l->link, packet)) >= 0; k++) {
    unsigned long hellos = l->packets.hellos;
    if (is_partners(l, packet, n, &l->request)) return true;
    if (l->packets.hellos > hellos) answer(l, false);
  }
  return false;
}

static CatStatus nobody_came(CatRtLoop *l) {
  unsigned long keyless = l->packets.unauthenticated,
                other = l->packets.malformed + l->packets.replayed;
  if (keyless + other == 0) {
    return CAT_FAIL(l->ctx, CAT_ERR_ARG, "no partner sent a packet within %g s", l->options->wait);
  }
  return CAT_FAIL(l->ctx, CAT_ERR_ARG,
                  "no partner sent a good packet within %g s, but %lu without the right key "
                  "and %lu malformed or replayed ones",
                  l->options->wait, keyless, other);
}

// The first valid packet starts the loop; its values are for the first step.
static CatStatus await_partner(CatRtLoop *l) {
  const int64_t begin = cat_rt_now();
  const double slice = 0.1;  // [s]
  while (!find_partner(l)) {
    CAT_TRY(check_link(l));
    if (cat_stop_asked(l->ctx)) return CAT_FAIL(l->ctx, CAT_ERR_INTERRUPTED, "no partner came");
    if (1e-9 * (double)(cat_rt_now() - begin) > l->options->wait) return nobody_came(l);
    l->link.ops->wait(&l->link, slice);
  }
  l->pending = cat_rt_packet_stats_add(&l->packets, &l->request);
  return CAT_OK;
}

// A page that is mapped but not resident, even if all memory is locked.
static void prepare_page(CatRtLoop *l) {
  enum { PAGE = 4096 };
  if (l->faults.at[CAT_RT_FAULT_PAGE] == 0) return;
  void *at = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) return;
  munlock(at, PAGE);
  madvise(at, PAGE, MADV_DONTNEED);
  l->fresh_page = at;
}

static long allocations(const CatRtLoop *l) {
  return l->options->allocations ? l->options->allocations() : cat_context_allocations(l->ctx);
}

static CatStatus run_counted(CatRtLoop *l) {
  long allocated = allocations(l), faults = cat_rt_page_faults();
  int64_t begin = cat_rt_now();
  CatStatus status = run_turns(l);
  l->counts.length = cat_rt_now() - begin;
  l->counts.page_faults = cat_rt_page_faults() - faults;
  l->counts.allocations = allocations(l) - allocated;
  if (status) answer(l, true);
  return status;
}

CatStatus cat_rt_loop_connect(CatRtLoop *l, CatLineSim *line) {
  int n = line->sim->nmechanism;
  l->line = line;
  l->sim = line->sim;
  l->sim->explicit_coupling = true;
  l->rig = CAT_ARENA(line->arena, n + 1, CatOutside);
  if (!l->rig) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    CAT_TRY(cat_outside_new(line->arena, 1, line->pantograph[i]->offset, true, &l->rig[i]));
  }
  return CAT_OK;
}

CatStatus cat_rt_loop_start(CatRtLoop *l, const double *static_force) {
  for (int i = 0; i < l->sim->nmechanism; i++) {
    CAT_TRY(cat_sim_exchange(l->sim, i, l->line->pantograph[i]));
  }
  CAT_TRY(cat_line_sim_start(l->line, static_force));
  for (int i = 0; i < l->sim->nmechanism; i++) {
    CAT_TRY(cat_sim_exchange(l->sim, i, &l->rig[i].base));
  }
  return CAT_OK;
}

CatStatus cat_rt_loop_warm(CatRtLoop *l, const double *static_force) {
  enum { STEPS = 200 };
  static const int64_t LIMIT = 300000000;  // [ns]
  unsigned char bytes[CAT_RT_PACKET_BYTES];
  CAT_TRY(cat_rt_loop_start(l, static_force));
  for (int i = 0; i < l->sim->ncontact; i++) l->force[i] = l->sim->contact[i].force;
  int64_t begin = cat_rt_now(), done = cat_rt_computed();
  for (int k = 0; k < STEPS && cat_rt_now() - begin < LIMIT; k++) {
    CAT_TRY(step_line(l, true));
    if (k == 0 && l->shift.on) cat_rt_shift_do(&l->shift, l->sim);
    cat_rt_histogram_add(&l->compute, cat_rt_computed() - done);
    cat_rt_histogram_add(&l->wake, cat_rt_now() - begin);
    cat_rt_answer_seal(l->options->key, &(CatRtAnswer){.count = (uint32_t)k}, bytes);
  }
  memset(&l->compute, 0, sizeof l->compute), memset(&l->wake, 0, sizeof l->wake);
  memset(&l->response, 0, sizeof l->response);
  l->shift.done = 0;
  CAT_TRY(cat_rt_loop_start(l, static_force));
  for (int i = 0; i < l->sim->ncontact; i++) {
    l->gap[i] = l->sim->contact[i].gap;
    l->strip[i] = NAN;
    l->safety.held[i] = l->sim->contact[i].height;
  }
  return CAT_OK;
}

CatStatus cat_rt_loop_run(CatRtLoop *l) {
  CatStatus status = await_partner(l);
  if (!status) {
    cat_rt_privileges_acquire(&l->privileges, l->options);
    prepare_page(l);
    status = run_counted(l);
    cat_rt_privileges_release(&l->privileges);
  }
  show(l, true);
  return status;
}
