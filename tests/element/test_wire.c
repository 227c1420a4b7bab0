// A wire under tension against closed forms: the elastic catenary, natural frequencies, sag, point
// load (TRUST.md rungs 2 to 5, on its reference wire).
#include <stdio.h>

#include "chain.h"

static const double PI = 3.14159265358979323846;
static const double T = 20e3, MU = 1.08, L = 60, EI = 195, G = 9.81;
static const double EA = 120e-6 * 97e9;  // DATA.md, messenger wire

// stretch under the force N by the element's law, N = EA (s^2 - 1) s/2
static double stretch_of(double N, double ea) {
  double s = 1 + N / ea;
  for (int i = 0; i < 50; i++) s -= (0.5 * ea * (s * s - 1) * s - N) / (0.5 * ea * (3 * s * s - 1));
  return s;
}

typedef struct Hanging {
  double ea, w, H, length;  // [N] [N/m] [N] undeformed [m]
  double span, sag;         // [m]
} Hanging;

// Elastic catenary by quadrature along the undeformed length from the lowest point, for any law:
// dx = s(N) H/N dchi, dz = s(N) V/N dchi, V = w chi, N^2 = H^2 + V^2. Fills x, z up to chi.
static void hanging_to(const Hanging *c, double chi, double *x, double *z) {
  const double *weight, *place = gauss(5, &weight);
  enum { PANELS = 40 };
  *x = *z = 0;
  for (int i = 0; i < 5 * PANELS; i++) {
    double step = chi / PANELS, V = c->w * step * (i / 5 + place[i % 5]), N = hypot(c->H, V);
    double ds = weight[i % 5] * step * stretch_of(N, c->ea);
    *x += ds * c->H / N, *z += ds * V / N;
  }
}

// Irvine, Cable Structures (1981), eqs. for N = EA (s - 1): half span and sag from the lowest point
static void irvine_to(const Hanging *c, double ea, double chi, double *x, double *z) {
  double v = c->w * chi / c->H;
  *x = c->H * chi / ea + c->H / c->w * asinh(v);
  *z = c->w * chi * chi / (2 * ea) + c->H / c->w * (sqrt(1 + v * v) - 1);
}

typedef struct Found {
  double sag, H, V, worst;  // [m] [N] [N]; largest distance of a node from its place [m]
} Found;

static Found hang(const Hanging *c, int n) {
  CatCable wire = {.EA = c->ea, .EI = 0, .mu = c->w / G, .l0 = c->length / n};
  Chain chain = chain_new(wire, n, c->span / c->length, 0);
  int last = 6 * n;
  chain_hold(&chain, 0, 3);
  chain_hold(&chain, last, 3);
  for (int a = 0; a <= n; a++) {  // start from a parabola
    double t = (double)a / n, slope = 4 * c->sag * (2 * t - 1) / c->length;
    chain.q[6 * a + 2] = -4 * c->sag * t * (1 - t), chain.q[6 * a + 5] = slope;
  }
  chain_weight(&chain, (const double[3]){0, 0, -G});
  chain_solve(&chain);
  Found out = {.sag = -chain.q[6 * (n / 2) + 2],
               .H = chain_reaction(&chain, last),
               .V = chain_reaction(&chain, last + 2)};
  for (int a = 0; a <= n; a++) {
    double x, z;
    hanging_to(c, c->length * ((double)a / n - 0.5), &x, &z);
    out.worst =
        fmax(out.worst, hypot(chain.q[6 * a] - c->span / 2 - x, chain.q[6 * a + 2] + c->sag - z));
  }
  chain_free(&chain);
  return out;
}

static Hanging hanging(double ea, double w, double H, double length) {
  Hanging c = {.ea = ea, .w = w, .H = H, .length = length};
  hanging_to(&c, length / 2, &c.span, &c.sag);
  c.span *= 2;
  return c;
}

static void converge_hanging(const char *name, Hanging c, double limit) {
  double h[4], place[4], force[4];
  for (int i = 0; i < 4; i++) {
    int n = 4 << i;
    Found f = hang(&c, n);
    h[i] = c.length / n, place[i] = f.worst, force[i] = fabs(f.H / c.H - 1);
    assert_close(f.V, c.w * c.length / 2, 1e-9, 0);
  }
  double order = convergence_order(h, place, 3), order_H = convergence_order(h, force, 3);
  print_message(
      "%s (span %.3f m, sag %.4f m): nodes %.1e %.1e %.1e %.1e m, order %.2f; H %.1e %.1e "
      "%.1e %.1e, order %.2f\n",
      name, c.span, c.sag, place[0], place[1], place[2], place[3], order, force[0], force[1],
      force[2], force[3], order_H);
  assert_true(order >= 3.8);
  assert_below(place[3], limit);
}

static void hangs_as_an_elastic_catenary(void **state) {
  (void)state;
  converge_hanging("deep rope, EA 1e5 N", hanging(1e5, MU * G, 200, 60), 1e-5);
  converge_hanging("deep wire, EA 11.6 MN", hanging(EA, MU * G, 200, 60), 1e-4);
  converge_hanging("messenger, 16 kN", hanging(EA, MU * G, 16e3, 55), 1e-9);
}

