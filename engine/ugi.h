/* The texts of the protocol UGI (engine/UGI.md), for both of its sides: the words of a line,
 * settings, the limits of `go`, scores and what `info` says. */
#ifndef ENGINE_UGI_H
#define ENGINE_UGI_H

#include "engine/player.h"

enum {
    UGI_VERSION = 1, /* of engine/UGI.md */
    UGI_WORD_MAX = TURN_TEXT_MAX,
};

/* A word of a line, not terminated. */
typedef struct UgiWord {
    const char *at;
    size_t length; /* 0 = there was none */
} UgiWord;

/* Takes the next word, between blanks and tabs; `*at` moves behind it. */
UgiWord ugi_next_word(const char **at);

/* Whether the word is this one, capital letters or not. */
bool ugi_word_is(UgiWord word, const char *text);

/* Takes the next word if it is this one. */
bool ugi_take_word(const char **at, const char *text);

/* Reads the whole word as a number, negative ones too; larger ones are cut to what fits. */
bool ugi_word_number(UgiWord word, int64_t *number);

/* "setoption name NAME value VALUE" without its first word; VALUE "" if there is none. False if it
 * is malformed or too long. */
typedef struct UgiSetting {
    char name[128];
    char value[512];
} UgiSetting;
bool ugi_read_setting(const char *words, UgiSetting *setting);

/* The words behind `go`; what is not there is 0. Times are in nanoseconds. */
typedef struct UgiGo {
    int depth;
    uint64_t nodes, playouts, movetime;
    bool timed[2]; /* by side */
    uint64_t time[2], increment[2];
    int movestogo;
    bool infinite;
    int perft;
    UgiWord unknown; /* the first word that means nothing here */
} UgiGo;
UgiGo ugi_read_go(const char *words);

/* Writes "cp 31", "mate 3" (the winner's turns, negative when the side to move loses), or "cp 29000
 * lowerbound" where a win is proven without a distance. */
void ugi_write_score(Score score, Text *text);

/* Adds what an `info` line says (its words behind `info`) to the result; the line of moves is left
 * out but pointed to by the return value, NULL if there is none. */
const char *ugi_read_info(const char *words, SearchResult *result);

/* Reads turns until one does not fit; `result` gets the moves. */
void ugi_read_line(const Game *game, const Position *root, const char *words, SearchResult *result);

#endif
