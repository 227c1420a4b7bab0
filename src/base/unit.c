#include "unit.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "c_locale.h"

#define PI 3.14159265358979323846

typedef struct Symbol {
  const char *name;
  CatUnit unit;
} Symbol;

static const Symbol symbols[] = {
    // length, mass, time, angle
    {"m", {1, 1, 0, 0, 0}},
    {"mm", {1e-3, 1, 0, 0, 0}},
    {"cm", {1e-2, 1, 0, 0, 0}},
    {"km", {1e3, 1, 0, 0, 0}},
    {"um", {1e-6, 1, 0, 0, 0}},
    {"kg", {1, 0, 1, 0, 0}},
    {"g", {1e-3, 0, 1, 0, 0}},
    {"t", {1e3, 0, 1, 0, 0}},
    {"s", {1, 0, 0, 1, 0}},
    {"ms", {1e-3, 0, 0, 1, 0}},
    {"us", {1e-6, 0, 0, 1, 0}},
    {"min", {60, 0, 0, 1, 0}},
    {"h", {3600, 0, 0, 1, 0}},
    {"rad", {1, 0, 0, 0, 1}},
    {"deg", {PI / 180, 0, 0, 0, 1}},
    // force, stress, energy, power, frequency
    {"N", {1, 1, 1, -2, 0}},
    {"mN", {1e-3, 1, 1, -2, 0}},
    {"daN", {10, 1, 1, -2, 0}},
    {"kN", {1e3, 1, 1, -2, 0}},
    {"MN", {1e6, 1, 1, -2, 0}},
    {"Pa", {1, -1, 1, -2, 0}},
    {"kPa", {1e3, -1, 1, -2, 0}},
    {"MPa", {1e6, -1, 1, -2, 0}},
    {"GPa", {1e9, -1, 1, -2, 0}},
    {"J", {1, 2, 1, -2, 0}},
    {"kJ", {1e3, 2, 1, -2, 0}},
    {"W", {1, 2, 1, -3, 0}},
    {"kW", {1e3, 2, 1, -3, 0}},
    {"Hz", {1, 0, 0, -1, 0}},
    {"kHz", {1e3, 0, 0, -1, 0}},
    // pure numbers
    {"1", {1, 0, 0, 0, 0}},
    {"%", {1e-2, 0, 0, 0, 0}},
};

typedef struct Dimension {
  signed char m, kg, s, rad;
  const char *name, *examples;
} Dimension;

static const Dimension dimensions[] = {
    {0, 0, 0, 0, "number", "no unit"},
    {1, 0, 0, 0, "length", "m, mm, km"},
    {2, 0, 0, 0, "area", "m2, mm2"},
    {0, 1, 0, 0, "mass", "kg, g, t"},
    {0, 0, 1, 0, "time", "s, ms"},
    {0, 0, -1, 0, "frequency or rate", "Hz, 1/s"},
    {0, 0, 0, 1, "angle", "rad, deg"},
    {1, 0, -1, 0, "speed", "m/s, km/h"},
    {1, 0, -2, 0, "acceleration", "m/s2"},
    {1, 1, -2, 0, "force", "N, kN"},
    {0, 1, -2, 0, "stiffness", "N/m, kN/m"},
    {0, 1, -1, 0, "damping", "N s/m"},
    {-1, 1, -1, 0, "damping per length", "N s/m2"},
    {-1, 1, 0, 0, "mass per length", "kg/m, kg/km"},
    {-1, 1, -2, 0, "stress or modulus", "Pa, MPa, GPa, N/mm2"},
    {3, 1, -2, 0, "bending stiffness", "N m2"},
    {2, 1, -2, 0, "energy or moment", "J, N m"},
    {2, 1, -3, 0, "power", "W, kW"},
    {2, 1, 0, 0, "moment of inertia", "kg m2"},
    {2, 1, -2, -1, "torsional stiffness", "N m/rad"},
    {2, 1, -1, -1, "torsional damping", "N m s/rad"},
    {-2, 1, -2, 0, "cubic stiffness", "N/m3"},
    {-4, 1, -2, 0, "quintic stiffness", "N/m5"},
};

enum {
  NSYMBOL = sizeof symbols / sizeof *symbols,
  NDIMENSION = sizeof dimensions / sizeof *dimensions
};

static const Symbol *symbol_find(const char *name, size_t n) {
  for (int i = 0; i < NSYMBOL; i++) {
    if (strlen(symbols[i].name) == n && memcmp(symbols[i].name, name, n) == 0) return &symbols[i];
  }
  return NULL;
}

static bool unit_multiply(CatUnit *u, CatUnit by, int power) {
  int m = u->m + power * by.m, kg = u->kg + power * by.kg;
  int s = u->s + power * by.s, rad = u->rad + power * by.rad;
  if (abs(m) > 99 || abs(kg) > 99 || abs(s) > 99 || abs(rad) > 99) return false;
  *u = (CatUnit){u->factor * pow(by.factor, power), (signed char)m, (signed char)kg, (signed char)s,
                 (signed char)rad};
  return true;
}

