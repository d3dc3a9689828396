/* A played game as text: one JSON line, or PGN-shaped tags and moves. */
#ifndef ENGINE_RECORD_H
#define ENGINE_RECORD_H

#include "engine/match.h"

/* What a record's text says besides the game itself. */
typedef struct RecordContext {
    const Game *game;
    const EngineSpec *specs[2];
    const char *event, *date; /* "2026-01-31" */
} RecordContext;

/* Walks over a record's turns from the first to the last. */
typedef struct GameWalk {
    const Game *game;         /* borrowed */
    const GameRecord *record; /* borrowed */
    Position position;        /* before the next turn */
    size_t at;                /* in the record's moves */
} GameWalk;

GameWalk game_walk_start(const Game *game, const GameRecord *record);

/* Takes the next turn and writes its text. */
void game_walk_next(GameWalk *walk, Text *text);

/* One JSON object and a line feed. */
void record_json(const GameRecord *record, const RecordContext *context, Text *text);

/* What a PGN-shaped game consists of; all borrowed. */
typedef struct PgnGame {
    const char *event, *date; /* "2026-01-31", longer ones are cut */
    uint64_t pair;
    int leg;
    const char *white, *black, *result, *variant, *start, *termination, *detail;
    int plies, opening_plies;
    uint64_t seed;
} PgnGame;

/* The move text of a game as it grows, for lines of limited width. */
typedef struct PgnMoves {
    Text *text;
    size_t column;
    int ply; /* of the next turn; odd = the second side's */
    bool begun;
} PgnMoves;

void pgn_tags(const PgnGame *game, Text *text);
void pgn_turn(PgnMoves *moves, const char *turn);
void pgn_end(PgnMoves *moves, const char *result);

/* PGN-shaped: tags, moves, result word, blank line. The side that moves first by the
 * rules is called White. */
void record_pgn(const GameRecord *record, const RecordContext *context, Text *text);

/* "1-0", "1/2-1/2" or "0-1", as the side that moves first by the rules did. */
const char *record_result_text(Outcome result);

#endif
