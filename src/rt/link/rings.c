// Two rings of packets in shared memory, one each way; a futex wakes whoever waits. What the other
// end writes is never trusted: places and lengths are checked before use.
//
// The segment may be cut short by another program at any moment, and whoever touches a page that is
// gone gets SIGBUS. Therefore the line never touches it: it copies with pread and pwrite, and
// raises the counters with a futex operation, which is atomic for whoever has the segment mapped.
// All of these return an error instead. The mapping serves as the futexes' address only.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/c_locale.h"
#include "link.h"

enum { SLOTS = 64, LINE = 64 };  // slots of a ring; bytes of a cache line
static const char MAGIC[8] = "CATRING1";

typedef struct Slot {
  uint32_t length;
  unsigned char packet[CAT_RT_PACKET_BYTES - 4];
} Slot;

// Written by one end, read by the other: head counts packets put in, tail those taken out.
typedef struct Ring {
  _Alignas(LINE) uint32_t head;  // the futex
  _Alignas(LINE) uint32_t tail;
  _Alignas(LINE) Slot slot[SLOTS];
} Ring;

typedef struct Header {
  char magic[8];
  uint32_t version, slots;
  uint32_t owner;  // process of the line
} Header;

struct CatRtRings {
  Header header;
  Ring to_line, to_rig;
};

static size_t inbox(const CatRtLink *l) {
  return l->is_line ? offsetof(CatRtRings, to_line) : offsetof(CatRtRings, to_rig);
}

static size_t outbox(const CatRtLink *l) {
  return l->is_line ? offsetof(CatRtRings, to_rig) : offsetof(CatRtRings, to_line);
}

//------------------------------------------------------------------------------- access

static bool copy_out(CatRtLink *l, size_t at, void *to, size_t n) {
  if (pread(l->fd, to, n, (off_t)at) != (ssize_t)n) l->broken = true;
  return !l->broken;
}

static bool copy_in(CatRtLink *l, size_t at, const void *from, size_t n) {
  if (pwrite(l->fd, from, n, (off_t)at) != (ssize_t)n) l->broken = true;
  return !l->broken;
}

static uint32_t *futex_at(const CatRtLink *l, size_t at) {
  return (uint32_t *)(void *)((char *)l->rings + at);
}

// Increments a counter, ordered after the copied data, and wakes whoever waits for it.
static void raise_counter(CatRtLink *l, size_t at) {
  uint32_t *word = futex_at(l, at);
  int add_one = FUTEX_OP(FUTEX_OP_ADD, 1, FUTEX_OP_CMP_EQ, 0);
  atomic_thread_fence(memory_order_release);
  if (syscall(SYS_futex, word, FUTEX_WAKE_OP, 1, NULL, word, add_one) < 0) l->broken = true;
}

// State of a ring. The kernel may copy a counter while the other end increments it; a torn value is
// wrong by 256 or more and is read again. One that stays wrong was miscounted.
static bool read_counters(CatRtLink *l, size_t ring, uint32_t *head, uint32_t *tail) {
  enum { TRIES = 3, BYTES = LINE + sizeof(uint32_t) };
  unsigned char bytes[BYTES];
  for (int k = 0; k < TRIES; k++) {
    if (!copy_out(l, ring, bytes, BYTES)) return false;
    memcpy(head, bytes, sizeof *head);
    memcpy(tail, bytes + LINE, sizeof *tail);
    if (*head - *tail <= SLOTS) break;
  }
  atomic_thread_fence(memory_order_acquire);
  return true;
}

static size_t slot_at(size_t ring, uint32_t i) {
  return ring + offsetof(Ring, slot) + sizeof(Slot) * (i % SLOTS);
}

//------------------------------------------------------------------------------- packets

static int receive(CatRtLink *l, unsigned char *packet) {
  size_t ring = inbox(l), tail_at = ring + offsetof(Ring, tail);
  uint32_t head, tail;
  Slot s;
  if (!read_counters(l, ring, &head, &tail) || head == tail) return -1;
  if (head - tail > SLOTS) {  // the other end has counted wrongly: its newest
    tail = head - 1;
    if (!copy_in(l, tail_at, &tail, sizeof tail)) return -1;
  }
  if (!copy_out(l, slot_at(ring, tail), &s, sizeof s)) return -1;
  raise_counter(l, tail_at);
  uint32_t n = s.length < sizeof s.packet ? s.length : sizeof s.packet;
  memcpy(packet, s.packet, n);
  return (int)n;
}

static void send_packet(CatRtLink *l, const unsigned char *packet, int n) {
  size_t ring = outbox(l);
  uint32_t head, tail;
  Slot s = {.length = (uint32_t)n};
  l->failed = true;
  if (n > (int)sizeof s.packet || !read_counters(l, ring, &head, &tail)) return;
  if (head - tail >= SLOTS) return;
  memcpy(s.packet, packet, (size_t)n);
  if (!copy_in(l, slot_at(ring, head), &s, sizeof s)) return;
  raise_counter(l, ring + offsetof(Ring, head));
  l->failed = l->broken;
}

