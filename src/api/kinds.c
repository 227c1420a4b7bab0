#include "kinds.h"

#include <string.h>

#include "input/check/check.h"
#include "rest/modes.h"
#include "rest/run.h"
#include "rt/rt.h"
#include "spec/bridge.h"
#include "spec/cable.h"
#include "spec/line.h"
#include "spec/pdae.h"
#include "spec/train.h"
#include "study/bridge/bridge.h"
#include "study/cable/cable.h"
#include "study/pdae/pdae.h"
#include "study/train/run.h"

#define NONE NULL  // said, not forgotten

// One row per kind: its name, and what it has of rest, modes, rt and model. The name also stands
// for cat_<name>_section, cat_<name>_check and cat_<name>_run: a kind that lacks one does not
// compile.
#define KINDS(ROW)                                                                                 \
  ROW(bridge, NONE, cat_bridge_modes, NONE, NONE)                                                  \
  ROW(cable, NONE, NONE, NONE, NONE)                                                               \
  ROW(pdae, NONE, cat_pdae_modes, NONE, NONE)                                                      \
  ROW(rest, cat_rest_run, cat_rest_modes, NONE, NONE)                                              \
  ROW(train, cat_train_rest, cat_train_modes, cat_rt_run, cat_train_model_new)

#define NUMBER(name_, rest_, modes_, rt_, model_) KIND_##name_,
enum { KINDS(NUMBER) NKIND };

#define ROW(name_, rest_, modes_, rt_, model_)                                                     \
  [KIND_##name_] = {.kind = {#name_, &cat_##name_##_section, cat_##name_##_check},                 \
                    .run = cat_##name_##_run,                                                      \
                    .rest = (rest_),                                                               \
                    .modes = (modes_),                                                             \
                    .rt = (rt_),                                                                   \
                    .model = (model_)},
static const CatKindRow rows[NKIND] = {KINDS(ROW)};

#define POINTER(name_, rest_, modes_, rt_, model_) &rows[KIND_##name_].kind,
static const CatKind *const list[NKIND + 1] = {KINDS(POINTER) NULL};

const CatKind *const *cat_kind_list(void) {
  return list;
}

const CatKindRow *cat_kind_row_at(int i) {
  return i >= 0 && i < NKIND ? &rows[i] : NULL;
}

const CatKindRow *cat_kind_row(const char *name) {
  for (int i = 0; i < NKIND; i++) {
    if (strcmp(rows[i].kind.name, name) == 0) return &rows[i];
  }
  return NULL;
}
