#include "rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/kinds.h"
#include "base/clock.h"
#include "input/input.h"
#include "post/filter.h"
#include "post/force.h"
#include "structure/lanes/lanes.h"

//------------------------------------------------------------------------------- lines

static void say_errors(const CatContext *ctx) {
  char text[1024];
  for (int i = 0; i < cat_context_errors(ctx) && cat_context_error(ctx, i); i++) {
    fprintf(stderr, "bench: %s\n", cat_error_text(cat_context_error(ctx, i), text, sizeof text));
  }
}

static void must(const Line *line, CatStatus status) {
  if (!status) return;
  say_errors(line->ctx);
  fprintf(stderr, "bench: %s: %s\n", line->ask.file, cat_status_text(status));
  exit(3);
}

// Where the statistics are taken: the window asked for, or the middle half of the line.
static void find_window(Line *line, const CatTrainSpec *values) {
  const Ask *a = &line->ask;
  double length = 0;
  for (int i = 0; i < values->line.nspan; i++) {
    const CatSpanSpec *s = &values->line.spans[i];
    length += s->length * (s->repeat ? s->repeat : 1);
  }
  bool given = a->to > a->from && a->to < length;
  line->window[0] = given ? a->from : length / 4;
  line->window[1] = given ? a->to : 3 * length / 4;
}

typedef struct Sets {
  char text[RIG_SETS][64];
  const char *list[RIG_SETS];
  int n;
} Sets;

static void add(Sets *s, const char *form, double value) {
  char number[24];
  snprintf(number, sizeof number, "%.10g", value);
  snprintf(s->text[s->n], sizeof s->text[0], "%s=%s", form, number);
  s->list[s->n] = s->text[s->n];
  s->n++;
}

static void add_word(Sets *s, const char *key, const char *word) {
  snprintf(s->text[s->n], sizeof s->text[0], "%s=%s", key, word);
  s->list[s->n] = s->text[s->n];
  s->n++;
}

// The whole line is of interest here, so the window is kept out of the case.
static CatStatus load(const Line *line, const char *solver, CatSpec **out) {
  const Ask *a = &line->ask;
  Sets sets = {.n = 0};
  char path[512];
  add_word(&sets, "measure.energy", "false");
  add_word(&sets, "measure.from", "0");
  add_word(&sets, "measure.to", "0");
  bool nonlinear = strcmp(solver, "nonlinear") == 0;
  add_word(&sets, "solver", nonlinear ? "band" : solver);
  if (nonlinear) add_word(&sets, "dynamics", "nonlinear");
  if (a->spans) add(&sets, "line.spans[0].repeat", a->spans);
  if (a->speed > 0) add(&sets, "run.speed", a->speed / 3.6);
  if (a->held) add_word(&sets, "line.support.along_track", "held");
  if (a->force > 0) add(&sets, "pantograph[0].static_force", a->force);
  snprintf(path, sizeof path, "%s/%s", CAT_SOURCE_DIR, a->file);
  CatInputOptions o = {.sets = sets.list, .nset = sets.n, .library = CAT_SOURCE_DIR "/cases"};
  return cat_input_load(line->ctx, cat_kind_list(), path, &o, out);
}

void line_new(Line *line, const Ask *ask) {
  *line = (Line){.ask = *ask, .ctx = cat_context_new(NULL)};
  must(line, line->ctx ? CAT_OK : CAT_ERR_MEMORY);
  must(line, load(line, "band", &line->spec));
  const CatTrainSpec *values = cat_spec_values(line->spec);
  CatRestReport report;
  find_window(line, values);
  must(line, cat_line_model_new(line->ctx, &values->line, &line->m));
  must(line, cat_rest_find(line->ctx, line->spec, line->m, &line->rest, &report));
  int ends = line->m->nspan + 1;  // of the first section
  line->spans = line->m->nspan;
  if (line->m->nmast > ends) line->spans += line->m->nmast - ends - 1;
}

void line_free(Line *line) {
  cat_configuration_free(line->rest);
  cat_line_model_free(line->m);
  cat_spec_free(line->spec);
  cat_context_free(line->ctx);
}

//------------------------------------------------------------------------------- runs

static void plan(Run *r) {
  const CatTrainSpec *s = r->values;
  const double *mast = r->line->m->mast;
  int last = r->line->m->nspan;
  double to = (mast[last] + mast[last - 1]) / 2;  // the anchored end is hard
  long all = (long)floor((to - s->run.from) / s->run.speed / s->time.step);
  r->steps = r->line->ask.most && r->line->ask.most < all ? r->line->ask.most : all;
}

