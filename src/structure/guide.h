// A path along a structure on which ports move: the contact wire under which pantographs run, the
// rails on a bridge.
#ifndef CAT_STRUCTURE_GUIDE_H
#define CAT_STRUCTURE_GUIDE_H

#include "structure.h"

typedef struct CatGuide CatGuide;

// The current position of one port on the path. Created by the guide, which may store more behind
// it; everything follows from x, so that it is not part of the state.
typedef struct CatSeat {
  double x;            // place along the path [m]
  bool on;             // the path reaches there
  double height;       // of the path at rest [m]
  double across;       // its place across the track at rest, from the middle [m]
  CatPortVector port;  // displacement upwards there
  double drift;        // on a deformed path: what is at x now is at x + drift at rest [m]
  int nalong;          // the last weights of the port act along the path: how many
} CatSeat;

typedef struct CatGuideOps {
  CatStatus (*seat_new)(const CatGuide *g, CatArena *a, CatSeat **out);
  void (*find)(const CatGuide *g, double x, CatSeat *seat);
  // Slope of the path at x: at rest, and as a port (memory of the seat) that of a displacement.
  double (*slope)(const CatGuide *g, double x, CatSeat *seat, CatPortVector *port);
  double (*border)(const CatGuide *g, double x);  // where the element over x ends [m]
} CatGuideOps;

struct CatGuide {
  const CatGuideOps *ops;
};

#endif
