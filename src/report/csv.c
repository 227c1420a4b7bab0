// channels.csv: one table, the names with their units in the first row.
#include <string.h>

#include "report/common/number.h"
#include "writers.h"

// RFC 4180: a field with a comma, a quote or a line end stands in quotes.
static void add_field(CatText *out, const char *name, const char *unit) {
  bool quoted = strpbrk(name, ",\"\r\n") || strpbrk(unit, ",\"\r\n");
  if (quoted) cat_text_add(out, "\"");
  const char *parts[] = {name, " [", unit, "]"};
  for (int i = 0; i < 4; i++) {
    for (const char *c = parts[i]; *c; c++) {
      if (*c == '"') cat_text_add(out, "\"");
      cat_text_add_bytes(out, c, 1);
    }
  }
  if (quoted) cat_text_add(out, "\"");
}

CatStatus cat_csv_write(const CatTable *table, CatText *out) {
  char text[CAT_NUMBER_TEXT];
  for (int i = 0; i < table->nchannel; i++) {
    if (i) cat_text_add(out, ",");
    add_field(out, table->channel[i].name, table->channel[i].unit);
  }
  cat_text_add(out, "\n");
  for (size_t row = 0; row < table->n && !out->failed; row++) {
    for (int i = 0; i < table->nchannel; i++) {
      if (i) cat_text_add(out, ",");
      cat_text_add(out, cat_number_exact(table->channel[i].data[row], text));
    }
    cat_text_add(out, "\n");
  }
  return cat_text_ok(out);
}
