/* What the mover may do in a turn, as a transport network: units that are free to leave the regions
 * they stand in, the regions each can reach, and the room there. Section numbers: rules text. */
#ifndef GAMES_LIONS_NETWORK_H
#define GAMES_LIONS_NETWORK_H

/* Regions held by each side, as bit sets. */
typedef struct Sides {
    uint32_t of[2];
} Sides;

enum {
    FIGURES_AT_ONCE = 16,
    FIGURES_OVERLAP = BOARD_REGIONS_MAX - FIGURES_AT_ONCE, /* where the second sixteen begin */
};

/* Sixteen regions at a time. */
typedef int8_t Figures __attribute__((vector_size(FIGURES_AT_ONCE)));

static inline Figures figures_load(const int8_t *figures)
{
    Figures loaded;
    memcpy(&loaded, figures, sizeof loaded);
    return loaded;
}

/* Bit i of the result is the top bit of byte i. */
static inline uint32_t top_bits(Figures bytes)
{
#ifdef __SSE2__
    typedef char Chars __attribute__((vector_size(FIGURES_AT_ONCE)));
    return (uint32_t)__builtin_ia32_pmovmskb128((Chars)bytes);
#else
    uint32_t bits = 0;
    for (int i = 0; i < FIGURES_AT_ONCE; i++)
        bits |= (uint32_t)(bytes[i] < 0) << i;
    return bits;
#endif
}

/* Regions that hold more than `bound`; lions are negative figures. */
static inline uint32_t regions_above(const int8_t figures[BOARD_REGIONS_MAX], int8_t bound)
{
    Figures low = figures_load(figures), high = figures_load(figures + FIGURES_OVERLAP);
    return top_bits(low > bound) | top_bits(high > bound) << FIGURES_OVERLAP;
}

static inline uint32_t regions_below(const int8_t figures[BOARD_REGIONS_MAX], int8_t bound)
{
    Figures low = figures_load(figures), high = figures_load(figures + FIGURES_OVERLAP);
    return top_bits(low < bound) | top_bits(high < bound) << FIGURES_OVERLAP;
}

static inline Sides sides_of(const int8_t figures[BOARD_REGIONS_MAX])
{
    return (Sides){{regions_below(figures, 0), regions_above(figures, 0)}};
}

/* Section 4: 2 for each region with lions, 1 for each with jackals. */
static inline int sides_margin(Sides sides)
{
    return 2 * bits_count(sides.of[SIDE_LIONS]) - bits_count(sides.of[SIDE_JACKALS]);
}

static inline int figures_in(const GamePosition *position, int region)
{
    int figures = position->before[region];
    return figures < 0 ? -figures : figures;
}

static inline int capacity_of(const GamePosition *position, int region)
{
    int capacity = position->board->capacity[region];
    return capacity < JACKALS_MAX ? capacity : JACKALS_MAX;
}

/* The mover's figures in the region when the turn began, negative if they are the other side's. */
static inline int own_in(const GamePosition *position, int region)
{
    int figures = position->before[region];
    return position->mover == SIDE_LIONS ? -figures : figures;
}

static inline bool is_foe(const GamePosition *position, int region)
{
    return own_in(position, region) < 0;
}

/* Of `own` figures in a region, those that cannot leave (rule 3). Without loss of generality it is
 * always the same unit that stays: out <= 2 for three jackals, out <= own - 1 for more. */
static inline int staying(int mover, int own)
{
    return mover == SIDE_JACKALS && own >= (ONE_ALWAYS_STAYS ? 1 : 3);
}

static inline int staying_in(const GamePosition *position, int region)
{
    return staying(position->mover, own_in(position, region));
}

/* The mover's figures in a region that the parts so far have decided. */
static inline int decided_in(const GamePosition *position, int region)
{
    int figures = position->after[region];
    int own = position->mover == SIDE_LIONS ? -figures : figures;
    return own > 0 ? own : 0;
}

enum { STRENGTH_IMPOSSIBLE = 255 };

/* Figures that must enter a region with `foe` enemies (rule 4), all lions coming one by one: a
 * single lion takes up to three jackals. Packs of lions are the business of crowd.h. */
