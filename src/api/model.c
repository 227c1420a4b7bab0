#include "model.h"

#include "base/text.h"
#include "kinds.h"
#include "lacks.h"

//------------------------------------------------------------------------------- identity

static void add_numbers(CatHash *hash, const double *x, size_t n) {
  cat_hash_add(hash, x, n * sizeof *x);
}

static void add_line(CatHash *hash, const CatTrainModel *t) {
  const CatConfiguration *rest = t->at_rest;
  add_numbers(hash, &rest->q[0][0], (size_t)t->m->nnode * CAT_NODE_DOF);
  add_numbers(hash, rest->cable, (size_t)t->m->ncable);
  add_numbers(hash, rest->dropper, (size_t)t->m->ndropper);
  if (t->shared->basis) cat_hash_add_number(hash, t->shared->basis->n);
}

// The input as it is printed has rounded numbers: what follows from it is part of the name, too.
static CatStatus find_hash(CatModel *model) {
  CatText input = cat_text_new(model->ctx);
  CatHash hash = cat_hash_new();
  CatStatus status = cat_spec_print(model->c->spec, &input);
  if (status == CAT_OK) status = cat_text_ok(&input);
  if (status == CAT_OK) {
    cat_hash_add_text(&hash, input.data);
    cat_hash_add_number(&hash, model->train->spec->run.speed);
    cat_hash_add_number(&hash, model->train->spec->time.step);
    add_line(&hash, model->train);
    cat_hash_end_text(&hash, model->hash);
  }
  cat_text_free(&input);
  return status;
}

//------------------------------------------------------------------------------- life

static bool has_model(const CatKindRow *row) {
  return row->model;
}

static CatStatus build(CatContext *own, CatCase *c, CatModel **out) {
  const CatKindRow *row = cat_kind_row(cat_case_kind(c));
  if (!row || !row->model) {
    return cat_case_lacks(own, c, has_model, "has no model to be stepped");
  }
  CatModel *model = CAT_NEW(own, 1, CatModel);
  if (!model) return CAT_ERR_MEMORY;
  model->ctx = own;
  model->c = c;
  CatStatus status = row->model(own, c->spec, &model->train);
  if (status == CAT_OK) status = find_hash(model);
  if (status == CAT_OK) status = cat_case_hash(own, c, model->input_hash);
  if (status) {
    cat_train_model_free(model->train);
    cat_free(own, model);
    return status;
  }
  *out = model;
  return CAT_OK;
}

CatStatus cat_model_new(CatContext *ctx, CatCase *c, CatModel **out) {
  if (!ctx || !out) return CAT_ERR_ARG;
  *out = NULL;
  if (!c) return CAT_FAIL(ctx, CAT_ERR_ARG, "there is no case to make a model of");
  CatContext *own = cat_context_derive(ctx);
  if (!own) return CAT_ERR_MEMORY;
  CatStatus status = build(own, c, out);
  cat_context_hand_over(own, ctx);
  cat_context_mute(own);
  if (status) {
    cat_context_free(own);
    return status;
  }
  cat_case_hold(c);
  return CAT_OK;
}

CatModel *cat_model_share(CatModel *model) {
  if (model) atomic_fetch_add_explicit(&model->shared, 1, memory_order_relaxed);
  return model;
}

void cat_model_free(CatModel *model) {
  if (!model || atomic_fetch_sub_explicit(&model->shared, 1, memory_order_acq_rel) > 0) return;
  CatContext *own = model->ctx;
  cat_train_model_free(model->train);
  cat_case_free(model->c);
  cat_free(own, model);
  cat_context_free(own);
}

//------------------------------------------------------------------------------- questions

double cat_model_step(const CatModel *model) {
  return model ? model->train->spec->time.step : 0;
}

int cat_model_pantographs(const CatModel *model) {
  return model ? model->train->spec->npantograph : 0;
}

int cat_model_unknowns(const CatModel *model) {
  return model ? model->train->shared->system.n : 0;
}

const char *cat_model_hash(const CatModel *model) {
  return model ? model->hash : "";
}
