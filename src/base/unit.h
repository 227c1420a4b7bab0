// Units of measure: one table. Everything inside is SI; units exist at the input and the output.
#ifndef CAT_BASE_UNIT_H
#define CAT_BASE_UNIT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct CatUnit {
  double factor;              // SI value of one of it
  signed char m, kg, s, rad;  // exponents of the base units
} CatUnit;

// Reads a unit such as "kN", "km/h", "kg/m", "N s/m2", "N*m^2", "1/s" or "" (a pure number).
// On failure returns false and copies the symbol that is not known into unknown, if given.
bool cat_unit_parse(const char *text, CatUnit *out, char *unknown, size_t size);
bool cat_unit_same_dimension(CatUnit a, CatUnit b);
const char *cat_unit_dimension(CatUnit unit);  // "force", "speed", ...; NULL if it has no name
const char *cat_unit_examples(CatUnit unit);   // "N, kN": symbols that fit; NULL if none is listed

typedef enum CatNumberFault {
  CAT_NUMBER_OK,
  CAT_NUMBER_EMPTY,       // nothing there
  CAT_NUMBER_SYNTAX,      // not a number
  CAT_NUMBER_COMMA,       // decimal comma
  CAT_NUMBER_NOT_FINITE,  // nan, inf
  CAT_NUMBER_OVERFLOW,    // 1e999
  CAT_NUMBER_HEX,         // 0x10
} CatNumberFault;

// Reads a decimal number at the start of text, whatever the locale; *rest points behind it.
CatNumberFault cat_number_parse(const char *text, double *out, const char **rest);

#endif
