// Tables: channels of one length, all of their memory taken when they are declared.
#include <stdint.h>
#include <string.h>

#include "internal.h"

static bool channels_new(CatRecord *rec, CatTable *table, const CatColumn *columns, int n) {
  size_t capacity = table->capacity;
  bool fits = n > 0 && capacity <= SIZE_MAX / 16 / sizeof(double) / (size_t)n;
  // SIZE_MAX makes the arena refuse, with an error of its own
  double *data = cat_arena_alloc(rec->arena, fits ? capacity * (size_t)n : SIZE_MAX, sizeof *data);
  table->channel = data ? CAT_ARENA(rec->arena, n, CatChannel) : NULL;
  if (!table->channel) return false;
  for (int i = 0; i < n; i++) {
    CatChannel *c = &table->channel[i];
    c->name = cat_record_copy(rec, columns[i].name);
    c->unit = cat_record_copy(rec, columns[i].unit ? columns[i].unit : "");
    c->doc = cat_record_copy(rec, columns[i].doc ? columns[i].doc : "");
    c->data = data + (size_t)i * capacity;
    if (!c->name || !c->unit || !c->doc) return false;
  }
  table->nchannel = n;
  return true;
}

CatTable *cat_record_table(CatRecord *rec, const char *name, const CatColumn *columns, int ncolumn,
                           size_t capacity) {
  CatTable *table = CAT_ARENA(rec->arena, 1, CatTable);
  bool made = false;
  if (table) {
    table->name = cat_record_copy(rec, name);
    table->capacity = capacity;
    made = table->name && channels_new(rec, table, columns, ncolumn);
  }
  CatTable **item = made ? cat_list_push(rec, &rec->tables, sizeof *item) : NULL;
  if (!item) {
    rec->failed = true;
    return NULL;
  }
  *item = table;
  return table;
}

void cat_table_append(CatTable *table, const double *row) {
  if (!table || table->n >= table->capacity) return;
  for (int i = 0; i < table->nchannel; i++) table->channel[i].data[table->n] = row[i];
  table->n++;
}

void cat_table_snapshot(CatTable *table, CatSnapshot *to) {
  CAT_SNAPSHOT(to, table->n);
  for (int i = 0; i < table->nchannel; i++) {
    CAT_SNAPSHOT_ARRAY(to, table->channel[i].data, table->n);
  }
}

const CatChannel *cat_table_channel(const CatTable *table, const char *name) {
  if (!table || !name) return NULL;
  for (int i = 0; i < table->nchannel; i++) {
    if (strcmp(table->channel[i].name, name) == 0) return &table->channel[i];
  }
  return NULL;
}

const CatTable *cat_record_find(const CatRecord *rec, const char *name) {
  for (int i = 0; name && i < cat_record_tables(rec); i++) {
    const CatTable *table = cat_record_table_at(rec, i);
    if (table && strcmp(table->name, name) == 0) return table;
  }
  return NULL;
}

int cat_record_tables(const CatRecord *rec) {
  return rec ? rec->tables.n : 0;
}

const CatTable *cat_record_table_at(const CatRecord *rec, int i) {
  return i >= 0 && i < cat_record_tables(rec) ? ((CatTable **)rec->tables.items)[i] : NULL;
}

CatStatus cat_record_table_extend(CatRecord *rec, CatTable *table, size_t capacity) {
  size_t n = (size_t)table->nchannel;
  if (capacity <= table->capacity) return CAT_OK;
  bool fits = capacity <= SIZE_MAX / 16 / sizeof(double) / n;
  double *data = cat_arena_alloc(rec->arena, fits ? capacity * n : SIZE_MAX, sizeof *data);
  if (!data) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < n; i++, data += capacity) {
    memcpy(data, table->channel[i].data, table->n * sizeof *data);
    table->channel[i].data = data;
  }
  table->capacity = capacity;
  return CAT_OK;
}
