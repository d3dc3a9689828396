/* Walking to where two counts of turns part. */
#include "search/differential.h"

#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

/* What is added up while the turns of a position are visited. */
typedef struct Listing {
    DivideSource *source;
    Position root;
    int depth;
    DivideList *list;
    Status status;
    Error *error;
} Listing;

/* The position of a question by the source's own rules. */
static Status reach(DivideSource *source, const PerftQuestion *question, Position *position,
                    Error *error)
{
    const Game *game = source->game;
    const char *at = question->moves;
    Status status = game->parse(source->board, question->start, position, error);
    for (UgiWord word = ugi_next_word(&at); status == STATUS_OK && word.length;
         word = ugi_next_word(&at)) {
        char move[TURN_TEXT_MAX];
        Turn turn;
        Text text = TEXT_OF(move);
        text_format(&text, "%.*s", (int)word.length, word.at);
        status = game->turn_parse(position, move, &turn, error);
        if (status == STATUS_OK)
            turn_play(game, &turn, position);
    }
    Text text = TEXT_OF(source->position);
    if (status == STATUS_OK)
        game->format(position, &text);
    return status;
}

static bool add_turn(Listing *listing, const Turn *turn, uint64_t nodes)
{
    char move[TURN_TEXT_MAX];
    Text text = TEXT_OF(move);
    listing->source->game->turn_format(&listing->root, turn, &text);
    if (listing->status == STATUS_OK)
        listing->status = divide_add(listing->list, move, text.length, nodes, listing->error);
    return listing->status == STATUS_OK;
}

static bool add_fast(void *context, const Turn *turn, const Position *after)
{
    Listing *listing = context;
    const DivideSource *source = listing->source;
    PerftResult result = {0};
    listing->status =
        source->kit->perft(after, listing->depth - 1, &source->options, &result, listing->error);
    return add_turn(listing, turn, result.nodes);
}

/* The plain count of a position. */
typedef struct PlainCount {
    const Game *game;
    int depth; /* below each turn */
    uint64_t nodes;
} PlainCount;

static bool add_plain_below(void *context, const Turn *turn, const Position *after)
{
    (void)turn;
    PlainCount *count = context;
    if (count->depth == 0) {
        count->nodes++;
        return true;
    }
    PlainCount below = {count->game, count->depth - 1, 0};
    turn_each(count->game, after, add_plain_below, &below);
    count->nodes += below.nodes;
    return true;
}

static bool add_plain(void *context, const Turn *turn, const Position *after)
{
    Listing *listing = context;
    PlainCount count = {listing->source->game, listing->depth - 2, listing->depth == 1};
    if (listing->depth > 1)
        turn_each(count.game, after, add_plain_below, &count);
    return add_turn(listing, turn, count.nodes);
}

static Status list_turns(DivideSource *source, const PerftQuestion *question, TurnVisitor *visit,
                         DivideList *list, Error *error)
{
    Listing listing = {.source = source, .depth = question->depth, .list = list, .error = error};
    Status status = reach(source, question, &listing.root, error);
    if (status == STATUS_OK)
        turn_each(source->game, &listing.root, visit, &listing);
    return status == STATUS_OK ? listing.status : status;
}

static Status ask_fast(DivideSource *source, const PerftQuestion *question, DivideList *list,
                       Error *error)
{
    return list_turns(source, question, add_fast, list, error);
}

static Status ask_plain(DivideSource *source, const PerftQuestion *question, DivideList *list,
                        Error *error)
{
    return list_turns(source, question, add_plain, list, error);
}

static Status ask_engine(DivideSource *source, const PerftQuestion *question, DivideList *list,
                         Error *error)
{
    return perft_engine_divide(source->engine, question, list, error);
}

DivideSource divide_fast(int index, const Board *board, const PerftOptions *options)
{
    return (DivideSource){
        .divide = ask_fast,
        .game = games_at(index),
        .kit = searches_of(index),
        .board = board,
        .options = *options,
    };
}

DivideSource divide_plain(int index, const Board *board)
{
    return (DivideSource){.divide = ask_plain, .game = games_at(index), .board = board};
}

DivideSource divide_engine(PerftEngine *engine)
{
    return (DivideSource){.divide = ask_engine, .game = engine->game, .engine = engine};
}

Status differential_init(Differential *walk, DivideSource *one, DivideSource *other,
                         const Position *start, const Position *position, const char *moves,
                         Error *error)
{
    *walk = (Differential){
        .game = one->game,
        .sources = {one, other},
        .start = *start,
        .position = *position,
    };
    Text text = TEXT_OF(walk->moves);
    text_string(&text, moves);
    walk->walked = text.length;
    return text.overflow ? error_set(error, STATUS_BAD_ARGUMENT, "the list of moves is too long")
                         : STATUS_OK;
}

void differential_close(Differential *walk)
{
    for (int i = 0; i < 2; i++)
        divide_close(&walk->lists[i]);
}

