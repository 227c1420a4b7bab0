#define _GNU_SOURCE
#include "partner.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "privileges.h"
#include "rt/link/siphash.h"

enum { STATE_BYTES = 1 << 16 };  // room for the state of one pantograph

// What the line tells of one pantograph: how it starts.
typedef struct CatPartnerStart {
  CatContactSetup law;
  double start;       // place at t = 0 [m]
  double force, gap;  // [N] [m]
  unsigned char state[STATE_BYTES];
} CatPartnerStart;

// What the line writes before it says that it is ready.
typedef struct CatPartnerStarts {
  _Atomic int ready, over;  // over: the thread is to end, whatever it does
  int n;
  CatPartnerStart pantograph[CAT_RT_CONTACTS];
} CatPartnerStarts;

// A pantograph of ours, and its contact with the line.
typedef struct CatPartnerBody {
  CatMechanism *m;
  CatContactSetup law;
  double start;       // place at t = 0 [m]
  double force, gap;  // [N] [m]
} CatPartnerBody;

typedef struct CatRtRig Rig;
struct CatRtRig {
  CatRtPartnerPlan plan;
  CatPartnerStarts shared;
  CatContext *ctx;  // its own: threads share none
  CatArena *arena;
  CatRtLink link;
  int n;  // pantographs
  CatStep step;
  CatPartnerBody body[CAT_RT_CONTACTS];
  CatRtRequest request;
  CatRtFaultInjection faults;  // not injected yet
  long steps;
  bool unheard;    // no answer has come since it started
  bool gone;       // it has died, as a fault or for lack of a socket
  bool pushes;     // 100 kN
  bool pulls;      // -20 N
  bool held_back;  // a packet waits to be sent after the next one
  CatRtRequest kept;
};

static void pause_for(double seconds) {
  struct timespec t = {.tv_nsec = (long)(1e9 * seconds)};
  nanosleep(&t, NULL);
}

//------------------------------------------------------------------------------- pantographs

static void answer_force(Rig *r, int i, const CatRtAnswer *a) {
  CatPartnerBody *k = &r->body[i];
  double h = r->step.h, t = (double)r->steps * h, speed = r->plan.spec->run.speed;
  k->m->ops->drive(k->m, &(CatJourney){t, k->start + speed * t, speed});
  bool on = (a->flags & (CAT_RT_UNDER << i)) != 0;
  double height = on ? a->height[i] : k->m->z[0] + 1;
  k->force = cat_contact_answer(k->m, &k->law, h, height, &k->gap);
}

// As many steps as the line has taken since; a longer gap is not caught up.
static void follow(Rig *r, const CatRtAnswer *a) {
  enum { MOST = 10 };
  long behind = (int32_t)(a->sequence - (uint32_t)r->steps);
  if (behind > MOST) r->steps += behind - MOST;
  for (; (int32_t)(a->sequence - (uint32_t)r->steps) > 0;) {
    r->steps++;
    for (int i = 0; i < r->n; i++) answer_force(r, i, a);
  }
}

//------------------------------------------------------------------------------- packets

static void fill_request(Rig *r) {
  CatRtRequest *q = &r->request;
  q->kind = (uint8_t)r->plan.options->input;
  q->sequence++;
  q->answer = (uint32_t)r->steps;
  q->count = (uint32_t)r->n;
  q->time = 1e-9 * (double)cat_rt_now();
  for (int i = 0; i < r->n; i++) {
    const CatPartnerBody *k = &r->body[i];
    q->value[i] = q->kind == CAT_RT_FORCE ? k->force : k->m->z[0];
  }
}

static void send_over(CatRtLink *l, const unsigned char *key, const CatRtRequest *q) {
  unsigned char bytes[CAT_RT_PACKET_BYTES];
  int n = cat_rt_request_seal(key, q, bytes);
  l->ops->send(l, bytes, n);
}

static void send_request(Rig *r, const CatRtRequest *q) {
  send_over(&r->link, r->plan.options->key, q);
}

