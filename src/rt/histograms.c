// Histograms of durations as tables and figures: eight bins per octave are enough for the eye.
#include "run.h"

enum { JOINED = 4 };

static CatStatus table(CatRt *r, const char *name, const CatRtHistogram *h) {
  static const CatColumn columns[] = {
      {"from", "us", "begin of the bin"}, {"to", "us", "its end"}, {"steps", "", "so many in it"}};
  int low = 0, high = CAT_RT_BINS;
  while (low < high && h->count[low] == 0) low++;
  while (high > low && h->count[high - 1] == 0) high--;
  low -= low % JOINED;
  CatTable *t = cat_record_table(r->rec, name, columns, 3, 1 + (size_t)(high - low) / JOINED);
  if (!t) return CAT_ERR_MEMORY;
  for (int i = low; i < high; i += JOINED) {
    double n = 0;
    for (int k = 0; k < JOINED; k++) n += (double)h->count[i + k];
    double edge[2] = {cat_rt_histogram_edge(i), cat_rt_histogram_edge(i + JOINED)};
    cat_table_append(t, (double[]){edge[0], edge[1], n});
  }
  return CAT_OK;
}

static CatStatus figure(CatRt *r, const char *name, const CatRtHistogram *h, const char *title) {
  if (h->n == 0) return CAT_OK;
  CAT_TRY(table(r, name, h));
  CatFigure f = {.title = title,
                 .caption = "Number of steps in each bin of the duration.",
                 .table = name,
                 .x = "from",
                 .y = {"steps"},
                 .ny = 1,
                 .look = CAT_LOOK_BARS};
  return cat_record_figure(r->rec, f);
}

CatStatus cat_rt_histogram_results(CatRt *r) {
  const CatRtLoop *l = &r->loop;
  CAT_TRY(figure(r, "histogram_compute", &l->compute, "Computing time"));
  CAT_TRY(figure(r, "histogram_wake", &l->wake, "Latency of the wake-up"));
  return figure(r, "histogram_response", &l->response, "From due to answered");
}
