// A build without the viewer (CAT_WEB).
#include <stdio.h>

#include "web.h"

Web *web_start(const WebOptions *options, char *why, size_t size) {
  (void)options;
  snprintf(why, size, "not part of this build: it was made without civetweb");
  return NULL;
}

const char *web_url(const Web *web) {
  (void)web;
  return "";
}

void web_frame(Web *web, const CatRecord *rec) {
  (void)web, (void)rec;
}

void web_progress(Web *web, double fraction, double time) {
  (void)web, (void)fraction, (void)time;
}

bool web_cancelled(Web *web) {
  (void)web;
  return false;
}

void web_ended(Web *web, const char *dir) {
  (void)web, (void)dir;
}

int web_watchers(Web *web) {
  (void)web;
  return 0;
}

void web_stop(Web *web) {
  (void)web;
}
