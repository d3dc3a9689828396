/* Matches: independent of threads, paired, counted right. */
#include "tests/walks.h"

#include "engine/record.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 24, TEXT_SIZE = 1 << 20 };

/* All records of a match as JSON lines, times left out. */
typedef struct Transcript {
    RecordContext context;
    char *data;
    Text text;
    uint64_t next;
} Transcript;

static bool add_record(void *context, const GameRecord *record)
{
    Transcript *transcript = context;
    cr_assert_eq(record->index, transcript->next++, "records come in order");
    for (int i = 0; i < record->turn_count; i++)
        record->plies[i].nanoseconds = 0;
    record_json(record, &transcript->context, &transcript->text);
    record_pgn(record, &transcript->context, &transcript->text);
    cr_assert_not(transcript->text.overflow);
    return true;
}

static MatchOptions describe_match(int index, EngineSpec specs[2], int threads)
{
    MatchOptions options = {
        .game = games_at(index),
        .specs = {&specs[0], &specs[1]},
        .games = GAMES,
        .seed = 42,
        .threads = threads,
        .opening_plies = 3,
        .plies_max = 200,
    };
    Error error = {0};
    const PlayerType *const *types = searches_of(index)->players;
    cr_assert_eq(engine_spec_parse("alphabeta,depth=1,hash=0.1,name=A", types, &specs[0], &error),
                 STATUS_OK, "%s", error.text);
    cr_assert_eq(engine_spec_parse("mcts,playouts=20,hash=0.1,name=M", types, &specs[1], &error),
                 STATUS_OK, "%s", error.text);
    options.game->start(NULL, &options.start);
    return options;
}

static void play_match(int index, int threads, Transcript *transcript, MatchResult *result)
{
    EngineSpec specs[2];
    MatchOptions options = describe_match(index, specs, threads);
    *transcript = (Transcript){
        .context = {options.game, {&specs[0], &specs[1]}, "test", "2000-01-01"},
        .data = malloc(TEXT_SIZE),
    };
    cr_assert(transcript->data);
    transcript->text = text_over(transcript->data, TEXT_SIZE);
    cr_assert_eq(match_play(&options, add_record, transcript, result, NULL), STATUS_OK);
}

static void check_counts(const MatchResult *result)
{
    const MatchScore *score = &result->score;
    uint64_t pairs = 0, points = 0;
    for (uint64_t i = 0; i < PAIR_RESULTS; i++) {
        pairs += score->pairs[i];
        points += i * score->pairs[i];
    }
    cr_assert_eq(result->games, GAMES);
    cr_assert_eq(score->wins + score->draws + score->losses, GAMES);
    cr_assert_eq(pairs, GAMES / 2);
    cr_assert_eq(points, 2 * score->wins + score->draws);
    cr_assert(result->own_plies[0] > 0 && result->own_plies[1] > 0);
}

ParameterizedTestParameters(match, games_do_not_depend_on_threads)
{
    return all_games();
}

ParameterizedTest(int *index, match, games_do_not_depend_on_threads)
{
    Transcript one, three;
    MatchResult first, second;
    play_match(*index, 1, &one, &first);
    play_match(*index, 3, &three, &second);
    check_counts(&first);
    cr_assert_str_eq(one.data, three.data);
    cr_assert(memcmp(&first.score, &second.score, sizeof first.score) == 0);
    cr_assert_eq(first.nodes[0], second.nodes[0]);
    free(one.data);
    free(three.data);
}

typedef struct Pairs {
    const Game *game;
    Move opening[64];
    size_t opening_moves;
    int first;
} Pairs;

/* Both games of a pair share the opening and swap sides. */
static bool check_pair(void *context, const GameRecord *record)
{
    Pairs *pairs = context;
    Position position = record->start;
    size_t moves = 0;
    for (int turn = 0; turn < record->opening_count; turn++)
        do
            pairs->game->play(&position, record->moves[moves++]);
        while (pairs->game->mid_turn(&position));
    if (record->index % 2 == 0) {
        memcpy(pairs->opening, record->moves, moves * sizeof(Move));
        pairs->opening_moves = moves;
        pairs->first = record->first;
        return true;
    }
    cr_assert_eq(record->first, !pairs->first);
    cr_assert_eq(moves, pairs->opening_moves);
    cr_assert(memcmp(pairs->opening, record->moves, moves * sizeof(Move)) == 0);
    return true;
}

Test(match, pairs_share_an_opening_and_swap_sides)
{
    for (int i = 0; i < games_count(); i++) {
        EngineSpec specs[2];
        MatchOptions options = describe_match(i, specs, 2);
        MatchResult result;
        Pairs pairs = {.game = options.game};
        Error error;
        engine_spec_parse("random", searches_of(i)->players, &specs[0], &error);
        engine_spec_parse("random", searches_of(i)->players, &specs[1], &error);
        cr_assert_eq(match_play(&options, check_pair, &pairs, &result, NULL), STATUS_OK);
    }
}

Test(match, a_set_stop_flag_plays_no_game)
{
    EngineSpec specs[2];
    atomic_bool stop = true;
    MatchOptions options = describe_match(0, specs, 2);
    MatchResult result;
    options.stop = &stop;
    cr_assert_eq(match_play(&options, NULL, NULL, &result, NULL), STATUS_OK);
    cr_assert_eq(result.games, 0);
}

static bool refuse_record(void *context, const GameRecord *record)
{
    (void)record;
    ++*(int *)context;
    return false;
}

Test(match, a_callback_that_refuses_ends_the_match)
{
    EngineSpec specs[2];
    MatchOptions options = describe_match(0, specs, 1);
    MatchResult result;
    int calls = 0;
    cr_assert_eq(match_play(&options, refuse_record, &calls, &result, NULL), STATUS_OK);
    cr_assert_eq(calls, 1);
    cr_assert_eq(result.games, 1);
}

Test(match, an_opening_that_always_ends_the_game_is_an_error)
{
    int index = games_find("yoxii", NULL);
    if (index < 0)
        return;
    EngineSpec specs[2];
    Error error;
    MatchOptions options = describe_match(index, specs, 2);
    MatchResult result;
    options.opening_plies = 60;
    cr_assert_eq(match_play(&options, NULL, NULL, &result, &error), STATUS_BAD_ARGUMENT);
    cr_assert(strstr(error.text, "opening of 60 plies"), "%s", error.text);
}

/* The draws that only a match can see: a game of random movers ends by one of them some time. */
Test(match, every_game_ends_for_a_named_reason)
{
    for (int i = 0; i < games_count(); i++) {
        EngineSpec specs[2];
        MatchOptions options = describe_match(i, specs, 2);
        MatchResult result;
        uint64_t endings = 0;
        cr_assert_eq(match_play(&options, NULL, NULL, &result, NULL), STATUS_OK);
        for (int ending = 0; ending < ENDINGS; ending++)
            endings += result.endings[ending];
        cr_assert_eq(endings, result.games);
    }
}
