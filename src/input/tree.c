#include "tree.h"

#include <string.h>
#include <strings.h>
#include <yaml.h>

#include "path.h"
#include "quote.h"
#include "scan.h"
#include "syntax.h"

typedef struct Anchor Anchor;
struct Anchor {
  const char *name;
  const CatNode *node;  // NULL while the value that it names is being read
  Anchor *next;
};

typedef struct Builder {
  CatSession *s;
  const CatTreeText *text;
  yaml_parser_t parser;
  yaml_event_t event;  // the one at hand
  bool held;           // event must be deleted
  Anchor *anchors;     // newest first
  int nanchor;
  CatPath path;
  int depth;
} Builder;

CatNode *cat_node_new(CatSession *s, CatNodeType type, CatPlace place) {
  CatNode *node = CAT_ARENA(s->arena, 1, CatNode);
  if (!node) return NULL;
  *node = (CatNode){.type = type, .place = place, .weight = 1, .height = 1};
  node->last = &node->first;
  return node;
}

CatStatus cat_node_add(CatSession *s, CatNode *node, CatEntry entry) {
  CatEntry *e = CAT_ARENA(s->arena, 1, CatEntry);
  if (!e || !entry.value) return CAT_ERR_MEMORY;
  *e = entry;
  e->next = NULL;
  *node->last = e;
  node->last = &e->next;
  node->count++;
  node->weight += entry.value->weight;
  if (entry.value->height >= node->height) node->height = entry.value->height + 1;
  return CAT_OK;
}

const CatEntry *cat_node_find(const CatNode *map, const char *key) {
  if (map->type != CAT_NODE_MAP) return NULL;
  for (const CatEntry *e = map->first; e; e = e->next) {
    if (strcmp(e->key, key) == 0) return e;
  }
  return NULL;
}

bool cat_node_is_null(const CatNode *node) {
  if (node->type != CAT_NODE_SCALAR || node->quoted) return false;
  return !*node->text || strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0 ||
         strcmp(node->text, "Null") == 0 || strcmp(node->text, "NULL") == 0;
}

static CatPlace place_of(const Builder *b, yaml_mark_t mark) {
  if (b->text->placeless) return (CatPlace){b->text->name, 0, 0};
  return (CatPlace){b->text->name, (int)mark.line + 1, (int)mark.column + 1};
}

static CatPlace event_place(const Builder *b) {
  return place_of(b, b->event.start_mark);
}

#define FAIL(b, place, ...) CAT_FAIL_AT((b)->s->ctx, place, (b)->path.text, __VA_ARGS__)

static void event_drop(Builder *b) {
  if (b->held) yaml_event_delete(&b->event);
  b->held = false;
}

static CatStatus event_next(Builder *b) {
  event_drop(b);
  if (!yaml_parser_parse(&b->parser, &b->event)) {
    return cat_syntax_fail(b->s->ctx, &b->parser, b->text);
  }
  b->held = true;
  return CAT_OK;
}

static CatStatus refuse_tag(Builder *b, const yaml_char_t *tag) {
  static const char core[] = "tag:yaml.org,2002:";
  if (!tag) return CAT_OK;
  const char *name = (const char *)tag;
  bool known = strncmp(name, core, sizeof core - 1) == 0;
  char shown[64] = "!!";
  strncat(shown, known ? name + sizeof core - 1 : name, 40);
  return FAIL(b, event_place(b), "found the tag %s, expected a value without tag",
              cat_quote(known ? shown : name).s);
}

static CatStatus count_nodes(Builder *b, CatPlace place, int weight) {
  b->s->nodes += weight;
  if (b->s->nodes <= CAT_INPUT_NODES) return CAT_OK;
  return FAIL(b, place,
              "found more than %d values, aliases counted as what they stand for, "
              "expected fewer",
              CAT_INPUT_NODES);
}

