/* Memory for tables and trees, whose accesses jump about. */
#ifndef ENGINE_MEMORY_H
#define ENGINE_MEMORY_H

#include <stddef.h>

/* At least so many bytes (not 0), not cleared, on a cache line and on huge pages where the system
 * has them; NULL if there are none. The caller frees them. */
void *memory_large(size_t bytes);

#endif
