/* Tests that only Yoxii needs: moves, positions after them and results against a slow second
 * reading of the rules text, square by square, on random games and random set-ups; and the largest
 * number of moves, by an exhaustive argument. */
#include "engine/random.h"
#include "games/registry.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 7, WAYS_MAX = 600, GAMES_EACH = 80, SETUPS_EACH = 2000 };

/* A board of cells by file and rank: ' ' off the board, '.' empty, '*' the totem, else a piece. */
typedef struct Table {
    char cells[SIZE][SIZE];
    int totem_file, totem_rank, mover; /* 0 White, 1 Red */
    int hands[2][4];
    bool published;
} Table;

/* One way to play: its text and the position after it. */
typedef struct Way {
    char move[TURN_TEXT_MAX], after[POSITION_TEXT_MAX];
} Way;

typedef struct Ways {
    int count;
    Way ways[WAYS_MAX];
} Ways;

static const char marks[] = "OIYXoiyx";
static const int first_file[SIZE] = {2, 1, 0, 0, 0, 1, 2}; /* of each rank, section 1 */

static bool inside(int file, int rank)
{
    return rank >= 0 && rank < SIZE && file >= first_file[rank] && file < SIZE - first_file[rank];
}

static bool empty(const Table *table, int file, int rank)
{
    return inside(file, rank) && table->cells[file][rank] == '.';
}

/* The player whose piece stands on a square, -1 if none does. */
static int owner(const Table *table, int file, int rank)
{
    const char *mark = inside(file, rank) ? strchr(marks, table->cells[file][rank]) : NULL;
    return mark ? (int)(mark - marks) / 4 : -1;
}

static bool adjacent(int file, int rank, int other_file, int other_rank)
{
    int across = abs(file - other_file), along = abs(rank - other_rank);
    return across <= 1 && along <= 1 && across + along > 0;
}

static int empty_neighbours(const Table *table, int file, int rank)
{
    int count = 0;
    for (int x = file - 1; x <= file + 1; x++)
        for (int y = rank - 1; y <= rank + 1; y++)
            count += adjacent(file, rank, x, y) && empty(table, x, y);
    return count;
}

static Table read_table(const Game *game, const char *text)
{
    Table table = {.published = strcmp(game->ruleset, "published") == 0};
    memset(table.cells, ' ', sizeof table.cells);
    for (int rank = SIZE - 1; rank >= 0; rank--, text++)
        for (int file = first_file[rank]; file < SIZE - first_file[rank]; text++) {
            if (*text >= '1' && *text <= '7') {
                for (int i = '0'; i < *text; i++)
                    table.cells[file++][rank] = '.';
                continue;
            }
            if (*text == '*') {
                table.totem_file = file;
                table.totem_rank = rank;
            }
            table.cells[file++][rank] = *text;
        }
    table.mover = *text == 'r';
    for (int player = 0; player < 2; player++)
        for (int i = 0; i < 4; i++)
            table.hands[player][i] = text[2 + 5 * player + i] - '0';
    return table;
}

static void write_table(const Table *table, char *text)
{
    for (int rank = SIZE - 1; rank >= 0; rank--) {
        int run = 0;
        for (int file = first_file[rank]; file < SIZE - first_file[rank]; file++) {
            char cell = table->cells[file][rank];
            if (cell == '.') {
                run++;
                continue;
            }
            if (run)
                *text++ = (char)('0' + run);
            run = 0;
            *text++ = cell;
        }
        if (run)
            *text++ = (char)('0' + run);
        *text++ = rank ? '/' : ' ';
    }
    *text++ = table->mover ? 'r' : 'w';
    for (int player = 0; player < 2; player++) {
        *text++ = ' ';
        for (int i = 0; i < 4; i++)
            *text++ = (char)('0' + table->hands[player][i]);
    }
    *text = '\0';
}

/* All pieces that can be placed once the totem has gone to a square. */
static void add_placements(const Table *table, int file, int rank, Ways *ways)
{
    Table moved = *table;
    moved.cells[table->totem_file][table->totem_rank] = '.';
    moved.cells[file][rank] = '*';
    moved.mover = !table->mover;
    bool anywhere = empty_neighbours(&moved, file, rank) == 0;
    for (int square = 0; square < SIZE * SIZE; square++) {
        int x = square / SIZE, y = square % SIZE;
        if (!empty(&moved, x, y) || (!anywhere && !adjacent(file, rank, x, y)))
            continue;
        for (int i = 0; i < 4; i++) {
            if (table->hands[table->mover][i] == 0)
                continue;
            Table placed = moved;
            placed.cells[x][y] = marks[4 * table->mover + i];
            placed.hands[table->mover][i]--;
            cr_assert(ways->count < WAYS_MAX);
            Way *way = &ways->ways[ways->count++];
            snprintf(way->move, sizeof way->move, "%c%d-%d%c%d", 'a' + file, rank + 1, i + 1,
                     'a' + x, y + 1);
            write_table(&placed, way->after);
        }
    }
}

