// Any bytes as the checkpoint that a run is to go on from: refused with a reason, unless they are
// one of this very build.
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#include "catenaria/catenaria.h"

static const char line[] =
    "kind: train\n"
    "line:\n"
    "  contact_wire: {axial_stiffness: 15 MN, bending_stiffness: 195 N m2, mass_per_length: 1.35 "
    "kg/m, tension: 22 kN}\n"
    "  spans:\n    - {repeat: 2, length: 20 m}\n"
    "pantograph:\n  - static_force: 50 N\n    masses:\n      - {mass: 7.5 kg}\n"
    "run: {speed: 20 m/s, from: 5 m}\n"
    "contact: {stiffness: 50 kN/m}\n";

static int stop(void *user) {
  (void)user;
  return 1;
}

// The stamp of this build in front of them, so that more than its first byte is looked at.
static void write_checkpoint(const char *path, const uint8_t *data, size_t size) {
  char bytes[4096] = "CATCHECK\1\0\0";
  size_t n = size < 4000 ? size : 4000;
  bool whole = n > 0 && data[0] == 'C';
  if (n) memcpy(bytes + (whole ? 0 : 12), data, n);
  fuzz_write(path, bytes, whole ? n : n + 12);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *folder = fuzz_folder();
  char path[4200];
  CatHost host = {.size = sizeof host, .stop = stop};
  CatContext *ctx = cat_context_new(&host);
  const CatCaseText text_of = {.name = "line.yaml", .text = line};
  CatCaseSource source = {.size = sizeof source, .text = &text_of};
  CatRunOptions o = {.size = sizeof o, .checkpoint = folder, .resume = true};
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  snprintf(path, sizeof path, "%s/checkpoint.bin", folder);
  write_checkpoint(path, data, size);
  CatStatus status = cat_case_load(ctx, &source, &c);
  if (status != CAT_OK) {
    char text[500];
    fprintf(stderr, "%s\n", cat_error_text(cat_context_error(ctx, 0), text, sizeof text));
  }
  FUZZ_CHECK(status == CAT_OK);
  FUZZ_CHECK(cat_case_run_kept(ctx, c, &o, &rec) == CAT_ERR_ARG);
  FUZZ_CHECK(cat_context_errors(ctx) == 1 && !rec);
  cat_case_free(c);
  cat_context_free(ctx);
  remove(path);
  return 0;
}
