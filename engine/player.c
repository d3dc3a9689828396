/* Engine specs: key=value words separated by commas. */
#include "engine/player.h"

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
                     "playouts movetime tc hash%s%s",
                     spec->type->name, key, spec->type->probes ? " tables" : "", list);
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
    for (size_t i = 0; i < sizeof limit_keys / sizeof limit_keys[0]; i++)
        if (strcmp(key, limit_keys[i].key) == 0)
            return read_limit(spec, &limit_keys[i], value, error);
    if (strcmp(key, "tc") == 0)
        return read_time(spec, value, error);
    if (strcmp(key, "backend") == 0)
        return STATUS_OK;
    if (strcmp(key, "name") == 0)
        return set_name(spec, value, error);
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

/* Whether the key stands more than once in the spec. */
static bool is_given(const char *text, const char *key)
{
    size_t length = strlen(key);
    int times = 0;
    for (const char *word = text; word; word = strchr(word, ','), word = word ? word + 1 : NULL)
        times += strncmp(word, key, length) == 0 && word[length] == '=';
    return times > 1;
}

/* Calls set_option for each word key=value; the first word may be the back end alone. */
static Status read_words(EngineSpec *spec, const char *text, const char *backend, Error *error)
{
    char words[256];
    Text copy = TEXT_OF(words);
    text_string(&copy, text);
    char *next = words;
    for (bool first = true; next; first = false) {
        char *word = next;
        next = strchr(word, ',');
        if (next)
            *next++ = '\0';
        char *value = strchr(word, '=');
        if (!value && first && strcmp(word, backend) == 0)
            continue;
        if (!value)
            return error_set(error, STATUS_BAD_ARGUMENT,
                             "engine: expected key=value, got '%.60s' in '%.100s'", word, text);
        *value++ = '\0';
        if (is_given(text, word))
            return error_set(error, STATUS_BAD_ARGUMENT, "engine: '%.60s=' is given twice", word);
        Status status = set_option(spec, word, value, error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* The back end named by a spec: its first word, or backend=NAME anywhere. */
static void copy_backend(const char *text, char *backend, size_t size)
{
    const char *found = strncmp(text, "backend=", 8) == 0 ? text : strstr(text, ",backend=");
    if (found)
        text = strchr(found, '=') + 1;
    size_t length = strcspn(text, ",");
    if (length >= size)
        length = size - 1;
    memcpy(backend, text, length);
    backend[length] = '\0';
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
    if (!spec->name[0])
        memcpy(spec->name, spec->text, sizeof spec->name);
    const SearchLimits *limits = &spec->limits;
    if (!spec->type->limits || limits->depth || limits->nodes || limits->playouts ||
        limits->nanoseconds || spec->time.time)
        return STATUS_OK;
    char list[128];
    Text needed = TEXT_OF(list);
    list_limits(spec->type, &needed);
    return error_set(error, STATUS_BAD_ARGUMENT, "engine: '%.100s' needs a limit, one of:%s", text,
                     list);
}

SearchLimits engine_spec_limits(const EngineSpec *spec, const Clock *clock)
{
    SearchLimits limits = spec->limits;
    Clock full = time_control_start(&spec->time);
    if (spec->time.time)
        time_control_limit(&spec->time, clock ? clock : &full, &limits);
    return limits;
}
