/* Turns as text (rules, section 7): sets of group moves, the rules checked on a set as it is
 * written, and the canonical set of a result. */
#ifndef GAMES_LIONS_NOTATION_H
#define GAMES_LIONS_NOTATION_H

enum { GROUPS_MAX = JACKALS_MAX };

typedef struct Group {
    int from, to, count;
} Group;

/* A set of group moves, sorted by from, then to; each pair occurs once. */
typedef struct GroupSet {
    int count;
    Group groups[GROUPS_MAX];
} GroupSet;

static const char *figures_name(int mover)
{
    return mover == SIDE_LIONS ? "lions" : "jackals";
}

/* Puts a group in its place; a pair that is there is added up. */
static bool groups_add(GroupSet *set, Group group)
{
    int at = 0;
    while (at < set->count &&
           (set->groups[at].from < group.from ||
            (set->groups[at].from == group.from && set->groups[at].to < group.to)))
        at++;
    if (at < set->count && set->groups[at].from == group.from && set->groups[at].to == group.to) {
        set->groups[at].count += group.count;
        return true;
    }
    if (set->count == GROUPS_MAX)
        return false;
    memmove(&set->groups[at + 1], &set->groups[at], (size_t)(set->count - at) * sizeof group);
    set->groups[at] = group;
    set->count++;
    return true;
}

static void groups_write(const GroupSet *set, Text *text)
{
    if (set->count == 0)
        text_char(text, '-');
    for (int i = 0; i < set->count; i++) {
        if (i > 0)
            text_char(text, '+');
        text_char(text, (char)('a' + set->groups[i].from));
        text_number(text, set->groups[i].count);
        text_char(text, (char)('a' + set->groups[i].to));
    }
}

static bool is_own(const GamePosition *position, int region)
{
    return position->before[region] != 0 && !is_foe(position, region);
}

/* Figures that leave each region, and in how many groups; the own figures there at the end. */
typedef struct Tally {
    int leaving[BOARD_REGIONS_MAX], groups[BOARD_REGIONS_MAX], result[BOARD_REGIONS_MAX];
    int entering[BOARD_REGIONS_MAX], strongest[BOARD_REGIONS_MAX];
} Tally;

static void tally_groups(const GamePosition *position, const GroupSet *set, Tally *tally)
{
    memset(tally, 0, sizeof *tally);
    for (int region = 0; region < position->board->count; region++)
        if (is_own(position, region))
            tally->result[region] = figures_in(position, region);
    for (int i = 0; i < set->count; i++) {
        Group group = set->groups[i];
        tally->leaving[group.from] += group.count;
        tally->groups[group.from]++;
        tally->result[group.from] -= group.count;
        tally->result[group.to] += group.count;
        tally->entering[group.to] += group.count;
        if (group.count > tally->strongest[group.to])
            tally->strongest[group.to] = group.count;
    }
}

/* Rules 1 and 3, and the rulesets' limits on leaving. */
static Status check_leaving(const GamePosition *position, const Tally *tally, int region,
                            Error *error)
{
    int own = is_own(position, region) ? figures_in(position, region) : 0;
    int leaving = tally->leaving[region];
    char name = (char)('a' + region);
    if (leaving > own)
        return error_set(error, STATUS_BAD_MOVE, "rule 1: %d %s leave %c, where %d stood", leaving,
                         figures_name(position->mover), name, own);
    if (position->mover == SIDE_LIONS)
        return STATUS_OK;
    if (ONE_ALWAYS_STAYS && leaving > 0 && leaving == own)
        return error_set(error, STATUS_BAD_MOVE, "rule 3: one jackal must stay in %c", name);
    if (leaving >= 3 && leaving == own)
        return error_set(error, STATUS_BAD_MOVE,
                         "rule 3: three or more jackals leave %c, one must stay", name);
    if (ONE_GROUP_LEAVES && tally->groups[region] > 1)
        return error_set(error, STATUS_BAD_MOVE, "more than one group leaves %c", name);
    return STATUS_OK;
}

