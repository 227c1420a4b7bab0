#include "live.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "tables.h"

enum { PANTOGRAPHS = 8, HEAD = 6 + 3 * PANTOGRAPHS };

struct Live {
  pthread_mutex_t lock;
  unsigned long seq;
  atomic_ulong dropped;
  double head[HEAD];
  int nhead;
  float *value;  // (nvalue)
  size_t nvalue, room;
  char *scene;
  bool begun;
};

Live *live_new(void) {
  Live *live = calloc(1, sizeof *live);
  if (live) pthread_mutex_init(&live->lock, NULL);
  return live;
}

void live_free(Live *live) {
  if (!live) return;
  pthread_mutex_destroy(&live->lock);
  free(live->value);
  free(live->scene);
  free(live);
}

void live_begin(Live *live) {
  pthread_mutex_lock(&live->lock);
  live->begun = true;
  atomic_store(&live->dropped, 0);
  pthread_mutex_unlock(&live->lock);
}

static double last_of(const CatTable *table, const char *name) {
  const CatChannel *c = cat_table_channel(table, name);
  return c && table->n > 0 ? c->data[table->n - 1] : 0;
}

static void put_head(Live *live, const CatRecord *rec, const CatFrames *f) {
  const CatTable *time = cat_record_find(rec, "time");
  static const char *const names[] = {"x", "height", "force"};
  int n = 0;
  char name[32];
  double *at = live->head + 6;
  for (; n < PANTOGRAPHS; n++) {
    for (int k = 0; k < 3; k++) {
      tables_channel(name, sizeof name, n, names[k]);
      if (!cat_table_channel(time, name)) goto done;
      at[3 * n + k] = last_of(time, name);
    }
  }
done:
  live->head[0] = (double)++live->seq;
  live->head[1] = f->at[f->n - 1];
  live->head[2] = (double)atomic_load(&live->dropped);
  live->head[3] = f->npoint;
  live->head[4] = f->force ? f->nlink : 0;
  live->head[5] = n;
  live->nhead = 6 + 3 * n;
}

static void put(Live *live, const CatRecord *rec, const CatFrames *f) {
  size_t points = (size_t)f->npoint, links = f->force ? (size_t)f->nlink : 0, n = points + links;
  if (live->room < n) {
    float *more = realloc(live->value, n * sizeof *more);
    if (!more) return;
    live->value = more;
    live->room = n;
  }
  memcpy(live->value, f->up + (f->n - 1) * points, points * sizeof(float));
  if (links) {
    memcpy(live->value + points, f->force + (f->n - 1) * links, links * sizeof(float));
  }
  live->nvalue = n;
  if (live->begun || !live->scene) {
    free(live->scene);
    live->scene = tables_json(rec, "scene_");
    live->begun = false;
  }
  put_head(live, rec, f);
}

void live_put(Live *live, const CatRecord *rec) {
  const CatFrames *f = cat_record_frames(rec);
  if (!f) return;
  if (f->n == 0) {  // the run left it out
    atomic_fetch_add(&live->dropped, 1);
    return;
  }
  if (pthread_mutex_trylock(&live->lock) != 0) {
    atomic_fetch_add(&live->dropped, 1);
    return;
  }
  put(live, rec, f);
  pthread_mutex_unlock(&live->lock);
}

size_t live_take(Live *live, unsigned long *seen, char **bytes, size_t *room) {
  size_t n = 0;
  pthread_mutex_lock(&live->lock);
  if (live->seq > *seen) {
    size_t head = (size_t)live->nhead * sizeof(double), body = live->nvalue * sizeof(float);
    if (*room < head + body) {
      char *more = realloc(*bytes, head + body);
      if (more) *bytes = more, *room = head + body;
    }
    if (*room >= head + body) {
      memcpy(*bytes, live->head, head);
      memcpy(*bytes + head, live->value, body);
      n = head + body;
      *seen = live->seq;
    }
  }
  pthread_mutex_unlock(&live->lock);
  return n;
}

char *live_scene(Live *live) {
  pthread_mutex_lock(&live->lock);
  char *copy = live->scene ? strdup(live->scene) : NULL;
  pthread_mutex_unlock(&live->lock);
  return copy;
}
