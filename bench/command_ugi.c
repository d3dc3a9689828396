/* skirmish ugi: the program as an engine that a UGI (or UCI) runner talks to. */
#include "bench/command.h"
#include "bench/ugi_server.h"
#include "build_info.h"
#include "engine/lines.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES_MAX = 1 << 24 };

static const Option options[] = {
    {"option", "NAME=VALUE", "set an option as 'setoption' does; may be given several times"},
    {0},
};

typedef struct Server {
    UgiOptions options;
    UgiGame game;
    Player *player; /* owned, NULL = to be opened */
    bool reset;     /* the player is to be reset before the next search */
    UgiSearch search;
} Server;

/* What is going on must end before anything changes. */
static void settle(Server *server)
{
    UgiJob job = ugi_search_job(&server->search);
    if (job == UGI_JOB_SEARCH)
        ugi_search_stop(&server->search);
    if (job != UGI_JOB_NONE)
        ugi_search_wait(&server->search);
}

static void close_player(Server *server)
{
    if (server->player)
        server->player->type->close(server->player);
    server->player = NULL;
}

/* Opens or resets the player if need be. */
static bool prepare(Server *server)
{
    Error error;
    settle(server);
    if (!server->player) {
        if (ugi_options_open_player(&server->options, &server->player, &error) != STATUS_OK) {
            ugi_say("info string %s", error.text);
            return false;
        }
    } else if (server->reset) {
        server->player->type->reset(server->player, server->options.seed);
    }
    server->reset = false;
    return true;
}

static void say_hello(Server *server, const char *ok)
{
    printf("id name Skirmish %s\nid author the authors of Skirmish\n", BUILD_VERSION);
    ugi_options_print(&server->options);
    ugi_say("%s", ok);
}

static void on_ugi(Server *server, const char *words)
{
    (void)words;
    say_hello(server, "ugiok");
}

static void on_uci(Server *server, const char *words)
{
    (void)words;
    say_hello(server, "uciok");
}

static void on_isready(Server *server, const char *words)
{
    (void)words;
    if (ugi_search_job(&server->search) == UGI_JOB_NONE)
        prepare(server);
    ugi_say("readyok");
}

static Status set_option(Server *server, const UgiSetting *setting, Error *error)
{
    UgiChange change;
    settle(server);
    Status status = ugi_options_set(&server->options, setting, &change, error);
    if (change == UGI_CHANGE_GAME) {
        ugi_game_close(&server->game);
        ugi_game_init(&server->game, server->options.game, server->options.board);
    }
    server->reset |= change == UGI_CHANGE_SEED;
    if (change >= UGI_CHANGE_PLAYER)
        close_player(server);
    return status;
}

static void on_setoption(Server *server, const char *words)
{
    UgiSetting setting;
    Error error;
    if (!ugi_read_setting(words, &setting))
        ugi_say("info string setoption: expected name NAME value VALUE");
    else if (set_option(server, &setting, &error) != STATUS_OK)
        ugi_say("info string %s", error.text);
}

static void on_newgame(Server *server, const char *words)
{
    (void)words;
    settle(server);
    ugi_game_close(&server->game);
    ugi_game_init(&server->game, server->options.game, server->options.board);
    server->reset = true;
}

static void on_position(Server *server, const char *words)
{
    Error error;
    settle(server);
    if (ugi_game_set(&server->game, words, &error) != STATUS_OK)
        ugi_say("info string %s", error.text);
}

static void on_go(Server *server, const char *words)
{
    UgiGo go = ugi_read_go(words);
    const char *result = ugi_game_result(&server->game);
    settle(server);
    if (go.unknown.length)
        ugi_say("info string go: '%.*s' is not understood",
                go.unknown.length < 60 ? (int)go.unknown.length : 60, go.unknown.at);
    if (!go.perft && strcmp(result, "none") != 0)
        ugi_say("info string the game is over: %s\nbestmove (none)", result);
    else if (prepare(server))
        ugi_search_go(&server->search, &server->options, &server->game, server->player, &go);
    else
        ugi_say("bestmove (none)");
}

