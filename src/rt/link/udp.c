#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/c_locale.h"
#include "link.h"

static int receive(CatRtLink *l, unsigned char *packet) {
  struct sockaddr_in from = {0};
  socklen_t size = sizeof from;
  ssize_t n = recvfrom(l->fd, packet, CAT_RT_PACKET_BYTES, MSG_DONTWAIT | MSG_TRUNC,
                       (struct sockaddr *)&from, &size);
  if (n < 0) return -1;
  l->sender[0] = from.sin_addr.s_addr;
  l->sender[1] = from.sin_port;
  l->foreign = !l->known || l->sender[0] != l->address[0] || l->sender[1] != l->address[1];
  return n > CAT_RT_PACKET_BYTES ? CAT_RT_PACKET_BYTES + 1 : (int)n;
}

static void accept_sender(CatRtLink *l) {
  memcpy(l->address, l->sender, sizeof l->address);
  l->known = true;
}

static void send_packet(CatRtLink *l, const unsigned char *packet, int n) {
  if (!l->known) return;
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = (in_port_t)l->address[1]};
  to.sin_addr.s_addr = l->address[0];
  ssize_t sent =
      sendto(l->fd, packet, (size_t)n, MSG_DONTWAIT, (const struct sockaddr *)&to, sizeof to);
  l->failed = sent != n;
}

static bool wait_packet(CatRtLink *l, double seconds) {
  struct pollfd p = {.fd = l->fd, .events = POLLIN};
  return poll(&p, 1, (int)(1e3 * seconds)) == 1 && (p.revents & POLLIN);
}

static void close_socket(CatRtLink *l) {
  if (l->fd >= 0) close(l->fd);
  l->fd = -1;
}

static const CatRtLinkOps ops = {"udp",       receive,       send_packet,
                                 wait_packet, accept_sender, close_socket};

// "127.0.0.1:45318"
static bool parse(const char *text, struct sockaddr_in *out) {
  char host[64], *end = NULL;
  const char *colon = strrchr(text, ':');
  size_t n = colon ? (size_t)(colon - text) : 0;
  if (!colon || n == 0 || n >= sizeof host || !colon[1]) return false;
  memcpy(host, text, n);
  host[n] = '\0';
  long port = strtol(colon + 1, &end, 10);
  if (*end || port < 0 || port > 65535) return false;
  *out = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  return inet_pton(AF_INET, host, &out->sin_addr) == 1;
}

static bool bind_to(int fd, struct sockaddr_in *at) {
  socklen_t size = sizeof *at;
  return fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 &&
         bind(fd, (const struct sockaddr *)at, sizeof *at) == 0 &&
         getsockname(fd, (struct sockaddr *)at, &size) == 0;
}

CatStatus cat_rt_udp_open(CatContext *ctx, const char *address, CatRtLink *l) {
  struct sockaddr_in at;
  *l = (CatRtLink){.ops = &ops, .fd = -1};
  if (!parse(address, &at)) {
    return CAT_FAIL(ctx, CAT_ERR_ARG,
                    "address \"%.60s\": expected an IPv4 address and a port, as "
                    "127.0.0.1:45318",
                    address);
  }
  l->fd = socket(AF_INET, SOCK_DGRAM, 0);
  if (l->fd < 0 || !bind_to(l->fd, &at)) {
    int why = errno;
    close_socket(l);
    return CAT_FAIL(ctx, CAT_ERR_ARG, "address %.60s: %s", address, cat_errno_text(why));
  }
  l->address[1] = at.sin_port;
  return CAT_OK;
}

int cat_rt_udp_port(const CatRtLink *l) {
  return ntohs((uint16_t)l->address[1]);
}

void cat_rt_udp_text(const unsigned address[2], char *text) {
  char host[INET_ADDRSTRLEN] = "";
  inet_ntop(AF_INET, &(struct in_addr){.s_addr = address[0]}, host, sizeof host);
  snprintf(text, CAT_RT_ADDRESS_TEXT, "%s:%u", host, (unsigned)ntohs((uint16_t)address[1]));
}

bool cat_rt_udp_join(int port, CatRtLink *l) {
  struct sockaddr_in mine = {.sin_family = AF_INET};
  mine.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  *l = (CatRtLink){.ops = &ops, .fd = socket(AF_INET, SOCK_DGRAM, 0), .known = true};
  l->address[0] = htonl(INADDR_LOOPBACK);
  l->address[1] = htons((uint16_t)port);
  if (l->fd >= 0 && bind_to(l->fd, &mine)) return true;
  close_socket(l);
  return false;
}
