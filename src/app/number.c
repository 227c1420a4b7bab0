#include "number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool number_read(const char *text, double *out, const char **rest) {
  size_t sign = text[0] == '-' || text[0] == '+' ? 1 : 0;
  const char *digits = text + sign;
  bool begins = *digits && strchr("0123456789.", *digits);
  bool hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  char *end = NULL;
  *out = begins && !hex ? strtod(text, &end) : 0;
  *rest = end;
  return end && end > digits && isfinite(*out);
}
