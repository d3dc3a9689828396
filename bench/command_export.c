/* skirmish export: the games of a database as PGN-shaped text, CSV or JSON lines. */
#include "bench/command.h"
#include "engine/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    {"pgn", NULL, "PGN-shaped, for rating tools such as Ordo and BayesElo (default)"},
    {"csv", NULL, "one line a game, with a header line"},
    {"measurements", NULL, "CSV of the measurements of bench, perft and scale, not of games"},
    {"json", NULL, "one JSON object a line, with moves, searches and times"},
    {"run", "N", "only the N-th tournament of the database"},
    {0},
};

enum { FIXED_SIZE = 1 << 14 };

/* Writes one game. */
typedef void RowWriter(const GameRow *row, Text *text);

typedef struct Export {
    RowWriter *write;
    char *buffer; /* owned */
    size_t size;
} Export;

/* Takes the next of the words separated by blanks; false at the end. */
static bool next_word(const char **words, char word[TURN_TEXT_MAX])
{
    size_t length = strcspn(*words, " ");
    if (length == 0 || length >= TURN_TEXT_MAX)
        return false;
    memcpy(word, *words, length);
    word[length] = '\0';
    *words += length + ((*words)[length] == ' ');
    return true;
}

static void write_pgn(const GameRow *row, Text *text)
{
    char word[TURN_TEXT_MAX];
    const char *words = row->moves;
    pgn_tags(
        &(PgnGame){
            .event = "skirmish tournament",
            .date = row->ended,
            .pair = row->pair,
            .leg = row->leg,
            .white = row->first,
            .black = row->second,
            .result = row->result,
            .variant = row->ruleset,
            .start = row->start,
            .termination = row->reason,
            .detail = row->failure,
            .plies = row->plies,
            .opening_plies = row->opening_plies,
            .seed = row->seed,
        },
        text);
    PgnMoves moves = {.text = text, .ply = row->start_mover};
    while (next_word(&words, word))
        pgn_turn(&moves, word);
    pgn_end(&moves, row->result);
}

/* A CSV field, quoted if need be. */
static void csv_field(const char *value, Text *text)
{
    if (!strpbrk(value, ",\"\n\r")) {
        text_string(text, value);
        return;
    }
    text_char(text, '"');
    for (; *value; value++) {
        if (*value == '"')
            text_char(text, '"');
        text_char(text, *value);
    }
    text_char(text, '"');
}

static const char csv_header[] = "run,pair,leg,stage,ruleset,first,second,result,ending,reason,"
                                 "failure,plies,opening,opening_plies,seed,start,final,overruns,"
                                 "ended,moves\n";

static void write_csv(const GameRow *row, Text *text)
{
    const char *const words[] = {row->ruleset,
                                 row->first,
                                 row->second,
                                 row->result,
                                 row->ending,
                                 row->reason,
                                 row->failure ? row->failure : ""};
    text_format(text, "%" PRId64 ",%" PRIu64 ",%d,%d", row->run, row->pair, row->leg, row->stage);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        text_char(text, ',');
        csv_field(words[i], text);
    }
    text_format(text, ",%d,%" PRIu64 ",%d,%" PRIu64 ",", row->plies, row->opening,
                row->opening_plies, row->seed);
    csv_field(row->start, text);
    text_char(text, ',');
    csv_field(row->final, text);
    text_format(text, ",%d,%s,", row->overruns, row->ended);
    csv_field(row->moves, text);
    text_char(text, '\n');
}

static void json_field(const char *name, const char *value, Text *text)
{
    text_format(text, ",\"%s\":", name);
    text_json_string(text, value);
}

static void write_json(const GameRow *row, Text *text)
{
    char word[TURN_TEXT_MAX];
    const char *words = row->moves, *separator = "";
    text_format(text, "{\"run\":%" PRId64 ",\"pair\":%" PRIu64 ",\"leg\":%d,\"stage\":%d", row->run,
                row->pair, row->leg, row->stage);
    json_field("game", row->ruleset, text);
    json_field("first", row->first, text);
    json_field("second", row->second, text);
    json_field("first_spec", row->first_spec, text);
    json_field("second_spec", row->second_spec, text);
    json_field("result", row->result, text);
    json_field("ending", row->ending, text);
    json_field("reason", row->reason, text);
    if (row->failure)
        json_field("failure", row->failure, text);
    text_format(text, ",\"opening\":%" PRIu64 ",\"seed\":%" PRIu64, row->opening, row->seed);
    json_field("start", row->start, text);
    json_field("final", row->final, text);
    text_format(text, ",\"opening_plies\":%d,\"ply_count\":%d,\"overruns\":%d", row->opening_plies,
                row->plies, row->overruns);
    json_field("ended", row->ended, text);
    text_string(text, ",\"moves\":[");
    while (next_word(&words, word)) {
        text_string(text, separator);
        text_json_string(text, word);
        separator = ",";
    }
    text_string(text, "],\"searches\":");
    text_string(text, row->searches);
    text_string(text, ",\"microseconds\":");
    text_string(text, row->times);
    text_string(text, "}\n");
}

