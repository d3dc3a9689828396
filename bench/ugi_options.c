/* The options of `skirmish ugi`: the game, the back end, and all options of all back ends. Back
 * ends that share an option's name share its value. */
#include "bench/ugi_server.h"

#include "engine/clock.h"
#include "engine/weights.h"
#include "games/registry.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HASH_DEFAULT = 16, HASH_MOST = 1 << 20, OVERHEAD_MOST = 10000 };

/* The game's values for all options that have not been set. */
static void take_defaults(UgiOptions *options)
{
    const PlayerType *const *types = options->kit->players;
    for (int i = 0; types[i]; i++)
        for (int j = 0; types[i]->options[j].name; j++)
            if (!options->given[i][j])
                options->values[i][j] = types[i]->options[j].value;
}

void ugi_options_init(UgiOptions *options, int index)
{
    *options = (UgiOptions){
        .index = index,
        .game = games_at(index),
        .kit = searches_of(index),
        .type = searches_of(index)->players[0],
        .hash_bytes = (size_t)HASH_DEFAULT << 20,
        .seed = 1,
    };
    take_defaults(options);
}

/* The place of the current back end in the kit. */
static int type_index(const UgiOptions *options)
{
    int type = 0;
    while (options->kit->players[type] != options->type)
        type++;
    return type;
}

static void close_board(UgiOptions *options)
{
    if (options->board)
        options->game->board_close(options->board);
    options->board = NULL;
    options->board_path[0] = '\0';
}

void ugi_options_close(UgiOptions *options)
{
    close_board(options);
}

/* The spelling that graphical programs look for. */
static const char *shown_name(const char *name)
{
    if (strcmp(name, "threads") == 0)
        return "Threads";
    return strcmp(name, "multipv") == 0 ? "MultiPV" : name;
}

/* Whether an earlier back end has an option of this name. */
static bool is_listed(const PlayerType *const *types, const PlayerType *const *type,
                      const char *name)
{
    for (; types < type; types++)
        for (const PlayerOption *option = (*types)->options; option->name; option++)
            if (!(*types)->external && strcmp(option->name, name) == 0)
                return true;
    return false;
}

static void print_option(const PlayerOption *option)
{
    const char *name = shown_name(option->name);
    if (!option->integer)
        printf("option name %s type string default %g\n", name, option->value);
    else if (option->minimum == 0 && option->maximum == 1)
        printf("option name %s type check default %s\n", name,
               option->value > 0 ? "true" : "false");
    else
        printf("option name %s type spin default %.0f min %.0f max %.0f\n", name, option->value,
               option->minimum, option->maximum);
}

void ugi_options_print(const UgiOptions *options)
{
    const PlayerType *const *types = options->kit->players;
    printf("option name Game type combo default %s", options->game->name);
    for (int i = 0; i < games_count(); i++)
        printf(" var %s", games_at(i)->name);
    printf("\noption name Engine type combo default %s", options->type->name);
    for (int i = 0; types[i]; i++)
        if (!types[i]->external)
            printf(" var %s", types[i]->name);
    printf("\noption name Hash type spin default %d min 1 max %d\n", HASH_DEFAULT, HASH_MOST);
    printf("option name Seed type string default %" PRIu64 "\n", options->seed);
    printf("option name MoveOverhead type spin default 0 min 0 max %d\n", OVERHEAD_MOST);
    puts("option name Board type string default <empty>");
    puts("option name Weights type string default <empty>");
    for (const PlayerType *const *type = types; *type; type++)
        for (const PlayerOption *option = (*type)->options; option->name; option++)
            if (!(*type)->external && !is_listed(types, type, option->name))
                print_option(option);
}

static Status bad_value(const UgiSetting *setting, const char *expected, Error *error)
{
    return error_set(error, STATUS_BAD_ARGUMENT, "option %.60s: expected %s, got '%.60s'",
                     setting->name, expected, setting->value);
}

static Status read_count(const UgiSetting *setting, uint64_t minimum, uint64_t maximum,
                         uint64_t *count, Error *error)
{
    char expected[64];
    Scan scan = scan_over(setting->value, setting->name);
    if (scan_number(&scan, maximum, count, NULL) == STATUS_OK && !*scan.at && *count >= minimum)
        return STATUS_OK;
    snprintf(expected, sizeof expected, "a number from %" PRIu64 " to %" PRIu64, minimum, maximum);
    return bad_value(setting, expected, error);
}

static Status set_game(UgiOptions *options, const char *name, Error *error)
{
    int index = games_find(name, error);
    if (index < 0)
        return STATUS_BAD_ARGUMENT;
    if (games_at(index) != options->game) {
        close_board(options);
        options->weighted = false;
    }
    int type = type_index(options);
    options->index = index;
    options->game = games_at(index);
    options->kit = searches_of(index);
    options->type = options->kit->players[type];
    take_defaults(options);
    return STATUS_OK;
}

static Status set_board(UgiOptions *options, const char *path, Error *error)
{
    Board *board = NULL;
    bool none = !*path || strcmp(path, "<empty>") == 0;
    if (!none && !options->game->board_open)
        return error_set(error, STATUS_BAD_ARGUMENT, "option Board: %s is played on one board only",
                         options->game->title);
    Status status = none ? STATUS_OK : options->game->board_open(path, &board, error);
    if (status != STATUS_OK)
        return status;
    close_board(options);
    options->board = board;
    snprintf(options->board_path, sizeof options->board_path, "%s", none ? "" : path);
    return STATUS_OK;
}

