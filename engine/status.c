/* Status texts and error formatting. */
#include "engine/status.h"

#include <stdarg.h>
#include <stdio.h>

const char *status_text(Status status)
{
    switch (status) {
#define STATUS_CASE(name, text) \
    case STATUS_##name: return text;
        STATUS_MAP(STATUS_CASE)
#undef STATUS_CASE
    }
    return "unknown status";
}

Status error_set(Error *error, Status status, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        error->status = status;
    }
    return status;
}
