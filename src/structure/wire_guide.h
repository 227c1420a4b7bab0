// A contact wire as a path: where pantographs run, its height at rest, and the shape functions of
// the element over a place as a port; eq. (7) of PACDIN.
#ifndef CAT_STRUCTURE_WIRE_GUIDE_H
#define CAT_STRUCTURE_WIRE_GUIDE_H

#include "assemble/ports.h"
#include "guide.h"

typedef struct CatWireGuide {
  CatGuide base;
  const CatLineModel *m;
  const CatConfiguration *rest;
  const CatLinearSystem *t;
  int wire;             // which: the contact wire of a section
  const double *moved;  // displacements by which it is deformed, of t; NULL: it is at rest
  bool normal;          // ports across the deformed wire; else upwards
} CatWireGuide;

// The element of the wire over a seat: what it takes to find a place in it, found once.
typedef struct CatWireSeat {
  CatSeat base;
  double from, to;  // along the track; all zero: none yet [m]
  double l0;        // [m]
  double up[4];     // at rest: height and slope at its beginning, rise to its end and slope there
  double side[4];   // the same across the track
  int n;            // of its coordinates upwards those that move
  int shape[4];     // and the shape function of each
  int dof[8];       // memory of the port
  double b[8];
  int cable;  // the element last found, on a deformed wire; 0: none yet
  CatPort slope;
} CatWireSeat;

CatWireGuide cat_wire_guide(const CatLineModel *m, const CatConfiguration *rest,
                            const CatLinearSystem *t, int wire);

#endif
