/* Proof-number search proves what minimax proves, and the checker believes true proofs only. */
#include "tests/walks.h"

#include <stdlib.h>
#include <string.h>

/* How a test of one game is set up, and what it has met. */
typedef struct Trial {
    Player *pns, *minimax, *deep;
    uint64_t nodes; /* for each search */
    int solved, agreed, rejected, barred;
} Trial;

static Player *open_player(int index, const char *words)
{
    Error error = {0};
    EngineSpec spec;
    Player *player = NULL;
    cr_assert_eq(engine_spec_parse(words, searches_of(index)->players, &spec, &error), STATUS_OK,
                 "%s", error.text);
    cr_assert_eq(spec.type->open(&spec.options, &player, &error), STATUS_OK, "%s", error.text);
    player->type->reset(player, 1);
    return player;
}

static SearchResult think(Player *player, const Position *position, const SearchLimits *limits)
{
    SearchResult result;
    player->type->choose(player, position, &(PositionHistory){0}, limits, NULL, NULL, &result);
    return result;
}

static Outcome proven(const SearchResult *result)
{
    if (result->stop != STOP_SOLVED)
        return OUTCOME_OPEN;
    if (result->score == SCORE_DRAW)
        return OUTCOME_DRAW;
    return result->score > 0 ? OUTCOME_WIN : OUTCOME_LOSS;
}

typedef struct Strategy {
    const Game *game;
    const Certificate *certificate;
    uint64_t forgotten; /* the position in which to have no move, 0 = none */
} Strategy;

static Move follow(void *context, const Position *position)
{
    const Strategy *strategy = context;
    uint64_t key = strategy->game->key(position);
    const CertificateStep *step = certificate_find(
        strategy->certificate, certificate_key(key, strategy->game->mover(position)));
    return step && key != strategy->forgotten ? step->move : MOVE_NONE;
}

static VerifyResult verify(const Game *game, int index, const Position *position,
                           PositionHistory history, Outcome claim, Strategy strategy)
{
    VerifyResult result;
    Error error = {0};
    cr_assert_eq(
        searches_of(index)->verify(position, &history, claim, follow, &strategy, &result, &error),
        STATUS_OK, "%s", error.text);
    cr_assert_eq(result.failure == NULL, result.passed, "%s", position_text(game, position));
    return result;
}

static void write_proof(const Game *game, Player *player, const Position *position,
                        Certificate *certificate)
{
    Error error = {0};
    cr_assert_eq(certificate_open(certificate, &error), STATUS_OK);
    cr_assert_eq(player->type->prove(player, certificate, &error), STATUS_OK, "%s: %s",
                 position_text(game, position), error.text);
    cr_assert(certificate->count > 0);
}

/* The position that the winning turn leads to has been on the board twice: it is a draw now, and
 * the proof no longer holds; whatever is proven then does. */
static void bar_the_win(const Game *game, int index, const Position *position, Trial *trial,
                        const Certificate *certificate, const Turn *turn)
{
    Position after = *position;
    turn_play(game, turn, &after);
    if (game->repetitions == 0 || game->quiet(position) < 2 || game->quiet(&after) == 0 ||
        game->outcome(&after) != OUTCOME_OPEN)
        return;
    uint64_t keys[2] = {game->key(&after), game->key(&after)};
    PositionHistory history = {.keys = keys, .count = 2};
    cr_assert_not(
        verify(game, index, position, history, OUTCOME_WIN, (Strategy){game, certificate, 0})
            .passed);
    SearchResult result;
    trial->pns->type->choose(trial->pns, position, &history, &(SearchLimits){.nodes = trial->nodes},
                             NULL, NULL, &result);
    trial->barred++;
    if (proven(&result) == OUTCOME_OPEN)
        return;
    Certificate other;
    write_proof(game, trial->pns, position, &other);
    VerifyResult check =
        verify(game, index, position, history, proven(&result), (Strategy){game, &other, 0});
    cr_assert(check.passed, "%s: %s", position_text(game, position), check.failure);
    certificate_close(&other);
}

/* The proof holds; any other claim does not, nor the proof with its first move left out. */
static void check_proof(const Game *game, int index, const Position *position, Trial *trial,
                        const SearchResult *found)
{
    Certificate certificate;
    PositionHistory none = {0};
    Outcome outcome = proven(found);
    write_proof(game, trial->pns, position, &certificate);
    Strategy strategy = {game, &certificate, 0};
    for (int claim = OUTCOME_OPEN; claim <= OUTCOME_WIN; claim++) {
        VerifyResult result = verify(game, index, position, none, (Outcome)claim, strategy);
        cr_assert_eq(result.passed, claim == (int)outcome, "%s: claim %d of %d: %s",
                     position_text(game, position), claim, outcome,
                     result.failure ? result.failure : "passed");
    }
    if (outcome == OUTCOME_WIN) {
        strategy.forgotten = game->key(position);
        cr_assert_not(verify(game, index, position, none, outcome, strategy).passed);
        trial->rejected++;
        bar_the_win(game, index, position, trial, &certificate, &found->turn);
    }
    certificate_close(&certificate);
}

