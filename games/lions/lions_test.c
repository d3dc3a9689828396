/* Lions and Jackals against the letter of the rules: a slow second generator that tries every set
 * of group moves (rules, section 2), and the symmetries of the default board. */
#include "engine/random.h"
#include "games/lions/board.h"
#include "games/registry.h"
#include "search/registry.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REGIONS = BOARD_REGIONS_MAX, SETS_MAX = 20000, PLAIN_TEXT_MAX = 160 };

static const char *const rulesets[] = {"lions",         "lions:single",   "lions:joint",
                                       "lions:onemove", "lions:informal", "lions:short"};

/* A position as the rules speak of it, and the set of group moves being tried. */
typedef struct Plain {
    const struct Board *board;
    const char *ruleset;
    bool lions_move;
    int own[REGIONS], foe[REGIONS];
    int sent[REGIONS][REGIONS]; /* M(x, y) */
    bool rule_six;
    struct Result *results;
    int count;
} Plain;

typedef struct Result {
    int8_t figures[REGIONS]; /* after the turn: > 0 jackals, < 0 lions */
    int groups, moved;
    char text[PLAIN_TEXT_MAX];
} Result;

static bool is_ruleset(const Plain *plain, const char *name)
{
    return strcmp(plain->ruleset, name) == 0;
}

static int departing(const Plain *plain, int x)
{
    int sum = 0;
    for (int y = 0; y < REGIONS; y++)
        sum += plain->sent[x][y];
    return sum;
}

static int arriving(const Plain *plain, int y)
{
    int sum = 0;
    for (int x = 0; x < REGIONS; x++)
        sum += plain->sent[x][y];
    return sum;
}

static int groups_from(const Plain *plain, int x)
{
    int groups = 0;
    for (int y = 0; y < REGIONS; y++)
        groups += plain->sent[x][y] > 0;
    return groups;
}

static bool reaches(const Plain *plain, int from, int to, bool *seen)
{
    for (int y = 0; y < REGIONS; y++) {
        if (!plain->sent[from][y] || seen[y])
            continue;
        seen[y] = true;
        if (y == to || reaches(plain, y, to, seen))
            return true;
    }
    return false;
}

static bool has_cycle(const Plain *plain)
{
    for (int x = 0; x < plain->board->count; x++) {
        bool seen[REGIONS] = {false};
        if (reaches(plain, x, x, seen))
            return true;
    }
    return false;
}

static bool keeps_rules_for_jackals_leaving(const Plain *plain, int x)
{
    int out = departing(plain, x), stay = plain->own[x] - out;
    if (is_ruleset(plain, "lions:informal") && out > 0 && stay < 1)
        return false;
    if (is_ruleset(plain, "lions:onemove") && groups_from(plain, x) > 1)
        return false;
    return out < 3 || stay >= 1;
}

static bool is_strong_enough(const Plain *plain, int y)
{
    int sum = 0, largest = 0, foe = plain->foe[y];
    for (int x = 0; x < REGIONS; x++) {
        int k = plain->sent[x][y];
        sum += k;
        largest = k > largest ? k : largest;
    }
    if (plain->lions_move)
        return foe <= 3 * (is_ruleset(plain, "lions:joint") ? sum : largest);
    if (is_ruleset(plain, "lions:informal"))
        return sum > 3 * foe;
    return (is_ruleset(plain, "lions:single") ? largest : sum) >= 3 * foe;
}

static bool keeps_rule_six(const Plain *plain, int x)
{
    int stay = plain->own[x] - departing(plain, x);
    if (plain->own[x] < 2 || stay == 1)
        return true;
    for (int y = 0; y < REGIONS; y++)
        if (plain->sent[x][y] && plain->foe[y] == 0)
            return false;
    return stay == 0;
}

static bool is_legal(const Plain *plain)
{
    for (int x = 0; x < plain->board->count; x++) {
        int out = departing(plain, x), in = arriving(plain, x);
        if (out > plain->own[x])
            return false;
        if (!plain->lions_move && !keeps_rules_for_jackals_leaving(plain, x))
            return false;
        if (in > 0 && plain->foe[x] > 0 && !is_strong_enough(plain, x))
            return false;
        if (in > 0 && plain->own[x] - out + in > plain->board->capacity[x])
            return false;
        if (plain->lions_move && plain->rule_six && !keeps_rule_six(plain, x))
            return false;
    }
    return !has_cycle(plain);
}

