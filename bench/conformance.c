/* The steps of the conformance test. */
#include "bench/conformance.h"

#include "engine/clock.h"
#include "engine/ugi_game.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    SILENCE = 200 * NANOSECONDS_PER_MILLISECOND, /* in which nothing must come */
    GAME_PLIES_MAX = 400,
    LONG_LINE = 20000,
    END_PATIENCE = NANOSECONDS_PER_SECOND,
};

static StepResult passed(bool good)
{
    return good ? STEP_PASSED : STEP_FAILED;
}

static bool is_ready(Conversation *talk)
{
    return talk_send(talk, "isready\n") && talk_expect(talk, "readyok");
}

static StepResult answers_ugi(Conversation *talk)
{
    return passed(ugi_link_works(&talk->link));
}

static StepResult names_itself(Conversation *talk)
{
    return passed(talk->name[0] || talk_fail(talk, "no line 'id name NAME' before ugiok"));
}

static StepResult declares_options(Conversation *talk)
{
    return passed(!talk->bad_option[0] ||
                  talk_fail(talk,
                            "expected 'option name NAME type check|spin|combo|button|string "
                            "...', got '%s'",
                            talk->bad_option));
}

static StepResult has_game(Conversation *talk)
{
    return talk->has_game ? STEP_PASSED : STEP_ABSENT;
}

static StepResult is_ready_early(Conversation *talk)
{
    return passed(is_ready(talk));
}

static StepResult ignores_unknown_options(Conversation *talk)
{
    return passed(talk_send(talk, "setoption name Nonsense value 1\nsetoption name\nsetoption\n") &&
                  is_ready(talk));
}

static StepResult ignores_unknown_lines(Conversation *talk)
{
    return passed(talk_send(talk, "\n   \nnonsense 1 2 3\n\tstop\nponderhit\n") && is_ready(talk));
}

static StepResult takes_long_lines(Conversation *talk)
{
    char line[LONG_LINE];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    return passed(talk_send(talk, "%s\n", line) && is_ready(talk));
}

static StepResult begins_a_game(Conversation *talk)
{
    talk_begin(talk);
    return passed(talk_send(talk, "uginewgame\n") && is_ready(talk));
}

static StepResult knows_the_side(Conversation *talk)
{
    talk_begin(talk);
    return passed(
        talk_position(talk) &&
        talk_query(talk, "p1turn", talk->game->mover(&talk->position) == 0 ? "true" : "false"));
}

static StepResult knows_the_game_is_open(Conversation *talk)
{
    return passed(talk_position(talk) && talk_query(talk, "gameover", "false"));
}

static StepResult knows_there_is_no_result(Conversation *talk)
{
    return passed(talk_position(talk) && talk_query(talk, "result", "none"));
}

static StepResult goes(Conversation *talk, const char *words)
{
    talk_begin(talk);
    return passed(talk_go(talk, words));
}

static StepResult goes_by_depth(Conversation *talk)
{
    return goes(talk, "depth 1");
}

static StepResult goes_by_nodes(Conversation *talk)
{
    return goes(talk, "nodes 100");
}

static StepResult goes_by_movetime(Conversation *talk)
{
    return goes(talk, "movetime 50");
}

static StepResult goes_by_clock(Conversation *talk)
{
    return goes(talk, "p1time 500 p2time 500 p1inc 10 p2inc 10");
}

static StepResult goes_by_period(Conversation *talk)
{
    return goes(talk, "p1time 500 p2time 500 movestogo 5");
}

static StepResult goes_by_uci_clock(Conversation *talk)
{
    return goes(talk, "wtime 500 btime 500 winc 10 binc 10");
}

static StepResult goes_without_time(Conversation *talk)
{
    return goes(talk, "p1time -20 p2time 500");
}

static StepResult ignores_unknown_limits(Conversation *talk)
{
    return goes(talk, "depth 1 nonsense 3");
}

static StepResult writes_two_words(Conversation *talk)
{
    const char *words = talk->line;
    if (goes(talk, "depth 1") == STEP_FAILED)
        return STEP_FAILED;
    ugi_next_word(&words);
    ugi_next_word(&words);
    return passed(
        !ugi_next_word(&words).length ||
        talk_fail(talk, "expected 'bestmove MOVE' and nothing more, got '%.100s'", talk->line));
}

static StepResult writes_good_info(Conversation *talk)
{
    if (goes(talk, "depth 2") == STEP_FAILED)
        return STEP_FAILED;
    if (talk->bad_info[0])
        return passed(talk_fail(talk, "a number is missing or pv begins with an illegal move: '%s'",
                                talk->bad_info));
    return talk->info_count ? STEP_PASSED : STEP_ABSENT;
}

