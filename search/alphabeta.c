/* Kernel: alpha-beta. Deepens turn by turn with aspiration windows, for one line or several, with
 * one thread or several that share nothing but the table (lazy SMP).
 *
 * A position that occurred before counts as a draw at once, and table scores forget the way to the
 * position (the graph-history problem); with exact=1 neither shortcut is taken, nor quiescence nor
 * any selectivity, and the score is that of minimax. */
#include "search/node.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    ASPIRATION_DEPTH = 4, /* first iteration with a window */
    ASPIRATION_WIDTH = 30,
    ASPIRATION_GROWTH = 3,
    THREADS_MAX = 256,
    STACK_BYTES = 64 << 20, /* of a thread: reserved, used as far as the search is deep */
};

/* A line found: what it is worth and the turn that it begins with. */
typedef struct Found {
    Score score;
    Line line;
    Turn turn;
} Found;

typedef struct AlphaBeta AlphaBeta;

/* One thread's search and what it has found, complete or so far. */
typedef struct Worker {
    AlphaBeta *player;
    Searcher searcher;
    pthread_t thread;
    bool started;
    bool root_known;        /* by tables: then one turn tells all */
    int first_depth, depth; /* begun with; completed */
    int found_count;
    Found found[LINES_MAX];
} Worker;

struct AlphaBeta {
    Player player;
    Settings settings;
    Table table;    /* owned */
    Tables *tables; /* owned, NULL = none */
    int worker_count;
    Worker *workers; /* owned */
    GamePosition root;
    SearchLimits limits;
    atomic_bool halt; /* some thread has finished */
    SearchReport *report;
    void *context;
    SearchResult *result;
};

static const PlayerOption options[] = {
    [OPTION_EXACT] = {"exact", 0, 0, 1, true, "1 = no shortcut: the same score as minimax"},
    [OPTION_THREADS] = {"threads", 1, 1, THREADS_MAX, true, "threads that search together"},
    [OPTION_LINES] = {"multipv", 1, 1, LINES_MAX, true, "number of best lines to find"},
    [OPTION_ASPIRATION] = {"asp", 1, 0, 1, true, "aspiration windows"},
    [OPTION_INTERNAL] = {"iir", 1, 0, 1, true, "internal iterative reduction"},
    [OPTION_REVERSE_FUTILITY] = {"rfp", 1, 0, 1, true, "reverse futility pruning of nodes"},
    [OPTION_FUTILITY] = {"futility", 1, 0, 1, true, "futility pruning of quiet moves"},
    [OPTION_NULL_MOVE] = {"null", 1, 0, 1, true, "null move, in games that declare it sound"},
    [OPTION_REDUCTIONS] = {"lmr", 1, 0, 1, true, "late move reductions"},
    [OPTION_PRUNING] = {"lmp", 1, 0, 1, true, "late move pruning"},
    [OPTION_SINGULAR] = {"singular", 1, 0, 1, true, "singular extensions"},
    [OPTION_THREATS] = {"threats", 1, 0, 1, true, "extensions of answers to a threat to win"},
    {0},
};

extern const PlayerType EXPORT(alphabeta);

static AlphaBeta *own(Player *player)
{
    return (void *)player;
}

/* log2 in 1/256, by squaring, so that it is the same on every machine. */
static int logarithm(int number)
{
    int whole = bits_last((uint64_t)number), fraction = 0;
    uint64_t mantissa = (uint64_t)number << (32 - whole); /* 1 .. 2, in 1/2^32 */
    for (int i = 0; i < 8; i++) {
        mantissa = (mantissa >> 1) * (mantissa >> 1) >> 30;
        fraction = 2 * fraction + (int)(mantissa >> 33);
        mantissa >>= mantissa >> 33;
    }
    return 256 * whole + fraction;
}

static void alphabeta_close(Player *player)
{
    AlphaBeta *self = own(player);
    for (int i = 0; self->workers && i < self->worker_count; i++)
        prober_close(&self->workers[i].searcher.prober);
    tables_close(self->tables);
    table_close(&self->table);
    free(self->workers);
    free(self);
}

/* Opens the tables of solved positions, if any are asked for. */
static Status open_tables(AlphaBeta *self, const PlayerOptions *settings, Error *error)
{
    if (*settings->tables && self->settings.options[OPTION_EXACT])
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "engine: tables= does not go with exact=1, the score of minimax");
    Status status = kernel_tables_open(settings->tables, &self->tables, error);
    for (int i = 0; i < self->worker_count && status == STATUS_OK; i++)
        status = prober_open(&self->workers[i].searcher.prober, self->tables, error);
    return status;
}

