/* What Monte-Carlo search has found: the moves of the root, of one tree or of several together, the
 * one to play, and the line expected. */
#ifndef SEARCH_MCTS_RESULT_H
#define SEARCH_MCTS_RESULT_H

#include "search/mcts_settings.h"

/* The trees of a search: one, or one for each thread (root parallelism, Cazenave, Jouandeau 2007).
 */
typedef struct Forest {
    Tree *trees; /* owned */
    int count;
} Forest;

/* A move after a line of moves, over all trees. */
typedef struct Candidate {
    Move move;
    uint64_t visits;
    double sum; /* of results, for the mover */
    double prior;
    Bounds bounds;
} Candidate;

/* Mean result in 0 .. 1, within what is certain. */
static inline double candidate_mean(const Candidate *candidate)
{
    double mean = candidate->visits ? candidate->sum / RESULT_ONE / (double)candidate->visits : 0;
    double lower = candidate->bounds.lower / 2.0, upper = candidate->bounds.upper / 2.0;
    return mean < lower ? lower : mean > upper ? upper : mean;
}

/* The node that a line of moves leads to, or NULL. */
static inline const Node *node_after(const Tree *tree, const Move *line, int count)
{
    const Node *node = &tree->nodes[NODE_ROOT];
    for (int i = 0; i < count; i++) {
        uint32_t first = children_of(node), j = 0;
        uint32_t children = first == CHILDREN_NONE ? 0 : node->child_count;
        while (j < children && tree->nodes[first + j].move != line[i])
            j++;
        if (j == children)
            return NULL;
        node = &tree->nodes[first + j];
    }
    return node;
}

static inline void candidate_add(Candidate *candidate, const Node *node)
{
    Bounds bounds = bounds_of(node);
    candidate->move = node->move;
    candidate->visits += visits_of(node);
    candidate->sum += sum_of(node);
    candidate->prior = node->prior / (double)UINT16_MAX;
    if (bounds.lower > candidate->bounds.lower)
        candidate->bounds.lower = bounds.lower;
    if (bounds.upper < candidate->bounds.upper)
        candidate->bounds.upper = bounds.upper;
}

/* The moves after a line; returns their number. */
static inline int forest_candidates(const Forest *forest, const Move *line, int length,
                                    Candidate candidates[GAME_MOVES_MAX])
{
    int count = 0;
    for (int t = 0; t < forest->count; t++) {
        const Tree *tree = &forest->trees[t];
        const Node *node = node_after(tree, line, length);
        uint32_t first = node ? children_of(node) : CHILDREN_NONE;
        if (first == CHILDREN_NONE)
            continue;
        for (uint32_t i = first; i < first + node->child_count; i++) {
            int j = 0;
            while (j < count && candidates[j].move != tree->nodes[i].move)
                j++;
            if (j == count)
                candidates[count++] = (Candidate){.bounds = {0, HALF_POINTS_WIN}};
            candidate_add(&candidates[j], &tree->nodes[i]);
        }
    }
    return count;
}

/* What a candidate is judged by where nothing is certain (Chaslot et al. 2008: robust, max, secure
 * child). */
static inline double candidate_merit(const Candidate *candidate, FinalChoice choice)
{
    double mean = candidate_mean(candidate), visits = (double)candidate->visits;
    if (candidate->visits == 0)
        return -2;
    switch (choice) {
    case FINAL_VISITS: return visits + 0.5 * mean;
    case FINAL_VALUE: return mean;
    case FINAL_SECURE: break;
    }
    return mean - 1 / __builtin_sqrt(visits);
}

/* Whether one candidate is to be played rather than the other. A move that is sure of a draw is not
 * visited for its own sake any more, so visits do not say how it compares with one that is not. */
static inline bool candidate_beats(const Candidate *one, const Candidate *other, FinalChoice choice)
{
    bool dominates = one->bounds.lower >= other->bounds.upper;
    bool dominated = other->bounds.lower >= one->bounds.upper;
    if (dominates != dominated)
        return dominates;
    if (one->bounds.lower != other->bounds.lower)
        return candidate_mean(one) > candidate_mean(other);
    return candidate_merit(one, choice) > candidate_merit(other, choice);
}

static inline Candidate best_candidate(const Candidate *candidates, int count, FinalChoice choice)
{
    Candidate best = candidates[0];
    for (int i = 1; i < count; i++)
        if (candidate_beats(&candidates[i], &best, choice))
            best = candidates[i];
    return best;
}

/* Adds the moves expected after a line to it, at least one, until one was never visited or it is
 * full; returns its new length. `first` (or NULL) receives what is known of the first one. */
static inline int forest_line(const Forest *forest, FinalChoice choice, Move *line, int length,
                              Candidate *first)
{
    Candidate candidates[GAME_MOVES_MAX];
    for (bool begun = false; length < PRINCIPAL_VARIATION_MAX; begun = true) {
        int count = forest_candidates(forest, line, length, candidates);
        if (count == 0)
            break;
        Candidate best = best_candidate(candidates, count, choice);
        bool known = best.visits > 0 || best.bounds.lower == best.bounds.upper;
        if (begun && !known)
            break;
        if (!begun && first)
            *first = best;
        line[length++] = best.move;
    }
    return length;
}

/* A mean result as a score: logistic, 400 = ten to one, as in Elo. */
static inline Score candidate_score(const Candidate *candidate)
{
    if (candidate->bounds.lower == HALF_POINTS_WIN)
        return SCORE_PROVEN;
    if (candidate->bounds.upper == 0)
        return -SCORE_PROVEN;
    if (candidate->bounds.lower == candidate->bounds.upper)
        return SCORE_DRAW;
    double visits = (double)candidate->visits;
    double mean = (candidate_mean(candidate) * visits + 0.5) / (visits + 1);
    double score = 400 / LN_10 * natural_log(mean / (1 - mean));
    return (Score)(score < 0 ? score - 0.5 : score + 0.5);
}

/* Chances to win, draw and lose in per mille, out of the mean and the share of drawn results. */
static inline void candidate_chances(const Candidate *candidate, double draws, int wdl[3])
{
    double mean = candidate_mean(candidate), most = mean < 0.5 ? 2 * mean : 2 - 2 * mean;
    double drawn = draws < most ? draws : most;
    if (candidate->bounds.lower == candidate->bounds.upper)
        drawn = most;
    wdl[0] = (int)(1000 * (mean - drawn / 2) + 0.5);
    wdl[1] = (int)(1000 * drawn + 0.5);
    wdl[1] = wdl[0] + wdl[1] > 1000 ? 1000 - wdl[0] : wdl[1];
    wdl[2] = 1000 - wdl[0] - wdl[1];
}

#endif
