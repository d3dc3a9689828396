/* Signal handling: the one place where a flag must live at file scope, since a handler has no
 * argument. */
#include "bench/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool interrupted;

static void on_signal(int number)
{
    atomic_store(&interrupted, true);
    signal(number, SIG_DFL);
}

const atomic_bool *interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}
