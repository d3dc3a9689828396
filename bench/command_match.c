/* skirmish match: two engines play a match of paired games, in parallel, with records and
 * statistics. */
#include "bench/command.h"
#include "bench/environment.h"
#include "bench/interrupt.h"
#include "engine/clock.h"
#include "engine/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    GAMES_DEFAULT = 100,
    OPENING_PLIES_DEFAULT = 4,
    PLIES_MAX_DEFAULT = 1000,
    RECORD_TEXT_FIRST = 1 << 16,
    PROGRESS_INTERVAL = NANOSECONDS_PER_SECOND / 5,
};

static const Option options[] = {
    SETTING_OPTIONS,
    {"engine", "SPEC", "an engine; give two (see 'skirmish engines')"},
    {"games", "N",
     "even number of games; each opening is played twice, sides swapped (default 100)"},
    {"seed", "S", "seed of openings and engines (default 1)"},
    {"threads", "N", "games played at the same time (default 1)"},
    {"opening-plies", "N", "random turns before the engines play (default 4)"},
    {"openings", "FILE", "begin from the positions of FILE, see 'skirmish openings'"},
    {"max-plies", "N", "longer games are draws (default 1000)"},
    {"out", "DIR", "write games.jsonl, games.pgn and summary.json into DIR"},
    {"brief", NULL, "print one line: game, engines, wins, draws, losses, score, Elo, margin"},
    {0},
};

/* A match as the command line describes it, with its files. */
typedef struct Session {
    Setting setting;
    EngineSpec specs[2];
    OpeningBook book; /* owned */
    MatchOptions match;
    MatchResult result;
    RecordContext records;
    char date[16];
    const char *board;           /* file, NULL = a built-in one */
    const char *directory;       /* NULL = no files */
    FILE *games, *pgn, *summary; /* owned */
    char *buffer;                /* owned */
    size_t buffer_size;
    Status status; /* of writing */
    Error *error;
    bool terminal, finished; /* finished = there is a result to print */
    uint64_t started, progress_at;
} Session;

static void print_progress(Session *session, bool last)
{
    uint64_t now = clock_wall();
    if (!session->terminal || (!last && now < session->progress_at))
        return;
    session->progress_at = now + PROGRESS_INTERVAL;
    const MatchScore *score = &session->result.score;
    double rate = clock_rate(session->result.games, now - session->started);
    double left = rate > 0 ? (double)(session->match.games - session->result.games) / rate : 0;
    fprintf(stderr,
            "\r%" PRIu64 "/%" PRIu64 " games  +%" PRIu64 " =%" PRIu64 " -%" PRIu64
            "  %.1f%%  %.1f games/s  ETA %.0f s   %s",
            session->result.games, session->match.games, score->wins, score->draws, score->losses,
            100.0 * stats_share(score), rate, left, last ? "\n" : "");
}

typedef void RecordWriter(const GameRecord *, const RecordContext *, Text *);

/* Writes a record, with a larger buffer if need be. */
static Status write_record(Session *session, RecordWriter *writer, const GameRecord *record,
                           FILE *file)
{
    for (;;) {
        if (session->buffer) {
            Text text = text_over(session->buffer, session->buffer_size);
            writer(record, &session->records, &text);
            if (!text.overflow) {
                if (fwrite(text.data, 1, text.length, file) == text.length && !fflush(file))
                    return STATUS_OK;
                return error_set(session->error, STATUS_NO_FILE, "cannot write to '%s': %s",
                                 session->directory, strerror(errno));
            }
        }
        size_t size = session->buffer ? 2 * session->buffer_size : RECORD_TEXT_FIRST;
        char *buffer = realloc(session->buffer, size);
        if (!buffer)
            return error_set(session->error, STATUS_NO_MEMORY, "no memory for a game record");
        session->buffer = buffer;
        session->buffer_size = size;
    }
}

static bool on_game(void *context, const GameRecord *record)
{
    Session *session = context;
    if (session->directory && session->status == STATUS_OK)
        session->status = write_record(session, record_json, record, session->games);
    if (session->directory && session->status == STATUS_OK)
        session->status = write_record(session, record_pgn, record, session->pgn);
    print_progress(session, false);
    return session->status == STATUS_OK;
}

static FILE *open_file(const Session *session, const char *name)
{
    char path[4096];
    Text text = TEXT_OF(path);
    text_format(&text, "%s/%s", session->directory, name);
    FILE *file = text.overflow ? NULL : fopen(path, "w");
    if (!file)
        error_set(session->error, STATUS_NO_FILE, "cannot write '%s': %s", path,
                  text.overflow ? "the path is too long" : strerror(errno));
    return file;
}

