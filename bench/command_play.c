/* skirmish play: a person against an engine in the terminal. */
#include "bench/command.h"
#include "engine/clock.h"
#include "engine/report.h"

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
    int count, first_key;
    Position positions[TURNS_MAX + 1]; /* at turn boundaries, from the start */
    uint64_t *keys;                    /* owned; first_key ones of the game before */
    Move *moves;                       /* owned; those of the game before, too */
    size_t move_counts[TURNS_MAX + 1]; /* all moves before each position */
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
    size_t moves = play->move_counts[play->count];
    memcpy(play->moves + moves, turn->parts, (size_t)turn->count * sizeof *play->moves);
    play->move_counts[play->count + 1] = moves + (size_t)turn->count;
    play->keys[play->first_key + play->count] = game->key(current(play));
    play->positions[++play->count] = next;
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

static PositionHistory history(const Play *play)
{
    return (PositionHistory){
        .keys = play->keys,
        .count = play->first_key + play->count,
        .start = &play->setting->start,
        .moves = play->moves,
        .move_count = play->move_counts[play->count],
    };
}

/* Prints the result if the game is over. */
static bool is_over(Play *play)
{
    char ending[64];
    Text text = TEXT_OF(ending);
    PositionHistory before = history(play);
    write_ending(play->setting->game, current(play), &before, &text);
    if (!text.length && play->count == TURNS_MAX)
        text_format(&text, "stopped after %d turns", TURNS_MAX);
    if (text.length)
        puts(ending);
    return text.length > 0;
}

/* Searches; false if the engine failed. */
static bool think(Play *play, SearchResult *result)
{
    PositionHistory before = history(play);
    SearchLimits limits = engine_spec_limits(&play->spec, NULL);
    play->player->type->choose(play->player, current(play), &before, &limits, NULL, NULL, result);
    if (result->failure == FAILURE_NONE)
        return true;
    printf("%s failed: %s\n", play->spec.name, result->failure_text);
    return false;
}

static bool engine_turn(Play *play)
{
    SearchResult result;
    char line[TURN_TEXT_MAX], score[32];
    Text text = TEXT_OF(line), value = TEXT_OF(score);
    if (!think(play, &result))
        return false;
    play->setting->game->turn_format(current(play), &result.turn, &text);
    report_score(result.score, &value);
    printf("%s plays %s (score %s, depth %d, %.0f nodes/s)\n",
           play->setting->game->sides[!play->side], line, score, result.depth,
           clock_rate(result.nodes, result.nanoseconds));
    advance(play, &result.turn);
    return true;
}

static void hint(Play *play)
{
    SearchResult result;
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    if (!think(play, &result))
        return;
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
        if (play->count < 2)
            puts("nothing to undo");
        play->count = play->count >= 2 ? play->count - 2 : play->count;
        print_board(play);
    } else if (strcmp(line, "position") == 0) {
        char position[POSITION_TEXT_MAX];
        Text text = TEXT_OF(position);
        play->setting->game->format(current(play), &text);
        puts(position);
    } else if (strcmp(line, "help") == 0) {
        puts("type a move, or: moves hint undo position quit");
    } else if (*line) {
        if (play->setting->game->turn_parse(current(play), line, &turn, &error) == STATUS_OK)
            advance(play, &turn);
        else
            printf("%s; 'help' lists the commands\n", error.text);
    }
    return true;
}

/* Reads a line without the blanks around it; what does not fit makes it invalid as a whole. */
static bool read_line(char *line, size_t size)
{
    size_t length = 0;
    int c = getchar();
    for (; c != EOF && c != '\n'; c = getchar())
        if (length < size && (length > 0 || (c != ' ' && c != '\t')))
            line[length++] = c ? (char)c : '?';
    if (length == size)
        length = (size_t)snprintf(line, size, "?");
    while (length > 0 && strchr(" \t\r", line[length - 1]))
        length--;
    line[length] = '\0';
    return c != EOF || length > 0;
}

static void converse(Play *play)
{
    const Game *game = play->setting->game;
    char line[1024];
    int shown = -1;
    while (!is_over(play)) {
        if (game->mover(current(play)) != play->side) {
            if (!engine_turn(play))
                return;
            continue;
        }
        if (shown != play->count)
            print_board(play);
        shown = play->count;
        printf("%s> ", game->sides[play->side]);
        fflush(stdout);
        if (!read_line(line, sizeof line))
            break;
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
    play->first_key = play->setting->history.count;
    play->keys = malloc(((size_t)play->first_key + TURNS_MAX + 1) * sizeof *play->keys);
    size_t moves = play->setting->history.move_count;
    play->moves = malloc((moves + (size_t)TURNS_MAX * TURN_PARTS_MAX) * sizeof *play->moves);
    if (!play->keys || !play->moves)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    for (int i = 0; i < play->first_key; i++)
        play->keys[i] = play->setting->keys[i];
    if (moves)
        memcpy(play->moves, play->setting->moves, moves * sizeof *play->moves);
    play->move_counts[0] = moves;
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
        free(play->keys);
        free(play->moves);
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
