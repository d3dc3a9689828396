/* The view of a running tournament. */
#include "bench/live.h"

#include "engine/clock.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    DRAW_INTERVAL = NANOSECONDS_PER_SECOND / 2,
    LINE_SECONDS = 10, /* between lines where there is no terminal */
    BAR_WIDTH = 30,
    RATINGS_SHOWN = 10,
};

void live_start(Live *live, const char *const *names, const char *const *games, uint64_t before,
                bool quiet)
{
    const char *terminal = getenv("TERM"), *colour = getenv("NO_COLOR");
    bool capable = terminal && strcmp(terminal, "dumb") != 0;
    *live = (Live){
        .quiet = quiet,
        .terminal = isatty(STDERR_FILENO) && capable,
        .colour = !colour || !*colour,
        .names = names,
        .games = games,
        .started = clock_wall(),
        .before = before,
    };
    live->drawn_at = live->started;
    live->processors = clock_process();
}

void live_print_time(const Live *live, const Tournament *tournament)
{
    uint64_t wall = clock_wall() - live->started, busy = clock_process() - live->processors;
    uint64_t games = 2 * (tournament->standings.finished_pairs - live->before);
    if (games)
        printf("Time: %.2f s, %.1f games/s; processors: %.2f s\n",
               (double)wall / NANOSECONDS_PER_SECOND, clock_rate(games, wall),
               (double)busy / NANOSECONDS_PER_SECOND);
}

Tables live_tables(const Live *live, const Tournament *tournament)
{
    bool test = tournament->plan->schedule.format == FORMAT_SPRT;
    return (Tables){
        .standings = &tournament->standings,
        .names = live->names,
        .games = live->games,
        .sprt = test ? &tournament->plan->sprt : NULL,
        .llr = tournament->llr,
        .verdict = tournament->verdict,
    };
}

/* "1:02:03" or "4:05". */
static void write_duration(double seconds, Text *text)
{
    uint64_t whole = (uint64_t)(seconds + 0.5);
    if (whole >= 3600)
        text_format(text, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, whole / 3600, whole / 60 % 60,
                    whole % 60);
    else
        text_format(text, "%" PRIu64 ":%02" PRIu64, whole / 60, whole % 60);
}

/* "120/600 games, 20.0 %, 35.1 games/s, 0:14 left". */
static void write_progress(const Live *live, const Tournament *tournament, Text *text)
{
    uint64_t done = tournament->standings.finished_pairs, planned = tournament_pairs(tournament);
    uint64_t played = done > live->before ? done - live->before : 0;
    double rate = clock_rate(2 * played, clock_wall() - live->started);
    bool test = tournament->plan->schedule.format == FORMAT_SPRT;
    text_format(text, "%" PRIu64 "/%s%" PRIu64 " games, %.1f %%, %.1f games/s", 2 * done,
                test && !tournament->over ? "at most " : "", 2 * planned,
                planned ? 100.0 * (double)done / (double)planned : 100.0, rate);
    if (rate <= 0 || planned <= done)
        return;
    text_string(text, test ? ", at most " : ", ");
    write_duration((double)(2 * (planned - done)) / rate, text);
    text_string(text, " left");
}

/* A bar with `filled` of its width marked, green on a colour terminal. */
static void draw_bar(const Live *live, double share)
{
    int filled = (int)(share * BAR_WIDTH + 0.5);
    fprintf(stderr, "[%s", live->colour ? "\033[32m" : "");
    for (int i = 0; i < BAR_WIDTH; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "%s] ", live->colour ? "\033[0m" : "");
}

/* The ratio between its bounds. */
static void draw_test(const Tables *tables)
{
    double low = sprt_lower(tables->sprt), high = sprt_upper(tables->sprt);
    int at = (int)((tables->llr - low) / (high - low) * BAR_WIDTH);
    fprintf(stderr, "[");
    for (int i = 0; i < BAR_WIDTH; i++)
        fputc(i == at ? '*' : '-', stderr);
    fprintf(stderr, "] ");
    tables_print_test(tables, stderr);
}

/* Games lost by failures and on time; nothing if there are none. */
static void write_failures(const Standings *standings, Text *text)
{
    const char *separator = "Failures: ";
    for (int ending = ENDING_TIME; ending < ENDINGS; ending++) {
        if (!standings->endings[ending] || !ending_is_failure((Ending)ending))
            continue;
        text_format(text, "%s%s %" PRIu64, separator, ending_word((Ending)ending),
                    standings->endings[ending]);
        separator = ", ";
    }
}

static void draw_block(Live *live, const Tournament *tournament)
{
    char progress[256];
    Text text = TEXT_OF(progress);
    Ratings ratings;
    Tables tables = live_tables(live, tournament);
    uint64_t done = tournament->standings.finished_pairs, planned = tournament_pairs(tournament);
    write_progress(live, tournament, &text);
    /* Up to the block's first line, clear to the end, no wrapping of long lines. */
    if (live->lines)
        fprintf(stderr, "\033[%dA", live->lines);
    fprintf(stderr, "\033[J\033[?7l");
    draw_bar(live, planned ? (double)done / (double)planned : 1);
    fprintf(stderr, "%s\n", progress);
    live->lines = 1;
    if (tables.sprt) {
        draw_test(&tables);
        live->lines++;
    }
    text = TEXT_OF(progress);
    write_failures(tables.standings, &text);
    if (text.length) {
        fprintf(stderr, "%s\n", progress);
        live->lines++;
    }
    if (done && ratings_open(&ratings, tables.standings, -1, NULL) == STATUS_OK) {
        live->lines += tables_print_ratings(&tables, &ratings, RATINGS_SHOWN, stderr);
        ratings_close(&ratings);
    }
    fprintf(stderr, "\033[?7h");
    fflush(stderr);
}

void live_draw(Live *live, const Tournament *tournament, bool last)
{
    uint64_t now = clock_wall();
    uint64_t interval =
        live->terminal ? DRAW_INTERVAL : (uint64_t)LINE_SECONDS * NANOSECONDS_PER_SECOND;
    if (live->quiet || (!last && now < live->drawn_at + interval))
        return;
    live->drawn_at = now;
    if (live->terminal) {
        draw_block(live, tournament);
        return;
    }
    char progress[256];
    Text text = TEXT_OF(progress);
    write_progress(live, tournament, &text);
    if (tournament->plan->schedule.format == FORMAT_SPRT)
        text_format(&text, ", LLR %+.2f", tournament->llr);
    fprintf(stderr, "%s\n", progress);
}
