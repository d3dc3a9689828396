/* Databases that this program never wrote: whatever stands in their rows, commands read them or
 * refuse them in one line, and never crash. */
#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FINE = 0, REFUSED = 2 };

/* Lets NULL into the columns that allow it. */
#define NO_DEMANDS                                                                               \
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '');" \
    " PRAGMA writable_schema = RESET;"

/* A change of the file, and how `standings`, `export` and `tournament --resume` must end. */
typedef struct Damage {
    const char *sql;
    int codes[3];
} Damage;

static const Damage damages[] = {
    {"", {FINE, FINE, FINE}},
    {"UPDATE games SET first = 7", {REFUSED, REFUSED, REFUSED}},
    {"UPDATE games SET second = 7 WHERE leg = 1", {REFUSED, REFUSED, REFUSED}},
    {"UPDATE games SET second = -1000000", {REFUSED, REFUSED, REFUSED}},
    {"UPDATE games SET ruleset = 63", {REFUSED, REFUSED, REFUSED}},
    {"UPDATE games SET ruleset = 1000000", {REFUSED, REFUSED, REFUSED}},
    {"UPDATE games SET leg = 5", {REFUSED, REFUSED, REFUSED}},
    {"UPDATE games SET pair = -3", {REFUSED, FINE, REFUSED}},
    {"UPDATE games SET plies = -1", {REFUSED, REFUSED, REFUSED}},
    {"UPDATE games SET ending = 'x'", {REFUSED, FINE, REFUSED}},
    {"DELETE FROM games WHERE leg = 0", {REFUSED, FINE, REFUSED}},
    {"DELETE FROM openings", {FINE, REFUSED, REFUSED}},
    {"UPDATE openings SET moves = 'x'", {FINE, FINE, REFUSED}},
    {"UPDATE openings SET start = ''", {FINE, FINE, REFUSED}},
    {"DELETE FROM engines", {REFUSED, REFUSED, FINE}},
    {"DELETE FROM rulesets", {REFUSED, REFUSED, FINE}},
    {"UPDATE engines SET engine = engine + 1000000", {REFUSED, REFUSED, FINE}},
    {"UPDATE runs SET run = 9223372036854775807", {REFUSED, REFUSED, REFUSED}},
    {"UPDATE runs SET config = 'nonsense'", {FINE, FINE, REFUSED}},
    {NO_DEMANDS "UPDATE runs SET config = NULL, format = NULL, seed = NULL, created = NULL",
     {FINE, FINE, REFUSED}},
    {NO_DEMANDS "UPDATE games SET result = NULL, ending = NULL, final = NULL, moves = NULL,"
                " searches = NULL, times = NULL, ended = NULL, reason = NULL",
     {REFUSED, FINE, REFUSED}},
    {NO_DEMANDS "UPDATE engines SET name = NULL, spec = NULL", {FINE, REFUSED, FINE}},
    {NO_DEMANDS "UPDATE openings SET start = NULL, moves = NULL", {FINE, FINE, REFUSED}},
    {"DROP VIEW results; DROP VIEW moves; DROP TABLE games", {REFUSED, REFUSED, REFUSED}},
};

static int run(const char *words, const char *file)
{
    char command[1024];
    snprintf(command, sizeof command, "'%s' %s '%s' </dev/null >/dev/null 2>&1", SKIRMISH, words,
             file);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void change(const char *path, const char *sql)
{
    sqlite3 *database = NULL;
    char *message = NULL;
    cr_assert_eq(sqlite3_open(path, &database), SQLITE_OK);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    sqlite3_exec(database, sql, NULL, NULL, &message);
    cr_assert_null(message, "%s: %s", sql, message);
    sqlite3_close(database);
}

Test(damage, hostile_rows_are_refused_in_one_line)
{
    static const char *const words[] = {"standings", "export --json",
                                        "tournament --resume --quiet --out"};
    char game[64], good[64] = "/tmp/skirmish-test-XXXXXX", file[96], command[512];
    FILE *games = popen("'" SKIRMISH "' games | awk 'NR == 2 { print $1 }'", "r");
    cr_assert(games && fgets(game, sizeof game, games));
    pclose(games);
    game[strcspn(game, "\n")] = '\0';
    close(mkstemp(good));
    unlink(good);
    snprintf(command, sizeof command,
             "tournament --quiet --engine random --engine random,name=b --games 4 --threads 1"
             " --game '%s' --out",
             game);
    cr_assert_eq(run(command, good), FINE);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++)
        for (int j = 0; j < 3; j++) {
            snprintf(file, sizeof file, "%s.damaged", good);
            snprintf(command, sizeof command, "cp '%s' '%s'", good, file);
            cr_assert_eq(system(command), 0);
            change(file, damages[i].sql);
            int code = run(words[j], file);
            cr_expect_eq(code, damages[i].codes[j], "%s: %s: exit code %d, expected %d",
                         damages[i].sql, words[j], code, damages[i].codes[j]);
        }
    unlink(file);
    unlink(good);
}
