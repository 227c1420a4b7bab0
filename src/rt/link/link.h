// How packets travel: UDP, or two rings in shared memory. Both ends use the same four functions;
// none of them allocates, and only wait waits.
#ifndef CAT_RT_LINK_LINK_H
#define CAT_RT_LINK_LINK_H

#include "base/context.h"
#include "packet.h"

typedef struct CatRtLink CatRtLink;

typedef struct CatRtLinkOps {
  const char *name;
  // Length of the next packet, of which at most CAT_RT_PACKET_BYTES are copied; -1: there is none.
  int (*receive)(CatRtLink *l, unsigned char *packet);
  void (*send)(CatRtLink *l, const unsigned char *packet, int n);
  bool (*wait)(CatRtLink *l, double seconds);  // whether something is there
  void (*accept)(CatRtLink *l);                // the sender of the last packet becomes the partner
  void (*close)(CatRtLink *l);
} CatRtLinkOps;

typedef struct CatRtRings CatRtRings;

struct CatRtLink {
  const CatRtLinkOps *ops;
  bool foreign;  // the last packet did not come from the partner
  bool failed;   // a packet could not be sent
  bool broken;   // nothing can be sent or received any more
  int fd;
  // UDP
  bool known;                      // there is a partner
  unsigned address[2], sender[2];  // of the partner, of the last packet: IPv4 and port
  // shared memory
  CatRtRings *rings;  // where the futexes are; never read or written through
  bool is_line;       // this end is the line's
  const char *name;   // to be unlinked; NULL: known to this process only
};

// The line's end, on "address:port"; the port that it got is in l->address until somebody sends.
CatStatus cat_rt_udp_open(CatContext *ctx, const char *address, CatRtLink *l);
bool cat_rt_udp_join(int port, CatRtLink *l);  // the rig's end, on loopback
int cat_rt_udp_port(const CatRtLink *l);
enum { CAT_RT_ADDRESS_TEXT = 24 };
void cat_rt_udp_text(const unsigned address[2], char *text);  // "192.168.7.2:45318"
// The line's end; name NULL: for this process only, who takes a copy with is_line false. A segment
// that a killed line left behind is taken over; one that is in use is refused.
CatStatus cat_rt_rings_open(CatContext *ctx, const char *name, CatRtLink *l);

#endif
