// A session: the context with the terminal behind it, and the case that the user named.
#ifndef CAT_APP_SESSION_H
#define CAT_APP_SESSION_H

#include "args.h"
#include "catenaria/catenaria.h"
#include "terminal.h"

typedef struct Session {
  CatContext *ctx;
  CatCase *c;
  CatRecord *rec;
  Terminal terminal;
  const char **sets;  // values of --set
  bool json, quiet;
  struct Web *web;  // with --live: browsers that watch
} Session;

// The option that every command with a case has.
#define OPTION_SET                                                                                 \
  { "set", 0, "KEY=VALUE", "override an input key, as in run.speed=250km/h; may be repeated" }

int session_new(Session *s, const Args *args);   // without a case; returns 0 or an exit code
int session_load(Session *s, const Args *args);  // the case that args names; warnings printed
int session_fail(Session *s, CatStatus status);  // reports; returns the exit code
bool session_stopped(const Session *s);          // by a signal, or by a browser that watches
void session_free(Session *s);

#endif
