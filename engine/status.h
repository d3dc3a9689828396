/* Status codes and the Error that carries one explaining sentence. Whatever can fail returns a
 * Status; library code never prints and never exits. */
#ifndef ENGINE_STATUS_H
#define ENGINE_STATUS_H

#define STATUS_MAP(X)               \
    X(OK, "ok")                     \
    X(BAD_TEXT, "malformed text")   \
    X(BAD_MOVE, "illegal move")     \
    X(BAD_ARGUMENT, "bad argument") \
    X(NO_MEMORY, "out of memory")   \
    X(NO_FILE, "file error")        \
    X(MISMATCH, "result differs from the expected one")

typedef enum Status {
#define STATUS_ENUM(name, text) STATUS_##name,
    STATUS_MAP(STATUS_ENUM)
#undef STATUS_ENUM
} Status;

/* One sentence about a failure: what, where, what was expected. Owned by the caller. */
typedef struct Error {
    Status status;
    char text[320];
} Error;

/* The general text of a code, for instance "malformed text". */
const char *status_text(Status status);

/* Writes code and sentence into *error (which may be NULL) and returns the code. */
Status error_set(Error *error, Status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
