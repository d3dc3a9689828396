/* What tests of search back ends share: players out of specs, and what they answer. */
#ifndef TESTS_PLAYERS_H
#define TESTS_PLAYERS_H

#include "tests/walks.h"

/* Opens a player from a spec; closed by the end of the test's process or by the caller. */
static inline Player *open_player(int index, const char *words, EngineSpec *spec)
{
    Error error = {0};
    Player *player = NULL;
    cr_assert_eq(engine_spec_parse(words, searches_of(index)->players, spec, &error), STATUS_OK,
                 "%s", error.text);
    cr_assert_eq(spec->type->open(&spec->options, &player, &error), STATUS_OK, "%s", error.text);
    player->type->reset(player, 1);
    return player;
}

static inline SearchResult think(Player *player, const Position *position,
                                 const SearchLimits *limits)
{
    SearchResult result;
    player->type->choose(player, position, &(PositionHistory){0}, limits, NULL, NULL, &result);
    return result;
}

static inline void check_turn_is_legal(const Game *game, const Position *position, const Turn *turn)
{
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    Turn again;
    game->turn_format(position, turn, &text);
    cr_assert_eq(game->turn_parse(position, line, &again, NULL), STATUS_OK, "%s: %s",
                 position_text(game, position), line);
}

/* The number of turns that the longest game from here can still take if all games together have not
 * too many positions, otherwise 0. */
static inline int turns_to_the_end(int index, const Position *position, uint64_t most)
{
    uint64_t positions = 0;
    for (int depth = 1; depth < 40; depth++) {
        PerftResult result;
        searches_of(index)->perft(position, depth, &(PerftOptions){.threads = 1, .bulk = true},
                                  &result, NULL);
        positions += result.nodes;
        if (positions > most)
            return 0;
        if (result.nodes == 0)
            return depth - 1;
    }
    return 0;
}

#endif
