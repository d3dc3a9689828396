/* Tables of standings. */
#include "bench/tables.h"

#include "engine/clock.h"
#include "engine/schedule.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    NAME_WIDTH = 28,
    MATRIX_ENGINES_MAX = 16, /* larger matrices are not printed; the export has all */
};

void tables_rank(const Ratings *ratings, int *order)
{
    for (int i = 0; i < ratings->engines; i++) {
        int at = i;
        for (; at > 0 && ratings->elo[i].value > ratings->elo[order[at - 1]].value; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static uint64_t games_of(const MatchScore *score)
{
    return score->wins + score->draws + score->losses;
}

int tables_print_ratings(const Tables *tables, const Ratings *ratings, int lines, FILE *stream)
{
    int order[SCHEDULE_ENGINES_MAX] = {0},
        count = ratings->engines < lines ? ratings->engines : lines;
    tables_rank(ratings, order);
    fprintf(stream, "%4s  %-*s %8s %7s %6s %8s %7s  %-s\n", "Rank", NAME_WIDTH, "Engine", "Elo",
            "+/-", "LOS", "Games", "Score", "Wins/Draws/Losses  Ptnml(0-2)");
    for (int i = 0; i < count; i++) {
        int engine = order[i];
        MatchScore score = standings_score(tables->standings, -1, engine, -1);
        fprintf(stream, "%4d  %-*.*s %+8.1f %7.1f ", i + 1, NAME_WIDTH, NAME_WIDTH,
                tables->names[engine], ratings->elo[engine].value, ratings->elo[engine].margin);
        if (i + 1 < ratings->engines)
            fprintf(stream, "%5.1f%%",
                    100 * ratings->superiority[engine * ratings->engines + order[i + 1]]);
        else
            fprintf(stream, "%6s", "-");
        fprintf(stream, " %8" PRIu64 " %6.1f%%  %" PRIu64 "/%" PRIu64 "/%" PRIu64, games_of(&score),
                100 * stats_share(&score), score.wins, score.draws, score.losses);
        fprintf(stream, "  [%" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 "]\n",
                score.pairs[0], score.pairs[1], score.pairs[2], score.pairs[3], score.pairs[4]);
    }
    return count + 1;
}

void tables_print_test(const Tables *tables, FILE *stream)
{
    static const char *const verdicts[] = {"not decided", "H0 accepted", "H1 accepted"};
    const SprtOptions *sprt = tables->sprt;
    fprintf(stream, "SPRT (%s): LLR %+.2f (%+.2f, %+.2f) [%g, %g]: %s\n",
            sprt->model == SPRT_NORMALIZED ? "nElo" : "logistic Elo", tables->llr, sprt_lower(sprt),
            sprt_upper(sprt), sprt->elo0, sprt->elo1, verdicts[tables->verdict]);
}

static void print_duel(const Tables *tables, FILE *stream)
{
    MatchScore score = standings_score(tables->standings, -1, 0, 1);
    Estimate elo = stats_elo(&score), nelo = stats_nelo(&score);
    fprintf(stream, "%s against %s: +%" PRIu64 " =%" PRIu64 " -%" PRIu64 ", %.1f %%\n",
            tables->names[0], tables->names[1], score.wins, score.draws, score.losses,
            100 * stats_share(&score));
    fprintf(
        stream, "Elo of %s: %+.1f +/- %.1f, nElo: %+.1f +/- %.1f (95 %%, by pairs), LOS: %.1f %%\n",
        tables->names[0], elo.value, elo.margin, nelo.value, nelo.margin, 100 * stats_los(&score));
    if (tables->sprt)
        tables_print_test(tables, stream);
}

/* One cell of a matrix for a row and a column, both ranks' engines. */
typedef void CellWriter(const Tables *tables, const Ratings *ratings, int row, int column,
                        Text *text);

static void score_cell(const Tables *tables, const Ratings *ratings, int row, int column,
                       Text *text)
{
    (void)ratings;
    MatchScore score = standings_score(tables->standings, -1, row, column);
    double points = (double)score.wins + (double)score.draws / 2;
    if (games_of(&score))
        text_format(text, "%g/%" PRIu64, points, games_of(&score));
}

static void superiority_cell(const Tables *tables, const Ratings *ratings, int row, int column,
                             Text *text)
{
    (void)tables;
    text_format(text, "%.1f", 100 * ratings->superiority[row * ratings->engines + column]);
}

static void print_matrix(const Tables *tables, const Ratings *ratings, const char *title,
                         CellWriter *write, FILE *stream)
{
    int order[SCHEDULE_ENGINES_MAX] = {0}, engines = ratings->engines;
    if (engines < 3 || engines > MATRIX_ENGINES_MAX)
        return;
    tables_rank(ratings, order);
    fprintf(stream, "\n%s\n%4s  %-*s", title, "", NAME_WIDTH, "");
    for (int i = 0; i < engines; i++)
        fprintf(stream, " %9d", i + 1);
    fprintf(stream, "\n");
    for (int i = 0; i < engines; i++) {
        fprintf(stream, "%4d  %-*.*s", i + 1, NAME_WIDTH, NAME_WIDTH, tables->names[order[i]]);
        for (int j = 0; j < engines; j++) {
            char cell[32];
            Text text = TEXT_OF(cell);
            if (i != j)
                write(tables, ratings, order[i], order[j], &text);
            fprintf(stream, " %9s", i == j ? "-" : cell);
        }
        fprintf(stream, "\n");
    }
}

static void print_games(const Tables *tables, const Ratings *ratings, FILE *stream)
{
    const Standings *standings = tables->standings;
    fprintf(stream, "\n%-*s %8s %8s %7s %11s %7s %8s\n", NAME_WIDTH + 6, "First player", "Games",
            "Score", "+/-", "Worth (Elo)", "+/-", "Draws");
    for (int game = 0; game < standings->games; game++) {
        MatchScore first = standings_first(standings, game);
        if (!games_of(&first))
            continue;
        Estimate share = stats_share_estimate(&first);
        fprintf(stream, "%-*s %8" PRIu64 " %7.1f%% %7.1f %+11.1f %7.1f %7.1f%%\n", NAME_WIDTH + 6,
                tables->games[game], games_of(&first), 100 * share.value, 100 * share.margin,
                ratings->advantage[game].value, ratings->advantage[game].margin,
                100.0 * (double)first.draws / (double)games_of(&first));
    }
}

static void print_endings(const Tables *tables, FILE *stream)
{
    const Standings *standings = tables->standings;
    const char *separator = "\nEndings: ";
    for (int ending = 0; ending < ENDINGS; ending++) {
        if (!standings->endings[ending])
            continue;
        fprintf(stream, "%s%s %" PRIu64, separator, ending_word((Ending)ending),
                standings->endings[ending]);
        separator = ", ";
    }
    fprintf(stream, "\n");
    for (int engine = 0; engine < standings->engines; engine++) {
        separator = NULL;
        for (int ending = ENDING_TIME; ending < ENDINGS; ending++) {
            uint64_t count = standings->losses[engine * ENDINGS + ending];
            if (!count || !ending_is_failure((Ending)ending))
                continue;
            if (!separator)
                fprintf(stream, "Lost by failures, %s: ", tables->names[engine]);
            fprintf(stream, "%s%s %" PRIu64, separator ? separator : "",
                    ending_word((Ending)ending), count);
            separator = ", ";
        }
        if (separator)
            fprintf(stream, "\n");
    }
    if (standings->overruns)
        fprintf(stream,
                "Warning: %" PRIu64 " turns took more than 10 ms longer than their limit, the "
                "worst by %.0f ms: the machine was disturbed, or too many games ran at once\n",
                standings->overruns, (double)standings->overrun_most / NANOSECONDS_PER_MILLISECOND);
}

static void print_work(const Tables *tables, FILE *stream)
{
    fprintf(stream, "\n%-*s %12s %12s %12s %12s\n", NAME_WIDTH + 6, "Engine", "nodes/turn",
            "playouts", "ms/turn", "nodes/s");
    for (int i = 0; i < tables->standings->engines; i++) {
        const EngineWork *work = &tables->standings->work[i];
        double turns = work->turns ? (double)work->turns : 1;
        fprintf(stream, "%-*.*s %12.0f %12.0f %12.3f %12.0f\n", NAME_WIDTH + 6, NAME_WIDTH + 6,
                tables->names[i], (double)work->nodes / turns, (double)work->playouts / turns,
                (double)work->nanoseconds / turns / NANOSECONDS_PER_MILLISECOND,
                clock_rate(work->nodes, work->nanoseconds));
    }
}

Status tables_print(const Tables *tables, FILE *stream, Error *error)
{
    Ratings ratings;
    const Standings *standings = tables->standings;
    if (standings->finished_pairs == 0)
        return STATUS_OK;
    Status status = ratings_open(&ratings, standings, -1, error);
    if (status != STATUS_OK)
        return status;
    tables_print_ratings(tables, &ratings, standings->engines, stream);
    fprintf(stream,
            "Elo is against the mean of all engines, +/- spans 95 %%; LOS is the likelihood "
            "that the engine is stronger than the next.\n");
    if (standings->engines == 2)
        print_duel(tables, stream);
    print_matrix(tables, &ratings, "Points of the row's engine against the column's:", score_cell,
                 stream);
    print_matrix(tables, &ratings,
                 "Likelihood in % that the row's engine is the stronger one:", superiority_cell,
                 stream);
    print_games(tables, &ratings, stream);
    print_endings(tables, stream);
    print_work(tables, stream);
    fprintf(stream, "Games: %" PRIu64 ", mean length %.1f plies\n", 2 * standings->finished_pairs,
            (double)standings->plies / (2.0 * (double)standings->finished_pairs));
    ratings_close(&ratings);
    return STATUS_OK;
}
