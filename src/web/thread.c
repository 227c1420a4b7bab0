#include "thread.h"

bool thread_begin(pthread_t *thread, void *(*work)(void *), void *user) {
  enum { STACK = 8 << 20 };  // as main has it
  pthread_attr_t own;
  if (pthread_attr_init(&own) != 0) return false;
  bool made =
      pthread_attr_setstacksize(&own, STACK) == 0 && pthread_create(thread, &own, work, user) == 0;
  pthread_attr_destroy(&own);
  return made;
}
