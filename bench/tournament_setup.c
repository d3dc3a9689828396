/* The plan of a tournament, out of its options. */
#include "bench/tournament_setup.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_DEFAULT = 100,
    SPRT_GAMES_DEFAULT = 40000,
    OPENING_PLIES_DEFAULT = 4,
    PLIES_MAX_DEFAULT = 1000,
    OPENINGS_MAX = 1000000, /* drawn for one game; beyond them they begin again */
};

static Status read_real(const Arguments *arguments, const char *name, double minimum,
                        double maximum, double otherwise, double *value, Error *error)
{
    const char *text = arguments_value(arguments, name, 0);
    char *end = NULL;
    *value = otherwise;
    if (!text)
        return STATUS_OK;
    *value = strtod(text, &end);
    if (*text && !*end && *value >= minimum && *value <= maximum)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "--%s: expected a number from %g to %g, got '%.60s'", name, minimum, maximum,
                     text);
}

/* Reads `count` whole numbers separated by commas; leaves them alone if the option is not given. */
static Status read_list(const Arguments *arguments, const char *name, const char *shape, int count,
                        int *numbers, Error *error)
{
    const char *text = arguments_value(arguments, name, 0);
    if (!text)
        return STATUS_OK;
    Scan scan = scan_over(text, name);
    bool good = true;
    for (int i = 0; good && i < count; i++) {
        uint64_t number = 0;
        good = (i == 0 || scan_take(&scan, ',')) &&
               scan_number(&scan, 1000000, &number, NULL) == STATUS_OK;
        numbers[i] = (int)number;
    }
    if (good && scan_end(&scan, NULL) == STATUS_OK)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_ARGUMENT, "--%s: expected %s, got '%.60s'", name, shape,
                     text);
}

static Status add_game(Setup *setup, int index, Error *error)
{
    int *count = &setup->plan.schedule.games;
    for (int i = 0; i < *count; i++)
        if (setup->game_indices[i] == index)
            return error_set(error, STATUS_BAD_ARGUMENT, "game '%s' is given twice",
                             games_at(index)->name);
    if (*count == SETUP_GAMES_MAX)
        return error_set(error, STATUS_BAD_ARGUMENT, "more than %d games", SETUP_GAMES_MAX);
    setup->game_indices[*count] = index;
    setup->rules[*count] = games_at(index);
    setup->games[(*count)++].game = games_at(index);
    return STATUS_OK;
}

static Status read_games(Setup *setup, const Arguments *arguments, Error *error)
{
    const char *name = NULL;
    for (int i = 0; (name = arguments_value(arguments, "game", i)); i++) {
        if (strcmp(name, "all") == 0) {
            /* Each game by its default ruleset, whose name has no colon. */
            for (int j = 0; j < games_count(); j++)
                if (!strchr(games_at(j)->name, ':') && add_game(setup, j, error) != STATUS_OK)
                    return STATUS_BAD_ARGUMENT;
            continue;
        }
        int index = games_find(name, error);
        if (index < 0 || add_game(setup, index, error) != STATUS_OK)
            return STATUS_BAD_ARGUMENT;
    }
    if (setup->plan.schedule.games == 0)
        return error_set(error, STATUS_BAD_ARGUMENT, "a tournament needs a --game");
    setup->board_path = arguments_value(arguments, "board", 0);
    if (!setup->board_path)
        return STATUS_OK;
    const Game *game = setup->rules[0];
    if (setup->plan.schedule.games > 1 || !game->board_open)
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "--board: expected one game that is played on several boards");
    return game->board_open(setup->board_path, &setup->board, error);
}

/* The threads that an engine searches with. */
static int spec_threads(const EngineSpec *spec)
{
    for (int i = 0; spec->type->options[i].name; i++)
        if (strcmp(spec->type->options[i].name, "threads") == 0)
            return (int)spec->options.values[i];
    return 1;
}

/* Records name the engines: two of one name would be one. */
static void make_name_unique(const Setup *setup, EngineSpec *spec, int engine)
{
    char plain[sizeof spec->name];
    memcpy(plain, spec->name, sizeof plain);
    for (int i = 0, copy = 2; i < engine; i++) {
        if (strcmp(setup->names[i], spec->name) != 0)
            continue;
        Text text = TEXT_OF(spec->name);
        text_format(&text, "%.240s (%d)", plain, copy++);
        i = -1;
    }
}

