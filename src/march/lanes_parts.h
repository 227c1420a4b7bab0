// Inside of the lane backend.
#ifndef CAT_MARCH_LANES_PARTS_H
#define CAT_MARCH_LANES_PARTS_H

#include "lanes.h"
#include "lanes_cells.h"
#include "lanes_factor.h"
#include "lanes_kernel.h"

// The separators, all together: a small banded system.
typedef struct CatBorder {
  int n;
  CatBand S;           // Schur complement of all cells, factor
  CatBand M, D;        // mass and dampers between separators
  bool damped;         // D is not empty
  double *x;           // displacement; one more behind the last, where nothing is (n + 1)
  double *p, *w, *k;   // as in a group (n)
  double *m, *d;       // what M and D are multiplied with; one more behind the last (n + 1)
  double *r;           // right side, then solution (n + 1)
} CatBorder;

// Where a coordinate is kept.
typedef struct CatLaneDof {
  int at;       // in the displacements
  int home;     // in responses
  int cell;     // -1: of a separator
  double sign;  // -1: mirrored
} CatLaneDof;

typedef struct CatLanePort {
  int n;
  CatLaneDof dof[6];
  double b[6];  // as it is kept, mirrored or not
} CatLanePort;

// A^-1 b where it is not negligible, in pieces: cells' own coordinates by home.
typedef struct CatLaneRange {
  int cell;  // -1: separators
  int from, to;
} CatLaneRange;

typedef struct CatLaneRanges {
  int n;
  CatLaneRange *range;
} CatLaneRanges;

typedef struct CatLaneResponse {
  CatLaneRanges on;
  double *value;  // one range after the other
} CatLaneResponse;

// A contact: unit responses of the coordinates that it acts on, found anew when it gets to the
// next element, and their sum with its weights.
typedef struct CatLaneContact {
  int n;
  int dof[6];
  double *column[4];  // by home
  double *value;      // by home; zero outside of the ranges
  CatLaneRanges on;
} CatLaneContact;

typedef struct CatLaneSource {  // a cell in which forces act
  int cell;
  double *x;
} CatLaneSource;

enum { CAT_LANE_SOURCES = 6, CAT_LANE_COLUMNS = 4 };

typedef struct CatLaneScratch {  // for responses
  int nsource;
  CatLaneSource source[CAT_LANE_SOURCES];
  double *other;         // a cell in which none act
  double *border;        // (nborder x columns)
  double *line;          // (nborder)
  double peak[8];        // of each lane
} CatLaneScratch;

struct CatLanes {
  CatStructure base;
  const CatTangent *t;
  const CatDamping *damping;
  CatCells cells;
  const CatLaneKernel *kernel;
  CatLaneStep rates;
  double mm, kk;
  int ngroup, nlane;
  CatLaneGroup *group;
  CatBorder border;
  CatLaneWork work;
  int nx, nhome;
  double *x;         // displacements of all groups, then of the border
  CatLaneDof *dof;   // (n)
  int (*reach)[2];   // first and last + 1 coordinate in the border that a cell touches (ncell)
  int npush;
  int *push_at;      // (6 ports)
  double *push;      // likewise
  CatLanePort *port;             // (CAT_CONTACTS + ndropper)
  CatLaneResponse *response;     // of droppers (ndropper)
  CatLaneContact contact[CAT_CONTACTS];
  CatLaneScratch scratch;
};

// lanes_setup.c: groups and border, from the cells.
CatStatus cat_lanes_build(CatArena *a, CatLanes *s, double share);
// lanes_columns.c
CatStatus cat_lanes_reserve_columns(CatArena *a, CatLanes *s);
CatStatus cat_lanes_dropper_columns(CatArena *a, CatLanes *s);
CatLanePort cat_lanes_port(const CatLanes *s, const CatPort *b);
void cat_lanes_place(CatLanes *s, int port, const CatPort *b);
double cat_lanes_between(const CatLanes *s, int port, int other);
void cat_lanes_apply(CatLanes *s, int port, double force);

static inline double cat_lane_sign(const CatCell *c, int slot) {
  return slot % 3 == CAT_ACROSS ? c->sign : 1;
}

#endif