/* Nothing that begins with the word may come for a moment. */
static bool is_silent(Conversation *talk, const char *word)
{
    uint64_t deadline = clock_wall() + SILENCE;
    char *line = NULL;
    while (lines_next(&talk->link.lines, deadline, &line) == LINE_READ) {
        const char *words = line;
        if (ugi_word_is(ugi_next_word(&words), word))
            return talk_fail(talk, "'%.100s' came unasked", line);
    }
    return true;
}

static StepResult answers_once(Conversation *talk)
{
    return passed(goes(talk, "depth 1") == STEP_PASSED && is_silent(talk, "bestmove"));
}

static bool think(Conversation *talk)
{
    talk_begin(talk);
    return talk_position(talk) && talk_send(talk, "go infinite\n");
}

static bool stop(Conversation *talk)
{
    Turn turn;
    return talk_send(talk, "stop\n") && talk_expect(talk, "bestmove") &&
           talk_read_bestmove(talk, &turn);
}

static StepResult thinks_until_stopped(Conversation *talk)
{
    return passed(think(talk) && is_silent(talk, "bestmove") && stop(talk));
}

static StepResult is_ready_while_thinking(Conversation *talk)
{
    return passed(think(talk) && is_ready(talk) && stop(talk));
}

static StepResult stops_at_once(Conversation *talk)
{
    return passed(think(talk) && stop(talk));
}

static StepResult ignores_idle_stop(Conversation *talk)
{
    return passed(talk_send(talk, "stop\n") && is_silent(talk, "bestmove") && is_ready(talk));
}

/* Random turns while the game is open; false if there is no more room. */
static bool play_random(Conversation *talk, int turns)
{
    Random random = random_from(talk->seed);
    talk_begin(talk);
    while (turns-- > 0 && talk->game->outcome(&talk->position) == OUTCOME_OPEN) {
        Turn turn;
        turn_random(talk->game, &talk->position, &random, &turn);
        if (!talk_play(talk, &turn))
            return false;
    }
    return true;
}

static StepResult follows_moves(Conversation *talk)
{
    for (int turns = 1; turns <= 4; turns++) {
        if (!play_random(talk, turns) || !talk_position(talk))
            return STEP_FAILED;
        bool first = talk->game->mover(&talk->position) == 0;
        if (!talk_query(talk, "p1turn", first ? "true" : "false"))
            return STEP_FAILED;
    }
    return STEP_PASSED;
}

static StepResult takes_positions(Conversation *talk)
{
    char line[POSITION_TEXT_MAX];
    Turn turn;
    Text text = TEXT_OF(line);
    if (!play_random(talk, 5))
        return STEP_FAILED;
    talk->game->format(&talk->position, &text);
    return passed(talk_send(talk, "position fen %s\ngo depth 1\n", line) &&
                  talk_expect(talk, "bestmove") && talk_read_bestmove(talk, &turn));
}

static StepResult survives_illegal_moves(Conversation *talk)
{
    talk_begin(talk);
    return passed(talk_send(talk, "position startpos moves nonsense\nposition\nposition fen x\n") &&
                  is_ready(talk) && talk_go(talk, "depth 1"));
}

/* The result as the rules give it, repetition and no progress considered. */
static const char *result_of(const Conversation *talk)
{
    char line[CONFORMANCE_MOVES_MAX + 32];
    UgiGame game;
    snprintf(line, sizeof line, "startpos%s%s", talk->moves_length ? " moves" : "", talk->moves);
    ugi_game_init(&game, talk->game, NULL);
    bool good = ugi_game_set(&game, line, NULL) == STATUS_OK;
    const char *result = good ? ugi_game_result(&game) : "unknown";
    ugi_game_close(&game);
    return result;
}

static bool is_over(const Conversation *talk)
{
    return strcmp(result_of(talk), "none") != 0;
}

/* A whole game of the program against random turns. */
static StepResult plays_a_game(Conversation *talk)
{
    Random random = random_from(talk->seed);
    talk_begin(talk);
    for (int ply = 0; ply < GAME_PLIES_MAX && !is_over(talk); ply++) {
        Turn turn;
        if (ply % 2 == 0 && !talk_go(talk, "nodes 1"))
            return STEP_FAILED;
        if (ply % 2 == 0)
            continue;
        turn_random(talk->game, &talk->position, &random, &turn);
        if (!talk_play(talk, &turn))
            return STEP_FAILED;
    }
    return STEP_PASSED;
}

/* About the game that was played last. */
static StepResult knows_the_end(Conversation *talk)
{
    return passed(talk_position(talk) &&
                  talk_query(talk, "gameover", is_over(talk) ? "true" : "false"));
}

static StepResult knows_the_result(Conversation *talk)
{
    return passed(talk_position(talk) && talk_query(talk, "result", result_of(talk)));
}

