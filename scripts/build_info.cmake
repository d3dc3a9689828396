# Writes build_info.h: what the program says about its own build. Run at each build; the file is
# touched only when something changed.
execute_process(COMMAND git describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET)
if(NOT commit)
    set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "/* Written by the build. */
#define BUILD_VERSION \"${VERSION}\"
#define BUILD_COMMIT \"${commit}\"
#define BUILD_COMPILER \"${COMPILER}\"
#define BUILD_FLAGS \"${FLAGS}\"
")
