// The shipped cases, found when the viewer starts; named by number.
#ifndef CAT_WEB_CASES_H
#define CAT_WEB_CASES_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Cases {
  int root;  // open directory; -1: none
  char *library;
  int n, room;
  char **path;  // below it: "ac-simple/275.yaml"
} Cases;

bool cases_find(Cases *c, const char *library);  // library may be NULL; false: no memory
void cases_free(Cases *c);
void cases_list(const Cases *c, cJSON *list);
// The complete input of one, to be freed; NULL: there is none.
char *cases_read(const Cases *c, long i);

#endif
