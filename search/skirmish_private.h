/* The handles of skirmish.h, shared by its two files. */
#ifndef SEARCH_SKIRMISH_PRIVATE_H
#define SEARCH_SKIRMISH_PRIVATE_H

#include "engine/game.h"
#include "search/skirmish.h"

/* A turn that was played: what there was before it. */
typedef struct PlayStep {
    Position before;
    size_t move_count; /* parts played before it */
} PlayStep;

struct SkirmishPlay {
    int index; /* of the game */
    const Game *game;
    Board *board;     /* owned, NULL = the default board */
    char *board_path; /* owned, likewise */
    Position position;
    PlayStep *steps; /* owned; as many as turns have been played */
    uint64_t *keys;  /* owned; of the positions before them */
    int count, capacity;
    Move *moves; /* owned; the parts of all turns */
    size_t move_count, move_capacity;
    char *text; /* owned; what was last returned */
    size_t text_size;
};

/* Where the play came from, borrowed from it. */
PositionHistory play_history(const SkirmishPlay *play);

/* Copies the sentence for the caller, who may not want it. */
void message_set(char *message, const Error *error);

#endif
