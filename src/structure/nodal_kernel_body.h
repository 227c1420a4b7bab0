// The source of the sums on nodes, compiled once per instruction set (nodal_kernel.h): four
// coordinates side by side.
#include "nodal_kernel.h"

typedef double Four __attribute__((vector_size(32), may_alias));

enum { STEPS = CAT_NODAL_STEPS, WIDE = 4 };

// Steps of one coordinate after the other to coordinates of one step after the other.
static inline void turn(const CatFour *in, Four out[STEPS]) {
  const Four *r = (const Four *)in;
  const Four even = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6),
             odd = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7),
             even2 = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6),
             odd2 = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);
  out[0] = __builtin_shufflevector(even, even2, 0, 1, 4, 5);
  out[1] = __builtin_shufflevector(odd, odd2, 0, 1, 4, 5);
  out[2] = __builtin_shufflevector(even, even2, 2, 3, 6, 7);
  out[3] = __builtin_shufflevector(odd, odd2, 2, 3, 6, 7);
}

typedef struct Rates {
  Four v, a;
} Rates;

static inline void follow(const CatStep *s, const Four *du, Rates *r) {
  const Four v = r->v, a = r->a;
  r->v = s->u_to_v * *du + s->v_to_v * v + s->a_to_v * a;
  r->a = s->u_to_a * *du - s->v_to_a * v - s->a_to_a * a;
}

typedef struct Sums {
  Four damped, pushed, stiff;
} Sums;

// Four coordinates in one step: du, M du, K du, C du; rates and M times them before and after.
typedef struct Moved {
  Four du, Kdu, Cdu;
  Rates before, after;
  Four Mda;
} Moved;

// cat_step_w with sums in place of means
static inline void add(const CatStep *s, const Moved *m, Sums *to) {
  const double by_a = s->h * s->h * (s->beta - s->gamma / 2) / 2,
               by_v = s->h * (s->gamma - 0.5) / 2, by_u = 0.5 - s->am;
  const Four v = m->after.v + m->before.v, a = m->after.a + m->before.a;
  to->pushed += m->Mda * (by_a * a - by_v * v + by_u * m->du);
  to->damped += m->Cdu * v;
  to->stiff += m->Cdu * (m->after.v - m->before.v) + m->Kdu * m->du;
}

static inline void sum_at(const CatNodalSteps *s, int i, int count, Sums *to) {
  Four du[STEPS], Mdu[STEPS], Kdu[STEPS], Edu[STEPS] = {{0}};
  turn(s->du + i, du), turn(s->Mdu + i, Mdu), turn(s->Kdu + i, Kdu);
  if (s->Edu) turn(s->Edu + i, Edu);
  Four *const v = (Four *)(s->v + i), *const a = (Four *)(s->a + i);
  Four *const Mv = (Four *)(s->Mv + i), *const Ma = (Four *)(s->Ma + i);
  Rates own = {*v, *a}, M = {*Mv, *Ma};
  for (int k = 0; k < count; k++) {
    const Rates before = own;
    const Four Ma0 = M.a;
    follow(&s->step, &du[k], &own), follow(&s->step, &Mdu[k], &M);
    const Moved m = {.du = du[k],
                     .Kdu = Kdu[k],
                     .Cdu = s->alpha * Mdu[k] + s->beta * Kdu[k] + Edu[k],
                     .before = before,
                     .after = own,
                     .Mda = M.a - Ma0};
    add(&s->step, &m, to);
  }
  *v = own.v, *a = own.a, *Mv = M.v, *Ma = M.a;
}

static inline double total(const Four *x) {
  return ((*x)[0] + (*x)[1]) + ((*x)[2] + (*x)[3]);
}

static void sum(const CatNodalSteps *s, CatStepSums *to) {
  const CatNodalSteps copy = *s;  // nothing that is written through a pointer changes it
  Sums x = {{0}, {0}, {0}};
  if (s->count == STEPS) {
    for (int i = 0; i < s->n; i += WIDE) sum_at(&copy, i, STEPS, &x);
  } else {
    for (int i = 0; i < s->n; i += WIDE) sum_at(&copy, i, s->count, &x);
  }
  to->C_vb += total(&x.damped) / 2;
  to->M_da += total(&x.pushed);
  to->stiff += total(&x.stiff);
}
