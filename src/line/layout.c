// From the description to stations with a first guess of all heights and forces: contact wire
// first, then the wires that carry it, up to the messenger.
#include <math.h>
#include <stdlib.h>

#include "station.h"

double cat_line_stagger(const CatLineSpec *spec, int support) {
  if (spec->nstagger == 0 || spec->form == CAT_LINE_2D) return 0;
  return spec->stagger[support % spec->nstagger];
}

// Direction from the track's point at a to that at b.
static double chord_heading(const CatLineSpec *spec, double a, double b) {
  CatJoin join = cat_path_join(spec, a, b - a);
  return cat_path_heading(spec, a) + atan2(join.gap[1], join.gap[0]);
}

double cat_line_radial(const CatLineSpec *spec, int k, const double x[3]) {
  double y0 = cat_line_stagger(spec, k - 1), y = cat_line_stagger(spec, k);
  double y1 = cat_line_stagger(spec, k + 1);
  double turn = chord_heading(spec, x[1], x[2]) - chord_heading(spec, x[0], x[1]);
  return spec->contact_wire.tension * ((y - y0) / (x[1] - x[0]) + (y - y1) / (x[2] - x[1]) - turn);
}

//------------------------------------------------------------------------------- masts

static CatStatus lay_masts(CatArena *a, const CatLineSpec *spec, double start, CatLayout *l) {
  l->spec = spec;
  l->nspan = 0;
  for (int i = 0; i < spec->nspan; i++) l->nspan += spec->spans[i].repeat;
  l->mast = CAT_ARENA(a, l->nspan + 1, double);
  l->height = CAT_ARENA(a, l->nspan + 1, double);
  l->encumbrance = CAT_ARENA(a, l->nspan + 1, double);
  if (!l->mast || !l->height || !l->encumbrance) return CAT_ERR_MEMORY;
  int k = 0;
  l->mast[0] = start;
  for (int i = 0; i < spec->nspan; i++) {
    const CatSpanSpec *p = &spec->spans[i];
    for (int j = 0; j < p->repeat; j++, k++) {
      l->mast[k + 1] = l->mast[k] + p->length;
      l->height[k] = l->height[k + 1] = p->height;
      l->encumbrance[k] = l->encumbrance[k + 1] = p->encumbrance;
    }
  }
  if (spec->far_end.given) {
    l->height[k] = spec->far_end.height;
    l->encumbrance[k] = spec->far_end.encumbrance;
  }
  return CAT_OK;
}

const CatSpanSpec *cat_layout_span(const CatLineSpec *spec, int k) {
  int i = 0;
  while (k >= spec->spans[i].repeat) k -= spec->spans[i++].repeat;
  return &spec->spans[i];
}

// Sag at dropper j below the line between the supports: given, or a parabola over the droppers.
static double sag_at(const CatSpanSpec *p, int j) {
  if (p->nsag == 0) return 0;
  if (p->nsag > 1) return p->sag[j];
  double first = p->positions[0], last = p->positions[p->nposition - 1];
  double u = last > first ? (2 * p->positions[j] - first - last) / (last - first) : 0;
  return p->sag[0] * (1 - u * u);
}

// A value between the masts of span k: linear, and for the lateral place the chord across a curve.
static double between(const CatLayout *l, const double *at_mast, int k, double x) {
  double u = x / (l->mast[k + 1] - l->mast[k]);
  return (1 - u) * at_mast[k] + u * at_mast[k + 1];
}

static double lateral(const CatLineSpec *spec, const CatLayout *l, int k, double x, double share) {
  double length = l->mast[k + 1] - l->mast[k], u = x / length, s = l->mast[k] + x;
  double y = share * ((1 - u) * cat_line_stagger(spec, k) + u * cat_line_stagger(spec, k + 1));
  double curvature = (cat_path_heading(spec, s + 0.5) - cat_path_heading(spec, s - 0.5));
  return spec->form == CAT_LINE_2D ? 0 : y + curvature * x * (length - x) / 2;
}

//------------------------------------------------------------------------------- stations

