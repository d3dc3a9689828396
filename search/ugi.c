/* Kernel: an engine that is a program of its own and speaks UGI, as a player of one game. */
#include "engine/ugi_player.h"

#include "engine/rules.h"

extern const Game EXPORT(game);
extern const PlayerType EXPORT(ugi);

static Status ugi_open(const PlayerOptions *options, Player **player, Error *error)
{
    return ugi_player_open(&EXPORT(game), &EXPORT(ugi), options, player, error);
}

const PlayerType EXPORT(ugi) = {
    .name = "ugi",
    .about = "a program outside this one: cmd=./prog, log=FILE, option.NAME=VALUE",
    .options = ugi_player_options,
    .limits = LIMIT_DEPTH | LIMIT_NODES | LIMIT_PLAYOUTS | LIMIT_TIME,
    .external = true,
    .open = ugi_open,
    .reset = ugi_player_reset,
    .choose = ugi_player_choose,
    .close = ugi_player_close,
};
