// The kind rest, and any line: do wires, spans, droppers, stagger and alignment fit together?
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "checker.h"
#include "line/model.h"

static const double min_gap = 0.01;         // between neighbours on one wire [m]
static const double min_clamp_gap = 0.1;    // between the clamp of a stitch wire and a dropper [m]
static const double max_offset = 0.6;       // of the contact wire from the track's centre line [m]
static const double min_radial = 10;        // on a steady arm [N]
static const double max_strain = 0.05;      // of a wire under its tension [-]
static const double max_gradient = 0.1;     // of the contact wire from support to support [-]
static const double same_stiffness = 0.01;  // relative

// A tension section: the first, or the one that overlaps it.
typedef struct Part {
  CatLineSpec line;  // with the spans, stagger and far end of this section
  const CatLineSpec *given;
  double start;  // [m]
  int nspan;     // all repetitions counted
} Part;

typedef struct Checker {
  CatContext *ctx;
  CatSpec *spec;
  const CatLineSpec *line;
} Checker;

static CatShort rounded(double value) {  // to the millimetre
  return metres(round(1000 * value) / 1000);
}

//------------------------------------------------------------------------------- wires

static double stiffness_of(const CatWireSpec *w) {
  return w->axial_stiffness > 0 ? w->axial_stiffness : w->modulus * w->area;
}

static void check_wire(const Checker *c, const CatWireSpec *w) {
  double product = w->modulus * w->area, given = w->axial_stiffness;
  if (given <= 0 && product <= 0) {
    const double *lone = w->modulus > 0 ? &w->modulus : w->area > 0 ? &w->area : &given;
    const char *other = lone == &w->modulus ? "area" : "modulus";
    if (lone == &given) {
      FAIL(c, &w->axial_stiffness,
           "found no axial stiffness, expected axial_stiffness, or modulus and area");
    } else {
      FAIL(c, lone, "found no %s beside it, expected both of modulus and area, or axial_stiffness",
           other);
    }
    return;
  }
  if (given > 0 && product > 0 && fabs(given - product) > same_stiffness * product) {
    FAIL(c, &w->axial_stiffness, "found %s, expected modulus x area = %s (%s), or one of both only",
         cat_quantity_brief(given, "kN").s, cat_quantity_brief(product, "kN").s,
         location(c->spec, &w->axial_stiffness, &w->modulus).s);
    return;
  }
  if (w->tension > max_strain * stiffness_of(w)) {
    FAIL(c, &w->tension,
         "found %s, which stretches the wire by %.3g %%, expected at most %g %%; is "
         "EA = %s right?",
         cat_quantity_brief(w->tension, "kN").s, 100 * w->tension / stiffness_of(w),
         100 * max_strain, cat_quantity_brief(stiffness_of(w), "kN").s);
  }
}

static void check_wires(const Checker *c) {
  const CatLineSpec *l = c->line;
  check_wire(c, &l->contact_wire);
  if (l->messenger.given) check_wire(c, &l->messenger);
  if (l->auxiliary.given) check_wire(c, &l->auxiliary);
  if (l->stitch.given) check_wire(c, &l->stitch);
}

// Which wires, arms and ends go together.
static void check_make(const Checker *c) {
  const CatLineSpec *l = c->line;
  if (l->stitch.given && !l->messenger.given) {
    FAIL(c, &l->stitch.given, "found a stitch wire, expected a messenger that it hangs on");
  }
  if (l->auxiliary.given && !l->messenger.given) {
    FAIL(c, &l->auxiliary.given, "found an auxiliary wire, expected a messenger that it hangs on");
  }
  if (l->stitch.given && l->auxiliary.given) {
    FAIL(c, &l->stitch.given,
         "found a stitch wire beside an auxiliary wire (%s), expected one of "
         "them",
         location(c->spec, &l->stitch.given, &l->auxiliary.given).s);
  }
  if (l->stitch.given && l->messenger.given && l->stitch.tension >= l->messenger.tension) {
    FAIL(c, &l->stitch.tension,
         "found %s, expected below the messenger's tension = %s (%s), which it shares at the "
         "support",
         cat_quantity_brief(l->stitch.tension, "kN").s,
         cat_quantity_brief(l->messenger.tension, "kN").s,
         location(c->spec, &l->stitch.tension, &l->messenger.tension).s);
  }
  if (l->dropper.axial_stiffness > 0 && l->dropper.stiffness > 0) {
    FAIL(c, &l->dropper.stiffness, "found %s beside axial_stiffness (%s), expected one of them",
         cat_quantity_brief(l->dropper.stiffness, "kN/m").s,
         location(c->spec, &l->dropper.stiffness, &l->dropper.axial_stiffness).s);
  }
  if (l->ends == CAT_ENDS_WEIGHTS && l->messenger.given && l->support.along == CAT_ALONG_HELD) {
    FAIL(c, &l->support.along,
         "found held, expected free with ends: weights (%s), or the weights "
         "pull at the supports in place of the wire",
         location(c->spec, &l->support.along, &l->ends).s);
  }
  if (l->axial_modes > 0 && l->axial != CAT_AXIAL_QUASI_STATIC) {
    FAIL(c, &l->axial_modes, "found %d, expected 0 unless axial is quasi-static (%s)",
         l->axial_modes, location(c->spec, &l->axial_modes, &l->axial).s);
  }
  if (l->form == CAT_LINE_2D && l->npath > 0) {
    FAIL(c, &l->path, "found an alignment, expected none in form 2d (%s), which is straight",
         location(c->spec, &l->path, &l->form).s);
  }
}

