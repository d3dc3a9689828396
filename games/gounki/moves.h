/* Listing and counting moves by the sets of start cells. */
#ifndef GAMES_GOUNKI_MOVES_H
#define GAMES_GOUNKI_MOVES_H

#include "games/gounki/sources.h"

static ALWAYS_INLINE int moves_list(const uint64_t sources[ACTIONS], Move *moves)
{
    int count = 0;
    for (int action = 0; action < ACTIONS; action++)
        for (uint64_t starts = sources[action]; starts;)
            moves[count++] = move_pack(bits_pop(&starts), action);
    return count;
}

static inline int game_moves(const GamePosition *position, Move *moves)
{
    if (game_outcome(position) != OUTCOME_OPEN)
        return 0;
    uint64_t sources[ACTIONS];
    action_sources(position, false, sources);
    return moves_list(sources, moves);
}

static inline int game_noisy_moves(const GamePosition *position, Move *moves)
{
    if (game_outcome(position) != OUTCOME_OPEN)
        return 0;
    uint64_t sources[ACTIONS], calm[ACTIONS];
    action_sources(position, false, sources);
    action_sources(position, true, calm);
    for (int action = 0; action < ACTIONS; action++)
        sources[action] &= ~calm[action];
    return moves_list(sources, moves);
}

static inline uint64_t game_count(const GamePosition *position)
{
    if (game_outcome(position) != OUTCOME_OPEN)
        return 0;
    uint64_t sources[ACTIONS];
    action_sources(position, false, sources);
    int count = 0;
    for (int action = 0; action < ACTIONS; action++)
        count += bits_count(sources[action]);
    return (uint64_t)count;
}

#endif
