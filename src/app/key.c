#define _GNU_SOURCE
#include "key.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char expected[] = "32 hexadecimal digits (128 bits)";

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Digits of text, with blanks and ends of lines between them. What is found may be part of the
// secret, so only its place is told.
static bool parse(const char *text, size_t length, unsigned char *key, char *why, size_t n) {
  int count = 0, line = 1, column = 1;
  memset(key, 0, KEY_BYTES);
  for (size_t i = 0; i < length; i++, column++) {
    if (text[i] == '\n') line++, column = 0;
    if (isspace((unsigned char)text[i])) continue;
    int value = digit(text[i]);
    if (value < 0 || count == 2 * KEY_BYTES) {
      const char *found = value < 0 ? "another character" : "one more digit";
      snprintf(why, n, "line %d, column %d: found %s, expected %s", line, column, found, expected);
      return false;
    }
    key[count / 2] = (unsigned char)(key[count / 2] << 4 | value);
    count++;
  }
  if (count == 2 * KEY_BYTES) return true;
  snprintf(why, n, "found %d digits, expected %s", count, expected);
  return false;
}

// Whether nobody else can read it; a pipe is as good as a file.
static bool is_private(int fd, char *why, size_t n) {
  struct stat at;
  if (fstat(fd, &at) != 0) {
    snprintf(why, n, "%s", strerror(errno));
    return false;
  }
  if (S_ISREG(at.st_mode) && (at.st_mode & (S_IRWXG | S_IRWXO))) {
    snprintf(why, n, "others may read it (mode %03o); chmod 600 makes it private",
             (unsigned)(at.st_mode & 0777));
    return false;
  }
  return true;
}

static bool read_text(int fd, char *text, size_t room, size_t *length) {
  *length = 0;
  for (ssize_t got = 1; got > 0 && *length < room; *length += (size_t)got) {
    got = read(fd, text + *length, room - *length);
    if (got < 0) return false;
  }
  return true;
}

// A pipe may wait for its writer; a signal ends that, as it would not within open.
static int open_key(const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct pollfd at = {.fd = fd, .events = POLLIN};
  if (fd < 0) return -1;
  int flags = fcntl(fd, F_GETFL);
  if (poll(&at, 1, -1) == 1 && flags >= 0 && fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) == 0)
    return fd;
  int error = errno;
  close(fd);
  errno = error;
  return -1;
}

bool key_read(const char *path, unsigned char *key, char *why, size_t n) {
  char text[256];
  size_t length;
  int fd = open_key(path);
  bool good = fd >= 0;
  if (!good) snprintf(why, n, "%s", strerror(errno));
  good = good && is_private(fd, why, n);
  if (good && !read_text(fd, text, sizeof text, &length)) {
    snprintf(why, n, "%s", strerror(errno));
    good = false;
  }
  if (fd >= 0) close(fd);
  good = good && parse(text, length, key, why, n);
  explicit_bzero(text, sizeof text);
  return good;
}