// Notes the anchor of the event at hand, if it has one; its node follows when it is complete.
static CatStatus anchor_open(Builder *b, const yaml_char_t *name, Anchor **out) {
  *out = NULL;
  if (!name) return CAT_OK;
  if (++b->nanchor > CAT_INPUT_ANCHORS) {
    return FAIL(b, event_place(b), "found more than %d anchors, expected fewer", CAT_INPUT_ANCHORS);
  }
  Anchor *a = CAT_ARENA(b->s->arena, 1, Anchor);
  if (a) a->name = cat_arena_text(b->s->arena, (const char *)name, strlen((const char *)name));
  if (!a || !a->name) return CAT_ERR_MEMORY;
  a->next = b->anchors;
  b->anchors = a;
  *out = a;
  return CAT_OK;
}

static CatStatus read_alias(Builder *b, const CatNode **out) {
  const char *name = (const char *)b->event.data.alias.anchor;
  CatPlace place = event_place(b);
  const Anchor *a = b->anchors;
  while (a && strcmp(a->name, name) != 0) a = a->next;
  if (!a) {
    return FAIL(b, place, "found the alias *%.60s, expected an anchor &%.60s before it", name,
                name);
  }
  if (!a->node) {
    return FAIL(b, place,
                "found the alias *%.60s inside its own value, expected it only after that", name);
  }
  if (b->depth + a->node->height > CAT_INPUT_DEPTH) {
    return FAIL(b, place, "found more than %d levels, expected fewer", CAT_INPUT_DEPTH);
  }
  *out = a->node;
  return count_nodes(b, place, a->node->weight);
}

