/* The nodes of a depth-first proof-number search (df-pn, Nagai 2002), for the question whether one
 * player, the attacker, wins; a draw is no win.
 *
 * What is proven, and why it is: see search/README.md, "Proof-number search". A win never rests on
 * the way to a position; a refutation may, by calling a return to a position of the way no win, and
 * is then tainted: believed on the same way only, until the earliest position it returns to is
 * refuted itself. */
#ifndef SEARCH_PNS_NODE_H
#define SEARCH_PNS_NODE_H

#include "search/pns_table.h"

enum {
    PNS_PLY_LIMIT = PLY_MAX - 2,
    PERCENT = 100,
};

/* A move of a node on the stack and what is known of the position after it. */
typedef struct PnsChild {
    uint64_t key;
    Move move;
    Value value;
    uint8_t quiet;  /* plies of the position */
    bool turn_done; /* the move completes a turn */
    bool over;      /* by the rules, or drawn by history */
    bool known;     /* from the table */
} PnsChild;

/* Options of the search. */
typedef struct PnsSettings {
    GameWeights weights;
    bool weak;        /* numbers of alternatives by their maximum, not their sum */
    bool mobility;    /* first numbers by the number of turns */
    uint32_t epsilon; /* by how much a threshold exceeds the second best number, in percent */
} PnsSettings;

/* One search: memory, limits, and the way to the current node. */
typedef struct Prover {
    PnsSettings settings;
    PnsTable table;
    int attacker;  /* the player who is to win */
    uint64_t salt; /* of keys: the attacker and the positions that the game's history draws */
    Budget budget;
    uint64_t nodes, pause; /* visited; at which to stop for a while */
    Path path;
    int history; /* keys of the path that are the game's, its present position included */
    int ply, turns, deepest;
    uint64_t ways[PLY_MAX]; /* by ply: hash of the way to the node, 0 if nothing on it can recur */
    size_t used;            /* of the stack of children */
    PnsChild children[PLY_MAX * (GAME_MOVES_MAX + 1)];
} Prover;

/* A node: its children are the top of the stack. */
typedef struct PnsNode {
    const GamePosition *position;
    Spot spot;
    uint64_t raw_key;
    bool attacks; /* the attacker is to move */
    bool boundary;
    PnsChild *children;
    int count;
} PnsNode;

static const Value value_unknown = {1, 1, 0, TAINT_NONE, 0};
static const Value value_win = {0, NUMBER_INFINITE, 0, TAINT_NONE, ROOM_MAX};
static const Value value_refuted = {NUMBER_INFINITE, 0, 0, TAINT_NONE, 0};

static inline bool value_solved(const Value *value)
{
    return value->pn == 0 || value->dn == 0;
}

static inline uint64_t prover_key(const Prover *self, uint64_t raw_key)
{
    return raw_key ^ self->salt;
}

static inline bool prover_stops(Prover *self)
{
    return budget_spent(&self->budget, self->nodes) || self->nodes >= self->pause;
}

/* What the rules about history say of a position between turns: refuted if it is drawn, or if it is
 * on the way already. Returns whether they say anything. */
static ALWAYS_INLINE bool prover_recurs(const Prover *self, const GamePosition *position,
                                        uint64_t raw_key, Value *value)
{
    int quiet = game_quiet(position), earlier = 0;
    *value = value_refuted;
    if (GAME_QUIET_LIMIT > 0 && quiet >= GAME_QUIET_LIMIT) {
        value->quiet = GAME_QUIET_LIMIT;
        return true;
    }
    if (!path_may_recur(position))
        return false;
    int first = self->path.count - quiet;
    for (int i = self->path.count - 1; i >= self->history && i >= first; i--)
        if (self->path.keys[i] == raw_key) {
            value->taint = (uint16_t)(i - self->history);
            return true;
        }
    for (int i = first > self->history ? -1 : self->history - 1; i >= 0; i--)
        earlier += self->path.keys[i] == raw_key;
    return earlier >= GAME_REPETITIONS - 1;
}

/* First numbers: the player to move needs one good turn, the other one an answer to each. */
static ALWAYS_INLINE Value prover_guess(const Prover *self, const GamePosition *position)
{
    Value value = value_unknown;
    if (!self->settings.mobility)
        return value;
    uint64_t turns = game_count(position);
    uint32_t all = GAME_TURN_PARTS ? 1 + (uint32_t)bits_last(turns + 1) : (uint32_t)turns;
    if (game_mover(position) == self->attacker)
        value.dn = all;
    else
        value.pn = all;
    return value;
}

