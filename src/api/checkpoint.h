// The file that a run is kept in.
#ifndef CAT_API_CHECKPOINT_H
#define CAT_API_CHECKPOINT_H

#include "catenaria/catenaria.h"
#include "stamp.h"
#include "study/train/checkpoint.h"

typedef struct CatCheckpoint {
  CatContext *ctx;
  const char *dir;
  CatStamp stamp;  // of this program and case
  char *bytes;     // as read; NULL: none
  bool told;       // that it cannot be written
  CatKeep keep;    // for the run
} CatCheckpoint;

// Reads and checks the one to resume from, if it is asked for. To be closed also after an error.
CatStatus cat_checkpoint_open(CatContext *ctx, const CatCase *c, const CatRunOptions *o,
                              CatCheckpoint *out);
void cat_checkpoint_close(CatCheckpoint *k);

#endif