static Status open_files(Session *session)
{
    if (!session->directory)
        return STATUS_OK;
    if (mkdir(session->directory, 0777) != 0 && errno != EEXIST)
        return error_set(session->error, STATUS_NO_FILE, "cannot make the folder '%s': %s",
                         session->directory, strerror(errno));
    session->games = open_file(session, "games.jsonl");
    session->pgn = session->games ? open_file(session, "games.pgn") : NULL;
    session->summary = session->pgn ? open_file(session, "summary.json") : NULL;
    return session->summary ? STATUS_OK : STATUS_NO_FILE;
}

static void json_engine(const Session *session, int side, Text *text)
{
    const MatchResult *result = &session->result;
    text_string(text, "{\"name\":");
    text_json_string(text, session->specs[side].name);
    text_string(text, ",\"spec\":");
    text_json_string(text, session->specs[side].text);
    text_format(text,
                ",\"plies\":%" PRIu64 ",\"nodes\":%" PRIu64 ",\"playouts\":%" PRIu64
                ",\"seconds\":%.6f,\"nodes_per_second\":%.0f}",
                result->own_plies[side], result->nodes[side], result->playouts[side],
                (double)result->nanoseconds[side] / NANOSECONDS_PER_SECOND,
                clock_rate(result->nodes[side], result->nanoseconds[side]));
}

static void json_score(const MatchScore *score, Text *text)
{
    Estimate elo = stats_elo(score);
    text_format(text,
                "\"wins\":%" PRIu64 ",\"draws\":%" PRIu64 ",\"losses\":%" PRIu64
                ",\"pairs\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
                "],\"score\":%.6f,\"elo\":%.2f,\"elo_margin\":%.2f,\"los\":%.6f",
                score->wins, score->draws, score->losses, score->pairs[0], score->pairs[1],
                score->pairs[2], score->pairs[3], score->pairs[4], stats_share(score), elo.value,
                elo.margin, stats_los(score));
}

static void json_summary(const Session *session, uint64_t wall, Text *text)
{
    const MatchResult *result = &session->result;
    char position[POSITION_TEXT_MAX];
    Text own = TEXT_OF(position);
    session->setting.game->format(&session->match.start, &own);
    text_format(text, "{\"game\":\"%s\",\"date\":\"%s\",", session->setting.game->name,
                session->date);
    environment_json(text);
    text_format(text,
                ",\"seed\":%" PRIu64 ",\"games\":%" PRIu64 ",\"finished\":%" PRIu64
                ",\"threads\":%d,\"opening_plies\":%d,\"max_plies\":%d,\"start\":",
                session->match.seed, session->match.games, result->games, session->match.threads,
                session->match.opening_plies, session->match.plies_max);
    text_json_string(text, position);
    const char *board = session->board;
    if (board) {
        text_string(text, ",\"board\":");
        text_json_string(text, board);
    }
    text_string(text, ",\"engines\":[");
    json_engine(session, 0, text);
    text_char(text, ',');
    json_engine(session, 1, text);
    text_string(text, "],");
    json_score(&result->score, text);
    Estimate first = stats_share_estimate(&result->first);
    text_format(text, ",\"first_player_score\":%.6f,\"first_player_margin\":%.6f", first.value,
                first.margin);
    text_format(text,
                ",\"plies\":%" PRIu64 ",\"shortest\":%" PRIu64 ",\"longest\":%" PRIu64
                ",\"endings\":{",
                result->plies, result->shortest, result->longest);
    for (int ending = 0; ending < ENDINGS; ending++)
        text_format(text, "%s\"%s\":%" PRIu64, ending ? "," : "", ending_word((Ending)ending),
                    result->endings[ending]);
    text_format(text, "},\"wall_seconds\":%.6f}\n", (double)wall / NANOSECONDS_PER_SECOND);
}

static Status write_summary(const Session *session, uint64_t wall)
{
    char summary[8192];
    Text text = TEXT_OF(summary);
    if (!session->summary)
        return STATUS_OK;
    json_summary(session, wall, &text);
    if (fputs(summary, session->summary) >= 0 && fflush(session->summary) == 0)
        return STATUS_OK;
    return error_set(session->error, STATUS_NO_FILE, "cannot write to '%s': %s", session->directory,
                     strerror(errno));
}

static void print_engine(const Session *session, int side)
{
    const MatchResult *result = &session->result;
    uint64_t plies = result->own_plies[side];
    double per_ply = plies ? 1.0 / (double)plies : 0.0;
    printf("  %-40s %12.0f %12.3f %12.0f\n", session->specs[side].name,
           (double)result->nodes[side] * per_ply,
           (double)result->nanoseconds[side] * per_ply / NANOSECONDS_PER_MILLISECOND,
           clock_rate(result->nodes[side], result->nanoseconds[side]));
}

