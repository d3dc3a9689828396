#!/bin/sh
# The Python module and its examples, from the build tree; the C example against an installed
# library.
# usage: python.sh BUILD_DIR SOURCE_DIR LIBRARY COMPILER FLAGS...
build=$1
source=$2
library=$3
compiler=$4
shift 4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
checked=0

# check WHAT COMMAND...: shows what it says if it fails.
check() {
    what=$1
    shift
    checked=$((checked + 1))
    "$@" >"$folder/out" 2>&1 || {
        echo "FAIL: $what:"
        cat "$folder/out"
        failed=$((failed + 1))
    }
}

# contains PATTERN...: in what the last command said.
contains() {
    for pattern; do
        checked=$((checked + 1))
        grep -q -- "$pattern" "$folder/out" || {
            echo "FAIL: no '$pattern' in:"
            cat "$folder/out"
            failed=$((failed + 1))
        }
    done
}

# A C program that knows the library by pkg-config alone. FLAGS are those of a sanitizer.
check 'install' cmake --install "$build" --prefix "$folder/prefix"
for file in bin/skirmish share/man/man1/skirmish.1 share/bash-completion/completions/skirmish \
    share/skirmish/python/skirmish.py include/skirmish/search/skirmish.h; do
    check "no $file is installed" test -s "$folder/prefix/$file"
done
packages=$(find "$folder/prefix" -name pkgconfig)
words=$(PKG_CONFIG_PATH=$packages pkg-config --cflags --libs skirmish)
# shellcheck disable=SC2086
check 'compiling the C example' "$compiler" "$@" -Wall -Werror "$source/scripts/samples/library.c" \
    -o "$folder/library" $words "-Wl,-rpath,${packages%/pkgconfig}"
check 'the C example' "$folder/library" gounki alphabeta,depth=2,name=A random,name=R
contains 'Gounki, 36 moves: .*a2-a3' 'perft 3: 53892' '^evaluation: -\?[0-9]' 'A wins after [0-9]* turns'
check 'the C example in two rulesets' "$folder/library" yoxii

# Python. A library with the address sanitizer needs its run-time library first.
case "$*" in *sanitize=address*)
    LD_PRELOAD=$("$compiler" -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0
    export LD_PRELOAD ASAN_OPTIONS
    ;;
esac
export SKIRMISH_LIBRARY="$library" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$source/scripts/python"
check 'the doctests' python3 -W error -m doctest -o ELLIPSIS "$source/scripts/python/skirmish.py"
check 'the tests' python3 -W error "$source/tests/test_python.py" "$build/skirmish" "$folder"
check 'the example' python3 -W error "$source/scripts/python/examples/balance.py" yoxii \
    alphabeta,nodes=200 "$folder/balance.png"
contains 'Yoxii, alphabeta,nodes=200: .* after [0-9]* turns' 'turn move\|drawn into'
export SKIRMISH_LIBRARY="$folder/none"
if python3 -c 'import skirmish' 2>"$folder/out"; then
    echo "FAIL: a library that is not there is found"
    failed=$((failed + 1))
fi
contains 'ImportError: no libskirmish.so'
unset SKIRMISH_LIBRARY
check 'the installed module' env PYTHONPATH="$folder/prefix/share/skirmish/python" python3 -c \
    "import skirmish; assert '$folder' in skirmish.__file__; print(skirmish._library._name)"
contains "$folder/prefix/lib"

echo "python: $((checked - failed)) passed, $failed failed"
[ $failed -eq 0 ]
