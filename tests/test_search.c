/* Laws that the search back ends obey on every game. */
#include "tests/players.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The deepest plain search that stays below so many positions. */
static int affordable_depth(const Game *game, int index, const Position *position, uint64_t most)
{
    (void)game;
    int depth = 1;
    for (; depth < 4; depth++) {
        PerftResult result;
        searches_of(index)->perft(position, depth + 1, &(PerftOptions){.threads = 1, .bulk = true},
                                  &result, NULL);
        if (result.nodes > most)
            break;
    }
    return depth;
}

typedef struct Duel {
    Player *one, *other;
    uint64_t most; /* positions of a plain search */
    int compared;
} Duel;

/* The value of the chosen turn itself, so that two equally good turns may differ. */
static void compare_scores(const Game *game, int index, const Position *position, void *context)
{
    Duel *duel = context;
    int most = affordable_depth(game, index, position, duel->most);
    for (int depth = 1; depth <= most; depth++) {
        SearchLimits limits = {.depth = depth};
        duel->one->type->reset(duel->one, 1);
        SearchResult one = think(duel->one, position, &limits);
        SearchResult other = think(duel->other, position, &limits);
        cr_assert_eq(one.score, other.score, "%s: depth %d: alphabeta %d, minimax %d",
                     position_text(game, position), depth, one.score, other.score);
        check_turn_is_legal(game, position, &one.turn);
        duel->compared++;
    }
}

/* Which positions of random walks, see walk_positions. */
typedef struct Sample {
    uint64_t seed;
    int count, stride;
} Sample;

/* Shows a sample to a player and to minimax; returns how many positions the visitor compared. */
static int duel_with_minimax(int index, const char *words, uint64_t most, Sample sample,
                             WalkVisitor *compare)
{
    EngineSpec spec, plain;
    Duel duel = {
        .one = open_player(index, words, &spec),
        .other = open_player(index, "minimax,depth=1", &plain),
        .most = most,
    };
    walk_positions(index, sample.seed, sample.count, sample.stride, compare, &duel);
    duel.one->type->close(duel.one);
    duel.other->type->close(duel.other);
    return duel.compared;
}

ParameterizedTestParameters(search, exact_alphabeta_equals_minimax)
{
    return all_games();
}

ParameterizedTest(int *index, search, exact_alphabeta_equals_minimax)
{
    int compared = duel_with_minimax(*index, "alphabeta,exact=1,depth=1,hash=1", 6000,
                                     (Sample){11, 120, 4}, compare_scores);
    cr_assert(compared >= 120);
}

static void search_twice(const Game *game, int index, const Position *position, void *context)
{
    (void)index;
    Duel *duel = context;
    SearchLimits limits = duel->most ? (SearchLimits){.playouts = 300} : (SearchLimits){.depth = 2};
    duel->one->type->reset(duel->one, 5);
    SearchResult first = think(duel->one, position, &limits);
    duel->one->type->reset(duel->one, 5);
    SearchResult second = think(duel->one, position, &limits);
    cr_assert_eq(first.nodes, second.nodes, "%s", position_text(game, position));
    cr_assert_eq(first.score, second.score);
    cr_assert(memcmp(&first.turn, &second.turn, sizeof first.turn) == 0);
    check_turn_is_legal(game, position, &first.turn);
}

ParameterizedTestParameters(search, same_search_twice_visits_the_same_nodes)
{
    return all_games();
}

ParameterizedTest(int *index, search, same_search_twice_visits_the_same_nodes)
{
    static const char *const words[] = {"alphabeta,depth=1,hash=1", "mcts,playouts=1,hash=1"};
    for (uint64_t i = 0; i < 2; i++) {
        EngineSpec spec;
        Duel duel = {.one = open_player(*index, words[i], &spec), .most = i};
        walk_positions(*index, 13, 12, 7, search_twice, &duel);
        duel.one->type->close(duel.one);
    }
}

static void respect_limits(const Game *game, int index, const Position *position, void *context)
{
    (void)context;
    EngineSpec spec;
    Player *player = open_player(index, "alphabeta,nodes=1,hash=1", &spec);
    for (uint64_t nodes = 1; nodes < 5000; nodes = nodes * 5 + 1) {
        SearchResult result = think(player, position, &(SearchLimits){.nodes = nodes});
        cr_assert(result.nodes <= nodes, "%llu nodes of %llu", (unsigned long long)result.nodes,
                  (unsigned long long)nodes);
        check_turn_is_legal(game, position, &result.turn);
    }
    player->type->close(player);
    player = open_player(index, "mcts,playouts=1,hash=0.001", &spec);
    for (uint64_t playouts = 1; playouts < 500; playouts = playouts * 5 + 1) {
        SearchResult result = think(player, position, &(SearchLimits){.playouts = playouts});
        cr_assert(result.playouts <= playouts);
        check_turn_is_legal(game, position, &result.turn);
    }
    player->type->close(player);
}

