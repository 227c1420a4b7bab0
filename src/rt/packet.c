#include "packet.h"

#include <math.h>
#include <string.h>

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

static void put(unsigned char *at, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; i++) at[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t get(const unsigned char *at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; i++) value |= (uint64_t)at[i] << (8 * i);
  return value;
}

static void put_number(unsigned char *at, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  put(at, bits, 8);
}

static double get_number(const unsigned char *at) {
  uint64_t bits = get(at, 8);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void seal(unsigned char *bytes, int n) {
  put(bytes + n - 4, cat_rt_crc(bytes, n - 4), 4);
}

// Whether the frame is right: length, magic, version, checksum.
static bool is_sealed(const unsigned char *bytes, int n, int expected, const unsigned char *magic) {
  return n == expected && memcmp(bytes, magic, 4) == 0 && get(bytes + 4, 2) == CAT_RT_VERSION &&
         get(bytes + n - 4, 4) == cat_rt_crc(bytes, n - 4);
}

//------------------------------------------------------------------------------- requests

void cat_rt_request_write(const CatRtRequest *q, unsigned char *b) {
  memset(b, 0, CAT_RT_REQUEST_BYTES);
  memcpy(b, REQUEST, 4);
  put(b + 4, CAT_RT_VERSION, 2);
  b[6] = q->kind;
  b[7] = q->flags;
  put(b + 8, q->session, 4);
  put(b + 12, q->sequence, 4);
  put(b + 16, q->answer, 4);
  put(b + 20, q->count, 4);
  put_number(b + 24, q->time);
  for (int i = 0; i < CAT_RT_CONTACTS; i++) put_number(b + 32 + 8 * i, q->value[i]);
  seal(b, CAT_RT_REQUEST_BYTES);
}

bool cat_rt_request_read(const unsigned char *b, int n, CatRtRequest *q) {
  if (!is_sealed(b, n, CAT_RT_REQUEST_BYTES, REQUEST)) return false;
  *q = (CatRtRequest){.kind = b[6],
                      .flags = b[7],
                      .session = (uint32_t)get(b + 8, 4),
                      .sequence = (uint32_t)get(b + 12, 4),
                      .answer = (uint32_t)get(b + 16, 4),
                      .count = (uint32_t)get(b + 20, 4),
                      .time = get_number(b + 24)};
  bool good = q->kind <= CAT_RT_POSITION && q->count <= CAT_RT_CONTACTS && isfinite(q->time);
  for (int i = 0; i < CAT_RT_CONTACTS; i++) {
    q->value[i] = get_number(b + 32 + 8 * i);
    good = good && isfinite(q->value[i]);
  }
  return good;
}

//------------------------------------------------------------------------------- answers

void cat_rt_answer_write(const CatRtAnswer *a, unsigned char *b) {
  memset(b, 0, CAT_RT_ANSWER_BYTES);
  memcpy(b, ANSWER, 4);
  put(b + 4, CAT_RT_VERSION, 2);
  put(b + 6, a->flags, 2);
  put(b + 8, a->session, 4);
  put(b + 12, a->sequence, 4);
  put(b + 16, a->request, 4);
  put(b + 20, a->count, 4);
  put_number(b + 24, a->time);
  for (int i = 0; i < CAT_RT_CONTACTS; i++) {
    put_number(b + 32 + 16 * i, a->height[i]);
    put_number(b + 40 + 16 * i, a->velocity[i]);
  }
  seal(b, CAT_RT_ANSWER_BYTES);
}

bool cat_rt_answer_read(const unsigned char *b, int n, CatRtAnswer *a) {
  if (!is_sealed(b, n, CAT_RT_ANSWER_BYTES, ANSWER)) return false;
  *a = (CatRtAnswer){.flags = (uint16_t)get(b + 6, 2),
                     .session = (uint32_t)get(b + 8, 4),
                     .sequence = (uint32_t)get(b + 12, 4),
                     .request = (uint32_t)get(b + 16, 4),
                     .count = (uint32_t)get(b + 20, 4),
                     .time = get_number(b + 24)};
  bool good = a->count <= CAT_RT_CONTACTS && isfinite(a->time);
  for (int i = 0; i < CAT_RT_CONTACTS; i++) {
    a->height[i] = get_number(b + 32 + 16 * i);
    a->velocity[i] = get_number(b + 40 + 16 * i);
    good = good && isfinite(a->height[i]) && isfinite(a->velocity[i]);
  }
  return good;
}
