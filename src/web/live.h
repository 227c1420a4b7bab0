// The frame of a run that is going on, for the browsers that watch it. The run never waits: it
// leaves a frame if nobody holds the place, and otherwise counts it as dropped.
#ifndef CAT_WEB_LIVE_H
#define CAT_WEB_LIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "catenaria/catenaria.h"

typedef struct Live Live;

Live *live_new(void);  // NULL: no memory
void live_free(Live *live);
void live_begin(Live *live);                      // another run
void live_put(Live *live, const CatRecord *rec);  // by the run, after each frame
// A frame that is newer than *seen, as a message: doubles seq, t, dropped, npoint, nlink,
// npantograph, then x, height and force of each pantograph; then floats: displacements of points,
// tensions of links. Copied into *bytes, which grows; 0: there is none.
size_t live_take(Live *live, unsigned long *seen, char **bytes, size_t *room);
// Tables of the picture as JSON, to be freed; NULL: no run was seen yet.
char *live_scene(Live *live);

#endif
