// From stations to nodes and elements, with the first guess of coordinates and undeformed lengths.
#include <math.h>
#include <string.h>

#include "model.h"
#include "station.h"

const char *cat_role_name(CatRole role) {
  static const char *const names[] = {"contact wire", "messenger", "auxiliary wire", "stitch wire"};
  return names[role];
}

static const CatWireSpec *wire_spec(const CatLineSpec *s, CatRole role) {
  const CatWireSpec *all[] = {&s->contact_wire, &s->messenger, &s->auxiliary, &s->stitch};
  return all[role];
}

static CatWire wire_of(const CatLineSpec *s, CatRole role) {
  const CatWireSpec *w = wire_spec(s, role);
  double EA = w->axial_stiffness > 0 ? w->axial_stiffness : w->modulus * w->area;
  return (CatWire){.role = role,
                   .EA = EA,
                   .EI = w->bending_stiffness,
                   .mu = w->mass_per_length,
                   .tension = w->tension,
                   .ice = w->ice};
}

// The model while it is being made.
typedef struct Mesh {
  const CatLineSpec *spec;
  CatArena *arena;
  int nspan, nnode, nwire, ncable, ndropper, narm, nsupport, nweight, nmass, ntarget;
  int nmast, second;
  double *mast;
  CatLineNode *node;
  CatWire *wire;
  CatCablePart *cable;
  CatDropperPart *dropper;
  CatArmPart *arm;
  CatSupportPart *support;
  CatWeightPart *weight;
  CatMassPart *mass;
  CatTarget *target;
  CatConfiguration guess;
} Mesh;

//------------------------------------------------------------------------------- wires

// One bay from station a to b as a shallow parabola.
typedef struct Bay {
  double length, dy, dz, sag, l0, stretch;
  int n;
} Bay;

static Bay bay_shape(const Mesh *m, const CatWire *w, const CatStation *a, const CatStation *b) {
  Bay y = {.length = b->s - a->s,
           .dy = b->y - a->y,
           .dz = b->z - a->z,
           .n = cat_bay_elements(m->spec, b->s - a->s)};
  double tension = w->tension - a->relief;
  y.sag = (w->mu + w->ice) * m->spec->gravity * y.length * y.length / (8 * tension);
  double chord = sqrt(y.length * y.length + y.dy * y.dy + y.dz * y.dz);
  y.stretch = 1 + tension / w->EA;
  y.l0 = (chord + 8 * y.sag * y.sag / (3 * y.length)) / y.stretch / y.n;
  return y;
}

static int node_add(Mesh *m, int wire, double s, const double q[6]) {
  CatLineNode *node = &m->node[m->nnode];
  *node = (CatLineNode){.s = s, .twin = -1, .wire = wire};
  memcpy(m->guess.q[m->nnode], q, sizeof m->guess.q[0]);
  if (m->spec->form == CAT_LINE_2D) node->fixed[CAT_ACROSS] = node->fixed[3 + CAT_ACROSS] = true;
  return m->nnode++;
}

// Node at fraction u of a bay, with the parabola's slope stretched to the wire's tension.
static int bay_node(Mesh *m, int wire, const CatStation *a, const Bay *y, double u) {
  double slope_z = (y->dz - 4 * y->sag * (1 - 2 * u)) / y->length, slope_y = y->dy / y->length;
  double scale = y->stretch / sqrt(1 + slope_y * slope_y + slope_z * slope_z);
  const double q[6] = {0,     a->y + u * y->dy, a->z + u * y->dz - 4 * y->sag * u * (1 - u),
                       scale, scale * slope_y,  scale * slope_z};
  return node_add(m, wire, a->s + u * y->length, q);
}

static void cable_add(Mesh *m, int a, double ds, double l0, bool opens) {
  m->guess.cable[m->ncable] = l0;
  m->cable[m->ncable++] = (CatCablePart){.a = a,
                                         .b = a + 1,
                                         .wire = m->node[a].wire,
                                         .opens = opens,
                                         .join = cat_path_join(m->spec, m->node[a].s, ds)};
}