static Status read_engines(Setup *setup, const Arguments *arguments, Error *error)
{
    ScheduleOptions *schedule = &setup->plan.schedule;
    while (schedule->engines <= SCHEDULE_ENGINES_MAX &&
           arguments_value(arguments, "engine", schedule->engines))
        schedule->engines++;
    Status status = schedule_check(schedule, error);
    if (status != STATUS_OK)
        return status;
    size_t engines = (size_t)schedule->engines, games = (size_t)schedule->games;
    setup->specs = calloc(engines * games, sizeof *setup->specs);
    if (!setup->specs)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the engines");
    for (int game = 0; game < schedule->games; game++) {
        EngineSpec *specs = setup->specs + (size_t)game * engines;
        setup->games[game].specs = specs;
        setup->games[game].book = &setup->books[game];
        for (int i = 0; i < schedule->engines; i++) {
            const char *text = arguments_value(arguments, "engine", i);
            status = engine_spec_parse(text, searches_of(setup->game_indices[game])->players,
                                       &specs[i], error);
            if (status != STATUS_OK)
                return status;
            make_name_unique(setup, &specs[i], i);
            setup->names[i] = specs[i].name;
            setup->texts[i] = text;
            int threads = spec_threads(&specs[i]);
            setup->threads_most = threads > setup->threads_most ? threads : setup->threads_most;
        }
    }
    setup->plan.names = setup->names;
    return STATUS_OK;
}

static Status read_schedule(Setup *setup, const Arguments *arguments, Error *error)
{
    ScheduleOptions *schedule = &setup->plan.schedule;
    const char *format = arguments_value(arguments, "format", 0);
    uint64_t games = 0, rounds = 0, seeds = 1;
    Status status = format_find(format ? format : "round-robin", &schedule->format, error);
    if (status == STATUS_OK)
        status = arguments_number(
            arguments, "games", 2, 100000000,
            schedule->format == FORMAT_SPRT ? SPRT_GAMES_DEFAULT : GAMES_DEFAULT, &games, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "rounds", 1, 1000, 0, &rounds, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "seeds", 1, SCHEDULE_ENGINES_MAX, 1, &seeds, error);
    if (status == STATUS_OK && games % 2)
        status = error_set(error, STATUS_BAD_ARGUMENT,
                           "--games: expected an even number: games are played in pairs");
    if (status == STATUS_OK && rounds && schedule->format != FORMAT_SWISS)
        status = error_set(error, STATUS_BAD_ARGUMENT, "--rounds is for --format swiss");
    if (status == STATUS_OK && seeds > 1 && schedule->format != FORMAT_GAUNTLET)
        status = error_set(error, STATUS_BAD_ARGUMENT, "--seeds is for --format gauntlet");
    schedule->sets = games / 2;
    schedule->rounds = (int)rounds;
    schedule->seeds = (int)seeds;
    return status;
}

static Status read_test(Setup *setup, const Arguments *arguments, Error *error)
{
    SprtOptions *sprt = &setup->plan.sprt;
    const char *model = arguments_value(arguments, "model", 0);
    if (model && strcmp(model, "nelo") != 0 && strcmp(model, "logistic") != 0)
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "--model: expected nelo or logistic, got "
                         "'%.60s'",
                         model);
    sprt->model = model && *model == 'l' ? SPRT_LOGISTIC : SPRT_NORMALIZED;
    Status status = read_real(arguments, "elo0", -500, 500, 0, &sprt->elo0, error);
    if (status == STATUS_OK)
        status = read_real(arguments, "elo1", -500, 500, sprt->elo0 + 5, &sprt->elo1, error);
    if (status == STATUS_OK)
        status = read_real(arguments, "alpha", 1e-6, 0.49, 0.05, &sprt->alpha, error);
    if (status == STATUS_OK)
        status = read_real(arguments, "beta", 1e-6, 0.49, 0.05, &sprt->beta, error);
    if (status == STATUS_OK && sprt->elo1 <= sprt->elo0)
        status = error_set(error, STATUS_BAD_ARGUMENT, "--elo1: expected more than --elo0, %g",
                           sprt->elo0);
    return status;
}

