// Packets: the bytes that docs/rt.md promises, and nothing else is taken for one. Sequence numbers:
// what is lost, late or twice. Histograms: percentiles beside those of the sorted values.
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rt/histogram.h"
#include "rt/link/packet.h"
#include "rt/link/packet_stats.h"
#include "rt/link/siphash.h"

static const CatRtRequest sample = {.kind = CAT_RT_POSITION,
                                    .flags = CAT_RT_RESET,
                                    .session = 0x01020304,
                                    .sequence = 7,
                                    .answer = 6,
                                    .count = 2,
                                    .time = 1.5,
                                    .value = {5.25, -0.0, 0, 0}};

static void checksum_is_that_of_the_standard(void **state) {
  (void)state;
  assert_int_equal(cat_rt_crc((const unsigned char *)"123456789", 9), 0xcbf43926u);
}

static void request_has_the_documented_bytes(void **state) {
  (void)state;
  unsigned char b[CAT_RT_REQUEST_BYTES];
  cat_rt_request_write(&sample, b);
  static const unsigned char head[24] = {'C', 'A', 'T', 'Q', 1, 0, 1, 1, 4, 3, 2, 1,
                                         7,   0,   0,   0,   6, 0, 0, 0, 2, 0, 0, 0};
  assert_memory_equal(b, head, sizeof head);
  static const unsigned char one_and_half[8] = {0, 0, 0, 0, 0, 0, 0xf8, 0x3f};
  assert_memory_equal(b + 24, one_and_half, 8);
  uint32_t crc = cat_rt_crc(b, 68);
  for (int i = 0; i < 4; i++) assert_int_equal(b[68 + i], (crc >> (8 * i)) & 0xff);
  CatRtRequest q;
  assert_true(cat_rt_request_read(b, CAT_RT_REQUEST_BYTES, &q));
  assert_int_equal(q.session, sample.session);
  assert_int_equal(q.sequence, 7);
  assert_true(q.value[0] == 5.25 && signbit(q.value[1]));
}

static void answer_survives_the_way(void **state) {
  (void)state;
  unsigned char b[CAT_RT_ANSWER_BYTES];
  CatRtAnswer a = {.flags = CAT_RT_SAFE | CAT_RT_UNDER << 1, .sequence = 9, .count = 2}, c;
  a.height[1] = 5.0123456789, a.velocity[1] = -1e-300;
  cat_rt_answer_write(&a, b);
  assert_true(cat_rt_answer_read(b, CAT_RT_ANSWER_BYTES, &c));
  assert_true(c.height[1] == a.height[1] && c.velocity[1] == a.velocity[1]);
  assert_int_equal(c.flags, a.flags);
  assert_int_equal(memcmp(b, "CATA", 4), 0);
}

// every single bit, every length, values that are no numbers, and noise
static void damage_is_noticed(void **state) {
  (void)state;
  unsigned char b[CAT_RT_PACKET_BYTES] = {0};
  CatRtRequest q, odd = sample;
  cat_rt_request_write(&sample, b);
  for (int bit = 0; bit < 8 * CAT_RT_REQUEST_BYTES; bit++) {
    b[bit / 8] ^= (unsigned char)(1 << bit % 8);
    assert_false(cat_rt_request_read(b, CAT_RT_REQUEST_BYTES, &q));
    b[bit / 8] ^= (unsigned char)(1 << bit % 8);
  }
  for (int n = 0; n <= CAT_RT_PACKET_BYTES; n++) {
    assert_int_equal(cat_rt_request_read(b, n, &q), n == CAT_RT_REQUEST_BYTES);
  }
  const double wrong[] = {NAN, INFINITY, -INFINITY};
  for (int i = 0; i < 3; i++) {
    odd.value[3] = wrong[i];
    cat_rt_request_write(&odd, b);
    assert_false(cat_rt_request_read(b, CAT_RT_REQUEST_BYTES, &q));
  }
  for (int i = 0; i < 4; i++) {  // two strips: what stands behind their values is 0
    odd = sample;
    odd.value[i] = 1e308;
    cat_rt_request_write(&odd, b);
    assert_int_equal(cat_rt_request_read(b, CAT_RT_REQUEST_BYTES, &q), i < 2);
  }
  srand(1);
  for (int k = 0; k < 20000; k++) {
    for (int i = 0; i < CAT_RT_PACKET_BYTES; i++) b[i] = (unsigned char)rand();
    assert_false(cat_rt_request_read(b, CAT_RT_REQUEST_BYTES, &q));
  }
}

