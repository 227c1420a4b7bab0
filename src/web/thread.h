// Threads with a stack of a size of our own: those of civetweb, and those of a user with a small
// limit, are too small for reading and computing a case.
#ifndef CAT_WEB_THREAD_H
#define CAT_WEB_THREAD_H

#include <pthread.h>
#include <stdbool.h>

bool thread_begin(pthread_t *thread, void *(*work)(void *), void *user);

#endif
