#include "use.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "file.h"
#include "quote.h"

// The files being read, innermost first: a chain of uses.
typedef struct Chain Chain;
struct Chain {
  CatFile file;
  const Chain *outer;
  int depth;
};

typedef struct Resolver {
  CatSession *s;
  CatPath path;
} Resolver;

#define FAIL(r, place, ...) CAT_FAIL_AT((r)->s->ctx, place, (r)->path.text, __VA_ARGS__)

static CatStatus resolve(Resolver *r, const Chain *chain, const CatNode *node, const CatNode **out);

// "dir/of/" of a file name with its slash, or "".
static size_t directory_length(const char *file) {
  const char *slash = strrchr(file, '/');
  return slash ? (size_t)(slash - file) + 1 : 0;
}

static bool has_extension(const char *name) {
  size_t n = strlen(name);
  return (n > 5 && strcmp(name + n - 5, ".yaml") == 0) ||
         (n > 4 && strcmp(name + n - 4, ".yml") == 0);
}

// Where a used file may be: beside the file that uses it, then in the library; each as written and
// with the extension. Names that were tried are listed in `tried`.
typedef struct Search {
  const CatSession *s;
  char name[1024];
  char tried[420];
  bool directory;  // something was there, but nothing to read
} Search;

// A folder, its length, and whether files in it may be read.
typedef struct Folder {
  const char *name;
  size_t n;
  const char *slash;
  bool on_disk;
} Folder;

static bool try_name(Search *f, Folder in, const char *rest, const char *extension) {
  int wrote = snprintf(f->name, sizeof f->name, "%.*s%s%s%s", (int)in.n, in.name, in.slash, rest,
                       extension);
  if (wrote < 0 || (size_t)wrote >= sizeof f->name) return false;
  size_t used = strlen(f->tried);
  snprintf(f->tried + used, sizeof f->tried - used, "%s%s", used ? ", " : "", f->name);
  struct stat st;
  if (cat_file_in_memory(f->s, f->name)) return true;
  if (!in.on_disk) return false;
  if (stat(f->name, &st) != 0) return errno != ENOENT && errno != ENOTDIR;
  // a directory "pantographs" may stand beside a file pantographs.yaml
  f->directory = f->directory || S_ISDIR(st.st_mode);
  return !S_ISDIR(st.st_mode);
}

static bool try_folder(Search *f, Folder in, const char *rest) {
  if (try_name(f, in, rest, "")) return true;
  return !has_extension(rest) && try_name(f, in, rest, ".yaml");
}

// Whether a name has a part "..": below a folder it may lead out of it.
static bool leaves(const char *name) {
  for (const char *at = name; (at = strstr(at, "..")); at += 2) {
    if ((at == name || at[-1] == '/') && (at[2] == '/' || !at[2])) return true;
  }
  return false;
}

static bool trusted(const CatSession *s, const CatFile *user) {
  return s->files || user->device != 0;
}

// Beside the file that uses it, among the texts by its name alone, in the library. A text in memory
// may be anybody's: it names files of the library only, whose own uses are then trusted.
static bool search(Search *f, const CatFile *user, const char *rest) {
  const char *library = f->s->options->library;
  bool absolute = rest[0] == '/', disk = trusted(f->s, user);
  size_t n = absolute ? 0 : directory_length(user->name);
  if (try_folder(f, (Folder){user->name, n, "", disk}, rest)) return true;
  if (absolute) return false;
  bool named = n > 0 && f->s->options->npart > 0, inside = disk || !leaves(rest);
  if (named && try_folder(f, (Folder){"", 0, "", false}, rest)) return true;
  return library && try_folder(f, (Folder){library, strlen(library), "/", inside}, rest);
}

// "a.yaml -> b.yaml -> a.yaml", outermost first.
static void print_chain(const Chain *chain, char *out, size_t size) {
  if (chain->outer) print_chain(chain->outer, out, size);
  size_t used = strlen(out);
  snprintf(out + used, size - used, "%s%s", used ? " -> " : "", chain->file.name);
}

