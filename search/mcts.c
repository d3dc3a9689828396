/* Kernel: Monte-Carlo tree search, UCT (Kocsis, Szepesvari 2006) with one random playout an
 * iteration and MCTS-Solver backups (Winands, Bjornsson, Saito 2008) extended to draws.
 *
 * All nodes lie in one array taken at open; a node's children are contiguous and made when it is
 * visited for the second time. When the array is full the tree stops growing and playouts go on.
 * Values are those of the player who moves INTO a node, so a part that does not change the mover
 * needs no special case. Nodes are positions visited, in the tree and in playouts. */
#include "search/kernel.h"

#include "search/playout.h"

#include <math.h>
#include <stdlib.h>

enum {
    REPORT_FIRST = 1024, /* playouts before the first report, doubled from one to the next */
    HALF_POINTS_WIN = 2, /* results are summed in half points: 0, 1, 2 */
};

typedef enum Proof { PROOF_NONE, PROOF_LOSS, PROOF_DRAW, PROOF_WIN } Proof;

typedef struct Node {
    uint64_t points; /* half points of the player who moved into the node */
    uint32_t visits;
    uint32_t first_child; /* index, 0 = not expanded */
    Move move;
    uint16_t child_count;
    uint8_t proof; /* for the player who moved into the node */
    uint8_t mover; /* that player */
} Node;
static_assert(sizeof(Node) <= 32, "nodes are compact");

typedef struct Mcts {
    Player player;
    double exploration;
    Random random;
    Node *nodes; /* owned */
    uint32_t capacity, used;
    bool full;
    Budget budget;
    Path path;
    uint64_t playouts, visited;
    int deepest;
    uint32_t trail[PLY_MAX + 1]; /* nodes from the root to the leaf */
} Mcts;

enum { OPTION_EXPLORATION };

static const PlayerOption options[] = {
    [OPTION_EXPLORATION] = {"c", 1.0, 0, 100, false,
                            "UCB1 exploration constant for results in 0..1"},
    {0},
};

extern const PlayerType EXPORT(mcts);

/* Half points for `player` of a result given for player 0. */
static unsigned points_for(int player, Outcome first)
{
    if (first == OUTCOME_DRAW)
        return HALF_POINTS_WIN / 2;
    return (first == OUTCOME_WIN) == (player == 0) ? HALF_POINTS_WIN : 0;
}

static Outcome opposite(Outcome outcome)
{
    if (outcome == OUTCOME_DRAW)
        return OUTCOME_DRAW;
    return outcome == OUTCOME_WIN ? OUTCOME_LOSS : OUTCOME_WIN;
}

/* The result for player 0 of a position that is over, or OPEN. */
static Outcome first_outcome(const Mcts *self, const GamePosition *position)
{
    if (game_mid_turn(position))
        return OUTCOME_OPEN;
    Outcome outcome = game_outcome(position);
    if (outcome == OUTCOME_OPEN)
        return path_draws(&self->path, position, path_key(position), GAME_REPETITIONS - 1)
                   ? OUTCOME_DRAW
                   : OUTCOME_OPEN;
    return game_mover(position) == 0 ? outcome : opposite(outcome);
}

static Proof proof_for(int player, Outcome first)
{
    if (first == OUTCOME_DRAW)
        return PROOF_DRAW;
    return (first == OUTCOME_WIN) == (player == 0) ? PROOF_WIN : PROOF_LOSS;
}

/* UCB1; a child never visited comes first, a proven loss last. */
static double child_value(const Node *child, double exploration, double log_visits)
{
    if (child->proof == PROOF_LOSS)
        return -1.0;
    if (child->visits == 0)
        return INFINITY;
    double visits = child->visits;
    double mean = (double)child->points / (HALF_POINTS_WIN * visits);
    return mean + exploration * sqrt(log_visits / visits);
}

static uint32_t select_child(const Mcts *self, const Node *node)
{
    double log_visits = log((double)node->visits);
    uint32_t best = node->first_child;
    double best_value = -2.0;
    for (uint32_t i = 0; i < node->child_count; i++) {
        uint32_t index = node->first_child + i;
        double value = child_value(&self->nodes[index], self->exploration, log_visits);
        if (value > best_value) {
            best_value = value;
            best = index;
        }
    }
    return best;
}

/* Makes the children of a node, in random order so that first visits have no bias. A tree that once
 * had no room does not grow any more. */