static Status read_rules(Setup *setup, const Arguments *arguments, Error *error)
{
    TournamentPlan *plan = &setup->plan;
    uint64_t plies = 0, longest = 0;
    int win[2] = {0}, draw[3] = {0};
    setup->openings_path = arguments_value(arguments, "openings", 0);
    Status status = arguments_number(arguments, "seed", 0, UINT64_MAX, 1, &plan->seed, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "opening-plies", 0, 100, OPENING_PLIES_DEFAULT, &plies,
                                  error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "max-plies", 101, 100000, PLIES_MAX_DEFAULT, &longest,
                                  error);
    if (status == STATUS_OK)
        status = read_list(arguments, "adjudicate-win", "SCORE,TURNS like 1000,3", 2, win, error);
    if (status == STATUS_OK)
        status =
            read_list(arguments, "adjudicate-draw", "SCORE,TURNS,PLY like 10,8,60", 3, draw, error);
    if (status == STATUS_OK && arguments_flag(arguments, "adjudicate-win") && (!win[0] || !win[1]))
        status = error_set(error, STATUS_BAD_ARGUMENT,
                           "--adjudicate-win: expected a score and "
                           "turns above 0");
    if (status == STATUS_OK && arguments_flag(arguments, "adjudicate-draw") && !draw[1])
        status = error_set(error, STATUS_BAD_ARGUMENT, "--adjudicate-draw: expected turns above 0");
    if (status == STATUS_OK && setup->openings_path && plan->schedule.games > 1)
        status = error_set(error, STATUS_BAD_ARGUMENT,
                           "--openings: a file holds openings of one game, this tournament is of "
                           "%d",
                           plan->schedule.games);
    setup->tables_path = arguments_value(arguments, "adjudicate-tables", 0);
    setup->opening_plies = (int)plies;
    plan->plies_max = (int)longest;
    plan->adjudication = (Adjudication){win[0], win[1], draw[0], draw[1], draw[2]};
    return status;
}

/* Opens the tables of the games that can be solved; there must be one. */
static Status read_referees(Setup *setup, Error *error)
{
    bool some = !setup->tables_path;
    Status status = STATUS_OK;
    for (int i = 0; setup->tables_path && status == STATUS_OK && i < setup->plan.schedule.games;
         i++) {
        int index = setup->game_indices[i];
        if (!searches_of(index)->solver)
            continue;
        status = table_referee_open(index, setup->tables_path, &setup->referees[i], error);
        if (status == STATUS_OK)
            setup->games[i].referee = table_referee(setup->referees[i]);
        some = true;
    }
    if (status != STATUS_OK || some)
        return status;
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "--adjudicate-tables: no game of this tournament can be solved");
}

/* Writes the plan as configuration lines, every value spelt out. */
static void write_plan(const Setup *setup, Text *text)
{
    const TournamentPlan *plan = &setup->plan;
    const ScheduleOptions *schedule = &plan->schedule;
    const Adjudication *rules = &plan->adjudication;
    text_format(text, "format = %s\n", format_word(schedule->format));
    for (int i = 0; i < schedule->games; i++)
        text_format(text, "game = %s\n", setup->rules[i]->name);
    for (int i = 0; i < schedule->engines; i++)
        text_format(text, "engine = %s\n", setup->texts[i]);
    text_format(text, "games = %" PRIu64 "\n", 2 * schedule->sets);
    if (schedule->rounds)
        text_format(text, "rounds = %d\n", schedule->rounds);
    if (schedule->format == FORMAT_GAUNTLET)
        text_format(text, "seeds = %d\n", schedule->seeds);
    text_format(text, "seed = %" PRIu64 "\n", plan->seed);
    if (setup->openings_path)
        text_format(text, "openings = %s\n", setup->openings_path);
    text_format(text, "opening-plies = %d\nmax-plies = %d\n", setup->opening_plies,
                plan->plies_max);
    if (setup->board_path)
        text_format(text, "board = %s\n", setup->board_path);
    if (rules->win_score)
        text_format(text, "adjudicate-win = %d,%d\n", rules->win_score, rules->win_turns);
    if (rules->draw_turns)
        text_format(text, "adjudicate-draw = %d,%d,%d\n", rules->draw_score, rules->draw_turns,
                    rules->draw_from);
    if (setup->tables_path)
        text_format(text, "adjudicate-tables = %s\n", setup->tables_path);
    if (schedule->format == FORMAT_SPRT)
        text_format(text, "model = %s\nelo0 = %.9g\nelo1 = %.9g\nalpha = %.9g\nbeta = %.9g\n",
                    plan->sprt.model == SPRT_LOGISTIC ? "logistic" : "nelo", plan->sprt.elo0,
                    plan->sprt.elo1, plan->sprt.alpha, plan->sprt.beta);
}