ParameterizedTestParameters(search, limits_are_respected_with_any_memory)
{
    return all_games();
}

ParameterizedTest(int *index, search, limits_are_respected_with_any_memory)
{
    walk_positions(*index, 17, 6, 9, respect_limits, NULL);
}

/* The flag is looked at every 512 nodes of a thread, a small part of a millisecond. */
static void stop_at_once(const Game *game, int index, const Position *position, void *context)
{
    static const char *const words[] = {"alphabeta,depth=1,hash=1", "alphabeta,depth=1,threads=2",
                                        "mcts,playouts=1,hash=1", "minimax,depth=1"};
    atomic_bool stop = true;
    (void)context;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        EngineSpec spec;
        Player *player = open_player(index, words[i], &spec);
        SearchResult result = think(player, position, &(SearchLimits){.depth = 30, .stop = &stop});
        cr_assert(result.nodes <= 1024, "%s: %llu nodes after the stop", words[i],
                  (unsigned long long)result.nodes);
        check_turn_is_legal(game, position, &result.turn);
        player->type->close(player);
    }
}

ParameterizedTestParameters(search, stops_when_told)
{
    return all_games();
}

ParameterizedTest(int *index, search, stops_when_told)
{
    walk_positions(*index, 37, 3, 9, stop_at_once, NULL);
}

typedef struct Proofs {
    Player *mcts, *minimax, *deep;
    int proven, wins, depth;
} Proofs;

static void compare_proofs(const Game *game, int index, const Position *position, void *context)
{
    Proofs *proofs = context;
    int depth = affordable_depth(game, index, position, 3000);
    SearchResult plain = think(proofs->minimax, position, &(SearchLimits){.depth = depth});
    bool decided = abs(plain.score) >= SCORE_PROVEN;
    if (!decided)
        return;
    proofs->proven++;
    /* What minimax proves, the fast search proves, too, and never with a shorter way than there is.
     */
    proofs->deep->type->reset(proofs->deep, 1);
    SearchResult fast = think(proofs->deep, position, &(SearchLimits){.nodes = 300000});
    cr_assert(abs(fast.score) >= SCORE_PROVEN && (fast.score > 0) == (plain.score > 0) &&
                  abs(fast.score) <= abs(plain.score),
              "%s: alphabeta %d, minimax %d", position_text(game, position), fast.score,
              plain.score);
    /* And Monte-Carlo search does not prove the opposite. */
    proofs->mcts->type->reset(proofs->mcts, 1);
    SearchResult tree = think(proofs->mcts, position, &(SearchLimits){.playouts = 3000});
    if (tree.stop == STOP_SOLVED)
        cr_assert_eq(tree.score > 0, plain.score > 0, "%s: mcts %d, minimax %d",
                     position_text(game, position), tree.score, plain.score);
    proofs->wins += tree.stop == STOP_SOLVED;
}

ParameterizedTestParameters(search, proven_scores_agree)
{
    return all_games();
}

ParameterizedTest(int *index, search, proven_scores_agree)
{
    EngineSpec specs[3];
    Proofs proofs = {
        .mcts = open_player(*index, "mcts,playouts=1,hash=4", &specs[0]),
        .minimax = open_player(*index, "minimax,depth=1", &specs[1]),
        .deep = open_player(*index, "alphabeta,depth=1,hash=1", &specs[2]),
    };
    walk_positions(*index, 19, 250, 1, compare_proofs, &proofs);
    proofs.mcts->type->close(proofs.mcts);
    proofs.minimax->type->close(proofs.minimax);
    proofs.deep->type->close(proofs.deep);
}

/* What plain search says of a turn, for the player who makes it. */
static Score turn_score(const Game *game, Player *minimax, const Position *after, int depth)
{
    Outcome outcome = game->outcome(after);
    if (outcome == OUTCOME_DRAW)
        return SCORE_DRAW;
    if (outcome != OUTCOME_OPEN)
        return outcome == OUTCOME_LOSS ? SCORE_WIN - 1 : 1 - SCORE_WIN;
    Score score = -think(minimax, after, &(SearchLimits){.depth = depth - 1}).score;
    if (score >= SCORE_PROVEN)
        return score - 1;
    return score <= -SCORE_PROVEN ? score + 1 : score;
}

