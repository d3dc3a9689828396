/* One game, turn by turn. */
#include "engine/contest.h"

#include "engine/clock.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPENING_TRIES = 1000,
    FIRST_CAPACITY = 128,
    OVERRUN_MARGIN = 10 * NANOSECONDS_PER_MILLISECOND, /* for what happens outside the search */
};

/* A game being played. */
typedef struct Running {
    const Contest *contest;
    GameRecord *record;
    Position position;
    GameClocks clocks; /* by side, not by seat */
    int winning_plies; /* in a row, by the score of whoever moved; > 0: for the first side */
    int drawn_plies;   /* in a row */
} Running;

static const char *const ending_words[] = {
#define ENDING_WORD(name, word) [ENDING_##name] = (word),
    ENDING_MAP(ENDING_WORD)
#undef ENDING_WORD
};

const char *ending_word(Ending ending)
{
    return ending_words[ending];
}

bool ending_is_failure(Ending ending)
{
    return ending == ENDING_TIME || ending >= ENDING_ILLEGAL;
}

Ending ending_find(const char *word)
{
    int ending = 0;
    while (ending < ENDINGS && strcmp(ending_words[ending], word) != 0)
        ending++;
    return (Ending)ending;
}

void game_record_close(GameRecord *record)
{
    free(record->moves);
    free(record->plies);
    free(record->keys);
    *record = (GameRecord){0};
}

/* Makes room for `needed` elements of an array; false without memory. */
static bool reserve(void **array, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return true;
    size_t larger = 2 * needed < FIRST_CAPACITY ? FIRST_CAPACITY : 2 * needed;
    void *grown = realloc(*array, larger * size);
    if (!grown)
        return false;
    *array = grown;
    *capacity = larger;
    return true;
}

/* Room for one more turn. */
static bool reserve_turn(GameRecord *record)
{
    void *moves = record->moves, *plies = record->plies, *keys = record->keys;
    bool good =
        reserve(&moves, &record->move_capacity, record->move_count + TURN_PARTS_MAX,
                sizeof(Move)) &&
        reserve(&plies, &record->turn_capacity, (size_t)record->turn_count + 1,
                sizeof(PlyRecord)) &&
        reserve(&keys, &record->key_capacity, (size_t)record->key_count + 1, sizeof(uint64_t));
    record->moves = moves;
    record->plies = plies;
    record->keys = keys;
    return good;
}

static Status no_memory(Error *error)
{
    return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
}

static bool play_turn(Running *running, const Turn *turn, const PlyRecord *ply)
{
    GameRecord *record = running->record;
    const Game *game = running->contest->game;
    if (!reserve_turn(record))
        return false;
    record->keys[record->key_count++] = game->key(&running->position);
    turn_play(game, turn, &running->position);
    memcpy(record->moves + record->move_count, turn->parts, (size_t)turn->count * sizeof(Move));
    record->move_count += (size_t)turn->count;
    record->plies[record->turn_count++] = *ply;
    return true;
}

static bool end_game(GameRecord *record, Outcome result, Ending ending, const char *reason)
{
    record->result = result;
    record->ending = ending;
    record->reason = reason;
    return true;
}

/* A result for the side to move as the side sees it that moves first by the rules. */
static Outcome first_result(const Game *game, const Position *position, Outcome outcome)
{
    if (outcome == OUTCOME_DRAW)
        return OUTCOME_DRAW;
    return (outcome == OUTCOME_WIN) == (game->mover(position) == 0) ? OUTCOME_WIN : OUTCOME_LOSS;
}

/* Whether the players' scores agree for long enough; fills in result and ending. */
static bool is_agreed(const Running *running)
{
    const Adjudication *rules = &running->contest->adjudication;
    int winning = running->winning_plies;
    if (rules->win_score && abs(winning) >= 2 * rules->win_turns)
        return end_game(running->record, winning > 0 ? OUTCOME_WIN : OUTCOME_LOSS,
                        ENDING_ADJUDICATED_SCORE, "score agreed");
    if (rules->draw_turns && running->drawn_plies >= 2 * rules->draw_turns &&
        running->record->turn_count >= rules->draw_from)
        return end_game(running->record, OUTCOME_DRAW, ENDING_ADJUDICATED_SCORE, "draw agreed");
    return false;
}

