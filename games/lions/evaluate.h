/* Static evaluation: a sum of the terms of weights.def, counted from the lions' side on sets of
 * regions. What decides is who can capture whom with the next turn and could be captured in
 * return, and who is ahead in the score, now and once all figures are spread out. */
#ifndef GAMES_LIONS_EVALUATE_H
#define GAMES_LIONS_EVALUATE_H

/* A weight's value by ruleset, for weights.def. */
#define BY_TURN(others, onemove) (ONE_GROUP_LEAVES ? (onemove) : (others))

enum {
    LION_STRENGTH = 3,           /* jackals that a lone lion takes */
    HUNTERS = 3 + STRICTLY_MORE, /* jackals that take a lone lion */
};

/* Sets of regions, by what stands there and what stands around; and the figures in all. */
typedef struct Scene {
    uint32_t lions, jackals, empty;
    uint32_t pairs, threes, fours; /* packs of at least so many jackals */
    uint32_t lions_near;           /* next to lions */
    uint32_t lions_meet;           /* next to two regions with lions */
    uint32_t jackals_near;         /* next to a jackal that is free to leave */
    uint32_t hunted;               /* where jackals could take a lone lion */
    int lion_count, jackal_count;
    int hunters; /* jackals next to lions and free to leave */
} Scene;

/* What the next turn could capture. */
typedef struct Captures {
    uint32_t prey;       /* packs that the lions of a region can take */
    uint32_t loose;      /* of these, packs whose captor the others could not take */
    int captors;         /* regions whose lions can take a loose pack */
    uint32_t endangered; /* lions that jackals can take */
    uint32_t around;     /* neighbours of these */
} Captures;

/* How the lions stand. */
typedef struct Stand {
    int ways;     /* neighbours of regions with lions */
    int room;     /* of these, empty ones */
    int enclosed; /* regions with lions without an empty neighbour that is not hunted */
    int packs;    /* neighbours with jackals too many for the lions */
} Stand;

/* Adds a pack's free jackals to those around its neighbours: near[n] are the regions that at least
 * n jackals can enter together, near[0] all regions. */
static ALWAYS_INLINE void add_pack(int free, uint32_t around, uint32_t near[HUNTERS + 1])
{
    if (free >= HUNTERS) {
        for (int n = 1; n <= HUNTERS; n++)
            near[n] |= around;
        return;
    }
    for (int n = HUNTERS; n > 0; n--)
        if (n <= free || JACKALS_ADD_UP)
            near[n] |= around & near[n > free ? n - free : 0];
}

/* Regions too small for the jackals that would take a lone lion there. */
static inline uint32_t cramped_regions(const struct Board *board)
{
    uint32_t cramped = 0;
    if (board->least_capacity < HUNTERS)
        for (int region = 0; region < board->count && region < BOARD_REGIONS_MAX; region++)
            cramped |= (uint32_t)(board->capacity[region] < HUNTERS) << region;
    return cramped;
}

static inline void find_packs(const GamePosition *position, Scene *scene)
{
    uint32_t near[HUNTERS + 1] = {scene->lions | scene->jackals | scene->empty};
    for (uint64_t regions = scene->jackals; regions;) {
        int region = bits_pop(&regions);
        int figures = figures_in(position, region);
        int free = figures - staying(SIDE_JACKALS, figures);
        uint32_t around = position->board->neighbours[region];
        scene->jackal_count += figures;
        scene->hunters += around & scene->lions ? free : 0;
        add_pack(free, around, near);
    }
    scene->jackals_near = near[1];
    scene->hunted = near[HUNTERS] & ~cramped_regions(position->board);
}

static inline void find_lions(const GamePosition *position, Scene *scene)
{
    for (uint64_t regions = scene->lions; regions;) {
        int region = bits_pop(&regions);
        uint32_t around = position->board->neighbours[region];
        scene->lion_count += figures_in(position, region);
        scene->lions_meet |= scene->lions_near & around;
        scene->lions_near |= around;
    }
}

