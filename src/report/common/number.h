// Numbers as text, with a decimal point whatever the locale.
#ifndef CAT_REPORT_COMMON_NUMBER_H
#define CAT_REPORT_COMMON_NUMBER_H

#include "base/text.h"

enum { CAT_NUMBER_TEXT = 32 };

// The shortest text that reads back as the same number: at most 17 significant digits.
const char *cat_number_exact(double value, char text[CAT_NUMBER_TEXT]);
// So many significant digits at most.
const char *cat_number_rounded(double value, int digits, char text[CAT_NUMBER_TEXT]);
// For people: five significant digits, whole numbers in full, "n/a" if not finite.
const char *cat_number_plain(double value, char text[CAT_NUMBER_TEXT]);

#endif
