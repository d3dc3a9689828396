/* The nodes of an alpha-beta search: principal variation search with a transposition table,
 * reductions, pruning and extensions, and quiescence over the moves that the game calls noisy.
 *
 * A turn may be played in parts: depth counts whole turns, and a score changes its sign only where
 * the mover changes. Nothing here makes a proven score wrong: a loss is proven by trying every
 * move, and static values, null moves and skipped moves prove nothing. */
#ifndef SEARCH_NODE_H
#define SEARCH_NODE_H

#include "search/picker.h"

enum {
    INTERNAL_DEPTH = 4,           /* a node this deep without a table move is searched less deep */
    REVERSE_FUTILITY_DEPTH = 7,   /* below: */
    REVERSE_FUTILITY_MARGIN = 70, /* a ply; static value so far above beta stays above */
    FUTILITY_DEPTH = 4,           /* below: */
    FUTILITY_MARGIN = 90,         /* a ply; quiet moves do not make up for so much */
    NULL_DEPTH = 3,
    NULL_REDUCTION = 3,
    REDUCTION_DEPTH = 3,
    REDUCTION_BASE = 307,    /* 1/1024 of a ply */
    REDUCTION_DIVISOR = 220, /* of the product of two logarithms in 1/256 */
    REDUCTION_MOVES = 3,     /* moves searched in full before reductions */
    PRUNING_DEPTH = 5,       /* late moves are skipped below */
    PRUNING_MOVES = 6,
    PRUNING_SHARE = GAME_TURN_PARTS ? 2 : 1, /* turns in parts come less well ordered */
    SINGULAR_DEPTH = 6,
    SINGULAR_MARGIN = 2, /* a ply */
};

static Score search_pv(Searcher *self, const GamePosition *position, uint64_t key, Score alpha,
                       Score beta, Place place, Line *line);
static Score search_null(Searcher *self, const GamePosition *position, uint64_t key, Score beta,
                         Place place);

static Score quiesce(Searcher *self, const GamePosition *position, Score alpha, Score beta,
                     Place place)
{
    if (place.turns > self->deepest)
        self->deepest = place.turns;
    Score best = game_evaluate(position, &self->settings->weights);
    if (GAME_NOISY == 0 || self->settings->options[OPTION_EXACT] || best >= beta ||
        place.ply >= PLY_LIMIT)
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

/* The score of a new position for its side to move: decided ones and leaves are settled here, so
 * that they never build the frame of an inner node. line = NULL outside the principal variation. */
static ALWAYS_INLINE Score visit(Searcher *self, const GamePosition *position, Score alpha,
                                 Score beta, Place place, Line *line)
{
    self->nodes++;
    if (line)
        line->count = 0;
    bool leaf = place.depth <= 0 || place.ply >= PLY_LIMIT, boundary = !game_mid_turn(position);
    uint64_t key = 0;
    if (!leaf || !boundary || path_may_recur(position)) {
        key = game_key(position);
        table_prefetch(self->table, key);
    }
    if (boundary) {
        Outcome outcome = game_outcome(position);
        if (outcome != OUTCOME_OPEN)
            return outcome_score(outcome, place.turns);
        if (path_draws(&self->path, position, key, self->settings->earlier))
            return SCORE_DRAW;
        Score known;
        if (prober_score(&self->prober, position, place.turns, &known))
            return known;
        if (leaf)
            return quiesce(self, position, alpha, beta, place);
    }
    return line ? search_pv(self, position, key, alpha, beta, place, line)
                : search_null(self, position, key, beta, place);
}

/* visit() for a child as the parent's mover sees it. */
static ALWAYS_INLINE Score visit_child(Searcher *self, bool same_mover, const GamePosition *child,
                                       Score alpha, Score beta, Place place, Line *line)
{
    return same_mover ? visit(self, child, alpha, beta, place, line)
                      : -visit(self, child, -beta, -alpha, place, line);
}

/* Whether the table settles the node. */
static bool is_settled(const TableEntry *entry, Score alpha, Score beta, Place place, Score *score)
{
    if (entry->depth < place.depth)
        return false;
    *score = score_from_table(entry->score, place.turns);
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && *score >= beta) ||
           (entry->bound == BOUND_UPPER && *score <= alpha);
}

