/* The sections of `skirmish report`. */
#ifndef BENCH_HTML_REPORT_H
#define BENCH_HTML_REPORT_H

#include "bench/database.h"
#include "bench/page.h"
#include "bench/tables.h"

typedef struct HtmlReport {
    Page page;
    Database database;
    Ratings ratings;
    int order[DATABASE_ENGINES_MAX]; /* engines from best to worst */
    uint64_t games_shown;            /* games to replay, failures aside */
    uint64_t measured;               /* measurements in the database */
} HtmlReport;

/* The name of an engine or a ruleset of the database; for a ruleset with the name of its board. */
const char *report_engine(const HtmlReport *report, int engine);
void report_ruleset(const HtmlReport *report, int ruleset, Text *text);

/* Rating list, cross table, likelihoods, strength by game, work. */
Status html_standings(HtmlReport *report, Error *error);

/* First player's advantage, lengths, endings, openings of each ruleset. */
Status html_rulesets(HtmlReport *report, Error *error);

/* Elo and LLR in the course of each run; what was run, where, by which build. */
Status html_progress(HtmlReport *report, Error *error);
Status html_provenance(HtmlReport *report, Error *error);

/* Speed by commit. */
Status html_history(HtmlReport *report, Error *error);

/* Failures, and the games to replay with the data of the script. */
Status html_games(HtmlReport *report, Error *error);

#endif
