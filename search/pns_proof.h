/* Writes down the strategy behind a solved position: walks over the table's solved positions and
 * searches again what has been replaced there.
 *
 * A win is walked depth first along falling numbers of turns, so that no line comes back to itself.
 * What is searched again is searched with an empty table and the way to it on the path: the new
 * proof then rests on nothing of that way. A refutation is a set of positions that the attacker
 * cannot leave: it is walked breadth first, and each position stands for itself, without a way. */
#ifndef SEARCH_PNS_PROOF_H
#define SEARCH_PNS_PROOF_H

#include "engine/certificate.h"
#include "search/pns_node.h"

enum { STEP_OPEN = 1, STEP_DONE };

typedef struct Extractor {
    Prover *prover;
    int player;               /* whose strategy is written down */
    Certificate *certificate; /* borrowed */
    GamePosition *queue;      /* owned; positions still to be walked */
    size_t head, tail, capacity;
    Error *error;
} Extractor;

/* The key of a position as the table knows it, for the certificate. */
static uint64_t step_key(const Extractor *self, uint64_t key)
{
    return certificate_key(key ^ self->prover->salt, self->player);
}

static Status extract_fails(const Extractor *self, const char *what)
{
    if (self->prover->budget.spent)
        what = "stopped";
    return error_set(self->error, STATUS_MISMATCH, "the proof cannot be written down: %s", what);
}

/* Searches a position again, to the end. Returns whether it is solved as wanted. */
static bool extract_again(Extractor *self, const GamePosition *position, Spot spot, bool win,
                          Value *value)
{
    *value = prover_search(self->prover, position, spot, value_unknown,
                           (Thresholds){NUMBER_MAX, NUMBER_MAX});
    return win ? value->pn == 0 : value->dn == 0;
}

static Status extract_win(Extractor *self, const GamePosition *position, Spot spot, int turns);

/* The child that wins within so many turns in the fewest; NULL if the table has none. */
static PnsChild *shortest_win(const PnsNode *node, int turns)
{
    PnsChild *best = NULL;
    for (int i = 0; i < node->count; i++) {
        PnsChild *child = &node->children[i];
        if (child->value.pn == 0 && child->value.turns + child->turn_done <= turns &&
            (!best || child->value.turns < best->value.turns))
            best = child;
    }
    return best;
}

/* The attacker's winning move, found again if need be, and then what follows. */
static Status extract_attack(Extractor *self, PnsNode *node, int turns, Move *move)
{
    Prover *prover = self->prover;
    if (!prover_expand(prover, node, true))
        return extract_fails(self, "stopped");
    PnsChild *best = shortest_win(node, turns);
    if (!best) {
        Value value;
        pns_table_clear(&prover->table);
        prover_leave(prover, node);
        bool won = extract_again(self, node->position, node->spot, true, &value);
        *node = prover_enter(prover, node->position, node->spot);
        if (!won || !prover_expand(prover, node, true))
            return extract_fails(self, "a win was not found again");
        turns = value.turns;
        best = shortest_win(node, turns);
    }
    if (!best)
        return extract_fails(self, "the table is too small");
    *move = best->move;
    if (best->over)
        return STATUS_OK;
    GamePosition child = *node->position;
    game_play(&child, best->move);
    return extract_win(self, &child, child_spot(node, best), turns - best->turn_done);
}

/* Every answer of the other player. */
static Status extract_answers(Extractor *self, PnsNode *node, int turns)
{
    Prover *prover = self->prover;
    if (!prover_expand(prover, node, true))
        return extract_fails(self, "stopped");
    prover->used += (size_t)node->count;
    Status status = STATUS_OK;
    for (int i = 0; i < node->count && status == STATUS_OK; i++) {
        const PnsChild *child = &node->children[i];
        if (child->over && child->value.pn == 0)
            continue;
        if (child->over)
            status = extract_fails(self, "an answer does not lose");
        GamePosition position = *node->position;
        game_play(&position, child->move);
        if (status == STATUS_OK)
            status =
                extract_win(self, &position, child_spot(node, child), turns - child->turn_done);
    }
    prover->used -= (size_t)node->count;
    return status;
}

