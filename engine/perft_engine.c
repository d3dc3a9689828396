/* Asking programs for perft counts. */
#include "engine/perft_engine.h"

#include "engine/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUIT_PATIENCE = NANOSECONDS_PER_SECOND / 2, MESSAGE_SIZE = 1 << 16 };

static const char total_words[] = "Nodes searched:";

static Status fail(const PerftEngine *engine, Error *error)
{
    bool failed = engine->link.failure.failure != FAILURE_NONE;
    return error_set(error, STATUS_BAD_ARGUMENT, "'%.100s': %s", engine->command,
                     failed ? engine->link.failure.text : "the program has ended");
}

static bool send_text(PerftEngine *engine, const char *text)
{
    return ugi_link_send(&engine->link, text, strlen(text), clock_wall() + engine->patience);
}

/* Reads until the line that begins with this word; notes whether there is an option Game. */
static bool wait_for(PerftEngine *engine, const char *word, bool *has_game)
{
    uint64_t deadline = clock_wall() + engine->patience;
    for (;;) {
        const char *line = ugi_link_next(&engine->link, deadline), *words = line;
        if (!line)
            return false;
        if (ugi_take_word(&words, word))
            return true;
        *has_game |= ugi_take_word(&words, "option") && ugi_take_word(&words, "name") &&
                     ugi_take_word(&words, "Game");
    }
}

static Status greet(PerftEngine *engine, const char *settings, Error *error)
{
    char message[4096];
    Text text = TEXT_OF(message);
    bool has_game = false;
    if (!send_text(engine, "ugi\n") || !wait_for(engine, "ugiok", &has_game))
        return fail(engine, error);
    if (has_game)
        text_format(&text, "setoption name Game value %s\n", engine->game->name);
    while (*settings) {
        int name = (int)strcspn(settings, "="), all = (int)strcspn(settings, "\n");
        text_format(&text, "setoption name %.*s value %.*s\n", name, settings, all - name - 1,
                    settings + name + 1);
        settings += all + (settings[all] == '\n');
    }
    text_string(&text, "uginewgame\nisready\n");
    if (text.overflow)
        return error_set(error, STATUS_BAD_ARGUMENT, "the engine's options are too long");
    return send_text(engine, message) && wait_for(engine, "readyok", &has_game)
               ? STATUS_OK
               : fail(engine, error);
}

Status perft_engine_open(PerftEngine *engine, const char *settings, Error *error)
{
    engine->plain = strstr(engine->command, "{depth}") != NULL;
    if (engine->plain)
        return STATUS_OK;
    Status status = ugi_link_open(&engine->link, engine->command, engine->log, error);
    if (status == STATUS_OK)
        status = greet(engine, settings, error);
    if (status != STATUS_OK)
        perft_engine_close(engine);
    return status;
}

void perft_engine_close(PerftEngine *engine)
{
    if (!engine->plain)
        ugi_link_close(&engine->link, QUIT_PATIENCE);
}

/* "Nodes searched: N": takes the number if the line is this one. */
static bool read_total(const char *line, uint64_t *total)
{
    Scan scan = scan_over(line + strspn(line, " \t"), "total");
    if (!scan_take_string(&scan, total_words))
        return false;
    while (scan_take(&scan, ' '))
        continue;
    return scan_number(&scan, UINT64_MAX, total, NULL) == STATUS_OK;
}

static Status check_total(const PerftEngine *engine, const DivideList *list, uint64_t total,
                          Error *error)
{
    uint64_t sum = divide_total(list);
    if (sum == total)
        return STATUS_OK;
    return error_set(error, STATUS_MISMATCH,
                     "'%.100s' contradicts itself: the counts of its %d moves add up to %" PRIu64
                     ", its total is %" PRIu64,
                     engine->command, list->count, sum, total);
}

/* Keeps what an engine says beside its counts: why it does not take a position, perhaps. */
static void take_other(PerftEngine *engine, const char *line)
{
    static const char info[] = "info string ";
    if (strncmp(line, info, strlen(info)) == 0)
        snprintf(engine->said, sizeof engine->said, "%s", line + strlen(info));
    else if (*line && strncmp(line, "info", 4) != 0)
        ugi_link_strange(&engine->link, line);
}

