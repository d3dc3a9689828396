/* Kernel: depth-first proof-number search. Two questions are asked in turns, each for twice as long
 * as before: whether the side to move wins, and whether the other side does. A yes to either is the
 * result, a no to both is a draw. */
#include "search/pns_proof.h"

#include <stdlib.h>

enum {
    SLICE_FIRST = 2048,  /* nodes of the first try of a question */
    PROMISING_SHARE = 4, /* the question more likely to be answered by yes gets so much more */
    GENERATIONS = 8,     /* of table entries */
    TURNS_MAX = 900,     /* longer wins are not told apart in a score */
    RANK_PROVEN = 1 << 24,
    RANK_HELD = 1 << 22,
    RANK_DOUBLING = 100, /* a number twice as good counts like so much evaluation */
};

enum { OPTION_WEAK, OPTION_MOBILITY, OPTION_EPSILON };

static const PlayerOption options[] = {
    [OPTION_WEAK] = {"weak", 1, 0, 1, true, "weak numbers: maximum + alternatives, not their sum"},
    [OPTION_MOBILITY] = {"mobility", 1, 0, 1, true, "first numbers by the number of turns"},
    [OPTION_EPSILON] = {"epsilon", 25, 0, 1000, true, "slack of thresholds, in percent"},
    {0},
};

typedef struct Pns {
    Player player;
    GamePosition root;
    const atomic_bool *stop; /* of the last search, borrowed */
    int mover;               /* at the root */
    Value answers[2];        /* by the attacker: mover, other side */
    bool given_up[2];        /* the numbers have become too large */
    uint64_t dead;           /* hash of the positions whose next occurrence is a draw */
    Prover prover;
} Pns;

extern const PlayerType EXPORT(pns);

static Pns *own(Player *player)
{
    return (void *)player;
}

static void pns_close(Player *player)
{
    free(own(player)->prover.table.buckets);
    free(player);
}

static Status pns_open(const PlayerOptions *settings, Player **player, Error *error)
{
    Pns *self = calloc(1, sizeof *self);
    if (!self)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a pns player");
    self->player.type = &EXPORT(pns);
    self->prover.settings = (PnsSettings){
        .weights = kernel_weights(settings),
        .weak = settings->values[OPTION_WEAK] != 0,
        .mobility = settings->values[OPTION_MOBILITY] != 0,
        .epsilon = (uint32_t)settings->values[OPTION_EPSILON],
    };
    Status status = pns_table_open(&self->prover.table, settings->hash_bytes, error);
    if (status != STATUS_OK) {
        free(self);
        return status;
    }
    *player = &self->player;
    return STATUS_OK;
}

static void pns_reset(Player *player, uint64_t seed)
{
    (void)seed;
    pns_table_clear(&own(player)->prover.table);
    own(player)->prover.table.generation = 0;
}

/* Sets who is to win. What the table knows is true for this attacker and these dead positions. */
static void set_attacker(Pns *self, int attacker)
{
    self->prover.attacker = attacker;
    self->prover.salt = random_mix(self->dead + (uint64_t)attacker + 1);
}

static Spot root_spot(const Pns *self)
{
    return (Spot){.key = prover_key(&self->prover, game_key(&self->root)),
                  .quiet = game_quiet(&self->root)};
}

/* Enters the game's history and its present position. */
static void enter_history(Pns *self, const PositionHistory *history)
{
    Prover *prover = &self->prover;
    Path *path = &prover->path;
    path_start(path, history, &self->root);
    path_push(path, game_key(&self->root));
    prover->history = path->count;
    self->dead = 0;
    for (int i = 0; i < path->count; i++) {
        int times = 1;
        for (int j = 0; j < i; j++)
            times += path->keys[j] == path->keys[i];
        if (times == GAME_REPETITIONS - 1)
            self->dead += random_mix(path->keys[i]);
    }
}

/* Works on one question for so many nodes. */
static void ask(Pns *self, int question, uint64_t slice)
{
    Prover *prover = &self->prover;
    set_attacker(self, question == 0 ? self->mover : !self->mover);
    prover->pause = prover->nodes + slice;
    Value value = prover_search(prover, &self->root, root_spot(self), self->answers[question],
                                (Thresholds){NUMBER_MAX, NUMBER_MAX});
    self->answers[question] = value;
    self->given_up[question] =
        !value_solved(&value) && (value.pn == NUMBER_MAX || value.dn == NUMBER_MAX);
}