static void collect_line(void *context, const SearchResult *result)
{
    SearchResult *lines = context;
    lines[result->rank - 1] = *result;
}

enum { LINES = 40 };

/* Every turn as a line of its own has the score of a search of that turn alone. */
static void compare_lines(const Game *game, int index, const Position *position, void *context)
{
    static SearchResult lines[LINES];
    Duel *duel = context;
    uint64_t count = game->count(position);
    (void)index;
    if (count > LINES || (game->quiet_limit && game->quiet(position) + 2 >= game->quiet_limit))
        return;
    memset(lines, 0, sizeof lines);
    SearchResult result;
    duel->one->type->reset(duel->one, 1);
    duel->one->type->choose(duel->one, position, &(PositionHistory){0}, &(SearchLimits){.depth = 2},
                            collect_line, lines, &result);
    for (uint64_t i = 0; i < count; i++) {
        Position after = *position;
        check_turn_is_legal(game, position, &lines[i].turn);
        turn_play(game, &lines[i].turn, &after);
        Score plain = turn_score(game, duel->other, &after, 2);
        cr_assert_eq(lines[i].score, plain, "%s: line %d: %d, minimax %d",
                     position_text(game, position), (int)i + 1, lines[i].score, plain);
        cr_assert(i == 0 || lines[i].score <= lines[i - 1].score);
        for (uint64_t j = 0; j < i; j++)
            cr_assert(memcmp(&lines[j].turn, &lines[i].turn, sizeof(Turn)) != 0);
    }
    cr_assert(count == LINES || lines[count].turn.count == 0, "a line too many");
    cr_assert_eq(result.score, lines[0].score);
    duel->compared++;
}

ParameterizedTestParameters(search, several_lines_are_the_best_turns)
{
    return all_games();
}

ParameterizedTest(int *index, search, several_lines_are_the_best_turns)
{
    int compared = duel_with_minimax(*index, "alphabeta,exact=1,depth=1,hash=1,multipv=40", 0,
                                     (Sample){23, 60, 5}, compare_lines);
    cr_assert(compared > 0);
}

/* Threads share a table and stop each other; what they prove stays true. */
static void search_with_threads(const Game *game, int index, const Position *position,
                                void *context)
{
    Duel *duel = context;
    (void)index;
    duel->one->type->reset(duel->one, 1);
    SearchResult plain = think(duel->other, position, &(SearchLimits){.depth = 2});
    SearchResult one = think(duel->one, position, &(SearchLimits){.depth = 3});
    check_turn_is_legal(game, position, &one.turn);
    cr_assert(one.depth >= 3 || one.stop == STOP_SOLVED);
    if (abs(plain.score) >= SCORE_PROVEN && abs(one.score) >= SCORE_PROVEN)
        cr_assert_eq(one.score > 0, plain.score > 0, "%s", position_text(game, position));
    SearchResult few = think(duel->one, position, &(SearchLimits){.nodes = 1000});
    cr_assert(few.nodes <= 1000);
    check_turn_is_legal(game, position, &few.turn);
}

ParameterizedTestParameters(search, threads_keep_limits_and_proofs)
{
    return all_games();
}

ParameterizedTest(int *index, search, threads_keep_limits_and_proofs)
{
    duel_with_minimax(*index, "alphabeta,depth=1,hash=1,threads=3", 0, (Sample){29, 12, 6},
                      search_with_threads);
}

/* Brute force knows the value, a draw among them; the search finds it. */
static void solve(const Game *game, int index, const Position *position, void *context)
{
    Duel *duel = context;
    int depth = turns_to_the_end(index, position, 60000);
    if (depth < 2)
        return;
    SearchResult plain = think(duel->other, position, &(SearchLimits){.depth = depth});
    duel->one->type->reset(duel->one, 1);
    SearchResult fast = think(duel->one, position, &(SearchLimits){.depth = depth + 10});
    cr_assert((fast.score > 0) == (plain.score > 0) && (fast.score < 0) == (plain.score < 0),
              "%s: alphabeta %d, minimax %d", position_text(game, position), fast.score,
              plain.score);
    cr_assert(abs(fast.score) <= abs(plain.score));
    duel->compared++;
}

ParameterizedTestParameters(search, late_positions_are_solved_as_by_brute_force)
{
    return all_games();
}

