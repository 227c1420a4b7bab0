// How a verdict reads, wherever it is shown.
#ifndef CAT_REPORT_COMMON_VERDICT_H
#define CAT_REPORT_COMMON_VERDICT_H

#include "record/record.h"

enum { CAT_LIMITS_TEXT = 80 };

// Distance to the nearer limit, negative beyond it; NaN if there is no limit.
double cat_verdict_margin(const CatVerdict *v);
const char *cat_verdict_word(const CatVerdict *v);  // "pass", "fail", "undecided"
const char *cat_verdict_limits(const CatVerdict *v, char text[CAT_LIMITS_TEXT]);  // "30 to 160"

#endif
