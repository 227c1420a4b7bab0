// A chain of masses from the head down, springs and dampers between them, as the model of a
// pantograph. Beside the chain (spec/pantograph.h): the head may be divided into two contact
// strips, one port each; each strip may have a mass of its own on top (Jensen, figures 4.33 and
// 4.34); the head may roll about the track (section 4.5.1); its spring may depend on frequency; the
// ground may move.
//
// Coordinates, from the top: masses of strips if there are any, the head or its halves, the other
// bodies, the roll angle. A port's height is that of the coordinate at its top, and of the angle
// times the place across the track where the wire is.
#ifndef CAT_MECHANISM_CHAIN_H
#define CAT_MECHANISM_CHAIN_H

#include "control.h"
#include "joints.h"
#include "models.h"
#include "rational.h"

enum { CAT_CHAIN_MAX = 24, CAT_CHAIN_PORTS = 2 };

// Mass, damping and stiffness of a chain, row major (n x n): spring and damper j act between bodies
// j and j + 1, or the ground.
void cat_chain_assemble(const CatMassChainSpec *spec, double *M, double *C, double *K);

// What is where among the coordinates.
typedef struct CatChainLayout {
  int n;       // coordinates
  int nport;   // strips
  int top;     // of the first strip: the coordinate that the wire touches; then the others
  int head;    // of the first strip; then the others
  int body;    // the second body of the chain; n: there is none
  int last;    // the lowest body
  int roll;    // the angle, -1: the head does not roll
  bool plain;  // a chain and nothing else
} CatChainLayout;

// A spring and a damper between two coordinates.
typedef struct CatLink {
  int a, b;     // coordinates, from the top; b -1: the ground
  double k, c;  // [N/m] [N s/m]
  int extra;    // number of the suspension beside it, -1: none
} CatLink;

typedef struct CatChain {
  CatMechanism base;
  const CatMassChainSpec *spec;
  int number;  // of the pantograph
  CatPantographParts parts;
  CatStep step;
  CatChainLayout at;
  int n;
  int nlink;
  CatLink link[CAT_CHAIN_MAX];
  double M[CAT_CHAIN_MAX];                        // [kg]
  double C[CAT_CHAIN_MAX * CAT_CHAIN_MAX];        // [N s/m] row major, n x n
  double K[CAT_CHAIN_MAX * CAT_CHAIN_MAX];        // [N/m]
  double inverse[CAT_CHAIN_MAX * CAT_CHAIN_MAX];  // of the step's matrix
  double offset[CAT_CHAIN_PORTS];                 // of the ports, ahead of the reference [m]
  double ground;                                  // height of the ground spring's other end [m]
  double ground_k, ground_c;                      // of spring and damper to it [N/m] [N s/m]
  int force_on;                                   // body that bears the static force
  CatRaise raise;
  int njoint;
  CatJoint joint[CAT_JOINTS_MAX];
  double joint_x[CAT_JOINTS_MAX][CAT_CHAIN_MAX];    // A^-1 g: what a joint's force moves [m/N]
  double joint_W[CAT_JOINTS_MAX * CAT_JOINTS_MAX];  // g'A^-1 g
  double guess[CAT_CHAIN_PORTS];                    // forces at which joints are linearised [N]
  double linear_z[CAT_CHAIN_PORTS];                 // of ports, extended from there to no force [m]
  double linear_D[CAT_CHAIN_PORTS * CAT_CHAIN_PORTS];  // their compliance there [m/N]
  bool failed;                                         // joints were not found
  // set between steps
  double static_force;             // [N]
  double speed;                    // at which aero holds [m/s]
  double aero[CAT_CHAIN_MAX];      // forces other than the static one [N]
  double raised;                   // 0: not yet, 1: all the way, at the end of the step to come
  double floor;                    // height of the ground spring's other end, base and all [m]
  double across[CAT_CHAIN_PORTS];  // where the wire is on each strip [m]
  // state
  double f0[CAT_CHAIN_MAX], f[CAT_CHAIN_MAX];  // upward, at both ends of a step [N]
  double z[CAT_CHAIN_MAX], v[CAT_CHAIN_MAX], a[CAT_CHAIN_MAX];  // height [m] and its rates
  double load[CAT_CHAIN_MAX];                                   // of the contacts, upwards [N]
  double press[CAT_CHAIN_PORTS];                                // on each strip, upwards [N]
  double port_z[CAT_CHAIN_PORTS];                               // heights of the ports [m]
  double base_z0, base_z;           // of the base, over where it stands, at both ends [m]
  double base_v0, base_v;           // its rate [m/s]
  double base_held_v, base_held_a;  // of what sticks to it, at the end of a step [m/s] [m/s2]
  CatRational suspension[CAT_CHAIN_PORTS];  // of the head, if it depends on frequency
  CatControl control;                       // if it has one
  double rest[CAT_CHAIN_MAX];               // heights at rest, for the controller [m]
  double next[CAT_CHAIN_MAX];               // coordinates of a free step, or of a stage [m]
  bool staged;                              // the last step was one of explicit stages
  struct {
    double v[CAT_CHAIN_MAX], a[CAT_CHAIN_MAX], sum_v[CAT_CHAIN_MAX], sum_a[CAT_CHAIN_MAX];
  } stage;  // rates of one, and sums
  struct {
    double f[CAT_CHAIN_MAX], z[CAT_CHAIN_MAX], v[CAT_CHAIN_MAX], a[CAT_CHAIN_MAX];
    double load[CAT_CHAIN_MAX], press[CAT_CHAIN_PORTS], port_z[CAT_CHAIN_PORTS];
    double end_v[CAT_CHAIN_MAX], end_a[CAT_CHAIN_MAX];  // before what sticks was held
    double base_z, base_v;
    double absorbed;                 // by suspensions that depend on frequency, in the step [J]
    double floor, joint_floor;       // of the ground [m]; work of joints on it, in the step [J]
    double joint_taken, joint_lost;  // by joints in the step: all, by dampers and friction [J]
    double joint_stored;             // at its beginning [J]
  } before;                          // the last step, for the energy
} CatChain;

