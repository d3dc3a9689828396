/* Candidates for an unfinished command line, from the tables of commands, options, games and back
 * ends. */
#include "bench/complete.h"
#include "bench/help.h"

#include <ctype.h>
#include <string.h>

/* The word to complete: what of it is settled, and what candidates must begin with. */
typedef struct Request {
    const char *kept, *typed;
    size_t kept_length;
    int game; /* in the registry: whose back ends are meant */
} Request;

static void offer(const Request *request, const char *word, const char *ending, const char *about)
{
    if (strncmp(word, request->typed, strlen(request->typed)) == 0)
        printf("%.*s%s%s\t%s\n", (int)request->kept_length, request->kept, word, ending, about);
}

static void offer_paths(const Request *request, const char *kind)
{
    printf(":%s\t%.*s\n", kind, (int)request->kept_length, request->kept);
}

/* The same word with more of it settled. */
static Request settle(const Request *request, const char *typed)
{
    Request rest = *request;
    rest.kept_length += (size_t)(typed - request->typed);
    rest.typed = typed;
    return rest;
}

/* Whether a spec has the key among its finished fields. */
static bool has_key(const char *spec, const char *end, const char *key)
{
    size_t length = strlen(key);
    for (const char *at = spec; at < end; at += strcspn(at, ","), at += *at == ',')
        if (strncmp(at, key, length) == 0 && at[length] == '=')
            return true;
    return false;
}

static void offer_back_ends(const Request *request)
{
    const PlayerType *const *types = searches_of(request->game)->players;
    for (; *types; types++)
        if (!(*types)->external)
            offer(request, (*types)->name, (*types)->limits ? "," : "", (*types)->about);
    offer(request, "cmd", "=", "a program that speaks UGI");
}

/* Keys of a back end that the spec does not have yet; `request` is about the field that begins. */
static void offer_keys(const Request *request, const PlayerType *type, const char *spec)
{
    static const char *const program[][2] = {
        {"log", "file for what the program says on standard error"},
        {"proto", "the protocol"},
    };
    const char *end = request->typed;
    for (const LimitWord *limit = limit_words; limit->key; limit++)
        if ((type->limits & limit->kind) && !has_key(spec, end, limit->key))
            offer(request, limit->key, "=", limit->about);
    for (const PlayerOption *option = type->options; option->name; option++)
        if (!has_key(spec, end, option->name))
            offer(request, option->name, "=", option->about);
    if (type->probes && !has_key(spec, end, "tables"))
        offer(request, "tables", "=", "folder of tables of solved positions");
    if (type->game && !has_key(spec, end, "weights"))
        offer(request, "weights", "=", "file of evaluation weights");
    for (size_t i = 0; type->external && i < sizeof program / sizeof program[0]; i++)
        if (!has_key(spec, end, program[i][0]))
            offer(request, program[i][0], "=", program[i][1]);
    if (!has_key(spec, end, "hash"))
        offer(request, "hash", "=", "MB of memory");
    if (!has_key(spec, end, "name"))
        offer(request, "name", "=", "what it is called in results");
}

static void offer_switch(const Request *request, const PlayerType *type, const char *key,
                         size_t length)
{
    for (const PlayerOption *option = type->options; option->name; option++)
        if (strlen(option->name) == length && strncmp(option->name, key, length) == 0 &&
            option->integer && option->minimum == 0 && option->maximum == 1) {
            offer(request, "0", "", "off");
            offer(request, "1", "", "on");
        }
}

/* The value of the key at `key`, which ends with '='. */
static void offer_value(const Request *request, const PlayerType *type, const char *key)
{
    Request value = settle(request, key + strcspn(key, "=") + 1);
    size_t length = (size_t)(value.typed - key);
    if (strncmp(key, "weights=", length) == 0 || strncmp(key, "log=", length) == 0 ||
        strncmp(key, "cmd=", length) == 0)
        offer_paths(&value, "files");
    else if (strncmp(key, "tables=", length) == 0)
        offer_paths(&value, "folders");
    else if (strncmp(key, "proto=", length) == 0)
        offer(&value, "ugi", "", "engine/UGI.md");
    else if (type)
        offer_switch(&value, type, key, length - 1);
}

/* The back end that a spec's first field names, NULL if none. */
static const PlayerType *spec_type(const Request *request)
{
    size_t length = strcspn(request->typed, ",=");
    const PlayerType *const *types = searches_of(request->game)->players;
    for (; *types; types++)
        if ((*types)->external ? strncmp(request->typed, "cmd=", 4) == 0
                               : strlen((*types)->name) == length &&
                                     strncmp((*types)->name, request->typed, length) == 0)
            return *types;
    return NULL;
}

static void offer_spec(const Request *request)
{
    const PlayerType *type = spec_type(request);
    const char *comma = strrchr(request->typed, ',');
    Request field = settle(request, comma ? comma + 1 : request->typed);
    if (strchr(field.typed, '='))
        offer_value(&field, type, field.typed);
    else if (!comma)
        offer_back_ends(request);
    else if (type)
        offer_keys(&field, type, request->typed);
}