/* Plays a move of the node and says what its position is worth by the rules or at first sight. */
static ALWAYS_INLINE void prover_visit(Prover *self, const GamePosition *position, PnsChild *child)
{
    self->nodes++;
    child->turn_done = !game_mid_turn(position);
    child->quiet = (uint8_t)game_quiet(position);
    child->over = false;
    if (child->turn_done) {
        Outcome outcome = game_outcome(position);
        if (outcome != OUTCOME_OPEN) {
            int mover = game_mover(position), winner = outcome == OUTCOME_WIN ? mover : !mover;
            bool won = outcome != OUTCOME_DRAW && winner == self->attacker;
            child->value = won ? value_win : value_refuted;
            child->over = true;
            return;
        }
    }
    uint64_t raw_key = game_key(position);
    child->key = prover_key(self, raw_key);
    __builtin_prefetch(pns_bucket(&self->table, child->key));
    if (child->turn_done && prover_recurs(self, position, raw_key, &child->value))
        child->over = true;
    else
        child->value = prover_guess(self, position);
}

static inline uint32_t child_mine(const PnsNode *node, const PnsChild *child)
{
    return node->attacks ? child->value.pn : child->value.dn;
}

static inline uint32_t child_theirs(const PnsNode *node, const PnsChild *child)
{
    return node->attacks ? child->value.dn : child->value.pn;
}

/* Where a child is met. */
static inline Spot child_spot(const PnsNode *node, const PnsChild *child)
{
    Spot spot = {.key = child->key, .index = node->spot.index + 1, .quiet = child->quiet};
    if (GAME_REPETITIONS > 0 && child->quiet > 0)
        spot.way = random_mix(node->spot.way + node->raw_key) | 1;
    return spot;
}

/* Makes the children of a node; all of them, or up to the first that decides it. Returns false if
 * the search has to stop first. */
static bool prover_expand(Prover *self, PnsNode *node, bool all)
{
    Move moves[GAME_MOVES_MAX];
    int count = game_moves(node->position, moves);
    node->children = &self->children[self->used];
    node->count = 0;
    for (int i = 0; i < count; i++) {
        if (prover_stops(self))
            return false;
        GamePosition position = *node->position;
        PnsChild *child = &node->children[node->count++];
        child->move = moves[i];
        game_play(&position, moves[i]);
        prover_visit(self, &position, child);
        if (!all && child->over && child_mine(node, child) == 0 && child->value.taint == TAINT_NONE)
            break;
    }
    for (int i = 0; i < node->count; i++) {
        PnsChild *child = &node->children[i];
        child->known =
            !child->over && pns_get(&self->table, child_spot(node, child), &child->value);
    }
    return true;
}

/* A child's solved value as its parent sees it, one move earlier. */
static inline Value value_before(const PnsChild *child)
{
    Value value = child->value;
    value.turns = (uint16_t)(value.turns + child->turn_done);
    bool progress = child->quiet == 0;
    if (value.pn == 0)
        value.quiet =
            progress || child->over ? ROOM_MAX : (uint8_t)(value.quiet - (GAME_QUIET_LIMIT > 0));
    else
        value.quiet = progress || value.quiet == 0 ? 0 : (uint8_t)(value.quiet - 1);
    return value;
}

/* Joins what every move of a node leads to: the longest win, the narrowest conditions. */
static inline void value_join(Value *value, const Value *other)
{
    if (other->turns > value->turns)
        value->turns = other->turns;
    if (other->taint < value->taint)
        value->taint = other->taint;
    bool narrower = other->pn == 0 ? other->quiet < value->quiet : other->quiet > value->quiet;
    if (narrower)
        value->quiet = other->quiet;
}

/* The value of a node all of whose moves are solved for the other player. */
static Value value_of_all(const PnsNode *node)
{
    Value value = node->attacks ? value_refuted : value_win;
    for (int i = 0; i < node->count; i++) {
        Value other = value_before(&node->children[i]);
        value_join(&value, &other);
    }
    return value;
}

/* What the children say of a node, and where to go on. */
typedef struct Summary {
    Value value;
    PnsChild *best;
    uint32_t second; /* the next best child's number */
    uint32_t others; /* the share of the other children in the number that is summed up */
} Summary;

static inline uint32_t number_capped(uint64_t number)
{
    return number > NUMBER_MAX ? NUMBER_MAX : (uint32_t)number;
}

/* Whether a child that decides its node is the better one to do so: unconditional, then short. */
static inline bool decides_better(const PnsChild *one, const PnsChild *other)
{
    if (one->value.taint != other->value.taint)
        return one->value.taint > other->value.taint;
    return one->value.turns < other->value.turns;
}