// The exponent behind a symbol: "2", "^2", "^-1" or the superscripts of UTF-8; 1 if there is none.
static int exponent_read(const char **at) {
  const char *p = *at;
  if (strncmp(p, "\xc2\xb2", 2) == 0) return *at += 2, 2;
  if (strncmp(p, "\xc2\xb3", 2) == 0) return *at += 2, 3;
  bool caret = *p == '^';
  if (caret) p++;
  int sign = caret && *p == '-' ? -1 : 1;
  if (sign < 0) p++;
  if (!isdigit((unsigned char)*p)) return 1;
  int value = *p++ - '0';
  *at = p;
  return sign * value;
}

// A symbol is letters, or a lone % or 1.
static size_t symbol_length(const char *p) {
  size_t n = 0;
  while (cat_is_letter(p[n])) n++;
  return n ? n : (*p == '%' || *p == '1');
}

static void symbol_copy(const char *p, char *out, size_t size) {
  if (!out || size == 0) return;
  size_t n = strcspn(p, " */");
  if (n >= size) n = size - 1;
  memcpy(out, p, n);
  out[n] = '\0';
}

bool cat_unit_parse(const char *text, CatUnit *out, char *unknown, size_t size) {
  *out = (CatUnit){1, 0, 0, 0, 0};
  bool percent = false;
  int sign = 1;  // -1 behind a slash, which holds for one factor: a/b c is (a/b) c
  const char *p = text + strspn(text, " ");
  while (*p) {
    size_t n = symbol_length(p);
    bool again = *p == '%' && percent;  // a hundredth of a hundredth is nobody's unit
    percent |= *p == '%';
    const Symbol *symbol = n ? symbol_find(p, n) : NULL;
    symbol_copy(p, unknown, size);
    if (!symbol) return false;
    if (again) return symbol_copy("", unknown, size), false;
    p += n;
    if (!unit_multiply(out, symbol->unit, sign * exponent_read(&p))) return false;
    p += strspn(p, " ");
    sign = 1;
    if (*p == '/') sign = -1;
    if (*p == '/' || *p == '*') {
      p += 1;
      p += strspn(p, " ");
      symbol_copy(p, unknown, size);
      if (!*p) return false;  // nothing behind the operator
    }
  }
  return true;
}

bool cat_unit_same_dimension(CatUnit a, CatUnit b) {
  return a.m == b.m && a.kg == b.kg && a.s == b.s && a.rad == b.rad;
}

static const Dimension *dimension_find(CatUnit u) {
  for (int i = 0; i < NDIMENSION; i++) {
    const Dimension *d = &dimensions[i];
    if (d->m == u.m && d->kg == u.kg && d->s == u.s && d->rad == u.rad) return d;
  }
  return NULL;
}

const char *cat_unit_dimension(CatUnit u) {
  const Dimension *d = dimension_find(u);
  return d ? d->name : NULL;
}

const char *cat_unit_examples(CatUnit u) {
  const Dimension *d = dimension_find(u);
  return d ? d->examples : NULL;
}

// Length of a decimal literal: sign, digits with at most one point, exponent. 0 if there is none.
static size_t decimal_length(const char *p) {
  size_t n = 0, digits = 0;
  if (p[n] == '+' || p[n] == '-') n++;
  while (isdigit((unsigned char)p[n])) n++, digits++;
  if (p[n] == '.') n++;
  while (isdigit((unsigned char)p[n])) n++, digits++;
  if (!digits) return 0;
  if (p[n] == 'e' || p[n] == 'E') {
    size_t e = n + 1;
    if (p[e] == '+' || p[e] == '-') e++;
    if (isdigit((unsigned char)p[e])) {
      while (isdigit((unsigned char)p[e])) e++;
      n = e;
    }
  }
  return n;
}

static bool looks_not_finite(const char *p) {
  if (*p == '+' || *p == '-') p++;
  if (*p == '.') p++;  // YAML's .nan and .inf
  return cat_begins_caseless(p, "nan") || cat_begins_caseless(p, "inf");
}

CatNumberFault cat_number_parse(const char *text, double *out, const char **rest) {
  const char *p = text + strspn(text, " ");
  *out = 0;
  *rest = p;
  if (!*p) return CAT_NUMBER_EMPTY;
  if (looks_not_finite(p)) return CAT_NUMBER_NOT_FINITE;
  size_t sign = (*p == '+' || *p == '-') ? 1 : 0;
  if (p[sign] == '0' && (p[sign + 1] == 'x' || p[sign + 1] == 'X')) return CAT_NUMBER_HEX;
  size_t n = decimal_length(p);
  if (!n) return CAT_NUMBER_SYNTAX;
  if (p[n] == ',' && isdigit((unsigned char)p[n + 1])) return CAT_NUMBER_COMMA;
  char *end = NULL;
  *out = cat_decimal_read(p, &end);
  *rest = p + n;
  if (!isfinite(*out)) return CAT_NUMBER_OVERFLOW;
  return end == p + n ? CAT_NUMBER_OK : CAT_NUMBER_SYNTAX;
}
