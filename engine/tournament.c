/* The state of a tournament. */
#include "engine/tournament.h"

#include <inttypes.h>
#include <stdlib.h>

typedef enum PairState { PAIR_FREE, PAIR_TAKEN, PAIR_FINISHED } PairState;

static Stage *current_stage(const Tournament *tournament)
{
    return &tournament->stages[tournament->stage_count - 1];
}

/* Adds the next stage, or finds that there is none. */
static Status begin_stage(Tournament *tournament, Error *error)
{
    Stage next;
    bool more = false;
    const ScheduleOptions *schedule = &tournament->plan->schedule;
    Status status =
        schedule_next(schedule, tournament->stages, tournament->stage_count, &next, &more, error);
    tournament->over = status == STATUS_OK && !more;
    if (!more)
        return status;
    Stage *stages = realloc(tournament->stages,
                            ((size_t)tournament->stage_count + 1) * sizeof *tournament->stages);
    unsigned char *states = calloc(stage_pairs(&next), 1);
    if (stages)
        tournament->stages = stages;
    if (!stages || !states) {
        stage_close(&next);
        free(states);
        return error_set(error, STATUS_NO_MEMORY, "no memory for %" PRIu64 " pairs",
                         stage_pairs(&next));
    }
    free(tournament->states);
    tournament->states = states;
    tournament->stages[tournament->stage_count++] = next;
    tournament->next = tournament->finished = 0;
    return STATUS_OK;
}

Status tournament_open(Tournament *tournament, const TournamentPlan *plan, Error *error)
{
    *tournament = (Tournament){.plan = plan};
    Status status = schedule_check(&plan->schedule, error);
    if (status == STATUS_OK)
        status = standings_open(&tournament->standings, plan->schedule.engines,
                                plan->schedule.games, error);
    if (status == STATUS_OK)
        status = begin_stage(tournament, error);
    if (status != STATUS_OK)
        tournament_close(tournament);
    return status;
}

void tournament_close(Tournament *tournament)
{
    for (int i = 0; i < tournament->stage_count; i++)
        stage_close(&tournament->stages[i]);
    free(tournament->stages);
    free(tournament->states);
    free(tournament->waiting);
    standings_close(&tournament->standings);
    *tournament = (Tournament){0};
}

bool tournament_take(Tournament *tournament, PairTask *task)
{
    if (tournament->over)
        return false;
    const Stage *stage = current_stage(tournament);
    uint64_t pairs = stage_pairs(stage);
    while (tournament->next < pairs && tournament->states[tournament->next] != PAIR_FREE)
        tournament->next++;
    if (tournament->next == pairs)
        return false;
    tournament->states[tournament->next] = PAIR_TAKEN;
    *task = stage_pair(stage, tournament->next++);
    return true;
}

void tournament_return(Tournament *tournament, const PairTask *task)
{
    uint64_t index = task->number - current_stage(tournament)->first_pair;
    tournament->states[index] = PAIR_FREE;
    if (index < tournament->next)
        tournament->next = index;
}

/* Half points of the pair's first engine, who moved first in the first game. */
static int pair_points(const GameSummary games[2])
{
    return summary_first_points(&games[0]) + 2 - summary_first_points(&games[1]);
}

/* Counts the next pair of a sprt, unless the test is decided. */
static void count_pair(Tournament *tournament, const GameSummary games[2])
{
    const SprtOptions *sprt = &tournament->plan->sprt;
    if (tournament->verdict != SPRT_OPEN)
        return;
    standings_add(&tournament->standings, games);
    tournament->counts[pair_points(games)]++;
    tournament->counted++;
    tournament->llr = sprt_llr(sprt, tournament->counts, PAIR_RESULTS);
    tournament->verdict = sprt_verdict(sprt, tournament->llr);
    tournament->over = tournament->verdict != SPRT_OPEN;
}

