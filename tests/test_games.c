/* Laws that every registered game obeys, and the games' perft suites. */
#include "tests/walks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS_LISTED_MAX = 20000 };

/* Everything that turn_each visits, for comparisons. */
typedef struct TurnList {
    const Game *game;
    const Position *root;
    Random random;
    int count, texts;
    uint64_t keys[TURNS_LISTED_MAX];
} TurnList;

static void check_turn_text(const TurnList *list, const Turn *turn, const Position *after)
{
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    Error error = {0};
    Turn again;
    list->game->turn_format(list->root, turn, &text);
    cr_assert(!text.overflow && text.length > 0);
    cr_assert_eq(list->game->turn_parse(list->root, line, &again, &error), STATUS_OK, "%s: %s: %s",
                 position_text(list->game, list->root), line, error.text);
    Position played = *list->root;
    turn_play(list->game, &again, &played);
    cr_assert(position_same(list->game, &played, after), "%s: move %s reads as another one",
              position_text(list->game, list->root), line);
}

static bool check_turn(void *context, const Turn *turn, const Position *after)
{
    TurnList *list = context;
    const Game *game = list->game;
    cr_assert_not(game->mid_turn(after));
    cr_assert_neq(game->mover(after), game->mover(list->root), "turns alternate");
    int quiet = game->quiet(after);
    cr_assert(quiet == 0 || quiet == game->quiet(list->root) + 1);
    /* A canonical text can be costly to find: check all of a short list, some of a long one. */
    if (list->count < 40 || random_below(&list->random, 50) == 0) {
        check_turn_text(list, turn, after);
        list->texts++;
    }
    list->keys[list->count++] = game->key(after);
    return list->count < TURNS_LISTED_MAX;
}

