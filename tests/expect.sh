# For tests of the command line: $program, $folder, $checked and $failed are the caller's.

# expect STATUS PATTERN ARGUMENT...: exit status and a line of output that matches.
expect() {
    status=$1 pattern=$2
    shift 2
    "$program" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    got=$?
    checked=$((checked + 1))
    if [ $got -ne "$status" ] || ! grep -q -- "$pattern" "$folder/out" "$folder/err"; then
        echo "FAIL: skirmish $*: exit status $got (expected $status), expected '$pattern':"
        cat "$folder/out" "$folder/err"
        failed=$((failed + 1))
    fi
    if [ "$status" -eq 2 ] && [ "$(wc -l <"$folder/err")" -ne 1 ] && [ $# -gt 0 ]; then
        echo "FAIL: skirmish $*: not one line on stderr:"
        cat "$folder/err"
        failed=$((failed + 1))
    fi
}