static Status alphabeta_open(const PlayerOptions *settings, Player **player, Error *error)
{
    AlphaBeta *self = calloc(1, sizeof *self);
    if (!self)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an alphabeta player");
    self->player.type = &EXPORT(alphabeta);
    self->settings.weights = kernel_weights(settings);
    for (int i = 0; i < OPTIONS; i++)
        self->settings.options[i] = (int)settings->values[i];
    self->settings.earlier = self->settings.options[OPTION_EXACT] ? GAME_REPETITIONS - 1 : 1;
    for (int i = 1; i < LOGARITHMS; i++)
        self->settings.logarithms[i] = logarithm(i);
    self->worker_count = self->settings.options[OPTION_THREADS];
    self->workers = calloc((size_t)self->worker_count, sizeof *self->workers);
    Status status = self->workers ? table_open(&self->table, settings->hash_bytes, error)
                                  : error_set(error, STATUS_NO_MEMORY, "no memory for %d threads",
                                              self->worker_count);
    if (status == STATUS_OK)
        status = open_tables(self, settings, error);
    if (status != STATUS_OK) {
        alphabeta_close(&self->player);
        return status;
    }
    for (int i = 0; i < self->worker_count; i++) {
        self->workers[i].player = self;
        self->workers[i].searcher.settings = &self->settings;
        self->workers[i].searcher.table = &self->table;
    }
    *player = &self->player;
    return STATUS_OK;
}

static void alphabeta_reset(Player *player, uint64_t seed)
{
    (void)seed;
    AlphaBeta *self = own(player);
    table_clear(&self->table);
    for (int i = 0; i < self->worker_count; i++)
        memset(&self->workers[i].searcher.ordering, 0, sizeof(Ordering));
}

static void fill_result(const AlphaBeta *self, const Worker *worker, int rank, SearchResult *result)
{
    const Found *found = &worker->found[rank];
    const Searcher *searcher = &worker->searcher;
    result->score = found->score;
    result->depth = worker->depth;
    result->deepest = searcher->deepest;
    result->rank = self->settings.options[OPTION_LINES] > 1 ? rank + 1 : 0;
    result->turn = found->turn;
    result->line_count = found->line.count;
    memcpy(result->line, found->line.moves, (size_t)found->line.count * sizeof(Move));
    result->nodes = searcher->nodes;
    result->table_hits = searcher->prober.hits;
    result->nanoseconds = budget_elapsed(&searcher->budget);
    result->fill = table_fill(&self->table);
}

/* One search of the root: a window around the last score, widened on the side where the score fell
 * out. The line keeps what the unfinished search has found. */
static Score search_root(Searcher *self, const GamePosition *root, int depth, Score last,
                         Line *line)
{
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE, width = ASPIRATION_WIDTH;
    const int *set = self->settings->options;
    if (set[OPTION_ASPIRATION] && !set[OPTION_EXACT] && depth >= ASPIRATION_DEPTH &&
        !is_proven(last)) {
        alpha = last - width;
        beta = last + width;
    }
    for (;;) {
        Score score =
            search_pv(self, root, game_key(root), alpha, beta, (Place){.depth = depth}, line);
        if (self->budget.spent || (score > alpha && score < beta))
            return score;
        if (line->count)
            self->root_move = line->moves[0];
        width *= ASPIRATION_GROWTH;
        if (score <= alpha && alpha == -SCORE_INFINITE)
            return score; /* every turn is left out */
        if (score <= alpha)
            alpha = width > SCORE_EVALUATION_MAX ? -SCORE_INFINITE : score - width;
        else
            beta = width > SCORE_EVALUATION_MAX ? SCORE_INFINITE : score + width;
    }
}

/* Puts a line in its place, best first; the lines of one iteration come nearly in order. */
static void sort_in(Worker *worker, int rank)
{
    for (; rank > 0 && worker->found[rank].score > worker->found[rank - 1].score; rank--) {
        Found found = worker->found[rank];
        worker->found[rank] = worker->found[rank - 1];
        worker->found[rank - 1] = found;
    }
}

/* One iteration: the best line, then the best without its turn, and so on. Returns whether it was
 * finished; otherwise the best line counts as far as it was found. */
static bool iterate(Worker *worker, const GamePosition *root, int depth)
{
    Searcher *self = &worker->searcher;
    int wanted = self->settings->options[OPTION_LINES], known = worker->found_count;
    self->excluded_count = 0;
    self->root_depth = depth;
    for (int rank = 0; rank < wanted; rank++) {
        Line line = {.count = 0};
        Found *found = &worker->found[rank];
        Score last = rank < known ? found->score : -SCORE_INFINITE;
        self->root_move = rank < known ? found->turn.parts[0] : MOVE_NONE;
        Score score = search_root(self, root, depth, last, &line);
        if (self->budget.spent && (rank > 0 || line.count == 0))
            return false;
        if (line.count == 0)
            break;
        if (!self->budget.spent)
            found->score = score;
        else if (rank >= known)
            found->score = SCORE_DRAW;
        found->line = line;
        kernel_first_turn(root, line.moves, line.count, &found->turn);
        if (rank >= worker->found_count)
            worker->found_count = rank + 1;
        if (self->budget.spent)
            return false;
        self->excluded[self->excluded_count++] = found->turn;
    }
    for (int rank = 1; rank < worker->found_count; rank++)
        sort_in(worker, rank);
    return true;
}

static void report_lines(const AlphaBeta *self, const Worker *worker)
{
    for (int rank = 0; rank < worker->found_count; rank++) {
        SearchResult result = {0};
        fill_result(self, worker, rank, &result);
        self->report(self->context, &result);
    }
}

