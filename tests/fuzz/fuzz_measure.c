// Any bytes as the CSV file of `catenaria measure`: what is accepted has results that are finite.
#include "fuzz.h"

#include "catenaria/catenaria.h"
#include "record/record.h"

static void measure(const char *path, CatMeasureOptions options) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  options.path = path;
  CatStatus status = cat_measure_file(ctx, &options, &c, &rec);
  FUZZ_CHECK((status == CAT_OK) == (rec != NULL) && (status == CAT_OK) == (c != NULL));
  FUZZ_CHECK((status == CAT_OK) == (cat_context_errors(ctx) == 0));
  FUZZ_CHECK(!rec || !cat_record_bad_value(rec));
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *path = fuzz_file(0, data, size);
  measure(path, (CatMeasureOptions){.size = sizeof(CatMeasureOptions)});
  measure(path, (CatMeasureOptions){.size = sizeof(CatMeasureOptions),
                                    .speed = 250 / 3.6,
                                    .cutoff = 5,
                                    .filter = "brick-wall",
                                    .column = "force",
                                    .window_time = {0.01, 1}});
  return 0;
}
