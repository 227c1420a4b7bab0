#include "siphash.h"

#include "bytes.h"

static uint64_t rotate(uint64_t x, int bits) {
  return x << bits | x >> (64 - bits);
}

static void rounds(uint64_t v[4], int n) {
  for (int i = 0; i < n; i++) {
    v[0] += v[1], v[1] = rotate(v[1], 13) ^ v[0], v[0] = rotate(v[0], 32);
    v[2] += v[3], v[3] = rotate(v[3], 16) ^ v[2];
    v[0] += v[3], v[3] = rotate(v[3], 21) ^ v[0];
    v[2] += v[1], v[1] = rotate(v[1], 17) ^ v[2], v[2] = rotate(v[2], 32);
  }
}

static void absorb(uint64_t v[4], uint64_t word) {
  v[3] ^= word;
  rounds(v, 2);
  v[0] ^= word;
}

uint64_t cat_rt_siphash(const unsigned char *key, const unsigned char *bytes, int n) {
  uint64_t k0 = cat_rt_get(key, 8), k1 = cat_rt_get(key + 8, 8);
  uint64_t v[4] = {k0 ^ 0x736f6d6570736575u, k1 ^ 0x646f72616e646f6du, k0 ^ 0x6c7967656e657261u,
                   k1 ^ 0x7465646279746573u};
  int whole = n - n % 8;
  for (int i = 0; i < whole; i += 8) absorb(v, cat_rt_get(bytes + i, 8));
  absorb(v, (uint64_t)n << 56 | cat_rt_get(bytes + whole, n % 8));
  v[2] ^= 0xff;
  rounds(v, 4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}