//------------------------------------------------------------------------------- droppers

// Places of a list within their span, one after the other.
static void check_places(const Checker *c, const CatSpanSpec *p, const double *x, int n) {
  for (int j = 0; j < n; j++) {
    if (x[j] >= p->length) {
      FAIL(c, &x[j], "found a dropper at %s, expected below the length of its span = %s (%s)",
           metres(x[j]).s, metres(p->length).s, location(c->spec, &x[j], &p->length).s);
    } else if (x[j] < min_gap || p->length - x[j] < min_gap) {
      FAIL(c, &x[j], "found a dropper at %s in a span of %s, expected at least 1 cm from supports",
           metres(x[j]).s, metres(p->length).s);
    }
    if (j == 0) continue;
    if (x[j] < x[j - 1]) {
      FAIL(c, &x[j], "found a dropper at %s behind one at %s, expected positions that increase",
           metres(x[j]).s, metres(x[j - 1]).s);
    } else if (x[j] - x[j - 1] < min_gap) {
      FAIL(c, &x[j], "found a dropper %s from its neighbour, expected at least 1 cm",
           metres(x[j] - x[j - 1]).s);
    }
  }
}

// One value per dropper, or none.
static void check_count(const Checker *c, const void *list, int n, int droppers, bool one_too) {
  if (n == 0 || n == droppers || (n == 1 && one_too && droppers > 0)) return;
  FAIL(c, list, "found %d values, expected %s%d, one per dropper", n,
       one_too ? "none, one or " : "", droppers);
}

static void check_tiers(const Checker *c, const CatSpanSpec *p) {
  check_places(c, p, p->auxiliary_positions, p->nauxiliary);
  if (!c->line->auxiliary.given) {
    if (p->nauxiliary == 0) return;
    FAIL(c, &p->auxiliary_positions, "found %d droppers, expected none without auxiliary_wire",
         p->nauxiliary);
    return;
  }
  if (p->nauxiliary == 0) {
    FAIL(c, &p->auxiliary_positions,
         "found none, expected droppers that hang the auxiliary wire on the messenger");
  }
  for (int i = 0; i < p->nauxiliary; i++) {
    for (int j = 0; j < p->nposition; j++) {
      const double *x = &p->auxiliary_positions[i];
      if (fabs(*x - p->positions[j]) >= min_gap) continue;
      FAIL(c, x,
           "found a dropper at %s, where one hangs below the auxiliary wire (%s), expected at "
           "least 1 cm between them",
           metres(*x).s, location(c->spec, x, &p->positions[j]).s);
    }
  }
  if (c->line->auxiliary_height >= p->encumbrance) {
    const double *height = &c->line->auxiliary_height;
    FAIL(c, height, "found %s, expected below the messenger's encumbrance = %s (%s)",
         metres(*height).s, metres(p->encumbrance).s, location(c->spec, height, &p->encumbrance).s);
  }
}

// left, right: whether the support there has a stitch wire
static void check_stitch(const Checker *c, const CatSpanSpec *p, bool left, bool right) {
  const double *length = &c->line->stitch_length;
  double half = *length / 2;
  for (int j = 0; j < p->nposition; j++) {
    const double *x = &p->positions[j];
    double gap = INFINITY;
    if (left) gap = fabs(*x - half);
    if (right) gap = fmin(gap, fabs(p->length - *x - half));
    if (gap >= min_clamp_gap) continue;
    FAIL(c, x,
         "found a dropper %s from the clamp of the stitch wire, half its length = %s from the "
         "support (%s), expected at least 10 cm",
         metres(gap).s, metres(half).s, location(c->spec, x, length).s);
  }
}

