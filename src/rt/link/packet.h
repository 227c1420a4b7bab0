// Packets between the line and a rig: fixed little-endian layout, written byte by byte, with a
// version, and at the end a CRC-32 or, where both know a key, a message authentication code.
// docs/rt.md has the tables. Reading is a pure function of the bytes and the key.
#ifndef CAT_RT_LINK_PACKET_H
#define CAT_RT_LINK_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#include "catenaria/rt.h"

enum {
  CAT_RT_VERSION = 1,  // with a CRC-32
  CAT_RT_REQUEST_BYTES = 72,
  CAT_RT_ANSWER_BYTES = 104,
  CAT_RT_VERSION_KEYED = 2,  // with a challenge and a MAC instead
  CAT_RT_REQUEST_BYTES_KEYED = 80,
  CAT_RT_ANSWER_BYTES_KEYED = 112,
  CAT_RT_PACKET_BYTES = 128  // no packet is larger
};

// flags of a request
enum { CAT_RT_RESET = 1 };  // leave the safe state

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
  uint64_t challenge;             // keyed: that of the answers; 0: none is known yet
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
  uint64_t challenge;  // keyed: of this run, to be repeated in requests
} CatRtAnswer;

typedef enum CatRtReading {
  CAT_RT_GOOD,
  CAT_RT_MALFORMED,       // another kind or version, damaged, a number that is not finite, or a
                          // value beyond the count
  CAT_RT_UNAUTHENTICATED  // keyed: without a MAC, or with a wrong one
} CatRtReading;

uint32_t cat_rt_crc(const unsigned char *bytes, int n);  // CRC-32 of IEEE 802.3

// The key has CAT_RT_KEY_BYTES; NULL: version 1. Writing returns the length.
int cat_rt_request_seal(const unsigned char *key, const CatRtRequest *q, unsigned char *bytes);
int cat_rt_answer_seal(const unsigned char *key, const CatRtAnswer *a, unsigned char *bytes);
CatRtReading cat_rt_request_open(const unsigned char *key, const unsigned char *bytes, int n,
                                 CatRtRequest *q);
CatRtReading cat_rt_answer_open(const unsigned char *key, const unsigned char *bytes, int n,
                                CatRtAnswer *a);

// Version 1.
void cat_rt_request_write(const CatRtRequest *q, unsigned char *bytes);
void cat_rt_answer_write(const CatRtAnswer *a, unsigned char *bytes);
bool cat_rt_request_read(const unsigned char *bytes, int n, CatRtRequest *q);
bool cat_rt_answer_read(const unsigned char *bytes, int n, CatRtAnswer *a);

#endif