static void describe_set(const Plain *plain, Result *result)
{
    size_t length = 0;
    for (int x = 0; x < REGIONS; x++)
        for (int y = 0; y < REGIONS; y++) {
            int k = plain->sent[x][y];
            if (!k)
                continue;
            length += (size_t)snprintf(result->text + length, sizeof result->text - length,
                                       "%s%c%d%c", result->groups ? "+" : "", 'a' + x, k, 'a' + y);
            result->groups++;
            result->moved += k;
        }
    if (!result->groups)
        strcpy(result->text, "-");
}

static void visit_set(Plain *plain)
{
    if (!is_legal(plain))
        return;
    cr_assert_lt(plain->count, SETS_MAX);
    Result *result = &plain->results[plain->count++];
    memset(result, 0, sizeof *result);
    for (int x = 0; x < plain->board->count; x++) {
        int in = arriving(plain, x), own = plain->own[x] - departing(plain, x) + in;
        int foe = in > 0 ? 0 : plain->foe[x];
        result->figures[x] = (int8_t)(plain->lions_move ? foe - own : own - foe);
    }
    describe_set(plain, result);
}

/* Every set over the ordered pairs from (x, y) on. */
static void try_pairs(Plain *plain, int x, int y)
{
    if (y == plain->board->count) {
        try_pairs(plain, x + 1, 0);
        return;
    }
    if (x == plain->board->count) {
        visit_set(plain);
        return;
    }
    if (!(plain->board->neighbours[x] >> y & 1) || plain->own[x] == 0) {
        try_pairs(plain, x, y + 1);
        return;
    }
    int most = plain->own[x] - departing(plain, x);
    for (int k = 0; k <= most; k++) {
        plain->sent[x][y] = k;
        try_pairs(plain, x, y + 1);
    }
    plain->sent[x][y] = 0;
}

static int compare_results(const void *one, const void *other)
{
    const Result *a = one, *b = other;
    int order = memcmp(a->figures, b->figures, sizeof a->figures);
    if (order == 0)
        order = a->groups - b->groups;
    if (order == 0)
        order = a->moved - b->moved;
    return order ? order : strcmp(a->text, b->text);
}

/* All results, sorted, each with its canonical text. */
static void plain_results(Plain *plain)
{
    plain->count = 0;
    plain->rule_six = true;
    try_pairs(plain, 0, 0);
    if (plain->count == 0) {
        plain->rule_six = false;
        try_pairs(plain, 0, 0);
    }
    qsort(plain->results, (size_t)plain->count, sizeof *plain->results, compare_results);
    int kept = 0;
    for (int i = 0; i < plain->count; i++)
        if (i == 0 || memcmp(plain->results[i].figures, plain->results[kept - 1].figures,
                             sizeof plain->results[i].figures) != 0)
            plain->results[kept++] = plain->results[i];
    plain->count = kept;
}

/* The figures in a position's text. */
static void read_figures(const char *text, int8_t figures[REGIONS])
{
    memset(figures, 0, REGIONS);
    const char *at = strchr(text, ' ') + 1;
    for (int region = 0; *at != ' '; region++) {
        char kind = *at++;
        if (kind == '.')
            continue;
        char *end = NULL;
        long number = strtol(at, &end, 10);
        figures[region] = (int8_t)(kind == 'L' ? -number : number);
        at = end;
    }
}

/* Scatters up to `most` figures of a side over free or own regions with room. */
static void scatter(const struct Board *board, int8_t figures[REGIONS], int sign, int most,
                    Random *random)
{
    int left = 1 + (int)random_below(random, (uint32_t)most);
    for (int tries = 0; left > 0 && tries < 50; tries++) {
        int region = (int)random_below(random, (uint32_t)board->count);
        int held = sign * figures[region], room = board->capacity[region] - held;
        if (held < 0 || room <= 0)
            continue;
        int more = 1 + (int)random_below(random, (uint32_t)(left < room ? left : room));
        figures[region] = (int8_t)(sign * (held + more));
        left -= more;
    }
}