// Weight of contact wire and clamp on dropper j: half of the bays on both sides; an arm bears its
// share of the one at the support.
static double dropper_load(const CatLineSpec *l, const CatSpanSpec *p, int j) {
  double left = j > 0 ? p->positions[j - 1] : 0;
  double right = j + 1 < p->nposition ? p->positions[j + 1] : p->length;
  const CatWireSpec *w = &l->contact_wire;
  return ((w->mass_per_length + w->ice) * (right - left) / 2 + l->dropper.contact_wire_clamp) *
         l->gravity;
}

// What hangs on a dropper stretches it; a soft one is a slip of the unit.
static void check_stretch(const Checker *c, const CatLineSpec *l) {
  const CatDropperSpec *d = &c->line->dropper;
  const double *field = d->stiffness > 0 ? &d->stiffness : &d->axial_stiffness;
  if (*field == 0) return;
  double strain = 0, load = 0;  // the largest strain, and where it is
  for (int i = 0; i < l->nspan; i++) {
    const CatSpanSpec *p = &l->spans[i];
    double force = field == &d->stiffness ? *field * p->encumbrance : *field;  // for a strain of 1
    for (int j = 0; j < p->nposition; j++) {
      double weight = dropper_load(l, p, j);
      if (weight / force > strain) strain = weight / force, load = weight;
    }
  }
  if (strain <= max_strain) return;
  FAIL(c, field,
       "found %s, with which a load of %.3g N stretches a dropper by %.3g %%, expected at most "
       "%g %%",
       cat_quantity_brief(*field, field == &d->stiffness ? "kN/m" : "kN").s, load, 100 * strain,
       100 * max_strain);
}

// A contact wire that climbs like this is a slip of the unit, or of the sign.
static void check_gradient(const Checker *c, const CatSpanSpec *p, const double *next) {
  double rise = *next - p->height;
  if (fabs(rise) <= max_gradient * p->length) return;
  FAIL(c, next,
       "found %s behind a support at %s (%s), a gradient of %.3g %% in a span of %s, "
       "expected at most %g %%",
       metres(*next).s, metres(p->height).s, location(c->spec, next, &p->height).s,
       100 * fabs(rise) / p->length, metres(p->length).s, 100 * max_gradient);
}

static void check_span(const Checker *c, const CatSpanSpec *p) {
  if (!c->line->messenger.given && p->nposition > 0) {
    FAIL(c, &p->positions, "found %d droppers, expected none without a messenger to hang on",
         p->nposition);
    return;
  }
  check_places(c, p, p->positions, p->nposition);
  check_count(c, &p->sag, p->nsag, p->nposition, true);
  check_count(c, &p->lengths, p->nlength, p->nposition, false);
  check_count(c, &p->auxiliary_lengths, p->nauxiliary_length, p->nauxiliary, false);
  check_tiers(c, p);
}

static void check_spans(const Checker *c, const Part *part) {
  const CatLineSpec *l = &part->line;
  const CatSpanSpec *shortest = &l->spans[0];
  for (int i = 0; i < l->nspan; i++) {
    const CatSpanSpec *p = &l->spans[i];
    check_span(c, p);
    if (i + 1 < l->nspan) check_gradient(c, p, &p[1].height);
    if (p->length < shortest->length) shortest = p;
    bool first = i == 0 && p->repeat == 1, last = i == l->nspan - 1 && p->repeat == 1;
    if (l->stitch.given) check_stitch(c, p, !first, !last);
  }
  const double *stitch = &part->given->stitch_length;
  if (l->stitch.given && *stitch >= shortest->length) {
    FAIL(c, stitch, "found %s, expected below the shortest span = %s (%s)", metres(*stitch).s,
         metres(shortest->length).s, location(c->spec, stitch, &shortest->length).s);
  } else if (l->stitch.given && shortest->length - *stitch < min_clamp_gap) {
    FAIL(c, stitch,
         "found %s, expected at least 10 cm between the clamps of two stitch wires in the shortest "
         "span = %s (%s)",
         metres(*stitch).s, metres(shortest->length).s,
         location(c->spec, stitch, &shortest->length).s);
  }
  if (l->ends == CAT_ENDS_WEIGHTS && part->nspan < 2) {
    FAIL(c, &part->given->ends,
         "found weights with a single span, expected two spans or more, with "
         "a support between them that holds the wires along the track");
  }
}