static void mesh_wire(Mesh *m, CatRole role, CatStations *st) {
  int index = m->nwire++;
  CatWire *w = &m->wire[index];
  *w = wire_of(m->spec, role);
  w->node = m->nnode;
  w->cable = m->ncable;
  for (int i = 0; i + 1 < st->n; i++) {
    CatStation *a = &st->at[i], *b = &st->at[i + 1];
    Bay y = bay_shape(m, w, a, b);
    a->node = m->nnode;
    for (int j = 0; j < y.n; j++) {
      int node = bay_node(m, index, a, &y, (double)j / y.n);
      cable_add(m, node, y.length / y.n, y.l0, j == 0);
    }
    b->node = m->nnode;
    if (i + 2 == st->n) bay_node(m, index, a, &y, 1);
  }
  w->nnode = m->nnode - w->node;
  w->ncable = m->ncable - w->cable;
}

//------------------------------------------------------------------------------- what holds them

static void target_add(Mesh *m, int node, int component, double value) {
  m->target[m->ntarget++] = (CatTarget){node, component, value};
}

// Number of a section's support among those of all sections.
static int mast_of(const Mesh *m, int k) {
  return k + (m->second ? m->nspan + 1 : 0);
}

static void hold(Mesh *m, int node, int component, double value) {
  m->node[node].fixed[component] = true;
  m->guess.q[node][component] = value;
}

// Both ends of a wire that runs from end to end. With weights they are free along the track, and
// brought to their places by the lengths found.
static void hold_ends(Mesh *m, const CatStations *st) {
  for (int e = 0; e < 2; e++) {
    const CatStation *at = &st->at[e ? st->n - 1 : 0];
    hold(m, at->node, CAT_ACROSS, at->y);
    hold(m, at->node, CAT_UP, at->z);
    if (m->spec->ends == CAT_ENDS_WEIGHTS) {
      m->guess.weight[m->nweight] = (e ? 1 : -1) * m->wire[m->node[at->node].wire].tension;
      m->weight[m->nweight++] = (CatWeightPart){at->node};
      target_add(m, at->node, CAT_ALONG, 0);
    } else {
      hold(m, at->node, CAT_ALONG, 0);
    }
  }
}

// With weights at both ends a wire is held along the track in the middle: at the support there, or
// nearest to it where the wire has no station at supports.
static int anchored_station(const Mesh *m, const CatLayout *l, const CatStations *st) {
  if (m->spec->ends != CAT_ENDS_WEIGHTS) return -1;
  double middle = l->mast[l->nspan / 2];
  int best = 1;
  for (int i = 1; i + 1 < st->n; i++) {
    if (fabs(st->at[i].s - middle) < fabs(st->at[best].s - middle)) best = i;
  }
  return best;
}

// Stations between the ends stay at their place along the track.
static void target_places(Mesh *m, const CatStations *st, int anchored) {
  for (int i = 1; i + 1 < st->n; i++) {
    if (i == anchored) {
      hold(m, st->at[i].node, CAT_ALONG, 0);
    } else {
      target_add(m, st->at[i].node, CAT_ALONG, 0);
    }
  }
}

// Hinges on one side of the track: an arm pushes where the wire must be held away from it.
static bool arm_pushes(const Mesh *m, double across) {
  int side = m->spec->steady_arm.side;
  return (side == CAT_MAST_LEFT && across < 0) || (side == CAT_MAST_RIGHT && across > 0);
}

// Heel setting, where the input gives one: an arm in the plane of the track has none.
static double arm_heel(const Mesh *m) {
  return m->spec->form == CAT_LINE_2D ? 0 : m->spec->steady_arm.heel;
}

// The arm acts along its axis: its hinge lies where its force on the wire points to, or opposite.
static void arm_add(Mesh *m, const CatLayout *l, const CatStation *at) {
  const double length = m->spec->steady_arm.length;
  double across = m->spec->form == CAT_LINE_2D
                      ? 0
                      : cat_line_radial(l->spec, at->index, &l->mast[at->index - 1]),
         up = at->lift;
  double pull = sqrt(across * across + up * up);
  double stretched = length * (1 + pull / m->spec->steady_arm.axial_stiffness);
  double way = arm_pushes(m, across) ? -stretched / pull : stretched / pull, heel = arm_heel(m);
  double rise = heel > 0 ? heel : way * up;
  if (heel > 0) way = copysign(sqrt(stretched * stretched - heel * heel), way) / fabs(across);
  m->guess.hinge[m->narm][0] = at->y + way * across;
  m->guess.hinge[m->narm][1] = at->z + rise;
  m->arm[m->narm++] =
      (CatArmPart){.node = at->node, .support = mast_of(m, at->index), .l0 = length, .heel = heel};
  if (m->spec->form == CAT_LINE_3D) target_add(m, at->node, CAT_ACROSS, at->y);
  if (heel == 0) target_add(m, at->node, CAT_UP, at->z);
}

