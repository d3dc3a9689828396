/* Whole files in memory. */
#ifndef ENGINE_FILE_H
#define ENGINE_FILE_H

#include "engine/status.h"

#include <stddef.h>

/* All bytes of a file (or pipe) of at most `limit` bytes, and a terminator behind them, which
 * `size` does not count. The caller frees them; on failure they are NULL. */
Status file_read(const char *path, size_t limit, char **bytes, size_t *size, Error *error);

/* The same for a text without bytes 0; `kind` says in an error what it is not: "a configuration".
 */
Status file_read_text(const char *path, size_t limit, const char *kind, char **string,
                      Error *error);

#endif
