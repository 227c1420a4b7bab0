#include "axle_table.h"

#include <string.h>

#include "file_table.h"

static const size_t MOST_AXLES = 2000;
static const double LONGEST = 1e5, HEAVIEST = 1e8;  // [m] [N]

static CatStatus check_axles(const CatFileTable *t, const double *x, const double *force) {
  if (t->nrow > MOST_AXLES) {
    return CAT_FAIL_CELL(t, MOST_AXLES, "x", "found %zu axles, expected at most %zu", t->nrow,
                         MOST_AXLES);
  }
  if (x[0] != 0) {
    return CAT_FAIL_CELL(t, 0, "x",
                         "found the first axle at %g m, expected 0 m: the others are "
                         "behind it",
                         x[0]);
  }
  for (size_t i = 0; i < t->nrow; i++) {
    if (i > 0 && !(x[i] > x[i - 1] && x[i] <= LONGEST)) {
      return CAT_FAIL_CELL(t, i, "x",
                           "found an axle at %g m behind one at %g m, expected distances "
                           "that increase, at most %g m",
                           x[i], x[i - 1], LONGEST);
    }
    if (force && !(force[i] >= 0 && force[i] <= HEAVIEST)) {
      return CAT_FAIL_CELL(t, i, "force", "found %g N, expected a force downwards from 0 to %g N",
                           force[i], HEAVIEST);
    }
  }
  return CAT_OK;
}

static const double *keep(CatSpec *input, const double *x, size_t n) {
  double *kept = CAT_ARENA(cat_spec_arena(input), n, double);
  if (kept) memcpy(kept, x, n * sizeof *kept);
  return kept;
}

static CatStatus fill(const CatFileTable *t, CatSpec *input, CatLoadSpec *train) {
  double *x = NULL, *force = NULL;
  CAT_TRY(cat_file_table_column(t, "x", "m", &x));
  CAT_TRY(cat_file_table_column_or_none(t, "force", "N", &force));
  CAT_TRY(check_axles(t, x, force));
  if (force && train->nforce > 0) {
    CatWhere where = cat_spec_where(input, &train->forces);
    return CAT_FAIL_AT(t->ctx, where.place, where.path,
                       "found forces beside those of %s, expected one of them", t->path);
  }
  train->axles = keep(input, x, t->nrow);
  if (force) train->forces = keep(input, force, t->nrow);
  if (!train->axles || (force && !train->forces)) return CAT_ERR_MEMORY;
  train->naxle = (int)t->nrow;
  if (force) train->nforce = train->naxle;
  train->axle_table = "";
  return CAT_OK;
}

CatStatus cat_axles_uniform(CatContext *ctx, CatSpec *input, CatLoadSpec *train) {
  const CatUniformSpec *u = &train->uniform;
  if (!u->given) return CAT_OK;
  bool listed = cat_spec_where(input, &train->axles).given, table = *train->axle_table != 0;
  if (listed || table || train->ncar > 0) {
    CatWhere own = cat_spec_where(input, &u->given);
    return CAT_FAIL_AT(ctx, own.place, own.path,
                       "found axles at equal distances beside %s, expected one of them",
                       listed  ? "axles"
                       : table ? "axle_table"
                               : "cars");
  }
  double *x = CAT_ARENA(cat_spec_arena(input), u->count, double);
  if (!x) return CAT_ERR_MEMORY;
  for (int i = 0; i < u->count; i++) x[i] = i * u->distance;
  train->axles = x, train->naxle = u->count;
  train->uniform.given = false;
  return CAT_OK;
}

CatStatus cat_axle_table_read(CatContext *ctx, CatSpec *input, CatLoadSpec *train) {
  CatFileName file;
  CatFileTable t;
  if (!*train->axle_table) return CAT_OK;
  CatWhere own = cat_spec_where(input, &train->axle_table);
  if (cat_spec_where(input, &train->axles).given || train->ncar > 0) {
    return CAT_FAIL_AT(ctx, own.place, own.path, "found a table beside %s, expected one of them",
                       train->ncar > 0 ? "cars" : "axles");
  }
  CAT_TRY(cat_file_name(ctx, input, &train->axle_table, &file));
  CatArena *scratch = cat_arena_new(ctx, 1 << 14);
  if (!scratch) return CAT_ERR_MEMORY;
  CatStatus status = cat_file_table_open(scratch, file.path, "x", &t);
  if (!status) status = fill(&t, input, train);
  cat_file_table_close(&t);
  cat_arena_free(scratch);
  return status;
}
