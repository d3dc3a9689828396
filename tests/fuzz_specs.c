/* libFuzzer target: what the command line says of engines and numbers. Input: a byte that chooses
 * the game, then lines; each is read as an engine's spec, as a time control, as a command and as a
 * parameter to be tuned. An engine that is accepted must have a name and limits that end a search.
 */
#include "engine/process.h"
#include "engine/spsa.h"
#include "games/registry.h"
#include "search/registry.h"
#include "tests/fuzz.h"

#include <math.h>
#include <string.h>

static bool ends(const EngineSpec *spec)
{
    SearchLimits limits = engine_spec_limits(spec, NULL);
    return !spec->type->limits || limits.depth > 0 || limits.nodes || limits.playouts ||
           limits.nanoseconds;
}

static void check_engine(int index, const char *line)
{
    EngineSpec spec;
    Error error;
    if (engine_spec_parse(line, searches_of(index)->players, &spec, &error) != STATUS_OK)
        return;
    fuzz_demand(spec.name[0] && strcmp(spec.text, line) == 0 && ends(&spec));
    for (int i = 0; spec.type->options[i].name; i++)
        fuzz_demand(spec.options.values[i] >= spec.type->options[i].minimum &&
                    spec.options.values[i] <= spec.type->options[i].maximum);
}

/* A clock that does what it is told never runs out. */
static void check_time(const char *line)
{
    TimeControl control;
    Error error;
    if (time_control_parse(line, &control, &error) != STATUS_OK)
        return;
    Clock clock = time_control_start(&control);
    for (int i = 0; i < 100; i++) {
        SearchLimits limits = {0};
        time_control_limit(&control, &clock, &limits);
        fuzz_demand(limits.nanoseconds > 0 && limits.soft_nanoseconds <= limits.nanoseconds);
        if (clock.left > 1)
            fuzz_demand(time_control_spend(&control, &clock, limits.nanoseconds - 1));
    }
}

static void check_command(const char *line)
{
    char words[PROCESS_COMMAND_MAX + PROCESS_ARGUMENTS_MAX], *arguments[PROCESS_ARGUMENTS_MAX];
    Error error;
    if (strlen(line) < PROCESS_COMMAND_MAX &&
        process_split(line, words, arguments, &error) == STATUS_OK)
        fuzz_demand(arguments[0] == words);
}

static void check_parameter(const char *line)
{
    SpsaParameter parameter;
    Error error;
    if (spsa_parameter_parse(line, &parameter, &error) == STATUS_OK)
        fuzz_demand(parameter.name[0] && isfinite(parameter.c_end) &&
                    parameter.start >= parameter.minimum && parameter.start <= parameter.maximum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[2048];
    if (size < 1 || !fuzz_text(data + 1, size - 1, text, sizeof text))
        return 0;
    int index = data[0] % games_count();
    for (char *line = text, *next; line; line = next) {
        next = fuzz_next_line(line);
        check_engine(index, line);
        check_time(line);
        check_command(line);
        check_parameter(line);
    }
    return 0;
}
