/* What Monte-Carlo tree search promises, whatever its parts. */
#include "search/elementary.h"
#include "tests/players.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Every part at least once, threads and a tree that is full again and again among them. */
static const char *const variants[] = {
    "hash=1",
    "hash=4,bandit=0,fpu=0,cutoff=-1,minimax=0,batch=1",
    "hash=1,batch=2",
    "hash=0.001,bandit=0,fpu=0,cutoff=-1,minimax=0,batch=2",
    "hash=1,bandit=1,fpu=0,cutoff=-1,playout=1,c=0.7",
    "hash=1,bandit=2,fpu=2,cutoff=0,quiet=1,minimax=0.4,expand=0",
    "hash=0.001,bandit=2,fpu=1,cutoff=3,playout=3",
    "hash=1,bandit=0,cutoff=-1,rave=100,ref=20,playout=2,history=1,final=1,batch=2",
    "hash=1,bandit=0,cutoff=-1,pn=0.5,bias=1,final=2,expand=3,batch=3",
    "hash=0.05,threads=3,batch=2,pn=0.5,rave=50,ref=1,bandit=2,fpu=2,cutoff=4",
    "hash=0.05,threads=2,parallel=1,minimax=0.2",
    "hash=1,threads=3,batch=2,cutoff=0,rave=50,minimax=0.2",
};

enum { VARIANTS = sizeof variants / sizeof variants[0], CHILDREN = 200 };

static Player *open_variant(int index, int variant)
{
    char words[256];
    Text text = TEXT_OF(words);
    EngineSpec spec;
    text_format(&text, "mcts,playouts=1,%s", variants[variant]);
    return open_player(index, words, &spec);
}

typedef struct Referee {
    Player *players[VARIANTS], *minimax, *deep;
    int next, proven, unsure, lines;
} Referee;

static int sign(Score score)
{
    return (score > 0) - (score < 0);
}

/* Holds a result called proven (-1, 0, 1 for the side to move) against a plain search, and if that
 * does not see far enough, against alpha-beta. */
static void check_proof(Referee *referee, const Game *game, int index, const Position *position,
                        int lower, int upper, const char *words)
{
    if ((lower == -1 && upper == 1) ||
        position_history_draw(game, position, &(PositionHistory){0}) != HISTORY_OPEN)
        return;
    int end = turns_to_the_end(index, position, 3000), value = 0;
    SearchResult plain = think(referee->minimax, position, &(SearchLimits){.depth = end ? end : 2});
    if (!end && abs(plain.score) < SCORE_PROVEN) {
        referee->deep->type->reset(referee->deep, 1);
        plain = think(referee->deep, position, &(SearchLimits){.nodes = 200000});
    }
    if (!end && abs(plain.score) < SCORE_PROVEN) {
        referee->unsure++;
        return;
    }
    value = sign(plain.score);
    referee->proven++;
    cr_assert(lower <= value && value <= upper, "%s: %s: proven %d to %d, searched %d", words,
              position_text(game, position), lower, upper, value);
}

/* The root and each of its moves. */
static void check_proofs(const Game *game, int index, const Position *position, void *context)
{
    static PlayerChild children[CHILDREN];
    Referee *referee = context;
    int variant = referee->next++ % VARIANTS;
    Player *player = referee->players[variant];
    player->type->reset(player, 1);
    SearchResult result = think(player, position, &(SearchLimits){.playouts = 150});
    check_turn_is_legal(game, position, &result.turn);
    cr_assert(result.playouts <= 150 && result.visits >= result.playouts);
    cr_assert_eq(result.wdl[0] + result.wdl[1] + result.wdl[2], 1000, "%s: %s: wdl %d %d %d",
                 variants[variant], position_text(game, position), result.wdl[0], result.wdl[1],
                 result.wdl[2]);
    if (result.stop == STOP_SOLVED)
        check_proof(referee, game, index, position, sign(result.score), sign(result.score),
                    variants[variant]);
    int count = player->type->children(player, children, CHILDREN), checked = 0;
    for (int i = 0; i < count && checked < 2 && !game->turn_parts; i++) {
        Position after = *position;
        turn_play(game, &children[i].turn, &after);
        if ((children[i].lower == 0 && children[i].upper == 2) ||
            game->outcome(&after) != OUTCOME_OPEN)
            continue;
        checked++;
        check_proof(referee, game, index, &after, 1 - children[i].upper, 1 - children[i].lower,
                    variants[variant]);
    }
    referee->lines += count;
}

ParameterizedTestParameters(mcts, what_is_proven_is_true)
{
    return all_games();
}

ParameterizedTest(int *index, mcts, what_is_proven_is_true)
{
    EngineSpec spec;
    Referee referee = {
        .minimax = open_player(*index, "minimax,depth=1", &spec),
        .deep = open_player(*index, "alphabeta,depth=1,hash=1", &spec),
    };
    for (int i = 0; i < VARIANTS; i++)
        referee.players[i] = open_variant(*index, i);
    walk_positions(*index, 41, 350, 2, check_proofs, &referee);
    cr_assert(referee.proven >= 5, "%s: only %d proofs met", games_at(*index)->name,
              referee.proven);
    cr_assert(referee.unsure <= referee.proven / 4 + 8, "%s: %d of %d proofs not checked",
              games_at(*index)->name, referee.unsure, referee.proven);
    for (int i = 0; i < VARIANTS; i++)
        referee.players[i]->type->close(referee.players[i]);
    referee.minimax->type->close(referee.minimax);
    referee.deep->type->close(referee.deep);
}

