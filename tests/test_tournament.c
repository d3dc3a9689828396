/* Tournaments: games that end early or by failure, the same records whatever the threads do and
 * however often they are interrupted, a database that takes no other file for its own. */
#include "tests/walks.h"

#include "engine/pool.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ENGINES = 3, SETS = 4, TRANSCRIPT_SIZE = 1 << 21 };

/* ---- Single games ---- */

/* A player that fails at a given turn of its own, or says a given score. */
typedef struct ScriptedPlayer {
    Player player;
    int turns;
} ScriptedPlayer;

enum { OPTION_FAILURE, OPTION_TURN, OPTION_SCORE };

static const PlayerOption scripted_options[] = {
    {"failure", 0, 0, 6, true, "Failure to end with"},
    {"turn", 0, 0, 1000, true, "own turn to fail at"},
    {"score", 0, -30000, 30000, true, "what it says"},
    {0},
};

static PlayerOptions scripted_settings; /* of this test's own process */

static void scripted_reset(Player *player, uint64_t seed)
{
    (void)seed;
    ((ScriptedPlayer *)player)->turns = 0;
}

static const Game *scripted_game;

static void scripted_choose(Player *player, const Position *position,
                            const PositionHistory *history, const SearchLimits *limits,
                            SearchReport *report, void *context, SearchResult *result)
{
    ScriptedPlayer *self = (ScriptedPlayer *)player;
    Random random = random_from((uint64_t)self->turns);
    const double *values = scripted_settings.values;
    (void)limits, (void)report, (void)context;
    cr_assert_not_null(history->start, "the way from the start is known");
    *result = (SearchResult){.score = (Score)values[OPTION_SCORE]};
    if (scripted_game->mover(position) == 1)
        result->score = -result->score;
    turn_random(scripted_game, position, &random, &result->turn);
    if (values[OPTION_FAILURE] > 0 && self->turns++ == (int)values[OPTION_TURN]) {
        result->failure = (Failure)values[OPTION_FAILURE];
        result->failure_text = "because";
    }
}

static const PlayerType scripted = {
    .name = "scripted",
    .options = scripted_options,
    .reset = scripted_reset,
    .choose = scripted_choose,
};

/* A game of the scripted player, first or second, against itself; only it fails. */
static GameRecord scripted_contest(int index, double failure, double score,
                                   const Adjudication *adjudication)
{
    ScriptedPlayer players[2] = {{.player.type = &scripted}, {.player.type = &scripted}};
    EngineSpec spec = {.type = &scripted};
    GameRecord record = {0};
    Contest contest = {
        .game = games_at(index),
        .seats = {{&spec, &players[0].player, 1}, {&spec, &players[1].player, 2}},
        .plies_max = 40,
        .adjudication = *adjudication,
    };
    scripted_game = contest.game;
    scripted_settings = (PlayerOptions){.values = {failure, 1, score}};
    contest.game->start(NULL, &contest.opening.start);
    cr_assert_eq(contest_play(&contest, &record, NULL), STATUS_OK);
    return record;
}

Test(contest, a_player_that_fails_loses_and_it_is_said_how)
{
    static const Ending endings[] = {ENDING_ILLEGAL, ENDING_CLAIM,   ENDING_CRASH,
                                     ENDING_STALL,   ENDING_GARBAGE, ENDING_FLOOD};
    for (int game = 0; game < games_count(); game++)
        for (int failure = 1; failure <= 6; failure++) {
            GameRecord record = scripted_contest(game, failure, 0, &(Adjudication){0});
            /* The first side fails at its second turn. */
            cr_assert_eq(record.turn_count, 2);
            cr_assert_eq(record.result, OUTCOME_LOSS);
            cr_assert_eq(record.ending, endings[failure - 1]);
            cr_assert_str_eq(record.failure, "because");
            cr_assert_eq(ending_find(ending_word(record.ending)), record.ending);
            game_record_close(&record);
        }
}

