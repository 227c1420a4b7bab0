// Axles of a train that the case does not list: from a file that it names, x [m] behind the first
// one and, unless the case says otherwise what they carry, force [N]; or at equal distances.
#ifndef CAT_BRIDGE_AXLE_TABLE_H
#define CAT_BRIDGE_AXLE_TABLE_H

#include "spec/bridge.h"

// Reads trains[].axle_table into axles and forces, as if the case had listed them, and clears it:
// the resolved input holds the numbers. Without one nothing happens.
CatStatus cat_axle_table_read(CatContext *ctx, CatSpec *input, CatLoadSpec *train);
// Turns trains[].uniform into axles, likewise.
CatStatus cat_axles_uniform(CatContext *ctx, CatSpec *input, CatLoadSpec *train);

#endif
