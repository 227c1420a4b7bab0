#include "terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (double)ts.tv_sec + 1e-9 * (double)ts.tv_nsec;
}

static bool is_dumb(void) {
  const char *term = getenv("TERM");
  return !term || !*term || strcmp(term, "dumb") == 0;
}

Terminal terminal_new(bool quiet) {
  Terminal t = {.bar = !quiet && isatty(STDERR_FILENO) && !is_dumb()};
  t.started = now();
  return t;
}

// "0:07", "1:02:33"; "" as long as nobody can know
static void print_remaining(char *text, size_t size, double elapsed, double fraction) {
  text[0] = '\0';
  if (elapsed < 0.5 || fraction < 1e-3) return;
  double left = elapsed * (1 - fraction) / fraction;
  if (!(left < 1e7)) return;
  long s = lround(left);
  if (s >= 3600) {
    snprintf(text, size, "  %ld:%02ld:%02ld left", s / 3600, s / 60 % 60, s % 60);
  } else {
    snprintf(text, size, "  %ld:%02ld left", s / 60, s % 60);
  }
}

void terminal_progress(Terminal *t, double fraction, double time) {
  enum { WIDTH = 32 };
  double at = now();
  if (!t->bar || at - t->drawn < 0.1) return;
  fraction = fmin(fmax(fraction, 0), 1);
  char bar[WIDTH + 1], left[48];
  for (int i = 0; i < WIDTH; i++) bar[i] = i < (int)(fraction * WIDTH) ? '#' : '.';
  bar[WIDTH] = '\0';
  print_remaining(left, sizeof left, at - t->started, fraction);
  fprintf(stderr, "\r%s%s[%s] %3.0f %%", t->stage, *t->stage ? "  " : "", bar, 100 * fraction);
  if (!isnan(time)) fprintf(stderr, "  t = %.3f s", time);
  fprintf(stderr, "%s\033[K", left);
  fflush(stderr);
  t->drawn = at;
  t->shown = true;
}

void terminal_stage(Terminal *t, const char *what) {
  snprintf(t->stage, sizeof t->stage, "%s", what);
  t->started = now();
  t->drawn = 0;
  terminal_progress(t, 0, NAN);
}

void terminal_clear(Terminal *t) {
  if (t->shown) fputs("\r\033[K", stderr);
  t->shown = false;
}

void terminal_colour(FILE *stream, Colour colour, const char *text) {
  const char *no_color = getenv("NO_COLOR");
  bool plain = (no_color && *no_color) || is_dumb() || !isatty(fileno(stream));
  if (plain) {
    fputs(text, stream);
  } else {
    fprintf(stream, "\033[%dm%s\033[0m", (int)colour, text);
  }
}
