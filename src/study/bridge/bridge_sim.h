// From a case to a simulation: the bridge in its modes, trains as mechanisms on it.
#ifndef CAT_STUDY_BRIDGE_BRIDGE_SIM_H
#define CAT_STUDY_BRIDGE_BRIDGE_SIM_H

#include "couple/sim.h"
#include "mechanism/car.h"
#include "mechanism/outside.h"
#include "structure/banded.h"
#include "structure/deck_guide.h"
#include "structure/oscillators.h"
#include "structure/rail_guide.h"

// Who runs, how fast, and how often bridge and trains meet.
typedef struct CatBridgeTraffic {
  const CatLoadSpec *trains;
  int n;
  double speed;  // [m/s]
  int every;     // steps in a macro step of a co-simulation; 0: none
} CatBridgeTraffic;

// A car of a train.
typedef struct CatBridgeCar {
  int train, number;  // from 0
  const CatCar *car;
} CatBridgeCar;

// With a track: rail, sleepers and deck in one band, in place of the modes.
typedef struct CatBridgeLayer {
  CatTrackDeck track;
  CatRailGuide guide;  // of all trains
  CatLinearSystem system;
  CatDamping damping;
  CatBanded *band;
} CatBridgeLayer;

typedef struct CatBridgeSim {
  CatContext *ctx;
  CatArena *arena;
  const CatBridgeSpec *spec;
  const CatBridge *bridge;
  CatBridgeTraffic traffic;
  CatOscillators modes;
  CatBridgeLayer layer;
  CatStructure *structure;  // one of them
  const double *u, *a;      // its displacements and accelerations (structure->n)
  CatDeckGuide *guide;      // of each train
  CatShapes *track;         // the deck under each
  CatShapes profile;        // of the rail, if it has one
  int nmechanism, ncontact;
  CatMechanism **mechanism;
  double *start, *heading;  // (nmechanism) [m]
  int *train;               // likewise: whose it is
  CatContactSetup *contact;
  int ncar;
  CatBridgeCar *car;
  double *weight;   // static force at each contact (ncontact) [N]
  double duration;  // until the last axle has left the bridge, and what follows [s]
  CatSim *sim;
} CatBridgeSim;

// In memory of its own; spec, bridge and trains must outlive it.
CatStatus cat_bridge_sim_new(CatContext *ctx, const CatBridgeSpec *spec, const CatBridge *bridge,
                             const CatBridgeTraffic *traffic, CatBridgeSim **out);
void cat_bridge_sim_free(CatBridgeSim *c);
CatStatus cat_bridge_sim_start(CatBridgeSim *c);  // at rest; finds the weights

CatBridgeTraffic cat_bridge_traffic(const CatBridgeSpec *spec);  // of a run at one speed
double cat_bridge_duration(const CatBridgeSpec *spec, const CatBridgeTraffic *traffic);  // [s]
bool cat_load_is_forces(const CatLoadSpec *train);
double cat_load_force(const CatLoadSpec *train, int axle);

#endif