static void on_stop(Server *server, const char *words)
{
    (void)words;
    ugi_search_stop(&server->search);
}

static bool print_legal(void *context, const Turn *turn, const Position *after)
{
    const UgiGame *game = context;
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    (void)after;
    game->game->turn_format(&game->position, turn, &text);
    putchar(' ');
    fputs(line, stdout);
    return true;
}

static void answer_legal_moves(UgiGame *game)
{
    flockfile(stdout);
    fputs("response", stdout);
    if (strcmp(ugi_game_result(game), "none") == 0)
        turn_each(game->game, &game->position, print_legal, game);
    ugi_say("%s", "");
    funlockfile(stdout);
}

static bool is_legal(const UgiGame *game, UgiWord word)
{
    char text[TURN_TEXT_MAX];
    Turn turn;
    if (word.length >= sizeof text || strcmp(ugi_game_result(game), "none") != 0)
        return false;
    memcpy(text, word.at, word.length);
    text[word.length] = '\0';
    return game->game->turn_parse(&game->position, text, &turn, NULL) == STATUS_OK;
}

static const char *truth(bool true_or_not)
{
    return true_or_not ? "true" : "false";
}

static void on_query(Server *server, const char *words)
{
    UgiGame *game = &server->game;
    UgiWord what = ugi_next_word(&words);
    if (ugi_word_is(what, "gameover")) {
        ugi_say("response %s", truth(strcmp(ugi_game_result(game), "none") != 0));
    } else if (ugi_word_is(what, "p1turn")) {
        ugi_say("response %s", truth(game->game->mover(&game->position) == 0));
    } else if (ugi_word_is(what, "result")) {
        ugi_say("response %s", ugi_game_result(game));
    } else if (ugi_word_is(what, "islegal")) {
        ugi_say("response %s", truth(is_legal(game, ugi_next_word(&words))));
    } else if (ugi_word_is(what, "fen")) {
        char line[POSITION_TEXT_MAX];
        Text text = TEXT_OF(line);
        game->game->format(&game->position, &text);
        ugi_say("response %s", line);
    } else if (ugi_word_is(what, "legalmoves")) {
        answer_legal_moves(game);
    } else if (ugi_word_is(what, "version")) {
        ugi_say("response %d", UGI_VERSION);
    } else {
        ugi_say("response unsupported");
    }
}

static void on_show(Server *server, const char *words)
{
    const UgiGame *game = &server->game;
    char drawing[DIAGRAM_TEXT_MAX], line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(drawing), own = TEXT_OF(line);
    (void)words;
    game->game->diagram(&game->position, true, &text);
    game->game->format(&game->position, &own);
    ugi_say("%s\nGame: %s\nFen: %s\nKey: %016llx\nTurns: %llu\nResult: %s", drawing,
            game->game->name, line, (unsigned long long)game->game->key(&game->position),
            (unsigned long long)game->game->count(&game->position), ugi_game_result(game));
}

static void on_eval(Server *server, const char *words)
{
    const UgiGame *game = &server->game;
    const Game *rules = game->game;
    int *weights = malloc(((size_t)rules->weight_count + 1) * sizeof *weights);
    (void)words;
    if (rules->outcome(&game->position) != OUTCOME_OPEN || !weights) {
        ugi_say("Final evaluation: none (the game is over)");
    } else {
        for (int i = 0; i < rules->weight_count; i++)
            weights[i] = rules->weights[i].value;
        ugi_say("Final evaluation: %+d cp (side to move)",
                (int)rules->evaluate(&game->position, weights));
    }
    free(weights);
}

static void on_nothing(Server *server, const char *words)
{
    (void)server, (void)words;
}

