// What damps the line: Rayleigh's damping of all of it, of single materials, dampers at supports.
#include <string.h>

#include "line_shared.h"
#include "structure/lanes/flat.h"

static bool extra_of(const CatTrainSpec *s, const CatRayleigh *r, double extra[2]) {
  extra[0] = r->given ? r->alpha - s->damping.alpha : 0;
  extra[1] = r->given ? r->beta - s->damping.beta : 0;
  return extra[0] != 0 || extra[1] != 0;
}

double cat_line_damping_along(const CatTrainSpec *s, double alpha) {
  bool inertia = s->line.axial != CAT_AXIAL_QUASI_STATIC;
  return s->damping.along.given ? s->damping.along.alpha - (inertia ? alpha : 0) : 0;
}

static CatStatus find_dampers(CatArena *a, const CatLineModel *m, const CatLinearSystem *system,
                              CatDamping *out) {
  int *dof = CAT_ARENA(a, m->nsupport + 1, int);
  if (!dof) return CAT_ERR_MEMORY;
  out->damper = m->spec->support.damping;
  out->damper_dof = dof;
  for (int i = 0; i < m->nsupport && out->damper > 0; i++) {
    int up = system->dof[m->support[i].node][CAT_UP];
    if (up >= 0) dof[out->ndamper++] = up;
  }
  return CAT_OK;
}

// Of the modes along the track, which are damped like the mass of their wire; a coefficient along
// the track takes the place of that, and is in the band.
static CatStatus damp_modes(CatArena *a, const CatTrainSpec *s, const CatLinearSystem *system,
                            CatDamping *out) {
  const CatLowRank *along = &system->along;
  double *extra = CAT_ARENA(a, along->n + 1, double);
  if (!extra) return CAT_ERR_MEMORY;
  out->along = extra;
  for (int k = 0; k < along->npart; k++) {
    double more = out->wire[system->along_role[k]][0];
    for (int i = 0; i < along->part[k].ncolumn; i++) {
      *extra++ = s->damping.along.given ? -s->damping.alpha : more;
    }
  }
  return CAT_OK;
}

CatStatus cat_line_damping_new(CatArena *a, const CatLineAtRest *line,
                               const CatLinearSystem *system, bool flat, CatDamping *out) {
  const CatTrainSpec *s = line->spec;
  CatMaterialDamping d = {0};
  *out = (CatDamping){.alpha = s->damping.alpha, .beta = s->damping.beta};
  bool extra = extra_of(s, &s->damping.contact_wire, d.wire[CAT_CONTACT_WIRE]);
  extra |= extra_of(s, &s->damping.messenger, d.wire[CAT_MESSENGER]);
  extra_of(s, &s->damping.messenger, d.wire[CAT_AUXILIARY]);
  extra_of(s, &s->damping.messenger, d.wire[CAT_STITCH]);
  extra |= extra_of(s, &s->damping.dropper, d.dropper);
  for (int role = 0; role < 4; role++) {
    d.along[role] = cat_line_damping_along(s, s->damping.alpha + d.wire[role][0]);
    extra |= d.along[role] != 0 || (s->damping.along.given && system->along.n > 0);
  }
  extra |= extra_of(s, &s->damping.steady_arm, d.arm);
  if (extra) {
    CatBand *band = CAT_ARENA(a, 1, CatBand);
    if (!band) return CAT_ERR_MEMORY;
    CAT_TRY(cat_linear_system_damping(a, line->m, line->rest, system, &d, band));
    const double factor[4] = {d.wire[0][1], d.wire[1][1], d.wire[2][1], d.wire[3][1]};
    if (flat) cat_lanes_flatten(line->m, line->rest, system, factor, band);
    out->extra = band;
    memcpy(out->wire, d.wire, sizeof d.wire);
    CAT_TRY(damp_modes(a, s, system, out));
  }
  return find_dampers(a, line->m, system, out);
}
