// Numbers to text and back, the same whatever locale the host program has set. All of src/ formats
// and reads floating-point numbers through these; tests/tools/locale.sh forbids other ways.
#ifndef CAT_BASE_C_LOCALE_H
#define CAT_BASE_C_LOCALE_H

#include <locale.h>

#include "context.h"

int cat_format(char *text, size_t size, const char *fmt, ...) CAT_PRINTF(3, 4);  // as snprintf
int cat_vformat(char *text, size_t size, const char *fmt, va_list args) CAT_PRINTF(3, 0);
double cat_decimal_read(const char *text, char **end);  // as strtod
const char *cat_errno_text(int error);                  // as strerror, and safe in threads

// In between, this thread is in the C locale: for libraries that format numbers themselves.
locale_t cat_locale_begin(void);
void cat_locale_end(locale_t before);

// Letters of ASCII: what a letter is, and its other case, depends on the locale elsewhere.
bool cat_is_letter(char c);
char cat_lower_case(char c);
bool cat_same_caseless(const char *a, const char *b);
bool cat_begins_caseless(const char *text, const char *word);

#endif
