#include "static_force.h"

double cat_train_target(const CatTrainSpec *s, const CatTrainPantograph *p) {
  // the rule wants one speed, as is checked
  return p->en50367 ? cat_limit_mean_force((CatCurrent)p->en50367, 3.6 * s->run.speed) : p->target;
}

double cat_train_static_force(const CatTrainSpec *s, const CatTrainPantograph *p) {
  double target = cat_train_target(s, p);
  return target > 0 && p->body.static_force == 0 ? target : p->body.static_force;
}
