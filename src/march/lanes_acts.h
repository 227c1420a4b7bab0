// What acts on the lanes: forces on ports in this step and the two before it, since the right side
// of a step without rates feels all of them (lanes_form.h).
#ifndef CAT_MARCH_LANES_ACTS_H
#define CAT_MARCH_LANES_ACTS_H

#include "structure.h"

enum { CAT_LANE_SLOTS = 12 };

// Where a port acts in the line's arrays, and with which weights.
typedef struct CatLaneSpot {
  int n, at[CAT_LANE_SLOTS];
  double b[CAT_LANE_SLOTS];  // as it is kept, turned and mirrored
} CatLaneSpot;

typedef struct CatLanePush {
  int at;
  double force;
} CatLanePush;

typedef struct CatLaneActing {  // within one step
  int n;                        // droppers
  int *dropper;                 // (ndropper)
  bool *acts;                   // whether a dropper is in the list (ndropper)
  double *force;                // by dropper (ndropper)
  CatLaneSpot spot[CAT_CONTACTS][2];
  double contact[CAT_CONTACTS][2];  // where it was, where it is
} CatLaneActing;

typedef struct CatLaneActs {
  CatLaneActing step[3];         // this one, the last, the one before it
  CatLaneSpot *dropper;          // (ndropper)
  int npush, nmoving;            // what the next right side feels; of contacts, which come first
  CatLanePush *push, *in_group;  // (6 CAT_LANE_SLOTS ports)
} CatLaneActs;

CatStatus cat_acts_new(CatArena *a, int ndropper, CatLaneActs *out);
void cat_acts_clear(CatLaneActs *f);
// Notes a force on a port within this step; when: 0 at its beginning, 1 at its end.
void cat_acts_add(CatLaneActs *f, int port, const CatLaneSpot *contact, double force, int when);
// Lists forces as the next right side feels them; past: shares of the last two steps.
void cat_acts_list(CatLaneActs *f, const double past[2]);
// Those of the list at places from to from + n, counted from there: how many. In ascending order
// within bays; at knots, which are behind all bays and all that droppers act on, in any order.
int cat_acts_in_group(CatLaneActs *f, int from, int n);
void cat_acts_on_border(const CatLaneActs *f, int from, double *r);  // all behind `from`
void cat_acts_commit(CatLaneActs *f);
// Forces of one step to those on all coordinates; its lists are empty then.
void cat_acts_spread(CatLaneActs *f, int step, double *out);

#endif
