/* Engine specs: key=value words separated by commas. */
#include "engine/player.h"

#include "engine/weights.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_MEGABYTES_DEFAULT = 16, HASH_MEGABYTES_MAX = 1 << 20 };

const char *stop_reason_text(StopReason reason)
{
    switch (reason) {
    case STOP_DEPTH: return "depth";
    case STOP_NODES: return "nodes";
    case STOP_PLAYOUTS: return "playouts";
    case STOP_TIME: return "time";
    case STOP_SIGNAL: return "stopped";
    case STOP_SOLVED: return "solved";
    }
    return "unknown";
}

static const PlayerType *find_type(const char *name, const PlayerType *const *types, Error *error)
{
    char list[256];
    Text text = TEXT_OF(list);
    for (; *types; types++) {
        if (strcmp((*types)->name, name) == 0)
            return *types;
        text_format(&text, " %s", (*types)->name);
    }
    error_set(error, STATUS_BAD_ARGUMENT, "engine: unknown back end '%.60s'; there are:%s", name,
              list);
    return NULL;
}

/* Reads "12", "0.5" or, for counts, "2e6" within bounds. */
static Status read_value(const char *key, const char *value, double minimum, double maximum,
                         bool integer, double *number, Error *error)
{
    char *end = NULL;
    errno = 0;
    *number = strtod(value, &end);
    bool number_like = *value && strspn(value, "0123456789.eE+-") == strlen(value) && !*end &&
                       errno == 0 && (!integer || *number == floor(*number));
    if (number_like && *number >= minimum && *number <= maximum)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "engine: %s: expected %s from %g to %g, got '%.60s'", key,
                     integer ? "a whole number" : "a number", minimum, maximum, value);
}

static Status set_own_option(EngineSpec *spec, const char *key, const char *value, Error *error)
{
    char list[256];
    Text text = TEXT_OF(list);
    for (int i = 0; spec->type->options[i].name; i++) {
        const PlayerOption *option = &spec->type->options[i];
        if (strcmp(option->name, key) == 0)
            return read_value(key, value, option->minimum, option->maximum, option->integer,
                              &spec->options.values[i], error);
        text_format(&text, " %s", option->name);
    }
    return error_set(error, STATUS_BAD_ARGUMENT,
                     "engine: %s has no option '%.60s'; it knows: name backend depth nodes "
                     "playouts movetime tc hash%s%s%s",
                     spec->type->name, key, spec->type->probes ? " tables" : "",
                     spec->type->external ? " cmd proto log option.NAME"
                     : spec->type->game   ? " weights"
                                          : "",
                     list);
}

/* A limit as typed: its key, kind and bounds. */
typedef struct LimitKey {
    const char *key;
    LimitKind kind;
    double minimum, maximum;
} LimitKey;

static const LimitKey limit_keys[] = {
    {"depth", LIMIT_DEPTH, 1, 200},
    {"nodes", LIMIT_NODES, 1, 1e15},
    {"playouts", LIMIT_PLAYOUTS, 1, 1e15},
    {"movetime", LIMIT_TIME, 0.001, 1e9},
};

static void set_limit(SearchLimits *limits, LimitKind kind, double number)
{
    switch (kind) {
    case LIMIT_DEPTH: limits->depth = (int)number; break;
    case LIMIT_NODES: limits->nodes = (uint64_t)number; break;
    case LIMIT_PLAYOUTS: limits->playouts = (uint64_t)number; break;
    case LIMIT_TIME: limits->nanoseconds = (uint64_t)(number * 1e6); break;
    }
}

/* Writes the limits that a back end heeds, for messages. */
static void list_limits(const PlayerType *type, Text *text)
{
    for (size_t i = 0; i < sizeof limit_keys / sizeof limit_keys[0]; i++)
        if (type->limits & limit_keys[i].kind)
            text_format(text, " %s=", limit_keys[i].key);
    if (type->limits & LIMIT_TIME)
        text_string(text, " tc=");
}

static Status read_limit(EngineSpec *spec, const LimitKey *limit, const char *value, Error *error)
{
    double number = 0;
    if (!(spec->type->limits & limit->kind)) {
        char list[128];
        Text text = TEXT_OF(list);
        list_limits(spec->type, &text);
        return error_set(error, STATUS_BAD_ARGUMENT, "engine: %s is not limited by %s=; %s%s",
                         spec->type->name, limit->key,
                         spec->type->limits ? "use:" : "it needs no limit", list);
    }
    Status status = read_value(limit->key, value, limit->minimum, limit->maximum,
                               limit->kind != LIMIT_TIME, &number, error);
    if (status == STATUS_OK)
        set_limit(&spec->limits, limit->kind, number);
    return status;
}

