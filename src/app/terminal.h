// The terminal: a progress bar while something runs, colour where it helps. Nothing when piped.
#ifndef CAT_APP_TERMINAL_H
#define CAT_APP_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Terminal {
  bool bar;        // standard error is a terminal and the user wants to see progress
  bool shown;      // a bar stands on the last line
  double started;  // the stage [s], monotonic
  double drawn;    // when the bar was drawn last [s]
  char stage[64];  // what is going on; "": not said
} Terminal;

typedef enum Colour {
  COLOUR_BOLD = 1,
  COLOUR_RED = 31,
  COLOUR_GREEN = 32,
  COLOUR_YELLOW = 33
} Colour;

Terminal terminal_new(bool quiet);
void terminal_progress(Terminal *t, double fraction, double time);  // [-] [s simulated]
void terminal_stage(Terminal *t, const char *what);                 // something else begins
void terminal_clear(Terminal *t);  // takes the bar away before anything else is printed

// Prints the text in colour if the stream is a terminal and NO_COLOR is not set.
void terminal_colour(FILE *stream, Colour colour, const char *text);

#endif
