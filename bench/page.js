/* Replays games. Boards come as numbered lines of SVG and, for each ply, the lines it replaces
   (bench/replay.h says how); the statistics on the page need no script. */
"use strict";
(() => {
  const source = document.getElementById("data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const $ = (id) => document.getElementById(id);
  const PROVEN = 29000, WIN = 30000, PLAY_MS = 700;
  const SVG = "http://www.w3.org/2000/svg";
  const ICONS = {
    first: "M3 4h2v12H3zM17 4v12L6 10z", previous: "M12.5 4l-6 6 6 6", next: "M7.5 4l6 6-6 6",
    last: "M15 4h2v12h-2zM3 4v12l11-6z", play: "M5 3v14l12-7z", pause: "M4 4h4v12H4zM12 4h4v12h-4z",
  };
  let game = null, boards = [], moves = [], ply = 0, timer = 0, cursor = null;

  const element = (name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const icon = (button, name) => {
    const svg = element("svg", {viewBox: "0 0 20 20", "aria-hidden": "true"});
    svg.append(element("path", {d: ICONS[name], class: name === "next" || name === "previous" ? "thin" : ""}));
    button.replaceChildren(svg);
  };

  /* All positions of a game: {lines, fresh} with the numbers of the lines and the places of new ones. */
  const positions = (drawing, text) => {
    let lines = drawing.base.slice();
    return text.split(";").map((changes, at) => {
      const fresh = new Set();
      lines = lines.slice();
      for (const change of changes ? changes.split(" ") : []) {
        const [place, removed, ...added] = change.split(".").map((word) => parseInt(word, 36));
        lines.splice(place, removed, ...added);
        if (at) added.forEach((line, i) => fresh.add(place + i));
      }
      return {lines, fresh};
    });
  };
  /* What a turn changed is marked, but not texts, which may be counters. */
  const draw = (drawing, position) => position.lines.map((line, at) => {
    const text = drawing.lines[line];
    return position.fresh.has(at) && !text.startsWith("<text") ? `<g class="new">${text}</g>` : text;
  }).join("");

  /* With hyphens that do not end a line. */
  const result = (one) => one.r.replace("1/2-1/2", "½-½").replace("-", "\u2011");
  const side = (at) => (game.t + at) % 2;
  /* The search before ply `at` + 1, its score seen from the first player; null in the opening. */
  const search = (at) => {
    const i = 3 * (at - game.o);
    if (at < game.o || i + 2 >= game.s.length) return null;
    return {score: side(at) ? -game.s[i] : game.s[i], depth: game.s[i + 1], nodes: game.s[i + 2]};
  };
  const words = (score) => {
    const size = Math.abs(score), far = WIN - size;
    if (size < PROVEN) return (score ? (score < 0 ? "−" : "+") : "") + (size / 100).toFixed(2);
    return (score < 0 ? "lost" : "won") + (size === PROVEN || far === 0 ? "" : ` in ${far}`);
  };
  const player = (at) => data.engines[game.e[side(at)]];
  const sideName = (at) => data.boards[game.b].drawing.sides[side(at)];

  const show = (to) => {
    ply = Math.max(0, Math.min(moves.length, to));
    $("board").innerHTML = draw(data.boards[game.b].drawing, boards[ply]);
    $("counter").textContent = `${ply} / ${moves.length}`;
    $("slider").value = ply;
    for (const id of ["first", "previous"]) $(id).disabled = ply === 0;
    for (const id of ["next", "last"]) $(id).disabled = ply === moves.length;
    let text = "Start position";
    if (ply) {
      const found = search(ply - 1);
      text = `${sideName(ply - 1)} (${player(ply - 1)}): ${moves[ply - 1]}` + (found
        ? `, score ${words(found.score)}${found.depth ? `, depth ${found.depth}` : ""}, ` +
          `${found.nodes.toLocaleString("en")} nodes`
        : ", opening");
    }
    if (ply === moves.length) text += `. ${result(game)}, ${game.w}${game.f ? ": " + game.f : ""}`;
    $("status").textContent = text;
    for (const old of $("moves").querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const now = $("moves").querySelector(`[data-ply="${ply}"]`);
    if (now) now.setAttribute("aria-current", "step");
    $("moves").scrollTop = now ? now.offsetTop - $("moves").clientHeight / 2 : 0;
    if (cursor) cursor(ply);
    if (ply === moves.length) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    icon($("play"), "play");
    $("play").setAttribute("aria-label", "Play");
  };
  const play = () => {
    if (timer) return stop();
    if (ply === moves.length) show(0);
    icon($("play"), "pause");
    $("play").setAttribute("aria-label", "Pause");
    timer = setInterval(() => show(ply + 1), PLAY_MS);
  };

  /* Both engines' scores on a scale that is fine near zero and ends at a win. */
  const graph = () => {
    const W = 460, H = 170, L = 34, R = 8, T = 24, B = 18, n = Math.max(1, moves.length);
    const x = (at) => L + (W - L - R) * at / n;
    const squash = (score) => Math.abs(score) >= PROVEN ? Math.sign(score) : 0.95 * Math.tanh(score / 800);
    const y = (score) => T + (H - T - B) * (1 - squash(score)) / 2;
    const svg = element("svg", {viewBox: `0 0 ${W} ${H}`, class: "plot", "font-size": 12, role: "img",
      "aria-label": "Scores of both engines by ply, seen from the first player"});
    for (const [score, name] of [[WIN, "won"], [500, "+5"], [0, "0"], [-500, "−5"], [-WIN, "lost"]]) {
      svg.append(element("line", {class: "grid", x1: L, x2: W - R, y1: y(score), y2: y(score)}));
      svg.append(element("text", {class: "ink", x: L - 5, y: y(score), dy: ".35em", "text-anchor": "end"}, name));
    }
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => n / size <= 8) || 1000;
    for (let at = 0; at <= n; at += step)
      svg.append(element("text", {class: "ink", x: x(at), y: H - 5, "text-anchor": "middle"}, at));
    let left = L;
    [0, 1].forEach((seat) => {
      const points = [];
      for (let at = game.o; at < moves.length; at++)
        if (side(at) === seat && search(at)) points.push(`${x(at + 1).toFixed(1)},${y(search(at).score).toFixed(1)}`);
      svg.append(element("polyline", {class: `series${seat}`, points: points.join(" "), fill: "none",
        "stroke-width": 2, "stroke-linejoin": "round", "stroke-dasharray": seat ? "6 3" : ""}));
      if (points.length < 60)
        for (const point of points)
          svg.append(element("circle", {class: `key${seat}`, r: 2.5, cx: point.split(",")[0], cy: point.split(",")[1]}));
      svg.append(element("path", {class: `series${seat}`, d: `M${left} 10h22`, "stroke-width": 2,
        "stroke-dasharray": seat ? "6 3" : ""}));
      let name = data.engines[game.e[seat]];
      if (name.length > 22) name = name.slice(0, 21) + "…";
      svg.append(element("text", {class: "ink", x: left + 27, y: 10, dy: ".35em"}, name));
      left += 27 + 7.2 * name.length + 18;
    });
    const line = element("line", {class: "cursor", y1: T, y2: H - B});
    svg.append(line);
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      show(Math.round(((event.clientX - box.left) / box.width * W - L) / (W - L - R) * n));
    });
    cursor = (at) => { line.setAttribute("x1", x(at)); line.setAttribute("x2", x(at)); };
    $("scores").replaceChildren(svg);
  };

  /* Two turns a row, the second player's on the right. */
  const list = () => {
    const rows = [];
    let row = null;
    moves.forEach((move, at) => {
      if (!row || side(at) === 0) {
        row = document.createElement("li");
        const number = document.createElement("span");
        number.textContent = `${rows.push(row)}.`;
        row.append(number);
        if (side(at)) row.append(document.createElement("i"));
      }
      const link = document.createElement("a"), found = search(at);
      link.dataset.ply = at + 1;
      link.textContent = move;
      if (found) {
        const score = document.createElement("small");
        score.textContent = ` ${words(found.score)}`;
        link.append(score);
      } else {
        link.className = "book";
      }
      row.append(link);
    });
    $("moves").replaceChildren(...rows);
  };

  const title = () => {
    const note = document.createElement("small");
    note.textContent = ` game ${game.i}, ${data.boards[game.b].name}, ${moves.length} plies`;
    const [one, two] = data.boards[game.b].drawing.sides;
    $("game-title").replaceChildren(
      `${data.engines[game.e[0]]} (${one}) – ${data.engines[game.e[1]]} (${two}) ${result(game)}`, note);
  };
  const open = (chosen) => {
    stop();
    game = chosen;
    moves = game.m ? game.m.split(" ") : [];
    boards = positions(data.boards[game.b].drawing, game.p);
    $("slider").max = moves.length;
    title();
    graph();
    list();
    show(0);
  };

  const option = (value, text) => Object.assign(document.createElement("option"), {value, textContent: text});
  const fill = () => {
    const board = $("pick-board").value, engine = $("pick-engine").value, wanted = $("pick-result").value;
    const found = data.games.filter((one) => (board === "" || one.b === +board) &&
      (engine === "" || one.e.includes(+engine)) && (wanted === "" || (wanted === "f" ? one.f : one.r === wanted)));
    $("pick-game").replaceChildren(...found.map((one) => option(one.i,
      `${one.i}  ${data.engines[one.e[0]]} – ${data.engines[one.e[1]]}  ` +
      `${result(one)} (${one.w}), ${data.boards[one.b].name}`)));
    if (found.length) open(found[0]);
  };
  const follow = () => {
    const named = /^#game=([\d.]+)$/.exec(location.hash);
    const chosen = named && data.games.find((one) => one.i === named[1]);
    if (!chosen) return;
    for (const id of ["pick-board", "pick-engine", "pick-result"]) $(id).value = "";
    fill();
    $("pick-game").value = chosen.i;
    open(chosen);
    $("replay").scrollIntoView();
  };

  const keys = {ArrowLeft: () => show(ply - 1), ArrowRight: () => show(ply + 1), Home: () => show(0),
    End: () => show(moves.length), " ": play};
  const start = () => {
    const names = (id, values) => $(id).replaceChildren(option("", "all"), ...values);
    const used = (key) => new Set(data.games.flatMap((one) => one[key]));
    const drawn = used("b"), played = used("e");
    names("pick-board", data.boards.map((one, i) => option(i, one.name)).filter((one, i) => drawn.has(i)));
    names("pick-engine", data.engines.map((name, i) => option(i, name)).filter((one, i) => played.has(i)));
    names("pick-result", [option("1-0", "1-0"), option("1/2-1/2", "½-½"), option("0-1", "0-1")]);
    if (data.games.some((one) => one.f)) $("pick-result").append(option("f", "failures"));
    for (const id of ["first", "previous", "play", "next", "last"]) icon($(id), id);
    $("first").onclick = keys.Home;
    $("previous").onclick = keys.ArrowLeft;
    $("next").onclick = keys.ArrowRight;
    $("last").onclick = keys.End;
    $("play").onclick = play;
    $("slider").oninput = () => show(+$("slider").value);
    $("moves").onclick = (event) => {
      const link = event.target.closest("a");
      if (link) show(+link.dataset.ply);
    };
    for (const id of ["pick-board", "pick-engine", "pick-result"]) $(id).onchange = fill;
    $("pick-game").onchange = () => open(data.games.find((one) => one.i === $("pick-game").value));
    document.addEventListener("keydown", (event) => {
      const field = event.target.closest("select, input, summary") || (event.key === " " && event.target.closest("button, a"));
      if (field || event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
      if (!inView()) return;
      event.preventDefault();
      keys[event.key]();
    });
    addEventListener("hashchange", follow);
    addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
    $("player").hidden = false;
    fill();
    follow();
  };
  /* Elsewhere on the page the keys scroll as everywhere. */
  const inView = () => {
    const box = $("player").getBoundingClientRect();
    return box.top < innerHeight * 0.8 && box.bottom > innerHeight * 0.2;
  };
  if (data.games.length) start();
})();