/* Rules 4 and 5. */
static Status check_entering(const GamePosition *position, const Tally *tally, int region,
                             Error *error)
{
    int entering = tally->entering[region];
    char name = (char)('a' + region);
    if (entering == 0)
        return STATUS_OK;
    if (is_foe(position, region)) {
        bool lions = position->mover == SIDE_LIONS;
        bool add_up = lions ? LIONS_ADD_UP : JACKALS_ADD_UP;
        int strength = add_up ? entering : tally->strongest[region];
        int foe = figures_in(position, region);
        if (lions ? foe > 3 * strength : strength < 3 * foe + STRICTLY_MORE)
            return error_set(error, STATUS_BAD_MOVE, "rule 4: %d %s%s cannot take %d %s in %c",
                             strength, figures_name(position->mover), add_up ? "" : " of one group",
                             foe, figures_name(!position->mover), name);
    }
    if (tally->result[region] > position->board->capacity[region])
        return error_set(error, STATUS_BAD_MOVE, "rule 5: %d figures in %c, its capacity is %d",
                         tally->result[region], name, position->board->capacity[region]);
    return STATUS_OK;
}

/* Rule 2: peels off the regions that no arrow leaves. */
static bool groups_are_acyclic(const GroupSet *set)
{
    uint32_t departing = UINT32_MAX, last = 0;
    while (departing != last) {
        last = departing;
        departing = 0;
        for (int i = 0; i < set->count; i++)
            if (last >> set->groups[i].to & 1)
                departing |= UINT32_C(1) << set->groups[i].from;
    }
    return departing == 0;
}

/* Rule 6: whether the lions that began the turn in the region disperse or all attack. */
static bool disperses(const GamePosition *position, const GroupSet *set, const Tally *tally,
                      int region)
{
    int stay = figures_in(position, region) - tally->leaving[region];
    if (stay == 1)
        return true;
    for (int i = 0; i < set->count; i++)
        if (set->groups[i].from == region && !is_foe(position, set->groups[i].to))
            return false;
    return stay == 0;
}

/* Whether rule 6 cannot be met and therefore is void. */
static bool crowd_is_void(const GamePosition *position)
{
    Crowd crowd;
    crowd_survey(position, &crowd);
    return !crowd.dispersing;
}

static Status check_crowded(const GamePosition *position, const GroupSet *set, const Tally *tally,
                            Error *error)
{
    if (!turn_is_crowded(position))
        return STATUS_OK;
    for (int region = 0; region < position->board->count; region++) {
        if (position->before[region] > -2 || disperses(position, set, tally, region))
            continue;
        if (crowd_is_void(position))
            return STATUS_OK;
        return error_set(error, STATUS_BAD_MOVE,
                         "rule 6: of the crowded lions in %c one must stay or all must attack",
                         'a' + region);
    }
    return STATUS_OK;
}

/* All rules of section 2, except that neighbours are checked where groups are made. */
static Status check_groups(const GamePosition *position, const GroupSet *set, Tally *tally,
                           Error *error)
{
    tally_groups(position, set, tally);
    Status status = STATUS_OK;
    for (int region = 0; status == STATUS_OK && region < position->board->count; region++)
        status = check_leaving(position, tally, region, error);
    for (int region = 0; status == STATUS_OK && region < position->board->count; region++)
        status = check_entering(position, tally, region, error);
    if (status == STATUS_OK && !groups_are_acyclic(set))
        return error_set(error, STATUS_BAD_MOVE, "rule 2: the group moves form a cycle");
    return status == STATUS_OK ? check_crowded(position, set, tally, error) : status;
}

static Status read_region_letter(const GamePosition *position, Scan *scan, int *region,
                                 Error *error)
{
    int count = position->board->count;
    char c = scan_peek(scan);
    if (c < 'a' || c >= 'a' + count) {
        char expected[32];
        snprintf(expected, sizeof expected, "a region a-%c", 'a' + count - 1);
        return scan_fail(scan, error, expected);
    }
    *region = c - 'a';
    scan->at++;
    return STATUS_OK;
}

/* Reads `xky`. */
static Status read_group(const GamePosition *position, Scan *scan, GroupSet *set, Error *error)
{
    Group group = {0};
    uint64_t count = 0;
    Status status = read_region_letter(position, scan, &group.from, error);
    if (status == STATUS_OK && scan_peek(scan) == '0')
        return scan_fail(scan, error, "a number of at least 1");
    if (status == STATUS_OK)
        status = scan_number(scan, JACKALS_MAX, &count, error);
    if (status == STATUS_OK)
        status = read_region_letter(position, scan, &group.to, error);
    if (status != STATUS_OK)
        return status;
    group.count = (int)count;
    if (!(position->board->neighbours[group.from] >> group.to & 1))
        return error_set(error, STATUS_BAD_MOVE, "%c%d%c: %c and %c are not neighbours",
                         'a' + group.from, group.count, 'a' + group.to, 'a' + group.from,
                         'a' + group.to);
    if (!groups_add(set, group))
        return error_set(error, STATUS_BAD_MOVE, "more than %d groups", GROUPS_MAX);
    return STATUS_OK;
}

