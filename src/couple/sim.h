// A simulation: structures, mechanisms, and contacts between them, one step at a time. It knows
// neither input files nor what the parts are: a line under pantographs, a bridge under a train.
//
// Ties and contacts are ports with unilateral laws. Taut ties are part of their structure's matrix;
// a slack one is cancelled by a correction force y >= 0 at its ends such that its tension is never
// negative:
//   contact i:  0 <= p_i  _|_  s_i - (c/h) s0_i/kappa + p_i/kappa >= 0,   kappa = k + c/h
//   tie j:      0 <= y_j  _|_  T_j + y_j >= 0
// (s: gap, s0: the one before, k and c: spring and damper of the contact, T: tension of the linear
// law. The damper acts with the spring: closing fast enough, it presses shortly before the touch.)
// With responses A^-1 b of a unit force at a port, gaps and tensions are linear in p and y: a small
// problem with one solution (contact/unilateral.h).
//
// A contact with infinite stiffness is rigid: 1/kappa = 0.
//
// Explicit coupling (real-time modal paper, section 3; a rig): structures feel the contact force of
// the step before, and only the mechanism is solved together with the contact. A mechanism whose
// contact forces come from elsewhere (mechanism/outside.h) has no part in the small problem.
//
// Co-simulation (cosim.c) is explicit coupling whose two sides exchange forces and heights at macro
// steps only, and extrapolate what they do not know in between.
//
// Nonlinear parts are linearised, and the small problem is solved again with every trial until no
// part misses equilibrium by more than a tolerance (iterate.c). If all parts are linear, the first
// trial is exact and nothing is asked.
#ifndef CAT_COUPLE_SIM_H
#define CAT_COUPLE_SIM_H

#include "contact/unilateral.h"
#include "linalg/lcp.h"
#include "mechanism/mechanism.h"
#include "structure/beyond.h"
#include "structure/guide.h"

// Where the mechanisms are in time: the distance travelled since t = 0, and the speed.
typedef struct CatTravel {
  double (*distance)(const void *self, double t);  // [m]
  double (*speed)(const void *self, double t);     // [m/s]
  const void *self;
} CatTravel;

// One contact: a port of a mechanism that moves along a structure. A port may have several, such as
// a strip between two wires.
typedef struct CatContactSetup {
  const char *name;           // for messages
  int structure;              // index
  const CatGuide *guide;      // along which it moves
  int mechanism, port;        // indices
  double side;                // 1: the mechanism is below and presses upwards; -1: it is above
  double stiffness, damping;  // of the penalty law [N/m] [N s/m]
} CatContactSetup;

// Who goes first in a macro step: structures, under forces extrapolated from its beginning; or
// mechanisms, on heights extrapolated likewise; or both at once, neither knowing the other.
typedef enum CatCosimOrder {
  CAT_COSIM_STRUCTURE_FIRST,
  CAT_COSIM_MECHANISM_FIRST,
  CAT_COSIM_JACOBI
} CatCosimOrder;

typedef struct CatCosimSetup {
  int every;       // steps in a macro step; 0: no co-simulation
  int order;       // CatCosimOrder
  bool constant;   // extrapolate values alone, not their rates
  bool corrector;  // each macro step twice, the second time between values that the first one found
} CatCosimSetup;

// What a simulation is made of. Objects that it points at must outlive it; the arrays are copied.
typedef struct CatSimSetup {
  int nstructure;
  CatStructure *const *structure;
  const CatBeyond *const *beyond;  // of each (nstructure), NULL of linear ones; NULL: all are
  CatTies *ties;                   // of all structures, in their order; NULL: none has any
  int nmechanism;
  CatMechanism *const *mechanism;
  const double *start;    // place of the reference of each at t = 0 (nmechanism) [m]
  const double *heading;  // 1: along the track, -1: against it (nmechanism); NULL: all along it
  int ncontact;
  const CatContactSetup *contact;
  CatTravel travel;
  bool explicit_coupling;
  CatCosimSetup cosim;
  double tolerance;  // by which nonlinear parts may miss equilibrium [N]; 0: 1e-3
  int max_trials;    // in a step; 0: 25
} CatSimSetup;

// A quantity that one side of a co-simulation knows of the other: linear since the last exchange.
typedef struct CatForecast {
  double value, rate;  // at the beginning of the macro step
  double past[3];      // now, and at the ends of the last two steps
} CatForecast;

typedef struct CatContact {
  CatContactSetup is;
  int moving;          // its number among the moving ports of its structure
  CatSeat *seat;       // where it is, and the structure there
  double x;            // place along the track [m]
  bool on;             // the structure reaches there
  double force;        // [N], pressing
  double applied;      // what the structure feels of it [N]
  double height;       // of the structure there [m]
  double rate;         // at which it changes, the contact on its way [m/s]
  double rest_height;  // of the structure at rest [m]
  double met;          // height of the structure as the mechanism knows it [m]
  double gap;          // to it, negative in contact [m]
  // co-simulation: the force that structures expect, the displacement that mechanisms expect
  CatForecast press, lift;
} CatContact;

typedef struct CatSimCounts {
  long steps, pivots;        // steps, small systems solved
  long trials, most_trials;  // of nonlinear parts: altogether, in one step
} CatSimCounts;

// The iteration around the small problem.
typedef struct CatIteration {
  bool needed;       // a part is nonlinear
  double tolerance;  // [N]
  int most;          // trials in a step
} CatIteration;

