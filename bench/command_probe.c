/* skirmish probe: what tables know of a position and of each move. */
#include "bench/command.h"
#include "bench/solve_report.h"

#include <stdlib.h>

static const Option options[] = {
    SETTING_OPTIONS,
    {"tables", "DIR", "the folder of the tables (default tables)"},
    {0},
};

/* A move and the value after it. */
typedef struct Line {
    Turn turn;
    Position after;
    TableAnswer answer;
    int worth; /* for the mover, the better the higher */
    int rank;  /* in the order of generation */
} Line;

typedef struct Probe {
    const Setting *setting;
    Tables *tables;        /* owned */
    EndgameReader *reader; /* owned */
    int count;
    Line *lines; /* owned */
    Status status;
    Error *error;
} Probe;

enum { WORTH_UNKNOWN = -1000, LINES_MAX = 4096 }; /* the unknown come last */

static bool add_line(void *context, const Turn *turn, const Position *after)
{
    Probe *probe = context;
    Line *line = &probe->lines[probe->count];
    *line = (Line){.turn = *turn, .after = *after, .rank = probe->count};
    probe->status = tables_probe(probe->tables, probe->reader, after, &line->answer, probe->error);
    line->worth = line->answer.known ? endgame_worth(line->answer.value) : WORTH_UNKNOWN;
    probe->count++;
    return probe->status == STATUS_OK && probe->count < LINES_MAX;
}

static int compare_lines(const void *one, const void *other)
{
    const Line *first = one, *second = other;
    if (first->worth != second->worth)
        return first->worth > second->worth ? -1 : 1;
    return first->rank < second->rank ? -1 : 1;
}

static void write_answer(const Game *game, const Position *position, const TableAnswer *answer,
                         Text *text)
{
    if (!answer->known)
        text_string(text, "unknown: no table");
    else if (answer->has_distance)
        solve_write_value(game, position, answer->value, text);
    else if (answer->value == ENDGAME_DRAW)
        text_string(text, "draw");
    else
        text_format(text, "%s",
                    endgame_outcome(answer->value) == OUTCOME_WIN ? "won by the side to move"
                                                                  : "lost by the side to move");
}

static void print_position(const Setting *setting, const TableAnswer *answer)
{
    char line[POSITION_TEXT_MAX], value[128];
    Text text = TEXT_OF(line), own = TEXT_OF(value);
    setting->game->format(&setting->position, &text);
    write_answer(setting->game, &setting->position, answer, &own);
    printf("position %s\nvalue    %s\n", line, value);
}

static void print_lines(Probe *probe)
{
    const Game *game = probe->setting->game;
    qsort(probe->lines, (size_t)probe->count, sizeof *probe->lines, compare_lines);
    for (int i = 0; i < probe->count; i++) {
        const Line *line = &probe->lines[i];
        char words[TURN_TEXT_MAX], value[128];
        Text text = TEXT_OF(words), own = TEXT_OF(value);
        game->turn_format(&probe->setting->position, &line->turn, &text);
        write_answer(game, &line->after, &line->answer, &own);
        printf("%-16s %s\n", words, value);
    }
}

static Status probe_position(Probe *probe)
{
    const Setting *setting = probe->setting;
    TableAnswer answer;
    Status status =
        tables_probe(probe->tables, probe->reader, &setting->position, &answer, probe->error);
    if (status != STATUS_OK)
        return status;
    turn_each(setting->game, &setting->position, add_line, probe);
    if (probe->status != STATUS_OK)
        return probe->status;
    print_position(setting, &answer);
    print_lines(probe);
    return STATUS_OK;
}

static int run(const Arguments *arguments)
{
    Error error;
    Setting setting;
    if (setting_open(&setting, arguments->positionals[0], arguments, &error) != STATUS_OK)
        return report_error(&error);
    const char *folder = arguments_value(arguments, "tables", 0);
    Probe probe = {.setting = &setting, .error = &error};
    Status status = tables_open(folder ? folder : "tables", setting.game, setting.kit->solver, true,
                                &probe.tables, &error);
    if (status == STATUS_OK)
        status = endgame_reader_open(TABLES_READER_BYTES, &probe.reader, &error);
    probe.lines = calloc(LINES_MAX, sizeof *probe.lines);
    if (status == STATUS_OK && !probe.lines)
        status = error_set(&error, STATUS_NO_MEMORY, "no memory for the moves");
    if (status == STATUS_OK)
        status = probe_position(&probe);
    free(probe.lines);
    endgame_reader_close(probe.reader);
    tables_close(probe.tables);
    setting_close(&setting);
    return status == STATUS_OK ? 0 : report_error(&error);
}

const Command command_probe = {
    .name = "probe",
    .positionals = "GAME",
    .summary = "look a position up in the tables of a solved game",
    .details =
        "Prints who wins a position in how many plies under best play, and the same after every\n"
        "move, the best move first. Every byte of the tables is checked before. Draws by "
        "repetition\n"
        "and by no progress are not applied: play without end is a draw.",
    .example = "skirmish probe shapluk --tables tables --moves 'c1c2'",
    .positionals_min = 1,
    .positionals_max = 1,
    .options = options,
    .run = run,
};
