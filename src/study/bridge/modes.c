// Natural frequencies and shapes of the bridge.
#include <math.h>

#include "run.h"

#define PI 3.14159265358979323846

cJSON *cat_bridge_fields(CatBridgeRun *r) {
  cJSON *top = cat_record_summary(r->rec);
  cJSON *bridge = top ? cJSON_GetObjectItem(top, "bridge") : NULL;
  return bridge ? bridge : cat_summary_object(r->rec, top, "bridge");
}

static CatStatus frequency_table(CatBridgeRun *r) {
  static const CatColumn columns[] = {{"n", "1", "number of the mode"},
                                      {"frequency", "Hz", "natural frequency"},
                                      {"damping", "1", "damping ratio"}};
  const CatBridge *b = &r->bridge;
  CatTable *table = cat_record_table(r->rec, "modes", columns, 3, (size_t)b->n);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < b->n; i++) {
    cat_table_append(table, (double[]){i + 1, b->omega[i] / (2 * PI), b->zeta[i]});
  }
  return cat_record_listing(
      r->rec, (CatListing){"Modes of the bridge",
                           cat_record_textf(r->rec, "By %s, %d unknowns.", b->method, b->unknowns),
                           "modes"});
}

enum { SHOWN = 4, PLACES = 401 };

static double place_of(const CatBridge *b, int k) {
  return k + 1 < PLACES ? b->length * k / (PLACES - 1) : b->length;
}

// Largest sizes of the first modes, so that all fit one scale; room for one value of each mode.
static void find_largest(const CatBridge *b, int shown, double *room, double *largest) {
  for (int k = 0; k < PLACES; k++) {
    cat_shapes_at(&b->shapes, place_of(b, k), room, NULL);
    for (int i = 0; i < shown; i++) largest[i] = fmax(largest[i], fabs(room[i]));
  }
}

static CatStatus shape_table(CatBridgeRun *r) {
  const CatBridge *b = &r->bridge;
  CatColumn columns[SHOWN + 1] = {{"x", "m", "place along the deck"}};
  double *shape = CAT_ARENA(r->arena, b->n, double), row[SHOWN + 1], largest[SHOWN] = {0};
  int shown = b->n < SHOWN ? b->n : SHOWN;
  CatFigure figure = {.title = "Mode shapes",
                      .table = "shapes",
                      .x = "x",
                      .caption = "The first modes, each with a largest value of 1."};
  if (!shape) return CAT_ERR_MEMORY;
  for (int i = 0; i < shown; i++) {
    const char *name = cat_record_textf(r->rec, "mode%d", i + 1);
    if (!name) return CAT_ERR_MEMORY;
    columns[i + 1] = (CatColumn){name, "1", "shape of this mode, largest value 1"};
    figure.y[figure.ny++] = name;
  }
  CatTable *table = cat_record_table(r->rec, "shapes", columns, shown + 1, PLACES);
  if (!table) return CAT_ERR_MEMORY;
  find_largest(b, shown, shape, largest);
  for (int k = 0; k < PLACES; k++) {
    row[0] = place_of(b, k);
    cat_shapes_at(&b->shapes, row[0], shape, NULL);
    for (int i = 0; i < shown; i++) row[i + 1] = largest[i] > 0 ? shape[i] / largest[i] : 0;
    cat_table_append(table, row);
  }
  return cat_record_figure(r->rec, figure);
}

static CatStatus drawing(CatBridgeRun *r) {
  const CatBridge *b = &r->bridge;
  double top[2] = {0, 0}, ends[2] = {0, b->length};
  CatStroke *stroke = CAT_ARENA(r->arena, b->nbearing + 1, CatStroke);
  double *x = CAT_ARENA(r->arena, 4 * b->nbearing, double);
  double *y = CAT_ARENA(r->arena, 4 * b->nbearing, double), high = 0.02 * b->length;
  if (!stroke || !x || !y) return CAT_ERR_MEMORY;
  stroke[0] = (CatStroke){CAT_STROKE_WIRE, 2, ends, top, NULL};
  for (int i = 0; i < b->nbearing; i++) {
    double *px = x + 4 * i, *py = y + 4 * i, at = b->bearing[i].x, half = high / 2;
    px[0] = at, px[1] = at - half, px[2] = at + half, px[3] = at;
    py[0] = 0, py[1] = -high, py[2] = -high, py[3] = 0;
    const char *label = cat_record_textf(r->rec, "%g m", at);
    if (!label) return CAT_ERR_MEMORY;
    stroke[i + 1] = (CatStroke){CAT_STROKE_THIN, 4, px, py, label};
  }
  return cat_record_drawing(r->rec,
                            (CatDrawing){"The bridge", "Deck and bearings, from the left end.", 1,
                                         b->nbearing + 1, stroke, NULL, NULL});
}

CatStatus cat_bridge_frequencies(CatBridgeRun *r) {
  const CatBridge *b = &r->bridge;
  cJSON *f = cat_summary_array(r->rec, cat_bridge_fields(r), "f_Hz");
  for (int i = 0; i < b->n; i++) cat_summary_number(r->rec, f, NULL, b->omega[i] / (2 * PI));
  CAT_TRY(cat_bridge_doubts(r));
  CAT_TRY(drawing(r));
  CAT_TRY(frequency_table(r));
  CAT_TRY(shape_table(r));
  CAT_TRY(cat_record_result(r->rec, (CatResult){"Bridge", "first natural frequency", "Hz",
                                                b->method, b->omega[0] / (2 * PI)}));
  return cat_record_ok(r->rec);
}
