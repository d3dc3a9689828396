/* The database of tournaments and measurements: one SQLite file in write-ahead mode with one writer
 * and one transaction a pair. What is recorded survives the end of the program at any instant; a
 * pair is there whole or not at all. Tables and views are explained in engine/README.md. */
#ifndef ENGINE_STORE_H
#define ENGINE_STORE_H

#include "engine/openings.h"
#include "engine/record.h"
#include "engine/schedule.h"
#include "engine/standings.h"

enum { STORE_SCHEMA = 2, STORE_RULESETS_MAX = 64, STORE_RUNS_MAX = 1 << 20 };

typedef struct Store Store;

typedef enum StoreMode {
    STORE_WRITE,  /* make the file if there is none; no other program may write to it */
    STORE_UPDATE, /* the same for a file that must exist */
    STORE_READ,
} StoreMode;

/* Opens a database. A file of another program, of a newer version, that cannot be written or is in
 * use by another writer is refused. One of an older version is read as it is, and brought up to
 * date when it is opened for writing. */
Status store_open(const char *path, StoreMode mode, Store **store, Error *error);
void store_close(Store *store);

/* Finds who moves (0 or 1) in a position's text; board NULL = the default. */
typedef Status MoverFinder(const char *ruleset, const char *board, const char *position, int *mover,
                           Error *error);

/* Opens the folder that `skirmish match --out` wrote as a database in memory with one run of format
 * "match". The seeds of its games and its overruns are not known. */
Status store_open_match(const char *folder, MoverFinder *find_mover, Store **store, Error *error);

/* ---- Runs ---- */

/* A tournament as it was planned. Texts are borrowed: by a reader until its callback returns. */
typedef struct RunHeader {
    int64_t run;          /* from 1; given by the store */
    const char *identity; /* of this run among all; given by the store */
    const char *format, *config, *seed;
    uint64_t planned_pairs;
    const char *created, *finished, *verdict; /* UTC; NULL = not yet */
} RunHeader;

/* Where and by what games are played, or something is measured, from now on. */
typedef struct SessionInfo {
    const char *version, *commit, *compiler, *flags, *cpu, *host;
    int processors, threads;
} SessionInfo;

/* Everything that a new run consists of; borrowed. */
typedef struct RunPlan {
    RunHeader header;
    int engine_count, game_count;
    const char *const *names, *const *specs; /* of the engines */
    const Game *const *games;                /* rulesets */
    const char *board;                       /* file of the board, NULL = the default boards */
    const OpeningBook *books;                /* of each ruleset */
} RunPlan;

/* Records a plan of at most STORE_RULESETS_MAX rulesets, all or nothing; gives the run's number. */
Status store_add_run(Store *store, const RunPlan *plan, int64_t *run, Error *error);

typedef Status RunReader(void *context, const RunHeader *header, Error *error);
Status store_each_run(Store *store, RunReader *read, void *context, Error *error);

/* The names and specs of a run's engines, and the names of its rulesets, in order. */
typedef Status NameReader(void *context, int number, const char *name, const char *text,
                          Error *error);
Status store_each_engine(Store *store, int64_t run, NameReader *read, void *context, Error *error);
Status store_each_ruleset(Store *store, int64_t run, NameReader *read, void *context, Error *error);

/* Reads the openings of a run's ruleset into an empty book. */
Status store_read_book(Store *store, int64_t run, int ruleset, const Game *game, const Board *board,
                       OpeningBook *book, Error *error);

/* Notes that games are played here and now; gives the number that they are recorded with. */
Status store_add_session(Store *store, int64_t run, const SessionInfo *info, int64_t *session,
                         Error *error);

/* The commit of the run's session before the last one, "" if there was none. */
Status store_last_commit(Store *store, int64_t run, char *commit, size_t size, Error *error);

/* ---- Games ---- */

/* A played game in the form in which it is stored. Its texts are owned and reused. */
typedef struct StoredGame {
    GameSummary summary;
    int opening_plies;
    uint64_t seed;
    char reason[64], failure[FAILURE_TEXT_MAX];
    char *final, *moves, *searches, *times; /* in the buffer */
    char *buffer;
    size_t size;
} StoredGame;

/* Writes a record into its stored form; `engines` sat on its two seats. Uses no database. */
Status stored_game_encode(StoredGame *stored, const Game *game, const GameRecord *record,
                          int ruleset, const int engines[2], Error *error);
void stored_game_close(StoredGame *stored);

/* Records a pair, all or nothing. */
Status store_add_pair(Store *store, int64_t run, int64_t session, const PairTask *task,
                      uint64_t opening, const StoredGame games[2], Error *error);

/* Ends a run; pairs beyond `pairs` (they ran ahead of a decision) are removed. verdict may be NULL.
 */
Status store_finish_run(Store *store, int64_t run, uint64_t pairs, const char *verdict,
                        Error *error);

