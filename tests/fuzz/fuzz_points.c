// The points of a bridge whose matrices are known.
#include "beside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char K[] = "%%MatrixMarket matrix coordinate real symmetric\n"
                          "4 4 5\n1 1 2\n2 2 2\n2 1 -1\n3 3 3\n4 4 4\n";
  static const char M[] = "%%MatrixMarket matrix coordinate real symmetric\n"
                          "4 4 4\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n";
  beside_put("K.mtx", K, sizeof K - 1);
  beside_put("M.mtx", M, sizeof M - 1);
  beside_put("points.csv", data, size);
  beside_try("kind: bridge\nbridge:\n  length: 30 m\n  modes: 3\n"
             "  imported: {stiffness: K.mtx, mass: M.mtx, points: points.csv}\n",
             cat_case_modes);
  return 0;
}
