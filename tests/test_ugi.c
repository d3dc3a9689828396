/* Programs outside: the same games as inside, and whatever they do wrong costs them their game. */
#include "tests/walks.h"

#include "engine/clock.h"
#include "engine/match.h"
#include "engine/record.h"
#include "engine/ugi.h"
#include "engine/ugi_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GAMES = 2, TRANSCRIPT_SIZE = 1 << 18 };

typedef struct Transcript {
    RecordContext context;
    char data[TRANSCRIPT_SIZE];
    Text text;
    char failure[FAILURE_TEXT_MAX];
} Transcript;

/* Times are left out, and the distance of a proven end, which UGI knows in moves only. */
static bool add_record(void *context, const GameRecord *record)
{
    Transcript *transcript = context;
    for (int i = 0; i < record->turn_count; i++) {
        PlyRecord *ply = &record->plies[i];
        ply->nanoseconds = 0;
        if (abs(ply->score) >= SCORE_PROVEN)
            ply->score = ply->score > 0 ? SCORE_WIN : -SCORE_WIN;
    }
    record_json(record, &transcript->context, &transcript->text);
    memcpy(transcript->failure, record->failure, sizeof record->failure);
    return true;
}

/* Plays a match of two specs and returns what happened. */
static MatchResult play(int index, const char *one, const char *other, int opening,
                        Transcript *transcript)
{
    EngineSpec specs[2];
    const char *words[] = {one, other};
    MatchOptions options = {
        .game = games_at(index),
        .specs = {&specs[0], &specs[1]},
        .games = GAMES,
        .seed = 5,
        .threads = 1,
        .opening_plies = opening,
        .plies_max = 60,
    };
    MatchResult result;
    Error error = {0};
    options.game->start(NULL, &options.start);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(engine_spec_parse(words[i], searches_of(index)->players, &specs[i], &error),
                     STATUS_OK, "%s", error.text);
    transcript->context =
        (RecordContext){options.game, {&specs[0], &specs[1]}, "test", "2000-01-01"};
    transcript->text = text_over(transcript->data, sizeof transcript->data);
    cr_assert_eq(match_play(&options, add_record, transcript, &result, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_not(transcript->text.overflow);
    cr_assert_eq(result.games, GAMES);
    return result;
}

ParameterizedTestParameters(ugi, outside_and_inside_play_the_same)
{
    return all_games();
}

/* The program's own searches, through pipes and not: moves, scores, depths, nodes are the same. */
ParameterizedTest(int *index, ugi, outside_and_inside_play_the_same)
{
    static const char *const limits[] = {"nodes=300", "playouts=30"};
    static const char *const engines[] = {"alphabeta", "mcts"};
    Transcript *inside = malloc(sizeof *inside), *outside = malloc(sizeof *outside);
    cr_assert(inside && outside);
    for (int i = 0; i < 2; i++) {
        char one[128], two[128], program[512];
        snprintf(one, sizeof one, "%s,%s,hash=1,name=A", engines[i], limits[i]);
        snprintf(two, sizeof two, "%s,%s,hash=1,name=B", engines[i], limits[i]);
        snprintf(program, sizeof program,
                 "cmd=%s ugi --option Engine=%s,proto=ugi,%s,hash=1,ask=1,name=A", SKIRMISH,
                 engines[i], limits[i]);
        play(*index, one, two, 3, inside);
        play(*index, program, two, 3, outside);
        cr_assert_str_eq(inside->data, outside->data);
    }
    free(inside);
    free(outside);
}

/* Whether a process is there and no zombie. */
static bool is_running(long pid)
{
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    char *read = fgets(line, sizeof line, file);
    fclose(file);
    const char *state = read ? strrchr(line, ')') : NULL;
    return state && state[2] != 'Z';
}

/* None of the processes listed in the file is left, after a moment. */
static void check_no_process(const char *log)
{
    FILE *file = fopen(log, "r");
    char line[64];
    int count = 0;
    cr_assert(file, "%s", log);
    while (fgets(line, sizeof line, file)) {
        long pid = strtol(line, NULL, 10);
        for (int tries = 0; pid > 0 && is_running(pid) && tries < 1000; tries++)
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        cr_assert_not(pid > 0 && is_running(pid), "process %ld is left", pid);
        count += pid > 0;
    }
    fclose(file);
    cr_assert(count > 0);
}

typedef struct Misdeed {
    const char *mode, *limits;
    Ending ending;
    const char *text; /* in the explanation */
} Misdeed;

static const Misdeed misdeeds[] = {
    {"crash 0", "nodes=1", ENDING_CRASH, "signal 11"},
    {"crash 2", "nodes=1", ENDING_CRASH, "signal 11"},
    {"exit 3", "nodes=1", ENDING_CRASH, "exit status 3"},
    {"close", "nodes=1", ENDING_CRASH, "closed its"},
    {"child 2", "nodes=1", ENDING_CRASH, "exit status 0"},
    {"hang 0", "nodes=1,startup=0.05", ENDING_STALL, "no answer"},
    {"hang", "movetime=1,margin=20", ENDING_STALL, "no answer"},
    {"hang", "tc=0.02+0.01,margin=20", ENDING_STALL, "no answer"},
    {"hang", "depth=1,timeout=0.02,margin=20", ENDING_STALL, "no answer"},
    {"slow", "tc=0.02+0.01,margin=5000", ENDING_TIME, ""},
    {"garbage", "movetime=1,margin=50", ENDING_GARBAGE, "nothing that anybody knows"},
    {"nothing", "nodes=1", ENDING_GARBAGE, "without a move"},
    {"illegal 2", "nodes=1", ENDING_ILLEGAL, "a1-z9"},
    {"claim 2", "nodes=1", ENDING_CLAIM, "(none)"},
    {"lie 2", "nodes=1,ask=1", ENDING_CLAIM, "gameover"},
    {"flood", "nodes=1", ENDING_FLOOD, "in one line"},
    {"lines", "nodes=1", ENDING_FLOOD, "without an answer"},
};

/* Each game is lost by the culprit for its cause, and the next one is played all the same. */
Test(ugi, misdeeds_lose_the_game_and_the_match_goes_on)
{
    Transcript *transcript = malloc(sizeof *transcript);
    char log[] = "test_ugi_XXXXXX";
    int file = mkstemp(log);
    cr_assert(transcript && file >= 0);
    close(file);
    for (size_t i = 0; i < sizeof misdeeds / sizeof misdeeds[0]; i++) {
        const Misdeed *misdeed = &misdeeds[i];
        char spec[1024];
        snprintf(spec, sizeof spec, "cmd=%s %s,%s,log=%s,name=Bad", BAD_ENGINE, misdeed->mode,
                 misdeed->limits, log);
        MatchResult result = play(0, spec, "random", 2, transcript);
        cr_assert_eq(result.endings[misdeed->ending], GAMES, "%s: %s", misdeed->mode,
                     transcript->data);
        cr_assert_eq(result.score.losses, GAMES, "%s", misdeed->mode);
        cr_assert(strstr(transcript->failure, misdeed->text), "%s: %s", misdeed->mode,
                  transcript->failure);
    }
    check_no_process(log);
    unlink(log);
    free(transcript);
}

/* One that is deaf to quit and SIGTERM plays its games, and is gone afterwards. */
Test(ugi, a_program_that_will_not_quit_is_ended)
{
    Transcript *transcript = malloc(sizeof *transcript);
    char spec[1024], log[] = "test_ugi_XXXXXX";
    int file = mkstemp(log);
    cr_assert(transcript && file >= 0);
    close(file);
    snprintf(spec, sizeof spec, "cmd='%s' stubborn,nodes=1,log=%s", BAD_ENGINE, log);
    MatchResult result = play(0, spec, "random", 2, transcript);
    cr_assert_eq(result.endings[ENDING_CRASH] + result.endings[ENDING_STALL], 0);
    cr_assert_gt(result.own_plies[0], 0);
    check_no_process(log);
    unlink(log);
    free(transcript);
}

Test(ugi, a_program_that_is_not_there_is_an_error)
{
    static const struct {
        const char *words, *message;
    } bad[] = {
        {"ugi,nodes=1", "needs a program"},
        {"cmd='./x,nodes=1", "is not closed"},
        {"cmd=./x", "needs a limit"},
        {"cmd=./x,proto=xboard,nodes=1", "unknown back end 'xboard'"},
        {"cmd=./x,threads=2,nodes=1", "option.NAME"},
        {"cmd=,nodes=1", "cmd: expected"},
        {"alphabeta,cmd=./x,nodes=1", "has no option 'cmd'"},
    };
    const PlayerType *const *types = searches_of(0)->players;
    EngineSpec spec;
    Error error;
    Player *player = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_assert_neq(engine_spec_parse(bad[i].words, types, &spec, &error), STATUS_OK, "%s",
                      bad[i].words);
        cr_assert(strstr(error.text, bad[i].message), "'%s': %s", bad[i].words, error.text);
    }
    cr_assert_eq(engine_spec_parse("cmd=./no/such-program -a 'b, c',nodes=1,option.X=1, 2", types,
                                   &spec, &error),
                 STATUS_BAD_ARGUMENT, "a comma outside quotes ends the value");
    cr_assert_eq(engine_spec_parse("cmd=./no/such-program -a 'b, c',nodes=1,option.X='1, 2'", types,
                                   &spec, &error),
                 STATUS_OK, "%s", error.text);
    cr_assert_str_eq(spec.name, "such-program");
    cr_assert_str_eq(spec.options.program.command, "./no/such-program -a 'b, c'");
    cr_assert_str_eq(spec.options.program.settings, "X=1, 2\n");
    cr_assert_eq(spec.type->open(&spec.options, &player, &error), STATUS_NO_FILE);
    cr_assert(strstr(error.text, "cannot start './no/such-program'"), "%s", error.text);
}

/* What a position line continues is the same as what it says afresh. */
Test(ugi, position_lines_may_grow_shrink_and_be_wrong)
{
    for (int i = 0; i < games_count(); i++) {
        const Game *game = games_at(i);
        UgiGame grown, fresh;
        char line[4096] = "startpos", wrong[4200];
        Random random = random_from((uint64_t)i);
        Text text = {line, sizeof line, strlen(line), false};
        ugi_game_init(&grown, game, NULL);
        for (int ply = 0; ply < 12 && strcmp(ugi_game_result(&grown), "none") == 0; ply++) {
            Turn turn;
            text_string(&text, ply ? " " : " moves ");
            turn_random(game, &grown.position, &random, &turn);
            size_t before = text.length;
            game->turn_format(&grown.position, &turn, &text);
            cr_assert_not(strpbrk(line + before, " \t"), "a turn is one word: %s", line + before);
            snprintf(wrong, sizeof wrong, "%s nonsense", line);
            cr_assert_neq(ugi_game_set(&grown, wrong, NULL), STATUS_OK);
            cr_assert_eq(ugi_game_set(&grown, line, NULL), STATUS_OK);
            ugi_game_init(&fresh, game, NULL);
            cr_assert_eq(ugi_game_set(&fresh, line, NULL), STATUS_OK);
            cr_assert_eq(grown.key_count, fresh.key_count);
            cr_assert_eq(grown.key_count, ply + 1);
            cr_assert(position_same(game, &grown.position, &fresh.position));
            cr_assert_eq(memcmp(grown.keys, fresh.keys, (size_t)ply * sizeof *fresh.keys), 0);
            ugi_game_close(&fresh);
        }
        cr_assert_eq(ugi_game_set(&grown, "startpos", NULL), STATUS_OK);
        cr_assert_eq(grown.key_count, 0);
        snprintf(wrong, sizeof wrong, "fen %s", position_text(game, &grown.position));
        cr_assert_eq(ugi_game_set(&grown, wrong, NULL), STATUS_OK);
        ugi_game_close(&grown);
    }
}

Test(ugi, scores_and_limits_survive_the_way_through_text)
{
    static const Score scores[] = {0,
                                   31,
                                   -20000,
                                   SCORE_WIN - 1,
                                   SCORE_WIN - 5,
                                   2 - SCORE_WIN,
                                   8 - SCORE_WIN,
                                   SCORE_PROVEN,
                                   -SCORE_PROVEN};
    for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++) {
        char line[96];
        Text text = TEXT_OF(line);
        SearchResult result = {0};
        text_string(&text, "depth 3 score ");
        ugi_write_score(scores[i], &text);
        text_string(&text, " nodes 12 visits 9 wdl 512 200 288 time 2 pv x");
        const char *moves = ugi_read_info(line, &result);
        cr_assert(moves && strcmp(moves, " x") == 0);
        cr_assert_eq(result.score, scores[i], "%s: %d", line, result.score);
        cr_assert(result.depth == 3 && result.nodes == 12 && result.nanoseconds == 2000000);
        cr_assert(result.visits == 9 && result.wdl[0] == 512 && result.wdl[2] == 288);
    }
    UgiGo go =
        ugi_read_go("WTIME 1000 p2time -5 binc 7 movestogo 3 depth x nodes 99999999999999999999");
    cr_assert(go.timed[0] && go.time[0] == 1000000000 && go.timed[1] && go.time[1] == 1);
    cr_assert(go.increment[1] == 7000000 && go.movestogo == 3 && go.depth == 0);
    cr_assert_eq(go.nodes, (uint64_t)INT64_MAX);
    cr_assert_eq(strncmp(go.unknown.at, "depth", 5), 0);
    UgiSetting setting;
    cr_assert(ugi_read_setting(" name  Move Overhead value  3 4 ", &setting));
    cr_assert_str_eq(setting.name, "Move Overhead");
    cr_assert_str_eq(setting.value, "3 4");
    cr_assert_not(ugi_read_setting("name", &setting));
}
