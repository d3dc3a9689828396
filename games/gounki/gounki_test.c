/* Tests that only Gounki needs: moves, their texts, the positions they lead to and the list of
 * noisy moves against a slow second reading of the rules text, step by step on a board of cells,
 * on random games and on random set-ups, for every ruleset. */
#include "engine/random.h"
#include "games/registry.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 64, OUT = 64, WAYS_MAX = 1024, GAMES_EACH = 60, SETUPS_EACH = 1500 };

typedef struct Pile {
    int player, kinds[2]; /* player -1 = empty; numbers of rounds and squares */
} Pile;

typedef struct Table {
    Pile cells[CELLS];
    int mover, quiet, number;
    bool won, cross, captures; /* ruleset: goal, and whether deployments capture */
} Table;

/* One way to play: its text and the position after it. */
typedef struct Way {
    char move[TURN_TEXT_MAX], after[POSITION_TEXT_MAX];
    bool noisy;
} Way;

typedef struct Ways {
    int count;
    Way ways[WAYS_MAX];
} Ways;

/* Section 1. */
static const struct Step {
    int kind, sideways, forward;
} steps[5] = {{0, -1, 1}, {0, 1, 1}, {1, -1, 0}, {1, 1, 0}, {1, 0, 1}};

static int pile_size(const Pile *pile)
{
    return pile->kinds[0] + pile->kinds[1];
}

static Table read_table(const Game *game, const char *text)
{
    Table table = {.cross = strcmp(game->ruleset, "seed") != 0,
                   .captures = strcmp(game->ruleset, "published") != 0};
    for (int i = 0; i < CELLS; i++)
        table.cells[i].player = -1;
    int cell = 56;
    bool inside = false;
    for (; *text != ' '; text++) {
        if (*text == '/') {
            cell -= 16;
        } else if (*text >= '1' && *text <= '8') {
            cell += *text - '0';
        } else if (*text == '(' || *text == ')') {
            inside = *text == '(';
            cell += !inside;
        } else {
            table.cells[cell].player = *text == 'r' || *text == 's';
            table.cells[cell].kinds[*text == 'S' || *text == 's']++;
            cell += !inside;
        }
    }
    table.won = text[1] == '#';
    table.mover = (text[1 + table.won] == 'b') != table.won;
    sscanf(text + 2 + table.won, "%d %d", &table.quiet, &table.number);
    return table;
}

static void write_table(const Table *table, Text *text)
{
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            const Pile *pile = &table->cells[8 * rank + file];
            empty += pile->player < 0;
            if (empty && (pile->player >= 0 || file == 7))
                text_number(text, empty);
            if (pile->player < 0)
                continue;
            empty = 0;
            const char *letters = pile->player ? "rs" : "RS";
            text_string(text, pile_size(pile) > 1 ? "(" : "");
            for (int kind = 0; kind < 2; kind++)
                for (int i = 0; i < pile->kinds[kind]; i++)
                    text_char(text, letters[kind]);
            text_string(text, pile_size(pile) > 1 ? ")" : "");
        }
        text_char(text, rank ? '/' : ' ');
    }
    text_string(text, table->won ? "#" : "");
    text_char(text, "wb"[table->mover ^ (int)table->won]);
    text_format(text, " %d %d", table->quiet, table->number);
}

static int pieces_of(const Table *table, int player)
{
    int pieces = 0;
    for (int i = 0; i < CELLS; i++)
        pieces += table->cells[i].player == player ? pile_size(&table->cells[i]) : 0;
    return pieces;
}

/* One step from `cell`, turning *sideways at a side edge (section 7); OUT beyond the far edge. */
static int step_from(const Table *table, int cell, int *sideways, int forward)
{
    int file = cell % 8 + *sideways, rank = cell / 8 + (table->mover ? -forward : forward);
    if (file < 0 || file > 7) {
        *sideways = -*sideways;
        file = cell % 8 + *sideways;
    }
    return rank < 0 || rank > 7 ? OUT : 8 * rank + file;
}