/* Writes a row with a buffer that is large enough. */
static Status export_row(void *context, const GameRow *row, Error *error)
{
    Export *export = context;
    size_t needed =
        FIXED_SIZE + 8 * strlen(row->moves) + strlen(row->searches) + strlen(row->times);
    if (needed > export->size) {
        free(export->buffer);
        export->size = 0;
        export->buffer = malloc(2 * needed);
        if (!export->buffer)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
        export->size = 2 * needed;
    }
    Text text = text_over(export->buffer, export->size);
    export->write(row, &text);
    if (fwrite(text.data, 1, text.length, stdout) == text.length)
        return STATUS_OK;
    return error_set(error, STATUS_NO_FILE, "cannot write the output");
}

static const char measurement_header[] =
    "bench,command,commit,taken,game,engine,limits,threads,metric,median,low,high,repetitions,"
    "signature,cpu,compiler,flags\n";

static Status export_measurement(void *context, const MeasurementRow *row, Error *error)
{
    char line[4096];
    Text text = TEXT_OF(line);
    const Measurement *measurement = &row->measurement;
    const SessionInfo *session = &row->info.session;
    (void)context, (void)error;
    text_format(&text, "%" PRId64, row->bench);
    const char *const origin[] = {row->info.command,    session->commit,     row->taken,
                                  measurement->ruleset, measurement->engine, measurement->limits};
    for (size_t i = 0; i < sizeof origin / sizeof origin[0]; i++) {
        text_char(&text, ',');
        csv_field(origin[i], &text);
    }
    text_format(&text, ",%d,%s,%.9g,%.9g,%.9g,%d,", measurement->threads, measurement->metric,
                measurement->median, measurement->low, measurement->high, measurement->repetitions);
    if (measurement->signature)
        text_format(&text, "%" PRIu64, measurement->signature);
    const char *const words[] = {session->cpu, session->compiler, session->flags};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        text_char(&text, ',');
        csv_field(words[i], &text);
    }
    puts(line);
    return STATUS_OK;
}

static Status find_run(void *context, const RunHeader *header, Error *error)
{
    int64_t *only = context;
    (void)error;
    if (*only == 0 || *only == header->run)
        *only = -1;
    return STATUS_OK;
}

/* Refuses to write nothing of a tournament that is not there. */
static Status check_run(Store *store, int64_t only, const char *path, Error *error)
{
    int64_t wanted = only;
    Status status = store_each_run(store, find_run, &wanted, error);
    if (status != STATUS_OK || wanted == -1)
        return status;
    return only ? error_set(error, STATUS_BAD_ARGUMENT, "there is no such tournament")
                : error_set(error, STATUS_BAD_ARGUMENT, "'%.150s' holds no tournament", path);
}

static int run(const Arguments *arguments)
{
    Error error;
    Store *store = NULL;
    uint64_t only = 0;
    Export export = {.write = write_pgn};
    bool csv = arguments_flag(arguments, "csv"), json = arguments_flag(arguments, "json");
    bool measurements = arguments_flag(arguments, "measurements");
    Status status = arguments_number(arguments, "run", 1, 1 << 20, 0, &only, &error);
    if (status == STATUS_OK && csv + json + measurements + arguments_flag(arguments, "pgn") > 1)
        status = error_set(&error, STATUS_BAD_ARGUMENT,
                           "expected one of --pgn, --csv, --json and --measurements");
    if (status == STATUS_OK)
        status = store_open(arguments->positionals[0], STORE_READ, &store, &error);
    if (status == STATUS_OK && !measurements)
        status = check_run(store, (int64_t)only, arguments->positionals[0], &error);
    if (csv)
        export.write = write_csv;
    if (json)
        export.write = write_json;
    if (status == STATUS_OK && (csv || measurements))
        fputs(csv ? csv_header : measurement_header, stdout);
    if (status == STATUS_OK && measurements)
        status = store_each_measurement(store, NULL, export_measurement, NULL, &error);
    else if (status == STATUS_OK)
        status = store_each_game(store, (int64_t)only, export_row, &export, &error);
    free(export.buffer);
    store_close(store);
    if (status == STATUS_OK)
        return 0;
    /* What befalls the output is said by main. */
    return ferror(stdout) ? EXIT_BAD_INPUT : report_error(&error);
}

const Command command_export = {
    .name = "export",
    .positionals = "FILE",
    .summary = "write the games or measurements of a database as text",
    .details = "Writes all games in order to the standard output. The side that moves first by the "
               "rules\nis called White in PGN. The database may be written to meanwhile.",
    .example = "skirmish export gounki.db --pgn > gounki.pgn",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