static void expand(Mcts *self, Node *node, const GamePosition *position)
{
    if (self->full)
        return;
    Move moves[GAME_MOVES_MAX];
    int count = game_moves(position, moves);
    self->full = self->capacity - self->used < (uint32_t)count;
    if (self->full)
        return;
    node->first_child = self->used;
    node->child_count = (uint16_t)count;
    for (int i = 0; i < count; i++) {
        uint32_t other = (uint32_t)i + random_below(&self->random, (uint32_t)(count - i));
        Move move = moves[other];
        moves[other] = moves[i];
        self->nodes[self->used++] = (Node){.move = move, .mover = (uint8_t)game_mover(position)};
    }
}

/* Whether the children settle a node, as the one who chooses among them (`chooser`) sees it. */
static Proof prove_from_children(const Mcts *self, const Node *node)
{
    Proof best = PROOF_LOSS;
    for (uint32_t i = 0; i < node->child_count; i++) {
        Proof proof = self->nodes[node->first_child + i].proof;
        if (proof == PROOF_WIN)
            return PROOF_WIN;
        if (proof == PROOF_NONE)
            best = PROOF_NONE;
        else if (best != PROOF_NONE && proof > best)
            best = proof;
    }
    return best;
}

static Proof mirrored(Proof proof)
{
    switch (proof) {
    case PROOF_WIN: return PROOF_LOSS;
    case PROOF_LOSS: return PROOF_WIN;
    case PROOF_NONE:
    case PROOF_DRAW: return proof;
    }
    return proof;
}

/* Carries a leaf's new proof towards the root as far as it decides. */
static void back_up_proof(Mcts *self, int leaf)
{
    for (int i = leaf - 1; i >= 0; i--) {
        Node *node = &self->nodes[self->trail[i]];
        Proof proof = prove_from_children(self, node);
        if (proof == PROOF_NONE)
            return;
        int chooser = self->nodes[node->first_child].mover;
        node->proof = (uint8_t)(chooser == node->mover ? proof : mirrored(proof));
    }
}

static void back_up_points(Mcts *self, int leaf, Outcome first)
{
    for (int i = leaf; i >= 0; i--) {
        Node *node = &self->nodes[self->trail[i]];
        node->visits++;
        node->points += points_for(node->mover, first);
    }
}

/* Walks down to a leaf or a decided node; the position and path are played along. */
static int descend(Mcts *self, GamePosition *position, int *turns)
{
    int length = 0;
    while (length < PLY_MAX - TURN_PARTS_MAX) {
        Node *node = &self->nodes[self->trail[length]];
        if (node->proof != PROOF_NONE && length > 0)
            break;
        if (!node->first_child && node->visits > 0)
            expand(self, node, position);
        if (!node->first_child)
            break;
        uint32_t child = select_child(self, node);
        if (!game_mid_turn(position) && length > 0)
            path_push(&self->path, game_key(position));
        game_play(position, self->nodes[child].move);
        *turns += !game_mid_turn(position);
        self->visited++;
        self->trail[++length] = child;
    }
    return length;
}

static Outcome outcome_of_proof(const Node *node)
{
    if (node->proof == PROOF_DRAW)
        return OUTCOME_DRAW;
    return (node->proof == PROOF_WIN) == (node->mover == 0) ? OUTCOME_WIN : OUTCOME_LOSS;
}

static void iterate(Mcts *self, const GamePosition *root)
{
    GamePosition position = *root;
    int turns = 0, path_count = self->path.count;
    int leaf = descend(self, &position, &turns);
    Node *node = &self->nodes[self->trail[leaf]];
    Outcome first = OUTCOME_OPEN;
    if (node->proof != PROOF_NONE) {
        first = outcome_of_proof(node);
    } else if ((first = first_outcome(self, &position)) != OUTCOME_OPEN && leaf > 0) {
        node->proof = (uint8_t)proof_for(node->mover, first);
        back_up_proof(self, leaf);
    } else {
        int plies = 0;
        first = playout_run(&position, &self->random, &plies);
        self->visited += (uint64_t)plies;
    }
    if (turns > self->deepest)
        self->deepest = turns;
    self->path.count = path_count;
    self->playouts++;
    self->visited++;
    back_up_points(self, leaf, first);
}

/* The child to play: a proven win, else the most visited one that is no proven loss. */
static uint32_t best_child(const Mcts *self, const Node *node)
{
    static const int rank[] = {
        [PROOF_LOSS] = 0, [PROOF_DRAW] = 1, [PROOF_NONE] = 1, [PROOF_WIN] = 2};
    uint32_t best = node->first_child;
    for (uint32_t i = 1; i < node->child_count; i++) {
        const Node *one = &self->nodes[node->first_child + i], *other = &self->nodes[best];
        int order = rank[one->proof] - rank[other->proof];
        if (order > 0 ||
            (order == 0 && (one->visits > other->visits ||
                            (one->visits == other->visits && one->points > other->points))))
            best = node->first_child + i;
    }
    return best;
}

