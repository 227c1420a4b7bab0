// SHA-256 against the vectors of FIPS 180-4 and NIST's long message.
#include <string.h>

#include "record/hash.h"
#include "support/support.h"

static void check(const char *text, int times, const char *expected) {
  CatHash hash = cat_hash_new();
  char out[CAT_HASH_TEXT];
  for (int i = 0; i < times; i++) cat_hash_add(&hash, text, strlen(text));
  cat_hash_end_text(&hash, out);
  assert_string_equal(out, expected);
}

static void test_vectors(void **state) {
  (void)state;
  check("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  check("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  check("aaaaaaaaaa", 100000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// Lengths around the end of a block, in one piece and byte by byte.
static void test_pieces(void **state) {
  (void)state;
  char text[200];
  memset(text, 'x', sizeof text);
  for (size_t n = 0; n <= sizeof text; n++) {
    CatHash whole = cat_hash_new(), bytes = cat_hash_new();
    uint8_t a[CAT_HASH_BYTES], b[CAT_HASH_BYTES];
    cat_hash_add(&whole, text, n);
    for (size_t i = 0; i < n; i++) cat_hash_add(&bytes, text + i, 1);
    cat_hash_end(&whole, a);
    cat_hash_end(&bytes, b);
    assert_memory_equal(a, b, sizeof a);
  }
}

static void test_texts_are_separated(void **state) {
  (void)state;
  char a[CAT_HASH_TEXT], b[CAT_HASH_TEXT];
  CatHash one = cat_hash_new(), two = cat_hash_new();
  cat_hash_add_text(&one, "ab");
  cat_hash_add_text(&one, "c");
  cat_hash_add_number(&one, 1.5);
  cat_hash_add_text(&two, "a");
  cat_hash_add_text(&two, "bc");
  cat_hash_add_number(&two, 1.5);
  cat_hash_end_text(&one, a);
  cat_hash_end_text(&two, b);
  assert_string_not_equal(a, b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_vectors),
      cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_texts_are_separated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
