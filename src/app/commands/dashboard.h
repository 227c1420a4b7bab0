// The live text dashboard of a real-time run, in a process of its own.
#ifndef CAT_APP_COMMANDS_DASHBOARD_H
#define CAT_APP_COMMANDS_DASHBOARD_H

#include <sys/types.h>

#include "catenaria/rt.h"

// Returns the process that watches, or 0: standard error is no terminal, or none can be had.
pid_t dashboard_start(const CatRtLive *live);
void dashboard_end(pid_t pid);  // 0 is allowed

#endif