static inline int strength_needed(int mover, int foe)
{
    if (mover == SIDE_JACKALS)
        return 3 * foe + STRICTLY_MORE;
    if (LIONS_ADD_UP)
        return (foe + 2) / 3;
    return foe <= 3 ? 1 : STRENGTH_IMPOSSIBLE;
}

typedef struct Network {
    uint32_t sources;                  /* regions with free units */
    uint32_t enemies;                  /* enemy regions that can be entered */
    uint32_t playing;                  /* every region that units can reach */
    int total;                         /* free units */
    uint8_t free[BOARD_REGIONS_MAX];   /* of a source */
    uint8_t room[BOARD_REGIONS_MAX];   /* of a region in `playing`: most units it takes */
    uint8_t need[BOARD_REGIONS_MAX];   /* of an enemy region: fewest units that enter */
    uint32_t reach[BOARD_REGIONS_MAX]; /* of a source: itself and neighbours that are not barred */
} Network;

static inline uint32_t network_sources(const GamePosition *position, uint32_t own, Network *network)
{
    uint32_t near = 0;
    network->sources = 0;
    network->total = 0;
    for (uint64_t regions = own; regions;) {
        int region = bits_pop(&regions);
        int figures = figures_in(position, region);
        int free = figures - staying(position->mover, figures);
        if (free == 0)
            continue;
        network->free[region] = (uint8_t)free;
        network->total += free;
        network->sources |= UINT32_C(1) << region;
        near |= position->board->neighbours[region];
    }
    return near;
}

/* Rule 4: whether the units around the region are strong enough to enter it together. */
static inline bool network_can_enter(const GamePosition *position, const Network *network,
                                     int region, int need)
{
    if (need > capacity_of(position, region))
        return false;
    int strength = 0;
    for (uint64_t sources = position->board->neighbours[region] & network->sources; sources;) {
        int free = network->free[bits_pop(&sources)];
        bool alone = position->mover == SIDE_JACKALS && !JACKALS_ADD_UP;
        strength = !alone ? strength + free : free > strength ? free : strength;
    }
    return strength >= need;
}

/* Not for crowded lions (rule 6). */
static inline void network_open(const GamePosition *position, Network *network)
{
    Sides sides = sides_of(position->before);
    uint32_t foe = sides.of[!position->mover];
    uint32_t near = network_sources(position, sides.of[position->mover], network);
    network->enemies = 0;
    for (uint64_t regions = near & foe; regions;) {
        int region = bits_pop(&regions);
        int need = strength_needed(position->mover, figures_in(position, region));
        if (network_can_enter(position, network, region, need)) {
            network->enemies |= UINT32_C(1) << region;
            network->need[region] = (uint8_t)need;
        }
    }
    uint32_t barred = foe & ~network->enemies;
    network->playing = 0;
    for (uint64_t sources = network->sources; sources;) {
        int source = bits_pop(&sources);
        uint32_t reach = (position->board->neighbours[source] & ~barred) | UINT32_C(1) << source;
        network->reach[source] = reach;
        network->playing |= reach;
    }
    for (uint64_t regions = network->playing; regions;) {
        int region = bits_pop(&regions);
        int room = capacity_of(position, region) - staying_in(position, region);
        network->room[region] = (uint8_t)(room < network->total ? room : network->total);
    }
}

/* How many of the regions have room for one unit. */
static inline int network_rooms(const Network *network, uint32_t among)
{
    int rooms = 0;
    for (uint64_t regions = among; regions;)
        rooms += network->room[bits_pop(&regions)] > 0;
    return rooms;
}

/* A part of the network that shares no region with the rest. */
typedef struct Component {
    uint32_t sources, regions;
} Component;

/* The component of the lowest of `sources`. */
static inline Component network_component(const Network *network, uint32_t sources)
{
    int first = bits_first(sources);
    Component component = {UINT32_C(1) << first, network->reach[first]};
    bool grows = true;
    while (grows) {
        grows = false;
        for (uint64_t others = sources & ~component.sources; others;) {
            int source = bits_pop(&others);
            if (!(network->reach[source] & component.regions))
                continue;
            component.sources |= UINT32_C(1) << source;
            component.regions |= network->reach[source];
            grows = true;
        }
    }
    return component;
}

#endif
