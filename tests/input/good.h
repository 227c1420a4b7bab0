// A small complete case, and short ways to read it with changes.
#ifndef CAT_TESTS_INPUT_GOOD_H
#define CAT_TESTS_INPUT_GOOD_H

#include <stdio.h>

#include "api/kinds.h"
#include "input/input.h"
#include "spec/pdae.h"

static const char good_case[] =
    "kind: pdae\n"
    "length: 20 m\n"
    "encumbrance: 1 m\n"
    "carrier: {mass_per_length: 0.6 kg/m, tension: 15 kN}\n"
    "contact_wire:\n"
    "  mass_per_length: 1068 kg/km\n"
    "  tension: 15000\n"
    "  bending_stiffness: 150 N m^2\n"
    "droppers:\n"
    "  - name: d1\n"
    "    position: 550 cm\n"
    "    length: 0.95 m\n"
    "  - name: d2\n"
    "    position: 14.5 m\n"
    "    length: 950 mm\n"
    "pantograph:\n"
    "  masses:\n"
    "    - {name: head, mass: 9 kg, stiffness: 7 kN/m, damping: 30 N s/m}\n"
    "    - {name: frame, mass: 17 kg, damping: 130 N s/m}\n"
    "run:\n"
    "  speed: 115.2 km/h\n"
    "  from: 2 m\n"
    "  to: 18 m\n"
    "start:\n"
    "  contact_force: 8.75 N\n";

// The shipped cases of the kind pdae, by the speeds [m/s] in their names.
static const char *const shipped_speeds[2] = {"32", "48"};
static inline CatSpec *read_shipped(CatContext *ctx, const char *speed, char path[512]) {
  CatInputOptions options = {.library = CAT_SOURCE_DIR "/cases"};
  CatSpec *spec = NULL;
  snprintf(path, 512, CAT_SOURCE_DIR "/cases/pdae/arnold-simeon-%s.yaml", speed);
  cat_input_load(ctx, cat_kind_list(), path, &options, &spec);
  return spec;
}

// Reads a text in memory with up to four overrides, NULL for none.
static inline CatSpec *read_text(CatContext *ctx, const char *text, size_t n,
                                 const char *const sets[4]) {
  CatInputOptions options = {.sets = sets};
  while (sets && options.nset < 4 && sets[options.nset]) options.nset++;
  CatSpec *spec = NULL;
  cat_input_parse(ctx, cat_kind_list(), &(CatInputText){"case.yaml", text, n}, &options, &spec);
  return spec;
}

#endif