/* How games ended; of forfeits and failures only those that occurred. */
static void print_endings(const MatchResult *result)
{
    const char *separator = "Endings:";
    for (int ending = 0; ending < ENDINGS; ending++) {
        if (ending > ENDING_TIME && !result->endings[ending])
            continue;
        printf("%s %s %" PRIu64, separator, ending_word((Ending)ending), result->endings[ending]);
        separator = ",";
    }
    printf("\n");
}

static void print_summary(const Session *session, uint64_t wall)
{
    const MatchResult *result = &session->result;
    const MatchScore *score = &result->score;
    Estimate elo = stats_elo(score);
    Estimate first = stats_share_estimate(&result->first);
    printf("%s: %s against %s, %" PRIu64 " games, seed %" PRIu64 "\n", session->setting.game->name,
           session->specs[0].name, session->specs[1].name, result->games, session->match.seed);
    printf("Score of %s: +%" PRIu64 " =%" PRIu64 " -%" PRIu64 "  %.1f %%\n", session->specs[0].name,
           score->wins, score->draws, score->losses, 100.0 * stats_share(score));
    printf("Elo: %+.1f +/- %.1f (95 %%, by pairs), LOS: %.1f %%, Ptnml(0-2): [%" PRIu64 ", %" PRIu64
           ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 "]\n",
           elo.value, elo.margin, 100.0 * stats_los(score), score->pairs[0], score->pairs[1],
           score->pairs[2], score->pairs[3], score->pairs[4]);
    printf("First player (%s): %.1f %% +/- %.1f\n", session->setting.game->sides[0],
           100.0 * first.value, 100.0 * first.margin);
    printf("Plies: mean %.1f, shortest %" PRIu64 ", longest %" PRIu64 "\n",
           result->games ? (double)result->plies / (double)result->games : 0.0, result->shortest,
           result->longest);
    print_endings(result);
    printf("  %-40s %12s %12s %12s\n", "engine", "nodes/ply", "ms/ply", "nodes/s");
    print_engine(session, 0);
    print_engine(session, 1);
    printf("Time: %.2f s, %.1f games/s\n", (double)wall / NANOSECONDS_PER_SECOND,
           clock_rate(result->games, wall));
    if (session->directory)
        printf("Written: %s/games.jsonl, games.pgn, summary.json\n", session->directory);
}

static void print_brief(const Session *session)
{
    const MatchScore *score = &session->result.score;
    Estimate elo = stats_elo(score);
    printf("%s\t%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%.1f\t%+.0f\t%.0f\n",
           session->setting.game->name, session->specs[0].name, session->specs[1].name, score->wins,
           score->draws, score->losses, 100.0 * stats_share(score), elo.value, elo.margin);
}

static Status read_engines(Session *session, const Arguments *arguments)
{
    for (int side = 0; side < 2; side++) {
        const char *words = arguments_value(arguments, "engine", side);
        if (!words)
            return error_set(session->error, STATUS_BAD_ARGUMENT,
                             "a match needs two --engine options, got %d", side);
        Status status = engine_spec_parse(words, session->setting.kit->players,
                                          &session->specs[side], session->error);
        if (status != STATUS_OK)
            return status;
        session->match.specs[side] = session->records.specs[side] = &session->specs[side];
    }
    if (arguments_value(arguments, "engine", 2))
        return error_set(session->error, STATUS_BAD_ARGUMENT,
                         "a match is between two engines, got more");
    /* Records name the players: two of one name would be one. */
    if (strcmp(session->specs[0].name, session->specs[1].name) == 0) {
        char *name = session->specs[1].name;
        size_t length = strlen(name), most = sizeof session->specs[1].name - sizeof " (2)";
        memcpy(name + (length < most ? length : most), " (2)", sizeof " (2)");
    }
    return STATUS_OK;
}

static Status read_numbers(Session *session, const Arguments *arguments)
{
    uint64_t threads = 1, opening = 0, longest = 0;
    MatchOptions *match = &session->match;
    Status status = arguments_number(arguments, "games", 2, 100000000, GAMES_DEFAULT, &match->games,
                                     session->error);
    if (status == STATUS_OK)
        status =
            arguments_number(arguments, "seed", 0, UINT64_MAX, 1, &match->seed, session->error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "threads", 1, 1024, 1, &threads, session->error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "opening-plies", 0, 100, OPENING_PLIES_DEFAULT,
                                  &opening, session->error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "max-plies", 101, 100000, PLIES_MAX_DEFAULT, &longest,
                                  session->error);
    if (status == STATUS_OK && match->games % 2 != 0)
        status = error_set(session->error, STATUS_BAD_ARGUMENT,
                           "--games: expected an even number: games are played in pairs");
    match->threads = (int)threads;
    match->opening_plies = (int)opening;
    match->plies_max = (int)longest;
    return status;
}