/* Section 3: every direction allows a step, a leap or nothing. */
static void list_ways(const Table *table, Ways *ways)
{
    ways->count = 0;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            int x = table->totem_file + dx, y = table->totem_rank + dy;
            while (table->published && (dx || dy) && owner(table, x, y) == table->mover) {
                x += dx;
                y += dy;
            }
            if (empty(table, x, y))
                add_placements(table, x, y, ways);
        }
}

/* Section 4, for the player to move. */
static Outcome score(const Table *table)
{
    int lead = 0, pieces = 0;
    for (int x = 0; x < SIZE; x++)
        for (int y = 0; y < SIZE; y++) {
            int player = owner(table, x, y);
            if (player < 0 || !adjacent(table->totem_file, table->totem_rank, x, y))
                continue;
            int sign = player == table->mover ? 1 : -1;
            lead += sign * (int)((strchr(marks, table->cells[x][y]) - marks) % 4 + 1);
            pieces += sign;
        }
    if (lead == 0 && table->published)
        lead = pieces;
    return lead > 0 ? OUTCOME_WIN : lead < 0 ? OUTCOME_LOSS : OUTCOME_DRAW;
}

static int compare_ways(const void *one, const void *other)
{
    return strcmp(((const Way *)one)->move, ((const Way *)other)->move);
}

typedef struct Listing {
    const Game *game;
    const Position *root;
    Ways ways;
} Listing;

static bool add_turn(void *context, const Turn *turn, const Position *after)
{
    Listing *listing = context;
    cr_assert(listing->ways.count < WAYS_MAX);
    Way *way = &listing->ways.ways[listing->ways.count++];
    Text move = TEXT_OF(way->move), position = TEXT_OF(way->after);
    listing->game->turn_format(listing->root, turn, &move);
    listing->game->format(after, &position);
    return true;
}

/* Compares all moves, all positions after them and the result; returns the number of moves. */
static int compare_position(const Game *game, const Position *position)
{
    static Ways expected;
    static Listing listing;
    char line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(line);
    game->format(position, &text);
    Table table = read_table(game, line);
    list_ways(&table, &expected);
    listing = (Listing){.game = game, .root = position};
    turn_each(game, position, add_turn, &listing);
    cr_assert_eq(listing.ways.count, expected.count, "%s: %s: %d moves, expected %d", game->name,
                 line, listing.ways.count, expected.count);
    qsort(listing.ways.ways, (size_t)expected.count, sizeof(Way), compare_ways);
    qsort(expected.ways, (size_t)expected.count, sizeof(Way), compare_ways);
    for (int i = 0; i < expected.count; i++) {
        cr_assert_str_eq(listing.ways.ways[i].move, expected.ways[i].move, "%s: %s", game->name,
                         line);
        cr_assert_str_eq(listing.ways.ways[i].after, expected.ways[i].after, "%s: %s %s",
                         game->name, line, expected.ways[i].move);
    }
    cr_assert_eq(game->outcome(position), expected.count ? OUTCOME_OPEN : score(&table), "%s: %s",
                 game->name, line);
    return expected.count;
}

/* Places pieces at random, up to a random number, keeping within each set. */
static Position random_setup(const Game *game, Random *random)
{
    Table table = {.mover = (int)random_below(random, 2)};
    int left[2][4] = {{5, 5, 5, 3}, {5, 5, 5, 3}};
    memset(table.cells, '.', sizeof table.cells);
    int full = (int)random_below(random, 100);
    for (int square = 0; square < SIZE * SIZE; square++) {
        int player = (int)random_below(random, 2), value = (int)random_below(random, 4);
        if ((int)random_below(random, 100) >= full || left[player][value] == 0)
            continue;
        left[player][value]--;
        table.cells[square / SIZE][square % SIZE] = marks[4 * player + value];
    }
    do {
        table.totem_file = (int)random_below(random, SIZE);
        table.totem_rank = (int)random_below(random, SIZE);
    } while (!inside(table.totem_file, table.totem_rank));
    table.cells[table.totem_file][table.totem_rank] = '*';
    for (int i = 0; i < 8; i++)
        table.hands[i / 4][i % 4] = (int)random_below(random, (uint32_t)left[i / 4][i % 4] + 1);
    char line[POSITION_TEXT_MAX];
    Position position;
    Error error = {0};
    write_table(&table, line);
    cr_assert_eq(game->parse(NULL, line, &position, &error), STATUS_OK, "%s: %s", line, error.text);
    return position;
}

