/* Players: a search back end with its options, behind one constant table of functions per game and
 * back end, called once per turn. Implemented in search/, used by matches and commands. */
#ifndef ENGINE_PLAYER_H
#define ENGINE_PLAYER_H

#include "engine/certificate.h"
#include "engine/game.h"
#include "engine/time_control.h"

enum {
    PLAYER_OPTIONS_MAX = 32,
    PRINCIPAL_VARIATION_MAX = 128,
    TABLES_FOLDER_MAX = 256,
    SPEC_TEXT_MAX = 1024, /* an engine as typed, with its terminator */
};

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

/* Why a player could not give a turn. Only players outside this program fail: a search always has
 * one. */
typedef enum Failure {
    FAILURE_NONE,
    FAILURE_ILLEGAL, /* a turn that the rules do not allow */
    FAILURE_CLAIM,   /* claimed a result that the rules do not give */
    FAILURE_CRASH,   /* ended or closed its output */
    FAILURE_STALL,   /* no answer in time */
    FAILURE_GARBAGE, /* an answer that cannot be read */
    FAILURE_FLOOD,   /* more output than anybody needs */
} Failure;

/* What a search found, complete or so far. */
typedef struct SearchResult {
    Turn turn;      /* the whole turn to play */
    Score score;    /* for the side to move at the root */
    int depth;      /* completed iterations, in turns; 0 where that means nothing */
    int deepest;    /* deepest turn looked at */
    uint64_t nodes; /* positions visited */
    uint64_t playouts;
    uint64_t visits; /* of the root, those kept from earlier searches among them; 0 = has none */
    int wdl[3];      /* chances to win, draw and lose for the side to move, in per mille; all 0 =
                        not known */
    uint64_t table_hits; /* values taken from tables of solved positions */
    uint64_t nanoseconds;
    int fill; /* of the table or tree, in per mille */
    StopReason stop;
    int rank;                 /* of this line among several asked for, from 1; 0 = the only one */
    Failure failure;          /* not FAILURE_NONE: there is no turn */
    const char *failure_text; /* one sentence, borrowed from the player until it is used again */
    int line_count;
    Move line[PRINCIPAL_VARIATION_MAX]; /* principal variation, in moves (parts) */
} SearchResult;

/* What a back end that keeps statistics of the root's moves knows of one, for the side to move. */
typedef struct PlayerChild {
    Turn turn; /* the move, with the parts expected after it where a turn has parts */
    uint64_t visits;
    double value;     /* mean result, 0 .. 1 */
    double prior;     /* chance given before any visit, 0 .. 1; negative = none */
    int lower, upper; /* what is proven, in half points: 0 lost, 1 drawn, 2 won */
} PlayerChild;

/* Called after each iteration or from time to time. */
typedef void SearchReport(void *context, const SearchResult *result);

/* A numeric option of a back end: what it means and which values it takes. */
typedef struct PlayerOption {
    const char *name;
    double value, minimum, maximum; /* value = the default */
    bool integer;
    const char *about;
} PlayerOption;

/* A program that plays, of a back end that is external. */
typedef struct ProgramOptions {
    char command[512];  /* words between blanks, see engine/process.h */
    char log[256];      /* file that its standard error is appended to, "" = none */
    char settings[512]; /* "Name=value", one line each, for its own options */
} ProgramOptions;

typedef struct PlayerOptions {
    size_t hash_bytes; /* memory for table or tree */
    bool weighted;     /* the weights are other than the game's own */
    int weights[WEIGHTS_MAX];
    double values[PLAYER_OPTIONS_MAX]; /* in the order of PlayerType.options */
    ProgramOptions program;
    char tables[TABLES_FOLDER_MAX]; /* folder of tables of solved positions, "" = none */
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
    bool external;               /* a program outside this one, which its spec names */
    const Game *game;            /* that it takes evaluation weights for, NULL = it takes none */
    bool probes;                 /* it takes tables=DIR */
    Status (*open)(const PlayerOptions *options, Player **player, Error *error);
    /* Forgets all games; what follows depends on the seed alone. */
    void (*reset)(Player *player, uint64_t seed);
    /* Finds a turn in an open position at a turn boundary, or says in the result why it failed. */
    void (*choose)(Player *player, const Position *position, const PositionHistory *history,
                   const SearchLimits *limits, SearchReport *report, void *context,
                   SearchResult *result);
    /* Lists the root's moves of the last search, at most so many; returns their number. NULL where
     * a back end keeps no statistics of them. */
    int (*children)(const Player *player, PlayerChild *children, int most);
    void (*close)(Player *player);
    /* Writes down the strategies that prove the last search's result, if it was solved; NULL where
     * the back end cannot. May search again, until the last search's stop flag is set. */
    Status (*prove)(Player *player, Certificate *certificate, Error *error);
} PlayerType;

/* Each back end's own struct begins with this. */
struct Player {
    const PlayerType *type;
};

/* An engine as typed: "alphabeta,depth=6,hash=16", "backend=mcts,playouts=2000,name=M" or
 * "cmd=./prog -x,proto=ugi,nodes=1000,option.Style=wild". Quotes, 'single' or "double", keep the
 * commas of a value. */
typedef struct EngineSpec {
    char text[SPEC_TEXT_MAX]; /* as typed */
    char name[256];           /* name=..., else the text, or the program's file name */
    const PlayerType *type;
    SearchLimits limits;
    TimeControl time; /* of a game; its limits are set before each turn */
    PlayerOptions options;
} EngineSpec;

/* Reads a spec against the back ends of a game (a NULL-terminated list). */
Status engine_spec_parse(const char *text, const PlayerType *const *types, EngineSpec *spec,
                         Error *error);

/* The limits of the next search, given its player's clock; NULL = the game begins. Programs outside
 * are told the clock itself (SearchLimits.clocks). */
SearchLimits engine_spec_limits(const EngineSpec *spec, const Clock *clock);

#endif
