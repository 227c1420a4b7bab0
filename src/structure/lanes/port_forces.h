// Forces on ports in this step and in the two before it: all three enter the right-hand side of a
// step that keeps no rates (form.h).
#ifndef CAT_STRUCTURE_LANES_PORT_FORCES_H
#define CAT_STRUCTURE_LANES_PORT_FORCES_H

#include "structure/line_parts.h"

enum { CAT_LANE_SLOTS = 18 };

// Where a port acts in the line's arrays of knots and separators, and with which weights.
typedef struct CatLaneSpot {
  int n, at[CAT_LANE_SLOTS];
  double b[CAT_LANE_SLOTS];  // as it is kept, mirrored
} CatLaneSpot;

// The part of a force within a bay that acts on its modes and not on its ends.
typedef struct CatLaneInside {
  int n;           // modes; 0: not in a bay
  int at, stride;  // the first in the line's modes, and from one to the next
  int project_at;  // projections of these modes, likewise
  double *b;       // (n)
  double project[12];
} CatLaneInside;

typedef struct CatLaneLoad {
  int at;
  double force;
} CatLaneLoad;

typedef struct CatLaneStepForces {  // within one step
  int n;                            // tie forces recorded so far
  double *force;                    // of ties (nslot)
  // of each moving port: where it was, where it is (nmoving)
  CatLaneSpot (*spot)[2];
  CatLaneInside (*inside)[2];
  CatPort (*port)[2];    // the same in the linear system's numbering
  double (*contact)[2];  // force [N]
} CatLaneStepForces;

typedef struct CatLanePortForces {
  CatLaneStepForces *step[3];  // this one, the last, the one before it
  int nmoving, ntie, nslot;
  int modes;                     // of the largest bay
  CatLaneSpot *tie;              // (ntie)
  const int *slot;               // where forces of each are kept (ntie)
  int nload;                     // loads on the next right-hand side
  CatLaneLoad *load, *in_group;  // (12 CAT_LANE_SLOTS ports)
} CatLanePortForces;

CatStatus cat_port_forces_new(CatArena *a, const CatStructure *s, int modes,
                              CatLanePortForces *out);
// Where forces of ties are stored: n slots, and the slot of each. Call before recording any.
CatStatus cat_port_forces_slots(CatArena *a, int n, const int *slot, CatLanePortForces *f);
void cat_port_forces_clear(CatLanePortForces *f);
// Records a force on a port within this step; when: 0 at its beginning, 1 at its end.
void cat_port_forces_on_tie(CatLanePortForces *f, int tie, double force);
typedef struct CatLaneTouch {  // of a contact
  const CatLaneSpot *spot;
  const CatLaneInside *inside;
  const CatPort *port;
} CatLaneTouch;
void cat_port_forces_on_contact(CatLanePortForces *f, int contact, CatLaneTouch at, double force,
                                int when);
// Lists the contact forces that load the next right-hand side; weight: of the forces of the last
// two steps.
void cat_port_forces_list_contacts(CatLanePortForces *f, const double weight[2]);
bool cat_port_forces_any_on_ties(const CatLanePortForces *f);  // whether any tie is loaded
void cat_port_forces_add(CatLanePortForces *f, const CatLaneSpot *p,
                         double force);  // appends to that list
// Copies the loads at positions from to from + n, relative to `from`, to in_group: how many.
int cat_port_forces_in_group(CatLanePortForces *f, int from, int n);
void cat_port_forces_on_border(const CatLanePortForces *f, int from,
                               double *r);  // loads at positions >= from
void cat_port_forces_commit(CatLanePortForces *f);
void cat_port_forces_snapshot(CatLanePortForces *f, CatSnapshot *to);
void cat_lane_inside_snapshot(CatLaneInside *in, int modes, CatSnapshot *to);
// Moves the forces of one step out, as ports with the forces as weights: how many.
int cat_port_forces_take(CatLanePortForces *f, int step, const CatPort *tie, CatPort *out);

#endif
