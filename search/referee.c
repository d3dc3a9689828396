/* A referee that knows the solved positions of one game: its tables behind a lock, asked once a
 * turn. */
#include "search/referee.h"

#include "games/registry.h"
#include "search/registry.h"
#include "search/tables.h"

#include <pthread.h>
#include <stdlib.h>

struct TableReferee {
    Referee referee;
    const Game *game;
    Tables *tables;        /* owned */
    EndgameReader *reader; /* owned */
    pthread_mutex_t lock;  /* of the reader */
};

static Outcome ask(void *context, const Position *position)
{
    TableReferee *self = context;
    const Game *game = self->game;
    TableAnswer answer = {0};
    pthread_mutex_lock(&self->lock);
    Status status = tables_probe(self->tables, self->reader, position, &answer, NULL);
    pthread_mutex_unlock(&self->lock);
    if (status != STATUS_OK || !answer.known)
        return OUTCOME_OPEN;
    bool decided = answer.value != ENDGAME_DRAW;
    if (decided && game->quiet_limit > 0 && !answer.has_distance)
        return OUTCOME_OPEN;
    bool in_time = endgame_in_time(answer.value, game->quiet(position), game->quiet_limit);
    return in_time ? endgame_outcome(answer.value) : OUTCOME_OPEN;
}

void table_referee_close(TableReferee *referee)
{
    if (!referee)
        return;
    if (referee->reader)
        endgame_reader_close(referee->reader);
    if (referee->tables)
        tables_close(referee->tables);
    pthread_mutex_destroy(&referee->lock);
    free(referee);
}

Status table_referee_open(int index, const char *folder, TableReferee **referee, Error *error)
{
    const Solver *solver = searches_of(index)->solver;
    *referee = NULL;
    if (!solver)
        return error_set(error, STATUS_BAD_ARGUMENT, "%s cannot be solved: there are no tables",
                         games_at(index)->name);
    TableReferee *self = calloc(1, sizeof *self);
    if (!self)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a referee");
    self->referee = (Referee){ask, self};
    self->game = games_at(index);
    pthread_mutex_init(&self->lock, NULL);
    Status status = tables_open(folder, self->game, solver, true, &self->tables, error);
    if (status == STATUS_OK)
        status = endgame_reader_open(TABLES_READER_BYTES, &self->reader, error);
    if (status != STATUS_OK) {
        table_referee_close(self);
        return status;
    }
    *referee = self;
    return STATUS_OK;
}

const Referee *table_referee(const TableReferee *referee)
{
    return &referee->referee;
}
