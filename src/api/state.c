// The state of a simulation as bytes that say what they belong to: a header, then what was set,
// then the state of the simulation itself.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/processor.h"
#include "report/common/report_source.h"
#include "simulation.h"

enum { FORMAT = 2 };

typedef struct Header {
  char magic[8];
  uint32_t format;
  uint32_t processor;         // CatProcessor
  uint64_t bytes;             // behind the header
  uint64_t sum;               // of all, this being 0
  char build[128];            // version, commit, compiler, type
  char model[CAT_HASH_TEXT];  // its name
  char arrangement[CAT_HASH_TEXT];
  char filler[6];  // so that there is no gap
} Header;
_Static_assert(sizeof(Header) == 160 + 2 * CAT_HASH_TEXT + 6, "a header of a state has gaps");

static const char MAGIC[8] = "CATSTATE";

//------------------------------------------------------------------------------- identity

static uint32_t processor(void) {
  static const bool compiled[CAT_PROCESSORS] = {
      [CAT_PROCESSOR_PORTABLE] = true, [CAT_PROCESSOR_AVX2] = true, [CAT_PROCESSOR_AVX512] = true};
  return (uint32_t)cat_processor_choose(CAT_PROCESSOR_AUTO, compiled);
}

// Where the pantographs come from, and the room that their states take.
static void hash_arrangement(CatSimulation *sim, char text[CAT_HASH_TEXT]) {
  CatHash hash = cat_hash_new();
  for (int i = 0; i < cat_model_pantographs(sim->model); i++) {
    const CatSimulated *p = &sim->pantograph[i];
    cat_hash_add_number(&hash, (double)p->source);
    cat_hash_add_text(&hash, p->callbacks.name ? p->callbacks.name : "");
    cat_hash_add_number(&hash, (double)p->callbacks.state_bytes);
  }
  cat_hash_end_text(&hash, text);
}

// FNV-1a over words: not against malice, but against bytes that were lost or changed on the way.
static uint64_t add_to_sum(uint64_t h, const unsigned char *bytes, size_t n) {
  for (; n >= sizeof h; bytes += sizeof h, n -= sizeof h) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    h = (h ^ word) * 1099511628211u;
    h ^= h >> 32;
  }
  for (size_t i = 0; i < n; i++) h = (h ^ bytes[i]) * 1099511628211u;
  return h;
}

static uint64_t sum_of(Header h, const unsigned char *content) {
  h.sum = 0;
  uint64_t sum = add_to_sum(14695981039346656037u, (const unsigned char *)&h, sizeof h);
  return add_to_sum(sum, content, h.bytes);
}

//------------------------------------------------------------------------------- content

static void snapshot_set(CatSimulation *sim, CatSnapshot *to) {
  CatTrain *r = &sim->r;
  CatDrive *d = &r->line.c->drive;
  CAT_SNAPSHOT(to, d->set);
  CAT_SNAPSHOT(to, d->since);
  CAT_SNAPSHOT(to, d->from);
  CAT_SNAPSHOT(to, d->speed);
  CAT_SNAPSHOT(to, r->done);
  CAT_SNAPSHOT_ARRAY(to, r->static_force, r->spec->npantograph);
}

static size_t content_size(CatSimulation *sim, size_t *set) {
  CatSnapshot measure = {.mode = CAT_SNAPSHOT_MEASURE};
  snapshot_set(sim, &measure);
  *set = measure.used;
  return measure.used + cat_sim_state_size(sim->r.line.c->sim);
}

size_t cat_simulation_state_size(CatSimulation *sim) {
  size_t set;
  return sim && sim->saves ? sizeof(Header) + content_size(sim, &set) : 0;
}

static CatStatus check_size(CatSimulation *sim, size_t size) {
  size_t expected = cat_simulation_state_size(sim);
  if (expected == 0) {
    return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "a pantograph of this simulation cannot be saved");
  }
  if (size == expected) return CAT_OK;
  return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "a state of %zu bytes: expected %zu", size, expected);
}

//------------------------------------------------------------------------------- header