/* A first search visits what it plays; the next one of the same game knows some of it. */
static void keep_the_tree(const Game *game, int index, const Position *position, void *context)
{
    uint64_t keys[2] = {game->key(position)};
    Player *player = context;
    Position after = *position;
    Turn turn;
    (void)index;
    player->type->reset(player, 1);
    SearchResult result = think(player, position, &(SearchLimits){.playouts = 2000});
    cr_assert_eq(result.visits, result.playouts);
    if (result.stop == STOP_SOLVED || result.line_count < 3 || game->turn_parts)
        return;
    turn = (Turn){.count = 1, .parts = {result.line[0]}};
    turn_play(game, &turn, &after);
    keys[1] = game->key(&after);
    turn = (Turn){.count = 1, .parts = {result.line[1]}};
    turn_play(game, &turn, &after);
    PositionHistory history = {.keys = keys, .count = 2};
    if (game->outcome(&after) != OUTCOME_OPEN ||
        position_history_draw(game, &after, &history) != HISTORY_OPEN)
        return;
    SearchLimits limits = {.playouts = 100};
    SearchResult next, fresh;
    player->type->choose(player, &after, &history, &limits, NULL, NULL, &next);
    cr_assert(next.visits > next.playouts, "%s: nothing kept", position_text(game, &after));
    check_turn_is_legal(game, &after, &next.turn);
    player->type->choose(player, position, &(PositionHistory){0}, &limits, NULL, NULL, &fresh);
    cr_assert_eq(fresh.visits, fresh.playouts, "another game's tree was kept");
    player->type->reset(player, 1);
    player->type->choose(player, &after, &history, &limits, NULL, NULL, &fresh);
    cr_assert_eq(fresh.visits, fresh.playouts, "reset does not forget");
}

ParameterizedTestParameters(mcts, tree_is_kept_within_a_game)
{
    return all_games();
}

ParameterizedTest(int *index, mcts, tree_is_kept_within_a_game)
{
    EngineSpec spec;
    Player *player = open_player(*index, "mcts,playouts=1,hash=1", &spec);
    walk_positions(*index, 43, 6, 5, keep_the_tree, player);
    player->type->close(player);
}

/* Whatever the parts: the same search twice, and every move is listed with its visits. */
static void search_with_all_parts(const Game *game, int index, const Position *position,
                                  void *context)
{
    static PlayerChild children[MOVES_MAX];
    (void)context;
    for (int i = 0; i < VARIANTS; i++) {
        Player *player = open_variant(index, i);
        SearchLimits limits = {.playouts = 400};
        Move moves[MOVES_MAX];
        SearchResult first = think(player, position, &limits), second;
        int count = player->type->children(player, children, MOVES_MAX);
        uint64_t visits = 0;
        double priors = 0;
        for (int j = 0; j < count; j++) {
            visits += children[j].visits;
            priors += children[j].prior;
            cr_assert(children[j].value >= 0 && children[j].value <= 1);
            cr_assert(0 <= children[j].lower && children[j].lower <= children[j].upper &&
                      children[j].upper <= 2);
            check_turn_is_legal(game, position, &children[j].turn);
        }
        cr_assert_eq(count, game->moves(position, moves), "%s", variants[i]);
        bool alone = !strstr(variants[i], "threads"); /* others wait at the root for its children */
        cr_assert(visits <= first.visits && (!alone || visits + 6 >= first.visits),
                  "%s: %llu of %llu visits", variants[i], (unsigned long long)visits,
                  (unsigned long long)first.visits);
        if (priors > 0)
            cr_assert(fabs(priors - 1) < 0.01 * count, "%s: %g", variants[i], priors);
        player->type->reset(player, 1);
        second = think(player, position, &limits);
        if (alone) {
            cr_assert_eq(first.nodes, second.nodes, "%s", variants[i]);
            cr_assert(memcmp(&first.turn, &second.turn, sizeof first.turn) == 0);
        }
        player->type->close(player);
    }
}

ParameterizedTestParameters(mcts, any_parts_go_together)
{
    return all_games();
}

ParameterizedTest(int *index, mcts, any_parts_go_together)
{
    walk_positions(*index, 47, 4, 9, search_with_all_parts, NULL);
}

Test(mcts, own_functions_are_those_of_the_library)
{
    for (double x = 1e-3; x < 1e9; x *= 1.1)
        cr_assert(fabs(natural_log(x) - log(x)) < 1e-8 * (1 + fabs(log(x))), "ln %g", x);
    for (double x = -30; x < 30; x += 0.07) {
        cr_assert(fabs(exponential(x) / exp(x) - 1) < 1e-8, "exp %g", x);
        cr_assert(fabs(logistic(x) + logistic(-x) - 1) < 1e-8);
    }
    cr_assert(exponential(-1e9) > 0 && isfinite(exponential(1e9)));
}
