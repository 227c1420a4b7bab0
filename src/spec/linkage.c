#include "linkage.h"

static const CatKey body_keys[] = {
    {CAT_NAME_KEY(CatLinkageBody, name), .flags = CAT_REQUIRED,
     .doc = "Name of the body, by which joints, springs and torques call it"},
    {CAT_NUMBER_KEY(CatLinkageBody, mass), "kg", .min = 0, .max = 1e4, .odd_min = 0.1,
     .odd_max = 500, .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass"},
    {CAT_NUMBER_KEY(CatLinkageBody, inertia), "kg m2", .min = 0, .max = 1e4,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Moment of inertia about the centre of mass"},
    {CAT_NUMBER_KEY(CatLinkageBody, x), "m", "0 m", .min = -100, .max = 100,
     .doc = "Where its centre of mass is drawn, along the track; joints are closed from there"},
    {CAT_NUMBER_KEY(CatLinkageBody, z), "m", "0 m", .min = -100, .max = 100,
     .doc = "Likewise, upwards"},
    {CAT_NUMBER_KEY(CatLinkageBody, angle), "deg", "0 deg", .min = -10, .max = 10,
     .doc = "Angle at which it is drawn, from the x of the drawing to its own, x turning to z"},
    {CAT_NUMBER_KEY(CatLinkageBody, force), "N", "0 N", .min = -1e5, .max = 1e5,
     .doc = "Upward force at its centre of mass, besides its weight"},
    {0},
};
static const CatSection body_section = {"body", "A rigid body in the plane of the track",
                                        sizeof(CatLinkageBody), .keys = body_keys};

// clang-format off
#define ENDS(s_)                                                                                   \
    {CAT_NAME_AS("body", s_, ends.body), .flags = CAT_REQUIRED, .doc = "Name of a body"},          \
    {CAT_NAME_AS("to", s_, ends.to), .preset = "",                                                 \
     .doc = "Name of the other body; without it: the ground"},                                     \
    {CAT_NUMBER_AS("x", s_, ends.x), "m", "0 m", .min = -100, .max = 100,                          \
     .doc = "Its point on the body, from the centre of mass, in a frame that turns with it"},      \
    {CAT_NUMBER_AS("z", s_, ends.z), "m", "0 m", .min = -100, .max = 100, .doc = "Likewise"},      \
    {CAT_NUMBER_AS("to_x", s_, ends.to_x), "m", "0 m", .min = -100, .max = 100,                    \
     .doc = "Its point on the other body, in the same way; on the ground: in the drawing"},        \
    {CAT_NUMBER_AS("to_z", s_, ends.to_z), "m", "0 m", .min = -100, .max = 100, .doc = "Likewise"}
// clang-format on

static const char *const joint_kinds[] = {"revolute", "prismatic", "slot", "angle", NULL};
static const CatKey joint_keys[] = {
    {CAT_NAME_KEY(CatLinkageJoint, name), .preset = "", .doc = "Name of the joint"},
    {CAT_CHOICE_KEY(CatLinkageJoint, kind), .preset = "revolute", .choices = joint_kinds,
     .doc = "revolute: both points stay together; prismatic: the body slides along a line of the "
            "other and keeps its angle to it; slot: its point stays on that line; angle: it keeps "
            "its angle alone"},
    ENDS(CatLinkageJoint),
    {CAT_NUMBER_KEY(CatLinkageJoint, direction), "deg", "90 deg", .min = -10, .max = 10,
     .doc = "Direction of the line, in the frame of the other body; 90 deg: upwards"},
    {CAT_NUMBER_KEY(CatLinkageJoint, angle), "deg", "0 deg", .min = -10, .max = 10,
     .doc = "Angle of the body over the other one, where the joint keeps it"},
    {0},
};
static const CatSection joint_section = {"joint", "A joint between two bodies, or to the ground",
                                         sizeof(CatLinkageJoint), .keys = joint_keys};

static const CatKey spring_keys[] = {
    {CAT_NAME_KEY(CatLinkageSpring, name), .preset = "", .doc = "Name of the spring"},
    ENDS(CatLinkageSpring),
    {CAT_NUMBER_KEY(CatLinkageSpring, stiffness), "N/m", "0 N/m", .min = 0, .max = 1e9,
     .doc = "Stiffness along the line between its points"},
    {CAT_NUMBER_KEY(CatLinkageSpring, damping), "N s/m", "0 N s/m", .min = 0, .max = 1e6,
     .doc = "Damper beside it"},
    {CAT_NUMBER_KEY(CatLinkageSpring, length), "m", "0 m", .min = 0, .max = 100,
     .doc = "Length at which it bears nothing"},
    {0},
};
static const CatSection spring_section = {"spring", "A spring and a damper between two points",
                                          sizeof(CatLinkageSpring), .keys = spring_keys};

static const CatKey torque_keys[] = {
    {CAT_NAME_KEY(CatLinkageTorque, name), .preset = "", .doc = "Name of the drive"},
    {CAT_NAME_KEY(CatLinkageTorque, body), .flags = CAT_REQUIRED, .doc = "Name of a body"},
    {CAT_NAME_KEY(CatLinkageTorque, to), .preset = "",
     .doc = "Name of the body that bears the reaction; without it: the ground"},
    {CAT_NUMBER_KEY(CatLinkageTorque, torque), "N m", "0 N m", .min = -1e6, .max = 1e6,
     .doc = "Constant torque, such as that of the lift, in the sense of the angle"},
    {CAT_NUMBER_KEY(CatLinkageTorque, stiffness), "N m/rad", "0 N m/rad", .min = 0, .max = 1e9,
     .doc = "Torsion spring beside it"},
    {CAT_NUMBER_KEY(CatLinkageTorque, damping), "N m s/rad", "0 N m s/rad", .min = 0, .max = 1e6,
     .doc = "Torsion damper beside it"},
    {CAT_NUMBER_KEY(CatLinkageTorque, angle), "deg", "0 deg", .min = -10, .max = 10,
     .doc = "Angle of the body over the other one at which that spring bears nothing"},
    {0},
};
static const CatSection torque_section = {"torque", "A torque between two bodies",
                                          sizeof(CatLinkageTorque), .keys = torque_keys};

static const CatKey linkage_keys[] = {
    {CAT_NAME_KEY(CatLinkageSpec, name), .preset = "", .doc = "What the pantograph is called"},
    {CAT_STRING_KEY(CatLinkageSpec, source), .preset = "", .doc = "Where its data come from"},
    {CAT_NAME_KEY(CatLinkageSpec, head), .preset = "",
     .doc = "Body whose centre of mass touches the wire; without it: the first one"},
    {CAT_NUMBER_KEY(CatLinkageSpec, base_height), "m", "0 m", .min = -100, .max = 100,
     .doc = "Height of the drawing's zero over the zero of the contact wire"},
    {CAT_NUMBER_KEY(CatLinkageSpec, gravity), "m/s2", "9.81 m/s2", .min = 0, .max = 100,
     .odd_min = 9.7, .odd_max = 9.9, .flags = CAT_ZERO_IS_NONE,
     .doc = "Acceleration of gravity of its bodies; 0 if forces have the weight in them"},
    {CAT_LIST_KEY(CatLinkageSpec, bodies, nbody), .min = 1, .max = CAT_LINKAGE_BODIES,
     .flags = CAT_REQUIRED, .section = &body_section, .doc = "The bodies"},
    {CAT_LIST_KEY(CatLinkageSpec, joints, njoint), .min = 0, .max = CAT_LINKAGE_JOINTS,
     .section = &joint_section, .doc = "The joints"},
    {CAT_LIST_KEY(CatLinkageSpec, springs, nspring), .min = 0, .max = CAT_LINKAGE_LINKS,
     .section = &spring_section, .doc = "Springs and dampers"},
    {CAT_LIST_KEY(CatLinkageSpec, torques, ntorque), .min = 0, .max = CAT_LINKAGE_LINKS,
     .section = &torque_section, .doc = "Torques: the lift, torsion springs and dampers"},
    {0},
};

const CatSection cat_linkage_section = {
    "linkage", "A pantograph as a linkage of rigid bodies, joints, springs and torques",
    sizeof(CatLinkageSpec), .keys = linkage_keys};