static void hold_contact(Mesh *m, const CatLayout *l) {
  const CatStations *st = &l->contact;
  hold_ends(m, st);
  target_places(m, st, anchored_station(m, l, st));
  for (int i = 1; i + 1 < st->n; i++) {
    const CatStation *at = &st->at[i];
    if (at->type != CAT_AT_MAST) continue;
    if (m->spec->steady_arm.given) {
      arm_add(m, l, at);
    } else {
      hold(m, at->node, CAT_ACROSS, at->y);
      hold(m, at->node, CAT_UP, at->z);
    }
  }
}

static void hold_messenger(Mesh *m, const CatLayout *l) {
  const CatStations *st = &l->messenger;
  hold_ends(m, st);
  target_places(m, st, anchored_station(m, l, st));
  for (int i = 1; i + 1 < st->n; i++) {
    const CatStation *at = &st->at[i];
    if (at->type != CAT_AT_MAST) continue;
    double stiffness = m->spec->support.stiffness;
    hold(m, at->node, CAT_ACROSS, at->y);
    if (stiffness == 0) {
      hold(m, at->node, CAT_UP, at->z);
      continue;
    }
    m->guess.support[m->nsupport] = at->z + at->lift / stiffness;
    m->support[m->nsupport++] = (CatSupportPart){at->node, mast_of(m, at->index)};
    target_add(m, at->node, CAT_UP, at->z);
    if (m->spec->support.mass > 0) {
      m->mass[m->nmass++] = (CatMassPart){at->node, m->spec->support.mass};
    }
  }
}

//------------------------------------------------------------------------------- droppers

// Between the nodes of d. Its lower end is brought to its height, unless its length is given.
static void dropper_add(Mesh *m, CatDropperPart d, const CatStation *lower, const double *length) {
  const double *a = m->guess.q[d.low], *b = m->guess.q[d.high];
  double dy = b[1] - a[1], dz = b[2] - a[2], distance = sqrt(dy * dy + dz * dz);
  double stiffness = m->spec->dropper.stiffness, axial = m->spec->dropper.axial_stiffness;
  d.cut = length != NULL;
  d.EA = axial > 0 ? axial : CAT_DROPPER_EA;
  if (stiffness > 0) d.EA = stiffness * (d.cut ? *length : distance);
  m->guess.dropper[m->ndropper] = d.cut ? *length : distance / (1 + lower->lift / d.EA);
  m->dropper[m->ndropper++] = d;
  if (!d.cut) target_add(m, d.low, CAT_UP, lower->z);
  if (m->spec->dropper.contact_wire_clamp > 0) {
    m->mass[m->nmass++] = (CatMassPart){d.low, m->spec->dropper.contact_wire_clamp};
  }
  if (m->spec->dropper.messenger_clamp > 0) {
    m->mass[m->nmass++] = (CatMassPart){d.high, m->spec->dropper.messenger_clamp};
  }
}

// The dropper before this one in the list, if it is in the same span, counts them within it.
static int place_in_span(const int *span, int d) {
  int first = d;
  while (first > 0 && span[first - 1] == span[d]) first--;
  return d - first;
}

static void add_droppers(Mesh *m, const CatLayout *l) {
  for (int d = 0; d < l->ndropper; d++) {
    const CatStation *low = &l->contact.at[l->low[d]];
    const CatStations *up = l->carrier[d] >= 0         ? &l->stitch[l->carrier[d]]
                            : m->spec->auxiliary.given ? &l->auxiliary
                                                       : &l->messenger;
    const CatSpanSpec *p = cat_layout_span(l->spec, l->span[d]);
    CatDropperPart part = {
        .low = low->node, .high = up->at[l->high[d]].node, .span = mast_of(m, l->span[d])};
    dropper_add(m, part, low, p->nlength ? &p->lengths[place_in_span(l->span, d)] : NULL);
  }
  for (int d = 0; d < l->nupper; d++) {
    const CatStation *low = &l->auxiliary.at[l->upper_low[d]];
    const CatSpanSpec *p = cat_layout_span(l->spec, l->upper_span[d]);
    CatDropperPart part = {.low = low->node,
                           .high = l->messenger.at[l->upper_high[d]].node,
                           .span = mast_of(m, l->upper_span[d])};
    int j = place_in_span(l->upper_span, d);
    dropper_add(m, part, low, p->nauxiliary_length ? &p->auxiliary_lengths[j] : NULL);
  }
}

