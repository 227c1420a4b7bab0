#include "browser.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "failure.h"
#include "signals.h"

// With the desktop's own browser, where there is a desktop and a person.
static void open_browser(const Args *args, const char *url) {
  bool person = isatty(STDOUT_FILENO) && (getenv("DISPLAY") || getenv("WAYLAND_DISPLAY"));
  if (!person || args_has(args, "no-open") || args_has(args, "json")) return;
  pid_t pid = fork();
  if (pid == 0) {
    if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout)) _exit(1);
    execlp("xdg-open", "xdg-open", url, (char *)NULL);
    _exit(127);
  }
  if (pid > 0) waitpid(pid, NULL, WNOHANG);
}

Web *browser_serve(const Args *args, const WebOptions *options, int *code) {
  char why[320], text[400];
  bool json = args_has(args, "json");
  Web *web = web_start(options, why, sizeof why);
  *code = 0;
  if (!web) {
    snprintf(text, sizeof text, "catenaria: the viewer: %s", why);
    *code = failure_plain(EXIT_USAGE, json, text);
    return NULL;
  }
  printf(json ? "{\"url\": \"%s\"}\n" : "%s\n", web_url(web));
  fflush(stdout);
  open_browser(args, web_url(web));
  return web;
}

static void wait_a_little(void) {
  struct timespec t = {.tv_nsec = 100000000};
  nanosleep(&t, NULL);
}

void browser_wait(void) {
  while (!signals_caught()) wait_a_little();
}

void browser_wait_gone(Web *web) {
  enum { FIRST = 100, LEFT = 30 };  // tenths of a second
  int alone = 0, most = web_watchers(web) > 0 ? LEFT : FIRST;
  while (!signals_caught() && alone < most) {
    wait_a_little();
    alone = web_watchers(web) > 0 ? 0 : alone + 1;
    if (alone == 0) most = LEFT;
  }
}
