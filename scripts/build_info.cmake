# Writes build_info.h: what the program says about its own build. Run at each build; the file is
# touched only when something changed.
execute_process(COMMAND git describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET)
if(NOT commit)
    set(commit unknown)
endif()
# The manual page bears the date of what it describes.
execute_process(COMMAND git log -1 --format=%cs WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE date
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT date)
    string(TIMESTAMP date "%Y-%m-%d" UTC)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "/* Written by the build. */
#define BUILD_VERSION \"${VERSION}\"
#define BUILD_COMMIT \"${commit}\"
#define BUILD_DATE \"${date}\"
#define BUILD_COMPILER \"${COMPILER}\"
#define BUILD_FLAGS \"${FLAGS}\"
")
