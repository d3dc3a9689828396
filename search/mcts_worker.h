/* One thread of Monte-Carlo search: an iteration walks down the tree, gives the node it comes to
 * children, judges it by a playout and carries what it found up again. */
#ifndef SEARCH_MCTS_WORKER_H
#define SEARCH_MCTS_WORKER_H

#include "search/mcts_backup.h"
#include "search/mcts_playout.h"
#include "search/mcts_select.h"

/* The outcome of a position for the side to move, by the rules that look at history, too. */
static inline Outcome worker_outcome(Worker *self, const GamePosition *position)
{
    if (game_mid_turn(position))
        return OUTCOME_OPEN;
    Outcome outcome = game_outcome(position);
    if (outcome == OUTCOME_OPEN &&
        path_draws(&self->path, position, path_key(position), GAME_REPETITIONS - 1))
        return OUTCOME_DRAW;
    EndgameValue value;
    if (outcome == OUTCOME_OPEN && prober_value(&self->prober, position, &value))
        return endgame_outcome(value);
    return outcome;
}

/* Enters what is certain about a finished position, whose outcome is for the side to move. */
static inline void node_finish(Node *node, Outcome outcome, int side)
{
    if (side != node_mover(node))
        outcome = outcome_opposite(outcome);
    int half_points = outcome == OUTCOME_DRAW ? 1 : outcome == OUTCOME_WIN ? HALF_POINTS_WIN : 0;
    node_tighten(node, (Bounds){half_points, half_points});
}

/* The evaluation of a child for the player who moves into it; enters endings. */
static inline Score child_score(Worker *self, Node *child, const GamePosition *position)
{
    GamePosition after = *position;
    game_play(&after, child->move);
    Outcome outcome = game_mid_turn(&after) ? OUTCOME_OPEN : game_outcome(&after);
    if (outcome != OUTCOME_OPEN) {
        node_finish(child, outcome, game_mover(&after));
        Bounds bounds = bounds_of(child);
        return (bounds.lower - 1) * SCORE_EVALUATION_MAX;
    }
    Score score = worker_evaluate(self, &after);
    score = game_mover(&after) == node_mover(child) ? score : -score;
    atomic_store_explicit(&child->estimate, (uint16_t)score_result(self->settings, score),
                          memory_order_relaxed);
    return score;
}

/* Evaluates new children; their priors are a softmax of the evaluations. */
static inline void evaluate_children(Worker *self, uint32_t first, int count,
                                     const GamePosition *position)
{
    Score scores[GAME_MOVES_MAX], best = -SCORE_INFINITE;
    double weights[GAME_MOVES_MAX], sum = 0;
    Node *children = &self->tree->nodes[first];
    for (int i = 0; i < count; i++) {
        scores[i] = child_score(self, &children[i], position);
        best = scores[i] > best ? scores[i] : best;
    }
    if (self->settings->bandit != BANDIT_PUCT)
        return;
    for (int i = 0; i < count; i++) {
        weights[i] = exponential((scores[i] - best) / self->settings->temperature);
        sum += weights[i];
    }
    for (int i = 0; i < count; i++)
        children[i].prior = (uint16_t)(UINT16_MAX * weights[i] / sum);
}

static inline void make_children(Worker *self, uint32_t first, const Move *moves, int count,
                                 const GamePosition *position)
{
    Tree *tree = self->tree;
    int mover = game_mover(position);
    for (int i = 0; i < count; i++)
        node_init(&tree->nodes[first + (uint32_t)i], moves[i], mover);
    if (self->settings->evaluates)
        evaluate_children(self, first, count, position);
    for (uint32_t i = first; i < first + (uint32_t)count; i++) {
        if (tree->numbers)
            numbers_set_leaf(tree, i);
        if (tree->blocks_of)
            block_set(tree, i, 0);
    }
}

static inline uint32_t take_children(Worker *self, uint32_t parent, uint32_t count)
{
    return self->shared ? chunk_take(self->tree, &self->chunk, parent, count)
                        : tree_take(self->tree, count, false);
}

/* Gives a node its children, in random order so that first visits have no bias; false if there is
 * no room, nothing to play, or another thread at it. */
static inline bool expand(Worker *self, Node *node, const GamePosition *position)
{
    uint32_t none = CHILDREN_NONE;
    bool judged = !self->shared && self->settings->expand_visits > 0; /* at the first visit */
    bool is_root = node == &self->tree->nodes[NODE_ROOT];
    if (!judged && !is_root && worker_outcome(self, position) != OUTCOME_OPEN)
        return false; /* drawn by its history */
    if (self->shared &&
        !atomic_compare_exchange_strong_explicit(&node->first_child, &none, children_coming,
                                                 memory_order_relaxed, memory_order_relaxed))
        return false;
    Move moves[GAME_MOVES_MAX];
    int count = game_moves(position, moves);
    uint32_t first =
        count ? take_children(self, (uint32_t)(node - self->tree->nodes), (uint32_t)count)
              : CHILDREN_NONE;
    if (first != CHILDREN_NONE) {
        for (int i = count - 1; i > 0; i--) {
            uint32_t other = random_below(&self->random, (uint32_t)i + 1);
            Move move = moves[other];
            moves[other] = moves[i];
            moves[i] = move;
        }
        make_children(self, first, moves, count, position);
        node->child_count = (uint16_t)count;
    }
    atomic_store_explicit(&node->first_child, first, memory_order_release);
    return first != CHILDREN_NONE;
}

