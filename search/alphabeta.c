/* Kernel: principal variation search with iterative deepening, transposition table, killer and
 * history ordering, and quiescence over the moves that the game calls noisy.
 *
 * A turn may be played in parts: depth counts whole turns, and a score changes its sign only where
 * the mover changes. A position that occurred before counts as a draw at once, and table scores
 * forget the way to the position (the graph-history problem); with exact=1 neither shortcut is
 * taken, nor quiescence, and the score is that of minimax. */
#include "search/kernel.h"

#include "engine/table.h"

#include <stdlib.h>

enum {
    DEPTH_MAX = 200,
    HISTORY_SLOTS = 4096,
    HISTORY_MAX = 16384,
    ORDER_TABLE = 1 << 30,
    ORDER_KILLER = 1 << 28,
    PLY_LIMIT = PLY_MAX - TURN_PARTS_MAX - 1, /* no new turn is begun beyond */
};

typedef struct AlphaBeta {
    Player player;
    GameWeights weights;
    bool exact;
    int earlier; /* earlier occurrences that make a draw */
    Table table; /* owned */
    Budget budget;
    Path path;
    uint64_t nodes;
    int deepest;
    Move root_move; /* best so far; tried first at the root, so that an unfinished iteration counts
                     */
    Move killers[PLY_MAX][2];
    int history[2][HISTORY_SLOTS];
} AlphaBeta;

/* A node's place in the tree. */
typedef struct Place {
    int depth; /* turns left */
    int ply;   /* moves from the root */
    int turns; /* turns from the root */
} Place;

enum { OPTION_EXACT };

static const PlayerOption options[] = {
    [OPTION_EXACT] = {"exact", 0, 0, 1, true, "1 = no shortcut: the same score as minimax"},
    {0},
};

extern const PlayerType EXPORT(alphabeta);

/* Win scores count from the node in the table and from the root in the search. */
static Score score_to_table(Score score, int turns)
{
    if (score >= SCORE_PROVEN)
        return score + turns;
    return score <= -SCORE_PROVEN ? score - turns : score;
}

static Score score_from_table(Score score, int turns)
{
    if (score >= SCORE_PROVEN)
        return score - turns;
    return score <= -SCORE_PROVEN ? score + turns : score;
}

static Score outcome_score(Outcome outcome, int turns)
{
    if (outcome == OUTCOME_DRAW)
        return SCORE_DRAW;
    return outcome == OUTCOME_WIN ? SCORE_WIN - turns : turns - SCORE_WIN;
}

static Score quiesce(AlphaBeta *self, const GamePosition *position, Score alpha, Score beta,
                     Place place)
{
    if (place.turns > self->deepest)
        self->deepest = place.turns;
    Score best = game_evaluate(position, &self->weights);
    if (GAME_NOISY == 0 || self->exact || best >= beta || place.ply >= PLY_LIMIT)
        return best;
    if (best > alpha)
        alpha = best;
    Move moves[GAME_MOVES_MAX];
    int count = game_noisy_moves(position, moves);
    Place below = {.ply = place.ply + 1, .turns = place.turns + 1};
    for (int i = 0; i < count && best < beta; i++) {
        if (budget_spent(&self->budget, self->nodes))
            break;
        GamePosition child = *position;
        game_play(&child, moves[i]);
        self->nodes++;
        Outcome outcome = game_outcome(&child);
        Score score = outcome != OUTCOME_OPEN ? -outcome_score(outcome, below.turns)
                                              : -quiesce(self, &child, -beta, -alpha, below);
        if (score > best)
            best = score;
        if (score > alpha)
            alpha = score;
    }
    return best;
}

static int *history_slot(AlphaBeta *self, int mover, Move move)
{
    return &self->history[mover][(move * UINT32_C(0x9e3779b1)) >> 20];
}
static_assert(HISTORY_SLOTS == 1 << 12, "history_slot takes 12 bits");

static void order_moves(AlphaBeta *self, int mover, Move best, int ply, const Move *moves,
                        int count, int *order)
{
    for (int i = 0; i < count; i++) {
        if (moves[i] == best)
            order[i] = ORDER_TABLE;
        else if (moves[i] == self->killers[ply][0] || moves[i] == self->killers[ply][1])
            order[i] = ORDER_KILLER + (moves[i] == self->killers[ply][0]);
        else
            order[i] = *history_slot(self, mover, moves[i]);
    }
}

/* Brings the best of the moves from `first` on to the front. */
static Move pick_move(Move *moves, int *order, int first, int count)
{
    int best = first;
    for (int i = first + 1; i < count; i++)
        if (order[i] > order[best])
            best = i;
    Move move = moves[best];
    int value = order[best];
    moves[best] = moves[first];
    order[best] = order[first];
    moves[first] = move;
    order[first] = value;
    return move;
}

