#include "picture.h"

#include "privileges.h"
#include "rest/scene.h"

// How places along the track, which grow without end, become places on a line that repeats: beyond
// `at`, as often as it takes, `length` less. A shift follows in the step after the place was
// passed.
static CatStatus repetition(CatRecord *rec, const CatLineSim *c, const CatRtShift *s) {
  static const CatColumn columns[] = {
      {"at", "m", "place beyond which the line has been moved under the first pantograph"},
      {"length", "m", "by which it was moved, each time"}};
  if (!s->on) return CAT_OK;
  CatTable *table = cat_record_table(rec, "scene_shift", columns, 2, 1);
  if (!table) return CAT_ERR_MEMORY;
  double way = c->sim->step.h * c->spec->run.speed;
  cat_table_append(table, (double[]){s->at + 1.000001 * way, s->length});
  return CAT_OK;
}

static void take(CatRtPicture *p, const CatSim *sim) {
  int64_t begin = cat_rt_now();
  cat_frame_monitor_begin(&p->frame, sim);
  cat_frame_done(p->frame.ctx, p->frame.rec);
  int64_t cost = cat_rt_now() - begin;
  p->cost = cost > p->cost ? cost : p->cost - p->cost / 16;
}

CatStatus cat_rt_picture_new(CatRecord *rec, const CatLineCase *line, const CatRtShift *shift,
                             CatRtPicture *out) {
  CatFramePlan plan = {
      .npoint = cat_scene_points(line->m), .nlink = cat_scene_links(line->m), .steps = 1};
  int *dof = CAT_ARENA(cat_record_arena(rec), plan.npoint, int);
  if (!dof) return CAT_ERR_MEMORY;
  cat_scene_coordinates(line->m, line->c->system.dof, CAT_UP, dof);
  plan.dof = dof;
  CAT_TRY(cat_rest_scene(line->m, line->at_rest, rec));
  CAT_TRY(repetition(rec, line->c, shift));
  CAT_TRY(cat_frame_monitor_new(rec, line->c->sim, &plan, &out->frame));
  take(out, line->c->sim);  // makes what is made once
  out->cost = 0;
  take(out, line->c->sim);
  return CAT_OK;
}

void cat_rt_picture_step(CatRtPicture *p, const CatSim *sim, int64_t until) {
  if (!p->frame.frames || ++p->frame.seen % p->frame.stride != 0) return;
  long seen = p->frame.seen;
  if (until != INT64_MAX && cat_rt_now() + 2 * p->cost > until) {
    p->left_out++;
    p->cost -= p->cost / 16;
    p->frame.frames->n = 0;
    cat_frame_done(p->frame.ctx, p->frame.rec);  // who watches learns of it
    return;
  }
  take(p, sim);
  p->frame.seen = seen;
  p->taken++;
}

void cat_rt_picture_end(CatRtPicture *p) {
  if (p->frame.frames) p->frame.frames->n = 0;
}
