// The way of wheels along the rail of a track (bridge/track.h).
#ifndef CAT_STRUCTURE_RAIL_GUIDE_H
#define CAT_STRUCTURE_RAIL_GUIDE_H

#include "bridge/track.h"
#include "guide.h"

typedef struct CatRailGuide {
  CatGuide base;
  const CatTrackDeck *track;
  const CatShapes *profile;  // height of the rail at rest, one value per station; NULL: flat
} CatRailGuide;

CatRailGuide cat_rail_guide(const CatTrackDeck *track, const CatShapes *profile);

#endif