typedef struct CatSim {
  CatContext *ctx;
  CatArena *arena;
  CatStep step;  // of all parts
  int nstructure;
  CatStructure **structure;
  const CatBeyond **beyond;  // (nstructure)
  int nmechanism;
  CatMechanism **mechanism;
  double *start;        // place of the reference of each at t = 0 (nmechanism) [m]
  double *first_start;  // the same as set up: shifts move the others
  double *heading;      // of each: 1 along the track, -1 against it (nmechanism)
  int ncontact;
  CatContact *contact;
  int **list;  // contacts of each mechanism
  int *nlist;  // how many (nmechanism)
  CatTies *ties;
  CatUnilateral ports;
  int nunknown, *unknown;  // contacts whose forces the small problem finds (ncontact)
  bool *apart;             // mechanisms on rigid ground, each with one of its own (nmechanism)
  bool outside;            // some forces come from elsewhere
  CatTravel travel;
  bool explicit_coupling;
  bool staged;  // all parts take explicit stages (stages.c)
  CatCosimSetup cosim;
  void *macro_state;  // at the beginning of a macro step
  double *macro_end;  // forces and displacements that the first pass found (2 ncontact)
  double t;           // [s]
  double speed;       // [m/s]
  CatSimCounts counts;
  CatIteration iteration;
  // scratch
  double *f;        // of the ports of one mechanism
  double **free_z;  // of the ports of each mechanism [m]
  int *first_tie;   // of each structure (nstructure + 1)
  CatLcp small;     // of one mechanism, explicit coupling
  double *answer_W, *answer_q;
  CatTies no_ties;
} CatSim;

CatStatus cat_sim_new(CatContext *ctx, const CatSimSetup *setup, CatSim **out);
void cat_sim_free(CatSim *s);  // the parts are the caller's
// At rest at t = 0, mechanisms and structures in equilibrium.
CatStatus cat_sim_start(CatSim *s);
CatStatus cat_sim_step(CatSim *s);
// Another mechanism in the place of one, with as many ports: after the start a machine on a rig
// takes over from the model that found the equilibrium.
CatStatus cat_sim_exchange(CatSim *s, int i, CatMechanism *m);

double cat_sim_x(const CatSim *s, int mechanism);      // place of its reference now [m]
double cat_sim_force(const CatSim *s, int mechanism);  // of all its contacts, pressing [N]
double cat_sim_force_on(const CatSim *s, int mechanism, const CatGuide *path);  // along one path
// Of the contacts of its first port, that with what is nearest now: where both of two wires touch a
// strip, they are equally near but for what their contacts give way.
const CatContact *cat_sim_nearest(const CatSim *s, int mechanism);

// The state between two steps, as bytes: of use for this simulation and others of the same setup.
size_t cat_sim_state_size(CatSim *s);
void cat_sim_save(CatSim *s, void *state);
void cat_sim_restore(CatSim *s, const void *state);

// The whole state of a structure moved along itself, and the contacts with it: coordinates as the
// shift says, ties from others (-1: from rest) with a factor, contacts by a distance forwards.
typedef struct CatSimShift {
  int structure;
  CatShift map;
  const int *tie;      // (ntie)
  const double *fade;  // (ntie)
  double *room;        // (ntie)
  double length;       // [m]
} CatSimShift;
void cat_sim_shift(CatSim *s, const CatSimShift *shift);  // between two steps; allocates nothing

// A mechanism with one port alone, under a structure of known height at the end of the step: finds
// the contact force, and moves on. What the partner of a rig does with the line's answer.
double cat_contact_answer(CatMechanism *m, const CatContactSetup *law, double h, double height,
                          double *gap);

// Inside: of sim.c, for start.c and state.c.
CatJourney cat_sim_journey(const CatSim *s, int mechanism);  // at the time of s
void cat_sim_place(CatSim *s, CatContact *k);                // at the time of s
void cat_sim_place_at(CatSim *s, CatContact *k, double x);   // wherever it is [m]
void cat_sim_drive(CatSim *s);                               // mechanisms to the time of s
// Whether this contact is the first that its port meets, of those whose structure reaches there.
bool cat_sim_meets_first(const CatSim *s, const CatContact *k);
CatStatus cat_sim_equilibrium(CatSim *s);  // start.c
CatStatus cat_sim_advance(CatSim *s);  // one step; cat_sim_step: with exchanges between macro steps
CatStatus cat_sim_check_stages(CatSim *s);  // stages.c: whether there are any, and for all parts
void cat_sim_stages(CatSim *s);             // one step
// Co-simulation (cosim.c). What structures and mechanisms expect of one another at the time of s.
CatStatus cat_cosim_new(CatSim *s);
void cat_cosim_start(CatSim *s);
CatStatus cat_cosim_exchange(CatSim *s);  // before a step, at the beginning of a macro step
void cat_cosim_note(CatSim *s);           // after a step
double cat_cosim_expect(const CatSim *s, const CatForecast *of);
void cat_cosim_snapshot(CatSim *s, CatSnapshot *to);
// Upward forces on the ports of a mechanism, by those of its contacts, in s->f.
const double *cat_sim_port_forces(CatSim *s, int mechanism);

// One trial of a step (iterate.c). solve: the small problem, from where structures and mechanisms
// are without forces at the end of the step. load: these forces on all structures that are
// nonlinear, or on all that are not; those wait for the last trial.
typedef struct CatTrial {
  CatStatus (*solve)(CatSim *s);
  void (*load)(CatSim *s, bool nonlinear);
} CatTrial;

bool cat_sim_find_nonlinear(const CatSim *s);  // whether a part is
static inline bool cat_structure_is_nonlinear(const CatStructure *s) {
  return s->ops->imbalance;
}
// Trials until no part misses equilibrium by more than the tolerance.
CatStatus cat_sim_iterate(CatSim *s, const CatTrial *of);
// The same for one mechanism under structures that are known.
CatStatus cat_sim_iterate_mechanism(CatSim *s, int i, CatStatus (*solve)(CatSim *s, int i));

#endif
