/* Stages of the five formats. */
#include "engine/schedule.h"

#include <stdlib.h>
#include <string.h>

enum { SWISS_STEPS_MAX = 200000 };

static const char *const format_words[] = {
#define FORMAT_WORD(name, word) [FORMAT_##name] = (word),
    FORMAT_MAP(FORMAT_WORD)
#undef FORMAT_WORD
};

const char *format_word(Format format)
{
    return format_words[format];
}

Status format_find(const char *word, Format *format, Error *error)
{
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(word, format_words[i]) == 0) {
            *format = (Format)i;
            return STATUS_OK;
        }
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "format: expected round-robin, gauntlet, swiss, knockout or sprt, got "
                     "'%.60s'",
                     word);
}

/* Rounds until one of so many engines is left. */
static int knockout_rounds(int engines)
{
    int rounds = 0;
    while (1 << rounds < engines)
        rounds++;
    return rounds;
}

static int round_count(const ScheduleOptions *options)
{
    if (options->format == FORMAT_KNOCKOUT)
        return knockout_rounds(options->engines);
    if (options->format != FORMAT_SWISS)
        return 1;
    return options->rounds ? options->rounds : knockout_rounds(options->engines);
}

Status schedule_check(const ScheduleOptions *options, Error *error)
{
    int engines = options->engines;
    if (options->format == FORMAT_SPRT && engines != 2)
        return error_set(error, STATUS_BAD_ARGUMENT, "sprt is between two engines, got %d",
                         engines);
    if (engines < 2 || engines > SCHEDULE_ENGINES_MAX)
        return error_set(error, STATUS_BAD_ARGUMENT, "expected 2 to %d engines, got %d",
                         SCHEDULE_ENGINES_MAX, engines);
    if (options->format == FORMAT_GAUNTLET && (options->seeds < 1 || options->seeds >= engines))
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "seeds: expected 1 to %d of %d engines, got %d", engines - 1, engines,
                         options->seeds);
    return STATUS_OK;
}

void stage_close(Stage *stage)
{
    free(stage->pairings);
    *stage = (Stage){0};
}

uint64_t stage_pairs(const Stage *stage)
{
    return stage->sets * (uint64_t)stage->games * (uint64_t)stage->pairing_count;
}

PairTask stage_pair(const Stage *stage, uint64_t index)
{
    uint64_t pairings = (uint64_t)stage->pairing_count, games = (uint64_t)stage->games;
    const Pairing *pairing = &stage->pairings[index % pairings];
    return (PairTask){
        .number = stage->first_pair + index,
        .stage = stage->number,
        .pairing = (int)(index % pairings),
        .game = (int)(index / pairings % games),
        .engines = {pairing->engines[0], pairing->engines[1]},
        .set = stage->first_set + index / (pairings * games),
    };
}

uint64_t schedule_pairs(const ScheduleOptions *options)
{
    uint64_t engines = (uint64_t)options->engines, seeds = (uint64_t)options->seeds, meetings = 1;
    switch (options->format) {
    case FORMAT_ROUND_ROBIN: meetings = engines * (engines - 1) / 2; break;
    case FORMAT_GAUNTLET: meetings = seeds * (engines - seeds); break;
    case FORMAT_SWISS: meetings = (uint64_t)round_count(options) * (engines / 2); break;
    case FORMAT_KNOCKOUT: meetings = engines - 1; break;
    case FORMAT_SPRT:
    case FORMATS: break;
    }
    return meetings * (uint64_t)options->games * options->sets;
}

uint64_t schedule_openings(const ScheduleOptions *options)
{
    uint64_t tie_breaks = options->format == FORMAT_KNOCKOUT ? TIE_BREAKS_MAX : 0;
    return (uint64_t)round_count(options) * (options->sets + tie_breaks);
}

/* Adds a pairing to the stage, which has room for it. */
static void add_pairing(Stage *stage, int one, int other)
{
    stage->pairings[stage->pairing_count++] = (Pairing){.engines = {one, other}};
}

static void pair_single_stage(const ScheduleOptions *options, Stage *next)
{
    int firsts = options->format == FORMAT_GAUNTLET ? options->seeds : options->engines;
    for (int i = 0; i < firsts; i++)
        for (int j = options->format == FORMAT_GAUNTLET ? firsts : i + 1; j < options->engines; j++)
            add_pairing(next, i, j);
}

/* ---- Swiss ---- */