/* Rewards the move that cut off and blames the ones tried before it. */
static void learn_cutoff(AlphaBeta *self, int mover, const Move *moves, int tried, Place place)
{
    int bonus = place.depth * place.depth + 1;
    if (bonus > 400)
        bonus = 400;
    for (int i = 0; i <= tried; i++) {
        int *slot = history_slot(self, mover, moves[i]);
        *slot += (i == tried ? bonus : -bonus) - *slot * bonus / HISTORY_MAX;
    }
    Move *killers = self->killers[place.ply];
    if (killers[0] != moves[tried]) {
        killers[1] = killers[0];
        killers[0] = moves[tried];
    }
}

static Score search_pv(AlphaBeta *self, const GamePosition *position, Score alpha, Score beta,
                       Place place, Line *line);
static Score search_null(AlphaBeta *self, const GamePosition *position, Score beta, Place place);

/* The score of a new position for its side to move: decided ones and leaves are settled here, so
 * that they never build the frame of an inner node. line = NULL outside the principal variation. */
static ALWAYS_INLINE Score visit(AlphaBeta *self, const GamePosition *position, Score alpha,
                                 Score beta, Place place, Line *line)
{
    self->nodes++;
    if (line)
        line->count = 0;
    if (!game_mid_turn(position)) {
        Outcome outcome = game_outcome(position);
        if (outcome != OUTCOME_OPEN)
            return outcome_score(outcome, place.turns);
        if (path_draws(&self->path, position, self->earlier))
            return SCORE_DRAW;
        if (place.depth <= 0 || place.ply >= PLY_LIMIT)
            return quiesce(self, position, alpha, beta, place);
    }
    return line ? search_pv(self, position, alpha, beta, place, line)
                : search_null(self, position, beta, place);
}

/* visit() for a child as the parent's mover sees it. */
static ALWAYS_INLINE Score visit_child(AlphaBeta *self, bool same_mover, const GamePosition *child,
                                       Score alpha, Score beta, Place place, Line *line)
{
    return same_mover ? visit(self, child, alpha, beta, place, line)
                      : -visit(self, child, -beta, -alpha, place, line);
}

/* Whether the table settles the node; fills in the table move. */
static bool probe_table(const AlphaBeta *self, uint64_t key, Score alpha, Score beta, Place place,
                        bool pv, Move *move, Score *score)
{
    TableEntry entry;
    if (!table_get(&self->table, key, &entry))
        return false;
    *move = entry.move;
    if (pv || self->exact || entry.depth < place.depth)
        return false;
    *score = score_from_table(entry.score, place.turns);
    return entry.bound == BOUND_EXACT || (entry.bound == BOUND_LOWER && *score >= beta) ||
           (entry.bound == BOUND_UPPER && *score <= alpha);
}

/* An inner node, for its side to move; specialised for nodes on and off the principal variation. */
static ALWAYS_INLINE Score search(AlphaBeta *self, const GamePosition *position, Score alpha,
                                  Score beta, Place place, Line *line, const bool pv)
{
    if (budget_spent(&self->budget, self->nodes))
        return SCORE_DRAW;
    uint64_t key = game_key(position);
    Move best_move = MOVE_NONE;
    Score best = -SCORE_INFINITE, first_alpha = alpha;
    if (probe_table(self, key, alpha, beta, place, pv, &best_move, &best))
        return best;
    if (place.ply == 0)
        best_move = self->root_move;
    best = -SCORE_INFINITE;
    Move moves[GAME_MOVES_MAX];
    int order[GAME_MOVES_MAX];
    int count = game_moves(position, moves);
    int mover = game_mover(position);
    order_moves(self, mover, best_move, place.ply, moves, count, order);
    bool boundary = !game_mid_turn(position);
    if (boundary)
        path_push(&self->path, key);
    int tried = 0;
    for (; tried < count && alpha < beta; tried++) {
        Move move = pick_move(moves, order, tried, count);
        GamePosition child = *position;
        game_play(&child, move);
        int done = !game_mid_turn(&child);
        bool same = game_mover(&child) == mover;
        Place below = {place.depth - done, place.ply + 1, place.turns + done};
        Line rest;
        Score score = 0;
        if (!pv || tried > 0)
            score = visit_child(self, same, &child, alpha, alpha + 1, below, NULL);
        if (pv && (tried == 0 || score > alpha) && !budget_spent(&self->budget, self->nodes))
            score = visit_child(self, same, &child, alpha, beta, below, &rest);
        if (budget_spent(&self->budget, self->nodes))
            break;
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = move;
                if (pv)
                    line_set(line, move, &rest);
            }
        }
    }
    if (boundary)
        path_pop(&self->path);
    if (self->budget.spent)
        return SCORE_DRAW;
    if (alpha >= beta)
        learn_cutoff(self, mover, moves, tried - 1, place);
    Bound bound = best >= beta ? BOUND_LOWER : best > first_alpha ? BOUND_EXACT : BOUND_UPPER;
    table_put(&self->table, key,
              &(TableEntry){best_move, score_to_table(best, place.turns), place.depth, bound});
    return best;
}

