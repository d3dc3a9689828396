/* What the games of an engine against itself say about the game: results, lengths, branching, and
 * how the lead went. The lead at a ply is twice the first player's chance to win less one, -1 .. 1;
 * the chance is a logistic function of the engine's score whose slope is fitted to the games
 * themselves. A lead is clear from ANALYSIS_CLEAR_LEAD on. */
#ifndef ENGINE_ANALYSIS_H
#define ENGINE_ANALYSIS_H

#include "engine/contest.h"
#include "engine/stats.h"

#define ANALYSIS_CLEAR_LEAD 0.25

enum {
    ANALYSIS_PLIES_MAX = 1024,
    ANALYSIS_REASONS_MAX = 24,
    ANALYSIS_PARTS = 20, /* of a game's course */
};

/* One game in short. */
typedef struct AnalysedGame {
    int plies, opening; /* turns, and how many of them were the opening's */
    Outcome result;     /* for the first player */
    size_t first_score; /* in the analysis' scores; plies - opening of them */
    uint64_t key;       /* of all its positions */
} AnalysedGame;

/* How often a game ended for one reason, by result of the first player. */
typedef struct AnalysedReason {
    const char *reason;
    uint64_t wins, draws, losses;
} AnalysedReason;

/* What the leads say; each observation is a game. Names and ideas are those of Browne's thesis
 * (Automatic generation and evaluation of recombination games, 2008), on the scale of leads. */
typedef struct LeadMeasures {
    double slope;         /* of the log-odds, in a score of 100 */
    Moments lead_changes; /* clear leads that went to the other side */
    Moments comebacks;    /* of won games: 1 if the winner once was clearly behind */
    Moments drama;        /* of won games: mean root of the winner's deficit over the plies at
                             which he was behind, 0 if he never was */
    Moments settled;      /* of won games: the share of the turns after which the winner's clear
                             lead was never lost again */
    Moments decisiveness; /* of won games: the share of the turns that were left when the winner's
                             lead first exceeded all that the loser had in the game */
    Moments uncertainty;  /* mean of 1 - lead^2 over the game: 1 = open, 0 = clear */
    double course[ANALYSIS_PARTS]; /* the same by part of the game */
    double accuracy; /* share of turns whose score had the sign of the result; of won games */
} LeadMeasures;

typedef struct Analysis {
    const Game *game;
    MatchScore first;    /* of the first player; pairs are of games that follow each other */
    AnalysedGame *games; /* owned */
    size_t game_count, game_capacity;
    int32_t *scores; /* owned; as the first player sees them */
    size_t score_count, score_capacity;
    int *lengths; /* owned; sorted by analysis_finish */
    Moments length;
    Moments branching;                  /* number of legal turns, over all turns played */
    Moments by_ply[ANALYSIS_PLIES_MAX]; /* the same by ply, from 0 */
    Moments log_tree;                   /* sum of log10 of the numbers of turns along a game */
    Moments depth, nodes;               /* of the searches */
    Moments repeated; /* positions of a game that had been on the board before, as a share */
    AnalysedReason reasons[ANALYSIS_REASONS_MAX];
    int reason_count;
    uint64_t distinct; /* games no two of which are the same */
    LeadMeasures lead;
} Analysis;

void analysis_init(Analysis *analysis, const Game *game);
void analysis_close(Analysis *analysis);

/* Adds a finished game; those of a match in the order of their numbers. */
Status analysis_add(Analysis *analysis, const GameRecord *record, Error *error);

/* Works out what needs all games. */
Status analysis_finish(Analysis *analysis, Error *error);

/* The length that this share of the games does not exceed; 0 without games. */
int analysis_quantile(const Analysis *analysis, double share);

/* The first player's chance to win by a score of his, given the slope. */
double analysis_chance(double slope, int32_t score);

#endif