static Header header_of(CatSimulation *sim) {
  Header h = {.format = FORMAT, .processor = processor()};
  memcpy(h.magic, MAGIC, sizeof h.magic);
  snprintf(h.build, sizeof h.build, "%s %s %s %s", cat_build_version(), cat_build_commit(),
           cat_build_compiler(), cat_build_type());
  memcpy(h.model, sim->model->hash, sizeof h.model);
  hash_arrangement(sim, h.arrangement);
  return h;
}

#define REFUSE(...) CAT_FAIL(sim->ctx, CAT_ERR_ARG, "the state was not restored: " __VA_ARGS__)

static CatStatus check_header(CatSimulation *sim, const Header *h) {
  Header own = header_of(sim);
  if (memcmp(h->magic, own.magic, sizeof h->magic) != 0) {
    return REFUSE("these bytes are not the state of a simulation");
  }
  if (h->format != own.format) {
    return REFUSE("it has format %u, expected %u", (unsigned)h->format, (unsigned)own.format);
  }
  if (strncmp(h->build, own.build, sizeof h->build) != 0) {
    return REFUSE("it was saved by the build %.127s, expected %s", h->build, own.build);
  }
  if (h->processor != own.processor) {
    return REFUSE("it was saved on another type of processor (%u), expected %u",
                  (unsigned)h->processor, (unsigned)own.processor);
  }
  if (strncmp(h->model, own.model, sizeof h->model) != 0) {
    return REFUSE("it is of another model, %.12s, expected %.12s", h->model, own.model);
  }
  if (strncmp(h->arrangement, own.arrangement, sizeof h->arrangement) != 0) {
    return REFUSE("its pantographs come from other sources");
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- save, restore

CatStatus cat_simulation_save(CatSimulation *sim, void *state, size_t size) {
  size_t set;
  if (!sim || !state) return CAT_ERR_ARG;
  CAT_TRY(cat_simulation_check(sim));
  CAT_TRY(check_size(sim, size));
  Header h = header_of(sim);
  unsigned char *content = (unsigned char *)state + sizeof h;
  h.bytes = content_size(sim, &set);
  bool before = sim->busy;
  sim->busy = true;
  snapshot_set(sim, &(CatSnapshot){.mode = CAT_SNAPSHOT_SAVE, .bytes = content});
  cat_sim_save(sim->r.line.c->sim, content + set);
  sim->busy = before;
  h.sum = sum_of(h, content);
  memcpy(state, &h, sizeof h);
  return CAT_OK;
}

static CatStatus check_state(CatSimulation *sim, const void *state, size_t size) {
  Header h;
  if (size < sizeof h) return REFUSE("%zu bytes are too few", size);
  memcpy(&h, state, sizeof h);
  CAT_TRY(check_header(sim, &h));
  CAT_TRY(check_size(sim, size));
  const unsigned char *content = (const unsigned char *)state + sizeof h;
  if (h.bytes == size - sizeof h && h.sum == sum_of(h, content)) return CAT_OK;
  return REFUSE("it was changed after it was saved");
}

CatStatus cat_simulation_restore(CatSimulation *sim, const void *state, size_t size) {
  size_t set;
  if (!sim || !state) return CAT_ERR_ARG;
  CAT_TRY(cat_simulation_check_idle(sim));
  CAT_TRY(check_state(sim, state, size));
  if (sim->phase != CAT_PHASE_RUNNING) CAT_TRY(cat_simulation_start(sim));
  union {  // restoring only reads the bytes
    const void *in;
    unsigned char *bytes;
  } from = {.in = state};
  unsigned char *content = from.bytes + sizeof(Header);
  content_size(sim, &set);
  sim->busy = true;
  snapshot_set(sim, &(CatSnapshot){.mode = CAT_SNAPSHOT_RESTORE, .bytes = content});
  cat_sim_restore(sim->r.line.c->sim, content + set);
  sim->busy = false;
  sim->fields.at = -1;
  cat_train_plan(&sim->r);
  return cat_simulation_begin_record(sim);
}
