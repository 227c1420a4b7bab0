// What acts on the lanes: forces on ports in this step and the two before it, since the right side
// of a step without rates feels all of them (lanes_form.h).
#ifndef CAT_STRUCTURE_LANES_PORT_FORCES_H
#define CAT_STRUCTURE_LANES_PORT_FORCES_H

#include "structure/line_parts.h"

enum { CAT_LANE_SLOTS = 18 };

// Where a port acts in the line's arrays of knots and separators, and with which weights.
typedef struct CatLaneSpot {
  int n, at[CAT_LANE_SLOTS];
  double b[CAT_LANE_SLOTS];  // as it is kept, mirrored
} CatLaneSpot;

// Within a bay, on its modes, what does not reach its ends.
typedef struct CatLaneInside {
  int n;           // modes; 0: not in a bay
  int at, stride;  // the first in the line's modes, and from one to the next
  int project_at;  // projections of these modes, likewise
  double *b;       // (n)
  double project[12];
} CatLaneInside;

typedef struct CatLanePush {
  int at;
  double force;
} CatLanePush;

typedef struct CatLaneActing {  // within one step
  int n;                        // how often a dropper was noted
  double *force;                // of droppers (nslot)
  // of each moving port: where it was, where it is (nmoving)
  CatLaneSpot (*spot)[2];
  CatLaneInside (*inside)[2];
  CatPort (*port)[2];    // the same in the tangent's numbers
  double (*contact)[2];  // force [N]
} CatLaneActing;

typedef struct CatLaneActs {
  CatLaneActing *step[3];  // this one, the last, the one before it
  int nmoving, ndropper, nslot;
  int modes;                     // of the largest bay
  CatLaneSpot *dropper;          // (ndropper)
  const int *slot;               // where forces of each are kept (ndropper)
  int npush;                     // what the next right side feels
  CatLanePush *push, *in_group;  // (12 CAT_LANE_SLOTS ports)
} CatLaneActs;

CatStatus cat_acts_new(CatArena *a, const CatStructure *s, int modes, CatLaneActs *out);
// Where forces of droppers are kept: n slots, and that of each. Before any are noted.
CatStatus cat_acts_slots(CatArena *a, int n, const int *slot, CatLaneActs *f);
void cat_acts_clear(CatLaneActs *f);
// Notes a force on a port within this step; when: 0 at its beginning, 1 at its end.
void cat_acts_on_dropper(CatLaneActs *f, int dropper, double force);
typedef struct CatLaneTouch {  // of a contact
  const CatLaneSpot *spot;
  const CatLaneInside *inside;
  const CatPort *port;
} CatLaneTouch;
void cat_acts_on_contact(CatLaneActs *f, int contact, CatLaneTouch at, double force, int when);
// Forces as the next right side feels them, those of contacts as a list; past: shares of the last
// two steps.
void cat_acts_list_contacts(CatLaneActs *f, const double past[2]);
bool cat_acts_droppers(const CatLaneActs *f);                           // whether any does anything
void cat_acts_add(CatLaneActs *f, const CatLaneSpot *p, double force);  // one more in that list
// Those of the list at places from to from + n, counted from there: how many.
int cat_acts_in_group(CatLaneActs *f, int from, int n);
void cat_acts_on_border(const CatLaneActs *f, int from, double *r);  // all behind `from`
void cat_acts_commit(CatLaneActs *f);
void cat_acts_snapshot(CatLaneActs *f, CatSnapshot *to);
void cat_lane_inside_snapshot(CatLaneInside *in, int modes, CatSnapshot *to);
// Ports of one step with their forces as weights: how many; its lists are empty then.
int cat_acts_take(CatLaneActs *f, int step, const CatPort *dropper, CatPort *out);

#endif
