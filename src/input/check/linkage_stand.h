// Where a linkage is to stand.
#ifndef CAT_INPUT_CHECK_LINKAGE_STAND_H
#define CAT_INPUT_CHECK_LINKAGE_STAND_H

#include "check.h"
#include "spec/pantograph_case.h"

// Of a linkage that is sound by itself (cat_check_linkage). Only lack of memory is returned.
CatStatus cat_check_linkage_heights(CatContext *ctx, CatSpec *spec, const CatPantographCaseSpec *p);
// With its head at the height of the wire.
CatStatus cat_check_linkage_wire(CatContext *ctx, CatSpec *spec, const CatTrainPantograph *p,
                                 double wire);
#endif
