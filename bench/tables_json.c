/* Standings as JSON. */
#include "bench/tables.h"

#include <inttypes.h>

static void print_string(const char *string, FILE *stream)
{
    char quoted[1024];
    Text text = TEXT_OF(quoted);
    text_json_string(&text, string);
    fputs(quoted, stream);
}

static void print_score(const MatchScore *score, FILE *stream)
{
    fprintf(stream,
            "\"wins\":%" PRIu64 ",\"draws\":%" PRIu64 ",\"losses\":%" PRIu64 ",\"pairs\":[%" PRIu64
            ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]",
            score->wins, score->draws, score->losses, score->pairs[0], score->pairs[1],
            score->pairs[2], score->pairs[3], score->pairs[4]);
}

static void print_estimate(const char *name, Estimate estimate, FILE *stream)
{
    fprintf(stream, ",\"%s\":%.3f,\"%s_margin\":%.3f", name, estimate.value, name, estimate.margin);
}

static void print_engines(const Tables *tables, const Ratings *ratings, FILE *stream)
{
    const Standings *standings = tables->standings;
    fprintf(stream, "\"engines\":[");
    for (int i = 0; i < standings->engines; i++) {
        const EngineWork *work = &standings->work[i];
        MatchScore score = standings_score(standings, -1, i, -1);
        fprintf(stream, "%s{\"name\":", i ? "," : "");
        print_string(tables->names[i], stream);
        print_estimate("elo", ratings->elo[i], stream);
        fprintf(stream, ",");
        print_score(&score, stream);
        fprintf(stream,
                ",\"turns\":%" PRIu64 ",\"nodes\":%" PRIu64 ",\"playouts\":%" PRIu64
                ",\"nanoseconds\":%" PRIu64 ",\"losses_by_ending\":{",
                work->turns, work->nodes, work->playouts, work->nanoseconds);
        for (int ending = 0; ending < ENDINGS; ending++)
            fprintf(stream, "%s\"%s\":%" PRIu64, ending ? "," : "", ending_word((Ending)ending),
                    standings->losses[i * ENDINGS + ending]);
        fprintf(stream, "}}");
    }
    fprintf(stream, "],");
}

/* Every two engines that met. */
static void print_pairings(const Tables *tables, const Ratings *ratings, FILE *stream)
{
    const Standings *standings = tables->standings;
    const char *separator = "";
    fprintf(stream, "\"pairings\":[");
    for (int i = 0; i < standings->engines; i++)
        for (int j = i + 1; j < standings->engines; j++) {
            MatchScore score = standings_score(standings, -1, i, j);
            if (score.wins + score.draws + score.losses == 0)
                continue;
            fprintf(stream, "%s{\"engine\":%d,\"other\":%d,", separator, i, j);
            print_score(&score, stream);
            print_estimate("elo", stats_elo(&score), stream);
            print_estimate("nelo", stats_nelo(&score), stream);
            fprintf(stream, ",\"los\":%.6f,\"superiority\":%.6f}", stats_los(&score),
                    ratings->superiority[i * standings->engines + j]);
            separator = ",";
        }
    fprintf(stream, "],");
}

static void print_rulesets(const Tables *tables, const Ratings *ratings, FILE *stream)
{
    const Standings *standings = tables->standings;
    fprintf(stream, "\"rulesets\":[");
    for (int game = 0; game < standings->games; game++) {
        MatchScore first = standings_first(standings, game);
        fprintf(stream, "%s{\"name\":", game ? "," : "");
        print_string(tables->games[game], stream);
        fprintf(stream, ",\"first_player\":{");
        print_score(&first, stream);
        print_estimate("share", stats_share_estimate(&first), stream);
        print_estimate("worth", ratings->advantage[game], stream);
        fprintf(stream, ",\"draws_between_equals\":%.6f}}", ratings->draws[game]);
    }
    fprintf(stream, "],");
}

Status tables_print_json(const Tables *tables, FILE *stream, Error *error)
{
    static const char *const verdicts[] = {"open", "H0", "H1"};
    Ratings ratings;
    const Standings *standings = tables->standings;
    Status status = ratings_open(&ratings, standings, -1, error);
    if (status != STATUS_OK)
        return status;
    fprintf(stream, "{");
    print_engines(tables, &ratings, stream);
    print_pairings(tables, &ratings, stream);
    print_rulesets(tables, &ratings, stream);
    fprintf(stream, "\"endings\":{");
    for (int ending = 0; ending < ENDINGS; ending++)
        fprintf(stream, "%s\"%s\":%" PRIu64, ending ? "," : "", ending_word((Ending)ending),
                standings->endings[ending]);
    fprintf(stream, "},");
    if (tables->sprt)
        fprintf(stream, "\"sprt\":{\"llr\":%.6f,\"lower\":%.6f,\"upper\":%.6f,\"verdict\":\"%s\"},",
                tables->llr, sprt_lower(tables->sprt), sprt_upper(tables->sprt),
                verdicts[tables->verdict]);
    fprintf(stream, "\"games\":%" PRIu64 ",\"plies\":%" PRIu64 ",\"overruns\":%" PRIu64 "}\n",
            2 * standings->finished_pairs, standings->plies, standings->overruns);
    ratings_close(&ratings);
    return STATUS_OK;
}
