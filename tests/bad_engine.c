/* A UGI engine that misbehaves on purpose, for the tests of players outside the program.
 * usage: bad_engine MODE [TURN]: from its TURN-th turn on (default 1) it does what MODE says,
 * before that it plays the first legal move. Writes its process numbers to standard error.
 *        bad_engine miss|extra|miscount|total POSITION: it plays well, but `go perft` goes wrong at
 * this position: the first move is missing, there is one too many, a count or a total is wrong. */
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

/* Counts leaves turn by turn, with the fault of its mode at one position. */
typedef struct WrongPerft {
    const UgiGame *game;
    const char *mode, *fault; /* the position's text */
    int depth;                /* below each turn */
    bool faulty, listed;      /* it is that position; its counts are printed */
    int turns;
    uint64_t nodes;
} WrongPerft;

static uint64_t count_wrongly(const WrongPerft *above, const Position *position, int depth,
                              bool listed);

static bool count_turn(void *context, const Turn *turn, const Position *after)
{
    WrongPerft *perft = context;
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    if (perft->turns++ == 0 && perft->faulty && strcmp(perft->mode, "miss") == 0)
        return true;
    uint64_t nodes = perft->depth ? count_wrongly(perft, after, perft->depth, false) : 1;
    if (perft->turns == 2 && perft->faulty && strcmp(perft->mode, "miscount") == 0)
        nodes++;
    perft->game->game->turn_format(&perft->game->position, turn, &text);
    if (perft->listed)
        printf("%s: %llu\n", line, (unsigned long long)nodes);
    perft->nodes += nodes;
    return true;
}

static uint64_t count_wrongly(const WrongPerft *above, const Position *position, int depth,
                              bool listed)
{
    WrongPerft perft = *above;
    char line[POSITION_TEXT_MAX];
    Text text = TEXT_OF(line);
    perft.game->game->format(position, &text);
    perft.faulty = perft.fault && strcmp(line, perft.fault) == 0;
    perft.depth = depth - 1;
    perft.listed = listed;
    perft.turns = 0;
    perft.nodes = 0;
    turn_each(perft.game->game, position, count_turn, &perft);
    if (perft.faulty && strcmp(perft.mode, "extra") == 0) {
        perft.nodes++;
        if (listed)
            printf("z9-z8: 1\n");
    }
    return perft.nodes;
}

/* "go perft N" */
static void run_perft(const UgiGame *game, const char *mode, const char *fault, const char *depth)
{
    WrongPerft perft = {.game = game, .mode = mode, .fault = fault};
    uint64_t nodes = count_wrongly(&perft, &game->position, (int)strtol(depth, NULL, 10), true);
    printf("\nNodes searched: %llu\n", (unsigned long long)nodes + (strcmp(mode, "total") == 0));
    fflush(stdout);
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
        else if (strncmp(line, "go perft ", 9) == 0)
            run_perft(&game, mode, argc > 2 ? argv[2] : NULL, line + 9);
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
