/* Games as JSON; what a search found, in the words of chess engines (UCI) and as JSON. */
#ifndef ENGINE_REPORT_H
#define ENGINE_REPORT_H

#include "engine/player.h"

enum { LINE_TEXT_MAX = 8192 };

/* A game and its rules in numbers, as a JSON object. */
void report_game(const Game *game, Text *text);

/* "cp 31", "mate 3" (the winner's turns, negative when the side to move loses), or "won" and "lost"
 * where a result is proven without a distance. */
void report_score(Score score, Text *text);

/* The texts of the turns of a line, separated by blanks; a turn cut short at its end is left out.
 */
void report_line(const Game *game, const Position *root, const SearchResult *result, Text *text);

/* One info line of UGI: depth, score, nodes, rate, time, line. */
void report_info(const Game *game, const Position *root, const SearchResult *result, Text *text);

void report_json(const Game *game, const Position *root, const SearchResult *result, Text *text);

/* The root's moves as a table, or as JSON lines; `count` of them, in their order. */
void report_children(const Game *game, const Position *root, const PlayerChild *children, int count,
                     bool json, Text *text);

#endif
