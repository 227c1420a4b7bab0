// Status codes and their texts, in one list so that they cannot drift apart.
#ifndef CATENARIA_STATUS_H
#define CATENARIA_STATUS_H

#define CAT_STATUS_LIST(X)                                                                         \
  X(CAT_OK, "no error")                                                                            \
  X(CAT_ERR_ARG, "invalid argument")                                                               \
  X(CAT_ERR_INPUT, "invalid input")                                                                \
  X(CAT_ERR_STATE, "call not allowed in this state")                                               \
  X(CAT_ERR_IO, "file could not be written")                                                       \
  X(CAT_ERR_MEMORY, "out of memory")                                                               \
  X(CAT_ERR_SINGULAR, "singular matrix")                                                           \
  X(CAT_ERR_DIVERGED, "numerical failure")                                                         \
  X(CAT_ERR_INTERRUPTED, "interrupted")                                                            \
  X(CAT_ERR_INTERNAL, "internal fault")

#define CAT_STATUS_ENUM(name, text) name,
typedef enum CatStatus { CAT_STATUS_LIST(CAT_STATUS_ENUM) CAT_NSTATUS } CatStatus;
#undef CAT_STATUS_ENUM

#ifdef __cplusplus
extern "C" {
#endif
const char *cat_status_text(CatStatus status);
#ifdef __cplusplus
}
#endif

#endif
