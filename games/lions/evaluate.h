/* Static evaluation, computed from the lions' side: material, the score as it stands (which counts
 * more the fuller the counter is), and who can capture whom next. */
#ifndef GAMES_LIONS_EVALUATE_H
#define GAMES_LIONS_EVALUATE_H

/* What a region with lions adds. */
static inline Score evaluate_lions(const GamePosition *position, const GameWeights *weights,
                                   Sides sides, int region)
{
    int lions = figures_in(position, region);
    uint32_t around = position->board->neighbours[region];
    int near = 0, hunters = 0, prey = 0, packs = 0;
    for (uint64_t regions = around & sides.of[SIDE_JACKALS]; regions;) {
        int jackals = figures_in(position, bits_pop(&regions));
        near += jackals;
        hunters += jackals - staying(SIDE_JACKALS, jackals);
        if (jackals > 3 * lions)
            packs++;
        else if (jackals > prey)
            prey = jackals;
    }
    int need = 3 * lions + STRICTLY_MORE;
    bool endangered = hunters >= need && need <= capacity_of(position, region);
    bool lions_move = position->mover == SIDE_LIONS;
    Score score = lions * weights->lion + (lions - 1) * weights->crowded_lion;
    score += near * weights->near_jackal + packs * weights->hunting_pack;
    score += prey * (lions_move ? weights->pack_hit : weights->pack_threat);
    if (endangered)
        score += lions * (lions_move ? weights->lion_threat : weights->lion_hit);
    uint32_t held = sides.of[SIDE_LIONS] | sides.of[SIDE_JACKALS];
    return score + bits_count(around & ~held) * weights->lion_room;
}

static inline Score game_evaluate(const GamePosition *position, const GameWeights *weights)
{
    Sides sides = sides_of(position->before);
    Score score = 0;
    for (uint64_t regions = sides.of[SIDE_LIONS]; regions;)
        score += evaluate_lions(position, weights, sides, bits_pop(&regions));
    int jackals = 0;
    for (int region = 0; region < BOARD_REGIONS_MAX; region++)
        jackals += position->before[region] > 0 ? position->before[region] : 0;
    score += jackals * weights->jackal;
    int margin = sides_margin(sides);
    score += margin * weights->point;
    score += margin * weights->late_point * position->counter / COUNTER_LIMIT;
    score = (position->mover == SIDE_LIONS ? score : -score) + weights->tempo;
    if (score > SCORE_EVALUATION_MAX)
        return SCORE_EVALUATION_MAX;
    return score < -SCORE_EVALUATION_MAX ? -SCORE_EVALUATION_MAX : score;
}

#endif