static bool wait_packet(CatRtLink *l, double seconds) {
  size_t ring = inbox(l);
  uint32_t head, tail;
  struct timespec limit = {.tv_sec = (time_t)seconds};
  limit.tv_nsec = (long)(1e9 * (seconds - (double)limit.tv_sec));
  if (!read_counters(l, ring, &head, &tail)) return false;
  if (head == tail) {
    syscall(SYS_futex, futex_at(l, ring + offsetof(Ring, head)), FUTEX_WAIT, tail, &limit, NULL, 0);
  }
  return read_counters(l, ring, &head, &tail) && head != tail;
}

static void accept_sender(CatRtLink *l) {
  l->known = true;
}

static void close_rings(CatRtLink *l) {
  if (l->rings) munmap(l->rings, sizeof *l->rings);
  if (l->name) shm_unlink(l->name);  // before the lock is gone with the descriptor
  if (l->fd >= 0) close(l->fd);
  l->rings = NULL;
  l->name = NULL;
  l->fd = -1;
}

static const CatRtLinkOps ops = {"shm",       receive,       send_packet,
                                 wait_packet, accept_sender, close_rings};

//------------------------------------------------------------------------------- segment

static CatStatus refuse(CatContext *ctx, const char *name, const char *why) {
  return CAT_FAIL(ctx, CAT_ERR_ARG, "shared memory \"%.60s\": %s", name, why);
}

static Header read_header(int fd) {
  Header h;
  if (pread(fd, &h, sizeof h, 0) != (ssize_t)sizeof h) memset(&h, 0, sizeof h);
  return h;
}

// A segment that was there before: a line holds its lock as long as it lives, whatever kills it, so
// one without a lock was left behind, and is taken over if it is a line's.
static CatStatus take_over(CatContext *ctx, const char *name, int fd, const struct stat *at) {
  Header h = read_header(fd);
  bool begun = at->st_size == 0 || (at->st_size == sizeof(CatRtRings) && h.magic[0] == '\0');
  if (at->st_uid != geteuid()) return refuse(ctx, name, "belongs to another user");
  if (begun) return CAT_OK;
  bool same = at->st_size == sizeof(CatRtRings) && h.version == CAT_RT_VERSION && h.slots == SLOTS;
  if (memcmp(h.magic, MAGIC, sizeof MAGIC) != 0 || !same) {
    return refuse(ctx, name, "exists, and is not a line's; remove it or choose another name");
  }
  cat_log(ctx, CAT_LOG_WARNING,
          "shared memory %s was left behind by process %u, which is gone: taken over", name,
          (unsigned)h.owner);
  return CAT_OK;
}

// Opens it with its lock. *fd is -2 if its owner removed it meanwhile: once more, then.
static CatStatus lock_segment(CatContext *ctx, const char *name, int *fd) {
  struct stat at;
  *fd = shm_open(name, O_CREAT | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (*fd < 0) return refuse(ctx, name, cat_errno_text(errno));
  if (flock(*fd, LOCK_EX | LOCK_NB) != 0) {
    return CAT_FAIL(ctx, CAT_ERR_ARG,
                    "shared memory \"%.60s\": in use by the line of process %u; end that or choose "
                    "another name",
                    name, (unsigned)read_header(*fd).owner);
  }
  if (fstat(*fd, &at) != 0) return refuse(ctx, name, cat_errno_text(errno));
  if (at.st_nlink > 0) return take_over(ctx, name, *fd, &at);
  close(*fd);
  *fd = -2;
  return CAT_OK;
}

static CatStatus open_segment(CatContext *ctx, const char *name, int *fd) {
  if (!name) {
    *fd = memfd_create("catenaria-rt", MFD_CLOEXEC);
    return *fd >= 0 ? CAT_OK : refuse(ctx, "", cat_errno_text(errno));
  }
  do CAT_TRY(lock_segment(ctx, name, fd));
  while (*fd == -2);
  return fchmod(*fd, S_IRUSR | S_IWUSR) == 0 ? CAT_OK : refuse(ctx, name, cat_errno_text(errno));
}

// Empty rings, all of their pages there; the magic comes last, for a rig that waits for it.
static bool fill_segment(CatRtLink *l) {
  static const CatRtRings empty;
  Header h = {.version = CAT_RT_VERSION, .slots = SLOTS, .owner = (uint32_t)getpid()};
  if (!copy_in(l, 0, &empty, sizeof empty) || ftruncate(l->fd, sizeof empty) != 0) return false;
  void *at = mmap(NULL, sizeof empty, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, l->fd, 0);
  if (at == MAP_FAILED) return false;
  l->rings = at;
  return copy_in(l, 0, &h, sizeof h) && copy_in(l, 0, MAGIC, sizeof MAGIC);
}

CatStatus cat_rt_rings_open(CatContext *ctx, const char *name, CatRtLink *l) {
  *l = (CatRtLink){.ops = &ops, .fd = -1, .is_line = true};
  CAT_TRY(open_segment(ctx, name, &l->fd));
  l->name = name;
  if (fill_segment(l)) return CAT_OK;
  return refuse(ctx, name ? name : "", cat_errno_text(errno));
}