/* Whether the turn that the move completes is one of those left out at the root. */
static bool is_excluded(const Searcher *self, int ply, Move move)
{
    for (int i = 0; i < self->excluded_count; i++) {
        const Turn *turn = &self->excluded[i];
        if (turn->count == ply + 1 && turn->parts[ply] == move &&
            memcmp(turn->parts, &self->moves[2], (size_t)ply * sizeof(Move)) == 0)
            return true;
    }
    return false;
}

/* Whether passing the turn still leaves the mover above beta: then a real move will, too. */
static bool null_move_cuts(Searcher *self, const GamePosition *position, uint64_t key, Score beta,
                           Place place)
{
    GamePosition child = *position;
    if (!game_pass(&child))
        return false;
    int depth = place.depth - 1 - NULL_REDUCTION - place.depth / 4;
    self->moves[place.ply + 2] = MOVE_NONE;
    path_push(&self->path, key);
    Score score = visit_child(self, false, &child, beta - 1, beta,
                              (Place){depth, place.ply + 1, place.turns + 1}, NULL);
    path_pop(&self->path);
    return score >= beta && score < SCORE_PROVEN && !self->budget.spent;
}

/* Cuts a node off the principal variation by its static value; fills in that value. */
static bool is_cut_statically(Searcher *self, const GamePosition *position, uint64_t key,
                              Score beta, Place place, Score *value)
{
    const int *set = self->settings->options;
    *value = game_evaluate(position, &self->settings->weights);
    if (is_proven(beta))
        return false;
    if (set[OPTION_REVERSE_FUTILITY] && place.depth < REVERSE_FUTILITY_DEPTH &&
        *value - REVERSE_FUTILITY_MARGIN * place.depth >= beta)
        return true;
    if (!set[OPTION_NULL_MOVE] || place.depth < NULL_DEPTH || *value < beta ||
        self->moves[place.ply + 1] == MOVE_NONE ||
        !null_move_cuts(self, position, key, beta, place))
        return false;
    *value = beta;
    return true;
}

/* An inner node while it is searched. */
typedef struct Node {
    const GamePosition *position;
    uint64_t key;
    Place place;
    int mover;
    bool boundary;    /* between turns */
    bool partial;     /* some moves are left out, so that the score is not the position's own */
    int deeper;       /* turns by which the table move is searched deeper */
    Score value;      /* static, SCORE_INFINITE where not taken */
    TableEntry entry; /* move MOVE_NONE where nothing is known */
    Before before;
} Node;

static ALWAYS_INLINE Node node_open(const Searcher *self, const GamePosition *position,
                                    uint64_t key, Place place)
{
    const Move *way = &self->moves[place.ply + 2];
    return (Node){
        .position = position,
        .key = key,
        .place = place,
        .mover = game_mover(position),
        .boundary = !game_mid_turn(position),
        .partial =
            self->without[place.ply] != MOVE_NONE || (place.turns == 0 && self->excluded_count > 0),
        .value = SCORE_INFINITE,
        .before = {way[-1], way[-2]},
    };
}

/* Searches all moves but the table's, half as deep, against a bound a little below its score. Where
 * all are worse the move is singular: 1, to be searched a turn deeper. Where one is as good as
 * that, and the table's score exceeds beta, it is hardly the only way: -1, a turn less deep; and if
 * the bound itself exceeds beta, two moves cut the node: *cut (multi-cut; Bjornsson, Marsland
 * 1999). */
static int singular_extension(Searcher *self, const Node *node, Score beta, bool pv, Score *cut)
{
    const TableEntry *entry = &node->entry;
    Place place = node->place;
    if (place.ply == 0 || place.depth < SINGULAR_DEPTH || entry->depth < place.depth - 3 ||
        entry->bound == BOUND_UPPER || entry->move == MOVE_NONE || is_proven(entry->score) ||
        is_proven(beta))
        return 0;
    Score bound = entry->score - SINGULAR_MARGIN * place.depth;
    self->without[place.ply] = entry->move;
    Score score = search_null(self, node->position, node->key, bound,
                              (Place){(place.depth - 1) / 2, place.ply, place.turns});
    self->without[place.ply] = MOVE_NONE;
    if (score < bound)
        return 1;
    if (!pv && bound >= beta && !is_proven(score))
        *cut = bound;
    return entry->score >= beta ? -1 : 0;
}