static Status read_time(EngineSpec *spec, const char *value, Error *error)
{
    if (!(spec->type->limits & LIMIT_TIME))
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "engine: %s is not limited by tc=", spec->type->name);
    return time_control_parse(value, &spec->time, error);
}

static Status set_name(EngineSpec *spec, const char *value, Error *error)
{
    Text text = TEXT_OF(spec->name);
    bool printable = *value;
    for (const char *c = value; *c; c++)
        printable &= *c >= ' ' && *c <= '~';
    text_string(&text, value);
    if (printable)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_ARGUMENT, "engine: name: expected printable ASCII");
}

/* Copies a value that must fit. */
static Status copy_value(const char *key, const char *value, char *copy, size_t size, Error *error)
{
    Text text = text_over(copy, size);
    text_string(&text, value);
    if (*value && !text.overflow)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_ARGUMENT, "engine: %s: expected 1 to %zu characters", key,
                     size - 1);
}

/* What only a program outside can be given; `known` says whether the key was of this kind. */
static Status set_program_option(EngineSpec *spec, const char *key, const char *value, bool *known,
                                 Error *error)
{
    ProgramOptions *program = &spec->options.program;
    *known = true;
    if (strcmp(key, "cmd") == 0)
        return copy_value(key, value, program->command, sizeof program->command, error);
    if (strcmp(key, "log") == 0)
        return copy_value(key, value, program->log, sizeof program->log, error);
    *known = strncmp(key, "option.", 7) == 0;
    if (!*known)
        return STATUS_OK;
    size_t used = strlen(program->settings);
    Text text = text_over(program->settings + used, sizeof program->settings - used);
    text_format(&text, "%s=%s\n", key + 7, value);
    if (key[7] && !text.overflow && !strpbrk(value, "\r\n"))
        return STATUS_OK;
    return error_set(
        error, STATUS_BAD_ARGUMENT,
        "engine: %.60s: expected option.NAME=VALUE, all of them at most %zu characters", key,
        sizeof program->settings - 1);
}

static Status set_tables(EngineSpec *spec, const char *value, Error *error)
{
    Text text = TEXT_OF(spec->options.tables);
    text_string(&text, value);
    if (!spec->type->probes)
        return error_set(error, STATUS_BAD_ARGUMENT,
                         "engine: %s takes no tables=", spec->type->name);
    if (*value)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_ARGUMENT, "engine: tables: expected a folder");
}

static Status set_option(EngineSpec *spec, const char *key, const char *value, Error *error)
{
    bool known = false;
    if (spec->type->external) {
        Status status = set_program_option(spec, key, value, &known, error);
        if (known)
            return status;
    }
    for (size_t i = 0; i < sizeof limit_keys / sizeof limit_keys[0]; i++)
        if (strcmp(key, limit_keys[i].key) == 0)
            return read_limit(spec, &limit_keys[i], value, error);
    if (strcmp(key, "tc") == 0)
        return read_time(spec, value, error);
    if (strcmp(key, "backend") == 0 || strcmp(key, "proto") == 0)
        return STATUS_OK;
    if (strcmp(key, "name") == 0)
        return set_name(spec, value, error);
    if (strcmp(key, "weights") == 0 && spec->type->game) {
        spec->options.weighted = true;
        return weights_read(spec->type->game, value, spec->options.weights, NULL, error);
    }
    if (strcmp(key, "tables") == 0)
        return set_tables(spec, value, error);
    if (strcmp(key, "hash") != 0)
        return set_own_option(spec, key, value, error);
    double megabytes = 0;
    Status status = read_value(key, value, 0.001, HASH_MEGABYTES_MAX, false, &megabytes, error);
    if (status == STATUS_OK)
        spec->options.hash_bytes = (size_t)(megabytes * 1048576);
    return status;
}

/* The length of the word that begins here: up to the next comma outside quotes. `quote` becomes the
 * one that is not closed. */
static size_t word_length(const char *word, char *quote)
{
    size_t length = 0;
    *quote = '\0';
    for (; word[length] && (*quote || word[length] != ','); length++) {
        char c = word[length];
        if (*quote ? c == *quote : c == '\'' || c == '"')
            *quote = *quote ? '\0' : c;
    }
    return length;
}

/* The value of a key and how often it is given; NULL if it is not. */
static const char *find_key(const char *text, const char *key, int *times)
{
    size_t length = strlen(key);
    const char *found = NULL;
    char quote;
    *times = 0;
    for (const char *word = text;; word++) {
        if (strncmp(word, key, length) == 0 && word[length] == '=') {
            found = found ? found : word + length + 1;
            ++*times;
        }
        word += word_length(word, &quote);
        if (!*word)
            return found;
    }
}

