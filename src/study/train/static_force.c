#include "static_force.h"

double cat_train_target(const CatTrainSpec *s, const CatTrainPantograph *p) {
  static const double least[] = {0, 70, 110, 140};  // [N], by CatCurrent; EN 50367
  double speed = 3.6 * s->run.speed;                // [km/h]; the rule wants one, as is checked
  return p->en50367 ? 0.00097 * speed * speed + least[p->en50367] : p->target;
}

double cat_train_static_force(const CatTrainSpec *s, const CatTrainPantograph *p) {
  double target = cat_train_target(s, p);
  return target > 0 && p->body.static_force == 0 ? target : p->body.static_force;
}