/* Writes a move that the other side spells in its own way as the first one does, so that only moves
 * that differ in substance differ. */
static Status respell(const Differential *walk, DivideLine *line, Error *error)
{
    char move[TURN_TEXT_MAX];
    Text text = TEXT_OF(move);
    Turn turn;
    if (walk->game->turn_parse(&walk->position, line->move, &turn, NULL) != STATUS_OK)
        return STATUS_OK;
    walk->game->turn_format(&walk->position, &turn, &text);
    char *own = realloc(line->move, text.length + 1);
    if (!own)
        return error_set(error, STATUS_NO_MEMORY, "no memory for counts by move");
    memcpy(own, move, text.length + 1);
    line->move = own;
    return STATUS_OK;
}

/* Asks both sources about the position that the walk has reached. */
static Status ask(Differential *walk, int depth, Error *error)
{
    char start[POSITION_TEXT_MAX], position[POSITION_TEXT_MAX];
    Text start_text = TEXT_OF(start), position_text = TEXT_OF(position);
    Position usual;
    walk->game->start(NULL, &usual);
    walk->game->format(&walk->start, &start_text);
    walk->game->format(&walk->position, &position_text);
    PerftQuestion question = {
        .start = start,
        .usual_start = memcmp(&usual, &walk->start, sizeof usual) == 0,
        .moves = walk->moves,
        .position = position,
        .depth = depth,
    };
    Status status = STATUS_OK;
    for (int i = 0; i < 2 && status == STATUS_OK; i++) {
        Error inner = {0};
        divide_close(&walk->lists[i]);
        status = walk->sources[i]->divide(walk->sources[i], &question, &walk->lists[i], &inner);
        if (status != STATUS_OK)
            error_set(error, status, "depth %d after '%.80s': %s", depth, walk->moves, inner.text);
        divide_sort(&walk->lists[i]);
    }
    DividePair pair;
    for (int at[2] = {0, 0};
         status == STATUS_OK && divide_next(&walk->lists[0], &walk->lists[1], at, &pair);)
        if (!pair.one)
            status = respell(walk, pair.other, error);
    divide_sort(&walk->lists[1]);
    return status;
}

/* How the two lists differ; `*first` is the first move whose counts do. */
static DifferenceKind difference(const Differential *walk, const DivideLine **first)
{
    DivideList const *lists = walk->lists;
    DividePair pair;
    *first = NULL;
    for (int at[2] = {0, 0}; divide_next(&lists[0], &lists[1], at, &pair);) {
        if (!pair.one || !pair.other)
            return DIFFERENCE_MOVES;
        if (!*first && pair.one->nodes != pair.other->nodes)
            *first = pair.one;
    }
    return *first ? DIFFERENCE_COUNTS : DIFFERENCE_NONE;
}

/* Plays a move of the first source. */
static Status step(Differential *walk, const char *move, Error *error)
{
    Turn turn;
    Status status = walk->game->turn_parse(&walk->position, move, &turn, error);
    if (status != STATUS_OK)
        return status;
    size_t length = strlen(walk->moves);
    Text text = text_over(walk->moves + length, sizeof walk->moves - length);
    text_format(&text, "%s%s", length ? " " : "", move);
    if (text.overflow)
        return error_set(error, STATUS_BAD_ARGUMENT, "the list of moves is too long");
    turn_play(walk->game, &turn, &walk->position);
    walk->ply++;
    return STATUS_OK;
}

/* Goes back to where the counts differ whose moves below agree. */
static Status step_back(Differential *walk, const Position *before, size_t length, int depth,
                        Error *error)
{
    const DivideLine *first = NULL;
    walk->position = *before;
    walk->moves[length] = '\0';
    walk->ply--;
    walk->depth = depth;
    Status status = ask(walk, depth, error);
    if (status == STATUS_OK && difference(walk, &first) != DIFFERENCE_COUNTS)
        status = error_set(error, STATUS_MISMATCH,
                           "asked again at depth %d after '%.100s', the counts are others", depth,
                           walk->moves);
    return status;
}

Status differential_compare(Differential *walk, int depth, uint64_t *leaves, Error *error)
{
    const DivideLine *first = NULL;
    Status status = ask(walk, depth, error);
    if (status != STATUS_OK)
        return status;
    *leaves = divide_total(&walk->lists[0]);
    walk->kind = difference(walk, &first);
    walk->depth = depth;
    while (walk->kind == DIFFERENCE_COUNTS && walk->depth > 1) {
        Position before = walk->position;
        size_t length = strlen(walk->moves);
        status = step(walk, first->move, error);
        if (status == STATUS_OK)
            status = ask(walk, --walk->depth, error);
        if (status != STATUS_OK)
            return status;
        DifferenceKind below = difference(walk, &first);
        if (below == DIFFERENCE_NONE)
            return step_back(walk, &before, length, walk->depth + 1, error);
        walk->kind = below;
    }
    return STATUS_OK;
}
