// What the targets share. Each defines LLVMFuzzerTestOneInput; libFuzzer calls it with bytes of its
// own, replay.c with those that are kept in corpus/.
#ifndef CAT_TESTS_FUZZ_H
#define CAT_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A broken promise of ours ends the program, as a sanitizer's report does.
#define FUZZ_CHECK(promise) ((promise) ? (void)0 : fuzz_broken(#promise, __FILE__, __LINE__))
_Noreturn void fuzz_broken(const char *promise, const char *file, int line);

// The path of a file in memory that holds these bytes, which takes the place of the one before of
// the same number.
enum { FUZZ_FILES = 2 };
const char *fuzz_file(int number, const void *data, size_t size);
// A folder for files that must have names, removed at the end: in $TMPDIR or else in memory.
const char *fuzz_folder(void);
void fuzz_write(const char *path, const void *data, size_t size);

// Bytes taken one piece after the other; beyond the end there are zeros.
typedef struct FuzzBytes {
  const uint8_t *at;
  size_t left;
} FuzzBytes;
void fuzz_take(FuzzBytes *bytes, void *out, size_t n);
uint8_t fuzz_byte(FuzzBytes *bytes);

#endif
