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

//------------------------------------------------------------------------------- wires

// One bay from station a to b as a shallow parabola.
typedef struct Bay {
  double length, dy, dz, sag, l0, stretch;
  int n;
} Bay;

static Bay bay_shape(const CatModel *m, const CatWire *w, const CatStation *a,
                     const CatStation *b) {
  Bay y = {
      .length = b->s - a->s, .dy = b->y - a->y, .dz = b->z - a->z, .n = m->spec->elements_per_bay};
  y.sag = (w->mu + w->ice) * m->spec->gravity * y.length * y.length / (8 * w->tension);
  double chord = sqrt(y.length * y.length + y.dy * y.dy + y.dz * y.dz);
  y.stretch = 1 + w->tension / w->EA;
  y.l0 = (chord + 8 * y.sag * y.sag / (3 * y.length)) / y.stretch / y.n;
  return y;
}

static int node_add(CatModel *m, int wire, double s, const double q[6]) {
  CatLineNode *node = &m->node[m->nnode];
  *node = (CatLineNode){.s = s, .twin = -1, .wire = wire};
  memcpy(node->q, q, sizeof node->q);
  if (m->spec->form == CAT_LINE_2D) node->fixed[CAT_ACROSS] = node->fixed[3 + CAT_ACROSS] = true;
  return m->nnode++;
}

// Node at share u of a bay, with the parabola's slope stretched to the wire's tension.
static int bay_node(CatModel *m, int wire, const CatStation *a, const Bay *y, double u) {
  double slope_z = (y->dz - 4 * y->sag * (1 - 2 * u)) / y->length, slope_y = y->dy / y->length;
  double scale = y->stretch / sqrt(1 + slope_y * slope_y + slope_z * slope_z);
  const double q[6] = {0,     a->y + u * y->dy, a->z + u * y->dz - 4 * y->sag * u * (1 - u),
                       scale, scale * slope_y,  scale * slope_z};
  return node_add(m, wire, a->s + u * y->length, q);
}

static void cable_add(CatModel *m, int a, double ds, double l0, bool opens) {
  m->cable[m->ncable++] = (CatCablePart){.a = a,
                                         .b = a + 1,
                                         .wire = m->node[a].wire,
                                         .opens = opens,
                                         .join = cat_path_join(m->spec, m->node[a].s, ds),
                                         .l0 = l0};
}

