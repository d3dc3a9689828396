/* Kernel: the independent checker of proven results. Plays a strategy against every answer by the
 * plain rules; shares nothing with the searches but the rules.
 *
 * A draw by repetition needs no count within the lines: a winning line may not meet a position
 * twice, and a drawn one may. What was on the board before is counted. */
#include "search/verify.h"
#include "engine/certificate.h"
#include "engine/rules.h"

#include <stdlib.h>

enum { SEEN_OPEN = 1, SEEN_DONE };

typedef struct Checker {
    VerifyStrategy *strategy;
    void *context;
    const PositionHistory *history;
    uint64_t root_key;
    int prover;            /* the player whose strategy it is */
    Certificate seen;      /* owned: positions met, with the quiet plies that they are good for */
    GamePosition *waiting; /* owned: of a draw, positions still to be looked at */
    size_t waiting_count, waiting_capacity;
    VerifyResult *result;
    Error *error;
} Checker;

Verify EXPORT(verify);

/* Notes why the claim fails; returns a status other than OK to end the check. */
static Status reject(Checker *self, const GamePosition *position, const char *failure)
{
    self->result->failure = failure;
    memcpy(self->result->position.bytes, position, sizeof *position);
    return STATUS_MISMATCH;
}

/* Whether a position between turns is drawn by history: by quiet plies, or because it was on the
 * board twice or more before the lines began. */
static bool is_drawn(const Checker *self, const GamePosition *position, uint64_t key)
{
    if (GAME_QUIET_LIMIT > 0 && game_quiet(position) >= GAME_QUIET_LIMIT)
        return true;
    if (GAME_REPETITIONS == 0)
        return false;
    int earlier = self->root_key == key;
    for (int i = 0; i < self->history->count; i++)
        earlier += self->history->keys[i] == key;
    return earlier >= GAME_REPETITIONS - 1;
}

/* The result of a position for the prover, OPEN if play goes on. */
static Outcome prover_outcome(const Checker *self, const GamePosition *position, uint64_t key)
{
    if (game_mid_turn(position))
        return OUTCOME_OPEN;
    Outcome outcome = game_outcome(position);
    if (outcome == OUTCOME_OPEN)
        return is_drawn(self, position, key) ? OUTCOME_DRAW : OUTCOME_OPEN;
    if (outcome == OUTCOME_DRAW || game_mover(position) == self->prover)
        return outcome;
    return outcome == OUTCOME_WIN ? OUTCOME_LOSS : OUTCOME_WIN;
}

/* The moves to be looked at: the prover's one, which must be legal, or all of the other side. */
static Status moves_of(Checker *self, const GamePosition *position, Move *moves, int *count)
{
    *count = game_moves(position, moves);
    if (game_mover(position) != self->prover)
        return *count > 0 ? STATUS_OK : reject(self, position, "no move in an open position");
    Position cold = {.bytes = {0}};
    memcpy(cold.bytes, position, sizeof *position);
    Move move = self->strategy(self->context, &cold);
    for (int i = 0; i < *count; i++)
        if (moves[i] == move && move != MOVE_NONE) {
            moves[0] = move;
            *count = 1;
            return STATUS_OK;
        }
    return reject(self, position,
                  move == MOVE_NONE ? "the strategy has no move"
                                    : "the strategy's move is illegal");
}

static Status note(Checker *self, uint64_t key, int quiet, uint8_t state)
{
    CertificateStep step = {.key = key, .quiet = (int16_t)quiet, .state = state};
    return certificate_put(&self->seen, &step, self->error);
}

