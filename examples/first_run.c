// A first run: load a case, run it, print its results, write its report.
//
//   first_run CASE.yaml [FOLDER]
#include "example.h"

int main(int argc, char **argv) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = load(ctx, argc, argv);
  CatRecord *rec = NULL;
  must(ctx, cat_case_run(ctx, c, &rec));

  // results and verdicts as values
  for (int i = 0; i < cat_record_results(rec); i++) {
    const CatResult *r = cat_record_result_at(rec, i);
    printf("%-34s %-34s %10.4g %s\n", r->group, r->label, r->value, r->unit);
  }
  for (int i = 0; i < cat_record_verdicts(rec); i++) {
    const CatVerdict *v = cat_record_verdict_at(rec, i);
    printf("%-34s %-34s %10.4g %s: %s\n", v->standard, v->quantity, v->value, v->unit,
           v->pass ? "pass" : "FAIL");
  }

  // a channel over time, as an array
  const CatTable *time = cat_record_find(rec, "time");
  const CatChannel *force = cat_table_channel(time, "p1.force");
  double most = 0;
  for (size_t i = 0; i < time->n; i++) most = force->data[i] > most ? force->data[i] : most;
  printf("%zu rows; the highest %s is %.1f %s\n", time->n, force->name, most, force->unit);

  // the files that the program writes
  if (argc > 2) {
    CatOutput output = {.size = sizeof output, .dir = argv[2]};
    must(ctx, cat_results_write(ctx, c, rec, &output));
  }
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
  return 0;
}