static void check_turn_is_legal(const Game *game, const Position *position, const Turn *turn)
{
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    Turn again;
    game->turn_format(position, turn, &text);
    cr_assert_eq(game->turn_parse(position, line, &again, NULL), STATUS_OK, "%s: %s",
                 position_text(game, position), line);
}

/* What plain search proves, however shallow, proof-number search does not contradict. */
static void compare(const Game *game, int index, const Position *position, void *context)
{
    Trial *trial = context;
    trial->pns->type->reset(trial->pns, 1);
    SearchResult result = think(trial->pns, position, &(SearchLimits){.nodes = trial->nodes});
    cr_assert(result.nodes <= trial->nodes);
    check_turn_is_legal(game, position, &result.turn);
    Outcome outcome = proven(&result);
    cr_assert_eq(outcome == OUTCOME_WIN || outcome == OUTCOME_LOSS,
                 abs(result.score) >= SCORE_PROVEN);
    if (outcome == OUTCOME_OPEN)
        return;
    trial->solved++;
    SearchResult plain = think(trial->minimax, position, &(SearchLimits){.depth = 1});
    if (abs(plain.score) < SCORE_PROVEN) {
        trial->deep->type->reset(trial->deep, 1);
        plain = think(trial->deep, position, &(SearchLimits){.depth = 9, .nodes = 4000});
    }
    if (abs(plain.score) >= SCORE_PROVEN) {
        trial->agreed++;
        cr_assert_eq(plain.score > 0 ? OUTCOME_WIN : OUTCOME_LOSS, outcome,
                     "%s: pns %d, minimax %d", position_text(game, position), result.score,
                     plain.score);
    }
    check_proof(game, index, position, trial, &result);
}

static Trial try_game(int index, const char *pns, uint64_t nodes, uint64_t seed, int count)
{
    Trial trial = {
        .pns = open_player(index, pns),
        .minimax = open_player(index, "minimax,depth=1"),
        .deep = open_player(index, "alphabeta,exact=1,depth=1,hash=0.1"),
        .nodes = nodes,
    };
    walk_positions(index, seed, count, 1, compare, &trial);
    trial.pns->type->close(trial.pns);
    trial.minimax->type->close(trial.minimax);
    trial.deep->type->close(trial.deep);
    return trial;
}

ParameterizedTestParameters(pns, proofs_agree_with_minimax_and_hold)
{
    return all_games();
}

ParameterizedTest(int *index, pns, proofs_agree_with_minimax_and_hold)
{
    Trial trial = try_game(*index, "pns,nodes=1,hash=0.2", 3000, 41, 130);
    cr_assert(trial.solved >= 2 && trial.rejected >= 2, "solved %d, agreed %d, rejected %d",
              trial.solved, trial.agreed, trial.rejected);
    bool recurs = strcmp(games_at(*index)->folder, "shakti") == 0;
    cr_assert(!recurs || (trial.barred > 0 && trial.agreed > 0));
}

ParameterizedTestParameters(pns, proofs_hold_with_a_table_too_small)
{
    return all_games();
}

ParameterizedTest(int *index, pns, proofs_hold_with_a_table_too_small)
{
    Trial trial = try_game(*index, "pns,nodes=1,hash=0.002", 2000, 43, 60);
    cr_assert(trial.solved > 0);
}

/* Whatever the limit, the turn is legal, and the same search visits the same nodes. */
static void search_little(const Game *game, int index, const Position *position, void *context)
{
    atomic_bool stop = true;
    Player *player = context;
    (void)index;
    for (uint64_t nodes = 1; nodes < 5000; nodes = nodes * 5 + 1) {
        player->type->reset(player, 1);
        SearchResult one = think(player, position, &(SearchLimits){.nodes = nodes});
        player->type->reset(player, 1);
        SearchResult other = think(player, position, &(SearchLimits){.nodes = nodes});
        cr_assert(one.nodes <= nodes && one.nodes == other.nodes && one.score == other.score);
        cr_assert(memcmp(&one.turn, &other.turn, sizeof one.turn) == 0);
        check_turn_is_legal(game, position, &one.turn);
    }
    SearchResult stopped = think(player, position, &(SearchLimits){.stop = &stop});
    cr_assert(stopped.nodes <= 1024);
    check_turn_is_legal(game, position, &stopped.turn);
}

ParameterizedTestParameters(pns, any_limit_gives_a_legal_turn)
{
    return all_games();
}

ParameterizedTest(int *index, pns, any_limit_gives_a_legal_turn)
{
    Player *player = open_player(*index, "pns,nodes=1,hash=0.1");
    walk_positions(*index, 47, 4, 7, search_little, player);
    player->type->close(player);
}
