// Shared memory that other programs tamper with: cut short at any length it ends the link, not the
// process; one that a killed line left behind is taken over; one that is in use is not.
#include "support/support.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rt/link/link.h"

enum { BYTES = 16704, TO_LINE = 64, TO_RIG = 8384, SLOTS = 128 };  // as docs/rt.md has them

static char name[64];

static CatRtLink open_rings(CatContext *ctx) {
  CatRtLink l;
  CatStatus status = cat_rt_rings_open(ctx, name, &l);
  if (status) print_error("%s\n", cat_context_error(ctx, 0)->message);
  assert_int_equal(status, CAT_OK);
  return l;
}

static int open_segment(void) {
  int fd = shm_open(name, O_RDWR, 0);
  assert_true(fd >= 0);
  return fd;
}

// A rig that has only read the documentation.
static unsigned char *map_segment(void) {
  int fd = open_segment();
  struct stat at;
  assert_int_equal(fstat(fd, &at), 0);
  assert_int_equal(at.st_size, BYTES);
  void *map = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  assert_true(map != MAP_FAILED);
  close(fd);
  return map;
}

static uint32_t *word(unsigned char *map, int at) {
  return (uint32_t *)(void *)(map + at);
}

static void put_packet(unsigned char *map, const char *text) {
  uint32_t head = *word(map, TO_LINE);
  int slot = TO_LINE + SLOTS + 128 * (int)(head % 64);
  *word(map, slot) = (uint32_t)strlen(text);
  memcpy(map + slot + 4, text, strlen(text));
  __atomic_store_n(word(map, TO_LINE), head + 1, __ATOMIC_RELEASE);
}

static void packets_travel_as_documented(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatRtLink l = open_rings(ctx);
  unsigned char *map = map_segment(), packet[CAT_RT_PACKET_BYTES];
  assert_memory_equal(map, "CATRING1", 8);
  assert_int_equal(*word(map, 8), 1);
  assert_int_equal(*word(map, 12), 64);
  assert_int_equal(*word(map, 16), getpid());
  for (int k = 0; k < 300; k++) {  // several times around, and across a carry of the counters
    char text[24];
    snprintf(text, sizeof text, "packet %d", k);
    put_packet(map, text);
    assert_true(l.ops->wait(&l, 0.1));
    assert_int_equal(l.ops->receive(&l, packet), strlen(text));
    assert_memory_equal(packet, text, strlen(text));
    assert_int_equal(*word(map, TO_LINE + 64), k + 1);
    l.ops->send(&l, (const unsigned char *)text, (int)strlen(text));
    assert_false(l.failed);
    assert_int_equal(*word(map, TO_RIG), k + 1);
    assert_memory_equal(map + TO_RIG + SLOTS + 128 * (k % 64) + 4, text, strlen(text));
    *word(map, TO_RIG + 64) = (uint32_t)k + 1;
  }
  assert_int_equal(l.ops->receive(&l, packet), -1);
  assert_false(l.ops->wait(&l, 0.001) || l.broken);
  for (int k = 0; k <= 64; k++) l.ops->send(&l, packet, 8);  // a rig that reads nothing
  assert_true(l.failed && !l.broken);
  munmap(map, BYTES);
  l.ops->close(&l);
  cat_context_free(ctx);
}

static void wrong_counters_do_no_harm(void **state) {
  (void)state;
  static const uint32_t wrong[] = {0xffffffffu, 0x80000000u, 65, 1u << 30};
  CatContext *ctx = cat_context_new(NULL);
  CatRtLink l = open_rings(ctx);
  unsigned char *map = map_segment(), packet[CAT_RT_PACKET_BYTES];
  for (int i = 0; i < 4; i++) {
    *word(map, TO_LINE) = wrong[i];
    *word(map, TO_LINE + 64) = 0;
    *word(map, TO_LINE + SLOTS + 128 * (int)((wrong[i] - 1) % 64)) = 0xffffffffu;  // a length
    assert_true(l.ops->receive(&l, packet) <= CAT_RT_PACKET_BYTES);
    assert_int_equal(*word(map, TO_LINE + 64), wrong[i]);
    assert_int_equal(l.ops->receive(&l, packet), -1);
  }
  assert_false(l.broken);
  munmap(map, BYTES);
  l.ops->close(&l);
  cat_context_free(ctx);
}