static StepResult begins_another_game(Conversation *talk)
{
    talk_begin(talk);
    return passed(talk_send(talk, "uginewgame\nisready\n") && talk_expect(talk, "readyok") &&
                  talk_go(talk, "depth 1"));
}

/* An extension: absent unless it is answered. */
static StepResult offers_query(Conversation *talk, const char *query, const char *expected)
{
    talk_begin(talk);
    if (!talk_position(talk))
        return STEP_FAILED;
    if (talk_query(talk, query, expected))
        return STEP_PASSED;
    bool answered = talk->line[0] && !strstr(talk->line, "unsupported");
    return answered || !ugi_link_works(&talk->link) ? STEP_FAILED : STEP_ABSENT;
}

static StepResult offers_islegal(Conversation *talk)
{
    return offers_query(talk, "islegal nonsense", "false");
}

static StepResult offers_fen(Conversation *talk)
{
    char line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(line);
    StepResult result = offers_query(talk, "fen", "of several words");
    const char *words = talk->line;
    if (result != STEP_FAILED || !ugi_take_word(&words, "response"))
        return result;
    talk->game->format(&talk->position, &text);
    return passed(
        strcmp(words + strspn(words, " "), line) == 0 ||
        talk_fail(talk, "query fen: expected 'response %.80s', got '%.80s'", line, talk->line));
}

/* Whether the program ends by itself. */
static bool ends(Conversation *talk, const char *after)
{
    char how[64];
    Text text = TEXT_OF(how);
    uint64_t start = clock_wall();
    while (!process_has_ended(&talk->link.process, &text) && clock_wall() - start < END_PATIENCE) {
        lines_drop(&talk->link.lines);
        nanosleep(&(struct timespec){.tv_nsec = NANOSECONDS_PER_MILLISECOND}, NULL);
    }
    bool ended = text.length > 0;
    ugi_link_close(&talk->link, 0);
    return ended || talk_fail(talk, "it still runs a second after %s", after);
}

static StepResult quits(Conversation *talk)
{
    return passed(talk_send(talk, "quit\n") && ends(talk, "quit"));
}

static StepResult quits_while_thinking(Conversation *talk)
{
    return passed(think(talk) && talk_send(talk, "quit\n") && ends(talk, "quit"));
}

const Step conformance_steps[] = {
    {"ugi is answered by ugiok", answers_ugi},
    {"id name says its name", names_itself},
    {"option lines have a name and a type", declares_options},
    {"option Game names the game (extension)", has_game},
    {"isready is answered by readyok before any game", is_ready_early},
    {"unknown options are ignored", ignores_unknown_options},
    {"empty and unknown lines are ignored", ignores_unknown_lines},
    {"a line of 20,000 characters is ignored", takes_long_lines},
    {"uginewgame begins a game", begins_a_game},
    {"query p1turn knows who moves first", knows_the_side},
    {"query gameover is false at the start", knows_the_game_is_open},
    {"query result is none at the start", knows_there_is_no_result},
    {"go depth is answered by a legal move", goes_by_depth},
    {"go nodes is answered by a legal move", goes_by_nodes},
    {"go movetime is answered by a legal move", goes_by_movetime},
    {"go p1time p2time p1inc p2inc is answered", goes_by_clock},
    {"go movestogo is answered", goes_by_period},
    {"go wtime btime winc binc is answered", goes_by_uci_clock},
    {"go with a clock below zero is answered", goes_without_time},
    {"go ignores words it does not know", ignores_unknown_limits},
    {"bestmove is followed by one word", writes_two_words},
    {"info lines have numbers and a legal pv", writes_good_info},
    {"go is answered once", answers_once},
    {"go infinite waits for stop", thinks_until_stopped},
    {"isready is answered while it thinks", is_ready_while_thinking},
    {"stop right after go is answered by a legal move", stops_at_once},
    {"stop without go is ignored", ignores_idle_stop},
    {"position moves is followed", follows_moves},
    {"position fen is followed", takes_positions},
    {"illegal moves and positions are survived", survives_illegal_moves},
    {"a whole game is played with legal moves", plays_a_game},
    {"query gameover knows the end of that game", knows_the_end},
    {"query result knows its result", knows_the_result},
    {"uginewgame begins another game", begins_another_game},
    {"query islegal (extension)", offers_islegal},
    {"query fen (extension)", offers_fen},
    {"quit ends the program", quits},
    {"quit ends it while it thinks", quits_while_thinking},
    {NULL, NULL},
};

StepResult conformance_run(Conversation *talk, const Step *step)
{
    talk->why[0] = '\0';
    if (!ugi_link_works(&talk->link)) {
        ugi_link_close(&talk->link, 0);
        if (!talk_start(talk))
            return STEP_FAILED;
    }
    return step->run(talk);
}

void conformance_close(Conversation *talk)
{
    ugi_link_close(&talk->link, END_PATIENCE);
}
