// The kinds of cases: one table with one row per kind.
#ifndef CAT_API_KINDS_H
#define CAT_API_KINDS_H

#include "catenaria/rt.h"
#include "record/record.h"
#include "spec/schema.h"
#include "study/train/checkpoint.h"
#include "study/train/line_case.h"

typedef CatStatus (*CatKindJob)(CatContext *ctx, const CatSpec *spec, CatRecord *rec);
typedef CatStatus (*CatKindLoop)(CatContext *ctx, const CatSpec *spec, const CatRtOptions *options,
                                 CatRecord *rec);

typedef CatStatus (*CatKindKept)(CatContext *ctx, const CatSpec *spec, const CatKeep *keep,
                                 CatRecord *rec);
typedef CatStatus (*CatKindModel)(CatContext *ctx, const CatSpec *spec, CatTrainModel **out);

typedef struct CatKindRow {
  CatKind kind;    // name, keys and checks: what the layers below see
  CatKindJob run;  // what the case asks for
  // NULL: this kind has no such thing.
  CatKindJob rest;     // the shape of its line
  CatKindJob modes;    // its natural modes
  CatKindLoop rt;      // the same against a rig, in real time
  CatKindModel model;  // a model to be stepped
  CatKindKept kept;    // the run with checkpoints, or from one
} CatKindRow;

const CatKind *const *cat_kind_list(void);         // all of them; ends with NULL
const CatKindRow *cat_kind_row(const char *name);  // NULL: none has this name
const CatKindRow *cat_kind_row_at(int i);          // NULL behind the last

#endif
