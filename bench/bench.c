// What a step costs, in one run and one table; then the proofs of what is claimed of it.
//
//   bench [--spans N] [--table | --proofs] [--csv FILE] [--plot FILE] [--keep FILE] [--page FILE]
//         [--commit ID]
//   bench --proof NAME          one of agreement, slack, irregular, nonlinear, jitter
//   bench [--tension SHARE] --steps SOLVER N     N steps and nothing else, for bench/instructions;
//                               droppers with this share of their tension at rest
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cost.h"
#include "kernels.h"
#include "proofs.h"
#include "rig.h"

typedef struct Options {
  int spans;           // only this size; 0: all
  bool table, proofs;  // which parts
  const char *proof;   // only this one; NULL: all
  const char *csv, *plot, *keep, *page, *commit;
  const char *solver;  // steps of it only
  long steps;
  double share;  // of the droppers' tension at rest that they get
} Options;

static int usage(void) {
  fprintf(stderr, "usage: bench [--spans N] [--table | --proofs] [--csv FILE] [--plot FILE]\n"
                  "             [--keep FILE] [--page FILE] [--commit ID]\n"
                  "       bench --proof agreement|slack|irregular|nonlinear|jitter\n"
                  "       bench [--tension SHARE] --steps SOLVER N\n");
  return 2;
}

static bool read_option(Options *o, char **arg, int *used) {
  const struct {
    const char *name, **value;
  } texts[] = {{"--csv", &o->csv},
               {"--plot", &o->plot},
               {"--keep", &o->keep},
               {"--page", &o->page},
               {"--commit", &o->commit}};
  *used = 1;
  if (strcmp(arg[0], "--table") == 0) return o->proofs = false, true;
  if (strcmp(arg[0], "--proofs") == 0) return o->table = false, true;
  if (!arg[1]) return false;
  *used = 2;
  if (strcmp(arg[0], "--proof") == 0) return o->proof = arg[1], o->table = false, true;
  if (strcmp(arg[0], "--spans") == 0) return (o->spans = atoi(arg[1])) > 0;
  if (strcmp(arg[0], "--tension") == 0) return (o->share = atof(arg[1])) > 0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (strcmp(arg[0], texts[i].name) == 0) return *texts[i].value = arg[1], true;
  }
  if (strcmp(arg[0], "--steps") != 0 || !arg[2]) return false;
  *used = 3;
  o->solver = arg[1];
  return (o->steps = atol(arg[2])) > 0;
}

// LAPACK's solve is to run on one core, and its library looks at this when it is loaded.
static void one_thread(char **argv) {
  const char *threads = getenv("OPENBLAS_NUM_THREADS");
  if (threads && strcmp(threads, "1") == 0) return;
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  execv("/proc/self/exe", argv);
}

static int steps_only(const Options *o) {
  Line line;
  Run run;
  line_new(&line, &(Ask){.file = "cases/ac-simple/320.yaml", .most = o->steps});
  bool there = run_new(&run, &line, o->solver);
  if (there) {
    if (o->share != 1) run_tighten(&run, o->share);
    run_block(&run, o->steps);
  } else {
    fprintf(stderr, "bench: no solver %s\n", o->solver);
  }
  run_free(&run);
  line_free(&line);
  return there ? 0 : 2;
}

static bool keep(const Options *o, const Table *t, const Facts *facts) {
  bool ok = true;
  if (o->csv) ok &= table_write(t, o->csv, NULL);
  if (o->keep) ok &= table_write(t, o->keep, facts);
  if (o->plot) ok &= table_plot(t, o->plot, facts);
  if (!ok) fprintf(stderr, "bench: the results could not be written\n");
  return ok;
}

// The benchmark's own size first; the files are written anew after each size.
static bool measure_table(const Options *o, Table *t, const Facts *facts) {
  static const int sizes[] = {20, 5, 10, 40, 80};
  bool ok = true;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    if (o->spans && sizes[i] != o->spans) continue;
    cost_measure(t, sizes[i]);
    if (sizes[i] == 20) cost_limits(t, 20);
    fflush(stdout);
    ok &= keep(o, t, facts);
  }
  proofs_growth(t);
  return ok;
}

static const struct {
  const char *name;
  void (*measure)(Table *t);
} proofs[] = {{"agreement", proofs_agreement},
              {"slack", proofs_slack},
              {"irregular", proofs_irregular},
              {"nonlinear", proofs_nonlinear},
              {"jitter", proofs_jitter}};

static void measure_proofs(const Options *o, Table *t) {
  for (size_t i = 0; i < sizeof proofs / sizeof *proofs; i++) {
    if (!o->proof || strcmp(o->proof, proofs[i].name) == 0) proofs[i].measure(t);
  }
}

int main(int argc, char **argv) {
  Options o = {.table = true, .proofs = true, .commit = "unknown", .share = 1};
  for (int i = 1, used = 1; i < argc; i += used) {
    if (!read_option(&o, argv + i, &used)) return usage();
  }
  one_thread(argv);
  if (o.solver) return steps_only(&o);
  Table *t = bench_memory(1, sizeof *t);
  Facts facts = facts_find(o.commit, kernels_widest()->name);
  double begin = cat_clock_now();
  bool ok = true;
  printf("%s; %s; %s; %s; vectors: %s; commit %s\n", facts.processor, facts.cache, facts.system,
         facts.compiler, facts.code, facts.commit);
  if (o.table) ok = measure_table(&o, t, &facts);
  if (o.proofs) measure_proofs(&o, t);
  if (o.page && !table_page(t, o.page, &facts)) {
    fprintf(stderr, "bench: %s could not be written\n", o.page);
    ok = false;
  }
  printf("\n%d of %d limits met, %.0f s\n", t->checks - t->missed, t->checks,
         cat_clock_now() - begin);
  ok &= t->missed == 0 && t->checks > 0;  // nothing measured is nothing met
  free(t);
  return ok ? 0 : 1;
}
