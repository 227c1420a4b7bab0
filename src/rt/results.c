// Channels, summary fields and results of a real-time run.
#include <math.h>
#include <string.h>

#include "base/c_locale.h"
#include "post/filter.h"
#include "post/results.h"
#include "rest/run.h"
#include "run.h"
#include "study/train/summary_fields.h"

//------------------------------------------------------------------------------- channels

static CatStatus name_columns(CatRt *r, CatColumn *c) {
  c[0] = (CatColumn){"t", "s", "time"};
  for (int i = 0; i < r->spec->npantograph; i++) {
    CatColumn *at = c + 1 + CAT_RT_COLUMNS * i;
    double cutoff = r->spec->measure.cutoff;
    at[0] = (CatColumn){cat_record_textf(r->rec, "p%d.x", i + 1), "m", "place along the track"};
    at[1] = (CatColumn){cat_record_textf(r->rec, "p%d.force", i + 1), "N", "contact force"};
    at[2] = (CatColumn){cat_record_textf(r->rec, "p%d.force_%gHz", i + 1, cutoff), "N",
                        "contact force, low-passed"};
    at[3] = (CatColumn){cat_record_textf(r->rec, "p%d.height", i + 1), "m",
                        "height of the contact wire over the strip"};
    at[4] = (CatColumn){cat_record_textf(r->rec, "p%d.velocity", i + 1), "m/s",
                        "rate of that height, with the strip on its way"};
    for (int k = 0; k < CAT_RT_COLUMNS; k++) {
      if (!at[k].name) return CAT_ERR_MEMORY;
    }
  }
  CatColumn *end = c + 1 + CAT_RT_COLUMNS * r->spec->npantograph;
  end[0] = (CatColumn){"compute", "us", "computing time of the step before"};
  end[1] = (CatColumn){"wake", "us", "latency of the wake-up before it"};
  return CAT_OK;
}

CatStatus cat_rt_tables(CatRt *r, size_t rows) {
  int n = 3 + CAT_RT_COLUMNS * r->spec->npantograph;
  CatColumn *c = CAT_ARENA(cat_record_arena(r->rec), n, CatColumn);
  if (!c) return CAT_ERR_MEMORY;
  CAT_TRY(name_columns(r, c));
  r->loop.table = cat_record_table(r->rec, "time", c, n, rows);
  return r->loop.table ? CAT_OK : CAT_ERR_MEMORY;
}

static double *column(const CatRt *r, int contact, int which) {
  return r->loop.table->channel[1 + CAT_RT_COLUMNS * contact + which].data;
}

//------------------------------------------------------------------------------- force

static CatStatus pantograph(CatRt *r, cJSON *list, int i) {
  const CatTrainPantograph *p = &r->spec->pantograph[i];
  CatRecord *rec = r->rec;
  const char *name = p->body.name && p->body.name[0] ? p->body.name : "pantograph";
  CatForceSignal s = {.force = column(r, i, 1),
                      .filtered = column(r, i, 2),
                      .n = r->loop.table->n,
                      .step = r->spec->time.step,
                      .cutoff = r->spec->measure.cutoff,
                      .to = r->loop.table->n,
                      .filter = (CatFilterType)r->spec->measure.filter};
  CatForce force;
  cJSON *fields = cat_summary_object(rec, list, NULL);
  cat_summary_text(rec, fields, "name", name);
  cat_summary_number(rec, fields, "speed_kmh", 3.6 * r->spec->run.speed);
  cat_summary_number(rec, fields, "static_force_N", r->static_force[i]);
  if (s.n < 2) return CAT_OK;
  CAT_TRY(cat_force_measure(r->ctx, &s, &force));
  cat_force_summary(rec, fields, &force, NULL);
  const char *group = cat_record_textf(rec, "Contact force, p%d", i + 1);
  return group ? cat_force_results(rec, group, &force, NULL) : CAT_ERR_MEMORY;
}