Status setup_open(Setup *setup, const Arguments *arguments, Error *error)
{
    *setup = (Setup){.threads_most = 1};
    setup->plan.games = setup->games;
    Status status = read_schedule(setup, arguments, error);
    if (status == STATUS_OK)
        status = read_games(setup, arguments, error);
    if (status == STATUS_OK)
        status = read_engines(setup, arguments, error);
    if (status == STATUS_OK)
        status = read_test(setup, arguments, error);
    if (status == STATUS_OK)
        status = read_rules(setup, arguments, error);
    if (status == STATUS_OK)
        status = read_referees(setup, error);
    if (status != STATUS_OK)
        return status;
    setup->text = malloc(PLAN_TEXT_MAX);
    if (!setup->text)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the plan");
    Text text = text_over(setup->text, PLAN_TEXT_MAX);
    write_plan(setup, &text);
    if (text.overflow)
        return error_set(error, STATUS_BAD_ARGUMENT, "the plan is longer than %d characters",
                         PLAN_TEXT_MAX);
    return STATUS_OK;
}

Status setup_try_engines(const Setup *setup, Error *error)
{
    for (int i = 0; i < setup->plan.schedule.engines; i++) {
        const EngineSpec *spec = &setup->games[0].specs[i];
        Player *player = NULL;
        Status status = spec->type->open(&spec->options, &player, error);
        if (status != STATUS_OK)
            return status;
        spec->type->close(player);
    }
    return STATUS_OK;
}

void setup_close(Setup *setup)
{
    for (int i = 0; i < setup->plan.schedule.games; i++) {
        opening_book_close(&setup->books[i]);
        table_referee_close(setup->referees[i]);
    }
    if (setup->board)
        setup->rules[0]->board_close(setup->board);
    free(setup->specs);
    free(setup->text);
    *setup = (Setup){0};
}

/* A number for a game's name, so that every game has openings of its own. */
static uint64_t name_number(const char *name)
{
    uint64_t number = 0;
    for (; *name; name++)
        number = random_mix(number + (unsigned char)*name);
    return number;
}

Status setup_openings(Setup *setup, Error *error)
{
    uint64_t needed = schedule_openings(&setup->plan.schedule);
    Status status = STATUS_OK;
    if (needed > OPENINGS_MAX)
        needed = OPENINGS_MAX;
    for (int i = 0; status == STATUS_OK && i < setup->plan.schedule.games; i++) {
        const Game *game = setup->rules[i];
        Position start;
        game->start(setup->board, &start);
        if (setup->openings_path)
            status =
                openings_read(&setup->books[i], game, setup->board, setup->openings_path, error);
        else
            status = openings_draw(&setup->books[i], game, &start, setup->opening_plies, needed,
                                   random_split(setup->plan.seed, name_number(game->name)), error);
    }
    return status;
}

RunPlan setup_run_plan(const Setup *setup, char seed[24])
{
    Text text = text_over(seed, 24);
    text_format(&text, "%" PRIu64, setup->plan.seed);
    return (RunPlan){
        .header = {.format = format_word(setup->plan.schedule.format),
                   .config = setup->text,
                   .seed = seed,
                   .planned_pairs = schedule_pairs(&setup->plan.schedule)},
        .engine_count = setup->plan.schedule.engines,
        .game_count = setup->plan.schedule.games,
        .names = setup->names,
        .specs = setup->texts,
        .games = setup->rules,
        .board = setup->board_path,
        .books = setup->books,
    };
}
