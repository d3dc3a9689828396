/* The kits of all games, in the order of games.def. */
#include "search/registry.h"

#define GAME(folder, ruleset) extern const SearchKit searches_##folder##_##ruleset;
#include "registered_games.def"
#undef GAME

static const SearchKit *const kits[] = {
#define GAME(folder, ruleset) &searches_##folder##_##ruleset,
#include "registered_games.def"
#undef GAME
};

const SearchKit *searches_of(int index)
{
    return kits[index];
}
