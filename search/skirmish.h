/* The library for other languages: handles, numbers and text, no structure whose layout a caller
 * must know; scripts/python is made of it. A handle is used by one thread at a time, different ones
 * by as many as you like. What can fail takes `message`, room for SKIRMISH_MESSAGE_MAX bytes (or
 * NULL) that gets one sentence. Text that is returned belongs to its handle until the handle's next
 * text or its end. C programs may as well use the headers that this one is made of. */
#ifndef SEARCH_SKIRMISH_H
#define SEARCH_SKIRMISH_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SKIRMISH_THREADS_MAX = 1024,
    SKIRMISH_INTERFACE = 1, /* grows when something below changes its meaning */
    SKIRMISH_MESSAGE_MAX = 320,
};

/* SKIRMISH_INTERFACE of the library itself. */
int skirmish_interface(void);

/* Games are numbers from 0 to skirmish_games() - 1; a name is "gounki" or "gounki:published". */
int skirmish_games(void);
const char *skirmish_game_name(int game);

/* The number of a game, -1 if there is none of this name. */
int skirmish_find(const char *name, char *message);

/* What `skirmish games --json` prints of it and the names of the players, as a JSON object, into
 * `json`, which has room for `size` bytes (2048 are enough); false if it does not. */
bool skirmish_describe(int game, char *json, int size);

/* A game that is being played: a position and the turns that led to it. */
typedef struct SkirmishPlay SkirmishPlay;

/* Begins at `position` (NULL = the game's start) on the board in the file `board` (NULL = the
 * default one). NULL if that fails. The caller closes it. */
SkirmishPlay *skirmish_play_open(int game, const char *board, const char *position, char *message);
SkirmishPlay *skirmish_play_copy(const SkirmishPlay *play, char *message);
void skirmish_play_close(SkirmishPlay *play);

/* Plays one turn, "a2-a3"; false if the rules do not allow it or the game is over. */
bool skirmish_play_make(SkirmishPlay *play, const char *turn, char *message);

/* Takes the last turn back; false if there is none. */
bool skirmish_play_undo(SkirmishPlay *play);

int skirmish_play_turns(const SkirmishPlay *play); /* since it was opened */
int skirmish_play_mover(const SkirmishPlay *play); /* 0 or 1, the first or second to move */
uint64_t skirmish_play_key(const SkirmishPlay *play);
uint64_t skirmish_play_count(const SkirmishPlay *play); /* of legal turns, draws by history aside */

/* The game's own evaluation for the side to move, in hundredths of its unit. */
int skirmish_play_evaluate(const SkirmishPlay *play);

/* -1 = the game goes on, 0 or 1 = this player has won, 2 = draw. Repetition and the limit of plies
 * without progress are considered. */
int skirmish_play_result(const SkirmishPlay *play);

/* Texts; NULL only without memory. Why it is over ("" = it is not), position, diagram, drawing,
 * legal turns (sorted as they are generated, a line feed after each; none once it is over), turns
 * played. */
const char *skirmish_play_ending(SkirmishPlay *play);
const char *skirmish_play_position(SkirmishPlay *play);
const char *skirmish_play_diagram(SkirmishPlay *play, bool ascii);
const char *skirmish_play_svg(SkirmishPlay *play);
const char *skirmish_play_legal(SkirmishPlay *play);
const char *skirmish_play_line(SkirmishPlay *play);

/* Leaves `depth` turns below the position; `hash` MB of table, 0 = none. */
bool skirmish_play_perft(const SkirmishPlay *play, int depth, int threads, int hash,
                         uint64_t *nodes, char *message);

/* A back end with its options and limits, for one game. */
typedef struct SkirmishEngine SkirmishEngine;

/* Opens "alphabeta,depth=6,hash=16"; `skirmish engines` lists what there is. */
SkirmishEngine *skirmish_engine_open(int game, const char *spec, char *message);
void skirmish_engine_close(SkirmishEngine *engine);
const char *skirmish_engine_name(const SkirmishEngine *engine);

/* Forgets what it knows; what follows depends on the seed alone. Opened engines have seed 1. */
void skirmish_engine_reset(SkirmishEngine *engine, uint64_t seed);

/* Gets a JSON object, what `skirmish search --json` prints of a search so far; false = stop it. */
typedef bool SkirmishReport(void *context, const char *json);

/* Searches the position: the JSON object of the last report with the turn to play as "move", NULL
 * if the game is over or the engine failed. `report` may be NULL. */
const char *skirmish_engine_search(SkirmishEngine *engine, const SkirmishPlay *play,
                                   SkirmishReport *report, void *context, char *message);

/* Ends the search that is going on; the only call that another thread may make meanwhile. */
void skirmish_engine_stop(SkirmishEngine *engine);

/* Plays a match of paired games from random openings, as `skirmish match`: `report` gets each game
 * as a JSON object, one at a time but from any thread; false = play no more. Then `json` (`size`
 * bytes, 1024 are enough) gets the score and the statistics of the first engine. */
bool skirmish_match(int game, const char *first, const char *second, uint64_t games, uint64_t seed,
                    int threads, int opening_plies, SkirmishReport *report, void *context,
                    char *json, int size, char *message);

/* Solved positions of a game. */
typedef struct SkirmishTables SkirmishTables;

/* Opens the tables in a folder and checks every byte. */
SkirmishTables *skirmish_tables_open(int game, const char *folder, char *message);
void skirmish_tables_close(SkirmishTables *tables);

/* The value of the position for the side to move: 1 = won, 0 = draw, -1 = lost, in `distance` turns
 * (-1 = not known). Returns 1 if it is known, 0 if it is not, -1 if the tables cannot be read. */
int skirmish_tables_probe(SkirmishTables *tables, const SkirmishPlay *play, int *value,
                          int *distance, char *message);

#endif
