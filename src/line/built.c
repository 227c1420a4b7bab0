// First guess for a line as built: heights of the contact wire from given dropper lengths.
#include <math.h>

#include "linalg/band.h"
#include "station.h"

// Two strings, tied by droppers: unknowns are the heights of contact wire (2 i) and messenger
// (2 i + 1) at all supports and droppers, from left to right.
typedef struct Pair {
  const CatLayout *l;
  CatBand K;
  double *z;  // right side, then heights
  double *s;  // places [m]
  int n;
} Pair;

static const double held = 1e9;  // [N/m], of a support that fixes a height
static const double tied = 1e6;  // [N/m], of a dropper; enough for a guess

static void hold(Pair *p, int i, double height) {
  cat_band_add(&p->K, i, i, held);
  p->z[i] += held * height;
}

static void stretch(Pair *p, const CatWireSpec *w, int i, int j) {
  double length = p->s[j / 2] - p->s[i / 2], k = w->tension / length;
  double weight = (w->mass_per_length + w->ice) * p->l->spec->gravity * length;
  cat_band_add(&p->K, i, i, k);
  cat_band_add(&p->K, j, j, k);
  cat_band_add(&p->K, i, j, -k);
  p->z[i] -= weight / 2;
  p->z[j] -= weight / 2;
}

static void tie(Pair *p, int i, double rise) {
  const CatLineSpec *spec = p->l->spec;
  cat_band_add(&p->K, i, i, tied);
  cat_band_add(&p->K, i + 1, i + 1, tied);
  cat_band_add(&p->K, i, i + 1, -tied);
  p->z[i] -= tied * rise + spec->dropper.contact_wire_clamp * spec->gravity;
  p->z[i + 1] += tied * rise - spec->dropper.messenger_clamp * spec->gravity;
}

static void add_mast(Pair *p, int k) {
  const CatLayout *l = p->l;
  int i = 2 * p->n;
  p->s[p->n++] = l->mast[k];
  if (k == 0 || k == l->nspan || l->spec->steady_arm.given) hold(p, i, l->height[k]);
  hold(p, i + 1, l->height[k] + l->encumbrance[k]);
}

// An inclined dropper rises by less than its length; the messenger follows a fraction of the
// stagger.
static void add_dropper(Pair *p, int d, double length) {
  const CatLayout *l = p->l;
  const CatStation *low = &l->contact.at[l->low[d]];
  double aside = low->y * (1 - l->spec->support.offset);
  p->s[p->n] = low->s;
  tie(p, 2 * p->n++, sqrt(fmax(length * length - aside * aside, 0)));
}

bool cat_layout_is_built(const CatLineSpec *spec) {
  bool built = spec->messenger.given && !spec->stitch.given && !spec->auxiliary.given;
  for (int i = 0; i < spec->nspan; i++) {
    built = built && spec->spans[i].nlength == spec->spans[i].nposition;
  }
  return built;
}

CatStatus cat_layout_built(CatArena *scratch, CatLayout *l) {
  int places = l->nspan + 1 + l->ndropper;
  Pair p = {.l = l, .z = CAT_ARENA(scratch, 2 * places, double)};
  p.s = CAT_ARENA(scratch, places, double);
  if (!p.z || !p.s) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(scratch, 2 * places, 2, &p.K));
  for (int k = 0, d = 0; k <= l->nspan; k++) {
    add_mast(&p, k);
    const CatSpanSpec *span = k < l->nspan ? cat_layout_span(l->spec, k) : NULL;
    for (int j = 0; span && j < span->nposition; j++) add_dropper(&p, d++, span->lengths[j]);
  }
  for (int i = 0; i + 1 < places; i++) {
    stretch(&p, &l->spec->contact_wire, 2 * i, 2 * i + 2);
    stretch(&p, &l->spec->messenger, 2 * i + 1, 2 * i + 3);
  }
  CAT_TRY(cat_band_factor(cat_arena_context(scratch), &p.K));
  cat_band_solve(&p.K, p.z, 1);
  for (int d = 0; d < l->ndropper; d++) {
    l->contact.at[l->low[d]].z = p.z[2 * (d + l->span[d] + 1)];
  }
  return CAT_OK;
}