static Status ask_ugi(PerftEngine *engine, const PerftQuestion *question, DivideList *list,
                      Error *error)
{
    char *message = malloc(MESSAGE_SIZE);
    if (!message)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a message");
    Text text = text_over(message, MESSAGE_SIZE);
    text_format(&text, "position %s%s%s%s\ngo perft %d\n",
                question->usual_start ? "startpos" : "fen ",
                question->usual_start ? "" : question->start, *question->moves ? " moves " : "",
                question->moves, question->depth);
    bool sent = !text.overflow && send_text(engine, message);
    free(message);
    if (!sent)
        return fail(engine, error);
    uint64_t deadline = clock_wall() + engine->patience, total = 0;
    for (;;) {
        const char *line = ugi_link_next(&engine->link, deadline);
        bool taken = false;
        if (!line)
            return fail(engine, error);
        if (read_total(line, &total))
            return check_total(engine, list, total, error);
        Status status = divide_add_line(list, line, &taken, error);
        if (status != STATUS_OK)
            return status;
        if (!taken)
            take_other(engine, line);
    }
}

/* The replacement of a placeholder; NULL if there is none here. `*length` is the placeholder's. */
static const char *placeholder(const char *at, const PerftEngine *engine,
                               const PerftQuestion *question, const char *depth, size_t *length)
{
    const struct {
        const char *name, *value;
    } places[] = {
        {"{depth}", depth},
        {"{position}", question->position},
        {"{start}", question->start},
        {"{moves}", question->moves},
        {"{game}", engine->game->name},
    };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        *length = strlen(places[i].name);
        if (strncmp(at, places[i].name, *length) == 0)
            return places[i].value;
    }
    return NULL;
}

/* Fills in the command; outside of quotes each value gets its own. */
static void write_command(const PerftEngine *engine, const PerftQuestion *question, Text *text)
{
    char depth[16], quote = '\0';
    Text number = TEXT_OF(depth);
    text_number(&number, question->depth);
    for (const char *at = engine->command; *at;) {
        size_t length = 1;
        const char *value = placeholder(at, engine, question, depth, &length);
        if (value) {
            text_format(text, quote ? "%s" : "\"%s\"", value);
            at += length;
            continue;
        }
        if (quote ? *at == quote : *at == '\'' || *at == '"')
            quote = quote ? '\0' : *at;
        text_char(text, *at++);
    }
}

/* Reads to the end of its output; a total is checked if there is one. */
static Status read_output(const PerftEngine *engine, Lines *lines, DivideList *list, Error *error)
{
    uint64_t deadline = clock_wall() + engine->patience, total = 0;
    bool has_total = false;
    for (;;) {
        char *line = NULL;
        bool taken = false;
        LineResult result = lines_next(lines, deadline, &line);
        if (result == LINE_END)
            return has_total ? check_total(engine, list, total, error) : STATUS_OK;
        if (result != LINE_READ)
            return error_set(error, STATUS_BAD_ARGUMENT, "'%.100s': %s", engine->command,
                             result == LINE_LATE ? "no answer in time" : "a line is too long");
        has_total |= read_total(line, &total);
        Status status = divide_add_line(list, line, &taken, error);
        if (status != STATUS_OK)
            return status;
    }
}

static Status ask_plain(PerftEngine *engine, const PerftQuestion *question, DivideList *list,
                        Error *error)
{
    char command[PROCESS_COMMAND_MAX], how[96] = "it still runs";
    Text text = TEXT_OF(command), end = TEXT_OF(how);
    Process process;
    Lines lines;
    write_command(engine, question, &text);
    if (text.overflow)
        return error_set(error, STATUS_BAD_ARGUMENT, "command: longer than %d characters",
                         PROCESS_COMMAND_MAX - 1);
    Status status = process_open(&process, command, engine->log, error);
    if (status != STATUS_OK)
        return status;
    lines_init(&lines, process.output, UGI_LINE_BYTES_MAX);
    status = read_output(engine, &lines, list, error);
    bool ended = status == STATUS_OK && process_ends(&process, QUIT_PATIENCE, &end);
    if (status == STATUS_OK && !(ended && strcmp(how, "exit status 0") == 0))
        status = error_set(error, STATUS_BAD_ARGUMENT, "'%.200s': %s", command, how);
    process_close(&process, 0);
    lines_close(&lines);
    return status;
}

Status perft_engine_divide(PerftEngine *engine, const PerftQuestion *question, DivideList *list,
                           Error *error)
{
    return (engine->plain ? ask_plain : ask_ugi)(engine, question, list, error);
}
