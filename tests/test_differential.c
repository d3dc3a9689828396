/* Differential perft: the fast generator agrees with the plain one, and a fault that is put at one
 * position of another source is found at this position. */
#include "tests/walks.h"

#include "search/differential.h"

#include <string.h>

enum { FAULT_PLY = 2 };

typedef enum Fault { FAULT_MISSING, FAULT_EXTRA, FAULT_DEEP_COUNT } Fault;

/* The plain way with a fault at a position. */
typedef struct FaultySource {
    DivideSource source; /* must be first */
    Fault fault;
    Position where;
} FaultySource;

static bool count_with_fault(void *context, const Turn *turn, const Position *after);

typedef struct FaultyCount {
    const FaultySource *faulty;
    int depth;
    uint64_t nodes;
} FaultyCount;

/* Leaves below, with the fault wherever its position is met. */
static uint64_t leaves_with_fault(const FaultySource *faulty, const Position *position, int depth)
{
    const Game *game = faulty->source.game;
    if (depth == 0)
        return 1;
    FaultyCount count = {faulty, depth - 1, 0};
    turn_each(game, position, count_with_fault, &count);
    if (position_same(game, position, &faulty->where)) {
        if (faulty->fault == FAULT_MISSING) {
            Position after = *position;
            Move moves[MOVES_MAX];
            do {
                game->moves(&after, moves);
                game->play(&after, moves[0]);
            } while (game->mid_turn(&after));
            count.nodes -= leaves_with_fault(faulty, &after, depth - 1);
        } else if (faulty->fault == FAULT_EXTRA || depth == 2) {
            count.nodes++;
        }
    }
    return count.nodes;
}

static bool count_with_fault(void *context, const Turn *turn, const Position *after)
{
    (void)turn;
    FaultyCount *count = context;
    count->nodes += leaves_with_fault(count->faulty, after, count->depth);
    return true;
}

typedef struct FaultyList {
    FaultySource *faulty;
    Position root;
    int depth;
    DivideList *list;
} FaultyList;

static bool list_with_fault(void *context, const Turn *turn, const Position *after)
{
    FaultyList *own = context;
    const FaultySource *faulty = own->faulty;
    char move[TURN_TEXT_MAX];
    Text text = TEXT_OF(move);
    bool here = position_same(faulty->source.game, &own->root, &faulty->where);
    if (here && faulty->fault == FAULT_MISSING && own->list->capacity == 0) {
        /* The first move of the list. */
        own->list->capacity = -1;
        return true;
    }
    if (own->list->capacity < 0)
        own->list->capacity = 0;
    faulty->source.game->turn_format(&own->root, turn, &text);
    uint64_t nodes = leaves_with_fault(faulty, after, own->depth - 1);
    if (here && faulty->fault == FAULT_DEEP_COUNT && own->depth == 2)
        nodes++;
    divide_add(own->list, move, text.length, nodes, NULL);
    return true;
}

static Status divide_with_fault(DivideSource *source, const PerftQuestion *question,
                                DivideList *list, Error *error)
{
    FaultySource *faulty = (void *)source;
    FaultyList own = {.faulty = faulty, .depth = question->depth, .list = list};
    Status status = source->game->parse(NULL, question->position, &own.root, error);
    cr_assert_eq(status, STATUS_OK);
    turn_each(source->game, &own.root, list_with_fault, &own);
    list->capacity = list->capacity < 0 ? 0 : list->capacity;
    if (faulty->fault == FAULT_EXTRA && position_same(source->game, &own.root, &faulty->where))
        divide_add(list, "zz", 2, 1, NULL);
    return STATUS_OK;
}

/* Random turns from the start, none of which ends the game. */
static void wander(const Game *game, uint64_t seed, Position *position)
{
    Random random = random_from(seed);
    game->start(NULL, position);
    for (int ply = 0; ply < FAULT_PLY; ply++) {
        Turn turn;
        turn_random(game, position, &random, &turn);
        turn_play(game, &turn, position);
    }
    cr_assert_eq(game->outcome(position), OUTCOME_OPEN);
}