static void mesh_wire(CatModel *m, CatRole role, CatStations *st) {
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

static void target_add(CatModel *m, int node, int component, double value) {
  m->target[m->ntarget++] = (CatTarget){node, component, value};
}

static void hold(CatLineNode *node, int component, double value) {
  node->fixed[component] = true;
  node->q[component] = value;
}

// Both ends of a wire that runs from end to end. By weights: free along the track at the right.
static void hold_ends(CatModel *m, const CatStations *st) {
  for (int e = 0; e < 2; e++) {
    const CatStation *at = &st->at[e ? st->n - 1 : 0];
    CatLineNode *node = &m->node[at->node];
    hold(node, CAT_ACROSS, at->y);
    hold(node, CAT_UP, at->z);
    if (e == 1 && m->spec->ends == CAT_ENDS_WEIGHTS) {
      node->load[CAT_ALONG] = m->wire[node->wire].tension;
      target_add(m, at->node, CAT_ALONG, 0);
    } else {
      hold(node, CAT_ALONG, 0);
    }
  }
}

// Stations between the ends stay at their place along the track.
static void target_places(CatModel *m, const CatStations *st) {
  for (int i = 1; i + 1 < st->n; i++) target_add(m, st->at[i].node, CAT_ALONG, 0);
}

// Sideways force that holds the contact wire at a mast, from its polygon in plan.
static double radial_force(const CatModel *m, int mast) {
  const double *x = m->mast;
  double y0 = cat_line_stagger(m->spec, mast - 1), y = cat_line_stagger(m->spec, mast);
  double y1 = cat_line_stagger(m->spec, mast + 1);
  double turn = cat_path_heading(m->spec, (x[mast] + x[mast + 1]) / 2) -
                cat_path_heading(m->spec, (x[mast - 1] + x[mast]) / 2);
  double T = m->spec->contact_wire.tension;
  return T * ((y - y0) / (x[mast] - x[mast - 1]) + (y - y1) / (x[mast + 1] - x[mast]) - turn);
}

// The arm pulls along its axis: its hinge lies where the forces it must supply point to.
static void arm_add(CatModel *m, const CatStation *at) {
  const double length = m->spec->steady_arm.length;
  double across = m->spec->form == CAT_LINE_2D ? 0 : radial_force(m, at->index), up = at->lift;
  double pull = sqrt(across * across + up * up);
  double stretched = length * (1 + pull / m->spec->steady_arm.axial_stiffness);
  m->arm[m->narm++] =
      (CatArmPart){.node = at->node,
                   .support = at->index,
                   .l0 = length,
                   .heel = {at->y + stretched * across / pull, at->z + stretched * up / pull}};
  if (m->spec->form == CAT_LINE_3D) target_add(m, at->node, CAT_ACROSS, at->y);
  target_add(m, at->node, CAT_UP, at->z);
}

static void hold_contact(CatModel *m, const CatLayout *l) {
  const CatStations *st = &l->contact;
  hold_ends(m, st);
  target_places(m, st);
  for (int i = 1; i + 1 < st->n; i++) {
    const CatStation *at = &st->at[i];
    if (at->type == CAT_AT_DROPPER) target_add(m, at->node, CAT_UP, at->z);
    if (at->type != CAT_AT_MAST) continue;
    if (m->spec->steady_arm.given) {
      arm_add(m, at);
    } else {
      hold(&m->node[at->node], CAT_ACROSS, at->y);
      hold(&m->node[at->node], CAT_UP, at->z);
    }
  }
}

static void hold_messenger(CatModel *m, const CatLayout *l) {
  const CatStations *st = &l->messenger;
  hold_ends(m, st);
  target_places(m, st);
  for (int i = 1; i + 1 < st->n; i++) {
    const CatStation *at = &st->at[i];
    if (at->type != CAT_AT_MAST) continue;
    double stiffness = m->spec->support.stiffness;
    hold(&m->node[at->node], CAT_ACROSS, at->y);
    if (stiffness == 0) {
      hold(&m->node[at->node], CAT_UP, at->z);
      continue;
    }
    m->support[m->nsupport++] = (CatSupportPart){at->node, at->index, at->z + at->lift / stiffness};
    target_add(m, at->node, CAT_UP, at->z);
    if (m->spec->support.mass > 0) {
      m->mass[m->nmass++] = (CatMassPart){at->node, m->spec->support.mass};
    }
  }
}

//------------------------------------------------------------------------------- droppers

static void dropper_add(CatModel *m, int low, int high, int span, double force) {
  const double *a = m->node[low].q, *b = m->node[high].q;
  double dy = b[1] - a[1], dz = b[2] - a[2], length = sqrt(dy * dy + dz * dz);
  double EA = m->spec->dropper.axial_stiffness;
  m->dropper[m->ndropper++] = (CatDropperPart){low, high, span, length / (1 + force / EA)};
  if (m->spec->dropper.contact_wire_clamp > 0) {
    m->mass[m->nmass++] = (CatMassPart){low, m->spec->dropper.contact_wire_clamp};
  }
  if (m->spec->dropper.messenger_clamp > 0) {
    m->mass[m->nmass++] = (CatMassPart){high, m->spec->dropper.messenger_clamp};
  }
}

static void add_droppers(CatModel *m, const CatLayout *l) {
  for (int d = 0; d < l->ndropper; d++) {
    const CatStation *low = &l->contact.at[l->low[d]];
    const CatStations *up = l->carrier[d] >= 0         ? &l->stitch[l->carrier[d]]
                            : m->spec->auxiliary.given ? &l->auxiliary
                                                       : &l->messenger;
    dropper_add(m, low->node, up->at[l->high[d]].node, l->span[d], low->lift);
  }
  for (int d = 0; d < l->nupper; d++) {
    const CatStation *low = &l->auxiliary.at[l->upper_low[d]];
    dropper_add(m, low->node, l->messenger.at[l->upper_high[d]].node, l->upper_span[d], low->lift);
    target_add(m, low->node, CAT_UP, low->z);
  }
}

static void add_stitches(CatModel *m, CatLayout *l) {
  for (int i = 0; i < l->nstitch; i++) {
    CatStations *w = &l->stitch[i];
    int ends[2] = {l->messenger.at[w->at[0].node].node, l->messenger.at[w->at[w->n - 1].node].node};
    mesh_wire(m, CAT_STITCH, w);
    m->node[w->at[0].node].twin = ends[0];
    m->node[w->at[w->n - 1].node].twin = ends[1];
    target_places(m, w);
  }
}

//------------------------------------------------------------------------------- the model

static CatStatus reserve(CatModel *m, const CatLayout *l) {
  int stations = l->contact.n + l->messenger.n + l->auxiliary.n, wires = 3 + l->nstitch;
  for (int i = 0; i < l->nstitch; i++) stations += l->stitch[i].n;
  int cables = stations * m->spec->elements_per_bay, droppers = l->ndropper + l->nupper;
  m->wire = CAT_ARENA(m->arena, wires, CatWire);
  m->node = CAT_ARENA(m->arena, cables + wires, CatLineNode);
  m->cable = CAT_ARENA(m->arena, cables, CatCablePart);
  m->dropper = CAT_ARENA(m->arena, droppers + 1, CatDropperPart);
  m->arm = CAT_ARENA(m->arena, l->nspan + 1, CatArmPart);
  m->support = CAT_ARENA(m->arena, l->nspan + 1, CatSupportPart);
  m->mass = CAT_ARENA(m->arena, 2 * droppers + l->nspan + 1, CatMassPart);
  m->target = CAT_ARENA(m->arena, 3 * stations + droppers + 1, CatTarget);
  bool ok =
      m->wire && m->node && m->cable && m->dropper && m->arm && m->support && m->mass && m->target;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus fill(CatModel *m, CatArena *scratch) {
  CatLayout l;
  CAT_TRY(cat_layout_new(m->arena, scratch, m->spec, &l));
  CAT_TRY(reserve(m, &l));
  m->nspan = l.nspan;
  m->mast = l.mast;
  mesh_wire(m, CAT_CONTACT_WIRE, &l.contact);
  hold_contact(m, &l);
  if (!m->spec->messenger.given) return CAT_OK;
  mesh_wire(m, CAT_MESSENGER, &l.messenger);
  hold_messenger(m, &l);
  if (m->spec->auxiliary.given) {
    mesh_wire(m, CAT_AUXILIARY, &l.auxiliary);
    hold_ends(m, &l.auxiliary);
    target_places(m, &l.auxiliary);
  }
  add_stitches(m, &l);
  add_droppers(m, &l);
  return CAT_OK;
}

CatStatus cat_line_model_new(CatContext *ctx, const CatLineSpec *spec, CatModel **out) {
  *out = NULL;
  CatArena *arena = cat_arena_new(ctx, 1 << 20), *scratch = cat_arena_new(ctx, 1 << 16);
  CatModel *m = arena ? CAT_ARENA(arena, 1, CatModel) : NULL;
  CatStatus status = m && scratch ? CAT_OK : CAT_ERR_MEMORY;
  if (!status) {
    m->spec = spec;
    m->arena = arena;
    status = fill(m, scratch);
  }
  cat_arena_free(scratch);
  if (status) {
    cat_arena_free(arena);
    return status;
  }
  *out = m;
  return CAT_OK;
}

void cat_line_model_free(CatModel *m) {
  if (m) cat_arena_free(m->arena);
}
