// Packets between the line and a rig: fixed little-endian layout, written byte by byte, with a
// version and a CRC-32 at the end. docs/rt.md has the tables.
#ifndef CAT_RT_PACKET_H
#define CAT_RT_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#include "catenaria/rt.h"

enum {
  CAT_RT_VERSION = 1,
  CAT_RT_REQUEST_BYTES = 72,
  CAT_RT_ANSWER_BYTES = 104,
  CAT_RT_PACKET_BYTES = 128  // no packet is larger
};

// flags of a request
enum { CAT_RT_RESET = 1 };  // leave the safe state

// flags of an answer
enum {
  CAT_RT_SAFE = 1 << 0,        // safe state: height held, forces are ignored
  CAT_RT_BY_FORCE = 1 << 1,    // because of a force beyond the limit
  CAT_RT_BY_UPLIFT = 1 << 2,   // because of the wire's displacement
  CAT_RT_BY_SILENCE = 1 << 3,  // because the partner said nothing
  CAT_RT_BY_MODEL = 1 << 4,    // because the model failed
  CAT_RT_LAST = 1 << 5,        // the loop ends
  CAT_RT_LATE = 1 << 6,        // the step before missed its deadline
  CAT_RT_SHIFTED = 1 << 7,     // the line was moved under the pantograph
  CAT_RT_UNDER = 1 << 8        // << i: there is a wire over strip i
};

// From the rig: contact forces, or heights of its strips.
typedef struct CatRtRequest {
  uint8_t kind;                   // CatRtInput
  uint8_t flags;                  // CAT_RT_RESET
  uint32_t session;               // another one each time that the rig starts
  uint32_t sequence;              // one more each time
  uint32_t answer;                // sequence of the last answer that it knows; 0: none
  uint32_t count;                 // strips
  double time;                    // its own clock [s]
  double value[CAT_RT_CONTACTS];  // [N] or [m]
} CatRtRequest;

// To the rig: the wire over its strips.
typedef struct CatRtAnswer {
  uint16_t flags;
  uint32_t session;   // of the rig
  uint32_t sequence;  // steps taken
  uint32_t request;   // sequence of the last request that was used
  uint32_t count;
  double time;                                                // of the model [s]
  double height[CAT_RT_CONTACTS], velocity[CAT_RT_CONTACTS];  // [m] [m/s]
} CatRtAnswer;

uint32_t cat_rt_crc(const unsigned char *bytes, int n);  // CRC-32 of IEEE 802.3
void cat_rt_request_write(const CatRtRequest *q, unsigned char *bytes);
void cat_rt_answer_write(const CatRtAnswer *a, unsigned char *bytes);
// False: not a packet of this kind and version, damaged, or with numbers that are not finite.
bool cat_rt_request_read(const unsigned char *bytes, int n, CatRtRequest *q);
bool cat_rt_answer_read(const unsigned char *bytes, int n, CatRtAnswer *a);

#endif
