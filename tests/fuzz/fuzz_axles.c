// A table of axles. Trains may be long: they are read, not run.
#include "beside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  beside_put("axles.csv", data, size);
  beside_try("kind: bridge\nbridge: {length: 10 m, mass_per_length: 1 t/m, bending_stiffness: 1e9 "
             "N m2, modes: 2}\nrun: {speed: 200 m/s, after: 0 s}\ntime: {step: 10 ms}\n"
             "trains: [{axle_table: axles.csv}]\n",
             cat_case_modes);
  return 0;
}
