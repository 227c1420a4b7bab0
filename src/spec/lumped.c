#include "lumped.h"

static const CatKey mass_keys[] = {
    {"name", CAT_NAME, .preset = "", .offset = offsetof(CatLumpedMass, name),
     .doc = "What this body is called"},
    {"mass", CAT_NUMBER, "kg", .min = 0, .max = 1e4, .odd_min = 0.1, .odd_max = 500,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .offset = offsetof(CatLumpedMass, mass),
     .doc = "Mass of the body"},
    {"stiffness", CAT_NUMBER, "N/m", "0 N/m", .min = 0, .max = 1e9,
     .offset = offsetof(CatLumpedMass, stiffness),
     .doc = "Spring to the next body below; of the last body: to the ground"},
    {"damping", CAT_NUMBER, "N s/m", "0 N s/m", .min = 0, .max = 1e6,
     .offset = offsetof(CatLumpedMass, damping), .doc = "Damper beside that spring"},
    {"force", CAT_NUMBER, "N", "0 N", .min = -1e4, .max = 1e4,
     .offset = offsetof(CatLumpedMass, force),
     .doc = "Upward force on this body, besides the static force of the pantograph"},
    {"aero", CAT_NUMBER, "N s2/m2", "0 N s2/m2", .min = -1, .max = 1,
     .offset = offsetof(CatLumpedMass, aero),
     .doc = "Upward force of the wind on this body, times the square of the speed"},
    {0},
};

const CatSection cat_lumped_mass_section = {"mass", "One body of a lumped pantograph",
                                            sizeof(CatLumpedMass), .keys = mass_keys};

static const CatKey lumped_keys[] = {CAT_LUMPED_KEYS, {0}};

const CatSection cat_lumped_section = {"pantograph",
                                       "A pantograph as a chain of masses, springs and dampers",
                                       sizeof(CatLumpedSpec), .keys = lumped_keys};
