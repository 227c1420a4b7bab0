// SipHash-2-4 with a tag of 64 bits (Aumasson, Bernstein, "SipHash: a fast short-input PRF",
// INDOCRYPT 2012): authenticates short packets at a cost far below that of a system call.
#ifndef CAT_RT_LINK_SIPHASH_H
#define CAT_RT_LINK_SIPHASH_H

#include <stdint.h>

enum { CAT_RT_KEY_BYTES = 16 };

uint64_t cat_rt_siphash(const unsigned char *key, const unsigned char *bytes, int n);

#endif