static void compare_random(const Game *game)
{
    Random random = random_from(1);
    Position position;
    Move moves[MOVES_MAX];
    for (int i = 0; i < GAMES_EACH; i++) {
        game->start(NULL, &position);
        for (int count = 1; count > 0;) {
            compare_position(game, &position);
            count = game->moves(&position, moves);
            if (count > 0)
                game->play(&position, moves[random_below(&random, (uint32_t)count)]);
        }
    }
    int finished = 0;
    for (int i = 0; i < SETUPS_EACH; i++) {
        position = random_setup(game, &random);
        finished += compare_position(game, &position) == 0;
    }
    cr_assert(finished > SETUPS_EACH / 20, "%s: %d finished set-ups", game->name, finished);
}

Test(yoxii, a_second_reading_of_the_rules_agrees)
{
    compare_random(games_at(games_find("yoxii", NULL)));
    compare_random(games_at(games_find("yoxii:published", NULL)));
}

/* The search for the most pairs of a totem's target and a placement, by the argument of README.md.
 * Squares are bits file + 7 * rank. */
typedef struct Most {
    uint64_t board, around[SIZE * SIZE];
    int totem, pairs;
} Most;

static uint64_t square_bit(int file, int rank)
{
    return inside(file, rank) ? UINT64_C(1) << (file + SIZE * rank) : 0;
}

static int set_size(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* Pairs if all taken squares could be leapt over. */
static int count_pairs(const Most *most, uint64_t taken)
{
    uint64_t free = most->board & ~taken;
    int pairs = 0;
    for (int direction = 0; direction < 9; direction++) {
        int dx = direction % 3 - 1, dy = direction / 3 - 1;
        int x = most->totem % SIZE + dx, y = most->totem / SIZE + dy;
        while ((dx || dy) && square_bit(x, y) & taken) {
            x += dx;
            y += dy;
        }
        if ((dx || dy) && square_bit(x, y) & free) {
            int beside = set_size(most->around[x + SIZE * y] & free);
            pairs += beside ? beside : set_size(free) - 1;
        }
    }
    return pairs;
}

/* Chooses for each direction from `direction` on: no leap, or a leap of every length, with or
 * without an empty square around its end. */
static void search_pairs(Most *most, int direction, uint64_t taken, uint64_t targets)
{
    if (taken & (targets | square_bit(most->totem % SIZE, most->totem / SIZE)))
        return;
    if (direction == 9) {
        int pairs = count_pairs(most, taken);
        most->pairs = pairs > most->pairs ? pairs : most->pairs;
        return;
    }
    search_pairs(most, direction + 1, taken, targets);
    int dx = direction % 3 - 1, dy = direction / 3 - 1;
    int x = most->totem % SIZE + dx, y = most->totem / SIZE + dy;
    uint64_t between = square_bit(x, y);
    for (x += dx, y += dy; (dx || dy) && inside(x, y); x += dx, y += dy) {
        uint64_t end = square_bit(x, y), ring = most->around[x + SIZE * y];
        search_pairs(most, direction + 1, taken | between, targets | end);
        search_pairs(most, direction + 1, taken | between | ring, targets | end);
        between |= end;
    }
}

Test(yoxii, the_largest_number_of_moves_is_known)
{
    Most most = {0};
    for (int square = 0; square < SIZE * SIZE; square++) {
        most.board |= square_bit(square % SIZE, square / SIZE);
        for (int other = 0; other < SIZE * SIZE; other++)
            if (adjacent(square % SIZE, square / SIZE, other % SIZE, other / SIZE))
                most.around[square] |= square_bit(other % SIZE, other / SIZE);
    }
    int steps_only = 0;
    for (int totem = 0; totem < SIZE * SIZE; totem++) {
        if (!inside(totem % SIZE, totem / SIZE))
            continue;
        most.totem = totem;
        int pairs = count_pairs(&most, 0);
        steps_only = pairs > steps_only ? pairs : steps_only;
        search_pairs(&most, 0, 0, 0);
    }
    cr_assert_eq(games_at(games_find("yoxii", NULL))->moves_max, 4 * steps_only);
    cr_assert_eq(games_at(games_find("yoxii:published", NULL))->moves_max, 4 * most.pairs);
    const Game *game = games_at(games_find("yoxii:published", NULL));
    const char *widest = "3/o4/1o5/oO5/1O*4/iOOii/1i1 w 1553 2153";
    Position position;
    cr_assert_eq(game->parse(NULL, widest, &position, NULL), STATUS_OK);
    cr_assert_eq(compare_position(game, &position), game->moves_max);
}