/* Reads the file of openings, if one is given. */
static Status read_openings(Session *session, const Arguments *arguments)
{
    const char *path = arguments_value(arguments, "openings", 0);
    if (!path)
        return STATUS_OK;
    static const char *const others[] = {"position", "moves", "opening-plies"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (arguments_flag(arguments, others[i]))
            return error_set(session->error, STATUS_BAD_ARGUMENT,
                             "--openings and --%s: expected one of them", others[i]);
    Status status = openings_read(&session->book, session->setting.game, session->setting.board,
                                  path, session->error);
    session->match.book = &session->book;
    session->match.opening_plies = 0;
    if (status == STATUS_OK && session->book.count < session->match.games / 2)
        fprintf(stderr,
                "skirmish: %zu openings for %" PRIu64 " pairs: after them they begin again\n",
                session->book.count, session->match.games / 2);
    return status;
}

static Status read_session(Session *session, const Arguments *arguments)
{
    Status status = read_engines(session, arguments);
    if (status == STATUS_OK)
        status = read_numbers(session, arguments);
    if (status == STATUS_OK)
        status = read_openings(session, arguments);
    const Game *game = session->setting.game;
    char ending[64];
    Text over = TEXT_OF(ending);
    write_ending(game, &session->setting.position, &session->setting.history, &over);
    if (status == STATUS_OK && over.length)
        status = error_set(session->error, STATUS_BAD_ARGUMENT, "the game is over: %s", ending);
    session->match.history = session->setting.history;
    Text date = TEXT_OF(session->date);
    environment_date(&date);
    session->match.game = session->records.game = game;
    session->match.start = session->setting.position;
    session->records.event = "skirmish match";
    session->records.date = session->date;
    session->board = arguments_value(arguments, "board", 0);
    session->directory = arguments_value(arguments, "out", 0);
    session->terminal = isatty(STDERR_FILENO) && !arguments_flag(arguments, "brief");
    return status;
}

static Status play(Session *session, uint64_t *wall)
{
    Status status = open_files(session);
    if (status != STATUS_OK)
        return status;
    session->match.stop = interrupt_catch();
    session->started = clock_wall();
    status = match_play(&session->match, on_game, session, &session->result, session->error);
    *wall = clock_wall() - session->started;
    print_progress(session, true);
    session->finished = status == STATUS_OK;
    if (status == STATUS_OK)
        status = session->status;
    return status == STATUS_OK ? write_summary(session, *wall) : status;
}

static void close_files(Session *session)
{
    FILE *const files[] = {session->games, session->pgn, session->summary};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i])
            fclose(files[i]);
}

static int run(const Arguments *arguments)
{
    Error error;
    uint64_t wall = 0;
    Session session = {.error = &error};
    if (setting_open(&session.setting, arguments->positionals[0], arguments, &error) != STATUS_OK)
        return report_error(&error);
    Status status = read_session(&session, arguments);
    if (status == STATUS_OK)
        status = play(&session, &wall);
    close_files(&session);
    free(session.buffer);
    opening_book_close(&session.book);
    if (session.finished && arguments_flag(arguments, "brief"))
        print_brief(&session);
    else if (session.finished)
        print_summary(&session, wall);
    bool stopped = session.finished && session.result.games < session.match.games;
    if (status == STATUS_OK && stopped)
        fprintf(stderr, "skirmish: stopped after %" PRIu64 " of %" PRIu64 " games\n",
                session.result.games, session.match.games);
    setting_close(&session.setting);
    if (status != STATUS_OK)
        return report_error(&error);
    return stopped ? EXIT_INTERRUPTED : 0;
}

const Command command_match = {
    .name = "match",
    .positionals = "GAME",
    .summary = "let two engines play a match",
    .details =
        "Plays pairs of games: both games of a pair begin with the same opening and swap\n"
        "sides. Every game follows from the seed and its number, whatever the threads do (engines\n"
        "limited by time or with several threads excepted). The Elo error comes from the pairs' "
        "results.",
    .example = "skirmish match shakti --engine alphabeta,depth=4 --engine mcts,playouts=2000 "
               "--games 200 --threads 2 --out results/shakti",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .repeated = "engine",
    .run = run,
};
