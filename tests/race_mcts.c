/* Monte-Carlo search with threads on one tree and on one each, with all that they share, for the
 * thread sanitizer: Criterion cannot start under it. Small trees are recycled again and again. */
#include "games/registry.h"
#include "search/registry.h"

#include <stdio.h>

static void count_report(void *context, const SearchResult *result)
{
    *(uint64_t *)context += result->visits > 0;
}

/* Some turns of a game, so that the tree is kept from one to the next. */
static bool play(int index, const char *parts)
{
    const Game *game = games_at(index);
    EngineSpec spec;
    Player *player = NULL;
    Position position;
    uint64_t keys[4], reports = 0, playouts = 0;
    char words[256];
    Text text = TEXT_OF(words);
    text_format(&text, "mcts,threads=4,%s", parts);
    game->start(NULL, &position);
    if (engine_spec_parse(words, searches_of(index)->players, &spec, NULL) != STATUS_OK ||
        spec.type->open(&spec.options, &player, NULL) != STATUS_OK)
        return false;
    player->type->reset(player, 1);
    for (int i = 0; i < 4 && game->outcome(&position) == OUTCOME_OPEN; i++) {
        PositionHistory history = {.keys = keys, .count = i};
        SearchResult result;
        player->type->choose(player, &position, &history, &spec.limits, count_report, &reports,
                             &result);
        playouts += result.playouts;
        keys[i] = game->key(&position);
        turn_play(game, &result.turn, &position);
    }
    player->type->close(player);
    return playouts > 0 && reports > 0;
}

int main(void)
{
    static const char *const parts[] = {
        "playouts=1000,hash=0.05,batch=2,bandit=0,fpu=0,cutoff=-1,minimax=0",
        "playouts=1000,hash=0.1,batch=3,bandit=2,fpu=2,cutoff=0,minimax=0.3,pn=0.5,bias=1",
        "playouts=1000,hash=0.2,batch=2,bandit=0,cutoff=-1,rave=100,ref=5,playout=2,history=1",
        "playouts=1000,hash=0.1,parallel=1,bandit=1,cutoff=-1",
        "playouts=4000,hash=1,batch=4,cutoff=0,pn=0.1,rave=100",
    };
    for (int i = 0; i < games_count(); i++)
        for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++)
            if (!play(i, parts[j])) {
                printf("%s: %s failed\n", games_at(i)->name, parts[j]);
                return 1;
            }
    printf("threaded Monte-Carlo search: %d games\n", games_count());
    return 0;
}