static void write_position(const struct Board *board, const int8_t figures[REGIONS],
                           bool lions_move, int counter, char text[POSITION_TEXT_MAX])
{
    size_t length = (size_t)snprintf(text, POSITION_TEXT_MAX, "%s ", board->name);
    for (int region = 0; region < board->count; region++) {
        if (figures[region] == 0)
            text[length++] = '.';
        else
            length += (size_t)snprintf(text + length, POSITION_TEXT_MAX - length, "%c%d",
                                       figures[region] < 0 ? 'L' : 'j', abs(figures[region]));
    }
    snprintf(text + length, POSITION_TEXT_MAX - length, " %c %d", lions_move ? 'w' : 'b', counter);
}

/* The number of sets that the slow generator would try. */
static double effort(const struct Board *board, const int8_t figures[REGIONS], bool lions_move)
{
    double sets = 1;
    for (int x = 0; x < board->count; x++) {
        int own = lions_move ? -figures[x] : figures[x];
        int ways = __builtin_popcount(board->neighbours[x]);
        for (int i = 1; i <= own; i++)
            sets *= (double)(ways + i) / i;
    }
    return sets;
}

typedef struct Comparison {
    const Game *game;
    const Plain *plain;
    const char *position_text;
    const Position *position;
    int turns;
    uint64_t key_sum;
} Comparison;

/* The result that the position shows, -1 if it is none. */
static int find_result(const Plain *plain, const Game *game, const Position *after)
{
    char text[POSITION_TEXT_MAX];
    Text out = TEXT_OF(text);
    int8_t figures[REGIONS];
    game->format(after, &out);
    read_figures(text, figures);
    for (int i = 0; i < plain->count; i++)
        if (memcmp(figures, plain->results[i].figures, REGIONS) == 0)
            return i;
    return -1;
}

static bool compare_turn(void *context, const Turn *turn, const Position *after)
{
    Comparison *comparison = context;
    const Game *game = comparison->game;
    char move[TURN_TEXT_MAX];
    int found = find_result(comparison->plain, game, after);
    cr_assert_geq(found, 0, "%s: %s: an illegal turn", game->name, comparison->position_text);
    Text move_out = TEXT_OF(move);
    game->turn_format(comparison->position, turn, &move_out);
    cr_assert_str_eq(move, comparison->plain->results[found].text, "%s: %s: '%s' not '%s'",
                     game->name, comparison->position_text, move,
                     comparison->plain->results[found].text);
    Turn again;
    Error error = {0};
    cr_assert_eq(game->turn_parse(comparison->position, move, &again, &error), STATUS_OK, "%s: %s",
                 comparison->position_text, error.text);
    Position end = *comparison->position;
    turn_play(game, &again, &end);
    cr_assert(position_same(game, &end, after));
    comparison->turns++;
    comparison->key_sum += game->key(after);
    return true;
}

/* Random turns are legal, and where there are few turns, all of them are drawn. */
static void draw_turns(const Comparison *comparison)
{
    enum { FEW = 16, DRAWS = 100, DRAWS_OF_FEW = 50000 };
    const Game *game = comparison->game;
    int count = comparison->plain->count, draws = count <= FEW ? DRAWS_OF_FEW : DRAWS;
    uint64_t all = count <= FEW ? (UINT64_C(1) << count) - 1 : 0, drawn = 0;
    Random random = random_from(comparison->key_sum);
    for (int i = 0; i < draws && (count > FEW || drawn != all); i++) {
        Position after = *comparison->position;
        cr_assert(game->random_turn(&after, &random));
        int found = find_result(comparison->plain, game, &after);
        cr_assert_geq(found, 0, "%s: %s: an illegal random turn", game->name,
                      comparison->position_text);
        drawn |= count <= FEW ? UINT64_C(1) << found : 0;
    }
    cr_assert_eq(drawn, all, "%s: %s: turns %llx of %llx", game->name, comparison->position_text,
                 (unsigned long long)drawn, (unsigned long long)all);
}