static ALWAYS_INLINE Summary prover_summary(const Prover *self, const PnsNode *node)
{
    Summary summary = {.second = NUMBER_INFINITE};
    uint32_t best = NUMBER_INFINITE, best_theirs = 0, most = 0;
    uint64_t sum = 0, open = 0;
    for (int i = 0; i < node->count; i++) {
        PnsChild *child = &node->children[i];
        uint32_t mine = child_mine(node, child), theirs = child_theirs(node, child);
        if (theirs == 0)
            continue;
        sum += theirs;
        open++;
        most = theirs > most ? theirs : most;
        bool first = !summary.best || mine < best || (mine == best && theirs < best_theirs) ||
                     (mine == 0 && best == 0 && decides_better(child, summary.best));
        if (first) {
            summary.second = best;
            best = mine;
            best_theirs = theirs;
            summary.best = child;
        } else if (mine < summary.second) {
            summary.second = mine;
        }
    }
    if (!summary.best) {
        summary.value = value_of_all(node);
        return summary;
    }
    if (best == 0) {
        summary.value = value_before(summary.best);
        return summary;
    }
    uint32_t theirs = number_capped(self->settings.weak ? most + open - 1 : sum);
    summary.others =
        self->settings.weak ? (uint32_t)(open - 1) : theirs - number_capped(best_theirs);
    uint32_t mine = number_capped(best);
    summary.value = node->attacks ? (Value){mine, theirs, 0, TAINT_NONE, 0}
                                  : (Value){theirs, mine, 0, TAINT_NONE, 0};
    return summary;
}

/* A refutation that depends on returning to this very position only depends on nothing. */
static inline void value_settle(Value *value, int index)
{
    if (value->taint >= index)
        value->taint = TAINT_NONE;
}

typedef struct Thresholds {
    uint32_t pn, dn; /* the search of a node ends when a number reaches its threshold */
} Thresholds;

/* The thresholds of the best child: until another child is clearly better (1 + epsilon, Pawlewicz,
 * Lew 2007), or the node reaches its own. */
static inline Thresholds child_thresholds(const Prover *self, const PnsNode *node,
                                          const Summary *summary, Thresholds own)
{
    uint32_t mine = node->attacks ? own.pn : own.dn, theirs = node->attacks ? own.dn : own.pn;
    uint64_t margin = (uint64_t)summary->second * self->settings.epsilon / PERCENT;
    uint64_t until = summary->second + (margin ? margin : 1);
    mine = until < mine ? (uint32_t)until : mine;
    theirs = theirs > summary->others ? theirs - summary->others : 1;
    return node->attacks ? (Thresholds){mine, theirs} : (Thresholds){theirs, mine};
}

static Value prover_search(Prover *self, const GamePosition *position, Spot spot, Value known,
                           Thresholds thresholds);

static PnsNode prover_enter(Prover *self, const GamePosition *position, Spot spot)
{
    PnsNode node = {
        .position = position,
        .spot = spot,
        .raw_key = spot.key ^ self->salt,
        .attacks = game_mover(position) == self->attacker,
        .boundary = !game_mid_turn(position),
    };
    if (node.boundary)
        path_push(&self->path, node.raw_key);
    self->ply++;
    self->turns += node.boundary;
    if (self->turns > self->deepest)
        self->deepest = self->turns;
    return node;
}

static void prover_leave(Prover *self, const PnsNode *node)
{
    if (node->boundary)
        path_pop(&self->path);
    self->ply--;
    self->turns -= node->boundary;
}

/* Searches the best child; too deep ones count as hopeless for both. */
static void search_child(Prover *self, const PnsNode *node, PnsChild *child, Thresholds thresholds)
{
    if (self->ply >= PNS_PLY_LIMIT) {
        child->value.pn = child->value.dn = NUMBER_MAX;
        return;
    }
    GamePosition position = *node->position;
    game_play(&position, child->move);
    child->value =
        prover_search(self, &position, child_spot(node, child), child->value, thresholds);
}

/* Searches a node until a number reaches its threshold; `known` is what was known before. */
static Value prover_search(Prover *self, const GamePosition *position, Spot spot, Value known,
                           Thresholds thresholds)
{
    uint64_t before = self->nodes;
    PnsNode node = prover_enter(self, position, spot);
    if (!prover_expand(self, &node, false)) {
        prover_leave(self, &node);
        return known;
    }
    self->used += (size_t)node.count;
    Summary summary;
    for (;;) {
        summary = prover_summary(self, &node);
        if (value_solved(&summary.value) || summary.value.pn >= thresholds.pn ||
            summary.value.dn >= thresholds.dn || prover_stops(self))
            break;
        search_child(self, &node, summary.best,
                     child_thresholds(self, &node, &summary, thresholds));
    }
    self->used -= (size_t)node.count;
    prover_leave(self, &node);
    value_settle(&summary.value, spot.index);
    pns_put(&self->table, spot, &summary.value, self->nodes - before);
    return summary.value;
}

#endif
