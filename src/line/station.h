// Stations: positions on a wire where something is attached. They give the first guess of the shape
// and then the mesh.
#ifndef CAT_LINE_STATION_H
#define CAT_LINE_STATION_H

#include "model.h"

typedef enum CatStationType {
  CAT_AT_END,      // of the wire
  CAT_AT_MAST,     // support or steady arm
  CAT_AT_DROPPER,  // either end of a dropper
  CAT_AT_CLAMP,    // where a stitch wire begins
} CatStationType;

typedef struct CatStation {
  CatStationType type;
  double s;       // [m]
  int index;      // of the mast or dropper
  bool held;      // height known: the wire hangs there
  double y, z;    // across and up [m]; z of stations that are not held comes from the polygon
  double load;    // downward force on the wire there [N]
  double lift;    // upward force that holds it there, from the polygon [N]
  double relief;  // of the bay on its right: tension that a stitch wire takes over there [N]
  int node;       // once meshed
} CatStation;

typedef struct CatStations {
  int n;
  CatStation *at;  // from left to right
} CatStations;

// The string polygon of a wire under its weight [N/m] and the loads at its stations: heights where
// it is not held, lifts where it is. Both ends must be held.
CatStatus cat_stations_hang(CatArena *scratch, CatStations *w, double tension, double weight);

// All wires of a line as stations.
typedef struct CatLayout {
  const CatLineSpec *spec;  // of this section
  int nspan, ndropper, nupper, nstitch;
  double *mast;         // (nspan + 1) [m]
  double *height;       // of the contact wire at the masts (nspan + 1) [m]
  double *encumbrance;  // (nspan + 1) [m]
  CatStations contact, messenger, auxiliary;
  CatStations *stitch;  // (nstitch): one per mast between the ends
  int *span;            // of each dropper (ndropper)
  int *carrier;         // of each dropper: -1 messenger or auxiliary wire, else its stitch wire
  int *low, *high;      // station of its lower and upper end (ndropper)
  int *upper_low, *upper_high;  // droppers between auxiliary wire and messenger (nupper)
  int *upper_span;
} CatLayout;

// Of a section whose first support stands at `start` [m].
CatStatus cat_layout_new(CatArena *a, CatArena *scratch, const CatLineSpec *spec, double start,
                         CatLayout *l);

// As built: heights of the contact wire at the droppers from their lengths, where all are given and
// the line is a simple one; otherwise its sag is the guess.
bool cat_layout_is_built(const CatLineSpec *spec);
CatStatus cat_layout_built(CatArena *scratch, CatLayout *l);

const CatSpanSpec *cat_layout_span(const CatLineSpec *spec, int k);  // that the k-th span is like

#endif