static int compare_keys(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* Whole turns that a game may make in a way of its own: those of perft's played leaves, and the
 * random ones of playouts. The keys are sorted. */
static void check_whole_turns(const TurnList *list, const SearchKit *kit)
{
    const Game *game = list->game;
    PerftResult leaves = {0};
    uint64_t sum = 0;
    for (int i = 0; i < list->count; i++)
        sum += list->keys[i];
    kit->perft(list->root, 1, &(PerftOptions){.threads = 1}, &leaves, NULL);
    cr_assert_eq(leaves.nodes, (uint64_t)list->count);
    cr_assert_eq(leaves.key_sum, sum, "%s: leaves are not the turns",
                 position_text(game, list->root));
    Random random = random_from(sum);
    for (int i = 0; i < 200; i++) {
        Position after = *list->root;
        cr_assert_eq(game->random_turn(&after, &random), list->count > 0);
        uint64_t key = game->key(&after);
        cr_assert(list->count == 0 ||
                      bsearch(&key, list->keys, (size_t)list->count, sizeof key, compare_keys),
                  "%s: an illegal random turn", position_text(game, list->root));
    }
}

static void check_turns(const Game *game, int index, const Position *position)
{
    static TurnList list;
    list = (TurnList){.game = game, .root = position, .random = random_from(1)};
    turn_each(game, position, check_turn, &list);
    if (list.count == TURNS_LISTED_MAX)
        return;
    cr_assert_eq((uint64_t)list.count, game->count(position), "%s: %d turns listed, %llu counted",
                 position_text(game, position), list.count,
                 (unsigned long long)game->count(position));
    qsort(list.keys, (size_t)list.count, sizeof list.keys[0], compare_keys);
    for (int i = 1; i < list.count; i++)
        cr_assert_neq(list.keys[i], list.keys[i - 1], "%s: two turns lead to one position",
                      position_text(game, position));
    check_whole_turns(&list, searches_of(index));
}

static void check_moves(const Game *game, const Position *position)
{
    Move moves[MOVES_MAX], noisy[MOVES_MAX];
    int count = game->moves(position, moves), noisy_count = game->noisy_moves(position, noisy);
    cr_assert(count <= game->moves_max);
    cr_assert_eq(count > 0, game->outcome(position) == OUTCOME_OPEN);
    cr_assert_eq(count > 0, game->count(position) > 0);
    cr_assert(game->turn_parts || game->count(position) == (uint64_t)count);
    for (int i = 0; i < count; i++) {
        cr_assert_neq(moves[i], (Move)MOVE_NONE);
        for (int j = 0; j < i; j++)
            cr_assert_neq(moves[i], moves[j], "%s: a move listed twice",
                          position_text(game, position));
    }
    for (int i = 0; i < noisy_count; i++) {
        bool legal = false;
        for (int j = 0; j < count; j++)
            legal |= moves[j] == noisy[i];
        cr_assert(legal, "%s: an illegal noisy move", position_text(game, position));
    }
}

static void check_text(const Game *game, const Position *position)
{
    Position again;
    Error error = {0};
    char line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(line);
    game->format(position, &text);
    cr_assert_eq(game->parse(NULL, line, &again, &error), STATUS_OK, "%s: %s", line, error.text);
    cr_assert(position_same(game, &again, position), "%s does not round-trip", line);
    cr_assert_eq(game->quiet(&again), game->quiet(position));
    cr_assert_str_eq(position_text(game, &again), line, "counters do not round-trip");
    cr_assert_eq(game->key(&again), game->key(position));
}

static void check_symmetries(const Game *game, const Position *position)
{
    int weights[256];
    for (int i = 0; i < game->weight_count; i++)
        weights[i] = game->weights[i].value;
    Score score = game->outcome(position) == OUTCOME_OPEN ? game->evaluate(position, weights) : 0;
    cr_assert(abs(score) <= SCORE_EVALUATION_MAX);
    for (int i = 0; i < game->symmetries; i++) {
        Position image;
        game->transform(position, i, &image);
        check_text(game, &image);
        cr_assert_eq(game->outcome(&image), game->outcome(position));
        cr_assert_eq(game->count(&image), game->count(position), "%s: symmetry %d",
                     position_text(game, position), i);
        if (game->outcome(position) == OUTCOME_OPEN)
            cr_assert_eq(game->evaluate(&image, weights), score, "%s: symmetry %d",
                         position_text(game, position), i);
    }
}

/* The evaluation is linear in its weights, these and others. */
static void check_features(const Game *game, int index, const Position *position)
{
    float coefficients[WEIGHTS_MAX];
    int weights[WEIGHTS_MAX];
    Random random = random_from(game->key(position));
    searches_of(index)->features(position, coefficients);
    for (int i = 0; i < game->weight_count; i++)
        weights[i] = game->weights[i].value;
    cr_assert(features_match(game, position, weights, coefficients), "%s: %s", game->name,
              position_text(game, position));
    for (int i = 0; i < game->weight_count; i++)
        weights[i] = (int)random_below(&random, 201) - 100;
    cr_assert(features_match(game, position, weights, coefficients), "%s: %s", game->name,
              position_text(game, position));
}

static void check_laws(const Game *game, int index, const Position *position, void *context)
{
    (void)context;
    check_features(game, index, position);
    check_text(game, position);
    check_moves(game, position);
    check_turns(game, index, position);
    check_symmetries(game, position);
}

ParameterizedTestParameters(games, random_walks_keep_the_laws)
{
    return all_games();
}

ParameterizedTest(int *index, games, random_walks_keep_the_laws)
{
    const Game *game = games_at(*index);
    walk_positions(*index, 7, game->turn_parts ? 150 : 600, 3, check_laws, NULL);
}

/* Plays random games to their end: finished positions have no moves and a named ending. */
ParameterizedTestParameters(games, finished_positions_are_finished)
{
    return all_games();
}

ParameterizedTest(int *index, games, finished_positions_are_finished)
{
    const Game *game = games_at(*index);
    int finished = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        Random random = random_from(seed);
        Position position;
        game->start(NULL, &position);
        for (int ply = 0; ply < 300 && game->outcome(&position) == OUTCOME_OPEN; ply++) {
            Turn turn;
            turn_random(game, &position, &random, &turn);
            turn_play(game, &turn, &position);
        }
        if (game->outcome(&position) == OUTCOME_OPEN)
            continue;
        finished++;
        check_text(game, &position);
        check_moves(game, &position);
        check_symmetries(game, &position);
        cr_assert(strlen(game->ending(&position)) > 0);
        cr_assert_eq(game->random_move(&position, &random), (Move)MOVE_NONE);
        cr_assert_not(game->random_turn(&position, &random));
    }
    cr_assert(finished > 0, "no random game of %s came to an end", game->name);
}

static void check_uniform(const Game *game, int index, const Position *position, void *context)
{
    enum { DRAWS_PER_MOVE = 200 };
    (void)index, (void)context;
    Move moves[MOVES_MAX];
    int counts[MOVES_MAX] = {0}, count = game->moves(position, moves);
    Random random = random_from(game->key(position));
    for (int i = 0; i < count * DRAWS_PER_MOVE; i++) {
        Move move = game->random_move(position, &random);
        int at = 0;
        while (at < count && moves[at] != move)
            at++;
        cr_assert(at < count, "%s: an illegal random move", position_text(game, position));
        counts[at]++;
    }
    double chi_square = 0;
    for (int i = 0; i < count; i++) {
        double off = counts[i] - DRAWS_PER_MOVE;
        chi_square += off * off / DRAWS_PER_MOVE;
    }
    /* Mean count - 1, variance 2 (count - 1): six standard deviations and room for small counts. */
    double free = count - 1;
    double limit = free + 6 * sqrt(2 * free) + 20;
    cr_assert(chi_square <= limit, "%s: random moves are not uniform: %.1f > %.1f",
              position_text(game, position), chi_square, limit);
}

