// Channels of a crossing.
#include "run.h"

enum { FIXED = 7, MOST_WHEELS = 400 };

// Channels of a car: acceleration of its body over the front bogie, in the middle, over the rear.
static const char *const seats[3] = {"front", "middle", "rear"};
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

// The profile of the rail, if it has one.
static CatStatus rail_table(CatBridgeRun *r) {
  static const CatColumn columns[] = {{"x", "m", "place along the track"},
                                      {"height", "m", "of the rail at rest"}};
  const CatShapes *p = &r->c->profile;
  if (p->stations == 0) return CAT_OK;
  CatTable *table = cat_record_table(r->rec, "rail", columns, 2, (size_t)p->stations);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < p->stations; i++) cat_table_append(table, (double[]){p->x[i], p->value[i]});
  return CAT_OK;
}

CatStatus cat_bridge_cross_tables(CatBridgeRun *r) {
  int nb = r->bridge.nbearing, first = FIXED + nb + wheels(r), n = first + 3 * r->c->ncar;
  CatColumn *columns = CAT_ARENA(r->arena, n, CatColumn);
  r->row = CAT_ARENA(r->arena, n, double);
  if (!columns || !r->row) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    if (i < FIXED) {
      columns[i] = fixed[i];
    } else if (i < FIXED + nb) {
      columns[i] = (CatColumn){cat_record_textf(r->rec, "reaction%d", i - FIXED + 1), "N",
                               "force of the bearing on the deck, from the train alone"};
    } else if (i < first) {
      columns[i] = (CatColumn){cat_record_textf(r->rec, "w%d.force", i - FIXED - nb + 1), "N",
                               "force of the wheel on the deck"};
    } else {
      int car = (i - first) / 3 + 1, seat = (i - first) % 3;
      columns[i] = (CatColumn){cat_record_textf(r->rec, "c%d.%s", car, seats[seat]), "m/s2",
                               "acceleration of the car's body, upwards"};
    }
    if (!columns[i].name) return CAT_ERR_MEMORY;
  }
  r->table = cat_record_table(r->rec, "time", columns, n, (size_t)r->steps + 1);
  return r->table ? rail_table(r) : CAT_ERR_MEMORY;
}

void cat_bridge_cross_row(CatBridgeRun *r) {
  const CatBridgeNow *now = &r->watch.now;
  double *row = r->row;
  int n = 0, last = r->table->nchannel - 3 * r->c->ncar;
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
  for (int i = 0; i < r->c->ncar; i++) {
    const CatCar *car = r->c->car[i].car;
    for (int seat = 1; seat >= -1; seat--) {
      row[n++] = cat_car_acceleration(car, seat * car->spec->pivots / 2);
    }
  }
  cat_table_append(r->table, row);
}