/* What is settled before any move is tried: by the table, the static value or a null move. Sets how
 * deep the node is searched otherwise. */
static ALWAYS_INLINE bool is_cut_early(Searcher *self, Node *node, Score alpha, Score beta,
                                       const bool pv, Score *score)
{
    const int *set = self->settings->options;
    bool known = !node->partial && table_get(self->table, node->key, &node->entry);
    if (set[OPTION_EXACT] || node->partial)
        return false;
    if (known && !pv && is_settled(&node->entry, alpha, beta, node->place, score))
        return true;
    if (!node->boundary)
        return false;
    bool threatened = set[OPTION_THREATS] && game_threatened(node->position);
    if (!pv && !threatened &&
        is_cut_statically(self, node->position, node->key, beta, node->place, &node->value)) {
        *score = node->value;
        return true;
    }
    if (set[OPTION_INTERNAL] && node->entry.move == MOVE_NONE &&
        node->place.depth >= INTERNAL_DEPTH)
        node->place.depth--;
    if (threatened && node->place.turns < 2 * self->root_depth)
        node->place.depth++;
    else if (set[OPTION_SINGULAR]) {
        *score = SCORE_INFINITE;
        node->deeper = singular_extension(self, node, beta, pv, score);
        return *score < SCORE_INFINITE;
    }
    return false;
}

/* Whether a quiet move off the principal variation may be left out: late, or hopeless by the static
 * value. */
static bool is_skipped(const Searcher *self, const Node *node, int tried, Score alpha)
{
    const int *set = self->settings->options;
    int depth = node->place.depth;
    return (set[OPTION_PRUNING] && depth < PRUNING_DEPTH &&
            tried > PRUNING_SHARE * (PRUNING_MOVES + 2 * depth * depth)) ||
           (set[OPTION_FUTILITY] && depth < FUTILITY_DEPTH &&
            node->value + FUTILITY_MARGIN * depth <= alpha);
}

/* Plies by which a late quiet move is searched less deep, given its history. */
static int reduction_of(const Searcher *self, const Node *node, int tried, int history, bool pv)
{
    if (!self->settings->options[OPTION_REDUCTIONS] || node->place.depth < REDUCTION_DEPTH ||
        tried < REDUCTION_MOVES)
        return 0;
    const int *logarithms = self->settings->logarithms;
    int late = tried < LOGARITHMS ? tried : LOGARITHMS - 1;
    int deep = node->place.depth < LOGARITHMS ? node->place.depth : LOGARITHMS - 1;
    int parts =
        REDUCTION_BASE + logarithms[deep] * logarithms[late] / REDUCTION_DIVISOR; /* 1/1024 */
    int reduction = (parts - history / 32) / 1024 - pv;
    return reduction < 0 ? 0 : reduction;
}

/* One child: null window first, reduced if late; then in full as far as it is needed. */
static ALWAYS_INLINE Score search_child(Searcher *self, bool same, const GamePosition *child,
                                        Score alpha, Score beta, Place below, int reduction,
                                        bool first, Line *rest, const bool pv)
{
    if (pv && first)
        return visit_child(self, same, child, alpha, beta, below, rest);
    Place reduced = below;
    reduced.depth -= reduction < below.depth ? reduction : below.depth - (below.depth > 0);
    Score score = visit_child(self, same, child, alpha, alpha + 1, reduced, NULL);
    if (reduced.depth < below.depth && score > alpha && !budget_spent(&self->budget, self->nodes))
        score = visit_child(self, same, child, alpha, alpha + 1, below, NULL);
    if (pv && score > alpha && !budget_spent(&self->budget, self->nodes))
        score = visit_child(self, same, child, alpha, beta, below, rest);
    return score;
}

