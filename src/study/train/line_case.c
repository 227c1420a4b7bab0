#include "line_case.h"

#include "base/clock.h"

//------------------------------------------------------------------------------- model

static CatStatus fill(CatContext *ctx, CatTrainModel *model) {
  double begin = cat_clock_now();
  cat_stage(ctx, "shape at rest");
  CAT_TRY(cat_line_model_new(ctx, &model->spec->line, &model->m));
  CAT_TRY(cat_rest_find(ctx, model->input, model->m, &model->at_rest, &model->rest));
  model->rest_seconds = cat_clock_now() - begin;
  begin = cat_clock_now();
  cat_stage(ctx, "preparation");
  CatLineAtRest line = {model->spec, model->m, model->at_rest};
  CAT_TRY(cat_line_shared_new(model->arena, &line, &model->shared));
  model->shared_seconds = cat_clock_now() - begin;
  return CAT_OK;
}

CatStatus cat_train_model_new(CatContext *ctx, const CatSpec *input, CatTrainModel **out) {
  return cat_train_model_of(ctx, input, cat_spec_values(input), out);
}

CatStatus cat_train_model_of(CatContext *ctx, const CatSpec *input, const CatTrainSpec *spec,
                             CatTrainModel **out) {
  *out = NULL;
  CatArena *arena = cat_arena_new(ctx, 1 << 16);
  CatTrainModel *model = arena ? CAT_ARENA(arena, 1, CatTrainModel) : NULL;
  if (!model) {
    cat_arena_free(arena);
    return CAT_ERR_MEMORY;
  }
  *model = (CatTrainModel){.arena = arena, .input = input, .spec = spec};
  CatStatus status = fill(ctx, model);
  if (status) {
    cat_train_model_free(model);
    return status;
  }
  *out = model;
  return CAT_OK;
}

void cat_train_model_free(CatTrainModel *model) {
  if (!model) return;
  cat_configuration_free(model->at_rest);
  cat_line_model_free(model->m);
  cat_arena_free(model->arena);
}

//------------------------------------------------------------------------------- with a simulation

CatStatus cat_line_case_open(CatContext *ctx, const CatTrainModel *model,
                             const CatLineSimOptions *o, CatLineCase *out) {
  CatLineSimOptions options = *o;
  CatLineAtRest line = {model->spec, model->m, model->at_rest};
  double begin = cat_clock_now();
  options.shared = model->shared;
  out->m = model->m;
  out->at_rest = model->at_rest;
  out->rest = model->rest;
  out->rest_seconds = model->rest_seconds;
  CAT_TRY(cat_line_sim_open(ctx, &line, &options, &out->c));
  out->offline_seconds = model->shared_seconds + cat_clock_now() - begin;
  return CAT_OK;
}

CatStatus cat_line_case_build(CatContext *ctx, const CatSpec *input, const CatTrainSpec *spec,
                              CatLineCase *out) {
  *out = (CatLineCase){0};
  CAT_TRY(cat_train_model_of(ctx, input, spec, &out->own));
  return cat_line_case_open(ctx, out->own, &(CatLineSimOptions){0}, out);
}

void cat_line_case_free(CatLineCase *l) {
  cat_line_sim_free(l->c);
  cat_train_model_free(l->own);
  *l = (CatLineCase){0};
}