static void add_stitches(Mesh *m, CatLayout *l) {
  for (int i = 0; i < l->nstitch; i++) {
    CatStations *w = &l->stitch[i];
    int ends[2] = {l->messenger.at[w->at[0].node].node, l->messenger.at[w->at[w->n - 1].node].node};
    mesh_wire(m, CAT_STITCH, w);
    m->node[w->at[0].node].twin = ends[0];
    m->node[w->at[w->n - 1].node].twin = ends[1];
    target_places(m, w, -1);
  }
}

//------------------------------------------------------------------------------- the model

// Numbers of each kind of part, over all sections.
typedef struct Sizes {
  int stations, cables, wires, droppers, masts;
} Sizes;

static void count_wire(const CatLineSpec *spec, const CatStations *w, Sizes *n) {
  n->stations += w->n;
  for (int i = 0; i + 1 < w->n; i++) {
    n->cables += cat_bay_elements(spec, w->at[i + 1].s - w->at[i].s);
  }
}

static void count(const CatLineSpec *spec, const CatLayout *l, Sizes *n) {
  count_wire(spec, &l->contact, n);
  count_wire(spec, &l->messenger, n);
  count_wire(spec, &l->auxiliary, n);
  for (int i = 0; i < l->nstitch; i++) count_wire(spec, &l->stitch[i], n);
  n->wires += 3 + l->nstitch;
  n->droppers += l->ndropper + l->nupper;
  n->masts += l->nspan + 1;
}

static CatStatus reserve_guess(Mesh *m, const Sizes *n, int cables) {
  const CatLineModel most = {.nnode = cables + n->wires,
                             .ncable = cables,
                             .ndropper = n->droppers,
                             .narm = n->masts,
                             .nsupport = n->masts,
                             .nweight = 2 * n->wires};
  return cat_configuration_reserve(m->arena, &most, &m->guess);
}

static CatStatus reserve(Mesh *m, const CatLayout *sections, int nsection) {
  Sizes n = {0};
  for (int i = 0; i < nsection; i++) count(m->spec, &sections[i], &n);
  int cables = n.cables + 1;
  m->wire = CAT_ARENA(m->arena, n.wires, CatWire);
  m->node = CAT_ARENA(m->arena, cables + n.wires, CatLineNode);
  m->cable = CAT_ARENA(m->arena, cables, CatCablePart);
  m->dropper = CAT_ARENA(m->arena, n.droppers + 1, CatDropperPart);
  m->arm = CAT_ARENA(m->arena, n.masts, CatArmPart);
  m->support = CAT_ARENA(m->arena, n.masts, CatSupportPart);
  m->weight = CAT_ARENA(m->arena, 2 * n.wires, CatWeightPart);
  m->mass = CAT_ARENA(m->arena, 2 * n.droppers + n.masts + m->spec->nmass, CatMassPart);
  m->target = CAT_ARENA(m->arena, 3 * n.stations + n.droppers + 1, CatTarget);
  m->mast = CAT_ARENA(m->arena, n.masts, double);
  bool ok = m->wire && m->node && m->cable && m->dropper && m->arm && m->support && m->weight &&
            m->mass && m->target && m->mast;
  return ok ? reserve_guess(m, &n, cables) : CAT_ERR_MEMORY;
}

static void mesh_section(Mesh *m, CatLayout *l) {
  memcpy(m->mast + m->nmast, l->mast, (size_t)(l->nspan + 1) * sizeof *m->mast);
  m->nmast += l->nspan + 1;
  mesh_wire(m, CAT_CONTACT_WIRE, &l->contact);
  hold_contact(m, l);
  if (!m->spec->messenger.given) return;
  mesh_wire(m, CAT_MESSENGER, &l->messenger);
  hold_messenger(m, l);
  if (m->spec->auxiliary.given) {
    mesh_wire(m, CAT_AUXILIARY, &l->auxiliary);
    hold_ends(m, &l->auxiliary);
    target_places(m, &l->auxiliary, anchored_station(m, l, &l->auxiliary));
  }
  add_stitches(m, l);
  add_droppers(m, l);
}