Test(contest, scores_that_agree_end_a_game)
{
    Adjudication win = {.win_score = 500, .win_turns = 3};
    Adjudication draw = {.draw_score = 10, .draw_turns = 2, .draw_from = 6};
    for (int game = 0; game < games_count(); game++) {
        GameRecord first = scripted_contest(game, 0, 700, &win);
        GameRecord second = scripted_contest(game, 0, -700, &win);
        GameRecord nobody = scripted_contest(game, 0, 499, &win);
        GameRecord level = scripted_contest(game, 0, 10, &draw);
        cr_assert_eq(first.ending, ENDING_ADJUDICATED_SCORE);
        cr_assert_eq(first.result, OUTCOME_WIN);
        cr_assert_eq(first.turn_count, 6);
        cr_assert_eq(second.result, OUTCOME_LOSS);
        cr_assert_eq(second.ending, ENDING_ADJUDICATED_SCORE);
        cr_assert_neq(nobody.ending, ENDING_ADJUDICATED_SCORE);
        cr_assert_eq(level.ending, ENDING_ADJUDICATED_SCORE);
        cr_assert_eq(level.result, OUTCOME_DRAW);
        cr_assert_eq(level.turn_count, 6);
        game_record_close(&first);
        game_record_close(&second);
        game_record_close(&nobody);
        game_record_close(&level);
    }
}

/* ---- Openings ---- */

Test(openings, drawn_ones_are_open_and_different_up_to_symmetry)
{
    for (int index = 0; index < games_count(); index++) {
        const Game *game = games_at(index);
        Position start;
        OpeningBook book = {0}, again = {0};
        PositionSet seen = {0};
        game->start(NULL, &start);
        cr_assert_eq(openings_draw(&book, game, &start, 3, 40, 9, NULL), STATUS_OK);
        cr_assert_eq(openings_draw(&again, game, &start, 3, 40, 9, NULL), STATUS_OK);
        cr_assert_gt(book.count, 5);
        cr_assert_eq(book.count, again.count);
        cr_assert_eq(book.move_count, again.move_count);
        cr_assert(memcmp(book.moves, again.moves, book.move_count * sizeof(Move)) == 0);
        for (size_t i = 0; i < book.count; i++) {
            Opening opening = opening_book_at(&book, i);
            Position position = opening.start, image;
            bool fresh = false;
            for (size_t j = 0; j < opening.move_count; j++)
                game->play(&position, opening.moves[j]);
            cr_assert_eq(game->outcome(&position), OUTCOME_OPEN);
            position_set_add(&seen, game, &position, &fresh, NULL);
            cr_assert(fresh);
            game->transform(&position, (int)i % game->symmetries, &image);
            position_set_add(&seen, game, &image, &fresh, NULL);
            cr_assert_not(fresh);
        }
        position_set_close(&seen);
        opening_book_close(&book);
        opening_book_close(&again);
    }
}

/* ---- Whole tournaments ---- */

/* A tournament of two games between three engines, with its database. */
typedef struct Fixture {
    EngineSpec specs[2][ENGINES];
    OpeningBook books[2];
    TournamentGame games[2];
    TournamentPlan plan;
    const char *names[ENGINES];
    const Game *rules[2];
    char path[64];
    Store *store;
    int64_t run, session;
    Tournament tournament;
} Fixture;

static void parse_spec(const char *text, int index, EngineSpec *spec)
{
    Error error = {0};
    cr_assert_eq(engine_spec_parse(text, searches_of(index)->players, spec, &error), STATUS_OK,
                 "%s", error.text);
}

