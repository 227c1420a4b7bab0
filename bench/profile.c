// Where the time of a whole run goes, from the case file to the last byte of its results, as a
// table in Markdown: bench-profile CASE... The stages are those of cat_train_run and
// cat_report_write, one after the other, each with a clock of its own.
#include <stdio.h>
#include <string.h>

#include "api/case.h"
#include "base/clock.h"
#include "report/report.h"
#include "study/train/run.h"

enum { STAGES = 14 };

typedef struct Stage {
  const char *name;
  double seconds;
} Stage;

typedef struct Profile {
  Stage stage[STAGES];
  int n;
  double mark;  // when the stage that is next began
} Profile;

static void add(Profile *p, const char *name, double seconds) {
  p->stage[p->n++] = (Stage){name, seconds};
}

static double lap(Profile *p) {
  double before = p->mark;
  p->mark = cat_clock_now();
  return p->mark - before;
}

static CatStatus simulate(CatContext *ctx, const CatSpec *spec, CatRecord *rec, Profile *p) {
  CatTrain r = {.ctx = ctx, .input = spec, .spec = cat_spec_values(spec), .rec = rec};
  CatStatus status = cat_line_case_build(ctx, spec, r.spec, &r.line);
  double built = lap(p);
  add(p, "shape at rest", r.line.rest_seconds);
  add(p, "linear system, set-up of the solver", built - r.line.rest_seconds);
  if (status == CAT_OK) status = cat_train_prepare(&r);
  if (status == CAT_OK) status = cat_train_record(&r, rec);
  add(p, "room for the record, set-up of the ledger", lap(p));
  if (status == CAT_OK) status = cat_train_marches(&r);
  double marched = lap(p), kept = r.tuned_seconds + r.seconds;
  if (r.tuning > 1) add(p, "steps of the runs that tune the static force", r.tuned_seconds);
  add(p, "steps of the run that is the result", r.seconds);
  add(p, "ledger", r.ledger_seconds);
  add(p, "start, recording, filters, statistics", marched - kept - r.ledger_seconds);
  if (status == CAT_OK) status = cat_train_results(&r);
  add(p, "results: tables, spectra, plots", lap(p));
  cat_line_case_free(&r.line);
  add(p, "freeing the line", lap(p));
  return status;
}

static CatStatus write_files(CatContext *ctx, const CatSpec *spec, CatRecord *rec, Profile *p) {
  static const struct {
    const char *name;
    CatReportFile file;
  } all[] = {{"results.h5", CAT_REPORT_RESULTS},
             {"report.html", CAT_REPORT_PAGE},
             {"summary.json", CAT_REPORT_SUMMARY}};
  cat_record_set_status(rec, CAT_RUN_OK, "");
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    CatText text = cat_text_new(ctx);
    CatStatus status = cat_report_file(ctx, spec, rec, all[i].file, &text);
    cat_text_free(&text);
    if (status) return status;
    add(p, all[i].name, lap(p));
  }
  return CAT_OK;
}

static CatStatus profile(CatContext *ctx, const char *path, Profile *p) {
  CatCaseSource source = {.size = sizeof source, .path = path};
  CatCase *c = NULL;
  p->mark = cat_clock_now();
  CatStatus status = cat_case_load(ctx, &source, &c);
  add(p, "reading and checking the case", lap(p));
  CatRecord *rec = status ? NULL : cat_record_new(ctx);
  if (status == CAT_OK) status = rec ? simulate(ctx, c->spec, rec, p) : CAT_ERR_MEMORY;
  if (status == CAT_OK) status = write_files(ctx, c->spec, rec, p);
  cat_record_free(rec);
  cat_case_free(c);
  return status;
}

// The fastest of some turns counts, stage by stage.
static void merge(Profile *best, const Profile *p) {
  if (best->n == 0) *best = *p;
  for (int i = 0; i < p->n && i < best->n; i++) {
    if (p->stage[i].seconds < best->stage[i].seconds) best->stage[i] = p->stage[i];
  }
}

static void print(const char *path, const Profile *p) {
  const char *name = strstr(path, "cases/");
  double sum = 0;
  for (int i = 0; i < p->n; i++) sum += p->stage[i].seconds;
  printf("\n`run %s`, %.2f s in all:\n\n| stage | ms | %% |\n|---|---|---|\n",
         name ? name + strlen("cases/") : path, sum);
  for (int i = 0; i < p->n; i++) {
    double s = p->stage[i].seconds;
    printf("| %s | %.1f | %.1f |\n", p->stage[i].name, 1e3 * s, 100 * s / sum);
  }
}

int main(int argc, char **argv) {
  enum { TURNS = 3 };
  for (int i = 1; i < argc; i++) {
    Profile best = {.n = 0};
    for (int turn = 0; turn < TURNS; turn++) {
      CatContext *ctx = cat_context_new(NULL);
      Profile p = {.n = 0};
      CatStatus status = ctx ? profile(ctx, argv[i], &p) : CAT_ERR_MEMORY;
      cat_context_free(ctx);
      if (status) {
        fprintf(stderr, "bench-profile: %s: %s\n", argv[i], cat_status_text(status));
        return 2;
      }
      merge(&best, &p);
    }
    print(argv[i], &best);
  }
  return argc > 1 ? 0 : 2;
}
