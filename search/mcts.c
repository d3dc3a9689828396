/* Kernel: Monte-Carlo tree search out of parts that options choose. With the plain ones it is UCT
 * (Kocsis, Szepesvari 2006): UCB1, one uniform playout an iteration, with the bounds of the solver.
 *
 * Threads share one tree without locks or grow one each. When a tree is full they rest while its
 * least visited subtrees are dropped. Nodes are positions visited, in the tree, by the evaluation
 * and in playouts. */
#include "search/mcts_result.h"
#include "search/mcts_worker.h"

#include <pthread.h>

enum {
    REPORT_FIRST = 1024,   /* playouts before the first report, doubled from one to the next */
    STACK_BYTES = 4 << 20, /* of a thread */
};

typedef struct Mcts {
    Player player;
    Settings settings;
    Forest forest;
    int worker_count;
    Worker *workers; /* owned */
    Tables *tables;  /* owned, NULL = none */
    atomic_bool pause;
    GamePosition root;
    bool has_root;         /* the trees hold a search of `root` */
    int history_count;     /* turns played before it */
    uint64_t history_hash; /* of the keys of these positions */
    uint64_t next_report;  /* in playouts of the first thread */
    SearchReport *report;
    void *context;
} Mcts;

/* Where games differ; a name that a game forgets is a compile error. */
enum {
#define DEFAULT(name, value) DEFAULT_##name = (value),
#include GAME_MCTS
#undef DEFAULT
};

static const PlayerOption options[] = {
    [OPTION_THREADS] = {"threads", 1, 1, THREADS_MAX, true, "threads that search together"},
    [OPTION_PARALLEL] = {"parallel", 0, 0, 1, true, "threads share a tree, 1 = one each"},
    [OPTION_BATCH] = {"batch", 16, 1, 1024, true,
                      "iterations below a node much visited that share the way to it"},
    [OPTION_BANDIT] = {"bandit", DEFAULT_BANDIT, 0, 2, true, "0 = UCB1, 1 = UCB1-Tuned, 2 = PUCT"},
    [OPTION_EXPLORATION] = {"c", DEFAULT_EXPLORATION / 100.0, 0, 100, false,
                            "exploration, for results in 0..1"},
    [OPTION_FIRST_PLAY] = {"fpu", DEFAULT_FIRST_PLAY, 0, 2, true,
                           "unvisited moves: 0 = first, 1 = as the mean, 2 = as evaluated"},
    [OPTION_EXPAND] = {"expand", DEFAULT_EXPAND, 0, 1000, true,
                       "visits before a node gets children; 0 = and is judged by them"},
    [OPTION_RAVE] = {"rave", 0, 0, 1e6, false, "GRAVE: visits at which it fades, 0 = off"},
    [OPTION_REFERENCE] = {"ref", 50, 1, 1e6, true, "GRAVE: visits of a reference node, 1 = RAVE"},
    [OPTION_PLAYOUT] = {"playout", 0, 0, 3, true,
                        "policy: 0 = uniform, 1 = MAST, 2 = NST, 3 = evaluation"},
    [OPTION_EPSILON] = {"epsilon", 0.2, 0, 1, false, "chance of a random move in a policy"},
    [OPTION_CUTOFF] = {"cutoff", DEFAULT_CUTOFF, CUTOFF_NEVER, 10000, true,
                       "turns of a playout before it is evaluated, -1 = to the end"},
    [OPTION_QUIESCENCE] = {"quiet", DEFAULT_QUIESCENCE, 0, 1, true,
                           "evaluate after captures (quiescence)"},
    [OPTION_SCALE] = {"scale", DEFAULT_SCALE, 1, 100000, false, "evaluation that wins ten to one"},
    [OPTION_TEMPERATURE] = {"temp", DEFAULT_TEMPERATURE, 1, 100000, false,
                            "of PUCT's priors, in hundredths"},
    [OPTION_BIAS] = {"bias", 0, 0, 100, false, "progressive bias by the evaluation"},
    [OPTION_HISTORY] = {"history", 0, 0, 100, false, "progressive history"},
    [OPTION_MINIMAX] = {"minimax", DEFAULT_MINIMAX / 100.0, 0, 1, false,
                        "weight of implicit minimax backups"},
    [OPTION_SOLVER] = {"solver", 1, 0, 1, true, "back up proven results and bounds"},
    [OPTION_NUMBERS] = {"pn", 0, 0, 100, false, "weight of proof numbers (PN-MCTS)"},
    [OPTION_FINAL] = {"final", 0, 0, 2, true, "move to play: 0 = visits, 1 = value, 2 = secure"},
    [OPTION_REUSE] = {"reuse", 1, 0, 1, true, "keep the tree from move to move"},
    {0},
};

