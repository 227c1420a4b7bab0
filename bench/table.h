// What the bench says: rows of the table, limits met or missed, and the files that keep them.
#ifndef CAT_BENCH_TABLE_H
#define CAT_BENCH_TABLE_H

#include <stdbool.h>
#include <stdio.h>

enum { TABLE_ROWS = 128, TABLE_CHECKS = 256 };

typedef struct Row {
  const char *name;
  int spans, dof;
  double median, p99;  // of a step [us]
  double realtime;     // step of the scheme over what it took
  double ratio;        // to the streaming pass over its own state
  double cv;           // of the contact force against the band [%]; NaN: it has none
} Row;

typedef struct Check {
  char of[40], what[100];  // of: which of several runs, or empty
  double value, limit;
  bool least, pass;  // least: the limit is a lower one
} Check;

typedef struct Table {
  Row row[TABLE_ROWS];
  int n;
  Check check[TABLE_CHECKS];
  int checks, missed;  // limits looked at, and missed
} Table;

// What the numbers were measured with; none of it names a machine.
typedef struct Facts {
  char processor[128], system[128], cache[96];
  const char *compiler, *commit, *code;
} Facts;
Facts facts_find(const char *commit, const char *code);

void table_add(Table *t, Row row);                                   // kept in order of spans
const Row *table_find(const Table *t, const char *name, int spans);  // NULL: there is none
void table_print(const Table *t, int spans);
bool table_write(const Table *t, const char *path, const Facts *facts);  // facts: NULL: none
bool table_plot(const Table *t, const char *path, const Facts *facts);   // plot.c, as SVG
// page.c, as Markdown: rows, medians over the spans, limits; of several runs the worst.
bool table_page(const Table *t, const char *path, const Facts *facts);

void table_at_most(Table *t, const char *what, double value, double limit);
void table_at_least(Table *t, const char *what, double value, double limit);
void table_check(Table *t, Check check);  // pass is found here

#endif