static void describe(Fixture *fixture, Format format, uint64_t sets)
{
    static const char *const texts[] = {"alphabeta,depth=1,hash=0.1,name=A",
                                        "mcts,playouts=10,hash=0.1,name=M", "random,name=R"};
    *fixture = (Fixture){.names = {"A", "M", "R"}};
    int count = games_count() > 1 ? 2 : 1, engines = format == FORMAT_SPRT ? 2 : ENGINES;
    fixture->plan = (TournamentPlan){
        .schedule = {format, engines, count, sets, 0, 1},
        .sprt = {SPRT_NORMALIZED, 0, 100, 0.05, 0.05},
        .games = fixture->games,
        .names = fixture->names,
        .seed = 11,
        .plies_max = 120,
    };
    for (int game = 0; game < count; game++) {
        Position start;
        fixture->rules[game] = games_at(game);
        fixture->rules[game]->start(NULL, &start);
        for (int i = 0; i < ENGINES; i++)
            parse_spec(texts[i], game, &fixture->specs[game][i]);
        cr_assert_eq(openings_draw(&fixture->books[game], fixture->rules[game], &start, 2,
                                   schedule_openings(&fixture->plan.schedule), 5, NULL),
                     STATUS_OK);
        fixture->games[game] = (TournamentGame){.game = fixture->rules[game],
                                                .specs = fixture->specs[game],
                                                .book = &fixture->books[game]};
    }
    snprintf(fixture->path, sizeof fixture->path, "skirmish-test-%d.db", (int)getpid());
    unlink(fixture->path);
}

/* Opens the fixture's database, with a run if there is none, and restores what is there. */
static Status restore(void *context, uint64_t number, const GameSummary games[2], Error *error)
{
    return tournament_finish(context, number, games, error);
}

static void begin(Fixture *fixture)
{
    Error error = {0};
    SessionInfo info = {"1", "c", "gcc", "-O", "cpu", "host", 1, 1};
    cr_assert_eq(store_open(fixture->path, STORE_WRITE, &fixture->store, &error), STATUS_OK, "%s",
                 error.text);
    RunPlan plan = {
        .header = {.format = "f", .config = "c", .seed = "11", .planned_pairs = 1},
        .engine_count = fixture->plan.schedule.engines,
        .game_count = fixture->plan.schedule.games,
        .names = fixture->names,
        .specs = fixture->names,
        .games = fixture->rules,
        .books = fixture->books,
    };
    if (!fixture->run)
        cr_assert_eq(store_add_run(fixture->store, &plan, &fixture->run, &error), STATUS_OK, "%s",
                     error.text);
    cr_assert_eq(tournament_open(&fixture->tournament, &fixture->plan, &error), STATUS_OK);
    cr_assert_eq(
        store_each_pair(fixture->store, fixture->run, restore, &fixture->tournament, &error),
        STATUS_OK, "%s", error.text);
    cr_assert_eq(store_add_session(fixture->store, fixture->run, &info, &fixture->session, &error),
                 STATUS_OK);
}

static void end(Fixture *fixture)
{
    tournament_close(&fixture->tournament);
    store_close(fixture->store);
}

static void discard(Fixture *fixture)
{
    char path[80];
    for (int i = 0; i < 2; i++)
        opening_book_close(&fixture->books[i]);
    unlink(fixture->path);
    snprintf(path, sizeof path, "%s-wal", fixture->path);
    unlink(path);
    snprintf(path, sizeof path, "%s-shm", fixture->path);
    unlink(path);
}

/* Stops the pool after so many pairs. */
typedef struct Interruption {
    atomic_bool stop;
    int pairs;
} Interruption;

static void count_down(void *context, const Tournament *tournament, const PairTask *task,
                       const GameSummary games[2])
{
    Interruption *interruption = context;
    (void)tournament, (void)task, (void)games;
    if (--interruption->pairs == 0)
        atomic_store(&interruption->stop, true);
}

static void play(Fixture *fixture, int threads, int pairs)
{
    Error error = {0};
    Interruption interruption = {.pairs = pairs};
    PoolOptions options = {
        .threads = threads,
        .stop = &interruption.stop,
        .store = fixture->store,
        .run = fixture->run,
        .session = fixture->session,
        .on_pair = count_down,
        .context = &interruption,
    };
    cr_assert_eq(pool_play(&fixture->tournament, &options, &error), STATUS_OK, "%s", error.text);
    if (fixture->tournament.over)
        cr_assert_eq(store_finish_run(fixture->store, fixture->run,
                                      tournament_pairs(&fixture->tournament), NULL, &error),
                     STATUS_OK);
}

