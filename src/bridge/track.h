// A bridge with its track: rail, pads, sleepers and ballast on a deck of elements, all in one band.
//
// The rail is a beam from x0 to x1 with a node over each sleeper; pads hold it to the sleepers, the
// ballast holds these to the deck, and to the ground before and behind it. Nodes of the deck are
// under the sleepers, whose distance is adjusted so that the ends of the deck are such places.
// Values count for both rails together.
#ifndef CAT_BRIDGE_TRACK_H
#define CAT_BRIDGE_TRACK_H

#include "beam.h"

enum {
  CAT_TRACK_RAIL = 0,
  CAT_TRACK_SLEEPER = 2,
  CAT_TRACK_DECK = 3,
  CAT_TRACK_DOF = 5,
  CAT_TRACK_ROOM = 6
};

typedef struct CatTrackDeck {
  int stations;      // sleepers
  double x0, apart;  // of the first one, from one to the next [m]
  int first, last;   // stations at the ends of the deck
  // rail and its slope, sleeper, deck and its slope, -1: none; the last is none (stations)
  int (*dof)[CAT_TRACK_ROOM];
  int n;
  CatBand K, M, C;
} CatTrackDeck;

// The bridge has a beam; its damping ratios become Rayleigh's damping of the deck.
CatStatus cat_track_deck_new(CatArena *a, const CatBridgeSpec *spec, const CatBridge *bridge,
                             const double ends[2], CatTrackDeck *out);

// A place on the rail (CAT_TRACK_RAIL) or the deck (CAT_TRACK_DECK) by the cubic functions of its
// element: coordinates and weights, and those of its slope. False: there is none.
typedef struct CatTrackPlace {
  int dof[4];
  double b[4], slope[4];
} CatTrackPlace;
bool cat_track_place(const CatTrackDeck *t, int what, double x, CatTrackPlace *out);

#endif
