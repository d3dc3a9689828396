/* The cluster in builds without MPI: there is none. */
#include "bench/cluster.h"

#include <stdlib.h>

Status cluster_open(Cluster **cluster, Error *error)
{
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    *cluster = NULL;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const char *size = getenv(sizes[i]);
        if (size && strtol(size, NULL, 10) > 1)
            return error_set(error, STATUS_BAD_ARGUMENT,
                             "started as %.10s processes by MPI, but built without it: each would "
                             "play everything; build with -DSKIRMISH_MPI=ON",
                             size);
    }
    return STATUS_OK;
}

void cluster_close(Cluster *cluster)
{
    (void)cluster;
}

bool cluster_is_worker(const Cluster *cluster)
{
    return cluster != NULL;
}

int cluster_workers(const Cluster *cluster)
{
    return cluster != NULL;
}

Status cluster_play(Cluster *cluster, Tournament *tournament, const PoolOptions *options,
                    const char *config, Error *error)
{
    (void)cluster, (void)config;
    return pool_play(tournament, options, error);
}

Status cluster_work(Cluster *cluster, Error *error)
{
    (void)cluster;
    return error_set(error, STATUS_BAD_ARGUMENT, "built without MPI");
}