static Status set_weights(UgiOptions *options, const char *path, Error *error)
{
    int weights[WEIGHTS_MAX];
    bool none = !*path || strcmp(path, "<empty>") == 0;
    Status status = none ? STATUS_OK : weights_read(options->game, path, weights, NULL, error);
    if (status != STATUS_OK)
        return status;
    options->weighted = !none;
    if (!none)
        memcpy(options->weights, weights, sizeof weights);
    return STATUS_OK;
}

static Status set_engine(UgiOptions *options, const UgiSetting *setting, Error *error)
{
    for (const PlayerType *const *type = options->kit->players; *type; type++)
        if (!(*type)->external && strcasecmp((*type)->name, setting->value) == 0) {
            options->type = *type;
            return STATUS_OK;
        }
    return bad_value(setting, "a back end ('skirmish engines' lists them)", error);
}

/* Reads a back end's value; truths may be words. */
static Status read_value(const PlayerOption *option, const UgiSetting *setting, double *value,
                         Error *error)
{
    char expected[96], *end = NULL;
    const char *text = setting->value;
    bool numeric = *text && strspn(text, "0123456789.eE+-") == strlen(text);
    double number = numeric ? strtod(text, &end) : NAN;
    bool truth = option->integer && option->minimum == 0 && option->maximum == 1;
    if (truth && strcasecmp(text, "true") == 0)
        number = 1;
    else if (truth && strcasecmp(text, "false") == 0)
        number = 0;
    else if (numeric && *end)
        number = NAN;
    if (number >= option->minimum && number <= option->maximum &&
        (!option->integer || number == floor(number))) {
        *value = number;
        return STATUS_OK;
    }
    snprintf(expected, sizeof expected, "%s from %g to %g",
             option->integer ? "a whole number" : "a number", option->minimum, option->maximum);
    return bad_value(setting, expected, error);
}

/* Sets the option of one back end; `known` says whether it has it. */
static Status set_of(UgiOptions *options, int type, const UgiSetting *setting, bool *known,
                     Error *error)
{
    const PlayerOption *option = options->kit->players[type]->options;
    *known = false;
    for (int i = 0; option[i].name; i++) {
        *known = strcasecmp(option[i].name, setting->name) == 0;
        if (!*known)
            continue;
        Status status = read_value(&option[i], setting, &options->values[type][i], error);
        options->given[type][i] |= status == STATUS_OK;
        return status;
    }
    return STATUS_OK;
}

/* Sets the option of all back ends that have it; what the current one says of it counts. */
static Status set_own(UgiOptions *options, const UgiSetting *setting, Error *error)
{
    const PlayerType *const *types = options->kit->players;
    bool current = false, known = false, some = false;
    Status status = set_of(options, type_index(options), setting, &current, error);
    for (int i = 0; types[i] && status == STATUS_OK; i++) {
        if (types[i]->external || types[i] == options->type)
            continue;
        Status other = set_of(options, i, setting, &known, current ? NULL : error);
        some |= known;
        if (!current)
            status = other;
    }
    if (status != STATUS_OK || current || some)
        return status;
    return error_set(error, STATUS_BAD_ARGUMENT, "no option '%.60s'", setting->name);
}

/* The settings that take a number themselves. */
static Status set_number(UgiOptions *options, const UgiSetting *setting, UgiChange *change,
                         Error *error)
{
    uint64_t number = 0;
    Status status = STATUS_OK;
    if (strcasecmp(setting->name, "Seed") == 0) {
        *change = UGI_CHANGE_SEED;
        return read_count(setting, 0, UINT64_MAX, &options->seed, error);
    }
    if (strcasecmp(setting->name, "MoveOverhead") == 0) {
        *change = UGI_CHANGE_NONE;
        status = read_count(setting, 0, OVERHEAD_MOST, &number, error);
        if (status == STATUS_OK)
            options->overhead = number * NANOSECONDS_PER_MILLISECOND;
        return status;
    }
    if (strcasecmp(setting->name, "Hash") != 0)
        return set_own(options, setting, error);
    status = read_count(setting, 1, HASH_MOST, &number, error);
    if (status == STATUS_OK)
        options->hash_bytes = (size_t)number << 20;
    return status;
}

Status ugi_options_set(UgiOptions *options, const UgiSetting *setting, UgiChange *change,
                       Error *error)
{
    Status status;
    *change = UGI_CHANGE_GAME;
    if (strcasecmp(setting->name, "Game") == 0) {
        status = set_game(options, setting->value, error);
    } else if (strcasecmp(setting->name, "Board") == 0) {
        status = set_board(options, setting->value, error);
    } else {
        *change = UGI_CHANGE_PLAYER;
        if (strcasecmp(setting->name, "Engine") == 0)
            status = set_engine(options, setting, error);
        else if (strcasecmp(setting->name, "Weights") == 0)
            status = set_weights(options, setting->value, error);
        else
            status = set_number(options, setting, change, error);
    }
    if (status != STATUS_OK)
        *change = UGI_CHANGE_NONE;
    return status;
}

Status ugi_options_open_player(const UgiOptions *options, Player **player, Error *error)
{
    int type = type_index(options);
    PlayerOptions own = {.hash_bytes = options->hash_bytes};
    memcpy(own.values, options->values[type], sizeof own.values);
    own.weighted = options->weighted;
    if (own.weighted)
        memcpy(own.weights, options->weights, sizeof own.weights);
    Status status = options->type->open(&own, player, error);
    if (status == STATUS_OK)
        options->type->reset(*player, options->seed);
    return status;
}
