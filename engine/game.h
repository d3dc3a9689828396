/* The cold interface of a game: one constant table of functions per ruleset, called at most a few
 * times per move. Command line, matches, records and tests know games only through it; the hot
 * interface, compiled into the searches, is engine/rules.h. */
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H

#include "engine/move.h"
#include "engine/random.h"
#include "engine/text.h"

#include <stdalign.h>

enum {
    POSITION_SIZE = 128,     /* bytes; every game's position fits */
    POSITION_TEXT_MAX = 256, /* longest position text, with its terminator */
    TURN_TEXT_MAX = 512,     /* longest text of a turn, with its terminator */
    DIAGRAM_TEXT_MAX = 4096, /* longest diagram, with its terminator */
    SVG_TEXT_MAX = 65536,    /* longest SVG drawing, with its terminator */
    SYMMETRIES_MAX = 16,
    WEIGHTS_MAX = 128, /* no game has more evaluation terms */
};

/* Any game's position, opaque and by value. Code that knows the game copies it out with memcpy. */
typedef struct Position {
    alignas(16) unsigned char bytes[POSITION_SIZE];
} Position;

/* Run-time data of a game that is played on several boards; immutable once opened. Positions
 * borrow it, so it must outlive them. */
typedef struct Board Board;

/* One evaluation term: its name, hand-set or tuned value, and meaning. */
typedef struct WeightInfo {
    const char *name;
    int value;
    const char *about;
} WeightInfo;

typedef struct Game {
    const char *name;     /* as typed: "gounki" or "gounki:published" */
    const char *folder;   /* "gounki" */
    const char *ruleset;  /* "published" */
    const char *title;    /* "Gounki" */
    const char *sides[2]; /* the players in order of the first move: "White", "Black" */
    const char *encoding; /* the position's encoding in one line */
    int position_size;    /* bytes of the encoded position */
    int identity_size;    /* its leading bytes that make two positions the same */
    int moves_max;        /* no position has more moves (parts) */
    int quiet_limit;      /* draw after so many plies without progress, 0 = no such rule */
    int repetitions;      /* draw at the n-th occurrence of a position, 0 = no such rule */
    int symmetries;       /* number of `transform`s, the identity included */
    bool turn_parts;      /* a turn is played in several moves */
    const WeightInfo *weights;
    int weight_count;

    /* The start position; board NULL = the default board. */
    void (*start)(const Board *board, Position *position);
    /* Strict reader of a position text. `board` (or NULL) is known by its name besides the
     * built-in ones. */
    Status (*parse)(const Board *board, const char *text, Position *position, Error *error);
    void (*format)(const Position *position, Text *text);

    /* All legal moves (parts), none in a finished position; returns their number. */
    int (*moves)(const Position *position, Move *moves);
    /* The legal moves that quiescence follows: captures and immediate wins. */
    int (*noisy_moves)(const Position *position, Move *moves);
    /* A uniformly random legal move (part), MOVE_NONE in a finished position. */
    Move (*random_move)(const Position *position, Random *random);
    /* Plays a random legal turn (inside a turn: its rest) as playouts do, by the game's own law;
     * false in a finished position. */
    bool (*random_turn)(Position *position, Random *random);
    /* The number of distinct legal turns from here; inside a turn, of its completions. */
    uint64_t (*count)(const Position *position);
    void (*play)(Position *position, Move move);
    /* For the side to move, without the rules that look at history. */
    Outcome (*outcome)(const Position *position);
    /* Why a finished position is finished: "mate", "goal", ... */
    const char *(*ending)(const Position *position);
    /* Hash of the identity; equal positions have equal keys on every machine. */
    uint64_t (*key)(const Position *position);
    /* The player to move: 0 or 1, an index into `sides`. */
    int (*mover)(const Position *position);
    bool (*mid_turn)(const Position *position);
    /* Plies without progress so far. 0 means that no earlier position can recur. */
    int (*quiet)(const Position *position);
    /* Static value for the side to move; `weights` has weight_count entries. */
    Score (*evaluate)(const Position *position, const int *weights);

    /* Reads the text of one whole legal turn. */
    Status (*turn_parse)(const Position *position, const char *text, Turn *turn, Error *error);
    /* Writes the canonical text of a legal turn that begins at `position`. */
    void (*turn_format)(const Position *position, const Turn *turn, Text *text);

    /* The image under symmetry 0 .. symmetries-1 (0 = identity): a position with the same
     * outcome, number of turns and evaluation. */
    void (*transform)(const Position *position, int symmetry, Position *image);
    void (*diagram)(const Position *position, bool ascii, Text *text);
    void (*svg)(const Position *position, Text *text);

    /* Reads a board file; NULL where the game has one fixed board. The caller closes the board. */
    Status (*board_open)(const char *path, Board **board, Error *error);
    void (*board_close)(Board *board);
} Game;

/* Calls `visit` for every distinct legal turn from `position` (not inside a turn) with the
 * position after it, in the order of generation, until it returns false. */
typedef bool TurnVisitor(void *context, const Turn *turn, const Position *after);
void turn_each(const Game *game, const Position *position, TurnVisitor *visit, void *context);

/* Draws one of the legal turns of an open position at a turn boundary, each with equal chance. */
void turn_random(const Game *game, const Position *position, Random *random, Turn *turn);

/* Plays all parts of a turn. */
void turn_play(const Game *game, const Turn *turn, Position *position);

/* Keys of the positions at turn boundaries before the current one, oldest first (borrowed). The
 * last `quiet` of them are all that can recur. */
typedef struct PositionHistory {
    const uint64_t *keys;
    int count;
    /* The way from some earlier position to the current one, for players who must be told all of
     * it; start NULL = not known. All borrowed. */
    const Position *start;
    const Move *moves; /* parts of whole turns */
    size_t move_count;
} PositionHistory;

typedef enum HistoryDraw { HISTORY_OPEN, HISTORY_REPETITION, HISTORY_QUIET } HistoryDraw;

/* Whether an open position is drawn by the rules that look at history. */
HistoryDraw position_history_draw(const Game *game, const Position *position,
                                  const PositionHistory *history);

/* "repetition" or "no-progress". */
const char *history_draw_text(HistoryDraw draw);

/* Whether the two positions are the same, counters that are history aside. */
bool position_same(const Game *game, const Position *one, const Position *other);

#endif
