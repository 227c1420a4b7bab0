// A pantograph as a linkage: rigid bodies in the plane of the track, joints, springs, dampers and
// torques between them; the multibody system of Arnold and Simeon, (10).
//
// A body's place is that of its centre of mass: x along the track, z upwards, angle from x to z.
// Points of joints and springs are in the frame of their body, which begins at that centre and
// turns with it; those of the ground in the frame of the drawing.
#ifndef CAT_SPEC_LINKAGE_H
#define CAT_SPEC_LINKAGE_H

#include "schema.h"

typedef struct CatLinkageBody {
  const char *name;
  double mass, inertia;  // [kg] [kg m2]
  double x, z, angle;    // where it is drawn; joints are closed from there [m] [m] [rad]
  double force;          // upward, at the centre of mass [N]
} CatLinkageBody;

typedef enum CatJointKind {
  CAT_JOINT_REVOLUTE,   // two points stay together
  CAT_JOINT_PRISMATIC,  // a body slides along a line of the other and does not turn against it
  CAT_JOINT_SLOT,       // a point stays on a line of the other body
  CAT_JOINT_ANGLE       // two bodies turn alike
} CatJointKind;

// Two points of two bodies; an empty name is the ground.
typedef struct CatLinkageEnds {
  const char *body, *to;
  double x, z;        // of the point on `body` [m]
  double to_x, to_z;  // of the point on `to` [m]
} CatLinkageEnds;

typedef struct CatLinkageJoint {
  const char *name;
  int kind;  // CatJointKind
  CatLinkageEnds ends;
  double direction;  // of the line, in the frame of `to` [rad]
  double angle;      // of `body` over `to`, where it is held [rad]
} CatLinkageJoint;

typedef struct CatLinkageSpring {
  const char *name;
  CatLinkageEnds ends;
  double stiffness, damping;  // [N/m] [N s/m]
  double length;              // without force [m]
} CatLinkageSpring;

typedef struct CatLinkageTorque {
  const char *name;
  const char *body, *to;
  double torque;              // on `body`, against `to`, in the sense of its angle [N m]
  double stiffness, damping;  // [N m/rad] [N m s/rad]
  double angle;               // of `body` over `to` at which the spring bears nothing [rad]
} CatLinkageTorque;

typedef struct CatLinkageSpec {
  bool given;
  const char *name, *source;
  const char *head;    // body whose centre of mass touches the wire; empty: the first
  double base_height;  // of the drawing's zero over that of the contact wire [m]
  double gravity;      // [m/s2]
  int nbody, njoint, nspring, ntorque;
  const CatLinkageBody *bodies;
  const CatLinkageJoint *joints;
  const CatLinkageSpring *springs;
  const CatLinkageTorque *torques;
} CatLinkageSpec;

enum { CAT_LINKAGE_BODIES = 12, CAT_LINKAGE_JOINTS = 24, CAT_LINKAGE_LINKS = 24 };

extern const CatSection cat_linkage_section;

#endif
