#!/usr/bin/env python3
"""Prints the tables of README.md from the reports beside it, which `skirmish analyse --json` wrote."""
import json
import pathlib
from math import log10

ORDER = """shapluk shapluk:winther shapluk:custodian shapluk:nofly shapluk:compulsory shapluk:captureall
shapluk:optremoval shapluk:optfly shapluk:nodoors shapluk:all16 shakti shakti:published shakti:near lions lions:single
lions:joint lions:onemove lions:informal lions:short gounki gounki:seed-cross gounki:published yoxii
yoxii:published""".split()

# log10: positions.py, and for Shap Luk the numbers of its index (skirmish solve).
AT_MOST = {"shapluk": "8.73", "shapluk:winther": "8.43", "shapluk:custodian": "8.43", "shapluk:nofly": "8.43",
           "shakti": "22.7", "lions": "8.1", "lions:short": "7.8", "gounki": "39.1", "yoxii": "33.2"}


def signed(pair):
    return f"{pair[0]:+.0f} ± {pair[1]:.0f}"


def percent(pair, digits=0):
    return f"{100 * pair[0]:.{digits}f} ± {100 * pair[1]:.{digits}f}"


def fairness(report):
    first, length, games = report["first_player"], report["length"], report["games"]
    low, high = report["draw_interval"]
    quantiles = length["quantiles"]
    ending = max(report["endings"], key=lambda row: row["wins"] + row["draws"] + row["losses"])
    ended = ending["wins"] + ending["draws"] + ending["losses"]
    return (percent(first["share"], 1), signed(first["elo"]),
            f"{100 * first['draws'] / games:.1f} ({100 * low:.1f}-{100 * high:.1f})", f"{length['mean'][0]:.1f}",
            quantiles["0.5"], f"{quantiles['0.05']}-{quantiles['0.95']}", f"{report['branching']['mean'][0]:.1f}",
            f"{ending['reason']} {100 * ended / games:.0f} %")


def lead(report):
    own = report["lead"]
    return (f"{own['changes'][0]:.2f} ± {own['changes'][1]:.2f}", percent(own["comebacks"]),
            f"{own['drama'][0]:.2f}", f"{100 * own['settled'][0]:.0f}", f"{100 * own['decisiveness'][0]:.0f}",
            f"{own['uncertainty'][0]:.2f}", f"{100 * own['accuracy']:.0f}")


def size(report):
    tree, name = report["game_tree"], report["game"].removesuffix(":seed")
    return (f"{tree['log10_length_branching']:.0f}", f"{tree['log10_played'][0]:.0f}", f"{tree['log10_games']:.0f}",
            f"{log10(report['positions']['lower_bound_chao'][0]):.1f}",
            AT_MOST.get(name) or AT_MOST[name.split(":")[0]])


def skill(report):
    return [signed(step["elo"]) for step in report["skill_trace"]]


def table(reports, heading, cells):
    print(f"| ruleset | {heading} |")
    print("|---" * (heading.count("|") + 2) + "|")
    for name, report in reports.items():
        print("| `" + name + "` | " + " | ".join(map(str, cells(report))) + " |")
    print()


folder = pathlib.Path(__file__).parent
reports = {name: json.loads((folder / (name.replace(":", "-") + ".json")).read_text()) for name in ORDER}
table(reports, "first player, % | Elo | draws, % | length | median | 5-95 % | branching | ends by", fairness)
table(reports, "lead changes | comebacks, % | drama | settled, % | decisiveness, % | uncertainty | accuracy, %", lead)
table(reports, "length x branching | along the games | number of games | positions, at least | at most", size)
table(reports, "2 : 1 | 3 : 2 | 4 : 3 | 5 : 4", skill)
