// Checks across keys: whether the values of a case fit together, which one row of the schema cannot
// know.
#ifndef CAT_INPUT_CHECK_CHECK_H
#define CAT_INPUT_CHECK_CHECK_H

#include "spec/format.h"
#include "spec/limits.h"
#include "spec/linkage.h"
#include "spec/spec.h"
#include "spec/train.h"

// Errors go to the context, doubts become warnings of the spec. Only lack of memory is returned.
CatStatus cat_bridge_check(CatContext *ctx, CatSpec *spec);
CatStatus cat_cable_check(CatContext *ctx, CatSpec *spec);
CatStatus cat_pantograph_check(CatContext *ctx, CatSpec *spec);
CatStatus cat_pdae_check(CatContext *ctx, CatSpec *spec);
CatStatus cat_rest_check(CatContext *ctx, CatSpec *spec);
CatStatus cat_string_mass_check(CatContext *ctx, CatSpec *spec);
CatStatus cat_train_check(CatContext *ctx, CatSpec *spec);
// A line that is part of any kind of case.
CatStatus cat_check_line(CatContext *ctx, CatSpec *spec, const CatLineSpec *line);

// Upper bound of a line's size before it is meshed, from which its memory is predicted.
typedef struct CatLineSize {
  double unknowns;  // at rest
  double distinct;  // of these, repeated spans counted as often as they can differ by their ends
  double squares;   // sum of the squares of those of each such span
  double largest;   // of one span
  double per_bay;   // elements of a bay, in the span that has most of them
} CatLineSize;
CatLineSize cat_line_size(const CatLineSpec *line);
// Likewise of a run, against the limits of spec/limits.h.
typedef struct CatTrainSize {
  double unknowns, steps, bytes;
} CatTrainSize;
CatTrainSize cat_train_size(const CatTrainSpec *spec);

// The integrator of the kind "train".
void cat_check_integrator(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s);

// A pantograph that is part of any kind of case.
void cat_check_mass_chain(CatContext *ctx, const CatSpec *spec, const CatMassChainSpec *body);

// A linkage: names, and joints that close where it is not singular. Only lack of memory is
// returned.
CatStatus cat_check_linkage(CatContext *ctx, CatSpec *spec, const CatLinkageSpec *linkage);

// Whether it has what its model needs, and nothing that it does not take.
CatStatus cat_check_pantograph_model(CatContext *ctx, CatSpec *spec, const CatTrainPantograph *p);
void cat_check_pantograph_parts(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s,
                                const CatTrainPantograph *p);

// That pantographs ask for mean forces of one supply, the line's.
void cat_check_system(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s);

// Speeds of a train that vary, of a run that ends at the place `end`; nothing if they do not.
void cat_check_speeds(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s, double end);

// Names in a list of structs, which must differ; those that were left out do not count.
typedef struct CatNames {
  const char *const *first;
  size_t stride;  // from one struct to the next [bytes]
  int n;
} CatNames;
void cat_check_names(CatContext *ctx, const CatSpec *spec, const CatNames *names);

// Fails at the place of a value. Only the fact that something failed matters to the callers.
#define CAT_CHECK_FAIL(ctx, spec, field, ...)                                                      \
  do {                                                                                             \
    CatWhere where_ = cat_spec_where((spec), (field));                                             \
    CAT_FAIL_AT((ctx), where_.place, where_.path, __VA_ARGS__);                                    \
  } while (0)

// Location of another value relative to this one: "line 12", "base.yaml:12", "--set", "default".
CatShort cat_check_value_location(const CatSpec *spec, const void *field, const void *other);

#endif