/* Whether the referee knows how it ends; fills in result and ending. */
static bool is_known(const Running *running)
{
    const Contest *contest = running->contest;
    if (!contest->referee)
        return false;
    Outcome outcome = contest->referee->ask(contest->referee->context, &running->position);
    return outcome != OUTCOME_OPEN &&
           end_game(running->record, first_result(contest->game, &running->position, outcome),
                    ENDING_ADJUDICATED_TABLE, "solved position");
}

/* Whether the game is over; fills in result and ending. The order is that of the rules. */
static bool is_over(Running *running)
{
    const Game *game = running->contest->game;
    GameRecord *record = running->record;
    Outcome outcome = game->outcome(&running->position);
    if (outcome != OUTCOME_OPEN)
        return end_game(record, first_result(game, &running->position, outcome), ENDING_RULES,
                        game->ending(&running->position));
    HistoryDraw draw =
        position_history_draw(game, &running->position,
                              &(PositionHistory){.keys = record->keys, .count = record->key_count});
    if (draw != HISTORY_OPEN)
        return end_game(record, OUTCOME_DRAW,
                        draw == HISTORY_REPETITION ? ENDING_REPETITION : ENDING_QUIET,
                        history_draw_text(draw));
    if (is_agreed(running))
        return true;
    return record->turn_count >= running->contest->plies_max &&
           end_game(record, OUTCOME_DRAW, ENDING_PLIES, "ply limit");
}

/* The next whole turn of a list of moves; returns the number of its parts. */
static size_t take_turn(const Game *game, const Position *position, const Move *moves, Turn *turn)
{
    Position current = *position;
    turn->count = 0;
    do {
        turn->parts[turn->count] = moves[turn->count];
        game->play(&current, moves[turn->count++]);
    } while (game->mid_turn(&current));
    return (size_t)turn->count;
}

/* Back to the start, then the given turns of the opening. */
static bool begin_game(Running *running)
{
    const Opening *opening = &running->contest->opening;
    GameRecord *record = running->record;
    running->position = opening->start;
    record->turn_count = 0;
    record->move_count = 0;
    record->key_count = 0;
    void *keys = record->keys;
    bool good =
        reserve(&keys, &record->key_capacity, (size_t)opening->history.count + 1, sizeof(uint64_t));
    record->keys = keys;
    for (int i = 0; good && i < opening->history.count; i++)
        record->keys[record->key_count++] = opening->history.keys[i];
    for (size_t at = 0; good && at < opening->move_count;) {
        Turn turn;
        at += take_turn(running->contest->game, &running->position, opening->moves + at, &turn);
        good = play_turn(running, &turn, &(PlyRecord){0});
    }
    return good;
}

/* Plays the opening; tries again when its random turns end the game. */
static Status play_opening(Running *running, Error *error)
{
    const Opening *opening = &running->contest->opening;
    GameRecord *record = running->record;
    Random random = random_from(opening->seed);
    for (int attempt = 0; attempt < OPENING_TRIES; attempt++) {
        if (!begin_game(running))
            return no_memory(error);
        bool over = is_over(running);
        while (!over && record->turn_count < opening->random_plies) {
            Turn turn;
            turn_random(running->contest->game, &running->position, &random, &turn);
            if (!play_turn(running, &turn, &(PlyRecord){0}))
                return no_memory(error);
            over = is_over(running);
        }
        record->opening_count = record->turn_count;
        if (!over)
            return STATUS_OK;
    }
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "no random opening of %d plies leaves the game open", opening->random_plies);
}

static Ending failure_ending(Failure failure)
{
    switch (failure) {
    case FAILURE_NONE: break;
    case FAILURE_ILLEGAL: return ENDING_ILLEGAL;
    case FAILURE_CLAIM: return ENDING_CLAIM;
    case FAILURE_CRASH: return ENDING_CRASH;
    case FAILURE_STALL: return ENDING_STALL;
    case FAILURE_GARBAGE: return ENDING_GARBAGE;
    case FAILURE_FLOOD: return ENDING_FLOOD;
    }
    return ENDING_RULES;
}

