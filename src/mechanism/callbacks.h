// A pantograph of the host program behind the interface of mechanisms.
#ifndef CAT_MECHANISM_CALLBACKS_H
#define CAT_MECHANISM_CALLBACKS_H

#include "catenaria/pantograph.h"
#include "mechanism.h"

// The table is copied, at its full size. CAT_ERR_ARG: a function that it needs is missing.
CatStatus cat_callbacks_new(CatArena *a, const CatPantographCallbacks *is, CatMechanism **out);

#endif
