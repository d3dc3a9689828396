/* Build and machine. */
#include "bench/environment.h"

#include "build_info.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The value of the first line "key : value" of a file. */
static void read_key(const char *path, const char *key, Text *value)
{
    char line[256];
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *found = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) != 0 || !found)
            continue;
        line[strcspn(line, "\n")] = '\0';
        text_string(value, found + 1 + strspn(found + 1, " "));
        break;
    }
    if (file)
        fclose(file);
}

/* The word in [brackets], or the first one, of a file with one line. */
static void read_choice(const char *path, Text *word)
{
    char line[256];
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    if (fgets(line, sizeof line, file)) {
        const char *chosen = strchr(line, '[');
        chosen = chosen ? chosen + 1 : line;
        text_format(word, "%.*s", (int)strcspn(chosen, "] \n"), chosen);
    }
    fclose(file);
}

void environment_read(Environment *environment)
{
    *environment = (Environment){
        .version = BUILD_VERSION,
        .commit = BUILD_COMMIT,
        .compiler = BUILD_COMPILER,
        .flags = BUILD_FLAGS,
        .processors = omp_get_num_procs(),
    };
    Text cpu = TEXT_OF(environment->cpu), pages = TEXT_OF(environment->huge_pages),
         governor = TEXT_OF(environment->governor);
    read_key("/proc/cpuinfo", "model name", &cpu);
    if (!cpu.length)
        text_string(&cpu, "unknown");
    read_choice("/sys/kernel/mm/transparent_hugepage/enabled", &pages);
    read_choice("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", &governor);
    if (gethostname(environment->host, sizeof environment->host - 1) != 0)
        environment->host[0] = '\0';
}

SessionInfo environment_session(const Environment *environment, int threads)
{
    return (SessionInfo){
        .version = environment->version,
        .commit = environment->commit,
        .compiler = environment->compiler,
        .flags = environment->flags,
        .cpu = environment->cpu,
        .host = environment->host,
        .processors = environment->processors,
        .threads = threads,
    };
}

void environment_json(Text *text)
{
    Environment environment;
    environment_read(&environment);
    const char *const fields[][2] = {
        {"version", environment.version},   {"commit", environment.commit},
        {"compiler", environment.compiler}, {"flags", environment.flags},
        {"cpu", environment.cpu},           {"huge_pages", environment.huge_pages},
        {"governor", environment.governor},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        text_format(text, "\"%s\":", fields[i][0]);
        text_json_string(text, fields[i][1]);
        text_char(text, ',');
    }
    text_format(text, "\"processors\":%d", environment.processors);
}

void environment_lines(Text *text)
{
    Environment environment;
    environment_read(&environment);
    text_format(text, "skirmish %s, commit %s\n%s, %s\n", environment.version, environment.commit,
                environment.compiler, environment.flags);
    text_format(text, "%s, %d processor%s, huge pages: %s, governor: %s\n", environment.cpu,
                environment.processors, environment.processors == 1 ? "" : "s",
                environment.huge_pages[0] ? environment.huge_pages : "unknown",
                environment.governor[0] ? environment.governor : "unknown");
}

void environment_date(Text *text)
{
    char date[16];
    struct tm day;
    time_t now = time(NULL);
    gmtime_r(&now, &day);
    strftime(date, sizeof date, "%Y-%m-%d", &day);
    text_string(text, date);
}
