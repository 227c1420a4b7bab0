// Displacements and rates in the tangent's numbers, for who asks for them after every step. Lanes
// keep no rates: they follow the scheme from one call to the next if that is one step later, and
// are differences of the last displacements otherwise.
#ifndef CAT_STRUCTURE_LANES_TRACK_H
#define CAT_STRUCTURE_LANES_TRACK_H

#include "structure/line_parts.h"

typedef struct CatLaneTrack {
  int n;
  long steps;         // since the beginning, at which they hold
  double *u, *v, *a;  // (n)
  double *next;       // displacements now, filled by the caller (n)
  double *last[2];    // those one and two steps before, likewise (n)
} CatLaneTrack;

CatStatus cat_track_new(CatArena *a, int n, CatLaneTrack **out);
void cat_track_clear(CatLaneTrack *t, const double *u);
// Whether the last displacements are wanted: more than one step has passed.
bool cat_track_lost(const CatLaneTrack *t, long steps);
void cat_track_follow(CatLaneTrack *t, const CatStep *step, long steps);
void cat_track_snapshot(CatLaneTrack *t, CatSnapshot *to);
void cat_track_copy(const CatLaneTrack *t, double *u, double *v, double *a);

#endif