// Irvine has N = EA (s - 1), we have Green's law: the secant modulus at the tension makes them one.
static void agrees_with_irvine(void **state) {
  (void)state;
  Hanging c = hanging(EA, MU * G, 16e3, 55);
  double x, z, x1, z1, secant = 16e3 / (stretch_of(16e3, EA) - 1);
  irvine_to(&c, secant, c.length / 2, &x, &z);
  irvine_to(&c, EA, c.length / 2, &x1, &z1);
  Found f = hang(&c, 16);
  print_message(
      "Irvine: sag %.9f m, found %.9f m; half span %.9f m, ours %.9f m (plain EA: %.9f m, "
      "the law's 3/2 eps^2 of strain)\n",
      z, f.sag, x, c.span / 2, x1);
  assert_close(f.sag, z, 1e-8, 0);
  assert_close(c.span / 2, x, 1e-9, 0);
  assert_close(f.H, 16e3, 1e-8, 0);
  assert_close(f.V, c.w * c.length / 2, 1e-10, 0);
}

// Rung 4. Weight per *current* length in a wire of horizontal tension T: the catenary
// (H/w)(cosh(wL/2H) - 1) = 0.238388 m; the parabola wL^2/8H = 0.238383 m is another form.
static void sags_as_a_catenary(void **state) {
  (void)state;
  const double w = MU * G, exact = T / w * (cosh(w * L / (2 * T)) - 1),
               parabola = w * L * L / (8 * T);
  const double ea = 1e9, s = stretch_of(T, ea);
  // length that gives the span L at H = T
  double length = L / s;
  for (int i = 0; i < 20; i++) length += (L - hanging(ea, w * s, T, length).span) / s;
  Found f =
      hang(&(Hanging){.ea = ea, .w = w * s, .H = T, .length = length, .span = L, .sag = exact}, 16);
  print_message("rung 4: sag %.9f m, catenary %.9f m, parabola %.9f m\n", f.sag, exact, parabola);
  assert_close(exact, 0.238388, 0, 1e-6);
  assert_close(parabola, 0.238383, 0, 1e-6);
  assert_close(f.sag, exact, 1e-8, 0);
  assert_close(f.H, T, 1e-8, 0);
  assert_true(fabs(f.sag / parabola - 1) > 1e-5);
}

// The wire straight between pinned ends at tension T, with the constants chosen so that mass and
// bending stiffness are MU and EI per *current* length: mu = MU s, EI = EI/s^3.
static Chain tight(int n, double length, double bending, bool planar) {
  double s = stretch_of(T, EA);
  CatCable wire = {.EA = EA, .EI = bending / (s * s * s), .mu = MU * s, .l0 = length / s / n};
  Chain c = chain_new(wire, n, s, 0);
  chain_hold(&c, 0, 3);
  chain_hold(&c, 6 * n, 3);
  for (int i = 0; i < c.n && planar; i++) c.fixed[i] = c.fixed[i] || i % 3 != 2;
  return c;
}

// frequency number k (from 0) in Hz
static double frequency(int n, double bending, bool planar, int k) {
  Chain c = tight(n, L, bending, planar);
  CatBand M;
  double w[512];
  chain_assemble(&c);
  chain_mass(&c, &M);
  for (int i = 0; i < c.n; i++) {
    if (c.fixed[i]) cat_band_add(&M, i, i, 1), cat_band_add(&c.K, i, i, 1e7);  // out of the way
  }
  assert_true(c.n <= 512);
  assert_int_equal(cat_band_eigenvalues(c.ctx, &c.K, &M, w), CAT_OK);
  chain_free(&c);
  return sqrt(w[k]) / (2 * PI);
}

static void rings_as_string_and_beam(void **state) {
  (void)state;
  const double known[2] = {1.13402303, 1.13403819}, bending[2] = {0, EI};
  for (int b = 0; b < 2; b++) {
    double exact = sqrt(T / MU) / (2 * L) * sqrt(1 + PI * PI * bending[b] / (T * L * L));
    double h[3], error[3];
    for (int i = 0; i < 3; i++) {
      int n = 2 << i;
      h[i] = L / n, error[i] = fabs(frequency(n, bending[b], true, 0) / exact - 1);
    }
    double order = convergence_order(h, error, 3), fine = frequency(16, bending[b], true, 0);
    print_message("rung %d: f1 = %.8f Hz, known %.8f; errors %.1e %.1e %.1e, order %.2f\n", 2 + b,
                  fine, known[b], error[0], error[1], error[2], order);
    assert_close(exact, known[b], 5e-9, 0);
    assert_close(fine, exact, 1e-8, 0);
    assert_true(order >= 3.8);
    // in space: two equal modes, first and second, sideways and vertical
    assert_close(frequency(16, bending[b], false, 0), exact, 1e-6, 0);
    assert_close(frequency(16, bending[b], false, 1), exact, 1e-6, 0);
    assert_close(frequency(16, bending[b], false, 2), 2 * exact, 1e-4, 0);
  }
}

