/* Processes by posix_spawn. */
#include "engine/process.h"

#include "engine/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    PAUSE = NANOSECONDS_PER_MILLISECOND / 2, /* between two looks at an ending process */
    KILL_PATIENCE = NANOSECONDS_PER_SECOND / 2,
    LOG_MODE = 0666,
};

Status process_split(const char *command, char *words, char *arguments[PROCESS_ARGUMENTS_MAX],
                     Error *error)
{
    int count = 0;
    while (*(command += strspn(command, " \t"))) {
        if (count == PROCESS_ARGUMENTS_MAX - 1)
            return error_set(error, STATUS_BAD_ARGUMENT, "command: more than %d words",
                             PROCESS_ARGUMENTS_MAX - 1);
        arguments[count++] = words;
        char quote = '\0';
        for (; *command && (quote || !strchr(" \t", *command)); command++) {
            if (quote ? *command == quote : *command == '\'' || *command == '"')
                quote = quote ? '\0' : *command;
            else
                *words++ = *command;
        }
        if (quote)
            return error_set(error, STATUS_BAD_ARGUMENT, "command: a quote (%c) is not closed",
                             quote);
        *words++ = '\0';
    }
    arguments[count] = NULL;
    return count ? STATUS_OK : error_set(error, STATUS_BAD_ARGUMENT, "command: it is empty");
}

static void close_pipe(const int ends[2])
{
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
}

/* What happens in the new process before the program: pipes, log, signals, group. */
static int spawn(pid_t *pid, char **arguments, const int input[2], const int output[2],
                 const char *log)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGTERM);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawn_file_actions_adddup2(&files, input[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log && *log ? log : "/dev/null",
                                     O_WRONLY | O_CREAT | O_APPEND, LOG_MODE);
    int code = posix_spawnp(pid, arguments[0], &files, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return code;
}

/* A pipe that no other program inherits. */
static bool open_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

Status process_open(Process *process, const char *command, const char *log, Error *error)
{
    char words[PROCESS_COMMAND_MAX + PROCESS_ARGUMENTS_MAX];
    char *arguments[PROCESS_ARGUMENTS_MAX];
    int input[2] = {-1, -1}, output[2] = {-1, -1}, code = 0;
    *process = (Process){.input = -1, .output = -1};
    if (strlen(command) >= PROCESS_COMMAND_MAX)
        return error_set(error, STATUS_BAD_ARGUMENT, "command: longer than %d characters",
                         PROCESS_COMMAND_MAX - 1);
    Status status = process_split(command, words, arguments, error);
    if (status != STATUS_OK)
        return status;
    pid_t pid = 0;
    /* Between pipe and FD_CLOEXEC no other thread may start a program, which would inherit it. */
#pragma omp critical(process_open)
    {
        if (!open_pipe(input) || !open_pipe(output))
            code = errno;
        else
            code = spawn(&pid, arguments, input, output, log);
    }
    if (code != 0) {
        close_pipe(input);
        close_pipe(output);
        return error_set(error, STATUS_NO_FILE, "cannot start '%.200s': %s", arguments[0],
                         strerror(code));
    }
    close(input[0]);
    close(output[1]);
    fcntl(input[1], F_SETFL, O_NONBLOCK);
    fcntl(output[0], F_SETFL, O_NONBLOCK);
    *process = (Process){pid, input[1], output[0]};
    return STATUS_OK;
}

/* write, but a program that has closed its input is an error and no signal. */
static ssize_t write_quietly(int fd, const char *data, size_t length)
{
    sigset_t pipe_signal, before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    ssize_t written = write(fd, data, length);
    int code = errno;
    if (written < 0 && code == EPIPE)
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = code;
    return written;
}

bool process_write(const Process *process, const char *text, size_t length, uint64_t deadline)
{
    while (length > 0) {
        ssize_t written = write_quietly(process->input, text, length);
        if (written > 0) {
            text += written;
            length -= (size_t)written;
            continue;
        }
        if (written < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        uint64_t now = clock_wall();
        if (now >= deadline)
            return false;
        struct pollfd one = {.fd = process->input, .events = POLLOUT};
        uint64_t left = (deadline - now) / NANOSECONDS_PER_MILLISECOND + 1;
        poll(&one, 1, left < 1000 ? (int)left : 1000);
    }
    return true;
}

bool process_has_ended(const Process *process, Text *how)
{
    /* It stays a zombie, so that the number of its group is not given to others. */
    siginfo_t state = {.si_pid = 0};
    if (waitid(P_PID, (id_t)process->pid, &state, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        state.si_pid == 0)
        return false;
    if (state.si_code == CLD_EXITED)
        text_format(how, "exit status %d", state.si_status);
    else
        text_format(how, "signal %d (%s)", state.si_status, strsignal(state.si_status));
    return true;
}

bool process_ends(const Process *process, uint64_t patience, Text *how)
{
    uint64_t start = clock_wall();
    for (;;) {
        if (process_has_ended(process, how))
            return true;
        if (clock_wall() - start >= patience)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
    }
}

void process_close(Process *process, uint64_t patience)
{
    char how[64];
    Text text = TEXT_OF(how);
    if (!process->pid)
        return;
    close(process->input);
    if (patience)
        process_ends(process, patience, &text);
    kill(-process->pid, SIGKILL);
    if (process_ends(process, KILL_PATIENCE, &text))
        waitpid(process->pid, NULL, 0);
    close(process->output);
    *process = (Process){.input = -1, .output = -1};
}