ParameterizedTest(int *index, search, late_positions_are_solved_as_by_brute_force)
{
    if (games_at(*index)->quiet_limit > 0 || games_at(*index)->turn_parts)
        return; /* these games may go on for long from everywhere */
    int compared =
        duel_with_minimax(*index, "alphabeta,depth=1,hash=1", 0, (Sample){31, 12000, 1}, solve);
    cr_assert(compared > 300, "%d", compared);
}

Test(search, specs_are_read_and_mistakes_explained)
{
    static const struct {
        const char *words, *message;
    } bad[] = {
        {"alphabeta", "needs a limit"},
        {"alphabeta,depth=0", "expected a whole number from 1 to 200"},
        {"alphabeta,depth=x", "expected a whole number"},
        {"alphabeta,depth", "expected key=value"},
        {"alphabeta,deep=3", "has no option 'deep'"},
        {"mcts,depth=3", "not limited by depth="},
        {"random,nodes=3", "it needs no limit"},
        {"stockfish,depth=3", "unknown back end 'stockfish'"},
        {"", "unknown back end ''"},
        {"alphabeta,depth=3,name=", "name: expected"},
        {"alphabeta,depth=3,hash=-1", "expected a number"},
        {"mcts,playouts=nan", "expected a whole number"},
        {"alphabeta,depth=6.7", "expected a whole number"},
        {"alphabeta,depth=1e300", "expected a whole number"},
        {"alphabeta,depth= 3", "expected a whole number"},
        {"alphabeta,depth=0x3", "expected a whole number"},
        {"alphabeta,depth=2,depth=3", "given twice"},
        {"alphabeta,depth=2,exact=0.5", "expected a whole number"},
        {"alphabeta,depth=2,name=\n", "printable"},
        {"alphabeta,tc=0", "tc: expected"},
        {"alphabeta,tc=40/", "tc: expected"},
        {"alphabeta,tc=0/5", "tc: expected"},
        {"alphabeta,tc=5+", "tc: expected"},
        {"alphabeta,tc=5+1x", "tc: expected"},
        {"alphabeta,tc=1e9", "tc: expected"},
        {"alphabeta,tc=-5", "tc: expected"},
        {"minimax,depth=2,tc=5", "minimax is not limited by tc="},
    };
    EngineSpec spec;
    Error error;
    const PlayerType *const *types = searches_of(0)->players;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_assert_neq(engine_spec_parse(bad[i].words, types, &spec, &error), STATUS_OK, "%s",
                      bad[i].words);
        cr_assert(strstr(error.text, bad[i].message), "'%s': %s", bad[i].words, error.text);
    }
    cr_assert_eq(engine_spec_parse("name=A,nodes=2e6,backend=alphabeta,hash=2,exact=1", types,
                                   &spec, &error),
                 STATUS_OK, "%s", error.text);
    cr_assert_str_eq(spec.name, "A");
    cr_assert_str_eq(spec.type->name, "alphabeta");
    cr_assert_eq(spec.limits.nodes, 2000000);
    cr_assert_eq(spec.options.hash_bytes, 2 << 20);
    cr_assert_eq((int)spec.options.values[0], 1);
}

/* Whatever share of its limits each turn takes, the clock never runs out. */
Test(time_control, limits_never_exceed_the_clock)
{
    static const char *const controls[] = {"1", "0.05", "10+0.1", "40/60", "1/0.1", "3/0.2+0.001"};
    Random random = random_from(1);
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++) {
        TimeControl control;
        cr_assert_eq(time_control_parse(controls[i], &control, NULL), STATUS_OK);
        for (uint32_t greed = 1; greed <= 16; greed++) {
            Clock clock = time_control_start(&control);
            for (int turn = 0; turn < 500; turn++) {
                SearchLimits limits = {0};
                time_control_limit(&control, &clock, &limits);
                cr_assert(limits.nanoseconds > 0 && limits.soft_nanoseconds <= limits.nanoseconds);
                uint64_t most = limits.nanoseconds,
                         spent = most - random_below(&random, greed) * most / 16;
                if (clock.left < 4) /* what no one can play in */
                    break;
                cr_assert(time_control_spend(&control, &clock, spent), "%s: turn %d", controls[i],
                          turn);
            }
        }
    }
    TimeControl control = {.turns = 2, .time = 100, .increment = 10};
    Clock clock = time_control_start(&control);
    cr_assert(time_control_spend(&control, &clock, 30) && clock.left == 80 && clock.turns == 1);
    cr_assert(time_control_spend(&control, &clock, 79) && clock.left == 111 && clock.turns == 2);
    cr_assert_not(time_control_spend(&control, &clock, 111));
}
