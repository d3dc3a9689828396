/* Work to be measured. */
#include "bench/workload.h"

#include "engine/clock.h"

#include <inttypes.h>
#include <string.h>

enum {
    PLIES_BETWEEN = 3,   /* from one position to the next */
    NODES = 50000,       /* per position, for searches limited by nodes */
    PLAYOUTS = 1000,     /* per position, for searches limited by playouts */
    PLAIN_NODES = 20000, /* leaves per position, for searches limited by depth alone */
    PERFT_LEAVES = 1000000 /* per position, at most */,
    GAMES = 20000, /* random games */
    PLAYOUT_SEED = 1,
};

/* Picks the turn whose position has the least mixed key: a choice that looks random and depends on
 * the rules alone, not on the order in which turns are generated. */
typedef struct Picker {
    const Game *game;
    uint64_t salt, least;
    Position chosen;
    bool found;
} Picker;

static bool pick_turn(void *context, const Turn *turn, const Position *after)
{
    Picker *picker = context;
    (void)turn;
    uint64_t value = random_mix(picker->game->key(after) ^ picker->salt);
    if (!picker->found || value < picker->least) {
        picker->found = true;
        picker->least = value;
        picker->chosen = *after;
    }
    return true;
}

void workload_positions(const Game *game, Position positions[WORKLOAD_POSITIONS])
{
    uint64_t walk = 0;
    Position position;
    game->start(NULL, &position);
    for (int i = 0, ply = 0; i < WORKLOAD_POSITIONS; ply++) {
        if (game->outcome(&position) != OUTCOME_OPEN) {
            walk++;
            game->start(NULL, &position);
            ply = 0;
        }
        if (ply % PLIES_BETWEEN == 0 && (ply > 0 || i == 0))
            positions[i++] = position;
        Picker picker = {.game = game, .salt = random_mix(walk)};
        turn_each(game, &position, pick_turn, &picker);
        position = picker.chosen;
    }
}

static const PerftOptions perft_options = {.threads = 1, .bulk = true};

/* The deepest plain search that looks at not too many leaves. */
static int plain_depth(const SearchKit *kit, const Position *position)
{
    int depth = 1;
    for (;; depth++) {
        PerftResult result;
        Status status = kit->perft(position, depth + 1, &perft_options, &result, NULL);
        if (status != STATUS_OK || result.nodes > PLAIN_NODES || result.nodes == 0)
            return depth;
    }
}

/* The deepest perft that has not too many leaves if the tree goes on to grow as it does. */
static int perft_depth(const SearchKit *kit, const Position *position)
{
    double before = 1;
    for (int depth = 1;; depth++) {
        PerftResult result;
        Status status = kit->perft(position, depth, &perft_options, &result, NULL);
        double nodes = (double)result.nodes;
        if (status != STATUS_OK || nodes < 1 || nodes * nodes / before > PERFT_LEAVES)
            return depth;
        before = nodes;
    }
}

void workload_limits_text(const SearchLimits *limits, Text *text)
{
    size_t start = text->length;
    const struct {
        const char *name;
        uint64_t value;
    } words[] = {
        {"depth", (uint64_t)limits->depth},
        {"nodes", limits->nodes},
        {"playouts", limits->playouts},
        {"movetime", limits->nanoseconds / NANOSECONDS_PER_MILLISECOND},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].value)
            text_format(text, "%s%s=%" PRIu64, text->length > start ? " " : "", words[i].name,
                        words[i].value);
}

static const PlayerType *find_back_end(const SearchKit *kit, const char *name)
{
    for (const PlayerType *const *type = kit->players; *type; type++)
        if ((*type)->limits && !(*type)->external && strcmp((*type)->name, name) == 0)
            return *type;
    return NULL;
}

const char *workload_name(int index)
{
    const PlayerType *const *type = searches_of(0)->players;
    for (; *type; type++)
        if ((*type)->limits && !(*type)->external && index-- == 0)
            return (*type)->name;
    return index == 0 ? "perft" : index == 1 ? "playouts" : NULL;
}

static int spec_threads(const EngineSpec *spec)
{
    for (int i = 0; spec->type->options[i].name; i++)
        if (strcmp(spec->type->options[i].name, "threads") == 0)
            return (int)spec->options.values[i];
    return 1;
}

/* The limits that all benches have. */
static void set_own_limits(Workload *workload, const PlayerType *type)
{
    Text text = TEXT_OF(workload->limits);
    SearchLimits limits = {0};
    if (type->limits & LIMIT_PLAYOUTS)
        limits.playouts = PLAYOUTS;
    else if (type->limits & LIMIT_NODES)
        limits.nodes = NODES;
    else
        text_format(&text, "leaves=%d", PLAIN_NODES);
    workload_limits_text(&limits, &text);
    for (int i = 0; i < WORKLOAD_POSITIONS; i++) {
        workload->searches[i] = limits;
        if (!limits.playouts && !limits.nodes)
            workload->searches[i].depth =
                plain_depth(searches_of(workload->index), &workload->positions[i]);
    }
}