// Each is wrong in one way: empty, short, long, magic, version, checksum, NaN, count, noise, HTTP.
static void send_garbage(Rig *r) {
  static const char http[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  unsigned char good[CAT_RT_PACKET_BYTES] = {0}, bad[CAT_RT_PACKET_BYTES];
  CatRtLink *l = &r->link;
  CatRtRequest odd = r->request;
  cat_rt_request_write(&r->request, good);
  l->ops->send(l, good, 0);
  l->ops->send(l, good, CAT_RT_REQUEST_BYTES - 1);
  l->ops->send(l, good, CAT_RT_REQUEST_BYTES + 1);
  for (int at = 0; at <= 32; at += 16) {  // in the magic, the numbers, the values
    memcpy(bad, good, sizeof bad);
    bad[at] ^= 0x40;
    l->ops->send(l, bad, CAT_RT_REQUEST_BYTES);
  }
  odd.value[0] = NAN;
  cat_rt_request_write(&odd, bad);
  l->ops->send(l, bad, CAT_RT_REQUEST_BYTES);
  odd = r->request;
  odd.count = 1000;
  cat_rt_request_write(&odd, bad);
  l->ops->send(l, bad, CAT_RT_REQUEST_BYTES);
  for (size_t i = 0; i < sizeof bad; i++) bad[i] = (unsigned char)(197 * i + 31);
  l->ops->send(l, bad, CAT_RT_REQUEST_BYTES);
  l->ops->send(l, (const unsigned char *)http, (int)sizeof http - 1);
}

// A valid packet follows at once, so that the line receives both in the same period.
static void send_absurd(Rig *r) {
  CatRtRequest odd = r->request;
  odd.value[0] = 1e308, odd.answer = 1;
  send_request(r, &odd);
  r->request.sequence++;
}

// A force that no contact has, and a value of a strip that is not there; noise follows.
static void send_pull(Rig *r) {
  CatRtRequest odd = r->request;
  odd.value[0] = -999;
  send_request(r, &odd);
  odd.sequence = ++r->request.sequence;
  odd.value[0] = 100, odd.value[CAT_RT_CONTACTS - 1] = 1e308;
  send_request(r, &odd);
  r->pulls = true;
}

static void send_flood(Rig *r) {
  for (int i = 0; i < 2000; i++) {
    r->request.sequence++;
    send_request(r, &r->request);
  }
}

// Silent for a while, so that the line is in its safe state; then another sender sends valid
// packets.
static void send_from_elsewhere(Rig *r) {
  CatRtLink other;
  CatRtRequest q = r->request;
  q.session += 1000;
  if (!cat_rt_udp_join(cat_rt_udp_port(&r->plan.line), &other)) return;
  pause_for(0.3);
  for (int i = 0; i < 3; i++) {
    q.sequence++;
    send_over(&other, r->plan.options->key, &q);
    pause_for(2e-3);
  }
  other.ops->close(&other);
}

// Each with a force that would trip the safe state: three without the right MAC (plain, wrong key,
// modified in transit), one of another run, one of an earlier session, one duplicate.
static void send_forged(Rig *r) {
  static const unsigned char wrong[CAT_RT_KEY_BYTES] = "not the key";
  unsigned char bytes[CAT_RT_PACKET_BYTES];
  CatRtRequest q = r->request;
  q.value[0] = 5e4;
  send_over(&r->link, NULL, &q);
  send_over(&r->link, wrong, &q);
  int n = cat_rt_request_seal(r->plan.options->key, &q, bytes);
  bytes[40] ^= 1;
  r->link.ops->send(&r->link, bytes, n);
  q.challenge++;
  send_request(r, &q);
  q = r->request;
  q.value[0] = 5e4;
  q.session--;
  send_request(r, &q);
  q.session++;
  q.sequence--;
  send_request(r, &q);
}

static void come_back(Rig *r) {
  bool udp = r->plan.options->way == CAT_RT_UDP;
  if (udp) r->link.ops->close(&r->link);
  pause_for(0.1);
  if (udp) r->gone = !cat_rt_udp_join(cat_rt_udp_port(&r->plan.line), &r->link);
  r->request.session++;
  r->request.sequence = 0;
  r->request.challenge = 0;
  r->unheard = true;
  r->request.flags = CAT_RT_RESET;
}

// Applies injected faults to a packet; true: it is not to be sent.
static bool misbehave(Rig *r, CatRtFault fault) {
  switch (fault) {
  case CAT_RT_FAULT_GARBAGE: send_garbage(r); break;
  case CAT_RT_FAULT_FLOOD: send_flood(r); break;
  case CAT_RT_FAULT_SILENCE: pause_for(0.3); break;
  case CAT_RT_FAULT_DUPLICATE: send_request(r, &r->request); break;
  case CAT_RT_FAULT_PUSH: r->pushes = true; break;
  case CAT_RT_FAULT_ABSURD: send_absurd(r); break;
  case CAT_RT_FAULT_PULL: send_pull(r); break;
  case CAT_RT_FAULT_STRANGER: send_from_elsewhere(r); break;
  case CAT_RT_FAULT_FORGE: send_forged(r); break;
  default: break;
  }
  if (r->pushes) r->request.value[0] = 1e5;
  if (r->pulls) r->request.value[0] = -20;
  r->held_back = fault == CAT_RT_FAULT_LATE;
  if (r->held_back) r->kept = r->request;
  return r->held_back || fault == CAT_RT_FAULT_LOSS;
}

static void reply(Rig *r) {
  bool kept = r->held_back;
  CatRtRequest before = r->kept;
  CatRtFault fault = cat_rt_fault_injection_take(&r->faults, r->steps);
  if (fault == CAT_RT_FAULT_RETURN) come_back(r);
  if (fault == CAT_RT_FAULT_DEATH) r->gone = true;
  if (r->gone) return;
  fill_request(r);
  if (!misbehave(r, fault)) send_request(r, &r->request);
  if (kept) send_request(r, &before);
  r->request.flags = 0;
}

//------------------------------------------------------------------------------- thread

static bool is_over(Rig *r) {
  return atomic_load_explicit(&r->shared.over, memory_order_relaxed);
}

// The newest answer available.
static bool hear(Rig *r, CatRtAnswer *newest) {
  const unsigned char *key = r->plan.options->key;
  unsigned char bytes[CAT_RT_PACKET_BYTES];
  CatRtAnswer a;
  bool any = false;
  for (int n; (n = r->link.ops->receive(&r->link, bytes)) >= 0;) {
    if (cat_rt_answer_open(key, bytes, n, &a) != CAT_RT_GOOD) continue;
    if ((int)a.count != r->n || (key && a.session != r->request.session)) continue;
    r->request.challenge = a.challenge;
    *newest = a;
    any = true;
  }
  return any;
}

static void serve(Rig *r) {
  CatRtAnswer a = {0};
  reply(r);
  while (!r->gone && !is_over(r)) {
    bool there = r->link.ops->wait(&r->link, r->unheard ? 0.05 : 0.2);
    if (r->link.broken) return;
    if (!there && r->unheard) reply(r);  // the line may not have been listening yet
    if (!there || !hear(r, &a)) continue;
    r->unheard = false;
    if (a.flags & CAT_RT_LAST) return;
    follow(r, &a);
    reply(r);
  }
}

// Waits for it; false: there is none to come.
static bool take_start(Rig *r) {
  CatPartnerStarts *shared = &r->shared;
  while (!atomic_load_explicit(&shared->ready, memory_order_acquire)) {
    if (is_over(r)) return false;
    pause_for(1e-3);
  }
  r->n = shared->n;
  for (int i = 0; i < r->n; i++) {
    CatPartnerStart *from = &shared->pantograph[i];
    CatPartnerBody *k = &r->body[i];
    if (!k->m) continue;
    *k = (CatPartnerBody){k->m, from->law, from->start, from->force, from->gap};
    k->m->ops->snapshot(k->m, &(CatSnapshot){CAT_SNAPSHOT_RESTORE, from->state, 0});
  }
  return true;
}

static CatStatus make_bodies(Rig *r) {
  const CatTrainSpec *s = r->plan.spec;
  r->arena = cat_arena_new(r->ctx, 1 << 12);
  if (!r->arena) return CAT_ERR_MEMORY;
  r->step = cat_train_step(s);
  for (int i = 0; i < s->npantograph; i++) {
    CAT_TRY(cat_train_pantograph(r->ctx, r->arena, s, i, &r->body[i].m));
  }
  return CAT_OK;
}

static void *run_thread(void *user) {
  Rig *r = user;
  const CatRtOptions *o = r->plan.options;
  bool udp = o->way == CAT_RT_UDP;
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  if (!take_start(r)) return NULL;
  if (udp && !cat_rt_udp_join(cat_rt_udp_port(&r->plan.line), &r->link)) return NULL;
  if (o->priority > 1) cat_rt_set_priority(o->priority - 1);
  r->request.session = (uint32_t)getpid();
  r->unheard = true;
  serve(r);
  if (udp && r->link.fd >= 0) r->link.ops->close(&r->link);
  return NULL;
}

// Signals are for the host's own threads; a small stack, since all memory may be locked.
static bool start_thread(CatRtPartner *p) {
  enum { STACK = 256 * 1024 };  // [bytes]
  sigset_t all, before;
  pthread_attr_t small;
  if (pthread_attr_init(&small) != 0) return false;
  sigfillset(&all);
  pthread_attr_setstacksize(&small, STACK);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int failed = pthread_create(&p->thread, &small, run_thread, p->rig);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&small);
  return failed == 0;
}

