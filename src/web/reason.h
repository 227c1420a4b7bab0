// Why the system refused something, in English whatever the locale is (strerror follows it).
#ifndef CAT_WEB_REASON_H
#define CAT_WEB_REASON_H

const char *reason_of(int error);  // of errno

#endif
