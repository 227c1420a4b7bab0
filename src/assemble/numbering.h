// Numbers of the coordinates that can move, by their place along the track, all wires together: an
// element couples close numbers only, and matrices are banded.
#ifndef CAT_ASSEMBLE_NUMBERING_H
#define CAT_ASSEMBLE_NUMBERING_H

#include "line/model.h"

typedef struct CatNumbering {
  int n;          // free coordinates
  int (*dof)[6];  // number of each coordinate of each node; -1: does not move (nnode)
  int half_band;  // the largest distance between numbers that one element couples
} CatNumbering;

// If support.along_track is "held", the messenger cannot slide at supports.
CatStatus cat_numbering_new(CatArena *a, const CatLineModel *m, CatNumbering *out);

#endif