static Status read_groups(const GamePosition *position, Scan *scan, GroupSet *set, Error *error)
{
    set->count = 0;
    if (scan_take(scan, '-'))
        return STATUS_OK;
    Status status = STATUS_OK;
    do
        status = read_group(position, scan, set, error);
    while (status == STATUS_OK && scan_take(scan, '+'));
    return status;
}

/* The search for the canonical set. Every region lacks or has too many figures; a set that is not
 * finished lacks a figure somewhere, so the next group goes there (what is left over when nothing
 * is lacking would be a cycle). */
typedef struct Canon {
    const GamePosition *position;
    int lacking[BOARD_REGIONS_MAX];     /* < 0: too many */
    int left[BOARD_REGIONS_MAX];        /* figures that have not moved */
    uint32_t closed[BOARD_REGIONS_MAX]; /* by from: targets already used or ruled out */
    int figures;
    GroupSet set, best;
    int best_figures; /* INT_MAX before the first */
    char best_text[TURN_TEXT_MAX];
} Canon;

static void canon_consider(Canon *canon)
{
    Tally tally;
    if (check_groups(canon->position, &canon->set, &tally, NULL) != STATUS_OK)
        return;
    char string[TURN_TEXT_MAX];
    Text text = TEXT_OF(string);
    groups_write(&canon->set, &text);
    if (canon->figures == canon->best_figures && strcmp(string, canon->best_text) >= 0)
        return;
    canon->best = canon->set;
    canon->best_figures = canon->figures;
    memcpy(canon->best_text, string, sizeof string);
}

/* The lowest region that lacks figures, -1 if none does, -2 if `groups` more cannot be enough. */
static int canon_next(const Canon *canon, int groups)
{
    int lowest = -1, lacking = 0, surplus = 0, figures = canon->figures;
    for (int region = canon->position->board->count - 1; region >= 0; region--) {
        surplus += canon->lacking[region] < 0;
        if (canon->lacking[region] <= 0)
            continue;
        lowest = region;
        lacking++;
        figures += canon->lacking[region];
    }
    bool hopeless = lacking > groups || surplus > groups || figures > canon->best_figures;
    return hopeless ? -2 : lowest;
}

static void canon_move(Canon *canon, Group group, int sign)
{
    canon->figures += sign * group.count;
    canon->left[group.from] -= sign * group.count;
    canon->lacking[group.from] += sign * group.count;
    canon->lacking[group.to] -= sign * group.count;
}

static void canon_search(Canon *canon, int groups)
{
    int to = canon_next(canon, groups);
    if (to == -1)
        canon_consider(canon);
    if (to < 0)
        return;
    uint32_t tried = 0;
    for (uint64_t near = canon->position->board->neighbours[to]; near;) {
        int from = bits_pop(&near);
        if (canon->left[from] == 0 || canon->closed[from] >> to & 1)
            continue;
        canon->closed[from] |= UINT32_C(1) << to;
        tried |= UINT32_C(1) << from;
        int most = canon->lacking[to] + canon->left[to];
        most = most < canon->left[from] ? most : canon->left[from];
        for (int count = 1; count <= most; count++) {
            GroupSet before = canon->set;
            Group group = {from, to, count};
            groups_add(&canon->set, group);
            canon_move(canon, group, 1);
            canon_search(canon, groups - 1);
            canon_move(canon, group, -1);
            canon->set = before;
        }
    }
    for (uint64_t froms = tried; froms;)
        canon->closed[bits_pop(&froms)] &= ~(UINT32_C(1) << to);
}

/* The canonical set that leads from `position` to `result`: the fewest groups, then the fewest
 * figures, then the smallest text. */
static void groups_between(const GamePosition *position, const int8_t *result, Text *text)
{
    Canon canon = {.position = position, .best_figures = INT_MAX};
    for (int region = 0; region < position->board->count; region++) {
        int after = position->mover == SIDE_LIONS ? -result[region] : result[region];
        int own = is_own(position, region) ? figures_in(position, region) : 0;
        canon.left[region] = own;
        canon.lacking[region] = (after > 0 ? after : 0) - own;
    }
    for (int groups = 0; groups <= GROUPS_MAX && canon.best_figures == INT_MAX; groups++)
        canon_search(&canon, groups);
    groups_write(&canon.best, text);
}

#endif
