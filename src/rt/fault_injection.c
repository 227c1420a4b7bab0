#include "fault_injection.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[CAT_RT_FAULTS] = {
    "allocation", "fault",   "stall",    "pause", "loss",  "late",
    "duplicate",  "garbage", "silence",  "flood", "death", "return",
    "push",       "absurd",  "stranger", "forge", "pull"};

static int fault_find(const char *name, size_t n) {
  for (int i = 0; i < CAT_RT_FAULTS; i++) {
    if (strlen(names[i]) == n && strncmp(names[i], name, n) == 0) return i;
  }
  return -1;
}

CatStatus cat_rt_fault_injection_read(CatContext *ctx, const char *text, CatRtFaultInjection *out) {
  *out = (CatRtFaultInjection){0};
  while (text && *text) {
    const char *at = strchr(text, '@');
    int fault = at ? fault_find(text, (size_t)(at - text)) : -1;
    char *end = NULL;
    long step = at ? strtol(at + 1, &end, 10) : 0;
    if (fault < 0 || step < 1 || (*end && *end != ',')) {
      return CAT_FAIL(ctx, CAT_ERR_ARG, "injected fault \"%.60s\": expected name@step", text);
    }
    out->at[fault] = step;
    text = *end ? end + 1 : end;
  }
  return CAT_OK;
}

CatRtFault cat_rt_fault_injection_take(CatRtFaultInjection *p, long step) {
  CatRtFault due = CAT_RT_FAULTS;
  long first = step + 1;
  for (int i = CAT_RT_FAULT_LOSS; i < CAT_RT_FAULTS; i++) {
    if (p->at[i] == 0 || p->at[i] >= first) continue;
    due = (CatRtFault)i;
    first = p->at[i];
  }
  if (due != CAT_RT_FAULTS) p->at[due] = 0;
  return due;
}
