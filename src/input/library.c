#include "library.h"

#include <yaml.h>

const char *cat_yaml_version(void) {
  return yaml_get_version_string();
}
