/* skirmish check-engine: does a program speak UGI? */
#include "bench/command.h"
#include "bench/conformance.h"
#include "engine/clock.h"

#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    {"game", "GAME", "the game it is tested with (default the first one of 'skirmish games')"},
    {"timeout", "SECONDS", "how long an answer may take (default 5)"},
    {"log", "FILE", "append what the program writes to standard error to FILE"},
    {"seed", "S", "seed of the moves played against it (default 1)"},
    {"json", NULL, "print a JSON object"},
    {0},
};

enum { TIMEOUT_DEFAULT = 5, JSON_TEXT_MAX = 1 << 15 };

static const char *const result_words[] = {
    [STEP_PASSED] = "pass",
    [STEP_FAILED] = "FAIL",
    [STEP_ABSENT] = "absent",
};

static void add_json(Text *text, int number, const Step *step, StepResult result, const char *why)
{
    static const char *const words[] = {
        [STEP_PASSED] = "pass", [STEP_FAILED] = "fail", [STEP_ABSENT] = "absent"};
    text_format(text, "%s{\"step\":%d,\"demand\":", number > 1 ? "," : "", number);
    text_json_string(text, step->demand);
    text_format(text, ",\"result\":\"%s\"", words[result]);
    if (result == STEP_FAILED) {
        text_string(text, ",\"why\":");
        text_json_string(text, why);
    }
    text_char(text, '}');
}

/* Runs all steps; the first one is the condition of the others. Returns how many failed. */
static int run_steps(Conversation *talk, bool json, int counts[3])
{
    char *data = malloc(JSON_TEXT_MAX);
    Text text = data ? text_over(data, JSON_TEXT_MAX) : (Text){0};
    int number = 0;
    for (const Step *step = conformance_steps; step->demand; step++) {
        StepResult result = conformance_run(talk, step);
        counts[result]++;
        number++;
        if (json && data)
            add_json(&text, number, step, result, talk->why);
        if (!json)
            printf("%2d %-6s %s%s%s\n", number, result_words[result], step->demand,
                   result == STEP_FAILED ? ": " : "", result == STEP_FAILED ? talk->why : "");
        fflush(stdout);
        if (result == STEP_FAILED && step == conformance_steps)
            break;
    }
    if (json && data)
        printf("%s]", data);
    free(data);
    return counts[STEP_FAILED];
}

static int check(Conversation *talk, bool json)
{
    int counts[3] = {0};
    char line[2 * PROCESS_COMMAND_MAX];
    Text text = TEXT_OF(line);
    if (json) {
        text_json_string(&text, talk->command);
        printf("{\"command\":%s,\"game\":\"%s\",\"steps\":[", line, talk->game->name);
    }
    int failed = run_steps(talk, json, counts);
    conformance_close(talk);
    if (json) {
        text = TEXT_OF(line);
        text_json_string(&text, talk->name);
        printf(",\"name\":%s,\"passed\":%d,\"failed\":%d,\"absent\":%d}\n", line,
               counts[STEP_PASSED], failed, counts[STEP_ABSENT]);
    } else {
        printf("%s: %d passed, %d failed, %d extensions absent\n",
               talk->name[0] ? talk->name : talk->command, counts[STEP_PASSED], failed,
               counts[STEP_ABSENT]);
    }
    return failed ? EXIT_DIFFERS : 0;
}

static int run(const Arguments *arguments)
{
    Error error;
    uint64_t timeout = 0, seed = 0;
    const char *name = arguments_value(arguments, "game", 0);
    Status status =
        arguments_number(arguments, "timeout", 1, 3600, TIMEOUT_DEFAULT, &timeout, &error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "seed", 0, UINT64_MAX, 1, &seed, &error);
    int index = status == STATUS_OK && name ? games_find(name, &error) : 0;
    if (status != STATUS_OK || index < 0)
        return report_error(&error);
    Conversation *talk = calloc(1, sizeof *talk);
    if (!talk) {
        error_set(&error, STATUS_NO_MEMORY, "no memory for a conversation");
        return report_error(&error);
    }
    *talk = (Conversation){
        .game = games_at(index),
        .command = arguments->positionals[0],
        .log = arguments_value(arguments, "log", 0),
        .patience = timeout * NANOSECONDS_PER_SECOND,
        .seed = seed,
    };
    /* Whether there is such a program at all is no question of the protocol. */
    status = ugi_link_open(&talk->link, talk->command, talk->log, &error);
    int code = EXIT_BAD_INPUT;
    if (status == STATUS_OK) {
        ugi_link_close(&talk->link, 0);
        code = check(talk, arguments_flag(arguments, "json"));
    }
    free(talk);
    return status == STATUS_OK ? code : report_error(&error);
}

const Command command_check_engine = {
    .name = "check-engine",
    .positionals = "PROGRAM",
    .summary = "test whether a program speaks UGI",
    .details =
        "Starts PROGRAM (one argument; quotes keep words together) and holds a conversation with\n"
        "it, step by step: what each step demands, and what came instead if it fails. Exit\n"
        "status 1 if any failed. engine/UGI.md describes the protocol.",
    .example = "skirmish check-engine './my_engine --wild' --game yoxii",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
