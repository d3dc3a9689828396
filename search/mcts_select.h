/* Which child of a node is looked at next: a bandit (UCB1, UCB1-Tuned, PUCT) and what may be added
 * to it. The loop over the children is compiled for each bandit with and without additions. */
#ifndef SEARCH_MCTS_SELECT_H
#define SEARCH_MCTS_SELECT_H

#include "search/mcts_history.h"

/* What the loop over the children needs to know about their parent. */
typedef struct Parent {
    int chooser;       /* the player who chooses among the children */
    int floor;         /* half points that he is sure of: a child that cannot give more is left out;
                          -1 without solver */
    float exploration; /* of the bandit, the parent's part */
    float mean;        /* of the parent, for the chooser */
    float log_visits;
    float numbers; /* the largest proof number among the children, as a divisor */
} Parent;

static inline float clamped(float value, Bounds bounds)
{
    float lower = (float)bounds.lower / HALF_POINTS_WIN,
          upper = (float)bounds.upper / HALF_POINTS_WIN;
    return value < lower ? lower : value > upper ? upper : value;
}

/* The largest finite proof number that the chooser has among the children. */
static inline float largest_number(const Tree *tree, const Node *node, uint32_t first, int chooser)
{
    uint32_t largest = 1;
    for (uint32_t i = first; i < first + node->child_count; i++) {
        uint32_t number =
            atomic_load_explicit(&tree->numbers[i].win[chooser], memory_order_relaxed);
        if (number > largest && number < UINT32_MAX)
            largest = number;
    }
    return (float)largest;
}

static inline Parent parent_at(const Worker *self, const Node *node, uint32_t first)
{
    const Settings *settings = self->settings;
    const Node *children = &self->tree->nodes[first];
    Bounds bounds = bounds_of(node);
    float visits = (float)(int32_t)visits_of(node);
    Parent parent = {.chooser = node_mover(children)};
    bool same = parent.chooser == node_mover(node);
    parent.floor = !settings->solver ? -1 : same ? bounds.lower : HALF_POINTS_WIN - bounds.upper;
    float mean = (float)sum_of(node) / (RESULT_ONE * visits);
    parent.mean = same ? mean : 1 - mean;
    if (settings->bandit == BANDIT_PUCT) {
        parent.exploration = settings->exploration * __builtin_sqrtf(visits) / UINT16_MAX;
    } else {
        parent.log_visits = (float)natural_log(visits);
        parent.exploration = settings->exploration * __builtin_sqrtf(parent.log_visits);
    }
    if (settings->numbers > 0)
        parent.numbers = largest_number(self->tree, node, first, parent.chooser);
    return parent;
}

/* Auer, Cesa-Bianchi, Fischer 2002: UCB1, and UCB1-Tuned, whose variance is here that of results of
 * this mean which are won or lost, the most there can be. PUCT as in AlphaZero (Silver et al. 2018;
 * Rosin 2011). */
static ALWAYS_INLINE float bandit_term(const Parent *parent, const Node *child, float mean,
                                       float visits, float spread, Bandit bandit)
{
    if (bandit == BANDIT_PUCT)
        return parent->exploration * (float)child->prior / (1 + visits);
    float term = parent->exploration * spread;
    if (bandit == BANDIT_UCB1)
        return term;
    float bound = mean * (1 - mean) + __builtin_sqrtf(2 * parent->log_visits) * spread;
    return term * __builtin_sqrtf(bound < 0.25F ? bound : 0.25F);
}

/* GRAVE (Cazenave 2015): the mean mixed with that of all moves as first, the less the more visits.
 * RAVE (Gelly, Silver 2007) is the case that every node has a block of its own. */
static inline float amaf_mixed(const Worker *self, const Node *child, float mean, float visits,
                               int chooser)
{
    const AmafCell *cell = amaf_cell(self->tree, self->block, (Played){child->move, chooser});
    float count = (float)atomic_load_explicit(&cell->visits, memory_order_relaxed);
    if (count == 0)
        return mean;
    float sum = (float)atomic_load_explicit(&cell->sum, memory_order_relaxed);
    float other = sum / (count * ((float)RESULT_ONE / (1 << AMAF_SHIFT)));
    float share = count / (count + visits + count * visits / self->settings->rave);
    return mean + share * (other - mean);
}

