// The track's alignment: straights, circles and clothoids. All places along a line are given by
// their distance s along the track; each has a frame of its own: along the track, across it (to the
// left), up.
#ifndef CAT_LINE_PATH_H
#define CAT_LINE_PATH_H

#include "spec/line.h"

double cat_path_heading(const CatLineSpec *line, double s);  // [rad], 0 at s = 0

// From the frame at s to the frame ds further on: where its origin lies, and how far it is turned.
typedef struct CatJoin {
  double gap[2];  // along and across [m]
  double turn;    // [rad]
} CatJoin;
CatJoin cat_path_join(const CatLineSpec *line, double s, double ds);

// Origin of the frame at s in a fixed plane, for drawings [m].
void cat_path_point(const CatLineSpec *line, double s, double point[2]);

#endif
