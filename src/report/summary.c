// summary.json: the general fields, and between them what the kind of case added to its record.
#include <math.h>
#include <string.h>

#include "report/common/escape.h"
#include "report/common/number.h"
#include "report/common/verdict.h"
#include "writers.h"

enum { MAX_DEPTH = 32 };

static void newline(CatText *out, int depth) {
  cat_text_addf(out, "\n%*s", 2 * depth, "");
}

static void add_number(CatText *out, double value) {
  char text[CAT_NUMBER_TEXT];
  cat_text_add(out, isfinite(value) ? cat_number_exact(value, text) : "null");
}

// Arrays of plain values stand on one line, everything else is indented.
static bool is_flat(const cJSON *item) {
  if (!cJSON_IsArray(item)) return false;
  for (const cJSON *child = item->child; child; child = child->next) {
    if (child->child || cJSON_IsObject(child) || cJSON_IsArray(child)) return false;
  }
  return true;
}

static void add_value(CatText *out, const cJSON *item, int depth);

static void add_container(CatText *out, const cJSON *item, int depth) {
  bool object = cJSON_IsObject(item), flat = is_flat(item) || !item->child;
  cat_text_add(out, object ? "{" : "[");
  for (const cJSON *child = item->child; child; child = child->next) {
    if (!flat) newline(out, depth + 1);
    if (object) {
      cat_escape_json(out, child->string);
      cat_text_add(out, ": ");
    }
    add_value(out, child, depth + 1);
    if (child->next) cat_text_add(out, flat ? ", " : ",");
  }
  if (!flat) newline(out, depth);
  cat_text_add(out, object ? "}" : "]");
}

static void add_value(CatText *out, const cJSON *item, int depth) {
  if (cJSON_IsNumber(item)) {
    add_number(out, item->valuedouble);
  } else if (cJSON_IsString(item)) {
    cat_escape_json(out, item->valuestring);
  } else if (cJSON_IsBool(item)) {
    cat_text_add(out, cJSON_IsTrue(item) ? "true" : "false");
  } else if ((cJSON_IsObject(item) || cJSON_IsArray(item)) && depth < MAX_DEPTH) {
    add_container(out, item, depth);
  } else {
    cat_text_add(out, "null");
  }
}

static void add_key(CatText *out, const char *key) {
  cat_text_add(out, ",\n  ");
  cat_escape_json(out, key);
  cat_text_add(out, ": ");
}

static void add_text(CatText *out, const char *key, const char *value) {
  add_key(out, key);
  cat_escape_json(out, value);
}

static void add_head(CatText *out, const CatReportSource *m) {
  const char *title = cat_spec_common(m->spec)->title;
  cat_text_add(out, "{\n  \"format\": 1");
  add_text(out, "program", "catenaria");
  add_text(out, "version", cat_build_version());
  add_text(out, "commit", cat_build_commit());
  add_text(out, "case", cat_report_source_case(m));
  add_text(out, "kind", cat_report_source_kind(m));
  add_text(out, "title", title ? title : "");
  add_text(out, "status", cat_run_status_name(cat_record_status(m->rec)));
  add_text(out, "message", cat_record_message(m->rec));
}

static void add_warnings(CatText *out, const CatReportSource *m) {
  int nspec = cat_spec_warnings(m->spec), n = nspec + cat_record_warnings(m->rec);
  add_key(out, "warnings");
  cat_text_add(out, "[");
  for (int i = 0; i < n; i++) {
    cat_text_add(out, i ? ",\n    " : "\n    ");
    cat_escape_json(out, i < nspec ? cat_spec_warning_at(m->spec, i)
                                   : cat_record_warning_at(m->rec, i - nspec));
  }
  cat_text_add(out, n ? "\n  ]" : "]");
}

static void add_number_after(CatText *out, const char *before, double value) {
  cat_text_add(out, before);
  add_number(out, value);
}

static void add_verdict(CatText *out, const CatVerdict *v) {
  static const char *const words[] = {"false", "true", "null"};
  cat_escape_json_after(out, "{\"standard\": ", v->standard);
  cat_escape_json_after(out, ", \"quantity\": ", v->quantity);
  cat_escape_json_after(out, ", \"unit\": ", v->unit);
  add_number_after(out, ", \"value\": ", v->value);
  add_number_after(out, ", \"low\": ", v->low);
  add_number_after(out, ", \"high\": ", v->high);
  add_number_after(out, ", \"margin\": ", cat_verdict_margin(v));
  add_number_after(out, ", \"u_num\": ", v->u_num > 0 ? v->u_num : NAN);
  cat_text_addf(out, ", \"pass\": %s", words[v->result]);
  cat_text_addf(out, ", \"result\": \"%s\"", cat_verdict_word(v));
  cat_escape_json_after(out, ", \"note\": ", v->note);
  cat_text_add(out, "}");
}

static void add_verdicts(CatText *out, const CatRecord *rec) {
  int n = cat_record_verdicts(rec);
  add_key(out, "verdicts");
  cat_text_add(out, "[");
  for (int i = 0; i < n; i++) {
    cat_text_add(out, i ? ",\n    " : "\n    ");
    add_verdict(out, cat_record_verdict_at(rec, i));
  }
  cat_text_add(out, n ? "\n  ]" : "]");
}

CatStatus cat_summary_write(const CatReportSource *m, CatSummaryPart part, CatText *out) {
  const cJSON *own = cat_record_summary(m->rec), *timing = NULL;
  CAT_TRY(cat_record_ok(m->rec));
  add_head(out, m);
  for (const cJSON *item = own->child; item; item = item->next) {
    if (strcmp(item->string, "timing") == 0) {
      timing = item;  // last, since it alone changes from run to run
      continue;
    }
    add_key(out, item->string);
    add_value(out, item, 1);
  }
  add_warnings(out, m);
  add_verdicts(out, m->rec);
  if (*cat_record_altered(m->rec)) {
    add_text(out, "set_by_program", cat_record_altered(m->rec));
  }
  add_text(out, "input_hash", m->input_hash);
  if (timing && part == CAT_SUMMARY_ALL) {
    add_key(out, "timing");
    add_value(out, timing, 1);
  }
  cat_text_add(out, "\n}\n");
  return cat_text_ok(out);
}
