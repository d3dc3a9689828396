/* skirmish play: a person against an engine in the terminal. */
#include "bench/command.h"
#include "bench/report.h"
#include "engine/clock.h"

#include <stdlib.h>
#include <string.h>

enum { TURNS_MAX = 1000 };

static const Option options[] = {
    SETTING_OPTIONS,
    {"engine", "SPEC", "the opponent (default alphabeta,movetime=1000)"},
    {"side", "1|2", "the side you play: the first or the second to move (default 1)"},
    {"seed", "S", "seed of engines that draw random numbers (default from the clock)"},
    {"ascii", NULL, "draw with ASCII characters only"},
    {0},
};

typedef struct Play {
    const Setting *setting;
    Player *player;
    EngineSpec spec;
    int side; /* the person's */
    bool ascii;
    int count;
    Position positions[TURNS_MAX + 1]; /* at turn boundaries, from the start */
    uint64_t keys[TURNS_MAX + 1];
} Play;

static Position *current(Play *play)
{
    return &play->positions[play->count];
}

static void advance(Play *play, const Turn *turn)
{
    const Game *game = play->setting->game;
    Position next = *current(play);
    turn_play(game, turn, &next);
    play->positions[++play->count] = next;
    play->keys[play->count] = game->key(&next);
}

static bool print_turn(void *context, const Turn *turn, const Position *after)
{
    const Play *play = context;
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    (void)after;
    play->setting->game->turn_format(&play->positions[play->count], turn, &text);
    printf("%s ", line);
    return true;
}

static void print_board(Play *play)
{
    char drawing[DIAGRAM_TEXT_MAX];
    Text text = TEXT_OF(drawing);
    play->setting->game->diagram(current(play), play->ascii, &text);
    printf("\n%s\n", drawing);
}

/* The draw by history in the current position, NULL if there is none. */
static const char *history_draw(Play *play)
{
    const Game *game = play->setting->game;
    int quiet = game->quiet(current(play)), count = 1;
    for (int i = play->count - 1; i >= 0 && i >= play->count - quiet; i--)
        count += play->keys[i] == play->keys[play->count];
    if (game->repetitions && count >= game->repetitions)
        return "repetition";
    return game->quiet_limit && quiet >= game->quiet_limit ? "no-progress" : NULL;
}

/* Prints the result if the game is over. */
static bool is_over(Play *play)
{
    const Game *game = play->setting->game;
    Outcome outcome = game->outcome(current(play));
    const char *draw = outcome == OUTCOME_OPEN   ? history_draw(play)
                       : outcome == OUTCOME_DRAW ? game->ending(current(play))
                                                 : NULL;
    int mover = game->mover(current(play));
    if (draw)
        printf("draw (%s)\n", draw);
    else if (outcome != OUTCOME_OPEN)
        printf("%s wins (%s)\n", game->sides[outcome == OUTCOME_WIN ? mover : !mover],
               game->ending(current(play)));
    else if (play->count == TURNS_MAX)
        printf("stopped after %d turns\n", TURNS_MAX);
    return draw || outcome != OUTCOME_OPEN || play->count == TURNS_MAX;
}

static void think(Play *play, SearchResult *result)
{
    play->player->type->choose(play->player, current(play),
                               &(PositionHistory){play->keys, play->count}, &play->spec.limits,
                               NULL, NULL, result);
}

static void engine_turn(Play *play)
{
    SearchResult result;
    char line[TURN_TEXT_MAX], score[32];
    Text text = TEXT_OF(line), value = TEXT_OF(score);
    think(play, &result);
    play->setting->game->turn_format(current(play), &result.turn, &text);
    report_score(result.score, &value);
    printf("%s plays %s (score %s, depth %d, %.0f nodes/s)\n",
           play->setting->game->sides[!play->side], line, score, result.depth,
           clock_rate(result.nodes, result.nanoseconds));
    advance(play, &result.turn);
}

static void hint(Play *play)
{
    SearchResult result;
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    think(play, &result);
    play->setting->game->turn_format(current(play), &result.turn, &text);
    printf("try %s\n", line);
}

/* Carries out one line typed by the person. Returns false to leave. */
static bool obey(Play *play, const char *line)
{
    Error error;
    Turn turn;
    if (strcmp(line, "quit") == 0 || strcmp(line, "exit") == 0)
        return false;
    if (strcmp(line, "moves") == 0) {
        turn_each(play->setting->game, current(play), print_turn, play);
        putchar('\n');
    } else if (strcmp(line, "hint") == 0) {
        hint(play);
    } else if (strcmp(line, "undo") == 0) {
        play->count = play->count >= 2 ? play->count - 2 : play->count;
        print_board(play);
    } else if (strcmp(line, "position") == 0) {
        char position[POSITION_TEXT_MAX];
        Text text = TEXT_OF(position);
        play->setting->game->format(current(play), &text);
        puts(position);
    } else if (*line) {
        if (play->setting->game->turn_parse(current(play), line, &turn, &error) == STATUS_OK)
            advance(play, &turn);
        else
            printf("%s\ntype a move, or: moves hint undo position quit\n", error.text);
    }
    return true;
}

static void converse(Play *play)
{
    const Game *game = play->setting->game;
    char line[1024];
    int shown = -1;
    while (!is_over(play)) {
        if (game->mover(current(play)) != play->side) {
            engine_turn(play);
            continue;
        }
        if (shown != play->count)
            print_board(play);
        shown = play->count;
        printf("%s> ", game->sides[play->side]);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            break;
        line[strcspn(line, "\r\n")] = '\0';
        if (!obey(play, line))
            return;
    }
    print_board(play);
}

static Status open_play(Play *play, const Arguments *arguments, Error *error)
{
    const char *words = arguments_value(arguments, "engine", 0);
    uint64_t side = 1, seed = 0;
    Status status = engine_spec_parse(words ? words : "alphabeta,movetime=1000",
                                      play->setting->kit->players, &play->spec, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "side", 1, 2, 1, &side, error);
    if (status == STATUS_OK)
        status = arguments_number(arguments, "seed", 0, UINT64_MAX, clock_wall(), &seed, error);
    if (status == STATUS_OK)
        status = play->spec.type->open(&play->spec.options, &play->player, error);
    if (status != STATUS_OK)
        return status;
    play->player->type->reset(play->player, seed);
    play->side = (int)side - 1;
    play->ascii = arguments_flag(arguments, "ascii");
    play->positions[0] = play->setting->position;
    play->keys[0] = play->setting->game->key(&play->positions[0]);
    return STATUS_OK;
}

static int run(const Arguments *arguments)
{
    Error error;
    Setting setting;
    Status status = setting_open(&setting, arguments->positionals[0], arguments, &error);
    if (status != STATUS_OK)
        return report_error(&error);
    Play *play = calloc(1, sizeof *play);
    if (play) {
        play->setting = &setting;
        status = open_play(play, arguments, &error);
        if (status == STATUS_OK)
            converse(play);
        if (play->player)
            play->player->type->close(play->player);
    } else {
        status = error_set(&error, STATUS_NO_MEMORY, "no memory for a game");
    }
    free(play);
    setting_close(&setting);
    return status == STATUS_OK ? 0 : report_error(&error);
}

const Command command_play = {
    .name = "play",
    .positionals = "GAME",
    .summary = "play against an engine in the terminal",
    .details = "You type moves in the game's notation; also: moves, hint, undo, position, quit.",
    .example = "skirmish play yoxii --side 2 --engine mcts,playouts=5000",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
