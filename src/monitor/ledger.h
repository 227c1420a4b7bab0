// The energy ledger of a run. Each entry is computed by itself; what is left over is printed.
//
//   work (static and other forces, propulsion) = stored + dissipated + numerical + residual
//
// One step of ode/scheme.h, multiplied by du = u1 - u0 and written with means (_b) and differences
// (d) of both ends, gives for each linear part
//   du'f_b = d(v'Mv + u'Ku)/2 + du'C v_b + N,
// where N is what the integrator itself dissipates (cat_step_numerical; zero for the trapezoidal
// rule). The contact moves along: of the work p dw of the mechanism on the contact point the
// structure receives p dw - p v w_x dt, so that propulsion supplies -p v w_x (w_x: slope of the
// path there). A slack tie loses the energy (T + k e)^2 / 2k and the dissipation of its damper that
// the linear structure would have. A port with a compliance r that has no inertia holds r p^2 / 2;
// where r changes along the way, p0 p1 dr / 2 is lost.
#ifndef CAT_MONITOR_LEDGER_H
#define CAT_MONITOR_LEDGER_H

#include "couple/sim.h"
#include "structure/energy.h"

typedef struct CatAccount {
  double work;        // of forces on the mechanisms and of propulsion [J]
  double propulsion;  // of which propulsion [J]
  double control;     // of which actuators of controllers [J]
  double dissipated;  // by dampers [J]
  double numerical;   // by the integrator, by switching within a step, by explicit coupling [J]
  double stored;      // since the start [J]
  double residual;    // work - stored - dissipated - numerical [J]
  double throughput;  // sum of the sizes of the work of each step [J]
} CatAccount;

typedef struct CatLedgerPast CatLedgerPast;  // one contact

typedef struct CatLedger {
  CatSim *sim;
  CatEnergy **energy;   // of each structure (nstructure)
  CatLedgerPast *past;  // at the beginning of the step (ncontact)
  double *y, *e, *ev;   // of the ties at its beginning (ntie)
  double *f_du;         // du'df of each structure, summed over the steps (nstructure)
  CatEnergyNow begin;   // at the start
  CatAccount account;   // sums over the steps
  bool begun;           // the beginning of the next step is known from a snapshot
} CatLedger;

// energy: how it is found in each structure; NULL: as the structures themselves know it, and an
// error if one does not.
CatStatus cat_ledger_new(CatArena *a, CatSim *sim, CatEnergy *const *energy, CatLedger **out);
void cat_ledger_start(CatLedger *l);   // after that of the simulation
void cat_ledger_before(CatLedger *l);  // a step
void cat_ledger_after(CatLedger *l);
CatAccount cat_ledger_account(const CatLedger *l);  // up to now
// Between two steps, with the state of the simulation; every structure's account can be saved.
void cat_ledger_snapshot(CatLedger *l, CatSnapshot *to);

#endif