static const struct {
    const char *name;
    void (*obey)(Server *server, const char *words);
} commands[] = {
    {"position", on_position},
    {"go", on_go},
    {"isready", on_isready},
    {"query", on_query},
    {"stop", on_stop},
    {"setoption", on_setoption},
    {"ugi", on_ugi},
    {"uci", on_uci},
    {"uginewgame", on_newgame},
    {"ucinewgame", on_newgame},
    {"d", on_show},
    {"print", on_show},
    {"eval", on_eval},
    {"debug", on_nothing},
    {"ponderhit", on_nothing},
};

/* Obeys a line; returns false on `quit`. */
static bool obey(Server *server, const char *line)
{
    UgiWord word = ugi_next_word(&line);
    if (!word.length)
        return true;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (ugi_word_is(word, commands[i].name)) {
            commands[i].obey(server, line);
            return true;
        }
    if (ugi_word_is(word, "quit"))
        return false;
    ugi_say("info string unknown command '%.*s'", word.length < 60 ? (int)word.length : 60,
            word.at);
    return true;
}

static void converse(Server *server)
{
    Lines input;
    char *line = NULL;
    lines_init(&input, STDIN_FILENO, LINE_BYTES_MAX);
    for (bool more = true; more;) {
        switch (lines_next(&input, DEADLINE_NEVER, &line)) {
        case LINE_READ: more = obey(server, line); break;
        case LINE_LONG:
            ugi_say("info string a line of more than %d bytes is ignored", LINE_BYTES_MAX);
            break;
        case LINE_LATE:
        case LINE_END: more = false; break;
        }
    }
    lines_close(&input);
}

static Status open_server(Server *server, const Arguments *arguments, Error *error)
{
    int index = 0;
    if (arguments->positional_count)
        index = games_find(arguments->positionals[0], error);
    if (index < 0)
        return STATUS_BAD_ARGUMENT;
    ugi_options_init(&server->options, index);
    ugi_game_init(&server->game, server->options.game, NULL);
    const char *text;
    for (int i = 0; (text = arguments_value(arguments, "option", i)); i++) {
        UgiSetting setting = {.name = ""};
        UgiChange change;
        size_t length = strcspn(text, "=");
        if (!text[length] || length >= sizeof setting.name ||
            strlen(text + length + 1) >= sizeof setting.value)
            return error_set(error, STATUS_BAD_ARGUMENT,
                             "--option: expected NAME=VALUE, got '%.60s'", text);
        memcpy(setting.name, text, length);
        memcpy(setting.value, text + length + 1, strlen(text + length + 1) + 1);
        Status status = ugi_options_set(&server->options, &setting, &change, error);
        if (status != STATUS_OK)
            return status;
    }
    ugi_game_close(&server->game);
    ugi_game_init(&server->game, server->options.game, server->options.board);
    return ugi_search_open(&server->search, error);
}

static int run(const Arguments *arguments)
{
    Error error;
    Server *server = calloc(1, sizeof *server);
    if (!server) {
        error_set(&error, STATUS_NO_MEMORY, "no memory for an engine");
        return report_error(&error);
    }
    setvbuf(stdout, NULL, _IOFBF, UGI_OUTPUT_SIZE);
    Status status = open_server(server, arguments, &error);
    if (status == STATUS_OK) {
        converse(server);
        /* Perft cannot be stopped; nobody waits for its rest. */
        if (ugi_search_job(&server->search) == UGI_JOB_PERFT) {
            fflush(stdout);
            _Exit(0);
        }
        ugi_search_close(&server->search);
    }
    close_player(server);
    ugi_game_close(&server->game);
    ugi_options_close(&server->options);
    free(server);
    return status == STATUS_OK ? 0 : report_error(&error);
}

const Command command_ugi = {
    .name = "ugi",
    .positionals = "[GAME]",
    .summary = "be an engine for a UGI runner",
    .details =
        "Reads UGI commands from standard input and answers on standard output (engine/UGI.md\n"
        "describes the protocol). GAME is the one that option Game starts with.",
    .example = "skirmish ugi gounki --option Engine=mcts --option Hash=64",
    .positionals_min = 0,
    .positionals_max = 1,
    .options = options,
    .repeated = "option",
    .run = run,
};
