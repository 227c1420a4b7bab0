#include "checkpoint.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "case.h"
#include "input/bytes.h"
#include "report/report.h"
#include "report/transaction.h"

enum { FORMAT = 1, EVERY = 60 };

//------------------------------------------------------------------------------- writing

static CatStatus write_file(CatContext *ctx, const char *dir, const void *bytes, size_t n) {
  CatTransaction *transaction = NULL;
  CAT_TRY(cat_transaction_open(ctx, dir, &transaction));
  CatStatus status = cat_transaction_add(transaction, CAT_CHECKPOINT_NAME, bytes, n);
  if (status == CAT_OK) status = cat_transaction_commit(transaction);
  cat_transaction_free(transaction);
  return status;
}

static CatStatus write_stamped(CatContext *ctx, CatCheckpoint *k, const void *bytes, size_t n) {
  unsigned char *file = cat_alloc(ctx, sizeof k->stamp + n, 1);
  if (!file) return CAT_ERR_MEMORY;
  cat_stamp_seal(&k->stamp, bytes, n);
  memcpy(file, &k->stamp, sizeof k->stamp);
  memcpy(file + sizeof k->stamp, bytes, n);
  CatStatus status = write_file(ctx, k->dir, file, sizeof k->stamp + n);
  cat_free(ctx, file);
  return status;
}

// A checkpoint that cannot be written is no reason to give up the run.
static CatStatus write_checkpoint(void *self, const void *bytes, size_t n) {
  CatCheckpoint *k = self;
  CatContext *own = cat_context_derive(k->ctx);
  if (!own) return CAT_ERR_MEMORY;
  if (write_stamped(own, k, bytes, n) != CAT_OK && !k->told) {
    char text[1024];
    const CatError *e = cat_context_error(own, 0);
    k->told = true;
    cat_log(k->ctx, CAT_LOG_WARNING, "the run goes on without a checkpoint: %s",
            e ? cat_error_text(e, text, sizeof text) : "it could not be written");
  }
  cat_context_free(own);
  return CAT_OK;
}

//------------------------------------------------------------------------------- reading

static CatStatus check(CatCheckpoint *k, const char *path) {
  char what[512];
  snprintf(what, sizeof what, "%.400s: the run is not resumed", path);
  const CatStampNames names = {what, "a checkpoint", "case"};
  CAT_TRY(cat_stamp_check(k->ctx, &names, &k->stamp, k->bytes, k->keep.size));
  CAT_TRY(cat_stamp_check_sum(k->ctx, &names, k->bytes, k->keep.size));
  k->keep.from = k->bytes + sizeof k->stamp;
  k->keep.size -= sizeof k->stamp;
  return CAT_OK;
}

// Of any length: long runs have long records.
static CatStatus read_bytes(CatCheckpoint *k, const char *path) {
  CatAsked asked = {k->ctx, path, {.file = path}, ""};
  CatOpened opened = {.fd = -1};
  CAT_TRY(cat_bytes_open(&asked, &opened));
  k->keep.size = opened.n;
  k->bytes = cat_alloc(k->ctx, opened.n + 2, 1);
  CatStatus status = k->bytes ? cat_bytes_take(&asked, &opened, k->bytes) : CAT_ERR_MEMORY;
  close(opened.fd);
  return status;
}

static CatStatus read_checkpoint(CatCheckpoint *k, const char *path) {
  if (access(path, F_OK) != 0) {
    cat_log(k->ctx, CAT_LOG_WARNING, "%s is not there: the run starts from its beginning", path);
    return CAT_OK;
  }
  CAT_TRY(read_bytes(k, path));
  return check(k, path);
}

//------------------------------------------------------------------------------- life

CatStatus cat_checkpoint_open(CatContext *ctx, const CatCase *c, const CatRunOptions *o,
                              CatCheckpoint *out) {
  *out = (CatCheckpoint){
      .ctx = ctx,
      .dir = o->checkpoint,
      .stamp = cat_stamp_new("CATCHECK", FORMAT),
      .keep = {.every = o->every > 0 ? o->every : EVERY, .write = write_checkpoint, .self = out}};
  CAT_TRY(cat_case_hash(ctx, c, out->stamp.model));
  if (!o->resume) return CAT_OK;
  CatText path = cat_text_new(ctx);
  cat_text_addf(&path, "%s/%s", o->checkpoint, CAT_CHECKPOINT_NAME);
  CatStatus status = cat_text_ok(&path);
  if (status == CAT_OK) status = read_checkpoint(out, path.data);
  cat_text_free(&path);
  return status;
}

void cat_checkpoint_close(CatCheckpoint *k) {
  cat_free(k->ctx, k->bytes);
}