/* What the chosen additions make of a child's mean, and what they add to it. */
static inline float added_value(Worker *self, const Parent *parent, const Node *child, float mean,
                                float visits)
{
    const Settings *settings = self->settings;
    float estimate = result_share(estimate_of(child)), added = 0;
    if (self->block)
        mean = amaf_mixed(self, child, mean, visits, parent->chooser);
    if (settings->bias > 0) /* progressive bias (Chaslot et al. 2008) */
        added += settings->bias * estimate / (visits + 1);
    if (settings->history > 0) { /* progressive history (Nijssen, Winands 2011) */
        float worth = move_worth(self, (Played){child->move, parent->chooser}, false);
        added += settings->history * worth / ((1 - mean) * visits + 1);
    }
    if (settings->numbers > 0) { /* PN-MCTS (Doe, Winands et al. 2022; by the largest: Kowalski et
                                    al. 2024) */
        size_t index = (size_t)(child - self->tree->nodes);
        uint32_t number = atomic_load_explicit(&self->tree->numbers[index].win[parent->chooser],
                                               memory_order_relaxed);
        if (number < UINT32_MAX)
            added += settings->numbers * (1 - (float)number / parent->numbers);
    }
    /* implicit minimax backups (Lanctot, Winands et al. 2014) */
    mean += settings->minimax * (estimate - mean);
    return mean + added;
}

/* What a child that was never visited counts for, as if by one visit (first play urgency: Wang,
 * Gelly 2007); at_once() puts it before all that were. */
static inline float first_mean(const Settings *settings, const Parent *parent, const Node *child)
{
    return settings->first_play == FIRST_PLAY_ESTIMATE ? result_share(estimate_of(child))
                                                       : parent->mean;
}

static const float put_off = 2000; /* what a child with a camp counts less */

static inline float at_once(const Settings *settings)
{
    return settings->first_play == FIRST_PLAY_AT_ONCE ? 1000 : 0;
}

static ALWAYS_INLINE uint32_t select_with(Worker *self, const Node *node, uint32_t first,
                                          Bandit bandit, bool bare)
{
    const Parent parent = parent_at(self, node, first);
    const Node *children = &self->tree->nodes[first];
    uint32_t best = 0;
    float best_value = -2 * put_off;
    for (uint32_t i = 0; i < node->child_count; i++) {
        const Node *child = &children[i];
        float spread = atomic_load_explicit(&child->spread, memory_order_relaxed);
        float visits = (float)(int32_t)visits_of(child);
        float mean = (float)sum_of(child) * (1.0F / RESULT_ONE) * spread * spread;
        float bonus = 0;
        if (UNLIKELY(atomic_load_explicit(&child->bounds, memory_order_relaxed) != BOUNDS_OPEN)) {
            Bounds bounds = bounds_of(child);
            if (bounds.upper <= parent.floor)
                continue;
            mean = clamped(mean, bounds);
            bonus = has_camp(child) ? -put_off : 0;
        }
        if (visits == 0) {
            mean = first_mean(self->settings, &parent, child);
            spread = 1;
            bonus = at_once(self->settings);
        }
        float value = bare ? mean : added_value(self, &parent, child, mean, visits);
        value += bandit_term(&parent, child, mean, visits, spread, bandit) + bonus;
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return first + best;
}

/* The child to visit; `first` = index of the children. */
static inline uint32_t select_child(Worker *self, const Node *node, uint32_t first)
{
    bool bare = self->settings->bare;
    switch (self->settings->bandit) {
    case BANDIT_UCB1:
        return bare ? select_with(self, node, first, BANDIT_UCB1, true)
                    : select_with(self, node, first, BANDIT_UCB1, false);
    case BANDIT_TUNED:
        return bare ? select_with(self, node, first, BANDIT_TUNED, true)
                    : select_with(self, node, first, BANDIT_TUNED, false);
    case BANDIT_PUCT: break;
    }
    return bare ? select_with(self, node, first, BANDIT_PUCT, true)
                : select_with(self, node, first, BANDIT_PUCT, false);
}

#endif