/* The result for the side to move, OUTCOME_OPEN as long as it is not known. */
static Outcome solved_outcome(const Pns *self)
{
    if (self->answers[0].pn == 0)
        return OUTCOME_WIN;
    if (self->answers[1].pn == 0)
        return OUTCOME_LOSS;
    return self->answers[0].dn == 0 && self->answers[1].dn == 0 ? OUTCOME_DRAW : OUTCOME_OPEN;
}

static Score result_score(const Pns *self)
{
    Outcome outcome = solved_outcome(self);
    int turns = self->answers[outcome == OUTCOME_LOSS].turns;
    turns = turns < TURNS_MAX ? turns : TURNS_MAX;
    switch (outcome) {
    case OUTCOME_WIN: return SCORE_WIN - turns;
    case OUTCOME_LOSS: return turns - SCORE_WIN;
    case OUTCOME_DRAW: return SCORE_DRAW;
    case OUTCOME_OPEN: break;
    }
    Score score = game_evaluate(&self->root, &self->prover.settings.weights);
    bool no_win = self->answers[0].dn == 0, no_loss = self->answers[1].dn == 0;
    return (no_win && score > 0) || (no_loss && score < 0) ? SCORE_DRAW : score;
}

/* How many times a proof number is larger than the disproof number, as powers of two. */
static int doublings(const Value *value)
{
    return bits_last(value->pn + 1) - bits_last(value->dn + 1);
}

/* How much the player to move likes a move; `win` answers whether he wins by it and `loss` whether
 * the other side does. */
static int rank_of(const Pns *self, const GamePosition *before, const PnsChild *win,
                   const PnsChild *loss)
{
    if (win->value.pn == 0)
        return RANK_PROVEN - win->value.turns;
    if (loss->value.pn == 0)
        return loss->value.turns - RANK_PROVEN;
    int held = loss->value.dn == 0 && solved_outcome(self) == OUTCOME_DRAW ? RANK_HELD : 0;
    if (win->over || (win->value.dn == 0 && loss->value.dn == 0))
        return held;
    GamePosition after = *before;
    game_play(&after, win->move);
    Score value = SCORE_DRAW;
    if (win->turn_done) {
        value = game_evaluate(&after, &self->prover.settings.weights);
        value = game_mover(&after) == game_mover(before) ? value : -value;
    }
    return held + value + RANK_DOUBLING * (doublings(&loss->value) - doublings(&win->value));
}

/* Enters a node for one attacker and lists its children, whatever the limits. */
static PnsNode look(Pns *self, const GamePosition *position, Spot spot, int attacker)
{
    Prover *prover = &self->prover;
    set_attacker(self, attacker);
    spot.key = prover_key(prover, game_key(position));
    PnsNode node = prover_enter(prover, position, spot);
    prover_expand(prover, &node, true);
    prover->used += (size_t)node.count;
    return node;
}

static void look_away(Prover *prover, const PnsNode *node)
{
    prover->used -= (size_t)node->count;
    prover_leave(prover, node);
}

/* Finds the most promising move of a position and the spot after it; `goes_on` says whether
 * something is known there. */
