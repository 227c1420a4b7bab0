// A measured profile of a rail: x [m] and height [m] from a file.
#include <math.h>
#include <string.h>

#include "akima.h"
#include "file_table.h"
#include "profile.h"

static const double HIGHEST = 0.5, FARTHEST = 1e7;  // [m]
static const size_t FEWEST = 4;

static CatStatus check_heights(const CatFileTable *t, const double *x, const double *height) {
  if (t->nrow < FEWEST || t->nrow > 10000000) {
    return CAT_FAIL_CELL(t, -1, "x", "found %zu points, expected %zu to 10000000", t->nrow, FEWEST);
  }
  for (size_t i = 0; i < t->nrow; i++) {
    if (i > 0 && !(x[i] > x[i - 1])) {
      return CAT_FAIL_CELL(t, i, "x", "found %g m behind %g m, expected places that increase", x[i],
                           x[i - 1]);
    }
    if (!(fabs(x[i]) <= FARTHEST)) {
      return CAT_FAIL_CELL(t, i, "x", "found %g m, expected at most %g m from the bridge", x[i],
                           FARTHEST);
    }
    if (!(fabs(height[i]) <= HIGHEST)) {
      return CAT_FAIL_CELL(t, i, "height", "found %g m, expected at most %g m up or down",
                           height[i], HIGHEST);
    }
  }
  return CAT_OK;
}

static CatStatus fill(const CatFileTable *t, CatArena *a, CatShapes *out) {
  double *x = NULL, *height = NULL;
  CAT_TRY(cat_file_table_column(t, "x", "m", &x));
  CAT_TRY(cat_file_table_column(t, "height", "m", &height));
  CAT_TRY(check_heights(t, x, height));
  size_t n = t->nrow;
  double *place = CAT_ARENA(a, n, double), *value = CAT_ARENA(a, n, double);
  double *slope = CAT_ARENA(a, n, double);
  if (!place || !value || !slope) return CAT_ERR_MEMORY;
  memcpy(place, x, n * sizeof *x), memcpy(value, height, n * sizeof *x);
  cat_akima_slopes((int)n, place, value, 1, slope);
  *out = (CatShapes){1, (int)n, place, value, slope};
  return CAT_OK;
}

static CatStatus find_file(CatContext *ctx, const CatSpec *input, CatFileName *out) {
  const CatBridgeSpec *spec = cat_spec_values(input);
  return cat_file_name(ctx, input, &spec->rail.profile, out);
}

CatStatus cat_profile_read(CatArena *a, const CatSpec *input, const CatRailSpec *spec,
                           CatShapes *out) {
  CatContext *ctx = cat_arena_context(a);
  CatFileName file;
  CatFileTable t;
  *out = (CatShapes){0};
  if (!spec->profile || !*spec->profile) return CAT_OK;
  CAT_TRY(find_file(ctx, input, &file));
  CatArena *scratch = cat_arena_new(ctx, 1 << 16);
  if (!scratch) return CAT_ERR_MEMORY;
  CatStatus status = cat_file_table_open(scratch, file.path, "x", &t);
  if (!status) status = fill(&t, a, out);
  cat_file_table_close(&t);
  cat_arena_free(scratch);
  return status;
}

CatStatus cat_profile_check(CatContext *ctx, CatSpec *input) {
  CatRailSpec *spec = &((CatBridgeSpec *)cat_spec_root(input))->rail;
  CatArena *scratch = cat_arena_new(ctx, 1 << 16);
  CatFileName file;
  CatShapes profile;
  if (!scratch) return CAT_ERR_MEMORY;
  CatStatus status = cat_profile_read(scratch, input, spec, &profile);
  cat_arena_free(scratch);
  CAT_TRY(status);
  CAT_TRY(find_file(ctx, input, &file));
  return cat_file_content(ctx, input, (const CatFileName *const[]){&file}, 1, &spec->content);
}

// One more station on either side; the ends themselves are level so that nothing swings there.
CatStatus cat_profile_extend(CatArena *a, const CatShapes *m, double x0, double x1,
                             CatShapes *out) {
  size_t n = (size_t)m->stations;
  double *x = CAT_ARENA(a, n + 2, double), *value = CAT_ARENA(a, n + 2, double);
  double *slope = CAT_ARENA(a, n + 2, double);
  if (!x || !value || !slope) return CAT_ERR_MEMORY;
  memcpy(x + 1, m->x, n * sizeof *x), memcpy(value + 1, m->value, n * sizeof *x);
  memcpy(slope + 1, m->slope, n * sizeof *x);
  x[0] = fmin(x0, m->x[0] - 1), x[n + 1] = fmax(x1, m->x[n - 1] + 1);
  value[0] = value[1], value[n + 1] = value[n];
  slope[1] = slope[n] = 0;
  *out = (CatShapes){1, m->stations + 2, x, value, slope};
  return CAT_OK;
}