static CatStatus stations_new(CatArena *a, int room, CatStations *w) {
  *w = (CatStations){0, CAT_ARENA(a, room, CatStation)};
  return w->at ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStation *station_add(CatStations *w, CatStationType type, double s, int index) {
  CatStation *at = &w->at[w->n++];
  *at = (CatStation){.type = type, .s = s, .index = index};
  return at;
}

static bool is_end(const CatLayout *l, int mast) {
  return mast == 0 || mast == l->nspan;
}

// The stitch wire on which a dropper at x in span k hangs, or -1.
static int stitch_of(const CatLineSpec *spec, const CatLayout *l, int k, double x) {
  if (!spec->stitch.given) return -1;
  double half = spec->stitch_length / 2, length = l->mast[k + 1] - l->mast[k];
  if (x < half && k > 0) return k - 1;
  if (length - x < half && k + 1 < l->nspan) return k;
  return -1;
}

static CatStatus count_droppers(CatArena *a, const CatLineSpec *spec, CatLayout *l) {
  l->ndropper = l->nupper = 0;
  for (int k = 0; k < l->nspan; k++) {
    l->ndropper += spec->messenger.given ? cat_layout_span(spec, k)->nposition : 0;
    l->nupper += spec->auxiliary.given ? cat_layout_span(spec, k)->nauxiliary : 0;
  }
  int n = l->ndropper + 1, u = l->nupper + 1;
  l->span = CAT_ARENA(a, n, int), l->carrier = CAT_ARENA(a, n, int);
  l->low = CAT_ARENA(a, n, int), l->high = CAT_ARENA(a, n, int);
  l->upper_low = CAT_ARENA(a, u, int), l->upper_high = CAT_ARENA(a, u, int);
  l->upper_span = CAT_ARENA(a, u, int);
  l->nstitch = spec->stitch.given ? l->nspan - 1 : 0;
  l->stitch = CAT_ARENA(a, l->nstitch + 1, CatStations);
  bool ok = l->span && l->carrier && l->low && l->high && l->upper_low && l->upper_high &&
            l->upper_span && l->stitch;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

// Contact wire: ends, droppers, and the masts where an arm (or a trolley wire's support) holds it.
static CatStatus lay_contact(CatArena *a, const CatLineSpec *spec, CatLayout *l) {
  bool held = spec->steady_arm.given || !spec->messenger.given;
  CatStations *w = &l->contact;
  CAT_TRY(stations_new(a, l->ndropper + l->nspan + 1, w));
  for (int k = 0, d = 0; k <= l->nspan; k++) {
    if (is_end(l, k) || held) {
      CatStation *at = station_add(w, is_end(l, k) ? CAT_AT_END : CAT_AT_MAST, l->mast[k], k);
      at->held = true;
      at->y = cat_line_stagger(spec, k);
      at->z = l->height[k];
    }
    if (k == l->nspan || !spec->messenger.given) continue;
    const CatSpanSpec *p = cat_layout_span(spec, k);
    for (int j = 0; j < p->nposition; j++, d++) {
      double x = p->positions[j];
      l->low[d] = w->n;
      l->span[d] = k;
      l->carrier[d] = stitch_of(spec, l, k, x);
      CatStation *at = station_add(w, CAT_AT_DROPPER, l->mast[k] + x, d);
      at->held = true;
      at->y = lateral(spec, l, k, x, 1);
      at->z = between(l, l->height, k, x) - sag_at(p, j);
    }
  }
  return CAT_OK;
}

// Wires that droppers hang on are laid span by span; `upper` are places held from above.
static int by_place(const void *a, const void *b) {
  double x = ((const CatStation *)a)->s, y = ((const CatStation *)b)->s;
  return (x > y) - (x < y);
}

// After sorting, sets the stations of the droppers' ends.
static void note_ends(const CatStations *w, int *low, int *high, bool upper_low) {
  for (int i = 0; i < w->n; i++) {
    const CatStation *at = &w->at[i];
    if (at->type == CAT_AT_DROPPER && at->index >= 0) high[at->index] = i;
    if (at->type == CAT_AT_DROPPER && at->index < 0 && upper_low) low[-1 - at->index] = i;
  }
}

// Auxiliary wire: held by the upper droppers (index -1 - n), bearing the lower ones.
static CatStatus lay_auxiliary(CatArena *a, const CatLineSpec *spec, CatLayout *l) {
  CatStations *w = &l->auxiliary;
  CAT_TRY(stations_new(a, l->ndropper + l->nupper + 2, w));
  for (int k = 0; k <= l->nspan; k += l->nspan) {
    CatStation *at = station_add(w, CAT_AT_END, l->mast[k], k);
    at->held = true;
    at->y = cat_line_stagger(spec, k);
    at->z = l->height[k] + spec->auxiliary_height;
  }
  for (int d = 0; d < l->ndropper; d++) {
    const CatStation *low = &l->contact.at[l->low[d]];
    CatStation *at = station_add(w, CAT_AT_DROPPER, low->s, d);
    at->y = low->y;
  }
  for (int k = 0, u = 0; k < l->nspan; k++) {
    const CatSpanSpec *p = cat_layout_span(spec, k);
    for (int j = 0; j < p->nauxiliary; j++, u++) {
      double x = p->auxiliary_positions[j];
      l->upper_span[u] = k;
      CatStation *at = station_add(w, CAT_AT_DROPPER, l->mast[k] + x, -1 - u);
      at->held = true;
      at->y = lateral(spec, l, k, x, 1);
      at->z = between(l, l->height, k, x) + spec->auxiliary_height;
    }
  }
  qsort(w->at, (size_t)w->n, sizeof *w->at, by_place);
  note_ends(w, l->upper_low, l->high, true);
  return CAT_OK;
}

static CatStatus lay_stitches(CatArena *a, const CatLineSpec *spec, CatLayout *l) {
  int first = 0;  // dropper of the span before the mast
  for (int i = 0; i < l->nstitch; i++) {
    CatStations *w = &l->stitch[i];
    while (first < l->ndropper && l->span[first] < i) first++;
    int end = first;
    while (end < l->ndropper && l->span[end] <= i + 1) end++;
    CAT_TRY(stations_new(a, end - first + 2, w));
    double half = spec->stitch_length / 2, mast = l->mast[i + 1];
    station_add(w, CAT_AT_CLAMP, mast - half, 0)->held = true;
    for (int d = first; d < end; d++) {
      if (l->carrier[d] != i) continue;
      l->high[d] = w->n;
      CatStation *at = station_add(w, CAT_AT_DROPPER, l->contact.at[l->low[d]].s, d);
      at->load = l->contact.at[l->low[d]].lift;
    }
    station_add(w, CAT_AT_CLAMP, mast + half, 1)->held = true;
  }
  return CAT_OK;
}

// Between the clamps of a stitch wire both wires share the tension.
static void relieve(CatStations *w, double tension) {
  bool inside = false;
  for (int i = 0; i < w->n; i++) {
    if (w->at[i].type == CAT_AT_CLAMP) inside = w->at[i].index % 2 == 0;
    w->at[i].relief = inside ? tension : 0;
  }
}

static CatStatus lay_messenger(CatArena *a, const CatLineSpec *spec, CatLayout *l) {
  CatStations *w = &l->messenger;
  CAT_TRY(stations_new(a, l->ndropper + l->nupper + l->nspan + 1 + 2 * l->nstitch, w));
  double share = spec->support.offset;
  for (int k = 0; k <= l->nspan; k++) {
    CatStation *at = station_add(w, is_end(l, k) ? CAT_AT_END : CAT_AT_MAST, l->mast[k], k);
    at->held = true;
    at->y = share * cat_line_stagger(spec, k);
    at->z = l->height[k] + l->encumbrance[k];
  }
  const CatStations *below = spec->auxiliary.given ? &l->auxiliary : &l->contact;
  int n = spec->auxiliary.given ? l->nupper : l->ndropper;
  for (int d = 0; d < n; d++) {
    if (!spec->auxiliary.given && l->carrier[d] >= 0) continue;
    const CatStation *low = &below->at[spec->auxiliary.given ? l->upper_low[d] : l->low[d]];
    int k = spec->auxiliary.given ? l->upper_span[d] : l->span[d];
    CatStation *at = station_add(w, CAT_AT_DROPPER, low->s, d);
    at->y = lateral(spec, l, k, low->s - l->mast[k], share);
    at->load = low->lift;
  }
  for (int i = 0; i < l->nstitch; i++) {
    for (int e = 0; e < 2; e++) {
      const CatStation *end = &l->stitch[i].at[e ? l->stitch[i].n - 1 : 0];
      CatStation *at = station_add(w, CAT_AT_CLAMP, end->s, 2 * i + e);
      int k = i + e;
      at->y = lateral(spec, l, k, end->s - l->mast[k], share);
      at->load = end->lift;
    }
  }
  qsort(w->at, (size_t)w->n, sizeof *w->at, by_place);
  relieve(w, spec->stitch.tension);
  if (spec->auxiliary.given) {
    note_ends(w, NULL, l->upper_high, false);
  } else {
    note_ends(w, NULL, l->high, false);
  }
  return CAT_OK;
}

// Stitch wires hang between their clamps, once the messenger is known.
static void place_stitches(CatLayout *l) {
  for (int i = 0; i < l->messenger.n; i++) {
    const CatStation *m = &l->messenger.at[i];
    if (m->type != CAT_AT_CLAMP) continue;
    CatStations *w = &l->stitch[m->index / 2];
    CatStation *end = &w->at[m->index % 2 ? w->n - 1 : 0];
    end->y = m->y;
    end->node = i;  // station of the messenger, until there are nodes
    double other = w->at[0].s + w->at[w->n - 1].s - end->s;
    for (int j = 0; j < w->n; j++) {
      w->at[j].z += m->z * (w->at[j].s - other) / (end->s - other);
    }
  }
  for (int i = 0; i < l->nstitch; i++) {
    CatStations *w = &l->stitch[i];
    for (int j = 1; j + 1 < w->n; j++) {
      double u = (w->at[j].s - w->at[0].s) / (w->at[w->n - 1].s - w->at[0].s);
      w->at[j].y = (1 - u) * w->at[0].y + u * w->at[w->n - 1].y;
    }
  }
}

static double weight(const CatLineSpec *spec, const CatWireSpec *w) {
  return (w->mass_per_length + w->ice) * spec->gravity;
}

// Approximate weight of a dropper and its clamps, for the guess.
static void add_clamps(const CatLineSpec *spec, CatStations *w, double mass) {
  for (int i = 0; i < w->n; i++) {
    if (w->at[i].type == CAT_AT_DROPPER) w->at[i].load += mass * spec->gravity;
  }
}

CatStatus cat_layout_new(CatArena *a, CatArena *scratch, const CatLineSpec *spec, double start,
                         CatLayout *l) {
  *l = (CatLayout){0};
  CAT_TRY(lay_masts(a, spec, start, l));
  CAT_TRY(count_droppers(a, spec, l));
  CAT_TRY(lay_contact(a, spec, l));
  if (cat_layout_is_built(spec)) CAT_TRY(cat_layout_built(scratch, l));
  add_clamps(spec, &l->contact, spec->dropper.contact_wire_clamp);
  CAT_TRY(cat_stations_hang(scratch, &l->contact, spec->contact_wire.tension,
                            weight(spec, &spec->contact_wire)));
  if (!spec->messenger.given) return CAT_OK;
  if (spec->auxiliary.given) {
    CAT_TRY(lay_auxiliary(a, spec, l));
    for (int d = 0; d < l->ndropper; d++) {
      l->auxiliary.at[l->high[d]].load = l->contact.at[l->low[d]].lift;
    }
    CAT_TRY(cat_stations_hang(scratch, &l->auxiliary, spec->auxiliary.tension,
                              weight(spec, &spec->auxiliary)));
  }
  CAT_TRY(lay_stitches(a, spec, l));
  for (int i = 0; i < l->nstitch; i++) {
    CAT_TRY(cat_stations_hang(scratch, &l->stitch[i], spec->stitch.tension,
                              weight(spec, &spec->stitch)));
  }
  CAT_TRY(lay_messenger(a, spec, l));
  add_clamps(spec, &l->messenger, spec->dropper.messenger_clamp);
  CAT_TRY(cat_stations_hang(scratch, &l->messenger, spec->messenger.tension,
                            weight(spec, &spec->messenger)));
  place_stitches(l);
  return CAT_OK;
}
