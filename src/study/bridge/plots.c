// Figures of a crossing and of a range of speeds.
#include <math.h>

#include "run.h"

CatStatus cat_bridge_plots(CatBridgeRun *r) {
  CAT_TRY(cat_record_figure(
      r->rec, (CatFigure){.title = "Deflection",
                          .table = "time",
                          .x = "t",
                          .y = {"deflection", "crawl"},
                          .ny = 2,
                          .caption = "Downwards, at the point of measurement; crawl: of the same "
                                     "wheels at rest in the same places."}));
  CAT_TRY(cat_record_figure(r->rec, (CatFigure){.title = "Acceleration of the deck",
                                                .table = "time",
                                                .x = "t",
                                                .y = {"acceleration", "acceleration_filtered"},
                                                .ny = 2,
                                                .caption = "At the point of measurement."}));
  CatFigure reactions = {.title = "Bearing reactions",
                         .table = "time",
                         .x = "t",
                         .caption = "Forces of the bearings on the deck, from the trains alone."};
  for (int i = 0; i < r->bridge.nbearing && reactions.ny < CAT_MAX_SERIES; i++) {
    reactions.y[reactions.ny] = cat_record_textf(r->rec, "reaction%d", i + 1);
    if (!reactions.y[reactions.ny++]) return CAT_ERR_MEMORY;
  }
  if (reactions.ny > 0) CAT_TRY(cat_record_figure(r->rec, reactions));
  CatFigure wheels = {.title = "Wheel forces",
                      .table = "time",
                      .x = "t",
                      .caption = "Of the first wheels on the deck or the track before and behind."};
  int first = 7 + r->bridge.nbearing;
  int cars = r->table->nchannel - 3 * r->c->ncar;
  for (int i = first; i < cars && wheels.ny < CAT_MAX_SERIES; i++) {
    wheels.y[wheels.ny++] = r->table->channel[i].name;
  }
  if (wheels.ny > 0) CAT_TRY(cat_record_figure(r->rec, wheels));
  CatFigure bodies = {.title = "Accelerations of the bodies",
                      .table = "time",
                      .x = "t",
                      .caption = "Of the first cars, over the bogies and in the middle, upwards."};
  for (int i = cars; i < r->table->nchannel && bodies.ny < CAT_MAX_SERIES; i++) {
    bodies.y[bodies.ny++] = r->table->channel[i].name;
  }
  return bodies.ny > 0 ? cat_record_figure(r->rec, bodies) : CAT_OK;
}

//------------------------------------------------------------------------------- a range

// One row per speed, one column per train.
static CatStatus fill_table(CatBridgeRun *r, const char *name, int ntrain, const CatColumn *columns,
                            bool acceleration) {
  int nspeed = r->npoint / ntrain;
  CatTable *table = cat_record_table(r->rec, name, columns, ntrain + 2, (size_t)nspeed);
  double *row = CAT_ARENA(r->arena, ntrain + 2, double);
  if (!table || !row) return CAT_ERR_MEMORY;
  for (int i = 0; i < nspeed; i++) {
    row[0] = r->point[i].speed, row[1] = 0;
    for (int k = 0; k < ntrain; k++) {
      const CatSweepPoint *p = &r->point[k * nspeed + i];
      row[k + 2] = acceleration ? p->acceleration : 1e3 * p->deflection;
      row[1] = fmax(row[1], row[k + 2]);
    }
    cat_table_append(table, row);
  }
  return CAT_OK;
}

// Speeds at which the first frequency is that of a train's repeated distance D: v = D f1/k; the
// distance that occurs most often.
static double repeated(const CatLoadSpec *t) {
  double best = 0;
  int most = 1;
  for (int i = 2; i < t->naxle; i++) {
    double d = t->axles[i] - t->axles[i - 2];
    int count = 0;
    for (int j = 2; j < t->naxle; j++) {
      count += fabs(t->axles[j] - t->axles[j - 2] - d) < 1e-6 * d;
    }
    if (count > most) most = count, best = d;
  }
  return best;
}

static int resonances(CatBridgeRun *r, CatMark *mark, int room) {
  const CatSpeedRange *range = &r->spec->run.speeds;
  double f1 = r->bridge.omega[0] / 6.283185307179586;
  int n = 0;
  for (int i = 0; i < r->spec->ntrain; i++) {
    double D = repeated(&r->spec->trains[i]);
    for (int k = 1; k <= 4 && D > 0; k++) {
      double v = D * f1 / k;
      if (v < range->from || v > range->to || n == room) continue;
      mark[n++] = (CatMark){CAT_MARK_TICK, v, 0, cat_record_textf(r->rec, "%g m f1/%d", D, k)};
    }
  }
  return n;
}

static CatStatus sweep_figure(CatBridgeRun *r, const char *table, const char *title,
                              const char *unit, bool acceleration) {
  int ntrain = r->spec->run.trains == CAT_TRAINS_ONE_BY_ONE ? r->spec->ntrain : 1;
  CatColumn *columns = CAT_ARENA(r->arena, ntrain + 2, CatColumn);
  CatMark mark[64];
  CatFigure figure = {.title = title,
                      .table = table,
                      .x = "speed",
                      .mark = mark,
                      .nmark = resonances(r, mark, 64),
                      .caption = "Over speed, and the envelope of all trains. Ticks: speeds at "
                                 "which axle groups follow one another with the first natural "
                                 "frequency or a part of it, v = D f1/k."};
  if (!columns) return CAT_ERR_MEMORY;
  columns[0] = (CatColumn){"speed", "m/s", "speed of the trains"};
  columns[1] = (CatColumn){"envelope", unit, "the largest of all trains"};
  for (int k = 0; k < ntrain; k++) {
    const char *name = r->spec->trains[k].name;
    columns[k + 2] =
        (CatColumn){cat_record_textf(r->rec, "%s_%d", ntrain > 1 && *name ? name : "train", k + 1),
                    unit, "of this train"};
    if (!columns[k + 2].name) return CAT_ERR_MEMORY;
  }
  for (int k = 1; k < ntrain + 2 && figure.ny < CAT_MAX_SERIES; k++) {
    figure.y[figure.ny++] = columns[k].name;
  }
  CAT_TRY(fill_table(r, table, ntrain, columns, acceleration));
  return cat_record_figure(r->rec, figure);
}

CatStatus cat_bridge_sweep_plots(CatBridgeRun *r) {
  CAT_TRY(sweep_figure(r, "sweep_acceleration", "Acceleration over speed", "m/s2", true));
  return sweep_figure(r, "sweep_deflection", "Deflection over speed", "mm", false);
}
