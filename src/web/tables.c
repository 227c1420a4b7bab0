#include "tables.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tables_channel(char *text, size_t size, int pantograph, const char *name) {
  snprintf(text, size, "p%d.%s", pantograph + 1, name);
}

char *tables_json(const CatRecord *rec, const char *begin) {
  cJSON *all = cJSON_CreateObject();
  for (int i = 0; all && i < cat_record_tables(rec); i++) {
    const CatTable *t = cat_record_table_at(rec, i);
    if (strncmp(t->name, begin, strlen(begin)) != 0) continue;
    cJSON *table = cJSON_AddObjectToObject(all, t->name);
    for (int k = 0; table && k < t->nchannel; k++) {
      cJSON_AddItemToObject(table, t->channel[k].name,
                            cJSON_CreateDoubleArray(t->channel[k].data, (int)t->n));
    }
  }
  char *text = all ? cJSON_PrintUnformatted(all) : NULL;
  cJSON_Delete(all);
  return text;
}

static void list_table(cJSON *list, const CatTable *t) {
  cJSON *table = cJSON_CreateObject();
  cJSON_AddStringToObject(table, "name", t->name);
  cJSON_AddNumberToObject(table, "n", (double)t->n);
  cJSON *channels = cJSON_AddArrayToObject(table, "channels");
  for (int k = 0; k < t->nchannel; k++) {
    cJSON *c = cJSON_CreateObject();
    cJSON_AddStringToObject(c, "name", t->channel[k].name);
    cJSON_AddStringToObject(c, "unit", t->channel[k].unit);
    cJSON_AddStringToObject(c, "doc", t->channel[k].doc);
    cJSON_AddItemToArray(channels, c);
  }
  cJSON_AddItemToArray(list, table);
}

char *tables_list(const CatRecord *rec) {
  cJSON *all = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(all, "tables");
  for (int i = 0; i < cat_record_tables(rec); i++) list_table(list, cat_record_table_at(rec, i));
  const CatFrames *f = cat_record_frames(rec);
  if (f && f->n > 0) {
    cJSON *frames = cJSON_AddObjectToObject(all, "frames");
    cJSON_AddBoolToObject(frames, "modes", f->kind == CAT_FRAMES_MODES);
    cJSON_AddNumberToObject(frames, "n", (double)f->n);
    cJSON_AddNumberToObject(frames, "points", f->npoint);
    cJSON_AddNumberToObject(frames, "links", f->force ? f->nlink : 0);
    cJSON_AddBoolToObject(frames, "sideways", f->sideways != NULL);
  }
  char *text = all ? cJSON_PrintUnformatted(all) : NULL;
  cJSON_Delete(all);
  return text;
}

char *tables_bytes(const CatRecord *rec, const char *name, size_t *n) {
  const CatTable *t = cat_record_find(rec, name);
  if (!t) return NULL;
  size_t column = t->n * sizeof(double);
  *n = column * (size_t)t->nchannel;
  char *bytes = malloc(*n + 1);
  for (int k = 0; bytes && k < t->nchannel; k++) {
    memcpy(bytes + (size_t)k * column, t->channel[k].data, column);
  }
  return bytes;
}

char *tables_frames(const CatRecord *rec, size_t *n) {
  const CatFrames *f = cat_record_frames(rec);
  if (!f || f->n == 0) return NULL;
  size_t at = f->n * sizeof(double), up = f->n * (size_t)f->npoint * sizeof(float);
  size_t sideways = f->sideways ? up : 0;
  size_t force = f->force ? f->n * (size_t)f->nlink * sizeof(float) : 0;
  *n = at + up + sideways + force;
  char *bytes = malloc(*n);
  if (!bytes) return NULL;
  memcpy(bytes, f->at, at);
  memcpy(bytes + at, f->up, up);
  if (sideways) memcpy(bytes + at + up, f->sideways, sideways);
  if (force) memcpy(bytes + at + up + sideways, f->force, force);
  return bytes;
}
