/* Differential perft: two ways to count the turns of one game are asked for the counts below each
 * move, and where they disagree the walk goes on below the first move that differs, until it stands
 * where the lists of moves themselves do. Iterative deepening finds a shortest way there. */
#ifndef SEARCH_DIFFERENTIAL_H
#define SEARCH_DIFFERENTIAL_H

#include "engine/perft_engine.h"
#include "search/registry.h"

enum { DIFFERENTIAL_DEPTH_MAX = 99, DIFFERENTIAL_MOVES_MAX = 1 << 14 };

/* A way to count. */
typedef struct DivideSource DivideSource;
struct DivideSource {
    /* Adds the counts below each turn of the question's position to the list. */
    Status (*divide)(DivideSource *source, const PerftQuestion *question, DivideList *list,
                     Error *error);
    const Game *game;                 /* whose rules it counts by */
    const SearchKit *kit;             /* of the game */
    const Board *board;               /* borrowed, NULL = the default board */
    PerftOptions options;             /* of the fast way */
    PerftEngine *engine;              /* of the external one; borrowed */
    char position[POSITION_TEXT_MAX]; /* where the last question's turns lead by its rules, "" = it
                                         does not say */
};

/* The move generator of the searches: kernel perft, with bulk counting, table and threads. Two
 * rulesets must not share a table. */
DivideSource divide_fast(int index, const Board *board, const PerftOptions *options);

/* The slow way, obviously right: every turn made of its moves and played, nothing counted in bulk,
 * nothing remembered. */
DivideSource divide_plain(int index, const Board *board);

/* A program outside; it must be open. */
DivideSource divide_engine(PerftEngine *engine);

/* What was found first. */
typedef enum DifferenceKind {
    DIFFERENCE_NONE,
    DIFFERENCE_MOVES,  /* moves are missing or too many */
    DIFFERENCE_COUNTS, /* the moves agree, a count does not, yet below that move all agrees */
} DifferenceKind;

typedef struct Differential {
    const Game *game;         /* of the first source */
    DivideSource *sources[2]; /* borrowed */
    Position start;           /* before the moves */
    DifferenceKind kind;
    int depth;                          /* that was asked where the difference is */
    int ply;                            /* turns from the position walked from to there */
    Position position;                  /* where it is */
    char moves[DIFFERENTIAL_MOVES_MAX]; /* from the start to there, between blanks */
    size_t walked;                      /* of these, the length before the walk */
    DivideList lists[2];                /* owned; what each source says there, sorted */
} Differential;

/* The walk begins at `position`, reached from `start` by the words of `moves` ("" = none). */
Status differential_init(Differential *walk, DivideSource *one, DivideSource *other,
                         const Position *start, const Position *position, const char *moves,
                         Error *error);
void differential_close(Differential *walk);

/* Compares at one depth and walks down if there is a difference: then `kind` says so and the rest
 * is filled in. `*leaves` is the first source's count at the position walked from. */
Status differential_compare(Differential *walk, int depth, uint64_t *leaves, Error *error);

#endif
