/* Files of training positions (.skd): positions as texts, each with its game's result and its
 * search score, in blocks with checksums. All numbers are little-endian, all checksums XXH3 with 64
 * bits.
 *
 *   header    "SKIRMDAT", u32 version (1), u32 length, the recipe, u64 checksum
 *   block     "BLCK", u32 number from 0, u32 games, u32 positions, u32 length,
 *             the positions, u64 checksum
 *   end       "DONE", u32 blocks, u64 positions, u64 checksum
 *   position  u32 game, u16 ply, i16 score, u8 result, u8 length, the text
 *
 * The recipe is lines "key = value" that say how the file was made; the first is "game = NAME", and
 * "start = TEXT" names the board if it is not the game's default.
 * Blocks are complete games in order, so a file that breaks off is a good beginning. */
#ifndef ENGINE_DATASET_H
#define ENGINE_DATASET_H

#include "engine/game.h"

#include <stdio.h>

enum { RECIPE_MAX = 4096 /* longest recipe, with its terminator */ };

typedef struct Sample {
    uint32_t game;  /* number of the game that it is from */
    uint16_t ply;   /* turns played before it */
    int16_t score;  /* of the search, for the side to move */
    uint8_t result; /* half points of the side to move at the end of the game: 0, 1 or 2 */
    char text[POSITION_TEXT_MAX];
} Sample;

/* A block in the making. */
typedef struct DatasetBlock {
    unsigned char *data; /* owned */
    size_t size, capacity;
    uint32_t games, positions;
} DatasetBlock;

void dataset_block_close(DatasetBlock *block);
Status dataset_block_add(DatasetBlock *block, const Sample *sample, Error *error);

/* Each writes a part of a file; a block is empty afterwards. */
Status dataset_write_header(FILE *file, const char *recipe, Error *error);
Status dataset_write_block(FILE *file, uint32_t number, DatasetBlock *block, Error *error);
Status dataset_write_end(FILE *file, uint32_t blocks, uint64_t positions, Error *error);

/* What a file holds. */
typedef struct DatasetSummary {
    char recipe[RECIPE_MAX];
    uint64_t games, positions, hash; /* hash of all bytes that are good */
    size_t good_size;                /* bytes up to the end of the last whole part */
    uint32_t blocks;
    bool complete; /* it has its end */
} DatasetSummary;

/* Takes a position of a file; anything but STATUS_OK ends the reading. */
typedef Status SampleVisitor(void *context, const Sample *sample, Error *error);

/* Reads a file's bytes (`name` stands in messages). A file that breaks off is read up to its last
 * whole block and not complete; anything else that is wrong is an error. The positions' texts are
 * the visitor's to check; `visit` NULL = none. */
Status dataset_parse(const char *name, const unsigned char *bytes, size_t size,
                     SampleVisitor *visit, void *context, DatasetSummary *summary, Error *error);

/* Reads a file. */
Status dataset_read(const char *path, SampleVisitor *visit, void *context, DatasetSummary *summary,
                    Error *error);

/* Fails unless the file is complete and of this game. */
Status dataset_check(const char *path, const DatasetSummary *summary, const Game *game,
                     Error *error);

#endif