// Point masses sit at the nearest node of their wire, in whichever section that is.
static void add_masses(Mesh *m) {
  static const CatRole roles[] = {CAT_CONTACT_WIRE, CAT_MESSENGER, CAT_AUXILIARY};
  for (int i = 0; i < m->spec->nmass; i++) {
    const CatPointSpec *p = &m->spec->masses[i];
    int best = -1;
    for (int n = 0; n < m->nnode; n++) {
      if (m->wire[m->node[n].wire].role != roles[p->wire]) continue;
      double distance = fabs(m->node[n].s - p->position);
      if (best < 0 || distance < fabs(m->node[best].s - p->position)) best = n;
    }
    if (best >= 0) m->mass[m->nmass++] = (CatMassPart){best, p->mass};
  }
}

// The second section is made like the first, but for its spans.
static CatLineSpec *overlapping(CatArena *a, const CatLineSpec *spec) {
  CatLineSpec *out = CAT_ARENA(a, 1, CatLineSpec);
  if (!out) return NULL;
  *out = *spec;
  out->nstagger = spec->overlap.nstagger, out->stagger = spec->overlap.stagger;
  out->nspan = spec->overlap.nspan, out->spans = spec->overlap.spans;
  out->far_end = spec->overlap.far_end;
  return out;
}

static CatStatus fill(Mesh *m, CatArena *scratch) {
  CatLayout sections[2];
  int n = m->spec->overlap.given ? 2 : 1;
  CAT_TRY(cat_layout_new(m->arena, scratch, m->spec, 0, &sections[0]));
  if (n == 2) {
    CatLineSpec *second = overlapping(m->arena, m->spec);
    if (!second) return CAT_ERR_MEMORY;
    CAT_TRY(cat_layout_new(m->arena, scratch, second, m->spec->overlap.start, &sections[1]));
  }
  CAT_TRY(reserve(m, sections, n));
  m->nspan = sections[0].nspan;
  mesh_section(m, &sections[0]);
  if (n == 2) {
    m->second = m->nwire;
    mesh_section(m, &sections[1]);
  }
  add_masses(m);
  return CAT_OK;
}

static CatLineModel model_of(const Mesh *m, const CatConfiguration *guess) {
  return (CatLineModel){.spec = m->spec,
                        .arena = m->arena,
                        .nspan = m->nspan,
                        .nnode = m->nnode,
                        .nwire = m->nwire,
                        .ncable = m->ncable,
                        .ndropper = m->ndropper,
                        .narm = m->narm,
                        .nsupport = m->nsupport,
                        .nweight = m->nweight,
                        .nmass = m->nmass,
                        .ntarget = m->ntarget,
                        .nmast = m->nmast,
                        .second = m->second,
                        .mast = m->mast,
                        .node = m->node,
                        .wire = m->wire,
                        .cable = m->cable,
                        .dropper = m->dropper,
                        .arm = m->arm,
                        .support = m->support,
                        .weight = m->weight,
                        .mass = m->mass,
                        .target = m->target,
                        .guess = guess};
}

static CatStatus build(CatArena *arena, CatArena *scratch, const CatLineSpec *spec,
                       const CatLineModel **out) {
  Mesh mesh = {.spec = spec, .arena = arena};
  CatLineModel *m = CAT_ARENA(arena, 1, CatLineModel);
  CatConfiguration *guess = CAT_ARENA(arena, 1, CatConfiguration);
  if (!m || !guess) return CAT_ERR_MEMORY;
  CAT_TRY(fill(&mesh, scratch));
  *guess = mesh.guess;
  *m = model_of(&mesh, guess);
  *out = m;
  return CAT_OK;
}

CatStatus cat_line_model_new(CatContext *ctx, const CatLineSpec *spec, const CatLineModel **out) {
  *out = NULL;
  CatArena *arena = cat_arena_new(ctx, 1 << 20), *scratch = cat_arena_new(ctx, 1 << 16);
  CatStatus status = arena && scratch ? build(arena, scratch, spec, out) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  if (status) cat_arena_free(arena);
  return status;
}

void cat_line_model_free(const CatLineModel *m) {
  if (m) cat_arena_free(m->arena);
}
