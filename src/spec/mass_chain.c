#include "mass_chain.h"

static const CatKey mass_keys[] = {
    {CAT_NAME_KEY(CatChainMass, name), .preset = "", .doc = "Name of the body"},
    {CAT_NUMBER_KEY(CatChainMass, mass), "kg", .min = 0, .max = 1e4, .odd_min = 0.1, .odd_max = 500,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass of the body"},
    {CAT_NUMBER_KEY(CatChainMass, stiffness), "N/m", "0 N/m", .min = 0, .max = 1e9, .odd_min = 0,
     .odd_max = 2e5, .doc = "Spring to the next body below; of the last body: to the ground"},
    {CAT_NUMBER_KEY(CatChainMass, damping), "N s/m", "0 N s/m", .min = 0, .max = 1e6,
     .doc = "Damper parallel to that spring"},
    {CAT_NUMBER_KEY(CatChainMass, force), "N", "0 N", .min = -1e4, .max = 1e4,
     .doc = "Upward force on this body, besides the static force of the pantograph"},
    {CAT_NUMBER_KEY(CatChainMass, aero), "N s2/m2", "0 N s2/m2", .min = -1, .max = 1,
     .doc = "Upward aerodynamic force on this body over the square of the speed"},
    {0},
};

const CatSection cat_chain_mass_section = {"mass", "One body of the pantograph's mass chain",
                                           sizeof(CatChainMass), .keys = mass_keys};

static const CatKey mass_chain_keys[] = {CAT_MASS_CHAIN_KEYS(CAT_REQUIRED), {0}};

const CatSection cat_mass_chain_section = {"pantograph",
                                           "A pantograph as a chain of masses, springs and dampers",
                                           sizeof(CatMassChainSpec), .keys = mass_chain_keys};
