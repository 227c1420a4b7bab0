// Little-endian numbers of up to 8 bytes, whatever the processor's own order is.
#ifndef CAT_RT_LINK_BYTES_H
#define CAT_RT_LINK_BYTES_H

#include <stdint.h>

static inline void cat_rt_put(unsigned char *at, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; i++) at[i] = (unsigned char)(value >> (8 * i));
}

static inline uint64_t cat_rt_get(const unsigned char *at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; i++) value |= (uint64_t)at[i] << (8 * i);
  return value;
}

#endif