static CatStatus force_figure(CatRt *r) {
  CatFigure f = {.title = "Contact force",
                 .caption = "As the partner sent it, low-passed, over the place along the track.",
                 .table = "time",
                 .x = "p1.x"};
  for (int i = 0; i < r->line.c->sim->ncontact; i++) {
    f.y[f.ny++] = r->loop.table->channel[1 + CAT_RT_COLUMNS * i + 2].name;
  }
  CAT_TRY(cat_record_figure(r->rec, f));
  f = (CatFigure){.title = "Computing and waking",
                  .caption = "Each step: how long it computed, how late it was woken.",
                  .table = "time",
                  .x = "t",
                  .y = {"compute", "wake"},
                  .ny = 2};
  return cat_record_figure(r->rec, f);
}

//------------------------------------------------------------------------------- counters

static void quantile_fields(CatRt *r, cJSON *rt, const char *name, const CatRtHistogram *h) {
  cJSON *o = cat_summary_object(r->rec, rt, name);
  cat_summary_number(r->rec, o, "median", cat_rt_histogram_quantile(h, 0.5));
  cat_summary_number(r->rec, o, "p99", cat_rt_histogram_quantile(h, 0.99));
  cat_summary_number(r->rec, o, "p999", cat_rt_histogram_quantile(h, 0.999));
  cat_summary_number(r->rec, o, "max", 1e-3 * (double)h->most);
}

static const char *stranger_text(const CatRt *r) {
  char text[CAT_RT_ADDRESS_TEXT];
  cat_rt_udp_text(r->loop.stranger, text);
  const char *kept = cat_record_textf(r->rec, "%s", text);
  return kept ? kept : "";
}

static void packet_fields(CatRt *r, cJSON *rt) {
  const CatRtPacketStats *h = &r->loop.packets;
  cJSON *p = cat_summary_object(r->rec, rt, "packets");
  cat_summary_number(r->rec, p, "received", (double)h->received);
  cat_summary_number(r->rec, p, "lost", (double)h->lost);
  cat_summary_number(r->rec, p, "late", (double)h->late);
  cat_summary_number(r->rec, p, "duplicated", (double)h->duplicated);
  cat_summary_number(r->rec, p, "malformed", (double)h->malformed);
  cat_summary_number(r->rec, p, "unauthenticated", (double)h->unauthenticated);
  cat_summary_number(r->rec, p, "replayed", (double)h->replayed);
  cat_summary_number(r->rec, p, "hellos", (double)h->hellos);
  cat_summary_number(r->rec, p, "foreign", (double)h->foreign);
  if (h->foreign > 0) cat_summary_text(r->rec, p, "foreign_from", stranger_text(r));
  cat_summary_number(r->rec, p, "refused", (double)h->refused);
  cat_summary_number(r->rec, p, "surplus", (double)h->surplus);
  cat_summary_number(r->rec, p, "sessions", (double)h->sessions);
  cat_summary_number(r->rec, p, "unsent", (double)r->loop.counts.unsent);
}

static const char *privilege_text(const CatRtPrivilege *w) {
  return !w->asked ? "not asked" : w->obtained ? "obtained" : cat_errno_text(w->why);
}

static void privilege_fields(CatRt *r, cJSON *rt) {
  cJSON *m = cat_summary_object(r->rec, rt, "scheduling");
  for (int i = 0; i < CAT_RT_PRIVILEGE_COUNT; i++) {
    const CatRtPrivilege *w = &r->loop.privileges.list[i];
    const char *text = w->asked && !w->obtained
                           ? cat_record_textf(r->rec, "refused: %s", privilege_text(w))
                           : privilege_text(w);
    cat_summary_text(r->rec, m, cat_rt_privilege_names[i], text ? text : "");
  }
}

static void safety_fields(CatRt *r, cJSON *rt) {
  static const char *const names[5] = {"force", "uplift", "silence", "model", "value"};
  cJSON *s = cat_summary_object(r->rec, rt, "safety");
  for (int i = 0; i < 5; i++) {
    cat_summary_number(r->rec, s, names[i], (double)r->loop.safety.by[i]);
  }
  cat_summary_bool(r->rec, s, "safe_at_end", r->loop.safety.why != 0);
}

