/* A small UGI engine: the library knows the rules, only the choice of a move is here.
 * build: cc engine.c -o engine $(pkg-config --cflags --libs --static skirmish)   (once installed)
 * usage: skirmish match yoxii --engine cmd=./engine,nodes=1 --engine mcts,playouts=100 */
#include "engine/ugi.h"
#include "engine/ugi_game.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>

static void go(const UgiGame *self, Random *random)
{
    char name[TURN_TEXT_MAX] = "";
    Text text = TEXT_OF(name);
    Turn turn;
    turn_random(self->game, &self->position, random, &turn); /* put your search here */
    self->game->turn_format(&self->position, &turn, &text);
    printf("bestmove %s\n", name);
}

static void query(const UgiGame *self, const char *what)
{
    const char *result = ugi_game_result(self);
    bool over = strcmp(result, "none") != 0, first = self->game->mover(&self->position) == 0;
    if (ugi_take_word(&what, "gameover"))
        result = over ? "true" : "false";
    else if (ugi_take_word(&what, "p1turn"))
        result = first ? "true" : "false";
    else if (!ugi_take_word(&what, "result"))
        result = "unsupported";
    printf("response %s\n", result);
}

static void set_option(UgiGame *self, const char *words)
{
    UgiSetting setting;
    int index = ugi_read_setting(words, &setting) && strcmp(setting.name, "Game") == 0
                    ? games_find(setting.value, NULL)
                    : -1;
    if (index < 0)
        return;
    ugi_game_close(self);
    ugi_game_init(self, games_at(index), NULL);
}

int main(void)
{
    char line[1 << 16];
    UgiGame game;
    Random random = random_from(1);
    bool waiting = false; /* the answer to `go infinite` comes with `stop` */
    setvbuf(stdout, NULL, _IOLBF, 0);
    ugi_game_init(&game, games_at(0), NULL);
    while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4) != 0) {
        const char *words = line;
        line[strcspn(line, "\r\n")] = '\0';
        if (ugi_take_word(&words, "ugi"))
            printf("id name Sample in C\noption name Game type string default %s\nugiok\n",
                   game.game->name);
        else if (ugi_take_word(&words, "isready"))
            puts("readyok");
        else if (ugi_take_word(&words, "query"))
            query(&game, words);
        else if (ugi_take_word(&words, "position"))
            ugi_game_set(&game, words, NULL);
        else if (ugi_take_word(&words, "setoption"))
            set_option(&game, words);
        else if (ugi_take_word(&words, "go") || (waiting && ugi_take_word(&words, "stop"))) {
            waiting = strstr(words, "infinite") != NULL;
            if (!waiting)
                go(&game, &random);
        }
    }
    ugi_game_close(&game);
    return 0;
}