/* Tries the moves one by one until one is too good. Returns the best score; *alpha and *best_move
 * tell what raised it. */
static ALWAYS_INLINE Score search_moves(Searcher *self, const Node *node, Picker *picker,
                                        Score *alpha, Score beta, Move *best_move, Line *line,
                                        const bool pv)
{
    const bool exact = self->settings->options[OPTION_EXACT] > 0 || self->root_known;
    Place place = node->place;
    Move without = self->without[place.ply];
    Score best = -SCORE_INFINITE;
    if (node->boundary)
        self->tried[place.turns] = 0;
    for (; *alpha < beta &&
           picker_next(picker, &self->ordering, node->position, place.ply, node->before);
         picker->tried++) {
        Move move = picker->moves[picker->tried];
        if (move == without)
            continue;
        bool late = !exact && picker->stage == STAGE_QUIET;
        int tried = GAME_TURN_PARTS ? self->tried[place.turns] : picker->tried;
        if (late && !pv && best > -SCORE_PROVEN && is_skipped(self, node, tried, *alpha))
            break;
        GamePosition child = *node->position;
        game_play(&child, move);
        int done = !game_mid_turn(&child);
        if (node->partial && done && place.turns == 0 && is_excluded(self, place.ply, move))
            continue;
        self->moves[place.ply + 2] = move;
        bool same = game_mover(&child) == node->mover;
        int deeper = move == node->entry.move ? node->deeper : 0;
        Place below = {place.depth - done + deeper, place.ply + 1, place.turns + done};
        int reduction =
            late && done ? reduction_of(self, node, tried, picker_value(picker), pv) : 0;
        self->tried[place.turns] += done;
        Line rest;
        Score score = search_child(self, same, &child, *alpha, beta, below, reduction,
                                   best == -SCORE_INFINITE, &rest, pv);
        if (budget_spent(&self->budget, self->nodes))
            break;
        if (score <= best)
            continue;
        best = score;
        if (score <= *alpha)
            continue;
        *alpha = score;
        *best_move = move;
        if (pv)
            line_set(line, move, &rest);
    }
    return best;
}

/* An inner node, for its side to move; specialised for nodes on and off the principal variation. */
static ALWAYS_INLINE Score search(Searcher *self, const GamePosition *position, uint64_t key,
                                  Score alpha, Score beta, Place place, Line *line, const bool pv)
{
    if (budget_spent(&self->budget, self->nodes))
        return SCORE_DRAW;
    Node node = node_open(self, position, key, place);
    Score first_alpha = alpha, best = SCORE_DRAW;
    if (is_cut_early(self, &node, alpha, beta, pv, &best))
        return best;
    if (budget_spent(&self->budget, self->nodes))
        return SCORE_DRAW;
    Move best_move = place.ply == 0 ? self->root_move : node.entry.move;
    Picker picker;
    picker_start(&picker, best_move);
    if (node.boundary)
        path_push(&self->path, key);
    best = search_moves(self, &node, &picker, &alpha, beta, &best_move, line, pv);
    if (node.boundary)
        path_pop(&self->path);
    if (self->budget.spent)
        return SCORE_DRAW;
    if (node.partial)
        return best;
    if (alpha >= beta)
        ordering_learn(&self->ordering, node.mover, place.ply, node.before, picker.moves,
                       picker.tried - 1, node.place.depth);
    Bound bound = best >= beta ? BOUND_LOWER : best > first_alpha ? BOUND_EXACT : BOUND_UPPER;
    table_put(self->table, key,
              &(TableEntry){best_move, score_to_table(best, place.turns), node.place.depth, bound});
    return best;
}

static NOINLINE Score search_pv(Searcher *self, const GamePosition *position, uint64_t key,
                                Score alpha, Score beta, Place place, Line *line)
{
    return search(self, position, key, alpha, beta, place, line, true);
}

static NOINLINE Score search_null(Searcher *self, const GamePosition *position, uint64_t key,
                                  Score beta, Place place)
{
    return search(self, position, key, beta - 1, beta, place, NULL, false);
}

#endif
