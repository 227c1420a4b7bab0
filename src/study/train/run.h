// The kind "train": pantographs run under a line; contact force, uplift, statistics.
#ifndef CAT_STUDY_TRAIN_RUN_H
#define CAT_STUDY_TRAIN_RUN_H

#include "checkpoint.h"
#include "halve.h"
#include "line_case.h"
#include "monitor/frames.h"
#include "monitor/ledger.h"
#include "monitor/observe.h"
#include "post/force.h"
#include "record/record.h"

CatStatus cat_train_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec);
// The same with checkpoints, or from one; NULL: without.
CatStatus cat_train_run_kept(CatContext *ctx, const CatSpec *spec, const CatKeep *keep,
                             CatRecord *rec);
CatStatus cat_train_rest(CatContext *ctx, const CatSpec *spec, CatRecord *rec);
CatStatus cat_train_modes(CatContext *ctx, const CatSpec *spec, CatRecord *rec);

typedef struct CatTrainMeasure {
  CatForce force;
  double height_range;  // of the contact point in the window [m]
  double speed[2];      // lowest and highest there [m/s]
  size_t from, to;      // rows of the window: from <= i < to
  double window[2];     // places where they begin and end [m]
  CatForce u;           // numerical uncertainty of the force's statistics; zero: not known
  double u_height;      // likewise [m]
} CatTrainMeasure;

// The numerical uncertainty of a run (uncertainty.h).
enum { CAT_FURTHER_RUNS = 3, CAT_UNCERTAIN_TEXT = 1024 };
#define CAT_NUDGE 1e-3  // of the static forces [N]
typedef struct CatUncertain {
  const char *mode;    // "estimate", "none" or "target"; NULL: nobody was asked
  const char *why;     // there is none; NULL: there is one, or it failed
  const char *failed;  // what failed; NULL: nothing
  bool known, chaotic;
  int halvings[2];     // of the step, and of the elements, in the further runs
  bool doubtful;       // not even they resolve the cutoff
  double gain;         // rms change of the force by the nudge, over the nudge
  double elements;     // of the run with smaller ones
  double *sample;      // of each quantity: this run, and the further ones
  double *difference;  // rms of the filtered force, for each pantograph and further run [N]
  double *uplift;      // of each support; last: of the maximum in the window [m]
  double seconds;      // that the further runs took
} CatUncertain;

// A run, shared by the files that step, measure, record and plot it.
typedef struct CatTrain {
  CatContext *ctx;
  const CatSpec *input;
  const CatTrainSpec *spec;
  CatLineCase line;
  CatLedger *ledger;  // NULL: none is kept
  CatLedger *booked;  // the same, or NULL while tuning
  bool unbooked;      // a pantograph keeps no account: there is no ledger
  char trial[64];     // what its stages are part of; "": nothing
  bool unseen;        // nobody looks at it: it keeps no frames
  CatRecord *rec;     // NULL: nothing is recorded
  CatTable *table;    // "time"
  double *row;
  int speed_column, section_column;  // where they begin, behind those of pantographs; 0: none
  long steps, done;                  // of the run; taken so far. LONG_MAX: it has no end
  long first;                        // step at which the record begins
  long rows;                         // steps that it has room for
  double *static_force;              // of each pantograph [N]
  double *target;                    // mean force to be met [N]; 0: none
  double *used;                      // static forces of the run before
  float *step_seconds;               // what each step took (steps)
  int tuning;                        // runs that it took to find it
  bool partial;                      // it ended early: nothing is judged
  CatObserved seen;
  CatFrameMonitor frames;
  CatTrainMeasure *measure;  // of each pantograph
  CatUncertain uncertain;
  double seconds;              // of the steps of the last run
  double tuned_seconds;        // and of those before it
  double ledger_seconds;       // of the ledger in it
  CatHalving *halving;         // NULL: steps are what they are
  long halved;                 // steps that were done in parts
  int finest;                  // how often the smallest of these was halved
  const CatKeep *keep;         // NULL: no checkpoints
  double kept;                 // when the last one was written [s]
  const CatKeep *resume;       // where the next march begins; NULL: at its beginning
  bool repeated;               // of runs that tune: the last once more, for its ledger
  int (*on_step)(void *user);  // after each step of a march; not 0: stop. NULL: nobody asks
  void *user;
} CatTrain;

// run.c: all marches of a run that is prepared and recorded. The last one is the result.
CatStatus cat_train_marches(CatTrain *r);

// All of a run: the line, the marches, the further runs, results.
CatStatus cat_train_whole(CatTrain *r);
// accuracy.c: until the accuracy asked for is met. Step and elements of the run that is to be the
// result go to spec; what kept it from being met, to why (empty: nothing).
CatStatus cat_train_refine(CatContext *ctx, const CatSpec *input, CatTrainSpec *spec, CatLine *why);

// march.c. A run is prepared once (r->line is open), given a record if it is to have one, begun,
// and marched to a step.
CatStatus cat_train_prepare(CatTrain *r);
CatStatus cat_train_record(CatTrain *r, CatRecord *rec);  // before it begins
CatStatus cat_train_begin(CatTrain *r, CatLedger *ledger);
void cat_train_begin_record(CatTrain *r);         // anew, from where the simulation is
CatStatus cat_train_advance(CatTrain *r);         // by one step
CatStatus cat_train_march(CatTrain *r, long to);  // at most to its end; LONG_MAX: to its end
void cat_train_plan(CatTrain *r);                 // how many steps, after the speed was set

CatWindow cat_window_find(const CatTrainSpec *spec, const CatLineModel *m);
// What there is to watch of a line (plan.c); arrays from the arena.
CatStatus cat_train_observe(CatArena *a, const CatLineSim *c, long steps, CatObservePlan *out);
void cat_train_close(CatTrain *r);  // its line and simulations; the record stays
// run_statistics.c: energy and timing in results and summary.
CatStatus cat_train_statistics(CatTrain *r);
// A motion that the scheme made, to a good part, is not the line's: a run that has it failed.
CatStatus cat_train_check_created(CatTrain *r);

// measure.c
CatStatus cat_train_measure(CatTrain *r);
CatStatus cat_train_warn_window(CatTrain *r);    // that is not all there
CatStatus cat_train_check_contact(CatTrain *r);  // there was some in the window of each
CatForceSignal cat_train_signal(const CatTrain *r, int contact);  // with its window
double cat_train_uplift(const CatTrain *r);  // maximum at the supports in the window [m]
// validity.c: what the linear line, a short one or an early window leave in doubt
CatStatus cat_train_validity(CatTrain *r);
// sections.c: the forces of a pantograph on the wires of two sections that overlap
int cat_train_section_columns(const CatTrain *r);  // 0: there is one section
CatStatus cat_train_section_titles(CatTrain *r, CatColumn *at);
void cat_train_section_row(const CatTrain *r, double *at);
CatStatus cat_train_section_results(CatTrain *r, int i);
void cat_train_section_summary(CatTrain *r, cJSON *of, int i);
CatStatus cat_train_section_figure(CatTrain *r, int i, const char *title, const char *group);
// plots.c
CatStatus cat_train_plots(CatTrain *r);
// results.c
const char *cat_train_name(const CatTrain *r, int contact);   // of a pantograph
const char *cat_train_label(const CatTrain *r, int contact);  // told apart from the others
CatStatus cat_train_tables(CatTrain *r);
CatStatus cat_train_results(CatTrain *r);

#endif
