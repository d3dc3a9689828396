/* The proof of a result: a strategy, written down position by position, that a checker can follow
 * without the search that found it. A hash map from the positions' keys, grown as needed. */
#ifndef ENGINE_CERTIFICATE_H
#define ENGINE_CERTIFICATE_H

#include "engine/move.h"
#include "engine/status.h"

#include <stddef.h>
#include <stdint.h>

/* One position, for the strategy of one player; a draw needs both players' strategies. */
typedef struct CertificateStep {
    uint64_t key;  /* certificate_key */
    Move move;     /* what the prover plays; MOVE_NONE where the other player is to move */
    int16_t quiet; /* plies without progress with which the position was met */
    uint8_t state; /* for whoever walks over the proof; not 0 */
} CertificateStep;

typedef struct Certificate {
    CertificateStep *steps; /* owned; state 0 = empty */
    size_t capacity, count;
} Certificate;

/* The key of a position (Game.key) in the strategy of player 0 or 1. */
static inline uint64_t certificate_key(uint64_t key, int player)
{
    return player ? key ^ UINT64_C(0x9e3779b97f4a7c15) : key;
}

/* An empty proof. */
Status certificate_open(Certificate *certificate, Error *error);
void certificate_close(Certificate *certificate);

/* The step of a position; NULL if there is none. Valid until the next certificate_put. */
CertificateStep *certificate_find(const Certificate *certificate, uint64_t key);

/* Enters or replaces a step. */
Status certificate_put(Certificate *certificate, const CertificateStep *step, Error *error);

#endif