static void compare_position(const Game *game, const struct Board *board,
                             const int8_t figures[REGIONS], bool lions_move, Result *results)
{
    char text[POSITION_TEXT_MAX];
    write_position(board, figures, lions_move, 0, text);
    Plain plain = {.board = board, .ruleset = game->name, .lions_move = lions_move};
    plain.results = results;
    for (int x = 0; x < board->count; x++) {
        plain.own[x] = lions_move ? -figures[x] : figures[x];
        plain.foe[x] = -plain.own[x] > 0 ? -plain.own[x] : 0;
        plain.own[x] = plain.own[x] > 0 ? plain.own[x] : 0;
    }
    plain_results(&plain);
    Position position;
    Error error = {0};
    cr_assert_eq(game->parse(board, text, &position, &error), STATUS_OK, "%s", error.text);
    Comparison comparison = {game, &plain, text, &position, 0, 0};
    turn_each(game, &position, compare_turn, &comparison);
    cr_assert_eq(comparison.turns, plain.count, "%s: %s: %d turns, not %d", game->name, text,
                 comparison.turns, plain.count);
    cr_assert_eq(game->count(&position), (uint64_t)plain.count, "%s: count of %s", game->name,
                 text);
    PerftResult leaves;
    const SearchKit *kit = searches_of(games_find(game->name, NULL));
    cr_assert_eq(kit->perft(&position, 1, &(PerftOptions){.threads = 1}, &leaves, NULL), STATUS_OK);
    cr_assert_eq(leaves.nodes, (uint64_t)plain.count, "%s: leaves of %s", game->name, text);
    cr_assert_eq(leaves.key_sum, comparison.key_sum, "%s: leaves of %s", game->name, text);
    draw_turns(&comparison);
}

static void compare_on_boards(bool lions_move, int positions)
{
    Result *results = malloc(SETS_MAX * sizeof *results);
    cr_assert_not_null(results);
    Random random = random_from(lions_move);
    for (size_t i = 0; i < sizeof rulesets / sizeof rulesets[0]; i++) {
        const Game *game = games_at(games_find(rulesets[i], NULL));
        for (int b = 0; lions_board_built_in(b); b++) {
            const struct Board *board = lions_board_built_in(b);
            for (int left = positions; left > 0;) {
                int8_t figures[REGIONS] = {0};
                scatter(board, figures, -1, 4, &random);
                scatter(board, figures, 1, 9, &random);
                bool both = false, lions = false;
                for (int x = 0; x < board->count; x++) {
                    lions |= figures[x] < 0;
                    both |= figures[x] > 0;
                }
                if (!both || !lions || effort(board, figures, lions_move) > SETS_MAX)
                    continue;
                compare_position(game, board, figures, lions_move, results);
                left--;
            }
        }
    }
    free(results);
}

/* A pack with nothing but lions around, which it may take one by one or together. */
static void compare_pack_among_lions(void)
{
    int8_t figures[REGIONS] = {[0] = 12, [1] = -1, [3] = -1, [4] = -1};
    Result *results = malloc(SETS_MAX * sizeof *results);
    cr_assert_not_null(results);
    for (size_t i = 0; i < sizeof rulesets / sizeof rulesets[0]; i++)
        compare_position(games_at(games_find(rulesets[i], NULL)), lions_board_built_in(2), figures,
                         false, results);
    free(results);
}

Test(lions, turns_of_lions_are_those_of_the_rules)
{
    compare_on_boards(true, 60);
}

Test(lions, turns_of_jackals_are_those_of_the_rules)
{
    compare_on_boards(false, 25);
    compare_pack_among_lions();
}

/* A grid of 4 x 5 regions, wide enough for components that no rank table can hold. */
static struct Board grid_board(void)
{
    struct Board board = {.name = "grid", .id = 1, .count = 20};
    for (int region = 0; region < board.count; region++) {
        int row = region / 5, column = region % 5;
        board.capacity[region] = (uint16_t)(1 + region % 3);
        board.neighbours[region] |= row > 0 ? 1U << (region - 5) : 0;
        board.neighbours[region] |= row < 3 ? 1U << (region + 5) : 0;
        board.neighbours[region] |= column > 0 ? 1U << (region - 1) : 0;
        board.neighbours[region] |= column < 4 ? 1U << (region + 1) : 0;
    }
    return board;
}

