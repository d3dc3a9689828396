/* Whatever can fail for want of memory: for n = 1, 2, ... the n-th request for memory or a thread
 * is refused, alone and with all that follow, until everything is granted. Each time the call must
 * fail as it says it does, or do without; give everything back; and do its work when it is called
 * again. Then whole commands, which must end with an exit code of theirs. usage: out_of_memory
 * PROGRAM_OF_AN_ENGINE [CASE] */
#include "bench/command.h"
#include "games/registry.h"
#include "tests/failing_memory.h"
#include "tests/memory_cases.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REQUESTS_MOST = 100000, WORDS_MOST = 40 };

/* ---- Whole commands ---- */

/* The words of a command line; %F is the folder, %E an engine's program, %G the first game. */
typedef struct CommandLine {
    const Command *command;
    const char *words[WORDS_MOST];
} CommandLine;

static const char *engine_program; /* an argument of this program */

/* Runs it; its exit code. */
static int run_command(const CommandLine *line)
{
    char texts[WORDS_MOST][256], *words[WORDS_MOST];
    Arguments arguments;
    Error error;
    int count = 0;
    for (; line->words[count]; count++) {
        Text text = text_over(texts[count], sizeof texts[count]);
        for (const char *at = line->words[count]; *at; at++) {
            const char *value = at[0] != '%'   ? NULL
                                : at[1] == 'F' ? memory_folder
                                : at[1] == 'E' ? engine_program
                                               : games_at(0)->name;
            if (value) {
                text_string(&text, value);
                at++;
            } else {
                text_char(&text, *at);
            }
        }
        words[count] = texts[count];
    }
    if (arguments_parse(line->command, count, words, &arguments, &error) != STATUS_OK)
        return report_error(&error);
    return line->command->run(&arguments);
}

#define PLAYERS "--engine", "alphabeta,depth=1,hash=0.1", "--engine", "random"

static const CommandLine lines[] = {
    {&command_games, {0}},
    {&command_engines, {0}},
    {&command_show, {"%G", "--svg"}},
    {&command_moves, {"%G"}},
    {&command_perft, {"%G", "3", "--threads", "2"}},
    {&command_search, {"%G", "--engine", "alphabeta,depth=2,hash=0.1,multipv=2"}},
    {&command_search, {"%G", "--engine", "mcts,playouts=50,hash=0.1"}},
    {&command_search, {"%G", "--engine", "pns,nodes=200,hash=0.1"}},
    {&command_match, {"%G", PLAYERS, "--games", "4", "--out", "%F/match"}},
    {&command_tournament, {"--game", "%G", PLAYERS, "--games", "4", "--threads", "1"}},
    {&command_tournament,
     {"--game", "%G", PLAYERS, "--games", "4", "--threads", "1", "--out", "%F/played.db"}},
    {&command_tournament,
     {"--game", "%G", "--engine", "cmd=%E ugi,nodes=10", "--engine", "random", "--games", "2",
      "--threads", "1"}},
    {&command_standings, {"%F/games.db"}},
    {&command_standings, {"%F/games.db", "--json"}},
    {&command_export, {"%F/games.db", "--json"}},
    {&command_merge, {"%F/merged.db", "%F/games.db"}},
    {&command_openings, {"%G", "--count", "20", "--plies", "3", "--out", "%F/drawn"}},
    {&command_weights, {"%G"}},
    {&command_selfplay,
     {"%G", "--engine", "alphabeta,nodes=20,hash=0.1", "--games", "6", "--out", "%F/self"}},
    {&command_tune,
     {"%G", "--data", "%F/games.skd", "--out", "%F/tuned", "--passes", "3", "--plot", "%F/plot"}},
};

/* ---- The test ---- */

static FILE *report; /* the standard error, while commands write elsewhere */
static int faults;

static void fail(const char *name, MemoryFailure failure, int64_t at, const char *what)
{
    fprintf(report, "%s: request %lld%s refused: %s\n", name, (long long)at,
            failure == MEMORY_FAILS_AFTER ? " and all after it" : "", what);
    faults++;
}