//------------------------------------------------------------------------------- crossing wires

// Weight that hangs on the messenger in a span, per length, less what the contact wire bears by its
// own sag; as a parabola carries it.
static double messenger_load(const CatLineSpec *l, const CatSpanSpec *p, double sag) {
  double mass = l->messenger.mass_per_length + l->messenger.ice + l->contact_wire.mass_per_length +
                l->contact_wire.ice;
  if (l->auxiliary.given) mass += l->auxiliary.mass_per_length + l->auxiliary.ice;
  double clamps = l->dropper.contact_wire_clamp + l->dropper.messenger_clamp;
  mass += (p->nposition * clamps + p->nauxiliary * clamps) / p->length;
  return mass * l->gravity - 8 * l->contact_wire.tension * sag / (p->length * p->length);
}

// Between the clamps of a stitch wire the messenger has less tension and bears the same shear, half
// the weight of a span: all of it beyond hangs lower by this.
static double stitch_drop(const CatLineSpec *l, const CatSpanSpec *p, double load) {
  if (!l->stitch.given) return 0;
  double T = l->messenger.tension, shear = load * p->length / 2;
  return shear * l->stitch_length / 2 * (1 / (T - l->stitch.tension) - 1 / T);
}

static double sag_at(const CatSpanSpec *p, int j) {
  if (p->nsag > 1) return p->sag[j];
  return p->nsag == 1 && j > 0 && j < p->nposition - 1 ? p->sag[0] : 0;
}

// Room between the wires at each dropper of a span whose messenger ends `right` above the contact
// wire: e(x) - 4 f x (L - x)/L^2 + sag, f = w L^2 / (8 T). The messenger must stay above.
static void check_crossing(const Checker *c, const CatSpanSpec *p, double right) {
  const CatLineSpec *l = c->line;
  if (!l->messenger.given || p->nlength > 0) return;
  double presag = 0, below = l->auxiliary.given ? l->auxiliary_height : 0, least = INFINITY, at = 0;
  for (int j = 0; j < p->nposition; j++) presag = fmax(presag, sag_at(p, j));
  double load = messenger_load(l, p, presag);
  double sag = load * p->length * p->length / (8 * l->messenger.tension);
  double drop = stitch_drop(l, p, load);
  for (int j = 0; j < p->nposition; j++) {
    double u = p->positions[j] / p->length, hangs = 4 * sag * u * (1 - u) + drop;
    double room = (1 - u) * p->encumbrance + u * right - hangs + sag_at(p, j);
    if (room - below < least) least = room - below, at = p->positions[j];
  }
  if (least > 0) return;
  FAIL(c, &p->encumbrance,
       "found %s, expected at least %s more, or the wires cross %s from the support: in this span "
       "of %s the "
       "messenger sags by %s under %s with %s (%s)",
       metres(p->encumbrance).s, rounded(fmax(-least, 0.001)).s, metres(at).s, metres(p->length).s,
       rounded(sag + drop).s, cat_quantity_brief(round(10 * load) / 10, "N/m").s,
       cat_quantity_brief(l->messenger.tension, "kN").s,
       location(c->spec, &p->encumbrance, &l->messenger.tension).s);
}

// A stitch wire with the same droppers on both sides of the support hangs below its clamps by
// sum F_k (h - max(a_j, a_k))/T at dropper j, for distances a from the support and half length h;
// the clamps are on the messenger, which sags there by f 4 h (L - h)/L^2.
static void check_stitch_sag(const Checker *c, const CatSpanSpec *p) {
  const CatLineSpec *l = c->line;
  const double half = l->stitch_length / 2, *T = &l->stitch.tension;
  double load = messenger_load(l, p, 0);
  double room = p->encumbrance - load * half * (p->length - half) / (2 * l->messenger.tension) -
                stitch_drop(l, p, load);
  for (int j = 0; j < p->nposition && p->positions[j] < half; j++) {
    double drop = 0, a = p->positions[j];
    for (int k = 0; k < p->nposition && p->positions[k] < half; k++) {
      drop += dropper_load(l, p, k) * (half - fmax(a, p->positions[k])) / *T;
    }
    if (room > drop) continue;
    FAIL(
        c, T,
        "found %s, expected above %s, or the stitch wire hangs below the contact wire: by %s below "
        "its clamps at the dropper %s from the support, where there are %s (encumbrance: %s)",
        cat_quantity_brief(*T, "kN").s,
        cat_quantity_brief(ceil(*T * drop / fmax(room, 0.01) / 100) * 100, "kN").s, rounded(drop).s,
        metres(a).s, rounded(room).s, location(c->spec, T, &p->encumbrance).s);
    return;
  }
}

