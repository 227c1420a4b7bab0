// What a kind of case does not have is refused at the key that names the kind.
#ifndef CAT_API_LACKS_H
#define CAT_API_LACKS_H

#include "case.h"
#include "kinds.h"

typedef bool (*CatKindHas)(const CatKindRow *row);

// As "case.yaml:1:7: kind: found 'pdae', expected rest or train: a case of kind 'pdae' holds no
// line".
CatStatus cat_case_lacks(CatContext *ctx, const CatCase *c, CatKindHas has, const char *what);

#endif