/* Tries once; whether a request was refused. */
static bool try_case(const MemoryCase *one, MemoryFailure failure, int64_t at)
{
    Error error = {0};
    int64_t before = memory_in_use(), requests = 0;
    memory_begin(failure, at);
    Status status = one->attempt(&error);
    bool refused = memory_end(&requests);
    if (memory_in_use() != before)
        fail(one->name, failure, at, "memory is not given back");
    if (!refused && status != STATUS_OK)
        fail(one->name, failure, at, error.text);
    if (refused && status == STATUS_OK && !one->lenient)
        fail(one->name, failure, at, "no error");
    if (status != STATUS_OK && (error.status != status || !error.text[0]))
        fail(one->name, failure, at, "an error without a sentence");
    if (refused && status != STATUS_OK && status != STATUS_NO_MEMORY)
        fail(one->name, failure, at, error.text);
    return refused;
}

static bool try_line(const CommandLine *line, MemoryFailure failure, int64_t at)
{
    int64_t before = memory_in_use(), requests = 0;
    char path[160];
    unlink(memory_path("played.db", path));
    unlink(memory_path("merged.db", path));
    unlink(memory_path("self", path));
    memory_begin(failure, at);
    int code = run_command(line);
    bool refused = memory_end(&requests);
    if (memory_in_use() != before)
        fail(line->command->name, failure, at, "memory is not given back");
    if (code != 0 && code != EXIT_DIFFERS && code != EXIT_BAD_INPUT)
        fail(line->command->name, failure, at, "an exit code of no meaning");
    if (!refused && code != 0)
        fail(line->command->name, failure, at, "it fails with all memory there is");
    return refused;
}

static void try_cases(const char *only)
{
    for (size_t i = 0; i < memory_case_count; i++) {
        if (only && strcmp(only, memory_cases[i].name) != 0)
            continue;
        for (int failure = MEMORY_FAILS_ONCE; failure <= MEMORY_FAILS_AFTER; failure++) {
            int64_t at = 1;
            while (at < REQUESTS_MOST && try_case(&memory_cases[i], (MemoryFailure)failure, at))
                at++;
            fprintf(report, "%s: %lld requests\n", memory_cases[i].name, (long long)at - 1);
        }
    }
}

/* Commands ask thousands of times, mostly for the same: the later, the fewer are refused. */
static void try_lines(const char *only)
{
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (only && strcmp(only, lines[i].command->name) != 0)
            continue;
        for (int failure = MEMORY_FAILS_ONCE; failure <= MEMORY_FAILS_AFTER; failure++) {
            int64_t at = 1;
            while (at < REQUESTS_MOST && try_line(&lines[i], (MemoryFailure)failure, at))
                at += 1 + at / 12;
            fprintf(report, "command %s: up to request %lld\n", lines[i].command->name,
                    (long long)at);
        }
    }
}

/* What cases and commands read. */
static void make_files(void)
{
    static const CommandLine making[] = {
        {&command_openings, {"%G", "--count", "5", "--plies", "2", "--out", "%F/openings"}},
        {&command_selfplay,
         {"%G", "--engine", "alphabeta,nodes=50,hash=0.1", "--games", "20", "--out",
          "%F/games.skd"}},
        {&command_tournament,
         {"--game", "%G", PLAYERS, "--games", "4", "--threads", "1", "--out", "%F/games.db"}},
    };
    for (size_t i = 0; i < sizeof making / sizeof making[0]; i++)
        if (run_command(&making[i]) != 0)
            fail(making[i].command->name, MEMORY_SUFFICES, 0, "the files cannot be made");
    if (!memory_cases_make_tables())
        fail("tables", MEMORY_SUFFICES, 0, "the table cannot be made");
}

int main(int argc, char **argv)
{
    const char *only = argc > 2 ? argv[2] : NULL;
    char command[96];
    if (argc < 2)
        return EXIT_BAD_INPUT;
    engine_program = argv[1];
    report = fdopen(dup(STDERR_FILENO), "w");
    Text text = TEXT_OF(memory_folder);
    text_string(&text, "/dev/shm/skirmish-memory-XXXXXX");
    if (!report || !mkdtemp(memory_folder) || !freopen("/dev/null", "w", stdout) ||
        !freopen("/dev/null", "w", stderr))
        return EXIT_BAD_INPUT;
    setvbuf(report, NULL, _IOLBF, 0);
    memory_take_sqlite();
    make_files();
    try_cases(only);
    try_lines(only);
    snprintf(command, sizeof command, "rm -r '%s'", memory_folder);
    if (system(command) != 0)
        faults++;
    fprintf(report, "%d faults\n", faults);
    return faults != 0;
}