static CatStatus check_chain(Resolver *r, const Chain *chain, CatPlace place) {
  char text[420] = "";
  for (const Chain *c = chain->outer; c; c = c->outer) {
    if (c->file.device != chain->file.device || c->file.inode != chain->file.inode) continue;
    print_chain(chain, text, sizeof text);
    return FAIL(r, place, "found a file that uses itself, %s, expected no cycle", text);
  }
  if (chain->depth <= CAT_INPUT_USE_DEPTH) return CAT_OK;
  print_chain(chain, text, sizeof text);
  return FAIL(r, place, "found a chain of %d uses, %s, expected at most %d", chain->depth, text,
              CAT_INPUT_USE_DEPTH);
}

// Reads one file and resolves the files that it uses in turn.
static CatStatus load(Resolver *r, Chain *chain, const char *key, const CatNode **out) {
  CatTreeText text = {chain->file.name, chain->file.text, chain->file.n, false, key};
  const CatNode *tree;
  CAT_TRY(cat_tree_parse(r->s, &text, &tree));
  CatPlace start = {chain->file.name, 1, 1};
  if (!tree || cat_node_is_null(tree)) {
    return CAT_FAIL_AT(r->s->ctx, start, key, "found no content, expected \"key: value\" lines");
  }
  if (tree->type != CAT_NODE_MAP) {
    return CAT_FAIL_AT(r->s->ctx, tree->place, key, "found %s, expected \"key: value\" lines",
                       tree->type == CAT_NODE_LIST ? "a list" : cat_quote(tree->text).s);
  }
  CAT_TRY(resolve(r, chain, tree, out));
  const CatEntry *kind = *key ? cat_node_find(*out, "kind") : NULL;
  if (!kind) return CAT_OK;
  return CAT_FAIL_AT(r->s->ctx, kind->place, key, "found a whole case, expected a part of one");
}

static CatStatus check_use(Resolver *r, const CatNode *value) {
  if (value->type != CAT_NODE_SCALAR) {
    return FAIL(r, value->place, "found %s, expected the name of one file",
                value->type == CAT_NODE_LIST ? "a list" : "a section");
  }
  if (cat_node_is_null(value) || !*value->text) {
    return FAIL(r, value->place, "found nothing, expected the name of a file");
  }
  if (!r->s->files && r->s->options->npart == 0 && !r->s->options->library) {
    return FAIL(r, value->place, "found %s, expected no use: there are no files beside this text",
                cat_quote(value->text).s);
  }
  if (++r->s->uses > CAT_INPUT_USES) {
    return FAIL(r, value->place, "found more than %d uses, expected fewer", CAT_INPUT_USES);
  }
  return CAT_OK;
}

// The tree of the file that `value` names. The path of messages ends with ".use" on the way.
static CatStatus load_used(Resolver *r, const Chain *chain, const CatNode *value,
                           const CatNode **out) {
  CatPath section = r->path;
  cat_path_key(&r->path, "use");
  CAT_TRY(check_use(r, value));
  Search found = {.s = r->s};
  if (!search(&found, &chain->file, value->text)) {
    return FAIL(r, value->place, "found %s%s, expected a file; looked for %s%s",
                cat_quote(value->text).s, found.directory ? ", a directory" : "", found.tried,
                trusted(r->s, &chain->file) ? ""
                                            : ": a text finds its parts and the library alone");
  }
  const char *name = cat_arena_text(r->s->arena, found.name, strlen(found.name));
  if (!name) return CAT_ERR_MEMORY;
  Chain inner = {.outer = chain, .depth = chain->depth + 1};
  CAT_TRY(cat_file_read(r->s, name, value->place, r->path.text, &inner.file));
  CAT_TRY(check_chain(r, &inner, value->place));
  r->path = section;
  return load(r, &inner, section.text, out);
}

static CatStatus merge_maps(CatSession *s, const CatNode *base, const CatNode *over,
                            CatNode **out) {
  CatNode *node = cat_node_new(s, CAT_NODE_MAP, over->place);
  if (!node) return CAT_ERR_MEMORY;
  for (const CatEntry *e = base->first; e; e = e->next) {
    const CatEntry *above = cat_node_find(over, e->key);
    CatEntry merged = above ? *above : *e;
    if (above) CAT_TRY(cat_use_merge(s, e->value, above->value, &merged.value));
    CAT_TRY(cat_node_add(s, node, merged));
  }
  for (const CatEntry *e = over->first; e; e = e->next) {
    if (!cat_node_find(base, e->key)) CAT_TRY(cat_node_add(s, node, *e));
  }
  *out = node;
  return CAT_OK;
}

