#define _GNU_SOURCE
#include "loop.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>

#include "live.h"

//------------------------------------------------------------------------------- requests

// A rig that sends the height of its strip leaves the force to the contact's own spring and damper.
static double spring_force(CatRtLoop *l, int i, double strip) {
  const CatTrainSpec *s = l->c->spec;
  const CatContact *k = &l->c->contact[i];
  double gap = k->height - strip, h = l->c->structure->step.h;
  double rate = (gap - l->gap[i]) / h;
  l->gap[i] = gap;
  return k->under ? fmax(0, -(s->contact.stiffness * gap + s->contact.damping * rate)) : 0;
}

static void take_values(CatRtLoop *l, const CatRtRequest *q) {
  for (int i = 0; i < l->c->ncontact; i++) {
    l->force[i] = q->kind == CAT_RT_POSITION ? spring_force(l, i, q->value[i]) : q->value[i];
    if (fabs(l->force[i]) > l->safety.max_force) cat_rt_safety_trip(&l->safety, CAT_RT_BY_FORCE);
  }
}

// The delay of the rig: steps between an answer and the first request that knows of it, beyond the
// one that the coupling has anyway.
static void note_delay(CatRtLoop *l, const CatRtRequest *q) {
  enum { ENOUGH = 500 };
  double behind = (double)l->counts.steps - (double)q->answer;
  bool measures = l->options->delay == CAT_RT_MEASURED && l->delay_count < ENOUGH;
  if (q->answer > 0 && behind > l->delay && !measures) l->heard.late++;
  if (!measures || q->answer == 0) return;
  l->delay_sum += behind;
  l->delay_count++;
  if (l->delay_count == ENOUGH) l->delay = fmax(0, round(l->delay_sum / ENOUGH));
}

// Whether the packet is a good one of the partner's. A stranger becomes the partner when there is
// none, or when that has fallen silent.
static bool is_partners(CatRtLoop *l, const unsigned char *packet, int n, CatRtRequest *q) {
  if (!cat_rt_request_read(packet, n, q) || (int)q->count != l->c->ncontact) {
    l->heard.malformed++;
    return false;
  }
  bool silent = !l->link.known || (l->safety.why & CAT_RT_BY_SILENCE);
  if (l->link.foreign && !silent) {
    l->heard.foreign++;
    return false;
  }
  if (l->link.foreign || !l->link.known) l->link.ops->accept(&l->link);
  return true;
}

// Takes what has come, not more than a flood of it, and uses the newest. Whether there was any.
static bool hear(CatRtLoop *l) {
  enum { MOST = 128 };
  unsigned char packet[CAT_RT_PACKET_BYTES];
  bool news = false;
  for (int k = 0, n; k < MOST && (n = l->link.ops->receive(&l->link, packet)) >= 0; k++) {
    CatRtRequest q;
    l->work++;
    if (!is_partners(l, packet, n, &q) || !cat_rt_heard_news(&l->heard, &q)) continue;
    l->heard.surplus += news;
    l->request = q;
    news = true;
  }
  return news;
}

// Forces for the step to come: those of the newest packet, or those before.
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
  if (l->request.flags & CAT_RT_RESET) {
    cat_rt_safety_clear(&l->safety, CAT_RT_BY_FORCE | CAT_RT_BY_UPLIFT);
  }
  note_delay(l, &l->request);
  take_values(l, &l->request);
}

//------------------------------------------------------------------------------- record

static double place_of(const CatRtLoop *l, int i) {
  return l->c->contact[i].x + (double)l->shift.done * l->shift.length;
}

// The state after a step with the force that the partner found for it.
static void record(CatRtLoop *l) {
  if (!l->table) return;
  double *at = l->row;
  *at++ = l->c->t;
  for (int i = 0; i < l->c->ncontact; i++) {
    const CatContact *k = &l->c->contact[i];
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
                     .contacts = l->c->ncontact,
                     .time = l->c->t,
                     .place = place_of(l, 0),
                     .compute_us = 1e-3 * (double)l->now.computed,
                     .wake_us = 1e-3 * (double)(l->now.begin - l->now.due),
                     .most_compute_us = 1e-3 * (double)l->compute.most,
                     .most_wake_us = 1e-3 * (double)l->wake.most,
                     .overruns = (unsigned long)l->counts.overruns,
                     .lost = l->heard.lost,
                     .late = l->heard.late,
                     .done = done};
  for (int i = 0; i < l->c->ncontact; i++) {
    s.force[i] = l->force[i];
    s.height[i] = l->c->contact[i].height;
  }
  cat_rt_live_write(l->options->live, &s);
}

