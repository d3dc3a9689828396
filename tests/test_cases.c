/* Runs the cases of tests/cases/<folder>.txt, one per line, fields between tabs:
 *   moves         GAME  POSITION           the legal moves, sorted, '' = none
 *   line          GAME  POSITION or start  moves   final position   ending
 *   bad-position  GAME  TEXT               part of the error
 *   bad-move      GAME  POSITION           MOVE    part of the error
 *   alias         GAME  POSITION           MOVE    canonical text of the move */
#include "tests/walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 6, CASE_LINE_MAX = 1 << 16, CASE_MOVES_MAX = 4096 };

typedef struct Case {
    int line, field_count;
    char *fields[FIELDS_MAX];
    const Game *game;
} Case;

static Position read_position(const Case *test, const char *text)
{
    Position position;
    Error error = {0};
    if (strcmp(text, "start") == 0)
        test->game->start(NULL, &position);
    else
        cr_assert_eq(test->game->parse(NULL, text, &position, &error), STATUS_OK, "line %d: %s: %s",
                     test->line, text, error.text);
    return position;
}

typedef struct MoveTexts {
    const Case *test;
    const Position *position;
    int count;
    char *texts[CASE_MOVES_MAX];
} MoveTexts;

static bool add_text(void *context, const Turn *turn, const Position *after)
{
    MoveTexts *list = context;
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    (void)after;
    list->test->game->turn_format(list->position, turn, &text);
    cr_assert(list->count < CASE_MOVES_MAX);
    list->texts[list->count++] = strdup(line);
    return true;
}

static int compare_texts(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

static void run_moves(const Case *test)
{
    static char joined[CASE_LINE_MAX];
    Position position = read_position(test, test->fields[2]);
    MoveTexts list = {.test = test, .position = &position};
    turn_each(test->game, &position, add_text, &list);
    qsort(list.texts, (size_t)list.count, sizeof list.texts[0], compare_texts);
    Text text = TEXT_OF(joined);
    for (int i = 0; i < list.count; i++) {
        text_format(&text, "%s%s", i ? " " : "", list.texts[i]);
        free(list.texts[i]);
    }
    const char *expected = strcmp(test->fields[3], "''") == 0 ? "" : test->fields[3];
    cr_assert_str_eq(joined, expected, "line %d: moves of %s:\n%s\nexpected\n%s", test->line,
                     test->fields[2], joined, test->fields[3]);
}

static void write_outcome(const Game *game, const Position *position,
                          const PositionHistory *history, Text *text)
{
    Outcome outcome = game->outcome(position);
    HistoryDraw draw =
        outcome == OUTCOME_OPEN ? position_history_draw(game, position, history) : HISTORY_OPEN;
    if (draw != HISTORY_OPEN || outcome == OUTCOME_DRAW)
        text_format(text, "draw (%s)",
                    draw != HISTORY_OPEN ? history_draw_text(draw) : game->ending(position));
    else if (outcome == OUTCOME_OPEN)
        text_string(text, "open");
    else
        text_format(text, "%s wins (%s)",
                    (outcome == OUTCOME_WIN) == (game->mover(position) == 0) ? "first" : "second",
                    game->ending(position));
}

static void run_line(const Case *test)
{
    const Game *game = test->game;
    uint64_t keys[1024];
    int count = 0;
    Position position = read_position(test, test->fields[2]);
    for (char *word = strtok(test->fields[3], " "); word; word = strtok(NULL, " ")) {
        Turn turn;
        Error error = {0};
        cr_assert_eq(game->turn_parse(&position, word, &turn, &error), STATUS_OK, "line %d: %s: %s",
                     test->line, word, error.text);
        keys[count++] = game->key(&position);
        turn_play(game, &turn, &position);
    }
    cr_assert_str_eq(position_text(game, &position), test->fields[4], "line %d: %s", test->line,
                     position_text(game, &position));
    char line[128];
    Text text = TEXT_OF(line);
    write_outcome(game, &position, &(PositionHistory){.keys = keys, .count = count}, &text);
    cr_assert_str_eq(line, test->fields[5], "line %d: %s", test->line, line);
}

static void run_bad_position(const Case *test)
{
    Position position;
    Error error = {.text = ""};
    cr_assert_neq(test->game->parse(NULL, test->fields[2], &position, &error), STATUS_OK,
                  "line %d: '%s' was accepted", test->line, test->fields[2]);
    cr_assert(strstr(error.text, test->fields[3]), "line %d: '%s' does not say '%s'", test->line,
              error.text, test->fields[3]);
}

static void run_bad_move(const Case *test)
{
    Turn turn;
    Error error = {.text = ""};
    Position position = read_position(test, test->fields[2]);
    cr_assert_neq(test->game->turn_parse(&position, test->fields[3], &turn, &error), STATUS_OK,
                  "line %d: '%s' was accepted", test->line, test->fields[3]);
    cr_assert(strstr(error.text, test->fields[4]), "line %d: '%s' does not say '%s'", test->line,
              error.text, test->fields[4]);
}

static void run_alias(const Case *test)
{
    Turn turn;
    Error error = {.text = ""};
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    Position position = read_position(test, test->fields[2]);
    cr_assert_eq(test->game->turn_parse(&position, test->fields[3], &turn, &error), STATUS_OK,
                 "line %d: %s: %s", test->line, test->fields[3], error.text);
    test->game->turn_format(&position, &turn, &text);
    cr_assert_str_eq(line, test->fields[4], "line %d: %s", test->line, line);
}

static void run_case(const Case *test)
{
    static const struct {
        const char *name;
        int fields;
        void (*run)(const Case *);
    } kinds[] = {
        {"moves", 4, run_moves},
        {"line", 6, run_line},
        {"bad-position", 4, run_bad_position},
        {"bad-move", 5, run_bad_move},
        {"alias", 5, run_alias},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].name, test->fields[0]) == 0) {
            cr_assert_eq(test->field_count, kinds[i].fields, "line %d: %d fields", test->line,
                         test->field_count);
            kinds[i].run(test);
            return;
        }
    cr_assert_fail("line %d: unknown kind '%s'", test->line, test->fields[0]);
}

static void split_line(char *line, Case *test)
{
    line[strcspn(line, "\r\n")] = '\0';
    for (char *field = line; field && test->field_count < FIELDS_MAX;) {
        test->fields[test->field_count++] = field;
        field = strchr(field, '\t');
        if (field)
            *field++ = '\0';
    }
}

ParameterizedTestParameters(cases, files_of_cases_hold)
{
    return all_games();
}

/* Each game runs the lines that name it; the default ruleset of a folder checks that there are
 * some. */
ParameterizedTest(int *index, cases, files_of_cases_hold)
{
    static char line[CASE_LINE_MAX];
    const Game *game = games_at(*index);
    char path[512];
    int count = 0;
    snprintf(path, sizeof path, SOURCE_DIR "/tests/cases/%s.txt", game->folder);
    FILE *file = fopen(path, "r");
    cr_assert(file, "no file of cases %s", path);
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        Case test = {.line = number};
        split_line(line, &test);
        cr_assert(test.field_count >= 3, "line %d: too few fields", number);
        if (games_find(test.fields[1], NULL) != *index)
            continue;
        test.game = game;
        run_case(&test);
        count++;
    }
    fclose(file);
    cr_assert(count > 0 || strcmp(game->name, game->folder) != 0);
}