CatStatus cat_chain_new(CatContext *ctx, const CatMassChainSpec *spec, const CatStep *step,
                        CatChain *p);
CatStatus cat_chain_build(CatContext *ctx, const CatPantographInput *in, CatChain *p);
bool cat_chain_is_held(const CatChain *p);  // all of it hangs on springs

// chain_joints.c: joints, at rest and in a trial.
void cat_chain_joints_new(CatChain *p);  // after the step's matrix was inverted
// Heights of the ports under the forces f, joints and all, from coordinates without both (p->next).
void cat_chain_joints_trial(CatChain *p, const double *f, double *z);
void cat_chain_joints_linearise(CatChain *p, const double *f);  // linear_z, linear_D
void cat_chain_joints_commit(CatChain *p);                      // the last trial
// Joints that stick have no rate of their own: Newmark's rule, which knows their place only, would
// leave them one that changes sign from step to step.
void cat_chain_joints_hold(CatChain *p);
void cat_chain_joints_start(CatChain *p);  // at rest where the chain is
// At rest: K += S' g g', f -= g (S - S' d), and how far extensions change at most from z to next.
void cat_chain_joints_stiffen(const CatChain *p, const double *z, double *K);
void cat_chain_joints_bear(const CatChain *p, const double *z, double *f);
double cat_chain_joints_change(const CatChain *p, const double *z, const double *next,
                               double *change);
// Why it does not come to rest: the joint that changes most from z to next.
CatStatus cat_chain_joints_fall(CatContext *ctx, const CatChain *p, const double *z,
                                const double *next);
double cat_chain_extension(const CatChain *p, const CatJoint *j, const double *z);  // [m]
double cat_chain_port_height(const CatChain *p, int port, const double *z);         // [m]
double cat_chain_response(const CatChain *p, int i, int port);  // A^-1 b at a coordinate

// chain_stages.c: explicit stages, of chains without joints and without suspensions that depend on
// frequency.
extern const CatMechanismStages cat_chain_stages;
bool cat_chain_has_stages(const CatChain *p);
double cat_chain_stages_lost(const CatChain *p);  // by the integrator in the last step [J]
// Parts of a commit: what the energy compares with, forces on its ports, what the next step needs.
void cat_chain_keep_before(CatChain *p);
void cat_chain_bear(CatChain *p, const double *f);
void cat_chain_close_step(CatChain *p);

// chain_layout.c: coordinates and matrices of a chain and its parts.
CatStatus cat_chain_lay_out(CatContext *ctx, CatChain *p);
// A force on a body of the chain; halves of a head share it.
void cat_chain_push(const CatChain *p, int body, double force, double *f);
// Stiffness at rest, row major (n x n), with `weak` [N/m] in place of springs that bear nothing.
void cat_chain_statics(const CatChain *p, double weak, double *K);

#endif
