#include "reason.h"

#include <errno.h>

const char *reason_of(int error) {
  switch (error) {
  case ENOENT: return "No such file or directory";
  case ENOTDIR: return "Not a directory";
  case EISDIR: return "Is a directory";
  case EACCES:
  case EPERM: return "Permission denied";
  case EROFS: return "The file system is read-only";
  case ENOSPC: return "No space is left on the disk";
  case EDQUOT: return "The quota of the disk is used up";
  case EFBIG: return "The file is too large";
  case EIO: return "The disk reports an error";
  case ELOOP: return "A link, which is not followed";
  case EADDRINUSE: return "The port is in use";
  case ENOMEM: return "Out of memory";
  default: return "The system refuses it";
  }
}
