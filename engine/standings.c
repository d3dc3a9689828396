/* Counts of a tournament's finished pairs. */
#include "engine/standings.h"

#include <stdlib.h>

Status standings_open(Standings *standings, int engines, int games, Error *error)
{
    size_t all = (size_t)engines * (size_t)engines * (size_t)games;
    *standings = (Standings){
        .engines = engines,
        .games = games,
        .encounters = calloc(all, sizeof(Encounter)),
        .pairs = calloc(all * PAIR_RESULTS, sizeof(uint64_t)),
        .first_pairs = calloc((size_t)games * PAIR_RESULTS, sizeof(uint64_t)),
        .losses = calloc((size_t)engines * ENDINGS, sizeof(uint64_t)),
        .work = calloc((size_t)engines, sizeof(EngineWork)),
    };
    if (standings->encounters && standings->pairs && standings->first_pairs && standings->losses &&
        standings->work)
        return STATUS_OK;
    standings_close(standings);
    return error_set(error, STATUS_NO_MEMORY, "no memory for the standings of %d engines", engines);
}

void standings_close(Standings *standings)
{
    free(standings->encounters);
    free(standings->pairs);
    free(standings->first_pairs);
    free(standings->losses);
    free(standings->work);
    *standings = (Standings){0};
}

int summary_first_points(const GameSummary *summary)
{
    return summary->result == OUTCOME_WIN ? 2 : summary->result == OUTCOME_DRAW;
}

GameSummary game_summary(const GameRecord *record, int game, const int engines[2])
{
    GameSummary summary = {
        .game = game,
        .first = engines[record->first],
        .second = engines[!record->first],
        .result = record->result,
        .ending = record->ending,
        .plies = record->turn_count,
        .overruns = record->overruns,
        .overrun_most = record->overrun_most,
    };
    for (int i = record->opening_count; i < record->turn_count; i++) {
        const PlyRecord *ply = &record->plies[i];
        EngineWork *work = &summary.work[ply->side == record->first ? 0 : 1];
        work->turns++;
        work->nodes += ply->nodes;
        work->playouts += ply->playouts;
        work->nanoseconds += ply->nanoseconds;
    }
    return summary;
}

static size_t cell(const Standings *standings, int game, int one, int other)
{
    return ((size_t)game * (size_t)standings->engines + (size_t)one) * (size_t)standings->engines +
           (size_t)other;
}

static void add_work(EngineWork *sum, const EngineWork *work)
{
    sum->turns += work->turns;
    sum->nodes += work->nodes;
    sum->playouts += work->playouts;
    sum->nanoseconds += work->nanoseconds;
}

static void add_game(Standings *standings, const GameSummary *summary)
{
    size_t at = cell(standings, summary->game, summary->first, summary->second);
    Encounter *encounter = &standings->encounters[at];
    encounter->wins += summary->result == OUTCOME_WIN;
    encounter->draws += summary->result == OUTCOME_DRAW;
    encounter->losses += summary->result == OUTCOME_LOSS;
    int loser = summary->result == OUTCOME_WIN ? summary->second : summary->first;
    if (summary->result != OUTCOME_DRAW)
        standings->losses[(size_t)loser * ENDINGS + (size_t)summary->ending]++;
    standings->endings[summary->ending]++;
    standings->plies += (uint64_t)summary->plies;
    standings->overruns += (uint64_t)summary->overruns;
    if (summary->overrun_most > standings->overrun_most)
        standings->overrun_most = summary->overrun_most;
    add_work(&standings->work[summary->first], &summary->work[0]);
    add_work(&standings->work[summary->second], &summary->work[1]);
}

void standings_add(Standings *standings, const GameSummary games[2])
{
    int game = games[0].game, one = games[0].first, other = games[0].second;
    int won = summary_first_points(&games[0]), then = summary_first_points(&games[1]);
    int points = won + 2 - then;
    for (int i = 0; i < 2; i++)
        add_game(standings, &games[i]);
    standings->pairs[cell(standings, game, one, other) * PAIR_RESULTS + (size_t)points]++;
    standings->pairs[cell(standings, game, other, one) * PAIR_RESULTS + (size_t)(4 - points)]++;
    standings->first_pairs[(size_t)game * PAIR_RESULTS + (size_t)(won + then)]++;
    standings->finished_pairs++;
}

const Encounter *standings_encounter(const Standings *standings, int game, int first, int second)
{
    return &standings->encounters[cell(standings, game, first, second)];
}

static void add_score(MatchScore *score, const Standings *standings, int game, int engine,
                      int other)
{
    const Encounter *own = standings_encounter(standings, game, engine, other);
    const Encounter *reply = standings_encounter(standings, game, other, engine);
    score->wins += own->wins + reply->losses;
    score->draws += own->draws + reply->draws;
    score->losses += own->losses + reply->wins;
    size_t at = cell(standings, game, engine, other) * PAIR_RESULTS;
    for (size_t i = 0; i < PAIR_RESULTS; i++)
        score->pairs[i] += standings->pairs[at + i];
}

MatchScore standings_score(const Standings *standings, int game, int engine, int other)
{
    MatchScore score = {0};
    for (int i = 0; i < standings->games; i++)
        for (int j = 0; j < standings->engines; j++)
            if ((game < 0 || game == i) && (other < 0 || other == j) && j != engine)
                add_score(&score, standings, i, engine, j);
    return score;
}

MatchScore standings_first(const Standings *standings, int game)
{
    MatchScore score = {0};
    size_t cells = (size_t)standings->engines * (size_t)standings->engines;
    for (int i = 0; i < standings->games; i++) {
        if (game >= 0 && game != i)
            continue;
        for (size_t at = (size_t)i * cells; at < ((size_t)i + 1) * cells; at++) {
            score.wins += standings->encounters[at].wins;
            score.draws += standings->encounters[at].draws;
            score.losses += standings->encounters[at].losses;
        }
        for (size_t j = 0; j < PAIR_RESULTS; j++)
            score.pairs[j] += standings->first_pairs[(size_t)i * PAIR_RESULTS + j];
    }
    return score;
}