static Move best_move(Pns *self, const GamePosition *position, Spot *spot, bool *goes_on)
{
    Prover *prover = &self->prover;
    int mover = game_mover(position), best_rank = 0;
    PnsNode win = look(self, position, *spot, mover);
    prover_leave(prover, &win);
    PnsNode loss = look(self, position, *spot, !mover);
    int best = -1;
    for (int i = 0; i < win.count; i++) {
        int rank = rank_of(self, position, &win.children[i], &loss.children[i]);
        if (best < 0 || rank > best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    *goes_on = !win.children[best].over && (win.children[best].known || loss.children[best].known);
    *spot = child_spot(&loss, &loss.children[best]);
    look_away(prover, &loss);
    prover->used -= (size_t)win.count;
    return win.children[best].move;
}

/* Follows the most promising moves, at least for a whole turn. */
static void fill_line(Pns *self, SearchResult *result)
{
    Prover *prover = &self->prover;
    Budget budget = prover->budget;
    uint64_t nodes = prover->nodes;
    int deepest = prover->deepest;
    prover->budget.spent = false;
    prover->budget.next_check = prover->pause = UINT64_MAX;
    GamePosition position = self->root;
    Spot spot = root_spot(self);
    bool goes_on = true;
    result->line_count = 0;
    while (result->line_count < PRINCIPAL_VARIATION_MAX && (goes_on || game_mid_turn(&position))) {
        Move move = best_move(self, &position, &spot, &goes_on);
        result->line[result->line_count++] = move;
        if (!game_mid_turn(&position))
            path_push(&prover->path, game_key(&position));
        game_play(&position, move);
    }
    prover->path.count = prover->history;
    prover->budget = budget;
    prover->nodes = nodes;
    prover->deepest = deepest;
}

static void fill_result(Pns *self, SearchResult *result)
{
    Prover *prover = &self->prover;
    *result = (SearchResult){
        .score = result_score(self),
        .deepest = prover->deepest,
        .nodes = prover->nodes,
        .fill = pns_table_fill(&prover->table),
    };
    fill_line(self, result);
    kernel_first_turn(&self->root, result->line, result->line_count, &result->turn);
    result->nanoseconds = budget_elapsed(&prover->budget);
    result->stop = prover->budget.reason;
}

/* The question that is the more likely to be answered by yes. */
static int promising(const Pns *self)
{
    const Value *win = &self->answers[0], *loss = &self->answers[1];
    return (uint64_t)win->pn * loss->dn <= (uint64_t)loss->pn * win->dn ? 0 : 1;
}

/* Asks both questions in turns until the result is known or a limit is reached. */
static void solve(Pns *self, SearchReport *report, void *context)
{
    Budget *budget = &self->prover.budget;
    for (uint64_t slice = SLICE_FIRST; solved_outcome(self) == OUTCOME_OPEN; slice *= 2) {
        for (int question = 0; question < 2; question++)
            if (!value_solved(&self->answers[question]) && solved_outcome(self) == OUTCOME_OPEN &&
                !self->given_up[question])
                ask(self, question, question == promising(self) ? PROMISING_SHARE * slice : slice);
        bool hopeless = true;
        for (int question = 0; question < 2; question++)
            hopeless &= value_solved(&self->answers[question]) || self->given_up[question];
        if (hopeless || budget_spent(budget, self->prover.nodes))
            break;
        if (report && solved_outcome(self) == OUTCOME_OPEN) {
            SearchResult result;
            fill_result(self, &result);
            report(context, &result);
        }
    }
    if (solved_outcome(self) != OUTCOME_OPEN)
        budget->reason = STOP_SOLVED;
}

static void pns_choose(Player *player, const Position *position, const PositionHistory *history,
                       const SearchLimits *limits, SearchReport *report, void *context,
                       SearchResult *result)
{
    Pns *self = own(player);
    Prover *prover = &self->prover;
    SearchLimits most = *limits;
    if (most.soft_nanoseconds) /* there are no iterations to wait for */
        most.nanoseconds = most.soft_nanoseconds;
    budget_start(&prover->budget, &most);
    self->root = game_load(position);
    self->mover = game_mover(&self->root);
    self->stop = limits->stop;
    prover->nodes = 0;
    prover->deepest = 0;
    prover->table.generation = (prover->table.generation + 1) % GENERATIONS;
    for (int question = 0; question < 2; question++) {
        self->answers[question] = value_unknown;
        self->given_up[question] = false;
    }
    enter_history(self, history);
    solve(self, report, context);
    fill_result(self, result);
    if (report)
        report(context, result);
}

static Status pns_prove(Player *player, Certificate *certificate, Error *error)
{
    Pns *self = own(player);
    Prover *prover = &self->prover;
    if (solved_outcome(self) == OUTCOME_OPEN)
        return error_set(error, STATUS_MISMATCH, "the position is not solved");
    budget_start(&prover->budget, &(SearchLimits){.stop = self->stop});
    prover->pause = UINT64_MAX;
    for (int question = 0; question < 2; question++) {
        const Value *answer = &self->answers[question];
        bool drawn = solved_outcome(self) == OUTCOME_DRAW;
        if (!drawn && answer->pn != 0)
            continue;
        set_attacker(self, question == 0 ? self->mover : !self->mover);
        Extractor extractor = {
            .prover = prover,
            .player = drawn ? !prover->attacker : prover->attacker,
            .certificate = certificate,
            .error = error,
        };
        Status status = drawn
                            ? extract_refutation(&extractor, &self->root, root_spot(self))
                            : extract_win(&extractor, &self->root, root_spot(self), answer->turns);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

const PlayerType EXPORT(pns) = {
    .name = "pns",
    .about = "depth-first proof-number search, for solving positions",
    .options = options,
    .game = &EXPORT(game),
    .limits = LIMIT_NODES | LIMIT_TIME,
    .open = pns_open,
    .reset = pns_reset,
    .choose = pns_choose,
    .close = pns_close,
    .prove = pns_prove,
};