static void shift_fields(CatRt *r, cJSON *rt) {
  const CatRtShift *s = &r->loop.shift;
  cJSON *o = cat_summary_object(r->rec, rt, "shift");
  cat_summary_bool(r->rec, o, "on", s->on);
  if (s->on) {
    cat_summary_number(r->rec, o, "spans", s->spans);
    cat_summary_bool(r->rec, o, "mirrored", s->mirror);
    cat_summary_number(r->rec, o, "length_m", s->length);
    cat_summary_number(r->rec, o, "at_m", s->at);
    cat_summary_number(r->rec, o, "times", (double)s->done);
  } else {
    cat_summary_text(r->rec, o, "reason", s->why_not[0] ? s->why_not : "not asked for");
    cat_summary_bool(r->rec, o, "end_of_line", r->loop.at_end);
  }
}

static void rt_fields(CatRt *r, cJSON *top) {
  static const char *const policy[] = {"slip", "drop", "stop"};
  const CatRtLoop *l = &r->loop;
  const CatRtCounts *n = &l->counts;
  CatRecord *rec = r->rec;
  cJSON *rt = cat_summary_object(rec, top, "rt");
  cat_summary_number(rec, rt, "period_us", 1e-3 * (double)l->period);
  cat_summary_bool(rec, rt, "paced", !r->options->unpaced);
  cat_summary_text(rec, rt, "backend", r->line.c->structure->ops->name);
  cat_summary_text(rec, rt, "partner",
                   r->options->partner == CAT_RT_SIMULATED ? "simulated" : "external");
  cat_summary_text(rec, rt, "link", l->link.ops->name);
  cat_summary_bool(rec, rt, "authenticated", r->options->key != NULL);
  cat_summary_bool(rec, rt, "rebind", r->options->rebind);
  cat_summary_number(rec, rt, "steps", (double)n->steps);
  quantile_fields(r, rt, "compute_us", &l->compute);
  quantile_fields(r, rt, "wake_us", &l->wake);
  quantile_fields(r, rt, "response_us", &l->response);
  cat_summary_text(rec, rt, "policy", policy[r->options->overrun]);
  cat_summary_number(rec, rt, "overruns", (double)n->overruns);
  cat_summary_number(rec, rt, "overruns_by_compute", (double)n->by_compute);
  cat_summary_number(rec, rt, "periods_dropped", (double)n->dropped);
  cat_summary_number(rec, rt, "slipped_us", 1e-3 * (double)n->slipped);
  cat_summary_number(rec, rt, "steps_held", (double)n->held);
  packet_fields(r, rt);
  cat_summary_number(rec, rt, "allocations", (double)n->allocations);
  cat_summary_number(rec, rt, "page_faults", (double)n->page_faults);
  cat_summary_number(rec, rt, "delay_steps", l->delay);
  if (l->picture.frame.frames) {
    cJSON *frames = cat_summary_object(rec, rt, "live");
    cat_summary_number(rec, frames, "frames", (double)l->picture.taken);
    cat_summary_number(rec, frames, "left_out", (double)l->picture.left_out);
  }
  privilege_fields(r, rt);
  safety_fields(r, rt);
  shift_fields(r, rt);
}

static void march_fields(CatRt *r, cJSON *top) {
  CatRecord *rec = r->rec;
  cat_rest_summary_fields(r->line.m, r->line.at_rest, &r->line.rest, rec);
  cat_line_sim_summary(r->line.c, r->loop.counts.steps, rec);
  cJSON *t = cat_summary_object(rec, top, "timing");
  cat_summary_number(rec, t, "rest_s", r->line.rest_seconds);
  cat_summary_number(rec, t, "offline_s", r->line.offline_seconds);
  cat_summary_number(rec, t, "start_s", r->start_seconds);
  cat_summary_number(rec, t, "march_s", 1e-9 * (double)r->loop.counts.length);
}

