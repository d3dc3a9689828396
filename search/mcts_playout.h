/* Playouts of Monte-Carlo search: how a game goes on below the tree, and what it is worth. */
#ifndef SEARCH_MCTS_PLAYOUT_H
#define SEARCH_MCTS_PLAYOUT_H

#include "search/mcts_history.h"
#include "search/playout.h"

enum { QUIESCENCE_TURNS = 8 };

/* The value of an open position at a turn boundary once the captures that the mover wants are made:
 * alpha-beta on noisy moves alone. */
static inline Score quiescence(Worker *self, const GamePosition *position, Score alpha, Score beta,
                               int turns)
{
    Score best = game_evaluate(position, &self->settings->weights);
    if (best >= beta || turns == 0)
        return best;
    Move moves[GAME_MOVES_MAX];
    int count = game_noisy_moves(position, moves);
    for (int i = 0; i < count && best < beta; i++) {
        GamePosition child = *position;
        game_play(&child, moves[i]);
        self->visited++;
        Outcome outcome = game_outcome(&child);
        Score lower = best > alpha ? best : alpha, score = 0;
        if (outcome == OUTCOME_OPEN)
            score = -quiescence(self, &child, -beta, -lower, turns - 1);
        else if (outcome != OUTCOME_DRAW)
            score = outcome == OUTCOME_LOSS ? SCORE_EVALUATION_MAX : -SCORE_EVALUATION_MAX;
        best = score > best ? score : best;
    }
    return best;
}

/* The evaluation for the side to move of an open position; a turn begun is completed at random. */
static inline Score worker_evaluate(Worker *self, const GamePosition *position)
{
    GamePosition whole = *position;
    if (game_mid_turn(position)) {
        game_random_turn(&whole, &self->random);
        Outcome outcome = game_outcome(&whole);
        if (outcome == OUTCOME_DRAW)
            return SCORE_DRAW;
        if (outcome != OUTCOME_OPEN)
            return outcome == OUTCOME_LOSS ? SCORE_EVALUATION_MAX : -SCORE_EVALUATION_MAX;
    }
    self->visited++;
    Score score = GAME_NOISY && self->settings->quiescence
                      ? quiescence(self, &whole, -SCORE_EVALUATION_MAX, SCORE_EVALUATION_MAX,
                                   QUIESCENCE_TURNS)
                      : game_evaluate(&whole, &self->settings->weights);
    return game_mover(&whole) == game_mover(position) ? score : -score;
}

/* What the mover thinks of a move by the evaluation of the position after it. */
static inline float evaluated_worth(Worker *self, const GamePosition *position, Move move)
{
    GamePosition child = *position;
    game_play(&child, move);
    Outcome outcome = game_mid_turn(&child) ? OUTCOME_OPEN : game_outcome(&child);
    bool same = game_mover(&child) == game_mover(position);
    Score score = 0;
    if (outcome == OUTCOME_OPEN)
        score = worker_evaluate(self, &child);
    else if (outcome != OUTCOME_DRAW)
        score = outcome == OUTCOME_WIN ? SCORE_WIN : -SCORE_WIN;
    return (float)(same ? score : -score);
}

/* A move of the playout: epsilon-greedy (Sturtevant 2008), the best by the policy or, with the
 * chance epsilon, any. MOVE_NONE if the game is over. */
static inline Move policy_move(Worker *self, const GamePosition *position)
{
    const Settings *settings = self->settings;
    Policy policy = settings->policy;
    if (policy == POLICY_UNIFORM ||
        (double)(random_next(&self->random) >> 32) < settings->epsilon * 4294967296.0)
        return game_random_move(position, &self->random);
    Move moves[GAME_MOVES_MAX], best = MOVE_NONE;
    int count = game_moves(position, moves), mover = game_mover(position);
    float best_worth = 0;
    uint32_t start = count ? random_below(&self->random, (uint32_t)count) : 0;
    for (int i = 0; i < count; i++) { /* from anywhere, so that no move is the first of equals */
        Move move = moves[((uint32_t)i + start) % (uint32_t)count];
        float worth = policy == POLICY_EVALUATION
                          ? evaluated_worth(self, position, move)
                          : move_worth(self, (Played){move, mover}, policy == POLICY_NST);
        if (best == MOVE_NONE || worth > best_worth) {
            best = move;
            best_worth = worth;
        }
    }
    return best;
}

/* A turn of the playout, or its rest; whether there was one. */
static inline bool policy_turn(Worker *self, GamePosition *position)
{
    const Settings *settings = self->settings;
    if (settings->policy == POLICY_UNIFORM && !settings->follows)
        return game_random_turn(position, &self->random);
    do {
        Move move = policy_move(self, position);
        if (move == MOVE_NONE)
            return false;
        if (settings->follows)
            worker_note(self, move, game_mover(position));
        game_play(position, move);
    } while (game_mid_turn(position));
    return true;
}

/* A playout with everything: policy, cut-off by the evaluation (Lorentz 2008), moves noted. */
static inline uint32_t guided_playout(Worker *self, GamePosition *position)
{
    const Settings *settings = self->settings;
    int most = settings->cutoff == CUTOFF_NEVER ? PLAYOUT_PLIES_MAX : settings->cutoff, turns = 0;
    bool over = false;
    while (turns < most && !over) {
        over = !policy_turn(self, position);
        turns += !over;
        if (GAME_QUIET_LIMIT > 0 && game_quiet(position) >= GAME_QUIET_LIMIT) {
            if (game_outcome(position) == OUTCOME_OPEN)
                return RESULT_HALF;
            over = true;
        }
    }
    self->visited += (uint64_t)turns;
    Outcome outcome = game_mid_turn(position) ? OUTCOME_OPEN : game_outcome(position);
    uint32_t result = RESULT_HALF;
    if (outcome != OUTCOME_OPEN)
        result = outcome_result(outcome);
    else if (settings->cutoff != CUTOFF_NEVER)
        result = score_result(settings, worker_evaluate(self, position));
    return result_for(game_mover(position), result);
}

/* Plays the game to its end, or to where it is judged; the result for player 0. */
static inline uint32_t playout_result(Worker *self, GamePosition *position)
{
    const Settings *settings = self->settings;
    if (settings->cutoff != CUTOFF_NEVER || settings->policy != POLICY_UNIFORM || settings->follows)
        return guided_playout(self, position);
    int plies = 0;
    Outcome first = playout_run(position, &self->random, &plies);
    self->visited += (uint64_t)plies;
    return outcome_result(first);
}

#endif
