/* Files of solved positions: one layer of a game each, compressed in blocks, with a checksum for
 * the header, the directory and every block. Random access maps the file and unpacks one block.
 *
 *   256 bytes  header: magic "SKIRMEND", format, game, layer, form, index version, kind, sizes,
 *              checksum of the directory; the last 8 bytes are the checksum of the others
 *   16 * n     directory: offset and checksum of each block as it is stored
 *   ...        the blocks, each one zstd frame of ENDGAME_BLOCK_BYTES (the last one less)
 *
 * Numbers are little-endian, checksums XXH3 (64 bits). Kind distance: one EndgameValue a byte. Kind
 * outcome: four to a byte from the lowest bits up, 0 = draw, 1 = win, 2 = loss. The same values
 * give the same bytes on every machine with the same zstd. */
#ifndef ENGINE_ENDGAME_FILE_H
#define ENGINE_ENDGAME_FILE_H

#include "engine/crew.h"
#include "engine/endgame.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    ENDGAME_BLOCK_BYTES = 16384, /* unpacked */
    ENDGAME_NAME_MAX = 48,       /* with its terminator, as all texts of a header */
    ENDGAME_WORD_MAX = 16,
    ENDGAME_PATH_MAX = 4096,
};

typedef enum EndgameKind { ENDGAME_DISTANCE, ENDGAME_OUTCOME } EndgameKind;

/* What a file holds. */
typedef struct EndgameInfo {
    char game[ENDGAME_NAME_MAX];  /* with its ruleset: "shapluk:seed" */
    char layer[ENDGAME_WORD_MAX]; /* its name */
    char form[ENDGAME_WORD_MAX];  /* which positions share a value: "mirror" */
    uint32_t layer_number;
    uint32_t index_version; /* of the numbering of positions */
    EndgameKind kind;
    uint64_t value_count;
} EndgameInfo;

typedef struct EndgameFile EndgameFile;

/* Writes a file in one step: it is complete under its name or not there. */
Status endgame_file_write(const char *path, const EndgameInfo *info, const EndgameValue *values,
                          Crew *crew, Error *error);

/* Maps a file and checks header, directory and size. */
Status endgame_file_open(const char *path, EndgameFile **result, Error *error);
void endgame_file_close(EndgameFile *file);

/* Borrowed from the file. */
const EndgameInfo *endgame_file_info(const EndgameFile *file);
const char *endgame_file_path(const EndgameFile *file);

/* A checksum of everything, as the header and the directory state it. */
uint64_t endgame_file_checksum(const EndgameFile *file);

/* Checks every block's checksum. */
Status endgame_file_check(const EndgameFile *file, Crew *crew, Error *error);

/* Unpacks all values; of kind outcome, with distance 0. Checks every block. */
Status endgame_file_load(const EndgameFile *file, Crew *crew, EndgameValue *values, Error *error);

/* Reads single values through a few unpacked blocks; one reader a thread. */
typedef struct EndgameReader EndgameReader;

Status endgame_reader_open(size_t bytes, EndgameReader **result, Error *error);
void endgame_reader_close(EndgameReader *reader);

/* The value at an index below value_count; fails if its block is damaged. */
Status endgame_reader_get(EndgameReader *reader, const EndgameFile *file, uint64_t index,
                          EndgameValue *value, Error *error);

#endif
