/* A UGI engine that misbehaves on purpose, for the tests of players outside the program.
 * usage: bad_engine MODE [TURN]: from its TURN-th turn on (default 1) it does what MODE says,
 * before that it plays the first legal move. Writes its process numbers to standard error. */
#include "engine/lines.h"
#include "engine/ugi_game.h"
#include "games/registry.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES_MAX = 1 << 20, SLOW_MILLISECONDS = 80 };

static void say(const char *line)
{
    printf("%s\n", line);
    fflush(stdout);
}

static void hang(void)
{
    for (;;)
        pause();
}

static void play_first_move(const UgiGame *game)
{
    Move moves[MOVES_MAX];
    Position position = game->position;
    Turn turn = {.count = 0};
    do {
        game->game->moves(&position, moves);
        turn.parts[turn.count++] = moves[0];
        game->game->play(&position, moves[0]);
    } while (game->game->mid_turn(&position));
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    game->game->turn_format(&game->position, &turn, &text);
    printf("info depth 1 score cp 7 nodes 3\nbestmove %s\n", line);
    fflush(stdout);
}

static void crash(void)
{
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void exit_at_once(void)
{
    exit(3);
}

static void write_garbage(void)
{
    for (int i = 0; i < 100; i++)
        say("\x01\xff nothing that anybody knows");
    hang();
}

static void claim_the_end(void)
{
    say("bestmove (none)");
}

static void play_illegal(void)
{
    say("bestmove a1-z9");
}

static void name_no_move(void)
{
    say("bestmove");
}

static void dawdle(void)
{
    nanosleep(&(struct timespec){.tv_nsec = SLOW_MILLISECONDS * 1000000L}, NULL);
}

static void flood_a_line(void)
{
    for (;;)
        fputs("0123456789", stdout);
}

static void flood_lines(void)
{
    for (;;)
        puts("info depth 1");
}

static void close_output(void)
{
    fclose(stdout);
    close(STDOUT_FILENO);
    hang();
}

/* Ends but leaves a child that holds the pipes. */
static void leave_a_child(void)
{
    pid_t child = fork();
    if (child == 0)
        hang();
    fprintf(stderr, "%ld\n", (long)child);
    exit(0);
}

static const struct {
    const char *mode;
    void (*act)(void);
} acts[] = {
    {"hang", hang},
    {"crash", crash},
    {"exit", exit_at_once},
    {"garbage", write_garbage},
    {"claim", claim_the_end},
    {"illegal", play_illegal},
    {"nothing", name_no_move},
    {"flood", flood_a_line},
    {"lines", flood_lines},
    {"close", close_output},
    {"child", leave_a_child},
    {"slow", dawdle},
};

static void act(const char *mode)
{
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        if (strcmp(mode, acts[i].mode) == 0)
            acts[i].act();
}

/* "setoption name Game value GAME" */
static void on_option(UgiGame *game, const char *line)
{
    const char *value = strstr(line, "value ");
    int index = value ? games_find(value + strlen("value "), NULL) : -1;
    ugi_game_close(game);
    ugi_game_init(game, games_at(index < 0 ? 0 : index), NULL);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "", *prefix = "position ";
    int turns = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 1, left = turns;
    bool stubborn = strcmp(mode, "stubborn") == 0, lying = strcmp(mode, "lie") == 0;
    Lines input;
    UgiGame game;
    char *line = NULL;
    fprintf(stderr, "%ld\n", (long)getpid());
    if (stubborn)
        signal(SIGTERM, SIG_IGN);
    if (turns == 0)
        act(mode);
    lines_init(&input, STDIN_FILENO, LINE_BYTES_MAX);
    ugi_game_init(&game, games_at(0), NULL);
    while (lines_next(&input, DEADLINE_NEVER, &line) == LINE_READ) {
        if (strcmp(line, "ugi") == 0)
            say("id name Bad\noption name Game type string default shapluk\nugiok");
        else if (strcmp(line, "isready") == 0)
            say("readyok");
        else if (strcmp(line, "uginewgame") == 0)
            left = turns;
        else if (strncmp(line, "setoption name Game", 19) == 0)
            on_option(&game, line);
        else if (strncmp(line, prefix, strlen(prefix)) == 0)
            ugi_game_set(&game, line + strlen(prefix), NULL);
        else if (strncmp(line, "query", 5) == 0)
            say(lying && left <= 1 ? "response true" : "response false");
        else if (strncmp(line, "go", 2) == 0) {
            if (--left <= 0)
                act(mode);
            play_first_move(&game);
        } else if (strcmp(line, "quit") == 0 && !stubborn)
            break;
    }
    if (stubborn)
        hang();
    ugi_game_close(&game);
    lines_close(&input);
    return 0;
}