static void check_crossings(const Checker *c, const CatLineSpec *l) {
  for (int i = 0; i < l->nspan; i++) {
    const CatSpanSpec *p = &l->spans[i];
    int before = cat_context_errors(c->ctx);
    double right = i + 1 < l->nspan   ? p[1].encumbrance
                   : l->far_end.given ? l->far_end.encumbrance
                                      : p->encumbrance;
    if (l->stitch.given) check_stitch_sag(c, p);
    if (p->repeat > 1) check_crossing(c, p, p->encumbrance);
    if (cat_context_errors(c->ctx) == before) check_crossing(c, p, right);
  }
}

//------------------------------------------------------------------------------- plan view

// The piece of track at s; NULL: straight behind the end.
static const CatPathSpec *piece_at(const CatLineSpec *l, double s) {
  for (int i = 0; i < l->npath; i++) {
    if (s < l->path[i].length) return &l->path[i];
    s -= l->path[i].length;
  }
  return NULL;
}

// In the middle of span k from x0 to x1 the wire is off the centre line by the mean of its staggers
// and by the sagitta of the chord, L^2 / (8 R).
static void check_chord(const Checker *c, const Part *part, int k, double x0, double x1) {
  double length = x1 - x0, middle = (x0 + x1) / 2;
  const CatPathSpec *piece = piece_at(&part->line, middle);
  if (!piece) return;
  double turn =
      cat_path_heading(&part->line, middle + 0.5) - cat_path_heading(&part->line, middle - 0.5);
  double stagger = (cat_line_stagger(&part->line, k) + cat_line_stagger(&part->line, k + 1)) / 2;
  double offset = stagger + turn * length * length / 8;
  if (turn == 0 || fabs(offset) <= max_offset) return;
  double room = max_offset - (turn > 0 ? stagger : -stagger);
  FAIL(
      c, &piece->curvature0,
      "found a radius of %s, where the contact wire is %s off the centre line in the middle of the "
      "span from %s to %s, expected at most %s: spans of at most %s there, or stagger outwards",
      metres(round(1 / fabs(turn))).s, rounded(fabs(offset)).s, metres(x0).s, metres(x1).s,
      metres(max_offset).s, metres(floor(sqrt(8 * fmax(room, 0) / fabs(turn)))).s);
}

// x: places of supports k - 1, k, k + 1. False: an error was raised.
static bool check_arm(const Checker *c, const Part *part, int k, const double x[3]) {
  const CatLineSpec *l = &part->line;
  double force = cat_line_radial(l, k, x);
  if (fabs(force) >= min_radial) return true;
  const double *item = l->nstagger ? &l->stagger[k % l->nstagger] : NULL;
  const void *list = part->start > 0 ? &part->given->overlap.stagger : &part->given->stagger;
  FAIL(
      c, item ? (const void *)item : list,
      "found stagger %s at support %d (%s), where the contact wire pulls the steady arm by %.3g N, "
      "expected at least %g N, or the arm has no direction; change the stagger there or beside it",
      metres(cat_line_stagger(l, k)).s, k, metres(x[1]).s, fabs(force), min_radial);
  return false;
}

static void check_arms(const Checker *c) {
  const CatLineSpec *l = c->line;
  const double *heel = &l->steady_arm.heel;
  if (l->steady_arm.kind == CAT_ARM_LIFT && l->form != CAT_LINE_2D) {
    FAIL(c, &l->steady_arm.kind,
         "found \"lift\", expected \"bar\" unless form is 2d, since nothing "
         "else holds the contact wire sideways");
  }
  if (!l->steady_arm.given) return;
  if (*heel >= l->steady_arm.length) {
    FAIL(c, heel, "found %s, expected below the length of the arm = %s (%s)", metres(*heel).s,
         metres(l->steady_arm.length).s, location(c->spec, heel, &l->steady_arm.length).s);
  }
  if (l->form == CAT_LINE_2D && l->gravity == 0) {
    FAIL(c, &l->gravity,
         "found 0 m/s2, expected above 0 m/s2 in form 2d with steady_arm (%s), or the arms have no "
         "direction",
         location(c->spec, &l->gravity, &l->steady_arm.given).s);
  }
}