bool run_new(Run *r, const Line *line, const char *solver) {
  *r = (Run){.line = line};
  snprintf(r->name, sizeof r->name, "%s", solver);
  if (load(line, solver, &r->spec)) {
    cat_context_clear(line->ctx);
    return false;
  }
  r->values = cat_spec_values(r->spec);
  plan(r);
  size_t n = (size_t)r->steps;
  CatObservePlan watch;
  CatStatus status = cat_line_sim_new(line->ctx, r->values, line->m, line->rest, &r->c);
  if (status == CAT_ERR_ARG) {  // the solver cannot take this line
    say_errors(line->ctx);
    cat_context_clear(line->ctx);
    cat_spec_free(r->spec);
    *r = (Run){0};
    return false;
  }
  must(line, status);
  r->rec = cat_record_new(line->ctx);
  must(line, r->rec ? CAT_OK : CAT_ERR_MEMORY);
  must(line, cat_train_observe(r->c->arena, r->c, r->steps, &watch));
  must(line, cat_observed_new(r->rec, r->c->sim, &watch, &r->seen));
  r->took = samples_new(n);
  r->x = bench_memory(n, sizeof *r->x);
  r->force = bench_memory(n, sizeof *r->force);
  r->smooth = bench_memory(n, sizeof *r->smooth);
  r->words = r->c->ties.n / 64 + 1;
  r->slack = bench_memory(n * (size_t)r->words, sizeof *r->slack);
  run_again(r);
  return true;
}

void run_free(Run *r) {
  if (!r->c) return;
  cat_line_sim_free(r->c);
  cat_record_free(r->rec);
  cat_spec_free(r->spec);
  samples_free(&r->took);
  free(r->x), free(r->force), free(r->smooth), free(r->slack);
  *r = (Run){0};
}

void run_again(Run *r) {
  double force[16] = {0};
  for (int i = 0; i < r->c->sim->ncontact; i++)
    force[i] = r->values->pantograph[i].body.static_force;
  cat_observed_forget(&r->seen, r->c->sim);
  must(r->line, cat_line_sim_start(r->c, force));
  r->done = r->nslack = 0;
  samples_forget(&r->took);
  memset(r->slack, 0, (size_t)r->steps * (size_t)r->words * sizeof *r->slack);
}

void run_tighten(Run *r, double share) {
  for (int i = 0; i < r->c->ties.n; i++) r->c->ties.rest[i] *= share;
  run_again(r);
}

static void record(Run *r) {
  uint64_t *set = r->slack + r->done * r->words;
  r->x[r->done] = r->c->sim->contact[0].x;
  r->force[r->done] = r->c->sim->contact[0].force;
  for (int i = 0; i < r->c->ties.n; i++) {
    if (r->c->ties.y[i] <= 0) continue;
    set[i / 64] |= (uint64_t)1 << (i % 64);
    r->nslack++;
  }
  r->done++;
}

void run_block(Run *r, long n) {
  double pace = samples_pace();
  for (long i = 0; i < n && r->done < r->steps; i++) {
    double begin = cat_clock_now();
    CatStatus status = cat_sim_step(r->c->sim);
    samples_add(&r->took, cat_clock_now() - begin);
    must(r->line, status);
    cat_observed_step(&r->seen, r->c->sim);
    record(r);
  }
  samples_turn(&r->took, pace);
}

void run_finish(Run *r) {
  CatFilter f = {1 / r->values->time.step, 20, CAT_FILTER_ORDER};
  size_t n = (size_t)r->done;
  must(r->line, cat_filter_zero_phase(r->line->ctx, &f, r->force, n, r->smooth));
}

//------------------------------------------------------------------------------- comparison

static void rows(const Run *r, size_t *from, size_t *to) {
  cat_force_rows(r->x, (size_t)r->done, r->line->window, from, to);
}

Measures run_measures(const Run *r) {
  size_t from, to;
  Measures m = {.uplift = 0};
  rows(r, &from, &to);
  m.force = cat_stats(r->smooth + from, to - from);
  for (int k = 0; k < r->seen.nsupport; k++) {
    double x = r->line->m->mast[k];
    bool inside = x >= r->line->window[0] && x <= r->line->window[1];
    if (inside) m.uplift = fmax(m.uplift, r->seen.uplift[k]);
  }
  return m;
}

double run_cv(const Run *reference, const Run *r) {
  size_t from, to;
  double sum = 0, mean = 0;
  rows(reference, &from, &to);
  for (size_t i = from; i < to; i++) {
    double miss = reference->smooth[i] - r->smooth[i];
    sum += miss * miss;
    mean += reference->smooth[i];
  }
  double n = (double)(to - from);
  return 100 * sqrt(sum / n) / (mean / n);
}

double run_same_slack(const Run *a, const Run *b) {
  long same = 0;
  size_t bytes = (size_t)a->words * sizeof *a->slack;
  for (long i = 0; i < a->done; i++) {
    same += memcmp(a->slack + i * a->words, b->slack + i * a->words, bytes) == 0;
  }
  return (double)same / (double)a->done;
}

// Quasi-axial lanes carry fewer unknowns than the line has: no modes along the wires.
int run_dof(const Run *r) {
  if (!strstr(r->name, "quasi-axial")) return r->c->system.n;
  return cat_lanes_counts((const CatLanes *)r->c->structure).unknowns;
}
