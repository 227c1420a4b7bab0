// A track between wheels and deck: a stiff, light one is none; wheel forces and energy of a car.
#include "folder.h"

#define BEAM "kind: bridge\nbridge: {use: bridges/yang-yau.yaml, modes: 20}\ntime: {step: 0.5 ms}\n"
#define FORCE "trains: [{name: force, start: 3 m, forces: [100 kN]}]\n"

static double largest(const Folder *f, const char *text) {
  write_text(f, "case.yaml", text);
  Shipped s = run_whole(f);
  double found = shipped_number(&s, "bridge.deflection.max_mm");
  shipped_free(&s);
  return found;
}

// A stiff, light track spreads the force a little, no more: the beam's own deflection.
static void test_stiff(void **state) {
  const Folder *f = *state;
  double bare = largest(f, BEAM FORCE "run: {speed: 20 m/s}\n");
  double laid = largest(
      f, BEAM FORCE "run: {speed: 20 m/s}\ntrack: {rail_mass: 1 kg/m, rail_bending_stiffness: 1e5 "
                    "N m2, spacing: 0.25 m, sleeper_mass: 1 kg, pad_stiffness: 1e9 N/m, "
                    "ballast_stiffness: 1e9 N/m}\n");
  assert_close(laid, bare, 2e-3, 0);
}

// Wheel forces stay near the weight and ripple; energy closes.
static void test_car(void **state) {
  static const char *const keys[] = {"time.step=1 ms", "run.after=0 s", NULL};
  (void)state;
  Shipped s = shipped_run("ice3-track", keys);
  double residual = shipped_number(&s, "energy.residual_J");
  double throughput = shipped_number(&s, "energy.throughput_J");
  assert_true(fabs(residual) < 1e-6 * throughput);
  const double weight = (47800 + 2 * 3500 + 4 * 1800) * 9.81 / 4;
  assert_close(shipped_number(&s, "bridge.wheel_force.max_N"), weight, 0.2, 0);
  assert_true(shipped_number(&s, "bridge.wheel_force.unloading_percent") > 0.1);
  shipped_free(&s);
}

// Slowly, a heavy deck deflects as without a track.
static void test_slow(void **state) {
  const Folder *f = *state;
  static const char *const rest =
      "kind: bridge\nbridge: {use: bridges/simple-42.yaml}\ntime: {step: 2 ms}\n"
      "trains: [{name: t, start: 2 m, sprung: {mass: 50 t, stiffness: 5 MN/m, damping: 200 kN s/m, "
      "wheel_mass: 1 t, contact_stiffness: 1e9 N/m}}]\nrun: {speed: 20 m/s, after: 0 s}\n";
  char text[1024];
  double bare = largest(f, rest);
  snprintf(text, sizeof text, "%strack: {use: tracks/ballasted.yaml}\n", rest);
  assert_close(largest(f, text), bare, 0.01, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_stiff), cmocka_unit_test(test_slow),
                                     cmocka_unit_test(test_car)};
  return cmocka_run_group_tests(tests, folder_new, folder_free);
}
