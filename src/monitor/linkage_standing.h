// How a linkage stands, in results and summary.json: by itself, or under a line.
#ifndef CAT_MONITOR_LINKAGE_STANDING_H
#define CAT_MONITOR_LINKAGE_STANDING_H

#include "mechanism/linkage.h"
#include "mechanism/models.h"
#include "record/record.h"

// Rows of the group, and an object "linkage" of the parent.
CatStatus cat_linkage_record_standing(CatRecord *rec, const CatLinkageSpec *spec,
                                      const CatLinkageStanding *at, const char *group,
                                      cJSON *parent);

#endif