/* Compares depth by depth until there is a difference. */
static void walk_down(Differential *walk, DivideSource *one, DivideSource *other,
                      const Position *start, int depth)
{
    Error error = {0};
    uint64_t leaves = 0;
    cr_assert_eq(differential_init(walk, one, other, start, start, "", &error), STATUS_OK);
    for (int at = 1; at <= depth && walk->kind == DIFFERENCE_NONE; at++)
        cr_assert_eq(differential_compare(walk, at, &leaves, &error), STATUS_OK, "%s", error.text);
}

static void check_fault(int index, Fault fault, Differential *walk)
{
    Position start;
    FaultySource faulty = {
        .source = {.divide = divide_with_fault, .game = games_at(index)},
        .fault = fault,
    };
    DivideSource fast = divide_fast(index, NULL, &(PerftOptions){.threads = 1, .bulk = true});
    const Game *game = games_at(index);
    game->start(NULL, &start);
    wander(game, 5, &faulty.where);
    walk_down(walk, &fast, &faulty.source, &start, FAULT_PLY + (fault == FAULT_DEEP_COUNT ? 2 : 1));
    cr_assert_eq(walk->kind, fault == FAULT_DEEP_COUNT ? DIFFERENCE_COUNTS : DIFFERENCE_MOVES,
                 "%s, fault %d", game->name, fault);
    cr_assert(position_same(game, &walk->position, &faulty.where), "%s, fault %d: found after %s",
              game->name, fault, walk->moves);
    cr_assert_eq(walk->ply, FAULT_PLY);
}

ParameterizedTestParameters(differential, a_fault_is_found_where_it_is)
{
    return all_games();
}

ParameterizedTest(int *index, differential, a_fault_is_found_where_it_is)
{
    static Differential walk;
    check_fault(*index, FAULT_MISSING, &walk);
    cr_assert_eq(walk.lists[0].count, walk.lists[1].count + 1);
    differential_close(&walk);
    check_fault(*index, FAULT_EXTRA, &walk);
    cr_assert_eq(walk.lists[0].count + 1, walk.lists[1].count);
    differential_close(&walk);
    /* Trees of Yoxii and of Lions and Jackals are wide for the slow way. */
    if (games_at(*index)->count(&walk.start) < 30)
        check_fault(*index, FAULT_DEEP_COUNT, &walk);
    differential_close(&walk);
}

static void check_plain(const Game *game, int index, const Position *position, void *context)
{
    (void)context;
    static Differential walk;
    DivideSource plain = divide_plain(index, NULL);
    DivideSource fast = divide_fast(index, NULL, &(PerftOptions){.threads = 1, .bulk = true});
    int depth = game->count(position) < 100 ? 2 : 1;
    walk_down(&walk, &fast, &plain, position, depth);
    cr_assert_eq(walk.kind, DIFFERENCE_NONE, "%s, after %s", position_text(game, position),
                 walk.moves);
    cr_assert_gt(walk.lists[0].count, 0);
    differential_close(&walk);
}

ParameterizedTestParameters(differential, fast_and_plain_counts_agree)
{
    return all_games();
}

ParameterizedTest(int *index, differential, fast_and_plain_counts_agree)
{
    walk_positions(*index, 11, 30, 7, check_plain, NULL);
}

Test(differential, lines_of_counts_are_read)
{
    static const struct {
        const char *line, *move;
    } cases[] = {
        {"a2-a3: 1225", "a2-a3"},
        {" -:\t0 ", "-"},
        {"a:b: 7", "a:b"},
        {"a2-a3 : 5", NULL},
        {"a2-a3: x", NULL},
        {"Nodes searched: 5", NULL},
        {": 5", NULL},
        {"", NULL},
        {"a: 5 6", NULL},
        {"a: 99999999999999999999", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        DivideList list = {0};
        bool taken = false;
        cr_assert_eq(divide_add_line(&list, cases[i].line, &taken, NULL), STATUS_OK);
        cr_assert_eq(taken, cases[i].move != NULL, "'%s'", cases[i].line);
        if (taken)
            cr_assert_str_eq(list.lines[0].move, cases[i].move);
        divide_close(&list);
    }
}