/* Checks that the prover wins every line from an open position. */
static Status check_win(Checker *self, const GamePosition *position, uint64_t key)
{
    int quiet = game_quiet(position), count = 0;
    const CertificateStep *known = certificate_find(&self->seen, key);
    if (known && known->state == SEEN_OPEN)
        return reject(self, position, "a line comes back to this position");
    if (known && known->quiet >= quiet)
        return STATUS_OK; /* won even with fewer plies left before the draw */
    Move moves[GAME_MOVES_MAX];
    Status status = note(self, key, quiet, SEEN_OPEN);
    self->result->positions++;
    if (status == STATUS_OK)
        status = moves_of(self, position, moves, &count);
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        GamePosition child = *position;
        game_play(&child, moves[i]);
        uint64_t child_key = game_key(&child);
        Outcome outcome = prover_outcome(self, &child, child_key);
        if (outcome == OUTCOME_OPEN)
            status = check_win(self, &child, child_key);
        else if (outcome != OUTCOME_WIN)
            status = reject(self, &child, "this position is not won");
    }
    return status == STATUS_OK ? note(self, key, quiet, SEEN_DONE) : status;
}

/* Puts an open position of a draw on the list, unless it was looked at with as few quiet plies. */
static Status wait_for(Checker *self, const GamePosition *position, uint64_t key)
{
    int quiet = game_quiet(position);
    const CertificateStep *known = certificate_find(&self->seen, key);
    if (known && known->quiet <= quiet)
        return STATUS_OK;
    if (self->waiting_count == self->waiting_capacity) {
        size_t capacity = self->waiting_capacity ? 2 * self->waiting_capacity : 256;
        GamePosition *waiting = realloc(self->waiting, capacity * sizeof *waiting);
        if (!waiting)
            return error_set(self->error, STATUS_NO_MEMORY, "no memory to check a proof");
        self->waiting = waiting;
        self->waiting_capacity = capacity;
    }
    self->waiting[self->waiting_count++] = *position;
    return note(self, key, quiet, SEEN_DONE);
}

/* Checks that the prover loses no line: that the positions he may come to are a closed set. */
static Status check_hold(Checker *self, const GamePosition *root)
{
    Status status = wait_for(self, root, self->root_key);
    for (size_t next = 0; next < self->waiting_count && status == STATUS_OK; next++) {
        GamePosition position = self->waiting[next];
        Move moves[GAME_MOVES_MAX];
        int count = 0;
        self->result->positions++;
        status = moves_of(self, &position, moves, &count);
        for (int i = 0; i < count && status == STATUS_OK; i++) {
            GamePosition child = position;
            game_play(&child, moves[i]);
            uint64_t key = game_key(&child);
            Outcome outcome = prover_outcome(self, &child, key);
            if (outcome == OUTCOME_LOSS)
                status = reject(self, &child, "this position is lost");
            else if (outcome == OUTCOME_OPEN)
                status = wait_for(self, &child, key);
        }
    }
    return status;
}

/* Checks one player's strategy. */
static Status check_prover(Checker *self, const GamePosition *root, int prover, bool win)
{
    self->prover = prover;
    self->waiting_count = 0;
    Status status = certificate_open(&self->seen, self->error);
    if (status == STATUS_OK)
        status = win ? check_win(self, root, self->root_key) : check_hold(self, root);
    certificate_close(&self->seen);
    return status;
}

Status EXPORT(verify)(const Position *position, const PositionHistory *history, Outcome claim,
                      VerifyStrategy *strategy, void *context, VerifyResult *result, Error *error)
{
    GamePosition root = game_load(position);
    Checker self = {
        .strategy = strategy,
        .context = context,
        .history = history,
        .root_key = game_key(&root),
        .result = result,
        .error = error,
    };
    int mover = game_mover(&root);
    *result = (VerifyResult){0};
    Status status = STATUS_OK;
    switch (claim) {
    case OUTCOME_OPEN: status = reject(&self, &root, "nothing is claimed"); break;
    case OUTCOME_WIN: status = check_prover(&self, &root, mover, true); break;
    case OUTCOME_LOSS: status = check_prover(&self, &root, !mover, true); break;
    case OUTCOME_DRAW:
        status = check_prover(&self, &root, mover, false);
        if (status == STATUS_OK)
            status = check_prover(&self, &root, !mover, false);
        break;
    }
    free(self.waiting);
    result->passed = status == STATUS_OK;
    return status == STATUS_MISMATCH ? STATUS_OK : status;
}
