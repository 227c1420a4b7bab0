#include "bridge.h"

#include <math.h>

// clang-format off

static const CatKey deck_section_keys[] = {
    {CAT_NUMBER_KEY(CatDeckSectionSpec, from), "m", .min = 0, .max = 1e5, .flags = CAT_REQUIRED,
     .doc = "Where it begins; it reaches to the next one, or to the end of the deck"},
    {CAT_NUMBER_KEY(CatDeckSectionSpec, mass_per_length), "kg/m", .min = 0, .max = 1e7,
     .odd_min = 100, .odd_max = 2e5, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Mass per length there"},
    {CAT_NUMBER_KEY(CatDeckSectionSpec, bending_stiffness), "N m2", .min = 0, .max = 1e16,
     .odd_min = 1e6, .odd_max = 1e14, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Bending stiffness there"},
    {0},
};
static const CatSection deck_section_section = {
    "sections", "A part of the deck with another section", sizeof(CatDeckSectionSpec),
    .keys = deck_section_keys};

static const CatKey torsion_keys[] = {
    {CAT_NUMBER_KEY(CatTorsionSpec, stiffness), "N m2", .min = 0, .max = 1e16,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Torsional stiffness GJ"},
    {CAT_NUMBER_KEY(CatTorsionSpec, inertia_per_length), "kg m", .min = 0, .max = 1e9,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Moment of inertia about the axis of the deck, per length"},
    {0},
};
static const CatSection torsion_section = {
    "torsion", "Torsion of the deck, whose ends cannot twist", sizeof(CatTorsionSpec),
    .keys = torsion_keys};

static const CatKey imported_keys[] = {
    {CAT_STRING_KEY(CatImportedSpec, modes), .preset = "",
     .doc = "CSV file with a row for each mode: f [Hz], mass [kg] (modal mass) and, if it likes, "
            "damping (ratio, in place of bridge.damping); or an HDF5 file with datasets of these "
            "names"},
    {CAT_STRING_KEY(CatImportedSpec, shapes), .preset = "",
     .doc = "CSV file with a row for each point of the deck: x [m], y [m] (to the left of the "
            "middle; none: the deck does not twist) and the displacement upwards of each "
            "mode, in the order of modes; all combinations of some x from 0 to length and some y; "
            "or an HDF5 file, also that of modes, with datasets x, y and shapes (points x modes)"},
    {CAT_STRING_KEY(CatImportedSpec, stiffness), .preset = "",
     .doc = "Stiffness matrix K of a finite element model (Matrix Market, coordinate real "
            "symmetric, SI), in place of modes and shapes"},
    {CAT_STRING_KEY(CatImportedSpec, mass), .preset = "",
     .doc = "Its mass matrix M, likewise"},
    {CAT_STRING_KEY(CatImportedSpec, points), .preset = "",
     .doc = "CSV or HDF5 file that says which unknown (number, from 1; 0: held) is the "
            "displacement upwards of each point of the deck: x [m], y [m], unknown; points "
            "as in shapes"},
    {CAT_STRING_KEY(CatImportedSpec, content), .preset = "",
     .doc = "SHA-256 of the files, by the program: results name what they are of"},
    {0},
};
static const CatSection imported_section = {
    "imported",
    "A bridge from files, beside the one that names them: modes and shapes, or K, M and points",
    sizeof(CatImportedSpec), .keys = imported_keys};

static const char *const deck_methods[] = {"ritz", "hermite", NULL};
static const char *const deck_types[] = {"none", "steel", "prestressed", "reinforced", NULL};
static const CatKey deck_keys[] = {
    {CAT_NAME_KEY(CatDeckSpec, name), .preset = "", .doc = "Name of the bridge"},
    {CAT_STRING_KEY(CatDeckSpec, source), .preset = "", .doc = "Where the numbers come from"},
    {CAT_NUMBER_KEY(CatDeckSpec, length), "m", .min = 0, .max = 1e5, .odd_min = 3, .odd_max = 5e3,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Length of the deck, L; it is simply supported at both ends"},
    {CAT_NUMBER_KEY(CatDeckSpec, mass_per_length), "kg/m", "0 kg/m", .min = 0, .max = 1e7,
     .odd_min = 100, .odd_max = 2e5, .doc = "Mass per length, mu; required but for imported"},
    {CAT_NUMBER_KEY(CatDeckSpec, bending_stiffness), "N m2", "0 N m2", .min = 0, .max = 1e16,
     .odd_min = 1e6, .odd_max = 1e14, .doc = "Bending stiffness EI; required but for imported"},
    {CAT_LIST_KEY(CatDeckSpec, sections, nsection), .min = 0, .max = 200,
     .section = &deck_section_section,
     .doc = "Parts with another section, in ascending order; before the first one the values above "
            "hold"},
    {CAT_NUMBERS_KEY(CatDeckSpec, piers, npier), "m", "[]", .min = 0, .max = 1e5,
     .max_count = 100, .doc = "Positions of the piers between the ends, in ascending order"},
    {CAT_NUMBER_KEY(CatDeckSpec, pier_stiffness), "N/m", "0 N/m", .min = 0, .max = 1e15,
     .doc = "Stiffness of each pier, k; 0: rigid"},
    {CAT_OPTIONAL_KEY(CatDeckSpec, torsion, torsion.given), .section = &torsion_section,
     .doc = "The deck twists under trains beside its middle; piers leave that free"},
    {CAT_OPTIONAL_KEY(CatDeckSpec, imported, imported.given), .section = &imported_section,
     .doc = "The bridge from files, in place of a beam"},
    {CAT_CHOICE_KEY(CatDeckSpec, method), .preset = "ritz", .choices = deck_methods,
     .doc = "How the modes are found: ritz (Rayleigh-Ritz with sine functions, eq. (3.2) of the "
            "thesis) or hermite (cubic finite elements)"},
    {CAT_INTEGER_KEY(CatDeckSpec, functions), .preset = "auto", .min = 1, .max = 2000,
     .flags = CAT_AUTO,
     .doc = "Number of sine functions of ritz, N; auto: 4 per mode and 40 per pier, at least 30; "
            "without piers and sections as many as modes, which is exact"},
    {CAT_INTEGER_KEY(CatDeckSpec, elements), .preset = "auto", .min = 2, .max = 20000,
     .flags = CAT_AUTO,
     .doc = "Number of elements of hermite, at least; auto: 8 per mode and 8 per span"},
    {CAT_INTEGER_KEY(CatDeckSpec, modes), .preset = "20", .min = 1, .max = 500,
     .doc = "Number of modes in which the bridge moves"},
    {CAT_NUMBERS_KEY(CatDeckSpec, damping, ndamping), "", "[0]", .min = 0, .max = 0.9,
     .min_count = 1, .max_count = 500,
     .doc = "Damping ratio of each mode; the last one holds for those that follow"},
    {CAT_CHOICE_KEY(CatDeckSpec, type), .preset = "none", .choices = deck_types,
     .doc = "Damping ratio of all modes by EN 1991-2, table 6.6 (quoted), from type and longest "
            "span: steel (also composite), prestressed, reinforced (also filler beams)"},
    {0},
};
static const CatSection deck_section = {
    "bridge", "The bridge: a beam on two ends and any piers, or from files", sizeof(CatDeckSpec),
    .keys = deck_keys};

static const CatKey sprung_keys[] = {
    {CAT_NUMBER_KEY(CatSprungSpec, mass), "kg", .min = 0, .max = 1e7,
     .odd_min = 100, .odd_max = 1e5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass above the spring"},
    {CAT_NUMBER_KEY(CatSprungSpec, stiffness), "N/m", .min = 0, .max = 1e12,
     .odd_min = 1e4, .odd_max = 1e9,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Stiffness of the spring"},
    {CAT_NUMBER_KEY(CatSprungSpec, damping), "N s/m", "0 N s/m", .min = 0, .max = 1e9,
     .doc = "Damper parallel to it"},
    {CAT_NUMBER_KEY(CatSprungSpec, wheel_mass), "kg", "0 kg", .min = 0, .max = 1e6,
     .doc = "Mass below the spring"},
    {CAT_NUMBER_KEY(CatSprungSpec, contact_stiffness), "N/m", "0 N/m", .min = 0, .max = 1e12,
     .odd_min = 1e5, .odd_max = 1e11, .flags = CAT_ZERO_IS_NONE,
     .doc = "Linearised contact of the wheel on the rails; 0: rigid"},
    {0},
};
static const CatSection sprung_section = {"sprung", "A sprung mass on each axle",
                                          sizeof(CatSprungSpec), .keys = sprung_keys};

static const char *const car_models[] = {"rigid", "hertz", NULL};
static const CatKey car_keys[] = {
    {CAT_NAME_KEY(CatCarSpec, name), .preset = "", .doc = "Name of the vehicle"},
    {CAT_STRING_KEY(CatCarSpec, source), .preset = "", .doc = "Where the numbers come from"},
    {CAT_INTEGER_KEY(CatCarSpec, count), .preset = "1", .min = 1, .max = 100,
     .doc = "How many of them follow one another"},
    {CAT_NUMBER_KEY(CatCarSpec, body_mass), "kg", .min = 0, .max = 1e6,
     .odd_min = 1e3, .odd_max = 1e5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass of the body"},
    {CAT_NUMBER_KEY(CatCarSpec, body_inertia), "kg m2", .min = 0, .max = 1e9,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Its moment of inertia in pitch"},
    {CAT_NUMBER_KEY(CatCarSpec, frame_mass), "kg", "0 kg", .min = 0, .max = 1e5,
     .doc = "Mass of a bogie frame; 0: no bogies, the body rests on two axles"},
    {CAT_NUMBER_KEY(CatCarSpec, frame_inertia), "kg m2", "0 kg m2", .min = 0, .max = 1e7,
     .doc = "Its moment of inertia in pitch"},
    {CAT_NUMBER_KEY(CatCarSpec, wheelset_mass), "kg", .min = 0, .max = 1e5,
     .odd_min = 20, .odd_max = 1e4,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass of a wheelset or axle"},
    {CAT_NUMBER_KEY(CatCarSpec, primary_stiffness), "N/m", "0 N/m", .min = 0, .max = 1e10,
     .doc = "Between frame and each wheelset, both sides together"},
    {CAT_NUMBER_KEY(CatCarSpec, primary_damping), "N s/m", "0 N s/m", .min = 0, .max = 1e8,
     .doc = "Damper parallel to it"},
    {CAT_NUMBER_KEY(CatCarSpec, secondary_stiffness), "N/m", .min = 0, .max = 1e10,
     .odd_min = 1e4, .odd_max = 1e9,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Between body and each frame (or axle), both sides together"},
    {CAT_NUMBER_KEY(CatCarSpec, secondary_damping), "N s/m", "0 N s/m", .min = 0, .max = 1e8,
     .doc = "Damper parallel to it"},
    {CAT_NUMBER_KEY(CatCarSpec, pivots), "m", .min = 0, .max = 100,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Distance of the bogies (or axles)"},
    {CAT_NUMBER_KEY(CatCarSpec, wheelbase), "m", "0 m", .min = 0, .max = 20,
     .doc = "Distance of the axles of a bogie"},
    {CAT_NUMBER_KEY(CatCarSpec, length), "m", .min = 0, .max = 100,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "From coupler to coupler"},
    {CAT_CHOICE_KEY(CatCarSpec, wheels), .preset = "hertz", .choices = car_models,
     .doc = "hertz: wheelsets with mass on springs (10 degrees of freedom); rigid: wheels follow "
            "the deck, without inertia (6 degrees of freedom)"},
    {CAT_NUMBER_KEY(CatCarSpec, contact_stiffness), "N/m", "2e9 N/m", .min = 0, .max = 1e12,
     .flags = CAT_ABOVE_MIN,
     .doc = "Linearised contact of a wheelset on the rails (hertz), or a pair of tyres"},
    {0},
};
static const CatSection car_section = {"cars", "Vehicles in heave and pitch", sizeof(CatCarSpec),
                                       .keys = car_keys};

static const CatKey uniform_keys[] = {
    {CAT_INTEGER_KEY(CatUniformSpec, count), .min = 1, .max = 2000, .flags = CAT_REQUIRED,
     .doc = "Number of axles; of HSLM-B: N, by the span, from figure 6.14 of EN 1991-2"},
    {CAT_NUMBER_KEY(CatUniformSpec, distance), "m", .min = 0, .max = 1000, .odd_min = 0.5,
     .odd_max = 50, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "From one to the next; of HSLM-B: d, likewise"},
    {0},
};
static const CatSection uniform_section = {"uniform", "Axles at equal distances",
                                           sizeof(CatUniformSpec), .keys = uniform_keys};

static const char *const headings[] = {"forwards", "backwards", NULL};
static const CatKey load_keys[] = {
    {CAT_NAME_KEY(CatLoadSpec, name), .preset = "", .doc = "Name of the train"},
    {CAT_STRING_KEY(CatLoadSpec, source), .preset = "", .doc = "Where the numbers come from"},
    {CAT_NUMBERS_KEY(CatLoadSpec, axles, naxle), "m", "[0 m]", .min = 0, .max = 1e5,
     .min_count = 1, .max_count = 2000,
     .doc = "Distance of each axle behind the first one, which has 0, in ascending order"},
    {CAT_STRING_KEY(CatLoadSpec, axle_table), .preset = "",
     .doc = "CSV or HDF5 file with a row for each axle, in place of axles: x [m] behind the first "
            "one and, in place of forces, force [N]"},
    {CAT_OPTIONAL_KEY(CatLoadSpec, uniform, uniform.given), .section = &uniform_section,
     .doc = "Axles at equal distances, in place of axles"},
    {CAT_NUMBERS_KEY(CatLoadSpec, forces, nforce), "N", "[]", .min = 0, .max = 1e8,
     .odd_min = 1e4, .odd_max = 1e6, .max_count = 2000,
     .doc = "Force of each axle on the deck; one value: of all axles"},
    {CAT_OPTIONAL_KEY(CatLoadSpec, sprung, sprung.given), .section = &sprung_section,
     .doc = "A sprung mass on each axle, in place of a force"},
    {CAT_LIST_KEY(CatLoadSpec, cars, ncar), .min = 0, .max = 40, .section = &car_section,
     .doc = "Cars one behind the other, in place of axles"},
    {CAT_NUMBER_KEY(CatLoadSpec, track), "m", "0 m", .min = -100, .max = 100,
     .doc = "Distance of the track from the middle of the deck, to the left"},
    {CAT_NUMBER_KEY(CatLoadSpec, start), "m", "0 m", .min = 0, .max = 1e5,
     .doc = "Distance of the first axle from the bridge at the start"},
    {CAT_CHOICE_KEY(CatLoadSpec, heading), .preset = "forwards", .choices = headings,
     .doc = "forwards: from the left end of the bridge to the right one, or backwards"},
    {0},
};
static const CatSection load_section = {
    "trains", "A train: axles with forces or sprung masses, or cars", sizeof(CatLoadSpec),
    .keys = load_keys};

static const CatKey range_keys[] = {
    {CAT_NUMBER_KEY(CatSpeedRange, from), "m/s", .min = 0, .max = 300,
     .odd_min = 1, .odd_max = 140, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Lowest speed"},
    {CAT_NUMBER_KEY(CatSpeedRange, to), "m/s", .min = 0, .max = 300,
     .odd_min = 1, .odd_max = 140, .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Highest speed, or a step below it"},
    {CAT_NUMBER_KEY(CatSpeedRange, step), "m/s", .min = 0, .max = 300,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Distance of two speeds"},
    {0},
};
static const CatSection range_section = {"speeds", "A range of speeds", sizeof(CatSpeedRange),
                                         .keys = range_keys};

static const char *const trains_rules[] = {"together", "one-by-one", NULL};
static const CatKey run_keys[] = {
    {CAT_NUMBER_KEY(CatBridgeRunSpec, speed), "m/s", "0 m/s", .min = 0, .max = 300, .odd_min = 1,
     .odd_max = 140, .flags = CAT_ZERO_IS_NONE, .doc = "Speed of the trains"},
    {CAT_OPTIONAL_KEY(CatBridgeRunSpec, speeds, speeds.given), .section = &range_section,
     .doc = "A range of speeds, in place of one: one run with all of them, which fills sweep"},
    {CAT_NUMBER_KEY(CatBridgeRunSpec, after), "s", "1 s", .min = 0, .max = 1e4,
     .doc = "How long the run goes on when the last axle has left the bridge"},
    {CAT_CHOICE_KEY(CatBridgeRunSpec, trains), .preset = "together", .choices = trains_rules,
     .doc = "together: all trains are on the way at once; one-by-one: each by itself, with a range "
            "of speeds"},
    {0},
};
static const CatSection run_section = {"run", "The run", sizeof(CatBridgeRunSpec),
                                       .keys = run_keys};

static const CatKey time_keys[] = {
    {CAT_NUMBER_KEY(CatBridgeTimeSpec, step), "ms", "0.5 ms", .min = 0, .max = 1, .odd_min = 1e-5,
     .odd_max = 1e-2, .flags = CAT_ABOVE_MIN,
     .doc = "Time step; each mode is solved exactly under loads linear in time between steps"},
    {0},
};
static const CatSection time_section = {"time", "Integration in time", sizeof(CatBridgeTimeSpec),
                                        .keys = time_keys};

static const char *const cosim_orders[] = {"structure-first", "vehicle-first", "jacobi", NULL};
static const char *const cosim_loads[] = {"linear", "constant", NULL};
static const CatKey cosim_keys[] = {
    {CAT_CHOICE_KEY(CatCosimSpec, order), .preset = "structure-first", .choices = cosim_orders,
     .doc = "Who advances first in a macro step; jacobi: both at once, neither knows the other"},
    {CAT_CHOICE_KEY(CatCosimSpec, load), .preset = "linear", .choices = cosim_loads,
     .doc = "How what is not yet known is extrapolated over a macro step: linear, from value and "
            "rate at its beginning, or constant"},
    {CAT_NUMBER_KEY(CatCosimSpec, macro_step), "ms", "0 ms", .min = 0, .max = 1,
     .doc = "Macro step H, an even number of time.step; 0: chosen so that the estimated error is "
            "below accuracy"},
    {CAT_BOOLEAN_KEY(CatCosimSpec, corrector), .preset = "false",
     .doc = "Take every macro step twice, the second time between the values that the first pass "
            "found"},
    {CAT_NUMBER_KEY(CatCosimSpec, accuracy), "", "1e-4", .min = 1e-12, .max = 1,
     .doc = "Error of the deflection, as a part of its largest value, for macro_step 0"},
    {0},
};
static const CatSection cosim_section = {
    "cosim", "Co-simulation: bridge and trains advance by themselves and meet at macro steps",
    sizeof(CatCosimSpec), .keys = cosim_keys};

static const char *const roughness[] = {"none",  "erri-low", "erri-high", "fra-1", "fra-2",
                                        "fra-3", "fra-4",    "fra-5",     "fra-6", NULL};
static const CatKey rail_keys[] = {
    {CAT_CHOICE_KEY(CatRailSpec, irregularity), .preset = "none", .choices = roughness,
     .doc = "Vertical irregularity by a spectrum, wavelengths 3 to 80 m: ERRI B176 low or high, "
            "FRA classes 1 to 6"},
    {CAT_STRING_KEY(CatRailSpec, profile), .preset = "",
     .doc = "CSV or HDF5 file with a measured profile, in place of a spectrum: x [m] from the left "
            "end of the bridge, height [mm] upwards; level beyond its ends"},
    {CAT_STRING_KEY(CatRailSpec, content), .preset = "",
     .doc = "SHA-256 of that file, by the program: results name what they are of"},
    {CAT_NUMBER_KEY(CatRailSpec, rms), "mm", "0 mm", .min = 0, .max = 0.1,
     .doc = "Rescaled to this root mean square; 0: as the spectrum has it"},
    {CAT_NUMBER_KEY(CatRailSpec, ratio), "", "0", .min = 0, .max = 100,
     .doc = "Rescaled so that wavelengths of 40 to 80 m have this many times the root mean square "
            "of those of 3 to 40 m; 0: as the spectrum has it"},
    {CAT_INTEGER_KEY(CatRailSpec, seed), .preset = "1", .min = 0, .max = 1000000000,
     .doc = "Another seed, another profile with the same spectrum"},
    {0},
};
static const CatSection rail_section = {"rail", "The profile of the rail", sizeof(CatRailSpec),
                                        .keys = rail_keys};

static const CatKey track_keys[] = {
    {CAT_STRING_KEY(CatTrackSpec, source), .preset = "", .doc = "Where the numbers come from"},
    {CAT_NUMBER_KEY(CatTrackSpec, rail_mass), "kg/m", .min = 0, .max = 1e4,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass of both rails per length"},
    {CAT_NUMBER_KEY(CatTrackSpec, rail_bending_stiffness), "N m2", .min = 0, .max = 1e10,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Bending stiffness of both rails"},
    {CAT_NUMBER_KEY(CatTrackSpec, spacing), "m", .min = 0, .max = 10,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Distance of sleepers; adjusted a little so that the ends of the deck are places of "
            "sleepers"},
    {CAT_NUMBER_KEY(CatTrackSpec, sleeper_mass), "kg", .min = 0, .max = 1e5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass of a sleeper, and of what moves with it"},
    {CAT_NUMBER_KEY(CatTrackSpec, pad_stiffness), "N/m", .min = 0, .max = 1e12,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Both pads of a sleeper"},
    {CAT_NUMBER_KEY(CatTrackSpec, pad_damping), "N s/m", "0 N s/m", .min = 0, .max = 1e9,
     .doc = "Damper parallel to them"},
    {CAT_NUMBER_KEY(CatTrackSpec, ballast_stiffness), "N/m", .min = 0, .max = 1e12,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Ballast under a sleeper, on the deck"},
    {CAT_NUMBER_KEY(CatTrackSpec, ballast_damping), "N s/m", "0 N s/m", .min = 0, .max = 1e9,
     .doc = "Damper parallel to it"},
    {CAT_NUMBER_KEY(CatTrackSpec, ground_stiffness), "N/m", "0 N/m", .min = 0, .max = 1e12,
     .doc = "Ballast and ground under a sleeper before and behind the bridge; 0: as on the deck"},
    {CAT_NUMBER_KEY(CatTrackSpec, ground_damping), "N s/m", "0 N s/m", .min = 0, .max = 1e9,
     .doc = "Damper parallel to it"},
    {0},
};
static const CatSection track_section = {
    "track", "Rail, pads, sleepers and ballast, both rails together", sizeof(CatTrackSpec),
    .keys = track_keys};

static const char *const track_types[] = {"none", "ballasted", "slab", NULL};
static const CatKey measure_keys[] = {
    {CAT_NUMBERS_KEY(CatBridgeMeasureSpec, at, nat), "m", "[]", .min = 0, .max = 1e5,
     .max_count = 1,
     .doc = "Where deflection and acceleration are measured; none: in the middle of the longest "
            "span"},
    {CAT_NUMBER_KEY(CatBridgeMeasureSpec, across), "m", "0 m", .min = -100, .max = 100,
     .doc = "Distance of that point from the middle of the deck, to the left"},
    {CAT_CHOICE_KEY(CatBridgeMeasureSpec, track), .preset = "none", .choices = track_types,
     .doc = "Judge the deck's acceleration by EN 1990 A2 (quoted): ballasted 3.5 m/s2, slab 5 "
            "m/s2; of a range of speeds the largest of all"},
    {CAT_NUMBER_KEY(CatBridgeMeasureSpec, cutoff), "Hz", "30 Hz", .min = 0, .max = 1e4,
     .doc = "Low-pass of the deck's acceleration; 0: none. Unless it is given, with measure.track "
            "the greatest of 30 Hz, 1.5 f1 and f3, frequencies of the bridge (EN 1990 A2, quoted)"},
    {CAT_BOOLEAN_KEY(CatBridgeMeasureSpec, energy), .preset = "true",
     .doc = "Keep an energy ledger: work, dissipation, stored energy and what is left over"},
    {CAT_BOOLEAN_KEY(CatBridgeMeasureSpec, uncertainty), .preset = "true",
     .doc = "Estimate the numerical uncertainty by two further runs, with half the step and with "
            "twice the modes; unless it is written out, only where all takes less than 20 s; not "
            "over a range of speeds"},
    {0},
};
static const CatSection measure_section = {"measure", "What is measured",
                                           sizeof(CatBridgeMeasureSpec), .keys = measure_keys};

static const CatKey bridge_keys[] = {
    CAT_COMMON_KEYS(CatBridgeSpec),
    {CAT_NUMBER_KEY(CatBridgeSpec, gravity), "m/s2", "9.81 m/s2", .min = 0, .max = 100,
     .odd_min = 9.7, .odd_max = 9.9, .doc = "Acceleration of gravity g"},
    {CAT_SECTION_KEY(CatBridgeSpec, bridge), .flags = CAT_REQUIRED, .section = &deck_section,
     .doc = "The bridge"},
    {CAT_LIST_KEY(CatBridgeSpec, trains, ntrain), .min = 0, .max = 20, .section = &load_section,
     .doc = "The trains; none: catenaria modes only"},
    {CAT_SECTION_KEY(CatBridgeSpec, run), .section = &run_section, .doc = "The run"},
    {CAT_SECTION_KEY(CatBridgeSpec, rail), .section = &rail_section,
     .doc = "The profile of the rail"},
    {CAT_OPTIONAL_KEY(CatBridgeSpec, track, track.given), .section = &track_section,
     .doc = "The track between wheels and deck; none: wheels run on the deck, and on rigid ground "
            "before and behind it"},
    {CAT_SECTION_KEY(CatBridgeSpec, time), .section = &time_section,
     .doc = "Integration in time"},
    {CAT_OPTIONAL_KEY(CatBridgeSpec, cosim, cosim.given), .section = &cosim_section,
     .doc = "Co-simulation in place of one coupled step"},
    {CAT_SECTION_KEY(CatBridgeSpec, measure), .section = &measure_section, .doc = "Measurement"},
    {0},
};
const CatSection cat_bridge_section = {"bridge", "Trains that run over a bridge",
                                       sizeof(CatBridgeSpec), .keys = bridge_keys};
// clang-format on

CatDeckSpan cat_deck_longest_span(const CatDeckSpec *deck) {
  CatDeckSpan longest = {0};
  double last = 0;
  for (int i = 0; i <= deck->npier; i++) {
    double end = i < deck->npier ? deck->piers[i] : deck->length;
    double more = end - last - (longest.to - longest.from), off = fabs(end + last - deck->length);
    bool inner = off < fabs(longest.from + longest.to - deck->length) * (1 - 1e-9);
    if (more > 1e-9 * end || (more > -1e-9 * end && inner)) longest = (CatDeckSpan){last, end};
    last = end;
  }
  return longest;
}

bool cat_deck_bears_at(const CatDeckSpec *deck, double x) {
  double near = 1e-3 * deck->length;
  bool found = x < near || x > deck->length - near;
  for (int i = 0; i < deck->npier; i++) found |= fabs(x - deck->piers[i]) < near;
  return found;
}

int cat_car_axles(const CatCarSpec *car) {
  return car->frame_mass > 0 ? 4 : 2;
}

int cat_load_cars(const CatLoadSpec *train) {
  int n = 0;
  for (int i = 0; i < train->ncar; i++) n += train->cars[i].count;
  return n;
}

static double front(const CatCarSpec *c) {  // first axle ahead of the middle
  return (c->pivots + c->wheelbase) / 2;
}

const CatCarSpec *cat_load_car(const CatLoadSpec *train, int i, double *middle) {
  const CatCarSpec *first = train->cars, *c = first;
  double before = 0;
  while (i >= c->count) {
    before += c->count * c->length;
    i -= c++->count;
  }
  *middle = before + (i + 0.5) * c->length - first->length / 2 + front(first);
  return c;
}

double cat_load_length(const CatLoadSpec *train) {
  int cars = cat_load_cars(train);
  double middle;
  if (cars == 0) return train->naxle > 0 ? train->axles[train->naxle - 1] : 0;
  const CatCarSpec *last = cat_load_car(train, cars - 1, &middle);
  return middle + front(last);
}

int cat_bridge_speeds(const CatBridgeSpec *s) {
  const CatSpeedRange *r = &s->run.speeds;
  return r->given ? (int)floor((r->to - r->from) / r->step * (1 + 1e-12) + 1e-9) + 1 : 1;
}

double cat_bridge_speed(const CatBridgeSpec *s, int i) {
  const CatSpeedRange *r = &s->run.speeds;
  return r->given ? r->from + i * r->step : s->run.speed;
}
