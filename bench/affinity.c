/* Binding threads to processors: Linux, and its description of cores in /sys. */
#include "bench/affinity.h"

#include <sched.h>
#include <stdio.h>

int affinity_processors(void)
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return 1;
    return CPU_COUNT(&allowed);
}

/* Whether the processor is the first one of its core; true where that is not known. */
static bool is_first_of_core(int processor)
{
    char path[128];
    int first = processor;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
             processor);
    FILE *file = fopen(path, "r");
    if (!file)
        return true;
    char line[64];
    if (fgets(line, sizeof line, file)) {
        first = 0;
        for (const char *c = line; *c >= '0' && *c <= '9'; c++)
            first = 10 * first + (*c - '0');
    }
    fclose(file);
    return first == processor;
}

int affinity_cores(void)
{
    cpu_set_t allowed;
    int cores = 0;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        for (int i = 0; i < CPU_SETSIZE; i++)
            cores += CPU_ISSET((size_t)i, &allowed) && is_first_of_core(i);
    return cores ? cores : 1;
}

/* The index-th allowed processor, first ones of cores before the others. */
static int find_processor(const cpu_set_t *allowed, int index)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < CPU_SETSIZE; i++)
            if (CPU_ISSET((size_t)i, allowed) && is_first_of_core(i) == (pass == 0) && index-- == 0)
                return i;
    return -1;
}

static bool bind_to(int processor)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    if (processor < 0)
        return false;
    CPU_SET((size_t)processor, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

bool affinity_bind(int index)
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return false;
    return bind_to(find_processor(&allowed, index % CPU_COUNT(&allowed)));
}

bool affinity_bind_here(void)
{
    return bind_to(sched_getcpu());
}