/* The mover loses for a failure or on time; false = the game goes on. */
static bool is_forfeit(Running *running, int mover, const SearchResult *found, uint64_t elapsed)
{
    GameRecord *record = running->record;
    Outcome lost = mover == 0 ? OUTCOME_LOSS : OUTCOME_WIN;
    if (found->failure != FAILURE_NONE) {
        Ending ending = failure_ending(found->failure);
        Text text = TEXT_OF(record->failure);
        text_string(&text, found->failure_text ? found->failure_text : "");
        return end_game(record, lost, ending, ending_word(ending));
    }
    const TimeControl *control = &running->clocks.controls[mover];
    if (!control->time || time_control_spend(control, &running->clocks.clocks[mover], elapsed))
        return false;
    return end_game(record, lost, ENDING_TIME, "time forfeit");
}

/* Notes what the score says about an early end, and whether the turn kept to its time. */
static void judge_turn(Running *running, int mover, Score score, const SearchLimits *limits,
                       uint64_t elapsed)
{
    const Adjudication *rules = &running->contest->adjudication;
    GameRecord *record = running->record;
    int first = mover == 0 ? score : -score, direction = first > 0 ? 1 : -1;
    bool same = (running->winning_plies > 0) == (direction > 0);
    if (abs(first) < rules->win_score)
        running->winning_plies = 0;
    else
        running->winning_plies = same ? running->winning_plies + direction : direction;
    running->drawn_plies = abs(first) <= rules->draw_score ? running->drawn_plies + 1 : 0;
    if (limits->nanoseconds && elapsed > limits->nanoseconds + OVERRUN_MARGIN) {
        uint64_t beyond = elapsed - limits->nanoseconds;
        record->overruns++;
        record->overrun_most = beyond > record->overrun_most ? beyond : record->overrun_most;
    }
}

/* The seat whose turn it is plays one; false = it lost by it. */
static bool choose_turn(Running *running, bool *memory)
{
    const Contest *contest = running->contest;
    GameRecord *record = running->record;
    int mover = contest->game->mover(&running->position);
    int side = mover == 0 ? contest->first : !contest->first;
    const Seat *seat = &contest->seats[side];
    PositionHistory history = {
        .keys = record->keys,
        .count = record->key_count,
        .start = &record->start,
        .moves = record->moves,
        .move_count = record->move_count,
    };
    SearchResult found;
    SearchLimits limits = engine_spec_limits(seat->spec, &running->clocks.clocks[mover]);
    limits.clocks = &running->clocks;
    uint64_t start = clock_wall();
    seat->spec->type->choose(seat->player, &running->position, &history, &limits, NULL, NULL,
                             &found);
    uint64_t elapsed = clock_wall() - start;
    if (is_forfeit(running, mover, &found, elapsed))
        return false;
    judge_turn(running, mover, found.score, &limits, elapsed);
    *memory = play_turn(running, &found.turn,
                        &(PlyRecord){found.score, found.depth, side, found.nodes, found.playouts,
                                     found.nanoseconds});
    return *memory;
}

/* Forgets the game that was in the record before. */
static void clear_record(const Contest *contest, GameRecord *record)
{
    record->seed = contest->opening.seed;
    record->first = contest->first;
    record->start = contest->opening.start;
    record->failure[0] = '\0';
    record->overruns = 0;
    record->overrun_most = 0;
}

Status contest_open(const Contest *contest, GameRecord *record, Error *error)
{
    Running running = {.contest = contest, .record = record};
    clear_record(contest, record);
    Status status = play_opening(&running, error);
    record->final = running.position;
    return status;
}

Status contest_play(const Contest *contest, GameRecord *record, Error *error)
{
    Running running = {.contest = contest, .record = record};
    clear_record(contest, record);
    for (int seat = 0; seat < 2; seat++) {
        const EngineSpec *spec = contest->seats[seat].spec;
        int mover = seat == contest->first ? 0 : 1;
        spec->type->reset(contest->seats[seat].player, contest->seats[seat].seed);
        running.clocks.controls[mover] = spec->time;
        running.clocks.clocks[mover] = time_control_start(&spec->time);
    }
    Status status = play_opening(&running, error);
    if (status != STATUS_OK)
        return status;
    bool memory = true;
    while (!is_over(&running) && !is_known(&running) && choose_turn(&running, &memory))
        continue;
    record->final = running.position;
    return memory ? STATUS_OK : no_memory(error);
}
