// The picture of the bench: names beside curves that end next to each other.
#include "../../bench/plot.c"
#include "support/support.h"

// Places were moved until all were 14 apart, which 261.22461676393141 - 247.22461676393141 is not:
// the bench never ended.
static void names_find_a_place(void **state) {
  (void)state;
  for (int i = 0; i < 10000; i++) {
    Labels l = {.n = 0};
    double y[8], first = 100 + 0.0173 * i;
    for (int k = 0; k < 8; k++) y[k] = label_place(&l, first + 3.1 * k);
    for (int k = 1; k < 8; k++) assert_true(y[k] - y[k - 1] > 13.9);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(names_find_a_place)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
