// The schema: every key that an input file may hold, in one place. The reader, `catenaria
// explain`, docs/input.md, the resolved input in the results and the labels elsewhere follow it.
#ifndef CAT_SPEC_SCHEMA_H
#define CAT_SPEC_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

typedef enum CatType {
  CAT_NUMBER,   // double, SI inside, with a unit in the file
  CAT_INTEGER,  // int
  CAT_BOOLEAN,  // bool: true or false
  CAT_STRING,   // const char *: free text
  CAT_NAME,     // const char *: an identifier: letters, digits, '-', '_', '.', at most 64
  CAT_CHOICE,   // int: index into the list of choices
  CAT_SECTION,  // a struct in place: a mapping with keys of its own
  CAT_LIST,     // const void * and an int count: a sequence of sections
  CAT_NUMBERS,  // const double * and an int count: a sequence of numbers with one unit
} CatType;

typedef enum CatKeyFlag {
  CAT_REQUIRED = 1,       // must be given; otherwise `preset` holds (NULL: absent, zero)
  CAT_ABOVE_MIN = 2,      // the value must lie above min, not on it
  CAT_BELOW_MAX = 4,      // likewise for max
  CAT_AUTO = 16,          // CAT_INTEGER: the word auto stands for 0
  CAT_OPTIONAL = 8,       // CAT_SECTION: may be absent; then all in it is zero, nothing is required
  CAT_ZERO_IS_NONE = 64,  // 0 means that there is none of it, and draws no warning
  CAT_OR_LIST = 32,       // CAT_NUMBER: may be a list of sections instead; see list_offset
} CatKeyFlag;

enum { CAT_NUMBERS_MOST = 10000 };  // items of CAT_NUMBERS where the row says nothing

typedef struct CatSection CatSection;

// One row per key. min and max are in SI and bind numbers, integers, the length of a CAT_LIST and
// every item of CAT_NUMBERS. Both zero: no limits. A value outside [odd_min, odd_max] is possible
// but draws a warning; both zero: no such window.
//
// A number with two units is one of two quantities, told apart by the unit, which must be given:
// its value goes to offset or other_offset, and the other of them becomes NaN. Limits bind both.
typedef struct CatKey {
  const char *key;
  CatType type;
  const char *unit;    // as printed: "N", "km/h"; "" for a pure number
  const char *preset;  // default, written as in a file: "15 kN", "[0 mm, 1 mm]"
  double min, max;
  double odd_min, odd_max;
  int min_count, max_count;    // CAT_NUMBERS: its length; both zero: 0 to CAT_NUMBERS_MOST
                               // CAT_OR_LIST: that of the list
  unsigned flags;              // CatKeyFlag
  size_t offset;               // where in the section's struct the value lives
  size_t size;                 // of what lives there
  size_t item_size;            // CAT_LIST, CAT_OR_LIST: of an item
  size_t count_offset;         // lists: where the int count lives; CAT_OPTIONAL: bool, if given
  size_t list_offset;          // CAT_OR_LIST: where the pointer to the items lives
  const char *other_unit;      // CAT_NUMBER: a second unit; NULL: there is one only
  size_t other_offset;         // where the value in that unit lives
  const char *const *choices;  // CAT_CHOICE: NULL-terminated. CAT_NUMBER: words that may stand for
                               // a number, the first for -1, the next for -2, ...; NULL: none
  const CatSection *section;   // CAT_SECTION, CAT_LIST, CAT_OR_LIST: what is inside
  const char *doc;             // one line
  void (*notes)(CatText *);    // what `explain` says besides, such as formulas; NULL: nothing
} CatKey;

// The beginning of a row: its key, type and place from the name of the field, which stands there
// once and must have the type that the row says. CAT_..._KEY: the key is called like the field;
// CAT_..._AS: it has another name, or the field lies deeper. The unit and the default may follow.
// NOLINTBEGIN(bugprone-macro-parentheses): arguments are types and names of fields
#define CAT_FIELD(ctype_, struct_, field_)                                                         \
  _Generic(((struct_ *)0)->field_, ctype_ : offsetof(struct_, field_))
// NOLINTEND(bugprone-macro-parentheses)
// A pointer to items; a pointer to something else would not compile as `const void *`.
#define CAT_POINTER(struct_, field_)                                                               \
  _Generic(1 ? ((struct_ *)0)->field_ : (const void *)0, const void * : offsetof(struct_, field_))
#define CAT_SIZE(struct_, field_) sizeof(((struct_ *)0)->field_)

#define CAT_ROW(key_, type_, ctype_, struct_, field_)                                              \
  .offset = CAT_FIELD(ctype_, struct_, field_), .size = CAT_SIZE(struct_, field_), .key = (key_),  \
  .type = (type_)
#define CAT_NUMBER_AS(key_, s_, f_) CAT_ROW(key_, CAT_NUMBER, double, s_, f_)
#define CAT_INTEGER_AS(key_, s_, f_) CAT_ROW(key_, CAT_INTEGER, int, s_, f_)
#define CAT_BOOLEAN_AS(key_, s_, f_) CAT_ROW(key_, CAT_BOOLEAN, bool, s_, f_)
#define CAT_STRING_AS(key_, s_, f_) CAT_ROW(key_, CAT_STRING, const char *, s_, f_)
#define CAT_NAME_AS(key_, s_, f_) CAT_ROW(key_, CAT_NAME, const char *, s_, f_)
#define CAT_CHOICE_AS(key_, s_, f_) CAT_ROW(key_, CAT_CHOICE, int, s_, f_)
#define CAT_SECTION_AS(key_, s_, f_)                                                               \
  .offset = offsetof(s_, f_), .size = CAT_SIZE(s_, f_), .key = (key_), .type = CAT_SECTION
