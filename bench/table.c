#include "table.h"

#include <math.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

//------------------------------------------------------------------------------- rows

void table_add(Table *t, Row row) {
  if (t->n == TABLE_ROWS) return;
  int at = t->n++;
  for (; at > 0 && t->row[at - 1].spans > row.spans; at--) t->row[at] = t->row[at - 1];
  t->row[at] = row;
}

const Row *table_find(const Table *t, const char *name, int spans) {
  for (int i = 0; i < t->n; i++) {
    if (t->row[i].spans == spans && strcmp(t->row[i].name, name) == 0) return &t->row[i];
  }
  return NULL;
}

void table_print(const Table *t, int spans) {
  printf("\n%-22s %5s %7s %10s %10s %9s %9s %10s\n", "name", "spans", "dof", "median us", "p99 us",
         "realtime", "/stream", "CV %");
  for (int i = 0; i < t->n; i++) {
    const Row *r = &t->row[i];
    if (r->spans != spans) continue;
    printf("%-22s %5d %7d %10.2f %10.2f %9.2f %9.2f ", r->name, r->spans, r->dof, r->median, r->p99,
           r->realtime, r->ratio);
    isnan(r->cv) ? printf("%10s\n", "-") : printf("%10.2g\n", r->cv);
  }
  printf("\n");
}

static void write_row(FILE *f, const Row *r) {
  fprintf(f, "%s,%d,%d,%.3f,%.3f,%.3f,%.3f,", r->name, r->spans, r->dof, r->median, r->p99,
          r->realtime, r->ratio);
  isnan(r->cv) ? fprintf(f, "\n") : fprintf(f, "%.4g\n", r->cv);
}

bool table_write(const Table *t, const char *path, const Facts *facts) {
  FILE *f = fopen(path, "w");
  if (!f) return false;
  if (facts) {
    fprintf(f, "# processor: %s\n# cache: %s\n# system: %s\n# compiler: %s\n# code: %s\n",
            facts->processor, facts->cache, facts->system, facts->compiler, facts->code);
    fprintf(f, "# commit: %s\n", facts->commit);
  }
  fprintf(f, "name,spans,dof,step_us_median,step_us_p99,realtime_factor,ratio_to_stream,"
             "cv_percent\n");
  for (int i = 0; i < t->n; i++) write_row(f, &t->row[i]);
  return fclose(f) == 0;
}

//------------------------------------------------------------------------------- limits

void table_check(Table *t, Check c) {
  char what[160];
  c.pass = c.least ? c.value >= c.limit : c.value <= c.limit;
  if (t->checks < TABLE_CHECKS) t->check[t->checks] = c;
  t->checks++;
  t->missed += !c.pass;
  snprintf(what, sizeof what, "%s%s%s", c.of, c.of[0] ? ", " : "", c.what);
  printf("  %s  %-58s %10.4g  (limit %g)\n", c.pass ? "pass" : "FAIL", what, c.value, c.limit);
  fflush(stdout);
}

void table_at_most(Table *t, const char *what, double value, double limit) {
  Check c = {.value = value, .limit = limit};
  snprintf(c.what, sizeof c.what, "%s", what);
  table_check(t, c);
}

void table_at_least(Table *t, const char *what, double value, double limit) {
  Check c = {.value = value, .limit = limit, .least = true};
  snprintf(c.what, sizeof c.what, "%s", what);
  table_check(t, c);
}

//------------------------------------------------------------------------------- facts

static void find_processor(char *text, size_t size) {
  char line[256];
  FILE *f = fopen("/proc/cpuinfo", "r");
  snprintf(text, size, "unknown");
  while (f && fgets(line, sizeof line, f)) {
    const char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !colon) continue;
    line[strcspn(line, "\n")] = 0;
    snprintf(text, size, "%.100s", colon + 2);
    break;
  }
  if (f) fclose(f);
}

Facts facts_find(const char *commit, const char *code) {
  Facts facts = {.compiler = CAT_COMPILER, .commit = commit, .code = code};
  struct utsname u;
  find_processor(facts.processor, sizeof facts.processor);
  if (uname(&u) == 0) {
    snprintf(facts.system, sizeof facts.system, "%.30s %.30s, %ld processors", u.sysname, u.machine,
             sysconf(_SC_NPROCESSORS_ONLN));
  }
  snprintf(facts.cache, sizeof facts.cache, "L1 %ld kB, L2 %ld kB, L3 %ld kB",
           sysconf(_SC_LEVEL1_DCACHE_SIZE) / 1024, sysconf(_SC_LEVEL2_CACHE_SIZE) / 1024,
           sysconf(_SC_LEVEL3_CACHE_SIZE) / 1024);
  return facts;
}