/* Reads the recorded pairs in the order of their numbers. */
typedef Status PairReader(void *context, uint64_t number, const GameSummary games[2], Error *error);
Status store_each_pair(Store *store, int64_t run, PairReader *read, void *context, Error *error);

/* Games of a run that repeat an earlier one move by move, with the same engines on the same sides:
 * they say nothing new. */
Status store_repeated_games(Store *store, int64_t run, uint64_t *games, Error *error);

/* ---- Counts, for reports ---- */

/* Until the store is closed, readers see the database as it is now, whoever writes to it. */
Status store_freeze(Store *store, Error *error);

typedef enum Grouping {
    GROUP_LENGTH,  /* key: plies; by rising length */
    GROUP_ENDING,  /* key: the reason, detail: the ending's word; the most frequent first */
    GROUP_OPENING, /* key: the moves, detail: the position before; the most played and most one-
                      sided first */
} Grouping;

/* Games that are alike, by their results for the side that moves first by the rules. Borrowed until
 * the reader returns. */
typedef struct GroupRow {
    const char *ruleset, *board; /* board NULL = the default */
    const char *key, *detail;
    uint64_t wins, draws, losses;
} GroupRow;

typedef Status GroupReader(void *context, const GroupRow *row, Error *error);

/* Groups the games of a run, 0 = of all runs, ruleset by ruleset. */
Status store_each_group(Store *store, int64_t run, Grouping grouping, GroupReader *read,
                        void *context, Error *error);

/* The sessions of a run in order, and how many games each recorded. */
typedef Status SessionReader(void *context, const char *started, const SessionInfo *info,
                             uint64_t games, Error *error);
Status store_each_session(Store *store, int64_t run, SessionReader *read, void *context,
                          Error *error);

/* ---- Whole games, for exports ---- */

/* A row of the games table with the names it refers to; borrowed until the reader returns. */
typedef struct GameRow {
    int64_t run;
    uint64_t pair;
    int leg, stage, opening_plies, plies, overruns;
    uint64_t opening, seed, overrun_microseconds;
    const char *ruleset, *board; /* board NULL = the default */
    const char *first, *second, *first_spec, *second_spec, *result, *ending, *reason, *failure,
        *start, *final, *moves, *searches, *times, *ended;
    int start_mover;
} GameRow;

typedef Status GameReader(void *context, const GameRow *row, Error *error);

/* Reads all games of a run (0 = of all runs) in order. */
Status store_each_game(Store *store, int64_t run, GameReader *read, void *context, Error *error);

/* ---- Measurements ---- */

/* A call of a measuring command. */
typedef struct BenchInfo {
    SessionInfo session;
    const char *command;    /* "bench", "perft", "scale" */
    const char *huge_pages; /* of the system for large tables: "always", "madvise", "never" */
    const char *governor;   /* of the processor's frequency: "performance", ...; "" = not known */
} BenchInfo;

/* One figure of one game. Texts are borrowed. */
typedef struct Measurement {
    const char *ruleset;      /* "gounki:published" */
    const char *engine;       /* a back end, an engine as typed, "perft" or "playouts" */
    const char *limits;       /* of each search or count: "nodes=50000" */
    const char *metric;       /* METRIC_NODES, ... */
    double median, low, high; /* of the repetitions; low and high are the least and the greatest */
    int repetitions, threads;
    uint64_t
        signature; /* what was counted, the same wherever the program does the same; 0 = none */
} Measurement;

/* The metrics, by their unit. The rates are by CPU time with one thread, by wall time with more. */
#define METRIC_NODES    "nodes/s"
#define METRIC_PLAYOUTS "playouts/s"
#define METRIC_LEAVES   "leaves/s" /* of perft */
#define METRIC_PLIES    "plies/s"  /* of random games */
#define METRIC_SECONDS  "s"        /* to the limit */

/* Notes that measurements are taken here and now; gives the number that they are recorded with. */
Status store_add_bench(Store *store, const BenchInfo *info, int64_t *bench, Error *error);
Status store_add_measurement(Store *store, int64_t bench, const Measurement *measurement,
                             Error *error);

/* A measurement with the bench it belongs to; borrowed until the reader returns. */
typedef struct MeasurementRow {
    int64_t bench;
    BenchInfo info;
    const char *taken; /* UTC */
    Measurement measurement;
} MeasurementRow;

typedef Status MeasurementReader(void *context, const MeasurementRow *row, Error *error);

/* Reads the measurements of a commit (NULL = of all) in the order in which they were taken. */
Status store_each_measurement(Store *store, const char *commit, MeasurementReader *read,
                              void *context, Error *error);

typedef struct MergeCounts {
    int runs, benches;
} MergeCounts;

/* Adds the runs and benches of another file with all that belongs to them, and counts them. One
 * that is already there is refused. */
Status store_merge(Store *store, const char *path, MergeCounts *counts, Error *error);

#endif
