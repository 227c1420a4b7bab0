// SHA-256 as FIPS 180-4 writes it; the letters are those of the standard.
#include "hash.h"

#include <string.h>

// first 32 bits of the fractional parts of the cube roots of the first 64 primes
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotr(uint32_t x, int n) {
  return x >> n | x << (32 - n);
}

static void schedule(const uint8_t block[64], uint32_t W[64]) {
  for (int t = 0; t < 16; t++) {
    const uint8_t *b = block + 4 * t;
    W[t] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
  }
  for (int t = 16; t < 64; t++) {
    uint32_t s0 = rotr(W[t - 15], 7) ^ rotr(W[t - 15], 18) ^ W[t - 15] >> 3;
    uint32_t s1 = rotr(W[t - 2], 17) ^ rotr(W[t - 2], 19) ^ W[t - 2] >> 10;
    W[t] = s1 + W[t - 7] + s0 + W[t - 16];
  }
}

static void compress(uint32_t H[8], const uint8_t block[64]) {
  uint32_t W[64], v[8];
  schedule(block, W);
  memcpy(v, H, sizeof v);
  for (int t = 0; t < 64; t++) {
    uint32_t a = v[0], e = v[4];
    uint32_t S1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
    uint32_t choice = (e & v[5]) ^ (~e & v[6]);
    uint32_t T1 = v[7] + S1 + choice + K[t] + W[t];
    uint32_t S0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
    uint32_t majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += T1;
    v[0] = T1 + S0 + majority;
  }
  for (int i = 0; i < 8; i++) H[i] += v[i];
}

CatHash cat_hash_new(void) {
  return (CatHash){.h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                         0x1f83d9ab, 0x5be0cd19}};
}

void cat_hash_add(CatHash *hash, const void *data, size_t n) {
  const uint8_t *byte = data;
  while (n > 0) {
    size_t used = hash->bytes % 64;
    size_t take = 64 - used < n ? 64 - used : n;
    memcpy(hash->block + used, byte, take);
    hash->bytes += take;
    byte += take;
    n -= take;
    if (hash->bytes % 64 == 0) compress(hash->h, hash->block);
  }
}

void cat_hash_add_text(CatHash *hash, const char *text) {
  cat_hash_add(hash, text, strlen(text) + 1);
}

void cat_hash_add_number(CatHash *hash, double value) {
  uint64_t bits;
  uint8_t bytes[8];
  memcpy(&bits, &value, sizeof bits);
  for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(bits >> (8 * i));
  cat_hash_add(hash, bytes, sizeof bytes);
}

void cat_hash_end(CatHash *hash, uint8_t digest[CAT_HASH_BYTES]) {
  uint64_t bits = 8 * hash->bytes;
  uint8_t length[8];
  for (int i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
  // one bit, then zeros until eight bytes are left in the block
  cat_hash_add(hash, "\x80", 1);
  while (hash->bytes % 64 != 56) cat_hash_add(hash, "\0", 1);
  cat_hash_add(hash, length, sizeof length);
  for (int i = 0; i < CAT_HASH_BYTES; i++) {
    digest[i] = (uint8_t)(hash->h[i / 4] >> (24 - 8 * (i % 4)));
  }
}

void cat_hash_end_text(CatHash *hash, char text[CAT_HASH_TEXT]) {
  uint8_t digest[CAT_HASH_BYTES];
  cat_hash_end(hash, digest);
  for (int i = 0; i < CAT_HASH_BYTES; i++) {
    text[2 * i] = "0123456789abcdef"[digest[i] >> 4];
    text[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
  }
  text[2 * CAT_HASH_BYTES] = '\0';
}