static bool on_edge(int cell, int sideways)
{
    int file = cell % 8 + sideways;
    return file < 0 || file > 7;
}

static bool at_goal(const Table *table, int cell)
{
    return table->cross ? cell == OUT : cell / 8 == (table->mover ? 0 : 7);
}

static void write_cell(int cell, Text *text)
{
    if (cell == OUT)
        text_string(text, "OUT");
    else
        text_format(text, "%c%c", 'a' + cell % 8, '1' + cell / 8);
}

/* Sections 9 and 11: ends the turn and adds the way, unless its result is there already; then
 * the movement's text or the smaller one stays. */
static void add_way(Ways *ways, const Table *before, Table after, const char *move, bool goal,
                    bool advanced)
{
    bool captured = pieces_of(&after, !before->mover) < pieces_of(before, !before->mover);
    after.won = goal || pieces_of(&after, !before->mover) == 0;
    after.quiet = captured || advanced ? 0 : before->quiet + 1;
    after.number += before->mover;
    after.mover = !before->mover;
    Way way = {.noisy = captured || after.won};
    Text text = TEXT_OF(way.after);
    write_table(&after, &text);
    strcpy(way.move, move);
    for (int i = 0; i < ways->count; i++) {
        Way *known = &ways->ways[i];
        if (strcmp(known->after, way.after) != 0)
            continue;
        bool deployment = strchr(move, '*'), known_deployment = strchr(known->move, '*');
        if (deployment != known_deployment ? known_deployment : strcmp(move, known->move) < 0)
            strcpy(known->move, move);
        return;
    }
    cr_assert(ways->count < WAYS_MAX);
    ways->ways[ways->count++] = way;
}

static Table lifted(const Table *table, int from)
{
    Table after = *table;
    after.cells[from] = (Pile){-1, {0, 0}};
    return after;
}

/* Section 5: all movements of the stack on `from` along one direction. */
static void add_movements(Ways *ways, const Table *table, int from, struct Step step)
{
    Pile stack = table->cells[from];
    Table empty = lifted(table, from);
    int cell = from, sideways = step.sideways;
    if (on_edge(from, sideways))
        return;
    for (int i = 0; i < stack.kinds[step.kind]; i++) {
        cell = step_from(table, cell, &sideways, step.forward);
        if (cell == OUT && !table->cross)
            return;
        const Pile *target = cell == OUT ? NULL : &empty.cells[cell];
        bool enemy = target && target->player == !table->mover;
        bool own = target && target->player == table->mover;
        if (own && pile_size(target) + pile_size(&stack) > 3)
            return;
        if (cell != from) {
            Table after = empty;
            char move[TURN_TEXT_MAX];
            Text text = TEXT_OF(move);
            write_cell(from, &text);
            text_char(&text, enemy ? 'x' : '-');
            write_cell(cell, &text);
            if (cell != OUT) {
                after.cells[cell].player = table->mover;
                for (int kind = 0; kind < 2; kind++)
                    after.cells[cell].kinds[kind] =
                        stack.kinds[kind] + (own ? target->kinds[kind] : 0);
            }
            add_way(ways, table, after, move, at_goal(table, cell), step.forward);
        }
        if (cell == OUT || enemy || own)
            return;
    }
}

/* Section 6: a deployment under way. */
typedef struct Carried {
    Table after;
    int kinds[2], kind, cell, sideways, forward;
    bool advanced, first;
    char move[TURN_TEXT_MAX];
} Carried;

static void lay_next(Ways *ways, const Table *table, Carried carried);

/* Goes on with the kind, choosing each of its directions. */
static void choose_direction(Ways *ways, const Table *table, const Carried *carried, int kind)
{
    for (int i = 0; i < 5; i++) {
        if (steps[i].kind != kind || on_edge(carried->cell, steps[i].sideways))
            continue;
        Carried next = *carried;
        next.kind = kind;
        next.sideways = steps[i].sideways;
        next.forward = steps[i].forward;
        lay_next(ways, table, next);
    }
}