//------------------------------------------------------------------------------- step

static void spin(int64_t ns) {
  for (int64_t end = cat_rt_computed() + ns; cat_rt_computed() < end;) continue;
}

static void misbehave(CatRtLoop *l, long step) {
  static const int64_t LONG = 5000000;  // [ns]
  if (cat_rt_planted(&l->plants, CAT_RT_FAULT_ALLOCATION, step)) {
    cat_free(l->ctx, cat_alloc(l->ctx, 1, 64));
  }
  if (cat_rt_planted(&l->plants, CAT_RT_FAULT_PAGE, step) && l->fresh_page) {
    *(volatile unsigned char *)l->fresh_page = 1;
  }
  if (cat_rt_planted(&l->plants, CAT_RT_FAULT_STALL, step)) {
    spin(LONG);
    l->work += LONG;
  }
  if (cat_rt_planted(&l->plants, CAT_RT_FAULT_PAUSE, step)) {
    for (int64_t end = cat_rt_now() + LONG; cat_rt_now() < end;) cat_rt_sleep_until(end);
  }
}

static bool is_sound(const CatRtLoop *l) {
  for (int i = 0; i < l->c->ncontact; i++) {
    if (!isfinite(l->c->contact[i].height)) return false;
  }
  return true;
}

static CatStatus step(CatRtLoop *l) {
  enum { SHIFT = 100 };  // more work than any step solves
  static const double none[CAT_CONTACTS] = {0};
  const CatCoupledCounts before = l->c->counts;
  if (l->shift.on && cat_rt_shift_due(&l->shift, l->c)) {
    cat_rt_shift_do(&l->shift, l->c);
    l->shifted = true;
    l->work += SHIFT;
  }
  CatStatus status = cat_coupled_step_line(l->c, l->safety.why ? none : l->force);
  l->work += l->c->counts.pivots - before.pivots;
  l->counts.steps++;
  misbehave(l, l->counts.steps);
  if (status || !is_sound(l)) {
    cat_rt_safety_trip(&l->safety, CAT_RT_BY_MODEL);
    return status ? status
                  : CAT_FAIL(l->ctx, CAT_ERR_DIVERGED, "the height of the wire is not finite");
  }
  for (int i = 0; i < l->c->ncontact; i++) {
    const CatContact *k = &l->c->contact[i];
    bool far = k->under && fabs(k->height - k->rest_height) > l->safety.max_uplift;
    if (far) cat_rt_safety_trip(&l->safety, CAT_RT_BY_UPLIFT);
  }
  cat_rt_safety_step(&l->safety);
  return CAT_OK;
}

static void answer(CatRtLoop *l, bool last) {
  unsigned char bytes[CAT_RT_ANSWER_BYTES];
  unsigned flags = l->safety.why;
  CatRtAnswer a = {.session = l->request.session,
                   .sequence = (uint32_t)l->counts.steps,
                   .request = l->request.sequence,
                   .count = (uint32_t)l->c->ncontact,
                   .time = l->c->t};
  if (l->safety.why) flags |= CAT_RT_SAFE;
  if (last) flags |= CAT_RT_LAST;
  if (l->late) flags |= CAT_RT_LATE;
  if (l->shifted) flags |= CAT_RT_SHIFTED;
  for (int i = 0; i < l->c->ncontact; i++) {
    const CatContact *k = &l->c->contact[i];
    bool sound = isfinite(k->height);
    a.height[i] = sound ? k->height + l->delay * l->c->structure->step.h * k->rate : 0;
    a.velocity[i] = sound ? k->rate : 0;
    cat_rt_safety_answer(&l->safety, i, &a.height[i], &a.velocity[i]);
    if (k->under) flags |= (unsigned)CAT_RT_UNDER << i;
  }
  a.flags = (uint16_t)flags;
  cat_rt_answer_write(&a, bytes);
  l->link.failed = false;
  l->link.ops->send(&l->link, bytes, CAT_RT_ANSWER_BYTES);
  l->counts.unsent += l->link.failed;
  l->shifted = false;
}

//------------------------------------------------------------------------------- time

