/* Holds the tables of a solved game to independent searches, by the thousand; not part of ctest.
 * usage: accept_solve GAME DIR POSITIONS GAMES NODES
 *
 * First: random positions of every layer, each searched without tables by alphabeta,nodes=NODES;
 * wherever that search proves a result, the tables must agree, and its way must not be shorter.
 * Then: games from random won positions, alphabeta with tables against alphabeta,nodes=NODES
 * without, which must be won within the stated number of plies. */
#include "games/registry.h"
#include "search/registry.h"
#include "search/tables.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Session {
    const Game *game;
    const Solver *solver;
    Tables *tables;
    EndgameReader *reader;
    Player *alone, *helped; /* without and with tables */
    uint64_t nodes;
} Session;

static EndgameValue value_of(Session *session, const Position *position)
{
    Error error;
    TableAnswer answer = {0};
    if (tables_probe(session->tables, session->reader, position, &answer, &error) ||
        !answer.known) {
        fprintf(stderr, "accept_solve: a table is missing or damaged\n");
        exit(2);
    }
    return answer.value;
}

static void random_position(Session *session, Random *random, Position *position)
{
    do {
        int layer = (int)random_below(random, (uint32_t)session->solver->layer_count);
        uint64_t size = session->solver->layer_size(layer);
        session->solver->position_at(layer, random_below_wide(random, size), position);
    } while (session->game->outcome(position) != OUTCOME_OPEN);
}

static SearchResult think(Session *session, Player *player, const Position *position)
{
    SearchResult result;
    player->type->reset(player, 1);
    player->type->choose(player, position, &(PositionHistory){0},
                         &(SearchLimits){.nodes = session->nodes}, NULL, NULL, &result);
    return result;
}

static int compare_positions(Session *session, int count)
{
    Random random = random_from(1);
    int decided = 0, proven = 0, same = 0, wrong = 0;
    for (int i = 0; i < count; i++) {
        Position position;
        random_position(session, &random, &position);
        EndgameValue value = value_of(session, &position);
        Score score = think(session, session->alone, &position).score;
        decided += value != ENDGAME_DRAW;
        if (abs(score) < SCORE_PROVEN)
            continue;
        Outcome outcome = score > 0 ? OUTCOME_WIN : OUTCOME_LOSS;
        int distance = SCORE_WIN - abs(score);
        proven++;
        if (endgame_outcome(value) != outcome || distance < endgame_distance(value))
            wrong++;
        else
            same += distance == endgame_distance(value);
    }
    printf("%d random positions, %d decided; the search proves %d: %d disagree, %d of the same "
           "distance\n",
           count, decided, proven, wrong, same);
    return wrong;
}

/* Plays to the end; returns the number of plies, -1 if the side that began did not win. */
static int play_game(Session *session, Position position)
{
    int plies = 0;
    for (; session->game->outcome(&position) == OUTCOME_OPEN && plies < 200; plies++) {
        Player *player = plies % 2 ? session->alone : session->helped;
        Turn turn = think(session, player, &position).turn;
        turn_play(session->game, &turn, &position);
    }
    Outcome wanted = plies % 2 ? OUTCOME_LOSS : OUTCOME_WIN; /* for the side to move at the end */
    return session->game->outcome(&position) == wanted ? plies : -1;
}

static int play_games(Session *session, int count)
{
    Random random = random_from(2);
    int won = 0, early = 0;
    for (int i = 0; i < count; i++) {
        Position position;
        do
            random_position(session, &random, &position);
        while (endgame_outcome(value_of(session, &position)) != OUTCOME_WIN);
        int plies = play_game(session, position);
        int stated = endgame_distance(value_of(session, &position));
        won += plies > 0 && plies <= stated;
        early += plies > 0 && plies < stated;
    }
    printf("%d games from won positions: %d won within the stated plies, %d of them sooner\n",
           count, won, early);
    return count - won;
}

static Player *open_player(int index, const char *words)
{
    Error error;
    EngineSpec spec;
    Player *player = NULL;
    if (engine_spec_parse(words, searches_of(index)->players, &spec, &error) == STATUS_OK &&
        spec.type->open(&spec.options, &player, &error) == STATUS_OK)
        return player;
    fprintf(stderr, "accept_solve: %s\n", error.text);
    exit(2);
}

int main(int argc, char **argv)
{
    Error error;
    char words[512];
    int index = argc == 6 ? games_find(argv[1], &error) : -1;
    if (index < 0) {
        fprintf(stderr, "usage: accept_solve GAME DIR POSITIONS GAMES NODES\n");
        return 2;
    }
    Session session = {.game = games_at(index), .solver = searches_of(index)->solver};
    session.nodes = strtoull(argv[5], NULL, 10);
    snprintf(words, sizeof words, "alphabeta,nodes=1,hash=16,tables=%s", argv[2]);
    session.alone = open_player(index, "alphabeta,nodes=1,hash=16");
    session.helped = open_player(index, words);
    if (tables_open(argv[2], session.game, session.solver, false, &session.tables, &error) ||
        endgame_reader_open(TABLES_READER_BYTES, &session.reader, &error)) {
        fprintf(stderr, "accept_solve: %s\n", error.text);
        return 2;
    }
    int wrong = compare_positions(&session, (int)strtol(argv[3], NULL, 10));
    wrong += play_games(&session, (int)strtol(argv[4], NULL, 10));
    session.alone->type->close(session.alone);
    session.helped->type->close(session.helped);
    endgame_reader_close(session.reader);
    tables_close(session.tables);
    return wrong != 0;
}