// version 2: the documented places, and no packet without the key
static void keyed_packets_are_authentic(void **state) {
  (void)state;
  unsigned char b[CAT_RT_PACKET_BYTES] = {0}, plain[CAT_RT_REQUEST_BYTES];
  unsigned char key[CAT_RT_KEY_BYTES] = "sixteen bytes", wrong[CAT_RT_KEY_BYTES] = "sixteen bytEs";
  CatRtRequest q, sent = sample;
  sent.challenge = UINT64_C(0x1122334455667788);
  assert_int_equal(cat_rt_request_seal(key, &sent, b), CAT_RT_REQUEST_BYTES_KEYED);
  cat_rt_request_write(&sample, plain);
  assert_int_equal(b[4], 2);
  assert_memory_equal(b + 6, plain + 6, 64 - 6);
  uint64_t mac = cat_rt_siphash(key, b, 72);
  for (int i = 0; i < 8; i++) {
    assert_int_equal(b[64 + i], (sent.challenge >> (8 * i)) & 0xff);
    assert_int_equal(b[72 + i], (mac >> (8 * i)) & 0xff);
  }
  assert_int_equal(cat_rt_request_open(key, b, 80, &q), CAT_RT_GOOD);
  assert_true(q.challenge == sent.challenge && q.value[0] == 5.25 && q.sequence == 7);
  assert_int_equal(cat_rt_request_open(wrong, b, 80, &q), CAT_RT_UNAUTHENTICATED);
  assert_int_equal(cat_rt_request_open(NULL, b, 80, &q), CAT_RT_MALFORMED);
  assert_int_equal(cat_rt_request_open(key, plain, 72, &q), CAT_RT_UNAUTHENTICATED);
  for (int bit = 0; bit < 8 * CAT_RT_REQUEST_BYTES_KEYED; bit++) {
    b[bit / 8] ^= (unsigned char)(1 << bit % 8);
    assert_int_equal(cat_rt_request_open(key, b, 80, &q), CAT_RT_UNAUTHENTICATED);
    b[bit / 8] ^= (unsigned char)(1 << bit % 8);
  }
  for (int n = 0; n <= CAT_RT_PACKET_BYTES; n++) {
    assert_int_equal(cat_rt_request_open(key, b, n, &q) == CAT_RT_GOOD, n == 80);
  }
  sent.value[3] = NAN;
  cat_rt_request_seal(key, &sent, b);
  assert_int_equal(cat_rt_request_open(key, b, 80, &q), CAT_RT_MALFORMED);
  CatRtAnswer a = {.sequence = 9, .count = 2, .challenge = 77}, c;
  assert_int_equal(cat_rt_answer_seal(key, &a, b), CAT_RT_ANSWER_BYTES_KEYED);
  assert_int_equal(cat_rt_answer_open(key, b, 112, &c), CAT_RT_GOOD);
  assert_true(c.sequence == 9 && c.challenge == 77);
  assert_int_equal(cat_rt_answer_open(wrong, b, 112, &c), CAT_RT_UNAUTHENTICATED);
}

static bool hear(CatRtPacketStats *h, uint32_t session, uint32_t sequence) {
  return cat_rt_packet_stats_add(h, &(CatRtRequest){.session = session, .sequence = sequence});
}

static void packets_are_classified(void **state) {
  (void)state;
  CatRtPacketStats h = {0};
  assert_true(hear(&h, 1, 1) && hear(&h, 1, 2));
  assert_true(hear(&h, 1, 5));  // 3 and 4 are missing
  assert_int_equal(h.lost, 2);
  assert_false(hear(&h, 1, 3));  // one of them comes after all
  assert_int_equal(h.lost, 1);
  assert_int_equal(h.late, 1);
  assert_false(hear(&h, 1, 3) || hear(&h, 1, 5) || hear(&h, 1, 1));
  assert_int_equal(h.duplicated, 3);
  assert_true(hear(&h, 2, 1));  // another partner
  assert_int_equal(h.sessions, 2);
  assert_int_equal(h.lost, 1);
  h.highest = 0xffffffffu, h.seen = 1;
  assert_true(hear(&h, 2, 0));  // numbers begin again
  assert_int_equal(h.lost, 1);
  assert_int_equal(h.received, 9);
}

