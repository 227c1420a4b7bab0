// The compatibility conditions at the moving load, eqs. (20) and (21).
//
// The load is spread over the strip from x_p - epsilon to x_p + epsilon, so (2) integrated over it is
//
//   lambda_p = EI [w'''] - T [w'] + int (rho w.. + beta w.) dx + 2 epsilon rho g        (balance)
//
// where [.] is the value behind the right end minus that before the left one. For a beam all terms but
// the first vanish with epsilon: (20). For a string (EI = 0) w.. holds v^2 [w'] delta(x - x_p): (21).
//
// Third derivatives of cubic elements are best in their middle, so the wire is looked at when x_p
// and, as epsilon is a multiple of the interval, both ends of the strip are in the middle of elements.
#include "benchmark.h"

#include "linalg/dense.h"

// Sums over the strip at one instant, and what the balance makes of them
typedef struct Strip {
  double lambda;             // [N]
  double shear, tension;     // EI [w'''], -T [w'] [N]
  double inertia, weight;    // int (rho w.. + beta w.) dx, 2 epsilon rho g [N]
  double slope;              // [w'] [-]
  double gradient;           // [w.'] dx-free jump of the speed: [w.] [m/s]
} Strip;

// int row . q over [a, b] by Simpson's rule on half elements: exact for cubics
static double integral(const CatPdaeModel *m, const double *q, double a, double b) {
  int n = (int)lround(2 * (b - a) / m->dx);
  double sum = 0, part = (b - a) / n;
  for (int k = 0; k < n; k++) {
    double x = a + k * part;
    sum += part / 6 * (cat_pdae_wire_at(m, q, x, 0) +
                       4 * cat_pdae_wire_at(m, q, x + part / 2, 0) +
                       cat_pdae_wire_at(m, q, x + part, 0));
  }
  return sum;
}

static double jump(const CatPdaeModel *m, const double *q, double a, double b, int order) {
  return cat_pdae_wire_at(m, q, b, order) - cat_pdae_wire_at(m, q, a, order);
}

static Strip strip_at(const March *g) {
  const CatPdaeSpec *s = g->m->spec;
  const CatPdaeWire *w = &s->contact_wire;
  double xp = s->run.from + s->run.speed * g->x->t;
  double a = xp - s->run.half_length, b = xp + s->run.half_length;
  Strip out = {.lambda = g->x->lambda[s->ndropper],
               .shear = w->bending_stiffness * jump(g->m, g->x->q, a, b, 3),
               .slope = jump(g->m, g->x->q, a, b, 1),
               .gradient = jump(g->m, g->x->v, a, b, 0),
               .inertia = w->mass_per_length * integral(g->m, g->x->a, a, b) +
                          w->damping * integral(g->m, g->x->v, a, b),
               .weight = (b - a) * w->mass_per_length * s->gravity};
  out.tension = -w->tension * out.slope;
  return out;
}

static double balance(const Strip *s) {
  return s->shear + s->tension + s->inertia + s->weight;
}


int main(void) {
  const double eps[] = {0.08, 0.04, 0.02, 0.01};
  for (int k = 0; k < 4; k++) {
    int n = 2000;
    double cross = 20.0 / n / 32;
    int half = (int)ceil(cross / 2 / 1e-4);
    CatPdaeSpec s = benchmark(32, CAT_PDAE_FEM, CAT_PDAE_BDF2, n, cross / 2 / half);
    s.run.half_length = eps[k];
    March g = march_new(&s);
    printf("N %d dt %g eps %g\n", n, s.time.step, eps[k]);
    march_steps(&g, half);
    double next = 0;
    while (g.x->t < 0.09) {
      if (g.x->t > next) {
        Strip p = strip_at(&g);
        printf("t %.4f xp %.4f lam %9.4f shear %9.4f ratio %.5f tension %9.4f inertia %8.4f weight %.4f res %9.2e \n", g.x->t, 2+32*g.x->t, p.lambda, p.shear, p.shear/p.lambda,
          p.tension, p.inertia, p.weight, balance(&p) - p.lambda);
        next += 0.01;
      }
      march_steps(&g, 2 * half);
    }
    march_free(&g);
  }
  for (int k = 0; k < 6; k++) {
    int n = 2000;
    double v = k % 2 ? 64 : 32;
    double cross = 20.0 / n / v;
    int half = (int)ceil(cross / 2 / 1e-4);
    CatPdaeSpec s = benchmark(v, CAT_PDAE_FEM, CAT_PDAE_BDF2, n, cross / 2 / half);
    s.run.half_length = eps[k/2];
    s.gravity = 0; s.ndropper = 0; s.contact_wire.bending_stiffness = 0; s.start.rule = CAT_PDAE_START_REST;
    s.run.from = 5;
    March g = march_new(&s);
    printf("string v %g N %d dt %g eps %g\n", v, n, s.time.step, s.run.half_length);
    march_steps(&g, half);
    double next = 0;
    while (g.x->t < 0.1) {
      if (g.x->t > next) {
        Strip p = strip_at(&g);
        printf("t %.4f lam %9.4f tension %9.4f ratio %.5f with rho v2 %.4f ratio %.5f inertia %8.4f res %9.2e \n", g.x->t, p.lambda, p.tension, p.tension/p.lambda, (1.068*v*v-15e3)*p.slope, (1.068*v*v-15e3)*p.slope/p.lambda,
          p.inertia, balance(&p) - p.lambda);
        next += 0.01;
      }
      march_steps(&g, 2 * half);
    }
    march_free(&g);
  }
  return 0;
}