/* Whether all lines are proven and cannot be shorter. */
static bool is_solved(const Worker *worker)
{
    for (int rank = 0; rank < worker->found_count; rank++) {
        Score score = worker->found[rank].score;
        if (!is_proven(score) || SCORE_WIN - abs(score) > worker->depth)
            return false;
    }
    return true;
}

/* Deepens until a limit is reached or all is known; then the other threads stop, too. */
static void deepen(Worker *worker)
{
    AlphaBeta *self = worker->player;
    Budget *budget = &worker->searcher.budget;
    int limit = self->limits.depth ? self->limits.depth : DEPTH_MAX;
    for (int depth = worker->first_depth; depth <= limit; depth++) {
        if (worker->depth > 0 && budget_is_late(budget)) {
            budget->reason = STOP_TIME;
            break;
        }
        if (!iterate(worker, &self->root, depth))
            break;
        worker->depth = depth;
        for (int rank = 0; worker->searcher.root_known && rank < worker->found_count; rank++)
            prober_extend(&worker->searcher.prober, &self->root, &worker->found[rank].line);
        if (self->report && worker == self->workers)
            report_lines(self, worker);
        if (is_solved(worker) || worker->searcher.root_known) {
            budget->reason = STOP_SOLVED;
            break;
        }
    }
    atomic_store_explicit(&self->halt, true, memory_order_relaxed);
}

static void *run_worker(void *argument)
{
    deepen(argument);
    return NULL;
}

/* Prepares a thread's search. Odd threads begin one turn deeper, so that the threads spread. */
static void worker_start(AlphaBeta *self, int index, const PositionHistory *history)
{
    Worker *worker = &self->workers[index];
    Searcher *searcher = &worker->searcher;
    SearchLimits limits = self->limits;
    uint64_t count = (uint64_t)self->worker_count;
    if (limits.nodes)
        limits.nodes = limits.nodes / count + ((uint64_t)index < limits.nodes % count);
    budget_start(&searcher->budget, &limits);
    searcher->budget.halt = self->worker_count > 1 ? &self->halt : NULL;
    path_start(&searcher->path, history, &self->root);
    memset(searcher->ordering.killers, 0, sizeof searcher->ordering.killers);
    EndgameValue value;
    searcher->root_known = prober_value(&searcher->prober, &self->root, &value);
    searcher->prober.hits = 0;
    searcher->nodes = 0;
    searcher->deepest = 0;
    worker->depth = worker->found_count = 0;
    worker->first_depth = 1 + (index & 1);
    if (limits.depth && worker->first_depth > limits.depth)
        worker->first_depth = limits.depth;
}

/* The thread that got deepest; the first one of equals. */
static Worker *best_worker(AlphaBeta *self)
{
    Worker *best = self->workers;
    for (int i = 1; i < self->worker_count; i++) {
        Worker *worker = &self->workers[i];
        if (worker->found_count && worker->depth > best->depth)
            best = worker;
    }
    return best;
}

static void search_together(AlphaBeta *self)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    for (int i = 1; i < self->worker_count; i++) {
        Worker *worker = &self->workers[i];
        worker->started = pthread_create(&worker->thread, &attributes, run_worker, worker) == 0;
    }
    pthread_attr_destroy(&attributes);
    deepen(self->workers);
    for (int i = 1; i < self->worker_count; i++)
        if (self->workers[i].started)
            pthread_join(self->workers[i].thread, NULL);
}

static void alphabeta_choose(Player *player, const Position *position,
                             const PositionHistory *history, const SearchLimits *limits,
                             SearchReport *report, void *context, SearchResult *result)
{
    AlphaBeta *self = own(player);
    self->root = game_load(position);
    self->limits = *limits;
    self->report = report;
    self->context = context;
    atomic_store_explicit(&self->halt, false, memory_order_relaxed);
    table_age(&self->table);
    for (int i = 0; i < self->worker_count; i++)
        worker_start(self, i, history);
    search_together(self);
    Worker *best = best_worker(self);
    *result = (SearchResult){.stop = best->searcher.budget.reason};
    if (best->found_count)
        fill_result(self, best, 0, result);
    else
        kernel_first_turn(&self->root, NULL, 0, &result->turn);
    result->nodes = result->table_hits = 0;
    for (int i = 0; i < self->worker_count; i++) {
        const Searcher *searcher = &self->workers[i].searcher;
        result->nodes += searcher->nodes;
        result->table_hits += searcher->prober.hits;
        if (searcher->deepest > result->deepest)
            result->deepest = searcher->deepest;
    }
    result->nanoseconds = budget_elapsed(&self->workers[0].searcher.budget);
}

const PlayerType EXPORT(alphabeta) = {
    .name = "alphabeta",
    .about = "principal variation search with a shared transposition table",
    .options = options,
    .game = &EXPORT(game),
    .limits = LIMIT_DEPTH | LIMIT_NODES | LIMIT_TIME,
    .probes = true,
    .open = alphabeta_open,
    .reset = alphabeta_reset,
    .choose = alphabeta_choose,
    .close = alphabeta_close,
};
