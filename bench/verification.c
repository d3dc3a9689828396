/* Proofs: written down by the back end or asked from it move by move, and checked. */
#include "bench/verification.h"

#include <inttypes.h>
#include <stdlib.h>

/* A back end as the source of a strategy. */
typedef struct Oracle {
    const Game *game;
    const Certificate *certificate; /* NULL = ask the player */
    Player *player;
    const SearchLimits *limits;
    Turn turn; /* the last answer, of which parts may be left */
    int next;
} Oracle;

Outcome verification_claim(const Player *player, const SearchResult *result)
{
    if (result->score >= SCORE_PROVEN)
        return OUTCOME_WIN;
    if (result->score <= -SCORE_PROVEN)
        return OUTCOME_LOSS;
    bool drawn = player->type->prove && result->stop == STOP_SOLVED;
    return drawn ? OUTCOME_DRAW : OUTCOME_OPEN;
}

static Move move_of_certificate(void *context, const Position *position)
{
    const Oracle *oracle = context;
    uint64_t key = oracle->game->key(position);
    const CertificateStep *step =
        certificate_find(oracle->certificate, certificate_key(key, oracle->game->mover(position)));
    return step ? step->move : MOVE_NONE;
}

/* The winner's turn, if the back end still proves that it wins. */
static Move move_of_player(void *context, const Position *position)
{
    Oracle *oracle = context;
    if (oracle->game->mid_turn(position))
        return oracle->next < oracle->turn.count ? oracle->turn.parts[oracle->next++] : MOVE_NONE;
    SearchResult result;
    oracle->player->type->choose(oracle->player, position, &(PositionHistory){0}, oracle->limits,
                                 NULL, NULL, &result);
    if (result.score < SCORE_PROVEN)
        return MOVE_NONE;
    oracle->turn = result.turn;
    oracle->next = 1;
    return result.turn.parts[0];
}

Status verification_run(Verification *verification, const Setting *setting, Player *player,
                        const SearchResult *result, const SearchLimits *limits, bool check,
                        Error *error)
{
    *verification = (Verification){.claim = verification_claim(player, result)};
    if (verification->claim == OUTCOME_OPEN || (!player->type->prove && !check))
        return STATUS_OK;
    Certificate certificate = {0};
    Oracle oracle = {.game = setting->game, .player = player, .limits = limits};
    Status status = STATUS_OK;
    if (player->type->prove) {
        oracle.certificate = &certificate;
        status = certificate_open(&certificate, error);
        if (status == STATUS_OK)
            status = player->type->prove(player, &certificate, error);
        verification->proof_positions = certificate.count;
    }
    if (status == STATUS_OK && check)
        status = setting->kit->verify(&setting->position, &setting->history, verification->claim,
                                      player->type->prove ? move_of_certificate : move_of_player,
                                      &oracle, &verification->result, error);
    certificate_close(&certificate);
    return status;
}

void verification_write(const Verification *verification, const Game *game, bool check, bool json,
                        Text *text)
{
    static const char *const claims[] = {"nothing", "loss", "draw", "win"};
    const VerifyResult *result = &verification->result;
    const char *claim = claims[verification->claim];
    text_format(text,
                json ? "{\"proven\":\"%s\",\"proof\":%" PRIu64
                     : "info string proven %s proof %" PRIu64,
                claim, verification->proof_positions);
    if (check)
        text_format(text,
                    json ? ",\"checked\":%" PRIu64 ",\"verify\":\"%s\""
                         : " checked %" PRIu64 " verify %s",
                    result->positions, result->passed ? "PASS" : "FAIL");
    if (result->failure) {
        text_format(text, json ? ",\"failure\":\"%s\",\"position\":\"" : ": %s: ", result->failure);
        game->format(&result->position, text);
        text_string(text, json ? "\"" : "");
    }
    text_string(text, json ? "}" : "");
}