static void check_stagger(const Checker *c, const Part *part) {
  const CatLineSpec *l = &part->line;
  if (l->steady_arm.given || !l->messenger.given || l->form == CAT_LINE_2D) return;
  for (int i = 0; i < l->nstagger; i++) {
    if (l->stagger[i] == 0) continue;
    FAIL(c, &l->stagger[i],
         "found %s, expected 0 m without steady_arm, since nothing holds the "
         "contact wire sideways at the supports",
         metres(l->stagger[i]).s);
    return;
  }
  if (l->npath > 0 && part->start == 0) {
    FAIL(c, &part->given->path,
         "found an alignment, expected steady_arm, since nothing else holds the contact "
         "wire sideways in a curve");
  }
}

// Where no span follows, the last support has heights of its own.
static void check_far_end(const Checker *c, const Part *part) {
  const CatLineSpec *l = c->line;
  const CatFarEndSpec *end = part->start > 0 ? &l->overlap.far_end : &l->far_end;
  const CatSpanSpec *last = part->line.nspan > 0 ? &part->line.spans[part->line.nspan - 1] : NULL;
  if (end->given && last) check_gradient(c, last, &end->height);
  if (!end->given || !l->auxiliary.given || l->auxiliary_height < end->encumbrance) return;
  FAIL(c, &end->encumbrance, "found %s, expected above auxiliary_height = %s (%s)",
       metres(end->encumbrance).s, metres(l->auxiliary_height).s,
       location(c->spec, &end->encumbrance, &l->auxiliary_height).s);
}

static void check_plan(const Checker *c, const Part *part) {
  const CatLineSpec *l = &part->line;
  if (l->form == CAT_LINE_2D) return;
  double x[3] = {0, 0, part->start};
  bool arms = l->steady_arm.given;
  const CatPathSpec *failed = NULL;
  for (int i = 0, k = 0; i < l->nspan; i++) {
    for (int j = 0; j < l->spans[i].repeat; j++, k++) {
      x[0] = x[1], x[1] = x[2], x[2] += l->spans[i].length;
      int before = cat_context_errors(c->ctx);
      const CatPathSpec *piece = piece_at(l, (x[1] + x[2]) / 2);
      if (piece != failed) check_chord(c, part, k, x[1], x[2]);
      if (cat_context_errors(c->ctx) > before) failed = piece;
      if (k > 0 && arms) arms = check_arm(c, part, k, x);
    }
  }
}

//------------------------------------------------------------------------------- all of it

// Coordinates and lengths of the elements of a span, on all wires.
static double span_unknowns(const CatLineSpec *l, const CatSpanSpec *p, double *per_bay) {
  int wires = 1 + l->messenger.given + 2 * l->stitch.given;
  double bays = 2.0 * (p->nposition + 1) + wires, length = wires * p->length;
  if (l->auxiliary.given) {
    bays += p->nposition + 2.0 * p->nauxiliary + 1;
    length += p->length;
  }
  *per_bay = l->elements_per_bay;  // by size: each bay is rounded up
  if (l->elements_per_bay == 0) *per_bay = fmax(4, length / l->element_size / bays + 1);
  *per_bay = ldexp(*per_bay, l->halvings);
  return 7 * bays * *per_bay;
}

static void add_spans(const CatLineSpec *l, const CatSpanSpec *p, int n, CatLineSize *size) {
  for (int i = 0; i < n; i++, p++) {
    double per_bay, one = span_unknowns(l, p, &per_bay);
    double kinds = fmin(p->repeat, 4);  // both ends, two sides
    size->per_bay = fmax(size->per_bay, per_bay);
    size->unknowns += p->repeat * one;
    size->distinct += kinds * one;
    size->squares += kinds * one * one;
    size->largest = fmax(size->largest, one);
  }
}

CatLineSize cat_line_size(const CatLineSpec *l) {
  CatLineSize size = {0};
  add_spans(l, l->spans, l->nspan, &size);
  if (l->overlap.given) add_spans(l, l->overlap.spans, l->overlap.nspan, &size);
  return size;
}

