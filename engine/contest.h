/* One game between two seated players: the opening, then turn by turn until the rules, a clock, an
 * agreement of the players' scores or a failure ends it. Matches and tournaments are made of these.
 */
#ifndef ENGINE_CONTEST_H
#define ENGINE_CONTEST_H

#include "engine/player.h"

/* How a game ended: identifier, word in files and databases. Append only: databases hold the
 * words. */
#define ENDING_MAP(X)                                                                       \
    X(RULES, "rules")                         /* the game's own rules, see Game.ending */   \
    X(REPETITION, "repetition")               /* draw */                                    \
    X(QUIET, "no-progress")                   /* draw: no progress for too long */          \
    X(PLIES, "ply-limit")                     /* draw: longer than the contest allows */    \
    X(TIME, "time")                           /* loss: the clock ran out */                 \
    X(ADJUDICATED_SCORE, "adjudicated-score") /* both players' scores agreed long enough */ \
    X(ADJUDICATED_TABLE, "adjudicated-table") /* a solved position */                       \
    X(ILLEGAL, "illegal-move")                /* loss, as all that follow */                \
    X(CLAIM, "false-claim")                   /* of a result */                             \
    X(CRASH, "crash")                         /* the player's program ended */              \
    X(STALL, "stall")                         /* no answer in time */                       \
    X(GARBAGE, "garbage")                     /* no answer that can be read */              \
    X(FLOOD, "flood")                         /* more output than anybody needs */

typedef enum Ending {
#define ENDING_ENUM(name, word) ENDING_##name,
    ENDING_MAP(ENDING_ENUM)
#undef ENDING_ENUM
        ENDINGS,
} Ending;

/* The ending's word, "ply-limit". */
const char *ending_word(Ending ending);

/* Whether the loser lost by a failure of its own or on time. */
bool ending_is_failure(Ending ending);

/* The ending with this word, ENDINGS if there is none. */
Ending ending_find(const char *word);

/* One turn as its player saw it. */
typedef struct PlyRecord {
    int32_t score; /* for the player who moved */
    int32_t depth;
    int side; /* the seat that chose the turn: 0 or 1 */
    uint64_t nodes, playouts, nanoseconds;
} PlyRecord;

enum { FAILURE_TEXT_MAX = 200 };

/* One game. Its arrays are owned and reused by the next contest_play into it. */
typedef struct GameRecord {
    uint64_t index; /* from 0; pair = index / 2 */
    uint64_t seed;  /* of the opening */
    Position start; /* before the opening */
    Position final;
    Move *moves;       /* all turns' parts one after another */
    size_t move_count; /* parts */
    PlyRecord *plies;  /* turn_count entries, zero for the opening */
    uint64_t *keys;    /* of the positions at turn boundaries: before the start, then of the game */
    const char *reason;    /* "goal", "repetition", ... */
    uint64_t overrun_most; /* nanoseconds beyond the limit, of the worst turn */
    int overruns;          /* turns that took longer than their limit and 10 ms */
    int first;             /* which seat plays the side that moves first by the rules: 0 or 1 */
    int opening_count;     /* turns of the opening */
    int turn_count;        /* with the opening */
    int key_count;         /* without the final position's */
    Outcome result;        /* for the side that moves first by the rules */
    Ending ending;
    char failure[FAILURE_TEXT_MAX]; /* what a player did wrong, "" = nothing */
    size_t move_capacity, turn_capacity, key_capacity;
} GameRecord;

/* Frees what the record owns. */
void game_record_close(GameRecord *record);

/* When both players' scores end a game early. Scores are in hundredths; a turn that a player did
 * not search counts as its score 0. */
typedef struct Adjudication {
    int win_score; /* 0 = no such rule */
    int win_turns; /* that many turns of each player, one after another, agree on the winner */
    int draw_score;
    int draw_turns; /* 0 = no such rule */
    int draw_from;  /* turns before which no draw is given, with the opening */
} Adjudication;

/* Who knows how positions end. */
typedef struct Referee {
    /* The result, for the side to move, of an open position at a turn boundary, or OUTCOME_OPEN if
     * it is not known. Several threads may ask at once. */
    Outcome (*ask)(void *context, const Position *position);
    void *context;
} Referee;

typedef struct Seat {
    const EngineSpec *spec; /* borrowed */
    Player *player;         /* borrowed */
    uint64_t seed;          /* the player is reset with it */
} Seat;

/* How a game begins: a position, then these turns, then so many random ones. */
typedef struct Opening {
    Position start;
    PositionHistory history; /* before the start */
    const Move *moves;       /* borrowed; legal, and they leave the game open */
    size_t move_count;       /* parts */
    int random_plies;        /* all turns of the opening together are at least as many */
    uint64_t seed;           /* of the random turns */
} Opening;

typedef struct Contest {
    const Game *game;
    Seat seats[2];
    int first; /* the seat that plays the side that moves first by the rules */
    Opening opening;
    int plies_max; /* longer games are draws */
    Adjudication adjudication;
    const Referee *referee; /* borrowed; ends games after the opening, NULL = none */
} Contest;

/* Plays only the opening, drawing random turns again that end the game: start, moves, keys, final.
 */
Status contest_open(const Contest *contest, GameRecord *record, Error *error);

/* Plays one game into the record, which must be zero or used before; `index` stays. Random turns
 * that end the game are drawn again. A player that fails loses; the Status is about the contest
 * itself: no memory, or no random opening that leaves the game open. */
Status contest_play(const Contest *contest, GameRecord *record, Error *error);

#endif