// one odd number changes nothing; two that follow one another are believed
static void jump_of_numbers_is_doubted(void **state) {
  (void)state;
  CatRtPacketStats h = {0};
  assert_true(hear(&h, 1, 1000));
  assert_false(hear(&h, 1, 90000) || hear(&h, 1, 2000000000) || hear(&h, 1, 5));
  assert_int_equal(h.refused, 3);
  assert_true(hear(&h, 1, 1001));
  assert_int_equal(h.lost, 0);
  assert_false(hear(&h, 1, 6));  // does not follow the 5: another came in between
  assert_false(hear(&h, 1, 2001));
  assert_true(hear(&h, 1, 2002));  // 1002 to 2000 are lost
  assert_int_equal(h.lost, 999);
  assert_int_equal(h.sessions, 1);
  assert_false(hear(&h, 1, 2000000000));
  assert_true(hear(&h, 1, 2000000001));  // a new start, not two thousand million losses
  assert_false(hear(&h, 1, 1));
  assert_true(hear(&h, 1, 2));  // numbers begin again
  assert_int_equal(h.sessions, 3);
  assert_int_equal(h.lost, 999);
}

static CatRtFreshness freshness(const CatRtPacketStats *h, uint32_t session, uint64_t challenge) {
  CatRtRequest q = {.session = session, .challenge = challenge};
  return cat_rt_packet_freshness(h, &q);
}

static void replays_are_known(void **state) {
  (void)state;
  CatRtPacketStats h = {.challenge = 99};
  assert_int_equal(freshness(&h, 7, 98), CAT_RT_REPLAYED);  // of another run
  assert_int_equal(freshness(&h, 7, 0), CAT_RT_HELLO);
  assert_int_equal(freshness(&h, 7, 99), CAT_RT_FRESH);
  for (uint32_t i = 1; i <= 300; i++) assert_true(hear(&h, 7, i));
  for (uint32_t i = 1; i <= 300; i++) assert_false(hear(&h, 7, i));  // all of it once more
  assert_int_equal(h.sessions, 1);
  assert_int_equal(h.highest, 300);
  assert_int_equal(h.duplicated + h.late, 300);
  assert_true(hear(&h, 8, 1));
  assert_int_equal(freshness(&h, 7, 99), CAT_RT_REPLAYED);  // of an earlier session
  assert_int_equal(freshness(&h, 9, 99), CAT_RT_FRESH);
  h.challenge = 0;
  assert_int_equal(freshness(&h, 3, 5), CAT_RT_FRESH);
}

static int ascending(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void percentiles_are_those_of_the_values(void **state) {
  (void)state;
  enum { N = 20000 };
  static CatRtHistogram h;
  static int64_t value[N];
  srand(2);
  for (int i = 0; i < N; i++) {
    value[i] = (int64_t)pow(10, 1 + 6.0 * rand() / RAND_MAX);
    cat_rt_histogram_add(&h, value[i]);
  }
  qsort(value, N, sizeof *value, ascending);
  const double share[] = {0.01, 0.5, 0.99, 0.999, 1};
  for (int i = 0; i < 5; i++) {
    double exact = 1e-3 * (double)value[(int)(share[i] * N) - 1];
    double got = cat_rt_histogram_quantile(&h, share[i]);
    assert_true(got >= exact && got <= exact * (1 + 1.0 / 32) + 1e-3);
  }
  for (int i = 1; i < CAT_RT_BINS; i++) {
    assert_true(cat_rt_histogram_edge(i) > cat_rt_histogram_edge(i - 1));
  }
  cat_rt_histogram_add(&h, INT64_MAX);
  cat_rt_histogram_add(&h, -5);
  assert_int_equal(h.n, N + 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(checksum_is_that_of_the_standard),
      cmocka_unit_test(request_has_the_documented_bytes),
      cmocka_unit_test(answer_survives_the_way),
      cmocka_unit_test(damage_is_noticed),
      cmocka_unit_test(keyed_packets_are_authentic),
      cmocka_unit_test(packets_are_classified),
      cmocka_unit_test(jump_of_numbers_is_doubted),
      cmocka_unit_test(replays_are_known),
      cmocka_unit_test(percentiles_are_those_of_the_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
