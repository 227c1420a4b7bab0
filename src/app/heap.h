// How often a thread has asked for memory.
#ifndef CAT_APP_HEAP_H
#define CAT_APP_HEAP_H

#include <stdbool.h>
#include <stdlib.h>  // defines __GLIBC__

// Whether this program has a malloc family of its own: not where a sanitizer brings one.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HEAP_IS_SEEN 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define HEAP_IS_SEEN 0
#endif
#endif
#if !defined(HEAP_IS_SEEN) && defined(__GLIBC__)
#define HEAP_IS_SEEN 1
#elif !defined(HEAP_IS_SEEN)
#define HEAP_IS_SEEN 0
#endif

long heap_calls(void);    // of malloc, calloc, realloc and the like by the calling thread
bool heap_is_seen(void);  // false: this build cannot know

#endif