// A size that was asked for beside a line whose own file says how many elements there are. In one
// file the number is known to override the size.
static void check_override(const Checker *c) {
  const CatLineSpec *l = c->line;
  CatWhere size = cat_spec_where(c->spec, &l->element_size);
  CatWhere number = cat_spec_where(c->spec, &l->elements_per_bay);
  if (l->elements_per_bay == 0 || !size.given || !size.place.file || !number.place.file) return;
  if (strcmp(size.place.file, number.place.file) == 0) return;
  cat_spec_warn(c->spec, &l->element_size,
                "%g m is not used, since elements_per_bay: %d (%s) overrides it; "
                "elements_per_bay: auto lets it count",
                l->element_size, l->elements_per_bay,
                cat_check_value_location(c->spec, &l->element_size, &l->elements_per_bay).s);
}

static void check_size(const Checker *c) {
  const CatLineSpec *l = c->line;
  CatLineSize size = cat_line_size(l);
  double total = size.unknowns, least = 4 * total / size.per_bay;
  check_override(c);
  if (total <= CAT_MOST_UNKNOWNS) return;
  if (l->elements_per_bay == 0 && least < CAT_MOST_UNKNOWNS / 2) {
    FAIL(c, &l->element_size,
         "found %g m, which makes about %s unknowns, expected at most %s; element_size: %.2g m "
         "would do",
         l->element_size, cat_quantity_brief(total, "").s,
         cat_quantity_brief(CAT_MOST_UNKNOWNS, "").s,
         1.05 * l->element_size * total / CAT_MOST_UNKNOWNS);
    return;
  }
  double enough = floor(l->elements_per_bay * CAT_MOST_UNKNOWNS / total);
  if (enough >= 1) {
    FAIL(c, &l->elements_per_bay,
         "found %d, which makes about %s unknowns, expected at most %s; elements_per_bay: %g would "
         "do",
         l->elements_per_bay, cat_quantity_brief(total, "").s,
         cat_quantity_brief(CAT_MOST_UNKNOWNS, "").s, enough);
  } else {
    FAIL(c, &l->spans, "found spans that make about %s unknowns, expected at most %s",
         cat_quantity_brief(total, "").s, cat_quantity_brief(CAT_MOST_UNKNOWNS, "").s);
  }
}

static Part first_part(const CatLineSpec *l) {
  Part part = {.line = *l, .given = l};
  for (int i = 0; i < l->nspan; i++) part.nspan += l->spans[i].repeat;
  return part;
}

static Part second_part(const CatLineSpec *l) {
  Part part = {.line = *l, .given = l, .start = l->overlap.start};
  part.line.nspan = l->overlap.nspan, part.line.spans = l->overlap.spans;
  part.line.nstagger = l->overlap.nstagger, part.line.stagger = l->overlap.stagger;
  part.line.far_end = l->overlap.far_end;
  for (int i = 0; i < part.line.nspan; i++) part.nspan += part.line.spans[i].repeat;
  return part;
}

static double length_of(const Part *part) {
  double length = 0;
  for (int i = 0; i < part->line.nspan; i++) {
    length += part->line.spans[i].repeat * part->line.spans[i].length;
  }
  return length;
}

static void check_overlap(const Checker *c, const Part *first) {
  double end = length_of(first);
  const double *start = &c->line->overlap.start;
  if (*start > 0 && *start < end) return;
  FAIL(c, start, "found %s, expected above 0 m and below %s, where the first section ends",
       metres(*start).s, metres(end).s);
}

static void check_masses(const Checker *c, const Part *parts, int n) {
  const CatLineSpec *l = c->line;
  double end = 0;
  for (int i = 0; i < n; i++) end = fmax(end, parts[i].start + length_of(&parts[i]));
  for (int i = 0; i < l->nmass; i++) {
    const CatPointSpec *p = &l->masses[i];
    if (p->position > end) {
      FAIL(c, &p->position, "found %s, expected at most %s, where the line ends",
           metres(p->position).s, metres(end).s);
    }
    if (p->wire == CAT_ON_MESSENGER && !l->messenger.given) {
      FAIL(c, &p->wire, "found messenger, expected contact_wire on a line without messenger");
    }
    if (p->wire == CAT_ON_AUXILIARY && !l->auxiliary.given) {
      FAIL(c, &p->wire, "found auxiliary_wire, expected a wire that the line has");
    }
  }
}

