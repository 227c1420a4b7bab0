#include "packet.h"

#include <math.h>
#include <string.h>

#include "bytes.h"
#include "siphash.h"

static const unsigned char REQUEST[4] = {'C', 'A', 'T', 'Q'}, ANSWER[4] = {'C', 'A', 'T', 'A'};

//------------------------------------------------------------------------------- bytes

uint32_t cat_rt_crc(const unsigned char *bytes, int n) {
  uint32_t crc = 0xffffffffu;
  for (int i = 0; i < n; i++) {
    crc ^= bytes[i];
    for (int k = 0; k < 8; k++) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

static void put_number(unsigned char *at, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  cat_rt_put(at, bits, 8);
}

static double get_number(const unsigned char *at) {
  uint64_t bits = cat_rt_get(at, 8);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

//------------------------------------------------------------------------------- frames

enum { REQUEST_BODY = 64, ANSWER_BODY = 96 };  // bytes of both versions before the end

// Version and end of a packet whose other bytes are written; its length.
static int seal(const unsigned char *key, uint64_t challenge, unsigned char *b, int body) {
  cat_rt_put(b + 4, key ? CAT_RT_VERSION_KEYED : CAT_RT_VERSION, 2);
  cat_rt_put(b + body, key ? challenge : 0, key ? 8 : 4);
  if (key) {
    cat_rt_put(b + body + 8, cat_rt_siphash(key, b, body + 8), 8);
    return body + 16;
  }
  cat_rt_put(b + body + 4, cat_rt_crc(b, body + 4), 4);
  return body + 8;
}

// Length, magic, version, checksum or MAC. The MAC is compared as one number: how long that takes
// tells nothing of it.
static CatRtReading open_frame(const unsigned char *key, const unsigned char *b, int n, int body,
                               const unsigned char *magic) {
  uint64_t version = key ? CAT_RT_VERSION_KEYED : CAT_RT_VERSION;
  bool framed =
      n == body + (key ? 16 : 8) && memcmp(b, magic, 4) == 0 && cat_rt_get(b + 4, 2) == version;
  if (!key) {
    bool whole = framed && cat_rt_get(b + body + 4, 4) == cat_rt_crc(b, body + 4);
    return whole ? CAT_RT_GOOD : CAT_RT_MALFORMED;
  }
  bool authentic = framed && cat_rt_get(b + body + 8, 8) == cat_rt_siphash(key, b, body + 8);
  return authentic ? CAT_RT_GOOD : CAT_RT_UNAUTHENTICATED;
}

//------------------------------------------------------------------------------- requests

int cat_rt_request_seal(const unsigned char *key, const CatRtRequest *q, unsigned char *b) {
  memcpy(b, REQUEST, 4);
  b[6] = q->kind;
  b[7] = q->flags;
  cat_rt_put(b + 8, q->session, 4);
  cat_rt_put(b + 12, q->sequence, 4);
  cat_rt_put(b + 16, q->answer, 4);
  cat_rt_put(b + 20, q->count, 4);
  put_number(b + 24, q->time);
  for (int i = 0; i < CAT_RT_CONTACTS; i++) put_number(b + 32 + 8 * i, q->value[i]);
  return seal(key, q->challenge, b, REQUEST_BODY);
}

CatRtReading cat_rt_request_open(const unsigned char *key, const unsigned char *b, int n,
                                 CatRtRequest *q) {
  CatRtReading frame = open_frame(key, b, n, REQUEST_BODY, REQUEST);
  if (frame != CAT_RT_GOOD) return frame;
  *q = (CatRtRequest){.kind = b[6],
                      .flags = b[7],
                      .session = (uint32_t)cat_rt_get(b + 8, 4),
                      .sequence = (uint32_t)cat_rt_get(b + 12, 4),
                      .answer = (uint32_t)cat_rt_get(b + 16, 4),
                      .count = (uint32_t)cat_rt_get(b + 20, 4),
                      .time = get_number(b + 24),
                      .challenge = key ? cat_rt_get(b + REQUEST_BODY, 8) : 0};
  bool good = q->kind <= CAT_RT_POSITION && q->count <= CAT_RT_CONTACTS && isfinite(q->time);
  for (int i = 0; i < CAT_RT_CONTACTS; i++) {
    q->value[i] = get_number(b + 32 + 8 * i);
    good = good && isfinite(q->value[i]) && (i < (int)q->count || q->value[i] == 0);
  }
  return good ? CAT_RT_GOOD : CAT_RT_MALFORMED;
}

void cat_rt_request_write(const CatRtRequest *q, unsigned char *bytes) {
  cat_rt_request_seal(NULL, q, bytes);
}

bool cat_rt_request_read(const unsigned char *bytes, int n, CatRtRequest *q) {
  return cat_rt_request_open(NULL, bytes, n, q) == CAT_RT_GOOD;
}

//------------------------------------------------------------------------------- answers

int cat_rt_answer_seal(const unsigned char *key, const CatRtAnswer *a, unsigned char *b) {
  memcpy(b, ANSWER, 4);
  cat_rt_put(b + 6, a->flags, 2);
  cat_rt_put(b + 8, a->session, 4);
  cat_rt_put(b + 12, a->sequence, 4);
  cat_rt_put(b + 16, a->request, 4);
  cat_rt_put(b + 20, a->count, 4);
  put_number(b + 24, a->time);
  for (int i = 0; i < CAT_RT_CONTACTS; i++) {
    put_number(b + 32 + 16 * i, a->height[i]);
    put_number(b + 40 + 16 * i, a->velocity[i]);
  }
  return seal(key, a->challenge, b, ANSWER_BODY);
}

CatRtReading cat_rt_answer_open(const unsigned char *key, const unsigned char *b, int n,
                                CatRtAnswer *a) {
  CatRtReading frame = open_frame(key, b, n, ANSWER_BODY, ANSWER);
  if (frame != CAT_RT_GOOD) return frame;
  *a = (CatRtAnswer){.flags = (uint16_t)cat_rt_get(b + 6, 2),
                     .session = (uint32_t)cat_rt_get(b + 8, 4),
                     .sequence = (uint32_t)cat_rt_get(b + 12, 4),
                     .request = (uint32_t)cat_rt_get(b + 16, 4),
                     .count = (uint32_t)cat_rt_get(b + 20, 4),
                     .time = get_number(b + 24),
                     .challenge = key ? cat_rt_get(b + ANSWER_BODY, 8) : 0};
  bool good = a->count <= CAT_RT_CONTACTS && isfinite(a->time);
  for (int i = 0; i < CAT_RT_CONTACTS; i++) {
    a->height[i] = get_number(b + 32 + 16 * i);
    a->velocity[i] = get_number(b + 40 + 16 * i);
    good = good && isfinite(a->height[i]) && isfinite(a->velocity[i]);
  }
  return good ? CAT_RT_GOOD : CAT_RT_MALFORMED;
}

void cat_rt_answer_write(const CatRtAnswer *a, unsigned char *bytes) {
  cat_rt_answer_seal(NULL, a, bytes);
}

bool cat_rt_answer_read(const unsigned char *bytes, int n, CatRtAnswer *a) {
  return cat_rt_answer_open(NULL, bytes, n, a) == CAT_RT_GOOD;
}