/* Counts the waiting pairs whose turn it is. */
static void count_waiting(Tournament *tournament)
{
    for (size_t i = 0; i < tournament->waiting_count;) {
        WaitingPair *pair = &tournament->waiting[i];
        if (pair->number != tournament->counted) {
            i++;
            continue;
        }
        count_pair(tournament, pair->games);
        *pair = tournament->waiting[--tournament->waiting_count];
        if (tournament->verdict != SPRT_OPEN)
            return;
        i = 0;
    }
}

/* A pair of a sprt counts when all before it do. */
static Status add_in_order(Tournament *tournament, uint64_t number, const GameSummary games[2],
                           Error *error)
{
    if (number == tournament->counted) {
        count_pair(tournament, games);
        count_waiting(tournament);
        return STATUS_OK;
    }
    if (tournament->waiting_count == tournament->waiting_capacity) {
        size_t capacity = 2 * tournament->waiting_capacity + 16;
        WaitingPair *waiting = realloc(tournament->waiting, capacity * sizeof *waiting);
        if (!waiting)
            return error_set(error, STATUS_NO_MEMORY, "no memory for waiting pairs");
        tournament->waiting = waiting;
        tournament->waiting_capacity = capacity;
    }
    tournament->waiting[tournament->waiting_count++] =
        (WaitingPair){.number = number, .games = {games[0], games[1]}};
    return STATUS_OK;
}

/* Whether the planned engines sat on the planned sides. */
static bool is_game_of(const PairTask *task, const GameSummary *game, int leg)
{
    return task->game == game->game && task->engines[leg] == game->first &&
           task->engines[!leg] == game->second;
}

Status tournament_finish(Tournament *tournament, uint64_t number, const GameSummary games[2],
                         Error *error)
{
    Stage *stage = current_stage(tournament);
    uint64_t index = number - stage->first_pair;
    if (tournament->verdict != SPRT_OPEN)
        return STATUS_OK;
    if (tournament->over || number < stage->first_pair || index >= stage_pairs(stage) ||
        tournament->states[index] == PAIR_FINISHED)
        return error_set(error, STATUS_MISMATCH, "pair %" PRIu64 " is not planned", number);
    PairTask task = stage_pair(stage, index);
    if (!is_game_of(&task, &games[0], 0) || !is_game_of(&task, &games[1], 1))
        return error_set(error, STATUS_MISMATCH,
                         "pair %" PRIu64 " is not between the planned engines", number);
    tournament->states[index] = PAIR_FINISHED;
    tournament->finished++;
    stage->pairings[task.pairing].points += (uint64_t)pair_points(games);
    if (tournament->plan->schedule.format == FORMAT_SPRT) {
        Status status = add_in_order(tournament, number, games, error);
        if (status != STATUS_OK)
            return status;
    } else {
        standings_add(&tournament->standings, games);
    }
    if (!tournament->over && tournament->finished == stage_pairs(stage))
        return begin_stage(tournament, error);
    return STATUS_OK;
}

uint64_t tournament_pairs(const Tournament *tournament)
{
    const Stage *stage = current_stage(tournament);
    if (tournament->verdict != SPRT_OPEN)
        return tournament->counted;
    uint64_t known = stage->first_pair + stage_pairs(stage);
    uint64_t planned = schedule_pairs(&tournament->plan->schedule);
    return tournament->over || planned < known ? known : planned;
}

uint64_t tournament_opening(const TournamentPlan *plan, const PairTask *task)
{
    return task->set % plan->games[task->game].book->count;
}

Contest tournament_contest(const TournamentPlan *plan, const PairTask *task, int leg)
{
    const TournamentGame *game = &plan->games[task->game];
    uint64_t seed = random_split(plan->seed, task->number);
    Contest contest = {
        .game = game->game,
        .first = leg,
        .opening = opening_book_at(game->book, task->set),
        .plies_max = plan->plies_max,
        .adjudication = plan->adjudication,
        .referee = game->referee,
    };
    for (int seat = 0; seat < 2; seat++)
        contest.seats[seat] = (Seat){
            .spec = &game->specs[task->engines[seat]],
            .seed = random_split(seed, 2 * (uint64_t)leg + (uint64_t)seat),
        };
    contest.opening.seed = seed;
    return contest;
}
