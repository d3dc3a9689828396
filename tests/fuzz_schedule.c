/* libFuzzer target: the stages of all formats under any results. Input: bytes for the format, the
 * engines, rulesets, pairs, rounds and seeds, then for the results. Pairs are numbered through,
 * nobody meets itself, the stages end. */
#include "engine/schedule.h"
#include "tests/fuzz.h"

enum { STAGES_MOST = 64 };

/* The input byte by byte, and again from the front. */
typedef struct Input {
    const uint8_t *data;
    size_t size, at;
} Input;

static int next_byte(Input *input)
{
    return input->data[input->at++ % input->size];
}

static void check_stage(const ScheduleOptions *options, Stage *stage, Input *input)
{
    uint64_t full = 4 * stage->sets * (uint64_t)stage->games;
    for (int i = 0; i < stage->pairing_count; i++) {
        Pairing *pairing = &stage->pairings[i];
        for (int side = 0; side < 2; side++)
            fuzz_demand(pairing->engines[side] >= 0 && pairing->engines[side] < options->engines);
        fuzz_demand(pairing->engines[0] != pairing->engines[1]);
        pairing->points = (uint64_t)next_byte(input) % (full + 1);
    }
    uint64_t last = stage_pairs(stage) - 1;
    fuzz_demand(stage_pair(stage, last).number == stage->first_pair + last);
    fuzz_demand(stage_pair(stage, last).set < schedule_openings(options));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Stage stages[STAGES_MOST];
    Error error;
    if (size < 7)
        return 0;
    Input input = {.data = data, .size = size};
    ScheduleOptions options = {.format = (Format)(next_byte(&input) % FORMATS)};
    options.engines = next_byte(&input) % 34;
    options.games = 1 + next_byte(&input) % 3;
    options.sets = (uint64_t)(1 + next_byte(&input) % 4);
    options.rounds = next_byte(&input) % 12;
    options.seeds = next_byte(&input) % 34;
    if (schedule_check(&options, &error) != STATUS_OK)
        return 0;
    int count = 0;
    for (bool more = true; more; count += more) {
        fuzz_demand(count < STAGES_MOST);
        fuzz_demand(schedule_next(&options, stages, count, &stages[count], &more, &error) ==
                    STATUS_OK);
        if (more)
            check_stage(&options, &stages[count], &input);
    }
    fuzz_demand(count > 0);
    while (count > 0)
        stage_close(&stages[--count]);
    return 0;
}
