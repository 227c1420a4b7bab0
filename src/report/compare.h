// Compares two summaries: every number that both contain, and those that only one of them has.
#ifndef CAT_REPORT_COMPARE_H
#define CAT_REPORT_COMPARE_H

#include "base/text.h"
#include "report/hdf5/results_file.h"

// A number of one or both summaries, by its path: "pantographs[0].force.mean_N".
typedef struct CatCompared {
  const char *path;
  double a, b;  // NaN: null in the file
  const char *word_a,
      *word_b;  // in their place: how a run ended, its kind, the result of a verdict
  bool in_a, in_b;
  bool judged;  // not timing, and in both
  bool beyond;  // the tolerance; always false without one
  bool large;   // one of the largest relative differences
} CatCompared;

typedef struct CatCompare CatCompare;

// a and b are folders of results or summary.json files; a damaged results.h5 beside one of them is
// refused. tolerance is relative; negative: none.
CatStatus cat_compare_new(CatContext *ctx, const char *a, const char *b, double tolerance,
                          CatCompare **out);
void cat_compare_free(CatCompare *c);
int cat_compare_count(const CatCompare *c);
const CatCompared *cat_compare_at(const CatCompare *c, int i);  // sorted by path
int cat_compare_beyond(const CatCompare *c);                    // how many
// |a - b| / max(|a|, |b|); NaN if not both; infinite for words that differ
double cat_compare_relative(const CatCompared *row);

// For a terminal, at most 100 columns, and as JSON for programs.
CatStatus cat_compare_text(const CatCompare *c, CatText *out);
CatStatus cat_compare_json(const CatCompare *c, CatText *out);

// A page with the numbers and, where both have results.h5, their curves one over the other; *curves
// says how many figures there are. compare_page.c
CatStatus cat_compare_page(const CatCompare *c, CatText *out, int *curves);
// The same written under its final name at once.
CatStatus cat_compare_write(const CatCompare *c, const char *path);

// compare_text.c and compare_page.c read these.
CatContext *cat_compare_context(const CatCompare *c);
bool cat_compare_is_single(const CatCompared *row);  // of a single dropper: one of very many
const char *cat_compare_file(const CatCompare *c, int which);  // 0: a, 1: b
// results.h5 beside that file; NULL: there is none
const CatResultsFile *cat_compare_results(const CatCompare *c, int which);
double cat_compare_tolerance(const CatCompare *c);

#endif
