/* Build and machine. */
#include "bench/environment.h"

#include "build_info.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void add_cpu(Text *text)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "model name", 10) != 0)
            continue;
        char *value = strchr(line, ':');
        line[strcspn(line, "\n")] = '\0';
        text_string(text, value ? value + 1 + strspn(value + 1, " ") : "unknown");
        fclose(file);
        return;
    }
    if (file)
        fclose(file);
    text_string(text, "unknown");
}

static void add_field(Text *text, const char *name, const char *value)
{
    text_format(text, "\"%s\":", name);
    text_json_string(text, value);
    text_char(text, ',');
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
    Text cpu = TEXT_OF(environment->cpu);
    add_cpu(&cpu);
    if (gethostname(environment->host, sizeof environment->host - 1) != 0)
        environment->host[0] = '\0';
}

void environment_json(Text *text)
{
    char cpu[256];
    Text own = TEXT_OF(cpu);
    add_cpu(&own);
    add_field(text, "version", BUILD_VERSION);
    add_field(text, "commit", BUILD_COMMIT);
    add_field(text, "compiler", BUILD_COMPILER);
    add_field(text, "flags", BUILD_FLAGS);
    add_field(text, "cpu", cpu);
    text_format(text, "\"processors\":%d", omp_get_num_procs());
}

void environment_lines(Text *text)
{
    text_format(text, "skirmish %s, commit %s\n%s, %s\n", BUILD_VERSION, BUILD_COMMIT,
                BUILD_COMPILER, BUILD_FLAGS);
    add_cpu(text);
    text_format(text, ", %d processors\n", omp_get_num_procs());
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
