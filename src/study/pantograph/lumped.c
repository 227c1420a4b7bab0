// Small motion about a rest: the matrices of its coordinates, and the chain of masses that they
// are.
#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "run.h"

// Beyond this a chain lacks more of the matrices than its figures show.
static const double NOT_A_CHAIN = 1e-3;

static const char *coordinate_name(CatPantographRun *r, const CatLinkageCoordinate *c) {
  static const char *const kinds[3] = {"place", "height", "angle"};
  const CatLinkageSpec *l = &r->spec->linkage;
  const char *body = l->bodies[c->unknown / 3].name;
  if (c->spring < 0 || (c->s[0] == 0 && c->s[1] == 0)) {
    return cat_record_textf(r->rec, "%s of %s", kinds[c->unknown % 3], body);
  }
  const char *spring = l->springs[c->spring].name;
  return *spring ? cat_record_textf(r->rec, "height of %s at %s", body, spring)
                 : cat_record_textf(r->rec, "height of %s at springs[%d]", body, c->spring);
}

static void matrix_field(CatPantographRun *r, cJSON *parent, const char *name, const double *A) {
  int n = r->linear.n;
  cJSON *rows = cat_summary_array(r->rec, parent, name);
  for (int i = 0; i < n; i++) {
    cJSON *row = cat_summary_array(r->rec, rows, NULL);
    for (int j = 0; j < n; j++) cat_summary_number(r->rec, row, NULL, A[i * n + j]);
  }
}

static void list_field(CatPantographRun *r, cJSON *parent, const char *name, const double *x,
                       int n) {
  cJSON *list = cat_summary_array(r->rec, parent, name);
  for (int i = 0; i < n; i++) cat_summary_number(r->rec, list, NULL, x[i]);
}

static void lumped_fields(CatPantographRun *r, const CatLinkageChain *chain) {
  const CatLinkageLinear *x = &r->linear;
  cJSON *fields = cat_summary_object(r->rec, r->fields, "lumped");
  cat_summary_number(r->rec, fields, "height_m", cat_pantograph_height(r));
  cat_summary_number(r->rec, fields, "static_force_N", r->stand.force);
  cat_summary_number(r->rec, fields, "condition", r->stand.condition);
  cJSON *names = cat_summary_array(r->rec, fields, "coordinates");
  for (int i = 0; i < x->n; i++) {
    const char *name = coordinate_name(r, &x->y[i]);
    cat_summary_text(r->rec, names, NULL, name ? name : "");
  }
  matrix_field(r, fields, "M", x->M);
  matrix_field(r, fields, "C", x->C);
  matrix_field(r, fields, "K", x->K);
  cat_summary_number(r->rec, fields, "remainder", chain->remainder);
  if (chain->remainder > NOT_A_CHAIN) return;
  list_field(r, fields, "m_kg", chain->m, x->n);
  list_field(r, fields, "k_N_m", chain->k, x->n);
  list_field(r, fields, "c_Ns_m", chain->c, x->n);
}

// The spring to the ground is what is left of weight, lift and springs, and may push on.
static CatStatus ground_result(CatPantographRun *r, const char *group, const char *label,
                               double k) {
  const char *note = "";
  if (k < 0) {
    note = cat_record_textf(r->rec,
                            "the force falls by %.3g N for each 10 mm that the head sinks: masses "
                            "of a train take 0 N/m in its place, its model linkage takes it",
                            -k / 100);
  }
  if (!note) return CAT_ERR_MEMORY;
  return cat_record_result(
      r->rec, (CatResult){.group = group, .label = label, .value = k, .unit = "N/m", .note = note});
}

static CatStatus chain_results(CatPantographRun *r, const char *group,
                               const CatLinkageChain *chain) {
  for (int i = 0; i < chain->n; i++) {
    const char *of = coordinate_name(r, &r->linear.y[i]);
    const char *m = cat_record_textf(r->rec, "m%d, %s", i + 1, of ? of : "");
    const char *k = cat_record_textf(r->rec, "k%d", i + 1);
    const char *c = cat_record_textf(r->rec, "c%d", i + 1);
    if (!of || !m || !k || !c) return CAT_ERR_MEMORY;
    CAT_TRY(cat_pantograph_result(r, group, m, chain->m[i], "kg"));
    CAT_TRY(i + 1 < chain->n ? cat_pantograph_result(r, group, k, chain->k[i], "N/m")
                             : ground_result(r, group, k, chain->k[i]));
    CAT_TRY(cat_pantograph_result(r, group, c, chain->c[i], "N s/m"));
  }
  return CAT_OK;
}

static CatStatus lumped_results(CatPantographRun *r, const CatLinkageChain *chain) {
  const char *group = cat_record_textf(r->rec, "Lumped model at %.4g m", cat_pantograph_height(r));
  if (!group) return CAT_ERR_MEMORY;
  CAT_TRY(cat_pantograph_result(r, group, "static force", r->stand.force, "N"));
  if (chain->remainder <= NOT_A_CHAIN) {
    CAT_TRY(chain_results(r, group, chain));
  } else {
    CAT_TRY(cat_record_warn(
        r->rec,
        "small motion of this linkage is that of no chain of masses: %.2g of the largest entry of "
        "M, C or K would be left over, so that no masses and springs are given; summary.json has "
        "the matrices, and fitted chains follow",
        chain->remainder));
  }
  return cat_pantograph_result(r, group, "part that no chain has", chain->remainder, "");
}

// The least natural frequency that is not that of a mechanism without a spring.
static CatStatus find_resonance(CatPantographRun *r, CatArena *scratch) {
  static const double LEAST = 0.3;  // [Hz]
  int n = r->linear.n;
  double *K = CAT_ARENA(scratch, n * n, double), *M = CAT_ARENA(scratch, n * n, double);
  double *w = CAT_ARENA(scratch, n, double);
  if (!K || !M || !w) return CAT_ERR_MEMORY;
  memcpy(K, r->linear.K, sizeof(double) * (size_t)(n * n));
  memcpy(M, r->linear.M, sizeof(double) * (size_t)(n * n));
  CAT_TRY(cat_dense_modes(scratch, n, K, M, w));
  cJSON *list = cat_summary_array(r->rec, r->fields, "frequencies_Hz");
  for (int i = 0; i < n; i++) {
    double hertz = copysign(sqrt(fabs(w[i])), w[i]) / (2 * 3.14159265358979323846);
    cat_summary_number(r->rec, list, NULL, hertz);
    if (hertz > LEAST && !(r->resonance > 0)) r->resonance = hertz;
  }
  if (!(r->resonance > 0)) return CAT_OK;
  cat_summary_number(r->rec, r->fields, "first_resonance_Hz", r->resonance);
  return cat_pantograph_result(r, "Response", "first resonance", r->resonance, "Hz");
}

CatStatus cat_pantograph_lumped(CatPantographRun *r) {
  CAT_TRY(cat_linkage_linearise(r->ctx, &r->linkage, &r->stand, &r->linear));
  CatLinkageChain chain = cat_linkage_chain(&r->linear);
  lumped_fields(r, &chain);
  CAT_TRY(lumped_results(r, &chain));
  CatArena *scratch = cat_arena_new(r->ctx, 1 << 14);
  CatStatus status = scratch ? find_resonance(r, scratch) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}