/* What a game is, times left out. */
static Status add_row(void *context, const GameRow *row, Error *error)
{
    (void)error;
    text_format(context, "%d %d %d %s %s %s %s %s %s %d %d\n", (int)row->pair, row->leg, row->stage,
                row->first, row->second, row->result, row->ending, row->final, row->ruleset,
                row->plies, (int)row->opening);
    text_string(context, row->moves);
    text_string(context, row->searches);
    return STATUS_OK;
}

static char *transcript(Fixture *fixture)
{
    char *data = malloc(TRANSCRIPT_SIZE);
    Text text = text_over(data, TRANSCRIPT_SIZE);
    cr_assert_eq(store_each_game(fixture->store, fixture->run, add_row, &text, NULL), STATUS_OK);
    cr_assert_not(text.overflow);
    return data;
}

/* Plays it at once with one thread, and in pieces with three: the databases must hold the same. */
static void check_format(Format format, uint64_t sets)
{
    Fixture whole, pieces;
    describe(&whole, format, sets);
    begin(&whole);
    play(&whole, 1, -1);
    cr_assert(whole.tournament.over);
    char *expected = transcript(&whole);
    uint64_t pairs = whole.tournament.standings.finished_pairs;
    cr_assert_eq(pairs, tournament_pairs(&whole.tournament));
    end(&whole);
    discard(&whole);

    describe(&pieces, format, sets);
    for (int piece = 0, over = 0; !over; piece++) {
        cr_assert_lt(piece, 1000);
        begin(&pieces);
        play(&pieces, 3, 3);
        over = pieces.tournament.over;
        char *reached = over ? transcript(&pieces) : NULL;
        if (over) {
            cr_assert_str_eq(reached, expected, "%s", format_word(format));
            cr_assert_eq(pieces.tournament.standings.finished_pairs, pairs);
        }
        free(reached);
        end(&pieces);
    }
    free(expected);
    discard(&pieces);
}

Test(tournament, same_games_whatever_the_threads_do_and_however_often_it_stops)
{
    check_format(FORMAT_ROUND_ROBIN, SETS);
    check_format(FORMAT_GAUNTLET, SETS);
    check_format(FORMAT_SWISS, 2);
    check_format(FORMAT_KNOCKOUT, 2);
    check_format(FORMAT_SPRT, 400);
}

Test(tournament, a_sprt_counts_its_pairs_in_order_and_none_after_its_decision)
{
    Fixture fixture;
    Tournament *tournament = &fixture.tournament;
    describe(&fixture, FORMAT_SPRT, 200);
    cr_assert_eq(tournament_open(tournament, &fixture.plan, NULL), STATUS_OK);
    GameSummary won[2] = {
        {.first = 0, .second = 1, .result = OUTCOME_WIN},
        {.first = 1, .second = 0, .result = OUTCOME_LOSS},
    };
    /* The second pair comes first: it waits. */
    PairTask tasks[400];
    int taken = 0;
    while (taken < 400 && tournament_take(tournament, &tasks[taken]))
        taken++;
    cr_assert_eq(taken, 200 * fixture.plan.schedule.games);
    for (int i = taken - 1; i >= 0; i--) {
        GameSummary games[2] = {won[0], won[1]};
        games[0].game = games[1].game = tasks[i].game;
        if (i == 0)
            cr_assert_eq(tournament->counted, 0);
        cr_assert_eq(tournament_finish(tournament, tasks[i].number, games, NULL), STATUS_OK);
    }
    cr_assert_eq(tournament->verdict, SPRT_ACCEPT_H1);
    cr_assert(tournament->over);
    cr_assert_lt(tournament_pairs(tournament), 200);
    cr_assert_eq(tournament->standings.finished_pairs, tournament_pairs(tournament));
    tournament_close(tournament);
    discard(&fixture);
}

