// Memory that may not be touched, for the address sanitizer: a read or write there ends the
// program with a report. Other builds have no gaps and pay nothing.
#ifndef CAT_BASE_GUARD_H
#define CAT_BASE_GUARD_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CAT_GUARDED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define CAT_GUARDED 1
#endif

#ifdef CAT_GUARDED
#include <sanitizer/asan_interface.h>
enum { CAT_GAP = 64 };  // [bytes] behind each piece of an arena
#define CAT_FORBID(at, bytes) ASAN_POISON_MEMORY_REGION((at), (bytes))
#define CAT_ALLOW(at, bytes) ASAN_UNPOISON_MEMORY_REGION((at), (bytes))
#else
enum { CAT_GAP = 0 };
#define CAT_FORBID(at, bytes) ((void)(at))
#define CAT_ALLOW(at, bytes) ((void)(at))
#endif

#endif
