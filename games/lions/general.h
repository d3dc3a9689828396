/* The slow exact way to fix the numbers of a turn, for what rank tables cannot do: rulesets in
 * which the results are a union of many polymatroids (`single`, `onemove`), and components of more
 * than RANK_CLASSES_MAX classes of regions on a user's board. A number is tried by a flow of units
 * from the sources to the regions, in every alternative of the ruleset until one fits. */
#ifndef GAMES_LIONS_GENERAL_H
#define GAMES_LIONS_GENERAL_H

/* Regions that must receive exactly `want` units (want == limit) or may receive up to `limit`. */
typedef struct Demand {
    uint32_t sources, playing;
    uint8_t free[BOARD_REGIONS_MAX];
    uint8_t want[BOARD_REGIONS_MAX], limit[BOARD_REGIONS_MAX];
    uint32_t reach[BOARD_REGIONS_MAX];
} Demand;

typedef struct Flow {
    const Demand *demand;
    uint8_t left[BOARD_REGIONS_MAX];                     /* units of a source not yet sent */
    uint8_t held[BOARD_REGIONS_MAX];                     /* units received by a region */
    uint8_t units[BOARD_REGIONS_MAX][BOARD_REGIONS_MAX]; /* by source and region */
    /* The search for a path along which one unit each is handed on. */
    int8_t parent[BOARD_REGIONS_MAX]; /* region at the other end of the step, -1 at the root */
    uint8_t via[BOARD_REGIONS_MAX];   /* source whose unit takes the step */
} Flow;

/* One more unit for `region`: from a source that has some left, or from another region that then
 * finds a replacement itself. */
static bool flow_pull(Flow *flow, int region)
{
    uint8_t queue[BOARD_REGIONS_MAX];
    int head = 0, tail = 0;
    uint32_t visited = UINT32_C(1) << region;
    queue[tail++] = (uint8_t)region;
    while (head < tail) {
        int at = queue[head++];
        for (uint64_t sources = flow->demand->sources; sources;) {
            int source = bits_pop(&sources);
            if (!(flow->demand->reach[source] >> at & 1))
                continue;
            if (flow->left[source]) {
                flow->left[source]--;
                flow->units[source][at]++;
                for (; at != region; at = flow->parent[at]) {
                    flow->units[flow->via[at]][at]--;
                    flow->units[flow->via[at]][flow->parent[at]]++;
                }
                flow->held[region]++;
                return true;
            }
            for (uint64_t others = flow->demand->reach[source] & ~visited; others;) {
                int other = bits_pop(&others);
                if (!flow->units[source][other])
                    continue;
                visited |= UINT32_C(1) << other;
                flow->parent[other] = (int8_t)at;
                flow->via[other] = (uint8_t)source;
                queue[tail++] = (uint8_t)other;
            }
        }
    }
    return false;
}

/* Sends a unit of `source` to a region with room, which others may have to make. */
static bool flow_push(Flow *flow, int source)
{
    uint8_t queue[BOARD_REGIONS_MAX];
    int head = 0, tail = 0;
    uint32_t visited = flow->demand->reach[source];
    for (uint64_t regions = visited; regions;) {
        int region = bits_pop(&regions);
        flow->parent[region] = -1;
        queue[tail++] = (uint8_t)region;
    }
    while (head < tail) {
        int at = queue[head++];
        if (flow->held[at] < flow->demand->limit[at]) {
            flow->held[at]++;
            for (; flow->parent[at] >= 0; at = flow->parent[at]) {
                flow->units[flow->via[at]][flow->parent[at]]--;
                flow->units[flow->via[at]][at]++;
            }
            flow->units[source][at]++;
            flow->left[source]--;
            return true;
        }
        for (uint64_t others = flow->demand->sources; others;) {
            int other = bits_pop(&others);
            if (!flow->units[other][at])
                continue;
            for (uint64_t regions = flow->demand->reach[other] & ~visited; regions;) {
                int region = bits_pop(&regions);
                visited |= UINT32_C(1) << region;
                flow->parent[region] = (int8_t)at;
                flow->via[region] = (uint8_t)other;
                queue[tail++] = (uint8_t)region;
            }
        }
    }
    return false;
}

/* First every wanted unit is pulled, then every unit left is pushed: no push takes a wanted unit
 * away (Mendelsohn and Dulmage 1958). */
static bool flow_fits(const Demand *demand)
{
    Flow flow = {.demand = demand};
    memcpy(flow.left, demand->free, sizeof flow.left);
    for (uint64_t regions = demand->playing; regions;) {
        int region = bits_pop(&regions);
        while (flow.held[region] < demand->want[region])
            if (!flow_pull(&flow, region))
                return false;
    }
    for (uint64_t sources = demand->sources; sources;) {
        int source = bits_pop(&sources);
        while (flow.left[source])
            if (!flow_push(&flow, source))
                return false;
    }
    return true;
}

