#include "stamp.h"

#include <stdio.h>
#include <string.h>

#include "base/processor.h"
#include "report/common/report_source.h"

_Static_assert(sizeof(CatStamp) == 160 + 2 * CAT_HASH_TEXT + 6, "a stamp has gaps");

static uint32_t processor(void) {
  static const bool compiled[CAT_PROCESSORS] = {
      [CAT_PROCESSOR_PORTABLE] = true, [CAT_PROCESSOR_AVX2] = true, [CAT_PROCESSOR_AVX512] = true};
  return (uint32_t)cat_processor_choose(CAT_PROCESSOR_AUTO, compiled);
}

// FNV-1a over words: not against malice, but against bytes that were lost or changed on the way.
static uint64_t add_to_sum(uint64_t h, const unsigned char *bytes, size_t n) {
  for (; n >= sizeof h; bytes += sizeof h, n -= sizeof h) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    h = (h ^ word) * 1099511628211u;
    h ^= h >> 32;
  }
  for (size_t i = 0; i < n; i++) h = (h ^ bytes[i]) * 1099511628211u;
  return h;
}

static uint64_t sum_of(CatStamp s, const unsigned char *content) {
  s.sum = 0;
  uint64_t sum = add_to_sum(14695981039346656037u, (const unsigned char *)&s, sizeof s);
  return add_to_sum(sum, content, s.bytes);
}

CatStamp cat_stamp_new(const char magic[8], uint32_t format) {
  CatStamp s = {.format = format, .processor = processor()};
  memcpy(s.magic, magic, sizeof s.magic);
  snprintf(s.build, sizeof s.build, "%s %s %s %s", cat_build_version(), cat_build_commit(),
           cat_build_compiler(), cat_build_type());
  return s;
}

void cat_stamp_seal(CatStamp *s, const void *content, size_t n) {
  s->bytes = n;
  s->sum = sum_of(*s, content);
}

#define REFUSE(format, ...) CAT_FAIL(ctx, CAT_ERR_ARG, "%s: " format, names->what, __VA_ARGS__)

CatStatus cat_stamp_check(CatContext *ctx, const CatStampNames *names, const CatStamp *own,
                          const void *bytes, size_t n) {
  CatStamp s;
  if (n < sizeof s) return REFUSE("%zu bytes are too few", n);
  memcpy(&s, bytes, sizeof s);
  if (memcmp(s.magic, own->magic, sizeof s.magic) != 0) {
    return REFUSE("these bytes are not %s", names->thing);
  }
  if (s.format != own->format) {
    return REFUSE("it has format %u, expected %u", (unsigned)s.format, (unsigned)own->format);
  }
  if (strncmp(s.build, own->build, sizeof s.build) != 0) {
    return REFUSE("it was saved by the build %.127s, expected %s", s.build, own->build);
  }
  if (s.processor != own->processor) {
    return REFUSE("it was saved on another type of processor (%u), expected %u",
                  (unsigned)s.processor, (unsigned)own->processor);
  }
  if (strncmp(s.model, own->model, sizeof s.model) != 0) {
    return REFUSE("it is of another %s, %.12s, expected %.12s", names->model, s.model, own->model);
  }
  if (strncmp(s.arrangement, own->arrangement, sizeof s.arrangement) != 0) {
    return REFUSE("%s", "its pantographs come from other sources");
  }
  return CAT_OK;
}

CatStatus cat_stamp_check_sum(CatContext *ctx, const CatStampNames *names, const void *bytes,
                              size_t n) {
  CatStamp s;
  memcpy(&s, bytes, sizeof s);
  const unsigned char *content = (const unsigned char *)bytes + sizeof s;
  if (s.bytes == n - sizeof s && s.sum == sum_of(s, content)) return CAT_OK;
  return REFUSE("%s", "it was changed after it was saved");
}
