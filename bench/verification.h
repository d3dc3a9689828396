/* Checks what a search has proven by the rules alone. */
#ifndef BENCH_VERIFICATION_H
#define BENCH_VERIFICATION_H

#include "bench/command.h"

/* What is known of a proven result. */
typedef struct Verification {
    Outcome claim;            /* OUTCOME_OPEN: the search has proven nothing */
    uint64_t proof_positions; /* in the proof written down, 0 = there is none */
    VerifyResult result;
} Verification;

/* What the result claims to be proven for the side to move. */
Outcome verification_claim(const Player *player, const SearchResult *result);

/* Writes down the proof of the last search and, if `check`, checks it; a back end that cannot write
 * it down is asked for the winner's move in each position, by searching it within the limits. */
Status verification_run(Verification *verification, const Setting *setting, Player *player,
                        const SearchResult *result, const SearchLimits *limits, bool check,
                        Error *error);

/* Writes what was found, without a newline; as a JSON object if `json`. */
void verification_write(const Verification *verification, const Game *game, bool check, bool json,
                        Text *text);

#endif
