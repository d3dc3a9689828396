/* Proofs: open addressing with linear probing, at most half full. */
#include "engine/certificate.h"

#include <stdbool.h>
#include <stdlib.h>

enum { CAPACITY_FIRST = 1024 };

Status certificate_open(Certificate *certificate, Error *error)
{
    *certificate = (Certificate){.capacity = CAPACITY_FIRST};
    certificate->steps = calloc(certificate->capacity, sizeof *certificate->steps);
    return certificate->steps ? STATUS_OK
                              : error_set(error, STATUS_NO_MEMORY, "no memory for a proof");
}

void certificate_close(Certificate *certificate)
{
    free(certificate->steps);
    *certificate = (Certificate){0};
}

/* The place of a key: its step or the empty one where it belongs. Keys are hashes already. */
static CertificateStep *place_of(const Certificate *certificate, uint64_t key)
{
    size_t mask = certificate->capacity - 1, at = (size_t)key & mask;
    while (certificate->steps[at].state && certificate->steps[at].key != key)
        at = (at + 1) & mask;
    return &certificate->steps[at];
}

static Status grow(Certificate *certificate, Error *error)
{
    Certificate larger = {.capacity = 2 * certificate->capacity, .count = certificate->count};
    larger.steps = calloc(larger.capacity, sizeof *larger.steps);
    if (!larger.steps)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a proof of %zu positions",
                         certificate->count);
    for (size_t i = 0; i < certificate->capacity; i++)
        if (certificate->steps[i].state)
            *place_of(&larger, certificate->steps[i].key) = certificate->steps[i];
    free(certificate->steps);
    *certificate = larger;
    return STATUS_OK;
}

CertificateStep *certificate_find(const Certificate *certificate, uint64_t key)
{
    CertificateStep *step = place_of(certificate, key);
    return step->state ? step : NULL;
}

Status certificate_put(Certificate *certificate, const CertificateStep *step, Error *error)
{
    CertificateStep *place = place_of(certificate, step->key);
    bool is_new = place->state == 0;
    if (is_new && 2 * (certificate->count + 1) > certificate->capacity) {
        Status status = grow(certificate, error);
        if (status != STATUS_OK)
            return status;
        place = place_of(certificate, step->key);
    }
    *place = *step;
    certificate->count += is_new;
    return STATUS_OK;
}
