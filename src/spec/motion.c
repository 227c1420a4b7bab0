#include "motion.h"

#include <math.h>

#define ROUNDING 1e-9  // of a distance: what sums of speeds by times may lose

CatMotion cat_motion_constant(double speed) {
  return (CatMotion){.speed = speed};
}

// Time from one place to another at constant acceleration: the mean speed is that of both ends.
static double seconds_over(double distance, double v0, double v1) {
  if (distance <= 0) return 0;
  return v0 + v1 > 0 ? 2 * distance / (v0 + v1) : INFINITY;
}

static void reach_places(CatMotion *m, const CatSpeedPoint *points, double from) {
  for (int i = 0; i < m->n; i++) {
    int before = i > 0 ? i - 1 : 0;
    double way = points[i].at_place - (i > 0 ? points[before].at_place : from);
    m->distance[i] = points[i].at_place - from;
    m->time[i] = (i > 0 ? m->time[before] : 0) + seconds_over(way, m->v[before], m->v[i]);
  }
}

static void reach_times(CatMotion *m, const CatSpeedPoint *points) {
  for (int i = 0; i < m->n; i++) {
    int before = i > 0 ? i - 1 : 0;
    double time = points[i].at_time - (i > 0 ? points[before].at_time : 0);
    m->time[i] = points[i].at_time;
    m->distance[i] = (i > 0 ? m->distance[before] : 0) + (m->v[before] + m->v[i]) / 2 * time;
  }
}

CatMotion cat_motion_points(const CatSpeedPoint *points, int n, double from) {
  CatMotion m = {.n = n};
  for (int i = 0; i < n; i++) m.v[i] = points[i].speed;
  if (n > 0 && isnan(points[0].at_time)) {
    reach_places(&m, points, from);
  } else {
    reach_times(&m, points);
  }
  return m;
}

// The point behind which the train is at that time; -1: before the first.
static int point_before(const CatMotion *m, double t) {
  int i = -1;
  while (i + 1 < m->n && m->time[i + 1] <= t) i++;
  return i;
}

// From point i to the next [m/s2]; 0 behind the last.
static double acceleration(const CatMotion *m, int i) {
  double time = i + 1 < m->n ? m->time[i + 1] - m->time[i] : 0;
  return time > 0 ? (m->v[i + 1] - m->v[i]) / time : 0;
}

double cat_motion_distance(const CatMotion *m, double t) {
  if (m->n == 0) return m->speed * t;
  int i = point_before(m, t);
  if (i < 0) return m->v[0] * t;
  double s = t - m->time[i];
  return m->distance[i] + s * (m->v[i] + acceleration(m, i) * s / 2);
}

double cat_motion_speed(const CatMotion *m, double t) {
  if (m->n == 0) return m->speed;
  int i = point_before(m, t);
  if (i < 0) return m->v[0];
  return fmax(0, m->v[i] + acceleration(m, i) * (t - m->time[i]));
}

// Behind point i: d = v s + a s^2 / 2, solved for s so that neither small a nor small v cancels.
static double seconds_behind(const CatMotion *m, int i, double d) {
  double v = m->v[i], root = sqrt(fmax(0, v * v + 2 * acceleration(m, i) * d));
  return d > 0 ? 2 * d / (v + root) : 0;
}

double cat_motion_time(const CatMotion *m, double distance) {
  if (m->n == 0) return distance / m->speed;
  if (distance <= 0) return 0;
  int next = 0, last = m->n - 1;
  while (next < m->n && m->distance[next] < distance) next++;
  if (next == 0) return m->v[0] > 0 ? distance / m->v[0] : m->time[0];
  double rest = distance - m->distance[next - 1];
  if (next < m->n)
    return fmin(m->time[next - 1] + seconds_behind(m, next - 1, rest), m->time[next]);
  if (m->v[last] > 0) return m->time[last] + rest / m->v[last];
  return rest <= ROUNDING * distance ? m->time[last] : INFINITY;
}

double cat_motion_max_speed(const CatMotion *m) {
  double most = m->n == 0 ? m->speed : 0;
  for (int i = 0; i < m->n; i++) most = fmax(most, m->v[i]);
  return most;
}