/* Takes away the quotes around a whole value. */
static char *unquote(char *value)
{
    size_t length = strlen(value);
    if (length < 2 || !strchr("'\"", *value) || value[length - 1] != *value)
        return value;
    value[length - 1] = '\0';
    return value + 1;
}

/* Calls set_option for each word key=value; the first word may be the back end alone. */
static Status read_words(EngineSpec *spec, const char *text, const char *backend, Error *error)
{
    char words[SPEC_TEXT_MAX];
    Text copy = TEXT_OF(words);
    text_string(&copy, text);
    char *next = words;
    for (bool first = true; next; first = false) {
        char quote, *word = next, *end = word + word_length(word, &quote);
        int times = 0;
        if (quote)
            return error_set(error, STATUS_BAD_ARGUMENT,
                             "engine: a quote (%c) is not closed: %.100s", quote, word);
        next = *end ? end + 1 : NULL;
        *end = '\0';
        char *value = strchr(word, '=');
        if (!value && first && strcmp(word, backend) == 0)
            continue;
        if (!value)
            return error_set(error, STATUS_BAD_ARGUMENT,
                             "engine: expected key=value, got '%.60s' in '%.100s'", word, text);
        *value++ = '\0';
        find_key(text, word, &times);
        if (times > 1)
            return error_set(error, STATUS_BAD_ARGUMENT, "engine: '%.60s=' is given twice", word);
        bool command = strcmp(word, "cmd") == 0;
        Status status = set_option(spec, word, command ? value : unquote(value), error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* The back end named by a spec: its first word, or backend=NAME or proto=NAME anywhere; a command
 * speaks UGI. */
static void copy_backend(const char *text, char *backend, size_t size)
{
    int times = 0;
    const char *found = find_key(text, "backend", &times);
    if (!found)
        found = find_key(text, "proto", &times);
    bool named = strcspn(text, ",") < strcspn(text, "=");
    if (!found && !named && find_key(text, "cmd", &times))
        found = "ugi";
    found = found ? found : text;
    size_t length = strcspn(found, ",");
    if (length >= size)
        length = size - 1;
    memcpy(backend, found, length);
    backend[length] = '\0';
}

/* The spec itself or, of a program, its file's name. */
static void set_default_name(EngineSpec *spec)
{
    const char *from = spec->text, *program = spec->options.program.command;
    size_t length = strlen(from);
    program += strspn(program, " \t");
    size_t end = strcspn(program, " \t"), first = end;
    while (first > 0 && program[first - 1] != '/')
        first--;
    if (spec->type->external && first < end) {
        from = program + first;
        length = end - first;
    }
    Text name = TEXT_OF(spec->name);
    text_format(&name, "%.*s", (int)length, from);
}

/* A search must end some time. */
static Status demand_limit(const EngineSpec *spec, Error *error)
{
    const SearchLimits *limits = &spec->limits;
    if (!spec->type->limits || limits->depth || limits->nodes || limits->playouts ||
        limits->nanoseconds || spec->time.time)
        return STATUS_OK;
    char list[128];
    Text needed = TEXT_OF(list);
    list_limits(spec->type, &needed);
    return error_set(error, STATUS_BAD_ARGUMENT, "engine: '%.100s' needs a limit, one of:%s",
                     spec->text, list);
}

Status engine_spec_parse(const char *text, const PlayerType *const *types, EngineSpec *spec,
                         Error *error)
{
    *spec = (EngineSpec){.options.hash_bytes = (size_t)HASH_MEGABYTES_DEFAULT << 20};
    Text copy = TEXT_OF(spec->text);
    text_string(&copy, text);
    if (copy.overflow)
        return error_set(error, STATUS_BAD_ARGUMENT, "engine: longer than %zu characters",
                         sizeof spec->text - 1);
    char backend[64];
    copy_backend(text, backend, sizeof backend);
    spec->type = find_type(backend, types, error);
    if (!spec->type)
        return STATUS_BAD_ARGUMENT;
    for (int i = 0; spec->type->options[i].name; i++)
        spec->options.values[i] = spec->type->options[i].value;
    Status status = read_words(spec, text, backend, error);
    if (status != STATUS_OK)
        return status;
    if (spec->type->external && !spec->options.program.command[0])
        return error_set(error, STATUS_BAD_ARGUMENT, "engine: '%.100s' needs a program: cmd=./prog",
                         text);
    if (!spec->name[0])
        set_default_name(spec);
    return demand_limit(spec, error);
}

SearchLimits engine_spec_limits(const EngineSpec *spec, const Clock *clock)
{
    SearchLimits limits = spec->limits;
    Clock full = time_control_start(&spec->time);
    /* A program outside divides its clock itself. */
    if (spec->time.time && !(spec->type->external && clock))
        time_control_limit(&spec->time, clock ? clock : &full, &limits);
    return limits;
}
