#!/usr/bin/env python3
"""A small UGI engine: `skirmish ugi` knows the rules, only the choice of a move is here.
usage: skirmish match yoxii --engine 'cmd=scripts/samples/engine.py build/release/skirmish,nodes=1' \
--engine mcts,playouts=100
"""
import random
import subprocess
import sys

program = sys.argv[1] if len(sys.argv) > 1 else "skirmish"
rules = subprocess.Popen([program, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
waiting = False  # the answer to `go infinite` comes with `stop`


def tell(line):
    print(line, file=rules.stdin, flush=True)


def ask(line, last):
    """The lines that the rules answer, up to the one that begins with `last`."""
    tell(line)
    lines = [rules.stdout.readline().strip()]
    while not lines[-1].startswith(last):
        lines.append(rules.stdout.readline().strip())
    return lines


def go():
    moves = ask("query legalmoves", "response")[-1].split()[1:]
    print("bestmove", random.choice(moves), flush=True)  # put your search here


for line in map(str.strip, sys.stdin):
    word = line.split(" ")[0]
    if word == "ugi":
        game = [text for text in ask("ugi", "ugiok") if text.startswith("option name Game")]
        print("id name Sample in Python", *game, "ugiok", sep="\n", flush=True)
    elif word == "isready":
        print(ask(line, "readyok")[-1], flush=True)
    elif word == "query":
        print(ask(line, "response")[-1], flush=True)
    elif word == "go":
        waiting = "infinite" in line
    elif word in ("position", "setoption", "uginewgame"):
        tell(line)
    elif word == "quit":
        break
    if (word == "go" and not waiting) or (word == "stop" and waiting):
        waiting = False
        go()
