// What Python supplies to the library, and how often it is asked. Compiled into the extension;
// declarations.py reads the lines that begin with PYTHON.
#include <time.h>

#define PYTHON static

// The user pointer of all callbacks of a context.
typedef struct CatPyHost {
  void *self;        // handle of the Python object
  double next;       // when Python is asked again [s]
} CatPyHost;

PYTHON int cat_py_stop(void *user);
PYTHON void cat_py_progress(void *user, double fraction, double time);
PYTHON void cat_py_log(void *user, CatLogLevel level, const char *text);
PYTHON int cat_py_step(void *user, CatSimulation *sim);
PYTHON int cat_py_rest(void *user, CatPantographRest *out);
PYTHON double cat_py_start(void *user, double height, double force);
PYTHON void cat_py_drive(void *user, double time, double place, double speed);
PYTHON double cat_py_free_step(void *user);
PYTHON double cat_py_compliance(void *user);
PYTHON double cat_py_commit(void *user, double force);
PYTHON void cat_py_set_static_force(void *user, double force);
PYTHON void cat_py_energy(void *user, CatPantographEnergy *out);
PYTHON void cat_py_save(void *user, void *state);
PYTHON void cat_py_restore(void *user, const void *state);

// The library asks after each step whether to stop. Python, which holds a lock and has to look for
// signals, is asked 20 times a second.
static int cat_py_poll(void *user) {
  CatPyHost *host = (CatPyHost *)user;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  double t = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
  if (t < host->next) return 0;
  host->next = t + 0.05;
  return cat_py_stop(user);
}