static inline Scene scene_of(const GamePosition *position)
{
    Sides sides = sides_of(position->before);
    uint32_t all = (uint32_t)bit(position->board->count) - 1;
    Scene scene = {
        .lions = sides.of[SIDE_LIONS],
        .jackals = sides.of[SIDE_JACKALS],
        .empty = all & ~sides.of[SIDE_LIONS] & ~sides.of[SIDE_JACKALS],
        .pairs = regions_above(position->before, 1),
        .threes = regions_above(position->before, 2),
        .fours = regions_above(position->before, 3),
    };
    find_packs(position, &scene);
    find_lions(position, &scene);
    return scene;
}

/* The packs around a region that its lions can take. */
static inline uint32_t prey_of(const GamePosition *position, const Scene *scene, int lions,
                               uint32_t around)
{
    uint32_t over = scene->fours;
    if (lions > 1)
        over = regions_above(position->before, (int8_t)(LION_STRENGTH * lions));
    if (LIONS_ADD_UP)
        over &= ~scene->lions_meet | regions_above(position->before, 2 * LION_STRENGTH);
    return around & scene->jackals & ~over;
}

static inline int lesser_of(int one, int other)
{
    return one < other ? one : other;
}

/* Jackals in the `number` largest of the packs, each of which a lone lion can take. */
static inline int jackals_in_largest(const Scene *scene, uint32_t packs, int number)
{
    return lesser_of(number, bits_count(packs)) +
           lesser_of(number, bits_count(packs & scene->pairs)) +
           lesser_of(number, bits_count(packs & scene->threes));
}

/* Jackals that can enter a region with these neighbours together. */
static inline int strength_beside(const GamePosition *position, const Scene *scene, uint32_t around)
{
    int strength = 0;
    for (uint64_t packs = around & scene->jackals; packs;) {
        int figures = figures_in(position, bits_pop(&packs));
        int free = figures - staying(SIDE_JACKALS, figures);
        if (JACKALS_ADD_UP)
            strength += free;
        else if (free > strength)
            strength = free;
    }
    return strength;
}

static inline bool can_be_taken(const GamePosition *position, const Scene *scene, int region,
                                int lions)
{
    if (lions == 1)
        return scene->hunted >> region & 1;
    int need = strength_needed(SIDE_JACKALS, lions);
    return need <= capacity_of(position, region) &&
           strength_beside(position, scene, position->board->neighbours[region]) >= need;
}

/* The lions of a region. */
static inline void survey_lions(const GamePosition *position, const Scene *scene, int region,
                                Captures *captures, Stand *stand)
{
    int lions = figures_in(position, region);
    uint32_t around = position->board->neighbours[region];
    uint32_t prey = prey_of(position, scene, lions, around);
    uint32_t loose = prey & ~scene->hunted;
    captures->prey |= prey;
    captures->loose |= loose;
    captures->captors += loose != 0;
    if (can_be_taken(position, scene, region, lions)) {
        captures->endangered |= UINT32_C(1) << region;
        captures->around |= around;
    }
    stand->ways += bits_count(around);
    stand->room += bits_count(around & scene->empty);
    stand->enclosed += !(around & scene->empty & ~scene->hunted);
    stand->packs += bits_count(around & scene->jackals & ~prey);
}

static ALWAYS_INLINE Score material_value(const Scene *scene, const GameWeights *weights)
{
    int lions = scene->lion_count, jackals = scene->jackal_count;
    int lacking = 3 * lions - jackals;
    Score value = lions * weights->lion + jackals * weights->jackal;
    value += lions == 1 ? weights->last_lion : 0;
    value += lions == 2 ? weights->two_lions : 0;
    value += jackals < HUNTERS ? weights->harmless : 0;
    return value + (lacking > 0 ? lacking * weights->lacking_jackal : 0);
}

