/* Tests that only Shap Luk needs: its tables against the drawing of the board, and every ruleset's
 * moves and endings against a slow second reading of the rules text, on random games. */
#include "engine/random.h"
#include "games/registry.h"
#include "games/shapluk/ranks.h"
#include "games/shapluk/tables.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 29, SQUARE_POINTS = 25, APEX_POINT = 28, RESULTS_MAX = 256, GAMES_EACH = 300 };

static const int sanctuary_links[][2] = {{21, 25}, {22, 26}, {23, 27}, {25, 26},
                                         {26, 27}, {25, 28}, {26, 28}, {27, 28}};

/* Section 1. */
static bool joined(int one, int other)
{
    for (size_t i = 0; i < sizeof sanctuary_links / sizeof sanctuary_links[0]; i++) {
        int low = sanctuary_links[i][0], high = sanctuary_links[i][1];
        if ((one == low && other == high) || (one == high && other == low))
            return true;
    }
    if (one >= SQUARE_POINTS || other >= SQUARE_POINTS)
        return false;
    int x = one % 5, y = one / 5, dx = abs(other % 5 - x), dy = abs(other / 5 - y);
    return dx + dy == 1 || (dx == 1 && dy == 1 && (x + y) % 2 == 0);
}

/* Whether one, centre, other are consecutive points of a straight line of the square. */
static bool is_pair(int one, int centre, int other)
{
    return one < SQUARE_POINTS && centre < SQUARE_POINTS && other < SQUARE_POINTS && one != other &&
           joined(one, centre) && joined(centre, other) &&
           one % 5 + other % 5 == 2 * (centre % 5) && one / 5 + other / 5 == 2 * (centre / 5);
}

/* The length of a shortest way between the two points, 4 if it is longer than three links. */
static int links_between(int one, int other)
{
    if (one == other || joined(one, other))
        return one != other;
    int least = 4;
    for (int next = 0; next < POINTS; next++)
        for (int last = 0; joined(one, next) && last < POINTS; last++) {
            if (joined(next, other))
                least = 2;
            else if (joined(next, last) && joined(last, other) && least > 3)
                least = 3;
        }
    return least;
}

static uint32_t point_bit(int point)
{
    return UINT32_C(1) << point;
}

Test(shapluk, tables_follow_from_the_board)
{
    for (int one = 0; one < POINTS; one++) {
        for (int other = 0; other < POINTS; other++) {
            int links = links_between(one, other);
            cr_assert_eq(NEIGHBOURS[one] >> other & 1, links == 1);
            cr_assert_eq(WITHIN_TWO[one] >> other & 1, links <= 2);
            cr_assert_eq(WITHIN_THREE[one] >> other & 1, links <= 3);
        }
        uint64_t links = 0, pairs = 0;
        for (int slot = 0; slot < 64; slot++) {
            if (LINK_ENDS[slot] & point_bit(one) & (point_bit(SQUARE_POINTS) - 1))
                links |= UINT64_C(1) << slot;
            if (PAIRS[slot] && (int)(PAIRS[slot] >> 27) == one)
                pairs |= UINT64_C(1) << slot;
        }
        cr_assert_eq(LINKS_AT[one], links);
        cr_assert_eq(PAIRS_AT[one], pairs);
    }
}

Test(shapluk, tables_are_complete)
{
    int links = 0, pairs = 0;
    for (int slot = 0; slot < 64; slot++) {
        links += LINK_ENDS[slot] != 0;
        pairs += PAIRS[slot] != 0;
    }
    int centres = 0;
    for (int centre = 0; centre < POINTS; centre++)
        for (int one = 0; one < POINTS; one++)
            for (int other = 0; other < one; other++)
                centres += is_pair(one, centre, other);
    cr_assert_eq(links, 56);
    cr_assert_eq(pairs, centres);
}