static NOINLINE Score search_pv(AlphaBeta *self, const GamePosition *position, Score alpha,
                                Score beta, Place place, Line *line)
{
    return search(self, position, alpha, beta, place, line, true);
}

static NOINLINE Score search_null(AlphaBeta *self, const GamePosition *position, Score beta,
                                  Place place)
{
    return search(self, position, beta - 1, beta, place, NULL, false);
}

static Status alphabeta_open(const PlayerOptions *settings, Player **player, Error *error)
{
    AlphaBeta *self = calloc(1, sizeof *self);
    if (!self)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an alphabeta player");
    self->player.type = &EXPORT(alphabeta);
    self->weights = kernel_weights(settings);
    self->exact = settings->values[OPTION_EXACT] > 0;
    self->earlier = self->exact ? GAME_REPETITIONS - 1 : 1;
    Status status = table_open(&self->table, settings->hash_bytes, error);
    if (status != STATUS_OK)
        free(self);
    else
        *player = &self->player;
    return status;
}

static void alphabeta_reset(Player *player, uint64_t seed)
{
    (void)seed;
    table_clear(&((AlphaBeta *)player)->table);
}

static void fill_result(const Line *line, Score score, int depth, SearchResult *result)
{
    result->score = score;
    result->depth = depth;
    result->line_count = line->count;
    memcpy(result->line, line->moves, (size_t)line->count * sizeof(Move));
}

static void fill_counts(AlphaBeta *self, SearchResult *result)
{
    result->deepest = self->deepest;
    result->nodes = self->nodes;
    result->nanoseconds = budget_elapsed(&self->budget);
    result->fill = table_fill(&self->table);
}

/* Deepens turn by turn. An unfinished iteration counts as far as it has found a better line. */
static void deepen(AlphaBeta *self, const GamePosition *root, SearchReport *report, void *context,
                   SearchResult *result)
{
    int limit = self->budget.limits.depth ? self->budget.limits.depth : DEPTH_MAX;
    for (int depth = 1; depth <= limit; depth++) {
        Line line = {.count = 0};
        Score score =
            search_pv(self, root, -SCORE_INFINITE, SCORE_INFINITE, (Place){.depth = depth}, &line);
        if (self->budget.spent) {
            if (line.count)
                fill_result(&line, result->score, depth - 1, result);
            break;
        }
        fill_result(&line, score, depth, result);
        self->root_move = line.moves[0];
        fill_counts(self, result);
        if (report)
            report(context, result);
        bool solved = score >= SCORE_PROVEN || score <= -SCORE_PROVEN;
        if (solved && SCORE_WIN - abs(score) <= depth) {
            self->budget.reason = STOP_SOLVED;
            break;
        }
    }
}

static void alphabeta_choose(Player *player, const Position *position,
                             const PositionHistory *history, const SearchLimits *limits,
                             SearchReport *report, void *context, SearchResult *result)
{
    AlphaBeta *self = (AlphaBeta *)player;
    GamePosition root = game_load(position);
    budget_start(&self->budget, limits);
    path_start(&self->path, history, &root);
    table_age(&self->table);
    memset(self->killers, 0, sizeof self->killers);
    memset(self->history, 0, sizeof self->history);
    self->nodes = 0;
    self->deepest = 0;
    self->root_move = MOVE_NONE;
    *result = (SearchResult){0};
    deepen(self, &root, report, context, result);
    fill_counts(self, result);
    result->stop = self->budget.reason;
    kernel_first_turn(&root, result->line, result->line_count, &result->turn);
}

static void alphabeta_close(Player *player)
{
    table_close(&((AlphaBeta *)player)->table);
    free(player);
}

const PlayerType EXPORT(alphabeta) = {
    .name = "alphabeta",
    .about = "principal variation search with a transposition table",
    .options = options,
    .limits = LIMIT_DEPTH | LIMIT_NODES | LIMIT_TIME,
    .open = alphabeta_open,
    .reset = alphabeta_reset,
    .choose = alphabeta_choose,
    .close = alphabeta_close,
};