/* One step, one piece laid, and on from there. */
static void lay_next(Ways *ways, const Table *table, Carried carried)
{
    carried.cell = step_from(table, carried.cell, &carried.sideways, carried.forward);
    carried.advanced |= carried.forward;
    Text text = {carried.move, sizeof carried.move, strlen(carried.move), false};
    text_char(&text, carried.first ? '*' : ',');
    carried.first = false;
    write_cell(carried.cell, &text);
    if (carried.cell == OUT) {
        if (table->cross)
            add_way(ways, table, carried.after, carried.move, true, true);
        return;
    }
    Pile *pile = &carried.after.cells[carried.cell];
    if (pile->player == !table->mover) {
        if (!table->captures)
            return;
        *pile = (Pile){-1, {0, 0}};
    }
    pile->player = table->mover;
    if (at_goal(table, carried.cell)) {
        pile->kinds[0] += carried.kinds[0];
        pile->kinds[1] += carried.kinds[1];
        add_way(ways, table, carried.after, carried.move, true, true);
        return;
    }
    pile->kinds[carried.kind]++;
    carried.kinds[carried.kind]--;
    if (pile_size(pile) > 3)
        return;
    if (carried.kinds[carried.kind] > 0)
        lay_next(ways, table, carried);
    else if (carried.kinds[!carried.kind] > 0)
        choose_direction(ways, table, &carried, !carried.kind);
    else
        add_way(ways, table, carried.after, carried.move, false, carried.advanced);
}

static int compare_ways(const void *one, const void *other)
{
    return strcmp(((const Way *)one)->move, ((const Way *)other)->move);
}

static void list_ways(Ways *ways, const Table *table)
{
    ways->count = 0;
    for (int from = 0; from < CELLS && !table->won; from++) {
        const Pile *stack = &table->cells[from];
        if (stack->player != table->mover)
            continue;
        for (int i = 0; i < 5; i++)
            add_movements(ways, table, from, steps[i]);
        Carried carried = {
            lifted(table, from), {stack->kinds[0], stack->kinds[1]}, .cell = from, .first = true};
        Text text = TEXT_OF(carried.move);
        write_cell(from, &text);
        for (int kind = 0; kind < 2 && pile_size(stack) > 1; kind++)
            if (stack->kinds[kind] > 0)
                choose_direction(ways, table, &carried, kind);
    }
    qsort(ways->ways, (size_t)ways->count, sizeof ways->ways[0], compare_ways);
}

static void list_moves(Ways *list, const Game *game, const Position *position)
{
    Move moves[MOVES_MAX], noisy[MOVES_MAX];
    list->count = game->moves(position, moves);
    int noisy_count = game->noisy_moves(position, noisy);
    for (int i = 0; i < list->count; i++) {
        Way *way = &list->ways[i];
        *way = (Way){.noisy = false};
        Turn turn = {1, {moves[i]}};
        Text move = TEXT_OF(way->move), after_text = TEXT_OF(way->after);
        game->turn_format(position, &turn, &move);
        Position after = *position;
        game->play(&after, moves[i]);
        game->format(&after, &after_text);
        for (int j = 0; j < noisy_count; j++)
            way->noisy |= noisy[j] == moves[i];
    }
    qsort(list->ways, (size_t)list->count, sizeof list->ways[0], compare_ways);
}

static void check_position(const Game *game, const Position *position)
{
    static Ways expected, found;
    char line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(line);
    game->format(position, &text);
    Table table = read_table(game, line);
    list_ways(&expected, &table);
    list_moves(&found, game, position);
    for (int i = 0; i < found.count && i < expected.count; i++) {
        const Way *want = &expected.ways[i], *got = &found.ways[i];
        cr_assert(strcmp(want->move, got->move) == 0, "%s %s: expected %s, got %s", game->name,
                  line, want->move, got->move);
        cr_assert(strcmp(want->after, got->after) == 0, "%s %s: %s leads to %s, expected %s",
                  game->name, line, got->move, got->after, want->after);
        cr_assert(want->noisy == got->noisy, "%s %s: %s noisy?", game->name, line, got->move);
    }
    cr_assert_eq(found.count, expected.count, "%s %s: %d moves, expected %d", game->name, line,
                 found.count, expected.count);
}

