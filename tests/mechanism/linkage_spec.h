// A single-arm pantograph, as in cases/pantographs/single-arm.yaml but without dampers: lower arm,
// coupling rod, upper arm, a carriage that stays level on its tip, a sprung head.
#ifndef CAT_TESTS_LINKAGE_SPEC_H
#define CAT_TESTS_LINKAGE_SPEC_H

#include "mechanism/linkage_part.h"

#define DEG (3.14159265358979323846 / 180)

static const CatLinkageBody single_arm_bodies[] = {
    {"head", 8, 0.5, 0.282, 1.62, 0, 0},
    {"carriage", 3, 0.1, 0.282, 1.5, 0, 0},
    {"upper-arm", 14, 4.7, -0.6215, 1.0717, 25.4 * DEG, 0},
    {"lower-arm", 25, 4.7, -0.6495, 0.375, 150 * DEG, 0},
    {"rod", 3, 0.54, -0.9624, 0.1714, 140 * DEG, 0},
};
static const CatLinkageJoint single_arm_joints[] = {
    {"foot", CAT_JOINT_REVOLUTE, {"lower-arm", "", -0.75, 0, 0, 0}, 0, 0},
    {"knee", CAT_JOINT_REVOLUTE, {"upper-arm", "lower-arm", -0.75, 0, 0.75, 0}, 0, 0},
    {"rod-foot", CAT_JOINT_REVOLUTE, {"rod", "", -0.73385, 0, -0.4, -0.3}, 0, 0},
    {"heel", CAT_JOINT_REVOLUTE, {"rod", "upper-arm", 0.73385, 0, -1, 0}, 0, 0},
    {"tip", CAT_JOINT_REVOLUTE, {"carriage", "upper-arm", 0, 0, 1, 0}, 0, 0},
    {"level", CAT_JOINT_ANGLE, {"carriage", "", 0, 0, 0, 0}, 0, 0},
    {"guide", CAT_JOINT_PRISMATIC, {"head", "carriage", 0, 0, 0, 0}, 90 * DEG, 0},
};
static const CatLinkageSpring single_arm_springs[] = {
    {"suspension", {"head", "carriage", 0, 0, 0, -0.2}, 7000, 0, 0.341},
};
static const CatLinkageTorque single_arm_torques[] = {
    {"lift", "lower-arm", "", -1012, 1065, 0, 150 * DEG},
};

static inline CatLinkageSpec single_arm(void) {
  return (CatLinkageSpec){.given = true,
                          .name = "single-arm",
                          .source = "",
                          .head = "head",
                          .gravity = 9.81,
                          .nbody = 5,
                          .njoint = 7,
                          .nspring = 1,
                          .ntorque = 1,
                          .bodies = single_arm_bodies,
                          .joints = single_arm_joints,
                          .springs = single_arm_springs,
                          .torques = single_arm_torques};
}

#endif