/* Enters a node on the way down, for so many iterations. */
static inline uint32_t arrive(Worker *self, int length, uint32_t index, uint32_t count)
{
    self->trail[length] = index;
    uint32_t visits = node_visit(&self->tree->nodes[index], count, self->shared);
    if (self->tree->blocks)
        self->block = amaf_block(self, index, length ? self->block : 0);
    return visits;
}

/* Plays the move of a child on the position. */
static inline void play_child(Worker *self, GamePosition *position, const Node *child, int length,
                              int *turns)
{
    if (!game_mid_turn(position) && length > 0)
        path_push(&self->path, game_key(position));
    if (self->settings->follows)
        worker_note(self, child->move, node_mover(child));
    game_play(position, child->move);
    *turns += !game_mid_turn(position);
    self->visited++;
}

/* Where iterations begin: a node, and all that belongs to the way to it. */
typedef struct Camp {
    GamePosition position;
    uint32_t index, block;
    int length; /* of the trail above it */
    int turns, path_count, played_count;
} Camp;

/* Walks down from the root as long as nodes have so many visits that some more change nothing about
 * the choice among their children. The nodes passed are counted `batch` times in advance. */
static inline Camp make_camp(Worker *self, const GamePosition *root, uint32_t batch)
{
    const uint32_t least = (uint32_t)CAMP_VISITS * batch;
    Node *nodes = self->tree->nodes;
    Camp camp = {.position = *root, .index = NODE_ROOT};
    self->block = 0;
    self->played_count = 0;
    for (;;) {
        Node *node = &nodes[camp.index];
        uint32_t first = children_of(node);
        if (batch == 1 || visits_of(node) < least || first == CHILDREN_NONE || is_solved(node) ||
            camp.length == PLY_MAX / 2)
            break;
        arrive(self, camp.length, camp.index, batch);
        camp.index = select_child(self, node, first);
        play_child(self, &camp.position, &nodes[camp.index], camp.length, &camp.turns);
        camp.length++;
    }
    if (self->shared && camp.length > 0)
        camp_set(&nodes[camp.index]);
    camp.block = self->block;
    camp.path_count = self->path.count;
    camp.played_count = self->played_count;
    return camp;
}

/* Walks down to a leaf or a solved node; position and path are played along. Returns the length of
 * the trail. */
static inline int descend(Worker *self, const Camp *camp, GamePosition *position, int *turns)
{
    Node *nodes = self->tree->nodes;
    int length = camp->length;
    uint32_t index = camp->index, visits = arrive(self, length, index, 1);
    while (length < PLY_MAX - TURN_PARTS_MAX && (length == 0 || !is_solved(&nodes[index]))) {
        Node *node = &nodes[index];
        uint32_t first = children_of(node);
        if (first == CHILDREN_NONE) {
            if (visits < (uint32_t)self->settings->expand_visits || !expand(self, node, position))
                break;
            if (self->settings->evaluates) {
                back_up_knowledge(self, length);
                if (length > 0 && is_solved(node))
                    break;
            } else if (self->tree->numbers) {
                back_up_numbers(self, length);
            }
            if (self->settings->expand_visits == 0)
                break;
            first = children_of(node);
        }
        index = select_child(self, node, first);
        children_prefetch(nodes, &nodes[index]);
        play_child(self, position, &nodes[index], length, turns);
        visits = arrive(self, ++length, index, 1);
    }
    return length;
}

/* The result for player 0 of the node at the end of the trail. */
static inline uint32_t judge(Worker *self, GamePosition *position, int leaf)
{
    Tree *tree = self->tree;
    Node *node = &tree->nodes[self->trail[leaf]];
    Outcome outcome = OUTCOME_OPEN;
    if (!is_solved(node) && leaf > 0)
        outcome = worker_outcome(self, position);
    if (outcome != OUTCOME_OPEN) {
        node_finish(node, outcome, game_mover(position));
        if (tree->numbers)
            numbers_set_leaf(tree, self->trail[leaf]);
        back_up_knowledge(self, leaf - 1);
    }
    if (is_solved(node))
        return result_for(node_mover(node), bound_result(bounds_of(node).lower));
    if (self->settings->evaluates && self->settings->cutoff == 0) {
        uint32_t first = children_of(node);
        uint32_t value =
            first == CHILDREN_NONE ? estimate_of(node) : best_estimate(tree, node, first);
        return result_for(node_mover(node), value);
    }
    return playout_result(self, position);
}

static inline void worker_publish(Worker *self)
{
    atomic_store_explicit(&self->shown[SHOWN_PLAYOUTS], self->playouts, memory_order_relaxed);
    atomic_store_explicit(&self->shown[SHOWN_NODES], self->visited, memory_order_relaxed);
    atomic_store_explicit(&self->shown[SHOWN_DRAWS], self->draws, memory_order_relaxed);
}

/* One iteration; returns its result for player 0. */
static inline uint32_t iterate(Worker *self, const Camp *camp)
{
    GamePosition position = camp->position;
    int turns = camp->turns;
    self->block = camp->block;
    self->played_count = camp->played_count;
    int leaf = descend(self, camp, &position, &turns);
    uint32_t first = judge(self, &position, leaf);
    if (turns > self->deepest)
        self->deepest = turns;
    self->path.count = camp->path_count;
    self->playouts++;
    self->visited++;
    self->draws += first == RESULT_HALF;
    first = back_up_result(self, leaf, camp->length, first);
    if (self->settings->follows)
        history_learn(self, leaf, first);
    worker_publish(self);
    return first;
}

#endif
