# fish completion of skirmish, which knows itself how a command line can go on. To try it:
# source scripts/completion/skirmish.fish
function __skirmish_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete -- $words[2..] "$current" 2>/dev/null)
        set -l parts (string split -m 1 \t -- $line)
        switch $parts[1]
            case ':files' ':folders'
                set -l from (math (string length -- "$parts[2]") + 1)
                for path in (__fish_complete_path (string sub -s $from -- "$current"))
                    echo $parts[2]$path
                end
            case '*'
                echo $line
        end
    end
end
complete -c skirmish -f -a '(__skirmish_complete)'
