/* Folders of solved positions. */
#include "search/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Tables {
    const Game *game;
    const Solver *solver;
    EndgameFile *files[LAYERS_MAX]; /* owned, NULL = none */
};

static const char *const kind_names[] = {
    [ENDGAME_DISTANCE] = "distance",
    [ENDGAME_OUTCOME] = "outcome",
};

void tables_path(const char *folder, const Game *game, const Solver *solver, int layer,
                 EndgameKind kind, Text *path)
{
    text_format(path, "%s/%s-%s-", folder, game->folder, game->ruleset);
    solver->layer_name(layer, path);
    text_format(path, ".%s", kind_names[kind]);
}

EndgameInfo tables_info(const Game *game, const Solver *solver, int layer, EndgameKind kind)
{
    EndgameInfo info = {
        .layer_number = (uint32_t)layer,
        .index_version = (uint32_t)solver->index_version,
        .kind = kind,
        .value_count = solver->layer_size(layer),
    };
    Text name = TEXT_OF(info.game), word = TEXT_OF(info.layer), form = TEXT_OF(info.form);
    text_format(&name, "%s:%s", game->folder, game->ruleset);
    solver->layer_name(layer, &word);
    text_string(&form, solver->form);
    return info;
}

Status tables_file_open(const char *path, const Game *game, const Solver *solver, int layer,
                        EndgameKind kind, EndgameFile **file, Error *error)
{
    EndgameInfo expected = tables_info(game, solver, layer, kind);
    Status status = endgame_file_open(path, file, error);
    if (status != STATUS_OK)
        return status;
    const EndgameInfo *info = endgame_file_info(*file);
    if (strcmp(info->game, expected.game) != 0 || strcmp(info->layer, expected.layer) != 0)
        status =
            error_set(error, STATUS_BAD_TEXT, "'%.160s' holds layer %s of %s, not layer %s of %s",
                      path, info->layer, info->game, expected.layer, expected.game);
    else if (info->kind != kind)
        status = error_set(error, STATUS_BAD_TEXT, "'%.160s' holds values of kind %s, not %s", path,
                           kind_names[info->kind], kind_names[kind]);
    else if (info->index_version != expected.index_version ||
             strcmp(info->form, expected.form) != 0 ||
             info->layer_number != expected.layer_number ||
             info->value_count != expected.value_count)
        status = error_set(error, STATUS_BAD_TEXT,
                           "'%.160s' numbers positions in another way (version %u, expected %u)",
                           path, info->index_version, expected.index_version);
    if (status != STATUS_OK)
        endgame_file_close(*file);
    return status;
}

/* Opens and checks one layer, if it is there. */
static Status open_layer(Tables *tables, const char *folder, int layer, EndgameKind kind,
                         Crew *crew, Error *error)
{
    char name[ENDGAME_PATH_MAX];
    Text path = TEXT_OF(name);
    tables_path(folder, tables->game, tables->solver, layer, kind, &path);
    if (tables->files[layer] || access(name, F_OK) != 0)
        return STATUS_OK;
    EndgameFile *file = NULL;
    Status status = tables_file_open(name, tables->game, tables->solver, layer, kind, &file, error);
    if (status != STATUS_OK)
        return status;
    tables->files[layer] = file;
    return endgame_file_check(file, crew, error);
}

static Status open_layers(Tables *tables, const char *folder, bool outcomes, Crew *crew,
                          Error *error)
{
    int found = 0;
    for (int layer = 0; layer < tables->solver->layer_count; layer++) {
        Status status = open_layer(tables, folder, layer, ENDGAME_DISTANCE, crew, error);
        if (status == STATUS_OK && outcomes)
            status = open_layer(tables, folder, layer, ENDGAME_OUTCOME, crew, error);
        if (status != STATUS_OK)
            return status;
        found += tables->files[layer] != NULL;
    }
    if (found)
        return STATUS_OK;
    return error_set(error, STATUS_NO_FILE, "no %stable of %s:%s in '%.160s'",
                     outcomes ? "" : "distance ", tables->game->folder, tables->game->ruleset,
                     folder);
}

Status tables_open(const char *folder, const Game *game, const Solver *solver, bool outcomes,
                   Tables **result, Error *error)
{
    if (!solver)
        return error_set(error, STATUS_BAD_ARGUMENT, "%s cannot be solved yet: it has no index",
                         game->name);
    Tables *tables = calloc(1, sizeof *tables);
    Crew *crew = NULL;
    if (!tables)
        return error_set(error, STATUS_NO_MEMORY, "no memory for tables");
    tables->game = game;
    tables->solver = solver;
    Status status = crew_open(1, &crew, error);
    if (status == STATUS_OK)
        status = open_layers(tables, folder, outcomes, crew, error);
    crew_close(crew);
    if (status != STATUS_OK)
        tables_close(tables);
    else
        *result = tables;
    return status;
}

void tables_close(Tables *tables)
{
    if (!tables)
        return;
    for (int layer = 0; layer < LAYERS_MAX; layer++)
        endgame_file_close(tables->files[layer]);
    free(tables);
}

const EndgameFile *tables_file(const Tables *tables, int layer)
{
    return tables->files[layer];
}

Status tables_probe(const Tables *tables, EndgameReader *reader, const Position *position,
                    TableAnswer *answer, Error *error)
{
    Outcome outcome = tables->game->outcome(position);
    *answer = (TableAnswer){.known = true, .has_distance = true};
    if (outcome != OUTCOME_OPEN) {
        answer->value = outcome == OUTCOME_WIN    ? endgame_win(0)
                        : outcome == OUTCOME_LOSS ? endgame_loss(0)
                                                  : ENDGAME_DRAW;
        return STATUS_OK;
    }
    int layer = tables->solver->layer(position);
    const EndgameFile *file = layer < 0 ? NULL : tables->files[layer];
    answer->known = file != NULL;
    if (!file)
        return STATUS_OK;
    answer->has_distance = endgame_file_info(file)->kind == ENDGAME_DISTANCE;
    return endgame_reader_get(reader, file, tables->solver->index(position), &answer->value, error);
}