/* `single`: in each entered enemy region one group alone is strong enough. */
static bool fits_alone(const GamePosition *position, const Network *network, const Demand *demand,
                       uint64_t entered)
{
    if (!entered)
        return flow_fits(demand);
    int region = bits_pop(&entered);
    uint8_t need = network->need[region];
    for (uint64_t near = position->board->neighbours[region] & demand->sources; near;) {
        int source = bits_pop(&near);
        if (demand->free[source] < need)
            continue;
        Demand rest = *demand;
        rest.free[source] = (uint8_t)(rest.free[source] - need);
        rest.want[region] = (uint8_t)(rest.want[region] - need);
        rest.limit[region] = rest.want[region];
        if (fits_alone(position, network, &rest, entered))
            return true;
    }
    return false;
}

/* `onemove`: each pack chooses one target. What fits no choice at all is given up early. */
static bool fits_one_group(const Demand *demand, uint64_t packs)
{
    if (!flow_fits(demand))
        return false;
    if (!packs)
        return true;
    int source = bits_pop(&packs);
    uint32_t home = UINT32_C(1) << source;
    for (uint64_t targets = demand->reach[source] & ~home; targets;) {
        Demand rest = *demand;
        rest.reach[source] = home | UINT32_C(1) << bits_pop(&targets);
        if (fits_one_group(&rest, packs))
            return true;
    }
    return false;
}

/* Packs that could send out two groups. */
static inline uint32_t network_splitting(const Network *network)
{
    uint32_t packs = 0;
    for (uint64_t sources = network->sources; sources;) {
        int source = bits_pop(&sources);
        if (network->free[source] >= 2 && bits_count(network->reach[source]) >= 3)
            packs |= UINT32_C(1) << source;
    }
    return packs;
}

/* Whether some legal turn agrees with the parts so far and puts `units` into the open `region`.
 * Open enemy regions count as not entered: their units could as well stay at home. */
static bool general_fits(const GamePosition *position, const Network *network, int region,
                         int units)
{
    Demand demand = {.sources = network->sources, .playing = network->playing};
    memcpy(demand.free, network->free, sizeof demand.free);
    memcpy(demand.reach, network->reach, sizeof demand.reach);
    uint64_t entered = 0;
    for (uint64_t regions = network->playing; regions;) {
        int at = bits_pop(&regions);
        bool enemy = network->enemies >> at & 1;
        if (at != region && position->open >> at & 1) {
            demand.limit[at] = enemy ? 0 : network->room[at];
            continue;
        }
        int wanted = at == region ? units : decided_in(position, at) - staying_in(position, at);
        demand.want[at] = demand.limit[at] = (uint8_t)wanted;
        if (enemy && wanted > 0)
            entered |= UINT64_C(1) << at;
    }
    if (position->mover == SIDE_JACKALS && !JACKALS_ADD_UP)
        return fits_alone(position, network, &demand, entered);
    if (position->mover == SIDE_JACKALS && ONE_GROUP_LEAVES)
        return fits_one_group(&demand, network_splitting(network));
    return flow_fits(&demand);
}

/* The numbers of units that the open region may receive, as bits. */
static uint64_t general_units(const GamePosition *position, const Network *network, int region)
{
    uint64_t units = 0;
    bool enemy = network->enemies >> region & 1;
    for (int count = 0; count <= network->room[region]; count++) {
        if (enemy && count > 0 && count < network->need[region])
            continue;
        if (general_fits(position, network, region, count))
            units |= UINT64_C(1) << count;
    }
    return units;
}

static inline bool network_is_wide(const GamePosition *position, const Network *network)
{
    if (bits_count(network->playing) <= RANK_CLASSES_MAX)
        return false;
    for (uint32_t sources = network->sources; sources;) {
        Component component = network_component(network, sources);
        RankClasses classes;
        rank_classify(position, network, component, &classes);
        if (classes.count > RANK_CLASSES_MAX)
            return true;
        sources &= ~component.sources;
    }
    return false;
}

/* Whether the turn is for this file; a function of the turn's start. */
static inline bool network_is_general(const GamePosition *position, const Network *network)
{
    int mover = position->mover;
    if (mover == SIDE_JACKALS && !JACKALS_ADD_UP && network->enemies)
        return true;
    if (mover == SIDE_JACKALS && ONE_GROUP_LEAVES && network_splitting(network))
        return true;
    return network_is_wide(position, network);
}

#endif
