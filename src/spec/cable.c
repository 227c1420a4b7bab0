#include "cable.h"

#include <math.h>

static const CatKey wire_keys[] = {
    {CAT_NUMBER_KEY(CatCableWire, mass_per_length), "kg/m", .min = 0, .max = 1e3, .odd_min = 0.05,
     .odd_max = 10, .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Mass per length, mu"},
    {CAT_NUMBER_KEY(CatCableWire, tension), "kN", .min = 0, .max = 1e7, .odd_min = 500,
     .odd_max = 1e5, .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Tensile force at rest, P0"},
    {CAT_NUMBER_KEY(CatCableWire, bending_stiffness), "N m2", "0 N m2", .min = 0, .max = 1e6,
     .odd_min = 1, .odd_max = 2000, .flags = CAT_ZERO_IS_NONE,
     .doc = "Bending stiffness EI; used by beam, timoshenko, cubic-beam and full"},
    {CAT_NUMBER_KEY(CatCableWire, axial_stiffness), "N", "0 N", .min = 0, .max = 1e10,
     .doc = "Axial stiffness EA; used by cubic, cubic-beam and full"},
    {CAT_NUMBER_KEY(CatCableWire, shear_stiffness), "N", "0 N", .min = 0, .max = 1e10,
     .doc = "Shear stiffness kappa G A; used by timoshenko"},
    {CAT_NUMBER_KEY(CatCableWire, rotary_inertia), "kg m", "0 kg m", .min = 0, .max = 10,
     .doc = "Rotary inertia rho I per length; used by timoshenko"},
    {0},
};
static const CatSection wire_section = {"wire", "What the cable is made of", sizeof(CatCableWire),
                                        .keys = wire_keys};

static const char *const drives[] = {"displacement", "slope", NULL};
static const CatKey pulse_keys[] = {
    {CAT_NUMBER_KEY(CatCablePulse, amplitude), "m", .min = -10, .max = 10, .odd_min = -1,
     .odd_max = 1, .flags = CAT_REQUIRED, .doc = "Height of the crest"},
    {CAT_NUMBER_KEY(CatCablePulse, length), "m", .min = 0, .max = 1e5,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN,
     .doc = "Length l of amplitude sech^4(s/l); six of them must fit into the cable"},
    {CAT_NUMBER_KEY(CatCablePulse, distance), "m", .min = 0, .max = 1e5, .flags = CAT_REQUIRED,
     .doc = "Driven end: how far the crest is from entering at t = 0; otherwise its place then"},
    {CAT_CHOICE_KEY(CatCablePulse, prescribed), .preset = "displacement", .choices = drives,
     .doc = "displacement: v(0, t) of (4.22); slope: v_x(0, t) of (4.23), with characteristics"},
    {CAT_NUMBER_KEY(CatCablePulse, until), "s", "0 s", .min = 0, .max = 1e6,
     .doc = "When the driven end comes to rest; 0: after three distances at the wave speed"},
    {0},
};
static const CatSection pulse_section = {"pulse", "A pulse that travels to the right",
                                         sizeof(CatCablePulse), .keys = pulse_keys};

static const CatKey wave_keys[] = {
    {CAT_NUMBER_KEY(CatCableWave, amplitude), "mm", .min = 0, .max = 1,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Amplitude a of the first harmonic, (A.16)"},
    {CAT_INTEGER_KEY(CatCableWave, count), "", "1", .min = 1, .max = 10000,
     .doc = "Wave lengths in the cable: k = 2 pi count / length"},
    {0},
};
static const CatSection wave_section = {"wave", "A periodic wave of permanent form",
                                        sizeof(CatCableWave), .keys = wave_keys};

static const char *const space_methods[] = {"differences", "elements", "characteristics", NULL};
static const CatKey space_keys[] = {
    {CAT_CHOICE_KEY(CatCableSpaceSpec, method), .preset = "differences", .choices = space_methods,
     .doc =
         "differences: fourth order, staggered; elements: cubic in v, linear in u, (4.44)-(4.52); "
         "characteristics: (4.11) and (4.16)-(4.19), for the model cubic"},
    {CAT_INTEGER_KEY(CatCableSpaceSpec, intervals), "", "400", .min = 8, .max = 100000,
     .doc = "Number of intervals; of characteristics, how many are drawn"},
    {0},
};
static const CatSection space_section = {"space", "Discretisation in space",
                                         sizeof(CatCableSpaceSpec), .keys = space_keys};

static const char *const time_methods[] = {"explicit", "implicit", NULL};
static const CatKey time_keys[] = {
    {CAT_CHOICE_KEY(CatCableTimeSpec, method), .preset = "explicit", .choices = time_methods,
     .doc =
         "explicit: central differences; implicit: mean of both ends of a step, keeps the energy"},
    {CAT_NUMBER_KEY(CatCableTimeSpec, step), "s", "1e-3 s", .min = 0, .max = 1,
     .flags = CAT_ABOVE_MIN, .doc = "Time step; characteristics need none"},
    {CAT_NUMBER_KEY(CatCableTimeSpec, end), "s", .min = 0, .max = 1e6,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "When the run ends"},
    {0},
};
static const CatSection time_section = {"time", "Discretisation in time", sizeof(CatCableTimeSpec),
                                        .keys = time_keys};

static const CatKey record_keys[] = {
    {CAT_INTEGER_KEY(CatCableRecordSpec, every), "", "1", .min = 1, .max = 10000000,
     .doc = "Record energies each n-th step"},
    {CAT_NUMBERS_KEY(CatCableRecordSpec, shapes, nshape), "s", "[]", .min = 0, .max = 1e6,
     .max_count = 40, .doc = "When the shape of the cable is recorded"},
    {CAT_NUMBERS_KEY(CatCableRecordSpec, pulse, npulse), "s", "[]", .min = 0, .max = 1e6,
     .max_count = 40,
     .doc = "When the pulse is compared with that of the linear string of the same grid and steps"},
    {CAT_NUMBERS_KEY(CatCableRecordSpec, terms, nterm), "s", "[]", .min = 0, .max = 1e6,
     .max_count = 40,
     .doc = "When the terms of the equation of motion and the energies along x are recorded"},
    {0},
};
static const CatSection record_section = {"record", "What is recorded", sizeof(CatCableRecordSpec),
                                          .keys = record_keys};

const char *const cat_cable_models[] = {"string",     "beam", "timoshenko", "cubic",
                                        "cubic-beam", "full", NULL};
static const char *const axials[] = {"full", "quasi-static", NULL};
const char *const cat_cable_end_names[] = {"fixed", "periodic", "driven", NULL};

static const CatKey cable_keys[] = {
    CAT_COMMON_KEYS(CatCableSpec),
    {CAT_CHOICE_KEY(CatCableSpec, model), .preset = "full", .choices = cat_cable_models,
     .doc =
         "string (4.1), beam (4.3), timoshenko (with shear), cubic (4.8), cubic-beam (4.9), full "
         "(4.7)"},
    {CAT_CHOICE_KEY(CatCableSpec, axial), .preset = "full", .choices = axials,
     .doc =
         "Longitudinal motion of the model full: an unknown, or quasi-static after (4.26)-(4.31)"},
    {CAT_INTEGER_KEY(CatCableSpec, axial_modes), "", "0", .min = 0, .max = 200,
     .doc = "Longitudinal modes beside the quasi-static part, (4.27) and (4.33)"},
    {CAT_NUMBER_KEY(CatCableSpec, length), "m", .min = 0, .max = 1e6,
     .flags = CAT_REQUIRED | CAT_ABOVE_MIN, .doc = "Length of the cable, L"},
    {CAT_SECTION_KEY(CatCableSpec, wire), .flags = CAT_REQUIRED, .section = &wire_section,
     .doc = "The cable's properties"},
    {CAT_CHOICE_KEY(CatCableSpec, ends), .preset = "fixed", .choices = cat_cable_end_names,
     .doc = "fixed: v = v_xx = u = 0; periodic; driven: the left end moves by v(0, t), then rests"},
    {CAT_OPTIONAL_KEY(CatCableSpec, pulse, pulse.given), .section = &pulse_section,
     .doc = "A pulse; driven, or there at the start"},
    {CAT_OPTIONAL_KEY(CatCableSpec, wave, wave.given), .section = &wave_section,
     .doc = "A periodic wave at the start, for its dispersion (appendix A)"},
    {CAT_SECTION_KEY(CatCableSpec, space), .section = &space_section,
     .doc = "Discretisation in space"},
    {CAT_SECTION_KEY(CatCableSpec, time), .flags = CAT_REQUIRED, .section = &time_section,
     .doc = "Discretisation in time"},
    {CAT_SECTION_KEY(CatCableSpec, record), .section = &record_section, .doc = "What is recorded"},
    {0},
};

const CatSection cat_cable_section = {"cable", "Waves on one cable, linear and nonlinear",
                                      sizeof(CatCableSpec), .keys = cable_keys};

double cat_cable_wave_speed(const CatCableSpec *s) {
  return sqrt(s->wire.tension / s->wire.mass_per_length);
}

double cat_cable_drive_end(const CatCableSpec *s) {
  if (s->ends != CAT_CABLE_DRIVEN) return 0;
  return s->pulse.until > 0 ? s->pulse.until : 3 * s->pulse.distance / cat_cable_wave_speed(s);
}

bool cat_cable_bends(const CatCableSpec *s) {
  return s->model != CAT_CABLE_STRING && s->model != CAT_CABLE_CUBIC;
}

bool cat_cable_stretches(const CatCableSpec *s) {
  return s->model >= CAT_CABLE_CUBIC;
}

bool cat_cable_moves_along(const CatCableSpec *s) {
  return s->model == CAT_CABLE_FULL && s->axial == CAT_CABLE_AXIAL_FULL;
}
