/* A referee that knows the solved positions of one game. */
#ifndef SEARCH_REFEREE_H
#define SEARCH_REFEREE_H

#include "engine/contest.h"

typedef struct TableReferee TableReferee;

/* Opens the tables of games_at(index) in a folder; there must be at least one layer. */
Status table_referee_open(int index, const char *folder, TableReferee **referee, Error *error);
void table_referee_close(TableReferee *referee);

/* What a contest asks. A stored win counts if it comes within the limit of plies without progress
 * although nothing else is progress on the way; that the winner meets no position for the third
 * time is taken for granted, for the distance falls with each ply. A file that turns out damaged
 * knows nothing. */
const Referee *table_referee(const TableReferee *referee);

#endif