/* Mean result as a score: logistic, 400 = ten to one, as in Elo. */
static Score score_of(const Node *node)
{
    if (node->proof == PROOF_WIN)
        return SCORE_PROVEN;
    if (node->proof == PROOF_LOSS)
        return -SCORE_PROVEN;
    if (node->proof == PROOF_DRAW || node->visits == 0)
        return SCORE_DRAW;
    double mean = ((double)node->points / HALF_POINTS_WIN + 0.5) / (node->visits + 1.0);
    return (Score)lround(400.0 * log10(mean / (1.0 - mean)));
}

static void fill_result(const Mcts *self, const GamePosition *root, SearchResult *result)
{
    const Node *node = &self->nodes[0];
    result->line_count = 0;
    while (node->first_child && result->line_count < PRINCIPAL_VARIATION_MAX) {
        node = &self->nodes[best_child(self, node)];
        if (node->visits == 0)
            break;
        if (result->line_count == 0)
            result->score = score_of(node);
        result->line[result->line_count++] = node->move;
    }
    kernel_first_turn(root, result->line, result->line_count, &result->turn);
    result->deepest = self->deepest;
    result->nodes = self->visited;
    result->playouts = self->playouts;
    result->nanoseconds = budget_elapsed(&self->budget);
    result->fill = (int)((uint64_t)self->used * 1000 / self->capacity);
    result->stop = self->budget.reason;
}

static Status mcts_open(const PlayerOptions *settings, Player **player, Error *error)
{
    Mcts *self = calloc(1, sizeof *self);
    if (!self)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an mcts player");
    self->player.type = &EXPORT(mcts);
    self->exploration = settings->values[OPTION_EXPLORATION];
    size_t capacity = settings->hash_bytes / sizeof(Node), least = GAME_MOVES_MAX + 1;
    capacity = capacity < least ? least : capacity; /* the root's children always fit */
    self->capacity = (uint32_t)(capacity > UINT32_MAX ? UINT32_MAX : capacity);
    self->nodes = malloc(self->capacity * sizeof(Node));
    if (!self->nodes) {
        free(self);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a tree of %zu bytes",
                         settings->hash_bytes);
    }
    *player = &self->player;
    return STATUS_OK;
}

static void mcts_reset(Player *player, uint64_t seed)
{
    ((Mcts *)player)->random = random_from(seed);
}

static bool playouts_spent(Mcts *self)
{
    const SearchLimits *limits = &self->budget.limits;
    if (limits->playouts && self->playouts >= limits->playouts) {
        self->budget.reason = STOP_PLAYOUTS;
        return true;
    }
    return budget_spent(&self->budget, self->visited);
}

static void mcts_choose(Player *player, const Position *position, const PositionHistory *history,
                        const SearchLimits *limits, SearchReport *report, void *context,
                        SearchResult *result)
{
    Mcts *self = (Mcts *)player;
    GamePosition root = game_load(position);
    SearchLimits own = *limits;
    if (own.soft_nanoseconds) /* there are no iterations to wait for */
        own.nanoseconds = own.soft_nanoseconds;
    budget_start(&self->budget, &own);
    path_start(&self->path, history, &root);
    path_push(&self->path, game_key(&root));
    self->used = 1;
    self->full = false;
    self->playouts = self->visited = 0;
    self->deepest = 0;
    self->trail[0] = 0;
    self->nodes[0] = (Node){.mover = (uint8_t)!game_mover(&root)};
    *result = (SearchResult){0};
    uint64_t next_report = REPORT_FIRST;
    while (!playouts_spent(self)) {
        iterate(self, &root);
        if (self->nodes[0].proof != PROOF_NONE) {
            self->budget.reason = STOP_SOLVED;
            break;
        }
        if (report && self->playouts >= next_report) {
            fill_result(self, &root, result);
            report(context, result);
            next_report *= 2;
        }
    }
    fill_result(self, &root, result);
    if (report)
        report(context, result);
}

static void mcts_close(Player *player)
{
    free(((Mcts *)player)->nodes);
    free(player);
}

const PlayerType EXPORT(mcts) = {
    .name = "mcts",
    .about = "Monte-Carlo tree search: UCT with random playouts and solver backups",
    .options = options,
    .limits = LIMIT_NODES | LIMIT_PLAYOUTS | LIMIT_TIME,
    .open = mcts_open,
    .reset = mcts_reset,
    .choose = mcts_choose,
    .close = mcts_close,
};
