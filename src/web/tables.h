// Tables of a record for the browser.
#ifndef CAT_WEB_TABLES_H
#define CAT_WEB_TABLES_H

#include "catenaria/catenaria.h"

// Tables whose names begin like this, with all their numbers: {"name": {"channel": [...]}}; to be
// freed. NULL: no memory.
char *tables_json(const CatRecord *rec, const char *begin);
// What there is: names, units, texts, numbers of rows; frames. To be freed.
char *tables_list(const CatRecord *rec);
// The channels of a table, one after the other, as doubles; frames: times as doubles, then
// displacements up and sideways, then tensions, as floats. To be freed; NULL: none, or no memory.
char *tables_bytes(const CatRecord *rec, const char *name, size_t *n);
char *tables_frames(const CatRecord *rec, size_t *n);

void tables_channel(char *text, size_t size, int pantograph, const char *name);  // "p1.x"

#endif
