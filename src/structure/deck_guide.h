// The way of wheels over a bridge: rigid track before it and behind it, the deck in its modes
// (bridge/bridge.h) between.
#ifndef CAT_STRUCTURE_DECK_GUIDE_H
#define CAT_STRUCTURE_DECK_GUIDE_H

#include "bridge/bridge.h"
#include "guide.h"

typedef struct CatDeckGuide {
  CatGuide base;
  const CatShapes *shapes;   // of the deck under this track
  const CatShapes *profile;  // height of the rail at rest, one value per station; NULL: flat
} CatDeckGuide;

CatDeckGuide cat_deck_guide(const CatShapes *shapes, const CatShapes *profile);

#endif
