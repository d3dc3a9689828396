/* Players: a search back end with its options, behind one constant table of functions per game and
 * back end, called once per turn. Implemented in search/, used by matches and commands. */
#ifndef ENGINE_PLAYER_H
#define ENGINE_PLAYER_H

#include "engine/game.h"
#include "engine/time_control.h"

enum { PLAYER_OPTIONS_MAX = 16, PRINCIPAL_VARIATION_MAX = 128, TABLES_FOLDER_MAX = 256 };

typedef enum StopReason {
    STOP_DEPTH,
    STOP_NODES,
    STOP_PLAYOUTS,
    STOP_TIME,
    STOP_SIGNAL,
    STOP_SOLVED,
} StopReason;

/* The word for a reason, "depth", "nodes", ... */
const char *stop_reason_text(StopReason reason);

/* What a search found, complete or so far. */
typedef struct SearchResult {
    Turn turn;      /* the whole turn to play */
    Score score;    /* for the side to move at the root */
    int depth;      /* completed iterations, in turns; 0 where that means nothing */
    int deepest;    /* deepest turn looked at */
    uint64_t nodes; /* positions visited */
    uint64_t playouts;
    uint64_t table_hits; /* values taken from tables of solved positions */
    uint64_t nanoseconds;
    int fill; /* of the table or tree, in per mille */
    StopReason stop;
    int rank; /* of this line among several asked for, from 1; 0 = the only one */
    int line_count;
    Move line[PRINCIPAL_VARIATION_MAX]; /* principal variation, in moves (parts) */
} SearchResult;

/* Called after each iteration or from time to time. */
typedef void SearchReport(void *context, const SearchResult *result);

/* A numeric option of a back end: what it means and which values it takes. */
typedef struct PlayerOption {
    const char *name;
    double value, minimum, maximum; /* value = the default */
    bool integer;
    const char *about;
} PlayerOption;

typedef struct PlayerOptions {
    size_t hash_bytes;                 /* memory for table or tree */
    const int *weights;                /* borrowed, NULL = the game's own */
    double values[PLAYER_OPTIONS_MAX]; /* in the order of PlayerType.options */
    char tables[TABLES_FOLDER_MAX];    /* folder of tables of solved positions, "" = none */
} PlayerOptions;

/* Kinds of limits, as bits. */
typedef enum LimitKind {
    LIMIT_DEPTH = 1,
    LIMIT_NODES = 2,
    LIMIT_PLAYOUTS = 4,
    LIMIT_TIME = 8,
} LimitKind;

typedef struct Player Player;

typedef struct PlayerType {
    const char *name, *about;
    const PlayerOption *options; /* ends with a NULL name */
    unsigned limits;             /* the LimitKinds that it heeds; it needs one of them */
    bool probes;                 /* it takes tables=DIR */
    Status (*open)(const PlayerOptions *options, Player **player, Error *error);
    /* Forgets all games; what follows depends on the seed alone. */
    void (*reset)(Player *player, uint64_t seed);
    /* Finds a turn in an open position at a turn boundary. */
    void (*choose)(Player *player, const Position *position, const PositionHistory *history,
                   const SearchLimits *limits, SearchReport *report, void *context,
                   SearchResult *result);
    void (*close)(Player *player);
} PlayerType;

/* Each back end's own struct begins with this. */
struct Player {
    const PlayerType *type;
};

/* An engine as typed: "alphabeta,depth=6,hash=16" or "backend=mcts,playouts=2000,name=M". */
typedef struct EngineSpec {
    char text[256]; /* as typed */
    char name[256]; /* name=..., else the text */
    const PlayerType *type;
    SearchLimits limits;
    TimeControl time; /* of a game; its limits are set before each turn */
    PlayerOptions options;
} EngineSpec;

/* Reads a spec against the back ends of a game (a NULL-terminated list). */
Status engine_spec_parse(const char *text, const PlayerType *const *types, EngineSpec *spec,
                         Error *error);

/* The limits of the next search, given its player's clock; NULL = the game begins. */
SearchLimits engine_spec_limits(const EngineSpec *spec, const Clock *clock);

#endif
