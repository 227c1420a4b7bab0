#include "syntax.h"

#include <string.h>

// libyaml's text, and ours. `open`: the place is where the construct began, since the fault is
// found only at its end.
typedef struct Wording {
  const char *problem;
  const char *ours;
  bool open;
} Wording;

static const Wording wordings[] = {
    {"mapping values are not allowed in this context",
     "found a second \": \" in the line, expected quotes around text that holds one", false},
    {"did not find expected key",
     "found a line that does not continue the section, expected \"key: value\" as far in as the "
     "keys above",
     false},
    {"could not find expected ':'", "found no \": \" behind this, expected \"key: value\"", true},
    {"did not find expected '-' indicator",
     "found a line that does not continue the list, expected \"- \" as far in as the items above",
     false},
    {"block sequence entries are not allowed in this context",
     "found \"- \" behind a key, expected the items of a list on lines of their own", false},
    {"found unexpected end of stream", "found no closing quote, expected one", true},
    {"found unexpected document indicator",
     "found \"---\" or \"...\" inside a quoted text, expected the closing quote", false},
    {"did not find expected ',' or ']'", "found an open \"[\", expected \",\" or \"]\"", true},
    {"did not find expected ',' or '}'", "found an open \"{\", expected \",\" or \"}\"", true},
    {"did not find expected node content", "found no value, expected one", false},
    {"found unknown escape character",
     "found an unknown escape behind \"\\\", expected one such as \\n or \\\\, or single quotes",
     false},
    {"did not find expected hexdecimal number",
     "found no hexadecimal digits behind \"\\\", expected them, or single quotes", false},
    {"found character that cannot start any token",
     "found a character that cannot begin a value, expected quotes around such text", false},
    {"found a tab character where an indentation space is expected",
     "found a tab in the indentation, expected spaces", false},
    {"did not find expected <document start>",
     "found text behind the end of the document, expected nothing more", false},
    {"found undefined tag handle", "found a tag, expected a value without tag", false},
    {"did not find expected whitespace or line break",
     "found a tag that does not end, expected a value without tag", false},
    {"found incompatible YAML document", "found a newer version of YAML, expected 1.1 or 1.2",
     false},
    {"found unknown directive name", "found an unknown directive, expected \"key: value\"", false},
    {"did not find expected alphabetic or numeric character",
     "found no name behind \"&\" or \"*\", expected one, or quotes around such text", false},
};

// The first character of a line, from 0; NULL if there is no such line.
static const char *line_start(const CatTreeText *text, size_t line) {
  const char *p = text->text, *end = text->text + text->n;
  for (; line > 0 && p; line--) {
    p = memchr(p, '\n', (size_t)(end - p));
    if (p) p++;
  }
  return p;
}

// The tab in the white space that a line begins with: its column from 0, or -1.
static int indentation_tab(const CatTreeText *text, size_t line) {
  const char *p = line_start(text, line), *end = text->text + text->n;
  for (const char *c = p; c && c < end && (*c == ' ' || *c == '\t'); c++) {
    if (*c == '\t') return (int)(c - p);
  }
  return -1;
}

// A key where a value goes on: the same complaint of libyaml as for a second ": " in a line, but
// there is no other one before it. Returns the column of the key, or -1.
static int key_too_far_in(const CatTreeText *text, const yaml_parser_t *parser) {
  static const char problem[] = "mapping values are not allowed in this context";
  const char *p = line_start(text, parser->problem_mark.line);
  if (!p || strcmp(parser->problem, problem) != 0) return -1;
  size_t n = 0, room = (size_t)(text->text + text->n - p), indent = 0;
  while (n < room && p[n] != ':' && p[n] != '\n') n++;
  bool first = n >= parser->problem_mark.column && n < room;
  while (indent < n && p[indent] == ' ') indent++;
  return first ? (int)indent : -1;
}

static const Wording *find_wording(const char *problem) {
  for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++) {
    if (strcmp(wordings[i].problem, problem) == 0) return &wordings[i];
  }
  return NULL;
}

CatStatus cat_syntax_fail(CatContext *ctx, const yaml_parser_t *parser, const CatTreeText *text) {
  if (parser->error == YAML_MEMORY_ERROR) {
    return CAT_FAIL(ctx, CAT_ERR_MEMORY, "no memory for the YAML parser");
  }
  const char *problem = parser->problem ? parser->problem : "it cannot be read";
  const Wording *w = find_wording(problem);
  yaml_mark_t mark = w && w->open ? parser->context_mark : parser->problem_mark;
  CatPlace place = {text->name, (int)mark.line + 1, (int)mark.column + 1};
  int tab = text->placeless ? -1 : indentation_tab(text, parser->problem_mark.line);
  if (tab >= 0) {
    place = (CatPlace){text->name, (int)parser->problem_mark.line + 1, tab + 1};
    return CAT_FAIL_AT(ctx, place, "", "found a tab in the indentation, expected spaces");
  }
  int column = parser->problem && !text->placeless ? key_too_far_in(text, parser) : -1;
  if (column >= 0) {
    place.column = column + 1;
    return CAT_FAIL_AT(ctx, place, "",
                       "found a key further in than the one above, expected all "
                       "keys of a section equally far in");
  }
  if (text->placeless) place.line = place.column = 0;
  const char *key = text->placeless ? text->key : "";  // a file that is no YAML has no keys yet
  if (w) return CAT_FAIL_AT(ctx, place, key, "%s", w->ours);
  return CAT_FAIL_AT(ctx, place, key, "found invalid YAML (%s), expected \"key: value\"", problem);
}