static void rig_free(CatContext *ctx, Rig *r) {
  if (!r) return;
  cat_arena_free(r->arena);
  cat_context_free(r->ctx);
  cat_free(ctx, r);
}

static CatStatus rig_new(CatContext *ctx, const CatRtPartnerPlan *plan, Rig **out) {
  Rig *r = *out = CAT_NEW(ctx, 1, Rig);
  if (!r) return CAT_ERR_MEMORY;
  r->plan = *plan;
  r->faults = plan->faults;
  r->link = plan->line;  // of rings the same ones, seen from the other end
  r->link.is_line = false;
  r->link.name = NULL;
  r->ctx = cat_context_new(NULL);
  return r->ctx ? make_bodies(r) : CAT_ERR_MEMORY;
}

CatStatus cat_rt_partner_new(CatContext *ctx, const CatRtPartnerPlan *plan, CatRtPartner *p) {
  *p = (CatRtPartner){.ctx = ctx};
  CatStatus status = rig_new(ctx, plan, &p->rig);
  if (status == CAT_OK && start_thread(p)) return CAT_OK;
  rig_free(ctx, p->rig);
  p->rig = NULL;
  return CAT_FAIL(ctx, status ? status : CAT_ERR_INTERNAL, "the partner could not be started");
}

CatStatus cat_rt_partner_begin(CatRtPartner *p, const CatLineSim *c) {
  if (!p->rig) return CAT_OK;
  CatPartnerStarts *shared = &p->rig->shared;
  shared->n = c->sim->ncontact;
  for (int i = 0; i < shared->n; i++) {
    const CatContact *k = &c->sim->contact[i];
    CatPartnerStart *to = &shared->pantograph[i];
    CatMechanism *m = c->pantograph[i];
    CatSnapshot size = {.mode = CAT_SNAPSHOT_MEASURE}, state = {CAT_SNAPSHOT_SAVE, to->state, 0};
    m->ops->snapshot(m, &size);
    if (size.used > STATE_BYTES) {
      return CAT_FAIL(c->ctx, CAT_ERR_ARG,
                      "the state of pantograph %d takes %zu bytes, expected at most %d for a "
                      "simulated partner",
                      i + 1, size.used, STATE_BYTES);
    }
    to->law = k->is, to->start = c->sim->start[i], to->force = k->force, to->gap = k->gap;
    m->ops->snapshot(m, &state);
  }
  atomic_store_explicit(&shared->ready, 1, memory_order_release);
  return CAT_OK;
}

void cat_rt_partner_end(CatRtPartner *p) {
  if (!p->rig) return;
  atomic_store_explicit(&p->rig->shared.over, 1,
                        memory_order_relaxed);  // it looks five times a second
  pthread_join(p->thread, NULL);
  rig_free(p->ctx, p->rig);
  *p = (CatRtPartner){0};
}
