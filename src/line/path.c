#include "path.h"

#include <math.h>

// Heading is the integral of curvature, which is linear on each piece and zero behind the last.
double cat_path_heading(const CatLineSpec *line, double s) {
  double heading = 0, at = 0;
  for (int i = 0; i < line->npath && at < s; i++) {
    const CatPathSpec *p = &line->path[i];
    double u = fmin(s - at, p->length);
    double slope = (p->curvature1 - p->curvature0) / p->length;
    heading += p->curvature0 * u + 0.5 * slope * u * u;
    at += p->length;
  }
  return heading;
}

// Five Gauss points over a step of a few metres leave errors far below rounding of the result.
static const double gauss_x[5] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                                  0.9061798459386640};
static const double gauss_w[5] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                                  0.4786286704993665, 0.2369268850561891};

CatJoin cat_path_join(const CatLineSpec *line, double s, double ds) {
  if (line->npath == 0) return (CatJoin){{ds, 0}, 0};
  CatJoin join = {{0, 0}, 0};
  double heading = cat_path_heading(line, s);
  for (int g = 0; g < 5; g++) {
    double turn = cat_path_heading(line, s + ds * (1 + gauss_x[g]) / 2) - heading;
    join.gap[0] += ds / 2 * gauss_w[g] * cos(turn);
    join.gap[1] += ds / 2 * gauss_w[g] * sin(turn);
  }
  join.turn = cat_path_heading(line, s + ds) - heading;
  return join;
}

void cat_path_point(const CatLineSpec *line, double s, double point[2]) {
  const double step = 5;
  point[0] = point[1] = 0;
  for (int k = 0; k * step < s; k++) {
    double at = k * step, heading = cat_path_heading(line, at);
    CatJoin join = cat_path_join(line, at, fmin(step, s - at));
    point[0] += join.gap[0] * cos(heading) - join.gap[1] * sin(heading);
    point[1] += join.gap[0] * sin(heading) + join.gap[1] * cos(heading);
  }
}
