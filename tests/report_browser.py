#!/usr/bin/env python3
"""Opens a report in headless Chromium, reads its tables and clicks through its games.

usage: report_browser.py PROGRAM DATABASE PAGE STANDINGS.json TITLE CHROMIUM CHROMEDRIVER [SCREENSHOT_FOLDER]

Speaks the WebDriver protocol with the standard library alone. Exit status 1 with a line for each
failed check.
"""
import base64
import html.parser
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

failures = []
checks = 0


def check(good, message):
    global checks
    checks += 1
    if not good:
        failures.append(message)
        print("FAIL:", message)


class Browser:
    def __init__(self, chromium, driver, profile):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.driver = subprocess.Popen([driver, f"--port={self.port}"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--no-first-run", "--disable-background-networking", "--disable-component-update",
                     f"--user-data-dir={profile}"]
        options = {"binary": chromium, "args": arguments}
        wanted = {"alwaysMatch": {"goog:chromeOptions": options,
                                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}
        self.session = ""
        for _ in range(300):
            try:
                self.call("GET", "/status")
                break
            except urllib.error.URLError:
                time.sleep(0.1)
        self.session = "/session/" + self.call("POST", "/session", {"capabilities": wanted})["sessionId"]

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{self.session}{path}", data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            sys.exit(f"FAIL: {path}: {error.read().decode()[:500]}")

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'});", selector)
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        self.call("POST", f"/element/{next(iter(found.values()))}/click", {})

    def press(self, key):
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "k", "actions": [
            {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}]})

    def command(self, name, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()


class Balance(html.parser.HTMLParser):
    """Every element is closed in order, ids are unique, links within the page lead somewhere."""
    VOID = {"meta", "link", "br", "input"}

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.bad = [], [], [], []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            self.ids += [value] if name == "id" else []
            self.links += [value] if name == "href" and tag == "a" else []

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.bad.append(f"</{tag}> at {self.getpos()}")


def check_markup(text):
    balance = Balance()
    balance.feed(text)
    balance.close()
    check(not balance.bad and not balance.open, f"markup: {balance.bad[:3]} {balance.open[-3:]}")
    check(len(balance.ids) == len(set(balance.ids)), "an id is used twice")
    lost = [link for link in balance.links if not link.startswith("#game=") and link[1:] not in balance.ids]
    check(not lost, f"links that lead nowhere: {lost}")


def drawings(data, game):
    """All positions of a game as SVG, decoded as bench/replay.h says."""
    drawing = data["boards"][game["b"]]["drawing"]
    lines, found = list(drawing["base"]), []
    for changes in game["p"].split(";"):
        for change in changes.split():
            place, removed, *added = (int(word, 36) for word in change.split("."))
            lines[place:place + removed] = added
        found.append("".join(drawing["lines"][line] + "\n" for line in lines))
    return found


def check_drawings(program, database, data):
    """A game of each ruleset ends on the board that `skirmish show --svg` draws, and all games are there."""
    exported = subprocess.run([program, "export", database, "--json"], capture_output=True, text=True, check=True)
    games = {f"{row['run']}.{row['pair'] + 1}.{row['leg'] + 1}": row
             for row in map(json.loads, exported.stdout.splitlines())}
    check(sorted(games) == sorted(game["i"] for game in data["games"]), "games of the page and of the database differ")
    shown = set()
    for game in data["games"]:
        row = games[game["i"]]
        check(game["m"].split() == row["moves"], f"moves of {game['i']}")
        check(game["s"] == [value for search in row["searches"] for value in search[:3]], f"scores of {game['i']}")
        check(len(game["p"].split(";")) == len(row["moves"]) + 1, f"positions of {game['i']}")
        if game["b"] not in shown:
            shown.add(game["b"])
            drawn = subprocess.run([program, "show", row["game"], "--position", row["final"], "--svg"],
                                   capture_output=True, text=True, check=True).stdout
            check(drawings(data, game)[-1] == drawn, f"the last board of {game['i']} is not what `show` draws")


def number(text):
    return float(text.replace("−", "-").replace("+", "").replace("%", "").strip())


def table(browser, section):
    """The first table of a section as a list of rows of texts."""
    return browser.run("""return [...document.querySelector('#' + arguments[0] + ' table').tBodies[0].rows].map(
        row => [...row.cells].map(cell => cell.textContent));""", section)


def check_numbers(browser, standings):
    """What the page says equals what `skirmish standings --json` says."""
    rows = table(browser, "standings")
    engines = sorted(standings["engines"], key=lambda engine: -engine["elo"])
    check(len(rows) == len(engines), f"{len(rows)} rows of ratings, {len(engines)} engines")
    for row, engine in zip(rows, engines):
        games = engine["wins"] + engine["draws"] + engine["losses"]
        check(row[1] == engine["name"], f"rating list: {row[1]!r}, expected {engine['name']!r}")
        check(abs(number(row[2]) - engine["elo"]) < 0.0501, f"Elo of {row[1]}: {row[2]}, expected {engine['elo']}")
        check(abs(number(row[3]) - engine["elo_margin"]) < 0.0501, f"margin of {row[1]}: {row[3]}")
        check(number(row[5]) == games, f"games of {row[1]}: {row[5]}, expected {games}")
        share = 100 * (engine["wins"] + engine["draws"] / 2) / games
        check(abs(number(row[6]) - share) < 0.0501, f"score of {row[1]}: {row[6]}, expected {share}")
        check([number(cell) for cell in row[7:10]] == [engine[key] for key in ("wins", "draws", "losses")],
              f"results of {row[1]}: {row[7:10]}")
        check([number(cell) for cell in row[11:16]] == engine["pairs"], f"pairs of {row[1]}: {row[11:16]}")
    rows = table(browser, "games")
    check(len(rows) == len(standings["rulesets"]), f"{len(rows)} rows of first players")
    for row, ruleset in zip(rows, standings["rulesets"]):
        first = ruleset["first_player"]
        check(row[0] == ruleset["name"], f"first player: {row[0]!r}, expected {ruleset['name']!r}")
        check(abs(number(row[5]) - 100 * first["share"]) < 0.0501, f"first player's score in {row[0]}: {row[5]}")
        check(abs(number(row[7]) - first["worth"]) < 0.0501, f"worth of moving first in {row[0]}: {row[7]}")


def state(browser):
    return browser.run("""return {counter: document.getElementById('counter').textContent,
        board: document.getElementById('board').innerHTML, status: document.getElementById('status').textContent,
        slider: document.getElementById('slider').value,
        current: document.querySelectorAll('#moves [aria-current]').length};""")


def check_replay(browser):
    """Buttons, keys, slider and move list agree on the ply, and the board follows."""
    browser.run("document.getElementById('replay').scrollIntoView();")
    start = state(browser)
    last = int(start["counter"].split("/")[1])
    check(start["counter"].startswith("0 / ") and last > 0, f"counter at the start: {start['counter']}")
    check(start["board"].startswith("<svg"), "no board at the start")
    seen = [start["board"]]

    def at(ply, what):
        now = state(browser)
        check(now["counter"] == f"{ply} / {last}" and int(now["slider"]) == ply, f"after {what}: {now['counter']}")
        check(now["current"] == (1 if ply else 0), f"after {what}: {now['current']} moves marked")
        seen.append(now["board"])

    for selector, ply in (("#next", 1), ("#next", 2), ("#previous", 1), ("#last", last)):
        browser.click(selector)
        at(ply, selector)
    check(len({seen[0], seen[1], seen[2], seen[4]}) == 4, "the board does not change with the moves")
    check(seen[3].replace(' class="new"', "") == seen[1].replace(' class="new"', ""), "back is not the board before")
    check(re.search("(1.0|0.1|½.½), [a-z]", state(browser)["status"]), "no result at the end")
    browser.click("#first")
    at(0, "#first")
    check(seen[-1] == seen[0], "first is not the first board")
    browser.run("document.activeElement.blur();")
    for key, ply in (("\ue014", 1), ("\ue014", 2), ("\ue012", 1), ("\ue010", last), ("\ue011", 0)):
        browser.press(key)
        at(ply, f"key {key!r}")
    browser.click("#moves [data-ply='3']")
    at(3, "a click on the third move")
    browser.run("const s = document.getElementById('slider'); s.value = 1; s.dispatchEvent(new Event('input'));")
    at(1, "the slider")
    browser.click("#play")
    for _ in range(100):
        time.sleep(0.1)
        if not state(browser)["counter"].startswith("1 /"):
            break
    browser.click("#play")
    check(not state(browser)["counter"].startswith("1 /"), "playing does not move on")


def check_games(browser, rulesets, data):
    """One game of every ruleset to its end: the last board is the data's."""
    names = browser.run("return [...document.getElementById('pick-board').options].map(one => one.textContent);")
    check(sorted(names[1:]) == sorted(ruleset["name"] for ruleset in rulesets), f"rulesets to choose: {names}")
    for at in range(1, len(names)):
        browser.run("""const pick = document.getElementById('pick-board'); pick.selectedIndex = arguments[0];
            pick.dispatchEvent(new Event('change'));""", at)
        browser.click("#last")
        now = state(browser)
        chosen = browser.run("return document.getElementById('pick-game').value;")
        drawn = drawings(data, next(game for game in data["games"] if game["i"] == chosen))[-1].replace("\n", "")
        check(now["counter"].split(" / ")[0] == now["counter"].split(" / ")[1], f"{names[at]}: {now['counter']}")
        check(browser.run("""const board = document.getElementById('board').cloneNode(true);
            for (const mark of board.querySelectorAll('.new')) mark.replaceWith(...mark.childNodes);
            const wanted = document.createElement('div');
            wanted.innerHTML = arguments[0];
            return board.innerHTML === wanted.innerHTML;""", drawn), f"{names[at]}: another board at the end")
        check(browser.run("return document.querySelectorAll('#scores polyline').length;") == 2, "no score graph")
    browser.run("location.hash = '#game=' + document.getElementById('pick-game').options[1].value;")
    time.sleep(0.2)
    check(browser.run("return document.getElementById('game-title').textContent.includes(location.hash.slice(6));"),
          "a link to a game does not open it")


def check_layout(browser, folder):
    """Nothing is wider than the screen of a phone or a desk; screenshots for people."""
    for width in (400, 1400):
        for scheme in ("light", "dark"):
            browser.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            browser.command("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                            mobile=width < 600)
            wide = browser.run("return document.documentElement.scrollWidth;")
            check(wide <= width, f"{wide} pixels wide on a screen of {width}")
            paper = browser.run("return getComputedStyle(document.body).backgroundColor;")
            light = sum(map(int, re.findall(r"\d+", paper)[:3])) > 384
            check(light == (scheme == "light"), f"background {paper} in the {scheme} scheme")
            if folder:
                shot = browser.command("Page.captureScreenshot", captureBeyondViewport=True)
                pathlib.Path(folder, f"{width}-{scheme}.png").write_bytes(base64.b64decode(shot["data"]))
    browser.command("Emulation.clearDeviceMetricsOverride")
    browser.command("Emulation.setEmulatedMedia", features=[])
    if folder:
        printed = browser.call("POST", "/print", {"page": {"width": 21, "height": 29.7}, "background": True})
        pathlib.Path(folder, "print.pdf").write_bytes(base64.b64decode(printed))


def check_quiet(browser, page):
    """No errors on the console, and nothing fetched but the page itself."""
    own = ("data:", "chrome:", "chrome-untrusted:")  # the browser's first page is not ours
    for entry in browser.log("browser"):
        check(entry["message"].startswith(own), f"console: {entry['message'][:300]}")
    fetched = set()
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            fetched.add(message["params"]["request"]["url"].split("#")[0])
    others = {url for url in fetched if not url.startswith(own)} - {page}
    check(page in fetched and not others, f"fetched: {sorted(fetched)}")


def main():
    program, database, page, json_path, title, chromium, driver = sys.argv[1:8]
    folder = sys.argv[8] if len(sys.argv) > 8 else None
    address = pathlib.Path(page).resolve().as_uri()
    standings = json.loads(pathlib.Path(json_path).read_text())
    text = pathlib.Path(page).read_text()
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])
    check_markup(text)
    check_drawings(program, database, data)
    with tempfile.TemporaryDirectory() as profile:
        os.environ["HOME"] = profile
        browser = Browser(chromium, driver, profile)
        try:
            browser.call("POST", "/url", {"url": address})
            check(browser.run("return document.compatMode;") == "CSS1Compat", "the page is in quirks mode")
            check(browser.run("return [document.title, document.querySelector('h1').textContent];") == [title, title],
                  "the title is not what was asked for")
            check_numbers(browser, standings)
            check_replay(browser)
            check_games(browser, standings["rulesets"], data)
            check_layout(browser, folder)
            check_quiet(browser, address)
        finally:
            browser.close()
    print(f"{checks - len(failures)} checks passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