ParameterizedTestParameters(games, random_moves_are_uniform)
{
    return all_games();
}

ParameterizedTest(int *index, games, random_moves_are_uniform)
{
    /* In a game of parts a random part follows its own law, documented with the game. */
    if (!games_at(*index)->turn_parts)
        walk_positions(*index, 3, 40, 5, check_uniform, NULL);
}

/* One line of a perft suite, checked with and without bulk counting, threads and table. */
static void check_perft(const Game *game, const SearchKit *kit, const char *text, int depth,
                        uint64_t nodes)
{
    Position position;
    PerftResult result;
    PerftTable table;
    Error error = {0};
    cr_assert_eq(game->parse(NULL, text, &position, &error), STATUS_OK, "%s: %s", text, error.text);
    cr_assert_eq(perft_table_open(&table, 1 << 20, &error), STATUS_OK);
    const PerftOptions ways[] = {
        {.threads = 1, .bulk = true},
        {.threads = 2, .bulk = true, .table = &table},
        {.threads = 1, .bulk = false},
        {.threads = 3, .bulk = false},
    };
    for (int i = 0; i < (nodes < 400000 ? 4 : 2); i++) {
        kit->perft(&position, depth, &ways[i], &result, &error);
        cr_assert_eq(result.nodes, nodes, "%s: %s depth %d way %d: expected %llu, got %llu",
                     game->name, text, depth, i, (unsigned long long)nodes,
                     (unsigned long long)result.nodes);
    }
    perft_table_close(&table);
}

ParameterizedTestParameters(games, perft_matches_the_reference)
{
    return all_games();
}

ParameterizedTest(int *index, games, perft_matches_the_reference)
{
    const Game *game = games_at(*index);
    char path[512], line[1024], ruleset[64], position[512];
    snprintf(path, sizeof path, SOURCE_DIR "/tests/perft/%s.tsv", game->folder);
    FILE *file = fopen(path, "r");
    cr_assert(file, "no perft suite %s", path);
    while (fgets(line, sizeof line, file)) {
        int depth = 0;
        unsigned long long nodes = 0;
        if (sscanf(line, "%63[^\t]\t%511[^\t]\t%d\t%llu", ruleset, position, &depth, &nodes) == 4 &&
            strcmp(ruleset, game->ruleset) == 0)
            check_perft(game, searches_of(*index), position, depth, nodes);
    }
    fclose(file);
}

Test(games, perft_key_sum_does_not_depend_on_threads)
{
    for (int i = 0; i < games_count(); i++) {
        Position position;
        games_at(i)->start(NULL, &position);
        PerftResult one = {0}, three = {0};
        searches_of(i)->perft(&position, 2, &(PerftOptions){.threads = 1}, &one, NULL);
        searches_of(i)->perft(&position, 2, &(PerftOptions){.threads = 3}, &three, NULL);
        cr_assert_eq(one.nodes, three.nodes);
        cr_assert_eq(one.key_sum, three.key_sum);
        cr_assert_neq(one.key_sum, 0);
    }
}

Test(games, perft_counts_beyond_63_bits_are_refused)
{
    PerftTable table;
    PerftResult result;
    Position position;
    int index = games_find("gounki", NULL);
    if (index < 0)
        return;
    cr_assert_eq(perft_table_open(&table, 1 << 20, NULL), STATUS_OK);
    games_at(index)->parse(NULL, "8/8/8/s7/8/8/7S/8 w 0 1", &position, NULL);
    PerftOptions options = {.threads = 1, .bulk = true, .table = &table};
    cr_assert_eq(searches_of(index)->perft(&position, 40, &options, &result, NULL), STATUS_OK);
    cr_assert_neq(searches_of(index)->perft(&position, 60, &options, &result, NULL), STATUS_OK);
    perft_table_close(&table);
}

Test(games, names_are_found_and_unknown_ones_explained)
{
    Error error;
    for (int i = 0; i < games_count(); i++) {
        char full[128];
        snprintf(full, sizeof full, "%s:%s", games_at(i)->folder, games_at(i)->ruleset);
        cr_assert_eq(games_find(full, &error), i);
        cr_assert_eq(games_find(games_at(i)->name, &error), i);
    }
    cr_assert_eq(games_find("chess", &error), -1);
    cr_assert(strstr(error.text, "unknown game 'chess'"));
    char unknown[128];
    snprintf(unknown, sizeof unknown, "%s:x", games_at(0)->folder);
    cr_assert_eq(games_find(unknown, &error), -1);
    cr_assert(strstr(error.text, "unknown ruleset"));
}