extern const PlayerType EXPORT(mcts);

static Mcts *own(Player *player)
{
    return (void *)player;
}

static Settings settings_from(const PlayerOptions *from)
{
    const double *values = from->values;
    Settings set = {
        .weights = kernel_weights(from),
        .bandit = (Bandit)values[OPTION_BANDIT],
        .first_play = (FirstPlay)values[OPTION_FIRST_PLAY],
        .policy = (Policy)values[OPTION_PLAYOUT],
        .final = (FinalChoice)values[OPTION_FINAL],
        .batch = (int)values[OPTION_BATCH],
        .expand_visits = (int)values[OPTION_EXPAND],
        .cutoff = (int)values[OPTION_CUTOFF],
        .reference_visits = (uint32_t)values[OPTION_REFERENCE],
        .exploration = (float)values[OPTION_EXPLORATION],
        .rave = (float)values[OPTION_RAVE],
        .bias = (float)values[OPTION_BIAS],
        .history = (float)values[OPTION_HISTORY],
        .minimax = (float)values[OPTION_MINIMAX],
        .numbers = (float)values[OPTION_NUMBERS],
        .epsilon = values[OPTION_EPSILON],
        .scale = values[OPTION_SCALE],
        .temperature = values[OPTION_TEMPERATURE],
        .quiescence = values[OPTION_QUIESCENCE] > 0,
        .solver = values[OPTION_SOLVER] > 0,
        .reuse = values[OPTION_REUSE] > 0,
        .root_parallel = values[OPTION_PARALLEL] > 0,
    };
    set.evaluates = set.bandit == BANDIT_PUCT || set.first_play == FIRST_PLAY_ESTIMATE ||
                    set.bias > 0 || set.minimax > 0;
    set.follows =
        set.rave > 0 || set.history > 0 || set.policy == POLICY_MAST || set.policy == POLICY_NST;
    set.bare =
        !(set.rave > 0 || set.bias > 0 || set.history > 0 || set.minimax > 0 || set.numbers > 0);
    return set;
}

static void mcts_close(Player *player)
{
    Mcts *self = own(player);
    for (int i = 0; self->forest.trees && i < self->forest.count; i++)
        tree_close(&self->forest.trees[i]);
    for (int i = 0; self->workers && i < self->worker_count; i++)
        prober_close(&self->workers[i].prober);
    tables_close(self->tables);
    free(self->forest.trees);
    free(self->workers);
    free(self);
}

static bool forest_open(Forest *forest, const TreeShape *shape)
{
    forest->trees = aligned_alloc(CACHE_LINE, (size_t)forest->count * sizeof *forest->trees);
    bool complete = forest->trees != NULL;
    for (int i = 0; complete && i < forest->count; i++)
        forest->trees[i] = (Tree){0};
    for (int i = 0; complete && i < forest->count; i++)
        complete = tree_open(&forest->trees[i], shape);
    return complete;
}

static Status mcts_open(const PlayerOptions *from, Player **player, Error *error)
{
    Mcts *self = calloc(1, sizeof *self);
    if (!self)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an mcts player");
    self->player.type = &EXPORT(mcts);
    self->settings = settings_from(from);
    self->worker_count = (int)from->values[OPTION_THREADS];
    self->forest.count = self->settings.root_parallel ? self->worker_count : 1;
    self->workers = calloc((size_t)self->worker_count, sizeof *self->workers);
    TreeShape shape = {.bytes = from->hash_bytes / (size_t)self->forest.count,
                       .numbers = self->settings.numbers > 0,
                       .amaf = self->settings.rave > 0};
    if (!self->workers || !forest_open(&self->forest, &shape)) {
        mcts_close(&self->player);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a tree of %zu bytes",
                         from->hash_bytes);
    }
    for (int i = 0; i < self->worker_count; i++) {
        Worker *worker = &self->workers[i];
        worker->settings = &self->settings;
        worker->tree = &self->forest.trees[self->settings.root_parallel ? i : 0];
        worker->shared = self->worker_count > 1 && !self->settings.root_parallel;
        worker->player = self;
    }
    Status status = kernel_tables_open(from->tables, &self->tables, error);
    for (int i = 0; i < self->worker_count && status == STATUS_OK; i++)
        status = prober_open(&self->workers[i].prober, self->tables, error);
    if (status == STATUS_OK)
        *player = &self->player;
    else
        mcts_close(&self->player);
    return status;
}

