// Mechanics of a linkage (spec/linkage.h) in the plane, after M. Arnold and B. Simeon, (10):
//
//   M q'' = f(q, q') + G(q)' lambda - B' lambda_p,   0 = g(q),   G = dg/dq
//
// with three unknowns of each body: x, z of its centre of mass and its angle. About that centre M
// is diagonal and constant, and there are no centrifugal forces: all that is not linear is in the
// joints g and in the springs. theory/linkage.md has the formulas.
#ifndef CAT_MECHANISM_LINKAGE_H
#define CAT_MECHANISM_LINKAGE_H

#include "base/context.h"
#include "spec/linkage.h"

enum {
  CAT_LINKAGE_UNKNOWNS = 3 * CAT_LINKAGE_BODIES,
  CAT_LINKAGE_ROWS = 2 * CAT_LINKAGE_JOINTS,
  CAT_LINKAGE_BORDERED = CAT_LINKAGE_ROWS + CAT_LINKAGE_UNKNOWNS
};

// A joint's equation: n . (P - P_to) = 0, n fixed or turning with `to`; or angle - angle_to = turn.
typedef struct CatLinkageRow {
  int joint;       // whose
  int body, to;    // -1: the ground
  bool turns;      // of the angles
  bool fixed;      // n does not turn
  double n[2];     // in its frame
  double s[2];     // the point on `body`
  double to_s[2];  // the point on `to`
  double turn;     // [rad]
} CatLinkageRow;

typedef struct CatLinkage {
  const CatLinkageSpec *spec;
  int nbody, nq, ng;
  int head;                             // body that touches the wire
  double lift;                          // factor of its constant forces and torques
  double base;                          // height of the drawing's zero [m]
  double M[CAT_LINKAGE_UNKNOWNS];       // [kg] [kg m2]
  CatLinkageRow row[CAT_LINKAGE_ROWS];  // (ng)
  int spring[CAT_LINKAGE_LINKS][2];     // bodies of each
  int torque[CAT_LINKAGE_LINKS][2];
} CatLinkage;

// A motion: (nq) each; v and a may be NULL: none.
typedef struct CatLinkageMotion {
  const double *q, *v, *a;
} CatLinkageMotion;

int cat_linkage_body(const CatLinkageSpec *spec, const char *name);  // -1: ground, -2: none
// A name that names nothing is an input error; the spec must outlive the linkage.
CatStatus cat_linkage_new(CatContext *ctx, const CatLinkageSpec *spec, CatLinkage *out);
void cat_linkage_set_base(CatLinkage *l, double height);  // in place of what the spec says
int cat_linkage_height(const CatLinkage *l);              // unknown that is the height of the head
void cat_linkage_drawn(const CatLinkage *l, double *q);   // as drawn, joints open or not

// Row i of G and its derivatives along the motion are added to what is there; g, g', g''.
void cat_linkage_row(const CatLinkage *l, int i, const CatLinkageMotion *x, double *const row[3]);
void cat_linkage_gap(const CatLinkage *l, int i, const CatLinkageMotion *x, double g[3]);
bool cat_linkage_bends(const CatLinkage *l, int i);  // or is it linear in q?

// Generalised forces (nq) of weight, forces, springs and torques; of dampers.
void cat_linkage_forces(const CatLinkage *l, const CatLinkageMotion *x, double *elastic,
                        double *damping);
double cat_linkage_potential(const CatLinkage *l, const double *q);  // V, elastic = -dV/dq [J]
double cat_linkage_lift(const CatLinkage *l, const double *q);  // work of forces and torques [J]

//------------------------------------------------------------------------ linkage_position.c

// Unknowns that are held at values while joints are closed.
typedef struct CatLinkageHold {
  int n;
  int unknown[CAT_LINKAGE_UNKNOWNS];
  double value[CAT_LINKAGE_UNKNOWNS];
} CatLinkageHold;

// From q on, the least way (by mass) to where all joints close. What remains open is left in *open
// [m or rad], of joint *joint (-1: of what is held).
CatStatus cat_linkage_close(CatContext *ctx, const CatLinkage *l, const CatLinkageHold *hold,
                            double *q, double *open, int *joint);
// Velocities that joints allow, with those of the held unknowns given: v nearest to what it was.
CatStatus cat_linkage_project(CatContext *ctx, const CatLinkage *l, const CatLinkageHold *hold,
                              const double *q, double *v);

// Condition of the joints' rows: largest over least singular value of G M^-1/2, rows of length one.
// Beyond CAT_LINKAGE_SINGULAR the position is singular: forces of joints are not determined.
#define CAT_LINKAGE_SINGULAR 1e6
CatStatus cat_linkage_condition(CatContext *ctx, const CatLinkage *l, const double *q, double *out);

// Unknowns that can serve as coordinates of its freedoms: heights first, the head's before all.
// Returns how many were found; (nq - ng) if the position is not singular.
int cat_linkage_coordinates(const CatLinkage *l, const double *q, int *unknown);