// A beam without tension: f1 = (pi/2) sqrt(EI/mu)/L^2, Hermite elements alone
static void rings_as_untensioned_beam(void **state) {
  (void)state;
  const double length = 2, exact = PI / 2 * sqrt(EI / MU) / (length * length);
  double h[3], error[3];
  for (int i = 0; i < 3; i++) {
    int n = 2 << i;
    CatCable wire = {.EA = EA, .EI = EI, .mu = MU, .l0 = length / n};
    Chain c = chain_new(wire, n, 1, 0);
    CatBand M;
    double w[128];
    chain_hold(&c, 0, 3);
    chain_hold(&c, 6 * n, 3);
    for (int k = 0; k < c.n; k++) c.fixed[k] = c.fixed[k] || k % 3 != 2;
    chain_assemble(&c);
    chain_mass(&c, &M);
    for (int k = 0; k < c.n; k++) {
      if (c.fixed[k]) cat_band_add(&M, k, k, 1), cat_band_add(&c.K, k, k, 1e9);
    }
    assert_int_equal(cat_band_eigenvalues(c.ctx, &c.K, &M, w), CAT_OK);
    h[i] = length / n, error[i] = fabs(sqrt(w[0]) / (2 * PI) / exact - 1);
    chain_free(&c);
  }
  double order = convergence_order(h, error, 3);
  print_message("beam without tension: errors %.1e %.1e %.1e, order %.2f\n", error[0], error[1],
                error[2], order);
  assert_true(order >= 3.8 && order <= 4.2);
}

// deflection under P at node a of n, by the tangent about the tight state; that node's slope is
// shared by its two elements, or not (then unknowns at the end belong to the second one)
static double point_load(int n, int a, double length, double bending, bool shared, double P) {
  double s = stretch_of(T, EA);
  Chain c = tight(n, length, bending, false);
  Chain wide = chain_new(c.cable[0], n, s, 3);
  memcpy(wide.fixed, c.fixed, (size_t)c.n * sizeof(bool));
  chain_free(&c);
  for (int k = 0; k < 3; k++) {
    wide.q[wide.n - 3 + k] = wide.q[6 * a + 3 + k];
    if (!shared)
      wide.dof[a][3 + k] = wide.n - 3 + k;
    else
      wide.fixed[wide.n - 3 + k] = true;
  }
  chain_assemble(&wide);
  double *u = CAT_ARENA(wide.arena, wide.n, double);
  u[6 * a + 2] = P;
  assert_int_equal(cat_band_factor(wide.ctx, &wide.K), CAT_OK);
  cat_band_solve(&wide.K, u, 1);
  double out = u[6 * a + 2];
  chain_free(&wide);
  return out;
}

// Rung 5. P a (L - a)/(T L) at the load. One slope vector cannot follow the kink of a string: the
// error is 0.059 P h/T. With a slope for each side the string is exact.
static void bears_a_point_load_as_a_string(void **state) {
  (void)state;
  const double P = 100, x = 22.5, exact = P * x * (L - x) / (T * L);
  double error[3], h[3];
  assert_close(point_load(16, 6, L, 0, false, P), exact, 1e-10, 0);
  for (int i = 0; i < 3; i++) {
    int n = 16 << i;
    h[i] = L / n;
    error[i] = exact - point_load(n, n * 3 / 8, L, 0, true, P);
    assert_close(error[i] * T / (P * h[i]), 0.059, 0.02, 0);
  }
  print_message(
      "rung 5: deflection %.9f m exact with a slope for each side; shared slope: off by %.1e "
      "%.1e %.1e m = %.4f P h/T, order %.2f\n",
      exact, error[0], error[1], error[2], error[2] * T / (P * h[2]),
      convergence_order(h, error, 3));
}

// The tensioned beam has a closed form too: with k = sqrt(T/EI), load in the middle,
// w = P L/(4 T) - P tanh(kL/2)/(2 T k)
static void bears_a_point_load_as_a_beam(void **state) {
  (void)state;
  const double P = 100, length = 6, k = sqrt(T / EI);
  const double exact = P * length / (4 * T) - P * tanh(k * length / 2) / (2 * T * k);
  double error[6], h[6];
  for (int i = 0; i < 6; i++) {
    int n = 10 << i;
    h[i] = length / n;
    error[i] = fabs(point_load(n, n / 2, length, EI, true, P) / exact - 1);
  }
  double order = convergence_order(h + 3, error + 3, 3);
  print_message(
      "rung 5, beam (boundary layer %.3f m): h %.3f..%.3f m, errors %.1e %.1e %.1e %.1e %.1e "
      "%.1e, order of the last three %.2f\n",
      1 / k, h[0], h[5], error[0], error[1], error[2], error[3], error[4], error[5], order);
  assert_true(order >= 3.8);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(hangs_as_an_elastic_catenary),
                                     cmocka_unit_test(agrees_with_irvine),
                                     cmocka_unit_test(sags_as_a_catenary),
                                     cmocka_unit_test(rings_as_string_and_beam),
                                     cmocka_unit_test(rings_as_untensioned_beam),
                                     cmocka_unit_test(bears_a_point_load_as_a_string),
                                     cmocka_unit_test(bears_a_point_load_as_a_beam)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
