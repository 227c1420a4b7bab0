// Displacements, velocities and accelerations in the linear system's numbering, reconstructed on
// request. Lanes store displacements only. If the last request was one step ago, the rates follow
// the scheme; otherwise they are differences of the last three displacements.
#ifndef CAT_STRUCTURE_LANES_TRACK_H
#define CAT_STRUCTURE_LANES_TRACK_H

#include "structure/line_parts.h"

typedef struct CatLaneTrack {
  int n;
  long steps;         // since the beginning, at which they hold
  double *u, *v, *a;  // (n)
} CatLaneTrack;

CatStatus cat_track_new(CatArena *a, int n, CatLaneTrack **out);
void cat_track_clear(CatLaneTrack *t, const double *u);
// Whether the last displacements are needed: more than one step has passed since the last request.
bool cat_track_lost(const CatLaneTrack *t, long steps);
// x: displacements now; if it was lost, those of one and two steps before behind them. Afterwards:
// displacements, velocities, accelerations.
void cat_track_follow(CatLaneTrack *t, const CatStep *step, long steps, double *const x[3]);
void cat_track_snapshot(CatLaneTrack *t, CatSnapshot *to);

#endif
