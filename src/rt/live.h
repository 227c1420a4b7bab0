// The snapshot that other processes read: written by the loop, which never waits for a reader.
#ifndef CAT_RT_LIVE_H
#define CAT_RT_LIVE_H

#include "catenaria/rt.h"

void cat_rt_live_write(CatRtLive *live, const CatRtSnapshot *s);  // NULL is allowed

#endif