//------------------------------------------------------------------------------- results

static CatStatus duration_results(CatRt *r, const char *label, const CatRtHistogram *h) {
  static const struct {
    const char *label;
    double fraction;
  } rows[] = {{"median", 0.5}, {"99 %", 0.99}, {"99.9 %", 0.999}, {"maximum", 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows && h->n > 0; i++) {
    double us = i == 3 ? 1e-3 * (double)h->most : cat_rt_histogram_quantile(h, rows[i].fraction);
    const char *name = cat_record_textf(r->rec, "%s, %s", label, rows[i].label);
    if (!name) return CAT_ERR_MEMORY;
    CAT_TRY(cat_record_result(r->rec, (CatResult){"Real time", name, "us", "", us}));
  }
  return CAT_OK;
}

static CatStatus add_results(CatRt *r, const CatResult *rows, size_t n) {
  for (size_t i = 0; i < n; i++) CAT_TRY(cat_record_result(r->rec, rows[i]));
  return CAT_OK;
}

static CatStatus loop_results(CatRt *r) {
  const CatRtCounts *n = &r->loop.counts;
  const CatResult rows[] = {
      {"Real time", "steps", "", "", (double)n->steps},
      {"Real time", "period", "us", "", 1e-3 * (double)r->loop.period},
      {"Real time", "overruns", "", "", (double)n->overruns},
      {"Real time", "  by computing", "", "", (double)n->by_compute},
      {"Real time", "allocations in the loop", "", "", (double)n->allocations},
      {"Real time", "page faults in the loop", "", "", (double)n->page_faults},
  };
  CAT_TRY(add_results(r, rows, sizeof rows / sizeof *rows));
  CAT_TRY(duration_results(r, "computing", &r->loop.compute));
  return duration_results(r, "wake-up", &r->loop.wake);
}

static CatStatus partner_results(CatRt *r) {
  const CatRtPacketStats *h = &r->loop.packets;
  const CatRtSafety *s = &r->loop.safety;
  const CatRtShift *shift = &r->loop.shift;
  const CatResult rows[] = {
      {"Packets", "received", "", "", (double)h->received},
      {"Packets", "lost", "", "", (double)h->lost},
      {"Packets", "late", "", "", (double)h->late},
      {"Packets", "duplicated", "", "", (double)h->duplicated},
      {"Packets", "malformed", "", "", (double)h->malformed},
      {"Packets", "without the key", "", "", (double)(h->unauthenticated + h->replayed)},
      {"Packets", "from other senders", "", "", (double)h->foreign},
      {"Packets", "refused", "", "", (double)h->refused},
      {"Packets", "steps without one", "", "", (double)r->loop.counts.held},
      {"Safety", "force beyond its limit", "", "", (double)s->by[0]},
      {"Safety", "wire beyond its limit", "", "", (double)s->by[1]},
      {"Safety", "partner silent", "", "", (double)s->by[2]},
      {"Safety", "impossible position", "", "", (double)s->by[4]},
      {"Shift", "times the line was moved on", "", shift->why_not, (double)shift->done},
  };
  return add_results(r, rows, sizeof rows / sizeof *rows);
}

static CatStatus machine_results(CatRt *r) {
  for (int i = 0; i < CAT_RT_PRIVILEGE_COUNT; i++) {
    const CatRtPrivilege *w = &r->loop.privileges.list[i];
    CatResult row = {"Machine (1: obtained)", cat_rt_privilege_names[i], "", privilege_text(w),
                     w->obtained ? 1 : 0};
    CAT_TRY(cat_record_result(r->rec, row));
  }
  return CAT_OK;
}

static CatStatus verdict(CatRt *r, const char *quantity, const char *unit, double value,
                         double high) {
  CatVerdict v = {.standard = "real time",
                  .quantity = quantity,
                  .unit = unit,
                  .value = value,
                  .low = NAN,
                  .high = high,
                  .pass = value <= high};
  return cat_record_verdict(r->rec, v);
}

static CatStatus verdicts(CatRt *r) {
  const CatRtLoop *l = &r->loop;
  CAT_TRY(verdict(r, "allocations in the loop", "", (double)l->counts.allocations, 0));
  CAT_TRY(verdict(r, "page faults in the loop", "", (double)l->counts.page_faults, 0));
  if (r->options->unpaced) return CAT_OK;
  CAT_TRY(verdict(r, "overruns", "", (double)l->counts.overruns, 0));
  CAT_TRY(verdict(r, "overruns by computing", "", (double)l->counts.by_compute, 0));
  return verdict(r, "computing time, 99.9 %", "us", cat_rt_histogram_quantile(&l->compute, 0.999),
                 0.2e-3 * (double)l->period);
}

static CatStatus packet_warnings(CatRt *r) {
  const CatRtPacketStats *h = &r->loop.packets;
  if (h->refused > 0) {
    CAT_TRY(cat_record_warn(
        r->rec, "%lu requests were refused: implausible values or sequence numbers", h->refused));
  }
  if (h->foreign > 0) {
    CAT_TRY(cat_record_warn(r->rec, "%lu packets from other senders were ignored, the last from %s",
                            h->foreign, stranger_text(r)));
  }
  if (h->unauthenticated + h->replayed > 0) {
    CAT_TRY(cat_record_warn(
        r->rec, "%lu packets without the right key and %lu replayed packets were dropped",
        h->unauthenticated, h->replayed));
  }
  return CAT_OK;
}

// What makes a result doubtful is said in the files, not only counted.
static CatStatus warnings(CatRt *r) {
  const CatRtCounts *n = &r->loop.counts;
  const CatRtSafety *s = &r->loop.safety;
  if (n->overruns > 0) {
    CAT_TRY(cat_record_warn(r->rec, "%ld overruns, %ld of them by computing: not real time",
                            n->overruns, n->by_compute));
  }
  if (n->held > 0) {
    CAT_TRY(cat_record_warn(r->rec, "%ld steps had no packet and used the force before", n->held));
  }
  if (s->by[0] + s->by[1] + s->by[2] + s->by[3] + s->by[4] > 0) {
    CAT_TRY(cat_record_warn(
        r->rec,
        "the rig was brought to its safe state: %lu times by force, "
        "%lu by uplift, %lu by silence, %lu by the model, %lu by an impossible position",
        s->by[0], s->by[1], s->by[2], s->by[3], s->by[4]));
  }
  CAT_TRY(packet_warnings(r));
  if (n->steps > (long)r->loop.table->capacity) {
    CAT_TRY(cat_record_warn(r->rec, "the first %zu of %ld steps are recorded",
                            r->loop.table->capacity, n->steps));
  }
  for (int i = 0; i < r->spec->npantograph; i++) {
    const CatTrainPantograph *p = &r->spec->pantograph[i];
    if (p->target <= 0 && !p->en50367) continue;
    return cat_record_warn(r->rec, "the static force is not tuned in a real-time run");
  }
  return CAT_OK;
}

CatStatus cat_rt_results(CatRt *r) {
  cJSON *top = cat_record_summary(r->rec);
  march_fields(r, top);
  cJSON *list = cat_summary_array(r->rec, top, "pantographs");
  CAT_TRY(loop_results(r));
  CAT_TRY(partner_results(r));
  CAT_TRY(machine_results(r));
  CAT_TRY(cat_line_sim_results(r->line.c, r->rec));
  for (int i = 0; i < r->line.c->sim->ncontact; i++) CAT_TRY(pantograph(r, list, i));
  rt_fields(r, top);
  CAT_TRY(force_figure(r));
  CAT_TRY(cat_rt_histogram_results(r));
  CAT_TRY(verdicts(r));
  CAT_TRY(warnings(r));
  return cat_record_ok(r->rec);
}
