/* A player that is a program outside this one and speaks UGI (engine/UGI.md). Whatever the program
 * does, the player answers within its time: with a legal turn, or with the failure that loses the
 * game; the program is then killed and started again for the next game. */
#ifndef ENGINE_UGI_PLAYER_H
#define ENGINE_UGI_PLAYER_H

#include "engine/player.h"

/* Options in the order of the table. */
enum {
    UGI_PLAYER_MARGIN,  /* milliseconds that an answer may be late */
    UGI_PLAYER_TIMEOUT, /* seconds for an answer where no limit says how long it may take */
    UGI_PLAYER_STARTUP, /* seconds from the start to `ugiok`, and for each `readyok` */
    UGI_PLAYER_ASK,     /* 1 = ask `query gameover` with each turn */
    UGI_PLAYER_OPTIONS,
};
extern const PlayerOption ugi_player_options[];

/* Starts the program of `options`. It is an error if there is no such program; one that fails later
 * on, even before its first answer, is a player that loses. */
Status ugi_player_open(const Game *game, const PlayerType *type, const PlayerOptions *options,
                       Player **player, Error *error);

/* The rest of a PlayerType. */
void ugi_player_reset(Player *player, uint64_t seed);
void ugi_player_choose(Player *player, const Position *position, const PositionHistory *history,
                       const SearchLimits *limits, SearchReport *report, void *context,
                       SearchResult *result);
void ugi_player_close(Player *player);

#endif
