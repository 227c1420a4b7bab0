#include "kinds.h"

#include <string.h>

#include "input/check/check.h"
#include "rest/modes.h"
#include "rest/run.h"
#include "rt/rt.h"
#include "spec/bridge.h"
#include "spec/cable.h"
#include "spec/line.h"
#include "spec/pantograph_case.h"
#include "spec/pdae.h"
#include "spec/string_mass.h"
#include "spec/train.h"
#include "study/bridge/bridge.h"
#include "study/cable/cable.h"
#include "study/pantograph/pantograph.h"
#include "study/pdae/pdae.h"
#include "study/string_mass/string_mass.h"
#include "study/train/run.h"

#define NONE NULL  // said, not forgotten

// One row per kind: its identifier, its name in files, and what it has of rest, modes, rt,
// model and checkpoints. The identifier also stands for cat_<id>_section, cat_<id>_check and
// cat_<id>_run: a kind that lacks one does not compile.
#define KINDS(ROW)                                                                                 \
  ROW(bridge, "bridge", NONE, cat_bridge_modes, NONE, NONE, NONE)                                  \
  ROW(cable, "cable", NONE, NONE, NONE, NONE, NONE)                                                \
  ROW(pantograph, "pantograph", NONE, NONE, NONE, NONE, NONE)                                      \
  ROW(pdae, "pdae", NONE, cat_pdae_modes, NONE, NONE, NONE)                                        \
  ROW(rest, "rest", cat_rest_run, cat_rest_modes, NONE, NONE, NONE)                                \
  ROW(string_mass, "string-mass", NONE, NONE, NONE, NONE, NONE)                                    \
  ROW(train, "train", cat_train_rest, cat_train_modes, cat_rt_run, cat_train_model_new,            \
      cat_train_run_kept)

#define NUMBER(id_, name_, rest_, modes_, rt_, model_, kept_) KIND_##id_,
enum { KINDS(NUMBER) NKIND };

#define ROW(id_, name_, rest_, modes_, rt_, model_, kept_)                                         \
  [KIND_##id_] = {.kind = {(name_), &cat_##id_##_section, cat_##id_##_check},                      \
                  .run = cat_##id_##_run,                                                          \
                  .rest = (rest_),                                                                 \
                  .modes = (modes_),                                                               \
                  .rt = (rt_),                                                                     \
                  .model = (model_),                                                               \
                  .kept = (kept_)},
static const CatKindRow rows[NKIND] = {KINDS(ROW)};

#define POINTER(id_, name_, rest_, modes_, rt_, model_, kept_) &rows[KIND_##id_].kind,
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
