// A measured profile of the rail, under a sprung mass.
#include "beside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  beside_put("profile.csv", data, size);
  beside_try("kind: bridge\nbridge: {length: 10 m, mass_per_length: 1 t/m, bending_stiffness: 1e9 "
             "N m2, modes: 2}\nrun: {speed: 200 m/s, after: 0 s}\ntime: {step: 10 ms}\n"
             "rail: {profile: profile.csv}\n"
             "trains: [{sprung: {mass: 1 t, stiffness: 1 MN/m, damping: 10 kN s/m}}]\n",
             cat_case_run);
  return 0;
}
