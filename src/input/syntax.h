// Messages for YAML that libyaml cannot parse, in terms that a line designer can act on.
#ifndef CAT_INPUT_SYNTAX_H
#define CAT_INPUT_SYNTAX_H

#include <yaml.h>

#include "tree.h"

CatStatus cat_syntax_fail(CatContext *ctx, const yaml_parser_t *parser, const CatTreeText *text);

#endif