/* What is known before a round. */
typedef struct Swiss {
    int engines, steps;
    uint64_t points[SCHEDULE_ENGINES_MAX], opposition[SCHEDULE_ENGINES_MAX];
    bool met[SCHEDULE_ENGINES_MAX][SCHEDULE_ENGINES_MAX], free[SCHEDULE_ENGINES_MAX];
    int order[SCHEDULE_ENGINES_MAX];    /* best first */
    int opponent[SCHEDULE_ENGINES_MAX]; /* -1 = none yet */
} Swiss;

/* Points of all stages; a free round counts as won. */
static void add_stage_points(Swiss *swiss, const Stage *stage)
{
    bool paired[SCHEDULE_ENGINES_MAX] = {0};
    uint64_t full = 4 * stage->sets * (uint64_t)stage->games;
    for (int i = 0; i < stage->pairing_count; i++) {
        const Pairing *pairing = &stage->pairings[i];
        int one = pairing->engines[0], other = pairing->engines[1];
        paired[one] = paired[other] = true;
        swiss->met[one][other] = swiss->met[other][one] = true;
        swiss->points[one] += pairing->points;
        swiss->points[other] += full - pairing->points;
    }
    for (int i = 0; i < swiss->engines; i++)
        if (!paired[i]) {
            swiss->points[i] += full;
            swiss->free[i] = true;
        }
}

/* Whether an engine ranks before another: points, then the opponents' points, then the seed. */
static bool ranks_before(const Swiss *swiss, int one, int other)
{
    if (swiss->points[one] != swiss->points[other])
        return swiss->points[one] > swiss->points[other];
    if (swiss->opposition[one] != swiss->opposition[other])
        return swiss->opposition[one] > swiss->opposition[other];
    return one < other;
}

static void rank_engines(Swiss *swiss)
{
    for (int i = 0; i < swiss->engines; i++)
        for (int j = 0; j < swiss->engines; j++)
            swiss->opposition[i] += swiss->met[i][j] ? swiss->points[j] : 0;
    for (int i = 0; i < swiss->engines; i++) {
        int at = i;
        for (; at > 0 && ranks_before(swiss, i, swiss->order[at - 1]); at--)
            swiss->order[at] = swiss->order[at - 1];
        swiss->order[at] = i;
    }
}

/* Pairs the best unpaired engine with the next below that it has not met (or any, with
 * `rematches`), then the rest; false if that is not possible. */
static bool pair_from(Swiss *swiss, int at, bool rematches)
{
    while (at < swiss->engines && swiss->opponent[swiss->order[at]] >= 0)
        at++;
    if (at == swiss->engines)
        return true;
    int one = swiss->order[at];
    for (int below = at + 1; below < swiss->engines && swiss->steps > 0; below++) {
        int other = swiss->order[below];
        if (swiss->opponent[other] >= 0 || (swiss->met[one][other] && !rematches))
            continue;
        swiss->steps--;
        swiss->opponent[one] = other;
        swiss->opponent[other] = one;
        if (pair_from(swiss, at + 1, rematches))
            return true;
        swiss->opponent[one] = swiss->opponent[other] = -1;
    }
    return false;
}

/* The worst engine without a free round gets it: it is its own opponent. */
static void give_free_round(Swiss *swiss)
{
    int chosen = swiss->order[swiss->engines - 1];
    for (int i = swiss->engines - 1; i >= 0; i--)
        if (!swiss->free[swiss->order[i]]) {
            chosen = swiss->order[i];
            break;
        }
    swiss->opponent[chosen] = chosen;
}

static void pair_swiss_round(Swiss *swiss, Stage *next)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        for (int i = 0; i < swiss->engines; i++)
            swiss->opponent[i] = -1;
        if (swiss->engines % 2)
            give_free_round(swiss);
        swiss->steps = SWISS_STEPS_MAX;
        if (pair_from(swiss, 0, attempt == 1))
            break;
    }
    for (int i = 0; i < swiss->engines; i++) {
        int one = swiss->order[i], other = swiss->opponent[one];
        if (ranks_before(swiss, one, other))
            add_pairing(next, one, other);
    }
}

static Status pair_swiss(const ScheduleOptions *options, const Stage *stages, int count,
                         Stage *next, Error *error)
{
    Swiss *swiss = calloc(1, sizeof *swiss);
    if (!swiss)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a round");
    swiss->engines = options->engines;
    for (int i = 0; i < count; i++)
        add_stage_points(swiss, &stages[i]);
    rank_engines(swiss);
    pair_swiss_round(swiss, next);
    free(swiss);
    return STATUS_OK;
}

/* ---- Knockout ---- */

/* Who is left, in the order of the bracket; -1 = an empty place. */
typedef struct Bracket {
    int places;
    int engines[SCHEDULE_ENGINES_MAX];
    int winners[SCHEDULE_ENGINES_MAX / 2]; /* of this round's meetings, -1 = undecided */
} Bracket;

