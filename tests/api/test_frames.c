// Frames of a run: they are what the simulation says at their times, and the host sees each.
#include "tiny.h"

#include <math.h>

typedef struct Watch {
  const CatRecord *rec;
  size_t calls;
  double last;
} Watch;

static void on_frame(void *user, const CatRecord *rec) {
  Watch *w = user;
  const CatFrames *f = cat_record_frames(rec);
  const CatTable *time = cat_record_find(rec, "time");
  assert_true(!w->rec || w->rec == rec);  // runs for the uncertainty show nothing
  w->rec = rec;
  assert_true(f && f->n > 1 && cat_record_find(rec, "scene_points"));
  assert_true(f->at[f->n - 1] == time->channel[0].data[time->n - 1]);
  w->last = f->at[f->n - 1];
  w->calls++;
}

static void host_sees_each(void **state) {
  (void)state;
  Tiny t = tiny_new("accuracy=estimate");
  Watch watch = {0};
  CatHost host = {.size = sizeof host, .user = &watch, .frame = on_frame};
  CatContext *ctx = cat_context_new(&host);
  CatRecord *rec = NULL;
  tiny_ok(ctx, cat_case_run(ctx, t.c, &rec));
  const CatFrames *f = cat_record_frames(rec);
  assert_true(f->n > 10);
  assert_true(watch.calls + 1 >= f->n);  // more if the run was repeated
  assert_true(watch.last == f->at[f->n - 1]);
  assert_ptr_equal(watch.rec, rec);
  cat_record_free(rec);
  cat_context_free(ctx);
  tiny_free(&t);
}

// The displacements of the contact wire are those of the variable, and so are the droppers' forces.
static void same_as_variables(const char *set) {
  Tiny t = tiny_new(set);
  CatSimulation *sim = NULL;
  CatRecord *rec = NULL;
  float kept[40][4];
  double at[40];
  int n = 0;
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &sim));
  tiny_ok(t.ctx, cat_simulation_start(sim));
  double h = cat_model_step(t.model), every = 0.04;
  long stride = lround(every / h);
  for (long step = 1; !cat_simulation_finished(sim) && n < 40; step++) {
    const double *up, *force;
    tiny_ok(t.ctx, cat_simulation_step(sim));
    if (step % stride) continue;
    tiny_ok(t.ctx, cat_simulation_array_named(sim, "wire.uplift", &up, NULL));
    tiny_ok(t.ctx, cat_simulation_array_named(sim, "dropper.force", &force, NULL));
    kept[n][0] = (float)up[5], kept[n][1] = (float)up[50], kept[n][2] = (float)force[0];
    kept[n][3] = (float)force[3];
    tiny_ok(t.ctx, cat_simulation_get_named(sim, "t", &at[n++]));
  }
  tiny_ok(t.ctx, cat_simulation_finish(sim, &rec));
  const CatFrames *f = cat_record_frames(rec);
  assert_int_equal(f->npoint, cat_record_find(rec, "scene_points")->n);
  assert_int_equal(f->nlink, cat_record_find(rec, "scene_links")->n);
  assert_true(n > 5 && f->n > (size_t)n);
  for (size_t i = 0; i < (size_t)n; i++) {
    const float *up = f->up + (i + 1) * (size_t)f->npoint;
    const float *force = f->force + (i + 1) * (size_t)f->nlink;
    assert_true(f->at[i + 1] == at[i]);
    assert_true(up[5] == kept[i][0] && up[50] == kept[i][1]);
    assert_true(force[0] == kept[i][2] && force[3] == kept[i][3]);
  }
  cat_record_free(rec);
  cat_simulation_free(sim);
  tiny_free(&t);
}

static void frames_are_what_variables_say(void **state) {
  (void)state;
  same_as_variables(NULL);
  same_as_variables("solver=band");
  same_as_variables("solver=modal");
}

// Modes as frames: one for each shape, the largest displacement 1.
static void modes_have_frames(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatRecord *rec = NULL;
  CatStatus status = cat_case_modes(t.ctx, t.c, &rec);
  if (status == CAT_ERR_ARG) {  // a build without ARPACK
    tiny_says(t.ctx, "natural modes are not part of this build");
    tiny_free(&t);
    return;
  }
  tiny_ok(t.ctx, status);
  const CatFrames *f = cat_record_frames(rec);
  assert_true(f && f->kind == CAT_FRAMES_MODES && f->n > 2 && f->sideways);
  for (size_t i = 0; i < f->n; i++) {
    float most = 0;
    for (size_t k = i * (size_t)f->npoint; k < (i + 1) * (size_t)f->npoint; k++) {
      most = fmaxf(most, fmaxf(fabsf(f->up[k]), fabsf(f->sideways[k])));
    }
    assert_true(most <= 1.0F && most > 0.5F);
  }
  cat_record_free(rec);
  tiny_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(host_sees_each),
                                     cmocka_unit_test(frames_are_what_variables_say),
                                     cmocka_unit_test(modes_have_frames)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
