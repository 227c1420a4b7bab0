#include "frames.h"

#include <math.h>

// Frames per second of simulated time: as many as an animation shows; and the size above which
// there are fewer. 20 spans for 11 s are 4.5 MB.
static const double MOST_RATE = 25, LEAST_RATE = 5;  // [1/s]
static const double MOST_BYTES = 6e6;

static long choose_stride(const CatFramePlan *p, double h) {
  double bytes = sizeof(float) * (double)(p->npoint + p->nlink);
  double rate = MOST_BYTES / bytes / ((double)p->steps * h);
  rate = fmin(fmax(rate, LEAST_RATE), MOST_RATE);
  return (long)fmax(1, ceil(1 / (rate * h) - 1e-6));
}

static size_t frames_of(long steps, long stride) {
  return (size_t)(steps / stride) + 1;
}

CatStatus cat_frame_monitor_new(CatRecord *rec, const CatSim *sim, const CatFramePlan *plan,
                                CatFrameMonitor *out) {
  long stride = choose_stride(plan, sim->step.h);
  int coordinates = plan->point ? sim->structure[plan->structure]->n : plan->npoint;
  CatFramesSetup setup = {
      .npoint = plan->npoint, .nlink = plan->nlink, .capacity = frames_of(plan->steps, stride)};
  *out = (CatFrameMonitor){.ctx = sim->ctx,
                           .rec = rec,
                           .structure = sim->structure[plan->structure],
                           .dof = plan->dof,
                           .point = plan->point,
                           .room = CAT_ARENA(cat_record_arena(rec), coordinates, double),
                           .stride = stride};
  out->frames = out->room ? cat_record_frames_new(rec, &setup) : NULL;
  return out->frames ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_frame_monitor_extend(CatFrameMonitor *m, CatRecord *rec, long steps) {
  return cat_record_frames_extend(rec, frames_of(steps, m->stride));
}

static void take(CatFrameMonitor *m, const CatSim *sim) {
  CatFrames *f = m->frames;
  const CatStructure *on = m->structure;
  if (f->n >= f->capacity) return;
  float *up = f->up + f->n * (size_t)f->npoint;
  on->ops->values(on, m->point ? on->n : f->npoint, m->dof, m->room);
  for (int i = 0; i < f->npoint; i++) {
    up[i] = (float)(m->point ? cat_port_vector_read(&m->point[i], m->room) : m->room[i]);
  }
  size_t first = f->n * (size_t)f->nlink;
  for (int i = 0; i < f->nlink; i++) {
    f->force[first + (size_t)i] = i < sim->ties->n ? (float)sim->ties->tension[i] : 0;
  }
  f->at[f->n++] = sim->t;
}

void cat_frame_monitor_begin(CatFrameMonitor *m, const CatSim *sim) {
  if (!m->frames) return;
  m->frames->n = 0;
  m->seen = 0;
  take(m, sim);
}

void cat_frame_monitor_step(CatFrameMonitor *m, const CatSim *sim) {
  if (!m->frames || ++m->seen % m->stride != 0) return;
  take(m, sim);
  cat_frame_done(m->ctx, m->rec);
}

void cat_frame_monitor_snapshot(CatFrameMonitor *m, CatSnapshot *to) {
  if (!m->frames) return;
  CAT_SNAPSHOT(to, m->seen);
  cat_frames_snapshot(m->frames, to);
}
