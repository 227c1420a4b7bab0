#include "lumped.h"

static const CatKey mass_keys[] = {
    {CAT_NAME_KEY(CatLumpedMass, name), .preset = "", .doc = "Name of the body"},
    {CAT_NUMBER_KEY(CatLumpedMass, mass), "kg", .min = 0, .max = 1e4, .odd_min = 0.1,
     .odd_max = 500, .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass of the body"},
    {CAT_NUMBER_KEY(CatLumpedMass, stiffness), "N/m", "0 N/m", .min = 0, .max = 1e9,
     .doc = "Spring to the next body below; of the last body: to the ground"},
    {CAT_NUMBER_KEY(CatLumpedMass, damping), "N s/m", "0 N s/m", .min = 0, .max = 1e6,
     .doc = "Damper parallel to that spring"},
    {CAT_NUMBER_KEY(CatLumpedMass, force), "N", "0 N", .min = -1e4, .max = 1e4,
     .doc = "Upward force on this body, besides the static force of the pantograph"},
    {CAT_NUMBER_KEY(CatLumpedMass, aero), "N s2/m2", "0 N s2/m2", .min = -1, .max = 1,
     .doc = "Upward aerodynamic force on this body over the square of the speed"},
    {0},
};

const CatSection cat_lumped_mass_section = {"mass", "One body of a lumped pantograph",
                                            sizeof(CatLumpedMass), .keys = mass_keys};

static const CatKey lumped_keys[] = {CAT_LUMPED_KEYS, {0}};

const CatSection cat_lumped_section = {"pantograph",
                                       "A pantograph as a chain of masses, springs and dampers",
                                       sizeof(CatLumpedSpec), .keys = lumped_keys};
