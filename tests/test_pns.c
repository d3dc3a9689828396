/* Proof-number search proves what minimax proves, and the checker believes true proofs only. */
#include "tests/walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a test of one game is set up, and what it has met. */
typedef struct Trial {
    Player *pns, *minimax, *deep;
    uint64_t nodes;  /* for each search */
    uint64_t follow; /* positions of a plain search */
    int solved, drawn, agreed, rejected;
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

static int sign(int number)
{
    return (number > 0) - (number < 0);
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

static VerifyResult verify(const Game *game, int index, const Position *position, Outcome claim,
                           const Certificate *certificate, uint64_t forgotten)
{
    VerifyResult result;
    Error error = {0};
    Strategy strategy = {game, certificate, forgotten};
    cr_assert_eq(searches_of(index)->verify(position, &(PositionHistory){0}, claim, follow,
                                            &strategy, &result, &error),
                 STATUS_OK, "%s", error.text);
    return result;
}

/* The proof holds; any other claim does not, nor the proof with its first move left out. */
static void check_proof(const Game *game, int index, const Position *position, Trial *trial,
                        Outcome outcome)
{
    Error error = {0};
    Certificate certificate;
    cr_assert_eq(certificate_open(&certificate, &error), STATUS_OK);
    cr_assert_eq(trial->pns->type->prove(trial->pns, &certificate, &error), STATUS_OK, "%s: %s",
                 position_text(game, position), error.text);
    cr_assert(certificate.count > 0);
    for (int claim = OUTCOME_OPEN; claim <= OUTCOME_WIN; claim++) {
        VerifyResult result = verify(game, index, position, (Outcome)claim, &certificate, 0);
        cr_assert_eq(result.passed, claim == (int)outcome, "%s: claim %d of %d: %s: %s",
                     position_text(game, position), claim, outcome,
                     result.failure ? result.failure : "passed",
                     result.failure ? position_text(game, &result.position) : "");
        cr_assert((result.failure == NULL) == result.passed);
    }
    if (outcome == OUTCOME_WIN) {
        uint64_t key = game->key(position);
        cr_assert_not(verify(game, index, position, outcome, &certificate, key).passed);
        trial->rejected++;
    }
    certificate_close(&certificate);
}

static void compare(const Game *game, int index, const Position *position, void *context)
{
    Trial *trial = context;
    trial->pns->type->reset(trial->pns, 1);
    SearchResult result = think(trial->pns, position, &(SearchLimits){.nodes = trial->nodes});
    cr_assert(result.nodes <= trial->nodes);
    char line[TURN_TEXT_MAX];
    Text text = TEXT_OF(line);
    Turn again;
    game->turn_format(position, &result.turn, &text);
    cr_assert_eq(game->turn_parse(position, line, &again, NULL), STATUS_OK, "%s: %s",
                 position_text(game, position), line);
    bool solved = result.stop == STOP_SOLVED;
    cr_assert_eq(!solved || result.score == 0, abs(result.score) < SCORE_PROVEN);
    SearchResult plain = think(trial->minimax, position, &(SearchLimits){.depth = 1});
    if (abs(plain.score) < SCORE_PROVEN) {
        trial->deep->type->reset(trial->deep, 1);
        plain = think(trial->deep, position, &(SearchLimits){.depth = 9, .nodes = 5000});
    }
    bool decided = abs(plain.score) >= SCORE_PROVEN;
    if (decided && solved)
        cr_assert_eq(sign(plain.score), sign(result.score), "%s: pns %d, minimax %d",
                     position_text(game, position), result.score, plain.score);
    trial->agreed += decided && solved;
    trial->solved += solved;
    trial->drawn += solved && result.score == 0;
    if (solved)
        check_proof(game, index, position, trial,
                    result.score > 0   ? OUTCOME_WIN
                    : result.score < 0 ? OUTCOME_LOSS
                                       : OUTCOME_DRAW);
}

static Trial try_game(int index, const char *pns, uint64_t nodes, uint64_t seed, int count)
{
    Trial trial = {
        .pns = open_player(index, pns),
        .minimax = open_player(index, "minimax,depth=1"),
        .deep = open_player(index, "alphabeta,exact=1,depth=1,hash=1"),
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
    Trial trial = try_game(*index, "pns,nodes=1,hash=1", 20000, 41, 300);
    fprintf(stderr, "%s: solved %d drawn %d agreed %d rejected %d\n", games_at(*index)->name,
            trial.solved, trial.drawn, trial.agreed, trial.rejected);
}

ParameterizedTestParameters(pns, proofs_hold_with_a_table_too_small)
{
    return all_games();
}

ParameterizedTest(int *index, pns, proofs_hold_with_a_table_too_small)
{
    Trial trial = try_game(*index, "pns,nodes=1,hash=0.002", 10000, 43, 100);
    fprintf(stderr, "small %s: solved %d drawn %d agreed %d rejected %d\n", games_at(*index)->name,
            trial.solved, trial.drawn, trial.agreed, trial.rejected);
}