/* The two places of a round's meeting. */
static const int *meeting(const Bracket *bracket, int number)
{
    return &bracket->engines[2 * (size_t)number];
}

/* Places the seeds so that the best meet last: 1-8 4-5 2-7 3-6. */
static void open_bracket(Bracket *bracket, int engines)
{
    bracket->places = 1;
    bracket->engines[0] = 0;
    while (bracket->places < engines) {
        int places = 2 * bracket->places;
        for (size_t i = (size_t)bracket->places; i-- > 0;) {
            int seed = bracket->engines[i];
            bracket->engines[2 * i] = seed;
            bracket->engines[2 * i + 1] = places - 1 - seed;
        }
        bracket->places = places;
    }
    for (int i = 0; i < bracket->places; i++)
        if (bracket->engines[i] >= engines)
            bracket->engines[i] = -1;
}

/* Begins a round: who has no opponent has won. */
static void begin_round(Bracket *bracket)
{
    for (int i = 0; i < bracket->places / 2; i++) {
        int one = meeting(bracket, i)[0], other = meeting(bracket, i)[1];
        bracket->winners[i] = other < 0 ? one : (one < 0 ? other : -1);
    }
}

/* Adds the undecided meetings to the next stage. */
static void pair_undecided(const Bracket *bracket, Stage *next)
{
    for (int i = 0; i < bracket->places / 2; i++)
        if (bracket->winners[i] < 0)
            add_pairing(next, meeting(bracket, i)[0], meeting(bracket, i)[1]);
}

static bool is_decided(const Bracket *bracket)
{
    for (int i = 0; i < bracket->places / 2; i++)
        if (bracket->winners[i] < 0)
            return false;
    return true;
}

/* Reads a finished stage, whose pairings are the undecided meetings in order. */
static void read_stage(Bracket *bracket, const Stage *stage)
{
    uint64_t half = 2 * stage->sets * (uint64_t)stage->games;
    for (int i = 0, at = 0; i < bracket->places / 2; i++) {
        if (bracket->winners[i] >= 0)
            continue;
        const Pairing *pairing = &stage->pairings[at++];
        if (pairing->points != half)
            bracket->winners[i] = pairing->engines[pairing->points > half ? 0 : 1];
    }
}

/* The winners go on; of a level meeting the better seed. */
static void end_round(Bracket *bracket)
{
    for (int i = 0; i < bracket->places / 2; i++) {
        int one = meeting(bracket, i)[0], other = meeting(bracket, i)[1];
        int better = one < other ? one : other;
        bracket->engines[i] = bracket->winners[i] >= 0 ? bracket->winners[i] : better;
    }
    bracket->places /= 2;
}

/* Plays the bracket through the finished stages up to the first stage that is missing. */
static void pair_knockout(const ScheduleOptions *options, const Stage *stages, int count,
                          Stage *next)
{
    Bracket bracket;
    int at = 0;
    open_bracket(&bracket, options->engines);
    while (bracket.places > 1) {
        begin_round(&bracket);
        for (int part = 0; part <= TIE_BREAKS_MAX && !is_decided(&bracket); part++) {
            if (at == count) {
                pair_undecided(&bracket, next);
                next->tie_break = part > 0;
                return;
            }
            read_stage(&bracket, &stages[at++]);
        }
        end_round(&bracket);
    }
}

Status schedule_next(const ScheduleOptions *options, const Stage *stages, int count, Stage *next,
                     bool *more, Error *error)
{
    if (!stages)
        count = 0;
    const Stage *last = count ? &stages[count - 1] : NULL;
    size_t engines = (size_t)options->engines;
    Status status = STATUS_OK;
    *next = (Stage){
        .number = count,
        .games = options->games,
        .sets = options->sets,
        .first_pair = last ? last->first_pair + stage_pairs(last) : 0,
        .first_set = last ? last->first_set + last->sets : 0,
        .pairings = malloc(engines * engines * sizeof(Pairing)),
    };
    if (!next->pairings)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the schedule");
    if (options->format == FORMAT_KNOCKOUT)
        pair_knockout(options, stages, count, next);
    else if (options->format == FORMAT_SWISS && count < round_count(options))
        status = pair_swiss(options, stages, count, next, error);
    else if (options->format != FORMAT_SWISS && count == 0)
        pair_single_stage(options, next);
    if (next->tie_break)
        next->sets = 1;
    *more = status == STATUS_OK && next->pairing_count > 0;
    if (!*more)
        stage_close(next);
    return status;
}