Test(lions, turns_on_a_wide_board_are_those_of_the_rules)
{
    struct Board board = grid_board();
    Result *results = malloc(SETS_MAX * sizeof *results);
    cr_assert_not_null(results);
    Random random = random_from(11);
    for (int left = 60; left > 0;) {
        int8_t figures[REGIONS] = {0};
        bool lions_move = left % 2;
        scatter(&board, figures, lions_move ? 1 : -1, 2, &random);
        for (int i = 0; i < 3; i++)
            scatter(&board, figures, lions_move ? -1 : 1, 2, &random);
        if (effort(&board, figures, lions_move) > SETS_MAX)
            continue;
        const Game *game = games_at(games_find(rulesets[left % 6], NULL));
        compare_position(game, &board, figures, lions_move, results);
        left--;
    }
    /* Seven lone figures whose reaches overlap in 17 ways: more classes than a table can hold. */
    static const char *const overlapping[] = {"lions", "lions:joint"};
    static const int places[] = {5, 7, 9, 12, 14, 15, 17};
    for (int lions_move = 0; lions_move < 2; lions_move++) {
        int8_t figures[REGIONS] = {0};
        for (int i = 0; i < 7; i++)
            figures[places[i]] = lions_move ? -1 : 1;
        figures[1] = lions_move ? 1 : -1;
        compare_position(games_at(games_find(overlapping[lions_move], NULL)), &board, figures,
                         lions_move, results);
    }
    free(results);
}

/* Inside a turn: the completions are counted as they are generated. */
typedef struct Completions {
    const Game *game;
    uint64_t parts;
} Completions;

static uint64_t count_completions(Completions *completions, const Position *position)
{
    const Game *game = completions->game;
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        Position child = *position;
        game->play(&child, moves[i]);
        sum += game->mid_turn(&child) ? count_completions(completions, &child) : 1;
    }
    completions->parts++;
    cr_assert_eq(game->count(position), sum);
    return sum;
}

Test(lions, completions_inside_a_turn_are_counted)
{
    static const char *const texts[] = {
        "ten L1..L1..j9L1.. b 0",      "ten ..L1j4L1j4..L1. b 0", "ten .j2..L1.j1L1.. b 0",
        "ten ...L2j3j2j4L1.. w 0",     "strip L1.L2j5j3 w 0",     "seven L2.j4j1..j1 w 0",
        "ten j1j1j1j2j1j1j1L1.j1 b 3",
    };
    for (size_t i = 0; i < sizeof rulesets / sizeof rulesets[0]; i++)
        for (size_t j = 0; j < sizeof texts / sizeof texts[0]; j++) {
            Position position;
            Completions completions = {games_at(games_find(rulesets[i], NULL)), 0};
            cr_assert_eq(completions.game->parse(NULL, texts[j], &position, NULL), STATUS_OK);
            count_completions(&completions, &position);
            cr_assert_gt(completions.parts, 0);
        }
}

/* Images of the regions a, b, ... under the two mirrors of `ten`. */
static const char *const mirrors[] = {"cbagefdjih", "hijdfegabc"};

static int default_evaluation(const Game *game, const Position *position)
{
    int weights[64];
    for (int i = 0; i < game->weight_count; i++)
        weights[i] = game->weights[i].value;
    return game->evaluate(position, weights);
}

Test(lions, mirrors_of_the_default_board_keep_everything)
{
    const struct Board *board = lions_board_built_in(0);
    Random random = random_from(7);
    for (int trial = 0; trial < 300; trial++) {
        int8_t figures[REGIONS] = {0};
        scatter(board, figures, -1, 4, &random);
        scatter(board, figures, 1, 9, &random);
        const Game *game = games_at(games_find(rulesets[trial % 6], NULL));
        for (int m = 0; m < 2; m++) {
            int8_t image[REGIONS] = {0};
            for (int region = 0; region < board->count; region++)
                image[mirrors[m][region] - 'a'] = figures[region];
            char text[2][POSITION_TEXT_MAX];
            Position positions[2];
            write_position(board, figures, trial % 2, trial % 12, text[0]);
            write_position(board, image, trial % 2, trial % 12, text[1]);
            for (int i = 0; i < 2; i++)
                cr_assert_eq(game->parse(NULL, text[i], &positions[i], NULL), STATUS_OK);
            cr_assert_eq(game->count(&positions[0]), game->count(&positions[1]), "%s", text[0]);
            cr_assert_eq(game->outcome(&positions[0]), game->outcome(&positions[1]));
            if (game->outcome(&positions[0]) == OUTCOME_OPEN)
                cr_assert_eq(default_evaluation(game, &positions[0]),
                             default_evaluation(game, &positions[1]), "%s", text[0]);
        }
    }
}