static void offer_games(const Request *request)
{
    for (int i = 0; i < games_count(); i++)
        offer(request, games_at(i)->name, "", games_at(i)->title);
}

static void offer_commands(const Request *request)
{
    for (int i = 0; all_commands[i]; i++)
        offer(request, all_commands[i]->name, "", all_commands[i]->summary);
}

/* One of a placeholder's alternatives. */
static void offer_kind(const Request *request, const char *kind)
{
    bool literal = true;
    for (const char *at = kind; *at; at++)
        literal = literal && !isupper((unsigned char)*at);
    if (literal)
        offer(request, kind, "", "");
    else if (strcmp(kind, "GAME") == 0)
        offer_games(request);
    else if (strcmp(kind, "SPEC") == 0)
        offer_spec(request);
    else if (strcmp(kind, "COMMAND") == 0)
        offer_commands(request);
    else if (words_contain("DIR FOLDER", kind))
        offer_paths(request, "folders");
    else if (words_contain("FILE PROGRAM CONFIG OUT BASE NEW", kind))
        offer_paths(request, "files");
}

/* All that a placeholder stands for: "GAME|all", "[search|playouts]", "FILE...". */
static void offer_placeholder(const Request *request, const char *placeholder, size_t length)
{
    char kind[64];
    for (size_t at = 0; at < length;) {
        size_t start = at + strspn(placeholder + at, "[|]. ");
        size_t end = start + strcspn(placeholder + start, "[|]. ");
        if (end > length || end - start >= sizeof kind)
            return;
        memcpy(kind, placeholder + start, end - start);
        kind[end - start] = '\0';
        if (end > start)
            offer_kind(request, kind);
        at = end + 1;
    }
}

/* The place that comes after so many; one that may be left out offers the next one, too, and one
 * that may be repeated is the last. */
static void offer_positional(const Request *request, const Command *command, int index)
{
    const char *at = command->positionals;
    for (; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        bool repeats = length > 3 && strncmp(at + length - 3, "...", 3) == 0;
        if (index <= 0 || repeats)
            offer_placeholder(request, at, length);
        if (index <= 0 && *at != '[')
            return;
        index--;
        at += length;
    }
}

static const Option *find_option(const Command *command, const char *word)
{
    size_t length = strcspn(word, "=");
    for (const Option *option = command->options; option->name; option++)
        if (length > 2 && strlen(option->name) == length - 2 &&
            strncmp(option->name, word + 2, length - 2) == 0)
            return option;
    return NULL;
}

/* Whether the command's option may be given (again) after these words. */
static bool may_give(const Command *command, const Option *option, int count,
                     const char *const *words)
{
    for (int i = 0; i < count; i++)
        if (strncmp(words[i], "--", 2) == 0 && find_option(command, words[i]) == option)
            return arguments_repeat(command, option->name);
    return true;
}

static void offer_options(const Request *request, const Command *command, int count,
                          const char *const *words)
{
    Request name = settle(request, request->typed + strnlen(request->typed, 2));
    name.kept = "--";
    name.kept_length = 2;
    for (const Option *option = command->options; option->name; option++)
        if (may_give(command, option, count, words))
            offer(&name, option->name, "", option->help);
    offer(&name, "help", "", "explain the command");
}

/* The words behind the command's name; the last one is to be completed. */
static void complete_arguments(const Command *command, int count, const char *const *words)
{
    const Option *pending = NULL;
    int positionals = 0, game = -1;
    const char *last = words[count - 1];
    for (int i = 0; i < count - 1; i++) {
        const Option *option =
            strncmp(words[i], "--", 2) == 0 ? find_option(command, words[i]) : NULL;
        bool value = pending != NULL, word = strncmp(words[i], "--", 2) != 0;
        if ((value ? strncmp(pending->name, "game", 4) == 0 : word) && game < 0)
            game = games_find(words[i], NULL);
        positionals += !value && word;
        pending = !value && option && option->argument && !strchr(words[i], '=') ? option : NULL;
    }
    Request request = {.kept = last, .typed = last, .game = game < 0 ? 0 : game};
    const Option *own = strncmp(last, "--", 2) == 0 ? find_option(command, last) : NULL;
    const char *equals = strchr(last, '=');
    if (pending) {
        offer_placeholder(&request, pending->argument, strlen(pending->argument));
    } else if (own && own->argument && equals) {
        request = settle(&request, equals + 1);
        offer_placeholder(&request, own->argument, strlen(own->argument));
    } else if (*last != '-' && positionals < command->positionals_max) {
        offer_positional(&request, command, positionals);
    } else if (!*last || *last == '-') {
        offer_options(&request, command, count - 1, words);
    }
}

void complete_words(int count, const char *const *words)
{
    if (count < 1)
        return;
    Request request = {.kept = words[0], .typed = words[0]};
    const Command *command = command_find(words[0], NULL);
    if (count == 1 && *words[0] == '-') {
        offer(&request, "--help", "", "list the commands");
        offer(&request, "--version", "", "commit, compiler and machine");
    } else if (count == 1) {
        offer_commands(&request);
    } else if (command) {
        complete_arguments(command, count - 1, words + 1);
    }
}