Test(tournament, what_is_not_planned_is_refused)
{
    Fixture fixture;
    Error error;
    Tournament *tournament = &fixture.tournament;
    PairTask task, next;
    describe(&fixture, FORMAT_ROUND_ROBIN, 1);
    cr_assert_eq(tournament_open(tournament, &fixture.plan, NULL), STATUS_OK);
    cr_assert(tournament_take(tournament, &task));
    GameSummary games[2] = {{.first = 0, .second = 1}, {.first = 1, .second = 0}};
    GameSummary others[2] = {{.first = 0, .second = 2}, {.first = 2, .second = 0}};
    cr_assert_neq(tournament_finish(tournament, 1000, games, &error), STATUS_OK);
    cr_assert_neq(tournament_finish(tournament, task.number, others, &error), STATUS_OK);
    /* A pair that was given back is taken again. */
    tournament_return(tournament, &task);
    cr_assert(tournament_take(tournament, &next));
    cr_assert_eq(next.number, task.number);
    cr_assert_eq(tournament_finish(tournament, task.number, games, &error), STATUS_OK);
    cr_assert_neq(tournament_finish(tournament, task.number, games, &error), STATUS_OK);
    tournament_close(tournament);
    discard(&fixture);
}

static void execute(const char *path, const char *sql)
{
    sqlite3 *database = NULL;
    cr_assert_eq(sqlite3_open(path, &database), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

Test(store, foreign_newer_and_busy_files_are_refused)
{
    Fixture fixture;
    Store *store = NULL;
    Error error;
    describe(&fixture, FORMAT_ROUND_ROBIN, 1);
    cr_assert_neq(store_open(fixture.path, STORE_UPDATE, &store, &error), STATUS_OK);
    begin(&fixture);
    cr_assert_neq(store_open(fixture.path, STORE_WRITE, &store, &error), STATUS_OK);
    cr_assert(strstr(error.text, "another program is writing"), "%s", error.text);
    cr_assert_eq(store_open(fixture.path, STORE_READ, &store, &error), STATUS_OK);
    store_close(store);
    end(&fixture);
    execute(fixture.path, "PRAGMA user_version = 99");
    cr_assert_neq(store_open(fixture.path, STORE_READ, &store, &error), STATUS_OK);
    cr_assert(strstr(error.text, "schema 99"), "%s", error.text);
    discard(&fixture);

    execute(fixture.path, "CREATE TABLE t(x)");
    cr_assert_neq(store_open(fixture.path, STORE_WRITE, &store, &error), STATUS_OK);
    cr_assert(strstr(error.text, "another program"), "%s", error.text);
    discard(&fixture);

    FILE *file = fopen(fixture.path, "w");
    for (int i = 0; i < 1000; i++)
        fputs("this is no database\n", file);
    fclose(file);
    cr_assert_neq(store_open(fixture.path, STORE_WRITE, &store, &error), STATUS_OK);
    cr_assert(strstr(error.text, "not an SQLite database"), "%s", error.text);
    discard(&fixture);
}

Test(store, merging_adds_runs_once)
{
    Fixture one, other;
    Store *store = NULL;
    Error error = {0};
    char merged[80];
    MergeCounts counts;
    describe(&one, FORMAT_ROUND_ROBIN, 2);
    begin(&one);
    play(&one, 2, -1);
    char *expected = transcript(&one);
    end(&one);
    snprintf(merged, sizeof merged, "%s.merged", one.path);
    unlink(merged);
    cr_assert_eq(store_open(merged, STORE_WRITE, &store, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(store_merge(store, one.path, &counts, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(counts.runs, 1);
    cr_assert_neq(store_merge(store, one.path, &counts, &error), STATUS_OK);
    cr_assert(strstr(error.text, "already"), "%s", error.text);
    discard(&one);
    describe(&other, FORMAT_ROUND_ROBIN, 2);
    begin(&other);
    play(&other, 2, -1);
    end(&other);
    cr_assert_eq(store_merge(store, other.path, &counts, &error), STATUS_OK, "%s", error.text);
    for (int64_t run = 1; run <= 2; run++) {
        Fixture reader = {.store = store, .run = run};
        char *got = transcript(&reader);
        cr_assert_str_eq(got, expected);
        free(got);
    }
    free(expected);
    store_close(store);
    discard(&other);
    strcpy(other.path, merged);
    other.books[0] = other.books[1] = (OpeningBook){0};
    discard(&other);
}
