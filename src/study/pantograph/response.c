// Frequency response: (K + i w C - w^2 M) y = e_1, a unit force on the head; phases of all bodies.
#include <complex.h>
#include <math.h>
#include <string.h>

#include "run.h"

#define PI 3.14159265358979323846
enum { MOST = CAT_LINKAGE_UNKNOWNS };

// Gauss's elimination with the largest pivot of each column; b becomes the solution.
static bool solve(int n, double complex A[MOST][MOST], double complex *b) {
  for (int k = 0; k < n; k++) {
    int at = k;
    for (int i = k + 1; i < n; i++) {
      if (cabs(A[i][k]) > cabs(A[at][k])) at = i;
    }
    if (cabs(A[at][k]) == 0) return false;
    for (int j = k; j < n; j++) {
      double complex swap = A[k][j];
      A[k][j] = A[at][j], A[at][j] = swap;
    }
    double complex swap = b[k];
    b[k] = b[at], b[at] = swap;
    for (int i = k + 1; i < n; i++) {
      double complex part = A[i][k] / A[k][k];
      for (int j = k; j < n; j++) A[i][j] -= part * A[k][j];
      b[i] -= part * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return true;
}

// Displacements of the coordinates under a unit force on the head.
static bool respond(const CatLinkageLinear *x, double hertz, double complex *y) {
  double complex A[MOST][MOST] = {{0}};
  double w = 2 * PI * hertz;
  for (int i = 0; i < x->n; i++) {
    y[i] = i == 0;
    for (int j = 0; j < x->n; j++) {
      int at = i * x->n + j;
      A[i][j] = x->K[at] - w * w * x->M[at] + I * (w * x->C[at]);
    }
  }
  return solve(x->n, A, y);
}

static double body_phase(const CatLinkageLinear *x, const double complex *y, int body) {
  double complex z = 0;
  for (int k = 0; k < x->n; k++) z += x->T[(3 * body + 1) * x->n + k] * y[k];
  return carg(z);
}

static CatStatus sample(CatPantographRun *r, double hertz, int i) {
  double complex y[MOST] = {0};
  CatSampled *s = &r->response;
  if (!respond(&r->linear, hertz, y)) {
    return CAT_FAIL(r->ctx, CAT_ERR_SINGULAR, "no response at %g Hz: a resonance without damping",
                    hertz);
  }
  s->frequency[i] = hertz;
  s->amplitude[i] = cabs(y[0]);
  s->phase[i] = carg(y[0]);
  for (int b = 0; b < r->linkage.nbody; b++) {
    s->bodies[i * r->linkage.nbody + b] = body_phase(&r->linear, y, b);
  }
  return CAT_OK;
}

// Phases of the bodies' heights below, at and above the first resonance (Jensen, figure 4.32).
static CatStatus phases(CatPantographRun *r) {
  static const double part[] = {0.5, 0.9, 1, 1.1, 2};
  if (!(r->resonance > 0)) return CAT_OK;
  cJSON *list = cat_summary_array(r->rec, r->fields, "phases");
  for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
    double complex y[MOST];
    double hertz = part[k] * r->resonance;
    if (!respond(&r->linear, hertz, y)) continue;
    cJSON *at = cat_summary_object(r->rec, list, NULL);
    cat_summary_number(r->rec, at, "f_Hz", hertz);
    cJSON *bodies = cat_summary_object(r->rec, at, "bodies_deg");
    const char *group =
        cat_record_textf(r->rec, "Phase at %.3g Hz, %g of the first resonance", hertz, part[k]);
    if (!group) return CAT_ERR_MEMORY;
    for (int b = 0; b < r->linkage.nbody; b++) {
      const char *name = r->spec->linkage.bodies[b].name;
      double degrees = cat_pantograph_degrees(body_phase(&r->linear, y, b));
      cat_summary_number(r->rec, bodies, name, degrees);
      CAT_TRY(cat_pantograph_result(r, group, name, degrees, "deg"));
    }
  }
  return CAT_OK;
}

CatStatus cat_pantograph_response(CatPantographRun *r) {
  const CatResponseSpec *s = &r->spec->response;
  CatArena *a = cat_record_arena(r->rec);
  int n = s->points;
  r->response = (CatSampled){.n = n,
                             .frequency = CAT_ARENA(a, n, double),
                             .amplitude = CAT_ARENA(a, n, double),
                             .phase = CAT_ARENA(a, n, double),
                             .bodies = CAT_ARENA(a, n * r->linkage.nbody, double)};
  CatSampled *x = &r->response;
  if (!x->frequency || !x->amplitude || !x->phase || !x->bodies) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    CAT_TRY(sample(r, s->from * pow(s->to / s->from, (double)i / (n - 1)), i));
  }
  return phases(r);
}