/* Packs by their size, and which of them avenge each other. */
static ALWAYS_INLINE Score packs_value(const Scene *scene, const GameWeights *weights)
{
    return bits_count(scene->jackals & ~scene->pairs) * weights->lone_jackal +
           bits_count(scene->pairs & ~scene->threes) * weights->pair +
           bits_count(scene->threes & ~scene->fours) * weights->three +
           bits_count(scene->fours) * weights->big_pack +
           bits_count(scene->jackals & scene->hunted) * weights->guarded_pack;
}

/* The score as it stands, and as the figures could still change it without a capture. */
static ALWAYS_INLINE Score points_value(const GamePosition *position, const Scene *scene,
                                        const GameWeights *weights)
{
    int lions = scene->lion_count, jackals = scene->jackal_count, counter = position->counter;
    int dens = bits_count(scene->lions), packs = bits_count(scene->jackals);
    int crowded = lions - dens, spare = jackals - packs, margin = 2 * dens - packs;
    int near = bits_count(scene->empty & scene->jackals_near);
    int most = position->board->count - lions;
    int outlook = 2 * lions - lesser_of(jackals, most);
    int leader = (outlook > 0) - (outlook < 0);
    Score value = margin * weights->point + crowded * weights->crowded_lion +
                  lesser_of(spare, near) * weights->spread + leader * weights->outlook;
    Score late = crowded * weights->late_crowded + leader * weights->late_outlook;
    return value + late * counter / COUNTER_LIMIT;
}

/* Who can go where. */
static ALWAYS_INLINE Score land_value(const Scene *scene, const Stand *stand,
                                      const GameWeights *weights)
{
    uint32_t lions = scene->lions_near, jackals = scene->jackals_near;
    return bits_count(scene->empty & lions & ~jackals) * weights->lion_land +
           bits_count(scene->empty & jackals & ~lions) * weights->jackal_land +
           bits_count(scene->empty & scene->hunted) * weights->hunted_land +
           bits_count(scene->lions & lions) * weights->companion + stand->ways * weights->way +
           stand->room * weights->room + stand->enclosed * weights->enclosed +
           stand->packs * weights->hunting_pack;
}

/* Lions to move: what they take for nothing, and what they must save. */
static ALWAYS_INLINE Score lions_turn_value(const Scene *scene, const Captures *captures,
                                            const GameWeights *weights)
{
    int endangered = bits_count(captures->endangered);
    int avenged = bits_count(captures->endangered & scene->lions_near);
    int jackals = jackals_in_largest(scene, captures->loose, captures->captors);
    return jackals * weights->loose_hit + endangered * weights->lion_threat +
           avenged * weights->avenged_threat + weights->tempo;
}

/* Jackals to move: what they take, and whether they must save a pack. */
static ALWAYS_INLINE Score jackals_turn_value(const Captures *captures, const Scene *scene,
                                              int strength, const GameWeights *weights)
{
    int endangered = bits_count(captures->endangered);
    int avenged = bits_count(captures->endangered & scene->lions_near);
    Score value = avenged * weights->avenged_hit - weights->tempo;
    value += endangered > 0 ? weights->lion_hit : 0;
    value += endangered > 1 ? weights->lions_hit : 0;
    value += endangered > 1 && strength >= HUNTERS * endangered ? weights->both_hit : 0;
    return value + (captures->prey ? weights->pack_threat : 0);
}

static inline Score game_evaluate(const GamePosition *position, const GameWeights *weights)
{
    Scene scene = scene_of(position);
    Captures captures = {0};
    Stand stand = {0};
    for (uint64_t regions = scene.lions; regions;)
        survey_lions(position, &scene, bits_pop(&regions), &captures, &stand);
    int strength = strength_beside(position, &scene, captures.around);
    bool lions_move = position->mover == SIDE_LIONS;
    Score value = material_value(&scene, weights) + packs_value(&scene, weights) +
                  points_value(position, &scene, weights) + land_value(&scene, &stand, weights) +
                  scene.hunters * weights->hunter;
    value += lions_move ? lions_turn_value(&scene, &captures, weights)
                        : jackals_turn_value(&captures, &scene, strength, weights);
    return evaluation_within(lions_move ? value : -value);
}

#endif
