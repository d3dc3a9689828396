# Writes a header with files as byte arrays: page.css becomes page_css.
# usage: cmake -DOUTPUT=FILE "-DFILES=FILE;..." -P embed.cmake
set(text "/* Written by the build. */\n")
foreach(file ${FILES})
    get_filename_component(name ${file} NAME)
    string(REPLACE "." "_" name ${name})
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes ${bytes})
    string(APPEND text "static const unsigned char ${name}[] = {${bytes}};\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${text}" @ONLY)
