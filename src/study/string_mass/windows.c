#include "windows.h"

#include <math.h>

static void add(CatStringWindows *w, double from, double to, double end) {
  to = fmin(to, end);
  if (from >= to || w->n == CAT_STRING_WINDOWS) return;
  w->at[w->n][0] = from;
  w->at[w->n++][1] = to;
}

CatStringWindows cat_string_windows(const CatStringMassSpec *s, double back, double end) {
  CatStringWindows w = {0};
  for (int i = 0; i + 1 < s->record.nwindow; i += 2)
    add(&w, s->record.windows[i], s->record.windows[i + 1], end);
  if (s->record.nwindow > 0) return w;
  // in hundredths of the string; where waves are back soon, the passage is all that is left of it
  double hundredth = s->length / 100, reflection = floor(back / hundredth + 1e-9);
  double quiet = reflection >= 20 ? reflection - 7 : 100;
  add(&w, 0, 2 * hundredth, end);
  add(&w, 2 * hundredth, quiet * hundredth, end);
  add(&w, reflection * hundredth, (reflection + 5) * hundredth, end);
  return w;
}
