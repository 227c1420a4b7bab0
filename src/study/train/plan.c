// What there is to watch of a line under pantographs: the window of the statistics, the supports.
#include <math.h>

#include "run.h"

CatWindow cat_window_find(const CatTrainSpec *spec, const CatLineModel *m) {
  double end = m->mast[m->nmast - 1];
  if (spec->measure.to > 0) {
    return (CatWindow){CAT_WINDOW_PLACE, spec->measure.from, spec->measure.to};
  }
  if (spec->measure.to_time > 0) {
    return (CatWindow){CAT_WINDOW_TIME, spec->measure.from_time, spec->measure.to_time};
  }
  if (spec->measure.to_span > 0) {
    double from = m->mast[spec->measure.from_span - 1];
    return (CatWindow){CAT_WINDOW_PLACE, from, m->mast[spec->measure.to_span]};
  }
  return (CatWindow){CAT_WINDOW_PLACE, 0.25 * end, 0.75 * end};
}

// The same in metres: places that the leading pantograph passes while the window is open.
static void find_places(const CatLineSim *c, const CatWindow *w, double place[2]) {
  double start = c->spec->run.from;
  bool timed = w->unit == CAT_WINDOW_TIME;
  place[0] = timed ? start + cat_motion_distance(&c->motion, w->from) : w->from;
  place[1] = timed ? start + cat_motion_distance(&c->motion, w->to) : w->to;
}

// The node of the contact wire nearest to each support of a section.
static void find_supports(const CatLineSim *c, int section, int *dof) {
  const CatLineModel *m = c->m;
  const CatWire *w = &m->wire[section == 0 ? 0 : m->second];
  int first = section == 0 ? 0 : m->nspan + 1, end = section == 0 ? m->nspan + 1 : m->nmast;
  for (int k = first, i = 0; k < end; k++) {
    while (i + 1 < w->nnode && fabs(m->node[w->node + i + 1].s - m->mast[k]) <=
                                   fabs(m->node[w->node + i].s - m->mast[k])) {
      i++;
    }
    dof[k] = c->system.dof[w->node + i][CAT_UP];
  }
}

CatStatus cat_train_observe(CatArena *a, const CatLineSim *c, long steps, CatObservePlan *out) {
  int n = c->m->nmast, *dof = CAT_ARENA(a, n, int);
  if (!dof) return CAT_ERR_MEMORY;
  *out = (CatObservePlan){.window = cat_window_find(c->spec, c->m),
                          .nsupport = n,
                          .support_dof = dof,
                          .x = c->m->mast,
                          .steps = steps};
  find_places(c, &out->window, out->places);
  for (int section = 0; section < c->nsection; section++) find_supports(c, section, dof);
  return CAT_OK;
}
