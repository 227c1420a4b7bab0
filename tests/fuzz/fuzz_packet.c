// Any bytes as packets of the real-time link: those that are good are written as they were read,
// their numbers are finite, and what counts them keeps its own promises. The first byte of a packet
// decides how it comes: whole and sealed, as it is, or through rings whose other end may have
// written anything (docs/rt.md has their layout).
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "rt/link/link.h"
#include "rt/link/packet_stats.h"
#include "rt/link/siphash.h"

enum { HEAD_AT = 64, TAIL_AT = 128, SLOTS_AT = 192, SLOT_BYTES = 128, SLOTS = 64 };
enum { RESERVED = 8 };  // bytes at the end of a packet: not used yet, and the checksum

static void seal(unsigned char *bytes, int n) {
  static const unsigned char magic[2][4] = {{'C', 'A', 'T', 'Q'}, {'C', 'A', 'T', 'A'}};
  memcpy(bytes, magic[n == CAT_RT_ANSWER_BYTES], 4);
  bytes[4] = CAT_RT_VERSION, bytes[5] = 0;
  uint32_t crc = cat_rt_crc(bytes, n - 4);
  for (int i = 0; i < 4; i++) bytes[n - 4 + i] = (unsigned char)(crc >> (8 * i));
}

static const unsigned char key[CAT_RT_KEY_BYTES] = "sixteen letters";

// With a key, the same request is authentic, and with any bit changed it is not.
static void read_keyed(CatRtRequest q, unsigned at) {
  unsigned char bytes[CAT_RT_PACKET_BYTES];
  CatRtRequest again;
  q.challenge = 0x0123456789abcdef;
  int n = cat_rt_request_seal(key, &q, bytes);
  FUZZ_CHECK(n == CAT_RT_REQUEST_BYTES_KEYED);
  FUZZ_CHECK(cat_rt_request_open(key, bytes, n, &again) == CAT_RT_GOOD);
  FUZZ_CHECK(again.challenge == q.challenge && again.sequence == q.sequence);
  FUZZ_CHECK(memcmp(again.value, q.value, sizeof q.value) == 0);
  bytes[at / 8 % (unsigned)n] ^= (unsigned char)(1 << at % 8);
  FUZZ_CHECK(cat_rt_request_open(key, bytes, n, &again) != CAT_RT_GOOD);
}

static void read_request(CatRtPacketStats *stats, const unsigned char *bytes, int n) {
  CatRtRequest q;
  unsigned char again[CAT_RT_REQUEST_BYTES];
  if (!cat_rt_request_read(bytes, n, &q)) return;
  FUZZ_CHECK(q.count <= CAT_RT_CONTACTS && isfinite(q.time));
  for (int i = 0; i < CAT_RT_CONTACTS; i++) FUZZ_CHECK(isfinite(q.value[i]));
  cat_rt_request_write(&q, again);
  FUZZ_CHECK(memcmp(again, bytes, sizeof again - RESERVED) == 0);
  read_keyed(q, q.sequence);
  bool news = cat_rt_packet_stats_add(stats, &q);
  FUZZ_CHECK(stats->any && (!news || (stats->highest == q.sequence && (stats->seen & 1))));
}

static void read_answer(const unsigned char *bytes, int n) {
  CatRtAnswer a;
  unsigned char again[CAT_RT_ANSWER_BYTES];
  if (!cat_rt_answer_read(bytes, n, &a)) return;
  FUZZ_CHECK(a.count <= CAT_RT_CONTACTS && isfinite(a.time));
  cat_rt_answer_write(&a, again);
  FUZZ_CHECK(memcmp(again, bytes, sizeof again - RESERVED) == 0);
}

// What a rig that runs wild leaves in the ring to the line.
static void write_ring(const CatRtLink *l, FuzzBytes *bytes) {
  unsigned char *ring = (unsigned char *)l->rings;
  uint32_t count[2], slot;
  fuzz_take(bytes, count, sizeof count);
  memcpy(ring + HEAD_AT, &count[0], sizeof count[0]);
  memcpy(ring + TAIL_AT, &count[1], sizeof count[1]);
  slot = count[1] % SLOTS;
  fuzz_take(bytes, ring + SLOTS_AT + SLOT_BYTES * slot, SLOT_BYTES);
}

static int receive(CatRtLink *l, FuzzBytes *bytes, unsigned char *packet) {
  write_ring(l, bytes);
  bool waits = l->ops->wait(l, 0);
  int n = l->ops->receive(l, packet);
  FUZZ_CHECK(n >= -1 && n <= CAT_RT_PACKET_BYTES && waits == (n >= 0) && !l->broken);
  l->ops->send(l, packet, CAT_RT_REQUEST_BYTES);
  return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { SEALED_REQUEST, SEALED_ANSWER, RING, WAYS };
  FuzzBytes bytes = {data, size};
  CatRtPacketStats stats = {0};
  CatRtLink link;
  CatContext *ctx = cat_context_new(NULL);
  FUZZ_CHECK(cat_rt_rings_open(ctx, NULL, &link) == CAT_OK);
  while (bytes.left > 0) {
    unsigned char packet[CAT_RT_PACKET_BYTES] = {0};
    int way = fuzz_byte(&bytes), n = way % CAT_RT_PACKET_BYTES;
    if (way % (WAYS + 1) == RING) {
      n = receive(&link, &bytes, packet);
    } else if (way % (WAYS + 1) < RING) {
      n = way % (WAYS + 1) == SEALED_ANSWER ? CAT_RT_ANSWER_BYTES : CAT_RT_REQUEST_BYTES;
      fuzz_take(&bytes, packet, (size_t)n);
      seal(packet, n);
    } else {
      fuzz_take(&bytes, packet, (size_t)n);
    }
    CatRtRequest q;
    FUZZ_CHECK(cat_rt_request_open(key, packet, n, &q) != CAT_RT_GOOD);  // the key is not known
    read_request(&stats, packet, n);
    read_answer(packet, n);
  }
  link.ops->close(&link);
  cat_context_free(ctx);
  return 0;
}