#define CAT_OPTIONAL_AS(key_, s_, f_, given_)                                                      \
  .flags = CAT_OPTIONAL, .count_offset = CAT_FIELD(bool, s_, given_), CAT_SECTION_AS(key_, s_, f_)
#define CAT_NUMBERS_AS(key_, s_, f_, count_)                                                       \
  .count_offset = CAT_FIELD(int, s_, count_), CAT_ROW(key_, CAT_NUMBERS, const double *, s_, f_)
#define CAT_LIST_AS(key_, s_, f_, count_)                                                          \
  .count_offset = CAT_FIELD(int, s_, count_), .offset = CAT_POINTER(s_, f_),                       \
  .size = CAT_SIZE(s_, f_), .item_size = sizeof(*((s_ *)0)->f_), .key = (key_), .type = CAT_LIST
// Further parts of the row of a number: where its list lives; where its value in another unit does.
#define CAT_OR_LIST_AT(s_, f_, count_)                                                             \
  .list_offset = CAT_POINTER(s_, f_), .item_size = sizeof(*((s_ *)0)->f_),                         \
  .count_offset = CAT_FIELD(int, s_, count_)
#define CAT_OTHER_UNIT(unit_, s_, f_)                                                              \
  .other_unit = (unit_), .other_offset = CAT_FIELD(double, s_, f_)
#define CAT_NUMBER_KEY(s_, f_) CAT_NUMBER_AS(#f_, s_, f_)
#define CAT_INTEGER_KEY(s_, f_) CAT_INTEGER_AS(#f_, s_, f_)
#define CAT_BOOLEAN_KEY(s_, f_) CAT_BOOLEAN_AS(#f_, s_, f_)
#define CAT_STRING_KEY(s_, f_) CAT_STRING_AS(#f_, s_, f_)
#define CAT_NAME_KEY(s_, f_) CAT_NAME_AS(#f_, s_, f_)
#define CAT_CHOICE_KEY(s_, f_) CAT_CHOICE_AS(#f_, s_, f_)
#define CAT_SECTION_KEY(s_, f_) CAT_SECTION_AS(#f_, s_, f_)
#define CAT_OPTIONAL_KEY(s_, f_, given_) CAT_OPTIONAL_AS(#f_, s_, f_, given_)
#define CAT_NUMBERS_KEY(s_, f_, count_) CAT_NUMBERS_AS(#f_, s_, f_, count_)
#define CAT_LIST_KEY(s_, f_, count_) CAT_LIST_AS(#f_, s_, f_, count_)

// A retired key, or one that belongs elsewhere: it has no row, but a message explains what stands
// in its place.
typedef struct CatRetiredKey {
  const char *key;
  const char *instead;  // end of the sentence "found unknown key ..., expected ...; "
} CatRetiredKey;

struct CatSection {
  const char *name;              // "pantograph": also the name under which parts may be used
  const char *doc;               // one line
  size_t size;                   // of the struct
  const CatKey *keys;            // ends with key == NULL
  const CatRetiredKey *retired;  // NULL, or ends with key == NULL
};

// A kind of case: what the top-level `kind:` may say. Which kinds there are is known above, in
// api/kinds.c; whoever needs to know is handed the list, which ends with NULL.
typedef struct CatSpec CatSpec;
typedef struct CatKind {
  const char *name;           // "pdae"
  const CatSection *section;  // the top level of its files
  // Whether the values fit together. Errors go to the context, doubts become warnings of the spec.
  // NULL: no file has this kind, and whoever fills it checks it.
  CatStatus (*check)(CatContext *ctx, CatSpec *spec);
} CatKind;

const CatKind *cat_kind_find(const CatKind *const *kinds, const char *name);

bool cat_key_has_items(const CatKey *key);   // CAT_LIST, or CAT_OR_LIST
CatKey cat_key_as_list(const CatKey *key);   // the row of the list that a CAT_OR_LIST may be
CatKey cat_key_as_other(const CatKey *key);  // the row of the quantity with the second unit

// The key that a dotted path names, indices left out: "pantograph.masses.mass"; NULL if none.
// *closest, if given, receives the nearest known key at the level where the path fails, or NULL.
const CatKey *cat_schema_find(const CatSection *section, const char *path, const char **closest);
// The key of that name (n characters) in the section itself, or NULL.
const CatKey *cat_section_key(const CatSection *section, const char *name, size_t n);
// What replaced a retired key of the section, or NULL.
const char *cat_schema_retired(const CatSection *section, const char *name);
// The key of the section that looks most like `text`, or NULL if none is near.
const char *cat_schema_nearest(const CatSection *section, const char *text);

// Calls visit for each key below the section, depth first; path is that of the section around the
// key: "" at the top, "carrier", "pantograph.masses[]" inside a list.
typedef void (*CatKeyVisit)(void *user, const char *path, const CatSection *section,
                            const CatKey *key);
void cat_schema_walk(const CatSection *top, CatKeyVisit visit, void *user);

#endif