static CatStatus read_scalar(Builder *b, const CatNode **out) {
  CatPlace place = event_place(b);
  const char *text = (const char *)b->event.data.scalar.value;
  size_t n = b->event.data.scalar.length;
  Anchor *anchor;
  CAT_TRY(refuse_tag(b, b->event.data.scalar.tag));
  CAT_TRY(anchor_open(b, b->event.data.scalar.anchor, &anchor));
  CAT_TRY(count_nodes(b, place, 1));
  if (n > CAT_INPUT_SCALAR_BYTES) {
    return FAIL(b, place, "found a text of %zu bytes, expected at most %d", n,
                CAT_INPUT_SCALAR_BYTES);
  }
  CAT_TRY(cat_scan_value(b->s->ctx, place, b->path.text, text, n));
  CatNode *node = cat_node_new(b->s, CAT_NODE_SCALAR, place);
  if (!node) return CAT_ERR_MEMORY;
  node->text = cat_arena_text(b->s->arena, text, n);
  node->quoted = b->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
  if (anchor) anchor->node = node;
  *out = node;
  return node->text ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus read_node(Builder *b, const CatNode **out);

static CatStatus read_list(Builder *b, CatNode *list) {
  for (;;) {
    CAT_TRY(event_next(b));
    if (b->event.type == YAML_SEQUENCE_END_EVENT) return CAT_OK;
    size_t back = cat_path_index(&b->path, list->count);
    CatEntry item = {.place = event_place(b)};
    CAT_TRY(read_node(b, &item.value));
    CAT_TRY(cat_node_add(b->s, list, item));
    cat_path_cut(&b->path, back);
  }
}

static const char *event_noun(yaml_event_type_t type) {
  if (type == YAML_SEQUENCE_START_EVENT) return "a list";
  return type == YAML_ALIAS_EVENT ? "an alias" : "a section";
}

// The event at hand must be a key: plain text that is not there yet. A second one of the same name
// is reported and read, but not kept.
static CatStatus read_key(Builder *b, const CatNode *map, CatEntry *out) {
  out->place = event_place(b);
  if (b->event.type != YAML_SCALAR_EVENT) {
    return FAIL(b, out->place, "found %s as a key, expected a word", event_noun(b->event.type));
  }
  CAT_TRY(refuse_tag(b, b->event.data.scalar.tag));
  size_t n = b->event.data.scalar.length;
  const char *key = (const char *)b->event.data.scalar.value;
  if (n == 0) return FAIL(b, out->place, "found an empty key, expected a word before the \":\"");
  if (strcmp(key, "<<") == 0) {
    return FAIL(b, out->place, "found the merge key \"<<\", expected \"use: FILE\" instead");
  }
  if (map->count >= CAT_INPUT_KEYS) {
    return FAIL(b, out->place, "found more than %d keys, expected fewer", CAT_INPUT_KEYS);
  }
  CAT_TRY(cat_scan_value(b->s->ctx, out->place, b->path.text, key, n));
  out->key = cat_arena_text(b->s->arena, key, n);
  return out->key ? CAT_OK : CAT_ERR_MEMORY;
}

static void report_twice(Builder *b, const CatEntry *first, const CatEntry *second) {
  if (b->text->placeless) {
    FAIL(b, second->place, "found the key twice, expected it once");
  } else {
    FAIL(b, second->place, "found the key twice, first in line %d, expected it once",
         first->place.line);
  }
}

static CatStatus read_map(Builder *b, CatNode *map) {
  for (;;) {
    CAT_TRY(event_next(b));
    if (b->event.type == YAML_MAPPING_END_EVENT) return CAT_OK;
    CatEntry entry = {.key = ""};
    CAT_TRY(read_key(b, map, &entry));
    size_t back = cat_path_key(&b->path, entry.key);
    const CatEntry *first = cat_node_find(map, entry.key);
    if (first) report_twice(b, first, &entry);
    CAT_TRY(event_next(b));
    CAT_TRY(read_node(b, &entry.value));
    if (!first) CAT_TRY(cat_node_add(b->s, map, entry));
    cat_path_cut(&b->path, back);
  }
}

static CatStatus read_collection(Builder *b, const CatNode **out) {
  bool is_map = b->event.type == YAML_MAPPING_START_EVENT;
  CatPlace place = event_place(b);
  Anchor *anchor;
  if (b->depth >= CAT_INPUT_DEPTH) {
    return FAIL(b, place, "found more than %d levels, expected fewer", CAT_INPUT_DEPTH);
  }
  CAT_TRY(
      refuse_tag(b, is_map ? b->event.data.mapping_start.tag : b->event.data.sequence_start.tag));
  CAT_TRY(anchor_open(
      b, is_map ? b->event.data.mapping_start.anchor : b->event.data.sequence_start.anchor,
      &anchor));
  CAT_TRY(count_nodes(b, place, 1));
  CatNode *node = cat_node_new(b->s, is_map ? CAT_NODE_MAP : CAT_NODE_LIST, place);
  if (!node) return CAT_ERR_MEMORY;
  b->depth++;
  CAT_TRY(is_map ? read_map(b, node) : read_list(b, node));
  b->depth--;
  if (anchor) anchor->node = node;
  *out = node;
  return CAT_OK;
}

static CatStatus read_node(Builder *b, const CatNode **out) {
  switch (b->event.type) {
  case YAML_ALIAS_EVENT: return read_alias(b, out);
  case YAML_SCALAR_EVENT: return read_scalar(b, out);
  default: return read_collection(b, out);
  }
}

static CatStatus read_stream(Builder *b, const CatNode **out) {
  CAT_TRY(event_next(b));  // stream start
  CAT_TRY(event_next(b));
  if (b->event.type == YAML_STREAM_END_EVENT) return CAT_OK;
  CAT_TRY(event_next(b));  // behind the document start
  CAT_TRY(read_node(b, out));
  CAT_TRY(event_next(b));  // document end
  CAT_TRY(event_next(b));
  if (b->event.type == YAML_STREAM_END_EVENT) return CAT_OK;
  return FAIL(b, event_place(b), "found a second document, expected one");
}

CatStatus cat_tree_parse(CatSession *s, const CatTreeText *text, const CatNode **out) {
  *out = NULL;
  int first = text->placeless ? 0 : 1;
  CatPlace start = {text->name, first, first};
  const char *key = text->placeless ? text->key : "";
  CAT_TRY(cat_scan_text(s->ctx, start, key, text->text, text->n));
  Builder b = {.s = s, .text = text};
  if (text->key[0]) cat_path_key(&b.path, text->key);
  if (!yaml_parser_initialize(&b.parser)) {
    return CAT_FAIL(s->ctx, CAT_ERR_MEMORY, "no memory for the YAML parser");
  }
  yaml_parser_set_encoding(&b.parser, YAML_UTF8_ENCODING);
  size_t mark = text->n >= 3 && memcmp(text->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  yaml_parser_set_input_string(&b.parser, (const unsigned char *)text->text + mark, text->n - mark);
  CatStatus status = read_stream(&b, out);
  event_drop(&b);
  yaml_parser_delete(&b.parser);
  return status;
}
