#include "text.h"

#include <string.h>

#include "c_locale.h"

CatText cat_text_new(CatContext *ctx) {
  return (CatText){.ctx = ctx};
}

void cat_text_free(CatText *t) {
  cat_free(t->ctx, t->data);
  *t = cat_text_new(t->ctx);
}

static bool reserve(CatText *t, size_t extra) {
  if (t->failed) return false;
  if (t->room - t->n > extra) return true;
  size_t room = t->room ? t->room : 256;
  while (room - t->n <= extra) room *= 2;
  char *data = cat_resize(t->ctx, t->data, room, 1);
  t->failed = !data;
  if (!data) return false;
  t->data = data;
  t->room = room;
  return true;
}

void cat_text_add_bytes(CatText *t, const void *bytes, size_t n) {
  if (!reserve(t, n)) return;
  memcpy(t->data + t->n, bytes, n);
  t->n += n;
  t->data[t->n] = '\0';
}

void cat_text_add(CatText *t, const char *s) {
  cat_text_add_bytes(t, s, strlen(s));
}

void cat_text_addf(CatText *t, const char *fmt, ...) {
  va_list args, again;
  va_start(args, fmt);
  va_copy(again, args);
  int n = cat_vformat(NULL, 0, fmt, args);
  if (n >= 0 && reserve(t, (size_t)n)) {
    cat_vformat(t->data + t->n, t->room - t->n, fmt, again);
    t->n += (size_t)n;
  }
  va_end(again);
  va_end(args);
}

CatStatus cat_text_ok(const CatText *t) {
  return t->failed ? CAT_ERR_MEMORY : CAT_OK;
}

static int min3(int a, int b, int c) {
  int m = a < b ? a : b;
  return m < c ? m : c;
}

int cat_text_distance(const char *a, const char *b) {
  enum { MAX = 48 };
  int row[3][MAX + 1];  // the last three rows of the dynamic programme
  int na = (int)strnlen(a, MAX), nb = (int)strnlen(b, MAX);
  for (int j = 0; j <= nb; j++) row[0][j] = j;
  for (int i = 1; i <= na; i++) {
    int *now = row[i % 3];
    const int *last = row[(i - 1) % 3], *before = row[(i + 1) % 3];
    now[0] = i;
    for (int j = 1; j <= nb; j++) {
      int cost = a[i - 1] != b[j - 1];
      now[j] = min3(last[j] + 1, now[j - 1] + 1, last[j - 1] + cost);
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped && before[j - 2] + 1 < now[j]) now[j] = before[j - 2] + 1;
    }
  }
  return row[na % 3][nb];
}