static Status open_search(Workload *workload, const char *words, Error *error)
{
    EngineSpec spec;
    char plain[64];
    const SearchKit *kit = searches_of(workload->index);
    const PlayerType *own = find_back_end(kit, words);
    Text text = TEXT_OF(plain);
    if (own)
        text_format(&text, "%s,hash=16%s", words,
                    own->limits & LIMIT_NODES ? ",nodes=1" : ",depth=1");
    Status status = engine_spec_parse(own ? plain : words, kit->players, &spec, error);
    if (status == STATUS_OK)
        status = spec.type->open(&spec.options, &workload->player, error);
    if (status != STATUS_OK)
        return status;
    workload->threads = spec_threads(&spec);
    Text name = TEXT_OF(workload->engine), limits = TEXT_OF(workload->limits);
    text_string(&name, own ? words : spec.name);
    if (own) {
        set_own_limits(workload, own);
        return STATUS_OK;
    }
    for (int i = 0; i < WORKLOAD_POSITIONS; i++)
        workload->searches[i] = engine_spec_limits(&spec, NULL);
    workload_limits_text(&workload->searches[0], &limits);
    return STATUS_OK;
}

Status workload_open(Workload *workload, int index, const char *words, Error *error)
{
    *workload = (Workload){.index = index, .threads = 1};
    workload_positions(games_at(index), workload->positions);
    workload->kind = strcmp(words, "perft") == 0      ? WORKLOAD_PERFT
                     : strcmp(words, "playouts") == 0 ? WORKLOAD_PLAYOUTS
                                                      : WORKLOAD_SEARCH;
    if (workload->kind == WORKLOAD_SEARCH)
        return open_search(workload, words, error);
    Text name = TEXT_OF(workload->engine), limits = TEXT_OF(workload->limits);
    text_string(&name, words);
    if (workload->kind == WORKLOAD_PERFT) {
        text_format(&limits, "leaves=%d", PERFT_LEAVES);
        for (int i = 0; i < WORKLOAD_POSITIONS; i++)
            workload->depths[i] = perft_depth(searches_of(index), &workload->positions[i]);
    } else {
        text_format(&limits, "games=%d", GAMES);
    }
    return STATUS_OK;
}

static void note_iteration(void *context, const SearchResult *result)
{
    *(uint64_t *)context = result->nodes;
}

static Status run_search(Workload *workload, int i, WorkloadRun *run, Error *error)
{
    SearchResult result;
    Player *player = workload->player;
    uint64_t completed = 0, (*clock)(void) = workload->threads > 1 ? clock_wall : clock_process;
    player->type->reset(player, 1);
    uint64_t start = clock();
    player->type->choose(player, &workload->positions[i], &(PositionHistory){0},
                         &workload->searches[i], note_iteration, &completed, &result);
    run->nanoseconds += clock() - start;
    run->nodes += result.nodes;
    run->playouts += result.playouts;
    run->signature += completed;
    if (result.failure != FAILURE_NONE)
        return error_set(error, STATUS_MISMATCH, "engine '%.60s': %.200s", workload->engine,
                         result.failure_text);
    return STATUS_OK;
}

static Status run_perft(const Workload *workload, WorkloadRun *run, Error *error)
{
    uint64_t start = clock_process();
    for (int i = 0; i < WORKLOAD_POSITIONS; i++) {
        PerftResult result;
        Status status = searches_of(workload->index)
                            ->perft(&workload->positions[i], workload->depths[i], &perft_options,
                                    &result, error);
        if (status != STATUS_OK)
            return status;
        run->nodes += result.nodes;
    }
    run->nanoseconds = clock_process() - start;
    run->signature = run->nodes;
    return STATUS_OK;
}

static void run_playouts(const Workload *workload, WorkloadRun *run)
{
    PlayoutTotals totals;
    uint64_t start = clock_process();
    searches_of(workload->index)->playouts(&workload->positions[0], PLAYOUT_SEED, GAMES, &totals);
    run->nanoseconds = clock_process() - start;
    run->signature = run->nodes = totals.plies;
    run->playouts = totals.games;
}

Status workload_run(Workload *workload, WorkloadRun *run, Error *error)
{
    *run = (WorkloadRun){0};
    Status status = STATUS_OK;
    switch (workload->kind) {
    case WORKLOAD_SEARCH:
        for (int i = 0; status == STATUS_OK && i < WORKLOAD_POSITIONS; i++)
            status = run_search(workload, i, run, error);
        break;
    case WORKLOAD_PERFT: status = run_perft(workload, run, error); break;
    case WORKLOAD_PLAYOUTS: run_playouts(workload, run); break;
    }
    return status;
}

void workload_close(Workload *workload)
{
    if (workload->player)
        workload->player->type->close(workload->player);
    workload->player = NULL;
}