// Droppers by number: positions at equal distances, as if they had been written out.
static CatStatus lay_out(CatContext *ctx, CatSpec *spec, CatSpanSpec *p) {
  int n = p->dropper_count;
  if (n == 0) return CAT_OK;
  double edge = p->edge > 0 ? p->edge : p->length / (2 * n);
  CatWhere where = cat_spec_where(spec, &p->dropper_count);
  if (p->nposition > 0 && p->nposition != n) {
    return CAT_FAIL_AT(ctx, where.place, where.path,
                       "found %d beside a list of %d droppers, expected one of the two", n,
                       p->nposition);
  }
  if (2 * edge >= p->length) {
    where = cat_spec_where(spec, &p->edge);
    return CAT_FAIL_AT(ctx, where.place, where.path,
                       "found %g m, expected less than half the span, %g m", edge, p->length / 2);
  }
  if (p->nposition > 0) return CAT_OK;
  double *x = CAT_ARENA(cat_spec_arena(spec), n, double);
  if (!x) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    x[i] = n > 1 ? edge + i * (p->length - 2 * edge) / (n - 1) : p->length / 2;
    CAT_TRY(cat_spec_locate(spec, &x[i], where));
  }
  p->positions = x;
  p->nposition = n;
  return CAT_OK;
}

static CatStatus lay_out_all(CatContext *ctx, CatSpec *spec, const CatSpanSpec *spans, int n) {
  for (int i = 0; i < n; i++) CAT_TRY(lay_out(ctx, spec, (CatSpanSpec *)(uintptr_t)&spans[i]));
  return CAT_OK;
}

// A piece with a curvature and no curvature_end is a clothoid to a straight, which few mean.
static CatStatus warn_unwinding(const Checker *c) {
  for (int i = 0; i < c->line->npath; i++) {
    const CatPathSpec *p = &c->line->path[i];
    if (p->curvature0 == 0 || cat_spec_where(c->spec, &p->curvature1).given) continue;
    CAT_TRY(cat_spec_warn(c->spec, &p->curvature0,
                          "found no curvature_end, with which the curve straightens out over these "
                          "%s; curvature_end: %s keeps it, 0 1/m says that this is meant",
                          metres(p->length).s, cat_quantity_brief(p->curvature0, "1/m").s));
  }
  return CAT_OK;
}

CatStatus cat_check_line(CatContext *ctx, CatSpec *spec, const CatLineSpec *line) {
  Checker c = {ctx, spec, line};
  CAT_TRY(lay_out_all(ctx, spec, line->spans, line->nspan));
  if (line->overlap.given) {
    CAT_TRY(lay_out_all(ctx, spec, line->overlap.spans, line->overlap.nspan));
  }
  int n = line->overlap.given ? 2 : 1, before = cat_context_errors(ctx);
  Part parts[2] = {first_part(line)};
  if (n == 2) parts[1] = second_part(line);
  check_wires(&c);
  check_make(&c);
  check_arms(&c);
  for (int i = 0; i < n; i++) {
    check_stagger(&c, &parts[i]);
    check_spans(&c, &parts[i]);
    check_far_end(&c, &parts[i]);
  }
  if (n == 2) check_overlap(&c, &parts[0]);
  check_masses(&c, parts, n);
  if (cat_context_errors(ctx) == before) check_size(&c);
  if (cat_context_errors(ctx) > before) return CAT_OK;
  for (int i = 0; i < n; i++) {
    if (cat_context_errors(ctx) == before) check_stretch(&c, &parts[i].line);
    check_crossings(&c, &parts[i].line);
    check_plan(&c, &parts[i]);
  }
  CAT_TRY(warn_unwinding(&c));
  if (line->support.mass > 0 && line->support.stiffness == 0) {
    return cat_spec_warn(spec, &line->support.mass,
                         "found %s, which has no effect on a rigid support (stiffness 0)",
                         cat_quantity_brief(line->support.mass, "kg").s);
  }
  return CAT_OK;
}

CatStatus cat_rest_check(CatContext *ctx, CatSpec *spec) {
  const CatRestSpec *values = cat_spec_values(spec);
  int before = cat_context_errors(ctx);
  CatStatus line = cat_check_line(ctx, spec, &values->line);
  if (line) return line;
  Checker c = {ctx, spec, &values->line};
  Part part = first_part(&values->line);
  double end = length_of(&part);
  for (int i = 0; i < values->nprobe; i++) {
    const double *at = &values->probe[i].position;
    if (*at <= end) continue;
    FAIL(&c, at, "found %s, expected at most %s, where the contact wire ends", metres(*at).s,
         metres(end).s);
  }
  return cat_context_errors(ctx) > before ? CAT_ERR_INPUT : CAT_OK;
}
