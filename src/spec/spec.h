// The input as plain values: what the reader fills and everything else only reads.
#ifndef CAT_SPEC_SPEC_H
#define CAT_SPEC_SPEC_H

#include "base/arena.h"
#include "base/text.h"
#include "schema.h"

// Every kind's struct begins with this.
typedef struct CatCommon {
  const char *kind;  // name of the CatKind
  const char *title;
  const char *source;
  const char *notes;
} CatCommon;

// Rows for it, first in every kind's table of keys.
// clang-format off
#define CAT_COMMON_KEYS(type)                                                                      \
  {CAT_NAME_AS("kind", type, common.kind), .flags = CAT_REQUIRED,                                  \
   .doc = "What this case asks for"},                                                              \
  {CAT_STRING_AS("title", type, common.title), .preset = "",                                       \
   .doc = "One line for tables and reports"},                                                      \
  {CAT_STRING_AS("source", type, common.source), .preset = "",                                     \
   .doc = "Where the numbers come from"},                                                          \
  {CAT_STRING_AS("notes", type, common.notes), .preset = "",                                       \
   .doc = "Anything a reader should know"}
// clang-format on

CatSpec *cat_spec_new(CatContext *ctx, const CatKind *kind);  // values zero, nothing located
void cat_spec_free(CatSpec *spec);
const CatKind *cat_spec_kind(const CatSpec *spec);
const void *cat_spec_values(const CatSpec *spec);  // the kind's struct, e.g. CatPdaeSpec
const CatCommon *cat_spec_common(const CatSpec *spec);
const char *cat_spec_file(const CatSpec *spec);  // the case file, as the user named it

// Where a field was given: its place and key path. A field that was not given has the place of the
// section around it, and given is false. Fields are values, lists and the items of CAT_NUMBERS; a
// section has no place of its own, since its address is that of its first value, but the flag of a
// CAT_OPTIONAL one has: that of the section. Nothing in an absent section has a place.
typedef struct CatWhere {
  CatPlace place;
  const char *path;  // "droppers[1].length"
  bool given;
  bool bare;  // a number without a unit
} CatWhere;
CatWhere cat_spec_where(const CatSpec *spec, const void *field);  // by the address of the value

// For the reader: memory that lives as long as the spec, and where each value came from. Texts are
// copied.
CatArena *cat_spec_arena(CatSpec *spec);
void *cat_spec_root(CatSpec *spec);
CatStatus cat_spec_set_file(CatSpec *spec, const char *file);
CatStatus cat_spec_locate(CatSpec *spec, const void *field, CatWhere where);

// Values that are possible but odd: kept with the spec, shown to the user, never fatal.
CatStatus cat_spec_warn(CatSpec *spec, const void *field, const char *fmt, ...) CAT_PRINTF(3, 4);
int cat_spec_warnings(const CatSpec *spec);
const char *cat_spec_warning_at(const CatSpec *spec, int i);  // "case.yaml:3:10: run.speed: ..."

// The complete input, defaults included, as YAML in block style with units.
CatStatus cat_spec_print(const CatSpec *spec, CatText *out);

#endif