static void mcts_reset(Player *player, uint64_t seed)
{
    Mcts *self = own(player);
    self->has_root = false;
    for (int i = 0; i < self->worker_count; i++) {
        Worker *worker = &self->workers[i];
        worker->random = random_from(random_split(seed, (uint64_t)i));
        memset(worker->moves, 0, sizeof worker->moves);
        memset(worker->pairs, 0, sizeof worker->pairs);
    }
}

/* Sums of what the threads have published. */
static uint64_t total(const Mcts *self, size_t counter)
{
    uint64_t sum = 0;
    for (int i = 0; i < self->worker_count; i++)
        sum += atomic_load_explicit(&self->workers[i].shown[counter], memory_order_relaxed);
    return sum;
}

static void fill_result(const Mcts *self, SearchResult *result)
{
    Candidate best = {0};
    uint64_t playouts = total(self, SHOWN_PLAYOUTS);
    *result = (SearchResult){
        .nodes = total(self, SHOWN_NODES),
        .playouts = playouts,
        .nanoseconds = budget_elapsed(&self->workers[0].budget),
        .deepest = self->workers[0].deepest,
        .stop = self->workers[0].budget.reason,
    };
    for (int i = 0; i < self->worker_count; i++)
        result->table_hits += self->workers[i].prober.hits;
    result->line_count = forest_line(&self->forest, self->settings.final, result->line, 0, &best);
    kernel_first_turn(&self->root, result->line, result->line_count, &result->turn);
    uint64_t used = 0, capacity = 0;
    for (int i = 0; i < self->forest.count; i++) {
        const Tree *tree = &self->forest.trees[i];
        used += atomic_load_explicit(&tree->used, memory_order_relaxed);
        capacity += tree->capacity;
        result->visits += visits_of(&tree->nodes[NODE_ROOT]);
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there is a tree, and none is empty */
    result->fill = (int)(used * 1000 / capacity);
    if (result->line_count == 0)
        return;
    result->score = candidate_score(&best);
    double draws = playouts ? (double)total(self, SHOWN_DRAWS) / (double)playouts : 0;
    candidate_chances(&best, draws, result->wdl);
}

static void report(Mcts *self, const Worker *worker)
{
    if (!self->report || worker != self->workers || worker->playouts < self->next_report)
        return;
    SearchResult result;
    fill_result(self, &result);
    self->report(self->context, &result);
    self->next_report *= 2;
}

static bool worker_spent(Worker *self)
{
    const SearchLimits *limits = &self->budget.limits;
    if (limits->playouts && self->playouts >= limits->playouts) {
        self->budget.reason = STOP_PLAYOUTS;
        return true;
    }
    return budget_spent(&self->budget, self->visited);
}

/* A batch of iterations that have the nodes visited most in common. */
static void work_batch(Worker *self, const GamePosition *root)
{
    uint32_t batch = (uint32_t)self->settings->batch, count = 0;
    uint64_t sum = 0;
    int path_count = self->path.count;
    Camp camp = make_camp(self, root, batch);
    do {
        sum += iterate(self, &camp);
        count++;
    } while (count < batch && !is_solved(&self->tree->nodes[camp.index]) &&
             !atomic_load_explicit(&self->tree->full, memory_order_relaxed) && !worker_spent(self));
    if (self->shared && camp.length > 0)
        camp_clear(&self->tree->nodes[camp.index]);
    back_up_sum(self, camp.length, sum, count, batch);
    self->path.count = path_count;
}

/* Searches until a limit is reached, the root is solved or the threads must rest. */
static void *work(void *argument)
{
    Worker *self = argument;
    Mcts *player = self->player;
    while (!atomic_load_explicit(&player->pause, memory_order_relaxed)) {
        bool solved = is_solved(&self->tree->nodes[NODE_ROOT]);
        if (solved || worker_spent(self)) {
            self->done = true;
            if (solved) {
                self->budget.reason = STOP_SOLVED;
                atomic_store_explicit(&player->pause, true, memory_order_relaxed);
            }
            break;
        }
        work_batch(self, &player->root);
        if (atomic_load_explicit(&self->tree->full, memory_order_relaxed))
            atomic_store_explicit(&player->pause, true, memory_order_relaxed);
        report(player, self);
    }
    chunk_close(self->tree, &self->chunk);
    return NULL;
}

/* One go of all threads that have not done their share. */
static void work_together(Mcts *self)
{
    pthread_t threads[THREADS_MAX];
    bool started[THREADS_MAX] = {false};
    pthread_attr_t attributes;
    atomic_store_explicit(&self->pause, false, memory_order_relaxed);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    for (int i = 1; i < self->worker_count; i++) {
        Worker *worker = &self->workers[i];
        started[i] = !worker->done && pthread_create(&threads[i], &attributes, work, worker) == 0;
        if (!started[i])
            worker->done = true;
    }
    pthread_attr_destroy(&attributes);
    if (!self->workers[0].done)
        work(&self->workers[0]);
    for (int i = 1; i < self->worker_count; i++)
        if (started[i])
            pthread_join(threads[i], NULL);
}

/* Whether nothing is left to do; if a thread has solved the root, the first one says so. */
static bool is_finished(Mcts *self)
{
    bool all = true;
    for (int i = 0; i < self->worker_count; i++) {
        const Worker *worker = &self->workers[i];
        if (worker->done && worker->budget.reason == STOP_SOLVED) {
            self->workers[0].budget.reason = STOP_SOLVED;
            return true;
        }
        all &= worker->done;
    }
    return all;
}

static uint64_t history_hash(const PositionHistory *history, int count)
{
    return count ? hash_bytes(history->keys, (size_t)count * sizeof *history->keys) : 0;
}

static const uint32_t not_found = UINT32_MAX; /* index of no node */

/* The node some turns below one at `position`, given the keys of the positions on the way, the
 * node's own the last. */
static uint32_t find_node(const Tree *tree, uint32_t index, const GamePosition *position,
                          const uint64_t *keys, int turns)
{
    uint32_t first = children_of(&tree->nodes[index]), found = not_found;
    if (turns == 0)
        return first == CHILDREN_NONE ? not_found : index;
    uint32_t count = first == CHILDREN_NONE ? 0 : tree->nodes[index].child_count;
    for (uint32_t i = first; i < first + count && found == not_found; i++) {
        GamePosition after = *position;
        if (visits_of(&tree->nodes[i]) == 0)
            continue;
        game_play(&after, tree->nodes[i].move);
        if (game_mid_turn(&after))
            found = find_node(tree, i, &after, keys, turns);
        else if (game_key(&after) == keys[0])
            found = find_node(tree, i, &after, keys + 1, turns - 1);
    }
    return found;
}

/* Makes the trees those of the new root: what they know of it if it comes at most two turns after
 * the last one of the same game, else nothing. Bounds that rest on a repetition stay right, for a
 * node has one way to it, and that the whole history was the same is checked. */
static void plant(Mcts *self, const GamePosition *root, const PositionHistory *history)
{
    enum { TURNS_MOST = 2 };
    int turns = history->count - self->history_count;
    uint64_t keys[TURNS_MOST + 1];
    bool follows = self->settings.reuse && self->has_root && turns >= 0 && turns <= TURNS_MOST &&
                   history_hash(history, self->history_count) == self->history_hash;
    for (int i = 0; follows && i < turns; i++)
        keys[i] = history->keys[self->history_count + i];
    if (follows)
        keys[turns] = game_key(root);
    follows = follows && keys[0] == game_key(&self->root) &&
              (turns > 0 || game_quiet(root) == game_quiet(&self->root));
    for (int i = 0; i < self->forest.count; i++) {
        Tree *tree = &self->forest.trees[i];
        uint32_t index =
            follows ? find_node(tree, NODE_ROOT, &self->root, keys + 1, turns) : not_found;
        if (index == not_found)
            tree_reset(tree, opponent(game_mover(root)));
        else if (index != NODE_ROOT)
            tree_compact(tree, index, 0);
    }
    self->root = *root;
    self->has_root = true;
    self->history_count = history->count;
    self->history_hash = history_hash(history, history->count);
}

static void worker_start(Mcts *self, int index, const PositionHistory *history,
                         const SearchLimits *limits)
{
    Worker *worker = &self->workers[index];
    uint64_t count = (uint64_t)self->worker_count, rest = (uint64_t)index;
    SearchLimits share = *limits;
    share.playouts = limits->playouts / count + (rest < limits->playouts % count);
    share.nodes = limits->nodes / count + (rest < limits->nodes % count);
    if (share.soft_nanoseconds) /* there are no iterations to wait for */
        share.nanoseconds = share.soft_nanoseconds;
    budget_start(&worker->budget, &share);
    worker->done = (limits->playouts && !share.playouts) || (limits->nodes && !share.nodes);
    path_start(&worker->path, history, &self->root);
    path_push(&worker->path, game_key(&self->root));
    worker->playouts = worker->visited = worker->draws = 0;
    worker->deepest = 0;
    worker->prober.hits = 0;
    worker_publish(worker);
}

/* A decided root that the tables know needs no search: their line to the end is the result. */
static bool choose_by_tables(Mcts *self, SearchResult *result)
{
    Prober *prober = &self->workers[0].prober;
    Line line = {.count = 0};
    Score score;
    if (!prober_score(prober, &self->root, 0, &score))
        return false;
    prober_extend(prober, &self->root, &line);
    if (line.count == 0)
        return false;
    *result = (SearchResult){
        .score = score,
        .nodes = 1,
        .table_hits = prober->hits,
        .nanoseconds = budget_elapsed(&self->workers[0].budget),
        .stop = STOP_SOLVED,
        .line_count = line.count,
    };
    memcpy(result->line, line.moves, (size_t)line.count * sizeof(Move));
    kernel_first_turn(&self->root, line.moves, line.count, &result->turn);
    return true;
}

static void mcts_choose(Player *player, const Position *position, const PositionHistory *history,
                        const SearchLimits *limits, SearchReport *reporter, void *context,
                        SearchResult *result)
{
    Mcts *self = own(player);
    GamePosition root = game_load(position);
    plant(self, &root, history);
    self->report = reporter;
    self->context = context;
    self->next_report = REPORT_FIRST;
    for (int i = 0; i < self->worker_count; i++)
        worker_start(self, i, history, limits);
    if (choose_by_tables(self, result)) {
        if (reporter)
            reporter(context, result);
        return;
    }
    for (work_together(self); !is_finished(self); work_together(self))
        for (int i = 0; i < self->forest.count; i++)
            if (atomic_load_explicit(&self->forest.trees[i].full, memory_order_relaxed))
                tree_recycle(&self->forest.trees[i]);
    fill_result(self, result);
    for (int i = 1; i < self->worker_count; i++)
        if (self->workers[i].deepest > result->deepest)
            result->deepest = self->workers[i].deepest;
    if (reporter)
        reporter(context, result);
}

static int mcts_children(const Player *player, PlayerChild *children, int most)
{
    const Mcts *self = (const void *)player;
    Candidate candidates[GAME_MOVES_MAX];
    int count = self->has_root ? forest_candidates(&self->forest, NULL, 0, candidates) : 0;
    for (int i = 0; i < count && i < most; i++) {
        Move line[PRINCIPAL_VARIATION_MAX] = {candidates[i].move};
        int length = forest_line(&self->forest, self->settings.final, line, 1, NULL);
        children[i] = (PlayerChild){
            .visits = candidates[i].visits,
            .value = candidate_mean(&candidates[i]),
            .prior = self->settings.bandit == BANDIT_PUCT ? candidates[i].prior : -1,
            .lower = candidates[i].bounds.lower,
            .upper = candidates[i].bounds.upper,
        };
        kernel_first_turn(&self->root, line, length, &children[i].turn);
    }
    return count < most ? count : most;
}

const PlayerType EXPORT(mcts) = {
    .name = "mcts",
    .about = "Monte-Carlo tree search: bandits, playouts, solver, threads",
    .options = options,
    .game = &EXPORT(game),
    .probes = true,
    .limits = LIMIT_NODES | LIMIT_PLAYOUTS | LIMIT_TIME,
    .open = mcts_open,
    .reset = mcts_reset,
    .choose = mcts_choose,
    .children = mcts_children,
    .close = mcts_close,
};