/* Every random move is legal and every legal move is drawn. */
static void check_random(const Game *game, const Position *position)
{
    enum { DRAWS_PER_MOVE = 24 };
    Move moves[MOVES_MAX];
    bool drawn[MOVES_MAX] = {false};
    Random random = random_from(game->key(position));
    int count = game->moves(position, moves);
    for (int i = 0; i < DRAWS_PER_MOVE * count; i++) {
        Move move = game->random_move(position, &random);
        int at = 0;
        while (at < count && moves[at] != move)
            at++;
        cr_assert(at < count, "%s: an illegal random move", game->name);
        drawn[at] = true;
    }
    for (int i = 0; i < count; i++)
        cr_assert(drawn[i], "%s: move %u is never drawn", game->name, moves[i]);
}

static bool is_gounki(int index)
{
    return strcmp(games_at(index)->folder, "gounki") == 0;
}

static void play_and_check(const Game *game, uint64_t seed)
{
    Random random = random_from(seed);
    Position position;
    game->start(NULL, &position);
    for (;;) {
        check_position(game, &position);
        Move move = game->random_move(&position, &random);
        if (move == MOVE_NONE || game->quiet(&position) == game->quiet_limit)
            break;
        game->play(&position, move);
    }
}

Test(gounki, random_games_follow_the_rules)
{
    for (int i = 0; i < games_count(); i++)
        for (uint64_t seed = 0; is_gounki(i) && seed < GAMES_EACH; seed++)
            play_and_check(games_at(i), seed);
}

/* Random stacks, many of them near the edges and far forward; with the goal to reach, nobody stands
 * on his far rank. */
static void set_up(Table *table, Random *random)
{
    int left[2][2] = {{8, 8}, {8, 8}};
    int stacks = 2 + (int)random_below(random, 24);
    table->mover = (int)random_below(random, 2);
    table->number = 1;
    for (int i = 0; i < CELLS; i++)
        table->cells[i] = (Pile){-1, {0, 0}};
    for (int i = 0; i < stacks; i++) {
        int player = i < 2 ? i : (int)random_below(random, 2);
        int cell = (int)random_below(random, CELLS);
        Pile *pile = &table->cells[cell];
        if (pile->player >= 0 || (!table->cross && (cell / 8 == 0 || cell / 8 == 7)))
            continue;
        for (int size = 1 + (int)random_below(random, 3); size > 0; size--) {
            int kind = (int)random_below(random, 2);
            if (left[player][kind] == 0)
                continue;
            left[player][kind]--;
            pile->player = player;
            pile->kinds[kind]++;
        }
    }
}

Test(gounki, random_set_ups_follow_the_rules)
{
    Random random = random_from(5);
    for (int i = 0; i < games_count(); i++) {
        if (!is_gounki(i))
            continue;
        const Game *game = games_at(i);
        for (int j = 0; j < SETUPS_EACH; j++) {
            Table table = {.cross = strcmp(game->ruleset, "seed") != 0};
            do
                set_up(&table, &random);
            while (pieces_of(&table, 0) == 0 || pieces_of(&table, 1) == 0);
            char line[POSITION_TEXT_MAX];
            Text text = TEXT_OF(line);
            Position position;
            Error error = {0};
            write_table(&table, &text);
            cr_assert_eq(game->parse(NULL, line, &position, &error), STATUS_OK, "%s: %s", line,
                         error.text);
            check_position(game, &position);
            check_random(game, &position);
        }
    }
}

Test(gounki, colourings_of_the_start_are_mirror_images)
{
    Error error;
    int seed = games_find("gounki:seed-cross", &error);
    int published = games_find("gounki:published", &error);
    Position one, other, image;
    games_at(seed)->start(NULL, &one);
    games_at(published)->start(NULL, &other);
    games_at(seed)->transform(&one, 1, &image);
    cr_assert(position_same(games_at(seed), &image, &other));
}