/* Writes down a win of the attacker within so many turns. */
static Status extract_win(Extractor *self, const GamePosition *position, Spot spot, int turns)
{
    uint64_t key = step_key(self, spot.key);
    const CertificateStep *known = certificate_find(self->certificate, key);
    if (known && known->state == STEP_OPEN)
        return extract_fails(self, "a line comes back to itself");
    if (known && known->quiet >= spot.quiet)
        return STATUS_OK;
    CertificateStep step = {.key = key, .quiet = (int16_t)spot.quiet, .state = STEP_OPEN};
    Status status = certificate_put(self->certificate, &step, self->error);
    if (status != STATUS_OK)
        return status;
    if (self->prover->ply >= PNS_PLY_LIMIT)
        return extract_fails(self, "too deep");
    PnsNode node = prover_enter(self->prover, position, spot);
    status = node.attacks ? extract_attack(self, &node, turns, &step.move)
                          : extract_answers(self, &node, turns);
    prover_leave(self->prover, &node);
    step.state = STEP_DONE;
    return status == STATUS_OK ? certificate_put(self->certificate, &step, self->error) : status;
}

/* Enters a position to be walked, unless it is known with as few quiet plies. */
static Status extract_queue(Extractor *self, const GamePosition *position, uint64_t key)
{
    const CertificateStep *known = certificate_find(self->certificate, key);
    int quiet = game_quiet(position);
    if (known && known->quiet <= quiet)
        return STATUS_OK;
    if (self->tail == self->capacity) {
        size_t capacity = self->capacity ? 2 * self->capacity : 256;
        GamePosition *queue = realloc(self->queue, capacity * sizeof *queue);
        if (!queue)
            return error_set(self->error, STATUS_NO_MEMORY, "no memory for a proof");
        self->queue = queue;
        self->capacity = capacity;
    }
    self->queue[self->tail++] = *position;
    CertificateStep step = {.key = key, .quiet = (int16_t)quiet, .state = STEP_DONE};
    return certificate_put(self->certificate, &step, self->error);
}

/* The child with which the defender holds: one that is over or known before others. */
static const PnsChild *holding_child(const Extractor *self, const PnsNode *node)
{
    const PnsChild *best = NULL;
    for (int i = 0; i < node->count; i++) {
        const PnsChild *child = &node->children[i];
        if (child->value.dn != 0)
            continue;
        if (child->over)
            return child;
        const CertificateStep *known =
            certificate_find(self->certificate, step_key(self, child->key));
        if (known && known->quiet <= child->quiet)
            return child;
        if (!best || child->value.quiet < best->value.quiet)
            best = child;
    }
    return best;
}

static Status queue_child(Extractor *self, const PnsNode *node, const PnsChild *child)
{
    if (child->over)
        return STATUS_OK;
    GamePosition position = *node->position;
    game_play(&position, child->move);
    return extract_queue(self, &position, step_key(self, child->key));
}

/* One position of a refutation: the defender's move, or all of the attacker's. */
static Status extract_hold(Extractor *self, PnsNode *node)
{
    Prover *prover = self->prover;
    if (!prover_expand(prover, node, true))
        return extract_fails(self, "stopped");
    Status status = STATUS_OK;
    for (int i = 0; node->attacks && i < node->count && status == STATUS_OK; i++)
        status = queue_child(self, node, &node->children[i]);
    if (node->attacks)
        return status;
    const PnsChild *best = holding_child(self, node);
    if (!best) {
        Value value;
        prover_leave(prover, node);
        bool held = extract_again(self, node->position, node->spot, false, &value);
        *node = prover_enter(prover, node->position, node->spot);
        if (!held || !prover_expand(prover, node, true))
            return extract_fails(self, "a refutation was not found again");
        best = holding_child(self, node);
    }
    if (!best)
        return extract_fails(self, "the table is too small");
    CertificateStep step = *certificate_find(self->certificate, step_key(self, node->spot.key));
    step.move = best->move;
    status = certificate_put(self->certificate, &step, self->error);
    return status == STATUS_OK ? queue_child(self, node, best) : status;
}

/* Writes down that the attacker does not win. */
static Status extract_refutation(Extractor *self, const GamePosition *root, Spot root_spot)
{
    Prover *prover = self->prover;
    Status status = extract_queue(self, root, step_key(self, root_spot.key));
    while (self->head < self->tail && status == STATUS_OK) {
        GamePosition position = self->queue[self->head++];
        Spot spot = {.key = prover_key(prover, game_key(&position)),
                     .quiet = game_quiet(&position)};
        PnsNode node = prover_enter(prover, &position, spot);
        status = extract_hold(self, &node);
        prover_leave(prover, &node);
    }
    free(self->queue);
    return status;
}

#endif
