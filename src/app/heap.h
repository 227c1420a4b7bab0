// How often a thread has asked for memory.
#ifndef CAT_APP_HEAP_H
#define CAT_APP_HEAP_H

#include <stdbool.h>

long heap_calls(void);    // of malloc, calloc, realloc and the like by the calling thread
bool heap_is_seen(void);  // false: this build cannot know

#endif
