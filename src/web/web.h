// The viewer: results, cases and runs in a browser, served on the loopback interface only. Uses the
// public headers and civetweb. docs/viewer.md
#ifndef CAT_WEB_WEB_H
#define CAT_WEB_WEB_H

#include <stdbool.h>
#include <stddef.h>

#include "catenaria/record.h"

typedef struct Web Web;

typedef struct WebOptions {
  const char *const *dirs;  // results, or folders of many
  int ndir;
  int port;             // 0: a free one
  const char *library;  // shipped cases; NULL: none
} WebOptions;

enum { WEB_URL = 128 };

// Starts to serve in threads of its own; NULL: the reason is in why. Only ends with web_stop.
Web *web_start(const WebOptions *options, char *why, size_t size);
const char *web_url(const Web *web);  // with the token of this start
// A run of the program itself, to be watched: each frame (it never waits for a browser), how far it
// is, and its end, after which the folder of its results is open. Browsers that are there.
void web_frame(Web *web, const CatRecord *rec);
void web_progress(Web *web, double fraction, double time);
void web_ended(Web *web, const char *dir);
bool web_cancelled(Web *web);  // a browser asks the run to stop
int web_watchers(Web *web);
void web_stop(Web *web);  // NULL is allowed

#endif