// A coordinate of small motion: an unknown, or the height of the point of a body.
typedef struct CatLinkageCoordinate {
  int unknown;  // that it is, or the body's height
  int spring;   // that acts at the point; -1: the centre of mass
  double s[2];  // the point, in the frame of its body [m]
} CatLinkageCoordinate;
// The head's height and those of the points on which its springs act, then unknowns as above: a
// head on a rigid frame is a chain of two masses in these, wherever its springs act.
int cat_linkage_attachments(const CatLinkage *l, const double *q, CatLinkageCoordinate *out);
// Its derivative by q (nq).
void cat_linkage_coordinate_row(const CatLinkage *l, const CatLinkageCoordinate *c, const double *q,
                                double *row);

//-------------------------------------------------------------------------- linkage_linear.c

// At rest, its head held at a height by a force.
typedef struct CatLinkageStand {
  double q[CAT_LINKAGE_UNKNOWNS];
  double lambda[CAT_LINKAGE_ROWS];
  double force;  // with which the head pushes upwards [N]
  double condition;
} CatLinkageStand;

// From out->q on, which is a first guess; `height` is that of the head in the frame of the wire.
// CAT_ERR_DIVERGED: there is no rest, or it is not found; the height may be out of reach.
CatStatus cat_linkage_stand(CatContext *ctx, const CatLinkage *l, double height,
                            CatLinkageStand *out);

//-------------------------------------------------------------------------- linkage_lift.c

// What it takes to close the joints of a drawing.
typedef struct CatLinkageClosing {
  double open;  // the largest opening as drawn [m], or [rad] if it turns
  int joint;    // where; -1: none is open
  bool turns;
  double moved, turned;         // of the bodies that give way most [m] [rad]
  int moved_body, turned_body;  // -1: none does
} CatLinkageClosing;
// The drawing with its joints closed (nq).
CatStatus cat_linkage_closed(CatContext *ctx, const CatLinkage *l, double *q,
                             CatLinkageClosing *out);
bool cat_linkage_sloppy(const CatLinkageClosing *c);  // open by more than 1 mm or 1 mrad

// How far a head came that was led to a height, the rest following its equilibrium.
typedef enum CatLinkageWayEnd {
  CAT_LINKAGE_THERE,
  CAT_LINKAGE_OUT_OF_REACH,    // joints open by `missing` there
  CAT_LINKAGE_NO_REST,         // at `height`
  CAT_LINKAGE_SINGULAR_ON_WAY  // at `height`, with the stand's condition
} CatLinkageWayEnd;
typedef struct CatLinkageWay {
  CatLinkageWayEnd end;
  double height, missing;  // in the frame of the wire [m]
} CatLinkageWay;
// From where it stands; fails for lack of memory only.
CatStatus cat_linkage_lead(CatContext *ctx, const CatLinkage *l, CatLinkageStand *stand,
                           double height, CatLinkageWay *way);
// From the drawing.
CatStatus cat_linkage_rest(CatContext *ctx, const CatLinkage *l, double height,
                           CatLinkageStand *out, CatLinkageWay *way);
// l->lift for which its head pushes with the force where it stands; *slope: dF/d(lift) [N].
CatStatus cat_linkage_set_lift(CatContext *ctx, CatLinkage *l, double force, CatLinkageStand *at,
                               double *slope);

//-------------------------------------------------------------------------- linkage_linear.c

// Small motion about a rest, in its coordinates y: M y'' + C y' + K y = forces; dq = T dy.
typedef struct CatLinkageLinear {
  int n;
  CatLinkageCoordinate y[CAT_LINKAGE_UNKNOWNS];
  double T[CAT_LINKAGE_UNKNOWNS * CAT_LINKAGE_UNKNOWNS];  // (nq x n), row major
  double M[CAT_LINKAGE_UNKNOWNS * CAT_LINKAGE_UNKNOWNS];  // (n x n) likewise
  double C[CAT_LINKAGE_UNKNOWNS * CAT_LINKAGE_UNKNOWNS];
  double K[CAT_LINKAGE_UNKNOWNS * CAT_LINKAGE_UNKNOWNS];
} CatLinkageLinear;
CatStatus cat_linkage_linearise(CatContext *ctx, const CatLinkage *l, const CatLinkageStand *at,
                                CatLinkageLinear *out);

// The chain of masses that has these matrices, as far as one can: springs and dampers between
// neighbours and from the last to the ground.
typedef struct CatLinkageChain {
  int n;
  double m[CAT_LINKAGE_UNKNOWNS], k[CAT_LINKAGE_UNKNOWNS], c[CAT_LINKAGE_UNKNOWNS];
  double remainder;  // largest entry of M, C, K that it lacks, over the largest of that matrix
} CatLinkageChain;
CatLinkageChain cat_linkage_chain(const CatLinkageLinear *x);

#endif