// Until the step is due; without a clock, until the partner's packet is there.
static bool await(CatRtLoop *l) {
  static const double PATIENCE = 1;  // [s]
  if (l->options->unpaced) {
    if (!l->pending) l->link.ops->wait(&l->link, PATIENCE);
    l->now.due = cat_rt_now();
    return true;
  }
  cat_rt_sleep_until(l->now.due);
  return cat_rt_now() >= l->now.due;  // a signal may have come first
}

// What follows a missed deadline; false: the loop ends.
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
      !l->shift.on && l->c->contact[0].x + l->c->structure->step.h * l->c->spec->run.speed > l->end;
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

static CatStatus run_turns(CatRtLoop *l) {
  enum { GIVE_UP = 3 };  // waits without a packet, where there is no clock
  l->now.due = cat_rt_now() + l->period;
  while (!is_over(l)) {
    if (cat_stop_asked(l->ctx)) {
      return CAT_FAIL(l->ctx, CAT_ERR_INTERRUPTED, "stopped after %ld steps", l->counts.steps);
    }
    if (!await(l)) continue;
    CAT_TRY(turn(l));
    bool goes_on = account(l);
    show(l, false);
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

// The first good packet starts the loop; its content is for the first step.
static CatStatus await_partner(CatRtLoop *l) {
  double waited = 0;
  const double slice = 0.1;  // [s]
  unsigned char packet[CAT_RT_PACKET_BYTES];
  for (;;) {
    for (int n; (n = l->link.ops->receive(&l->link, packet)) >= 0;) {
      if (!is_partners(l, packet, n, &l->request)) continue;
      l->pending = cat_rt_heard_news(&l->heard, &l->request);
      return CAT_OK;
    }
    if (cat_stop_asked(l->ctx)) return CAT_FAIL(l->ctx, CAT_ERR_INTERRUPTED, "no partner came");
    if (waited > l->options->wait) {
      return CAT_FAIL(l->ctx, CAT_ERR_ARG, "no partner sent a packet within %g s",
                      l->options->wait);
    }
    if (!l->link.ops->wait(&l->link, slice)) waited += slice;
  }
}

// A page that is mapped but not there, even if all memory is locked.
static void prepare_page(CatRtLoop *l) {
  enum { PAGE = 4096 };
  if (l->plants.at[CAT_RT_FAULT_PAGE] == 0) return;
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

CatStatus cat_rt_loop_warm(CatRtLoop *l, const double *static_force) {
  enum { STEPS = 200 };
  static const int64_t LIMIT = 300000000;  // [ns]
  unsigned char bytes[CAT_RT_ANSWER_BYTES];
  double behind[CAT_CONTACTS];
  for (int i = 0; i < CAT_CONTACTS; i++) behind[i] = l->c->contact[i].behind;
  CAT_TRY(cat_coupled_start(l->c, static_force));
  for (int i = 0; i < l->c->ncontact; i++) l->force[i] = l->c->contact[i].force;
  int64_t begin = cat_rt_now(), done = cat_rt_computed();
  for (int k = 0; k < STEPS && cat_rt_now() - begin < LIMIT; k++) {
    CAT_TRY(cat_coupled_step_line(l->c, l->force));
    if (k == 0 && l->shift.on) cat_rt_shift_do(&l->shift, l->c);
    cat_rt_histogram_add(&l->compute, cat_rt_computed() - done);
    cat_rt_histogram_add(&l->wake, cat_rt_now() - begin);
    cat_rt_answer_write(&(CatRtAnswer){.count = (uint32_t)k}, bytes);
  }
  memset(&l->compute, 0, sizeof l->compute), memset(&l->wake, 0, sizeof l->wake);
  memset(&l->response, 0, sizeof l->response);
  l->shift.done = 0;
  for (int i = 0; i < CAT_CONTACTS; i++) l->c->contact[i].behind = behind[i];
  CAT_TRY(cat_coupled_start(l->c, static_force));
  for (int i = 0; i < l->c->ncontact; i++) l->gap[i] = l->c->contact[i].gap;
  return CAT_OK;
}

CatStatus cat_rt_loop_run(CatRtLoop *l) {
  CatStatus status = await_partner(l);
  if (!status) {
    cat_rt_machine_ask(&l->machine, l->options);
    prepare_page(l);
    status = run_counted(l);
    cat_rt_machine_leave(&l->machine);
  }
  show(l, true);
  return status;
}