CatStatus cat_use_merge(CatSession *s, const CatNode *base, const CatNode *over,
                        const CatNode **out) {
  *out = base->bad ? base : over;
  if (base->bad || over->bad) return CAT_OK;
  if (base->type != CAT_NODE_MAP || over->type != CAT_NODE_MAP || over->replaces) return CAT_OK;
  CatNode *node;
  CAT_TRY(merge_maps(s, base, over, &node));
  *out = node;
  return CAT_OK;
}

// Placeholder for a section whose file could not be read, which has been reported already.
static CatStatus mark_bad(CatSession *s, const CatNode *node, const CatNode **out) {
  CatNode *bad = cat_node_new(s, node->type, node->place);
  if (!bad) return CAT_ERR_MEMORY;
  bad->bad = true;
  *out = bad;
  return CAT_OK;
}

// The entries of a mapping or list, each resolved, without `use` itself.
static CatStatus resolve_entries(Resolver *r, const Chain *chain, const CatNode *node,
                                 CatNode *out) {
  int index = 0;
  bool map = node->type == CAT_NODE_MAP;
  for (const CatEntry *e = node->first; e; e = e->next, index++) {
    if (map && strcmp(e->key, "use") == 0) continue;
    CatEntry entry = *e;
    size_t back = map ? cat_path_key(&r->path, e->key) : cat_path_index(&r->path, index);
    CatStatus status = resolve(r, chain, e->value, &entry.value);
    cat_path_cut(&r->path, back);
    if (status == CAT_ERR_INPUT) status = mark_bad(r->s, e->value, &entry.value);
    CAT_TRY(status);
    CAT_TRY(cat_node_add(r->s, out, entry));
  }
  return CAT_OK;
}

// The base of a mapping that uses one; NULL if it does not.
static CatStatus resolve_base(Resolver *r, const Chain *chain, const CatNode *node,
                              const CatNode **out) {
  *out = NULL;
  const CatEntry *use = cat_node_find(node, "use");
  if (!use) return CAT_OK;
  CatPath path = r->path;
  CatStatus status = load_used(r, chain, use->value, out);
  r->path = path;
  return status;
}

static CatStatus resolve(Resolver *r, const Chain *chain, const CatNode *node,
                         const CatNode **out) {
  *out = node;
  if (node->type == CAT_NODE_SCALAR) return CAT_OK;
  const CatNode *base;
  CAT_TRY(resolve_base(r, chain, node, &base));
  CatNode *own = cat_node_new(r->s, node->type, node->place), *merged;
  if (!own) return CAT_ERR_MEMORY;
  CAT_TRY(resolve_entries(r, chain, node, own));
  *out = own;
  if (!base) return CAT_OK;
  CAT_TRY(merge_maps(r->s, base, own, &merged));
  merged->replaces = true;
  *out = merged;
  return CAT_OK;
}

CatStatus cat_use_load(CatSession *s, const char *file, const CatNode **out) {
  Resolver r = {.s = s};
  Chain chain = {0};
  CAT_TRY(cat_file_read(s, file, (CatPlace){.file = file}, "", &chain.file));
  return load(&r, &chain, "", out);
}

CatStatus cat_use_parse(CatSession *s, const char *name, const char *text, size_t n,
                        const CatNode **out) {
  Resolver r = {.s = s};
  Chain chain = {.file = {.name = name, .text = text, .n = n}};
  return load(&r, &chain, "", out);
}

CatStatus cat_use_resolve(CatSession *s, const char *file, const char *key, const CatNode *node,
                          const CatNode **out) {
  Resolver r = {.s = s};
  Chain chain = {.file.name = file};
  if (key[0]) cat_path_key(&r.path, key);
  return resolve(&r, &chain, node, out);
}
