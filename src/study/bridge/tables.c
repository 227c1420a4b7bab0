// Channels of a crossing.
#include "run.h"

enum { FIXED = 7, MOST_WHEELS = 64 };
static const CatColumn fixed[FIXED] = {
    {"t", "s", "time since the start"},
    {"deflection", "m", "deflection at the point of measurement, downwards"},
    {"crawl", "m", "the same if all wheels stood still where they are"},
    {"acceleration", "m/s2", "acceleration of the deck there, downwards"},
    {"acceleration_filtered", "m/s2", "the same behind the low-pass"},
    {"rotation_left", "rad", "rotation of the deck at its left end"},
    {"rotation_right", "rad", "rotation of the deck at its right end"},
};

// Wheels whose forces are not simply given.
static int wheels(const CatBridgeRun *r) {
  int n = 0;
  for (int i = 0; i < r->c->ncontact; i++) {
    n += !r->c->mechanism[r->c->contact[i].mechanism]->known;
  }
  return n < MOST_WHEELS ? n : MOST_WHEELS;
}

CatStatus cat_bridge_cross_tables(CatBridgeRun *r) {
  int nb = r->bridge.nbearing, n = FIXED + nb + wheels(r);
  CatColumn *columns = CAT_ARENA(r->arena, n, CatColumn);
  r->row = CAT_ARENA(r->arena, n, double);
  if (!columns || !r->row) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    if (i < FIXED) {
      columns[i] = fixed[i];
    } else if (i < FIXED + nb) {
      columns[i] = (CatColumn){cat_record_textf(r->rec, "reaction%d", i - FIXED + 1), "N",
                               "force of the bearing on the deck, from the train alone"};
    } else {
      columns[i] = (CatColumn){cat_record_textf(r->rec, "w%d.force", i - FIXED - nb + 1), "N",
                               "force of the wheel on the deck"};
    }
    if (!columns[i].name) return CAT_ERR_MEMORY;
  }
  r->table = cat_record_table(r->rec, "time", columns, n, (size_t)r->steps + 1);
  return r->table ? CAT_OK : CAT_ERR_MEMORY;
}

void cat_bridge_cross_row(CatBridgeRun *r) {
  const CatBridgeNow *now = &r->watch.now;
  double *row = r->row;
  int n = 0, last = r->table->nchannel;
  row[n++] = r->c->sim->t;
  row[n++] = now->deflection;
  row[n++] = now->crawl;
  row[n++] = now->acceleration;
  row[n++] = 0;
  row[n++] = now->rotation[0];
  row[n++] = now->rotation[1];
  for (int i = 0; i < r->bridge.nbearing; i++) row[n++] = r->watch.reaction[i];
  for (int i = 0; i < r->c->ncontact && n < last; i++) {
    if (r->c->mechanism[r->c->contact[i].mechanism]->known) continue;
    row[n++] = r->c->sim->contact[i].force;
  }
  cat_table_append(r->table, row);
}
