// The library that reads YAML.
#ifndef CAT_INPUT_LIBRARY_H
#define CAT_INPUT_LIBRARY_H

const char *cat_yaml_version(void);  // "0.2.5"

#endif