static void cut_short_it_is_no_link_any_more(void **state) {
  (void)state;
  static const int lengths[] = {0, 1, 8, 64, 100, 4096, 8192, 8384, 12288, 16640};
  unsigned char packet[CAT_RT_PACKET_BYTES] = {0};
  CatContext *ctx = cat_context_new(NULL);
  for (int i = 0; i < 10; i++) {
    CatRtLink l = open_rings(ctx);
    unsigned char *map = map_segment();
    put_packet(map, "a packet");
    munmap(map, BYTES);
    int fd = open_segment();
    assert_int_equal(ftruncate(fd, lengths[i]), 0);
    close(fd);
    l.ops->receive(&l, packet);  // without SIGBUS
    l.ops->wait(&l, 0.001);
    l.ops->send(&l, packet, CAT_RT_ANSWER_BYTES);
    l.ops->receive(&l, packet);
    if (lengths[i] < TO_LINE + SLOTS) assert_true(l.broken && l.failed);
    l.ops->close(&l);
  }
  cat_context_free(ctx);
}

// Starts a line in another process, which holds the segment until it is killed.
static pid_t start_owner(void) {
  int ready[2];
  char go;
  assert_int_equal(pipe(ready), 0);
  pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid == 0) {
    CatRtLink l;
    CatContext *ctx = cat_context_new(NULL);
    if (cat_rt_rings_open(ctx, name, &l) == CAT_OK && write(ready[1], "x", 1) == 1) pause();
    _exit(1);
  }
  close(ready[1]);
  assert_int_equal(read(ready[0], &go, 1), 1);
  close(ready[0]);
  return pid;
}

static void killed_owner_leaves_it_to_the_next(void **state) {
  (void)state;
  CatRtLink l;
  char expected[64];
  CatContext *ctx = cat_context_new(NULL);
  pid_t owner = start_owner();
  assert_int_equal(cat_rt_rings_open(ctx, name, &l), CAT_ERR_ARG);
  snprintf(expected, sizeof expected, "in use by the line of process %d", (int)owner);
  assert_non_null(strstr(cat_context_error(ctx, 0)->message, expected));
  l.ops->close(&l);
  unsigned char *map = map_segment();  // still the owner's
  assert_int_equal(*word(map, 16), owner);
  put_packet(map, "of the old run");
  kill(owner, SIGKILL);
  waitpid(owner, NULL, 0);
  l = open_rings(ctx);
  unsigned char packet[CAT_RT_PACKET_BYTES];
  assert_int_equal(l.ops->receive(&l, packet), -1);  // empty again
  put_packet(map, "of a rig that stayed");
  assert_int_equal(l.ops->receive(&l, packet), 20);
  munmap(map, BYTES);
  l.ops->close(&l);
  assert_true(shm_open(name, O_RDWR, 0) < 0);
  cat_context_free(ctx);
}

static void what_is_not_ours_is_left_alone(void **state) {
  (void)state;
  CatRtLink l;
  CatContext *ctx = cat_context_new(NULL);
  char text[8] = "";
  int fd = shm_open(name, O_CREAT | O_RDWR, 0600);
  assert_int_equal(write(fd, "precious", 8), 8);
  assert_int_equal(cat_rt_rings_open(ctx, name, &l), CAT_ERR_ARG);
  assert_non_null(strstr(cat_context_error(ctx, 0)->message, "not a line's"));
  l.ops->close(&l);
  assert_int_equal(pread(fd, text, 8, 0), 8);
  assert_memory_equal(text, "precious", 8);
  close(fd);
  shm_unlink(name);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(packets_travel_as_documented),
      cmocka_unit_test(wrong_counters_do_no_harm),
      cmocka_unit_test(cut_short_it_is_no_link_any_more),
      cmocka_unit_test(killed_owner_leaves_it_to_the_next),
      cmocka_unit_test(what_is_not_ours_is_left_alone),
  };
  snprintf(name, sizeof name, "/catenaria-test-rings-%d", (int)getpid());
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  shm_unlink(name);
  return failed;
}
