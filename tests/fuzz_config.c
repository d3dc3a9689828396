/* libFuzzer target: configuration files of tournaments, up to the plan that they make. Input: the
 * file. The plan of what is accepted, written as a configuration, must make the same plan. */
#include "bench/config.h"
#include "bench/tournament_setup.h"
#include "tests/fuzz.h"

#include <stdlib.h>
#include <string.h>

/* What is too large for a stack. */
typedef struct Reading {
    Config config;
    Arguments arguments;
    Setup setup;
} Reading;

static void close_reading(Reading *reading)
{
    setup_close(&reading->setup);
    config_close(&reading->config);
    free(reading);
}

static Reading *open_reading(void)
{
    Reading *reading = calloc(1, sizeof *reading);
    fuzz_demand(reading != NULL);
    reading->arguments.options = command_tournament.options;
    return reading;
}

static void check_plan(const Setup *setup)
{
    Reading *again = open_reading();
    fuzz_demand(config_parse(&again->config, setup->text, "plan", &command_tournament,
                             &again->arguments, NULL) == STATUS_OK);
    fuzz_demand(setup_open(&again->setup, &again->arguments, NULL) == STATUS_OK);
    fuzz_demand(strcmp(again->setup.text, setup->text) == 0);
    close_reading(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Error error;
    Reading *reading = open_reading();
    const FuzzFile *file = fuzz_file(data, size);
    Status status =
        config_read(&reading->config, file->path, &command_tournament, &reading->arguments, &error);
    if (status == STATUS_OK &&
        setup_open(&reading->setup, &reading->arguments, &error) == STATUS_OK)
        check_plan(&reading->setup);
    close_reading(reading);
    return 0;
}
