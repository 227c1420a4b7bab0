// Two rings of packets in shared memory, one each way; a futex wakes whoever waits. What the other
// end writes is never trusted: places and lengths are checked before use.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "link.h"

enum { SLOTS = 64, LINE = 64 };  // slots of a ring; bytes of a cache line
static const char MAGIC[8] = "CATRING1";

typedef struct Slot {
  uint32_t length;
  unsigned char packet[CAT_RT_PACKET_BYTES - 4];
} Slot;

// Written by one end, read by the other: head counts packets put in, tail those taken out.
typedef struct Ring {
  _Alignas(LINE) _Atomic uint32_t head;  // the futex
  _Alignas(LINE) _Atomic uint32_t tail;
  _Alignas(LINE) Slot slot[SLOTS];
} Ring;

struct CatRtRings {
  char magic[8];
  uint32_t version, slots;
  Ring to_line, to_rig;
};

static Ring *inbox(const CatRtLink *l) {
  return l->is_line ? &l->rings->to_line : &l->rings->to_rig;
}

static Ring *outbox(const CatRtLink *l) {
  return l->is_line ? &l->rings->to_rig : &l->rings->to_line;
}

static int receive(CatRtLink *l, unsigned char *packet) {
  Ring *r = inbox(l);
  uint32_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  uint32_t head = atomic_load_explicit(&r->head, memory_order_acquire);
  if (head == tail) return -1;
  if (head - tail > SLOTS) tail = head - 1;  // the other end has counted wrongly
  const Slot *s = &r->slot[tail % SLOTS];
  uint32_t n = s->length;
  if (n > sizeof s->packet) n = sizeof s->packet;
  memcpy(packet, s->packet, n);
  atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
  return (int)n;
}

static void send_packet(CatRtLink *l, const unsigned char *packet, int n) {
  Ring *r = outbox(l);
  uint32_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
  uint32_t tail = atomic_load_explicit(&r->tail, memory_order_acquire);
  l->failed = head - tail >= SLOTS || n > (int)sizeof r->slot[0].packet;
  if (l->failed) return;
  Slot *s = &r->slot[head % SLOTS];
  memcpy(s->packet, packet, (size_t)n);
  s->length = (uint32_t)n;
  atomic_store_explicit(&r->head, head + 1, memory_order_release);
  syscall(SYS_futex, &r->head, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static bool wait_packet(CatRtLink *l, double seconds) {
  Ring *r = inbox(l);
  uint32_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  struct timespec limit = {.tv_sec = (time_t)seconds};
  limit.tv_nsec = (long)(1e9 * (seconds - (double)limit.tv_sec));
  if (atomic_load_explicit(&r->head, memory_order_acquire) == tail) {
    syscall(SYS_futex, &r->head, FUTEX_WAIT, tail, &limit, NULL, 0);
  }
  return atomic_load_explicit(&r->head, memory_order_acquire) != tail;
}

static void accept_sender(CatRtLink *l) {
  l->known = true;
}

static void close_rings(CatRtLink *l) {
  if (l->rings) munmap(l->rings, sizeof *l->rings);
  if (l->name) shm_unlink(l->name);
  l->rings = NULL;
  l->name = NULL;
}

static const CatRtLinkOps ops = {"shm",       receive,       send_packet,
                                 wait_packet, accept_sender, close_rings};

static void *map_rings(const char *name) {
  size_t size = sizeof(CatRtRings);
  int protection = PROT_READ | PROT_WRITE;
  if (!name) return mmap(NULL, size, protection, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int fd = shm_open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (fd < 0) return MAP_FAILED;
  void *out = MAP_FAILED;
  if (ftruncate(fd, (off_t)size) == 0) out = mmap(NULL, size, protection, MAP_SHARED, fd, 0);
  int why = errno;
  close(fd);
  if (out == MAP_FAILED) shm_unlink(name);
  errno = why;
  return out;
}

CatStatus cat_rt_rings_open(CatContext *ctx, const char *name, CatRtLink *l) {
  *l = (CatRtLink){.ops = &ops, .fd = -1, .is_line = true};
  void *at = map_rings(name);
  if (at == MAP_FAILED) {
    const char *hint = errno == EEXIST ? "; if no other program uses it, remove it" : "";
    return CAT_FAIL(ctx, CAT_ERR_ARG, "shared memory \"%.60s\": %s%s", name ? name : "",
                    strerror(errno), hint);
  }
  l->rings = at;
  l->name = name;
  memset(l->rings, 0, sizeof *l->rings);  // touched: no page fault later
  l->rings->version = CAT_RT_VERSION;
  l->rings->slots = SLOTS;
  memcpy(l->rings->magic, MAGIC, sizeof MAGIC);
  return CAT_OK;
}
