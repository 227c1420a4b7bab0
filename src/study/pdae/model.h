// The problem of Arnold and Simeon, discretised in space: the matrices of (29)-(32).
//
// Unknowns: carrier (its deviation from l_c), contact wire, pantograph from the head down.
// Constraints: one per dropper (31), then the contact (32), then the joints of a linkage (10).
#ifndef CAT_STUDY_PDAE_MODEL_H
#define CAT_STUDY_PDAE_MODEL_H

#include "mechanism/linkage_part.h"
#include "ode/dae.h"
#include "spec/pdae.h"

enum { CAT_PDAE_BODIES = 16 };

typedef struct CatPdaeModel CatPdaeModel;

// Where one wire is assembled: mass of unit density, stiffness of the tension and bending stiffness
// given, weight of unit force per length.
typedef struct CatPdaeBlock {
  int at;        // first unknown of the wire
  double T, EI;  // [N] [N m2]
  CatBand *mass, *K;
  double *weight;  // (nq)
} CatPdaeBlock;

// One way to discretise the two wires.
typedef struct CatPdaeOps {
  const char *name;
  void (*sizes)(int intervals, int *ncarrier, int *nwire);
  int kd_mass, kd_stiffness;
  void (*carrier)(const CatPdaeModel *m, const CatPdaeBlock *b);  // a string: EI is not looked at
  void (*wire)(const CatPdaeModel *m, const CatPdaeBlock *b);
  // value at x (or its derivative of the given order) as a row: w(x) = row . q
  void (*carrier_row)(const CatPdaeModel *m, double x, double *row);
  void (*wire_row)(const CatPdaeModel *m, double x, int order, double *row);
  // (33): the load at xp that moves at speed v, and its derivatives in time
  void (*load_row)(const CatPdaeModel *m, double xp, double v, double *G, double *Gt, double *Gtt);
} CatPdaeOps;

extern const CatPdaeOps cat_pdae_fem, cat_pdae_fdm, cat_pdae_modes_ops;

struct CatPdaeModel {
  const CatPdaeSpec *spec;
  const CatPdaeOps *ops;
  CatArena *arena;
  double dx;                    // interval [m]
  int nc, nw, np;               // unknowns of carrier, wire, pantograph
  int wire, panto;              // where those of the wire and the pantograph begin
  int nbody;                    // of the pantograph
  int height[CAT_PDAE_BODIES];  // unknown that is the height of each, the head first
  CatLinkage *linkage;          // NULL: it is a chain of masses
  CatLinkagePart part;          // the linkage among the unknowns and constraints
  bool *bends, *holds;          // (ng)
  CatDae dae;
  CatBand mass;  // of unit density (wires), and masses of the pantograph
  double *f, *z;
  bool *moves;
  double *row;  // (nq) scratch
};

CatStatus cat_pdae_model_new(CatContext *ctx, const CatPdaeSpec *spec, CatPdaeModel **out);
void cat_pdae_model_free(CatPdaeModel *m);

// linkage.c: the pantograph as a linkage, into a model whose sizes are known.
CatStatus cat_pdae_linkage_new(CatContext *ctx, CatPdaeModel *m);
void cat_pdae_linkage_assemble(CatPdaeModel *m);

const CatPdaeOps *cat_pdae_ops(int space);  // by CatPdaeSpace

// Largest omega [rad/s] that power iteration finds: never above the true one, and close to it.
CatStatus cat_pdae_omega_max(CatContext *ctx, const CatPdaeModel *m, double *omega);

// Lowest and highest natural frequency [Hz] of one bare wire, undamped.
CatStatus cat_pdae_frequency_range(CatContext *ctx, const CatPdaeModel *m, bool carrier,
                                   double range[2]);

// Displacements of carrier and contact wire at x [m]; of the wire also a derivative.
double cat_pdae_carrier_at(const CatPdaeModel *m, const double *q, double x);
double cat_pdae_wire_at(const CatPdaeModel *m, const double *q, double x, int order);

#endif
