/* The list of games, from games.def. */
#include "games/registry.h"

#include <stdio.h>
#include <string.h>

#define GAME(folder, ruleset) extern const Game game_##folder##_##ruleset;
#include "registered_games.def"
#undef GAME

static const Game *const games[] = {
#define GAME(folder, ruleset) &game_##folder##_##ruleset,
#include "registered_games.def"
#undef GAME
};

int games_count(void)
{
    return (int)(sizeof games / sizeof games[0]);
}

const Game *games_at(int index)
{
    return games[index];
}

static void list_names(const char *folder, Text *text)
{
    for (int i = 0; i < games_count(); i++) {
        bool first = i == 0 || strcmp(games[i]->folder, games[i - 1]->folder) != 0;
        if (folder ? strcmp(games[i]->folder, folder) == 0 : first) {
            text_char(text, ' ');
            text_string(text, folder ? games[i]->name : games[i]->folder);
        }
    }
}

int games_find(const char *name, Error *error)
{
    char folder[64];
    snprintf(folder, sizeof folder, "%.*s", (int)strcspn(name, ":"), name);
    const char *ruleset = name[strlen(folder)] == ':' ? name + strlen(folder) + 1 : NULL;
    bool known = false;
    for (int i = 0; i < games_count(); i++) {
        if (strcmp(games[i]->folder, folder) != 0)
            continue;
        known = true;
        if (!ruleset || strcmp(games[i]->ruleset, ruleset) == 0)
            return i;
    }
    char list[256];
    Text text = TEXT_OF(list);
    list_names(known ? folder : NULL, &text);
    error_set(error, STATUS_BAD_ARGUMENT, "unknown %s '%.60s'; there are:%s",
              known ? "ruleset" : "game", name, list);
    return -1;
}