static int count_bits(unsigned set)
{
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static int ways_on_file_c(int rebels)
{
    static const int ways[] = {1, 5, 10, 10, 5, 1};
    return rebels >= 0 && rebels <= 5 ? ways[rebels] : 0;
}

/* Counts, one placement after another, what ranks.h says in closed form. */
Test(shapluk, ranks_count_placements)
{
    for (int i = 0; i < 1024; i++) {
        cr_assert_eq(HALF_KEYS[HALVES[i]] >> 8, count_bits(HALVES[i]));
        cr_assert(i == 0 || HALF_KEYS[HALVES[i]] > HALF_KEYS[HALVES[i - 1]]);
    }
    for (int i = 0; i < 32; i++) {
        int before = i && count_bits(MIDDLES[i - 1]) == count_bits(MIDDLES[i]);
        cr_assert(i == 0 || count_bits(MIDDLES[i - 1]) <= count_bits(MIDDLES[i]));
        cr_assert_eq(MIDDLE_RANKS[MIDDLES[i]], before ? MIDDLE_RANKS[MIDDLES[i - 1]] + 1 : 0);
        cr_assert_eq(MIDDLE_COUNTS[i], ways_on_file_c(i - 16));
    }
    for (int rebels = 0; rebels <= 16; rebels++) {
        uint32_t rows = 0, others = 0;
        for (int i = 0; i < 1024; i++) {
            int count = count_bits(HALVES[i]);
            uint32_t first_rows = 0;
            if (i == 0 || count != count_bits(HALVES[i - 1]))
                cr_assert_eq(OTHERS_BEFORE[16 * rebels + count], others);
            others += (uint32_t)ways_on_file_c(rebels - count);
            for (int j = i; j < 1024; j++)
                first_rows += (uint32_t)ways_on_file_c(rebels - count - count_bits(HALVES[j]));
            if (count <= rebels && (i == 0 || count != count_bits(HALVES[i - 1]))) {
                cr_assert_eq(ROWS_OF_FIRST[16 * rebels + count], first_rows);
                cr_assert_eq(ROWS_BEFORE[16 * rebels + count] +
                                 OTHERS_BEFORE[16 * (rebels - count) + count],
                             rows);
            }
            rows += first_rows;
        }
        cr_assert_eq(ROWS_BEFORE[16 * rebels + 15], rows);
    }
}

/* A position of the second reading: what stands on each point, and the three other fields. */
typedef struct Slow {
    char at[POINTS];
    bool general_moves, flight;
    int quiet;
} Slow;

typedef struct Results {
    const char *ruleset;
    int count;
    char texts[RESULTS_MAX][POSITION_TEXT_MAX];
    bool captures[RESULTS_MAX];
} Results;

static bool is(const Results *results, const char *ruleset)
{
    return strcmp(results->ruleset, ruleset) == 0;
}

static int general_point(const Slow *slow)
{
    const char *found = memchr(slow->at, 'G', POINTS);
    return found ? (int)(found - slow->at) : -1;
}

static const int row_starts[] = {28, 25, 20, 15, 10, 5, 0, 29};

static void slow_read(const char *text, Slow *slow)
{
    memset(slow->at, '.', POINTS);
    for (int row = 0; row < 7; row++, text++)
        for (int point = row_starts[row]; *text != '/' && *text != ' '; text++) {
            if (*text >= '1' && *text <= '5')
                point += *text - '0';
            else
                slow->at[point++] = *text;
        }
    slow->general_moves = text[0] == 'g';
    slow->flight = text[2] == 'f';
    slow->quiet = atoi(text + 4);
}

static void slow_write(const Slow *slow, char *out)
{
    Text text = text_over(out, POSITION_TEXT_MAX);
    for (int row = 0; row < 7; row++) {
        int width = row == 0 ? 1 : row == 1 ? 3 : 5, empty = 0;
        for (int i = 0; i < width; i++) {
            char piece = slow->at[row_starts[row] + i];
            empty += piece == '.';
            if (empty && (piece != '.' || i == width - 1)) {
                text_number(&text, empty);
                empty = 0;
            }
            if (piece != '.')
                text_char(&text, piece);
        }
        text_char(&text, row < 6 ? '/' : ' ');
    }
    text_format(&text, "%c %c %d", slow->general_moves ? 'g' : 'r', slow->flight ? 'f' : '-',
                slow->quiet);
}

static void add_result(Results *results, const Slow *slow, bool captures)
{
    slow_write(slow, results->texts[results->count]);
    results->captures[results->count++] = captures;
}

/* Section 4: the general has arrived on `point`, and is drawn there. */
static void add_arrivals(Results *results, const Slow *arrived, int point)
{
    Slow all = *arrived;
    int pairs = 0;
    all.quiet = 0;
    for (int one = 0; one < SQUARE_POINTS; one++)
        for (int other = 0; other < one; other++) {
            if (arrived->at[one] != 'r' || arrived->at[other] != 'r' || !is_pair(one, point, other))
                continue;
            Slow single = *arrived;
            single.at[one] = single.at[other] = all.at[one] = all.at[other] = '.';
            single.quiet = 0;
            pairs++;
            if (!is(results, "captureall") && !is(results, "custodian"))
                add_result(results, &single, true);
        }
    if (pairs && (is(results, "captureall") || is(results, "custodian")))
        add_result(results, &all, true);
    if (!pairs || is(results, "optremoval"))
        add_result(results, arrived, false);
}

/* Sections 3 and 5. */
static void add_general_moves(Results *results, const Slow *before)
{
    int from = general_point(before);
    for (int to = 0; to < POINTS; to++) {
        if (!joined(from, to) || before->at[to] != '.')
            continue;
        Slow after = *before;
        after.at[from] = '.';
        after.general_moves = false;
        after.quiet++;
        bool flies = to == APEX_POINT && before->flight;
        for (int landing = 0; flies && landing < APEX_POINT; landing++) {
            Slow landed = after;
            if (landed.at[landing] != '.')
                continue;
            landed.at[landing] = 'G';
            landed.flight = false;
            landed.quiet = 0;
            add_arrivals(results, &landed, landing);
        }
        if (flies && !is(results, "optfly"))
            continue;
        after.at[to] = 'G';
        add_arrivals(results, &after, to);
    }
    bool duty = false;
    for (int i = 0; i < results->count; i++)
        duty |= is(results, "compulsory") && results->captures[i];
    int kept = 0;
    for (int i = 0; i < results->count; i++)
        if (!duty || results->captures[i])
            memmove(results->texts[kept++], results->texts[i], POSITION_TEXT_MAX);
    results->count = kept;
}

static void add_rebel_moves(Results *results, const Slow *before)
{
    int general = general_point(before);
    for (int from = 0; from < SQUARE_POINTS; from++)
        for (int to = 0; to < SQUARE_POINTS; to++) {
            if (before->at[from] != 'r' || before->at[to] != '.' || !joined(from, to))
                continue;
            Slow after = *before;
            after.at[from] = '.';
            after.at[to] = 'r';
            after.general_moves = true;
            after.quiet++;
            for (int other = 0; other < SQUARE_POINTS && is(results, "custodian"); other++)
                if (after.at[other] == 'r' && is_pair(to, general, other)) {
                    after.at[general] = '.';
                    after.quiet = 0;
                }
            add_result(results, &after, false);
        }
}

/* Section 6: 'G' or 'r' has won, '.' = open. */
static char slow_winner(const Results *results, const Slow *slow)
{
    int rebels = 0, general = general_point(slow), exits = 0;
    for (int point = 0; point < POINTS; point++) {
        rebels += slow->at[point] == 'r';
        exits += joined(general, point) && slow->at[point] == '.';
    }
    if (general < 0)
        return 'r';
    if (rebels <= (is(results, "custodian") || is(results, "all16") ? 0 : 4))
        return 'G';
    if (is(results, "winther") && general == APEX_POINT)
        return 'G';
    if (!is(results, "nodoors") && general >= SQUARE_POINTS && memcmp(slow->at + 21, "rrr", 3) == 0)
        return 'r';
    return slow->general_moves && !exits ? 'r' : '.';
}

static int compare_texts(const void *one, const void *other)
{
    return strcmp(one, other);
}

static void check_position(const Game *game, const Position *position)
{
    static Results expected, got;
    expected = (Results){.ruleset = game->ruleset};
    got.count = 0;
    char name[POSITION_TEXT_MAX];
    Text text = TEXT_OF(name);
    game->format(position, &text);
    Slow slow;
    slow_read(name, &slow);
    char winner = slow_winner(&expected, &slow);
    Outcome outcome = game->outcome(position);
    if (winner == '.')
        cr_assert_eq(outcome, OUTCOME_OPEN, "%s %s", game->name, name);
    else
        cr_assert_eq(outcome, (winner == 'G') == slow.general_moves ? OUTCOME_WIN : OUTCOME_LOSS,
                     "%s %s", game->name, name);
    if (winner == '.' && slow.general_moves)
        add_general_moves(&expected, &slow);
    else if (winner == '.')
        add_rebel_moves(&expected, &slow);
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    cr_assert_eq(count, expected.count, "%s %s", game->name, name);
    cr_assert_eq(game->count(position), (uint64_t)expected.count, "%s %s", game->name, name);
    for (int i = 0; i < count; i++) {
        Position after = *position;
        game->play(&after, moves[i]);
        text = text_over(got.texts[got.count++], POSITION_TEXT_MAX);
        game->format(&after, &text);
    }
    qsort(expected.texts, (size_t)count, POSITION_TEXT_MAX, compare_texts);
    qsort(got.texts, (size_t)count, POSITION_TEXT_MAX, compare_texts);
    for (int i = 0; i < count; i++)
        cr_assert_str_eq(got.texts[i], expected.texts[i], "%s %s", game->name, name);
}

/* Scatters an even number of rebels and the general, so that rare corners come up at once. */
static void scatter(const Game *game, Random *random, Position *position)
{
    Slow slow = {.general_moves = random_below(random, 2), .flight = random_below(random, 2)};
    memset(slow.at, '.', POINTS);
    uint32_t general =
        random_below(random, 2) ? 21 + random_below(random, 8) : random_below(random, POINTS);
    slow.at[general] = 'G';
    for (uint32_t left = 2 * random_below(random, 9); left;) {
        uint32_t point = random_below(random, SQUARE_POINTS);
        if (slow.at[point] != '.')
            continue;
        slow.at[point] = 'r';
        left--;
    }
    char text[POSITION_TEXT_MAX];
    slow_write(&slow, text);
    Error error;
    cr_assert_eq(game->parse(NULL, text, position, &error), STATUS_OK, "%s", error.text);
}

Test(shapluk, every_ruleset_agrees_with_a_second_reading)
{
    for (int i = 0; i < games_count(); i++) {
        const Game *game = games_at(i);
        if (strcmp(game->folder, "shapluk") != 0)
            continue;
        for (uint64_t number = 0; number < GAMES_EACH; number++) {
            Random random = random_from(random_split((uint64_t)i, number));
            Position position;
            if (number % 2)
                scatter(game, &random, &position);
            else
                game->start(NULL, &position);
            Move moves[MOVES_MAX];
            for (int ply = 0; ply < 200; ply++) {
                check_position(game, &position);
                int count = game->moves(&position, moves);
                if (count == 0)
                    break;
                game->play(&position, moves[random_below(&random, (uint32_t)count)]);
            }
        }
    }
}
