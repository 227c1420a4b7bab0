// Inside of a record, for the files of this folder only.
#ifndef CAT_RECORD_INTERNAL_H
#define CAT_RECORD_INTERNAL_H

#include "hash.h"
#include "record.h"

// Items of one size that grow in number; an item moves when the list grows.
typedef struct CatList {
  void *items;
  int n, room;
} CatList;

struct CatRecord {
  CatContext *ctx;
  CatArena *arena;
  CatList tables;    // CatTable *, so that a table stays where it is
  CatList figures;   // CatFigure
  CatList results;   // CatResult
  CatList verdicts;  // CatVerdict
  CatList warnings;  // const char *
  CatList drawings, attachments, listings;
  CatFrames *frames;  // NULL: none
  CatRunStatus status;
  const char *message;
  const char *altered;  // NULL: nothing
  char origin[CAT_HASH_TEXT];
  cJSON *summary;
  double residual, throughput;  // of the account of energy [J]; 0, 0: none is kept
  const char *remedy;           // where it does not close; NULL: a smaller step
  bool failed;                  // something could not be stored: the record is not whole
};

void *cat_list_push(CatRecord *rec, CatList *list, size_t size);  // a zeroed item, or NULL
const char *cat_record_copy(CatRecord *rec, const char *text);    // NULL stays NULL
void cat_record_lost(CatRecord *rec);  // memory ran out outside our own allocator

#endif
